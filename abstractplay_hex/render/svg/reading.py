"""Reading render JSON that may be wrong in any way: every value is checked, every fault has a path."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final, NoReturn, TypeAlias, TypeVar, cast

from abstractplay_hex.board import Place
from abstractplay_hex.errors import RenderError
from abstractplay_hex.i18n.messages import Phrase

_Word = TypeVar("_Word", bound=str)

Point: TypeAlias = tuple[float, float]

LIMIT: Final = 10_000
"""No number in a picture is larger."""
LONGEST: Final = 4096
"""No list and no text in a picture is longer."""


def fail(code: str, path: str, **params: object) -> NoReturn:
    """Raise :class:`RenderError` with the code ``svg.<code>``."""
    raise RenderError(f"svg.{code}", path=path, **params)


def shown(value: object) -> str:
    """Quote a wrong value in a message, briefly."""
    if isinstance(value, int) and value.bit_length() > 128:
        return Phrase("phrase.huge-number")
    text = ascii(value) if isinstance(value, str | int | float | None) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


class Item:
    """A JSON object of a picture, and where it is in the whole (``$.board.markers[3]``)."""

    __slots__ = ("data", "path")

    def __init__(self, data: Any, path: str = "$") -> None:
        if not isinstance(data, dict):
            fail("expected", path, expected=Phrase("phrase.object"), found=shown(data))
        self.data: dict[Any, Any] = data
        self.path = path

    def at(self, key: str) -> str:
        """Return the path of one of its keys."""
        return f"{self.path}.{key}"

    def get(self, key: str) -> Any:
        """Return a raw value, ``None`` where there is none."""
        return self.data.get(key)

    def _wrong(self, key: str, expected: str) -> NoReturn:
        fail("expected", self.at(key), expected=expected, found=shown(self.get(key)))

    def number(self, key: str, default: float, low: float = -LIMIT, high: float = LIMIT) -> float:
        """Return a finite number from *low* to *high*."""
        value = self.get(key)
        return default if value is None else number(value, self.at(key), low, high)

    def whole(self, key: str, default: int | None = None, low: int = 0, high: int = LIMIT) -> int:
        """Return a whole number from *low* to *high*."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if type(value) is not int or not low <= value <= high:
            self._wrong(key, Phrase("svg.whole", low=low, high=high))
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text of bounded length; it is not escaped yet."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or len(value) > LONGEST:
            self._wrong(key, Phrase("phrase.text"))
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self._wrong(key, Phrase("phrase.true-or-false"))
        return value

    def choice(self, key: str, known: Sequence[_Word], default: _Word | None = None) -> _Word:
        """Return one of the *known* words."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or value not in known:
            self._wrong(key, Phrase("phrase.one-of", names=", ".join(known)))
        return cast(_Word, value)

    def kind(self, known: Iterable[str], key: str = "type") -> str:
        """Return of which type it is, one of those that are *known*: else ``svg.type``."""
        value = self.get(key)
        if not isinstance(value, str) or value not in known:
            fail("type", self.at(key), found=shown(value), known=", ".join(known))
        return value

    def entries(self, key: str) -> list[Any]:
        """Return a list of anything; empty where the key is missing."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > LONGEST:
            self._wrong(key, Phrase("phrase.list"))
        return value

    def items(self, key: str) -> list["Item"]:
        """Return a list of objects; empty where the key is missing."""
        return [Item(value, f"{self.at(key)}[{i}]") for i, value in enumerate(self.entries(key))]

    def item(self, key: str) -> "Item | None":
        """Return an object, or ``None`` where the key is missing."""
        return None if self.get(key) is None else Item(self.get(key), self.at(key))

    def places(self, key: str) -> list[Place]:
        """Return the places of a list of ``{"row": …, "col": …}``."""
        values = self.entries(key)
        try:
            found: list[Place] = list(map(_ROW_AND_COL, values))
        except (KeyError, TypeError, IndexError):
            found = []
        if len(found) == len(values) and set(map(type, chain.from_iterable(found))) <= {int}:
            return found
        # Something is wrong: look for it one by one.
        return [_place(value, self.at(key), i) for i, value in enumerate(values)]

    def place(self, key: str) -> Place:
        """Return a place ``{"row": …, "col": …}``."""
        return _place(self.get(key), self.at(key))

    def dashes(self, key: str) -> str:
        """Return a ``dasharray`` as the value of an attribute; empty where the key is missing."""
        values = self.entries(key)[:16]
        return ",".join(fmt(number(v, self.at(key), 0, 1000)) for v in values)


_ROW_AND_COL: Final = itemgetter("row", "col")


def _place(value: Any, path: str, i: int | None = None) -> Place:
    try:
        row, col = value["row"], value["col"]
    except (KeyError, TypeError, IndexError):
        row = col = None
    if type(row) is not int or type(col) is not int:
        at = path if i is None else f"{path}[{i}]"
        fail("expected", at, expected=Phrase("svg.row-and-col"), found=shown(value))
    return row, col


def number(value: Any, path: str, low: float = -LIMIT, high: float = LIMIT) -> float:
    """Return *value* if it is a finite number from *low* to *high*."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not low <= value <= high  # false for what is not a number, too
    ):
        expected = Phrase("svg.number", low=f"{low:g}", high=f"{high:g}")
        fail("expected", path, expected=expected, found=shown(value))
    return value


def fmt(value: float, form: str = ".2f") -> str:
    """Write a coordinate, a factor or a share without zeros at its end."""
    text = format(value, form).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_MARKUP: Final = re.compile("[&<>\"'\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escape(text: str) -> str:
    """Return *text* for use in markup, as content or in an attribute.

    Characters that XML does not know become U+FFFD, line breaks and tabs a space.
    """
    return _MARKUP.sub(_entity, text)


def _entity(found: re.Match[str]) -> str:
    return _ENTITIES.get(found[0]) or (" " if found[0] in "\t\n\r" else "\ufffd")
