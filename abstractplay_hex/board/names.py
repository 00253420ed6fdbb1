"""Cell names: a row letter from the bottom, then a number from the left."""

from collections.abc import Iterable

from abstractplay_hex.board.hexes import Axial


def letters(n: int) -> str:
    """Return the row label of the *n*-th row from the bottom, counting from 0: a … z, aa, ab, …"""
    text = ""
    n += 1
    while n:
        n, last = divmod(n - 1, 26)
        text = chr(ord("a") + last) + text
    return text


def hexagon_names(cells: Iterable[Axial]) -> dict[Axial, str]:
    """Name cells as ``hex-of-hex`` boards do: numbers count from 1 within each row.

    *cells* must be in board order (rows from the top, each from the left).
    """
    rows: dict[int, list[Axial]] = {}
    for cell in cells:
        rows.setdefault(cell[1], []).append(cell)
    bottom = max(rows)
    return {
        cell: f"{letters(bottom - r)}{i + 1}"
        for r, row in rows.items()
        for i, cell in enumerate(row)
    }


def offset_names(
    cells: Iterable[Axial],
) -> tuple[dict[Axial, str], dict[Axial, tuple[int, int]], int, int]:
    """Name cells as ``hex-even-p`` boards do (Dendria section 1, modular boards).

    Returns the names, the ``(row, col)`` of each cell in the bounding rectangle, and that
    rectangle's width and height. Row parity is kept, so an odd first row leaves one empty row on top.
    """
    offset = {(q, r): (q + (r + (r & 1)) // 2, r) for q, r in cells}
    left = min(col for col, _ in offset.values())
    top = min(row for _, row in offset.values())
    top -= top & 1
    places = {cell: (row - top, col - left) for cell, (col, row) in offset.items()}
    width = max(col for _, col in places.values()) + 1
    height = max(row for row, _ in places.values()) + 1
    names = {cell: f"{letters(height - 1 - row)}{col + 1}" for cell, (row, col) in places.items()}
    return names, places, width, height
