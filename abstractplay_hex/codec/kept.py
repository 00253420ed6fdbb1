"""Canonical text of a saved stack, kept as it is: plies nobody touches need not be written anew.

Reading a saved game, one more move and saving it again is what a host does all day, and of its plies
only the last one is new. A text is canonical if it is byte for byte what
:func:`~abstractplay_hex.codec.envelope.dumps_state` would write. That shows without writing it:

* no escape sequence, no blanks but those in results' texts, no number spelled otherwise than ours;
* as many keys in the text as in the data: no key came twice, and no object is nested deeper;
* every object has its keys in the order in which they are written.

What is not canonical is read by the strict reader, which names the fault if there is one.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NoReturn

from attrs import fields, frozen

from abstractplay_hex.codec.jsontext import LARGEST_TEXT
from abstractplay_hex.plies.results import CELL_KEYS
from abstractplay_hex.rules.saved import StateForm, key_of

_MINUS_ZERO: Final = (":-0", ",-0", "[-0")
_STACK: Final = '"stack":['
_MAP: Final = '{"dataType":"Map","value":['


@frozen
class KeptStack:
    """The text of the first *count* plies of a stack, with commas between them."""

    text: str
    count: int


class _NotCanonical(Exception):
    pass


def _refuse(_: str) -> NoReturn:
    raise _NotCanonical


def _float(text: str) -> float:
    value = float(text)
    if repr(value) != text or value == int(value):
        raise _NotCanonical
    return value


_DECODE: Final = json.JSONDecoder(parse_float=_float, parse_constant=_refuse).decode


def kept_stack(text: str | bytes) -> tuple[dict[str, Any], KeptStack] | None:
    """Read a saved game whose text is canonical but perhaps for the order of keys (:func:`in_order`).

    Return its data and the text of its stack; ``None`` for any other text.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError:
            return None
    if (
        len(text) > LARGEST_TEXT
        or not text.startswith('{"')
        or not text.endswith("]}")
        or "\\" in text
        or "\n" in text
        or "\t" in text
        or "\r" in text
    ):
        return None
    try:
        data = _DECODE(text)
        stack = data["stack"]
        if _count(text, data, stack):
            begin = text.index(_STACK) + len(_STACK)
            return data, KeptStack(text[begin:-2], len(stack))
    except (_NotCanonical, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    return None


def _count(text: str, data: dict[str, Any], stack: list[dict[str, Any]]) -> bool:
    """Say whether keys and blanks in the text are just those that the data explains.

    Single characters are counted, which is fast. A text in a string can only make the counts of the
    text too large: what they say is then left to the strict reader.
    """
    keys, blanks, dashes = len(data) + sum(map(len, stack)), 0, 0
    spaced = " " in text
    for ply in stack:
        results = ply["_results"]
        dashes += 2 + ply.get("lastmove", "").count("-")  # two are in the time
        for result in results:
            keys += len(result)
            if spaced:
                blanks += sum(map(_blanks_in, result.values()))
    return (
        next(reversed(data)) == "stack"
        and text.count('":') == keys + 2 * text.count(_MAP)
        and (not spaced or text.count(" ") == blanks)
        and (text.count("-") == dashes or not any(map(text.__contains__, _MINUS_ZERO)))
    )


def _blanks_in(value: object) -> int:
    return value.count(" ") if type(value) is str else 0


def in_order(form: StateForm, stack: list[dict[str, Any]]) -> bool:
    """Say whether plies and results, which have been read, have their keys in the order written."""
    tags = _result_keys(form)
    results = {(result["type"], *result) for ply in stack for result in ply["_results"]}
    return all(
        _follow(set_of_keys, _ply_keys(form)) for set_of_keys in set(map(tuple, stack))
    ) and all(_follow(keys, tags[tag]) for tag, *keys in results)


def _follow(keys: Sequence[str], order: dict[str, int]) -> bool:
    places = [order[key] for key in keys]
    return places == sorted(places)


@cache
def _ply_keys(form: StateForm) -> dict[str, int]:
    return {key_of(a): i for i, a in enumerate(fields(form.ply))}


@cache
def _result_keys(form: StateForm) -> dict[str, dict[str, int]]:
    return {
        fields(cls).type.default: {
            CELL_KEYS.get(a.name, a.name): i for i, a in enumerate(fields(cls))
        }
        for cls in form.results
    }
