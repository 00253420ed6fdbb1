"""Pods taught: the rulings of ``seeds/pods.md`` with pictures, and a first game's tour."""

from typing import Final

from abstractplay_hex.games.pods.rulings import REFUSALS
from abstractplay_hex.games.pods.teaching.end import END
from abstractplay_hex.games.pods.teaching.influence import INFLUENCE
from abstractplay_hex.games.pods.teaching.tour import TOUR
from abstractplay_hex.games.pods.teaching.turns import TURNS
from abstractplay_hex.rules.teaching import Teaching

TEACHING: Final = Teaching(
    lead="Two pods of whales compete for room. Whales, and the water they control, are points; whoever holds more than half of "
    "the board wins.",
    sections=(TURNS, INFLUENCE, END),
    tour=TOUR,
    refusals=REFUSALS,
)

__all__ = ["TEACHING"]
