"""Pipes looked into ahead: what has been read of one is put back."""

import io
from collections.abc import Callable
from typing import IO, Any


class Rejoined(io.RawIOBase):
    """Bytes that were read ahead, put back in front of the stream they came from.

    Looking ahead this way works on pipes, where ``seek`` fails and ``peek`` may show one byte only.
    """

    def __init__(self, head: bytes, rest: IO[bytes] | io.RawIOBase | io.BufferedIOBase) -> None:
        self._head = memoryview(head)
        # read1, where there is one, does not wait for a full buffer: stdin may be somebody typing
        self._read: Callable[[int], bytes | None] = getattr(rest, "read1", None) or rest.read
        self.taken = len(head)

    def readable(self) -> bool:
        """Say yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill *buffer* as far as can be done without waiting; return with how many bytes."""
        wanted = len(buffer)
        if self._head:
            data, self._head = bytes(self._head[:wanted]), self._head[wanted:]
        else:
            data = self._read(wanted) or b""
            self.taken += len(data)
        buffer[: len(data)] = data
        return len(data)


__all__ = ["Rejoined"]
