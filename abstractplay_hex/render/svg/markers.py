"""Markers: what is drawn on the board itself, under the pieces (and sides under the cells)."""

from collections.abc import Callable
from math import atan2, degrees
from typing import Final

from attrs import frozen

from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.render.svg.boards import Board
from abstractplay_hex.render.svg.palette import Colours, mixed, opacity
from abstractplay_hex.render.svg.pieces import Legend
from abstractplay_hex.render.svg.reading import Item, Place, escape, fail, fmt, shown
from abstractplay_hex.render.svg.strokes import dot, label, path, shortened

SIDES: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@frozen
class Ground:
    """What markers and annotations are drawn on.

    :ivar grid: attributes of the lines between cells.
    """

    board: Board
    colours: Colours
    legend: Legend
    prefix: str
    grid: str

    def colour(self, item: Item, default: str) -> str:
        """Return the colour of an item."""
        return self.colours.solid(item.get("colour"), default, item.at("colour"))


def draw_sides(ground: Ground, markers: list[Item]) -> str:
    """Return the coloured sides of the board, thick; the cells are drawn over their inner half."""
    out = []
    for item in markers:
        if item.get("type") == "edge":
            colour = ground.colour(item, ground.colours.theme.strokes)
            d = "".join(map(path, ground.board.side(item.choice("edge", SIDES))))
            if d:
                out.append(f'<path d="{d}" stroke="{colour}"{opacity(item)}/>')
    if not out:
        return ""
    width = fmt(0.44 * ground.board.radius)
    return (
        f'<g class="sides" fill="none" stroke-width="{width}" stroke-linejoin="round">'
        f"{''.join(out)}</g>"
    )


def draw_ground(ground: Ground, markers: list[Item]) -> str:
    """Return what lies in the cells: floods, shading and outlines."""
    return _drawn(ground, markers, _IN_CELLS)


def draw_markers(ground: Ground, markers: list[Item]) -> str:
    """Return what lies on the grid: dots, lines, glyphs and labels."""
    return _drawn(ground, markers, _ON_GRID)


def _drawn(ground: Ground, markers: list[Item], kinds: dict[str, "_Draw"]) -> str:
    out = []
    for item in markers:
        kind = item.get("type")
        if not isinstance(kind, str) or kind not in KNOWN:
            fail("type", item.at("type"), found=shown(kind), known=", ".join(KNOWN))
        if kind in kinds:
            out.append(kinds[kind](ground, item))
    return "".join(out)


def _flood(ground: Ground, item: Item) -> str:
    board, prefix = ground.board, ground.prefix
    fill = ground.colours.paint(
        _flood_colour(item), ground.colours.theme.strokes, item.at("colour")
    )
    shade = opacity(item, 0.25, "fill-opacity")
    cells = "".join(f'<use href="#{prefix}-c" {c.at}/>' for c in board.points(item, "points"))
    pulse = item.whole("pulse", 0, high=60_000)
    if pulse:
        values = f"{fmt(item.number('opacity', 0.25, 0, 1))};0"
        cells += (
            f'<animate attributeName="fill-opacity" values="{values};{values[:-2]}"'
            f' dur="{pulse}ms" repeatCount="indefinite"/>'
        )
    return f'<g fill="{fill}"{shade}{ground.grid}>{cells}</g>'


def flooded(ground: Ground, markers: list[Item], cell: str) -> dict[Place, str]:
    """Return the colour that is seen in each place with floods (a gradient, of many, counts as none).

    :param cell: the colour of the cells.
    """
    out: dict[Place, str] = {}
    for item in markers:
        colour = _flood_colour(item)
        if item.get("type") != "flood" or (isinstance(colour, dict) and "stops" in colour):
            continue
        solid = ground.colours.solid(colour, ground.colours.theme.strokes, item.at("colour"))
        share = item.number("opacity", 0.25, 0, 1)
        seen: dict[str, str] = {}
        for place in item.places("points"):
            under = out.get(place, cell)
            if under not in seen:
                seen[under] = mixed(solid, under, share)
            out[place] = seen[under]
    return out


def _flood_colour(item: Item) -> object:
    return item.get("pattern") if item.get("colour") is None else item.get("colour")


def _shading(ground: Ground, item: Item) -> str:
    fill = ground.colour(item, ground.colours.theme.strokes)
    corners = [(c.x, c.y) for c in ground.board.points(item, "points")]
    return f'<path d="{path(corners, closed=True)}" fill="{fill}"{opacity(item, 0.25)}/>'


def _outline(ground: Ground, item: Item) -> str:
    stroke = ground.colour(item, ground.colours.theme.strokes)
    dashes = item.dashes("dasharray")
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    cells = ground.board.points(item, "points")
    uses = "".join(f'<use href="#{ground.prefix}-c" {c.at}/>' for c in cells)
    return (
        f'<g fill="none" stroke="{stroke}" stroke-width="{fmt(0.1 * ground.board.radius)}"'
        f"{dashed}{opacity(item, 0.25)}>{uses}</g>"
    )


def _dots(ground: Ground, item: Item) -> str:
    fill = ground.colour(item, ground.colours.theme.strokes)
    radius = item.number("size", 0.2, 0, 5) * ground.board.size / 2
    dots = "".join(dot(c.x, c.y, radius) for c in ground.board.points(item, "points"))
    line = f' stroke="{ground.colours.theme.strokes}" stroke-width=".8"'
    return f'<g fill="{fill}"{line}{opacity(item)}>{dots}</g>'


def _line(ground: Ground, item: Item) -> str:
    ends = [(c.x, c.y) for c in ground.board.points(item, "points")]
    if len(ends) != 2:
        expected = Phrase("svg.two-places")
        fail("expected", item.at("points"), expected=expected, found=str(len(ends)))
    a, b = ends
    cut = item.number("shorten", 0, 0, 1) * (((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5) / 2
    dashes = item.dashes("dasharray")
    if item.choice("style", ("solid", "dashed"), "solid") == "dashed":
        dashes = dashes or "4"
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="{path(shortened(a, b, cut, cut))}" fill="none"'
        f' stroke="{ground.colour(item, ground.colours.theme.strokes)}"'
        f' stroke-width="{fmt(item.number("width", 1, 0, 100))}"{dashed}{opacity(item, 0.5)}/>'
    )


def _glyph(ground: Ground, item: Item) -> str:
    name = ground.legend.reference(item.get("glyph"), item.at("glyph"))
    return "".join(f'<use href="{name}" {c.at}/>' for c in ground.board.points(item, "points"))


def _label(ground: Ground, item: Item) -> str:
    """Write along the line between two places, never upside down."""
    ends = ground.board.points(item, "points")
    if len(ends) != 2:
        expected = Phrase("svg.two-places")
        fail("expected", item.at("points"), expected=expected, found=str(len(ends)))
    a, b = ends
    x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
    nudge = item.item("nudge")
    if nudge is not None:
        x += nudge.number("dx", 0, -100, 100) * ground.board.size
        y += nudge.number("dy", 0, -100, 100) * ground.board.size
    angle = degrees(atan2(b.y - a.y, b.x - a.x)) if (a.x, a.y) != (b.x, b.y) else 0.0
    angle = (angle + 90) % 180 - 90
    size = item.number("size", 17, 1, 200)
    turn = f' transform="rotate({fmt(angle)},{fmt(x)},{fmt(y)})"' if round(angle) else ""
    fill = ground.colour(item, ground.colours.theme.labels)
    extra = f' font-size="{fmt(size)}" text-anchor="middle" fill="{fill}"{turn}'
    return label(x, y, escape(item.text("label")[:200]), size, extra)


_Draw = Callable[[Ground, Item], str]
_IN_CELLS: Final[dict[str, _Draw]] = {"flood": _flood, "shading": _shading, "outline": _outline}
_ON_GRID: Final[dict[str, _Draw]] = {
    "dots": _dots,
    "line": _line,
    "glyph": _glyph,
    "label": _label,
}
KNOWN: Final = ("edge", *_IN_CELLS, *_ON_GRID)
"""The types of markers that are drawn."""
