"""Each game passes every check of the conformance kit."""

import pytest
from hexsample import StretchRules

from abstractplay_hex import Rules
from abstractplay_hex.testing import check_game


@pytest.mark.parametrize("rules", [StretchRules])
def test_game_passes_the_kit(rules: type[Rules]) -> None:
    report = check_game(rules)
    assert report.ok, str(report)
