"""The legend of a picture: what each piece, ring, dot, tint and rim means."""

from typing import Any, Final

from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.drawing.marks import GREEN, GREY, ORANGE, VIOLET
from abstractplay_hex.games.dendria.drawing.watching import BOTH, GOLD
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.render.legend import LegendEntry, Meaning, legend
from abstractplay_hex.rules.interface import Scene

_PIECES: Final = {
    key: f"dendria.legend.{kind}-{side}"
    for keys, side in (("ABC", "dark"), ("DEF", "light"))
    for key, kind in zip(keys, ("seed", "sprite", "tree"), strict=True)
}
_PLAIN: Final = {"colour": None}
_WATER: Final = {"type": "flood", "colour": WATER}
_BUILDING: Final = (
    ("water", _WATER),
    ("centre", _WATER, {"type": "dots"}, {"type": "glyph"}),
    ("module", {"type": "enter", **_PLAIN}),
)
_UNDER_WAY: Final = (
    ("chosen", {"type": "enter", **_PLAIN}),
    ("way", {"type": "move"}),
    ("free", {"type": "dots", "colour": GREY}),
    ("fertilizing", {"type": "dots", "colour": GREEN}),
    ("stopover", {"type": "dots", "colour": ORANGE}),
    ("convertible", {"type": "enter", "colour": VIOLET}),
    ("converting", {"type": "enter", "colour": ORANGE}),
)
_LAST_TURN: Final = (
    ("sown", {"type": "enter", **_PLAIN}),
    ("moved", {"type": "move"}),
    ("captured", {"type": "exit"}),
    ("converted", {"type": "enter", "colour": ORANGE}),
)
_GROUND: Final = (
    ("lagoon", _WATER),
    ("watched-dark", {"type": "flood", "colour": 1, "opacity": 0.3}),
    ("watched-light", {"type": "flood", "colour": 2, "opacity": 0.3}),
    ("watched-both", {"type": "flood", "colour": BOTH}),
    ("protected", {"type": "flood", "colour": GOLD}),
)
_RIM: Final = (
    ("rim-dark", {"type": "edge", "colour": 1}),
    ("rim-dark", {"type": "flood", "colour": 1, "opacity": 0.5}),
    ("rim-light", {"type": "edge", "colour": 2}),
    ("rim-light", {"type": "flood", "colour": 2, "opacity": 0.5}),
)
"""Of who has won; on a modular board, cells of the coast."""


def explain(scene: Scene[Position], drawn: dict[str, Any]) -> list[LegendEntry]:
    """Return the legend of the picture of a scene."""
    if isinstance(scene.position, Construction):
        return legend(drawn, {}, _meanings(*_BUILDING), say("dendria.legend.land"))
    turn = _LAST_TURN if scene.draft is None else _UNDER_WAY
    pieces = {key: say(code) for key, code in _PIECES.items()}
    return legend(drawn, pieces, _meanings(*turn, *_GROUND, *_RIM))


def _meanings(*told: tuple[Any, ...]) -> list[Meaning]:
    return [Meaning(say(f"dendria.legend.{name}"), *marks) for name, *marks in told]
