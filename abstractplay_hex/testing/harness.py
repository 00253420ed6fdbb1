"""What checks work with: games under test, stations to try things at, and where findings are told."""

import copy
import html
import inspect
import json
import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NoReturn, TypeAlias

from attrs import define, evolve, field, frozen

from abstractplay_hex.errors import HexError
from abstractplay_hex.game import Clock, Game
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import AnyRules, Setup

AnyGame: TypeAlias = Game[Any, Any]

FINDINGS_A_CHECK: Final = 3
"""A check stops after so many findings: more of the same say nothing new."""
IN_GAME: Final = "The library's Game does this for any rules: please report it."
"""Hint of checks of what no author writes."""
SAMPLE: Final = 12
"""Legal turns tried at one station."""
PICKED_FROM: Final = 800
"""Legal turns from which those are picked."""
LISTED: Final = 3000
"""Turns listed at most where a game may have more than can be."""
_NAMED: Final = 6
"""Other checks with the same cause that a finding names."""


class Enough(Exception):
    """A check has told enough findings."""


class NotApplicable(Exception):
    """A check has nothing to look at in this game; says why."""


class CannotPlay(Exception):
    """No random game could be played, so that checks have nothing to look at.

    :ivar cause: what the reason is known by, see :meth:`Harness.cause_of`.
    """

    def __init__(self, why: str, cause: str = "") -> None:
        super().__init__(why)
        self.cause = cause


class OutOfTime(BaseException):
    """A check has used up its time.

    Not an :class:`Exception`: neither checks nor games that catch those may take it for the game's.
    """


@frozen
class Finding:
    """Something that breaks the contract.

    :ivar check: name of the check that found it.
    :ivar seen: what was seen.
    :ivar hint: what to do about it.
    :ivar also: names of the other checks that the same cause stopped.
    :ivar variants: with ``seats`` and ``moves``: begin such a game and make these moves to get there.
    :ivar seed: of the random choices that led there.
    """

    check: str
    seen: str
    hint: str
    variants: tuple[str, ...] = ()
    seats: int | None = None
    seed: int = 0
    moves: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = (
            f"variants {list(self.variants)}, {self.seats} seats, seed {self.seed}, "
            f"after {list(self.moves)}"
        )
        lines = [f"{self.check}: {self.seen}", f"hint: {self.hint}", f"at: {where}"]
        if self.also:
            more = " …" if len(self.also) > _NAMED else ""
            names = ", ".join(self.also[:_NAMED])
            lines.append(f"the same in {len(self.also)} other checks: {names}{more}")
        return "\n    ".join(lines)


@frozen
class Station:
    """Where things are tried: a game that began so, after these moves."""

    setup: Setup
    seed: int
    moves: tuple[str, ...] = ()


@frozen
class Playthrough:
    """A random game that was played.

    :ivar over: whether it came to its end.
    :ivar stuck: whether it did not, and the player to move has no turn.
    """

    setup: Setup
    seed: int
    moves: tuple[str, ...]
    over: bool
    stuck: bool

    @property
    def station(self) -> Station:
        """Its end."""
        return Station(self.setup, self.seed, self.moves)


class Ticking:
    """A clock that begins at a fixed time and goes on by a minute whenever it is asked."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the next moment."""
        self.moment += timedelta(seconds=60.125)
        return self.moment


def copied(game: AnyGame) -> AnyGame:
    """Return a copy made without the game's own ``clone``, which may be what is wrong."""
    twin = object.__new__(type(game))
    for name, value in vars(game).items():
        own = isinstance(value, list | dict | set | Ticking)
        vars(twin)[name] = copy.copy(value) if own else value
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
class Harness:
    """One game under test.

    :ivar kind: the class of its games, bound to its rules.
    :ivar setups: how the games that are played begin.
    :ivar games: random games a setup.
    :ivar plies: plies of a random game at most.
    :ivar seconds: that one call may take at most.
    :ivar patience: seconds after which a check is cut short.
    :ivar found: what the check in hand has found.
    """

    kind: type[AnyGame]
    setups: tuple[Setup, ...]
    seed: int = 0
    games: int = 2
    plies: int = 24
    seconds: float = 2.0
    patience: float = inf
    check: str = ""
    hint: str = ""
    findings: list[Finding] = field(factory=list)
    found: list[Finding] = field(factory=list)
    here: Station = Station(Setup(), 0)
    _playthroughs: list[Playthrough] | None = None
    _unplayable: tuple[str, str, Station] | None = None
    _played_to: dict[Station, AnyGame] = field(factory=dict)
    _played_out: dict[tuple[Setup, int], Playthrough] = field(factory=dict)
    _until: float = inf
    _told: set[str] = field(factory=set)
    _causes: dict[str, int] = field(factory=dict)

    @property
    def rules(self) -> AnyRules:
        """The rules under test."""
        return rules_behind(self.kind)

    @property
    def info(self) -> GameInfo:
        """Metadata of the game."""
        return self.rules.info

    # ---- telling -------------------------------------------------------------------------------

    def fault(self, seen: str) -> None:
        """Tell a finding at the station looked at; ends the check once it has told enough."""
        if any(f.seen == seen for f in self.found):
            return  # the same again, at another station
        self.findings.append(self._tell(seen, self.hint))
        if len(self.found) >= FINDINGS_A_CHECK:
            raise Enough

    def raised(self, what: str, error: Exception) -> None:
        """Tell an unexpected error; one raised again at the same line is told once a check."""
        why = f"{type(error).__name__}: {str(error)[:120]}{place_of(error)}"
        cause = self.cause_of(error) or why
        if cause not in self._told:
            self._told.add(cause)
            self.fault(f"{what} raised {why}")

    def broke_off(self, seen: str, hint: str, common: str, cause: str = "") -> None:
        """Tell what stopped the check: a cause shared by several checks is told once.

        :param hint: what to do about it as long as only this check has met it.
        :param common: what to do about it once several have.
        :param cause: what makes it the same (default: what is *seen*).
        """
        at = self._causes.setdefault(cause or seen, len(self.findings))
        if at == len(self.findings):
            self.findings.append(self._tell(seen, hint))
            return
        self._tell(self.findings[at].seen, common)
        also = (*self.findings[at].also, self.check)
        self.findings[at] = evolve(self.findings[at], hint=common, also=also)

    def cause_of(self, error: BaseException) -> str:
        """Return what identifies an error from the game's own files: its type and line.

        Its message may differ each time, such as by the cell that is missing. Empty for an error from
        elsewhere: one line of a library may have many causes.
        """
        frames = traceback.extract_tb(error.__traceback__)
        files = {Path(inspect.getfile(cls)).parent for cls in (self.kind, type(self.rules))}
        own = frames and Path(frames[-1].filename).parent in files
        return f"{type(error).__name__}{place_of(error)}" if own else ""

    def _tell(self, seen: str, hint: str) -> Finding:
        at = self.here
        finding = Finding(
            self.check, seen, hint, at.setup.variants, at.setup.seats, at.seed, at.moves
        )
        self.found.append(finding)
        return finding

    def need(self, good: Any, seen: str) -> bool:
        """Tell a finding unless *good*; return whether it is."""
        if not good:
            self.fault(seen)
        return bool(good)

    def same(self, found: Any, expected: Any, what: str) -> bool:
        """Tell a finding if two values differ."""
        return self.need(found == expected, f"{what}: {shown(found)} instead of {shown(expected)}")

    @contextmanager
    def unchanged(self, game: AnyGame, what: str) -> Iterator[None]:
        """Tell a finding if *game* is not the same after the ``with`` block: *what* changed it."""
        before = snapshot(game)
        yield
        self.need(snapshot(game) == before, f"{what} changed the game")

    def plain_json(self, data: Any, what: str) -> None:
        """Tell a finding unless *data* is the same when written as JSON and read back."""
        again = json.loads(json.dumps(data, allow_nan=False))
        if again != data:
            self.fault(f"{what} is not plain JSON: {difference(again, data)}")

    def refuses(
        self, kind: type[HexError], what: str, call: Callable[..., Any], *args: Any, **options: Any
    ) -> HexError | None:
        """Tell a finding unless *call* raises that error of ours, with a code and a message."""
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
        """End the check: this game gives it nothing to look at."""
        raise NotApplicable(why)

    # ---- games ---------------------------------------------------------------------------------

    def fresh(self, setup: Setup | None = None, **options: Any) -> AnyGame:
        """Begin a game with a ticking clock; *options* are those of a game's class."""
        setup = setup or self.setups[0]
        self.here = Station(setup, self.seed)
        return self._begun(setup, **options)

    def _begun(self, setup: Setup, **options: Any) -> AnyGame:
        make: Any = self.kind
        options.setdefault("clock", Ticking())
        game: AnyGame = make(setup.variants, seats=setup.seats, **options)
        return game

    def game(self, station: Station | None = None, clock: Clock | None = None) -> AnyGame:
        """Return a new game at a station (default: the one looked at)."""
        at = station or self.here
        self.here = at
        if clock is not None:
            return self._replayed(at, clock)
        if at not in self._played_to:
            self._played_to[at] = self._replayed(at, Ticking())
        return copied(self._played_to[at])

    def _replayed(self, at: Station, clock: Clock) -> AnyGame:
        game = self._begun(at.setup, clock=clock)
        for text in at.moves:
            game.move(text)
        return game

    def begin(self, check: str, hint: str) -> None:
        """Begin a check: with games of its own, so that none is spoilt by the check before."""
        self.check, self.hint = check, hint
        self.found = []
        self._told = set()
        self._until = perf_counter() + self.patience
        self._played_to.clear()

    def hurry(self) -> None:
        """Raise :class:`OutOfTime` if the check in hand has used up its time."""
        if perf_counter() > self._until:
            raise OutOfTime

    def load(self, saved: Any, verify: bool = False) -> AnyGame:
        """Load a saved game as :func:`abstractplay_hex.load_game` does (it need not be registered)."""
        return self.kind.load_saved(saved, verify=verify, clock=Ticking())

    @property
    def playthroughs(self) -> list[Playthrough]:
        """Random games, played once."""
        if self._unplayable is not None:
            why, cause, self.here = self._unplayable
            raise CannotPlay(why, cause)
        if self._playthroughs is None:
            until, began = self._until, perf_counter()
            share = self.patience / max(len(self.setups) * self.games, 1)
            self._playthroughs = [
                self._played(setup, self.seed + n, self.plies, share)
                for setup in self.setups
                for n in range(self.games)
            ]
            self._until = until + perf_counter() - began  # all checks use them
        return self._playthroughs

    def _played(self, setup: Setup, seed: int, plies: int, seconds: float) -> Playthrough:
        """Play a random game, a shorter one of a slow game."""
        rng, began = random.Random(seed), perf_counter()
        moves: list[str] = []
        over = stuck = False
        self._until = inf  # one turn is made, however long it takes: no checks without
        try:
            game = self._begun(setup)
            while len(moves) < plies and not game.gameover:
                text = game.random_move(rng)
                if text is None:
                    stuck = True
                    break
                game.move(text)
                moves.append(text)
                self._until = began + seconds
            over = game.gameover
        except OutOfTime:
            pass
        except Exception as error:
            why = f"a random game broke off: {shown(error)}{place_of(error)}"
            self.here = Station(setup, seed, tuple(moves))
            cause = self.cause_of(error)
            self._unplayable = why, cause, self.here
            raise CannotPlay(why, cause) from error
        return Playthrough(setup, seed, tuple(moves), over, stuck)

    def played_out(self, setup: Setup, seed: int) -> Playthrough:
        """Return a random game played to its end, or for :data:`MOST_PLIES`; played once."""
        if (setup, seed) not in self._played_out:
            until = self._until
            left = max(until - perf_counter(), 0.0)
            self._played_out[setup, seed] = self._played(setup, seed, MOST_PLIES, left)
            self._until = until
        played = self._played_out[setup, seed]
        self.here = played.station
        return played

    def stations(self, few: bool = False) -> Iterator[Station]:
        """Yield stations of the random games where play goes on: the start, early, amid, late.

        :param few: one amid each setup, and its start.
        """
        seen: set[tuple[Setup, tuple[str, ...]]] = set()
        for played in self.playthroughs:
            last = len(played.moves) - 1 if played.over else len(played.moves)
            if few and played.seed != self.seed:
                continue
            for n in (0, last // 2) if few else _PLACES[played.seed != self.seed](last):
                moves = played.moves[: max(min(n, last), 0)]
                if (played.setup, moves) not in seen:
                    seen.add((played.setup, moves))
                    self.here = Station(played.setup, played.seed, moves)
                    yield self.here

    def under_way(self, few: bool = False) -> Iterator[AnyGame]:
        """Yield a game at each of the :meth:`stations`, which is then ``here``."""
        for station in self.stations(few):
            yield self.game(station)

    def positions(self, few: bool = False) -> Iterator[Any]:
        """Yield the position at each of the :meth:`stations`."""
        for game in self.under_way(few):
            yield game.looked_at.position

    def ended(self, few: bool = False) -> Iterator[tuple[Station, AnyGame]]:
        """Yield games that are over: by play where a random game got there, else by word."""
        for played in self.playthroughs:
            if few and played.seed != self.seed:
                continue
            game = self.game(played.station)
            if not played.over:
                game.resign(1 + played.seed % game.numplayers)
            yield played.station, game

    def ended_by_word(self, player: int) -> Iterator[tuple[str, AnyGame]]:
        """Yield games ended by each word at a few stations, by *player* where one is named."""
        for station in self.stations(few=True):
            for word, ending in ENDINGS.items():
                game = self.game(station)
                end = getattr(game, word)
                end(min(player, game.numplayers)) if ending.of_player else end()
                yield word, game

    # ---- turns ---------------------------------------------------------------------------------

    @property
    def listable(self) -> bool:
        """Whether ``moves()`` can be called: a game flagged ``no-moves`` may have too many turns."""
        return "no-moves" not in self.info.flags

    def legal(self, game: AnyGame, most: int = SAMPLE) -> list[str]:
        """Return some legal turns, picked at random from the first :data:`PICKED_FROM`."""
        return self.some(islice(game.iter_moves(), PICKED_FROM), most)

    def legal_turns(self, position: Any, most: int = SAMPLE) -> list[Any]:
        """Return some legal turns at a position, as values."""
        return self.some(islice(self.rules.legal_turns(position), PICKED_FROM), most)

    def some(self, items: Any, most: int) -> list[Any]:
        """Return all *items*, or *most* of them picked at random."""
        listed = list(items)
        return listed if len(listed) <= most else random.Random(self.seed).sample(listed, most)

    def a_turn(self, game: AnyGame) -> str:
        """Return a legal turn at random."""
        text = game.random_move(random.Random(self.seed + len(game.stack)))
        if text is None:
            self.not_applicable("the player to move has no turn")
        return text

    def near_turns(self, game: AnyGame, most: int = 6) -> list[str]:
        """Return texts that are nearly legal turns: cut off, lengthened, doubled, mixed up."""
        out: dict[str, None] = {}
        for text in self.legal(game, most):
            cuts = [text[:i] for i in range(1, min(len(text), 24))]
            signs = ("0", "1", "9", "-", ",", ";", "=", "x", "a1", ",a1")
            more = [f"{text}{sign}" for sign in signs]
            odd = [text * 2, text[::-1], text[1:], f"x{text}", f"{text},{text}", f"{text}-{text}"]
            digits = [text.translate(str.maketrans("123456789", "234567891"))]
            out.update(dict.fromkeys([text, *cuts, *more, *odd, *digits]))
        return list(out)


MOST_PLIES: Final = 100
"""Plies of a random game that is played to its end, at most."""

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


def rules_behind(kind: type[AnyGame]) -> AnyRules:
    """Return the rules that a game's own class is bound to."""
    rules = kind.bound_to
    if rules is None:
        raise ValueError(f"{kind!r} is bound to no rules")
    return rules


def representative(rules: AnyRules) -> tuple[Setup, ...]:
    """Return setups to play: no variants, each group's first and last, each other one; all seats.

    A variant that cannot be played alone is combined with the last of the groups.
    """
    groups: dict[str, list[str]] = {}
    single: list[str] = []
    for variant in rules.info.variants:
        if variant.uid.startswith("#"):
            continue
        if variant.group is None:
            single.append(variant.uid)
        else:
            groups.setdefault(variant.group, []).append(variant.uid)
    picked = [uid for group in groups.values() for uid in dict.fromkeys((group[0], group[-1]))]
    last = [group[-1] for group in groups.values()]
    tries: list[list[tuple[str, ...]]] = [[()], *[[(u,), (*last, u)] for u in (*picked, *single)]]
    found = [
        next(filter(None, (_setup(rules, tuple(dict.fromkeys(c))) for c in candidates)), None)
        for candidates in tries
    ]
    return with_all_seats(rules, tuple(dict.fromkeys(filter(None, found))))


def with_all_seats(rules: AnyRules, setups: tuple[Setup, ...]) -> tuple[Setup, ...]:
    """Add a setup for each number of seats that *setups* do not have yet."""
    out = list(setups)
    for seats in rules.info.playercounts:
        if all(setup.seats != seats for setup in out):
            others = (_setup(rules, setup.variants, seats) for setup in setups)
            out += islice(filter(None, others), 1)
    return tuple(out)


def _setup(rules: AnyRules, variants: tuple[str, ...], seats: int | None = None) -> Setup | None:
    try:
        return rules.setup(variants, seats)
    except HexError:
        return None
