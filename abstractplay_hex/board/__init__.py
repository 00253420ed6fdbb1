"""Hex geometry: cells, names, neighbours, rays, distances and bit masks. Knows no game, no picture.

``hexes`` axial coordinates · ``offset`` rectangles' ``(row, col)`` · ``names`` of cells · ``grid``
rows of places, sides · ``conhex`` a board of rings · ``layout`` a board as bits · ``bits`` of a mask ·
``areas`` sets of axial cells: groups, waters · ``rows`` position texts · ``symmetry``
turning and mirroring, which is imported from there.
"""

from abstractplay_hex.board.areas import Surroundings, connected, flood, groups, surroundings
from abstractplay_hex.board.bits import cells_in, lowest, picked
from abstractplay_hex.board.conhex import conhex_cells, conhex_grid
from abstractplay_hex.board.grid import (
    Grid,
    Side,
    hexagon_grid,
    rectangle_grid,
    slanted_grid,
    triangle_grid,
)
from abstractplay_hex.board.hexes import (
    DIRECTIONS,
    Axial,
    Direction,
    direction_between,
    distance,
    hexagon,
    reflect,
    rotate,
    step,
)
from abstractplay_hex.board.layout import Layout
from abstractplay_hex.board.names import (
    hexagon_names,
    letters,
    named_place,
    offset_names,
    place_name,
    row_number,
)
from abstractplay_hex.board.offset import Offset, Place, settled
from abstractplay_hex.board.rows import RowFault, read_rows, write_rows

__all__ = [
    "DIRECTIONS",
    "Axial",
    "Direction",
    "Grid",
    "Layout",
    "Offset",
    "Place",
    "RowFault",
    "Side",
    "Surroundings",
    "cells_in",
    "conhex_cells",
    "conhex_grid",
    "connected",
    "direction_between",
    "distance",
    "flood",
    "groups",
    "hexagon",
    "hexagon_grid",
    "hexagon_names",
    "letters",
    "lowest",
    "named_place",
    "offset_names",
    "picked",
    "place_name",
    "read_rows",
    "rectangle_grid",
    "reflect",
    "rotate",
    "row_number",
    "settled",
    "slanted_grid",
    "step",
    "surroundings",
    "triangle_grid",
    "write_rows",
]
