"""Geometry of the hex boards: where each cell is, its name, the labels, the sides.

Coordinates are pixels, y downwards; only their differences mean anything. A turned board is this
geometry turned, so that nothing drawn on it has to be turned back.
"""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, radians, sin, sqrt
from typing import Final, NamedTuple

import attrs

from abstractplay_hex.board.names import letters
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.render.svg.reading import Item, Place, Point, escape, fail, fmt, shown
from abstractplay_hex.render.svg.strokes import MIDDLE, text_at

HEXAGON: Final = "hex-of-hex"
STYLES: Final = (HEXAGON, "hex-even-p", "hex-odd-p", "hex-even-f", "hex-odd-f")
LARGEST: Final = 4096
"""Most cells a board may have."""
_OPTIONS: Final = ("hide-labels", "reverse-letters", "reverse-numbers", "swap-labels")
_RADIUS: Final = {True: 25.0, False: 40.0}
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


class Cell(NamedTuple):
    """A place of the board: the pixel of its centre, its name, its attributes in markup."""

    x: float
    y: float
    name: str
    head: str
    at: str


class Label(NamedTuple):
    """A text in markup on or beside the board: the pixel of its middle, its font size, where it begins."""

    x: float
    y: float
    text: str
    size: float
    at: str


@attrs.frozen
class Shape:
    """What distinguishes one board from another.

    :ivar external: whether a board that is no hexagon has its labels at the ends of rows and columns.
    :ivar row_labels: texts in markup for rows from the bottom, instead of the usual ones.
    :ivar column_labels: the same for columns from the left.
    """

    style: str
    widths: tuple[int, ...]
    blocked: frozenset[Place]
    turn: float
    options: frozenset[str]
    external: bool = False
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()


@attrs.frozen(slots=False)
class Board:
    """The geometry of one :class:`Shape`.

    :ivar radius: from a cell's centre to its corners, in pixels.
    :ivar cells: every place, blocked ones included.
    :ivar corners: the six corners relative to a centre, clockwise from the top (pointed hexes) or
        from the upper right (flat ones) of the board before it is turned.
    """

    shape: Shape
    radius: float
    cells: dict[Place, Cell]
    corners: tuple[Point, ...]

    @property
    def size(self) -> float:
        """The size of a cell, that pieces and dots are measured by: its width between flat sides."""
        return self.radius * sqrt(3)

    @property
    def pointed(self) -> bool:
        """Whether the hexes stand on a corner, before the board is turned."""
        return not self.shape.style.endswith("f")

    @cached_property
    def drawn(self) -> dict[Place, Cell]:
        """The places that are not blocked."""
        return {p: c for p, c in self.cells.items() if p not in self.shape.blocked}

    @cached_property
    def outline(self) -> str:
        """The polygon of a cell about its centre, as the value of ``points``."""
        return " ".join(f"{fmt(x)},{fmt(y)}" for x, y in self.corners)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that belongs to the board, labels and sides included."""
        at = list(self.drawn.values()) or list(self.cells.values())
        dx = max(x for x, _ in self.corners)
        dy = max(y for _, y in self.corners)
        points = [(c.x, c.y) for c in at]
        rim = 0.25 * self.radius
        outer = self.labels if self.outside_labels else ()
        pad = 0.55 * self.radius
        xs = [x + s * (dx + rim) for x, _ in points for s in (-1, 1)]
        ys = [y + s * (dy + rim) for _, y in points for s in (-1, 1)]
        for one in outer:
            half = _half(one.text, one.size) if _length(one.text) >= _LONG else pad
            xs += [one.x - half, one.x + half]
        ys += [one.y + s * pad for one in outer for s in (-1, 1)]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def outside_labels(self) -> bool:
        """Whether labels stand around the board rather than in the cells."""
        return self.shape.style == HEXAGON or self.shape.external

    @property
    def hides_labels(self) -> bool:
        """Whether no labels are to be written."""
        return "hide-labels" in self.shape.options

    def inside(self, cell: Cell, text: str) -> Label:
        """Return a label in a cell: as low as the whole of it is within the lines around the cell."""
        length = max(_length(text), _USUAL)
        size = min(INSIDE, 1.5 / (LETTER * length)) * self.radius
        lowest = self._depth(LETTER * size * length / 2) - BELOW * size
        return _label(cell.x, cell.y + lowest - MIDDLE * size, text, size)

    def _depth(self, half: float) -> float:
        """Return how far below a cell's centre a line *half* pixels to either side is within the cell."""
        depths = {-half: 0.0, half: 0.0}
        for (ax, ay), (bx, by) in pairwise((*self.corners, self.corners[0])):
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
            return tuple(self.inside(c, _name(shape, *p)) for p, c in self.drawn.items())
        if shape.external:
            return tuple(self._around())
        out = []
        for row, width in enumerate(shape.widths):
            for col, side in ((0, -1), (width - 1, 1)):
                cell = self.drawn.get((row, col))
                if cell is not None:
                    out.append(self._beside(cell, (side, 0), _name(shape, row, col)))
        return tuple(out)

    def _beside(self, cell: Cell, direction: Point, text: str) -> Label:
        """Return a label beside a cell at the rim, that meets neither cells nor labels of their neighbours.

        To the left and right there is room for the whole of a long text, which is moved outwards. In
        all other directions it is made so small that a circle around it would fit there.
        """
        radius, length = self.radius, _length(text)
        dx, dy = _turned(direction, self.shape.turn)
        size, away = OUTSIDE * radius, 0.5 * self.size + _ROOM * radius
        if length > _USUAL:
            away = max(x * dx + y * dy for x, y in self.corners) + _ROOM * radius
        if length >= _LONG:
            if abs(dy) < 1e-6:
                away += _half(text, size) - 0.5 * radius
            else:
                size = 1.3 / (LETTER * length) * radius
        return _label(cell.x + away * dx, cell.y + away * dy, text, size)

    def _around(self) -> Iterator[Label]:
        """Yield the labels of rows at their left and right ends, of columns at their upper and lower ones."""
        shape = self.shape
        rows, columns = len(shape.widths), shape.widths[0]
        flat = not self.pointed
        for row in range(rows):
            text = _parts(shape, row, 0)[1 if flat else 0]
            for col, side in ((0, -1), (columns - 1, 1)):
                yield self._beside(self.cells[row, col], (side, 0), text)
        for col in range(columns):
            text = _parts(shape, 0, col)[0 if flat else 1]
            for row, side in ((0, -1), (rows - 1, 1)):
                yield self._beside(self.cells[row, col], (0, side), text)

    def cell(self, place: Place, path: str) -> Cell:
        """Return the cell at *place*.

        :raises RenderError: ``svg.place`` if the board has no such place.
        """
        cell = self.cells.get(place)
        if cell is None:
            fail("place", path, row=shown(place[0]), col=shown(place[1]))
        return cell

    def points(self, item: Item, key: str) -> list[Cell]:
        """Return the cells that a list of ``{"row": …, "col": …}`` names."""
        cells, path = self.cells, item.at(key)
        return [cells.get(place) or self.cell(place, path) for place in item.places(key)]

    def side(self, name: str) -> list[list[Point]]:
        """Return the lines along the cells of one side (``N``, ``NE``, …); none if there is no such side."""
        if self.shape.style == HEXAGON:
            return self._hexagon_side(name)
        rows = len(self.shape.widths)
        first, last = 0, self.shape.widths[0] - 1
        if name in ("N", "S"):
            places = [(0 if name == "N" else rows - 1, col) for col in range(last + 1)]
        elif name in ("E", "W"):
            places = [(row, last if name == "E" else first) for row in range(rows)]
        else:
            return []
        # The parts of these lines that are between cells are hidden behind the cells.
        turn = (
            {"N": -1, "E": 0, "S": 2, "W": 3} if self.pointed else {"N": 4, "E": 0, "S": 1, "W": 3}
        )
        count = (
            {"N": 3, "E": 4, "S": 3, "W": 4} if self.pointed else {"N": 4, "E": 3, "S": 4, "W": 3}
        )
        lines = []
        for place in places:
            cell = self.drawn.get(place)
            if cell is not None:
                around = [self.corners[(turn[name] + i) % 6] for i in range(count[name])]
                lines.append([(cell.x + x, cell.y + y) for x, y in around])
        return lines

    def _hexagon_side(self, name: str) -> list[list[Point]]:
        """Walk one side clockwise; neighbouring sides share the outermost edge of the corner cell."""
        widths = self.shape.widths
        middle, bottom = widths.index(max(widths)), len(widths) - 1
        ends = [(row, width - 1) for row, width in enumerate(widths)]
        starts = [(row, 0) for row in range(len(widths))]
        walks: dict[str, tuple[int, list[Place]]] = {
            "N": (5, [(0, col) for col in range(widths[0])]),
            "NE": (0, ends[: middle + 1]),
            "SE": (1, ends[middle:]),
            "S": (2, [(bottom, col) for col in reversed(range(widths[bottom]))]),
            "SW": (3, starts[middle:][::-1]),
            "NW": (4, starts[: middle + 1][::-1]),
        }
        if name not in walks:
            return []
        first, places = walks[name]
        line = []
        for place in places:
            cell = self.drawn.get(place)
            if cell is not None:
                around = [self.corners[(first + i) % 6] for i in range(3)]
                line += [(cell.x + x, cell.y + y) for x, y in around]
        if len(line) > 2:
            line[0] = _between(line[0], line[1])
            line[-1] = _between(line[-2], line[-1])
        return [line]


def _label(x: float, y: float, text: str, size: float) -> Label:
    return Label(x, y, text, size, text_at(x, y, size))


def _length(text: str) -> int:
    """Return the number of letters of a text in markup."""
    return len(_ENTITY.sub("_", text))


def _half(text: str, size: float) -> float:
    """Return half the width of a text in markup, in pixels."""
    return LETTER * size * _length(text) / 2


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _turned(point: Point, degrees: float) -> Point:
    if not degrees:
        return point
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def read_board(item: Item, flags: frozenset[str], rotate: float) -> Board:
    """Return the board that ``board`` of a render JSON describes, turned by *rotate* degrees more.

    :raises RenderError: ``svg.style`` for a board that is no hex board, ``svg.expected`` for
        measures that are missing or wrong.
    """
    style = item.get("style")
    if style not in STYLES:
        fail("style", item.at("style"), found=shown(style), known=", ".join(STYLES))
    if style == HEXAGON:
        widths = _hexagon_widths(item)
    else:
        widths = (item.whole("width", low=1, high=LARGEST),) * item.whole("height", low=1, high=200)
    if sum(widths) > LARGEST:
        fail("size", item.path, most=LARGEST)
    blocked = frozenset(item.places("blocked"))
    turn = (item.number("rotate", 0, -360, 360) + rotate) % 360
    external = item.choice("labelStyle", ("internal", "external"), "internal") == "external"
    return _built(
        Shape(
            style,
            widths,
            blocked,
            turn,
            flags & frozenset(_OPTIONS),
            external and style != HEXAGON,
            _texts(item, "rowLabels"),
            _texts(item, "columnLabels"),
        )
    )


def _texts(item: Item, key: str) -> tuple[str, ...]:
    """Return a list of texts, in markup; none if it is not there."""
    found = item.entries(key)
    if not all(isinstance(text, str) for text in found):
        fail("expected", item.at(key), expected=Phrase("phrase.texts"), found=shown(found))
    return tuple(escape(text[:20]) for text in found)


def _hexagon_widths(item: Item) -> tuple[int, ...]:
    least = item.whole("minWidth", low=1, high=200)
    most = item.whole("maxWidth", low=least, high=200)
    if item.flag("alternatingSymmetry", False):
        known = Phrase("svg.equal-hexagons")
        fail("unsupported", item.at("alternatingSymmetry"), known=known)
    growing = tuple(range(least, most + 1))
    match item.choice("half", ("top", "bottom", ""), ""):
        case "top":
            return growing
        case "bottom":
            return growing[::-1]
    return growing + growing[-2::-1]


@lru_cache(maxsize=64)
def _built(shape: Shape) -> Board:
    hexagon = shape.style == HEXAGON
    pointed = not shape.style.endswith("f")
    radius = _RADIUS[hexagon]
    wide, deep = radius * sqrt(3), radius * 1.5
    cells = {}
    # Cells have the names they have in the game, whatever is written on the board.
    usual = attrs.evolve(shape, row_labels=(), column_labels=())
    shifted = 0 if "even" in shape.style else 1
    for row, width in enumerate(shape.widths):
        for col in range(width):
            if hexagon:
                point = ((col - (width - 1) / 2) * wide, row * deep)
            elif pointed:
                point = ((col + 0.5 * (row % 2 == shifted)) * wide, row * deep)
            else:
                point = (col * deep, (row + 0.5 * (col % 2 == shifted)) * wide)
            x, y = _turned(point, shape.turn)
            name = _name(usual, row, col)
            head = f'data-row="{row}" data-col="{col}" data-cell="{name}"'
            cells[row, col] = Cell(x, y, name, head, f'x="{fmt(x)}" y="{fmt(y)}"')
    start = -90 if pointed else -60
    corners = tuple(_turned((radius, 0), start + 60 * i + shape.turn) for i in range(6))
    return Board(shape, radius, cells, corners)


def _parts(shape: Shape, row: int, col: int) -> tuple[str, str]:
    """Return the letter and the number that a cell is called by.

    The letter is the row's from the bottom, the number counts from the left; of flat hexes the letter
    is the column's, and the number counts from the bottom.
    """
    rows = len(shape.widths)
    of_letters, of_numbers = shape.row_labels, shape.column_labels
    if shape.style.endswith("f"):
        major, majors, minor, minors = col, max(shape.widths), rows - 1 - row, rows
        of_letters, of_numbers = of_numbers, of_letters
    else:
        major, majors, minor, minors = rows - 1 - row, rows, col, shape.widths[row]
    if "reverse-letters" in shape.options:
        major = majors - 1 - major
    if "reverse-numbers" in shape.options:
        minor = minors - 1 - minor
    letter = of_letters[major] if major < len(of_letters) else letters(major)
    return letter, of_numbers[minor] if minor < len(of_numbers) else str(minor + 1)


def _name(shape: Shape, row: int, col: int) -> str:
    letter, figure = _parts(shape, row, col)
    return figure + letter if "swap-labels" in shape.options else letter + figure
