"""Games that are as they should be pass all checks: the sample, Pods, Dendria of each kind."""

from typing import Any

import pytest
from hexsample import HexGameRules, LastStandRules, StretchRules

from abstractplay_hex.testing import check_game
from tests.testing.broken_games import Framed

KINDS: list[tuple[Any, Any]] = [
    (StretchRules, [(), ("size-7",), ("size-14",)]),
    (LastStandRules, [(), ("size-3",)]),
    (HexGameRules, [()]),
    (Framed, [(), ("size-14",)]),
    ("pods", [()]),
    ("dendria", [(), ("size-5",)]),
    ("dendria", [("modular-7",)]),
    ("dendria", [("modular-8", "solo")]),
]


@pytest.mark.parametrize(("game", "variants"), KINDS, ids=str)
def test_a_clean_game_passes_all_checks(game: Any, variants: Any) -> None:
    report = check_game(game, variants=variants, games=1, plies=20, seconds=30.0)
    assert report.ok, str(report)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", [StretchRules, "pods", "dendria"], ids=str)
def test_other_seeds_pass_too(game: Any, seed: int) -> None:
    variants = None if game == "pods" else [("size-7",) if game is StretchRules else ("size-6",)]
    report = check_game(game, variants=variants, seed=seed, games=1, plies=14, seconds=30.0)
    assert report.ok, str(report)
