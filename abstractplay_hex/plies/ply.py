"""One entry of a game's stack: the position after a turn, and how it came about."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from attrs import field, frozen

from abstractplay_hex.errors import ArgumentError

if TYPE_CHECKING:
    from abstractplay_hex.plies.results import Result

P = TypeVar("P")

MOST_PLIES: Final = 20_000
"""A saved game with more plies is refused, and so is the turn that would make one: no game is that
long, and memory is bounded."""


def winners_of(results: "tuple[Result, ...]") -> tuple[int, ...] | None:
    """Return who won by these results, or ``None`` if they do not end the game."""
    for result in reversed(results):
        if result.type == "winners":
            players: tuple[int, ...] = result.players  # type: ignore[attr-defined]
            return players
    return None


class Deferred:
    """A position that is known to be good but not worked out yet (most loaded plies are never looked at)."""

    __slots__ = ()
    side: int
    """The player to move, 1-based."""

    def make(self) -> Any:
        """Return the position."""
        raise NotImplementedError


@frozen(eq=False)
class Ply(Generic[P]):
    """A position and the turn that led to it. The first ply of a stack has no turn and no results.

    :ivar currplayer: the player to move, 1-based; after the end, whoever would be.
    :ivar timestamp: ISO 8601 in UTC with milliseconds and ``Z``.
    :ivar version: that of the engine that made the ply.
    """

    _given: P | Deferred = field(alias="position", repr=False)
    currplayer: int
    results: "tuple[Result, ...]"
    lastmove: str | None
    timestamp: str
    version: str

    @property
    def position(self) -> P:
        """The position after the turn."""
        if isinstance(self._given, Deferred):
            # Worked out once; the ply means the same before and after.
            object.__setattr__(self, "_given", self._given.make())
        return self._given  # type: ignore[return-value]

    @property
    def given(self) -> P | Deferred:
        """The position, or what stands for it as long as nobody has looked at it."""
        return self._given

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

    # Neither may change when the position is worked out: the hash leaves it out.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ply):
            return NotImplemented
        return self._said() == other._said() and bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[Any, ...]:
        return self.lastmove, self.timestamp, self.version, self.currplayer, self.results


def time_text(moment: object) -> str:
    """Write an aware datetime as the site does: ``2024-09-05T12:00:00.007Z``.

    :raises ArgumentError: ``argument.clock`` for anything else.
    """
    try:
        if isinstance(moment, datetime) and moment.tzinfo is not None:
            utc = moment.astimezone(UTC).replace(tzinfo=None)
            return utc.isoformat(timespec="milliseconds") + "Z"
    except OverflowError:  # in UTC it would lie beyond the calendar
        pass
    raise ArgumentError("argument.clock")
