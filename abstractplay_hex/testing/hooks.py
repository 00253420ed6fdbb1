"""What a game's own methods return, looked at whenever a check has them called.

At run time nobody looks: a wrong value is passed on, and ends as an exception somewhere else that says
nothing of the method.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import getattr_static
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.game import Played
from abstractplay_hex.plies.results import Result
from abstractplay_hex.rules.draft import Assessment
from abstractplay_hex.testing.lab import AnyGame


class WrongReturn(BaseException):
    """A method returned something else than it must.

    No :class:`Exception`: checks, and games, that catch those must not take it for one of the game's.
    """


@frozen
class Rule:
    """What a method must return: in words, and a test of it."""

    words: str
    keeps: Callable[[Any], bool]


def _one_of(words: str, *types: type) -> Rule:
    # To isinstance() a bool is an int.
    return Rule(
        words, lambda out: isinstance(out, types) and (bool in types or not isinstance(out, bool))
    )


def _is_position(out: Any) -> bool:
    return hasattr(out, "side")


_NONE: Final = type(None)
_POSITION: Final = Rule("a position, which has a side", _is_position)
_TURN: Final = Rule("a turn", lambda out: out is not None)
_LIST: Final = _one_of("a list", list)
_TEXT_OR_NONE: Final = _one_of("a text or None", str, _NONE)
_ASSESSMENT: Final = _one_of("an Assessment", Assessment)

RETURNS: Final[dict[str, Rule]] = {
    "_start": _POSITION,
    "_read_position": _POSITION,
    "_begun_under": _POSITION,
    "_load_position": _POSITION,
    "_write_position": _one_of("a text", str),
    "_iter_moves": Rule(
        "an iterator of texts",
        lambda out: isinstance(out, Iterable) and not isinstance(out, str | bytes | dict),
    ),
    "_list_moves": _LIST,
    "_count_moves": _one_of("a whole number", int),
    "_random_move": _TEXT_OR_NONE,
    "_assess": _ASSESSMENT,
    "_instructions": _ASSESSMENT,
    "_check": _TURN,
    "_read_turn": _TURN,
    "_play": _one_of("Played(text, position, results)", Played),
    "_click": _TEXT_OR_NONE,
    "_draw": _one_of("a dict", dict),
    "_save_position": _one_of("a dict", dict),
    "_saved_alike": _one_of("True or False", bool),
    "_chat": _TEXT_OR_NONE,
    "_describe": _TEXT_OR_NONE,
    "_score": _one_of("a number or None", int, float, _NONE),
    "_sidebar_scores": _LIST,
    "_sidebar_statuses": _LIST,
    "_buttons": _LIST,
}
"""Methods that an author writes, and what each must return."""


def _looked_at(name: str, out: Any) -> Any:
    rule = RETURNS[name]
    if not rule.keeps(out):
        raise WrongReturn(f"{name} must return {rule.words}, not {_kind(out)}")
    if isinstance(out, Played):
        for part, fits, words in (
            ("text", isinstance(out.text, str), "a text"),
            ("position", _is_position(out.position), _POSITION.words),
            ("results", isinstance(out.results, tuple), "a tuple"),
        ):
            if not fits:
                value = getattr(out, part)
                raise WrongReturn(f"{name}: the {part} of Played is {words}, not {_kind(value)}")
        for result in out.results:
            if not isinstance(result, Result):
                words = "results are of the classes in result_types, such as Place"
                raise WrongReturn(f"{name}: {words}, not {_kind(result)}")
    if isinstance(out, Assessment) and not isinstance(out.code, str):
        raise WrongReturn(f"{name}: the code of an Assessment is a text, not {_kind(out.code)}")
    return out


def _kind(value: Any) -> str:
    return "None" if value is None else f"an object of the type {type(value).__name__}"


@contextmanager
def watched(cls: type[AnyGame], at_each_call: Callable[[], None]) -> Iterator[None]:
    """Look at what the methods of *cls* return within the ``with`` block, whoever calls them.

    :param at_each_call: is called with each of them, and with each turn that is listed.
    """
    own: dict[str, Any] = {}
    new: list[str] = []
    for name in RETURNS:
        method = getattr_static(cls, name)
        if isinstance(method, classmethod):
            if name in vars(cls):
                own[name] = method
            else:
                new.append(name)
            setattr(cls, name, classmethod(_watching(name, method.__func__, at_each_call)))
    try:
        yield
    finally:
        for name, method in own.items():
            setattr(cls, name, method)
        for name in new:
            delattr(cls, name)


def _watching(
    name: str, function: Callable[..., Any], at_each_call: Callable[[], None]
) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        at_each_call()
        out = _looked_at(name, function(*args, **options))
        # A list stays one: whether turns are listed lazily is looked at elsewhere.
        return each(out) if name == "_iter_moves" and isinstance(out, Iterator) else out

    def each(turns: Iterator[Any]) -> Iterator[str]:
        for turn in turns:
            at_each_call()
            if not isinstance(turn, str):
                raise WrongReturn(f"{name} must yield texts, not {_kind(turn)}")
            yield turn

    return call
