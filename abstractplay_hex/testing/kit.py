"""The checks there are, running them, and the report."""

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import import_module
from time import perf_counter
from typing import Final

from attrs import define, field, frozen

from abstractplay_hex.errors import StateError, UnknownGameError
from abstractplay_hex.game import Game
from abstractplay_hex.registry import game_class, uids
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.testing.hooks import WrongReturn, watched
from abstractplay_hex.testing.lab import (
    AnyGame,
    CannotPlay,
    Enough,
    Fault,
    Lab,
    NotApplicable,
    OutOfTime,
    place_of,
    representative,
)

SUBJECTS: Final = (
    "metadata",
    "life",
    "playing",
    "texts",
    "clicks",
    "showing",
    "telling",
    "saving",
    "endings",
    "determinism",
    "geometry",
)
"""Modules of this package that hold the checks, in the order they are run."""


@frozen
class Check:
    """One check. ``contract`` names the row of the host contract, and ``faults`` those of the
    fourteen faults at its end (by number), that the check stems from.

    A game may declare a *waivable* check as not meant for it (see :data:`WAIVERS`). A check
    *of errors* looks at which exceptions come out of the game: one that does is what it is about.
    """

    name: str
    subject: str
    says: str
    contract: str
    mend: str
    run: Callable[[Lab], None]
    faults: tuple[int, ...] = ()
    waivable: bool = False
    of_errors: bool = False


PATIENCE: Final = 10.0
"""Seconds after which a check is cut short, if nothing else is said."""
WAIVERS: Final = "conformance_waivers"
"""Class attribute by which a game declares checks that are not meant for it: ``{check: why}``."""

_CHECKS: dict[str, Check] = {}


def check(
    name: str,
    *,
    contract: str,
    mend: str,
    faults: tuple[int, ...] = (),
    waivable: bool = False,
    of_errors: bool = False,
) -> Callable[[Callable[[Lab], None]], Callable[[Lab], None]]:
    """Register a function as a check; the first line of its docstring says what is checked."""

    def register(run: Callable[[Lab], None]) -> Callable[[Lab], None]:
        if name in _CHECKS:
            raise ValueError(f"there is a check {name!r} already")
        subject = run.__module__.rpartition(".")[2]
        says = (run.__doc__ or "").strip().split("\n")[0]
        _CHECKS[name] = Check(name, subject, says, contract, mend, run, faults, waivable, of_errors)
        return run

    return register


def checks() -> tuple[Check, ...]:
    """Return all checks, by subject."""
    for subject in SUBJECTS:
        import_module(f"abstractplay_hex.testing.{subject}")
    order = {subject: i for i, subject in enumerate(SUBJECTS)}
    return tuple(sorted(_CHECKS.values(), key=lambda c: order.get(c.subject, len(order))))


PASSED, CUT_SHORT, FAULTY, NOT_APPLICABLE, WAIVED, SKIPPED, NOT_RUN = (
    "passed",
    "no fault as far as it got",
    "FAULTS",
    "not applicable",
    "waived by the game",
    "skipped",
    "could not run",
)


@frozen
class Outcome:
    """What came of one check: :data:`PASSED` …, and why."""

    check: Check
    result: str
    why: str = ""
    seconds: float = 0.0
    faults: tuple[Fault, ...] = ()


@define
class Report:
    """What came of all checks of one game. ``str()`` gives a table and the faults below it.

    What keeps several checks from their end is one of ``faults``, and one of each check's outcome.
    """

    game: str
    variants: tuple[tuple[str, ...], ...]
    seed: int
    outcomes: list[Outcome] = field(factory=list)
    faults: list[Fault] = field(factory=list)
    seconds: float = 0.0

    @property
    def checks(self) -> tuple[Check, ...]:
        """All checks, those that were not run, too."""
        return tuple(outcome.check for outcome in self.outcomes)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and at least one check has been run to its end."""
        results = {outcome.result for outcome in self.outcomes}
        return not self.faults and NOT_RUN not in results and PASSED in results

    def __str__(self) -> str:
        parts = [self._heading()]
        told: set[str] = set()
        for outcome in self.outcomes:
            if outcome.result != SKIPPED:
                parts += [_begun(outcome.check), _ended(outcome, told)]
        return "".join([*parts, self._end()])

    def _heading(self) -> str:
        variants = [list(v) for v in self.variants]
        return f"Conformance of {self.game}, variants {variants}, seed {self.seed}\n"

    def _end(self) -> str:
        lines = [f"\n{fault}" for fault in self.faults]
        counts = {
            r: sum(o.result == r for o in self.outcomes)
            for r in dict.fromkeys(o.result for o in self.outcomes)
        }
        summed = ", ".join(f"{n} {result}" for result, n in counts.items())
        lines.append(f"\n{summed}; {len(self.faults)} faults in {self.seconds:.1f} s")
        return "\n".join(lines)


def _begun(one: Check) -> str:
    """Return the beginning of a check's line in the table, which its outcome ends."""
    return f"  {one.name:<{max(map(len, _CHECKS))}}  "


def _ended(outcome: Outcome, told: set[str]) -> str:
    why = outcome.why
    if why in told:
        why = "as above"
    elif outcome.result == NOT_RUN:
        told.add(why)
    return f"{outcome.result} ({why})\n" if why else f"{outcome.result}\n"


def resolve(game: type[AnyGame] | str) -> type[AnyGame]:
    """Return the class that a uid, or ``package.module:Class``, names; a class is returned as it is.

    :raises ValueError: if there is none of that name, or it is no Game class.
    :raises UnknownGameError: for an unknown uid (a :class:`ValueError`, too).
    """
    if isinstance(game, str) and ":" not in game:
        if game not in uids():
            # Who checks a game may name a class, too, and is often just about to install it.
            known = ", ".join(uids())
            raise UnknownGameError("game.unknown-name", uid=repr(game)[:60], known=known)
        return game_class(game)
    if isinstance(game, str):
        module, _, name = game.partition(":")
        try:
            found = import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
        except (Exception, SystemExit) as error:  # anything may happen when it is imported
            why = f"{type(error).__name__}: {error}{place_of(error)}"
            raise ValueError(f"{game} cannot be imported: {why}") from error
        game = found  # type: ignore[assignment]
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise ValueError(f"{game!r} is no class derived from abstractplay_hex.Game")
    if not isinstance(getattr(game, "info", None), GameInfo):
        raise ValueError(f"{game!r} has no class attribute info that is a GameInfo")
    if game.__abstractmethods__:
        left = ", ".join(sorted(game.__abstractmethods__))
        raise ValueError(f"{game!r} does not define {left}")
    return game


def make_lab(
    cls: type[AnyGame],
    *,
    variants: Iterable[Sequence[str]] | None = None,
    seed: int = 0,
    games: int = 2,
    plies: int = 24,
    seconds: float = 2.0,
    patience: float = PATIENCE,
) -> Lab:
    """Return a lab for one class; see :func:`check_game` for what the parameters mean."""
    chosen = representative(cls) if variants is None else tuple(tuple(v) for v in variants)
    return Lab(cls, chosen or ((),), seed, games, plies, seconds, patience)


def run_check(lab: Lab, one: Check) -> Outcome:
    """Run one check; its faults are added to the lab's."""
    waived = getattr(lab.cls, WAIVERS, {})
    if one.waivable and one.name in waived:
        return Outcome(one, WAIVED, str(waived[one.name]))
    lab.begin(one.name, one.mend)
    began = perf_counter()
    result = why = ""
    try:
        with watched(lab.cls, lab.hurry):
            one.run(lab)
    except Enough:
        pass
    except NotApplicable as error:
        result, why = NOT_APPLICABLE, str(error)
    except OutOfTime:
        result, why = CUT_SHORT, f"cut short after {lab.patience:g} s"
    except CannotPlay as error:
        result, why = NOT_RUN, str(error)
        lab.broke_off(why, _MEND_PLAY, _MEND_PLAY, error.cause)
    except WrongReturn as error:
        lab.broke_off(str(error), _MEND_RETURN, _MEND_RETURN)
    except (
        Exception,
        SystemExit,
    ) as error:  # a game that ends the program would end the check, too
        seen = f"{type(error).__name__} came out: {str(error)[:200]!r}{place_of(error)}"
        first = _MEND_SAVED if isinstance(error, StateError) else _MEND_FIRST
        lab.broke_off(seen, one.mend if one.of_errors else first, first, lab.cause_of(error))
    if lab.found and result != NOT_RUN:
        result, why = FAULTY, ""
    return Outcome(one, result or PASSED, why, perf_counter() - began, tuple(lab.found))


_MEND_FIRST: Final = "Mend this first: it keeps checks from looking at what they are about."
_MEND_PLAY: Final = (
    "Mend this first: random_move() must give a legal turn, and move() must make it."
)
_MEND_RETURN: Final = (
    "Mend this first: return what the method's description in abstractplay_hex.Game says."
)
_MEND_SAVED: Final = (
    "Mend this first: state_type, state_hooks and _load_position must read all that _save_position "
    "writes."
)
"""What to do about what keeps a check from its end: its own advice is about something else."""


def check_game(
    game: type[AnyGame] | str,
    *,
    variants: Iterable[Sequence[str]] | None = None,
    seed: int = 0,
    games: int = 2,
    plies: int = 24,
    seconds: float = 2.0,
    patience: float = PATIENCE,
    only: Collection[str] | None = None,
    skip: Collection[str] = (),
    tell: Callable[[str], object] | None = None,
) -> Report:
    """Check a game against the host contract, line by line, and report all faults found.

    :param game: a class derived from :class:`abstractplay_hex.Game`, a registered uid, or
        ``package.module:Class``.
    :param variants: combinations to play; by default none, the first and the last of each group, and
        each variant that is in no group.
    :param seed: of all random choices: the same seed finds the same faults.
    :param games: random games for each combination.
    :param plies: of each random game, at most.
    :param seconds: that any single call may take.
    :param patience: seconds after which a check is cut short, so that a slow game ends, too: it then
        has seen less. A call that does not return is waited for.
    :param only: names of checks, or of subjects (such as ``clicks``), to run; all by default.
    :param skip: names of checks or subjects to leave out.
    :param tell: is given the text of the report piece by piece, as it comes to be.
    :raises ValueError: for a game or a check that there is not, or a game with methods not written.
    """
    cls = resolve(game)
    known = checks()
    names = {c.name for c in known} | set(SUBJECTS)
    unknown = sorted({*(only or ()), *skip} - names)
    if unknown:
        raise ValueError(f"there is no check {unknown[0]!r}; checks: {', '.join(sorted(names))}")
    lab = make_lab(
        cls,
        variants=variants,
        seed=seed,
        games=games,
        plies=plies,
        seconds=seconds,
        patience=patience,
    )
    title = f"{cls.__module__}:{cls.__qualname__}"
    report = Report(title, lab.variants, seed)
    began = perf_counter()
    write = tell or str
    write(report._heading())
    told: set[str] = set()
    for one in known:
        picked = only is None or one.name in only or one.subject in only
        if not picked or one.name in skip or one.subject in skip:
            report.outcomes.append(Outcome(one, SKIPPED))
        else:
            write(_begun(one))
            report.outcomes.append(run_check(lab, one))
            write(_ended(report.outcomes[-1], told))
    report.faults = lab.faults
    report.seconds = perf_counter() - began
    write(f"{report._end()}\n")
    return report


def here_on_path() -> None:
    """Let games be imported from the working directory, as ``python -m`` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")
