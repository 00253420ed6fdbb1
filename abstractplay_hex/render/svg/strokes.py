"""Bits of markup that markers, annotations and areas share: lines, dots, arrow heads."""

from collections.abc import Iterable, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Final

from abstractplay_hex.render.svg.reading import Point, fmt

FONT: Final = "'DejaVu Sans',Verdana,Arial,sans-serif"


MIDDLE: Final = 0.36
"""How far the middle of a text is above its line, in font sizes."""


def path(points: Iterable[Point], closed: bool = False) -> str:
    """Return the value of ``d`` for a line through *points*."""
    line = "L".join(f"{fmt(x)},{fmt(y)}" for x, y in points)
    return f"M{line}{'z' if closed else ''}" if line else ""


def dot(x: float, y: float, radius: float) -> str:
    """Return a disc as markup."""
    return f'<circle cx="{fmt(x)}" cy="{fmt(y)}" r="{fmt(radius)}"/>'


def shortened(a: Point, b: Point, by_a: float, by_b: float) -> tuple[Point, Point]:
    """Return the line from *a* to *b* without its first *by_a* and last *by_b* pixels."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= by_a + by_b:
        return a, b
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return (a[0] + dx * by_a, a[1] + dy * by_a), (b[0] - dx * by_b, b[1] - dy * by_b)


def arrow_head(a: Point, b: Point, size: float) -> str:
    """Return the value of ``d`` of a head with its tip at *b*, pointing away from *a*."""
    angle = atan2(b[1] - a[1], b[0] - a[0])
    wings = [
        (b[0] - size * cos(angle + turn), b[1] - size * sin(angle + turn)) for turn in (0.42, -0.42)
    ]
    return path([b, *wings], closed=True)


def burst(x: float, y: float, radius: float, spikes: int = 9) -> str:
    """Return the value of ``d`` of a star with many points."""
    corners = []
    for i in range(2 * spikes):
        r = radius * (1 if i % 2 == 0 else 0.5)
        corners.append((x + r * sin(pi * i / spikes), y - r * cos(pi * i / spikes)))
    return path(corners, closed=True)


def dashed(dashes: str) -> str:
    """Return how a line is dashed as an attribute; nothing for one that is not."""
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def label(x: float, y: float, text: str, size: float, extra: str = "") -> str:
    """Return an escaped *text* as markup, its middle at the point."""
    return f"<text {text_at(x, y, size)}{extra}>{text}</text>"


def text_at(x: float, y: float, size: float) -> str:
    """Return the attributes of a text of that font size that put its middle at the point."""
    return f'x="{fmt(x)}" y="{fmt(y + MIDDLE * size)}"'


def polygon_at(x: float, y: float, corners: Sequence[Point], scale: float = 1) -> str:
    """Return the value of ``d`` of *corners* about a centre."""
    return path([(x + scale * dx, y + scale * dy) for dx, dy in corners], closed=True)
