"""The form of a saved ply: what an author says of it, and the pieces it is made of."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from abstractplay_hex.errors import StateError
from abstractplay_hex.plies.results import CORE_RESULTS, Result


@define(kw_only=True)
class PlyState:
    """The keys of a saved ply that all games have. A game derives its own class with further ones.

    A field ``X | None = None`` is a key that may be absent; in JSON it is never ``null``.
    """

    version: str = field(metadata={"key": "_version"})
    results: tuple[Result, ...] = field(metadata={"key": "_results"})
    timestamp: str = field(metadata={"key": "_timestamp"})
    currplayer: int
    lastmove: str | None = None


@frozen
class MigrationContext:
    """What a migration may need to know beyond the ply: the game around it.

    :ivar before: data of the ply before, already brought up; ``None`` for the first.
    :ivar position: the position of that ply; ``None`` for the first.
    """

    before: Mapping[str, Any] | None = None
    variants: tuple[str, ...] = ()
    position: Any = None


@frozen
class MigrationStep:
    """One step: plies of some version become plies of version *to* by ``change(ply_data)``.

    It must be pure and change nothing else. *change* gets a shallow copy without ``_version`` and
    returns the new data. A step that cannot be made from the ply alone sets ``in_context`` and is
    called as ``change(ply_data, context)``.
    """

    to: str
    change: Callable[..., dict[str, Any]]
    in_context: bool = False


class MapText(str):
    """A map that canonical JSON text has: its pairs, ``["g7",1],["h8",2]``, as they stand there.

    Accept it only if it is exactly what would be written, the order of pairs included. For any
    other, raise any exception: the whole game is then read from data instead.
    """

    __slots__ = ()

    @property
    def pairs(self) -> list[str]:
        """The pairs without their brackets: ``"g7",1``."""
        if not self:
            return []
        if self[0] != "[" or self[-1] != "]":
            raise ValueError("these are no pairs")
        return self[1:-1].split("],[")


@frozen(eq=False)
class StateForm:
    """How the plies of a game are saved.

    :ivar ply: attrs class of a saved ply: :class:`PlyState` and the game's own keys.
    :ivar hooks: how to read values of the types in it that are the game's own, from JSON data.
    :ivar migrations: how to bring up plies of older engine versions, by the version they are from.
    :ivar readable: older versions whose plies have today's form, but whose games go on by the rules
        they began under (see ``Rules.begun_under``). Their plies keep their version; new ones get
        today's.
    :ivar results: the results that plies of this game may have.
    :ivar exact: whether a ply that loads from canonical JSON text is saved as that same text. Its
        hooks then get maps as a :class:`MapText`, which is fast, and the text is kept and written
        back as it is. Optional: get it right or leave it off.
    """

    ply: type[PlyState]
    hooks: Mapping[Any, Callable[[Any], Any]] = field(factory=dict)
    migrations: Mapping[str, MigrationStep] = field(factory=dict)
    readable: tuple[str, ...] = ()
    results: tuple[type[Result], ...] = CORE_RESULTS
    exact: bool = False


# ---- the site's form of a JavaScript Map -------------------------------------------------------


def map_form(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Write a map: ``{"dataType": "Map", "value": [[key, value], …]}``, in the order given."""
    return {"dataType": "Map", "value": [[key, value] for key, value in pairs]}


def map_pairs(data: Any) -> list[list[Any]]:
    """Return the ``[key, value]`` lists of a map, shape checked, keys and values not.

    :raises StateError: with a path relative to the map.
    """
    if type(data) is not dict or data.keys() != {"dataType", "value"} or data["dataType"] != "Map":
        raise StateError("state.map", path="")
    pairs = data["value"]
    if type(pairs) is not list:
        raise StateError("state.map", path=".value")
    for i, pair in enumerate(pairs):
        if type(pair) is not list or len(pair) != 2:
            raise StateError("state.map", path=f".value[{i}]")
    return pairs
