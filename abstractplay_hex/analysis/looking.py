"""Looking at positions: what a search says of them, in texts and values. Everything else is built on this."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from abstractplay_hex.analysis.model import Line
from abstractplay_hex.players.budget import Budget
from abstractplay_hex.players.search import Thinking, think
from abstractplay_hex.players.valuing import ask, final_values
from abstractplay_hex.rules.interface import AnyRules

LINES: Final = 3
"""Lines that are kept of a search."""
DEEP: Final = 8
"""Turns that are kept of a line."""

Thinker: TypeAlias = Callable[..., Thinking[Any]]
"""``think`` of :mod:`abstractplay_hex.players.search`, or what answers as it does."""


@frozen
class Seen:
    """What is known of a position.

    :ivar advantage: by seat.
    :ivar lines: the best turns, best first; none after the end.
    """

    advantage: tuple[float, ...]
    lines: tuple[Line, ...] = ()
    simulations: int = 0


@frozen
class Looker:
    """Looks at positions of one game, each with the same budget and seed: the same twice is seen the same.

    :ivar seats: how many play.
    :ivar budget: for each position.
    """

    rules: AnyRules
    seats: int
    budget: Budget
    seed: int = 0
    thinker: Thinker = think

    def look(self, position: Any) -> Seen:
        """Return what a search says of a position; of one after the end, who has won.

        :raises RulesError: if the game's own values are wrong.
        """
        final = final_values(self.rules, position, self.seats)
        if final is not None:
            return Seen(final)
        thinking = self.thinker(
            self.rules, position, self.budget, seed=self.seed, lines=LINES, seats=self.seats
        )
        lines = tuple(
            Line(tuple(map(self._text, line.turns[:DEEP])), tuple(line.values), line.visits)
            for line in thinking.lines
        )
        return Seen(tuple(thinking.values), lines, thinking.simulations)

    def after(self, position: Any, turn: str) -> Seen:
        """Return what a search says of the position after a legal turn, given as a text."""
        return self.look(self._reached(position, turn))

    def _reached(self, position: Any, turn: str) -> Any:
        read = ask(self.rules, "read_turn", position, turn)
        return ask(self.rules, "after", position, read)

    def _text(self, turn: Any) -> str:
        text: str = ask(self.rules, "write", turn)
        return text

    def rival(self, position: Any, lines: Sequence[Line]) -> Line | None:
        """Return the best line whose turn leads elsewhere than that of the first, or ``None``.

        Turns with other texts may lead to the same position, or to one that only lies otherwise.
        """
        reached = [
            ask(self.rules, "canonical", self._reached(position, line.turn)) for line in lines
        ]
        others = (line for line, at in zip(lines, reached, strict=True) if at != reached[0])
        return next(others, None)


def followed(turn: str, after: Seen, visits: int = 0) -> Line:
    """Return the line that begins with a turn, by what is known of the position after it."""
    further = after.lines[0].turns if after.lines else ()
    return Line((turn, *further)[:DEEP], after.advantage, visits)


__all__ = ["DEEP", "LINES", "Looker", "Seen", "Thinker", "followed"]
