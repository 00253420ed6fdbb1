"""Offset coordinates: ``(row, col)`` places of rectangular hex boards, and their axial coordinates.

In a rectangle of pointy-topped hexes every other row is shifted to the right by half a cell; in one
of flat-topped hexes every other column is shifted down. There are four such boards:

======  ===========================  ===============
member  shifted                      the site's name
======  ===========================  ===============
EVEN_R  rows 0, 2, 4 … to the right  hex-even-p
ODD_R   rows 1, 3, 5 … to the right  hex-odd-p
EVEN_Q  columns 0, 2, 4 … down       hex-even-f
ODD_Q   columns 1, 3, 5 … down       hex-odd-f
======  ===========================  ===============
"""

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from abstractplay_hex.board.hexes import Axial

Place: TypeAlias = tuple[int, int]
"""``(row, col)`` as a front end counts: row 0 on top, col 0 leftmost in its row."""


class Offset(Enum):
    """Which rows or columns of a rectangle are shifted. Places may lie outside the rectangle."""

    EVEN_R = "even-r"
    ODD_R = "odd-r"
    EVEN_Q = "even-q"
    ODD_Q = "odd-q"

    @property
    def pointed(self) -> bool:
        """Whether the hexes are pointy-topped, so that rows are shifted and not columns."""
        return self.value.endswith("r")

    def shift(self, line: int) -> int:
        """Return by how many half cells a row (a column, of flat hexes) is shifted: 0 or 1."""
        return line & 1 if self.value.startswith("odd") else 1 - (line & 1)

    def axial_of(self, place: Place) -> Axial:
        """Return the axial coordinates of a place; flat-topped hexes have *q* by columns."""
        row, col = place
        if self.pointed:
            return col - self._moved(row), row
        return col, row - self._moved(col)

    def place_of(self, cell: Axial) -> Place:
        """Return the place of a hex; the inverse of :meth:`axial_of`."""
        q, r = cell
        if self.pointed:
            return r, q + self._moved(r)
        return r + self._moved(q), q

    def _moved(self, line: int) -> int:
        """Return by how many whole cells axial and offset numbers differ in a row or column."""
        odd = line & 1
        return (line - odd if self.value.startswith("odd") else line + odd) // 2


def settled(cells: Iterable[Axial]) -> frozenset[Axial]:
    """Move cells to where an ``EVEN_R`` board begins: smallest column 0, smallest row 0 or 1.

    The parity of rows is kept, which is why an odd first row stays row 1.
    """
    cells = frozenset(cells)
    top = min(r for _, r in cells)
    top -= top & 1
    left = min(col for _, col in map(Offset.EVEN_R.place_of, cells))
    # Moving up by an even number of rows moves a column half as far to the right in axial terms.
    return frozenset((q - left + top // 2, r - top) for q, r in cells)
