"""Checks that the same calls give the same game: random generators, clocks, other processes, time."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta, timezone
from types import FrameType
from typing import Any, Final

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.harness import Harness, Playthrough
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.life import GIVEN_OUT
from abstractplay_hex.testing.looking import AnyGame, Ticking, ask
from abstractplay_hex.testing.telling import OutOfTime, Station

_HIDDEN: Final = random.random.__self__  # type: ignore[attr-defined]
"""The generator behind ``random.random()`` and the like."""
_RANDOM_CODES: Final = {
    member.__code__: name
    for name, member in vars(random.Random).items()
    if hasattr(member, "__code__")
}
_CLOCKS: Final = {"now", "utcnow", "today"}
_TIMES: Final = {"time", "time_ns", "localtime", "gmtime"}


class Watch:
    """Sees each use of the system's clock and of generators without a seed, however imported."""

    def __init__(self) -> None:
        self.clock: dict[str, None] = {}
        self.random: dict[str, None] = {}

    def __enter__(self) -> "Watch":
        self._before = sys.getprofile()
        sys.setprofile(self._see)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _see(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call":
            owner, name = getattr(arg, "__self__", None), getattr(arg, "__name__", "")
            if owner is _HIDDEN:
                self.random[_place(f"random.{name}", frame)] = None
            elif owner is time and name in _TIMES:
                self.clock[_place(f"time.{name}", frame)] = None
            elif name in _CLOCKS and isinstance(owner, type) and issubclass(owner, date):
                self.clock[_place(f"{owner.__name__}.{name}", frame)] = None
            elif name == "urandom":
                self.random[_place("os.urandom", frame)] = None
        elif event == "call" and frame.f_code in _RANDOM_CODES and frame.f_back is not None:
            name = _RANDOM_CODES[frame.f_code]
            generator = frame.f_locals.get("self")
            if generator is _HIDDEN or isinstance(generator, random.SystemRandom):
                self.random[_place(f"random.{name}", frame.f_back)] = None
            elif name == "seed" and frame.f_locals.get("a") is None:
                self.random[_place("a generator without a seed", frame.f_back)] = None


def _place(what: str, frame: FrameType) -> str:
    code = frame.f_code
    return f"{what} in {code.co_name} ({code.co_filename}:{frame.f_lineno})"


def _use(h: Harness, game: AnyGame) -> None:
    """Call whatever a host calls."""
    rng = random.Random(h.seed)
    for _ in range(6):
        text = game.random_move(rng)
        if text is None:
            break
        game.validate_move(text)
        game.handle_click("", 1, 1)
        next(game.iter_moves(), None)
        game.move(text, partial=game.validate_move(text).can_render)
        game.render()
        game.move(text)
        if game.gameover:
            break
        game.render(1)
        game.player_score(1)
        for name in GIVEN_OUT:
            ask(game, name)
        game.same_move(text, text)
    if not game.gameover:
        game.resign(1)
    game.record([f"Player {n}" for n in range(game.numplayers)])
    h.load(game.serialize()).position()


def _watched(h: Harness) -> Watch:
    watch = Watch()
    for _ in h.begun():
        _use(h, h.fresh())  # what is imported late is, before somebody watches
        with watch:
            _use(h, h.fresh())
    return watch


@check(
    "Playing: randomMove() — injectable generator",
    "Draw only from the generator given, and from lists in a fixed order, never from sets of texts.",
    few=True,
)
def random_move_seeded(h: Harness, game: AnyGame) -> None:
    """random_move() gives the same turn for the same seed, and different ones for different seeds."""
    twin = h.game(clock=Ticking())
    with h.unchanged(game, "random_move()"):
        given, again = ([g.random_move(random.Random(n)) for n in range(10)] for g in (game, twin))
        h.need(given == again, "random_move() gives another turn for the same seed")
        if len(h.legal(game, 20)) > 10:
            h.need(len(set(given)) > 1, "random_move() gives the same turn for 10 seeds")
    some = game.random_move() is not None or given[0] is None
    h.need(some, "random_move() without a generator gives None")


@check(
    "Playing: randomMove(); Life: clock — the same calls give the same game",
    "Let everything depend on the position alone: no counters or globals.",
)
def same_seed_same_game(h: Harness, played: Playthrough) -> None:
    """The same moves and clock give the same saved game, byte for byte."""
    one, other = (h.game(clock=Ticking()).serialize() for _ in (1, 2))
    h.need(one == other, "the same game played twice is saved differently")


@check(
    "Life: GameFactory — games are independent",
    "Keep nothing in the rules object or the module: positions say everything.",
    faults=(7,),
    few=True,
)
def games_apart(h: Harness, played: Playthrough) -> None:
    """Games played in turns do not touch each other."""
    expected = h.game(clock=Ticking()).serialize()
    one, others = h.fresh(), [h.fresh(setup) for setup in h.setups]
    rng = random.Random(played.seed + 1)
    for text in played.moves:
        one.move(text)
        for other in others:
            turn = None if other.gameover else other.random_move(rng)
            if turn is not None:
                other.move(turn)
    same = one.serialize() == expected
    h.need(same, "a game is saved differently when others are played meanwhile")


@check(
    "Playing: randomMove() — injectable generator",
    "Use only the generator that random_turn is given.",
)
def no_global_random(h: Harness) -> None:
    """No call uses the global random generator, or one without a seed."""
    state = random.getstate()
    watch = _watched(h)
    for place in watch.random:
        h.fault(f"{place} is used")
    h.need(random.getstate() == state, "the global random generator was used")


@check(
    "Life: timestamps come from an injectable clock",
    "Rules need no time: leave it to the game's clock.",
)
def no_system_clock(h: Harness) -> None:
    """No call asks the system for the time when the game has a clock."""
    for place in _watched(h).clock:
        h.fault(f"{place} is used")


@check("Life: timestamps come from an injectable clock")
def clock_once_a_ply(h: Harness, setup: Setup) -> None:
    """The clock is asked once for each ply, which has the time it gave."""
    asked: list[datetime] = []

    def clock() -> datetime:
        zone = timezone(timedelta(hours=2))
        asked.append(datetime(2026, 3, 1, 12, 0, len(asked), 7999, tzinfo=zone))
        return asked[-1]

    game = h.fresh(clock=clock)
    for n in range(4):
        turn = game.random_move(random.Random(n))
        if turn is None or game.gameover:
            break
        game.validate_move(turn)
        game.handle_click("", 0, 0)
        game.render()
        game.move(turn)
    if not game.gameover:
        game.draw()
    utc = (moment.astimezone(UTC).replace(tzinfo=None) for moment in asked)
    expected = [moment.isoformat(timespec="milliseconds") + "Z" for moment in utc]
    h.same([ply.timestamp for ply in game.stack], expected, "timestamps")
    h.same(game.serialize(), game.serialize(), "serialize() once more")
    h.same(len(asked), len(game.stack), "how often the clock was asked")


@check("Life: timestamps are in UTC", of_errors=True)
def clock_needs_zone(h: Harness) -> None:
    """A clock that gives times without a zone, or no times, is refused."""
    for moment in (datetime(2026, 1, 1), None, 5, "2026-01-01"):
        what = f"a clock that gives {moment!r}"
        h.refuses(ArgumentError, what, h.fresh, clock=lambda m=moment: m)


_SCRIPT: Final = """
import sys, random
from functools import reduce
from importlib import import_module
from abstractplay_hex.game import class_of
from abstractplay_hex.registry import rules_of
from abstractplay_hex.testing.harness import Ticking
module, name, variants, seats, seed, plies = sys.argv[1:]
kind = class_of(rules_of(reduce(getattr, name.split("."), import_module(module))))
game = kind(variants.split(",") if variants else [], seats=int(seats), clock=Ticking())
rng = random.Random(int(seed))
for _ in range(int(plies)):
    text = None if game.gameover else game.random_move(rng)
    if text is None:
        break
    game.move(text)
print(game.serialize(), list(zip(range(50), game.iter_moves())), game.render())
"""


@check(
    "Playing: randomMove(), moves() — a replay on another server gives the same",
    "Never iterate over a set of texts, or order by id() or hash(): sort, or use a dict or list.",
)
def same_in_other_processes(h: Harness) -> None:
    """Processes with different hash seeds play the same game."""
    cls, setup = type(h.rules), h.setups[-1]
    if "<" in cls.__qualname__ or cls.__module__ == "__main__":
        h.not_applicable("the class cannot be imported by another process")
    h.here = Station(setup, h.seed)
    given = [",".join(setup.variants), setup.seats, h.seed, min(h.plies, 12)]
    command = [sys.executable, "-c", _SCRIPT, cls.__module__, cls.__qualname__, *map(str, given)]
    path = os.pathsep.join(p or "." for p in sys.path)
    environments = [{**os.environ, "PYTHONHASHSEED": n, "PYTHONPATH": path} for n in ("1", "2")]
    answers = _answers([(command, e) for e in environments], h.patience)
    for done in answers:
        if done.returncode:
            last = done.stderr.strip().rpartition("\n")[2]
            h.not_applicable(f"another process cannot play it: {last[:120]}")
    same = answers[0].stdout == answers[1].stdout
    h.need(same, "processes with other hashes of texts play, list or draw it differently")


def _answers(
    commands: list[tuple[list[str], dict[str, str]]], seconds: float
) -> list[subprocess.CompletedProcess[str]]:
    """Run commands at the same time; return what came of them. None is left running."""

    def run(command: tuple[list[str], dict[str, str]]) -> subprocess.CompletedProcess[str]:
        words, environment = command
        how: Any = {"capture_output": True, "encoding": "utf-8", "errors": "replace"}
        return subprocess.run(words, env=environment, timeout=min(seconds, 300), **how)

    with ThreadPoolExecutor() as pool:
        try:
            return list(pool.map(run, commands))
        except subprocess.TimeoutExpired:
            raise OutOfTime from None


@check(
    "Playing, Showing — a host answers at once",
    "Profile the call named, or pass a larger seconds=… if it is meant to take so long.",
)
def time_bounded(h: Harness, game: AnyGame) -> None:
    """No call takes longer than the parameter seconds allows."""
    turn, text = h.a_turn(game), game.serialize()
    calls: dict[str, Callable[[], Any]] = {
        f"validate_move({turn!r})": lambda: game.validate_move(turn),
        f"move({turn!r})": lambda: game.clone().move(turn),
        f"same_move({turn!r})": lambda: game.same_move(turn, turn),
        "handle_click('', 1, 1)": lambda: game.handle_click("", 1, 1),
        "next(iter_moves())": lambda: next(game.iter_moves(), None),
        "loading": lambda: h.load(text).position(),
    }
    listing = ["moves"] if h.listable else []
    for name in ("random_move", "render", "serialize", "chat_log", "clone", *listing):
        calls[f"{name}()"] = getattr(game, name)
    for what, call in calls.items():
        if _seconds(call) > h.seconds and (again := _seconds(call)) > h.seconds:
            h.fault(f"{what} takes {again:.2f} s; it may take {h.seconds} s")


def _seconds(call: Callable[[], Any]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
