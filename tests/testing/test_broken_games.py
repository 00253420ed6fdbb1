"""Each check can fail: games broken in one way are caught by the check that is meant to."""

import re
from itertools import chain
from typing import Any

import pytest
from hexsample import LastStandRules, StretchRules

from abstractplay_hex.testing import check_game, checks
from abstractplay_hex.testing.kit import PASSED
from tests.nim import NimRules
from tests.testing.broken import BREAKS, Break
from tests.testing.broken_games import OWN_BREAKS, Examples

ALL_BREAKS = [*BREAKS.values(), *OWN_BREAKS]
SMALL = {"variants": [()], "games": 2, "plies": 12}


@pytest.mark.parametrize("broken", ALL_BREAKS, ids=lambda b: b.name)
def test_a_broken_game_is_caught(broken: Break) -> None:
    report = check_game(
        broken.make(StretchRules), only=[broken.check], **{**SMALL, **broken.options}
    )
    assert [fault.check for fault in report.findings], str(report)
    assert {fault.check for fault in report.findings} == {broken.check}
    assert not report.ok
    fault = report.findings[0]
    of_errors = next(c.of_errors for c in checks() if c.name == broken.check)
    assert of_errors or " came out: " not in fault.seen, "the check itself has not seen it"
    assert broken.check == "plays-random-games" or "broke off" not in fault.seen
    assert fault.seen
    assert fault.hint
    assert fault.check in str(fault)
    assert fault.seen in str(report)


@pytest.mark.parametrize(
    "options", {repr(sorted(b.options.items())): b.options for b in ALL_BREAKS}.values(), ids=repr
)
def test_the_clean_game_passes_the_same(options: dict[str, object]) -> None:
    names = [b.check for b in ALL_BREAKS if b.options == options]
    given: dict[str, object] = {**SMALL, **options, "seconds": 30.0}
    report = check_game(StretchRules, only=names, **given)  # type: ignore[arg-type]
    assert not report.findings, str(report)


def test_a_game_of_three_versions_passes() -> None:
    """Nim changed its form and a rule; the sample game never did, so that two checks see nothing in it."""
    only = ["version-stamps", "versions-refused", "migrations-arrive", "rules-of-the-beginning"]
    report = check_game(NimRules, only=only, variants=[()])
    assert report.ok, str(report)
    assert [o.check.name for o in report.results if o.result == PASSED] == only


@pytest.mark.parametrize(
    ("game", "only"),
    [
        (Examples, ["examples-hold"]),
        (
            LastStandRules,
            [
                "seats-without-turns-skipped",
                "sidebar-shapes",
                "evaluate-in-range",
                "symmetries-keep-the-rules",
                "actions-come-to-turns",
            ],
        ),
    ],
)
def test_what_the_sample_lacks_passes_elsewhere(game: Any, only: list[str]) -> None:
    report = check_game(game, only=only, variants=[()])
    assert not report.findings, str(report)
    assert [o.check.name for o in report.results if o.result == PASSED] == sorted(
        only, key=[c.name for c in report.checks].index
    )


def test_each_check_has_a_broken_game() -> None:
    assert sorted({c.name for c in checks()} - {b.check for b in ALL_BREAKS}) == []


def test_each_of_the_fourteen_faults_has_a_check_and_a_broken_game() -> None:
    assert sorted(set(chain.from_iterable(c.faults for c in checks()))) == list(range(1, 15))
    told = {int(n) for b in ALL_BREAKS for n in re.findall(r"\(fault (\d+)\)", b.name)}
    assert sorted(told) == list(range(1, 15))
    by_name = {c.name: c for c in checks()}
    for broken in ALL_BREAKS:
        for n in re.findall(r"\(fault (\d+)\)", broken.name):
            assert int(n) in by_name[broken.check].faults
