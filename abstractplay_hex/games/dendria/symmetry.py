"""Turning and mirroring islands: images of a position of which play is the same.

While a board is built all twelve motions of the plane leave the rules as they are. Once it is there, those
that keep its land do; the others lead to another board, on which play is the same as well. Where an island
lies makes no difference but for its names, which know even from odd rows: after the last module the
image of the position and the position after the image may be a row apart.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from abstractplay_hex.board import Axial, settled
from abstractplay_hex.board.symmetry import MOTIONS, CellMap, Motion, cell_map, symmetries_of
from abstractplay_hex.games.dendria.boards import Board, modular
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import (
    Construct,
    Conversion,
    PassTurn,
    Sow,
    SpriteMove,
    Step,
    Turn,
)
from abstractplay_hex.games.dendria.playing import Position, followed
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.rules.symmetry import Symmetry


def symmetries(position: Position) -> tuple[Symmetry[Position, Turn], ...]:
    """Return the symmetries of a position, the one that changes nothing first."""
    if isinstance(position, Construction):
        return tuple(map(_SYMMETRIES.__getitem__, MOTIONS))
    return tuple([_SYMMETRIES[one.motion] for one in symmetries_of(position.board.layout)])


def canonical(position: DendriaPosition, key: Callable[[DendriaPosition], int]) -> DendriaPosition:
    """Return one and the same position for all images, those on islands turned and mirrored among them.

    :param key: the image with the least one is taken.
    """
    board, maps = _canonical(position.board)
    return min((_image(position, board, cells) for cells in maps), key=key)


@lru_cache(maxsize=256)
def _canonical(board: Board) -> tuple[Board, tuple[CellMap, ...]]:
    """Return the board that stands for all images of one, and all the ways to bring it there."""
    there = board
    if not board.side:
        cells = board.layout.axial.values()
        images = (_settled(map(motion, cells)) for motion in MOTIONS)
        there = modular(min(images, key=sorted))
    found = (cell_map(board.layout, motion, there.layout) for motion in MOTIONS)
    return there, tuple([one for one in found if one is not None])


def _settled(cells: Iterable[Axial]) -> frozenset[Axial]:
    """Move land to where a board begins whose first row is even."""
    land = list(cells)
    top = min(r for _, r in land)
    return settled((q, r - top) for q, r in land)


def _position(motion: Motion, position: Position) -> Position:
    if isinstance(position, Construction):
        centres = tuple(map(motion, position.centres))
        return Construction(position.total, position.solo, centres)
    return _image(position, *_moved(position.board, motion))


def _image(position: DendriaPosition, there: Board, cells: CellMap) -> DendriaPosition:
    _, (a, b), (c, d), (e, f), side, passes, actor = position
    mask = cells.mask
    seeds, sprites, trees = (mask(a), mask(b)), (mask(c), mask(d)), (mask(e), mask(f))
    return DendriaPosition((there, seeds, sprites, trees, side, passes, actor))


def _turn(motion: Motion, position: Position, turn: Turn) -> Turn:
    if isinstance(turn, PassTurn):
        return turn
    if isinstance(turn, Construct):
        return Construct(tuple(map(motion, turn.centres)))
    assert isinstance(position, DendriaPosition)
    name = _moved(position.board, motion)[1].name

    def moved(conversions: tuple[Conversion, ...]) -> tuple[Conversion, ...]:
        return tuple([Conversion(name[one.cell], one.kind) for one in conversions])

    image: Sow | SpriteMove
    if isinstance(turn, Sow):
        image = Sow(name[turn.cell], moved(turn.conversions))
    else:
        steps = [Step(name[one.cell], one.capture, moved(one.conversions)) for one in turn.steps]
        image = SpriteMove(name[turn.start], tuple(steps))
    # A group is named after its first cell, which may be another one now.
    there = _position(motion, position)
    assert isinstance(there, DendriaPosition)
    return followed(there, image).turn


@lru_cache(maxsize=256)
def _moved(board: Board, motion: Motion) -> tuple[Board, CellMap]:
    """Return the board that a motion makes of one, and where its cells are there."""
    there = board
    if not board.side:
        there = modular(frozenset(map(motion, board.layout.axial.values())))
    cells = cell_map(board.layout, motion, there.layout)
    assert cells is not None
    return there, cells


_SYMMETRIES: Final[dict[Motion, Symmetry[Position, Turn]]] = {
    motion: Symmetry(partial(_position, motion), partial(_turn, motion)) for motion in MOTIONS
}
