"""Axial hex coordinates: directions, distance, symmetries, the regular hexagon.

Hexes are pointy-topped. A cell is ``(q, r)``: *r* grows downwards from row to row,
*q* to the right along a row. The third cube coordinate is ``-q - r``.
"""

from enum import IntEnum
from typing import Final, TypeAlias

Axial: TypeAlias = tuple[int, int]


class Direction(IntEnum):
    """The six directions, clockwise from the north-east; the opposite of *d* is ``(d + 3) % 6``."""

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5


DIRECTIONS: Final[tuple[Axial, ...]] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""One step in each direction, indexed by :class:`Direction`."""


def step(cell: Axial, direction: int, cells: int = 1) -> Axial:
    """Return the hex *cells* steps from *cell* in *direction*."""
    dq, dr = DIRECTIONS[direction]
    return cell[0] + dq * cells, cell[1] + dr * cells


def distance(a: Axial, b: Axial) -> int:
    """Return the number of steps between two hexes over an unbounded plane."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_between(a: Axial, b: Axial) -> Direction | None:
    """Return the direction of the straight line from *a* to *b*, ``None`` if there is no such line."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    if (dq, dr) == (0, 0) or (dq and dr and dq + dr):
        return None
    steps = max(abs(dq), abs(dr))
    return Direction(DIRECTIONS.index((dq // steps, dr // steps)))


def rotate(cell: Axial, sixths: int = 1) -> Axial:
    """Return *cell* turned clockwise about the origin by *sixths* of a full turn."""
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def reflect(cell: Axial) -> Axial:
    """Return *cell* mirrored left to right about the vertical line through the origin."""
    q, r = cell
    return -q - r, r


def hexagon(side: int) -> list[Axial]:
    """Return the cells of a regular hexagon about the origin in board order.

    Board order is rows from the top, each from the left. *side* is the number of cells a side.
    """
    n = side - 1
    return [(q, r) for r in range(-n, n + 1) for q in range(max(-n, -n - r), min(n, n - r) + 1)]
