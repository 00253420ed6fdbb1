"""Boards side by side in one wide int, each in a lane of its own: all are shifted and masked at once."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from abstractplay_hex.games.pods.influence import LAYOUT

LANE: Final = 184
"""Bits a lane: whole bytes, and so many that a step from a board's cells (bits 6 to 174, a step is at
most 14) never meets a cell of another board."""

_BYTES: Final = LANE // 8

ONE: Final = {cell: (1 << cell).to_bytes(_BYTES, "little") for cell in LAYOUT.order}
"""A lane with one cell, to be joined to others, by cell."""


@cache
def repeated(lanes: int) -> int:
    """Return the factor that copies a board into each of so many *lanes*."""
    return sum(1 << LANE * i for i in range(lanes))


def lane_of(mask: int) -> bytes:
    """Return a lane with the cells of *mask*."""
    return mask.to_bytes(_BYTES, "little")


def joined(lanes: Iterable[bytes]) -> int:
    """Return these *lanes* side by side, the first one lowest."""
    return int.from_bytes(b"".join(lanes), "little")


def split(boards: int, lanes: int) -> list[int]:
    """Return the mask of each of so many *lanes*."""
    data, size = boards.to_bytes(_BYTES * lanes, "little"), _BYTES
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, size * lanes, size)]


__all__ = ["LANE", "ONE", "joined", "lane_of", "repeated", "split"]
