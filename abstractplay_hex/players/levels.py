"""Levels for people, from 1 (often plays any turn at all) to 8 (thinks for up to three seconds)."""

import random
from statistics import pstdev
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.players.budget import Budget, Flag, Watch, checked_budget
from abstractplay_hex.players.search import Search
from abstractplay_hex.players.valuing import Valuer, ask

LONGEST: Final = 3.0
"""Seconds after which every level moves, as soon as the rules have answered what they were asked last."""


@frozen
class Level:
    """How a level plays.

    :ivar number: 1 to 8.
    :ivar code: of the message that says what to expect of it.
    :ivar chance: share of its turns that are any legal turn, in a game of ``Rules.sharpness`` 1.
    :ivar noise: how wrongly it values turns: the deviation of its mistakes, in deviations of the values of
        all turns.
    :ivar simulations: how much it searches; 0 is one turn ahead.
    """

    number: int
    code: str
    chance: float = 0.0
    noise: float = 0.0
    simulations: int = 0

    @property
    def name(self) -> str:
        """Its name among the players: ``level:3``."""
        return f"level:{self.number}"

    @property
    def says(self) -> str:
        """What to expect of it, in the language in force."""
        return say(self.code)


LEVELS: Final = (
    Level(1, "players.level-1", chance=0.9, noise=1.05),
    Level(2, "players.level-2", chance=0.7, noise=0.75),
    Level(3, "players.level-3", chance=0.4, noise=0.38),
    Level(4, "players.level-4", chance=0.12, noise=0.27),
    Level(5, "players.level-5"),
    Level(6, "players.level-6", simulations=10),
    Level(7, "players.level-7", simulations=40),
    Level(8, "players.level-8", simulations=1000),
)
"""All of them, the easiest first; measured against each other in matches, see the page on players."""


def level(number: int) -> Level:
    """Return a level by its number.

    :raises ArgumentError: ``players.level`` if there is none.
    """
    if type(number) is not int or not 1 <= number <= len(LEVELS):
        raise ArgumentError("players.level", most=len(LEVELS))
    return LEVELS[number - 1]


class Thinker:
    """Plays by a search whose tree it keeps from turn to turn.

    :param budget: for each turn.
    :param stop: ends the thinking about a turn while it is set.
    """

    def __init__(self, budget: Budget, rng: random.Random, stop: Flag | None = None) -> None:
        self.budget = checked_budget(budget)
        self._stop = stop
        self._seed = rng.getrandbits(64)
        self._search: Search[Any, Any] | None = None
        self._rules: object = None

    def __call__(self, game: Game[Any, Any]) -> str | None:
        """Return the turn found best, or ``None`` if there is none."""
        if game.gameover:
            return None
        if self._search is None or self._rules is not game.rules:
            self._search, self._rules = Search(game.rules, seed=self._seed), game.rules
        position = game.looked_at.position
        thought = self._search.think(
            position, self.budget, stop=self._stop, lines=1, seats=game.numplayers
        )
        return None if thought.turn is None else _text(game, thought.turn)


class Glancer:
    """Plays the turn that the rules value most, one turn ahead, with mistakes.

    :param chance: share of turns that are any legal turn.
    :param noise: see :class:`Level`.
    :param stop: while it is set, the best of the turns valued so far is played.
    """

    def __init__(
        self,
        rng: random.Random,
        chance: float = 0.0,
        noise: float = 0.0,
        stop: Flag | None = None,
    ) -> None:
        self._rng, self._chance, self._noise = rng, chance, noise
        self._stop = stop

    def __call__(self, game: Game[Any, Any]) -> str | None:
        """Return the turn that looks best, or ``None`` if there is none."""
        rng = self._rng
        if game.gameover:
            return None
        if rng.random() < self._chance / max(1.0, game.rules.sharpness):
            return game.random_move(rng)
        position = game.looked_at.position
        valuer = Valuer(game.rules, game.numplayers, rng)
        ranked, _ = valuer.ranked(position, Watch(Budget(LONGEST), self._stop), enough=True)
        if not ranked:
            return None
        noise = self._noise * pstdev(value for _, value in ranked)
        if noise:
            ranked = [(turn, value + rng.gauss(0, noise)) for turn, value in ranked]
        highest = max(value for _, value in ranked)
        return _text(game, rng.choice([turn for turn, value in ranked if value == highest]))


def _text(game: Game[Any, Any], turn: Any) -> str:
    text: str = ask(game.rules, "write", turn)
    return text


def level_player(rng: random.Random, number: int, stop: Flag | None = None) -> Glancer | Thinker:
    """Make the player of a level.

    :raises ArgumentError: ``players.level`` if there is none.
    """
    found = level(number)
    if found.simulations:
        return Thinker(Budget(LONGEST, found.simulations), rng, stop)
    return Glancer(rng, found.chance, found.noise, stop)


def evaluation_player(rng: random.Random, stop: Flag | None = None) -> Glancer:
    """Play the turn that the rules value most, one turn ahead, by lot among equals."""
    return Glancer(rng, stop=stop)
