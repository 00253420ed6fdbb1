"""A database that hangs, is full or may only be read: the rest goes on, and says what is wrong."""

import asyncio
import logging
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from sqlalchemy import event, text
from starlette.testclient import TestClient

from abstractplay_hex import load_game, new_game
from abstractplay_hex.playground import faults, health, news, storage
from abstractplay_hex.playground.app import Settings, create_app
from abstractplay_hex.playground.storage import Storage
from tests.conftest import run_async
from tests.playground.databases import postgres
from tests.playground.hosts import PATIENCE, Events, Server, Started, connect, serving

PAGES = ("/", "/games/abc", "/static/game.js", "/pictures/pods.svg")


@pytest.fixture(autouse=True)
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for health each time, and log the same trouble each time."""
    monkeypatch.setattr(health, "KEPT", -1)
    monkeypatch.setattr(faults, "QUIET", -1)


@contextmanager
def host(path: Path | str) -> Iterator[tuple[Any, Any]]:
    app: Any = create_app(Settings(database=str(path), rate=0))
    with TestClient(app) as client:
        yield app, client


def full(database: Storage) -> Callable[[], None]:
    """Let SQLite's file grow no further; return what ends that."""
    engine = database._engine
    pages = [1]

    @event.listens_for(engine, "begin")
    def bound(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages[0]}")

    return lambda: pages.__setitem__(0, 2**30)


def read_only(database: Storage) -> Callable[[], None]:
    only = [1]

    @event.listens_for(database._engine, "begin")
    def bound(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA query_only={only[0]}")

    return lambda: only.__setitem__(0, 0)


@pytest.mark.parametrize("trouble", [full, read_only])
def test_nothing_can_be_stored(
    tmp_path: Path, trouble: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with host(tmp_path / "games.sqlite3") as (app, client):
        game = Started(client, "pods")
        assert client.get("/healthz").json() == {"status": "ok", "reading": True, "writing": True}
        mend = trouble(app.state.storage)
        with caplog.at_level(logging.WARNING):
            answers = [
                game.first.move(1, 0, "g7"),
                *(client.post("/api/games", json={"game": "pods"}) for _ in range(30)),
            ]
            refused = next(answer for answer in answers if answer.status_code == 503)
            assert refused.json()["code"] == "host.not-stored"
            assert "try again later" in refused.json()["message"]
            assert int(refused.headers["retry-after"]) > 1
        assert any("full" in said or "readonly" in said for said in caplog.messages)
        assert "digest" not in caplog.text
        # What needs only reading goes on.
        view = game.second.view()
        assert game.second.post("/look", ply=0).status_code == 200
        assert [client.get(page).status_code for page in PAGES] == [200] * len(PAGES)
        if trouble is read_only:
            sick = client.get("/healthz")
            assert (sick.status_code, sick.json()["status"]) == (503, "read-only")
            assert (sick.json()["reading"], sick.json()["writing"]) == (True, False)
            assert client.get("/healthz?need=reading").status_code == 200
        mend()
        ply, seat = view["ply"], view["currplayer"]
        assert game.both.move(seat, ply, "h7" if ply else "g7").status_code == 200
        assert client.get("/healthz").status_code == 200


def test_others_who_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program that keeps SQLite's lock: writers give up after seconds, readers do not wait."""
    monkeypatch.setattr(storage, "LOCK_SECONDS", 1.0)
    path = tmp_path / "games.sqlite3"
    with host(path) as (app, client):
        event.listen(
            app.state.storage._engine,
            "begin",
            lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout=1000"),
        )
        game = Started(client, "pods")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began, answers = time.monotonic(), []
            threads = [
                threading.Thread(
                    target=lambda: answers.append(
                        game.first.send("/moves", seat=1, revision=0, move="g7")
                    )
                )
                for _ in range(20)
            ]
            for thread in threads:
                thread.start()
            # More of them than there are threads: reading does not wait for those who write.
            assert game.second.view()["ply"] == 0
            assert game.second.post("/look", ply=0).status_code == 200
            assert not answers
            assert client.get("/healthz?need=reading").status_code == 200
            for thread in threads:
                thread.join(30)
            assert time.monotonic() - began < 20
            assert {(a.status_code, a.json()["code"]) for a in answers} == {(503, "host.busy")}
            other.execute("ROLLBACK")
        assert game.first.move(1, 0, "g7").status_code == 200


@pytest.mark.heavy
def test_postgres_hangs(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with postgres() as database:
        server = Server(database.url, log=log).start()
        try:
            with connect(server) as client:
                game = Started(client, "pods")
                database.signal(signal.SIGSTOP)
                try:
                    _others_go_on(server, game)
                finally:
                    database.signal(signal.SIGCONT)
                _says(client, "ok")
                assert game.first.move(1, 0, "g7").status_code == 200
        finally:
            server.stop()
    said = log.read_text()
    assert "host.no-database: " in said
    assert "reading fails" in said


@pytest.mark.heavy
def test_postgres_is_killed() -> None:
    """In mid-game, with two hosts on it: nothing accepted is lost; moves and news go on within 5 s."""
    with postgres() as database, serving(database.url) as one, serving(database.url) as two:
        expected, rng = new_game("pods"), Random(7)
        with connect(one) as client:
            game = Started(client, "pods")
            events = Events(connect(two), game)
            pauses = []
            for ply in range(12):
                if ply % 4 == 2:
                    database.kill()
                    database.start()
                move, seat = expected.random_move(rng), expected.currplayer
                began = time.monotonic()
                while True:
                    answer = game.both.send("/moves", seat=seat, revision=ply, move=move)
                    if answer.status_code in (200, 409):
                        break
                    assert answer.status_code == 503
                    assert time.monotonic() - began < PATIENCE
                    time.sleep(0.1)
                seen = answer.json() if answer.status_code == 200 else answer.json()["game"]
                expected.move(move or "")
                assert (seen["ply"], seen["position"]) == (ply + 1, expected.position())
                assert events.wait_for(ply + 1, PATIENCE)
                pauses.append(time.monotonic() - began)
            assert max(pauses) < 5
            state = game.watcher.get("/state").text
    made = [ply.lastmove for ply in load_game(state, verify=True).stack]
    assert made == [ply.lastmove for ply in expected.stack]


def _others_go_on(server: Server, game: Started) -> None:
    """With more clients waiting for the database than there are threads, pages come at once."""
    answers: list[tuple[int, float]] = []

    def ask() -> None:
        began = time.monotonic()
        with connect(server) as own:
            answer = own.get(f"/api/games/{game.ident}", headers=game.first.headers)
            answers.append((answer.status_code, time.monotonic() - began))

    threads = [threading.Thread(target=ask) for _ in range(60)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    with connect(server) as own:
        for page in PAGES:
            began = time.monotonic()
            assert own.get(page).status_code == 200
            assert time.monotonic() - began < 3
        _says(own, "down")
    for thread in threads:
        thread.join(60)
    assert {status for status, _ in answers} == {503}
    assert max(seconds for _, seconds in answers) < 25


def _says(client: Any, health: str, seconds: float = 30) -> None:
    """Wait until the host knows how it is."""
    until = time.monotonic() + seconds
    while (answer := client.get("/healthz")).json()["status"] != health:
        assert time.monotonic() < until
        time.sleep(0.2)
    assert answer.status_code == (200 if health == "ok" else 503)


@pytest.mark.heavy
def test_a_listening_connection_that_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens finds out, though nothing is said, and may begin again; so does who connects."""
    psycopg = pytest.importorskip("psycopg", reason="needs the extra postgres")
    monkeypatch.setattr(news, "CHECK", 0.5)
    monkeypatch.setattr(news, "DEAD", 0.5)

    async def listen(storage: Storage, database: Any) -> None:
        async with aclosing(news.news(storage)) as changes:
            assert await anext(changes) is None
            assert await anext(changes) is None  # nothing has happened
            database.signal(signal.SIGSTOP)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(changes), 20)
        async with aclosing(news.news(storage)) as changes:
            began = time.monotonic()
            with pytest.raises(psycopg.OperationalError):
                await asyncio.wait_for(anext(changes), 20)
            assert time.monotonic() - began < 10

    with postgres() as database, closing(Storage(database.url)) as storage:
        try:
            run_async(listen(storage, database))
        finally:
            database.signal(signal.SIGCONT)


@pytest.mark.heavy
def test_a_user_who_may_only_read() -> None:
    with postgres() as server, closing(Storage(server.url)) as storage:
        with storage._engine.begin() as connection:
            connection.execute(text("CREATE ROLE reader LOGIN"))
            connection.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"))
        with host(server.url) as (_, client):
            game = Started(client, "pods")
        with host(server.url.replace("tester@", "reader@")) as (_, client):
            game.first.client = client
            assert game.first.view()["ply"] == 0
            answer = game.first.move(1, 0, "g7")
            assert (answer.status_code, answer.json()["code"]) == (503, "host.not-stored")
            assert client.get("/healthz").json()["status"] == "read-only"


@pytest.mark.heavy
def test_postgres_is_read_only() -> None:
    with (
        postgres() as server,
        serving(server.url) as host,
        connect(host) as client,
        closing(Storage(server.url)) as storage,
    ):
        game = Started(client, "pods")

        def only_read(value: str) -> None:
            with storage._engine.connect() as connection:
                connection.execution_options(isolation_level="AUTOCOMMIT")
                connection.execute(text("SET default_transaction_read_only = off"))
                order = "ALTER DATABASE postgres SET default_transaction_read_only"
                connection.execute(text(f"{order} = {value}"))
                others = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
                end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
                connection.execute(text(end))

        only_read("on")
        assert game.first.move(1, 0, "g7").json()["code"] == "host.not-stored"
        assert game.first.view()["ply"] == 0
        _says(client, "read-only")
        only_read("off")
        _says(client, "ok")
        assert game.first.move(1, 0, "g7").status_code == 200
