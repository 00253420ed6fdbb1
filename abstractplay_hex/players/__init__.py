"""Computer players for any game: a search over ``Rules`` alone, levels for people, simple ones for archives.

=====================  ==========================================================================
where                  what
=====================  ==========================================================================
:mod:`.search`         ``think(rules, position, budget)``: the best lines, visits, values
:mod:`.budget`         how long it may think
:mod:`.tree`           the tree it grows
:mod:`.valuing`        what the rules say a position is worth, checked
:mod:`.simple`         random, greedy and mixed players
=====================  ==========================================================================
"""

from abstractplay_hex.players.budget import Budget
from abstractplay_hex.players.search import Line, Search, Thinking, think
from abstractplay_hex.players.simple import (
    CONSIDERED,
    GLANCED,
    LISTED,
    POLICIES,
    Chooser,
    greedy_player,
    mixed_player,
    player,
    random_player,
)
from abstractplay_hex.players.tree import Shape

__all__ = [
    "CONSIDERED",
    "GLANCED",
    "LISTED",
    "POLICIES",
    "Budget",
    "Chooser",
    "Line",
    "Search",
    "Shape",
    "Thinking",
    "greedy_player",
    "mixed_player",
    "player",
    "random_player",
    "think",
]
