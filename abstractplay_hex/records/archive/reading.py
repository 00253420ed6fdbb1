"""Games of archives as bytes, one after the other, and where each of them stands.

Only as much is read as it takes to see where a game ends; reading *what* it says is left to whoever
checks it, so that this can be done by many processes. Memory does not grow with the archive.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, field, frozen

from abstractplay_hex.codec.jsontext import LARGEST_TEXT, loads
from abstractplay_hex.errors import ArgumentError, HexError, RecordError, StateError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.archive.opening import (
    STDIN,
    Archives,
    CutOffError,
    DamagedError,
    Opened,
    Stream,
    WindowError,
    bare_name,
    find_files,
    identity,
    missing,
    open_file,
)
from abstractplay_hex.records.files import system_reason

_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = b" \t\r\n"
_BLOCK: Final = 1 << 16
_PART: Final = 1 << 20
"""Bytes that the parser is given at once at most: what it makes of them can be many times as large."""


@frozen
class Location:
    """Where a game stands: the file, its line or its index in an array, and its first byte.

    :ivar line: from 1, in files with a game a line.
    :ivar index: from 0, in arrays.
    :ivar offset: bytes before it in the file, or in what is unpacked of it.
    """

    path: str
    line: int | None = None
    index: int | None = None
    offset: int = 0

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return f"{self.path}{line}" if self.index is None else f"{self.path}{line}[{self.index}]"


@frozen
class Mark:
    """How far an archive has been read: what it takes to go on from there, and no more.

    :ivar files: number of files before this one, and *before*, a hash of all of their identities.
    :ivar path: where the file is, whatever it was called.
    :ivar offset: of the first byte not read, or −1 if the file is done with.
    :ivar line: number of the next line; *index*: of the next item where an array goes on.
    :ivar taken: bytes read of all files as they are stored, for showing progress.
    """

    files: int = 0
    before: str = ""
    path: str = ""
    identity: str = ""
    offset: int = 0
    line: int = 1
    index: int | None = None
    taken: int = field(default=0, eq=False)


@frozen
class Item:
    """The bytes of one game, or why there are none, and the mark behind it."""

    where: Location
    text: bytes
    error: HexError | None
    after: Mark


def read_archives(names: Archives, start: Mark | None = None) -> Iterator[Item]:
    """Yield the games of all files and folders; what cannot be read is an item with an error.

    :param names: of files and folders, or a single one.
    :param start: go on behind this mark of an earlier reading of the same *names*.
    :raises ArgumentError: if the files before *start* are not what they were then.
    """
    mark = Mark()
    for number, name in enumerate(find_files(names)):
        before = _chained(mark) if number else ""
        if start is not None and number < start.files:
            mark = Mark(number, before, _place(name), identity(name), -1)
            continue
        mark = Mark(number, before, _place(name), taken=mark.taken)
        if start is not None and number == start.files:
            mark = _checked(start, mark)
        for item in _file(name, mark):
            mark = item.after
            yield item
        mark = evolve(mark, identity=mark.identity or identity(name), offset=-1)
    if start is not None and mark.files < start.files:
        raise ArgumentError("archive.changed", path=start.path)


def _chained(mark: Mark) -> str:
    return hashlib.sha256(
        f"{mark.before}{mark.path}:{mark.identity}".encode("utf-8", "surrogatepass")
    ).hexdigest()[:32]


def _checked(start: Mark, mark: Mark) -> Mark:
    """Return *start* if what has been read up to it is still the same."""
    if start.before != mark.before:
        raise ArgumentError("archive.changed-before", path=start.path)
    if start.path != mark.path or start.identity != identity(mark.path):
        raise ArgumentError("archive.changed", path=start.path)
    return start


def _place(name: str) -> str:
    """Return where a file is, however it is called and wherever from."""
    return name if name == STDIN else os.path.abspath(name)


def _file(name: str, mark: Mark) -> Iterator[Item]:
    """Yield the items of one file from *mark* on; they say where they are by its *name*."""
    if mark.offset < 0:
        return
    where = Phrase("file.standard-input") if name == STDIN else name
    end, code = mark, ""
    error: HexError | None = None
    try:
        opened = open_file(name)
        with opened.raw:
            end = mark = evolve(mark, identity=identity(name))
            opened.skip(mark.offset)
            earlier = mark.taken - opened.taken()
            for item in _items(opened, mark, where):
                end = evolve(item.after, taken=earlier + opened.taken())
                yield evolve(item, after=end)
            if end.offset == 0:
                error = RecordError("record.no-game", where=where)
    except HexError as raised:  # what it takes to read it is not installed
        error = raised
    except (CutOffError, DamagedError, WindowError) as raised:
        code = _UNREADABLE[type(raised)]
        error = RecordError("record.unreadable", where=where, reason=Phrase(code))
    except IsADirectoryError:  # without anything to be read in it
        error = RecordError("record.no-game", where=where)
    except (OSError, ValueError) as raised:  # ValueError: a name that no file can have
        reason = system_reason(raised)
        error = RecordError("record.unreadable", where=where, reason=reason)
    if error is not None:
        place = Location(where, None, end.index, max(end.offset, 0))
        done = evolve(end, identity=end.identity or identity(name), offset=-1)
        yield Item(place, b"", error, done)


def _items(opened: Opened, mark: Mark, where: str) -> Iterator[Item]:
    if bare_name(mark.path).endswith((".jsonl", ".ndjson")):
        return _lines(opened.plain, mark, where)
    text = _Text(opened.plain, mark.offset)
    # Where an array or a value was gone on with, the mark's line is still the first.
    if mark.line > 1 or (mark.offset == 0 and text.has_a_game_a_line()):
        return _lines(text, mark, where)
    return _values(text, mark, where)


_UNREADABLE: Final[dict[type[Exception], str]] = {
    CutOffError: "bytes.ended",
    DamagedError: "bytes.damaged",
    WindowError: "bytes.window",
}


# ---- a game a line ------------------------------------------------------------------------------


def _lines(stream: "Stream | _Text", mark: Mark, where: str) -> Iterator[Item]:
    number, offset = mark.line, mark.offset
    while line := stream.readline(LARGEST_TEXT + 1):
        error, size = None, len(line)
        if size > LARGEST_TEXT and not line.endswith(b"\n"):
            error = too_large(where)
            while line and not line.endswith(b"\n"):
                line = stream.readline(_BLOCK)
                size += len(line)
            line = b""
        if offset == 0:
            line = line.removeprefix(_BOM)
        place = Location(where, number, None, offset)
        number, offset = number + 1, offset + size
        if error is not None or line.strip():
            yield Item(place, line, error, evolve(mark, offset=offset, line=number))


def too_large(where: str) -> HexError:
    """Return the error for a text that is too large to be read."""
    reason = StateError("state.too-large", limit=LARGEST_TEXT).phrase
    return RecordError("record.unreadable", where=where, reason=reason)


# ---- JSON values --------------------------------------------------------------------------------


class _Text:
    """A stream of JSON values, of which no more is kept than the value that is being read."""

    def __init__(self, stream: Stream, offset: int) -> None:
        self._stream = stream
        self._data = b""
        self._at = 0
        self._before = offset  # what was read and is not kept

    @property
    def offset(self) -> int:
        """Offset of the next byte."""
        return self._before + self._at

    def _more(self) -> bool:
        # As much again as is kept: a long value is copied a few times, not once a block.
        block = self._stream.read1(max(len(self._data) - self._at, _BLOCK))
        self._before += self._at
        self._data = self._data[self._at :] + block
        self._at = 0
        return bool(block)

    def peek(self) -> bytes:
        """Return the next byte that is no white space, which is dropped; nothing at the end."""
        if self.offset == 0:
            while len(self._data) < len(_BOM) and self._more():
                pass
            if self._data.startswith(_BOM):
                self._at = len(_BOM)
        while True:
            rest = self._data[self._at : self._at + 1]
            if rest and rest not in _SPACE:
                return rest
            if rest:
                left = self._data[self._at : self._at + _BLOCK].lstrip(_SPACE)
                self._at += len(self._data[self._at : self._at + _BLOCK]) - len(left)
            elif not self._more():
                return b""

    def take(self) -> None:
        """Take the byte that :meth:`peek` has shown."""
        self._at += 1

    def readline(self, size: int, /) -> bytes:
        """Take bytes up to a line's end, so many at most."""
        while not (end := self._data.find(b"\n", self._at, self._at + size) + 1):
            if len(self._data) - self._at >= size or not self._more():
                end = min(self._at + size, len(self._data))
                break
        return self._taken(end - self._at)

    def has_a_game_a_line(self) -> bool:
        """Say whether each line stands for itself, whatever the file is called; takes nothing.

        So it is if one of the first two lines is a whole game and the other may be a bad one. Then
        a bad line takes no other along.
        """
        first, end = self._next_line(0)
        if first in (b"", b"[") or _is_an_array_of_games(first):
            return False
        second, _ = self._next_line(end)
        if _is_a_game(first):
            return second not in (b"", b"{", b"[")  # these begin a value that goes over many lines
        return second.startswith(b"{") and _is_a_game(second)

    def _next_line(self, begin: int) -> tuple[bytes, int]:
        """Return the next line that is not blank, and where it ends; nothing if it is too large to be kept."""
        while True:
            while not (end := self._data.find(b"\n", begin) + 1):
                # All games may be in this one line.
                if _is_an_array_of_games(self._data[begin:]) or len(self._data) > LARGEST_TEXT:
                    return b"", begin
                if not self._more():
                    end = len(self._data)
                    break
            line = self._data[begin:end].removeprefix(_BOM).strip(_SPACE)
            if line or begin == end:
                return line, end
            begin = end

    def begins_an_array_of_games(self) -> bool:
        """Say whether an array begins here whose first item is no text (that is one game's moves)."""
        if self.peek() != b"[":
            return False
        rest = b""
        while not (rest := self._data[self._at + 1 :].lstrip(_SPACE)) and self._more():
            pass
        return rest[:1] != b'"'

    def value(self) -> bytes | None:
        """Take one object or array and return its bytes; ``None`` if the text ends within it.

        What is no JSON is returned up to where its brackets are closed.

        :raises OverflowError: if it is too large to be read.
        :raises ArgumentError: if the package for it is not installed.
        """
        try:
            from ijson import basic_parse_coro, sendable_list
        except ModuleNotFoundError:
            raise missing("ijson") from None
        closing = {b"{": b"}", b"[": b"]"}[self.peek()]
        events: Any = sendable_list()
        parser: Any = basic_parse_coro(
            events, use_float=True
        )  # larger numbers are left to the reader
        size = depth = 0
        while size <= LARGEST_TEXT:
            begin = self._at + size
            # A long text or number is looked through anew with each part of it that comes.
            far = begin + min(max(size, _BLOCK), _PART)
            end = self._data.find(closing, begin, far) + 1
            end = end or min(far, len(self._data))
            if begin == end:
                if not self._more():
                    return None
                continue
            try:
                parser.send(self._data[begin:end])
            except Exception:  # no JSON for it, or more than it can take
                return self._balanced()
            kinds = [kind for kind, _ in events]
            depth += kinds.count("start_map") + kinds.count("start_array")
            depth -= kinds.count("end_map") + kinds.count("end_array")
            del events[:]
            size = end - self._at
            if not depth:
                return self._taken(size)
        raise OverflowError

    def scalar(self) -> bytes:
        """Take what is neither object nor array and return its bytes.

        :raises OverflowError: if it is too large to be read.
        """
        while True:
            found = _SCALAR.match(self._data, self._at)
            size = found.end() - self._at if found else 1
            if size > LARGEST_TEXT:
                raise OverflowError
            if self._at + size < len(self._data) or not self._more():
                return self._taken(size)

    def _taken(self, size: int) -> bytes:
        text = self._data[self._at : self._at + size]
        self._at += size
        return text

    def _balanced(self) -> bytes | None:
        """Take what is no JSON up to where its first bracket is closed, whatever is open within."""
        while True:
            open_ones: list[bytes] = []
            for token in _TOKEN.finditer(self._data, self._at):
                if token[0] in _OPENING.values():
                    open_ones.append(token[0])
                elif (opening := _OPENING.get(token[0])) in open_ones:
                    while open_ones.pop() != opening:
                        pass
                    if not open_ones:
                        return self._taken(token.end() - self._at)
            if len(self._data) - self._at > LARGEST_TEXT:
                raise OverflowError
            if not self._more():
                return None


def _is_an_array_of_games(text: bytes) -> bool:
    """Say whether an array begins here whose first item is no text, as far as that can be seen."""
    text = text.removeprefix(_BOM).lstrip(_SPACE)
    return text.startswith(b"[") and text[1:].lstrip(_SPACE)[:1] not in b'"'


_KEYS: Final = frozenset({"moves", "plies", "header", "stack"})
"""One of them is in each game that is an object; no part of a game has them."""


def _is_a_game(text: bytes) -> bool:
    try:
        data = loads(text)
    except (HexError, RecursionError, MemoryError):
        return False
    if type(data) is dict:
        return not _KEYS.isdisjoint(data)
    return type(data) is list and bool(data) and type(data[0]) is str


_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[{}\[\]]', re.DOTALL)
_SCALAR: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[^\s,{}\[\]"]+', re.DOTALL)
_OPENING: Final = {b"}": b"{", b"]": b"["}


def _values(text: _Text, mark: Mark, where: str) -> Iterator[Item]:
    """Yield values that stand one after the other, and the items of arrays."""
    index = mark.index
    while first := text.peek():
        if index is None and text.begins_an_array_of_games():
            text.take()
            index = 0
            continue
        if index is not None and first in b",]":
            text.take()
            index = None if first == b"]" else index
            if first == b"]" and not text.peek():
                return
            continue
        place = Location(where, None, index, text.offset)
        error: HexError | None = None
        value: bytes | None = b""
        try:
            if first in b"{[":
                value = text.value()
            elif index is not None:
                value = text.scalar()
            else:
                error = RecordError("record.format", where=str(place))
            if value is None:
                reason = Phrase("bytes.ended")
                error = RecordError("record.unreadable", where=str(place), reason=reason)
        except OverflowError:
            error = too_large(str(place))
        index = None if index is None else index + 1
        after = evolve(mark, offset=-1 if error else text.offset, index=index)
        yield Item(place, value or b"", error, after)
        if error:
            return
    if index is not None:
        place = Location(where, None, index, text.offset)
        error = RecordError("record.unreadable", where=where, reason=Phrase("bytes.ended"))
        yield Item(place, b"", error, evolve(mark, offset=-1))


__all__ = ["Item", "Location", "Mark", "read_archives"]
