"""Several at once: double submissions, live events, several processes, kills."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from abstractplay_hex import load_game, new_game

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

import httpx2 as httpx

from tests.bench import load_playground
from tests.conftest import run_async
from tests.playground.hosts import HOST_KEY, Events, Player, Server, Started, connect, serving

pytestmark = pytest.mark.heavy

INTERRUPTED = 130
"""Exit status of what Ctrl-C has ended."""


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    with serving(database) as made:
        yield made


def test_of_many_submissions_one_wins(server: Server) -> None:
    with connect(server) as client:
        game = Started(client, "pods")
        expected = new_game("pods")
        for ply in range(12):
            moves = (expected.moves()[:4] * 8)[:8]
            with ThreadPoolExecutor(8) as pool:
                seat, barrier = expected.currplayer, threading.Barrier(8)

                def submit(
                    move: str, seat: int = seat, ply: int = ply, all_: threading.Barrier = barrier
                ) -> Any:
                    with connect(server) as own:
                        player = Player(own, game.ident, game.keys[str(seat)])
                        all_.wait(20)
                        return player.move(seat, ply, move)

                answers = list(pool.map(submit, moves))
            assert Counter(a.status_code for a in answers) == {200: 1, 409: 7}
            (won,) = (i for i, a in enumerate(answers) if a.status_code == 200)
            expected.move(moves[won])
            for answer in answers:
                if answer.status_code == 409:
                    assert answer.json()["code"] == "host.stale"
                    assert answer.json()["game"]["position"] == expected.position()
        assert game.both.view()["position"] == expected.position()


def test_events(server: Server) -> None:
    with connect(server) as client:
        game = Started(client, "pods")
        assert game.nobody.get("/events").status_code == 401
        events = Events(connect(server), game)
        began = time.monotonic()
        game.first.move(1, 0, "g7")
        assert events.wait_for(1)
        assert time.monotonic() - began < 1
        game.second.post("/offers", seat=2, ply=1, kind="draw")
        assert events.wait_for(2)
        # Who comes late is told at once.
        assert Events(connect(server), game).wait_for(2)


def test_two_processes_on_one_database(database: str) -> None:
    with (
        serving(database) as one,
        serving(database) as two,
        connect(one) as here,
        connect(two) as there,
    ):
        game = Started(here, "pods")
        events = Events(connect(two), game)
        afar = Player(there, game.ident, game.keys["2"])
        assert afar.view()["ply"] == 0
        game.first.move(1, 0, "g7")
        assert events.wait_for(1)
        assert afar.move(2, 1, "h7").status_code == 200
        late = game.first.move(1, 1, "g6")
        assert late.status_code == 409
        assert late.json()["game"]["ply"] == 2
        assert game.first.move(1, 2, "g6").status_code == 200


def test_killed_between_submissions(database: str) -> None:
    server = Server(database)
    expected, rng = new_game("pods"), Random(7)
    game = None
    for _ in range(2):
        server.start()
        with connect(server) as client:
            game = game or Started(client, "pods")
            player = Player(client, game.ident, *game.keys.values())
            assert player.view()["position"] == expected.position()
            for _ in range(4):
                move = expected.random_move(rng)
                assert move is not None
                ply, seat = len(expected.stack) - 1, expected.currplayer
                assert player.move(seat, ply, move).status_code == 200
                expected.move(move)
        server.kill()
    server.start()
    with connect(server) as client:
        assert game is not None
        state = Player(client, game.ident, game.keys["0"]).get("/state").text
    assert server.stop() == INTERRUPTED
    kept = load_game(state, verify=True)
    assert [ply.lastmove for ply in kept.stack] == [ply.lastmove for ply in expected.stack]


def test_killed_during_submissions(database: str) -> None:
    """What was answered with 200 is there after a kill; what was not is there whole or not at all."""
    server = Server(database)
    games: list[Started] = []
    for most in (8, 40):
        server.start()
        with connect(server) as client:
            if not games:
                games = [Started(client, "dendria", ["size-5"]) for _ in range(4)]
        accepted: dict[str, tuple[int, str]] = {}

        def keep_playing(game: Started, accepted: dict[str, tuple[int, str]] = accepted) -> None:
            try:
                with connect(server) as own:
                    player = Player(own, game.ident, game.keys["1"], game.keys["2"])
                    mirror, rng = load_game(player.get("/state").text), Random(game.ident)
                    while not mirror.gameover:
                        move = mirror.random_move(rng)
                        assert move is not None
                        ply = len(mirror.stack) - 1
                        answer = player.move(mirror.currplayer, ply, move)
                        assert answer.status_code == 200, answer.text
                        mirror.move(move)
                        accepted[game.ident] = (ply + 1, mirror.position())
            except httpx.TransportError:
                return  # the server is gone

        threads = [threading.Thread(target=keep_playing, args=(game,)) for game in games]
        for thread in threads:
            thread.start()
        until = time.monotonic() + 20
        while sum(ply for ply, _ in list(accepted.values())) < most and time.monotonic() < until:
            time.sleep(0.005)
        server.kill()
        for thread in threads:
            thread.join(30)
        assert accepted
        server.start()
        with connect(server) as client:
            for game in games:
                state = Player(client, game.ident, game.keys["0"]).get("/state").text
                kept = load_game(state, verify=True)
                ply, position = accepted.get(game.ident, (0, None))
                last = len(kept.stack) - 1
                # At most one more: the move that was stored but whose answer was lost.
                assert last >= ply
                assert position is None or last <= ply + 1
                if position is not None:
                    assert kept.load(ply).position() == position
        server.stop()


def test_stops_in_good_order_while_watched(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.sqlite3")).start()
    with connect(server) as client:
        Events(connect(server), Started(client, "pods"))
    began = time.monotonic()
    assert server.stop() == INTERRUPTED
    assert time.monotonic() - began < 9


def test_nothing_is_lost_or_doubled(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short run of the load test: twenty games at once, every tenth move sent twice."""
    monkeypatch.setattr(load_playground, "PLIES", 20)
    monkeypatch.setattr(load_playground, "WANTED", 0)  # how fast it is, the long run says
    assert run_async(load_playground.run(server.port, server.pid)) == 0


def test_no_secrets_in_logs(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(str(tmp_path / "games.sqlite3"), log=log).start()
    with connect(server) as client:
        game = Started(client, "pods", names=["Ann", "Bob"])
        address = f"/api/games/{game.ident}"
        host = Player(client, game.ident, HOST_KEY)
        assert host.post("/endings", ply=9, kind="timeout", player=1).status_code == 409
        for key in game.keys.values():
            player = Player(client, game.ident, key)
            assert client.post(f"{address}/session", json={"keys": [key]}).status_code == 200
            assert player.view()["ply"] == 0
            assert player.move(6, 0, "nonsense").status_code == 403
            # As careless people and broken programs do it.
            assert client.get(f"/games/{game.ident}?join={key}").status_code == 200
            assert client.get(f"{address}?key={key}", headers={"Cookie": ""}).status_code == 401
            assert player.post("/nowhere", key=key).status_code == 404
            with socket.create_connection(("127.0.0.1", server.port)) as raw:
                raw.sendall(f"{key} HTTP/9 \0\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
                assert raw.recv(100).startswith(b"HTTP/1.1 400")
    server.stop()
    said = log.read_text()
    assert server.url in said
    for key in (*game.keys.values(), HOST_KEY):
        assert key not in said
