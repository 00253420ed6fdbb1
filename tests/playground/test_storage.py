"""Storage on both kinds of database: games kept, and of two changes at once exactly one."""

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from starlette.testclient import TestClient

from abstractplay_hex.playground import cache, hosting
from abstractplay_hex.playground.app import Settings, create_app
from abstractplay_hex.playground.news import news
from abstractplay_hex.playground.seats import new_ident
from abstractplay_hex.playground.storage import Head, Storage, database_url
from tests.conftest import run_async
from tests.playground.hosts import Started


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    made = Storage(database)
    yield made
    made.close()


def kept(storage: Storage, state: str = "{}") -> Head:
    head = Head(ident=new_ident(), uid="pods", names=("Ann", "Böb 鯨"), keys={0: "a", 1: "b"})
    storage.create(head, state)
    return head


def test_kept_and_found(storage: Storage) -> None:
    head = kept(storage, '{"x":"é鯨"}')
    assert storage.head(head.ident) == head
    assert storage.load(head.ident) == (head, '{"x":"é鯨"}')
    assert storage.head("other") is None
    assert storage.load("other") is None
    assert storage.revisions([head.ident, "other"]) == {head.ident: 0}


def test_compare_and_swap(storage: Storage) -> None:
    head = kept(storage)
    moved = storage.change(head, evolve(head, ply=1, offers={"draw": (2, 1)}), "[1]")
    assert moved == evolve(head, ply=1, offers={"draw": (2, 1)}, revision=1)
    assert storage.load(head.ident) == (moved, "[1]")
    assert storage.change(head, evolve(head, ply=1), "[2]") is None
    assert storage.load(head.ident) == (moved, "[1]")
    # Neither does a change go through that only fits one of the two.
    assert storage.change(evolve(moved, ply=0), moved, "[3]") is None
    assert storage.change(evolve(moved, revision=0), moved, "[3]") is None
    assert storage.change(evolve(moved, ident="other"), moved, "[3]") is None
    # Without a state the old one stays.
    assert storage.change(moved, evolve(moved, offers={})) is not None
    assert storage.load(head.ident) == (evolve(moved, offers={}, revision=2), "[1]")


def test_tables_of_before_get_their_column(tmp_path: Path) -> None:
    """Offers were two columns of seats once, which one answer settled."""
    path = str(tmp_path / "games.sqlite3")
    before = Storage(path)
    head = kept(before)
    before.close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("ALTER TABLE games DROP COLUMN offers")
    storage = Storage(path)
    assert storage.head(head.ident) == head
    assert storage.change(head, evolve(head, offers={"undo": (1,)})) is not None
    storage.close()


def test_of_many_at_once_one_wins(storage: Storage) -> None:
    head = kept(storage)
    for ply in range(1, 11):
        old = head

        def swap(n: int, old: Head = old, ply: int = ply) -> Head | None:
            return storage.change(old, evolve(old, ply=ply), f"[{ply},{n}]")

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(swap, range(8)))
        won = [n for n, result in enumerate(results) if result is not None]
        assert len(won) == 1
        found = storage.load(head.ident)
        assert found is not None
        head, state = found
        assert (head.ply, head.revision, state) == (ply, ply, f"[{ply},{won[0]}]")


def test_news_of_others(database: str, storage: Storage) -> None:
    """The database tells another process of changes; nothing is asked for as long as there are none."""
    other = Storage(database)
    head = kept(other)

    async def listen() -> list[Any]:
        heard: list[Any] = []
        async with aclosing(news(storage, 0.05)) as changes:
            heard.append(await anext(changes))
            later = asyncio.ensure_future(anext(changes))
            await asyncio.sleep(0.3)
            assert not later.done()
            await asyncio.to_thread(other.change, head, evolve(head, ply=1), "[1]")
            heard.append(await asyncio.wait_for(later, 10))
        return heard

    told = (head.ident, 1) if storage.listening() else None
    assert run_async(listen()) == [None, told]
    other.close()


def test_a_game_over_http(database: str) -> None:
    app: Any = create_app(Settings(database=database, rate=0))
    with TestClient(app) as client:
        game = Started(client, "dendria", ["size-5"], ["Ann", "Bob"])
        rng = Random(7)
        for ply in range(20):
            move = app.state.host.open(game.ident).game.random_move(rng)
            assert game.both.move(ply % 2 + 1, ply, move).status_code == 200
        state = game.both.get("/state").text
    # Another process finds it as it was.
    again: Any = create_app(Settings(database=database, rate=0))
    with TestClient(again) as client:
        game.both.client = client
        assert game.both.get("/state").text == state
        assert game.both.view()["ply"] == 20


def test_cached_games_are_bounded_by_their_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few very long ones would take as much memory as many short ones."""
    monkeypatch.setattr(cache, "CACHED_PLIES", 5)
    storage = Storage(str(tmp_path / "games.sqlite3"))
    host = hosting.Host(storage)
    games = [host.start("pods").head.ident for _ in range(4)]
    for ident in games:
        for move in ("g7", "h7"):
            opened = host.open(ident)
            host.move(opened, opened.game.currplayer, move)
    assert len(host._cache) == 2
    assert host._cache.plies == 4
    assert [len(host.open(ident).game.stack) for ident in games] == [3] * 4
    storage.close()


def test_database_urls() -> None:
    assert database_url("postgres://a/b") == "postgresql+psycopg://a/b"
    assert database_url("postgresql://a/b") == "postgresql+psycopg://a/b"
    assert database_url("sqlite:////tmp/x") == "sqlite:////tmp/x"
    assert database_url("/tmp/x.db") == "sqlite:////tmp/x.db"
