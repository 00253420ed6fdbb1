"""From ``board`` of a render JSON to a drawn board: its measures read, the pixels of each kind worked out."""

from functools import lru_cache
from math import sqrt
from typing import Final

import attrs

from abstractplay_hex.board import (
    Grid,
    Place,
    conhex_cells,
    conhex_grid,
    hexagon_grid,
    rectangle_grid,
    slanted_grid,
    triangle_grid,
)
from abstractplay_hex.board.grid import Half
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.render.svg.boards import (
    CONHEX,
    RECTANGLES,
    SLANTED,
    STYLES,
    TRIANGLES,
    Cell,
    DrawnBoard,
    Shape,
    turned,
)
from abstractplay_hex.render.svg.reading import Item, Point, escape, fail, fmt, shown

LARGEST: Final = 4096
"""Most cells a board may have."""
_OPTIONS: Final = (
    "hide-labels",
    "hide-labels-half",
    "reverse-letters",
    "reverse-numbers",
    "swap-labels",
)
_RADIUS: Final = 25.0
_WIDER: Final = 40.0
"""The radius of a cell in rectangles."""
_EDGE: Final = 80.0
"""The side of a triangle."""
_UNIT: Final = 50.0
"""From dot to dot of a ConHex board."""


def read_board(item: Item, flags: frozenset[str], rotate: float) -> DrawnBoard:
    """Return the board that ``board`` of a render JSON describes, turned by *rotate* degrees more.

    :raises RenderError: ``svg.style`` for a board that is no hex board, ``svg.expected`` for
        measures that are missing or wrong.
    """
    style = item.get("style")
    if not isinstance(style, str) or style not in STYLES:
        fail("style", item.at("style"), found=shown(style), known=", ".join(STYLES))
    grid = _read_grid(item, style)
    if sum(grid.widths) > LARGEST:
        fail("size", item.path, most=LARGEST)
    options = flags & frozenset(_OPTIONS)
    if "swap-labels" in options and not grid.hexagonal:
        grid = attrs.evolve(grid, columns_lettered=not grid.columns_lettered)
    external = item.choice("labelStyle", ("internal", "external"), "internal") == "external"
    return _built(
        Shape(
            style,
            grid,
            frozenset(item.places("blocked")),
            (item.number("rotate", 0, -360, 360) + rotate) % 360,
            options,
            external and style in RECTANGLES,
            # The site calls them so on every board, whether its columns have the letters or its rows.
            _texts(item, "columnLabels"),
            () if grid.hexagonal else _texts(item, "rowLabels"),
        )
    )


def _read_grid(item: Item, style: str) -> Grid:
    if style == CONHEX:
        key = "height" if item.get("width") is None else "width"
        size = item.whole(key, low=5, high=45)
        if size % 2 == 0 or item.whole("height", size, high=45) != size:
            fail("expected", item.at(key), expected=Phrase("svg.odd"), found=shown(size))
        return conhex_grid(size)
    if style == SLANTED or style in RECTANGLES:
        width = item.whole("width", low=1, high=LARGEST)
        height = item.whole("height", low=1, high=200)
        if style == SLANTED:
            return slanted_grid(width, height)
        return rectangle_grid(width, height, RECTANGLES[style])
    least = item.whole("minWidth", low=1, high=200)
    most = item.whole("maxWidth", low=least + (style == TRIANGLES), high=200)
    half: Half = item.choice("half", ("top", "bottom", ""), "")
    if style == TRIANGLES:
        return triangle_grid(least, most, half)
    return hexagon_grid(least, most, half, item.flag("alternatingSymmetry", False) and not half)


def _texts(item: Item, key: str) -> tuple[str, ...]:
    """Return a list of texts, in markup; none if it is not there."""
    found = item.entries(key)
    if not all(isinstance(text, str) for text in found):
        fail("expected", item.at(key), expected=Phrase("phrase.texts"), found=shown(found))
    return tuple(escape(text[:20]) for text in found)


@lru_cache(maxsize=64)
def _built(shape: Shape) -> DrawnBoard:
    style, grid = shape.style, shape.grid
    if style == CONHEX:
        return _conhex(shape)
    if style == TRIANGLES:
        return _triangles(shape)
    radius = _WIDER if style in RECTANGLES else _RADIUS
    half, deep = radius * sqrt(3) / 2, radius * 1.5
    middle = grid.width - 1 if grid.hexagonal else 0
    centres: dict[Place, Point] = {}
    for place in grid.places():
        x, y = grid.spot(place)
        centres[place] = ((x - middle) * half, y * deep) if grid.pointed else (x * deep, y * half)
    start = -90 if grid.pointed else -60
    corners = tuple(turned((radius, 0), start + 60 * i) for i in range(6))
    return _board(shape, radius, 2 * half, centres, (corners,))


def _triangles(shape: Shape) -> DrawnBoard:
    half, deep = _EDGE / 2, _EDGE * sqrt(3) / 2
    grid = shape.grid
    # Pieces stand in the middle of the triangle, a third of its height above its base.
    up = (0.0, -deep * 2 / 3), (half, deep / 3), (-half, deep / 3)
    down = tuple((-x, -y) for x, y in up)
    centres, kinds = {}, {}
    for place in grid.places():
        x, y = grid.spot(place)
        kinds[place] = 0 if grid.points_up(place) else 1
        centres[place] = x * half, y * deep + (-1 if kinds[place] else 1) * deep / 6
    return _board(shape, 0.42 * _EDGE, 0.5 * _EDGE, centres, (up, down), kinds)


def _conhex(shape: Shape) -> DrawnBoard:
    rings = conhex_cells(2 * shape.grid.height + 1)
    centres, outlines = {}, []
    for row, ring in enumerate(rings):
        for col, corners in enumerate(ring):
            x, y = (_UNIT * sum(way) / len(corners) for way in zip(*corners, strict=True))
            centres[row, col] = x, y
            outlines.append(tuple((_UNIT * cx - x, _UNIT * cy - y) for cx, cy in corners))
    kinds = {place: i for i, place in enumerate(centres)}
    return _board(shape, _RADIUS, _UNIT, centres, tuple(outlines), kinds)


def _board(
    shape: Shape,
    radius: float,
    size: float,
    centres: dict[Place, Point],
    outlines: tuple[tuple[Point, ...], ...],
    kinds: dict[Place, int] | None = None,
) -> DrawnBoard:
    """Return the board with these centres, turned."""
    # Cells have the names they have in the game, whatever is written on the board.
    usual = attrs.evolve(shape, letters=(), numbers=())
    cells = {}
    for (row, col), centre in centres.items():
        x, y = turned(centre, shape.turn)
        name = "".join(usual.label(row, col))
        head = f'data-row="{row}" data-col="{col}" data-cell="{name}"'
        at = f'x="{fmt(x)}" y="{fmt(y)}"'
        cells[row, col] = Cell(x, y, name, head, at, kinds[row, col] if kinds else 0)
    around = tuple(tuple(turned(corner, shape.turn) for corner in kind) for kind in outlines)
    return DrawnBoard(shape, radius, size, cells, around)
