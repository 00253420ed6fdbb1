"""The report of a job: a line of JSON for each game, there as a whole when the job is done."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.records.archive.duplicates import Duplicate
from abstractplay_hex.records.archive.verifying import CheckedGame
from abstractplay_hex.records.writing import naming, replacing, take_place


class Report:
    """The report: lines are added behind what the checkpoint knows of.

    :param file: where they go; without one nothing is reported.
    :param path: where the report is when it is done, if that is another file.
    """

    def __init__(self, file: IO[bytes] | None, written: int = 0, path: Path | None = None) -> None:
        self._file = file
        self._path = path
        self._lines: list[str] = []
        self.cut(written)

    def add(self, entry: CheckedGame | Duplicate) -> None:
        """Add a line."""
        if self._file is not None:
            self._lines.append(json.dumps(entry.to_dict(), separators=(",", ":")))

    def close_chunk(self) -> None:
        """Write the lines that have been added."""
        if self._file is not None and self._lines:
            text = "\n".join(self._lines) + "\n"
            self._lines.clear()
            self._file.write(text.encode())
            self.written += len(text)

    def cut(self, written: int) -> None:
        """Drop all that is behind so many bytes."""
        self._lines.clear()
        self.written = written
        if self._file is not None:
            self._file.truncate(written)
            self._file.seek(written)

    def sync(self) -> None:
        """Have all that has been written on the disk."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())

    def finish(self) -> None:
        """Put it where it belongs: it is whole."""
        if self._path is not None:
            self.sync()
            take_place(part_of(self._path), self._path)


def part_of(path: str | Path) -> Path:
    """Return where a report is written that can be resumed."""
    return Path(f"{os.path.realpath(path)}.part")


@contextmanager
def opened(path: str | Path | None, written: int | None) -> Iterator[Report]:
    """Give the report of a job, for a ``with`` block.

    :param written: bytes that the checkpoint knows of; ``None`` for a job that cannot be resumed, and whose
        report is there only if the block does not raise.
    :raises ArgumentError: if it is shorter than that.
    """
    if path is None:
        yield Report(None)
    elif written is None:
        with replacing(path) as file:
            yield Report(file)
    else:
        path = Path(os.path.realpath(path))
        part = part_of(path)
        if written and _size(part) < written:
            if _size(path) < written:
                raise ArgumentError("archive.report", path=str(path))
            shutil.copyfile(path, part)  # it was whole, and now there is more to do
        with naming(part), part.open("r+b" if written else "wb") as file:
            yield Report(file, written, path)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else -1
