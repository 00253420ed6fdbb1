"""Turning and mirroring the board: twelve images of a position, of which play is the same.

The sweeps of influence (ruling P6) go in the order of the board: while marks grow, it may matter how the
board lies. Marks that depend on it are weak, half of their neighbours at most the player's, and such
marks are pruned (P7, P8). The tests compare the scores of images; no position is known where they differ.
"""

from typing import Final

from abstractplay_hex.board import CellMap, symmetries_of
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.movegen import Migration, Placement, Turn
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.rules.symmetry import Symmetry


def _symmetry(cells: CellMap) -> Symmetry[PodsPosition, Turn]:
    to, mask = cells.cell, cells.mask
    bytes_to = bytes(to.get(cell, 0) for cell in range(256))

    def position(now: PodsPosition) -> PodsPosition:
        first, second = now.whales
        order = now.order.translate(bytes_to)
        return PodsPosition((mask(first), mask(second)), now.side, order)

    def turn(now: PodsPosition, turn: Turn) -> Turn:
        if isinstance(turn, Placement):
            return Placement(to[turn.cell])
        return Migration(to[turn.start], to[turn.end])

    return Symmetry(position, turn)


SYMMETRIES: Final = tuple(map(_symmetry, symmetries_of(LAYOUT)))
"""All twelve, the one that changes nothing first."""
