"""What checks work with: games under test, places to try things at, and where faults are told."""

import copy
import html
import inspect
import json
import random
import traceback
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NoReturn, TypeAlias

from attrs import define, evolve, field, frozen

from abstractplay_hex.errors import HexError, VariantError
from abstractplay_hex.game import Clock, Game
from abstractplay_hex.registry import resume

AnyGame: TypeAlias = Game[Any, Any]

FAULTS_A_CHECK: Final = 3
"""A check stops after so many faults: more of the same say nothing new."""
SAMPLE: Final = 12
"""Legal turns tried at one place."""
PICKED_FROM: Final = 800
"""Legal turns from which those are picked."""
_NAMED: Final = 6
"""Other checks with the same fault that are named."""
LISTED: Final = 3000
"""Turns that are listed at most where a game may have more than can be."""


class Enough(Exception):
    """A check has told enough faults."""


class NotApplicable(Exception):
    """A check has nothing to look at in this game; says why."""


class CannotPlay(Exception):
    """No random game could be played, so that checks have nothing to look at.

    :ivar cause: what the reason is known by, see :meth:`Lab.cause_of`.
    """

    def __init__(self, why: str, cause: str = "") -> None:
        super().__init__(why)
        self.cause = cause


class OutOfTime(BaseException):
    """A check has had its time.

    No :class:`Exception`: checks, and games, that catch those must not take it for one of the game's.
    """


@frozen
class Fault:
    """Something that is against the contract.

    :ivar check: name of the check that found it.
    :ivar seen: what was seen.
    :ivar mend: what to do about it.
    :ivar also: names of the other checks that the same kept from their end.
    :ivar variants: and ``moves``: begin a game so and make these moves to be where it was seen.
    :ivar seed: of the random choices that led there.
    """

    check: str
    seen: str
    mend: str
    variants: tuple[str, ...] = ()
    seed: int = 0
    moves: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"variants {list(self.variants)}, seed {self.seed}, after {list(self.moves)}"
        lines = [f"{self.check}: {self.seen}", f"mend: {self.mend}", f"at: {where}"]
        if self.also:
            more = " …" if len(self.also) > _NAMED else ""
            names = ", ".join(self.also[:_NAMED])
            lines.append(f"the same in {len(self.also)} other checks: {names}{more}")
        return "\n    ".join(lines)


@frozen
class Station:
    """A place to try things at: a game of these variants after these moves."""

    variants: tuple[str, ...]
    seed: int
    moves: tuple[str, ...]


@frozen
class Line:
    """A random game that was played; ``over`` says that it has come to its end."""

    variants: tuple[str, ...]
    seed: int
    moves: tuple[str, ...]
    over: bool


class Ticking:
    """A clock that begins at a fixed time and goes on by a minute whenever it is asked."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the next moment."""
        self.moment += timedelta(seconds=60.125)
        return self.moment


def ticking() -> Clock:
    """Return a new clock that ticks."""
    return Ticking()


def copied(game: AnyGame) -> AnyGame:
    """Return a copy made without the game's own ``clone``, which may be what is wrong."""
    twin = copy.copy(game)
    for name, value in vars(game).items():
        if isinstance(value, list | dict | set | Ticking):
            setattr(twin, name, copy.copy(value))
    return twin


def plain(value: Any) -> str:
    """Write JSON data as text, keys in order, to compare it."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def snapshot(game: AnyGame) -> tuple[Any, ...]:
    """Return all that a host can see of a game's present, to see whether something changed it."""
    return (
        plain(game.state()),
        game.ply,
        game.currplayer,
        game.gameover,
        game.winner,
        game.lastmove,
        plain(game.render()),
    )


def spoil(value: Any) -> None:
    """Change lists and dicts throughout, to see whether the game that gave them notices."""
    if isinstance(value, dict):
        for item in value.values():
            spoil(item)
        value["spoilt"] = 1
    elif isinstance(value, list):
        for item in value:
            spoil(item)
        value.append("spoilt")


def refusal(call: Callable[..., Any], *args: Any, **options: Any) -> HexError | None:
    """Call, and return the error of ours that comes out; ``None`` if none does."""
    try:
        call(*args, **options)
    except HexError as error:
        return error
    return None


def place_of(error: BaseException) -> str:
    """Say where an error was raised, to be put behind what it says."""
    frames = traceback.extract_tb(error.__traceback__)
    return (
        f", raised in {frames[-1].filename}:{frames[-1].lineno} ({frames[-1].name})"
        if frames
        else ""
    )


def shown(value: Any, most: int = 100) -> str:
    """Show a value in a message, briefly."""
    if type(value) is int and value.bit_length() > 200:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def difference(one: Any, other: Any, path: str = "$") -> str:
    """Say where two JSON values differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            if key not in one or key not in other:
                return f"{path}.{key} is in one only"
            if one[key] != other[key]:
                return difference(one[key], other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list):
        for i, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return difference(a, b, f"{path}[{i}]")
        if len(one) != len(other):
            return f"{path} has {len(one)} items and {len(other)}"
    return f"{path} is {shown(one, 60)} and {shown(other, 60)}"


def is_markup(message: str) -> bool:
    """Whether a message could do harm as HTML."""
    return html.unescape(message) == message and ("<" in message or ">" in message)


@define
class Lab:
    """One game class under test.

    :ivar cls: the class.
    :ivar variants: the combinations that are played.
    :ivar games: random games a combination.
    :ivar plies: plies of a random game at most.
    :ivar seconds: that one call may take at most.
    :ivar patience: seconds after which a check is cut short.
    :ivar found: what the check in hand has found.
    """

    cls: type[AnyGame]
    variants: tuple[tuple[str, ...], ...]
    seed: int = 0
    games: int = 2
    plies: int = 24
    seconds: float = 2.0
    patience: float = inf
    check: str = ""
    mend: str = ""
    faults: list[Fault] = field(factory=list)
    found: list[Fault] = field(factory=list)
    here: Station = Station((), 0, ())
    _lines: list[Line] | None = None
    _unplayable: tuple[str, str, Station] | None = None
    _played_to: dict[Station, AnyGame] = field(factory=dict)
    _until: float = inf
    _told: set[str] = field(factory=set)
    _causes: dict[str, int] = field(factory=dict)

    # ---- telling -------------------------------------------------------------------------------

    def fault(self, seen: str) -> None:
        """Tell a fault at the place looked at; ends the check if it has told enough."""
        if any(f.seen == seen for f in self.found):
            return  # the same again, at another place
        self.faults.append(self._tell(seen, self.mend))
        if len(self.found) >= FAULTS_A_CHECK:
            raise Enough

    def raised(self, what: str, error: Exception) -> None:
        """Tell an error that is none of ours; one that is raised again is told once a check."""
        why = f"{type(error).__name__}: {str(error)[:120]}{place_of(error)}"
        cause = self.cause_of(error) or why
        if cause not in self._told:
            self._told.add(cause)
            self.fault(f"{what} raised {why}")

    def broke_off(self, seen: str, mend: str, common: str, cause: str = "") -> None:
        """Tell what kept the check from its end: once for all checks that it is the same for.

        :param mend: what to do about it as long as this check alone knows of it.
        :param common: what to do about it when it is the same for several.
        :param cause: what makes it the same (default: what is *seen*).
        """
        at = self._causes.setdefault(cause or seen, len(self.faults))
        if at == len(self.faults):
            self.faults.append(self._tell(seen, mend))
            return
        self._tell(self.faults[at].seen, common)
        also = (*self.faults[at].also, self.check)
        self.faults[at] = evolve(self.faults[at], mend=common, also=also)

    def cause_of(self, error: BaseException) -> str:
        """Return what an error is known by that comes from the game's own files: its type and line.

        What it says may be another thing each time, such as the cell that is missing. Nothing for an
        error from elsewhere: one line of a library may have many causes.
        """
        frames = traceback.extract_tb(error.__traceback__)
        own = frames and Path(frames[-1].filename).parent == Path(inspect.getfile(self.cls)).parent
        return f"{type(error).__name__}{place_of(error)}" if own else ""

    def _tell(self, seen: str, mend: str) -> Fault:
        at = self.here
        fault = Fault(self.check, seen, mend, at.variants, at.seed, at.moves)
        self.found.append(fault)
        return fault

    def need(self, good: Any, seen: str) -> bool:
        """Tell a fault unless *good*; return whether it is."""
        if not good:
            self.fault(seen)
        return bool(good)

    def same(self, found: Any, expected: Any, what: str) -> bool:
        """Tell a fault if two values differ."""
        return self.need(found == expected, f"{what}: {shown(found)} instead of {shown(expected)}")

    def refuses(
        self, kind: type[HexError], what: str, call: Callable[..., Any], *args: Any, **options: Any
    ) -> HexError | None:
        """Tell a fault unless *call* raises that error of ours, with a code and a message."""
        error = refusal(call, *args, **options)
        if error is None:
            self.fault(f"{what} raised nothing")
        elif not isinstance(error, kind):
            self.fault(f"{what} raised {type(error).__name__} instead of {kind.__name__}")
        elif not (error.code and error.message):
            self.fault(f"{what} raised an error without code or message")
        else:
            return error
        return None

    def not_applicable(self, why: str) -> NoReturn:
        """End the check: this game has nothing for it to look at."""
        raise NotApplicable(why)

    # ---- games ---------------------------------------------------------------------------------

    def fresh(self, variants: Sequence[str] = (), clock: Clock | None = None) -> AnyGame:
        """Begin a game, with a clock that ticks."""
        self.here = Station(tuple(variants), self.seed, ())
        return self.cls(variants, clock=clock or ticking())

    def game(self, station: Station | None = None, clock: Clock | None = None) -> AnyGame:
        """Return a new game at a station (default: the one looked at)."""
        at = station or self.here
        self.here = at
        if clock is not None:
            return self._replayed(at, clock)
        if at not in self._played_to:
            self._played_to[at] = self._replayed(at, ticking())
        return copied(self._played_to[at])

    def _replayed(self, at: Station, clock: Clock) -> AnyGame:
        game = self.cls(at.variants, clock=clock)
        for text in at.moves:
            game.move(text)
        return game

    def begin(self, check: str, mend: str) -> None:
        """Begin a check: with games of its own, so that none is spoilt by the check before."""
        self.check, self.mend = check, mend
        self.found = []
        self._told = set()
        self._until = perf_counter() + self.patience
        self._played_to.clear()

    def hurry(self) -> None:
        """Raise :class:`OutOfTime` if the check in hand has had its time."""
        if perf_counter() > self._until:
            raise OutOfTime

    def load(self, saved: Any, clock: Clock | None = None) -> AnyGame:
        """Load a saved game as :func:`abstractplay_hex.load_game` does (the class need not be registered)."""
        return resume(self.cls, saved, clock=clock or ticking())

    @property
    def lines(self) -> list[Line]:
        """Random games, played once."""
        if self._unplayable is not None:
            why, cause, self.here = self._unplayable
            raise CannotPlay(why, cause)
        if self._lines is None:
            until, began = self._until, perf_counter()
            share = self.patience / max(len(self.variants) * self.games, 1)
            lines = []
            for variants in self.variants:
                for n in range(self.games):
                    moves: list[str] = []
                    try:
                        lines.append(self._played(variants, self.seed + n, moves, share))
                    except OutOfTime:  # a slow game: a shorter line
                        lines.append(Line(variants, self.seed + n, tuple(moves), False))
                    except Exception as error:
                        why = f"a random game broke off: {shown(error)}{place_of(error)}"
                        self.here = Station(variants, self.seed + n, tuple(moves))
                        cause = self.cause_of(error)
                        self._unplayable = why, cause, self.here
                        raise CannotPlay(why, cause) from error
            self._lines = lines
            self._until = until + perf_counter() - began  # all checks use them
        return self._lines

    def _played(
        self, variants: tuple[str, ...], seed: int, moves: list[str], seconds: float
    ) -> Line:
        """Play a random game; *moves* has those made, should it break off or have had its time."""
        rng = random.Random(seed)
        began = perf_counter()
        self._until = inf  # one turn is made, however long it takes: no checks without
        game = self.cls(variants, clock=ticking())
        while len(moves) < self.plies and not game.gameover:
            text = game.random_move(rng)
            if text is None:
                break
            game.move(text)
            moves.append(text)
            self._until = began + seconds
        return Line(variants, seed, tuple(moves), game.gameover)

    def stations(self, few: bool = False) -> Iterator[Station]:
        """Yield places of the random games where the game goes on: the start, early, amid, late.

        :param few: one amid each combination of variants, and its start.
        """
        seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
        for line in self.lines:
            last = len(line.moves) - 1 if line.over else len(line.moves)
            if few and line.seed != self.seed:
                continue
            for n in (0, last // 2) if few else _PLACES[line.seed != self.seed](last):
                moves = line.moves[: max(min(n, last), 0)]
                if (line.variants, moves) not in seen:
                    seen.add((line.variants, moves))
                    self.here = Station(line.variants, line.seed, moves)
                    yield self.here

    def ended(self, few: bool = False) -> Iterator[tuple[Station, AnyGame]]:
        """Yield games that are over: by play where a random game got there, and by word."""
        for line in self.lines:
            if few and line.seed != self.seed:
                continue
            self.here = Station(line.variants, line.seed, line.moves)
            game = self.game()
            if not line.over:
                game.resign(1 + line.seed % game.numplayers)
            yield self.here, game

    def ended_by_word(self, player: int) -> Iterator[tuple[str, AnyGame]]:
        """Yield games ended by each word at a few places, by *player* where it takes one."""
        for station in self.stations(few=True):
            for word in ("resign", "timeout", "draw", "abandoned"):
                game = self.game(station)
                end = getattr(game, word)
                end(player) if word in ("resign", "timeout") else end()
                yield word, game

    # ---- turns ---------------------------------------------------------------------------------

    @property
    def listable(self) -> bool:
        """Whether ``moves()`` can be called: a game flagged ``no-moves`` may have too many turns."""
        return "no-moves" not in self.cls.info.flags

    def legal(self, game: AnyGame, most: int = SAMPLE) -> list[str]:
        """Return some legal turns, picked at random from the first :data:`PICKED_FROM`."""
        turns = list(islice(game.iter_moves(), PICKED_FROM))
        if len(turns) <= most:
            return turns
        return random.Random(self.seed).sample(turns, most)

    def a_turn(self, game: AnyGame) -> str:
        """Return a legal turn at random."""
        text = game.random_move(random.Random(self.seed + len(game.stack)))
        if text is None:
            self.not_applicable("the players have no turn to make")
        return text

    def near_turns(self, game: AnyGame, most: int = 6) -> list[str]:
        """Return texts that are nearly legal turns: cut off, lengthened, doubled, mixed up."""
        out: dict[str, None] = {}
        for text in self.legal(game, most):
            cuts = [text[:i] for i in range(1, min(len(text), 24))]
            more = [
                f"{text}{sign}" for sign in ("0", "1", "9", "-", ",", ";", "=", "x", "a1", ",a1")
            ]
            odd = [text * 2, text[::-1], text[1:], f"x{text}", f"{text},{text}", f"{text}-{text}"]
            digits = [text.translate(str.maketrans("123456789", "234567891"))]
            out.update(dict.fromkeys([text, *cuts, *more, *odd, *digits]))
        return list(out)


_PLACES: Final[tuple[Callable[[int], tuple[int, ...]], ...]] = (
    lambda last: (0, last // 2, last),
    lambda last: (1, last),
)
"""Plies to try things at: of the first random game, and of the others."""

WORDS: Final = ("resign", "timeout", "draw", "abandoned", "resign(1)", "timeout(2)", "draw()")

TYPED: Final = "<b>zqx&9</b>"
"""Something a user might type to do harm, which no message may repeat as it is."""

ODD_TEXTS: Final[tuple[str, ...]] = (
    *WORDS,
    TYPED,
    "<script>alert(1)</script>",
    "x" * 200_000,
    "9" * 5_000,
    "a" + "1" * 4_400,
    "\0",
    "á1",
    "ａ１",
    "a\u202e1",
    "\ud800",
    "a¹",
    "a١",
    "👾",
    "{cell}",
    "{0.__class__}",
    "%s%n",
    "a",
    "1",
    "a0",
    "a01",
    "a-1",
    "zz99",
    "a1a1a1a1",
    "-",
    "--",
    ",",
    ";",
    "=",
    "x",
    "null",
    "undefined",
    "_btn_x",
    "0,0",
    "a1-" * 300,
)
"""Texts that are hardly turns of any game; some are of games whose cells are named so."""

NO_TEXTS: Final[tuple[Any, ...]] = (
    None,
    5,
    -1,
    1.5,
    True,
    b"a1",
    ["a1"],
    ("a1",),
    {"move": "a1"},
    object(),
)
"""What a host may pass by mistake instead of a text."""


def representative(cls: type[AnyGame]) -> tuple[tuple[str, ...], ...]:
    """Return combinations of variants to play: none, each group's first and last, each other one.

    A variant that cannot be played alone is combined with the last of the groups.
    """
    groups: dict[str, list[str]] = {}
    single: list[str] = []
    for variant in cls.info.variants:
        if variant.uid.startswith("#"):
            continue
        if variant.group is None:
            single.append(variant.uid)
        else:
            groups.setdefault(variant.group, []).append(variant.uid)
    picked = [uid for group in groups.values() for uid in dict.fromkeys((group[0], group[-1]))]
    last = [group[-1] for group in groups.values()]
    out: list[tuple[str, ...]] = []
    tries: list[list[tuple[str, ...]]] = [
        [()],
        *[[(uid,), (*last, uid)] for uid in picked],
        *[[(u,), (*last, u)] for u in single],
    ]
    for candidates in tries:
        for candidate in candidates:
            chosen = tuple(dict.fromkeys(candidate))
            try:
                cls.checked_variants(chosen)
            except VariantError:
                continue
            out.append(chosen)
            break
    return tuple(dict.fromkeys(out))
