"""Snapshots of recorded games: what hosts see of them, one reviewable file a game.

A changed snapshot means that saved games, pictures or chat changed: say so in the changelog.
"""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.json import JSONSnapshotExtension

from abstractplay_hex.codec import dumps
from abstractplay_hex.records import read_game, replay
from tests.conftest import fixture_games

GAMES = [
    pytest.param(record, id=f"{record['game']}-{record['id']}")
    for name in ("pods-20240802.jsonl", "dendria-20261129.jsonl")
    for record in fixture_games(name)
]


class OneFile(JSONSnapshotExtension):
    """JSON with two spaces, a file a game, named after the game."""

    file_extension = "json"


def overview(record: dict[str, Any]) -> dict[str, Any]:
    """Return the end of a game in full, and a look at its middle."""
    game = replay(read_game(record))
    state = game.state()
    for ply in state["stack"]:
        ply["_timestamp"] = "…"  # these games were replayed just now
    chat = [entry[1:] for entry in game.chat_log(["Ann", "Bob"])]
    out: dict[str, Any] = {
        "plies": len(game.stack) - 1,
        "winner": game.winner,
        "scores": dumps(game.sidebar_scores()),
        "statuses": dumps(game.sidebar_statuses()),
        "position": game.position(),
        "envelope": dumps({k: v for k, v in state.items() if k != "stack"}),
        "last ply": {key: dumps(value) for key, value in state["stack"][-1].items()},
        "render": game.render()["pieces"].split("\n"),
        "legend": {key: dumps(layers) for key, layers in game.render()["legend"].items()},
        "board": {key: dumps(value) for key, value in game.render()["board"].items()},
        "annotations": [dumps(a) for a in game.render().get("annotations", [])],
        "chat": chat[:3] + chat[-2:],
        "last move": game.lastmove,
    }
    middle = game.load(len(state["stack"]) // 2)
    out["middle"] = {
        "ply": middle.ply,
        "position": middle.position(),
        "render": middle.render()["pieces"].split("\n"),
        "results": [dumps(r.to_dict()) for r in middle.results],
    }
    return out


@pytest.fixture
def snapshot_json(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(OneFile)


@pytest.mark.parametrize("record", GAMES)
def test_recorded_game(record: dict[str, Any], snapshot_json: SnapshotAssertion) -> None:
    assert overview(record) == snapshot_json
