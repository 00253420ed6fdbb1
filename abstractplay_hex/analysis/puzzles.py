"""Puzzles: positions of games in which one turn is far above all others."""

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, frozen

from abstractplay_hex.analysis.looking import Looker, Thinker, followed
from abstractplay_hex.analysis.model import Line, rounded
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.players.budget import MOST_SECONDS, MOST_SIMULATIONS, Budget, checked_budget
from abstractplay_hex.players.search import think

LEAD: Final = 0.3
"""By how much the solution is better than any other turn, unless told otherwise."""
VERIFIED: Final = 10
"""A puzzle is looked at again with so many times the budget."""
POSITION: Final = Budget(seconds=0.06)
"""What the first look at a position may spend; each turn compared is looked at as long."""


@frozen(kw_only=True)
class Puzzle:
    """A position, its solution, and the game that it is from.

    :ivar position: text that a new game can begin from.
    :ivar player: who is to move, 1-based.
    :ivar solution: the turn to find, and how play may go on after it.
    :ivar second: the best of all other turns.
    :ivar lead: by how much the solution is better for the player.
    :ivar source: name of the game that it is from, and *ply* the number of the position in it.
    """

    game: str
    variants: tuple[str, ...]
    seats: int
    position: str
    player: int
    solution: Line
    second: Line
    lead: float
    source: str
    ply: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data, in the form of the schema ``puzzle-1``."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "seats": self.seats,
            "position": self.position,
            "player": self.player,
            "solution": self.solution.to_dict(),
            "second": self.second.to_dict(),
            "lead": rounded(self.lead),
            "source": self.source,
            "ply": self.ply,
        }


def puzzles(
    game: Game[Any, Any],
    budget: Budget = POSITION,
    *,
    lead: float = LEAD,
    seed: int = 0,
    source: str = "",
    thinker: Thinker = think,
) -> Iterator[Puzzle]:
    """Yield the puzzles in a game: after the solution the player is not behind, after any other turn worse off.

    Each is verified with ten times the budget: the same turn must be the best one, by as much.

    :param budget: for the first look at a position, and at each of its two best turns.
    :param lead: by how much the solution is better than the second best turn, from 0.01 to 2.
    :param source: name of the game, which the puzzles keep.
    :param thinker: does the searches.
    :raises ArgumentError: at once, for a budget or a *lead* out of range.
    :raises RulesError: if the game's own values are wrong.
    """
    check_lead(lead)
    if not isinstance(game, Game):
        raise ArgumentError("argument.game")
    first = Looker(game.rules, game.numplayers, checked_budget(budget), seed, thinker)
    closer = evolve(first, budget=_times(budget))
    return _found(game, first, closer, lead, source)


def check_lead(lead: float) -> None:
    """Refuse a lead that no solution can have.

    :raises ArgumentError: ``analysis.lead``.
    """
    if type(lead) not in (int, float) or not 0.01 <= lead <= 2:
        raise ArgumentError("analysis.lead")


def _found(
    game: Game[Any, Any], first: Looker, closer: Looker, lead: float, source: str
) -> Iterator[Puzzle]:
    rules, seen = game.rules, set()
    for number, ply in enumerate(game.stack):
        if ply.gameover:
            return
        position = ply.position
        key = rules.key(rules.canonical(position))
        if key in seen:
            continue
        seen.add(key)
        guess = _pair(first, position, lead)
        pair = None if guess is None else _pair(closer, position, lead)
        if guess is None or pair is None or guess[0].turn != pair[0].turn:
            continue
        solution, second = pair
        seat = ply.currplayer - 1
        yield Puzzle(
            game=game.uid,
            variants=tuple(game.variants),
            seats=game.numplayers,
            position=rules.position_text(position),
            player=ply.currplayer,
            solution=solution,
            second=second,
            lead=solution.advantage[seat] - second.advantage[seat],
            source=source,
            ply=number,
        )


def _pair(looker: Looker, position: Any, lead: float) -> tuple[Line, Line] | None:
    """Return the best turn and the best other one, if the first is that much better and wins or saves."""
    seen = looker.look(position)
    rival = looker.rival(position, seen.lines)
    if rival is None:
        return None
    seat = looker.rules.to_move(position) - 1
    best = seen.lines[0]
    if (
        best.advantage[seat] - rival.advantage[seat] < lead / 2
    ):  # by the first look: not worth another
        return None
    best, other = (
        followed(line.turn, looker.after(position, line.turn), line.visits)
        for line in (best, rival)
    )
    value = best.advantage[seat]
    return (best, other) if value >= 0 and value - other.advantage[seat] >= lead else None


def _times(budget: Budget) -> Budget:
    """Return :data:`VERIFIED` times a budget, as far as a budget goes."""
    seconds, simulations = budget.seconds, budget.simulations
    return evolve(
        budget,
        seconds=None if seconds is None else min(seconds * VERIFIED, MOST_SECONDS),
        simulations=None if simulations is None else min(simulations * VERIFIED, MOST_SIMULATIONS),
    )


__all__ = ["LEAD", "VERIFIED", "Puzzle", "check_lead", "puzzles"]
