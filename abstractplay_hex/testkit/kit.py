"""The checks there are, running them, and the report."""

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from time import perf_counter
from typing import Final

from attrs import define, field, frozen

from abstractplay_hex.errors import UnknownGameError
from abstractplay_hex.game import Game
from abstractplay_hex.info import GameInfo
from abstractplay_hex.registry import game_class
from abstractplay_hex.testkit.lab import (
    AnyGame,
    CannotPlay,
    Enough,
    Fault,
    Lab,
    NotApplicable,
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

    A game may declare a *waivable* check as not meant for it (see :data:`WAIVERS`).
    """

    name: str
    subject: str
    says: str
    contract: str
    mend: str
    run: Callable[[Lab], None]
    faults: tuple[int, ...] = ()
    waivable: bool = False


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
) -> Callable[[Callable[[Lab], None]], Callable[[Lab], None]]:
    """Register a function as a check; the first line of its docstring says what is checked."""

    def register(run: Callable[[Lab], None]) -> Callable[[Lab], None]:
        if name in _CHECKS:
            raise ValueError(f"there is a check {name!r} already")
        subject = run.__module__.rpartition(".")[2]
        says = (run.__doc__ or "").strip().split("\n")[0]
        _CHECKS[name] = Check(name, subject, says, contract, mend, run, faults, waivable)
        return run

    return register


def checks() -> tuple[Check, ...]:
    """Return all checks, by subject."""
    for subject in SUBJECTS:
        import_module(f"abstractplay_hex.testkit.{subject}")
    order = {subject: i for i, subject in enumerate(SUBJECTS)}
    return tuple(sorted(_CHECKS.values(), key=lambda c: order.get(c.subject, len(order))))


PASSED, FAULTY, NOT_APPLICABLE, WAIVED, SKIPPED, NOT_RUN = (
    "passed",
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


@define
class Report:
    """What came of all checks of one game. ``str()`` gives a table and the faults below it."""

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
        """Whether nothing is wrong, and at least one check has been run."""
        results = {outcome.result for outcome in self.outcomes}
        return not self.faults and NOT_RUN not in results and PASSED in results

    def __str__(self) -> str:
        width = max((len(o.check.name) for o in self.outcomes), default=0)
        lines = [
            f"Conformance of {self.game}, variants {[list(v) for v in self.variants]}, seed {self.seed}"
        ]
        for outcome in self.outcomes:
            if outcome.result == SKIPPED:
                continue
            why = f" ({outcome.why})" if outcome.why else ""
            lines.append(f"  {outcome.check.name:<{width}}  {outcome.result}{why}")
        lines += [f"\n{fault}" for fault in self.faults]
        counts = {
            r: sum(o.result == r for o in self.outcomes)
            for r in dict.fromkeys(o.result for o in self.outcomes)
        }
        summed = ", ".join(f"{n} {result}" for result, n in counts.items())
        lines.append(f"\n{summed}; {len(self.faults)} faults in {self.seconds:.1f} s")
        return "\n".join(lines)


def resolve(game: type[AnyGame] | str) -> type[AnyGame]:
    """Return the class that a uid, or ``package.module:Class``, names; a class is returned as it is.

    :raises ValueError: if there is none of that name, or it is no Game class.
    :raises UnknownGameError: for an unknown uid (a :class:`ValueError`, too).
    """
    if isinstance(game, str) and ":" not in game:
        try:
            return game_class(game)
        except UnknownGameError as error:
            if error.code != "game.unknown":
                raise
            # Who checks a game may name a class, too, and is often just about to install it.
            raise UnknownGameError("game.unknown-name", **error.params) from None
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
    return game


def make_lab(
    cls: type[AnyGame],
    *,
    variants: Iterable[Sequence[str]] | None = None,
    seed: int = 0,
    games: int = 2,
    plies: int = 24,
    seconds: float = 2.0,
) -> Lab:
    """Return a lab for one class; see :func:`check_game` for what the parameters mean."""
    chosen = representative(cls) if variants is None else tuple(tuple(v) for v in variants)
    return Lab(cls, chosen or ((),), seed, games, plies, seconds)


def run_check(lab: Lab, one: Check) -> Outcome:
    """Run one check; its faults are added to the lab's."""
    waived = getattr(lab.cls, WAIVERS, {})
    if one.waivable and one.name in waived:
        return Outcome(one, WAIVED, str(waived[one.name]))
    lab.begin(one.name, one.mend)
    known = len(lab.faults)
    began = perf_counter()
    result = why = ""
    try:
        one.run(lab)
    except Enough:
        pass
    except NotApplicable as error:
        result, why = NOT_APPLICABLE, str(error)
    except CannotPlay as error:
        result, why = NOT_RUN, str(error)
    except Exception as error:
        with suppress(Enough):
            lab.fault(f"{type(error).__name__} came out: {str(error)[:200]!r}{place_of(error)}")
    if len(lab.faults) > known:
        result = FAULTY
    return Outcome(one, result or PASSED, why, perf_counter() - began)


def check_game(
    game: type[AnyGame] | str,
    *,
    variants: Iterable[Sequence[str]] | None = None,
    seed: int = 0,
    games: int = 2,
    plies: int = 24,
    seconds: float = 2.0,
    only: Collection[str] | None = None,
    skip: Collection[str] = (),
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
    :param only: names of checks, or of subjects (such as ``clicks``), to run; all by default.
    :param skip: names of checks or subjects to leave out.
    :raises ValueError: for a game or a check that there is not.
    """
    cls = resolve(game)
    known = checks()
    names = {c.name for c in known} | set(SUBJECTS)
    unknown = sorted({*(only or ()), *skip} - names)
    if unknown:
        raise ValueError(f"there is no check {unknown[0]!r}; checks: {', '.join(sorted(names))}")
    lab = make_lab(cls, variants=variants, seed=seed, games=games, plies=plies, seconds=seconds)
    title = f"{cls.__module__}:{cls.__qualname__}"
    report = Report(title, lab.variants, seed)
    began = perf_counter()
    for one in known:
        picked = only is None or one.name in only or one.subject in only
        if not picked or one.name in skip or one.subject in skip:
            report.outcomes.append(Outcome(one, SKIPPED))
        else:
            report.outcomes.append(run_check(lab, one))
    report.faults = lab.faults
    report.seconds = perf_counter() - began
    return report


def here_on_path() -> None:
    """Let games be imported from the working directory, as ``python -m`` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")
