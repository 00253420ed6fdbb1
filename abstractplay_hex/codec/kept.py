"""Canonical text of a saved stack, kept as it is: plies nobody touches need not be written anew.

Reading a saved game, one more move and saving it again is what a host does all day, and of its plies
only the last one is new. A text is canonical if it is byte for byte what
:func:`~abstractplay_hex.codec.envelope.dumps_state` would write. That shows without writing it:

* no escape sequence, no blanks but those in results' texts, no number spelled otherwise than ours;
* as many keys in the text as in the data: no key came twice, and no object is nested deeper;
* every object has its keys in the order in which they are written;
* what the game reads itself it takes only if it would write the same (``StateForm.exact``).

What is not canonical is read by the strict reader, which names the fault if there is one.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NoReturn

from attrs import field, fields, frozen

from abstractplay_hex.codec.jsontext import LARGEST_TEXT
from abstractplay_hex.plies.results import key_of
from abstractplay_hex.rules.saved import MapText, StateForm

_STACK: Final = '"stack":['
_BETWEEN: Final = ',{"_version":'
"""Stands before each ply but the first."""
_MAP: Final = '{"dataType":"Map","value":['
_MARK: Final = "\0"
"""Begins the text that stands for a map: no other has this character."""


@frozen
class KeptStack:
    """The text of the first *count* plies of a stack, with commas between them.

    :ivar plies: those plies: the text is of no stack that does not begin with them.
    """

    text: str
    count: int
    plies: tuple[object, ...] = field(default=(), eq=False, repr=False)

    def begins(self, stack: Sequence[object]) -> bool:
        """Say whether *stack* begins with these plies. A ply follows one other and no second one."""
        last = self.count - 1
        return last < len(stack) and bool(self.plies) and stack[last] is self.plies[-1]

    def cut(self, count: int) -> "KeptStack | None":
        """Return the text of the first *count* plies; ``None`` if it does not show where they end."""
        if count >= self.count:
            return self
        plies = self.text.split(_BETWEEN)
        if len(plies) != self.count:
            return None
        return KeptStack(_BETWEEN.join(plies[:count]), count, self.plies[:count])


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


def canonical(form: StateForm, text: str) -> tuple[dict[str, Any], KeptStack] | None:
    """Read a saved game whose text is canonical, and return its data and the text of its stack.

    Maps, nearly all of such a text, are taken out of it before it is read as JSON, and stay texts.
    ``None`` for any text that is not canonical, or whose plies might be written otherwise.
    """
    if (
        not form.exact
        or len(text) > LARGEST_TEXT
        or not text.startswith('{"')
        or not text.endswith("]}")
        or "\\" in text
        or "\n" in text
        or "\t" in text
        or "\r" in text
    ):
        return None
    try:
        maps: list[str] = []
        pieces: list[str] = []
        for piece in text.split(_MAP):
            if pieces:
                inside, end, piece = piece.partition("]}")
                pieces.append(f'"\\u0000{len(maps)}"' if end else "")
                maps.append(inside)
            pieces.append(piece)
        without = "".join(pieces)
        data: dict[str, Any] = _DECODE(without)
        stack = data["stack"]
        if _explained(without, data, stack) and _in_order(form, stack) and _filled(stack, maps):
            begin = text.index(_STACK) + len(_STACK)
            return data, KeptStack(text[begin:-2], len(stack))
    except (_NotCanonical, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    return None


def _explained(text: str, data: dict[str, Any], stack: list[dict[str, Any]]) -> bool:
    """Say whether keys, blanks and dashes in the text are just those that the data explains.

    A text in a string can only make the counts of the text too large: what they say is then left to
    the strict reader.
    """
    keys, blanks, dashes = len(data) + sum(map(len, stack)), 0, 0
    for ply in stack:
        dashes += 2 + ply.get("lastmove", "").count("-")  # two are in the time
        for result in ply["_results"]:
            keys += len(result)
            blanks += sum([v.count(" ") for v in result.values() if type(v) is str])
    return (
        next(reversed(data)) == "stack"
        and text.count('":') == keys
        and text.count(" ") == blanks
        and (text.count("-") == dashes or not any(zero in text for zero in (":-0", ",-0", "[-0")))
    )


def _in_order(form: StateForm, stack: list[dict[str, Any]]) -> bool:
    """Say whether plies and results have their keys in the order in which they are written."""
    ply_keys, tags = _ply_keys(form), _result_keys(form)
    results = {(result["type"], *result) for ply in stack for result in ply["_results"]}
    plies = set(map(tuple, stack))
    return all(map(ply_keys.are_written, plies)) and all(
        tags[tag].are_written(keys) for tag, *keys in results
    )


@frozen
class _Keys:
    """The keys of an object in the order in which they are written, and those that always are."""

    order: dict[str, int]
    always: frozenset[str]

    def are_written(self, keys: Sequence[str]) -> bool:
        """Say whether these keys are written in this order, and no further one is."""
        places = [self.order[key] for key in keys]
        return places == sorted(places) and self.always.issubset(keys)


def _keys(cls: type[Any]) -> _Keys:
    # What has a default may be missing from a text; unless that is None, it would be written.
    found = fields(cls)
    return _Keys(
        {key_of(a): i for i, a in enumerate(found)},
        frozenset(key_of(a) for a in found if a.default is not None),
    )


@cache
def _ply_keys(form: StateForm) -> _Keys:
    return _keys(form.ply)


@cache
def _result_keys(form: StateForm) -> dict[str, _Keys]:
    return {cls.tag(): _keys(cls) for cls in form.results}


def _filled(stack: list[dict[str, Any]], maps: list[str]) -> bool:
    """Put maps back where marks stand for them; say whether each has found its place."""
    left = len(maps)
    for ply in stack:
        for key, value in ply.items():
            if type(value) is str and value.startswith(_MARK):
                ply[key] = MapText(maps[int(value[1:])])
                left -= 1
    return left == 0
