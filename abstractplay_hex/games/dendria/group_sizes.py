"""The sizes of groups, as pieces come and go: what a turn leaves alone is not counted again."""

from collections.abc import Iterator
from functools import lru_cache

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.movegen.move_context import groups_of


# Who values positions one by one meets the pieces of the player who did not move again and again.
@lru_cache(maxsize=256)
def group_sizes(board: Board, pieces: int) -> frozenset[int]:
    """Return the sizes of the groups of *pieces*."""
    # Single pieces are told from the others all at once.
    beside = board.layout.neighbours(pieces)
    sizes = {group.bit_count() for group, _ in groups_of(board, pieces & beside)}
    if pieces & ~beside:
        sizes.add(1)
    return frozenset(sizes)


class GroupSizes:
    """The sizes of the groups of one player's pieces of one kind, now and after turns.

    :param pieces: the pieces now.
    """

    def __init__(self, board: Board, pieces: int) -> None:
        self._board = board
        self._pieces = pieces
        self._groups = groups_of(board, pieces)
        #: How many groups there are of each size.
        self.numbers: dict[int, int] = {}
        self._group: dict[int, int] = {}
        for group, _ in self._groups:
            size = group.bit_count()
            self.numbers[size] = self.numbers.get(size, 0) + 1
            for cell in cells_in(group):
                self._group[1 << cell] = group
        self._known = {pieces: {*self.numbers}}

    def __call__(self, pieces: int) -> set[int]:
        """Return the sizes if there are these *pieces*."""
        found = self._known.get(pieces)
        if found is None:
            found = self._known[pieces] = self._changed(pieces)
        return found

    def beside(self, cells: int) -> Iterator[tuple[int, int]]:
        """Yield the size of each group, and which of *cells* are next to it."""
        for group, around in self._groups:
            yield group.bit_count(), around & cells

    def _changed(self, pieces: int) -> set[int]:
        gone, come = self._pieces & ~pieces, pieces & ~self._pieces
        near = gone | (self._board.layout.neighbours(come) & self._pieces if come else 0)
        left, touched = self.numbers.copy(), 0
        while near:
            group = self._group[near & -near]
            near &= ~group
            touched |= group
            size = group.bit_count()
            if left[size] > 1:
                left[size] -= 1
            else:
                del left[size]
        anew = touched & pieces | come
        if not anew:
            return {*left}
        if not gone and not come & come - 1:  # one more piece joins whatever it is beside
            return {*left, anew.bit_count()}
        return {*left, *(group.bit_count() for group, _ in groups_of(self._board, anew))}


__all__ = ["GroupSizes", "group_sizes"]
