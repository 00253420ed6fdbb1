"""Turning and mirroring boards with stones."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve

from abstractplay_hex.board.symmetry import CellMap, symmetries_of
from abstractplay_hex.rules.stones.boards import StoneBoard
from abstractplay_hex.rules.stones.position import Stones
from abstractplay_hex.rules.symmetry import Symmetry


def board_symmetries(board: StoneBoard, edges: Mapping[str, int]) -> tuple[Symmetry[Any, str], ...]:
    """Return the symmetries of a board that keep the colours of its sides, that of no change first.

    :param edges: colours of sides, as :meth:`StoneRules.edges` has them.
    """
    return _symmetries(board, tuple(sorted(edges.items())))


@lru_cache(maxsize=128)
def _symmetries(
    board: StoneBoard, edges: tuple[tuple[str, int], ...]
) -> tuple[Symmetry[Any, str], ...]:
    sides = {(board.side(name), colour) for name, colour in edges}
    return tuple(
        _symmetry(cells)
        for cells in symmetries_of(board.layout)
        if {(cells.mask(mask), colour) for mask, colour in sides} == sides
    )


def _symmetry(cells: CellMap) -> Symmetry[Any, str]:
    name, mask = cells.name, cells.mask

    def position(now: Stones) -> Stones:
        return evolve(now, stones=tuple(map(mask, now.stones)))

    def turn(now: Stones, turn: str) -> str:
        return name.get(turn, turn)  # a call means no cell

    return Symmetry(position, turn)
