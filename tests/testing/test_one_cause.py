"""One mistake of an author is one fault, which says what to hint first; at run time nobody looks for it."""

import re
import sys
from typing import Any, ClassVar

import pytest
from attrs import evolve
from hexsample import Stretch

from abstractplay_hex import Game
from abstractplay_hex.testing import Report, check_game
from abstractplay_hex.testing.hooks import RETURNS
from abstractplay_hex.testing.kit import FAULTY, PASSED

SMALL: Any = {"variants": [()], "games": 1, "plies": 4}


def report_of(game: Any, **options: Any) -> Report:
    return check_game(game, **{**SMALL, **options})


def returning(name: str, value: Any) -> Any:
    """Return the sample game with a method that returns something wrong."""
    return type("Broken", (Stretch,), {name: classmethod(lambda cls, *args: value)})


WRONG: list[tuple[str, Any]] = [
    *((name, object()) for name, rule in RETURNS.items() if not rule.keeps(object())),
    *((name, None) for name, rule in RETURNS.items() if not rule.keeps(None)),
    ("_count_moves", True),
    ("_iter_moves", "a1"),
    ("_iter_moves", iter([5])),
]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=lambda v: str(v)[:20])
def test_a_wrong_return_is_one_fault_that_names_the_method(name: str, value: Any) -> None:
    report = report_of(returning(name, value))
    named = [f for f in report.faults if f.seen.startswith(f"{name} must ")]
    assert len(named) == 1, str(report)
    assert named[0].hint.startswith("Mend this first")
    assert not report.ok
    if name in ("_start", "_assess", "_play", "_draw", "_save_position"):
        assert report.faults == named, str(report)
        assert len(named[0].also) > 10


def test_no_method_that_an_author_writes_is_forgotten() -> None:
    """Of abstract ones, and of those that may be overridden; what _preview returns is the game's own."""
    written = {name for name, v in vars(Game).items() if isinstance(v, classmethod)}
    others = {"_preview", "_previewed", "_check_variants", "_from_plies"}
    assert {name for name in written if name.startswith("_")} - others == set(RETURNS)


def test_methods_are_as_before_when_the_kit_has_looked() -> None:
    class Mine(Stretch):
        @classmethod
        def _score(cls, position: Any, player: int) -> int:
            return 7

    before = {name: value for name, value in vars(Mine).items() if name in RETURNS}
    assert report_of(Mine, only=["player-scores"]).outcomes
    assert {name: value for name, value in vars(Mine).items() if name in RETURNS} == before
    assert Mine().player_score(1) == 7


def played(change: Any) -> Any:
    """Return the sample game with something wrong in what a turn gives."""

    class Broken(Stretch):
        @classmethod
        def _play(cls, position: Any, turn: Any) -> Any:
            return change(super()._play(position, turn))

    return Broken


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (lambda p: p.position, r"_play must return Played\(text, position, results\)"),
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
    (fault,) = report.faults
    assert re.search(seen, fault.seen)


def test_a_parameter_left_out_of_a_sentence_is_named_with_its_code() -> None:
    class Broken(Stretch):
        @classmethod
        def _assess(cls, position: Any, text: str) -> Any:
            found = super()._assess(position, text)
            return evolve(found, params={}) if found.code == "stretch.dropped" else found

    report = report_of(Broken)
    assert 1 < len(report.faults) <= 3
    for fault in report.faults:  # one a check that is about errors, and one for all others
        assert re.search(r"the message 'stretch\..*' needs the parameter '\w+'", fault.seen)
    grouped = [f for f in report.faults if f.also]
    assert any(len(f.also) > 10 and f.hint.startswith("Mend this first") for f in grouped)


def test_states_that_cannot_be_read_are_one_fault_of_most_checks() -> None:
    class Broken(Stretch):
        state_hooks: ClassVar[Any] = {}

    report = report_of(Broken)
    (fault,) = report.faults
    assert fault.seen.startswith("StateError came out")
    assert len(fault.also) >= 8
    assert "state_hooks" in fault.hint
    assert f"the same in {len(fault.also)} other checks: " in str(report)


def test_an_exception_is_told_with_the_check_s_own_advice_only_where_that_is_about_it() -> None:
    class Broken(Stretch):
        def sidebar_statuses(self) -> Any:
            raise RuntimeError("boom")

    report = report_of(Broken, only=["sidebar-shapes"])
    (fault,) = report.faults
    assert fault.hint.startswith("Mend this first")

    class AboutIt(Stretch):
        @classmethod
        def _read_position(cls, text: str, variants: Any) -> Any:
            raise KeyError(text)

    report = report_of(AboutIt, only=["position-refused"])
    (fault,) = report.faults
    assert "PositionError" in fault.hint


def test_each_check_has_its_own_outcome_all_the_same() -> None:
    report = report_of(returning("_assess", None))
    faulty = [o for o in report.outcomes if o.result == FAULTY]
    (fault,) = report.faults
    assert [o.check.name for o in faulty] == [fault.check, *fault.also]
    assert all(len(o.faults) == 1 and o.faults[0].check == o.check.name for o in faulty)
    assert any(o.result == PASSED for o in report.outcomes)


def test_a_game_that_cannot_be_played_says_why_once() -> None:
    class Broken(Stretch):
        @classmethod
        def _random_move(cls, position: Any, rng: Any) -> str:
            return "a1,a1,a1"

    report = report_of(Broken)
    assert str(report).count("a random game broke off") == 2  # in the table, and as a fault
    assert str(report).count("could not run (as above)") > 50
    (fault,) = [f for f in report.faults if "a random game broke off" in f.seen]
    assert len(fault.also) > 50
    assert "random_move() must give a legal turn" in fault.hint


def test_a_class_with_methods_not_written_is_no_game_to_check() -> None:
    with pytest.raises(ValueError, match="does not define _assess, _click"):
        check_game("tests.broken_plugins:Unwritten")


def test_the_same_error_is_told_once_a_check() -> None:
    class Broken(Stretch):
        def validate_move(self, text: Any) -> Any:
            raise RuntimeError("boom")

    report = report_of(Broken, only=["validate-never-raises"])
    (fault,) = report.faults
    assert re.search(r"RuntimeError: boom, raised in .*test_one_cause\.py:\d+", fault.seen)


def test_nothing_is_looked_at_at_run_time() -> None:
    names: set[str] = set()
    sys.setprofile(lambda frame, event, arg: names.add(frame.f_code.co_filename))
    try:
        Stretch().move("c3").render()
    finally:
        sys.setprofile(None)
    assert not [name for name in names if "abstractplay_hex.testing" in name]
