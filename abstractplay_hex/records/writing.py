"""Files written whole or not at all: a full disk or an interrupt leaves what was there before."""

import bz2
import errno
import gzip
import lzma
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any, Final

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.opening import (
    ENDINGS,
    STDIN,
    Files,
    bare_name,
    names_of,
    system_reason,
)
from abstractplay_hex.records.unpacking import missing


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """Give a file to write to, for a ``with`` block; at its end it takes the place of *path* at once.

    If the block raises, the new file is removed and *path* is left as it was. A link stays: what it leads
    to is replaced. The new file keeps rights and owner of the old one. What is no plain file (a device, a
    pipe) is written to directly.

    :raises OSError: if it cannot be written; it names *path*.
    """
    real = Path(os.path.realpath(path))
    # The system limits the length of names; hidden, it is no archive to be read.
    beside = real.with_name(f".{real.name[:50]}.{secrets.token_hex(4)}")
    with naming(path, beside), _replacing(real, beside) as file:
        yield file


@contextmanager
def naming(path: str | Path, beside: Path | None = None) -> Iterator[None]:
    """Let errors of a disk that takes no more, or of the file *beside*, name the file that was to be written."""
    try:
        yield
    except OSError as error:
        full = error.errno in _DISK_FAULTS and error.filename is None
        if full or (beside is not None and error.filename == str(beside)):
            error.filename = str(path)
        raise


_DISK_FAULTS: Final = {
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS")
    if hasattr(errno, name)  # not on every system
}


@contextmanager
def _replacing(real: Path, beside: Path) -> Iterator[IO[bytes]]:
    old = real.stat() if real.exists() else None
    if old is not None and not stat.S_ISREG(old.st_mode):
        with real.open("wb") as file:
            yield file
        return
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        take_place(beside, real)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def take_place(new: Path, old: Path) -> None:
    """Put a new file in the place of an old one, if there is one, with its owner and rights."""
    if old.exists():
        _dress(new, old.stat())
    new.replace(old)


def _dress(path: Path, like: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # only an administrator may give files away
            os.chown(path, like.st_uid, like.st_gid)
    path.chmod(stat.S_IMODE(like.st_mode))


def packed(file: IO[bytes], packing: str | None) -> AbstractContextManager[IO[bytes]]:
    """Return what packs into *file*, for a ``with`` block; the same data are packed to the same bytes.

    :param packing: ``gzip``, ``bzip2``, ``xz``, ``zstd``, or ``None`` for plain.
    :raises ArgumentError: if the package for it is not installed.
    """
    made: Any = nullcontext(file)
    if packing == "gzip":  # without name and time
        made = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
    elif packing == "bzip2":
        made = bz2.BZ2File(file, "wb")
    elif packing == "xz":
        made = lzma.LZMAFile(file, "wb")  # noqa: SIM115 - whoever gets it closes it
    elif packing == "zstd":
        try:
            import zstandard
        except ModuleNotFoundError:
            raise missing("zstandard") from None
        made = zstandard.ZstdCompressor().stream_writer(file, closefd=False)
    return made  # type: ignore[no-any-return]


def check_outputs(archives: Files, outputs: Iterable[str | Path | None]) -> None:
    """Refuse outputs that are archives, lie among them, are named twice or cannot be written.

    :param outputs: report, checkpoint, statistics; ``None`` for one that is not wanted.
    :raises ArgumentError: names the file.
    """
    inputs = [os.path.realpath(name) for name in names_of(archives) if name != STDIN]
    checked: list[str] = []
    for output in outputs:
        if output is None:
            continue
        try:
            path = os.path.realpath(output)
        except ValueError as error:  # a name that no file can have
            raise _unwritable(str(output), error) from None
        if any(_same(path, other) for other in checked):
            raise ArgumentError("archive.outputs", path=str(output))
        if any(_among(path, name) for name in inputs):
            raise ArgumentError("archive.output", path=str(output))
        _check_place(path, str(output))
        checked.append(path)


def _among(path: str, archive: str) -> bool:
    if os.path.isdir(archive):
        inside = path.startswith(os.path.join(archive, ""))
        return inside and bare_name(os.path.basename(path)).endswith(ENDINGS)
    return _same(path, archive)


def _same(path: str, other: str) -> bool:
    try:
        return path == other or os.path.samefile(path, other)
    except (OSError, ValueError):  # one of them is not there yet
        return False


def _check_place(path: str, shown: str) -> None:
    """Refuse a file that could not be written hours later, as far as that can be seen now."""
    error: OSError | None = None
    folder = os.path.dirname(path)
    if os.path.isdir(path):
        error = IsADirectoryError()
    elif os.path.exists(path) and not os.path.isfile(path):  # it could not be cut or replaced
        error = OSError(Phrase("file.not-plain"))
    elif not os.path.isdir(folder):
        error = FileNotFoundError()
    elif not os.access(folder, os.W_OK) or (os.path.exists(path) and not os.access(path, os.W_OK)):
        error = PermissionError()
    else:
        try:
            os.lstat(path)
        except FileNotFoundError:
            pass
        except OSError as raised:  # a name that is too long
            error = raised
    if error is not None:
        raise _unwritable(shown, error)


def _unwritable(shown: str, error: Exception) -> ArgumentError:
    return ArgumentError("archive.unwritable", path=shown, reason=system_reason(error))
