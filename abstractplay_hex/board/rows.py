"""Position texts by rows, such as ``3/1X2/5``: a letter for each occupied cell, runs of empty ones as numbers.

Rows are separated by ``/``, from the top, each from the left. This is the one writer and the one
reader of such texts. The reader accepts only what the writer can have written (but for
lower limits that a caller sets), and says where a text is wrong; the words for it are the game's.
"""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final, Literal, NamedTuple, NoReturn, TypeAlias

from abstractplay_hex.board.names import letters as row_letters

_EMPTY: Final = re.compile(" +")
_TOKEN: Final = re.compile(r"[0-9]+|.", re.DOTALL)

Kind: TypeAlias = Literal["rows", "length", "long", "letter", "number"]


class RowFault(NamedTuple):
    """What is wrong with a text of rows, and where.

    :ivar kind: ``rows``: another number of rows than wanted; ``length``: a row of another length
        than wanted; ``long``: a row with more cells than any may have; ``letter``: a character
        that means nothing; ``number``: one with a leading zero or too many digits.
    :ivar row: the row, from the top, counted from 0.
    :ivar rows: how many rows the text has.
    :ivar cell: cells of the row before the fault; of all of it where its length is wrong.
    :ivar column: where in the text the fault (of a length: the row) begins, counted from 1.
    :ivar what: the character or number found there.
    :ivar found: rows or cells that there are.
    :ivar wanted: rows or cells that there should be; for ``long`` the most there may be.
    """

    kind: Kind
    row: int
    rows: int
    cell: int
    column: int
    what: str
    found: int
    wanted: int

    @property
    def letter(self) -> str:
        """The row's letter, as in names of cells."""
        return row_letters(self.rows - 1 - self.row)


def write_rows(rows: Iterable[Iterable[str]]) -> str:
    """Write rows of cells, each one character but no blank, or ``""`` for an empty cell."""
    text = "/".join(["".join([sign or " " for sign in row]) for row in rows])
    return _EMPTY.sub(lambda run: str(len(run[0])), text)


def read_rows(
    text: str,
    letters: Container[str],
    lengths: Sequence[int] | None = None,
    *,
    refuse: Callable[[RowFault], NoReturn],
    limit: int = 1000,
    digits: int | None = 3,
) -> list[list[str]]:
    """Return the rows of cells that :func:`write_rows` wrote: a letter each, or ``""`` for empty.

    :param text: bounded by the caller; a row is never expanded beyond what it may hold.
    :param letters: the characters that may stand for a cell.
    :param lengths: the number of cells of each row; ``None``: all are as long as the first.
    :param refuse: raises the game's error for a fault, the first that there is: the number of rows,
        then row by row characters and numbers from the left, then the row's length.
    :param limit: the most cells of a row where *lengths* are not given.
    :param digits: the most digits of a number; ``None``: any, as its row is too long then anyhow.
    """
    rows = text.split("/")
    if lengths is not None and len(rows) != len(lengths):
        refuse(RowFault("rows", 0, len(rows), 0, 1, "", len(rows), len(lengths)))
    out: list[list[str]] = []
    column = 1
    for index, row in enumerate(rows):
        room = limit if lengths is None else lengths[index]
        cells: list[str] = []
        count = 0  # empty cells past the end of the row are only counted
        for token in _TOKEN.finditer(row):
            what, where = token[0], column + token.start()
            if "0" <= what[0] <= "9":
                if what[0] == "0" or (digits is not None and len(what) > digits):
                    refuse(RowFault("number", index, len(rows), count, where, what, 0, 0))
                run = int(what)
                cells += [""] * min(run, room - len(cells))
                count += run
            elif what in letters:
                cells.append(what)
                count += 1
            else:
                refuse(RowFault("letter", index, len(rows), count, where, what, 0, 0))
        wanted = len(out[0]) if lengths is None and out else room
        if lengths is None and count > room:
            refuse(RowFault("long", index, len(rows), count, column, str(count), count, room))
        if count != wanted and (lengths is not None or out):
            refuse(RowFault("length", index, len(rows), count, column, str(count), count, wanted))
        out.append(cells)
        column += len(row) + 1
    return out
