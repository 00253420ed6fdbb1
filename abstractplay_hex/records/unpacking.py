"""Packed data unpacked as a stream: all that stands before damage, and never much at once."""

import bz2
import lzma
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase

MOST_AT_ONCE: Final = 1 << 20
"""About so many plain bytes are unpacked at once."""
_READ_AT_ONCE: Final = 4096
"""Packed bytes: of gzip, whose output cannot be bounded, at most 4 MB come of them."""
_MOST_MEMORY: Final = 128 << 20


class BrokenError(OSError):
    """The data cannot be read any further; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unpacked:
    """The plain bytes of packed frames, one after the other; all that can be had before an error.

    :param stored: reads so many packed bytes, or fewer; none at the end.
    :param packing: ``gzip``, ``bzip2``, ``xz`` or ``zstd``.
    :raises ArgumentError: if the package for it is not installed.
    """

    def __init__(self, stored: Callable[[int], bytes], packing: str) -> None:
        self._stored = stored
        self._begin, self._broken, self._padding = _unpacker(packing)
        self._frame = self._begin()
        self._packed = b""  # read, and still to be given to the frame
        self._plain = b""
        self._at = 0
        self._failed: BrokenError | None = None

    def read(self, size: int) -> bytes:
        """Return up to *size* plain bytes; none at the end.

        :raises BrokenError: if there are no more, but should be.
        """
        while self._at == len(self._plain):
            if self._failed is not None:
                raise self._failed
            if self._frame.eof:
                if not self._next_frame():
                    return b""
            elif not self._packed and self._needs_input():
                self._packed = self._stored(_READ_AT_ONCE)
                if not self._packed:
                    raise BrokenError(Phrase("bytes.ended"))
            self._plain, self._at = self._unpack(), 0
        plain = self._plain[self._at : self._at + size]
        self._at += len(plain)
        return plain

    def _needs_input(self) -> bool:
        needs: bool = getattr(self._frame, "needs_input", True)
        return needs

    def _unpack(self) -> bytes:
        """Return what comes next; after damage, what comes before it.

        A call that fails returns nothing, not even what it has unpacked before the damage. So bytes are given one
        by one: at once, or where a frame can be copied, when giving them together has failed.
        """
        if not hasattr(self._frame, "copy"):
            return self._one_by_one()
        kept = self._frame.copy()
        try:
            plain: bytes = self._frame.decompress(self._packed)
            self._packed = b""
        except self._broken:
            self._frame = kept
            plain = self._one_by_one()
        return plain

    def _one_by_one(self) -> bytes:
        frame, packed, given = self._frame, self._packed, 0
        bound = (MOST_AT_ONCE,) if hasattr(frame, "needs_input") else ()
        out: list[bytes] = []
        size = 0
        try:
            while size < MOST_AT_ONCE and not frame.eof:
                if self._needs_input():
                    if given == len(packed):
                        break
                    given += 1
                    out.append(frame.decompress(packed[given - 1 : given], *bound))
                else:
                    out.append(frame.decompress(b"", *bound))
                size += len(out[-1])
        except self._broken as error:
            code = "bytes.window" if "emory" in str(error) else "bytes.damaged"
            self._failed = BrokenError(Phrase(code))
        self._packed = packed[given:]
        return b"".join(out)

    def _next_frame(self) -> bool:
        """Begin the next frame; say whether there is one."""
        begun: bytes = self._frame.unused_data + self._packed
        while not (begun := begun.lstrip(self._padding)):
            begun = self._stored(_READ_AT_ONCE)
            if not begun:
                return False
        self._packed, self._frame = begun, self._begin()
        return True


def _unpacker(packing: str) -> tuple[Callable[[], Any], type[Exception], bytes]:
    """Return what begins a frame, the error it raises, and what may stand between frames."""
    if packing == "gzip":
        return partial(zlib.decompressobj, wbits=31), zlib.error, b"\0"
    if packing == "bzip2":
        return bz2.BZ2Decompressor, OSError, b""
    if packing == "xz":
        begin = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)
        return begin, lzma.LZMAError, b"\0"
    try:
        import zstandard
    except ModuleNotFoundError:
        raise missing("zstandard") from None
    return lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError, b""


def missing(package: str, extra: str = "archive") -> ArgumentError:
    """Return the error that says which extra brings a *package* that is not installed."""
    return ArgumentError("archive.missing", package=package, extra=extra)
