"""Hex geometry: cells, names, neighbours, rays, distances and bit masks. Knows no game."""

from abstractplay_hex.board.bits import cells_in, lowest, picked
from abstractplay_hex.board.hexes import (
    DIRECTIONS,
    Axial,
    Direction,
    distance,
    hexagon,
    reflect,
    rotate,
    step,
)
from abstractplay_hex.board.layout import Layout
from abstractplay_hex.board.names import hexagon_names, letters, offset_names

__all__ = [
    "DIRECTIONS",
    "Axial",
    "Direction",
    "Layout",
    "cells_in",
    "distance",
    "hexagon",
    "hexagon_names",
    "letters",
    "lowest",
    "offset_names",
    "picked",
    "reflect",
    "rotate",
    "step",
]
