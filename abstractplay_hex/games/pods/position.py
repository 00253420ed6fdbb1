"""Where a game of Pods stands: whales, influence, scores; and the position as a line of text.

Masks are ints with one bit a cell, cells are bit numbers (see :mod:`abstractplay_hex.board`).
"""

from functools import cached_property
from itertools import chain
from typing import Final, NoReturn

import attrs

from abstractplay_hex.board import RowFault, cells_in, read_rows, write_rows
from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.pods.influence import LAYOUT, Growth, Marks, fields_of, grow, prune

MAJORITY: Final = len(LAYOUT.order) // 2 + 1
"""The score that ends the game: more than half of the 127 cells (ruling P9)."""

_LAND: Final = LAYOUT.land

# The longest canonical text: a whale on every cell, the slashes, a space and the side.
_TEXT_LIMIT: Final = len(LAYOUT.order) + len(LAYOUT.rows) - 1 + 2


@attrs.frozen
class PodsPosition:
    """Whales and who is to move; the default is the start. Equal if whales and side are equal.

    The constructor trusts what it is given; :meth:`from_text` checks.

    :param whales: masks of the whales of player 1 and of player 2, disjoint, land only.
    :param side: the player to move, 1 or 2.
    :param order: the cells with whales in the order the original keeps its board map: a placement
        appends its cell, a migration deletes the start and appends the destination.
    """

    whales: tuple[int, int] = (0, 0)
    side: int = 1
    order: bytes = attrs.field(default=b"", eq=False)
    # What is known need not be computed again: `after` passes the fields on, a codec the marks.
    known_fields: int | None = attrs.field(default=None, eq=False, repr=False)
    known_marks: Marks | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def empty(self) -> int:
        """Mask of the cells without a whale (marked or not)."""
        first, second = self.whales
        return _LAND ^ first ^ second

    @property
    def own_and_other(self) -> tuple[int, int]:
        """Masks of the whales of the side to move, and of the other."""
        first, second = self.whales
        return (first, second) if self.side == 1 else (second, first)

    @cached_property
    def marks(self) -> Marks:
        """The influence marks, owners and order of marking (rulings P6 to P8)."""
        if self.known_marks is not None:
            return self.known_marks
        return prune(self.whales, self.growth)

    @property
    def scores(self) -> tuple[int, int]:
        """Whales and marks of player 1 and of player 2 (ruling P9)."""
        first, second = self.whales
        mark1, mark2 = self.marks.owners
        return (first | mark1).bit_count(), (second | mark2).bit_count()

    @cached_property
    def fields(self) -> int:
        """Counts of the growing phase, whales only."""
        return fields_of(self.whales) if self.known_fields is None else self.known_fields

    @cached_property
    def growth(self) -> Growth:
        """The marks before pruning (ruling P6)."""
        return grow(self.fields)

    @cached_property
    def balance(self) -> tuple[int, int, int]:
        """Empty cells by the whales next to them: own - other at least 1, at least 0, at least -1.

        "Own" is the side to move.
        """
        own, opp = self.own_and_other
        a1, a2, a4 = LAYOUT.counts(own)
        b1, b2, b4 = LAYOUT.counts(opp)
        same4, same2 = ~(a4 ^ b4), ~(a2 ^ b2)
        more = a4 & ~b4 | same4 & (a2 & ~b2 | same2 & a1 & ~b1)
        less = b4 & ~a4 | same4 & (b2 & ~a2 | same2 & b1 & ~a1)
        # The same with one own whale more; its ones plane is ~a1.
        c2, c4 = a2 ^ a1, a4 ^ a2 & a1
        far_less = b4 & ~c4 | ~(c4 ^ b4) & (b2 & ~c2 | ~(c2 ^ b2) & b1 & a1)
        empty = _LAND ^ own ^ opp
        return empty & more, empty & ~less, empty & ~far_less

    @property
    def text(self) -> str:
        """The position as one line: rows from the top, ``W`` and ``w`` for whales, the side."""
        first, second = self.whales
        signs = {cell: "W" if first >> cell & 1 else "w" for cell in cells_in(first | second)}
        rows = ([signs.get(cell, "") for cell in cells] for cells in LAYOUT.rows)
        return f"{write_rows(rows)} {self.side}"

    @classmethod
    def from_text(cls, text: str) -> "PodsPosition":
        """Return the position of a canonical *text*; its ``order`` is board order.

        Only what :attr:`text` writes is read: ``from_text(x).text == x``.

        :raises PositionError: for anything else. Codes and parameters: ``pods.position.length``
            (length, limit), ``.side`` (column, what), ``.rows`` (rows, expected), ``.character``
            and ``.number`` (row, column, what; a number with a leading zero), ``.row_length``
            (row, column, what, expected). *row* is the row's letter, *column* counts the characters
            of the text from 1, *what* is the text found there (for a row length: the number of
            cells found).
        """
        if len(text) > _TEXT_LIMIT:  # first, so that a huge text costs nothing
            raise PositionError("pods.position.length", length=len(text), limit=_TEXT_LIMIT)
        board, space, side = text.partition(" ")
        if side not in ("1", "2"):
            column = len(board) + len(space) + 1
            raise PositionError("pods.position.side", column=column, what=side)
        rows = read_rows(board, "Ww", [*map(len, LAYOUT.rows)], refuse=_refuse, digits=None)
        signs = [*zip(chain(*LAYOUT.rows), chain(*rows), strict=True)]
        first, second = (sum(1 << cell for cell, sign in signs if sign == of) for of in "Ww")
        return cls((first, second), int(side), bytes(cells_in(first | second)))


def _refuse(fault: RowFault) -> NoReturn:
    if fault.kind == "rows":
        raise PositionError("pods.position.rows", rows=fault.found, expected=fault.wanted)
    at = {"row": fault.letter, "column": fault.column}
    if fault.kind == "length":
        code = "pods.position.row_length"
        raise PositionError(code, **at, what=fault.found, expected=fault.wanted)
    code = "pods.position.number" if fault.kind == "number" else "pods.position.character"
    raise PositionError(code, **at, what=fault.what)
