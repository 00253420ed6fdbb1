"""Files opened for reading: found in folders, packed or not, told apart by size, time and head."""

import codecs
import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen

from abstractplay_hex.codec.jsontext import encoding_of
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.unpacking import MOST_AT_ONCE, BrokenError, Unpacked

STDIN: Final = "-"
ENDINGS: Final = (".json", ".jsonl", ".ndjson")
PACKINGS: Final = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
"""How a file is packed, by the ending of its name."""

_HEAD: Final = 4096
_LOOKED_AT: Final = 512
"""Bytes by which text is told from damaged data."""
_ZSTD_SKIPPABLE: Final = [bytes([first]) + b"\x2a\x4d\x18" for first in range(0x50, 0x60)]
"""Zstandard frames that hold no data; ``pzstd`` begins with one."""
_MAGIC: Final = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    **dict.fromkeys([b"\x28\xb5\x2f\xfd", *_ZSTD_SKIPPABLE], "zstd"),
}


Files: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""Names of files and folders, or a single one; ``-`` is standard input."""


def names_of(files: Files) -> list[str]:
    """Return the names as texts.

    :raises ArgumentError: if one is neither a text nor a path, or empty.
    """
    if isinstance(files, str | os.PathLike):
        files = [files]
    names = []
    for name in files if isinstance(files, Iterable) else [files]:
        text = os.fspath(name) if isinstance(name, str | os.PathLike) else None
        if not text or type(text) is not str:
            raise ArgumentError("archive.name", given=repr(name)[:80])
        names.append(text)
    return names


def find_files(files: Files) -> Iterator[str]:
    """Yield the named files; for a folder, every file in it that ends like an archive, sorted.

    A folder without any is yielded itself, so that it is reported. Hidden files and folders (``.x``, and
    what Windows and macOS mark so) are skipped. Links to folders are followed, but not back into a folder
    that contains them.
    """
    for name in names_of(files):
        if name == STDIN or not os.path.isdir(name):
            yield name
            continue
        found = _in_folder(name)
        yield next(found, name)
        yield from found


def _in_folder(folder: str, inside: tuple[tuple[int, int], ...] = ()) -> Iterator[str]:
    """Yield the files in *folder*; *inside* identifies the folders that it is in."""
    try:
        status = os.stat(folder)
        with os.scandir(folder) as entries:
            found = sorted((e.name, is_folder) for e in entries for is_folder in _kind(e))
    except OSError:  # opening it as a file will say why
        yield folder
        return
    here = status.st_dev, status.st_ino
    if here in inside:  # a link that leads back: everything in there is read already
        return
    for name, is_folder in found:
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if is_folder:
            yield from _in_folder(path, (*inside, here))
        elif bare_name(name).endswith(ENDINGS):
            yield path


def _kind(entry: "os.DirEntry[str]") -> Iterator[bool]:
    """Yield whether it is a folder or a file; nothing for a hidden one, or a pipe (it would block for ever)."""
    try:
        status = entry.stat()
    except OSError:  # a link that leads nowhere or to itself: opening it will say so
        yield False
        return
    is_folder = stat.S_ISDIR(status.st_mode)
    if (is_folder or stat.S_ISREG(status.st_mode)) and not _is_hidden(status):
        yield is_folder


def _is_hidden(status: os.stat_result) -> bool:
    """Say whether Windows or macOS hide a file, whatever it is called."""
    attributes, flags = (getattr(status, name, 0) for name in ("st_file_attributes", "st_flags"))
    return bool(attributes & stat.FILE_ATTRIBUTE_HIDDEN or flags & stat.UF_HIDDEN)


def bare_name(name: str) -> str:
    """Return a file's name in lower case without the endings of packed files."""
    name = name.lower()
    for ending in PACKINGS:
        name = name.removesuffix(ending)
    return name


def size_of(files: Files) -> int | None:
    """Return how many bytes there are to read, ``None`` if that cannot be known (stdin, pipes)."""
    total = 0
    for name in find_files(files):
        if name == STDIN:
            return None
        with suppress(OSError, ValueError):  # a file that is not there has nothing to read
            status = os.stat(name)
            if not stat.S_ISREG(status.st_mode):
                return None
            total += status.st_size
    return total


def identity(name: str) -> str:
    """Return what identifies the content of a file: size, time of change, hash of its head."""
    try:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode):
            return ""
        with Path(name).open("rb") as file:
            head = hashlib.sha256(file.read(_HEAD)).hexdigest()
    except (OSError, ValueError):  # nothing that could be read now or later
        return ""
    return f"{status.st_size}:{status.st_mtime_ns}:{head[:32]}"


_SYSTEM_FAULTS: Final[dict[type[Exception], str]] = {
    FileNotFoundError: "file.not-found",
    PermissionError: "file.permission",
    IsADirectoryError: "file.is-folder",
}


def system_reason(error: Exception) -> str:
    """Say why a file cannot be opened or read: in the system's words if we have none."""
    if type(error) in _SYSTEM_FAULTS:
        return Phrase(_SYSTEM_FAULTS[type(error)])
    said = getattr(error, "strerror", None) or (error.args[0] if error.args else None)
    return said if isinstance(said, str) else repr(error)


class _Stored:
    """The bytes of a file as stored. ``head`` is what was read to see how the file is packed.

    Looking ahead this way works on pipes, where ``seek`` fails and ``peek`` may show one byte only.
    """

    def __init__(self, raw: Any, taken: int = 0) -> None:
        # read1, where there is one, does not wait for a full buffer: stdin may be somebody typing
        self._read: Callable[[int], bytes | None] = getattr(raw, "read1", None) or raw.read
        self.head = b""
        self.cut_short = False
        self.taken = taken
        while any(magic.startswith(self.head) and magic != self.head for magic in _MAGIC):
            more = self._read(1)
            if not more:  # all there is of a packed file are the bytes that say so
                self.cut_short = self.head != b""
                break
            self.head += more

    def is_text(self) -> bool:
        """Say whether the file begins as text does, in whatever encoding."""
        while len(self.head) < _LOOKED_AT and (more := self._read(_LOOKED_AT)):
            self.head += more
        begin = self.head[:_LOOKED_AT]
        named = encoding_of(begin[:6])
        for encoding in (f"{named}-le", f"{named}-be") if named else ("utf-8",):
            try:
                text = codecs.getincrementaldecoder(encoding)().decode(begin)
            except UnicodeDecodeError:
                continue
            if all(letter >= " " or letter.isspace() for letter in text):
                return True
        return False

    def read(self, size: int) -> bytes:
        """Return up to so many bytes without waiting for more; none at the end."""
        if self.cut_short:
            raise BrokenError(Phrase("bytes.ended"))
        data, self.head = self.head, b""
        try:
            data = data or self._read(size) or b""
        except (OSError, ValueError) as error:
            raise BrokenError(system_reason(error)) from error
        self.taken += len(data)
        return data


@frozen
class OpenFile:
    """An open file: ``read`` returns its plain bytes, block by block, and nothing at the end.

    ``read`` raises :class:`BrokenError` where the data are damaged or cut off, after all that could be
    unpacked.
    """

    read: Callable[[int], bytes]
    packing: str | None
    go_on: Callable[[], int | None]
    """As :meth:`.Unpacked.go_on`."""
    _raw: Any
    _stored: _Stored

    def skip(self, offset: int) -> None:
        """Skip *offset* plain bytes."""
        if self.packing is None and offset and self._raw.seekable():
            self._raw.seek(offset)
            self._stored.head, self._stored.taken = b"", offset
            return
        while offset and (block := self.read(min(offset, MOST_AT_ONCE))):
            offset -= len(block)

    @property
    def taken(self) -> int:
        """How many bytes of the file as stored have been read."""
        return self._stored.taken


@contextmanager
def open_file(name: str, frame: int = 0) -> Iterator[OpenFile]:
    """Open a file, packed or not: its first bytes say so, whatever it is called.

    Only if it is called packed, and those bytes are neither of packed data nor text, it is damaged.

    :param frame: where the packed data begin that are to be read.
    :raises OSError: if it cannot be opened.
    :raises ArgumentError: if the package for unpacking it is not installed.
    """
    if name == STDIN and sys.stdin is None:
        raise OSError(Phrase("file.closed"))
    raw: Any = sys.stdin.buffer if name == STDIN else Path(name).open("rb")  # noqa: SIM115 - below
    try:
        if frame:
            raw.seek(frame)
        stored = _Stored(raw, frame)
        packing = _MAGIC.get(stored.head)
        if packing is None and (named := PACKINGS.get(os.path.splitext(name)[1].lower())):
            packing = None if stored.is_text() else named
        if packing is None:
            yield OpenFile(stored.read, None, lambda: None, raw, stored)
        else:
            unpacked = Unpacked(stored.read, packing, frame)
            yield OpenFile(unpacked.read, packing, unpacked.go_on, raw, stored)
    finally:
        if name != STDIN:
            raw.close()
