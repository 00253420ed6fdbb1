"""Bounds on size and rate."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

import httpx2 as httpx
from starlette.testclient import TestClient

from abstractplay_hex.playground import limits, live
from abstractplay_hex.playground.addresses import client_of
from abstractplay_hex.playground.app import Settings, create_app
from abstractplay_hex.playground.limits import CLIENTS_KNOWN, LARGEST_BODY, RateLimit
from abstractplay_hex.playground.live import Live
from abstractplay_hex.playground.refusals import Refusal
from tests.conftest import run_async
from tests.playground.hosts import Started


def test_large_bodies(client: Any) -> None:
    large = b'{"game":"' + b"x" * LARGEST_BODY + b'"}'
    headers = {"content-type": "application/json"}
    announced = client.post("/api/games", content=large, headers=headers)
    assert (announced.status_code, announced.json()["code"]) == (413, "request.too-large")
    chunks = (large[i : i + 5000] for i in range(0, len(large), 5000))
    assert client.post("/api/games", content=chunks, headers=headers).status_code == 413
    assert Started(client, "pods").first.view()["ply"] == 0


def test_rate(tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3"), rate=5))
    with TestClient(app) as client:
        answers = [client.get("/api/kinds") for _ in range(25)]
        # The first of them may have cost more than one: all is loaded then.
        assert [a.status_code for a in answers[:15]] == [200] * 15
        # Refusals are held back for a moment, in which one more may become possible.
        refused = next(a for a in answers if a.status_code != 200)
        assert (refused.status_code, refused.json()["code"]) == (429, "request.too-many")
        assert int(refused.headers["retry-after"]) >= 1
        assert "content-security-policy" in refused.headers


def test_who_asks_too_much_is_kept_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else refusals alone keep the server busy. Others are answered meanwhile."""
    monkeypatch.setattr(limits, "HELD_SECONDS", 0.6)
    app: Any = create_app(Settings(database=str(tmp_path / "games.sqlite3"), rate=0.01))

    def client(address: str) -> Any:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://a"
        )

    async def ask() -> tuple[list[int], int, float]:
        async with client("192.0.2.1") as greedy, client("192.0.2.2") as other:
            began = time.monotonic()
            refused = asyncio.gather(*(greedy.get("/api/kinds") for _ in range(30)))
            status = (await other.get("/api/kinds")).status_code
            assert not refused.done()
            statuses = sorted(answer.status_code for answer in await refused)
            return statuses, status, time.monotonic() - began

    statuses, status, took = run_async(ask())
    assert (statuses, status) == ([200] + [429] * 29, 200)
    assert took >= 0.6


def test_four_seconds_of_the_rate_at_once_and_no_more() -> None:
    limit = RateLimit(None, rate=2, clock=lambda: 0.0)  # type: ignore[arg-type]
    assert [limit.take("a", 1) for _ in range(9)] == [0] * 8 + [0.5]


def test_streams_are_bounded(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_WATCHERS", 2)
    watched: Live = app.state.live

    async def watch() -> list[int]:
        counts = []
        for _ in range(2):
            watcher = watched.enter("game", 0, "a")
            await anext(watched.stream(watcher))
            counts.append(watched.count)
        with pytest.raises(Refusal) as caught:
            watched.enter("game", 0, "a")
        assert caught.value.status == 503
        # Another client gets a place of the one who has most, whose oldest stream ends.
        watched.enter("game", 0, "b")
        counts.append(watched.count)
        with pytest.raises(Refusal):
            watched.enter("game", 0, "c")
        watched.leave(watcher)
        watched.leave(watcher)
        watched.enter("game", 0, "c")
        watched.close()
        return [*counts, watched.count]

    assert run_async(watch()) == [1, 2, 2, 2]


def test_streams_of_one_client_are_bounded(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_OF_A_CLIENT", 2)
    watched: Live = app.state.live

    async def watch() -> None:
        for _ in range(2):
            watched.enter("game", 0, "a")
        with pytest.raises(Refusal) as caught:
            watched.enter("game", 0, "a")
        assert (caught.value.status, caught.value.code) == (429, "host.streams")
        watched.enter("game", 0, "b")
        watched.close()

    run_async(watch())


def test_a_full_house_says_so(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_WATCHERS", 0)
    answer = Started(client, "pods").first.get("/events")
    assert (answer.status_code, answer.json()["code"]) == (503, "host.busy")


def test_rate_is_counted_by_client_and_comes_back() -> None:
    now = 0.0
    limit = RateLimit(None, rate=2, burst=3, clock=lambda: now)  # type: ignore[arg-type]
    assert [limit.take("a", 1) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limit.take("b", 1) == 0
    now = 0.5
    assert limit.take("a", 1) == 0
    assert limit.take("a", 1) > 0
    for n in range(CLIENTS_KNOWN + 10):
        limit.take(str(n), 1)
    assert len(limit.left) == CLIENTS_KNOWN


def test_what_costs_more_is_charged_more() -> None:
    now = 0.0
    limit = RateLimit(None, rate=2, burst=10, clock=lambda: now)  # type: ignore[arg-type]
    assert limit.take("a", 1) == 0
    limit.charge("a", 12)  # it owes 3
    assert limit.take("a", 1) == 2
    assert limit.take("b", 1) == 0
    limit.charge("a", 1000)  # no more than the burst is owed
    assert limit.take("a", 1) == 5.5
    now = 5.5
    assert limit.take("a", 1) == 0


def test_costly_requests_leave_fewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS_PAID", 1e-9)
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3"), rate=5))
    with TestClient(app) as client:
        assert client.get("/api/kinds").status_code == 200
        assert client.get("/api/kinds").status_code == 429


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_clients(address: str, client: str) -> None:
    assert client_of(address) == client
