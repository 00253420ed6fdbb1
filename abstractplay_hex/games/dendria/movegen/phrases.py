"""Turns and conversions that come up again and again, made once a board."""

from functools import lru_cache
from typing import Final

from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    TREES,
    Conversion,
    PassTurn,
    Sow,
    SpriteMove,
    Step,
    Turn,
)

# Also fills the places of tables where there is no cell.
PASS: Final = PassTurn()


class Phrases:
    """Turns and conversions that come up in many positions of one board: one object serves for all.

    :ivar sows: the sows without conversions by cell.
    :ivar summons: the conversion that summons a seed, by its bit.
    :ivar trees: the conversion that makes trees, by the bit of its first cell.
    """

    def __init__(self, board: Board) -> None:
        name = board.layout.name
        self._board = board
        self._moves: dict[int, tuple[Turn, ...]] = {}
        self.sows: tuple[Turn, ...] = tuple(
            Sow(name[c]) if c in name else PASS for c in range(board.land.bit_length())
        )
        self.summons = {1 << c: Conversion(name[c], SUMMON) for c in name}
        self.trees = {1 << c: Conversion(name[c], TREES) for c in name}

    def moves(self, start: int) -> tuple[Turn, ...]:
        """Return the moves from *start* without captures or conversions by the cell of their end."""
        found = self._moves.get(start)
        if found is None:
            name, ends = self._board.layout.name, 0
            for track in self._board.tracks[start]:
                ends |= track
            found = self._moves[start] = tuple(
                SpriteMove(name[start], (Step(name[c]),)) if ends >> c & 1 else PASS
                for c in range(ends.bit_length())
            )
        return found


@lru_cache(maxsize=128)
def phrases_of(board: Board) -> Phrases:
    """Return the phrases of *board*."""
    return Phrases(board)
