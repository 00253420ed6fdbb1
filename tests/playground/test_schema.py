"""schemathesis on the OpenAPI document: whatever is sent, nothing is answered with 500."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("schemathesis", reason='needs pip install -e ".[browser]"')

import schemathesis

from tests.playground.hosts import HOST_KEY, Player, Started

EXAMPLES = 20
STREAMS = "/api/games/{ident}/events"
"""Goes on for ever."""
ENDINGS = "/api/games/{ident}/endings"


@pytest.mark.heavy
def test_no_server_error(app: Any, client: Any) -> None:
    game = Started(client, "dendria", ["size-5"])
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    statuses: dict[str, set[int]] = {}
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        if operation.path == STREAMS:
            continue
        own = Started(client, "pods") if operation.path == ENDINGS else game
        statuses[operation.label] = _tried(operation, own)
    assert len(statuses) >= 12
    assert statuses["GET /api/games/{ident}"] == {200}
    assert 200 in statuses["POST /api/games/{ident}/look"]
    assert statuses[f"POST {ENDINGS}"] >= {200, 409}


def _tried(operation: Any, game: Started) -> set[int]:
    """Send many requests of one kind; return the statuses that they were answered with."""
    player = Player(game.first.client, game.ident, game.keys["1"], game.keys["2"], HOST_KEY)
    seen = set()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        if "ident" in (case.path_parameters or {}):  # else nearly all would be unknown games
            case.path_parameters["ident"] = game.ident
        if isinstance(case.body, dict) and isinstance(case.body.get("ply"), int):
            case.body["ply"] %= 2  # or nearly all would be late
        answer = case.call(headers=player.headers)
        seen.add(answer.status_code)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) >= {"code", "message"}

    check()
    return seen
