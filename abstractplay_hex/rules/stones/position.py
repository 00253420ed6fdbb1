"""Which stones are where, and the position as a line of text."""

import re
from typing import Any, Final, NoReturn, TypeVar

from attrs import evolve, fields, frozen

from abstractplay_hex.board import Layout, RowFault, cells_in, read_rows, write_rows
from abstractplay_hex.errors import PositionError
from abstractplay_hex.rules.stones.boards import StoneBoard

LETTERS: Final = "ABCDEF"
"""What stands for a stone of each seat, in position texts and in legends."""
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


@frozen
class Stones:
    """Which stones are where, and who is to move. Equal if all of that is equal.

    A game that must remember more derives a class with further fields: whole numbers from 0, with
    defaults. They are saved, and stand in position texts after the side.

    :ivar stones: for each seat the mask of its stones.
    :ivar side: the seat to move, 1-based.
    """

    board: StoneBoard
    stones: tuple[int, ...]
    side: int = 1

    @property
    def layout(self) -> Layout:
        """The cells as bits."""
        return self.board.layout

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.stones)

    @property
    def own(self) -> int:
        """Stones of the player to move."""
        return self.stones[self.side - 1]

    @property
    def empty(self) -> int:
        """Cells without a stone."""
        free = self.layout.land
        for mask in self.stones:
            free &= ~mask
        return free

    def owner(self, cell: int) -> int:
        """Return whose stone is on a cell; 0 for nobody's."""
        return next((seat for seat, mask in enumerate(self.stones, 1) if mask >> cell & 1), 0)

    def with_stones(self: "P", mask: int, seat: int | None = None) -> "P":
        """Return the position with stones of *seat* (default: the player to move) on all of *mask*.

        What was there is gone. Seat 0 leaves the cells empty. The turn does not pass.
        """
        seat = self.side if seat is None else seat
        stones = tuple(
            own | mask if n == seat else own & ~mask for n, own in enumerate(self.stones, 1)
        )
        return evolve(self, stones=stones)

    def connects(self, seat: int, *goals: int) -> bool:
        """Return whether one group of a seat's stones has a stone in each of *goals* (masks)."""
        layout, mask = self.layout, self.stones[seat - 1]
        return any(
            all(group & goal for goal in goals)
            for group in layout.groups(layout.flood(mask & goals[0], mask))
        )


P = TypeVar("P", bound=Stones)


def more_of(position_type: type[Stones]) -> tuple[str, ...]:
    """Return the names of the fields that a class of positions has beyond those of :class:`Stones`.

    :raises TypeError: if one is no whole number.
    """
    more = fields(position_type)[len(fields(Stones)) :]
    for one in more:
        if one.type not in (int, "int"):
            raise TypeError(f"{position_type.__name__}.{one.name} must be an int")
    return tuple(one.name for one in more)


def signs_of(position: Stones, board: StoneBoard) -> list[list[str]]:
    """Return the board's rows from the top: a letter for each stone, ``""`` for an empty cell."""
    signs = {cell: LETTERS[n] for n, mask in enumerate(position.stones) for cell in cells_in(mask)}
    return [[signs.get(cell, "") for cell in row] for row in board.rows]


def write_position(position: Stones) -> str:
    """Write rows from the top with a letter for each stone, the side, and what else there is."""
    more = (getattr(position, name) for name in more_of(type(position)))
    rows = write_rows(signs_of(position, position.board))
    return " ".join(map(str, [rows, position.side, *more]))


def read_position(text: str, start: P) -> P:
    """Read a position text of a game that begins with *start*, whose board and seats it has.

    :raises PositionError: for anything that :func:`write_position` does not write.
    """
    names = more_of(type(start))
    rows, *numbers = text.split(" ")
    letters = LETTERS[: start.seats]
    malformed = PositionError(
        "stones.position.form", letters=", ".join(letters), numbers=1 + len(names)
    )
    if len(numbers) != 1 + len(names) or not all(map(_NUMBER.fullmatch, numbers)):
        raise malformed
    side, *more = map(int, numbers)
    if not 1 <= side <= start.seats:
        raise PositionError("stones.position.side", last=start.seats)

    def refuse(fault: RowFault) -> NoReturn:
        found, wanted = fault.found, fault.wanted
        if fault.kind == "rows":
            raise PositionError("stones.position.rows", found=found, expected=wanted)
        if fault.kind == "length":
            row = fault.row + 1
            raise PositionError("stones.position.length", row=row, found=found, expected=wanted)
        raise malformed

    board = start.board
    signs = read_rows(rows, letters, [len(row) for row in board.rows], refuse=refuse)
    stones = [0] * start.seats
    for row, read in zip(board.rows, signs, strict=True):
        for cell, sign in zip(row, read, strict=True):
            if sign:
                stones[letters.index(sign)] |= 1 << cell
    own: dict[str, Any] = dict(zip(names, more, strict=True))
    return evolve(start, stones=tuple(stones), side=side, **own)
