"""Areas beside and below the board: a key, a bar of buttons, a store of pieces."""

import re
from typing import Final

from attrs import define

from abstractplay_hex.render.svg.markers import Ground
from abstractplay_hex.render.svg.palette import clear_on
from abstractplay_hex.render.svg.pieces import FILLING
from abstractplay_hex.render.svg.reading import Item, escape, fmt
from abstractplay_hex.render.svg.strokes import label

KNOWN: Final = ("key", "buttonBar", "pieces")
"""The types of areas that are drawn."""
STYLES: Final = ("font-style", "font-weight", "text-decoration")
"""Attributes of a button's text that are taken over; others are passed over."""
WORDS: Final = re.compile(r"[a-z0-9-]{1,20}( [a-z0-9-]{1,20}){0,3}", re.ASCII)
_LETTER: Final = 0.62
"""About how wide a letter is, in font sizes."""


@define
class Frame:
    """The room taken so far: left, top, right and bottom in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def contain(self, x: float, y: float, radius: float) -> None:
        """Take the room of a circle."""
        self.left, self.top = min(self.left, x - radius), min(self.top, y - radius)
        self.right, self.bottom = max(self.right, x + radius), max(self.bottom, y + radius)

    def column(self, side: str, width: float, gap: float) -> float:
        """Take a column beside all that is there, and return its left side."""
        if side == "left":
            self.left -= width + gap
            return self.left
        self.right += width + gap
        return self.right - width


def draw_areas(ground: Ground, areas: list[Item], frame: Frame, buttons: str) -> str:
    """Return all areas as markup, and make *frame* large enough for them.

    :param buttons: attributes of what can be clicked.
    """
    out = []
    for item in areas:
        kind = item.kind(KNOWN)
        draw = {"key": _key, "buttonBar": _button_bar, "pieces": _pieces}[kind]
        out.append(f'<g class="{kind}">{draw(ground, item, frame, buttons)}</g>')
    return "".join(out)


def _piece(ground: Ground, key: object, path: str, x: float, y: float, size: float) -> str:
    """Return a piece with its centre at a point, *size* pixels wide."""
    name = ground.legend.reference(key, path)
    scale = fmt(size / (FILLING * ground.board.size))
    return f'<use href="{name}" transform="translate({fmt(x)},{fmt(y)}) scale({scale})"/>'


def _key(ground: Ground, item: Item, frame: Frame, buttons: str) -> str:
    cell = ground.board.size
    entries = item.items("list")
    height = item.number("height", 0.333, 0, 5) * cell
    step = height * (1 + item.number("buffer", 0.1, 0, 5))
    size = 0.62 * height
    names = [entry.text("name")[:100] for entry in entries]
    width = height * 1.3 + max(map(len, names), default=0) * _LETTER * size
    x = frame.column(item.choice("position", ("left", "right"), "right"), width, 0.3 * cell)
    clickable = buttons if item.flag("clickable", True) else ""
    out = []
    for i, (entry, name) in enumerate(zip(entries, names, strict=True)):
        y = frame.top + (i + 0.5) * step
        value = escape(entry.text("value", name)[:100])
        out.append(
            f'<g data-piece="{value}"{clickable}>'
            + _piece(ground, entry.get("piece"), entry.at("piece"), x + height / 2, y, height)
            + label(x + 1.25 * height, y, escape(name), size, f' font-size="{fmt(size)}"')
            + "</g>"
        )
    frame.bottom = max(frame.bottom, frame.top + len(entries) * step)
    return f'<g fill="{ground.colours.theme.labels}">{"".join(out)}</g>'


def _button_bar(ground: Ground, item: Item, frame: Frame, buttons: str) -> str:
    cell = ground.board.size
    bar = item.items("buttons")
    height = item.number("height", 1, 0, 5) * 0.6 * cell
    step = height * (1 + item.number("buffer", 0, 0, 5))
    size = 0.42 * height
    labels = [button.text("label")[:100] for button in bar]
    width = max(
        item.number("minWidth", 0, 0, 20) * cell,
        max(map(len, labels), default=0) * _LETTER * size + height,
    )
    x = frame.column(item.choice("position", ("left", "right"), "right"), width, 0.3 * cell)
    theme = ground.colours.theme
    colour = ground.colour(item, theme.labels)
    out = []
    for i, (button, text) in enumerate(zip(bar, labels, strict=True)):
        y = frame.top + i * step
        value = escape(button.text("value", text)[:100])
        fill = ground.colours.of(button, "fill", theme.board)
        style = _style(button)
        clear = clear_on(fill, colour)
        if clear != colour:
            style += f' fill="{clear}"'
        out.append(
            f'<g data-button="_btn_{value}"{buttons}>'
            f'<rect x="{fmt(x)}" y="{fmt(y)}" width="{fmt(width)}" height="{fmt(height)}"'
            f' rx="{fmt(0.15 * height)}" fill="{fill}" stroke="{colour}"/>'
            + label(x + width / 2, y + height / 2, escape(text), size, style)
            + "</g>"
        )
    frame.bottom = max(frame.bottom, frame.top + len(bar) * step)
    style = f'font-size="{fmt(size)}" text-anchor="middle" fill="{colour}"'
    return f"<g {style}>{''.join(out)}</g>"


def _style(button: Item) -> str:
    """Return how a button's text is set: of what JSON can ask for only that which is a matter of type."""
    out = ""
    for wish in button.items("attributes"):
        name, value = wish.text("name"), wish.text("value")
        if name in STYLES and WORDS.fullmatch(value):
            out += f' {name}="{value}"'
    return out


def _pieces(ground: Ground, item: Item, frame: Frame, buttons: str) -> str:
    cell, theme = ground.board.size, ground.colours.theme
    keys = item.entries("pieces")
    step = cell * (1 + item.number("spacing", 0, 0, 5))
    fitting = max(1, int((frame.right - frame.left) / step))
    a_row = item.whole("width", fitting, 1, 200)
    size = 0.3 * cell
    left, top = frame.left, frame.bottom + 0.3 * cell
    rows = -(-len(keys) // a_row)
    first = top + 1.5 * size
    columns = min(a_row, len(keys))
    out = [label(left, top + size / 2, escape(item.text("label")[:200]), size)]
    back = ground.colours.of(item, "background", theme.board)
    out.append(
        f'<rect x="{fmt(left)}" y="{fmt(first)}" width="{fmt(columns * step)}"'
        f' height="{fmt(rows * step)}" rx="4" fill="{back}"/>'
    )
    if item.get("ownerMark") is not None:
        mark = ground.colours.of(item, "ownerMark", theme.strokes)
        out.append(
            f'<rect x="{fmt(left - 0.14 * cell)}" y="{fmt(first)}" width="{fmt(0.1 * cell)}"'
            f' height="{fmt(rows * step)}" fill="{mark}"/>'
        )
        frame.left -= 0.14 * cell
    for i, key in enumerate(keys):
        x, y = left + (i % a_row + 0.5) * step, first + (i // a_row + 0.5) * step
        path = f"{item.at('pieces')}[{i}]"
        drawn = _piece(ground, key, path, x, y, FILLING * cell)
        out.append(f'<g data-piece="{escape(str(key))}"{buttons}>{drawn}</g>')
    frame.right = max(frame.right, left + columns * step)
    frame.bottom = first + rows * step
    return f'<g font-size="{fmt(size)}" fill="{theme.labels}">{"".join(out)}</g>'
