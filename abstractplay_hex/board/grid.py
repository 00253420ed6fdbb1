"""Boards as front ends count them: rows of places, where each lies, what it is called, the sides.

A *place* is ``(row, col)``: row 0 on top, col 0 leftmost in its row. Where it lies is given in
half cells (:meth:`Grid.spot`), which is all that a picture needs, of pixels or of characters.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from attrs import frozen

from abstractplay_hex.board.names import letters
from abstractplay_hex.board.offset import Offset, Place

Half: TypeAlias = Literal["top", "bottom", ""]
"""Which half of a hexagon there is; ``""`` is the whole."""


class Side(NamedTuple):
    """One side of a board: its places clockwise, and which corners of each lie on the rim.

    Corners are numbered clockwise from the top (pointy-topped) or upper right (flat-topped hexes).
    """

    places: tuple[Place, ...]
    corner: int
    corners: int


@frozen(slots=False, cache_hash=True)
class Grid:
    """Rows of places.

    :ivar widths: places in each row, from the top.
    :ivar shifts: how many half cells each row is shifted to the right, or of flat-topped hexes each
        column downwards.
    :ivar pointed: whether hexes stand on a corner.
    :ivar step: half cells from a place to the next one in its row (1 for triangles).
    :ivar hexagonal: whether the outline has six sides rather than four.
    :ivar slanted: whether the four sides are those of a rhombus.
    :ivar uppers: how many rows of triangles begin with one that points up; the others with one that
        points down.
    :ivar columns_lettered: whether columns have the letters and rows the numbers, as in ``a8``.
    """

    widths: tuple[int, ...]
    shifts: tuple[int, ...]
    pointed: bool = True
    step: int = 2
    hexagonal: bool = False
    slanted: bool = False
    uppers: int = 0
    columns_lettered: bool = False

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.widths)

    @cached_property
    def width(self) -> int:
        """Places in the longest row."""
        return max(self.widths)

    def places(self) -> Iterator[Place]:
        """Yield all places, rows from the top, each from the left."""
        return ((row, col) for row, width in enumerate(self.widths) for col in range(width))

    def spot(self, place: Place) -> tuple[int, int]:
        """Return where a place lies: along the rows in half cells and down in rows.

        Of flat-topped hexes: along in columns and down in half cells.
        """
        row, col = place
        if self.pointed:
            return self.step * col + self.shifts[row], row
        return col, self.step * row + self.shifts[col]

    def points_up(self, place: Place) -> bool:
        """Return whether the triangle at a place points up."""
        row, col = place
        return (col % 2 == 0) == (row < self.uppers)

    def row_label(self, row: int) -> str:
        """Return what names have for a row: its letter from the bottom."""
        up = self.height - 1 - row
        return str(up + 1) if self.columns_lettered else letters(up)

    def column_label(self, col: int) -> str:
        """Return what names have for the place of a row: its number from the left."""
        return letters(col) if self.columns_lettered else str(col + 1)

    def name(self, place: Place) -> str:
        """Return the name of a place: letter, then number."""
        row, col = self.row_label(place[0]), self.column_label(place[1])
        return col + row if self.columns_lettered else row + col

    def ends(self) -> Iterator[tuple[Place, int]]:
        """Yield the first and the last place of each row, with -1 and 1 for left and right."""
        for row, width in enumerate(self.widths):
            yield (row, 0), -1
            yield (row, width - 1), 1

    def side(self, name: str) -> Side | None:
        """Return a side by its compass direction (``N``, ``NE`` …), ``None`` if there is none."""
        last = self.height - 1
        left = [(row, 0) for row in range(self.height)]
        right = [(row, width - 1) for row, width in enumerate(self.widths)]
        top = [(0, col) for col in range(self.widths[0])]
        bottom = [(last, col) for col in reversed(range(self.widths[last]))]
        if self.hexagonal:
            middle = self.widths.index(self.width)
            walks = {
                "N": (top, 5),
                "NE": (right[: middle + 1], 0),
                "SE": (right[middle:], 1),
                "S": (bottom, 2),
                "SW": (left[middle:][::-1], 3),
                "NW": (left[: middle + 1][::-1], 4),
            }
            return Side(tuple(walks[name][0]), walks[name][1], 3) if name in walks else None
        if name not in ("N", "E", "S", "W"):
            return None
        places = {"N": top, "E": right, "S": bottom, "W": left[::-1]}[name]
        if not self.pointed:
            corner, corners = {"N": (4, 4), "E": (0, 3), "S": (1, 4), "W": (3, 3)}[name]
        elif self.slanted:
            corner, corners = {"N": (5, 3), "E": (0, 3), "S": (2, 3), "W": (3, 3)}[name]
        else:
            corner, corners = {"N": (5, 3), "E": (0, 4), "S": (2, 3), "W": (3, 4)}[name]
        return Side(tuple(places), corner, corners)


@lru_cache(maxsize=64)
def hexagon_grid(
    least: int,
    most: int,
    half: Half = "",
    alternating: bool = False,
) -> Grid:
    """Return rows that grow from *least* to *most* places and shrink again.

    :param half: only the rows down to the longest one, or those from it on.
    :param alternating: sides of two lengths by turns: the last row has ``most - least + 1`` places.
    """
    growing = tuple(range(least, most + 1))
    shortest = most - least + 1 if alternating else least
    shrinking = tuple(range(most, shortest - 1, -1))
    match half:
        case "top":
            widths = growing
        case "bottom":
            widths = shrinking
        case _:
            widths = growing + shrinking[1:]
    return Grid(widths, tuple(most - width for width in widths), hexagonal=True)


@lru_cache(maxsize=64)
def rectangle_grid(width: int, height: int, offset: Offset) -> Grid:
    """Return *height* rows of *width* places, shifted as *offset* says."""
    shifts = tuple(map(offset.shift, range(height if offset.pointed else width)))
    return Grid((width,) * height, shifts, offset.pointed)


@lru_cache(maxsize=64)
def slanted_grid(width: int, height: int) -> Grid:
    """Return *height* rows of *width* places, each half a cell further to the right: a rhombus."""
    return Grid((width,) * height, tuple(range(height)), slanted=True, columns_lettered=True)


@lru_cache(maxsize=64)
def triangle_grid(least: int, most: int, half: Half = "") -> Grid:
    """Return rows of triangles between the points of a :func:`hexagon_grid`.

    The first triangle of a row points up in the upper half of the hexagon, down in the lower one;
    then both kinds alternate.
    """
    points = hexagon_grid(least, most, half).widths
    widths = tuple(above + below - 2 for above, below in pairwise(points))
    shifts = tuple(max(widths) - w >> 1 for w in widths)
    uppers = sum(above < below for above, below in pairwise(points))
    return Grid(widths, shifts, step=1, hexagonal=True, uppers=uppers)
