"""Packed data unpacked as a stream: all that stands before damage, and never much at once."""

import bz2
import lzma
import re
import zlib
from collections import deque
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
_RECENT: Final = 256
"""So many blocks are kept of a frame: where it is damaged, another may have begun before that shows."""
_MOST_TRIED: Final = 1 << 20
"""Bytes that are unpacked to tell frames from what happens to begin like one."""
_LOOKED_AT: Final = 1024
_SHORTEST: Final = 16
_BEGINS: Final = {
    "gzip": rb"\x1f\x8b\x08[\x00-\x1f]",
    "bzip2": rb"BZh[1-9]1AY&SY",
    "xz": rb"\xfd7zXZ\x00\x00[\x00\x01\x04\x0a]",
    "zstd": rb"\x28\xb5\x2f\xfd",
}
_LONGEST_BEGIN: Final = 10


class BrokenError(OSError):
    """The data cannot be read any further; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unpacked:
    """The plain bytes of packed frames, one after the other; all that can be had before an error.

    :param stored: reads so many packed bytes, or fewer; none at the end.
    :param packing: ``gzip``, ``bzip2``, ``xz`` or ``zstd``.
    :param offset: of the first of them in the file.
    :raises ArgumentError: if the package for it is not installed.
    """

    def __init__(self, stored: Callable[[int], bytes], packing: str, offset: int = 0) -> None:
        self._stored = stored
        self._begin, self._broken, self._padding = _unpacker(packing)
        self._begins = re.compile(_BEGINS[packing], re.DOTALL)
        self._offset = offset  # of what is read next
        self._ahead: deque[bytes] = deque()  # read already, and to be read again
        self._recent: deque[bytes] = deque(maxlen=_RECENT)  # of this frame
        self._is_certain = packing in ("bzip2", "xz")  # nothing else begins like them
        self._tried = 0
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
                self._packed = self._block()
                self._recent.append(self._packed)
                if not self._packed:
                    self._failed = BrokenError(Phrase("bytes.ended"))
                    continue
            self._plain, self._at = self._unpack(), 0
        plain = self._plain[self._at : self._at + size]
        self._at += len(plain)
        return plain

    def go_on(self) -> int | None:
        """Go on behind damage, with the next frame that can be unpacked; return where in the file it begins.

        :return: ``None`` if nothing is damaged, or no such frame follows.
        """
        if self._failed is None:
            return None
        data, at = bytearray().join(self._recent), 1
        begin = self._offset - len(data)
        while self._tried < _MOST_TRIED:
            found = self._begins.search(data, at)
            if found is None:
                gone = max(at, len(data) - _LONGEST_BEGIN + 1)
                del data[:gone]
                begin, at = begin + gone, 0
                more = self._block_or_none()
                if not more:
                    return None
                data += more
            elif self._is_certain or self._is_frame(data, found.start()):
                at = found.start()
                blocks = [data[i : i + _READ_AT_ONCE] for i in range(at, len(data), _READ_AT_ONCE)]
                self._ahead.extendleft(map(bytes, reversed(blocks)))
                self._recent.clear()
                self._offset = begin + at
                self._frame, self._packed, self._failed = self._begin(), b"", None
                return begin + at
            else:
                at = found.start() + 1
        return None

    def _is_frame(self, data: bytearray, at: int) -> bool:
        """Say whether a frame begins there: text comes of it. What is read to see that is added to *data*."""
        frame, plain = self._begin(), bytearray()
        bound = (MOST_AT_ONCE,) if hasattr(frame, "needs_input") else ()
        try:
            while not frame.eof and len(plain) < _LOOKED_AT and self._tried < _MOST_TRIED:
                if at == len(data):
                    data += self._block_or_none()
                if at == len(data):
                    break
                plain += frame.decompress(bytes(data[at : at + 1]), *bound)
                at += 1
                self._tried += 1
        except self._broken:
            pass
        text = plain.decode("utf-8", "replace")
        odd = sum(letter == "\ufffd" or (letter < " " and not letter.isspace()) for letter in text)
        return len(plain) >= _SHORTEST and odd * 20 <= len(text)

    def _block(self) -> bytes:
        block = self._ahead.popleft() if self._ahead else self._stored(_READ_AT_ONCE)
        self._offset += len(block)
        return block

    def _block_or_none(self) -> bytes:
        try:
            return self._block()
        except BrokenError:
            return b""

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
            begun = self._block()
            if not begun:
                return False
        self._packed, self._frame = begun, self._begin()
        self._recent.clear()
        self._recent.append(begun)
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
