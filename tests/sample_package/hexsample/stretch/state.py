"""The keys of a Stretch ply in the state JSON."""

from typing import Any, Final

from attrs import frozen

from abstractplay_hex.errors import MoveError, StateError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import EndOfGame, Place, ending
from abstractplay_hex.rules.saved import PlyState, StateForm, map_pairs
from hexsample.stretch.position import Position, read_turn, turn_text


@frozen
class Stones:
    """The saved map of cells to players."""

    owners: tuple[tuple[str, int], ...]


@frozen(kw_only=True)
class StretchPlyState(PlyState):
    """A saved ply of Stretch."""

    board: Stones


def read_stones(data: Any) -> Stones:
    """Read the map of cells to players; cells are looked up when the board is known."""
    out = []
    for i, (cell, player) in enumerate(map_pairs(data)):
        if type(cell) is not str:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(player) is not int or player not in (1, 2):
            raise StateError("state.player-range", path=f".value[{i}][1]", last=2)
        out.append((cell, player))
    return Stones(tuple(out))


FORM: Final = StateForm(StretchPlyState, hooks={Stones: read_stones})


def load(saved: StretchPlyState, before: Ply[Position] | None, start: Position) -> Position:
    """Return the position of a saved ply of a game that begins with the position *start*.

    :raises StateError: with a path relative to the ply.
    """
    board = start.board
    stones = [0, 0]
    for i, (name, player) in enumerate(saved.board.owners):
        cell = board.cell.get(name)
        path = f".board.value[{i}][0]"
        if cell is None:
            raise StateError("state.cell", path=path)
        if (stones[0] | stones[1]) >> cell & 1:
            raise StateError("state.cell-twice", path=path, cell=name)
        stones[player - 1] |= 1 << cell
    for i, result in enumerate(saved.results):
        if isinstance(result, Place) and result.where not in board.cell:
            raise StateError("state.cell", path=f"._results[{i}].where")
    position = Position(start.size, (stones[0], stones[1]), saved.currplayer)
    winners = position.winners()
    if before is None or saved.lastmove in ENDINGS:
        if winners is not None:
            raise StateError("stretch.state.full", path=".board")
        return position
    expected = 3 - before.currplayer
    if saved.currplayer != expected:
        raise StateError("state.currplayer", path=".currplayer", expected=expected)
    try:
        canonical = turn_text(read_turn(start.size, saved.lastmove or ""))
    except MoveError:
        canonical = None
    if canonical != saved.lastmove:
        raise StateError("stretch.state.turn", path=".lastmove")
    closing = () if winners is None else ending(*winners)
    over = any(isinstance(result, EndOfGame) for result in saved.results)
    if over != bool(closing) or (closing and saved.results[-2:] != closing):
        raise StateError("stretch.state.full", path="._results")
    return position
