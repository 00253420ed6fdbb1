"""What may be a player's name: anything that shows, in any script."""

import unicodedata
from typing import Final

from abstractplay_hex.i18n.messages import say

JOINERS: Final = "\u200c\u200d"
"""ZERO WIDTH NON-JOINER and JOINER: letters of Persian and Hindi words, and what holds emoji together."""
BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and signs that show nothing: fillers of Korean, the empty ones of Braille and of music."""


def checked(name: str) -> str:
    """Return *name*, or raise ``ValueError`` with a sentence for the player, in the language in force.

    Refused are characters that do not show or turn the direction of text (U+202E). Joiners are welcome
    inside a word. An empty name is none; one that has characters must show something.
    """
    if any(sign in BLANKS or not (sign.isprintable() or sign in JOINERS) for sign in name):
        raise ValueError(say("request.name.shows"))
    if any(not _joins(name, at) for at, sign in enumerate(name) if sign in JOINERS):
        raise ValueError(say("request.name.joiners"))
    if name and not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise ValueError(say("request.name.nothing"))
    return name


def _joins(name: str, at: int) -> bool:
    """Say whether a joiner has a letter, a mark, a digit or a symbol on both sides."""
    around = name[at - 1 : at] + name[at + 1 : at + 2]
    return len(around) == 2 and all(unicodedata.category(sign)[0] in "LMNS" for sign in around)
