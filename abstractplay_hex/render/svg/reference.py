"""Reference charts that the site puts around a board."""

from math import cos, pi, sin
from typing import Final

from abstractplay_hex.render.svg.markers import Ground
from abstractplay_hex.render.svg.palette import opacity
from abstractplay_hex.render.svg.reading import Item, Point, fmt
from abstractplay_hex.render.svg.strokes import arrow_head, dot, label, path

KNOWN: Final = ("circle-of-life-ring",)
"""The charts that are drawn, in a form of our own: all of them rings."""
_SPECIES: Final = 12


def draw_reference(ground: Ground, item: Item, middle: Point, within: float) -> tuple[str, float]:
    """Return a chart as markup, and the radius it needs.

    :param middle: that of the board.
    :param within: how far the board reaches from there.
    :raises RenderError: ``svg.type`` for a chart that is not drawn.
    """
    item.kind(KNOWN, "source")
    item.choice("layout", ("annulus",))
    styles = item.item("styles") or Item({}, item.at("styles"))
    theme = ground.colours.theme

    def style(key: str, default: str) -> str:
        return ground.colours.of(styles, key, default)

    x, y = middle
    size = ground.board.size
    inner = within + item.number("gap", 0.5, 0, 10) * size
    band = 2.2 * size
    way, outer = inner + band / 2, inner + band
    out = (
        f'<g fill="none" stroke="{style("ring", theme.strokes)}" stroke-width="{fmt(band)}"'
        f' stroke-opacity=".5">{dot(x, y, way)}</g>'
    )
    turn = ground.board.shape.turn if item.flag("rotateWithBoard", True) else 0
    usual, arrows = style("species", theme.fill), style("arrows", theme.strokes)
    for i in range(_SPECIES):  # anticlockwise from the top, each eating the next
        angle = pi * (turn - 360 * i / _SPECIES) / 180
        at = x + way * sin(angle), y - way * cos(angle)
        fill, radius = style(f"species-{i}", usual), 0.55 * size
        name = label(*at, str(i + 1), 0.5 * size, f' font-size="{fmt(0.5 * size)}"')
        ink = theme.background
        out += f'<g fill="{fill}">{dot(*at, radius)}</g><g fill="{ink}" text-anchor="middle">{name}</g>'
        a, b = ((x + way * sin(angle + by), y - way * cos(angle + by)) for by in (0.19, 0.33))
        out += (
            f'<path d="{path((a, b))}{arrow_head(a, b, 0.25 * size)}" fill="{arrows}"'
            f' stroke="{arrows}" stroke-width="2"/>'
        )
    return f'<g class="reference"{opacity(item)}>{out}</g>', outer
