"""What a job writes, looked at before it begins: it must not overwrite or read what it is about."""

import os
from collections.abc import Iterable
from pathlib import Path

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.archive.checkpoint import beside_it
from abstractplay_hex.records.archive.opening import ENDINGS, STDIN, Archives, bare_name, names_of
from abstractplay_hex.records.files import system_reason


def check_outputs(
    archives: Archives,
    outputs: Iterable[str | Path | None],
    checkpoint: str | Path | None = None,
) -> None:
    """Refuse files to be written that are archives, lie among them, are named twice or cannot be there.

    :param outputs: report, statistics; ``None`` for one that is not wanted.
    :param checkpoint: another one, which is written beside its place first.
    :raises ArgumentError: names the file.
    """
    inputs = [os.path.realpath(name) for name in names_of(archives) if name != STDIN]
    written: list[str] = []

    def check(output: str | Path) -> None:
        path = _real(output)
        if any(_same(path, other) for other in written):
            raise ArgumentError("archive.outputs", path=str(output))
        if any(_among(path, name) for name in inputs):
            raise ArgumentError("archive.output", path=str(output))
        _check_place(path, str(output))
        written.append(path)

    if checkpoint is not None:
        check(checkpoint)
        check(beside_it(Path(checkpoint)))  # a name that a file can have, as is known now
    for output in outputs:
        if output is not None:
            check(output)


def _real(output: str | Path) -> str:
    try:
        return os.path.realpath(output)
    except ValueError as error:  # a name that no file can have
        raise _unwritable(str(output), error) from None


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
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        error = PermissionError()
    if error is not None:
        raise _unwritable(shown, error)


def _unwritable(shown: str, error: Exception) -> ArgumentError:
    return ArgumentError("archive.unwritable", path=shown, reason=system_reason(error))


__all__ = ["check_outputs"]
