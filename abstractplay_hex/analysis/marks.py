"""Marks: what is remarkable about a turn, judged by what it lost."""

from collections.abc import Mapping
from enum import Enum
from math import atanh
from typing import Final

from attrs import frozen

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


@frozen
class Least:
    """What a turn must lose at least to have a mark.

    :ivar stretched: on the scale of :func:`stretched`.
    :ivar plain: in advantages as they are shown.
    """

    stretched: float
    plain: float


LOSSES: Final[Mapping[Mark, Least]] = {
    Mark.BLUNDER: Least(0.3, 0.1),
    Mark.MISTAKE: Least(0.2, 0.05),
    Mark.INACCURACY: Least(0.1, 0.03),
}
"""By mark, the worst first."""
ALONE: Final = 0.25
"""By how much, stretched, the only move is better than any other turn."""
DECIDED: Final = 0.98
"""Nothing more is won or lost beyond it: a game that is as good as over is not judged by its last details."""


def stretched(advantage: float) -> float:
    """Return an advantage on the scale on which losses are judged.

    Advantages are squashed: near +1 and −1 they hardly change, however much is won or lost. The area
    tangent takes that back, up to :data:`DECIDED`.
    """
    return atanh(max(-DECIDED, min(DECIDED, advantage)))


def mark_of(best: float, played: float, second: float | None = None) -> Mark | None:
    """Judge a turn.

    :param best: advantage after the best turn, for the player.
    :param played: after the turn that was played.
    :param second: after the best of the turns that were not played, if that one is the best; ``None`` for
        any other turn, and where there was no choice.
    """
    loss = stretched(best) - stretched(played)
    for mark, least in LOSSES.items():
        if loss >= least.stretched and best - played >= least.plain:
            return mark
    alone = second is not None and stretched(played) - stretched(second) >= ALONE
    return Mark.ONLY_MOVE if alone else None


__all__ = ["ALONE", "BAD", "DECIDED", "LOSSES", "Least", "Mark", "mark_of", "stretched"]
