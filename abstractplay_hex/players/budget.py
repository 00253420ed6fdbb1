"""How long a search may think: seconds, simulations, nodes, and a flag that stops it at once."""

from math import isfinite
from time import perf_counter
from typing import Any, Final, Protocol

from attrs import frozen

from abstractplay_hex.arguments import whole_number
from abstractplay_hex.errors import ArgumentError

MOST_SECONDS: Final = 86_400.0
MOST_SIMULATIONS: Final = 10_000_000
MOST_NODES: Final = 10_000_000
NODES: Final = 20_000
"""Positions that a tree holds unless told otherwise: well under 100 MB for the built-in games."""


class Flag(Protocol):
    """What can stop a search: an ``Event`` of ``threading`` or ``multiprocessing``, or one's own."""

    def is_set(self) -> bool:
        """Say whether to stop."""


@frozen
class Budget:
    """What one search may spend; it ends when the first of these is used up.

    :ivar seconds: by the clock. A search by time alone is not reproducible.
    :ivar simulations: descents from the root, each of which looks at all turns of one position.
    :ivar nodes: most positions kept, which bounds the memory.
    """

    seconds: float | None = None
    simulations: int | None = None
    nodes: int = NODES

    def checked(self) -> "Budget":
        """Return this budget if a search can be given it.

        :raises ArgumentError: ``players.seconds``, ``players.no-budget``, ``argument.whole-number``.
        """
        seconds: Any = self.seconds
        if seconds is not None and not (
            type(seconds) in (int, float) and isfinite(seconds) and 0 < seconds <= MOST_SECONDS
        ):
            raise ArgumentError("players.seconds", most=int(MOST_SECONDS))
        if self.simulations is not None:
            whole_number("simulations", self.simulations, 1, MOST_SIMULATIONS)
        whole_number("nodes", self.nodes, 1, MOST_NODES)
        return self


def checked_budget(budget: Any) -> Budget:
    """Return a budget if it is one that a search can be given.

    :raises ArgumentError: ``players.budget`` if it is none; as :meth:`Budget.checked`.
    """
    if not isinstance(budget, Budget):
        raise ArgumentError("players.budget")
    return budget.checked()


class Stopped(Exception):
    """The budget is used up, or somebody has stopped the search, in the midst of a simulation."""


class Watch:
    """A budget while it is being spent.

    :param stop: ends the search as soon as it is set.
    :raises ArgumentError: ``players.stop`` if it cannot say whether it is.
    """

    def __init__(self, budget: Budget, stop: Flag | None = None) -> None:
        if stop is not None and not callable(getattr(stop, "is_set", None)):
            raise ArgumentError("players.stop")
        self._began = perf_counter()
        self._end = None if budget.seconds is None else self._began + budget.seconds
        self._stop = stop

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self._began

    def over(self) -> bool:
        """Say whether the time is up, or the search stopped."""
        if self._stop is not None and self._stop.is_set():
            return True
        return self._end is not None and perf_counter() >= self._end
