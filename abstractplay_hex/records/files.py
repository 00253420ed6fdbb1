"""The one reader of game files: where each game of a file begins and ends, as bytes.

A file holds games one to a line, or JSON values: arrays of games, and games one after the other. It is
read as a stream; no more of it is kept than the game being read. What a game *says* is left to whoever
takes it, so that many processes can share that work.

What is wrong is reported where it stands, and costs as little as possible: a bad line or a bad item never
takes its neighbours along. Where reading cannot go on, the last entry says so (``GameText.unread``).
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from abstractplay_hex.codec.jsontext import LARGEST_TEXT, encoding_of, loads
from abstractplay_hex.errors import ArgumentError, HexError, RecordError, StateError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.opening import (
    STDIN,
    Files,
    OpenFile,
    bare_name,
    find_files,
    identity,
    open_file,
    system_reason,
)
from abstractplay_hex.records.unpacking import BrokenError

_BOM: Final = b"\xef\xbb\xbf"
_BLOCK: Final = 1 << 16
_MUCH: Final = 1 << 20
"""Of a value that is so large already, as is read on."""


@frozen
class Location:
    """Where a game stands: ``file``, ``file:line``, ``file[index]`` or ``file:line[index]``.

    :ivar line: from 1, of a game that is no item of the file's array.
    :ivar index: from 0, in arrays.
    :ivar offset: bytes before it in the file, unpacked.
    """

    path: str
    line: int | None = None
    index: int | None = None
    offset: int = 0

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return f"{self.path}{line}" if self.index is None else f"{self.path}{line}[{self.index}]"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data; what it has not is left out."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@frozen
class Mark:
    """How far files have been read: what it takes to resume there, and no more.

    :ivar files: number of files before this one, and *before*, a hash of all of their identities.
    :ivar path: where the file is, whatever it was called.
    :ivar done: whether the whole file has been read; else
    :ivar offset: of the first byte not read, with its *line* and *column*.
    :ivar games: how many have been read of this file.
    :ivar lines: whether it has a game a line.
    :ivar index: of the next item, within an array, and *array*, the line it is named by;
        *separated*, whether the next item may follow at once.
    :ivar taken: bytes read of all files as stored, for showing progress.
    """

    files: int = 0
    before: str = ""
    path: str = ""
    identity: str = ""
    done: bool = False
    offset: int = 0
    line: int = 1
    column: int = 1
    games: int = 0
    lines: bool = False
    index: int | None = None
    array: int | None = None
    separated: bool = True
    taken: int = field(default=0, eq=False)


@frozen
class GameText:
    """The text of one game in a file, or the error that stands for it.

    :ivar error: why there is no text; its message begins with the place.
    :ivar unread: the error is about no game but about the file: (the rest of) it cannot be read.
    :ivar after: the mark behind it.
    :ivar begins: line and column of its first character, for errors in the text.
    """

    where: Location
    text: bytes = b""
    error: HexError | None = None
    unread: bool = False
    after: Mark = field(factory=Mark, eq=False, repr=False)
    begins: tuple[int, int] = field(default=(1, 1), eq=False)

    def data(self) -> Any:
        """Return the JSON data of the text.

        :raises HexError: if there is none; the message begins with the place.
        """
        if self.error is not None:
            raise self.error
        try:
            return loads(self.text)
        except StateError as error:
            params = dict(error.params)
            if "line" in params:  # of the text; now of the file
                line, column = self.begins
                params["column"] += column - 1 if params["line"] == 1 else 0
                params["line"] += line - 1
            raise _unreadable(self.where, StateError(error.code, **params)) from None


def _unreadable(where: Location | str, error: StateError) -> RecordError:
    return RecordError("record.unreadable", where=str(where), reason=error.phrase)


def _too_large() -> StateError:
    return StateError("state.too-large", limit=LARGEST_TEXT)


def read_files(files: Files, start: Mark | None = None) -> Iterator[GameText]:
    """Yield the games of all files and folders; whatever cannot be read yields an entry with an error.

    :param files: names of files and folders, or a single one; ``-`` is standard input.
    :param start: resume behind this mark of an earlier reading of the same *files*.
    :raises ArgumentError: if *files* are no names, or those before *start* are not what they were then.
    """
    mark = Mark()
    for number, name in enumerate(find_files(files)):
        before = _chained(mark) if number else ""
        path = name if name == STDIN else os.path.abspath(name)
        mark = Mark(number, before, path, taken=mark.taken)
        if start is not None and number < start.files:
            mark = evolve(mark, identity=identity(name))
            continue
        if start is not None and number == start.files:
            _check_unchanged(start, mark)
            mark = start
        for game in () if mark.done else _read_file(name, mark):
            mark = game.after
            yield game
        mark = evolve(mark, identity=mark.identity or identity(name), done=True)
    if start is not None and mark.files < start.files:
        raise ArgumentError("archive.changed", path=start.path)


def _chained(mark: Mark) -> str:
    text = f"{mark.before}{mark.path}:{mark.identity}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _check_unchanged(start: Mark, mark: Mark) -> None:
    if start.before != mark.before:
        raise ArgumentError("archive.changed-before", path=start.path)
    if start.path != mark.path or start.identity != identity(mark.path):
        raise ArgumentError("archive.changed", path=start.path)


def _read_file(name: str, mark: Mark) -> Iterator[GameText]:
    """Yield the games of one file from *mark* on; they say where they are by its *name*."""
    where = Phrase("file.standard-input") if name == STDIN else name
    begun = mark
    try:
        with open_file(name) as file:
            mark = evolve(mark, identity=identity(name))
            file.skip(mark.offset)
            earlier = mark.taken - file.taken
            for game in _Splitter(file, mark, where).games():
                mark = evolve(game.after, taken=earlier + file.taken)
                yield evolve(game, after=mark)
        return
    except IsADirectoryError:  # a folder without any file to read
        error: HexError = RecordError("record.no-game", where=where)
    except HexError as raised:  # the package that it takes is not installed
        error = raised
    except BrokenError as raised:
        error = RecordError("record.unreadable", where=where, reason=raised.reason)
    except (OSError, ValueError) as raised:  # ValueError: a name that no file can have
        error = RecordError("record.unreadable", where=where, reason=system_reason(raised))
    done = evolve(begun, identity=identity(name), done=True)
    yield GameText(Location(where), error=error, unread=True, after=done)


# ---- a stream of text ----------------------------------------------------------------------------


_SPACES: Final = re.compile(rb"[ \t\r\n]*+")


def _skipping(depth: int) -> str:
    """Return a pattern for what is no bracket, or closed brackets down to a *depth*; texts count as a whole."""
    within = _skipping(depth - 1) if depth else ""
    closed = rf"\{{{within}\}}|\[{within}\]|" if depth else ""
    return rf'(?:[^"{{}}\[\]]++|{closed}"(?:[^"\\]|\\.)*+")*+'


_TO_BRACKET: Final = re.compile(_skipping(4).encode(), re.DOTALL)
"""Up to the next bracket that is not closed soon: most games are a single match."""
_MOST_OPEN: Final = 200_000
"""Open brackets that are counted; JSON is refused at some thousands."""
_SCALAR: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[^\s,{}\[\]"]+', re.DOTALL)
_ARRAY_OF_GAMES: Final = re.compile(rb'\[\s*[^\s"\]]')
_QUOTE: Final = ord('"')
_CLOSES: Final = {ord("}"): ord("{"), ord("]"): ord("[")}


class _Text:
    """Text that is read block by block, and where in it we are; what is taken is not kept."""

    def __init__(self, read: Callable[[int], bytes], mark: Mark) -> None:
        self._read = read
        self._data = b""
        self._at = 0
        self._before = mark.offset  # bytes read and not kept
        self.line, self.column = mark.line, mark.column
        self.first_in_line = mark.column == 1
        self.broken: str | None = None
        self._rescanned = 0

    @property
    def offset(self) -> int:
        """Offset of the next byte."""
        return self._before + self._at

    def _more(self) -> bool:
        if self.broken is not None:
            return False
        try:
            # As much again as is kept: a long value is copied a few times, not once a block.
            kept = len(self._data) - self._at
            block = self._read(max(kept, _BLOCK))
            while kept > _MUCH and len(block) < kept // 4 and (more := self._read(kept)):
                block += more
        except BrokenError as error:  # what is here already may still hold games
            self.broken = error.reason
            return False
        self._before += self._at
        self._data = self._data[self._at :] + block
        self._at = 0
        return bool(block)

    def encoding(self) -> str | None:
        """Name the encoding of a text that begins here if its bytes show that it is not UTF-8."""
        while len(self._data) < 6 and self._more():
            pass
        return encoding_of(self._data[:6])

    def peek(self) -> bytes:
        """Return the next byte after white space, which is taken; nothing at the end."""
        if self.offset == 0:
            while len(self._data) < len(_BOM) and _BOM.startswith(self._data) and self._more():
                pass
            if self._data.startswith(_BOM):
                self._at = len(_BOM)
        while True:
            found = _SPACES.match(self._data, self._at)
            if found and found.end() > self._at:
                self.take(found.end() - self._at)
            if self._at < len(self._data):
                return self._data[self._at : self._at + 1]
            if not self._more():
                return b""

    def take(self, size: int) -> bytes:
        """Take the next *size* bytes, which have been looked at."""
        text = self._data[self._at : self._at + size]
        self._at += size
        last = text.rfind(b"\n") + 1
        if last:
            self.line += text.count(b"\n")
            self.column, self.first_in_line = 1, True
        rest = text[last:]
        self.column += len(rest) if rest.isascii() else len(rest.decode("utf-8", "replace"))
        self.first_in_line = self.first_in_line and not rest.strip()
        return text

    def line_size(self, begin: int = 0) -> int | None:
        """Count the bytes from *begin* to the line's end; ``None`` if they are too many."""
        while not (end := self._data.find(b"\n", self._at + begin) + 1):
            if len(self._data) - self._at - begin > LARGEST_TEXT or not self._more():
                end = len(self._data)
                break
        size = end - self._at - begin
        ended = self._data[end - 1 : end] == b"\n"
        return size if size <= LARGEST_TEXT + ended else None

    def look(self, size: int, begin: int = 0) -> bytes:
        """Return bytes that :meth:`line_size` has counted, without taking them."""
        return self._data[self._at + begin : self._at + begin + size]

    def drop_line(self) -> None:
        """Take the rest of the line, however long."""
        while not (end := self._data.find(b"\n", self._at) + 1):
            self.take(len(self._data) - self._at)
            if not self._more():
                return
        self.take(end - self._at)

    def next_line(self, begin: int) -> bytes:
        """Return the next line that is not blank, *begin* bytes from here; nothing if none is near."""
        most = begin + _MUCH
        while begin < most:
            found = _SPACES.match(self._data, self._at + begin)
            begin = found.end() - self._at if found else begin
            if self._at + begin < len(self._data):
                return self.look(self.line_size(begin) or 0, begin).strip()
            if not self._more():
                break
        return b""

    def begins_array_of_games(self) -> bool:
        """Say whether an array begins here whose first item is no text (that is one game's moves)."""
        if self.peek() != b"[":
            return False
        seen = 0  # blanks without end are no reason to keep them all
        while not (rest := self._data[self._at + 1 :].lstrip()) and seen < _MUCH and self._more():
            seen = len(self._data) - self._at
        return rest[:1] != b'"'

    def value_size(self) -> int | None:
        """Count the bytes of the object or array that begins here; ``None`` if it does not end.

        What is no JSON ends where its first bracket is closed, whatever is open within.

        :raises StateError: if it is too large to be read.
        """
        # A closing bracket closes all up to the last one of its kind, or nothing if there is none.
        stack = bytearray()
        opened = {ord("{"): 0, ord("["): 0}
        size = 0
        while size <= LARGEST_TEXT and len(stack) <= _MOST_OPEN:
            found = _TO_BRACKET.match(self._data, self._at + size) if stack else None
            end = found.end() if found else self._at
            if (
                end >= len(self._data) or self._data[end] == _QUOTE
            ):  # in a text that is not all here
                if len(self._data) - self._at > LARGEST_TEXT:
                    break
                if not self._more():
                    return None
                continue
            bracket = self._data[end]
            size = end + 1 - self._at
            opening = _CLOSES.get(bracket)
            if opening is None:
                stack.append(bracket)
                opened[bracket] += 1
            elif opened[opening]:
                while stack[-1] != opening:
                    opened[stack.pop()] -= 1
                opened[stack.pop()] -= 1
                if not stack and size <= LARGEST_TEXT:
                    return size
        raise _too_large() if len(stack) <= _MOST_OPEN else StateError("state.too-deep", path="$")

    def scalar_size(self) -> int:
        """Count the bytes of what is neither object nor array.

        :raises StateError: if it is too large to be read.
        """
        while True:
            found = _SCALAR.match(self._data, self._at)
            size = found.end() - self._at if found else 1
            if size > LARGEST_TEXT:
                raise _too_large()
            if self._at + size < len(self._data) or not self._more():
                return size

    def size_to_next_alike(self) -> int | None:
        """Count the bytes to the next line that begins as far right, with a bracket.

        There the next value begins if the one that begins here is never closed.
        """
        self._rescanned += len(self._data) - self._at  # all to the end has been looked at in vain
        if not (self.first_in_line and self.column < 100 and self._rescanned <= 2 * LARGEST_TEXT):
            return None
        alike = re.compile(rb"\n[ \t]{%d}(?=[{\[])" % (self.column - 1))
        found = alike.search(self._data, self._at)
        return found.end() - self._at if found else None

    def take_bracket(self) -> None:
        """Take the bracket that comes next."""
        self.peek()
        self.take(1)

    def begins_packed_game(self) -> bool:
        """Say whether a packed saved game (``gz:``) begins here, or the text ends."""
        while len(self._data) - self._at < 3 and self._more():
            pass
        return self._data[self._at : self._at + 3] in (b"", b"gz:")

    def rest_size(self) -> int:
        """Count the bytes that are here; after a value that does not end, all there are."""
        return len(self._data) - self._at


_KEYS: Final = frozenset({"moves", "plies", "header", "stack"})
"""One of them is in each game that is an object; no part of a game has them."""


def _data(text: bytes) -> tuple[bool, Any]:
    """Return whether a text is JSON, and its data."""
    try:
        return True, loads(text.rstrip())
    except (HexError, MemoryError):
        return False, None


def _is_game(data: Any) -> bool:
    if type(data) is dict:
        return not _KEYS.isdisjoint(data)
    return type(data) is list and bool(data) and type(data[0]) is str


# ---- games in it ---------------------------------------------------------------------------------


class _Splitter:
    """Tells the games of one file apart."""

    def __init__(self, file: OpenFile, mark: Mark, where: str) -> None:
        self._text = _Text(file.read, mark)
        self._start = mark
        self._where = where
        self._named_lines = bare_name(mark.path).endswith((".jsonl", ".ndjson"))
        self._lines = mark.lines or self._named_lines
        self._index = mark.index
        self._array = mark.array
        self._separated = mark.separated
        self._games = mark.games
        self._begun = mark.offset > 0
        self._failed: StateError | None = None

    def games(self) -> Iterator[GameText]:
        """Yield them, and at the end what is unread, if anything is."""
        text = self._text
        if text.offset == 0 and (encoding := text.encoding()):
            reason = Phrase("bytes.encoding", encoding=encoding)
            yield self._unread(RecordError("record.unreadable", where=self._where, reason=reason))
            return
        if self._lines and self._index is not None:  # resumed within a line
            yield from self._line()
        while self._failed is None and text.peek():
            if self._lines:
                yield from self._line()
            elif self._index is None:
                yield from self._value()
            else:
                yield from self._items(text)
                if self._index is not None:
                    break
        if self._failed is not None or text.broken is not None or self._index is not None:
            yield self._unread(self._cut_short())
        elif not self._games:
            yield self._unread(RecordError("record.no-game", where=self._where))

    def _cut_short(self) -> RecordError:
        failed, offset = self._failed and self._failed.phrase, self._text.offset
        if not failed:  # what is here of a value that does not end has been looked at
            offset += self._text.rest_size()
        return RecordError(
            "record.cut-short",
            where=self._where,
            reason=failed or self._text.broken or Phrase("bytes.ended"),
            offset=offset,
            games=self._games,
        )

    def _unread(self, error: HexError) -> GameText:
        place = Location(self._where, offset=self._text.offset)
        return GameText(place, error=error, unread=True, after=evolve(self._start, done=True))

    def _mark(self, text: _Text) -> Mark:
        return evolve(
            self._start,
            offset=text.offset,
            line=text.line,
            column=text.column,
            games=self._games,
            lines=self._lines,
            index=self._index,
            array=self._array,
            separated=self._separated,
        )

    def _taken(self, text: _Text, size: int, where: Location) -> GameText:
        begins = text.line, text.column
        taken = text.take(size).rstrip()
        self._games += 1
        return GameText(where, taken, after=self._mark(text), begins=begins)

    def _bad(self, text: _Text, where: Location, error: StateError) -> GameText:
        return GameText(where, error=_unreadable(where, error), after=self._mark(text))

    def _is_cut(self, line: bytes, data: Any) -> bool:
        """Say whether a line is what damage has left of one."""
        return self._text.broken is not None and not line.endswith(b"\n") and not _is_game(data)

    # ---- a game a line ----

    def _line(self) -> Iterator[GameText]:
        text = self._text
        place = Location(self._where, text.line, None, text.offset)
        size = text.line_size()
        if size is None:
            text.drop_line()
            self._games += 1
            yield self._bad(text, place, _too_large())
            return
        line = text.look(size)
        if not self._named_lines and line.strip() in (b"{", b"["):
            self._lines = False  # what begins so goes over several lines
        elif self._index is not None or _ARRAY_OF_GAMES.match(line):
            yield from self._line_of_games(line)
        elif self._is_cut(line, _data(line)[1] if text.broken else None):
            text.take(size)
        else:
            yield self._taken(text, size, place)

    def _line_of_games(self, line: bytes) -> Iterator[GameText]:
        """Yield the games of an array in a line, or of the rest of one."""
        within = _Text(BytesIO(line).read, self._mark(self._text))
        if self._index is None:
            within.take_bracket()
            self._index, self._array, self._separated = 0, within.line, True
        yield from self._items(within)
        self._text.take(len(line))
        place = Location(self._where, self._array, self._index, within.offset)
        unclosed, self._index = self._index is not None, None
        if unclosed and not self._is_cut(line, None):
            reason = self._failed.phrase if self._failed else Phrase("bytes.ended")
            error = RecordError("record.unreadable", where=str(place), reason=reason)
            self._failed = None
            yield GameText(place, error=error, after=self._mark(self._text))
        elif not unclosed and within.peek():
            yield self._bad(self._text, place, _not_json("json.more", within.line, within.column))

    # ---- values ----

    def _value(self) -> Iterator[GameText]:
        """Yield a game that stands by itself, or begin an array of games."""
        text = self._text
        if text.begins_array_of_games():
            text.take_bracket()
            self._array = text.line if self._begun else None
            self._begun, self._index, self._separated = True, 0, True
            return
        self._begun = True
        place = Location(self._where, text.line, None, text.offset)
        size = text.line_size()
        line = b"" if size is None else text.look(size)
        whole, data = _data(line)
        if size is not None and self._is_cut(line, data) and text.peek() not in b"{[":
            text.take(size)
        elif size is not None and whole:
            self._lines = text.first_in_line and _is_game(data)
            yield self._taken(text, size, place)
        elif size is not None and self._is_bad_line(line):
            self._lines = True
            yield self._taken(text, size, place)
        elif text.peek() in b"{[":
            yield from self._long_value(place)
        else:
            yield from self._rubbish(place, size)

    def _is_bad_line(self, line: bytes) -> bool:
        """Say whether *line* is a bad one of a file with a game a line: the next one is a game."""
        alone = self._text.first_in_line and line.strip() not in (b"{", b"[")
        return alone and _is_game(_data(self._text.next_line(len(line)))[1])

    def _long_value(self, place: Location) -> Iterator[GameText]:
        text = self._text
        try:
            size = text.value_size()
        except StateError as error:
            self._failed = error
            return
        if size is None and text.broken is not None:
            text.take(text.rest_size())
            return
        if size is None:
            size = text.size_to_next_alike() or text.rest_size()
        yield self._taken(text, size, place)

    def _rubbish(self, place: Location, size: int | None) -> Iterator[GameText]:
        """Yield one error for all lines up to one in which a value may begin."""
        text = self._text
        begins = text.line, text.column
        line = b"" if size is None else text.take(size).rstrip()
        if size is None:
            text.drop_line()
        while text.peek() not in b"{[" and not text.begins_packed_game():
            text.drop_line()
        self._games += 1
        if size is None:
            yield self._bad(text, place, _too_large())
        else:
            yield GameText(place, line, after=self._mark(text), begins=begins)

    def _items(self, text: _Text) -> Iterator[GameText]:
        """Yield the items of an array up to its end; then the index is ``None``."""
        while self._index is not None and (first := text.peek()):
            place = Location(self._where, self._array, self._index, text.offset)
            line, column = text.line, text.column
            if first == b"]":
                text.take(1)
                trailing, self._index = self._separated and self._index > 0, None
                if trailing:
                    yield self._bad(text, place, _not_json("json.trailing-comma", line, column))
            elif first == b",":
                text.take(1)
                several, self._separated = self._separated, True
                while text.peek() == b",":
                    text.take(1)
                    several = True
                if several:
                    yield self._bad(text, place, _not_json("json.value", line, column))
            elif first == b"}" or not self._separated:
                self._separated = self._separated or first != b"}"
                while text.peek() == b"}":
                    text.take(1)
                yield self._bad(text, place, _not_json("json.comma", line, column))
            else:
                try:
                    size = text.value_size() if first in b"{[" else text.scalar_size()
                except StateError as error:
                    self._failed = error
                    return
                self._separated = False
                if size is None and text.broken is None:
                    size = text.size_to_next_alike()
                    self._separated = True  # the comma is taken, too
                if size is None:
                    return
                self._index += 1
                yield self._taken(text, size, place)


def _not_json(fault: str, line: int, column: int) -> StateError:
    reason = Phrase(fault)
    return StateError("state.not-json", path="$", reason=reason, line=line, column=column)
