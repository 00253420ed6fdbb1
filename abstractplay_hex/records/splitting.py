"""The games of one file told apart: a game a line, arrays of games, games one after the other."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from attrs import evolve

from abstractplay_hex.codec.jsontext import LARGEST_TEXT, loads
from abstractplay_hex.errors import HexError, RecordError, StateError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.entries import GameText, Location, Mark, unreadable
from abstractplay_hex.records.opening import OpenFile, bare_name
from abstractplay_hex.records.stream import TextStream, too_large

_ARRAY_OF_GAMES: Final = re.compile(rb'\[\s*[^\s"\]]')
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


class Splitter:
    """Tells the games of one file apart."""

    def __init__(self, file: OpenFile, mark: Mark, where: str) -> None:
        self._file = file
        self._text = TextStream(file.read, mark)
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
        if text.offset == 0 and self._start.frame is not None:
            self._skip_rest_of_game()
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
            yield self._cut_short()
        elif not self._games and self._start.frame is None:
            yield self._unread(RecordError("record.no-game", where=self._where))

    def _cut_short(self) -> GameText:
        failed, offset = self._failed and self._failed.phrase, self._text.offset
        if not failed:  # what is here of a value that does not end has been looked at
            offset += self._text.rest_size()
        told = {
            "where": str(self._place(self._text, None)),
            "reason": failed or self._text.broken or Phrase("bytes.ended"),
            "offset": offset,
            "games": self._games,
        }
        frame = self._file.go_on()
        if frame is None:
            return self._unread(RecordError("record.cut-short", **told))
        unread = self._unread(RecordError("record.gap", **told, frame=frame))
        start = self._start
        after = Mark(start.files, start.before, start.path, start.identity, games=self._games)
        return evolve(unread, after=evolve(after, frame=frame))

    def _unread(self, error: HexError) -> GameText:
        place = self._place(self._text, None)
        return GameText(place, error=error, unread=True, after=evolve(self._start, done=True))

    def _place(self, text: TextStream, line: int | None, index: int | None = None) -> Location:
        return Location(self._where, line, index, text.offset, self._start.frame)

    def _mark(self, text: TextStream) -> Mark:
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

    def _taken(self, text: TextStream, size: int, where: Location) -> GameText:
        begins = text.line, text.column
        taken = text.take(size).rstrip()
        self._games += 1
        return GameText(where, taken, after=self._mark(text), begins=begins)

    def _bad(self, text: TextStream, where: Location, error: StateError) -> GameText:
        return GameText(where, error=unreadable(where, error), after=self._mark(text))

    def _is_cut(self, line: bytes, data: Any) -> bool:
        """Say whether a line is what damage has left of one."""
        return self._text.broken is not None and not line.endswith(b"\n") and not _is_game(data)

    def _skip_rest_of_game(self) -> None:
        """Skip what stands before the first whole game, behind damage: the rest of one that is unread."""
        text = self._text
        text.peek()
        size = text.line_size()
        if size is not None and type(_data(text.look(size))[1]) in (dict, list):
            return
        if self._named_lines:
            text.drop_line()
            return
        self._begun, looked_at = True, 0
        while looked_at <= LARGEST_TEXT and text.skip_to(b"{"):
            try:
                size = text.value_size()
            except StateError as error:
                self._failed = error
                return
            if size is not None and _is_game(_data(text.look(size))[1]):
                if text.next_byte(size) in b",]":
                    self._index, self._separated = 0, True
                return
            looked_at += size or text.rest_size()
            text.take(1)
        if looked_at > LARGEST_TEXT:
            self._failed = too_large()

    # ---- a game a line ----

    def _line(self) -> Iterator[GameText]:
        text = self._text
        place = self._place(text, text.line)
        size = text.line_size()
        if size is None:
            text.drop_line()
            self._games += 1
            yield self._bad(text, place, too_large())
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
        within = TextStream(BytesIO(line).read, self._mark(self._text))
        if self._index is None:
            within.take_bracket()
            self._index, self._array, self._separated = 0, within.line, True
        yield from self._items(within)
        self._text.take(len(line))
        place = self._place(within, self._array, self._index)
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
        place = self._place(text, text.line)
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
            yield self._bad(text, place, too_large())
        else:
            yield GameText(place, line, after=self._mark(text), begins=begins)

    def _items(self, text: TextStream) -> Iterator[GameText]:
        """Yield the items of an array up to its end; then the index is ``None``."""
        while self._index is not None and (first := text.peek()):
            place = self._place(text, self._array, self._index)
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
