"""A modular board to be edited: its island with the water around it, which may become land."""

from functools import lru_cache
from typing import Any, Final

from abstractplay_hex.board import Offset, Place
from abstractplay_hex.board.hexes import step
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.drawing.building import even_p
from abstractplay_hex.games.dendria.drawing.picture import LEGEND, keys_of
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.render import Marker, Picture
from abstractplay_hex.render.colours import WATER

MARGIN: Final = (2, 1)
"""Rows above, and columns to the left of the island: rows keep their parity."""


def shown_water(position: DendriaPosition) -> frozenset[Place]:
    """Return the places of the picture that show water: lagoons, and all that is next to land."""
    return _water(position.board)


@lru_cache(maxsize=64)
def _water(board: Board) -> frozenset[Place]:
    down, right = MARGIN
    land = {Offset.EVEN_R.axial_of((row + down, col + right)) for row, col in board.layout.cell_at}
    around = {step(cell, d) for cell in land for d in range(6)} - land
    lagoons = {(row + down, col + right) for row, col in board.lagoon_places}
    return frozenset({*map(Offset.EVEN_R.place_of, around), *lagoons})


def draw_canvas(position: DendriaPosition) -> dict[str, Any]:
    """Return the render JSON of a position on a modular board with water around the island."""
    board, water = position.board, shown_water(position)
    down, right = MARGIN
    keys = {(row + down, col + right): key for (row, col), key in keys_of(position).items()}
    land = {(row + down, col + right) for row, col in board.layout.cell_at}
    wide, high = board.width + right + 1, board.height + down + 1
    drawn = Picture(
        board=even_p(wide, high, frozenset(land | water)),
        legend={},
        rows=[[keys.get((row, col), "") for col in range(wide)] for row in range(high)],
        markers=[Marker("flood", sorted(water), {"colour": WATER, "opacity": 1})],
    ).to_dict()
    # The island's own cells have other names once it is cut out.
    drawn["options"] = ["hide-labels"]
    drawn["legend"] = {key: [dict(glyph) for glyph in layers] for key, layers in LEGEND.items()}
    return drawn


__all__ = ["MARGIN", "draw_canvas", "shown_water"]
