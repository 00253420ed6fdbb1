"""Annotations: hints about the last turn and the turn under way, over the pieces."""

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Final

from abstractplay_hex.render.svg.boards import Cell
from abstractplay_hex.render.svg.markers import Ground
from abstractplay_hex.render.svg.palette import opacity
from abstractplay_hex.render.svg.reading import Item, Point, fmt
from abstractplay_hex.render.svg.strokes import (
    arrow_head,
    burst,
    dashed,
    dot,
    path,
    polygon_at,
    shortened,
)

SHAPES: Final = ("square", "circle", "hexf", "hexp")
DOTS: Final = ("circle", "ring", "ring-large", "chevron", "explosion")
WIDTH: Final = 0.05
"""Width of lines where none is asked for, in sizes of a cell (the site's 0.03 is too thin here)."""
BEFORE: Final = 0.27
"""How far before the middle of a cell an arrow ends, in sizes of a cell: the piece there is to be seen."""


def draw_annotations(ground: Ground, annotations: list[Item]) -> str:
    """Return all annotations as markup, in their order."""
    out = []
    for item in annotations:
        kind = item.kind(_DRAW)
        cells = ground.board.cells_of(item, "targets")
        out.append(f'<g class="{kind}"{opacity(item)}>{_DRAW[kind](ground, item, cells)}</g>')
    return "".join(out)


def _width(ground: Ground, item: Item) -> float:
    return item.number("strokeWidth", WIDTH, 0, 5) * ground.board.size


def _colour(ground: Ground, item: Item) -> str:
    return ground.colour(item, ground.colours.theme.annotations)


def _dashes(ground: Ground, item: Item, plain: str) -> str:
    """Return how a line is dashed: as asked for, or as *plain* says (``solid``, ``dashed``)."""
    given = item.dashes("dashed")
    if not given and item.choice("style", ("solid", "dashed"), plain) == "dashed":
        step = _width(ground, item)
        given = f"{fmt(2.4 * step)},{fmt(1.6 * step)}"
    return dashed(given)


def _halo(ground: Ground, d: str, width: float) -> str:
    """Return a wider, pale line under a line, which shows on any piece then."""
    back = ground.colours.theme.halo
    return (
        f'<path d="{d}" fill="none" stroke="{back}" stroke-opacity=".75"'
        f' stroke-width="{fmt(width)}" stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _stroked(d: str, colour: str, width: float, more: str = "") -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{fmt(width)}"'
        f' stroke-linejoin="round"{more}/>'
    )


def _move(ground: Ground, item: Item, cells: list[Cell]) -> str:
    colour, width = _colour(ground, item), _width(ground, item)
    arrows = item.flag("arrow", True)
    head = 6 * width
    lines, heads = "", ""
    points = [(c.x, c.y) for c in cells]
    if arrows and len(points) > 1:
        points[-1] = shortened(points[-2], points[-1], 0, BEFORE * ground.board.size)[1]
    for a, b in pairwise(points):
        end = shortened(a, b, 0, 0.8 * head if arrows else 0)[1]
        lines += path((a, end))
        if arrows:
            heads += arrow_head(a, b, head)
    out = _halo(ground, lines + heads, 2.6 * width)
    out += _stroked(lines, colour, width, _dashes(ground, item, "dashed"))
    if heads:
        out += f'<path d="{heads}" fill="{colour}"/>'
    if item.flag("anchors", True) and cells:
        anchors = cells[:1] if arrows else [cells[0], cells[-1]]
        dots = "".join(dot(c.x, c.y, 2 * width) for c in anchors)
        back = ground.colours.theme.halo
        out += f'<g fill="{colour}" stroke="{back}" stroke-width="{fmt(0.5 * width)}">{dots}</g>'
    return out


def _line(ground: Ground, item: Item, cells: list[Cell]) -> str:
    d, width = path((c.x, c.y) for c in cells), _width(ground, item)
    dashes = _dashes(ground, item, "solid")
    return _halo(ground, d, 2.2 * width) + _stroked(d, _colour(ground, item), width, dashes)


def _eject(ground: Ground, item: Item, cells: list[Cell]) -> str:
    """Draw arcs from the first place to each of the others, growing unless they are static."""
    colour, width = _colour(ground, item), _width(ground, item)
    growing = item.get("static") is False
    d = ""
    for i, (a, b) in enumerate(pairwise((c.x, c.y) for c in cells)):
        bend = (0.35 + 0.12 * i if growing else 0.35) * hypot(b[0] - a[0], b[1] - a[1])
        d += f"{path([a])}Q{_control(a, b, bend)} {fmt(b[0])},{fmt(b[1])}"
    dashes = _dashes(ground, item, "dashed")
    ends = "".join(dot(c.x, c.y, 1.6 * width) for c in cells)
    return (
        _halo(ground, d, 2.2 * width)
        + _stroked(d, colour, width, dashes)
        + f'<g fill="{colour}">{ends}</g>'
    )


def _control(a: Point, b: Point, bend: float) -> str:
    """Return the point that pulls an arc to the left of the way from *a* to *b*."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1
    x = (a[0] + b[0]) / 2 + bend * (b[1] - a[1]) / length
    y = (a[1] + b[1]) / 2 - bend * (b[0] - a[0]) / length
    return f"{fmt(x)},{fmt(y)}"


def _around(ground: Ground, item: Item, cells: list[Cell]) -> str:
    """Draw a dotted line around each place; cell shaped if no shape is asked for."""
    board, colour, width = ground.board, _colour(ground, item), _width(ground, item)
    shape = item.choice("shape", SHAPES, "cell")
    scale = 0.9
    d = ""
    for cell in cells:
        if shape == "circle":
            r = 0.45 * board.size * scale / 0.9
            rr = f"{fmt(r)},{fmt(r)}"
            d += f"M{fmt(cell.x - r)},{fmt(cell.y)}"
            d += f"a{rr} 0 1 1 {fmt(2 * r)},0a{rr} 0 1 1 {fmt(-2 * r)},0z"
        elif shape == "square":
            half = 0.42 * board.size
            corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
            d += polygon_at(cell.x, cell.y, corners)
        else:  # the site's boards are never turned by 30°, so either hexagon is that of the cell
            d += polygon_at(cell.x, cell.y, board.corners(cell), scale)
    out = ""
    if item.flag("occlude", True):
        out += _stroked(d, ground.colours.theme.halo, 1.5 * width, ' stroke-opacity=".9"')
    given = item.dashes("dashed")
    if not given:
        on, off = (1.8, 1.4) if item.get("type") == "enter" else (0.6, 1.8)
        given = f"{fmt(on * width)},{fmt(off * width)}"
    return out + _stroked(d, colour, width, dashed(given))


def _dots(ground: Ground, item: Item, cells: list[Cell]) -> str:
    board, colour = ground.board, _colour(ground, item)
    shape = item.choice("dotShape", DOTS, "circle")
    radius = item.number("size", 0.2, 0, 5) * board.size / 2
    back = ground.colours.theme.halo
    if shape in ("ring", "ring-large"):
        r = 1.45 * radius if shape == "ring" else 3.4 * radius
        line = 0.75 * radius if shape == "ring" else 0.5 * radius
        rings = "".join(dot(c.x, c.y, r) for c in cells)
        return (
            f'<g fill="none" stroke="{back}" stroke-width="{fmt(1.7 * line)}">{rings}</g>'
            f'<g fill="none" stroke="{colour}" stroke-width="{fmt(line)}">{rings}</g>'
        )
    if shape == "circle":
        marks = "".join(dot(c.x, c.y, radius) for c in cells)
    elif shape == "explosion":
        marks = f'<path d="{"".join(burst(c.x, c.y, 2 * radius) for c in cells)}"/>'
    else:
        turn = fmt((item.number("rotation", 0, -360, 360) + board.shape.turn) % 360)
        r = 1.6 * radius
        d = path([(-r, 0.6 * r), (0, -0.7 * r), (r, 0.6 * r), (0, 0.1 * r)], closed=True)
        marks = "".join(
            f'<path d="{d}" transform="translate({fmt(c.x)},{fmt(c.y)}) rotate({turn})"/>'
            for c in cells
        )
    return f'<g fill="{colour}" stroke="{back}" stroke-width="{fmt(0.3 * radius)}">{marks}</g>'


def _outline(ground: Ground, item: Item, cells: list[Cell]) -> str:
    d = path(((c.x, c.y) for c in cells), closed=True)
    dashes = _dashes(ground, item, "dashed")
    width = _width(ground, item)
    return _halo(ground, d, 2 * width) + _stroked(d, _colour(ground, item), width, dashes)


def _glyph(ground: Ground, item: Item, cells: list[Cell]) -> str:
    name = ground.legend.reference(item.get("glyph"), item.at("glyph"))
    return "".join(f'<use href="{name}" {c.at}/>' for c in cells)


_DRAW: Final[dict[str, Callable[[Ground, Item, list[Cell]], str]]] = {
    "move": _move,
    "line": _line,
    "eject": _eject,
    "enter": _around,
    "exit": _around,
    "dots": _dots,
    "outline": _outline,
    "glyph": _glyph,
}
KNOWN: Final = tuple(_DRAW)
"""The types of annotations that are drawn."""
