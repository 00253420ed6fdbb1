"""Where checks tell what they find: findings, each with how to get there, and what stops a check."""

import inspect
import json
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NoReturn

from attrs import define, evolve, field, frozen

from abstractplay_hex.errors import HexError
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import AnyRules, Setup
from abstractplay_hex.testing.looking import (
    AnyGame,
    difference,
    place_of,
    refusal,
    shown,
    snapshot,
)

FINDINGS_A_CHECK: Final = 3
"""A check stops after so many findings: more of the same say nothing new."""
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

    def at(self, ply: int) -> "Station":
        """Return the same game at an earlier ply (counted from the end if negative)."""
        return Station(self.setup, self.seed, self.moves[:ply])


@define
class Telling:
    """One game under test, and what the check in hand has found in it.

    :ivar kind: the class of its games, bound to its rules.
    :ivar patience: seconds after which a check is cut short.
    :ivar found: what the check in hand has found.
    :ivar looked: whether it has met what it is about, see :func:`abstractplay_hex.testing.kit.check`.
    :ivar here: the station it looks at.
    """

    kind: type[AnyGame]
    patience: float = field(default=inf, kw_only=True)
    check: str = field(default="", init=False)
    hint: str = field(default="", init=False)
    findings: list[Finding] = field(factory=list, init=False)
    found: list[Finding] = field(factory=list, init=False)
    looked: bool = field(default=False, init=False)
    here: Station = field(default=Station(Setup(), 0), init=False)
    _until: float = field(default=inf, init=False)
    _told: set[str] = field(factory=set, init=False)
    _causes: dict[str, int] = field(factory=dict, init=False)

    @property
    def rules(self) -> AnyRules:
        """The rules under test."""
        return rules_behind(self.kind)

    @property
    def info(self) -> GameInfo:
        """Metadata of the game."""
        return self.rules.info

    def hurry(self) -> None:
        """Raise :class:`OutOfTime` if the check in hand has used up its time."""
        if perf_counter() > self._until:
            raise OutOfTime

    def not_applicable(self, why: str) -> NoReturn:
        """End the check: this game gives it nothing to look at."""
        raise NotApplicable(why)

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
        at, setup = self.here, self.here.setup
        finding = Finding(self.check, seen, hint, setup.variants, setup.seats, at.seed, at.moves)
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

    def accepts(self, what: str, call: Callable[..., Any], *args: Any, **options: Any) -> bool:
        """Tell a finding if *call* raises an error of ours; return whether it does not."""
        error = refusal(call, *args, **options)
        return self.need(error is None, f"{what}: {error}")

    def survives(self, what: str, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Call; tell a finding for any error but ours. Return what the call returns, or its error."""
        try:
            return call(*args, **options)
        except HexError as error:
            return error
        except Exception as error:
            self.raised(what, error)
            return error


def rules_behind(kind: type[AnyGame]) -> AnyRules:
    """Return the rules that a game's own class is bound to."""
    rules = kind.bound_to
    if rules is None:
        raise ValueError(f"{kind!r} is bound to no rules")
    return rules
