"""What Dendria is measured on: the positions that came up in recorded games, the turns played in them.

All benchmarks take these. Nothing is chosen but every n-th of them, where all would take too long.
"""

import random
from functools import cache
from typing import Any

from attrs import frozen

from abstractplay_hex.games.dendria.notation import Turn, parse_turn
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from tests.bench.measure import games_of
from tests.oracles import dendria_plain as plain

PASSES = 20
"""So often all turns are applied in one timing: one pass of ours takes a thousandth of a second."""


@frozen
class Sample:
    """A position in play, ours and the oracle's, and what was played in it.

    :ivar number: how many turns were legal.
    """

    position: DendriaPosition
    plain: Any
    variants: list[str]
    turn: Turn
    text: str
    number: int


@cache
def samples(every: int = 1) -> list[Sample]:
    """Return *every* so manieth position of the recorded games, in order of games and plies.

    ``every=1`` is all of them: some 1,900 of the games beside the project, fewer of the fixtures.
    """
    found = []
    at = 0
    for game in games_of("dendria"):
        variants = game["variants"]
        for before, ply in zip(game["plies"], game["plies"][1:], strict=False):
            text, move = before["position"], ply["move"]
            if "/" not in text:
                continue  # the island is being built
            at += 1
            if at % every:
                continue
            position = position_from_text(text, variants)
            assert position.board.spending  # worked out once a board
            other = plain.parse_position(text, variants)
            number = ply["legal"] or len(plain.legal_turns(other))
            found.append(Sample(position, other, variants, parse_turn(move), move, number))
    return found


def positions(least: int, most: int, number: int = 40) -> list[DendriaPosition]:
    """Return some positions with *least* to *most* legal turns."""
    found = [s.position for s in samples() if least <= s.number <= most]
    random.Random(1).shuffle(found)
    return found[:number]


def forget(positions: list[DendriaPosition]) -> None:
    """Forget the views that boards remember."""
    for position in positions:
        for views in position.board.views.values():
            views.clear()
