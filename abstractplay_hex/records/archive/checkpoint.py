"""What is kept of a long job, so that it can be gone on with: written at once or not at all."""

import json
import os
from pathlib import Path
from typing import Any, Final

from attrs import asdict, frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.records.archive.reading import Mark
from abstractplay_hex.records.archive.statistics import Statistics

FORMAT: Final = 1


def beside_it(path: Path) -> Path:
    """Return the file in which a checkpoint is written before it takes the place of the one before."""
    return path.with_name(f".{path.name}.new")


@frozen
class Job:
    """What a job is: it goes on only as the same one.

    :ivar versions: of the library and of the games: what is good by other rules is not done.
    """

    archives: tuple[str, ...]
    game: str | None = None
    report: str | None = None
    versions: str = ""


@frozen
class Checkpoint:
    """How far a job has come.

    :ivar mark: up to where the archives are checked.
    :ivar written: bytes of the report that belong to it.
    :ivar done: whether there is no more to do.
    """

    job: Job
    mark: Mark | None
    written: int
    statistics: Statistics
    done: bool = False

    def save(self, path: Path) -> None:
        """Write it in place of the one before: whatever happens, one of the two is there."""
        data = {
            "checkpoint": FORMAT,
            "job": asdict(self.job),
            "mark": None if self.mark is None else asdict(self.mark),
            "written": self.written,
            "done": self.done,
            "statistics": self.statistics.to_dict(),
        }
        beside = beside_it(path)
        with beside.open("w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=True)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)

    @classmethod
    def load(cls, path: Path, job: Job) -> "Checkpoint":
        """Read the checkpoint of *job*; one of nothing done if there is no such file.

        :raises ArgumentError: if it is none, or of another job.
        """
        try:
            data: Any = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls(job, None, 0, Statistics())
        except (OSError, ValueError, RecursionError) as error:
            raise ArgumentError("archive.checkpoint", path=str(path)) from error
        try:
            if type(data["checkpoint"]) is not int or data["checkpoint"] != FORMAT:
                raise ArgumentError("archive.checkpoint", path=str(path))
            its = Job(**{**data["job"], "archives": tuple(data["job"]["archives"])})
            mark = None if data["mark"] is None else Mark(**data["mark"])
            statistics = Statistics.from_dict(data["statistics"])
            found = cls(its, mark, data["written"], statistics, data["done"])
            if not _is_sound(found):
                raise ArgumentError("archive.checkpoint", path=str(path))
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise ArgumentError("archive.checkpoint", path=str(path)) from error
        if found.job.versions != job.versions:
            raise ArgumentError(
                "archive.other-versions",
                path=str(path),
                then=found.job.versions or "?",
                now=job.versions,
            )
        if found.job != job:
            raise ArgumentError("archive.other-job", path=str(path))
        return found


def _is_sound(found: Checkpoint) -> bool:
    """Say whether all values are of their types (JSON may hold anything)."""
    mark = found.mark or Mark()
    numbers: list[Any] = [found.written, mark.files, mark.line, mark.taken]
    numbers += [0 if mark.index is None else mark.index]
    texts: list[Any] = [mark.before, mark.path, mark.identity, found.job.versions]
    offset: Any = mark.offset
    return (
        all(type(number) is int and number >= 0 for number in numbers)
        and all(type(text) is str for text in texts)
        and type(offset) is int
        and offset >= -1
        and type(found.done) is bool
    )
