"""The glyphs, drawn for this library: simple shapes that read well at 40 pixels.

Each is made for a box of 100 × 100 units about the origin, y downwards. What the renderer's sheets
have and this one does not is drawn as a disc of its colour with the name's initial.
"""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final, TypeAlias

from abstractplay_hex.render.svg.palette import HEX, contrast
from abstractplay_hex.render.svg.reading import escape, fmt

Drawn: TypeAlias = Callable[[str, str, bool], str]
"""Given the colours of the body and of the outline, returns markup.

The third argument asks for an outline where the glyph usually has none.
"""

LINE: Final = 4
"""Width of an outline."""
INKS: Final = ("#202020", "#ffffff")
"""What a letter on a piece is written with, whichever is easier to read there."""


def _shape(path: str, line: float = LINE, extra: str = "") -> Drawn:
    def draw(fill: str, stroke: str, outlined: bool) -> str:
        wide = line or (LINE if outlined else 0)
        border = f' stroke="{stroke}" stroke-width="{fmt(wide)}"' if wide else ""
        more = extra.replace("$fill", fill).replace("$stroke", stroke)
        return f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{border} stroke-linejoin="round"/>{more}'

    return draw


def _smaller(glyph: Drawn, scale: float) -> Drawn:
    def draw(fill: str, stroke: str, outlined: bool) -> str:
        return f'<g transform="scale({fmt(scale)})">{glyph(fill, stroke, outlined)}</g>'

    return draw


def _disc(radius: float) -> str:
    r = fmt(radius)
    return f"M-{r},0a{r},{r} 0 1 1 {fmt(2 * radius)},0a{r},{r} 0 1 1 -{fmt(2 * radius)},0z"


def _polygon(corners: int, radius: float, turn: float = 0, dy: float = 0) -> str:
    points = []
    for i in range(corners):
        angle = 2 * pi * i / corners + pi * turn / 180 - pi / 2
        points.append(f"{fmt(radius * cos(angle))},{fmt(radius * sin(angle) + dy)}")
    return f"M{'L'.join(points)}z"


def _star(radius: float, inner: float) -> str:
    points = []
    for i in range(10):
        angle, r = pi * i / 5 - pi / 2, inner if i % 2 else radius
        points.append(f"{fmt(r * cos(angle))},{fmt(r * sin(angle))}")
    return f"M{'L'.join(points)}z"


def _ring(radius: float, width: float) -> Drawn:
    def draw(fill: str, stroke: str, outlined: bool) -> str:
        under = _circle(radius, stroke, width + LINE) if outlined else ""
        return under + _circle(radius, fill, width)

    return draw


def _circle(radius: float, colour: str, width: float) -> str:
    return f'<circle r="{fmt(radius)}" fill="none" stroke="{colour}" stroke-width="{fmt(width)}"/>'


_SQUARE: Final = "M-39,-39h78v78h-78z"
# A killer whale leaping to the left: high fin, pale patches behind the eye and on the flank (holes).
_ORCA: Final = (
    "M-46,17C-43,-5 -28,-20 -8,-24C-9,-34 -5,-44 3,-50C5,-39 8,-29 14,-21C30,-13 37,2 38,19"
    "C45,21 50,28 50,37C45,32 40,30 36,31C33,37 28,41 21,42C21,34 25,27 30,22C27,11 18,6 7,7"
    "C-4,8 -13,13 -19,15C-17,23 -20,34 -29,40C-34,33 -35,26 -33,20C-38,22 -44,21 -46,17z"
    "M-33,0C-30,-7 -22,-11 -15,-10C-17,-3 -25,2 -33,0zM2,1C11,-2 20,0 25,7C18,3 10,2 2,1z"
)
# A humpback whale: heavy head to the left, long flipper, flukes up; grooves along the throat.
_HUMPBACK: Final = (
    "M-48,4C-48,-12 -33,-22 -14,-20C-2,-19 3,-14 8,-17C11,-14 13,-11 16,-9C25,-7 31,-13 31,-23"
    "C23,-25 17,-31 16,-40C25,-39 31,-35 35,-29C38,-36 43,-41 50,-42C50,-33 47,-26 40,-22"
    "C42,-2 35,14 18,19C10,21 2,22 -4,22C-1,31 6,38 15,42C2,47 -15,39 -20,23C-36,23 -48,17 -48,4z"
)
_GROOVES: Final = (
    '<path d="M-45,11C-37,14 -28,14 -20,12M-40,17C-34,19 -27,19 -20,17" fill="none"'
    ' stroke="#000" stroke-opacity=".55" stroke-width="2.5" stroke-linecap="round"/>'
    '<circle cx="-25" cy="1" r="3.2" fill="#000" fill-opacity=".65"/>'
)
_WINGS: Final = (
    "M0,-6C-8,-30 -34,-42 -47,-34C-51,-16 -36,4 -13,5C-30,9 -33,27 -22,38C-11,38 -3,24 0,10"
    "C3,24 11,38 22,38C33,27 30,9 13,5C36,4 51,-16 47,-34C34,-42 8,-30 0,-6z"
)
_MOTH_BODY: Final = (
    '<path d="M0,-18C4,-16 5,-8 5,0C5,14 3,26 0,32C-3,26 -5,14 -5,0C-5,-8 -4,-16 0,-18z'
    'M-2,-17C-4,-27 -9,-34 -15,-38M2,-17C4,-27 9,-34 15,-38" fill="$fill" stroke="$fill"'
    ' stroke-width="3" stroke-linecap="round"/>'
    '<path d="M-6,-2C-12,-10 -22,-16 -31,-19M6,-2C12,-10 22,-16 31,-19M0,-10V22" fill="none"'
    ' stroke="#000" stroke-opacity=".45" stroke-width="3" stroke-linecap="round"/>'
)
_CLOUD: Final = (
    "M-30,26C-52,24 -50,-6 -30,-6C-30,-30 4,-36 12,-16C28,-24 44,-8 36,4C54,8 50,26 34,26z"
)
_MEEPLE: Final = (
    "M0,-42C14,-42 17,-26 9,-17C24,-12 40,-5 42,4C42,11 30,11 20,9C24,20 33,30 33,38H9L0,24"
    "L-9,38H-33C-33,30 -24,20 -20,9C-30,11 -42,11 -42,4C-40,-5 -24,-12 -9,-17C-17,-26 -14,-42 0,-42z"
)
_PAWN: Final = (
    "M0,-42C16,-42 20,-24 10,-15L18,-11L9,-6C10,10 16,20 27,27V38H-27V27C-16,20 -10,10 -9,-6"
    "L-18,-11L-10,-15C-20,-24 -16,-42 0,-42z"
)
_TREE: Final = "M0,-46L26,-12H15L35,14H20L40,34H7V46H-7V34H-40L-20,14H-35L-15,-12H-26z"
_SEED: Final = "M0,-44C30,-18 34,18 0,44C-34,18 -30,-18 0,-44z"

SHEET: Final[dict[str, Drawn]] = {
    "piece": _shape(_disc(46)),
    "piece-borderless": _shape(_disc(48), 0),
    "circle": _shape(_disc(46)),
    "piece-square": _shape(_SQUARE),
    "piece-square-single": _shape(
        _SQUARE, 4, '<path d="M-28,-28h56v56h-56z" fill="none" stroke="$stroke" stroke-width="3"/>'
    ),
    "piece-square-borderless": _shape("M-42,-42h84v84h-84z", 0),
    "piece-triangle": _shape(_polygon(3, 50, 0, 10)),
    "piece-triangle-down": _shape(_polygon(3, 50, 180, -10)),
    "piece-hexagon": _shape(_polygon(6, 46)),
    "piece-hexagon-flat": _shape(_polygon(6, 46, 30)),
    "hex-pointy": _shape(_polygon(6, 50)),
    "hex-flat": _shape(_polygon(6, 50, 30)),
    "piece-diamond": _shape(_polygon(4, 48)),
    "piece-pentagon": _shape(_polygon(5, 46, 0, 4)),
    "piece-star": _shape(_star(48, 20)),
    "star-solid": _shape(_star(48, 20)),
    "piece-chariot": _shape(_disc(46), 4, '<circle r="16" fill="none" stroke="$stroke" stroke-width="4"/>'),
    "ring-01": _ring(28, 9),
    "ring-02": _ring(38, 9),
    "ring-03": _ring(44, 6),
    "dot": _shape(_disc(16), 0),
    "cross": _shape("M-38,-14h24v-24h28v24h24v28h-24v24h-28v-24h-24z"),
    "x": _shape("M-36,-20L-20,-36L0,-16L20,-36L36,-20L16,0L36,20L20,36L0,16L-20,36L-36,20L-16,0z"),
    "orca": _shape(_ORCA, 0),
    "humpback": _smaller(_shape(_HUMPBACK, 0, _GROOVES), 0.9),
    "moth": _shape(_WINGS, 0, _MOTH_BODY),
    "sprite": _shape(_WINGS, 0, _MOTH_BODY),
    "cloud": _shape(_CLOUD),
    "seed": _shape(_SEED),
    "tree": _shape(_TREE),
    "meeple": _shape(_MEEPLE),
    "pawn": _shape(_PAWN),
}  # fmt: skip
"""All glyphs by the names of the renderer's sheets (and a few plain ones of our own)."""


def drawn(name: str, fill: str, stroke: str, outlined: bool = False) -> str:
    """Return a glyph's markup; *name* may be any text, both colours have been checked.

    :param outlined: with an outline, also of a glyph that usually has none.
    """
    glyph = SHEET.get(name)
    if glyph is not None:
        return glyph(fill, stroke, outlined)
    initial = escape(next((c for c in name if c.isalnum()), "?").upper())
    if HEX.fullmatch(fill):
        letter = written(initial, max(INKS, key=lambda ink: contrast(ink, fill)), 46)
    else:  # a gradient may be of any colours
        letter = written(initial, INKS[0], 46, INKS[1])
    return SHEET["piece"](fill, stroke, outlined) + letter


def written(text: str, fill: str, size: float = 70, around: str | None = None) -> str:
    """Return an escaped *text* as markup, shrunk to fit the box.

    :param around: the colour of an outline, if there is one.
    """
    size = min(size, 150 / max(len(text), 1))
    head = f'<text y="{fmt(size * 0.36)}" font-size="{fmt(size)}" text-anchor="middle"'
    line = ""
    if around is not None:  # another text below: not every viewer can paint a stroke first
        style = f' fill="{around}" stroke="{around}" stroke-width="{2 * LINE}"'
        line = f'{head}{style} stroke-linejoin="round">{text}</text>'
    return f'{line}{head} fill="{fill}">{text}</text>'
