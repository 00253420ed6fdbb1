"""How checks look at games: what can be compared, what is shown in findings, games set up to be looked at."""

import copy
import html
import json
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, Final, TypeAlias

from attrs import frozen

from abstractplay_hex.errors import HexError
from abstractplay_hex.game import Game
from abstractplay_hex.rules.interface import AnyRules, Setup

AnyGame: TypeAlias = Game[Any, Any]


class Ticking:
    """A clock that begins at a fixed time and goes on by a minute whenever it is asked."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the next moment."""
        self.moment += timedelta(seconds=60.125)
        return self.moment


def copied(game: AnyGame) -> AnyGame:
    """Return a copy made without the game's own ``clone``, which may be what is wrong."""
    twin = object.__new__(type(game))
    for name, value in vars(game).items():
        own = isinstance(value, list | dict | set | Ticking)
        vars(twin)[name] = copy.copy(value) if own else value
    return twin


def plain(value: Any) -> str:
    """Write JSON data as text, keys in order, to compare it."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def ask(game: AnyGame, name: str) -> Any:
    """Return a property of a game, or what one of its methods returns without arguments."""
    found = getattr(game, name)
    return found() if callable(found) else found


def snapshot(game: AnyGame) -> tuple[Any, ...]:
    """Return all that a host can see of a game's present, to see whether something changed it."""
    present = ("ply", "currplayer", "gameover", "winner", "lastmove")
    seen = [ask(game, name) for name in present]
    return plain(game.state()), plain(game.render()), *seen


def spoil(value: Any) -> None:
    """Change lists and dicts throughout, to see whether the game that gave them notices."""
    if isinstance(value, dict):
        spoil([*value.values()])
        value["spoilt"] = 1
    elif isinstance(value, list):
        for item in value:
            spoil(item)
        value.append("spoilt")


def refusal(call: Callable[..., Any], *args: Any, **options: Any) -> HexError | None:
    """Call, and return the error of ours that comes out; ``None`` if none does."""
    try:
        call(*args, **options)
    except HexError as error:
        return error
    return None


def place_of(error: BaseException) -> str:
    """Say where an error was raised, to be put behind what it says."""
    for frame in traceback.extract_tb(error.__traceback__)[-1:]:
        return f", raised in {frame.filename}:{frame.lineno} ({frame.name})"
    return ""


def shown(value: Any, most: int = 100) -> str:
    """Show a value in a message, briefly."""
    if type(value) is int and value.bit_length() > 200:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def difference(one: Any, other: Any, path: str = "$") -> str:
    """Say where two JSON values differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            if key not in one or key not in other:
                return f"{path}.{key} is in one only"
            if one[key] != other[key]:
                return difference(one[key], other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list):
        for i, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return difference(a, b, f"{path}[{i}]")
        if len(one) != len(other):
            return f"{path} has {len(one)} items and {len(other)}"
    return f"{path} is {shown(one, 60)} and {shown(other, 60)}"


def is_markup(message: str) -> bool:
    """Whether a message could do harm as HTML."""
    return html.unescape(message) == message and ("<" in message or ">" in message)


def representative(rules: AnyRules) -> tuple[Setup, ...]:
    """Return setups to play: no variants, each group's first and last, each other one; all seats.

    A variant that cannot be played alone is combined with the last of the groups.
    """
    groups: dict[str, list[str]] = {}
    single: list[str] = []
    for variant in rules.info.variants:
        if not variant.uid.startswith("#"):
            of_group = groups.setdefault(variant.group, []) if variant.group else single
            of_group.append(variant.uid)
    picked = [uid for group in groups.values() for uid in dict.fromkeys((group[0], group[-1]))]
    last = [group[-1] for group in groups.values()]
    tries: list[list[tuple[str, ...]]] = [[()], *[[(u,), (*last, u)] for u in (*picked, *single)]]
    found = [
        next(filter(None, (_setup(rules, tuple(dict.fromkeys(c))) for c in candidates)), None)
        for candidates in tries
    ]
    return with_all_seats(rules, tuple(dict.fromkeys(filter(None, found))))


def with_all_seats(rules: AnyRules, setups: tuple[Setup, ...]) -> tuple[Setup, ...]:
    """Add a setup for each number of seats that *setups* do not have yet."""
    out = list(setups)
    for seats in rules.info.playercounts:
        if all(setup.seats != seats for setup in out):
            others = (_setup(rules, setup.variants, seats) for setup in setups)
            out += islice(filter(None, others), 1)
    return tuple(out)


def _setup(rules: AnyRules, variants: tuple[str, ...], seats: int | None = None) -> Setup | None:
    try:
        return rules.setup(variants, seats)
    except HexError:
        return None


@frozen
class Spot:
    """Where a value stands within JSON data.

    :ivar kind: its path, alike for all items of a list and for all keys of a map.
    """

    holder: Any
    key: Any
    path: str
    kind: str

    @property
    def value(self) -> Any:
        """What stands there."""
        return self.holder[self.key]


LARGE: Final = 8
"""An object with more keys than that is taken for a map: one key is like the other."""


def spots(data: Any, path: str = "$", kind: str = "$") -> Iterator[Spot]:
    """Yield where values stand within JSON data, the outer ones first."""
    if isinstance(data, dict):
        alike = len(data) > LARGE
        found = [(key, f".{key}", "." if alike else f".{key}") for key in data]
    elif isinstance(data, list | tuple):
        pair = len(data) == 2  # such as a cell and what is on it
        found = [(i, f"[{i}]", f"[{i}]" if pair else "[]") for i in range(len(data))]
    else:
        return
    for key, step, step_kind in found:
        yield Spot(data, key, path + step, kind + step_kind)
        yield from spots(data[key], path + step, kind + step_kind)
