"""Every legal turn can be made by clicks: a short form of ``python -m tests.clicks``."""

from itertools import islice
from typing import Any

import pytest

from abstractplay_hex.games.pods.rules import PodsRules
from tests.clicks import KINDS, MOST_TURNS, positions, unreachable

POSITIONS = {"dendria-solo": 2}


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.long if kind[-1] in "6789" else ()) for kind in KINDS],
)
def test_every_turn_of_random_positions_is_clicked_together(kind: str) -> None:
    made = 0
    for rules, position, turns in positions(kind, POSITIONS.get(kind, 6), seed=1):
        assert unreachable(rules, position, turns) == [], rules.position_text(position)
        made += len(turns)
    assert made >= 2


def test_a_turn_that_cannot_be_clicked_is_found() -> None:
    class Clumsy(PodsRules):
        def click(self, position: Any, draft: Any, click: Any) -> str | None:
            text = super().click(position, draft, click)
            return None if text is not None and text.startswith("g7-") else text

    rules = Clumsy()
    position = rules.initial(rules.setup())
    for text in ("g7", "h7"):
        position = rules.after(position, rules.read_turn(position, text))
    turns = list(islice(rules.legal_turns(position), MOST_TURNS))
    lost = unreachable(rules, position, turns)
    assert lost == [text for text in map(rules.write, turns) if text.startswith("g7-")] != []
