"""What a turn did, in the order it happened: cells by name, players 1 (Dark) and 2 (Light)."""

from typing import TypeAlias

import attrs

from abstractplay_hex.board import Axial


@attrs.frozen(slots=True)
class Sowed:
    """The mover put a seed on *cell*."""

    cell: str


@attrs.frozen(slots=True)
class Moved:
    """A sprite went from *start* to *end*: one leg of its move, up to a stop with conversions or its end."""

    start: str
    end: str


@attrs.frozen(slots=True)
class Captured:
    """The enemy sprite on *cell* left the board."""

    cell: str


@attrs.frozen(slots=True)
class Summoned:
    """The seed on *cell*, which was of player *owner*, became the mover's sprite."""

    cell: str
    owner: int


@attrs.frozen(slots=True)
class Fertilized:
    """The mover's seeds on *cells* (board order) became trees."""

    cells: tuple[str, ...]


@attrs.frozen(slots=True)
class ForestCaptured:
    """The enemy forest on *cells* (board order) became the mover's.

    :ivar last_liberty: whether by taking its last liberty (D11) rather than by watching them all.
    """

    cells: tuple[str, ...]
    last_liberty: bool


@attrs.frozen(slots=True)
class Passed:
    """The mover did nothing."""


@attrs.frozen(slots=True)
class ModulePlaced:
    """A module was placed about *centre* (axial)."""

    centre: Axial


Event: TypeAlias = (
    Sowed | Moved | Captured | Summoned | Fertilized | ForestCaptured | Passed | ModulePlaced
)
