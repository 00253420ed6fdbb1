"""What a position of Pods is worth, and every turn of one.

A lead is counted in points of the score. What else counts, and how much, was found by the results of
games that the rules played by themselves, and by matches: ``python -m tools.fit_values pods``,
``python -m tools.match_values pods``.
"""

from functools import cache
from itertools import chain
from math import tanh
from typing import Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.pods.abreast import influenced, places
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.lanes import LANE, joined, lane_of, repeated, split
from abstractplay_hex.games.pods.movegen import Migration, Placement, Turn, migrations, placements
from abstractplay_hex.games.pods.position import MAJORITY, PodsPosition

FRESH: Final = 1
"""What a fresh cell is worth, in points of the score: one to place on (ruling P2) that carries no mark
of one's own, for a whale there will be a point. Those with marks count in the score already."""
WHALE: Final = 1
"""What a whale is worth, in points, beside the one it scores."""
TURN: Final = 1
"""What being to move is worth, in points."""
SCALE: Final = 12
"""Points of lead at which a game is three quarters of the way to being won."""

_ABREAST: Final = 128
"""So many turns are valued side by side: more would be slower again, for the processor's caches."""


def features(position: PodsPosition) -> tuple[int, int, int, int]:
    """Return how much more player 1 has: score, fresh cells, whales, and whether to move (1 or -1)."""
    (first, second), (score1, score2) = position.whales, position.scores
    mark1, mark2 = position.marks.owners
    empty = position.empty
    fresh1 = LAYOUT.majority(first, second) & empty & ~mark1
    fresh2 = LAYOUT.majority(second, first) & empty & ~mark2
    return (
        score1 - score2,
        fresh1.bit_count() - fresh2.bit_count(),
        first.bit_count() - second.bit_count(),
        3 - 2 * position.side,
    )


def lead(position: PodsPosition) -> int:
    """Return how far player 1 is ahead, in points."""
    score, fresh, whales, turn = features(position)
    return score + FRESH * fresh + WHALE * whales + TURN * turn


@cache
def squashed(lead: int) -> float:
    """Return what a *lead* is worth: between −1 and 1, which only who has won is worth."""
    return 0.999 * tanh(lead / SCALE)


def ranked(position: PodsPosition) -> list[tuple[Turn, float]]:
    """Return every legal turn with what it is worth to the player to move, best first."""
    turns: list[Turn] = []
    moved: list[int] = []
    for cell in cells_in(placements(position)):
        turns.append(_placement(cell))
        moved.append(1 << cell)
    for start, ends in migrations(position):
        for end in cells_in(ends):
            turns.append(_migration(start, end))
            moved.append(1 << start | 1 << end)
    blocks = (moved[at : at + _ABREAST] for at in range(0, len(moved), _ABREAST))
    values = chain.from_iterable(_values(position, block) for block in blocks)
    return sorted(zip(turns, values, strict=True), key=lambda found: -found[1])


def _values(position: PodsPosition, moved: list[int]) -> list[float]:
    """Return what turns are worth to the player to move.

    :param moved: for each of them the cells that its whale leaves and comes to.
    """
    own, other = position.own_and_other
    number = len(moved)
    mine = repeated(number) * own ^ joined(map(lane_of, moved))
    whales = mine | repeated(number) * other << LANE * number
    owned = influenced(whales, 2 * number)
    fresh = places(whales, 2 * number) & ~owned
    scores = [mask.bit_count() for mask in split(owned, 2 * number)]
    extras = [mask.bit_count() for mask in split(fresh, 2 * number)]
    before = WHALE * (own.bit_count() - other.bit_count()) - TURN
    values = []
    for cells, score, against, extra, other_extra in zip(
        moved, scores, scores[number:], extras, extras[number:], strict=False
    ):
        if score >= MAJORITY:
            values.append(1.0)
        elif against >= MAJORITY:
            values.append(-1.0)
        else:
            placed = 2 - cells.bit_count()  # a migration leaves one cell and comes to another
            fresh_lead = FRESH * (extra - other_extra)
            values.append(squashed(score - against + fresh_lead + WHALE * placed + before))
    return values


@cache
def _placement(cell: int) -> Placement:
    return Placement(cell)


@cache
def _migration(start: int, end: int) -> Migration:
    return Migration(start, end)


__all__ = ["features", "lead", "ranked", "squashed"]
