"""The rules of Stretch: immutable positions and turns. Masks are ints with one bit a cell."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final

from attrs import evolve, frozen

from abstractplay_hex.board import DIRECTIONS, Layout, cells_in, hexagon, hexagon_names
from abstractplay_hex.errors import MoveError, PositionError

_STONES: Final = "XO"
_ROW: Final = re.compile(r"[XO]|[1-9][0-9]?")


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
            at[q + 2 * dq, r + 2 * dr]: at[q + dq, r + dr]
            for dq, dr in DIRECTIONS
            if (q + 2 * dq, r + 2 * dr) in at
        }
        for cell, (q, r) in board.axial.items()
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
        rows = []
        for row in self.board.rows:
            signs = [
                "X" if self.stones[0] >> c & 1 else "O" if self.stones[1] >> c & 1 else ""
                for c in row
            ]
            runs = ((sign, len(list(run))) for sign, run in groupby(signs))
            rows.append("".join(sign * n if sign else str(n) for sign, n in runs))
        return f"{'/'.join(rows)} {self.side}"


def position_from_text(text: str, size: int) -> Position:
    """Read a position text.

    :raises PositionError: for a text that is no position on a board of this size.
    """
    fields = text.split(" ")
    if len(fields) != 2 or fields[1] not in ("1", "2"):
        raise PositionError("stretch.position.form")
    board = layout_of(size)
    rows = fields[0].split("/")
    if len(rows) != len(board.rows):
        raise PositionError("stretch.position.rows", expected=len(board.rows))
    stones = [0, 0]
    for number, (row, cells) in enumerate(zip(rows, board.rows, strict=True), 1):
        tokens = _ROW.findall(row)
        signs = [
            t if t in _STONES else "" for t in tokens for _ in range(1 if t in _STONES else int(t))
        ]
        if "".join(tokens) != row:
            raise PositionError("stretch.position.form")
        if len(signs) != len(cells):
            raise PositionError("stretch.position.row", row=number, expected=len(cells))
        for sign, cell in zip(signs, cells, strict=True):
            if sign:
                stones[_STONES.index(sign)] |= 1 << cell
    position = Position(size, (stones[0], stones[1]), int(fields[1]))
    if not position.empty:
        raise PositionError("stretch.position.full")
    return position


@frozen
class Drop:
    """Stones on one cell, or on two that are two steps apart (in board order)."""

    cells: tuple[int, ...]


@frozen
class Line:
    """Stones on the two cells from *start* to *end*."""

    start: int
    end: int


def turn_text(board: Layout, turn: Drop | Line) -> str:
    """Write a turn in its canonical form."""
    if isinstance(turn, Line):
        return f"{board.name[turn.start]}-{board.name[turn.end]}"
    return ",".join(board.name[cell] for cell in turn.cells)


def read_turn(board: Layout, text: str) -> Drop | Line:
    """Return the turn that *text* says, legal or not.

    :raises MoveError: for a text that is no turn.
    """
    for mark in ",-":
        if mark in text:
            names = text.split(mark)
            break
    else:
        mark, names = "", [text]
    if len(names) > 2:
        raise MoveError("stretch.form")
    if not all(name in board.cell for name in names):
        raise MoveError("stretch.unknown-cell")
    cells = tuple(board.cell[name] for name in names)
    return Line(*cells) if mark == "-" else Drop(tuple(sorted(cells)))


def iter_turns(position: Position) -> Iterator[Drop | Line]:
    """Yield each legal turn once."""
    empty = position.empty
    for cell in cells_in(empty):
        yield Drop((cell,))
        later = two_away(position.size)[cell] & empty & ~((2 << cell) - 1)
        for other in cells_in(later):
            yield Drop((cell, other))
    for start in cells_in(position.own):
        for end in position.ends(start):
            yield Line(start, end)


def play(position: Position, turn: Drop | Line) -> tuple[Position, tuple[int, ...]]:
    """Play a legal turn; return the new position and the cells that got a stone, in order."""
    cells = (
        turn.cells if isinstance(turn, Drop) else (position.ends(turn.start)[turn.end], turn.end)
    )
    stones = list(position.stones)
    stones[position.side - 1] |= sum(1 << cell for cell in cells)
    after = evolve(position, stones=(stones[0], stones[1]), side=3 - position.side)
    return after, cells
