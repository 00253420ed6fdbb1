"""Clocks of seats: what each has left, who loses by them, and that a game ends once."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from sqlalchemy import inspect, text

from abstractplay_hex import GameOverError
from abstractplay_hex.playground import flags, looking
from abstractplay_hex.playground.clocks import Clocks, Fischer, PerMove, moment, wound_up
from abstractplay_hex.playground.engines import Engine, EngineError
from abstractplay_hex.playground.hosting import Host
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.seats import new_ident
from abstractplay_hex.playground.storage import Storage
from abstractplay_hex.playground.tables import Head
from tests.playground.hosts import HOST_KEY, Player, Started
from tests.playground.test_computers import wait_for
from tests.playground.times import Hosted, Time, fischer, hosted, per_move

DAY = 24 * 3600


@pytest.fixture
def fresh(database: str) -> str:
    """A database without games: those of other tests, whose time may be up, are gone."""
    with closing(Storage(database)) as storage, storage._engine.begin() as connection:
        connection.execute(text("DELETE FROM games"))
    return database


@pytest.fixture
def host(fresh: str) -> Iterator[Hosted]:
    with hosted(fresh) as made:
        yield made


def clock(game: Started) -> dict[str, Any]:
    found: dict[str, Any] = game.watcher.view()["clock"]
    return found


def seconds(game: Started) -> list[float]:
    return [left / 1000 for left in clock(game)["left"]]


# ---- how time goes -------------------------------------------------------------------------------


def test_a_fischer_clock(host: Hosted) -> None:
    game = host.begin(clock=fischer(300, 5))
    assert clock(game) == {
        "control": fischer(300, 5),
        "left": [300_000, 300_000],
        "running": None,
        "flagged": None,
        "now": moment(host.time.now),
    }
    # The first turn of each takes no time.
    for ply, move in enumerate(("g7", "h7")):
        host.time.goes_on(DAY)
        assert clock(game)["running"] is None
        assert game.both.move(ply + 1, ply, move).status_code == 200
    assert clock(game)["running"] == 1
    host.time.goes_on(20.5)
    assert seconds(game) == [279.5, 300]
    game.both.move(1, 2, "g6")
    assert (clock(game)["running"], seconds(game)) == (2, [284.5, 300])
    host.time.goes_on(299.999)
    assert seconds(game)[1] == 0.001
    assert game.both.move(2, 3, "h8").status_code == 200
    assert seconds(game) == [284.5, 5.001]


def test_time_for_each_move(host: Hosted) -> None:
    game = host.begin(clock=per_move(60), moves=3)
    host.time.goes_on(59)
    assert seconds(game) == [60, 1]
    game.both.move(2, 3, "h8")
    assert seconds(game) == [60, 60]
    host.time.goes_on(60)
    assert host.flag() == 1
    view = game.watcher.view()
    assert (view["gameover"], view["winner"]) == (True, [2])
    assert view["clock"]["left"] == [0, 60_000]


def test_games_without_clocks(host: Hosted) -> None:
    game = host.begin(moves=4)
    host.time.goes_on(100 * DAY)
    assert clock(game) is None
    assert host.flag() == 0
    assert host.begin(clock=None).watcher.view()["clock"] is None


def test_what_has_been_set_back_takes_no_time(host: Hosted) -> None:
    """A clock of a machine that is put right: nobody gets time by it."""
    game = host.begin(clock=fischer(), moves=2)
    host.time.goes_on(-1000)
    assert seconds(game) == [300, 300]
    assert game.both.move(1, 2, "g6").status_code == 200
    assert seconds(game) == [305, 300]


# ---- time is up ----------------------------------------------------------------------------------


def test_a_move_after_time_is_refused(host: Hosted) -> None:
    game = host.begin(clock=fischer(10, 5), moves=2)
    host.time.goes_on(10)
    for path in ("/moves", "/moves", "/resign"):
        move: dict[str, Any] = {"move": "g6"} if path == "/moves" else {}
        answer = game.both.send(path, seat=1, revision=2, **move)
        assert (answer.status_code, answer.json()["code"]) == (409, "host.time-up")
        now = answer.json()["game"]
        assert (now["gameover"], now["winner"], now["ply"]) == (True, [2], 3)
    view = game.watcher.view()
    assert (view["clock"]["flagged"], view["clock"]["running"]) == (1, None)
    assert "ran out of time" in view["chat"][-1]["lines"][0]
    assert host.flag() == 0
    record = game.watcher.get("/record").json()
    assert record["moves"][-1]


@pytest.mark.parametrize("path", ["/resign", "/offers", "/answers"])
def test_nothing_else_comes_after_time_either(host: Hosted, path: str) -> None:
    game = host.begin(clock=fischer(10, 5), moves=2)
    if path == "/answers":
        game.second.post("/offers", seat=2, kind="draw")
    host.time.goes_on(11)
    offer: dict[str, Any] = {} if path == "/resign" else {"kind": "draw"}
    accept: dict[str, Any] = {"accept": True} if path == "/answers" else {}
    answer = game.first.post(path, seat=1, **offer, **accept)
    assert answer.json()["code"] == "host.time-up"
    assert game.watcher.view()["winner"] == [2]


def test_the_host_ends_games_that_nobody_looks_at(fresh: str) -> None:
    with hosted(fresh, pause=0.05) as host:
        game = host.begin(clock=per_move(60), moves=2)
        storage = host.app.state.storage
        host.time.goes_on(60)
        wait_for(lambda: storage.head(game.ident).over)


def test_a_look_ends_a_game_at_once(fresh: str) -> None:
    with hosted(fresh) as host:
        game = host.begin(clock=per_move(60), moves=2)
        host.time.goes_on(60)
        game.watcher.view()
        wait_for(lambda: game.watcher.view()["gameover"])


def test_a_clock_goes_on_over_a_restart_and_on_another_host(fresh: str) -> None:
    time = Time()
    with hosted(fresh, time) as host:
        game = host.begin(clock=fischer(300, 5), moves=2)
        host.time.goes_on(100)
        one = seconds(game)
    time.goes_on(50)
    with hosted(fresh, time) as again:
        game.watcher.client = game.both.client = again.client
        assert [one, seconds(game)] == [[200, 300], [150, 300]]
        with hosted(fresh, time) as other:
            assert game.both.move(1, 2, "g6").status_code == 200
            game.watcher.client = other.client
            time.goes_on(1)
            assert seconds(game) == [155, 299]
            time.goes_on(299)
            assert [other.flag(), again.flag()] == [1, 0]


def test_games_are_ended_some_at_a_time(host: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    host.time.goes_on(1)
    games = [host.begin(clock=per_move(60 + n), moves=2) for n in range(5)]
    waiting = host.begin(clock=per_move(3600), moves=2)
    monkeypatch.setattr(flags, "AT_ONCE", 2)
    host.time.goes_on(3599)
    opened: list[str] = []
    really = host.app.state.host.open

    def open_(ident: str, *more: Any) -> Any:
        opened.append(ident)
        return really(ident, *more)

    monkeypatch.setattr(host.app.state.host, "open", open_)
    host.app.state.flags._loop = None  # looks do not help
    for count in (2, 4, 5):
        opened.clear()
        host.flag()
        assert len(opened) <= 2
        assert waiting.ident not in opened
        assert sum(game.watcher.view()["gameover"] for game in games) == count
    assert waiting.watcher.view()["gameover"] is False


@pytest.mark.parametrize("error", [GameOverError("move.over-ending"), ZeroDivisionError()])
def test_a_game_that_cannot_be_opened_does_not_keep_others(
    host: Hosted, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(flags, "AT_ONCE", 1)
    broken, game = (host.begin(clock=per_move(60), moves=2) for _ in range(2))
    really = host.app.state.host.open

    def fail(ident: str, *more: Any) -> Any:
        if ident == broken.ident:
            raise error
        return really(ident, *more)

    monkeypatch.setattr(host.app.state.host, "open", fail)
    host.time.goes_on(61)
    wait_for(lambda: host.flag() == 0)
    assert game.watcher.view()["gameover"] is True
    assert host.app.state.storage.head(broken.ident).clocks is None


# ---- what else happens in a game -----------------------------------------------------------------


def test_taking_back_gives_no_time_back(host: Hosted) -> None:
    game = host.begin(clock=fischer(300, 5), moves=2)
    host.time.goes_on(10)
    game.both.move(1, 2, "g6")
    host.time.goes_on(20)
    assert game.first.post("/offers", seat=1, kind="undo").status_code == 200
    host.time.goes_on(30)  # asking does not stop the clock
    assert game.second.post("/answers", seat=2, kind="undo", accept=True).json()["ply"] == 2
    assert (clock(game)["running"], seconds(game)) == (1, [295, 250])
    # With time for each move, the turn begins anew.
    game = host.begin(clock=per_move(60), moves=3)
    host.time.goes_on(20)
    game.first.post("/offers", seat=1, kind="undo")
    game.second.post("/answers", seat=2, kind="undo", accept=True)
    assert (clock(game)["running"], seconds(game)) == (1, [60, 60])


def test_offers_do_not_stop_the_clock(host: Hosted) -> None:
    game = host.begin(clock=fischer(), moves=3)
    host.time.goes_on(10)
    game.first.post("/offers", seat=1, kind="draw")
    host.time.goes_on(10)
    game.second.post("/answers", seat=2, kind="draw", accept=False)
    host.time.goes_on(10)
    assert seconds(game) == [305, 270]


def test_at_the_end_clocks_stand(host: Hosted) -> None:
    game = host.begin(clock=fischer(), moves=2)
    host.time.goes_on(10)
    game.second.post("/resign", seat=2)
    host.time.goes_on(1000)
    assert (clock(game)["running"], clock(game)["flagged"], seconds(game)) == (
        None,
        None,
        [290, 300],
    )
    assert host.flag() == 0


def test_the_hosts_own_program_ends_games_as_before(host: Hosted) -> None:
    game = host.begin(clock=fischer(), moves=2)
    owner = Player(host.client, game.ident, HOST_KEY)
    assert owner.post("/endings", kind="timeout", player=2).json()["winner"] == [1]
    assert (clock(game)["flagged"], seconds(game)) == (2, [300, 0])


def test_no_clock_where_nobody_can_move(fresh: str) -> None:
    with hosted(fresh, most_plies=3) as host:
        game = host.begin(clock=fischer(), moves=3)
        host.time.goes_on(1000)
        assert (clock(game)["running"], seconds(game), host.flag()) == (None, [305, 300], 0)
        assert game.both.move(2, 3, "h8").json()["code"] == "host.too-long"


def test_a_computers_clock_stands_while_it_has_failed(
    host: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter(["h7", None, "h8"])

    def find(*_: Any) -> str:
        move = next(found)
        if move is None:
            host.time.goes_on(7)
            raise EngineError("host.computer-failed")
        return move

    monkeypatch.setattr(Engine, "find", find)
    game = host.begin(clock=fischer(), computers=[{"seat": 2, "level": 1}])
    game.first.move(1, 0, "g7")
    wait_for(lambda: game.first.view()["ply"] == 2)
    game.first.move(1, 2, "g6")
    wait_for(lambda: game.first.view()["failed"])
    host.time.goes_on(1000)
    assert (clock(game)["running"], seconds(game), host.flag()) == (None, [305, 293], 0)
    game.first.post("/computer", act="again", revision=game.first.view()["revision"])
    wait_for(lambda: game.first.view()["ply"] == 4)
    assert seconds(game) == [305, 298]


def test_a_computer_hurries(host: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that would think for longer than it has plays what it has found."""
    hurried = threading.Event()
    monkeypatch.setattr(Engine, "hurry", lambda _, now=True: hurried.set() if now else None)
    found = iter(["h7", "h8"])

    def find(*_: Any) -> str:
        move = next(found)
        if move == "h8":
            assert hurried.wait(60)
        return move

    monkeypatch.setattr(Engine, "find", find)
    game = host.begin(clock=per_move(5), computers=[{"seat": 2, "level": 1}])
    game.first.move(1, 0, "g7")
    wait_for(lambda: game.first.view()["ply"] == 2)
    game.first.move(1, 2, "g6")
    wait_for(lambda: game.first.view()["ply"] == 4)


# ---- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "where"),
    [
        ({"kind": "move", "seconds": -1}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": 4}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": 30 * DAY + 1}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": 10**400}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": "60"}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": 60.5}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": True}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": None}, "body.clock.move.seconds"),
        ({"kind": "move"}, "body.clock.move.seconds"),
        ({"kind": "move", "seconds": 60, "main": 1}, "body.clock.move.main"),
        ({"kind": "fischer", "main": 0, "increment": 5}, "body.clock.fischer.main"),
        ({"kind": "fischer", "main": 300, "increment": -5}, "body.clock.fischer.increment"),
        ({"kind": "fischer", "main": 300, "increment": DAY + 1}, "body.clock.fischer.increment"),
        ({"kind": "fischer", "main": 300}, "body.clock.fischer.increment"),
        ({"kind": "hourglass"}, "body.clock"),
        ({}, "body.clock"),
        ([], "body.clock"),
        (60, "body.clock"),
        ("NaN", "body.clock"),
    ],
)
def test_clocks_that_there_are_not(client: Any, clock: Any, where: str) -> None:
    answer = client.post("/api/games", json={"game": "pods", "clock": clock})
    assert (answer.status_code, answer.json()["code"]) == (422, "request.wrong")
    assert answer.json()["where"] == where


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "9" * 5000])
def test_numbers_that_there_are_not(client: Any, number: str) -> None:
    body = f'{{"game": "pods", "clock": {{"kind": "move", "seconds": {number}}}}}'
    answer = client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["message"]


def test_computers_alone_have_no_clock(client: Any) -> None:
    computers = [{"seat": 1, "level": 1}, {"seat": 2, "level": 1}]
    body = {"game": "pods", "computers": computers, "clock": per_move()}
    answer = client.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "host.no-clock")
    assert answer.json()["where"] == "body.clock"


# ---- stored --------------------------------------------------------------------------------------


@pytest.fixture
def storage(fresh: str) -> Iterator[Storage]:
    made = Storage(fresh)
    yield made
    made.close()


def test_clocks_are_kept(storage: Storage) -> None:
    for control in (PerMove(60), Fischer(300, 5)):
        clocks = wound_up(control, 2)
        head = Head(ident=new_ident(), uid="pods", names=("", ""), keys={}, clocks=clocks)
        storage.create(head, "{}")
        assert storage.head(head.ident) == head
        going = evolve(head, clocks=evolve(clocks, seat=2, since=10**12, flagged=1))
        changed = storage.change(head, going)
        assert changed is not None
        assert storage.head(head.ident) == changed


def test_only_games_whose_time_is_up_are_found(storage: Storage) -> None:
    idents = []
    for since in (3000, 1000, 2000):
        clocks = Clocks(control=PerMove(1), left=(1000, 1000), seat=1, since=since)
        idents.append(new_ident())
        storage.create(Head(ident=idents[-1], uid="pods", names=(), keys={}, clocks=clocks), "{}")
    found = storage.overdue(3000, 10)
    assert found == [idents[1], idents[2]]
    assert len(storage.overdue(10**13, 2)) == 2


def test_they_are_found_by_an_index(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    Storage(str(path)).close()
    with closing(sqlite3.connect(path)) as file:
        query = "SELECT id FROM games WHERE due <= 5 ORDER BY due LIMIT 20"
        plan = file.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
    assert "games_due" in str(plan)
    assert "TEMP B-TREE" not in str(plan)


NEW = ("clocks", "due", "lapsed", "rematch")


def test_databases_of_before_go_on(fresh: str) -> None:
    """Their games have no clock; new ones have."""
    with hosted(fresh) as host:
        game = host.begin(moves=2)
        engine = host.app.state.storage._engine
        with engine.begin() as connection:
            connection.execute(text("DROP INDEX games_due"))
            for column in NEW:
                connection.execute(text(f"ALTER TABLE games DROP COLUMN {column}"))
    with hosted(fresh) as host:
        indexes = inspect(host.app.state.storage._engine).get_indexes("games")
        assert "games_due" in [index["name"] for index in indexes]
        for player in (game.both, game.first, game.second, game.watcher):
            player.client = host.client
        view = game.watcher.view()
        assert (view["ply"], view["clock"], view["lapsed"], view["rematch"]) == (2, None, [], None)
        assert game.both.move(1, 2, "g6").status_code == 200
        timed = host.begin(clock=per_move(60), moves=2)
        host.time.goes_on(60)
        assert host.flag() == 1
        assert timed.watcher.view()["gameover"] is True


def test_of_a_move_and_a_flag_at_the_same_moment_one_counts(fresh: str) -> None:
    """Two hosts on one database: one has the last moment of a player's time, the other the first after it."""
    before, after = Time(), Time()
    before.goes_on(59.999)
    after.goes_on(60)
    start = Time()
    outcomes = set()
    with closing(Storage(fresh)) as one, closing(Storage(fresh)) as two:
        beginner = Host(one, clock=start)
        mover, flagger = Host(one, clock=before), Host(two, clock=after)
        for _ in range(25):
            started = beginner.start("pods", control=PerMove(60))
            ident = started.head.ident
            for seat, move in ((1, "g7"), (2, "h7")):
                beginner.move(beginner.open(ident), seat, move)
            barrier = threading.Barrier(3)
            results: dict[str, Any] = {}

            def act(name: str, what: Any, barrier: Any = barrier, results: Any = results) -> None:
                barrier.wait(30)
                try:
                    results[name] = what()
                except Refusal as refusal:
                    results[name] = refusal

            opened = mover.open(ident), flagger.open(ident), flagger.open(ident)
            with ThreadPoolExecutor(3) as pool:
                pool.submit(act, "move", lambda o=opened: mover.move(o[0], 1, "g6"))
                pool.submit(act, "flag", lambda o=opened: flagger.timeout(o[1], 1))
                pool.submit(act, "late", lambda o=opened: flagger.move(o[2], 1, "f6"))
            done = [name for name, got in results.items() if isinstance(got, looking.Opened)]
            found = flagger.open(ident)
            assert found.head.revision == 3
            if done == ["move"]:
                assert not found.game.gameover
                assert found.game.lastmove == "g6"
                outcomes.add("move")
            else:  # the flag itself, or the late move that was refused by it
                assert len(done) <= 1
                assert "move" not in done
                assert (found.game.gameover, found.game.winner) == (True, [2])
                assert results["move"].code == "host.time-up"
                assert results["late"].code == "host.time-up"
                outcomes.add("flag")
    assert outcomes


def test_arithmetic_of_clocks() -> None:
    clocks = wound_up(Fischer(10, 2), 3)
    assert clocks.due is None
    going = clocks.turn(2, 1000)
    assert (going.due, going.at(1500)) == (11_000, (10_000, 9500, 10_000))
    assert [going.is_up(now) for now in (10_999, 11_000)] == [False, True]
    assert going.turn(3, 4000, mover=2).left == (10_000, 9000, 10_000)
    # Who has moved in a turn that took no time gets none.
    assert clocks.turn(2, 5000, mover=1).left == clocks.left
    assert going.run_out(2, 20_000) == evolve(
        going, left=(10_000, 0, 10_000), seat=None, since=20_000, flagged=2
    )
