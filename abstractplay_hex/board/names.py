"""Cell names: a row letter from the bottom, then a number from the left."""

import re
from collections.abc import Iterable
from typing import Final

from abstractplay_hex.board.hexes import Axial
from abstractplay_hex.board.offset import Offset, Place

_NAME: Final = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})")


def letters(n: int) -> str:
    """Return the row label of the *n*-th row from the bottom, counting from 0: a … z, aa, ab, …"""
    text = ""
    n += 1
    while n:
        n, last = divmod(n - 1, 26)
        text = chr(ord("a") + last) + text
    return text


def row_number(label: str) -> int:
    """Return the number, from 0, of the row with that *label* of letters a to z."""
    n = 0
    for letter in label:
        n = 26 * n + ord(letter) - ord("a") + 1
    return n - 1


def place_name(place: Place, height: int) -> str:
    """Return the name of a place on a board with *height* rows: ``(0, 2)`` is ``h3`` if there are 8."""
    row, col = place
    return f"{letters(height - 1 - row)}{col + 1}"


def named_place(name: str, height: int) -> Place | None:
    """Return the place with that name, ``None`` for a text that names none in *height* rows.

    How long the rows are is not known here: *col* may be beyond the end of its row.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    row = height - 1 - row_number(found[1])
    return (row, int(found[2]) - 1) if row >= 0 else None


def hexagon_names(cells: Iterable[Axial]) -> dict[Axial, str]:
    """Name cells as ``hex-of-hex`` boards do: numbers count from 1 within each row.

    *cells* must be in board order (rows from the top, each from the left).
    """
    rows: dict[int, list[Axial]] = {}
    for cell in cells:
        rows.setdefault(cell[1], []).append(cell)
    top, bottom = min(rows), max(rows)
    return {
        cell: place_name((r - top, col), bottom - top + 1)
        for r, row in rows.items()
        for col, cell in enumerate(row)
    }


def offset_names(
    cells: Iterable[Axial],
) -> tuple[dict[Axial, str], dict[Axial, Place], int, int]:
    """Name cells as ``hex-even-p`` boards do (Dendria section 1, modular boards).

    Returns the names, the ``(row, col)`` of each cell in the bounding rectangle, and that
    rectangle's width and height. Row parity is kept, so an odd first row leaves one empty row on top.
    """
    offset = {cell: Offset.EVEN_R.place_of(cell) for cell in cells}
    left = min(col for _, col in offset.values())
    top = min(row for row, _ in offset.values())
    top -= top & 1
    places = {cell: (row - top, col - left) for cell, (row, col) in offset.items()}
    width = max(col for _, col in places.values()) + 1
    height = max(row for row, _ in places.values()) + 1
    names = {cell: place_name(place, height) for cell, place in places.items()}
    return names, places, width, height
