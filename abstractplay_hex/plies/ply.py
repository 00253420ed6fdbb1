"""One entry of a game's stack: the position after a turn, and how it came about."""

from datetime import UTC, datetime
from typing import Any, Generic, Protocol, TypeVar

from attrs import field, frozen

from abstractplay_hex.plies.results import Result, winners_of


class Position(Protocol):
    """What every game's immutable position has. Equality means the same position of play."""

    @property
    def side(self) -> int:
        """The player to move, 1-based."""


P = TypeVar("P", bound=Position)


class Deferred(Protocol):
    """A position that is known to be good but not worked out yet (most loaded plies are never looked at)."""

    @property
    def side(self) -> int:
        """The player to move, 1-based."""

    def make(self) -> Any:
        """Return the position."""


@frozen
class Ply(Generic[P]):
    """A position and the turn that led to it. The first ply of a stack has no turn and no results.

    ``timestamp`` is ISO 8601 in UTC with milliseconds and ``Z``; ``version`` is that of the engine
    that made the ply.
    """

    _given: P | Deferred = field(alias="position")
    results: tuple[Result, ...]
    lastmove: str | None
    timestamp: str
    version: str

    @property
    def position(self) -> P:
        """The position after the turn."""
        made = getattr(self._given, "make", None)
        if made is not None:
            # Worked out once; the ply means the same before and after.
            object.__setattr__(self, "_given", made())
        return self._given  # type: ignore[return-value]

    @property
    def given(self) -> P | Deferred:
        """The position, or what stands for it as long as nobody has looked at it."""
        return self._given

    @property
    def currplayer(self) -> int:
        """The player to move, 1-based; after the end, whoever would be."""
        return self._given.side

    @property
    def winner(self) -> tuple[int, ...]:
        """Who won, or ``()``."""
        return winners_of(self.results) or ()

    @property
    def gameover(self) -> bool:
        """Whether this ply ended the game."""
        return winners_of(self.results) is not None

    @property
    def time(self) -> datetime:
        """The timestamp as an aware datetime."""
        return datetime.fromisoformat(self.timestamp)


def timestamp_text(moment: datetime) -> str:
    """Write an aware *moment* as the site does: ``2024-09-05T12:00:00.007Z``."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
