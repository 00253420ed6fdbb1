"""Marks: what is remarkable about a turn, judged by what it lost."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from abstractplay_hex.i18n.messages import say


class Mark(Enum):
    """What is remarkable about a turn; the value is its name in JSON."""

    ONLY_MOVE = "only-move"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def sign(self) -> str:
        """The sign that stands behind the turn."""
        return _SIGNS[self]

    @property
    def said(self) -> str:
        """Its name for people, in the language in force."""
        return say(_CODES[self])


BAD: Final = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
"""The marks of turns that lost something."""
_SIGNS: Final = {
    Mark.ONLY_MOVE: "□",
    Mark.INACCURACY: "?!",
    Mark.MISTAKE: "?",
    Mark.BLUNDER: "??",
}
_CODES: Final = {
    Mark.ONLY_MOVE: "analysis.mark.only-move",
    Mark.INACCURACY: "analysis.mark.inaccuracy",
    Mark.MISTAKE: "analysis.mark.mistake",
    Mark.BLUNDER: "analysis.mark.blunder",
}

LOSSES: Final[Mapping[Mark, float]] = {
    Mark.BLUNDER: 0.30,
    Mark.MISTAKE: 0.15,
    Mark.INACCURACY: 0.07,
}
"""What a turn must lose at least to be marked so, the worst first."""
ALONE: Final = 0.15
"""By how much the only move is better than any other turn."""


def mark_of(loss: float, lead: float | None) -> Mark | None:
    """Judge a turn.

    :param loss: by how much the best turn would have been better.
    :param lead: by how much the best turn is better than the second, if the turn played is the best
        one; ``None`` for any other turn, and where there was no choice.
    """
    for mark, least in LOSSES.items():
        if loss >= least:
            return mark
    return Mark.ONLY_MOVE if lead is not None and lead >= ALONE else None


__all__ = ["ALONE", "BAD", "LOSSES", "Mark", "mark_of"]
