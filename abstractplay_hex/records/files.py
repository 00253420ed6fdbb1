"""Files of games: one JSON value, an array of games, or a game a line; packed by gzip or not; stdin.

What a file holds is told from its content. Only the name ``.jsonl`` (or ``.ndjson``) matters: there
each line stands for itself, so that a bad one never takes its neighbours along.
"""

import gzip
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from abstractplay_hex.codec.jsontext import LARGEST_TEXT, loads
from abstractplay_hex.errors import HexError, RecordError, StateError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.pipes import Rejoined

STDIN: Final = "-"

_BOM: Final = b"\xef\xbb\xbf"
_GZIP: Final = b"\x1f\x8b"
_SKIPPED_AT_ONCE: Final = 1 << 20


@frozen
class Entry:
    """One game of a file: where it stands, and its JSON data, or the error that reading it gave.

    ``where`` is ``file``, ``file:line`` or ``file[index]`` and begins the error's message, too;
    ``taken`` is how many bytes of the file had been read by then (for progress bars). ``raw`` is the
    text as it stands there, without white space around it; ``None`` for a game inside an array.
    """

    where: str
    data: Any = None
    error: HexError | None = None
    taken: int = field(default=0, eq=False)
    raw: bytes | None = field(default=None, eq=False, repr=False)


def read_files(names: Iterable[str]) -> Iterator[Entry]:
    """Yield the games of each file in turn; ``-`` is standard input.

    What cannot be read (a file, a line, an array's text) yields an entry with an error, a file
    without any game does so, too, and reading goes on after it.
    """
    for name in names:
        where = Phrase("file.standard-input") if name == STDIN else name
        taken = 0
        try:
            with _opened(name) as source:
                for entry in _entries(_unpacked(source), where, _has_a_game_a_line(name)):
                    taken = source.taken
                    yield evolve(entry, taken=taken)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            reason = Phrase("bytes.ended" if isinstance(error, EOFError) else "bytes.not-gzip")
            yield Entry(where, None, RecordError("record.gzip", where=where, reason=reason), taken)
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            bad = RecordError("record.unreadable", where=where, reason=system_reason(error))
            yield Entry(where, None, bad, taken)


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


def _has_a_game_a_line(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith((".jsonl", ".ndjson"))


@contextmanager
def _opened(name: str) -> Iterator[Rejoined]:
    if name != STDIN:
        with Path(name).open("rb", buffering=0) as file:
            yield Rejoined(b"", file)
    elif sys.stdin is None:
        raise OSError(Phrase("file.closed"))
    else:
        yield Rejoined(b"", sys.stdin.buffer)


def _unpacked(source: Rejoined) -> io.BufferedIOBase:
    """Return the plain bytes: gzip is known by how it begins, whatever the file is called."""
    head = source.read(2) or b""
    if len(head) == 1:  # a pipe may give less than was asked for
        head += source.read(1) or b""
    whole = Rejoined(head, source)
    return gzip.GzipFile(fileobj=whole, mode="rb") if head == _GZIP else io.BufferedReader(whole)


def _lines(stream: io.BufferedIOBase, number: int = 1) -> Iterator[tuple[int, bytes | None]]:
    """Yield lines that are not blank, and their numbers; ``None`` for one that is too large."""
    first = True
    while line := stream.readline(LARGEST_TEXT + 1):
        if first:
            line, first = line.removeprefix(_BOM), False
        if len(line) > LARGEST_TEXT and not line.endswith(b"\n"):
            yield number, None
            while line and not line.endswith(b"\n"):
                line = stream.readline(_SKIPPED_AT_ONCE)
        elif line.strip():
            yield number, line
        number += 1


def _entries(stream: io.BufferedIOBase, where: str, a_game_a_line: bool) -> Iterator[Entry]:
    lines = _lines(stream)
    number, line = next(lines, (0, b""))
    if number == 0:
        yield Entry(where, error=RecordError("record.no-game", where=where))
        return
    first = _entry(f"{where}:{number}", line, number)
    if first.error is not None and line is not None and not a_game_a_line:
        # Perhaps the first line of a value that goes over many; perhaps just a bad line.
        text = line + stream.read(max(LARGEST_TEXT + 1 - len(line), 0))
        whole = _entry(where, text if len(text) <= LARGEST_TEXT else None, number)
        if whole.error is None or not _second_line_is_a_game(text):
            yield from _split(whole)
            return
        lines = _lines(io.BufferedReader(Rejoined(text, stream)), number)
        next(lines)
    yield from _split(first)
    for number, line in lines:
        yield from _split(_entry(f"{where}:{number}", line, number))


def _second_line_is_a_game(text: bytes) -> bool:
    number, line = next(islice(_lines(io.BytesIO(text)), 1, None), (0, b""))
    return isinstance(_entry("", line, number).data, dict | list)


def _entry(where: str, text: bytes | None, number: int) -> Entry:
    """Read one JSON text (``None``: too large), which begins in line *number* of its file."""
    try:
        if text is None:
            raise StateError("state.too-large", limit=LARGEST_TEXT)
        return Entry(where, loads(text.rstrip()), raw=text.strip())
    except HexError as error:
        params = dict(error.params)
        if "line" in params:
            params["line"] += number - 1
        reason = type(error)(error.code, **params).phrase
        return Entry(where, error=RecordError("record.unreadable", where=where, reason=reason))


def _split(entry: Entry) -> Iterator[Entry]:
    """Take an array of games apart; an array that begins with a text is one game's moves."""
    if isinstance(entry.data, list) and entry.data and not isinstance(entry.data[0], str):
        for i, item in enumerate(entry.data):
            yield Entry(f"{entry.where}[{i}]", item)
    else:
        yield entry
