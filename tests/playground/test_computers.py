"""Computer players: they answer, they can be hurried, and none of their failures stops a game."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex import new_game

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')

from abstractplay_hex.playground import engines
from abstractplay_hex.playground.engines import Engine, EngineError, turn_of, worth
from abstractplay_hex.playground.pool import MOST_OF_A_CLIENT, Pool
from tests.bench import load_computers
from tests.conftest import run_async
from tests.playground.hosts import Player, Server, Started, connect, serving

LONG = 60.0
"""Seconds to wait for what others' load may delay."""


def wait_for(what: Callable[[], Any], seconds: float = LONG) -> Any:
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)
    return found


def start(client: Any, levels: dict[int, int], game: str = "pods", **more: Any) -> Any:
    computers = [{"seat": seat, "level": level} for seat, level in levels.items()]
    return client.post("/api/games", json={"game": game, "computers": computers, **more})


def seated(client: Any, levels: dict[int, int], game: str = "pods", **more: Any) -> Player:
    """Start a game, and return a client that holds all its keys."""
    answer = start(client, levels, game, **more)
    assert answer.status_code == 201, answer.text
    return Player(client, answer.json()["id"], *answer.json()["keys"].values())


def reached(game: Player, ply: int) -> bool:
    return bool(game.view()["ply"] == ply)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let engines think in this process, which is faster to start."""
    monkeypatch.setattr(Engine, "ask", lambda self, what, *given: what(*given, stop=self._stop))


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, code: str) -> Iterator[None]:
    def fail(*_: Any) -> str:
        raise EngineError(code, "as a test wants")

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "find", fail)
        yield


# ---- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.usefixtures("here")
def test_a_computer_answers_in_either_seat(client: Any, seat: int) -> None:
    person = 3 - seat
    game = seated(client, {seat: 4}, owner=person)
    view = game.view()
    assert view["computers"] == [{"seat": seat, "level": 4}]
    assert view["seats"] == [person]
    assert view["owner"] is True
    assert view["names"][seat - 1] == "Computer, level 4"
    german = client.get(
        f"/api/games/{game.ident}", headers={**game.headers, "Accept-Language": "de"}
    )
    assert german.json()["names"][seat - 1] == "Computer, Stufe 4"
    for ply in (seat % 2, seat % 2 + 2):
        wait_for(partial(reached, game, ply))
        now = new_game("pods")
        for move in game.view()["moves"]:
            now.move(move["move"])
        assert game.move(person, ply, now.moves()[0]).status_code == 200
    wait_for(lambda: game.view()["ply"] >= 4)
    assert [move["player"] for move in game.view()["moves"]][:4] == [1, 2, 1, 2]


def test_seats_and_levels_that_there_are_not_are_refused(client: Any) -> None:
    refused = start(client, {3: 1}, "dendria")
    assert (refused.status_code, refused.json()["code"]) == (422, "host.no-seat")
    assert start(client, {1: 9}).status_code == 422
    assert start(client, {0: 1}).status_code == 422
    twice = [{"seat": 1, "level": 1}, {"seat": 1, "level": 2}]
    answer = client.post("/api/games", json={"game": "pods", "computers": twice})
    assert answer.status_code == 422


def test_nobody_can_take_the_seat_of_a_computer(client: Any) -> None:
    answer = start(client, {2: 1})
    assert set(answer.json()["keys"]) == {"0", "1"}
    game = Player(client, answer.json()["id"], answer.json()["keys"]["1"])
    refused = game.send("/invitations", seat=2, revision=0)
    assert refused.json()["code"] == "host.no-seat"
    moved = game.move(2, 0, "g7")
    assert (moved.status_code, moved.json()["code"]) == (403, "host.not-your-seat")


@pytest.mark.usefixtures("here")
def test_moves_are_taken_back_without_asking_and_draws_are_answered(client: Any) -> None:
    game = seated(client, {2: 4})
    game.move(1, 0, "g7")
    wait_for(lambda: game.view()["ply"] == 2)
    assert game.post("/offers", seat=1, kind="undo").json()["ply"] == 0
    assert game.view()["offers"] == {}
    game.move(1, 0, "g7")
    wait_for(lambda: game.view()["ply"] == 2)
    assert game.post("/offers", seat=1, kind="draw").status_code == 200
    wait_for(lambda: not game.view()["offers"])


@pytest.mark.parametrize(("value", "over"), [(-0.3, True), (0.0, False), (0.4, False)])
def test_a_computer_agrees_to_a_draw_when_it_is_behind(
    client: Any, monkeypatch: pytest.MonkeyPatch, value: float, over: bool
) -> None:
    monkeypatch.setattr(Engine, "worth", lambda *_: value)
    game = seated(client, {2: 4})
    game.post("/offers", seat=1, kind="draw")
    wait_for(lambda: not game.view()["offers"])
    assert game.view()["gameover"] is over


@pytest.mark.usefixtures("here")
def test_computers_play_each_other_while_somebody_watches(
    app: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("abstractplay_hex.playground.computers.PACE", 0.01)
    watched = set[str]()
    monkeypatch.setattr(app.state.live, "watched", watched.__contains__)
    app.state.computers._watched = watched.__contains__
    game = seated(client, {1: 1, 2: 1})
    assert game.view()["seats"] == []
    time.sleep(0.3)
    assert game.view()["ply"] == 0
    watched.add(game.ident)
    game.view()
    wait_for(lambda: game.view()["ply"] > 5)
    watched.clear()
    wait_for(lambda: not app.state.computers.pool.knows(game.ident))
    before = game.view()["ply"]
    time.sleep(0.2)
    assert game.view()["ply"] <= before + 1


# ---- failures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code", ["host.computer-failed", "host.computer-killed", "host.computer-slow"]
)
@pytest.mark.usefixtures("here")
def test_a_computer_that_fails_is_told_and_goes_on(
    app: Any, client: Any, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    game = seated(client, {2: 5})
    with failing(monkeypatch, code):
        game.move(1, 0, "g7")
        failed = wait_for(lambda: game.view()["failed"])
    assert failed["code"] == code
    assert failed["message"].endswith(".")
    assert game.view()["revision"] == 2  # so that all pages hear of it
    assert game.view()["failed"], "it is not tried again by itself"
    late = game.send("/computer", act="again", revision=1)
    assert late.status_code == 409
    game.headers, keys = {}, game.headers
    assert game.send("/computer", act="again", revision=2).status_code == 401
    game.headers = keys
    assert game.send("/computer", act="again", level=1, revision=2).status_code == 200
    wait_for(lambda: game.view()["ply"] == 2)
    view = game.view()
    assert view["failed"] is None
    assert view["computers"] == [{"seat": 2, "level": 1}]
    assert view["names"] == ["", "Computer, level 1"]
    none = game.send("/computer", act="again", revision=view["revision"])
    assert (none.status_code, none.json()["code"]) == (409, "host.no-computer")


def test_the_seat_of_a_computer_that_has_failed_can_be_taken(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = start(client, {2: 5})
    game = Player(client, answer.json()["id"], answer.json()["keys"]["1"])
    watcher = Player(client, answer.json()["id"], answer.json()["keys"]["0"])
    with failing(monkeypatch, "host.computer-killed"):
        game.move(1, 0, "g7")
        wait_for(lambda: game.view()["failed"])
    assert watcher.send("/computer", act="take", revision=2).status_code == 403
    taken = game.send("/computer", act="take", revision=2)
    assert taken.status_code == 200
    assert game.view()["seats"] == [1, 2]  # by the cookie
    assert game.view()["computers"] == []
    assert game.view()["names"] == ["", ""]  # it is no computer any more
    assert game.move(2, 1, "h7").status_code == 200


def test_taking_back_goes_on_after_a_failure_too(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = seated(client, {2: 5})
    with failing(monkeypatch, "host.computer-killed"):
        game.move(1, 0, "g7")
        wait_for(lambda: game.view()["failed"])
        assert game.post("/offers", seat=1, kind="undo").json()["ply"] == 0
    assert game.view()["failed"] is None


def test_an_illegal_turn_of_an_engine_is_a_failure(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "find", lambda *_: "nonsense")
    game = seated(client, {2: 5})
    game.move(1, 0, "g7")
    assert wait_for(lambda: game.view()["failed"])["code"] == "host.computer-failed"


@pytest.mark.usefixtures("here")
def test_a_turn_that_was_lost_is_made_up_for_when_somebody_looks(
    app: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("abstractplay_hex.playground.computers.GRACE", 0.05)
    put = Pool.put
    with monkeypatch.context() as patch:  # as if the process had ended just then
        patch.setattr(Pool, "put", lambda *_: True)
        game = seated(client, {1: 2}, owner=2)
    assert Pool.put is put
    wait_for(lambda: game.view()["ply"] == 1)


@pytest.mark.usefixtures("here")
def test_hints_are_legal_turns_at_any_ply(client: Any) -> None:
    game = seated(client, {2: 1})
    move = game.send("/hints").json()["move"]
    assert move in new_game("pods").moves()
    line = [move]
    assert game.send("/hints", line=line).json()["move"] in new_game("pods").move(move).moves()
    assert game.send("/hints", ply=5).json()["code"] == "host.ply"


@pytest.mark.usefixtures("here")
def test_hints_help_nobody_against_somebody_else(client: Any) -> None:
    game = Started(client, "pods", names=["Ann", "Bob"])
    assert game.both.move(1, 0, "g7").status_code == 200
    for player, may in ((game.first, False), (game.watcher, False), (game.both, True)):
        assert player.view()["hints"] is may
        for ply in (0, 1):
            answer = player.send("/hints", ply=ply)
            assert (answer.json().get("code") != "host.hints") is may
    game.first.post("/resign", seat=1)
    assert game.watcher.view()["hints"]
    assert game.watcher.send("/hints", ply=0).json()["move"]


# ---- engines -------------------------------------------------------------------------------------


def test_the_only_turn_is_played_without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = new_game("dendria", ["size-5"]), random.Random(0)
    while len(list(islice(game.iter_moves(), 2))) > 1:
        game.move(game.random_move(rng) or "")

    def think(*_: Any, **__: Any) -> Any:
        raise AssertionError("thought about it")

    monkeypatch.setattr("abstractplay_hex.players.player", think)
    assert not game.gameover
    assert turn_of(game.serialize(), 8) == "pass"


def test_a_game_that_is_over_has_no_turn() -> None:
    assert turn_of(new_game("pods").resign(1).serialize(), 4) is None


def test_what_a_game_is_worth_is_told_for_each_seat() -> None:
    game = new_game("pods")
    for move in ("g7", "a1", "g6", "b1", "g8", "c1"):
        game.move(move)
    first, second = (worth(game.serialize(), seat) for seat in (1, 2))
    assert -1 <= first <= 1
    assert first * second <= 0


@pytest.mark.heavy
def test_an_engine_survives_its_death_and_is_hurried() -> None:
    engine = Engine()
    state = new_game("dendria").serialize()
    try:
        assert engine.find(state, 4) in new_game("dendria").moves()
        pid = engine.pid
        assert pid is not None
        assert os.getpriority(os.PRIO_PROCESS, pid) >= engines.NICENESS
        engine.hurry()
        began = time.monotonic()
        assert engine.find(state, 8)
        hurried = time.monotonic() - began
        engine.hurry(False)
        began = time.monotonic()
        engine.find(state, 8)
        assert hurried < (time.monotonic() - began) / 2
        os.kill(pid, signal.SIGKILL)
        engine._process.join(LONG)
        engine._process.is_alive = lambda: True  # as if it died only after it was looked at
        with pytest.raises(EngineError) as killed:
            engine.find(state, 8)
        assert killed.value.code == "host.computer-killed"
        assert engine.find(state, 1)
        with pytest.raises(EngineError) as broken:
            engine.find("nonsense", 1)
        assert broken.value.code == "host.computer-failed"
        assert engine.find(state, 1)
    finally:
        engine.close()
    hasty = Engine(patience=0.001)
    with pytest.raises(EngineError) as slow:
        hasty.find(state, 8)
    assert slow.value.code == "host.computer-slow"
    assert hasty.pid is None


# ---- the server ----------------------------------------------------------------------------------


@pytest.mark.heavy
def test_pages_of_others_are_not_delayed(tmp_path: Path) -> None:
    """A short run of the load test: ten games against level 4."""
    with serving(str(tmp_path / "games.sqlite3")) as server:
        assert run_async(load_computers.run(server.port, 6.0)) == 0


def children(pid: int) -> list[int]:
    """Return the engines of a server."""
    found = subprocess.run(
        ["pgrep", "-P", str(pid), "-f", "multiprocessing.spawn"], capture_output=True, check=False
    )
    return [int(line) for line in found.stdout.split()]


def running(pids: list[int]) -> bool:
    return any(
        "Z" not in path.read_text().rpartition(")")[2].split()[0]
        for path in (Path(f"/proc/{pid}/stat") for pid in pids)
        if path.exists()
    )


@pytest.mark.heavy
@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_no_engine_outlives_its_server(tmp_path: Path, ending: str) -> None:
    server = Server(str(tmp_path / "games.sqlite3")).start()
    with connect(server) as client:
        game = seated(client, {2: 8}, "dendria", variants=["size-9"])
        game.move(1, 0, "g7")
        engines = wait_for(lambda: children(server.pid))
        getattr(server, ending)()
    wait_for(lambda: not running(engines), 20)
    # The game is not lost, and goes on when it is looked at.
    server.start()
    try:
        with connect(server) as client:
            game.client = client
            assert game.view()["failed"] is None
            wait_for(lambda: game.view()["ply"] == 2)
    finally:
        server.stop()


# ---- the pool ------------------------------------------------------------------------------------


def test_the_pool_is_fair_between_clients_and_works_on_a_game_once_at_a_time() -> None:
    pool = Pool(1)
    done = list[str]()
    begun, go = [False], [False]

    def first(_: Engine) -> None:
        begun[0] = True
        wait_for(lambda: go[0])

    def job(name: str) -> Callable[[Engine], None]:
        return lambda _: done.append(name)

    try:
        assert pool.put("a", "a0", first)
        wait_for(lambda: begun[0])
        for n in range(1, 5):
            assert pool.put("a", f"a{n}", job(f"a{n}"))
        assert pool.put("b", "b1", job("b1"))
        assert pool.put("a", "a1", job("again"))  # waits already
        assert pool.put("b", "later", job("later"), 0.3)
        assert pool.knows("a0")
        assert not pool.knows("c")
        assert pool.hurry("a0")
        assert not pool.hurry("c")
        go[0] = True
        wait_for(lambda: len(done) == 6)
        assert done == ["a1", "b1", "a2", "a3", "a4", "later"]
    finally:
        pool.close()
    assert not pool.put("a", "a9", first)


def test_who_hears_of_an_answer_can_ask_anew() -> None:
    pool, known = Pool(1), list[bool]()
    try:
        assert pool.put("a", "a0", lambda _: lambda: known.append(pool.knows("a0")))
        wait_for(lambda: known)
        assert known == [False]
    finally:
        pool.close()


def test_the_pool_is_bounded() -> None:
    pool = Pool(1)
    try:
        for n in range(MOST_OF_A_CLIENT):
            assert pool.put("a", str(n), lambda _: None, 100)
        assert not pool.put("a", "more", lambda _: None, 100)
        assert pool.put("b", "another's", lambda _: None, 100)
        assert pool._threads == 1
    finally:
        pool.close()


def test_engines_are_ended_when_there_is_nothing_to_do() -> None:
    pool = Pool(2, idle=0.05)
    ran = list[int]()
    pool.put("a", "1", lambda _: ran.append(1))
    wait_for(lambda: ran and not pool._threads)
    pool.put("a", "2", lambda _: ran.append(2))
    wait_for(lambda: len(ran) == 2)
    pool.close()


def test_a_task_that_fails_leaves_the_pool_at_work(caplog: pytest.LogCaptureFixture) -> None:
    pool = Pool(1)
    ran = list[int]()
    pool.put("a", "1", lambda _: 1 / 0)  # type: ignore[arg-type, return-value]
    pool.put("a", "2", lambda _: ran.append(2))
    wait_for(lambda: ran)
    pool.close()
    assert "ZeroDivisionError" in caplog.text
