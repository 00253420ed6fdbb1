"""The boards on which stones are placed."""

from functools import cache
from typing import Any

from attrs import field, frozen

from abstractplay_hex.board import (
    Axial,
    Grid,
    Layout,
    Offset,
    Place,
    hexagon_grid,
    rectangle_grid,
    slanted_grid,
)


@frozen(cache_hash=True)
class StoneBoard:
    """A board. Make one with :func:`hexagon_board`, :func:`triangle_board` … of this module.

    :ivar style: the site's name of it.
    :ivar measures: what a picture says of its size.
    :ivar grid: rows of places, names, sides.
    """

    style: str
    measures: tuple[tuple[str, int | str], ...]
    grid: Grid = field(eq=False, repr=False)

    @property
    def layout(self) -> Layout:
        """The cells as bits."""
        return _layout(self)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells in rows, as pictures and position texts have them."""
        return _rows(self)

    def side(self, name: str) -> int:
        """Return the mask of the cells along a side: ``N``, ``NE`` …; 0 where there is no such side."""
        return _side(self, name)

    def to_dict(self) -> dict[str, Any]:
        """Return the board of a picture."""
        return {"style": self.style, **dict(self.measures)}


@cache
def _layout(board: StoneBoard) -> Layout:
    grid = board.grid
    places = {_axial(grid, place): place for place in grid.places()}
    return Layout(places, {axial: grid.name(place) for axial, place in places.items()}, places)


@cache
def _rows(board: StoneBoard) -> tuple[tuple[int, ...], ...]:
    at = board.layout.cell_at
    return tuple(
        tuple(at[row, col] for col in range(width)) for row, width in enumerate(board.grid.widths)
    )


@cache
def _side(board: StoneBoard, name: str) -> int:
    side = board.grid.side(name)
    at = board.layout.cell_at
    return 0 if side is None else sum(1 << at[place] for place in side.places)


def _axial(grid: Grid, place: Place) -> Axial:
    along, down = grid.spot(place)
    return ((along - down) // 2, down) if grid.pointed else (along, (down - along) // 2)


@cache
def hexagon_board(side: int) -> StoneBoard:
    """Return a hexagon with *side* cells a side."""
    measures = (("minWidth", side), ("maxWidth", 2 * side - 1))
    return StoneBoard("hex-of-hex", measures, hexagon_grid(side, 2 * side - 1))


@cache
def triangle_board(side: int) -> StoneBoard:
    """Return a triangle with *side* points a side, the tip on top; its sides are NE, S and NW."""
    measures = (("minWidth", 1), ("maxWidth", side), ("half", "top"))
    return StoneBoard("hex-of-tri", measures, hexagon_grid(1, side, "top"))


@cache
def rhombus_board(width: int, height: int | None = None) -> StoneBoard:
    """Return a rhombus of *width* by *height* cells (default: as high as wide); sides N, E, S, W."""
    height = width if height is None else height
    measures = (("width", width), ("height", height))
    return StoneBoard("hex-slanted", measures, slanted_grid(width, height))


@cache
def rectangle_board(width: int, height: int, offset: Offset = Offset.EVEN_R) -> StoneBoard:
    """Return a rectangle, whose rows or columns are shifted as *offset* says; sides N, E, S, W."""
    parity, kind = offset.value.split("-")
    style = f"hex-{parity}-{'p' if kind == 'r' else 'f'}"
    measures = (("width", width), ("height", height))
    return StoneBoard(style, measures, rectangle_grid(width, height, offset))
