"""Archive files opened: found in folders, unpacked as a stream, told apart by size, time and head."""

import hashlib
import io
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Protocol, TypeAlias

from attrs import frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.pipes import Rejoined

STDIN: Final = "-"
ENDINGS: Final = (".json", ".jsonl", ".ndjson")
PACKED: Final = (".gz", ".zst")

_HEAD: Final = 4096
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_SKIPPABLE: Final = bytes(range(0x50, 0x60))
_SKIPPABLE_REST: Final = b"\x2a\x4d\x18"
"""Zstandard's frames that hold nothing to be unpacked; ``pzstd`` begins with one."""
_BUFFER: Final = 1 << 16


class CutOffError(EOFError):
    """The packed data end too early."""


class DamagedError(OSError):
    """These are no packed data, or damaged ones."""


class WindowError(OSError):
    """Zstandard data that take more memory to unpack than :mod:`zstandard` gives them, 128 MB."""


_TOO_MUCH: Final = "too much memory"
"""So zstandard says it; its errors differ in nothing else."""


Archives: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""Names of files and folders, or a single one."""


def names_of(archives: Archives) -> list[str]:
    """Return the names as texts.

    :raises ArgumentError: if one is neither a text nor a path, or empty.
    """
    if isinstance(archives, str | os.PathLike):
        archives = [archives]
    names = []
    for name in archives if isinstance(archives, Iterable) else [archives]:
        text = os.fspath(name) if isinstance(name, str | os.PathLike) else None
        if not text or type(text) is not str:
            raise ArgumentError("archive.name", given=repr(name)[:80])
        names.append(text)
    return names


def find_files(archives: Archives) -> Iterator[str]:
    """Yield the files that are meant; of a folder, all in it that end like archives, sorted.

    A folder without any is given itself, for it has no game in it that could be read. Links to folders
    are followed, but not back to a folder that they are in.
    """
    for name in names_of(archives):
        if name == STDIN or not os.path.isdir(name):
            yield name
            continue
        found = _in_folder(name)
        yield next(found, name)
        yield from found


def _in_folder(folder: str, inside: tuple[tuple[int, int], ...] = ()) -> Iterator[str]:
    """Yield the files in *folder*; *inside* is what tells the folders that it is in from others."""
    try:
        status = os.stat(folder)
        with os.scandir(folder) as entries:
            found = sorted((e.name, is_folder) for e in entries for is_folder in _kind(e))
    except OSError:  # opening it as a file will say why
        yield folder
        return
    here = status.st_dev, status.st_ino
    if here in inside:  # a link that leads back: all in there is read already
        return
    for name, is_folder in found:
        path = os.path.join(folder, name)
        if is_folder:
            yield from _in_folder(path, (*inside, here))
        elif bare_name(name).endswith(ENDINGS):
            yield path


def _kind(entry: "os.DirEntry[str]") -> Iterator[bool]:
    """Yield whether it is a folder or a file; nothing for a pipe, which would be waited at for ever."""
    try:
        mode = entry.stat().st_mode
    except OSError:  # a link that leads nowhere or to itself: opening it will say so
        yield False
        return
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        yield stat.S_ISDIR(mode)


def bare_name(name: str) -> str:
    """Return a file's name in lower case without the endings of packed files."""
    name = name.lower()
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name


def size_of(archives: Archives) -> int | None:
    """Return how many bytes there are to read, ``None`` if that cannot be known (stdin, pipes)."""
    total = 0
    for name in find_files(archives):
        if name == STDIN:
            return None
        with suppress(OSError, ValueError):  # what is not there has nothing to read
            status = os.stat(name)
            if not stat.S_ISREG(status.st_mode):
                return None
            total += status.st_size
    return total


def identity(name: str) -> str:
    """Return what tells a file from another one: size, time of change, hash of its head."""
    try:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode):
            return ""
        with Path(name).open("rb") as file:
            head = hashlib.sha256(file.read(_HEAD)).hexdigest()
    except (OSError, ValueError):  # nothing that could be read now or later
        return ""
    return f"{status.st_size}:{status.st_mtime_ns}:{head[:32]}"


class Stream(Protocol):
    """Plain bytes, read one block after the other."""

    def read1(self, size: int, /) -> bytes:
        """Return up to so many bytes that can be had without waiting for more; none at the end."""

    def readline(self, size: int, /) -> bytes:
        """Return bytes up to a line's end, so many at most."""


@frozen
class Opened:
    """A file that is open: its *plain* bytes, and the *raw* file behind them."""

    raw: IO[bytes]
    plain: Stream
    packed: bool

    def skip(self, offset: int) -> None:
        """Go on to where *offset* plain bytes have been read."""
        if not self.packed and offset and self.raw.seekable():
            self.raw.seek(offset)
            return
        while offset and (block := self.plain.read1(min(offset, 1 << 20))):
            offset -= len(block)

    def taken(self) -> int:
        """Return how many bytes of the file have been read."""
        return self.raw.tell() if self.raw.seekable() else 0


def open_file(name: str) -> Opened:
    """Open a file, packed or not: that is known by how it begins, whatever it is called.

    :raises OSError: if it cannot be opened.
    :raises ArgumentError: if the package for unpacking it is not installed.
    """
    if name != STDIN:
        raw: Any = Path(name).open("rb")  # noqa: SIM115 - closed by whoever reads it
    elif sys.stdin is None:
        raise OSError(Phrase("file.closed"))
    else:
        raw = sys.stdin.buffer
    try:
        source = raw
        if raw.seekable():
            head = raw.peek(len(_ZSTD))[: len(_ZSTD)]
        else:  # a pipe shows no more than has come so far, which may be one byte
            head = raw.read(len(_ZSTD))
            source = io.BufferedReader(Rejoined(head, raw))
        if head.startswith(_GZIP):
            return Opened(raw, io.BufferedReader(_gunzipped(source), _BUFFER), True)
        if head == _ZSTD or (head[:1] in _SKIPPABLE and head[1:] == _SKIPPABLE_REST):
            return Opened(raw, io.BufferedReader(_unzstd(source), _BUFFER), True)
        return Opened(raw, source, False)
    except BaseException:
        raw.close()
        raise


class _Unpacked(io.RawIOBase):
    """The plain bytes of packed frames, one after the other; all that can be had before an error.

    :param begin: gives what unpacks the next frame: ``decompress``, ``eof``, ``unused_data``.
    :param broken: the error that it raises.
    :param at_once: packed bytes that are given to it at once.
    :param padding: bytes that may stand between frames and mean nothing.
    """

    def __init__(
        self,
        raw: IO[bytes],
        begin: Callable[[], Any],
        broken: type[Exception],
        at_once: int,
        padding: bytes = b"",
    ) -> None:
        self._raw, self._begin, self._broken = raw, begin, broken
        self._at_once, self._padding = at_once, padding
        self._frame = begin()
        self._plain = b""
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while self._at == len(self._plain):
            if self._frame.eof:
                packed = self._next()
                if not packed:
                    return 0
                self._frame = self._begin()
            else:
                packed = self._raw.read(self._at_once)
                if not packed:
                    raise CutOffError
            try:
                self._plain, self._at = self._frame.decompress(packed), 0
            except self._broken as error:
                if _TOO_MUCH in str(error):
                    raise WindowError from error
                raise DamagedError from error
        size = min(len(buffer), len(self._plain) - self._at)
        buffer[:size] = self._plain[self._at : self._at + size]
        self._at += size
        return size

    def _next(self) -> bytes:
        """Return the beginning of the next frame, nothing if there is none."""
        packed: bytes = self._frame.unused_data
        while not (begun := packed.lstrip(self._padding)):
            packed = self._raw.read(self._at_once)
            if not packed:
                break
        return begun


def _gunzipped(raw: IO[bytes]) -> _Unpacked:
    # 4 kB of it are 4 MB at most.
    return _Unpacked(raw, partial(zlib.decompressobj, wbits=31), zlib.error, 4096, padding=b"\0")


def _unzstd(raw: IO[bytes]) -> _Unpacked:
    try:
        import zstandard
    except ModuleNotFoundError:
        raise missing("zstandard") from None
    # Four bytes may stand for 128 kB: 256 of them are 8 MB at most.
    return _Unpacked(
        raw, lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError, 256
    )


def missing(package: str, extra: str = "archive") -> ArgumentError:
    """Return the error that says which extra brings a *package* that is not installed."""
    return ArgumentError("archive.missing", package=package, extra=extra)
