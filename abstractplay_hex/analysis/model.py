"""What an analysis says: values of positions and turns, as data that can be kept and published.

An *advantage* is how a position stands for one seat, from −1 (lost) to 1 (won). It is what a search
makes of :meth:`.Rules.evaluate`, and no probability: 0.5 does not mean that three games of four are won.
"""

from typing import Any, Final

from attrs import field, frozen

from abstractplay_hex.analysis.marks import Mark

DIGITS: Final = 4
"""Decimals of an advantage in JSON: more would be noise."""


def rounded(value: float) -> float:
    """Return an advantage as JSON has it; there is no minus zero."""
    return round(value, DIGITS) + 0.0


@frozen
class Line:
    """A turn, and how play may go on after it.

    :ivar turns: canonical texts, the turn itself first.
    :ivar advantage: after the line, by seat.
    :ivar visits: how often the search has tried the turn.
    """

    turns: tuple[str, ...]
    advantage: tuple[float, ...]
    visits: int = 0

    @property
    def turn(self) -> str:
        """The turn that the line is about."""
        return self.turns[0]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        values = list(map(rounded, self.advantage))
        return {"turns": list(self.turns), "advantage": values, "visits": self.visits}


@frozen(kw_only=True)
class Analysis:
    """One position.

    :ivar ply: number of the ply that was looked at.
    :ivar position: its position text.
    :ivar player: the player to move, 1-based.
    :ivar advantage: how it stands, by seat.
    :ivar lines: the best turns, best first; none where the game is over.
    :ivar simulations: how many the search made.
    """

    game: str
    variants: tuple[str, ...]
    ply: int
    position: str
    player: int
    advantage: tuple[float, ...]
    lines: tuple[Line, ...] = ()
    simulations: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data, in the form of the schema ``analysis-1``."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "ply": self.ply,
            "position": self.position,
            "player": self.player,
            "advantage": list(map(rounded, self.advantage)),
            "lines": [line.to_dict() for line in self.lines],
            "simulations": self.simulations,
        }


@frozen(kw_only=True)
class ReviewedPly:
    """One ply of a game that was reviewed.

    :ivar ply: its number, from 1.
    :ivar player: who made it, 1-based.
    :ivar move: the turn, or the word that ended the game (``resign``, …).
    :ivar advantage: how it stands after it, by seat.
    :ivar loss: by how much the best turn would have been better for the player, 0 or more;
        ``None`` for an ending by word.
    :ivar mark: what is remarkable about it, if anything.
    :ivar lines: the best turns there were, best first.
    """

    ply: int
    player: int
    move: str
    advantage: tuple[float, ...]
    loss: float | None
    mark: Mark | None = None
    lines: tuple[Line, ...] = ()

    @property
    def best(self) -> Line | None:
        """The best turn there was, and how play goes on after it."""
        return self.lines[0] if self.lines else None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        return {
            "ply": self.ply,
            "player": self.player,
            "move": self.move,
            "advantage": list(map(rounded, self.advantage)),
            "loss": None if self.loss is None else rounded(self.loss),
            "mark": None if self.mark is None else self.mark.value,
            "lines": [line.to_dict() for line in self.lines],
        }


@frozen
class Summary:
    """How one player has played.

    :ivar turns: how many of the player's turns were judged.
    :ivar loss: mean loss of these turns.
    :ivar marks: how many there are of each mark.
    """

    player: int
    turns: int
    loss: float
    marks: dict[Mark, int] = field(factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        counts = {mark.value: self.marks.get(mark, 0) for mark in Mark}
        return {
            "player": self.player,
            "turns": self.turns,
            "loss": rounded(self.loss),
            "marks": counts,
        }


@frozen(kw_only=True)
class Review:
    """A whole game.

    :ivar seats: how many play.
    :ivar start: how it stands at the start, by seat.
    :ivar plies: those after the start.
    :ivar winner: who has won; empty for nobody, and while the game goes on.
    :ivar gameover: whether it is over.
    """

    game: str
    variants: tuple[str, ...]
    seats: int
    start: tuple[float, ...]
    plies: tuple[ReviewedPly, ...]
    gameover: bool = False
    winner: tuple[int, ...] = ()

    @property
    def curve(self) -> tuple[tuple[float, ...], ...]:
        """How it stands after each ply, the start first, by seat."""
        return (self.start, *(ply.advantage for ply in self.plies))

    def marked(self, *marks: Mark) -> tuple[ReviewedPly, ...]:
        """Return the plies that have one of these marks (any, if none is named)."""
        wanted = marks or tuple(Mark)
        return tuple(ply for ply in self.plies if ply.mark in wanted)

    def summary(self, player: int) -> Summary:
        """Return how a player (1-based) has played."""
        own = [ply for ply in self.plies if ply.player == player and ply.loss is not None]
        loss = sum(ply.loss or 0.0 for ply in own) / len(own) if own else 0.0
        found = {mark: sum(ply.mark is mark for ply in own) for mark in Mark}
        return Summary(player, len(own), loss, {mark: n for mark, n in found.items() if n})

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data, in the form of the schema ``review-1``."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "seats": self.seats,
            "gameover": self.gameover,
            "winner": list(self.winner),
            "start": list(map(rounded, self.start)),
            "plies": [ply.to_dict() for ply in self.plies],
            "players": [self.summary(n).to_dict() for n in range(1, self.seats + 1)],
        }


__all__ = ["Analysis", "Line", "Review", "ReviewedPly", "Summary"]
