"""Pixels of the boards: where each cell is, its outline, the labels, the sides.

What a board is made of, and the order and the names of its places, is ``board``'s
(:class:`~abstractplay_hex.board.Grid`). Coordinates are pixels, y downwards; only their differences
mean anything. A turned board is this geometry turned, so that nothing drawn on it has to be turned back.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from math import cos, radians, sin
from typing import Final, NamedTuple

import attrs

from abstractplay_hex.board import (
    Grid,
    Offset,
    Place,
    letters,
)
from abstractplay_hex.render.svg.reading import Item, Point, fail, fmt, shown
from abstractplay_hex.render.svg.strokes import MIDDLE, text_at

HEXAGON: Final = "hex-of-hex"
POINTS: Final = "hex-of-tri"
"""Pieces stand where lines meet."""
CIRCLES: Final = "hex-of-cir"
TRIANGLES: Final = "hex-of-tri-f"
"""Pieces stand in the triangles."""
SLANTED: Final = "hex-slanted"
RECTANGLES: Final = {
    "hex-even-p": Offset.EVEN_R,
    "hex-odd-p": Offset.ODD_R,
    "hex-even-f": Offset.EVEN_Q,
    "hex-odd-f": Offset.ODD_Q,
}
CONHEX: Final = "conhex-cells"
STYLES: Final = (HEXAGON, *RECTANGLES, SLANTED, POINTS, CIRCLES, TRIANGLES, CONHEX)
"""The site's names of the boards that are drawn."""
OUTSIDE: Final = 0.52
"""Font size of labels around a board, in radiuses of a cell."""
INSIDE: Final = 0.24
"""The same of labels in the cells."""
LETTER: Final = 0.65
"""Width of a letter, in font sizes."""
BELOW: Final = 0.2
"""How far letters like g reach below the line, in font sizes."""
_USUAL: Final = 3
"""Letters of a usual name: shorter ones stand as high in their cells."""
_LONG: Final = 5
"""Letters of a name that has too little room where usual ones stand around a board."""
_ROOM: Final = 0.75
"""From a cell to the middle of a usual label beside it, in radiuses: no other cell is as near."""
_ENTITY: Final = re.compile("&[^;]+;")
_NORMALS: Final = {"N": -90, "NE": -30, "E": 0, "SE": 30, "S": 90, "SW": 150, "W": 180, "NW": -150}
"""Degrees clockwise from the east in which the sides of a board lie."""


class Cell(NamedTuple):
    """A place of the board: the pixel of its centre, its name, its attributes in markup, its outline's number."""

    x: float
    y: float
    name: str
    head: str
    at: str
    outline: int


class Label(NamedTuple):
    """A text in markup on or beside the board: the pixel of its middle, its font size, all of it in markup.

    The markup is for a group with the font size that is usual there; ``<text`` begins it.
    """

    x: float
    y: float
    text: str
    size: float
    markup: str


@attrs.frozen
class Shape:
    """What distinguishes one board from another.

    :ivar external: whether a rectangle has its labels at the ends of rows and columns.
    :ivar letters: texts in markup for rows or columns that have letters, instead of those.
    :ivar numbers: the same for those that have numbers.
    """

    style: str
    grid: Grid
    blocked: frozenset[Place]
    turn: float
    options: frozenset[str]
    external: bool = False
    letters: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()

    def label(self, row: int, col: int) -> tuple[str, str]:
        """Return the letter and the number of a place: for its row and its column, or the other way."""
        grid = self.grid
        across, up = (col, grid.widths[row]), (grid.height - 1 - row, grid.height)
        (letter, last_letter), (number, last) = (
            (across, up) if grid.columns_lettered else (up, across)
        )
        if "reverse-letters" in self.options:
            letter = last_letter - 1 - letter
        if "reverse-numbers" in self.options:
            number = last - 1 - number
        return (
            self.letters[letter] if letter < len(self.letters) else letters(letter),
            self.numbers[number] if number < len(self.numbers) else str(number + 1),
        )

    def row_label(self, row: int) -> str:
        """Return what is written beside a row."""
        return self.label(row, 0)[self.grid.columns_lettered]

    def column_label(self, col: int) -> str:
        """Return what is written above and below a column."""
        return self.label(0, col)[not self.grid.columns_lettered]


@attrs.frozen(slots=False)
class DrawnBoard:
    """The geometry of one :class:`Shape`.

    :ivar radius: what labels, margins and thick lines are measured by: of a hex, from its centre to
        its corners.
    :ivar size: what pieces and dots are measured by: the width of a hex between flat sides.
    :ivar cells: every place, blocked ones included.
    :ivar outlines: the corners of the kinds of cells relative to a centre, clockwise; of hexes from
        the top (pointed) or from the upper right (flat) of the board before it is turned.
    """

    shape: Shape
    radius: float
    size: float
    cells: dict[Place, Cell]
    outlines: tuple[tuple[Point, ...], ...]

    @property
    def pointed(self) -> bool:
        """Whether the hexes stand on a corner, before the board is turned."""
        return self.shape.grid.pointed

    @property
    def hexes(self) -> bool:
        """Whether the cells' outlines are hexes."""
        return self.shape.style not in (TRIANGLES, CONHEX)

    @property
    def points(self) -> bool:
        """Whether pieces stand where lines meet, so that there are no cells to be seen."""
        return self.shape.style == POINTS

    @cached_property
    def drawn(self) -> dict[Place, Cell]:
        """The places that are not blocked."""
        return {p: c for p, c in self.cells.items() if p not in self.shape.blocked}

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell relative to its centre."""
        return self.outlines[cell.outline]

    def references(self, prefix: str) -> tuple[str, ...]:
        """Return ``#id`` of each outline's definition, in their order."""
        return tuple(f"#{prefix}-c{i or ''}" for i in range(len(self.outlines)))

    def definitions(self, prefix: str) -> str:
        """Return the outlines as markup."""
        if self.shape.style == CIRCLES:
            return f'<circle id="{prefix}-c" r="{fmt(self.size / 2)}"/>'
        return "".join(
            f'<polygon id="{name[1:]}" points="'
            f'{" ".join(f"{fmt(x)},{fmt(y)}" for x, y in corners)}"/>'
            for name, corners in zip(self.references(prefix), self.outlines, strict=True)
        )

    @cached_property
    def lines(self) -> str:
        """The lines between neighbouring points, as the value of ``d``; of other boards nothing."""
        if not self.points:
            return ""
        spot = self.shape.grid.spot
        at = {spot(place): cell for place, cell in self.drawn.items()}
        return "".join(
            f"M{fmt(cell.x)},{fmt(cell.y)}L{fmt(other.x)},{fmt(other.y)}"
            for (x, y), cell in at.items()
            for dx, dy in ((2, 0), (1, 1), (-1, 1))
            if (other := at.get((x + dx, y + dy))) is not None
        )

    def box(self, more: Iterable[Place] = ()) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that belongs to the board, labels and sides included.

        :param more: blocked places on which something stands.
        """
        left, top, right, bottom = self._bounds
        for place in more:
            cell = self.cells[place]
            reach = self.radius
            left, top = min(left, cell.x - reach), min(top, cell.y - reach)
            right, bottom = max(right, cell.x + reach), max(bottom, cell.y + reach)
        return left, top, right, bottom

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        at = list(self.drawn.values()) or list(self.cells.values())
        rim = 0.25 * self.radius
        reaches = [
            (min(xs) - rim, max(xs) + rim, min(ys) - rim, max(ys) + rim)
            for xs, ys in (zip(*corners, strict=True) for corners in self.outlines)
        ]
        xs = [c.x + dx for c in at for dx in reaches[c.outline][:2]]
        ys = [c.y + dy for c in at for dy in reaches[c.outline][2:]]
        outer = self.labels if self.outside_labels else ()
        pad = 0.55 * self.radius
        for one in outer:
            half = _half(one.text, one.size) if _length(one.text) >= _LONG else pad
            xs += [one.x - half, one.x + half]
        ys += [one.y + s * pad for one in outer for s in (-1, 1)]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def outside_labels(self) -> bool:
        """Whether labels stand around the board rather than in the cells."""
        return self.shape.external or self.shape.style not in RECTANGLES

    @property
    def hides_labels(self) -> bool:
        """Whether no labels are to be written."""
        return "hide-labels" in self.shape.options or self.shape.style == CONHEX

    def inside(self, cell: Cell, text: str) -> Label:
        """Return a label in a cell: as low as the whole of it is within the lines around the cell."""
        length = max(_length(text), _USUAL)
        size = min(INSIDE, 1.5 / (LETTER * length)) * self.radius
        lowest = self._depth(cell, LETTER * size * length / 2) - BELOW * size
        return _label(cell.x, cell.y + lowest - MIDDLE * size, text, size, INSIDE * self.radius)

    def _depth(self, cell: Cell, half: float) -> float:
        """Return how far below a cell's centre a line *half* pixels to either side is within the cell."""
        depths = {-half: 0.0, half: 0.0}
        corners = self.corners(cell)
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            for x, found in depths.items():
                if min(ax, bx) <= x <= max(ax, bx) and ax != bx:
                    depths[x] = max(found, ay + (by - ay) * (x - ax) / (bx - ax))
        return min(depths.values())

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels: names at both ends of a hexagon's rows, or in every cell; or around the board."""
        shape = self.shape
        if self.hides_labels:
            return ()
        if not self.outside_labels:
            return tuple(self.inside(c, "".join(shape.label(*p))) for p, c in self.drawn.items())
        if not shape.grid.hexagonal:
            return tuple(self._around())
        return tuple(
            self._beside(self.cells[place], (side, 0), "".join(shape.label(*place)))
            for place, side in shape.grid.ends()
        )

    def _beside(self, cell: Cell, direction: Point, text: str) -> Label:
        """Return a label beside a cell at the rim, that meets neither cells nor labels of their neighbours.

        To the left and right there is room for the whole of a long text, which is moved outwards. In
        all other directions it is made so small that a circle around it would fit there.
        """
        radius, length = self.radius, _length(text)
        dx, dy = turned(direction, self.shape.turn)
        size, away = OUTSIDE * radius, 0.5 * self.size + _ROOM * radius
        if length > _USUAL or not self.hexes:
            away = max(x * dx + y * dy for x, y in self.corners(cell)) + _ROOM * radius
        if length >= _LONG:
            if abs(dy) < 1e-6:
                away += _half(text, size) - 0.5 * radius
            else:
                size = 1.3 / (LETTER * length) * radius
        return _label(cell.x + away * dx, cell.y + away * dy, text, size, OUTSIDE * radius)

    def _around(self) -> Iterator[Label]:
        """Yield the labels of rows at their left and right ends, of columns at their upper and lower ones."""
        shape, grid = self.shape, self.shape.grid
        # Which labels are left out where half of them are: those at the top and at the right.
        whole = "hide-labels-half" not in shape.options or shape.style == SLANTED
        for place, side in grid.ends():
            if side < 0 or whole:
                yield self._beside(self.cells[place], (side, 0), shape.row_label(place[0]))
        for col in range(grid.width):
            text = shape.column_label(col)
            for row, side in ((0, -1), (grid.height - 1, 1)):
                if side > 0 or whole:
                    yield self._beside(self.cells[row, col], (0, side), text)

    def cell(self, place: Place, path: str) -> Cell:
        """Return the cell at *place*.

        :raises RenderError: ``svg.place`` if the board has no such place.
        """
        cell = self.cells.get(place)
        if cell is None:
            fail("place", path, row=shown(place[0]), col=shown(place[1]))
        return cell

    def cells_of(self, item: Item, key: str) -> list[Cell]:
        """Return the cells that a list of ``{"row": …, "col": …}`` names."""
        cells, path = self.cells, item.at(key)
        return [cells.get(place) or self.cell(place, path) for place in item.places(key)]

    def side(self, name: str) -> list[list[Point]]:
        """Return the lines along the cells of one side (``N``, ``NE``, …); none if there is no such side."""
        side = self.shape.grid.side(name)
        if side is None:
            return []
        if self.shape.style in (POINTS, TRIANGLES, CONHEX):
            return self._straight_side(name)
        # The parts of these lines that are between cells are hidden behind the cells.
        lines = []
        for place in side.places:
            cell = self.drawn.get(place)
            if cell is not None:
                corners = self.corners(cell)
                around = [corners[(side.corner + i) % 6] for i in range(side.corners)]
                lines.append([(cell.x + x, cell.y + y) for x, y in around])
        if not self.shape.grid.hexagonal:
            return lines
        # Neighbouring sides share the outermost edge of the corner cell.
        line = [point for part in lines for point in part]
        if len(line) > 2:
            line[0] = _between(line[0], line[1])
            line[-1] = _between(line[-2], line[-1])
        return [line]

    def _straight_side(self, name: str) -> list[list[Point]]:
        """Return the line between the two ends of a side that is straight."""
        nx, ny = turned((1, 0), _NORMALS[name] + self.shape.turn)
        if self.points:
            corners = [(c.x, c.y) for c in self.drawn.values()]
        else:
            corners = [(c.x + x, c.y + y) for c in self.drawn.values() for x, y in self.corners(c)]
        far = max((x * nx + y * ny for x, y in corners), default=0.0)
        ends = [(x, y) for x, y in corners if x * nx + y * ny > far - 0.01]
        ends.sort(key=lambda point: point[1] * nx - point[0] * ny)
        return [[ends[0], ends[-1]]] if ends else []


def _label(x: float, y: float, text: str, size: float, usual: float) -> Label:
    own = "" if size == usual else f' font-size="{fmt(size)}"'
    return Label(x, y, text, size, f"<text {text_at(x, y, size)}{own}>{text}</text>")


def _length(text: str) -> int:
    """Return the number of letters of a text in markup."""
    return len(_ENTITY.sub("_", text))


def _half(text: str, size: float) -> float:
    """Return half the width of a text in markup, in pixels."""
    return LETTER * size * _length(text) / 2


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def turned(point: Point, degrees: float) -> Point:
    """Return a point turned about the origin."""
    if not degrees:
        return point
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c
