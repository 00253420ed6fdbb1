"""What the methods of rules return, looked at whenever a check has them called.

At run time nobody looks: a wrong value travels on and fails somewhere else, where nothing names the
method.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import getattr_static
from typing import Any, Final, TypeAlias

from attrs import frozen

from abstractplay_hex.plies.results import Result
from abstractplay_hex.render.legend import LegendEntry
from abstractplay_hex.rules.actions import Actions
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.editing import Editing
from abstractplay_hex.rules.interface import AnyRules, Played, Setup
from abstractplay_hex.rules.symmetry import Symmetry
from abstractplay_hex.rules.teaching import Teaching


class WrongReturn(BaseException):
    """A method returned something it must not return.

    Not an :class:`Exception`: neither checks nor games that catch those may take it for the game's.
    """


@frozen
class Returns:
    """What a method must return: in words, and a test of it."""

    words: str
    allows: Callable[[Any], bool]


def _one_of(words: str, *types: type) -> Returns:
    # To isinstance() a bool is an int.
    return Returns(
        words, lambda out: isinstance(out, types) and (bool in types or not isinstance(out, bool))
    )


def _tuple_of(words: str, *types: type) -> Returns:
    return Returns(
        words, lambda out: isinstance(out, tuple) and all(type(item) in types for item in out)
    )


_NONE: Final = type(None)
_POSITION: Final = Returns("a position", lambda out: out is not None)
_TURN: Final = Returns("a turn", lambda out: out is not None)
_LIST: Final = _one_of("a list", list)
_TEXT: Final = _one_of("a text", str)
_TEXT_OR_NONE: Final = _one_of("a text or None", str, _NONE)
_WHOLE: Final = _one_of("a whole number", int)
_PLAYED: Final = _one_of("Played(position, results, text)", Played)
_WINNERS: Final = _tuple_of("", int)
_LAZY: Final = ("legal_turns", "rank")

RETURNS: Final[dict[str, Returns]] = {
    "setup": _one_of("a Setup", Setup),
    "check_setup": _one_of("None", _NONE),
    "seats": _WHOLE,
    "initial": _POSITION,
    "begun_under": _POSITION,
    "position_text": _TEXT,
    "read_position": _POSITION,
    "to_move": _WHOLE,
    "legal_turns": Returns(
        "an iterator of turns",
        lambda out: isinstance(out, Iterable) and not isinstance(out, str | bytes | dict),
    ),
    "turn_texts": _LIST,
    "count_turns": _WHOLE,
    "play": _PLAYED,
    "play_draft": _PLAYED,
    "after": _POSITION,
    "outcome": Returns(
        "a tuple of the seats that have won, or None",
        lambda out: out is None or _WINNERS.allows(out),
    ),
    "interpret": _one_of("a Draft", Draft),
    "read_turn": _TURN,
    "write": _TEXT,
    "click": _TEXT_OR_NONE,
    "shown": _POSITION,
    "draw": _one_of("a dict", dict),
    "describe": _TEXT_OR_NONE,
    "legend": Returns(
        "a list of LegendEntry",
        lambda out: isinstance(out, list) and all(isinstance(one, LegendEntry) for one in out),
    ),
    "chat": _TEXT_OR_NONE,
    "cell_names": _one_of("a mapping", Mapping),
    "rotation": _WHOLE,
    "sidebar_scores": _LIST,
    "sidebar_statuses": _LIST,
    "buttons": _LIST,
    "score": _one_of("a number or None", int, float, _NONE),
    "evaluate": _tuple_of("a tuple of numbers", int, float),
    "rank": Returns(
        "an iterable of (turn, value)",
        lambda out: isinstance(out, Iterable) and not isinstance(out, str | bytes | dict),
    ),
    "seats_at": _WHOLE,
    "key": Returns(
        "a whole number of 64 bits",
        lambda out: isinstance(out, int) and not isinstance(out, bool) and 0 <= out < 1 << 64,
    ),
    "symmetries": Returns(
        "a list or tuple of Symmetry, not an empty one",
        lambda out: (
            isinstance(out, list | tuple)
            and len(out) > 0
            and all(isinstance(one, Symmetry) for one in out)
        ),
    ),
    "canonical": _POSITION,
    "actions": _one_of("Actions or None", Actions, _NONE),
    "editing": _one_of("Editing or None", Editing, _NONE),
    "teaching": _one_of("Teaching or None", Teaching, _NONE),
    "save_position": _one_of("a dict", dict),
    "load_position": _POSITION,
    "saved_alike": _one_of("True or False", bool),
}
"""Methods that an author may write, and what each must return; ``random_turn`` may return anything."""


def _looked_at(name: str, out: Any) -> Any:
    rule = RETURNS[name]
    if not rule.allows(out):
        raise WrongReturn(f"{name} must return {rule.words}, not {_kind(out)}")
    if isinstance(out, Played):
        for part, fits, words in (
            ("position", out.position is not None, "a position"),
            ("results", isinstance(out.results, tuple), "a tuple"),
            ("text", isinstance(out.text, str), "a text"),
        ):
            if not fits:
                value = getattr(out, part)
                raise WrongReturn(f"{name}: the {part} of Played is {words}, not {_kind(value)}")
        for result in out.results:
            if not isinstance(result, Result):
                words = "results are of the classes in state.results, such as Place"
                raise WrongReturn(f"{name}: {words}, not {_kind(result)}")
    return out


def _kind(value: Any) -> str:
    return "None" if value is None else f"an object of the type {type(value).__name__}"


@contextmanager
def watched(rules: AnyRules, at_each_call: Callable[[], None]) -> Iterator[None]:
    """Look at what the methods of *rules* return within the ``with`` block, whoever calls them.

    :param at_each_call: is called with each of them, and with each turn that is listed.
    """
    with _replaced(rules, {name: _watching(name, at_each_call) for name in RETURNS}):
        yield


_Wrap: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]


@contextmanager
def _replaced(rules: AnyRules, by: Mapping[str, _Wrap]) -> Iterator[None]:
    """Put what is made of methods of *rules* in their place within the ``with`` block."""
    cls = type(rules)
    own = {name: vars(cls)[name] for name in by if name in vars(cls)}
    for name, wrap in by.items():
        method = getattr_static(cls, name)
        function: Callable[..., Any] = getattr(method, "__func__", method)
        call = wraps(function)(wrap(function))
        still = isinstance(method, staticmethod | classmethod)
        setattr(cls, name, type(method)(call) if still else call)
    try:
        yield
    finally:
        for name in by:
            if name in own:
                setattr(cls, name, own[name])
            else:
                delattr(cls, name)


def _watching(name: str, at_each_call: Callable[[], None]) -> _Wrap:
    def each(turns: Iterator[Any]) -> Iterator[Any]:
        for turn in turns:
            at_each_call()
            if turn is None:
                raise WrongReturn(f"{name} must yield turns, not None")
            yield turn

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            at_each_call()
            out = _looked_at(name, function(*args, **options))
            # A list stays one: whether turns are listed lazily is looked at elsewhere.
            return each(out) if name in _LAZY and isinstance(out, Iterator) else out

        return call

    return wrap


@contextmanager
def counted(rules: AnyRules, name: str, note: Callable[[Any], None]) -> Iterator[None]:
    """Tell each call of one method of *rules* within the ``with`` block: *note* gets its last argument."""

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            note((*args, *options.values())[-1])
            return function(*args, **options)

        return call

    with _replaced(rules, {name: wrap}):
        yield
