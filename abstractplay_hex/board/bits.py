"""Reading the cells out of a bit mask (an ``int`` with one bit a cell)."""

from collections.abc import Iterator


def cells_in(mask: int) -> Iterator[int]:
    """Yield the cells of *mask* (bit numbers), lowest first, which is board order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest(mask: int) -> int:
    """Return the first cell of a non-empty *mask* in board order."""
    return (mask & -mask).bit_length() - 1
