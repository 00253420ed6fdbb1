"""Colours: players' palettes, and every way render JSON can name a colour."""

import colorsys
import re
from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import Any, Final

from attrs import field, frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.render.svg.reading import Item, fail, fmt, number, shown
from abstractplay_hex.render.svg.themes import CONTEXT, DARK, LIGHT, Theme

DEFAULT: Final = (
    "#e31a1c", "#1f78b4", "#33a02c", "#ffff99", "#6a3d9a", "#ff7f00",
    "#b15928", "#fb9a99", "#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6",
)  # fmt: skip
"""Players 1 to 12, strong and pale colours of a paired scheme."""

COLOUR_BLIND: Final = (
    "#9f0162", "#8400cd", "#a40122", "#009f81", "#008df9", "#e20134",
    "#ff5aaf", "#00c2f9", "#ff6e3a", "#00fccf", "#ffb2fd", "#ffc33b",
)  # fmt: skip
"""The same as the site shows them to people who see fewer colours."""

PALETTES: Final = {"default": DEFAULT, "colour-blind": COLOUR_BLIND}

PATTERNS: Final = frozenset(
    [
        "microbial",
        "chevrons",
        "honeycomb",
        "triangles",
        "wavy",
        "slant",
        "dots",
        "starsWhite",
        "cross",
        "houndstooth",
    ]
)
"""Fill patterns of the site's renderer, all drawn here as plain grey."""

HEX: Final = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}", re.ASCII)
GREY: Final = "#909090"
READABLE: Final = 3
"""Contrast below which a text cannot be read."""
SEEN: Final = 3
"""Contrast below which a piece without an outline is overlooked."""
_DEEPEST: Final = 8


def players(palette: str | Sequence[str]) -> tuple[str, ...]:
    """Return the colours of players 1, 2, …

    :param palette: ``"default"``, ``"colour-blind"``, or ``#rgb``/``#rrggbb`` colours; players that
        have none in the list keep their default one.
    :raises ArgumentError: for anything else (``svg.palette``).
    """
    if isinstance(palette, str):
        known = PALETTES.get(palette)
        if known is not None:
            return known
    elif isinstance(palette, list | tuple) and _all_colours(palette):
        return (*palette, *DEFAULT[len(palette) :])
    raise ArgumentError("svg.palette", known=", ".join(PALETTES))


def _all_colours(palette: Sequence[object]) -> bool:
    return len(palette) <= 100 and all(isinstance(c, str) and HEX.fullmatch(c) for c in palette)


@frozen
class Colours:
    """Resolves colours of one picture. Whatever comes out is a colour or a reference made here.

    :ivar defs: gradients met so far, as markup.
    """

    players: tuple[str, ...]
    theme: Theme
    prefix: str
    defs: list[str] = field(factory=list)

    def solid(self, value: Any, default: str, path: str, depth: int = 0) -> str:
        """Return ``#rrggbb`` for a colour of the JSON; *default* for ``None``.

        :raises RenderError: ``svg.colour`` if it is none.
        """
        if value is None:
            return default
        found = self._solid(value, path, depth)
        if found is None:
            fail("colour", path, found=shown(value), last=len(self.players))
        return found

    def of(self, item: Item, key: str, default: str) -> str:
        """Return the colour that an item has at *key*."""
        return self.solid(item.get(key), default, item.at(key))

    def _solid(self, value: Any, path: str, depth: int) -> str | None:
        if isinstance(value, str):
            if HEX.fullmatch(value):
                return self.theme.water if value == WATER else value
            if value.startswith("_context_"):
                name = value.removeprefix("_context_")
                known: str = getattr(self.theme, name if name in CONTEXT else "strokes")
                return known
            return GREY if value in PATTERNS else None
        if type(value) is int and 1 <= value <= len(self.players):
            return self.players[value - 1]
        if isinstance(value, dict) and "func" in value and depth < _DEEPEST:
            return self._function(Item(value, path), depth + 1)
        return None

    def paint(self, value: Any, default: str, path: str) -> str:
        """Return the value of a ``fill`` attribute: a colour, or a gradient's reference."""
        if isinstance(value, dict) and "stops" in value:
            return self._gradient(Item(value, path))
        return self.solid(value, default, path)

    def _gradient(self, item: Item) -> str:
        name = f"{self.prefix}-g{len(self.defs)}"
        ends = "".join(
            f' {key}="{fmt(item.number(key, default, 0, 1))}"'
            for key, default in (("x1", 0), ("y1", 0), ("x2", 1), ("y2", 0))
        )
        stops = "".join(
            f'<stop offset="{fmt(stop.number("offset", 0, 0, 1))}"'
            f' stop-color="{self.solid(stop.get("colour"), "#000", stop.path)}"'
            f' stop-opacity="{fmt(stop.number("opacity", 1, 0, 1))}"/>'
            for stop in item.items("stops")
        )
        self.defs.append(f'<linearGradient id="{name}"{ends}>{stops}</linearGradient>')
        return f"url(#{name})"

    def _function(self, item: Item, depth: int) -> str:
        """Work out ``flatten``, ``lighten``, ``bestContrast`` and ``custom``."""

        def part(key: str) -> str:
            return self.solid(item.get(key), "#000", item.at(key), depth)

        match item.choice("func", ("flatten", "lighten", "bestContrast", "custom")):
            case "flatten":
                return mixed(part("fg"), part("bg"), item.number("opacity", 1, 0, 1))
            case "lighten":
                h, lightness, s = colorsys.rgb_to_hls(*channels(part("colour")))
                lightness = _shifted(lightness, item.number("dl", 0))
                s = _shifted(s, item.number("ds", 0))
                return _hex(colorsys.hls_to_rgb(h, lightness, s))
            case "bestContrast":
                back = luminance(part("bg"))
                offers = [
                    self.solid(c, "#000", f"{item.at('fg')}[{i}]", depth)
                    for i, c in enumerate(item.entries("fg"))
                ]
                return max(
                    offers or ["#000000", "#ffffff"], key=lambda c: _contrast(luminance(c), back)
                )
        return part("default")


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rgb`` or ``#rrggbb``, 0 (black) to 1 (white)."""
    r, g, b = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Return the contrast of two colours ``#rgb`` or ``#rrggbb``, from 1 to 21."""
    return _contrast(luminance(a), luminance(b))


def clear_on(back: str, wished: str) -> str:
    """Return *wished* if a text of that colour can be read on *back*, else a theme's that can."""
    if contrast(wished, back) >= READABLE:
        return wished
    return max((LIGHT.labels, DARK.labels), key=lambda offer: contrast(offer, back))


def mixed(over: str, under: str, share: float) -> str:
    """Return the colour that is seen where *over* is laid on *under* with an opacity of *share*."""
    pairs = zip(channels(over), channels(under), strict=True)
    return _hex([o * share + u * (1 - share) for o, u in pairs])


def _contrast(a: float, b: float) -> float:
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def channels(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of ``#rgb`` or ``#rrggbb``, from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    r, g, b = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return r, g, b


def _shifted(share: float, by: float) -> float:
    """Move a share of 0 to 1 along the logistic curve, which no step leaves; 0 and 1 stay."""
    if not 0 < share < 1:
        return share
    log_odds = log(share / (1 - share)) + by
    # Only powers of what is negative: large ones would overflow.
    small = exp(-abs(log_odds))
    return (1 if log_odds > 0 else small) / (1 + small)


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))


def _hex(channels: Sequence[float]) -> str:
    return "#" + "".join(f"{round(_unit(c) * 255):02x}" for c in channels)


def opacity(item: Item, default: float = 1, name: str = "opacity") -> str:
    """Return an opacity as an attribute; nothing for a fully opaque thing."""
    value = number(item.number("opacity", default, 0, 1), item.path)
    return "" if value == 1 else f' {name}="{fmt(value)}"'
