"""A stream of text, read block by block: where its lines and JSON values end, whatever is in them."""

import re
from collections.abc import Callable
from typing import Final

from abstractplay_hex.codec.jsontext import LARGEST_TEXT, encoding_of
from abstractplay_hex.errors import StateError
from abstractplay_hex.records.entries import Mark
from abstractplay_hex.records.unpacking import BrokenError

_BOM: Final = b"\xef\xbb\xbf"
_BLOCK: Final = 1 << 16
_MUCH: Final = 1 << 20
"""Of a value that is so large already, as is read on."""
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
_QUOTE: Final = ord('"')
_CLOSES: Final = {ord("}"): ord("{"), ord("]"): ord("[")}


class TextStream:
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

    def skip_to(self, begin: bytes) -> bool:
        """Take all up to a byte; say whether it comes."""
        while (found := self._data.find(begin, self._at)) < 0:
            self.take(len(self._data) - self._at)
            if not self._more():
                return False
        self.take(found - self._at)
        return True

    def next_line(self, begin: int) -> bytes:
        """Return the next line that is not blank, *begin* bytes from here; nothing if none is near."""
        found = self._next_begin(begin)
        return b"" if found is None else self.look(self.line_size(found) or 0, found).strip()

    def next_byte(self, begin: int) -> bytes:
        """Return the next byte that is not blank, *begin* bytes from here; nothing if none is near."""
        found = self._next_begin(begin)
        return b"" if found is None else self.look(1, found)

    def _next_begin(self, begin: int) -> int | None:
        most = begin + _MUCH
        while begin < most:
            found = _SPACES.match(self._data, self._at + begin)
            begin = found.end() - self._at if found else begin
            if self._at + begin < len(self._data):
                return begin
            if not self._more():
                break
        return None

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
        raise too_large() if len(stack) <= _MOST_OPEN else StateError("state.too-deep", path="$")

    def scalar_size(self) -> int:
        """Count the bytes of what is neither object nor array.

        :raises StateError: if it is too large to be read.
        """
        while True:
            found = _SCALAR.match(self._data, self._at)
            size = found.end() - self._at if found else 1
            if size > LARGEST_TEXT:
                raise too_large()
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


def too_large() -> StateError:
    """Return the error for a text of more than so many bytes."""
    return StateError("state.too-large", limit=LARGEST_TEXT)
