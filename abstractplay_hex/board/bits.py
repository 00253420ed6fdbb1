"""Reading the cells out of a bit mask (an ``int`` with one bit a cell)."""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import TypeVar

_T = TypeVar("_T")

_SELECTORS = bytes.maketrans(b"01", b"\0\1")


def cells_in(mask: int) -> Iterator[int]:
    """Yield the cells of *mask* (bit numbers), lowest first, which is board order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def picked(mask: int, items: Iterable[_T]) -> Iterator[_T]:
    """Return those of *items*, one for each bit number from 0, whose bit is set in *mask*.

    For masks of many cells: all of it is done in C.
    """
    return compress(items, f"{mask:b}".encode().translate(_SELECTORS)[::-1])


def lowest(mask: int) -> int:
    """Return the first cell of a non-empty *mask* in board order."""
    return (mask & -mask).bit_length() - 1
