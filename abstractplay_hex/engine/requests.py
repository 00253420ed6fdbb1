"""What a request says, checked: ``schemas/engine-request-1.json`` says the same to other programs."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.engine.binding import Method
from abstractplay_hex.engine.names import METHODS
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.ply import MOST_PLIES

MOST_CALLS: Final = 100
"""Calls of one request."""
LONGEST_IDENT: Final = 200
LARGEST_IDENT: Final = 2**53 - 1
"""Of whole numbers those that every language can hold."""
LONGEST_KEY: Final = 200
GIVEN: Final = ("state", "key")
"""What an answer can have besides what the methods give."""


@frozen
class Call:
    """A method, and its arguments by name."""

    method: Method
    arguments: Mapping[str, Any]


@frozen
class Source:
    """Which game a request is about: one of *key*, *state* and *game*.

    :ivar game: uid of the game to begin; beside *state*, of the game that it must be of.
    :ivar ply: the ply to look at; ``None`` for the last.
    :ivar partial: a turn that is shown in part.
    """

    key: str | None
    state: Any
    game: str | None
    variants: tuple[Any, ...]
    seats: Any
    position: str | None
    moves: tuple[str, ...]
    verify: bool
    lenient: bool
    ply: int | None
    partial: str | None


@frozen
class Request:
    """A request.

    :ivar source: its game; ``None`` if it is about none.
    :ivar single: whether it has one method, and its answer one result.
    """

    source: Source | None
    calls: tuple[Call, ...]
    single: bool
    give: frozenset[str]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_arguments(value: Any) -> bool:
    return isinstance(value, list | dict)


def is_ident(value: Any) -> bool:
    """Say whether a request can be called so."""
    if type(value) is int:
        return abs(value) <= LARGEST_IDENT
    return value is None or (isinstance(value, str) and len(value) <= LONGEST_IDENT)


_Check = tuple[Callable[[Any], bool], Callable[[], Phrase]]
_TEXT: Final[_Check] = (_is_text, lambda: Phrase("phrase.text"))
_TEXTS: Final[_Check] = (_is_texts, lambda: Phrase("phrase.texts"))
_FLAG: Final[_Check] = (_is_flag, lambda: Phrase("phrase.true-or-false"))
_WHOLE: Final[_Check] = (_is_whole, lambda: Phrase("phrase.whole-number"))
_LIST: Final[_Check] = (lambda value: isinstance(value, list), lambda: Phrase("phrase.list"))
_ARGUMENTS: Final[_Check] = (_is_arguments, lambda: Phrase("phrase.list-or-object"))
FIELDS: Final[dict[str, _Check]] = {
    "id": (is_ident, lambda: Phrase("phrase.ident", most=LONGEST_IDENT)),
    "language": _TEXT,
    "key": (
        lambda value: _is_text(value) and 0 < len(value) <= LONGEST_KEY,
        lambda: Phrase("phrase.short-text", most=LONGEST_KEY),
    ),
    "state": (
        lambda value: isinstance(value, str | dict),
        lambda: Phrase("phrase.text-or-object"),
    ),
    "game": _TEXT,
    "variants": _TEXTS,
    "seats": _WHOLE,
    "position": _TEXT,
    "moves": _TEXTS,
    "verify": _FLAG,
    "lenient": _FLAG,
    "ply": _WHOLE,
    "partial": _TEXT,
    "method": _TEXT,
    "args": _ARGUMENTS,
    "calls": _LIST,
    "give": (
        lambda value: isinstance(value, list) and all(one in GIVEN for one in value),
        lambda: Phrase("phrase.list-of", names=", ".join(GIVEN)),
    ),
}
_CALL_FIELDS: Final = {name: FIELDS[name] for name in ("method", "args")}
_BEGUN: Final = ("variants", "seats", "position")
"""How a game is begun."""
_ONLY_WITH: Final = {
    **dict.fromkeys(_BEGUN, "game"),
    **dict.fromkeys(("verify", "lenient"), "state"),
    "args": "method",
}
"""Fields that say nothing without another one."""
_ABOUT_GAME: Final = ("moves", "ply", "partial", "give")
"""Fields that say nothing without a game."""


def read_request(data: Any) -> Request:
    """Return what a request says; see the schema for its fields. Its ``id`` and language are read before.

    :raises ArgumentError: for whatever is no request.
    """
    _check(data, FIELDS, "$")
    sources = [name for name in ("key", "state", "game") if name in data]
    of_state = sources == ["state", "game"] and not any(name in data for name in _BEGUN)
    if len(sources) > 1 and not of_state:
        raise ArgumentError("engine.source")
    for name, other in _ONLY_WITH.items():
        if name in data and other not in data:
            raise ArgumentError("engine.field-alone", key=name, other=other)
    single = "method" in data
    if single and "calls" in data:
        raise ArgumentError("engine.method-or-calls")
    calls = _calls(data, single)
    if not sources and (
        not calls or any(c.method.about_game for c in calls) or any(f in data for f in _ABOUT_GAME)
    ):
        raise ArgumentError("engine.source")
    if len(data.get("moves", ())) >= MOST_PLIES:
        raise ArgumentError("engine.too-many", path="$.moves", limit=MOST_PLIES - 1)
    source = _source(data) if sources else None
    return Request(source, calls, single, frozenset(data.get("give", ())))


def _check(data: Any, fields: Mapping[str, _Check], path: str) -> None:
    if not isinstance(data, dict):
        raise ArgumentError("engine.expected", path=path, expected=Phrase("phrase.object"))
    for name, value in data.items():
        if name not in fields:
            known = ", ".join(fields)
            raise ArgumentError("engine.field-unknown", path=path, key=repr(name[:40]), known=known)
        right, expected = fields[name]
        if not right(value):
            raise ArgumentError("engine.expected", path=f"{path}.{name}", expected=expected())


def _calls(data: dict[str, Any], single: bool) -> tuple[Call, ...]:
    if single:
        return (_call(data),)
    listed = data.get("calls", [])
    if len(listed) > MOST_CALLS:
        raise ArgumentError("engine.too-many", path="$.calls", limit=MOST_CALLS)
    for number, one in enumerate(listed):
        path = f"$.calls[{number}]"
        _check(one, _CALL_FIELDS, path)
        if "method" not in one:
            raise ArgumentError("engine.field-missing", path=path, key="method")
    return tuple(map(_call, listed))


def _call(data: dict[str, Any]) -> Call:
    name = data["method"]
    method = METHODS.get(name)
    if method is None:
        raise ArgumentError("engine.method-unknown", method=repr(name[:40]))
    return Call(method, method.bound(data.get("args", [])))


def _source(data: dict[str, Any]) -> Source:
    return Source(
        data.get("key"),
        data.get("state"),
        data.get("game"),
        tuple(data.get("variants", ())),
        data.get("seats"),
        data.get("position"),
        tuple(data.get("moves", ())),
        data.get("verify", False),
        data.get("lenient", False),
        data.get("ply"),
        data.get("partial"),
    )
