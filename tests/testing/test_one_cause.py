"""One mistake of an author is one fault, which says what to hint first; at run time nobody looks for it."""

import inspect
import re
import sys
from typing import Any, ClassVar

import pytest
from attrs import evolve
from hexsample import StretchRules
from hexsample.stretch.position import Drop

from abstractplay_hex import Game, Rules
from abstractplay_hex.rules.draft import Draft, Verdict
from abstractplay_hex.testing import Report, check_game
from abstractplay_hex.testing.hooks import RETURNS
from abstractplay_hex.testing.kit import FAULTY, PASSED

SMALL: Any = {"variants": [()], "games": 1, "plies": 4}


def report_of(game: Any, **options: Any) -> Report:
    return check_game(game, **{**SMALL, **options})


def returning(name: str, value: Any) -> Any:
    """Return the sample game with a method that returns something wrong."""
    return type("Broken", (StretchRules,), {name: lambda self, *args: value})


WRONG: list[tuple[str, Any]] = [
    *((name, object()) for name, rule in RETURNS.items() if not rule.allows(object())),
    *((name, None) for name, rule in RETURNS.items() if not rule.allows(None)),
    ("count_turns", True),
    ("legal_turns", "a1"),
    ("legal_turns", iter([None])),
    ("outcome", [1]),
    ("evaluate", [0.0, 0.0]),
]
CALLING: Any = [
    "position-text",
    "invariants",
    "load-keeps-input",
    "load-answers-same",
    "clicks-validated",
    "chat-each-ply",
    "cells-described",
    "legend-shown",
    "positions-set-up",
    "sidebar-shapes",
    "player-scores",
    "evaluate-in-range",
    "rank-legal-sorted",
    "altered-games-refused",
    "images",
    "teaching",
]
"""Checks that have each method called."""
UNCALLED = {"setup", "check_setup", "seats"}
"""Methods that are called before anybody looks, to find out what to play."""


WRONG = [(name, value) for name, value in WRONG if name not in UNCALLED]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=lambda v: str(v)[:20])
def test_a_wrong_return_is_one_fault_that_names_the_method(name: str, value: Any) -> None:
    shared = name in ("initial", "interpret") and value is None
    report = report_of(returning(name, value), **({} if shared else {"only": CALLING}))
    named = [f for f in report.findings if f.seen.startswith(f"{name} must ")]
    assert len(named) == 1, str(report)
    assert named[0].hint.startswith("Fix this first")
    assert not report.ok
    if shared:
        assert report.findings == named, str(report)
        assert len(named[0].also) > 10


def test_no_method_that_an_author_writes_is_forgotten() -> None:
    """A random turn may be anything, and None."""
    written = {name for name, v in vars(Rules).items() if inspect.isfunction(v) and name[0] != "_"}
    assert written - {"random_turn"} == set(RETURNS)


def test_methods_are_as_before_when_the_kit_has_looked() -> None:
    class Mine(StretchRules):
        def score(self, position: Any, seat: int) -> int:
            return 7

    before = {name: value for name, value in vars(Mine).items() if name in RETURNS}
    assert report_of(Mine, only=["player-scores"]).results
    assert {name: value for name, value in vars(Mine).items() if name in RETURNS} == before
    assert Game(Mine()).player_score(1) == 7


def played(change: Any) -> Any:
    """Return the sample game with something wrong in what a turn gives."""

    class Broken(StretchRules):
        def play(self, position: Any, turn: Any) -> Any:
            return change(super().play(position, turn))

    return Broken


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (lambda p: p.position, r"play must return Played\(position, results, text\)"),
        (
            lambda p: evolve(p, results=tuple(r.to_dict() for r in p.results)),
            "results are of the classes .* not an object of the type dict",
        ),
        (lambda p: evolve(p, results=list(p.results)), "the results of Played is a tuple"),
        (lambda p: evolve(p, position=None), "the position of Played is a position"),
        (lambda p: evolve(p, text=None), "the text of Played is a text"),
    ],
)
def test_what_a_turn_gives_is_looked_into(change: Any, seen: str) -> None:
    report = report_of(played(change))
    (fault,) = report.findings
    assert re.search(seen, fault.seen)


def test_a_parameter_left_out_of_a_sentence_is_named_with_its_code(
    strict_messages: list[str],
) -> None:
    class Broken(StretchRules):
        def interpret(self, position: Any, text: str) -> Any:
            found = super().interpret(position, text)
            if found.code != "stretch.dropped":
                return found
            bare = Verdict(found.code, {}, found.complete, True, True)
            return Draft(bare, found.turn, found.partial)

    report = report_of(Broken)
    assert 1 < len(report.findings) <= 3
    for fault in report.findings:  # one a check that is about errors, and one for all others
        assert re.search(r"the message 'stretch\..*' needs the parameter '\w+'", fault.seen)
    grouped = [f for f in report.findings if f.also]
    strict_messages.clear()
    assert any(len(f.also) > 10 and f.hint.startswith("Fix this first") for f in grouped)


def test_states_that_cannot_be_read_are_one_fault_of_most_checks() -> None:
    class Broken(StretchRules):
        state: ClassVar[Any] = evolve(StretchRules.state, hooks={})

    report = report_of(Broken)
    (fault,) = report.findings
    assert fault.seen.startswith("StateError came out")
    assert len(fault.also) >= 8
    assert "state.hooks" in fault.hint
    assert f"the same in {len(fault.also)} other checks: " in str(report)


def test_an_exception_is_told_with_the_check_s_own_advice_only_where_that_is_about_it() -> None:
    class Broken(StretchRules):
        def sidebar_statuses(self, position: Any) -> Any:
            raise RuntimeError("boom")

    report = report_of(Broken, only=["sidebar-shapes"])
    (fault,) = report.findings
    assert fault.hint.startswith("Fix this first")

    class AboutIt(StretchRules):
        def read_position(self, text: str, setup: Any) -> Any:
            raise KeyError(text)

    report = report_of(AboutIt, only=["position-refused"])
    (fault,) = report.findings
    assert "PositionError" in fault.hint


def test_each_check_has_its_own_outcome_all_the_same() -> None:
    report = report_of(returning("interpret", None))
    faulty = [o for o in report.results if o.result == FAULTY]
    (fault,) = report.findings
    assert [o.check.name for o in faulty] == [fault.check, *fault.also]
    assert all(len(o.findings) == 1 and o.findings[0].check == o.check.name for o in faulty)
    assert any(o.result == PASSED for o in report.results)


def test_a_game_that_cannot_be_played_says_why_once() -> None:
    class Broken(StretchRules):
        def random_turn(self, position: Any, rng: Any) -> Any:
            return Drop(position.size, (position.board.order[0],) * 3)

    report = report_of(Broken)
    assert str(report).count("a random game broke off") == 2  # in the table, and as a fault
    assert str(report).count("could not run (as above)") > 50
    (fault,) = [f for f in report.findings if "a random game broke off" in f.seen]
    assert len(fault.also) > 50
    assert "random_turn must return a legal turn" in fault.hint


def test_a_class_with_methods_not_written_is_no_game_to_check() -> None:
    with pytest.raises(ValueError, match="does not define click, draw, initial"):
        check_game("tests.broken_plugins:Unwritten")


def test_the_same_error_is_told_once_a_check() -> None:
    class Broken(StretchRules):
        def interpret(self, position: Any, text: str) -> Any:
            if text in ("-", "--", ";", "="):
                raise RuntimeError("boom")
            return super().interpret(position, text)

    report = report_of(Broken, only=["validate-never-raises"])
    (fault,) = report.findings
    assert re.search(r"RuntimeError: boom, raised in .*test_one_cause\.py:\d+", fault.seen)


def test_nothing_is_looked_at_at_run_time() -> None:
    names: set[str] = set()
    sys.setprofile(lambda frame, event, arg: names.add(frame.f_code.co_filename))
    try:
        Game(StretchRules()).move("c3").render()
    finally:
        sys.setprofile(None)
    assert not [name for name in names if "abstractplay_hex.testing" in name]
