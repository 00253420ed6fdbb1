"""What a position of Pods is worth, and every turn of one."""

from functools import cache
from itertools import chain
from math import tanh
from typing import Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.pods.abreast import influenced, places
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.lanes import LANE, ONE, joined, lane_of, repeated, split
from abstractplay_hex.games.pods.movegen import Migration, Placement, Turn, migrations, placements
from abstractplay_hex.games.pods.position import MAJORITY, PodsPosition

PLACE: Final = 2
"""A cell where one may place is worth so many points of the score."""
SCALE: Final = 20
"""Points of lead at which a game is three quarters won."""

_ABREAST: Final = 128
"""So many turns are valued side by side: more would be slower again, for the processor.s caches."""


def lead(position: PodsPosition) -> int:
    """Return how far player 1 is ahead: in score and in cells to place on."""
    (first, second), (score1, score2) = position.whales, position.scores
    empty = position.empty
    mine, theirs = LAYOUT.majority(first, second), LAYOUT.majority(second, first)
    ahead = (mine & empty).bit_count() - (theirs & empty).bit_count()
    return score1 - score2 + PLACE * ahead


@cache
def squashed(lead: int) -> float:
    """Return what a *lead* is worth: between −1 and 1, which only who has won is worth."""
    return 0.999 * tanh(lead / SCALE)


def ranked(position: PodsPosition) -> list[tuple[Turn, float]]:
    """Return every legal turn with what it is worth to the player to move, best first."""
    turns: list[Turn] = []
    moved: list[bytes] = []
    for cell in cells_in(placements(position)):
        turns.append(_placement(cell))
        moved.append(ONE[cell])
    for start, ends in migrations(position):
        for end in cells_in(ends):
            turns.append(_migration(start, end))
            moved.append(lane_of(1 << start | 1 << end))
    blocks = (moved[at : at + _ABREAST] for at in range(0, len(moved), _ABREAST))
    values = chain.from_iterable(_values(position, block) for block in blocks)
    return sorted(zip(turns, values, strict=True), key=lambda found: -found[1])


def _values(position: PodsPosition, moved: list[bytes]) -> list[float]:
    """Return what turns are worth to the player to move.

    :param moved: for each of them a lane of the cells that its whale leaves and comes to.
    """
    own, other = position.own_and_other
    number = len(moved)
    mine = repeated(number) * own ^ joined(moved)
    whales = mine | repeated(number) * other << LANE * number
    owned = [mask.bit_count() for mask in split(influenced(whales, 2 * number), 2 * number)]
    free = [mask.bit_count() for mask in split(places(whales, 2 * number), 2 * number)]
    values = []
    for score, against, here, there in zip(
        owned[:number], owned[number:], free[:number], free[number:], strict=True
    ):
        if score >= MAJORITY:
            values.append(1.0)
        elif against >= MAJORITY:
            values.append(-1.0)
        else:
            values.append(squashed(score - against + PLACE * (here - there)))
    return values


@cache
def _placement(cell: int) -> Placement:
    return Placement(cell)


@cache
def _migration(start: int, end: int) -> Migration:
    return Migration(start, end)


__all__ = ["lead", "ranked", "squashed"]
