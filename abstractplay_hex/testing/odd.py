"""Odd arguments: texts that are hardly turns, what is no text, what is no number."""

from typing import Any, Final

WORDS: Final = ("resign", "timeout", "draw", "abandoned", "resign(1)", "timeout(2)", "draw()")

TYPED: Final = "<b>zqx&9</b>"
"""Something a user might type to do harm, which no message may repeat as it is."""

_LONG: Final = ("x" * 200_000, "9" * 5_000, "a" + "1" * 4_400, "a1-" * 300)
_CHARACTERS: Final = ("\0", "á1", "ａ１", "a\u202e1", "\ud800", "a¹", "a١", "👾")
_PARTS: Final = ("a", "1", "a0", "a01", "a-1", "zz99", "a1a1a1a1", "0,0", "_btn_x")
_SIGNS: Final = ("-", "--", ",", ";", "=", "x")
_HOLES: Final = (
    "{cell}",
    "{0.__class__}",
    "%s%n",
    "null",
    "undefined",
    "<script>alert(1)</script>",
)
ODD_TEXTS: Final = (*WORDS, TYPED, *_LONG, *_CHARACTERS, *_PARTS, *_SIGNS, *_HOLES)
"""Texts that are hardly turns of any game; some are of games whose cells are named so."""

NO_TEXTS: Final[tuple[Any, ...]] = (
    *(None, 5, -1, 1.5, True, b"a1", object()),
    *(["a1"], ("a1",), {"move": "a1"}),
)
"""What a host may pass by mistake instead of a text."""

NO_NUMBERS: Final[tuple[Any, ...]] = (10**400, None, "1", True, 1.0, [1])
"""What a host may pass by mistake instead of a player, a ply or a number of plies."""
