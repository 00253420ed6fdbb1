"""Simple computer players, for making recorded games and to measure others by.

They know nothing of any game but its :class:`~abstractplay_hex.Rules`. Each has a random generator
of its own: the same seed plays the same game.

>>> from abstractplay_hex import new_game, players
>>> game = new_game("pods")
>>> players.player("greedy", seed=1)(game) in game.moves()
True
"""

import random
from collections.abc import Callable
from itertools import islice
from math import inf
from typing import Any, Final, TypeAlias

from abstractplay_hex.game import Game
from abstractplay_hex.rules.interface import AnyRules

AnyGame: TypeAlias = Game[Any, Any]
Chooser: TypeAlias = Callable[[AnyGame], str | None]
"""Returns a legal turn of the player to move, or ``None`` if there is none; changes nothing."""

CONSIDERED: Final = 200
"""How many turns the greedy player tries."""
GLANCED: Final = 24
"""How many the mixed player tries: it is there to make games by the thousand."""
LISTED: Final = 2000
"""From how many they are drawn."""


def random_player(rng: random.Random) -> Chooser:
    """Play any legal turn."""
    return lambda game: game.random_move(rng)


def greedy_player(rng: random.Random, most: int = CONSIDERED) -> Chooser:
    """Play the turn after which one's score is most above the best of the others'.

    Looks one turn ahead, wins where it can at once, and chooses by lot among turns that are as good.
    Where there are more than *most* turns, that many are drawn (in games with a great many from the
    first :data:`LISTED`). In a game without scores only a win counts.
    """

    def choose(game: AnyGame) -> str | None:
        if game.gameover:
            return None
        rules, position = game.rules, game.looked_at.position
        turns = rules.legal_turns(position)
        if "no-moves" in rules.info.flags:  # there a list may be too long to be made
            turns = islice(turns, max(LISTED, most))
        considered = list(turns)
        if len(considered) > most:
            considered = rng.sample(considered, most)
        seat = rules.to_move(position)
        best: list[Any] = []
        highest = -inf
        for turn in considered:
            value = _lead(rules, rules.after(position, turn), seat, game.numplayers)
            if value > highest:
                best, highest = [], value
            if value == highest:
                best.append(turn)
        return rules.write(rng.choice(best)) if best else None

    return choose


def mixed_player(rng: random.Random, share: float = 0.5) -> Chooser:
    """Play greedily in about that *share* of the turns, and any turn otherwise: games that vary but end.

    Greedily at a glance: the best of :data:`GLANCED` turns.
    """
    greedy = greedy_player(rng, GLANCED)

    def choose(game: AnyGame) -> str | None:
        return greedy(game) if rng.random() < share else game.random_move(rng)

    return choose


def _lead(rules: AnyRules, position: Any, seat: int, seats: int) -> float:
    """Return how far a player is ahead of the best of the others; without end once that is decided."""
    winners = rules.outcome(position)
    if winners is not None:
        if seat not in winners:
            return -inf if winners else 0
        return inf if winners == (seat,) else 0
    scores = {n: rules.score(position, n) or 0 for n in range(1, seats + 1)}
    return scores.pop(seat) - max(scores.values(), default=0)


POLICIES: Final[dict[str, Callable[[random.Random], Chooser]]] = {
    "random": random_player,
    "greedy": greedy_player,
    "mixed": mixed_player,
}
"""How to make each player, by name."""
