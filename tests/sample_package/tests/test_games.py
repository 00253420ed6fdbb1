"""Each game passes every check of the conformance kit."""

from typing import Any

import pytest
from hexsample.hexgame import HexGameRules
from hexsample.laststand import LastStandRules
from hexsample.stretch.rules import StretchRules

from abstractplay_hex import Rules
from abstractplay_hex.testing import check_game

GAMES = [
    HexGameRules,
    LastStandRules,
    StretchRules,
]


@pytest.mark.parametrize("rules", GAMES)
def test_game_passes_the_kit(rules: type[Rules[Any, Any]]) -> None:
    report = check_game(rules)
    assert report.ok, str(report)
