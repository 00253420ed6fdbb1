"""Markers: what is drawn on the board itself, under the pieces (and sides under the cells)."""

from collections.abc import Callable, Iterable, Mapping
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from attrs import frozen

from abstractplay_hex.board import Place
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.render.svg.boards import Cell, DrawnBoard
from abstractplay_hex.render.svg.palette import Colours, mixed, opacity
from abstractplay_hex.render.svg.pieces import Legend
from abstractplay_hex.render.svg.reading import Item, escape, fail, fmt
from abstractplay_hex.render.svg.strokes import dashed, dot, label, path, shortened

SIDES: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@frozen
class Ground:
    """What markers and annotations are drawn on.

    :ivar grid: attributes of the lines between cells.
    """

    board: DrawnBoard
    colours: Colours
    legend: Legend
    prefix: str
    grid: str

    def colour(self, item: Item, default: str | None = None) -> str:
        """Return the colour of an item, by default that of the lines."""
        return self.colours.of(item, "colour", default or self.colours.theme.strokes)

    def ends(self, item: Item) -> tuple[Cell, Cell]:
        """Return the two cells that an item is between."""
        cells = self.board.cells_of(item, "points")
        if len(cells) != 2:
            expected = Phrase("svg.two-places")
            fail("expected", item.at("points"), expected=expected, found=str(len(cells)))
        return cells[0], cells[1]


def cell_uses(ground: Ground, cells: Iterable[Cell]) -> str:
    """Return the outlines of cells as markup."""
    uses = [f'<use href="{name}" ' for name in ground.board.references(ground.prefix)]
    return "".join(f"{uses[cell.outline]}{cell.at}/>" for cell in cells)


def draw_sides(ground: Ground, markers: list[Item]) -> str:
    """Return the coloured sides of the board, thick; the cells are drawn over their inner half."""
    out = []
    for item in markers:
        if item.get("type") == "edge":
            colour = ground.colour(item)
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
        kind = item.kind(KNOWN)
        if kind in kinds:
            out.append(kinds[kind](ground, item))
    return "".join(out)


def _flood(ground: Ground, item: Item) -> str:
    board = ground.board
    fill = ground.colours.paint(
        _flood_colour(item), ground.colours.theme.strokes, item.at("colour")
    )
    shade = opacity(item, 0.25, "fill-opacity")
    cells = cell_uses(ground, board.cells_of(item, "points"))
    pulse = item.whole("pulse", 0, high=60_000)
    if pulse:
        values = f"{fmt(item.number('opacity', 0.25, 0, 1))};0"
        cells += (
            f'<animate attributeName="fill-opacity" values="{values};{values[:-2]}"'
            f' dur="{pulse}ms" repeatCount="indefinite"/>'
        )
    kind = ' class="water"' if item.get("colour") == WATER else ""
    return f'<g{kind} fill="{fill}"{shade}{ground.grid}>{cells}</g>'


def flooded(
    ground: Ground, markers: list[Item], cell: str, others: Mapping[Place, str]
) -> dict[Place, str]:
    """Return the colour that is seen in each place with floods (a gradient, of many, counts as none).

    :param cell: the colour of the cells.
    :param others: the cells that have another one.
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
            under = out.get(place) or others.get(place, cell)
            if under not in seen:
                seen[under] = mixed(solid, under, share)
            out[place] = seen[under]
    return out


def _flood_colour(item: Item) -> object:
    return item.get("pattern") if item.get("colour") is None else item.get("colour")


def _shading(ground: Ground, item: Item) -> str:
    fill = ground.colour(item)
    corners = [(c.x, c.y) for c in ground.board.cells_of(item, "points")]
    return f'<path d="{path(corners, closed=True)}" fill="{fill}"{opacity(item, 0.25)}/>'


def _outline(ground: Ground, item: Item) -> str:
    stroke = ground.colour(item)
    uses = cell_uses(ground, ground.board.cells_of(item, "points"))
    return (
        f'<g fill="none" stroke="{stroke}" stroke-width="{fmt(0.1 * ground.board.radius)}"'
        f"{dashed(item.dashes('dasharray'))}{opacity(item, 0.25)}>{uses}</g>"
    )


def _dots(ground: Ground, item: Item) -> str:
    fill = ground.colour(item)
    radius = item.number("size", 0.2, 0, 5) * ground.board.size / 2
    dots = "".join(dot(c.x, c.y, radius) for c in ground.board.cells_of(item, "points"))
    line = f' stroke="{ground.colours.theme.strokes}" stroke-width=".8"'
    return f'<g fill="{fill}"{line}{opacity(item)}>{dots}</g>'


def _line(ground: Ground, item: Item) -> str:
    a, b = ((c.x, c.y) for c in ground.ends(item))
    cut = item.number("shorten", 0, 0, 1) * (((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5) / 2
    dashes = item.dashes("dasharray")
    if item.choice("style", ("solid", "dashed"), "solid") == "dashed":
        dashes = dashes or "4"
    return (
        f'<path d="{path(shortened(a, b, cut, cut))}" fill="none"'
        f' stroke="{ground.colour(item)}"'
        f' stroke-width="{fmt(item.number("width", 1, 0, 100))}"{dashed(dashes)}{opacity(item, 0.5)}/>'
    )


def _glyph(ground: Ground, item: Item) -> str:
    name = ground.legend.reference(item.get("glyph"), item.at("glyph"))
    return "".join(f'<use href="{name}" {c.at}/>' for c in ground.board.cells_of(item, "points"))


def _label(ground: Ground, item: Item) -> str:
    """Write along the line between two places, never upside down."""
    a, b = ground.ends(item)
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


def _fence(ground: Ground, item: Item) -> str:
    """Draw a line along one side of a cell, or of several."""
    out = ""
    for one in item.items("sides") if item.get("type") == "fences" else [item]:
        place = one.place("cell")
        cell = ground.board.cell(place, one.at("cell"))
        corners = ground.board.corners(cell)
        sides = _SIDES_OF_CELLS[ground.board.pointed]
        side = one.choice("side", SIDES)
        if side not in sides or not ground.board.hexes:
            continue  # as on the site: there is no such side
        at = sides.index(side)
        (ax, ay), (bx, by) = corners[at], corners[(at + 1) % len(corners)]
        out += (
            f'<path d="{path([(cell.x + ax, cell.y + ay), (cell.x + bx, cell.y + by)])}"'
            f' stroke="{ground.colour(one)}"'
            f' stroke-width="{fmt(one.number("width", 6, 0, 100))}"{dashed(one.dashes("dashed"))}/>'
        )
    return f'<g fill="none" stroke-linecap="round">{out}</g>' if out else ""


_SIDES_OF_CELLS: Final = {
    True: ("NE", "E", "SE", "SW", "W", "NW"),
    False: ("NE", "SE", "S", "SW", "NW", "N"),
}
"""The sides between the corners of a pointed hex, and of a flat one, from the first corner on."""


@frozen
class Circle:
    """A circle around the whole board: its centre, its radius, and how wide its line is."""

    x: float
    y: float
    radius: float
    width: float


def halos(ground: Ground, markers: list[Item]) -> list[tuple[Item, Circle]]:
    """Return the markers that are circles around the board."""
    return [(item, _circle(ground, item)) for item in markers if item.get("type") == "halo"]


def _circle(ground: Ground, item: Item) -> Circle:
    board = ground.board
    rim = [(c.x + dx, c.y + dy) for c in board.drawn.values() for dx, dy in board.corners(c)]
    xs, ys = zip(*rim, strict=True) if rim else ((0.0,), (0.0,))
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    nudge = item.item("nudge")
    if nudge is not None:
        x, y = x + nudge.number("dx", 0), y + nudge.number("dy", 0)
    width = item.number("width", 5, 0, 200)
    return Circle(x, y, max((hypot(px - x, py - y) for px, py in rim), default=0.0) + width, width)


def draw_halos(ground: Ground, circles: list[tuple[Item, Circle]]) -> str:
    """Return the circles as markup: their parts clockwise from the top, filled as on the site."""
    return "".join(f'<g class="halo">{_halo(ground, *one)}</g>' for one in circles)


def _halo(ground: Ground, item: Item, circle: Circle) -> str:
    out = ""
    if item.get("fill") is not None:
        fill = ground.colours.of(item, "fill", "")
        out = f'<g fill="{fill}">{dot(circle.x, circle.y, circle.radius)}</g>'
    segments = item.items("segments")
    each = 360 / max(len(segments), 1)
    begin = item.number("offset", 0, -360, 360) + ground.board.shape.turn
    r = fmt(circle.radius)
    for i, segment in enumerate(segments):
        colour = ground.colour(segment)
        pen = f'stroke="{colour}" stroke-width="{fmt(circle.width)}"{opacity(segment)}'
        if segment.choice("style", ("solid", "dashed"), "solid") == "dashed":
            pen += ' stroke-dasharray="4"'
        if len(segments) == 1:
            out += f'<g fill="none" {pen}>{dot(circle.x, circle.y, circle.radius)}</g>'
            continue
        ends = [
            (
                circle.x + circle.radius * sin(radians(begin + at * each)),
                circle.y - circle.radius * cos(radians(begin + at * each)),
            )
            for at in (i, i + 1)
        ]
        a, b = (f"{fmt(x)},{fmt(y)}" for x, y in ends)
        out += f'<path d="M{a}A{r},{r} 0 0 1 {b}" fill="{colour}" {pen}/>'
    return out


_Draw = Callable[[Ground, Item], str]
_IN_CELLS: Final[dict[str, _Draw]] = {"flood": _flood, "shading": _shading, "outline": _outline}
_ON_GRID: Final[dict[str, _Draw]] = {
    "dots": _dots,
    "line": _line,
    "glyph": _glyph,
    "label": _label,
    "fence": _fence,
    "fences": _fence,
}
KNOWN: Final = ("edge", "halo", *_IN_CELLS, *_ON_GRID)
"""The types of markers that are drawn."""
