"""Games that are as they should be pass all checks: the sample, Pods, Dendria of each kind."""

from typing import Any

import pytest
from hexsample import HexGameRules, LastStandRules, StretchRules

from abstractplay_hex.testing import check_game
from tests.testing.broken_games import Framed

KINDS: list[Any] = [
    (StretchRules, [()]),
    pytest.param(LastStandRules, [("size-3",)], marks=pytest.mark.long),
    pytest.param(HexGameRules, [("size-5",)], marks=pytest.mark.long),
    ("pods", [()]),
    ("dendria", [("size-5",)]),
    pytest.param("dendria", [("modular-8", "solo")], marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "variants"), KINDS, ids=str)
def test_a_clean_game_passes_all_checks(game: Any, variants: Any) -> None:
    skip = ["rank-legal-sorted"] if "solo" in variants[0] else []  # a construction has many turns
    report = check_game(game, variants=variants, games=1, plies=12, seconds=30.0, skip=skip)
    assert report.ok, str(report)


def test_a_board_in_a_rectangle_passes_too() -> None:
    only = ["boards", "clicks", "showing", "texts"]
    report = check_game(Framed, variants=[()], games=1, plies=16, seconds=30.0, only=only)
    assert report.ok, str(report)


@pytest.mark.long
@pytest.mark.parametrize("game", [StretchRules, "dendria"], ids=str)
def test_another_seed_passes_too(game: Any) -> None:
    variants = [("size-6",)] if game == "dendria" else [()]
    skip = ["determinism", "damaged-states-refused"]
    report = check_game(game, variants=variants, seed=1, games=1, plies=14, seconds=30.0, skip=skip)
    assert report.ok, str(report)
