"""Forests, scores, the winner (section 5, rulings D12 and D13)."""

from functools import lru_cache

from abstractplay_hex.board import Layout
from abstractplay_hex.games.dendria.position import DendriaPosition


def forest_sizes(position: DendriaPosition, player: int) -> list[int]:
    """Return the sizes of the forests of *player* (1 or 2), largest first."""
    return list(_sizes(position.board.layout, position.trees[player - 1]))


def scores(position: DendriaPosition) -> tuple[float, float]:
    """Return the score of each player: distinct forest sizes, and the half point (D12).

    The half point goes to the owner of the one largest forest on the board; to nobody if the two
    players' largest are equal.
    """
    return _scores(position.board.layout, *position.trees)


# Most turns leave the trees as they are, and of the others most change those of one player.


@lru_cache(maxsize=64)
def _sizes(layout: Layout, trees: int) -> tuple[int, ...]:
    return tuple(sorted((g.bit_count() for g in layout.groups(trees)), reverse=True))


@lru_cache(maxsize=64)
def _scores(layout: Layout, dark_trees: int, light_trees: int) -> tuple[float, float]:
    dark, light = _sizes(layout, dark_trees), _sizes(layout, light_trees)
    top_dark, top_light = max(dark, default=0), max(light, default=0)
    return (
        len(set(dark)) + (0.5 if top_dark > top_light else 0.0),
        len(set(light)) + (0.5 if top_light > top_dark else 0.0),
    )


def plain_number(score: float) -> int | float:
    """Return a score as JSON should have it: without ``.0``."""
    return int(score) if score == int(score) else score


def winners(position: DendriaPosition) -> tuple[int, ...]:
    """Return who wins if the game ends here: one player, or both for a draw (section 5, D13).

    Higher score; then forest sizes compared from the largest down (none left counts 0); then the
    player who acted last. If nobody ever acted it is a draw.
    """
    dark, light = scores(position)
    if dark == light:
        # Lists compare as the rule says: the first difference, and a list that runs out is less.
        sizes = forest_sizes(position, 1), forest_sizes(position, 2)
        if sizes[0] == sizes[1]:
            return (position.actor,) if position.actor else (1, 2)
        return (1,) if sizes[0] > sizes[1] else (2,)
    return (1,) if dark > light else (2,)
