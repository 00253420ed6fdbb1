"""Dendria taught: the rulings of ``seeds/dendria.md`` with pictures, and a first game's tour."""

from typing import Final

from abstractplay_hex.games.dendria.rulings import REFUSALS
from abstractplay_hex.games.dendria.teaching.conversions import CONVERSIONS
from abstractplay_hex.games.dendria.teaching.end import END
from abstractplay_hex.games.dendria.teaching.island import ISLAND
from abstractplay_hex.games.dendria.teaching.pieces import PIECES
from abstractplay_hex.games.dendria.teaching.tour import TOUR
from abstractplay_hex.games.dendria.teaching.turns import TURNS
from abstractplay_hex.rules.teaching import Teaching

TEACHING: Final = Teaching(
    lead="Two forces, Dark and Light, bring life to an island. Seeds become sprites, sprites turn seeds into "
    "trees, and forests of many different sizes win.",
    sections=(ISLAND, PIECES, TURNS, CONVERSIONS, END),
    tour=TOUR,
    refusals=REFUSALS,
)

__all__ = ["TEACHING"]
