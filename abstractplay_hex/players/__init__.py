"""Computer players for any game: a search over ``Rules`` alone, levels for people, simple ones for archives.

Players know nothing of any game but its :class:`~abstractplay_hex.Rules`. Each has a random generator of
its own: the same seed plays the same game.

>>> from abstractplay_hex import new_game, players
>>> game = new_game("pods")
>>> players.player("level:4", seed=1)(game) in game.moves()
True

=====================  ==========================================================================
where                  what
=====================  ==========================================================================
:mod:`.named`          ``player(name)``: any of them
:mod:`.levels`         levels 1 to 8, for people
:mod:`.simple`         random, greedy and mixed players
:mod:`.search`         ``think(rules, position, budget)``: the best lines, visits, values
:mod:`.budget`         how long it may think
:mod:`.tree`           the tree it grows
:mod:`.valuing`        what the rules say a position is worth, checked
=====================  ==========================================================================
"""

from abstractplay_hex.players.budget import Budget
from abstractplay_hex.players.levels import LEVELS, Level, level
from abstractplay_hex.players.named import NAMES, player
from abstractplay_hex.players.search import Line, Search, Thinking, think
from abstractplay_hex.players.simple import (
    CONSIDERED,
    GLANCED,
    LISTED,
    POLICIES,
    Chooser,
    greedy_player,
    mixed_player,
    random_player,
)
from abstractplay_hex.players.tree import Shape

__all__ = [
    "CONSIDERED",
    "GLANCED",
    "LEVELS",
    "LISTED",
    "NAMES",
    "POLICIES",
    "Budget",
    "Chooser",
    "Level",
    "Line",
    "Search",
    "Shape",
    "Thinking",
    "greedy_player",
    "level",
    "mixed_player",
    "player",
    "random_player",
    "think",
]
