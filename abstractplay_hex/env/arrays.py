"""What is seen and what is legal, as arrays of NumPy."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from abstractplay_hex.env.episode import Episode

Floats: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.int8]


def planes(episode: Episode, seat: int) -> Floats:
    """Return what a player sees: planes, rows, columns (``Task.shape``), from 0 to 1.

    A plane for each set of cells, then one for each number, the same in all cells.
    """
    task = episode.task
    seen = task.actions.see(episode.now, seat)
    rows, columns = task.actions.shape
    out = np.zeros(task.shape, np.float32)
    count, stride = len(seen.masks), seen.stride
    # As many rows as there are bits for: the land may be smaller than the frame.
    bits = max((mask.bit_length() for mask in seen.masks), default=0)
    height = min(-(-bits // stride), rows)
    if height:
        size = -(-height * stride // 8)
        data = b"".join([mask.to_bytes(size, "little") for mask in seen.masks])
        raw = np.frombuffer(data, np.uint8).reshape(count, size)
        flat = np.unpackbits(raw, axis=1, count=height * stride, bitorder="little")
        width = min(stride, columns)
        out[:count, :height, :width] = flat.reshape(count, height, stride)[:, :, :width]
    if seen.numbers:
        out[count:] = np.asarray(seen.numbers, np.float32)[:, None, None]
    return out


def mask(episode: Episode, seat: int) -> Flags:
    """Return 1 for each action that a player can take, 0 for the others."""
    out = np.zeros(episode.task.actions.count, np.int8)
    if episode.legal and episode.seat == seat:
        out[episode.legal] = 1
    return out
