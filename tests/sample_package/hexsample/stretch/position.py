"""Positions and turns of Stretch: immutable values. Masks are ints with one bit a cell."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NoReturn, TypeAlias

from attrs import evolve, frozen

from abstractplay_hex.board import (
    DIRECTIONS,
    Layout,
    RowFault,
    cells_in,
    hexagon,
    hexagon_names,
    read_rows,
    step,
    write_rows,
)
from abstractplay_hex.errors import MoveError, PositionError

_STONES: Final = "XO"


@cache
def layout_of(size: int) -> Layout:
    """Return the regular hexagon with *size* cells a side."""
    cells = hexagon(size)
    return Layout(cells, hexagon_names(cells))


@cache
def lines_of(size: int) -> dict[int, dict[int, int]]:
    """Return for each cell the cells two steps away in a straight line, and the cell between."""
    board = layout_of(size)
    at = {axial: cell for cell, axial in board.axial.items()}
    return {
        cell: {
            at[step(axial, direction, 2)]: at[step(axial, direction)]
            for direction in range(len(DIRECTIONS))
            if step(axial, direction, 2) in at
        }
        for cell, axial in board.axial.items()
    }


@cache
def two_away(size: int) -> dict[int, int]:
    """Return for each cell the mask of the cells exactly two steps away."""
    board = layout_of(size)
    out = {}
    for cell in board.order:
        near = board.adjacent[cell] | 1 << cell
        out[cell] = board.neighbours(near) & ~near
    return out


@frozen
class Position:
    """Stones of both players (masks), and who is to move. Equal if all of that is equal."""

    size: int
    stones: tuple[int, int] = (0, 0)
    side: int = 1

    @property
    def board(self) -> Layout:
        """The board's geometry."""
        return layout_of(self.size)

    @property
    def own(self) -> int:
        """Stones of the player to move."""
        return self.stones[self.side - 1]

    @property
    def empty(self) -> int:
        """Cells without a stone."""
        return self.board.land & ~(self.stones[0] | self.stones[1])

    def ends(self, start: int) -> dict[int, int]:
        """Return where a cell can be extended to, and the cell between."""
        empty = self.empty
        lines = lines_of(self.size)[start].items()
        return {end: mid for end, mid in lines if empty >> end & 1 and empty >> mid & 1}

    def largest(self, player: int) -> int:
        """Return the size of a player's largest group."""
        groups = self.board.groups(self.stones[player - 1])
        return max((group.bit_count() for group in groups), default=0)

    def winners(self) -> tuple[int, ...] | None:
        """Return who has won, or ``None`` while there are empty cells."""
        if self.empty:
            return None
        first, second = self.largest(1), self.largest(2)
        return (1, 2) if first == second else (1 if first > second else 2,)

    @property
    def text(self) -> str:
        """The position as text: ``3/1X2/5/4/3 2``."""
        first, second = self.stones
        signs = dict.fromkeys(cells_in(first), "X") | dict.fromkeys(cells_in(second), "O")
        rows = write_rows([signs.get(cell, "") for cell in row] for row in self.board.rows)
        return f"{rows} {self.side}"


def position_from_text(text: str, size: int) -> Position:
    """Read a position text.

    :raises PositionError: for a text that is no position on a board of this size.
    """
    rows, _, side = text.partition(" ")
    if side not in ("1", "2"):
        raise PositionError("stretch.position.form")
    board = layout_of(size)
    signs = read_rows(rows, _STONES, [len(row) for row in board.rows], refuse=_refuse)
    stones = [0, 0]
    for row, cells in zip(signs, board.rows, strict=True):
        for sign, cell in zip(row, cells, strict=True):
            if sign:
                stones[_STONES.index(sign)] |= 1 << cell
    position = Position(size, (stones[0], stones[1]), int(side))
    if not position.empty:
        raise PositionError("stretch.position.full")
    return position


def _refuse(fault: RowFault) -> NoReturn:
    if fault.kind == "rows":
        raise PositionError("stretch.position.rows", expected=fault.wanted)
    if fault.kind == "length":
        raise PositionError("stretch.position.row", row=fault.row + 1, expected=fault.wanted)
    raise PositionError("stretch.position.form")


@frozen
class Drop:
    """Stones on one cell, or on two that are two steps apart (in board order), of a board of that size."""

    size: int
    cells: tuple[int, ...]


@frozen
class Line:
    """Stones on the two cells from *start* to *end* of a board of that size."""

    size: int
    start: int
    end: int


Turn: TypeAlias = Drop | Line


def turn_text(turn: Turn) -> str:
    """Write a turn in its canonical form."""
    name = layout_of(turn.size).name
    if isinstance(turn, Line):
        return f"{name[turn.start]}-{name[turn.end]}"
    return ",".join(name[cell] for cell in turn.cells)


def read_cells(size: int, text: str) -> tuple[str, tuple[int, ...]]:
    """Return the sign between the cells that *text* names ("" for one cell), and the cells as written.

    :raises MoveError: for a text that is no turn.
    """
    board = layout_of(size)
    mark = next((mark for mark in ",-" if mark in text), "")
    names = text.split(mark) if mark else [text]
    if len(names) > 2:
        raise MoveError("stretch.form")
    if not all(name in board.cell for name in names):
        raise MoveError("stretch.unknown-cell")
    return mark, tuple(board.cell[name] for name in names)


def read_turn(size: int, text: str) -> Turn:
    """Return the turn that *text* says, legal or not.

    :raises MoveError: for a text that is no turn.
    """
    mark, cells = read_cells(size, text)
    return Line(size, *cells) if mark == "-" else Drop(size, tuple(sorted(cells)))


def iter_turns(position: Position) -> Iterator[Turn]:
    """Yield each legal turn once."""
    size, empty = position.size, position.empty
    for cell in cells_in(empty):
        yield Drop(size, (cell,))
        later = two_away(size)[cell] & empty & ~((2 << cell) - 1)
        for other in cells_in(later):
            yield Drop(size, (cell, other))
    for start in cells_in(position.own):
        for end in position.ends(start):
            yield Line(size, start, end)


def stones_of(position: Position, turn: Turn) -> tuple[int, ...]:
    """Return the cells that get a stone in a legal turn, in order."""
    if isinstance(turn, Drop):
        return turn.cells
    return position.ends(turn.start)[turn.end], turn.end


def after(position: Position, turn: Turn) -> Position:
    """Return the position after a legal turn."""
    stones = list(position.stones)
    stones[position.side - 1] |= sum(1 << cell for cell in stones_of(position, turn))
    return evolve(position, stones=(stones[0], stones[1]), side=3 - position.side)
