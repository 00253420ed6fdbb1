"""The glyphs, drawn for this library: simple shapes that read well at 40 pixels.

Each is made for a box of 100 × 100 units about the origin, y downwards, and shows what the site's
glyph of that name shows (:data:`abstractplay_hex.render.glyphs.NAMES`).
"""

import re
from collections.abc import Callable
from math import cos, pi, sin
from typing import Final, TypeAlias
from zlib import crc32

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


def _line(path: str, width: float) -> Drawn:
    def draw(fill: str, stroke: str, outlined: bool) -> str:
        line = f'<path d="{path}" fill="none" stroke-linecap="round" stroke="'
        under = f'{line}{stroke}" stroke-width="{fmt(width + LINE)}"/>' if outlined else ""
        return f'{under}{line}{fill}" stroke-width="{fmt(width)}"/>'

    return draw


def _die(pips: int) -> Drawn:
    """Return a face: its odd pip in the middle, the others in pairs across it."""
    pairs = ((-22, -22), (22, -22), (-22, 0))[: pips // 2]
    spots = [(0, 0)] * (pips % 2) + [at for x, y in pairs for at in ((x, y), (-x, -y))]

    def draw(fill: str, stroke: str, outlined: bool) -> str:
        ink = max(INKS, key=lambda ink: contrast(ink, fill)) if HEX.fullmatch(fill) else INKS[0]
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="8"/>' for x, y in spots)
        return f'{_FACE(fill, stroke, outlined)}<g fill="{ink}">{dots}</g>'

    return draw


_FACE: Final = _shape(
    "M-31,-43H31C38,-43 43,-38 43,-31V31C43,38 38,43 31,43H-31C-38,43 -43,38 -43,31V-31"
    "C-43,-38 -38,-43 -31,-43z"
)
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
# A moth from the side: body to the lower left, wings raised behind it.
_MOTH: Final = "M-42,14C-40,4 -28,2 -16,8C2,13 28,20 42,28C28,34 8,36 -10,33C-28,32 -42,26 -42,14z"
_WING: Final = (
    '<path d="M-18,8C-16,-16 6,-42 36,-48C46,-34 48,-6 36,12C22,20 -4,18 -18,8z" fill="$fill"'
    ' stroke="$stroke" stroke-width="4" stroke-linejoin="round"/>'
    '<path d="M-14,4C0,-14 16,-32 34,-44M-10,8C8,0 28,-16 44,-28M-4,11C14,10 32,2 43,-8'
    "M-38,8C-44,2 -48,-4 -49,-12M-30,4C-34,-4 -36,-10 -35,-18M-26,31L-32,45M-8,33L-8,47"
    'M10,35L18,46M-6,18L-4,32M12,21L12,33M26,25L25,32" fill="none" stroke="$stroke"'
    ' stroke-width="3" stroke-linecap="round"/><circle cx="-33" cy="15" r="4" fill="$stroke"/>'
)
_CLOUD: Final = (
    "M-20,15C-34,14 -33,-3 -20,-4C-19,-18 2,-21 7,-10C17,-14 27,-5 22,3C33,5 31,15 22,15z"
)
_MEEPLE: Final = (
    "M0,-46C14,-46 18,-30 10,-20C26,-14 46,-6 48,5C48,12 36,13 24,11C28,22 40,34 40,44H12L0,26"
    "L-12,44H-40C-40,34 -28,22 -24,11C-36,13 -48,12 -48,5C-46,-6 -26,-14 -10,-20C-18,-30 -14,-46 0,-46z"
)
_PLANE: Final = (
    "M0,-48C5,-43 7,-34 7,-24L46,-4V10L7,4V26L20,36V44H-20V36L-7,26V4L-46,10V-4L-7,-24"
    "C-7,-34 -5,-43 0,-48z"
)
_SPIRAL: Final = (
    "M2,-2C10,-12 -12,-18 -18,-2C-22,20 14,30 26,8C36,-16 8,-42 -16,-36C-44,-28 -48,14 -22,34"
)
_FACES: Final = (
    '<path d="M0,2V48L-42,25V-22z" fill="#000" fill-opacity=".12"/>'
    '<path d="M0,2V48L42,25V-22z" fill="#000" fill-opacity=".3"/>'
    '<path d="M-41,-22L0,2L41,-22M0,2V48" fill="none" stroke="$stroke" stroke-width="4"/>'
)

SHEET: Final[dict[str, Drawn]] = {
    "circle": _ring(42, 12),
    "cloud": _shape(_CLOUD, 0),
    "cube": _shape(_polygon(6, 48), 4, _FACES),
    **{f"d6-{pips}": _smaller(_die(pips), 0.85) for pips in range(1, 7)},
    "hex-flat": _shape(_polygon(6, 47, 30), 2),
    "hex-pointy": _shape(_polygon(6, 47), 2),
    "humpback": _smaller(_shape(_HUMPBACK, 0, _GROOVES), 0.9),
    "meeple": _shape(_MEEPLE, 0),
    "moth": _shape(_MOTH, 4, _WING),
    "orca": _shape(_ORCA, 0),
    "piece": _shape(_disc(46)),
    "piece-borderless": _shape(_disc(48), 0),
    "piece-chariot": _shape(
        _disc(45), 4, '<circle r="28" fill="none" stroke="$stroke" stroke-width="6"/>'
        '<circle r="5" fill="none" stroke="$stroke" stroke-width="2"/>'
    ),
    "piece-pentagon": _shape(_polygon(5, 48, 0, 4), 2),
    "piece-square": _shape("M-47,-47h94v94h-94z", 2),
    "piece-square-borderless": _shape("M-48,-48h96v96h-96z", 0),
    "piece-square-single": _shape(
        "M-46,-44h92v92h-92z", 0, '<path d="M-35,-46h70" stroke="$stroke" stroke-width="4"/>'
    ),
    "piece-triangle": _shape("M0,-48L27,46H-27z", 2),
    "piecepack-number-void": _line(_SPIRAL, 11),
    "plane": _shape(_PLANE, 2),
    "ring-01": _shape(_disc(13)),
    "ring-02": _shape(_disc(30)),
    "star-solid": _shape(_star(47, 21), 0),
    "wedge": _shape("M0,0L43.3,-25V25z", 0),
    "x": _shape("M-45,-41L-41,-45L0,-4L41,-45L45,-41L4,0L45,41L41,45L0,4L-41,45L-45,41L-4,0z", 0),
}  # fmt: skip
"""All glyphs by name."""
_WORDS: Final = re.compile(r"[^\W_]+")
_TICKS: Final = 16


def drawn(name: str, fill: str, stroke: str, outlined: bool = False) -> str:
    """Return a glyph's markup; *name* may be any text, both colours have been checked.

    :param outlined: with an outline, also of a glyph that usually has none.
    """
    glyph = SHEET.get(name)
    return glyph(fill, stroke, outlined) if glyph else _unknown(name, fill, stroke, outlined)


def _unknown(name: str, fill: str, stroke: str, outlined: bool) -> str:
    """Draw a disc with the initials of a name, and ticks along its rim that few names share."""
    if HEX.fullmatch(fill):
        ink, halo = max(INKS, key=lambda ink: contrast(ink, fill)), None
    else:  # a gradient may be of any colours
        ink, halo = INKS
    pattern = crc32(name.encode("utf-8", "replace"))
    ticks = ""
    for i in range(_TICKS):
        if pattern >> i & 1:
            x, y = sin(2 * pi * i / _TICKS), -cos(2 * pi * i / _TICKS)
            ticks += f"M{fmt(36 * x)},{fmt(36 * y)}L{fmt(42 * x)},{fmt(42 * y)}"
    marks = f'<path d="{ticks}" fill="none" stroke="{ink}" stroke-width="4"/>' if ticks else ""
    disc = SHEET["piece"](fill, stroke, outlined)
    return disc + marks + written(escape(_initials(name)), ink, 40, halo, 66)


def _initials(name: str) -> str:
    """Return up to four letters and digits that stand for a name: ``d6-3`` is D63, ``tree-pair`` TP."""
    words: list[str] = _WORDS.findall(name)
    if len(words) == 1:
        return words[0][:2].upper()
    short = (word[:3] if any(map(str.isdigit, word)) else word[0] for word in words)
    return "".join(short).upper()[:4] or "?"


def written(
    text: str, fill: str, size: float = 70, around: str | None = None, width: float = 90
) -> str:
    """Return an escaped *text* as markup, shrunk to fit the box.

    :param around: the colour of an outline, if there is one.
    :param width: the room that there is.
    """
    size = min(size, width / (0.6 * max(len(text), 1)))
    head = f'<text y="{fmt(size * 0.36)}" font-size="{fmt(size)}" text-anchor="middle"'
    line = ""
    if around is not None:  # another text below: not every viewer can paint a stroke first
        style = f' fill="{around}" stroke="{around}" stroke-width="{2 * LINE}"'
        line = f'{head}{style} stroke-linejoin="round">{text}</text>'
    return f'{line}{head} fill="{fill}">{text}</text>'
