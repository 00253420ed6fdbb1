"""Turning and mirroring the board: twelve images of a position, of which play is the same.

The sweeps of influence (ruling P6) go in the order of the board, so while marks grow it may matter how the
board lies. What is left after pruning (P7, P8) does not depend on the order. With d neighbours, n = 3 of them
are enough to be marked for d = 6, and n = 2 for d = 4 or 3. Let two orders grow G and H, and N be the marks
of P that pruning leaves of G.

1. A mark of N has at least 4 neighbours (d = 6; else 3, 2) among P's whales and N. With fewer it would be
   below 0, or at 0 with whales only, where an open neighbour has an open one or a whale beside it: a hinge.
   The rest is too little for the other player: no cell of N is ever marked for them, in any order.
2. Say some of N is not marked in H, and u is the first of that in G. Fewer than n of its neighbours count for
   P in H, so one that u had in G, say p, does not. If p is empty in H, p lacks one in turn, for a cell that
   has n and stays empty has n of the other player as well, no empty neighbour, and u is one. So back to some
   f that is marked for P in G and for the other in H, next to a cell that comes later in G and is empty in H.
3. Of the d - 1 other neighbours of f, n counted for P when f was marked in G, and n for the other in H: more
   than there are, so one is such a cell itself, marked before f in both. That cannot go on for ever.

So N is marked in H, and since more marks never make a mark weaker, pruning leaves all of it there, too.
"""

from typing import Final

from abstractplay_hex.board.symmetry import CellMap, symmetries_of
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
