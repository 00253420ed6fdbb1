"""Files of games: ``.json`` (one game or an array), ``.jsonl`` (one a line), ``.gz`` of either, stdin."""

import gzip
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from attrs import frozen

from abstractplay_hex.codec.jsontext import LARGEST_TEXT, loads
from abstractplay_hex.errors import HexError, RecordError

STDIN: Final = "-"


@frozen
class Entry:
    """One game of a file: where it stands, and its JSON data, or the error that reading it gave."""

    where: str
    data: Any = None
    error: HexError | None = None


def read_files(names: Iterable[str]) -> Iterator[Entry]:
    """Yield the games of each file in turn; ``-`` is standard input.

    A file or line that cannot be read yields an entry with an error, and reading goes on after it.
    """
    for name in names:
        where = "standard input" if name == STDIN else name
        try:
            with _opened(name) as stream:
                yield from _entries(stream, where, name)
        except (OSError, EOFError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            yield Entry(where, error=RecordError("record.unreadable", where=where, reason=reason))


def _opened(name: str) -> IO[bytes]:
    stream: IO[bytes] = sys.stdin.buffer if name == STDIN else Path(name).open("rb")  # noqa: SIM115 - closed by the caller
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)  # type: ignore[type-var]
    if buffered.peek(2)[:2] == b"\x1f\x8b":
        return io.BufferedReader(gzip.GzipFile(fileobj=buffered))
    return buffered


def _entries(stream: IO[bytes], where: str, name: str) -> Iterator[Entry]:
    """Read a stream line by line; what is not one JSON value a line is read as one whole value."""
    if not name.removesuffix(".gz").endswith(".json"):
        first = stream.readline(LARGEST_TEXT + 1)
        try:
            head = Entry(f"{where}:1", loads(first)) if first.strip() else None
        except HexError as error:
            rest = stream.readline(LARGEST_TEXT + 1)
            if not rest or name.removesuffix(".gz").endswith(".jsonl"):
                yield Entry(f"{where}:1", error=error)
                yield from _lines(stream, where, 2, rest)
                return
            yield from _whole(first + rest + stream.read(LARGEST_TEXT + 1), where)
            return
        if head is not None:
            yield from _split(head)
        yield from _lines(stream, where, 2)
        return
    yield from _whole(stream.read(LARGEST_TEXT + 1), where)


def _lines(stream: IO[bytes], where: str, number: int, pending: bytes = b"") -> Iterator[Entry]:
    while line := pending or stream.readline(LARGEST_TEXT + 1):
        pending = b""
        if line.strip():
            place = f"{where}:{number}"
            try:
                yield from _split(Entry(place, loads(line)))
            except HexError as error:
                yield Entry(place, error=error)
        number += 1


def _whole(text: bytes, where: str) -> Iterator[Entry]:
    try:
        yield from _split(Entry(where, loads(text)))
    except HexError as error:
        yield Entry(where, error=error)


def _split(entry: Entry) -> Iterator[Entry]:
    """Take an array of games apart; an array of texts is one game's moves."""
    if isinstance(entry.data, list) and not all(isinstance(item, str) for item in entry.data):
        for i, item in enumerate(entry.data):
            yield Entry(f"{entry.where}[{i}]", item)
    else:
        yield entry
