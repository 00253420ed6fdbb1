"""Each check can fail: games broken in one way are caught by the check that is meant to."""

import re
from itertools import chain

import pytest
from abstractplay_hex.testing.broken import BREAKS, Break
from hexsample import Stretch

from abstractplay_hex.testing import check_game, checks
from abstractplay_hex.testing.kit import PASSED
from tests.nim import Nim
from tests.testing.broken_games import OWN_BREAKS

ALL_BREAKS = [*BREAKS.values(), *OWN_BREAKS]
SMALL = {"variants": [(), ("size-7",)], "games": 2, "plies": 12}


@pytest.mark.parametrize("broken", ALL_BREAKS, ids=lambda b: b.name)
def test_a_broken_game_is_caught(broken: Break) -> None:
    report = check_game(broken.make(Stretch), only=[broken.check], **{**SMALL, **broken.options})
    assert [fault.check for fault in report.faults], str(report)
    assert {fault.check for fault in report.faults} == {broken.check}
    assert not report.ok
    fault = report.faults[0]
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
    report = check_game(Stretch, only=names, **given)  # type: ignore[arg-type]
    assert not report.faults, str(report)


def test_a_game_of_three_versions_passes() -> None:
    """Nim changed its form and a rule; the sample game never did, so that two checks see nothing in it."""
    only = ["version-stamps", "versions-refused", "migrations-arrive", "rules-of-the-beginning"]
    report = check_game(Nim, only=only, variants=[()])
    assert report.ok, str(report)
    assert [o.check.name for o in report.outcomes if o.result == PASSED] == only


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
