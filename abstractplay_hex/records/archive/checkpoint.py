"""What is kept of a long job so that it can be resumed: written whole or not at all."""

import json
from collections import Counter
from functools import partial
from operator import eq
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen
from cattrs import Converter

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.records.archive.statistics import GameStatistics, Statistics
from abstractplay_hex.records.files import Mark
from abstractplay_hex.records.writing import replacing

FORMAT: Final = 4


@frozen
class Job:
    """What a job is: it is resumed only as the same one."""

    archives: tuple[str, ...]
    game: str | None = None
    report: str | None = None
    duplicates: bool = False


@frozen
class Checkpoint:
    """How far a job has come.

    :ivar mark: up to where the archives are checked.
    :ivar written: bytes of the report that belong to it.
    :ivar done: whether there is no more to do.
    :ivar versions: of the library and of the games met so far: what is good by other rules is not done.
    """

    job: Job
    mark: Mark | None = None
    written: int = 0
    statistics: Statistics = field(factory=Statistics)
    done: bool = False
    versions: dict[str, str] = field(factory=dict)
    checkpoint: int = FORMAT

    def save(self, path: Path) -> None:
        """Write it in place of the one before: whatever happens, one of the two is there."""
        with replacing(path) as file:
            file.write(_text(_CONVERTER.unstructure(self)).encode())

    @classmethod
    def load(cls, path: Path, job: Job) -> "Checkpoint | None":
        """Read the checkpoint of *job*; ``None`` if there is no such file.

        :raises ArgumentError: if it is damaged, or of another job.
        """
        try:
            data: Any = json.loads(path.read_text(encoding="utf-8"))
            found = _CONVERTER.structure(data, cls)
            # A key too many, one too few or a value of another type is not written back as it was read.
            sound = found.checkpoint == FORMAT and _text(_CONVERTER.unstructure(found)) == _text(
                data
            )
        except FileNotFoundError:
            return None
        except Exception as error:  # whatever the file holds
            raise ArgumentError("archive.checkpoint", path=str(path)) from error
        if not sound:
            raise ArgumentError("archive.checkpoint", path=str(path))
        if found.job != job:
            raise ArgumentError("archive.other-job", path=str(path))
        return found


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=True, sort_keys=True)


_Kinds = dict[tuple[str, str], GameStatistics]


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)

    def count(value: Any, _: Any) -> int:
        if type(value) is not int or value < 0:
            raise ValueError(value)
        return value

    def lengths(data: Any, _: Any) -> Counter[int]:
        return Counter({int(plies): count(games, int) for plies, games in data.items()})

    def kinds(data: Any, _: Any) -> _Kinds:
        return {
            (str(uid), str(variants)): converter.structure(k, GameStatistics)
            for uid, variants, k in data
        }

    def listed(kinds: _Kinds) -> list[Any]:
        return [[*key, converter.unstructure(kind)] for key, kind in sorted(kinds.items())]

    converter.register_structure_hook(int, count)
    converter.register_structure_hook(bool, lambda value, _: bool(value))  # not by the hook of int
    for of, read, write in (
        (Counter[int], lengths, lambda counter: {str(n): counter[n] for n in counter}),
        (_Kinds, kinds, listed),
    ):
        converter.register_structure_hook_func(partial(eq, of), read)
        converter.register_unstructure_hook_func(partial(eq, of), write)
    return converter


_CONVERTER: Final = _converter()
