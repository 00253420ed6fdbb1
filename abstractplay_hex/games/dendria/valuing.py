"""What a position of Dendria is worth.

A player's lead is a weighted sum of what they have more of than the other: :data:`FEATURES`. Weights
change while the board fills up, for a seed needs time to become a tree. ``tools/``
finds them by the results of games.
"""

from math import tanh
from typing import Final, TypeAlias

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.group_sizes import group_sizes
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.scoring import forest_sizes, scores, winners

Weights: TypeAlias = tuple[float, ...]

FEATURES: Final = ("score", "trees", "sprites", "seeds", "unused", "energy", "turn")
"""What weights are for: the score; the number of trees, sprites and seeds; sizes of groups of seeds of
which there is no forest yet; the steps that all sprites have left to the edge; being to move."""

EMPTY: Final[Weights] = (0.194, 0.105, 0.227, 0.178, 0.076, 0.059, 0.128)
"""Weights on an empty board, for a lead by which one wins with a chance of 1 / (1 + exp(-lead))."""
FULL: Final[Weights] = (0.432, 0.038, 0.044, -0.020, -0.074, -0.006, 0.128)
"""Weights on a full board; between, they change evenly with the share of empty land."""

SURE: Final = 0.999
"""More than any lead is worth, and less than a win: the next turn can end the game as one."""


def weights(share: float) -> Weights:
    """Return the weights when that *share* of the land is empty."""
    return tuple([full + share * (empty - full) for empty, full in zip(EMPTY, FULL, strict=True)])


def features(position: DendriaPosition) -> tuple[float, ...]:
    """Return how much more Dark has than Light of each of :data:`FEATURES`."""
    dark, light = (_features(position, player) for player in (1, 2))
    return *(a - b for a, b in zip(dark, light, strict=True)), 3 - 2 * position.side


def _features(position: DendriaPosition, player: int) -> tuple[float, ...]:
    board, n = position.board, player - 1
    trees, sprites, seeds = position.trees[n], position.sprites[n], position.seeds[n]
    return (
        scores(position)[n],
        trees.bit_count(),
        sprites.bit_count(),
        seeds.bit_count(),
        len(group_sizes(board, seeds) - {*forest_sizes(position, player)}),
        energy(board, sprites),
    )


def energy(board: Board, sprites: int) -> int:
    """Return how many steps *sprites* have left to the edge, all together."""
    return sum(map(board.edge_distance.__getitem__, cells_in(sprites)))


def empty_share(position: DendriaPosition) -> float:
    """Return which share of the land is empty."""
    return position.empty.bit_count() / position.board.land.bit_count()


def lead(position: DendriaPosition) -> float:
    """Return Dark's lead."""
    of = weights(empty_share(position))
    return sum(map(float.__mul__, of, map(float, features(position))))


def squashed(lead: float) -> float:
    """Return what a *lead* is worth, between −1 and 1."""
    return 0.998 * tanh(lead / 2)


def value(position: DendriaPosition) -> float:
    """Return what a position in which the game is not over is worth to Dark, between −1 and 1."""
    if position.passes and winners(position) == (position.side,):
        return SURE if position.side == 1 else -SURE  # by passing
    return squashed(lead(position))
