"""The ConHex board: cells of four to six corners in rings around a square in the middle.

Places are ``(row, col)`` with a ring as row, the outermost first, and the cells of each ring clockwise
from its upper left corner.
"""

from functools import cache
from typing import TypeAlias

from abstractplay_hex.board.grid import Grid

Corners: TypeAlias = tuple[tuple[float, float], ...]


@cache
def conhex_cells(size: int) -> tuple[tuple[Corners, ...], ...]:
    """Return the corners of each cell, ring by ring, about the middle of the board.

    :param size: dots a side, odd and at least 5; neighbouring dots are 1 apart.
    :raises ValueError: for another size.
    """
    if size < 5 or size % 2 == 0:
        raise ValueError(f"no ConHex board has {size} dots a side")
    half = size // 2
    rings: list[tuple[Corners, ...]] = []
    for k in range(half - 1):
        # The corners of the cells along the upper side, as distances from the upper left dot.
        a, b, c = k, k + 1, k + 2
        if k:
            cells = [[(b, a), (c, a), (c, b), (b, c), (a, c), (a, b)]]
        else:
            cells = [[(a, a), (c, a), (c, b), (b, c), (a, c)]]
        for left in range(k + 2, size - 3 - k, 2):
            cells.append([(left, a), (left + 2, a), (left + 2, b), (left, b)])
        ring = [[(float(x - half), float(y - half)) for x, y in cell] for cell in cells]
        turned: list[Corners] = []
        for _ in range(4):
            turned += map(tuple, ring)
            ring = [[(-y, x) for x, y in cell] for cell in ring]
        rings.append(tuple(turned))
    rings.append((((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)),))
    return tuple(rings)


def conhex_grid(size: int) -> Grid:
    """Return the rings as rows."""
    widths = tuple(map(len, conhex_cells(size)))
    return Grid(widths, (0,) * len(widths))
