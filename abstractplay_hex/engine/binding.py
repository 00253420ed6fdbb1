"""From the arguments of a request, listed or named, to those of a function."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs
from attrs import frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase

_POSITIONAL: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD
_NAMED: Final = (_POSITIONAL, inspect.Parameter.KEYWORD_ONLY)


@frozen
class Method:
    """Something that can be asked.

    :ivar call: called with the game, if it is about one, and the arguments by name.
    :ivar places: the arguments that may be given without a name, in order.
    :ivar names: those that may be given by name, as a request has them, and as *call* has them.
    :ivar needed: those that must be given.
    :ivar flags: those that are true or false.
    :ivar about_game: whether it is asked of a game.
    """

    name: str
    call: Callable[..., Any]
    places: tuple[str, ...] = ()
    names: Mapping[str, str] = attrs.field(factory=dict)
    needed: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    about_game: bool = True

    def bound(self, given: Any) -> dict[str, Any]:
        """Return the arguments of a request by name.

        :param given: a list, whose last item may be an object with options by name, or an object.
        :raises ArgumentError: for too many, unknown, repeated or missing ones, and flags that are none.
        """
        named: Mapping[str, Any] = {}
        listed: list[Any] = []
        if isinstance(given, dict):
            named = given
        else:
            listed = [*given]
            while len(listed) > len(self.needed) and listed[-1] is None:  # left out
                listed.pop()
            if listed and isinstance(listed[-1], dict) and self._are_options(len(listed) - 1):
                listed, named = listed[:-1], listed[-1]
        if len(listed) > len(self.places):
            most = len(self.places)
            raise ArgumentError("engine.arguments", method=self.name, most=most)
        out = dict(zip(self.places, listed, strict=False))
        for name, value in named.items():
            ours = self.names.get(name)
            if ours is None:
                known = ", ".join(self.names) or Phrase("phrase.none")
                shown = repr(name[:40])
                raise ArgumentError(
                    "engine.argument-unknown", method=self.name, argument=shown, known=known
                )
            if ours in out:
                raise ArgumentError("engine.argument-twice", method=self.name, argument=ours)
            out[ours] = value
        for name in self.needed:
            if name not in out:
                raise ArgumentError("engine.argument-missing", method=self.name, argument=name)
        for name in self.flags & out.keys():
            if type(out[name]) is not bool:
                expected = Phrase("phrase.true-or-false")
                raise ArgumentError("engine.expected", path=name, expected=expected)
        return out

    def _are_options(self, place: int) -> bool:
        """Say whether an object at that place names arguments, and is none itself."""
        if place >= len(self.places):
            return True
        return self.places[place] not in (*self.needed, "opts", "budget")


def method(
    name: str, call: Callable[..., Any], like: Callable[..., Any] | None = None, **more: Any
) -> Method:
    """Return a method whose arguments are those of a function, the game left out.

    :param like: the function that has them; *call* by default.
    """
    found = list(inspect.signature(like or call).parameters.values())
    if more.get("about_game", True):
        found = found[1:]
    named = [p for p in found if p.kind in _NAMED]
    return Method(
        name,
        call,
        tuple(p.name for p in named if p.kind is _POSITIONAL),
        {p.name: p.name for p in named},
        tuple(p.name for p in named if p.default is p.empty),
        frozenset(p.name for p in named if p.annotation is bool),
        **more,
    )
