"""The checks there are, running them, and the report."""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import reduce
from importlib import import_module
from inspect import signature
from time import perf_counter
from typing import Any, Final

from attrs import define, field, frozen

from abstractplay_hex.errors import StateError, UnknownGameError
from abstractplay_hex.game import Game, class_of
from abstractplay_hex.registry import get_rules, rules_of, uids
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import AnyRules, Rules
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.hooks import WrongReturn, watched
from abstractplay_hex.testing.looking import AnyGame, place_of, representative, with_all_seats
from abstractplay_hex.testing.telling import (
    CannotPlay,
    Enough,
    Finding,
    NotApplicable,
    OutOfTime,
    rules_behind,
)

SUBJECTS: Final = {
    "metadata": ("metadata",),
    "invariants": ("invariants",),
    "life": ("life",),
    "playing": ("playing",),
    "texts": ("texts",),
    "clicks": ("clicks", "clicked_turns"),
    "showing": ("showing", "legends", "setting_up"),
    "history": ("history_checks",),
    "saving": ("saving", "versions", "loading"),
    "endings": ("endings",),
    "seats": ("seats",),
    "values": ("values",),
    "images": ("images",),
    "teaching": ("teaching",),
    "determinism": ("determinism",),
    "boards": ("boards",),
}
"""Subjects in the order they are run, and the modules of this package that hold their checks."""


@frozen
class Check:
    """One check. ``contract`` names the row of the host contract, and ``faults`` those of the
    fourteen faults at its end (by number), that the check stems from.

    A game may waive a *waivable* check that is not meant for it (see :data:`WAIVERS`). A check *of
    errors* is about the exceptions that come out of the game: one that does is its finding.
    """

    name: str
    subject: str
    says: str
    contract: str
    hint: str
    run: Callable[[Harness], None]
    faults: tuple[int, ...] = ()
    waivable: bool = False
    of_errors: bool = False


PATIENCE: Final = 10.0
"""Seconds after which a check is cut short, unless told otherwise."""
IN_GAME: Final = "The library's Game does this for any rules: please report it."
WAIVERS: Final = "conformance_waivers"
"""Attribute by which rules waive checks that are not meant for the game: ``{check: why}``."""

_CHECKS: dict[str, Check] = {}
_SUBJECT_OF: Final = {module: name for name, modules in SUBJECTS.items() for module in modules}
_EACH: Final[dict[str, Callable[..., Iterable[Any]]]] = {
    "setup": Harness.begun,
    "game": Harness.under_way,
    "position": Harness.positions,
    "over": Harness.ended,
    "saved": Harness.under_way_and_ended,
    "played": Harness.played_games,
    "long": Harness.long_games,
}
"""What checks are called with, one after the other, by the name of their second parameter."""


def check(
    contract: str, hint: str = IN_GAME, *, few: bool = False, unless: str = "", **about: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function as a check of its name; the first line of its docstring says what is checked.

    A function of a harness alone is called once; one with a second parameter for each setup, game
    under way, position, game that is over, game that was played, or long game, by the parameter's name.

    :param hint: what an author can do about it; what no author writes is the library's.
    :param few: at fewer of these.
    :param unless: why the check does not apply if nothing has set ``looked`` of the harness.
    :param about: further fields of :class:`Check`.
    """

    def register(run: Callable[..., None]) -> Callable[..., None]:
        name = run.__name__.replace("_", "-")
        if name in _CHECKS:
            raise ValueError(f"there already is a check {name!r}")
        module = run.__module__.rpartition(".")[2]
        says = (run.__doc__ or "").strip().split("\n")[0]
        subject = _SUBJECT_OF.get(module, module)
        _, *each = signature(run).parameters

        def run_all(h: Harness) -> None:
            if each:
                for item in _EACH[each[0]](h, **({"few": True} if few else {})):
                    run(h, item)
            else:
                run(h)
            if unless and not h.looked:
                h.not_applicable(unless)

        _CHECKS[name] = Check(name, subject, says, contract, hint, run_all, **about)
        return run

    return register


def checks() -> tuple[Check, ...]:
    """Return all checks, by subject."""
    for module in _SUBJECT_OF:
        import_module(f"abstractplay_hex.testing.{module}")
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
class CheckResult:
    """What came of one check: :data:`PASSED` …, and why."""

    check: Check
    result: str
    why: str = ""
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()


@define
class Report:
    """What came of all checks of one game. ``str()`` gives a table, and the findings below it.

    A shared cause is reported once among ``findings``; each check it stopped has it in its result.
    """

    game: str
    variants: tuple[tuple[str, ...], ...]
    seed: int
    results: list[CheckResult] = field(factory=list)
    findings: list[Finding] = field(factory=list)
    seconds: float = 0.0

    @property
    def checks(self) -> tuple[Check, ...]:
        """All checks, including those that were not run."""
        return tuple(result.check for result in self.results)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and at least one check ran to its end."""
        results = {result.result for result in self.results}
        return not self.findings and NOT_RUN not in results and PASSED in results

    def __str__(self) -> str:
        parts = [_heading(self)]
        told: set[str] = set()
        for result in self.results:
            if result.result != SKIPPED:
                parts += [_begun(result.check), _ended(result, told)]
        return "".join([*parts, _ending(self)])


def _heading(report: Report) -> str:
    variants = [list(v) for v in report.variants]
    return f"Conformance of {report.game}, variants {variants}, seed {report.seed}\n"


def _ending(report: Report) -> str:
    lines = [f"\n{finding}" for finding in report.findings]
    counts = Counter(result.result for result in report.results)
    summed = ", ".join(f"{n} {result}" for result, n in counts.items())
    lines.append(f"\n{summed}; {len(report.findings)} faults in {report.seconds:.1f} s")
    return "\n".join(lines)


def _begun(one: Check) -> str:
    """Return the beginning of a check's line in the table, which its result ends."""
    return f"  {one.name:<{max(map(len, _CHECKS))}}  "


def _ended(result: CheckResult, told: set[str]) -> str:
    why = result.why
    if why in told:
        why = "as above"
    elif result.result == NOT_RUN:
        told.add(why)
    return f"{result.result} ({why})\n" if why else f"{result.result}\n"


def resolve(game: type[AnyRules] | AnyRules | type[AnyGame] | str) -> type[AnyGame]:
    """Return the class of the games of some rules, bound to them.

    :param game: a uid, ``package.module:MyRules``, rules (the class or an object), or a game's own
        class such as ``abstractplay_hex.Pods``, which is returned as it is.
    :raises ValueError: if there is none of that name, or it is no class of rules.
    :raises UnknownGameError: for an unknown uid (a :class:`ValueError`, too).
    """
    found: Any = game
    if isinstance(game, str) and ":" not in game:
        if game not in uids():
            # Whoever checks a game may name a class, too, and is often just about to install it.
            known = ", ".join(uids())
            raise UnknownGameError("game.unknown-name", uid=repr(game)[:60], known=known)
        found = get_rules(game)
    elif isinstance(game, str):
        module, _, name = game.partition(":")
        try:
            found = reduce(getattr, name.split("."), import_module(module))
        except (Exception, SystemExit) as error:  # anything may happen when it is imported
            raise ValueError(f"{game} cannot be imported: {_told(error)}") from error
    if isinstance(found, type) and issubclass(found, Game) and found.bound_to is not None:
        return found
    cls = found if isinstance(found, type) else type(found)
    if not issubclass(cls, Rules):
        raise ValueError(f"{found!r} is no class derived from abstractplay_hex.Rules")
    if not isinstance(getattr(cls, "info", None), GameInfo):
        raise ValueError(f"{cls!r} has no class attribute info that is a GameInfo")
    if cls.__abstractmethods__:
        left = ", ".join(sorted(cls.__abstractmethods__))
        raise ValueError(f"{cls!r} does not define {left}")
    try:
        return class_of(rules_of(cls) if isinstance(found, type) else found)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{cls!r} cannot be made: {_told(error)}") from error


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}{place_of(error)}"


def make_harness(
    kind: type[AnyGame],
    *,
    variants: Iterable[Sequence[str]] | None = None,
    patience: float = PATIENCE,
    **settings: Any,
) -> Harness:
    """Return a harness for the games of one class; see :func:`check_game` for the parameters."""
    rules = rules_behind(kind)
    if variants is None:
        setups = representative(rules)
    else:
        setups = with_all_seats(rules, tuple(rules.setup(tuple(v)) for v in variants))
    return Harness(kind, setups or (rules.setup(),), patience=patience, **settings)


def run_check(h: Harness, one: Check) -> CheckResult:
    """Run one check; its findings are added to the harness's."""
    waived = getattr(h.rules, WAIVERS, {})
    if one.waivable and one.name in waived:
        return CheckResult(one, WAIVED, str(waived[one.name]))
    h.begin(one.name, one.hint)
    began = perf_counter()
    result = why = ""
    try:
        with watched(h.rules, h.hurry):
            one.run(h)
    except Enough:
        pass
    except NotApplicable as error:
        result, why = NOT_APPLICABLE, str(error)
    except OutOfTime:
        result, why = CUT_SHORT, f"cut short after {h.patience:g} s"
    except CannotPlay as error:
        result, why = NOT_RUN, str(error)
        h.broke_off(why, _HINT_PLAY, _HINT_PLAY, error.cause)
    except WrongReturn as error:
        h.broke_off(str(error), _HINT_RETURN, _HINT_RETURN)
    # A game that ends the program would end the check, too.
    except (Exception, SystemExit) as error:
        seen = f"{type(error).__name__} came out: {str(error)[:200]!r}{place_of(error)}"
        first = _HINT_SAVED if isinstance(error, StateError) else _HINT_FIRST
        h.broke_off(seen, one.hint if one.of_errors else first, first, h.cause_of(error))
    if h.found and result != NOT_RUN:
        result, why = FAULTY, ""
    return CheckResult(one, result or PASSED, why, perf_counter() - began, tuple(h.found))


_HINT_FIRST: Final = "Fix this first: checks stop here before they see what they are about."
_HINT_PLAY: Final = (
    "Fix this first: random_turn must return a legal turn, and interpret must accept its text."
)
_HINT_RETURN: Final = "Fix this first: return what abstractplay_hex.Rules says of the method."
_HINT_SAVED: Final = (
    "Fix this first: state.ply, state.hooks and load_position must read all that save_position "
    "writes."
)
"""What to do about what stops a check: its own hint is about something else."""


def check_game(
    game: type[AnyRules] | AnyRules | type[AnyGame] | str,
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
    """Check a game against the host contract, line by line, and report every fault found.

    :param game: rules (a class derived from :class:`abstractplay_hex.Rules`, or an object of one),
        a registered uid, or ``package.module:MyRules``.
    :param variants: combinations to play; by default none, the first and the last of each group, and
        each variant that is in no group. Every number of seats the game is for is played as well.
    :param seed: of all random choices: the same seed finds the same faults.
    :param games: random games for each combination.
    :param plies: of each random game, at most.
    :param seconds: that any single call may take.
    :param patience: seconds after which a check is cut short, so that a slow game ends, too: it has
        then seen less. A call that does not return is waited for.
    :param only: names of checks, or of subjects (such as ``clicks``), to run; all by default.
    :param skip: names of checks or subjects to leave out.
    :param tell: gets the text of the report piece by piece, as it is made.
    :raises ValueError: for a game or a check that does not exist, or rules with methods missing.
    """
    kind = resolve(game)
    known = checks()
    names = {c.name for c in known} | set(SUBJECTS)
    unknown = sorted({*(only or ()), *skip} - names)
    if unknown:
        raise ValueError(f"there is no check {unknown[0]!r}; checks: {', '.join(sorted(names))}")
    limits = {"games": games, "plies": plies, "seconds": seconds, "patience": patience}
    h = make_harness(kind, variants=variants, seed=seed, **limits)
    cls = type(h.rules)
    played = tuple(dict.fromkeys(setup.variants for setup in h.setups))
    report = Report(f"{cls.__module__}:{cls.__qualname__}", played, seed)
    began = perf_counter()
    write = tell or str
    write(_heading(report))
    told: set[str] = set()
    for one in known:
        picked = only is None or one.name in only or one.subject in only
        if not picked or one.name in skip or one.subject in skip:
            report.results.append(CheckResult(one, SKIPPED))
        else:
            write(_begun(one))
            report.results.append(run_check(h, one))
            write(_ended(report.results[-1], told))
    report.findings = h.findings
    report.seconds = perf_counter() - began
    write(f"{_ending(report)}\n")
    return report


def here_on_path() -> None:
    """Let games be imported from the working directory, as ``python -m`` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")
