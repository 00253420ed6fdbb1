"""The curve of a game: how it stood after each ply, as SVG."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from abstractplay_hex.analysis.marks import BAD
from abstractplay_hex.analysis.model import Review
from abstractplay_hex.analysis.showing import COLOURS
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.render.svg.palette import players
from abstractplay_hex.render.svg.reading import escape, fmt
from abstractplay_hex.render.svg.strokes import FONT, path
from abstractplay_hex.render.svg.themes import DARK, LIGHT

WIDTH: Final = 900
HEIGHT: Final = 180
_SIDE: Final = 34
_EDGE: Final = 12
_FOOT: Final = 20


@frozen
class _Plot:
    """Where things are on the picture."""

    plies: int
    wide: float
    high: float

    def x(self, ply: float) -> float:
        return _SIDE + ply * (self.wide - _SIDE - _EDGE) / max(self.plies, 1)

    def y(self, value: float) -> float:
        room = self.high - _FOOT - _EDGE
        return _EDGE + (1 - value) * room / 2

    def line(self, values: Sequence[float]) -> list[tuple[float, float]]:
        return [(self.x(ply), self.y(value)) for ply, value in enumerate(values)]


def curve_svg(
    review: Review,
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    palette: str | Sequence[str] = "default",
    dark: bool = False,
    links: bool = False,
) -> str:
    """Draw the advantage over the plies of a game: with a dot for each turn that lost something.

    With two players, one line: above the middle in the colour of player 1, below in that of player 2.
    With any other number, a line for each in their colour.

    :param palette: as for :func:`.to_svg`.
    :param dark: draw for a dark page.
    :param links: make each ply a link to ``#ply-N``.
    :raises ArgumentError: for an unknown palette.
    """
    theme, colours = (DARK if dark else LIGHT), players(palette)
    plot = _Plot(len(review.plies), width, height)
    drawn = _two(review, plot, colours) if review.seats == 2 else _many(review, plot, colours)
    label = escape(say("analysis.curve"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="curve" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="group" aria-label="{label}" font-family="{FONT}"'
        f' font-size="10"><rect width="{width}" height="{height}" fill="{theme.background}"/>'
        f"{_grid(plot, theme.labels)}{drawn}{_marks(review, plot, theme.background)}"
        f"{_links(review, plot) if links else ''}</svg>"
    )


def _grid(plot: _Plot, ink: str) -> str:
    left, right = fmt(plot.x(0)), fmt(plot.x(plot.plies))
    lines = "".join(
        f'<path d="M{left},{fmt(plot.y(v))}H{right}" stroke-opacity="{0.6 if v == 0 else 0.15}"/>'
        for v in (-1, -0.5, 0, 0.5, 1)
    )
    values = "".join(
        f'<text x="{_SIDE - 6}" y="{fmt(plot.y(v) + 3.5)}" text-anchor="end">{said}</text>'
        for v, said in ((1, "+1"), (0, "0"), (-1, "−1"))
    )
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000) if plot.plies / n <= 15)
    foot = fmt(plot.high - 5)
    plies = "".join(
        f'<text x="{fmt(plot.x(n))}" y="{foot}" text-anchor="middle">{n}</text>'
        for n in range(0, plot.plies + 1, step)
    )
    return (
        f'<g fill="none" stroke="{ink}">{lines}</g>'
        f'<g fill="{ink}" fill-opacity=".75" aria-hidden="true">{values}{plies}</g>'
    )


def _two(review: Review, plot: _Plot, colours: Sequence[str]) -> str:
    values = [at[0] for at in review.curve]
    out = ""
    for sign, colour in ((1, colours[0]), (-1, colours[1])):
        side = [(plot.x(ply), plot.y(value)) for ply, value in _clipped(values, sign)]
        middle = plot.y(0)
        area = path([(side[0][0], middle), *side, (side[-1][0], middle)], closed=True)
        # Where the other player is ahead, the middle is not this one's line.
        edge = "".join(path(step) for step in pairwise(side) if {y for _, y in step} != {middle})
        out += (
            f'<path d="{area}" fill="{colour}" fill-opacity=".3"/><path d="{edge}" fill="none"'
            f' stroke="{colour}" stroke-width="2" stroke-linecap="round"/>'
        )
    return out


def _clipped(values: Sequence[float], sign: int) -> list[tuple[float, float]]:
    """Return the points of a line with all on the other side of 0 laid onto 0, exactly where it crosses."""
    out = [(0.0, max(values[0] * sign, 0.0) * sign)]
    for ply, (a, b) in enumerate(pairwise(values)):
        if a * b < 0:
            out.append((ply + a / (a - b), 0.0))
        out.append((ply + 1.0, max(b * sign, 0.0) * sign))
    return out


def _many(review: Review, plot: _Plot, colours: Sequence[str]) -> str:
    return "".join(
        f'<path d="{path(plot.line([at[seat] for at in review.curve]))}" fill="none"'
        f' stroke="{colours[seat]}" stroke-width="1.8" stroke-linejoin="round"/>'
        for seat in range(review.seats)
    )


def _marks(review: Review, plot: _Plot, back: str) -> str:
    """Return a dot for each turn that lost something, on the line of whose turn it was (one with two players)."""
    out = ""
    for ply in review.marked(*BAD):
        if ply.mark is not None:
            seat = 0 if review.seats == 2 else ply.player - 1
            x, y = fmt(plot.x(ply.ply)), fmt(plot.y(ply.advantage[seat]))
            out += f'<circle cx="{x}" cy="{y}" r="4" fill="{COLOURS[ply.mark]}"/>'
    return f'<g stroke="{back}" stroke-width="1.2">{out}</g>'


def _links(review: Review, plot: _Plot) -> str:
    """Return what is clicked: a strip for each ply, and a line that a page may move."""
    wide = (plot.x(1) - plot.x(0)) or 1
    top, high = fmt(plot.y(1)), fmt(plot.y(-1) - plot.y(1))
    strips = "".join(
        f'<a href="#ply-{n}" aria-label="{n}"><rect x="{fmt(plot.x(n) - wide / 2)}" y="{top}"'
        f' width="{fmt(wide)}" height="{high}" fill="#000" fill-opacity="0"/></a>'
        for n in range(len(review.plies) + 1)
    )
    return (
        f'<path class="here" d="M0,{top}v{high}" data-left="{fmt(plot.x(0))}"'
        f' data-step="{fmt(wide, ".4f")}" stroke="#808080" stroke-width="1.5" visibility="hidden"/>'
        f'<g class="strips">{strips}</g>'
    )


__all__ = ["HEIGHT", "WIDTH", "curve_svg"]
