"""What stands for what on a board of text: signs, their colours, tiles and entries of the legend."""

import colorsys
from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import define, field, frozen

from abstractplay_hex.board import Place
from abstractplay_hex.render.svg.palette import HEX, channels, luminance, mixed

Span: TypeAlias = tuple[str, str]
"""A piece of a line and its style, as ``rich`` writes styles (``bold #ffffff on #e31a1c``)."""

GROUND: Final = "#eeeeee"
SEAM: Final = "#dedede"
"""Between the cells of a row. Greys stay grey on terminals of 256 colours."""
LIT: Final = "#ffe27a"
"""Ground of cells that are in brackets."""
FAINT: Final = "#8a8a8a"
INK: Final = "#000000"

EMPTY: Final = ("·", ".")
WATER: Final = "~"
SIGNS: Final[dict[str, tuple[str, str]]] = {  # by player: in Unicode, in ASCII
    "disc": ("●○", "Xo"),
    "small": ("•◦", "Ss"),
    "moth": ("◆◇", "Pp"),
    "triangle": ("▲△", "Tt"),
    "square": ("■□", "Qq"),
    "ring": ("¹²", "12"),
}
DOTS: Final = ("∘+×*%", "0+x*%")
FLOODS: Final = (":=#^&", ":=#^&")
MOVE, FROM, EXIT = "[]", "()", "<>"
COLOURED: Final = ("{}", "||", "!!", "//")
"""Brackets of annotations that have a colour of their own."""


@define
class Tile:
    """What is written on a cell: a sign or number, what stands before and after it, and colours."""

    name: str
    body: str = ""
    ink: str = FAINT
    back: str = GROUND
    before: str = " "
    after: str = " "
    mark_ink: str = INK
    filled: bool = False
    """Whether the ground has the colour of a piece."""


@define
class Entry:
    """A line of the legend: a sign, how it looks, what to say, or the cells whose titles say it."""

    sign: str
    style: str
    said: str
    cells: list[Place] = field(factory=list)
    player: int | None = None


@frozen
class Looks:
    """A piece: its sign, the colours of sign and cell, and whether the cell is full of it."""

    sign: str
    ink: str
    back: str
    filled: bool


@frozen
class Signs:
    """Which sign stands for what; each is given once."""

    ascii: bool
    taken: set[str] = field(factory=set)
    given: dict[object, str] = field(factory=dict)

    def pick(self, pair: tuple[str, str]) -> str:
        """Return the one that is in ASCII, or the other."""
        return pair[self.ascii]

    def of(self, what: object, offers: Iterable[str]) -> str:
        """Return the sign of *what*: the first of *offers* that is free when it is first asked for."""
        if what not in self.given:
            spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
            free = (s for s in (*offers, *spare) if s and s not in self.taken)
            self.given[what] = sign = next(free, "?")
            self.taken.add(sign)
        return self.given[what]


def shape(names: list[str], scale: float) -> str:
    """Return which of :data:`SIGNS` a piece looks like most."""
    told = " ".join(names).lower()
    for word, shape in _LIKE:
        if word in told:
            return shape
    return "small" if scale < 0.6 else "disc"


_LIKE: Final = (
    ("ring-01", "ring"),  # a small disc, which gets the same sign as a circle
    ("circle", "ring"),
    ("ring-02", "small"),
    ("triangle", "triangle"),
    ("square", "square"),
    ("moth", "moth"),
)
"""By a part of a glyph's name: what it looks like."""


HUES: Final = {
    "red": "text.red",
    "orange": "text.orange",
    "yellow": "text.yellow",
    "green": "text.green",
    "blue": "text.blue",
    "violet": "text.violet",
    "grey": "text.grey",
}
_UPPER: Final = ((18, "red"), (44, "orange"), (70, "yellow"), (165, "green"), (255, "blue"),
                 (330, "violet"))  # fmt: skip
"""Up to how many degrees a hue has that name."""


def hue(colour: str) -> str:
    """Return which of :data:`HUES` a colour has."""
    if not HEX.fullmatch(colour):
        return "grey"
    angle, _, saturation = colorsys.rgb_to_hls(*channels(colour))
    if saturation < 0.15:
        return "grey"
    return next((name for upper, name in _UPPER if angle * 360 <= upper), "red")


def on(back: str) -> str:
    """Return white or black, whichever is read better on a colour."""
    return "#ffffff" if luminance(back) < 0.4 else "#000000"


def dark(colour: str) -> str:
    """Return a colour that is read on the light ground: itself, or a darker one."""
    return colour if luminance(colour) < 0.3 else mixed(colour, "#000000", 0.5)
