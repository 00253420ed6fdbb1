"""What a position of Dendria is worth.

A player's lead is a weighted sum of what they have more of than the other: :data:`FEATURES`. Weights
change while the board fills up, for a seed needs time to become a tree. They were found by the results
of games that the rules played by themselves, and by matches: ``python -m tools.fit_values dendria``,
``python -m tools.match_values dendria``.
"""

from collections.abc import Set as AbstractSet
from math import tanh
from operator import mul
from typing import Final, TypeAlias

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.group_sizes import group_sizes
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.scoring import winners

Weights: TypeAlias = tuple[float, ...]

FEATURES: Final = ("score", "trees", "sprites", "seeds", "unused", "energy", "turn")
"""What weights are for: the score; the number of trees, sprites and seeds; sizes of groups of seeds of
which there is no forest yet; the steps that all sprites have left to the edge; being to move."""

EMPTY: Final[Weights] = (0.194, 0.105, 0.300, 0.178, 0.076, 0.059, 0.128)
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
    board, (seeds1, seeds2), (sprites1, sprites2), (trees1, trees2), side, _, _ = position
    score, unused = compared(
        group_sizes(board, trees1),
        group_sizes(board, trees2),
        group_sizes(board, seeds1),
        group_sizes(board, seeds2),
    )
    return (
        score,
        trees1.bit_count() - trees2.bit_count(),
        sprites1.bit_count() - sprites2.bit_count(),
        seeds1.bit_count() - seeds2.bit_count(),
        unused,
        energy(board, sprites1) - energy(board, sprites2),
        3 - 2 * side,
    )


def compared(
    forests: AbstractSet[int],
    other_forests: AbstractSet[int],
    groups: AbstractSet[int],
    other_groups: AbstractSet[int],
) -> tuple[float, int]:
    """Return two players' difference in score (D12), and in sizes of groups of which there is no forest.

    :param forests: sizes of one player's forests; *groups* of seeds, and the *other* player's likewise.
    """
    unused = len(groups - forests) - len(other_groups - other_forests)
    score = len(forests) - len(other_forests)
    ahead = max(forests, default=0) - max(other_forests, default=0)
    return score + (0.5 if ahead > 0 else -0.5 if ahead < 0 else 0.0), unused


def energy(board: Board, sprites: int) -> int:
    """Return how many steps *sprites* have left to the edge, all together."""
    return sum(map(board.edge_distance.__getitem__, cells_in(sprites)))


def empty_share(position: DendriaPosition) -> float:
    """Return which share of the land is empty."""
    return position.empty.bit_count() / position.board.land.bit_count()


def lead(position: DendriaPosition) -> float:
    """Return Dark's lead."""
    found: float = sum(map(mul, weights(empty_share(position)), features(position)))
    return found


def squashed(lead: float) -> float:
    """Return what a *lead* is worth, between −1 and 1."""
    return 0.998 * tanh(lead / 2)


def value(position: DendriaPosition) -> float:
    """Return what a position in which the game is not over is worth to Dark, between −1 and 1."""
    if position.passes and winners(position) == (position.side,):
        return SURE if position.side == 1 else -SURE  # by passing
    return squashed(lead(position))
