"""Turns of Pods as actions: 127 placements, then the pairs of start and end of a migration.

The n-th cell in board order has the number n from 0: a placement there is action n, a migration from the
m-th to the n-th cell is action ``127 + 127 * m + n``.
"""

from typing import Final

from abstractplay_hex.board import picked
from abstractplay_hex.games.pods import movegen
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.movegen import Migration, Placement, Turn
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.rules.actions import Acting, Actions, Planes

_CELLS: Final = LAYOUT.order
_NUMBER: Final = {cell: n for n, cell in enumerate(_CELLS)}


def _by_bit(first: int) -> tuple[int, ...]:
    """Return the actions from *first* on by the bit of the cell placed or moved to."""
    return tuple(first + _NUMBER.get(bit, 0) for bit in range(_CELLS[-1] + 1))


_PLACING: Final = _by_bit(0)
_MOVING: Final = {cell: _by_bit(len(_CELLS) * (n + 1)) for cell, n in _NUMBER.items()}


class PodsActions(Actions[PodsPosition, Turn]):
    """One action is a whole turn. Its planes: whales and marks of the one who looks, and of the other."""

    count = len(_CELLS) * (len(_CELLS) + 1)
    longest = 1
    shape = (len(LAYOUT.rows), LAYOUT.stride - 1)
    planes = ("own whales", "other's whales", "own marks", "other's marks", "board")

    def legal(self, now: Acting[PodsPosition, Turn]) -> list[int]:
        position = now.position
        if now.turn is not None or movegen.outcome(position) is not None:
            return []
        found = [*picked(movegen.placements(position), _PLACING)]
        for start, ends in movegen.migrations(position):
            if ends:
                found += picked(ends, _MOVING[start])
        return found

    def act(self, now: Acting[PodsPosition, Turn], action: int) -> Acting[PodsPosition, Turn]:
        pair, end = divmod(action, len(_CELLS))
        turn: Turn = Placement(_CELLS[end])
        if pair:
            turn = Migration(_CELLS[pair - 1], _CELLS[end])
        return Acting(now.position, None, turn)

    def encode(self, position: PodsPosition, turn: Turn) -> list[int]:
        if isinstance(turn, Placement):
            return [_PLACING[turn.cell]]
        return [_MOVING[turn.start][turn.end]]

    def see(self, now: Acting[PodsPosition, Turn], seat: int) -> Planes:
        own, other = now.position.whales
        own_marks, other_marks = now.position.marks.owners
        masks = (own, other, own_marks, other_marks, LAYOUT.land)
        if seat == 2:
            masks = (other, own, other_marks, own_marks, LAYOUT.land)
        return Planes(masks, LAYOUT.stride)

    def name(self, now: Acting[PodsPosition, Turn], action: int) -> str:
        pair, end = divmod(action, len(_CELLS))
        name = LAYOUT.name[_CELLS[end]]
        return f"{LAYOUT.name[_CELLS[pair - 1]]}-{name}" if pair else name


ACTIONS: Final = PodsActions()
