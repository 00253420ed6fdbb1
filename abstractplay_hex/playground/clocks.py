"""Clocks of seats: what time each has left, whose clock runs, and when it will have run out.

Spans are milliseconds. Moments are milliseconds since 1970 (UTC) by the clock of the host, stored with the
game: they outlast the process, and mean the same to all processes of a host whose clocks agree. Each change of
a game is stored with what it does to the clocks, in one compare-and-swap.

A seat's first turn takes no time: the others may not have come yet. From its second on its clock runs while
it is to move. It stands still while a computer that has failed is waited for, and where a game has become so
long that it can only be ended.
"""

import json
from datetime import datetime
from typing import Any, ClassVar, Final, TypeAlias

from attrs import asdict, evolve, frozen

SHORTEST: Final = 5
"""Seconds for a turn, or to begin with."""
LONGEST: Final = 30 * 24 * 3600
"""Seconds for a turn, or to begin with: as long as people may be away."""
LONGEST_INCREMENT: Final = 24 * 3600


@frozen
class PerMove:
    """So many seconds for each turn; what is left of them is lost."""

    kind: ClassVar = "move"
    seconds: int

    @property
    def supply(self) -> int:
        """What a seat has to begin with."""
        return 1000 * self.seconds

    def at_turn(self, left: int) -> int:
        """Return what a seat has as a turn begins."""
        return self.supply

    def after_turn(self, left: int) -> int:
        """Return what a seat has after a turn that took its time down to *left*."""
        return self.supply


@frozen
class Fischer:
    """A supply of *main* seconds, and *increment* more for each turn."""

    kind: ClassVar = "fischer"
    main: int
    increment: int

    @property
    def supply(self) -> int:
        """What a seat has to begin with."""
        return 1000 * self.main

    def at_turn(self, left: int) -> int:
        """Return what a seat has as a turn begins."""
        return left

    def after_turn(self, left: int) -> int:
        """Return what a seat has after a turn that took its time down to *left*."""
        return left + 1000 * self.increment


Control: TypeAlias = PerMove | Fischer
_CONTROLS: Final[dict[str, type[PerMove] | type[Fischer]]] = {
    control.kind: control for control in (PerMove, Fischer)
}


@frozen(kw_only=True)
class Clocks:
    """The clocks of a game.

    :ivar left: what each seat had when this was stored.
    :ivar seat: whose clock has been running since then; ``None``: none has.
    :ivar since: the moment when this was stored.
    :ivar flagged: the seat whose time has run out.
    """

    control: Control
    left: tuple[int, ...]
    seat: int | None = None
    since: int = 0
    flagged: int | None = None

    @property
    def due(self) -> int | None:
        """The moment at which the time of the seat to move is up."""
        return None if self.seat is None else self.since + self.left[self.seat - 1]

    def is_up(self, now: int) -> bool:
        """Say whether somebody's time is up."""
        return self.due is not None and now >= self.due

    def at(self, now: int) -> tuple[int, ...]:
        """Return what each seat has left at a moment."""
        # The host's clock may have been set back meanwhile.
        spent = max(0, now - self.since)
        return tuple(
            max(0, left - spent) if seat == self.seat else left
            for seat, left in enumerate(self.left, 1)
        )

    def stopped(self, now: int) -> "Clocks":
        """Return the clocks with none running any more."""
        return evolve(self, left=self.at(now), seat=None, since=now)

    def going(self, seat: int | None, now: int) -> "Clocks":
        """Return the clocks with that of *seat* running, if any, in a turn under way."""
        return evolve(self.stopped(now), seat=seat)

    def turn(self, seat: int | None, now: int, mover: int | None = None) -> "Clocks":
        """Return the clocks as the turn of *seat* begins.

        :param seat: whose clock runs then; ``None``: none does.
        :param mover: who has ended a turn that took time; ``None``: nobody, a turn was taken back.
        """
        left = list(self.at(now))
        if mover is not None and mover == self.seat:
            left[mover - 1] = self.control.after_turn(left[mover - 1])
        left = [self.control.at_turn(one) for one in left]
        return evolve(self, left=tuple(left), seat=seat, since=now)

    def run_out(self, seat: int, now: int) -> "Clocks":
        """Return the clocks after *seat* has lost by them."""
        left = [0 if one == seat else rest for one, rest in enumerate(self.at(now), 1)]
        return evolve(self, left=tuple(left), seat=None, since=now, flagged=seat)


def wound_up(control: Control, seats: int) -> Clocks:
    """Return the clocks of a game that begins."""
    return Clocks(control=control, left=(control.supply,) * seats)


def moment(time: datetime) -> int:
    """Return a time as a moment."""
    return int(1000 * time.timestamp())


def control_dict(control: Control) -> dict[str, Any]:
    """Return a control as it is in requests, answers and the database."""
    return {"kind": control.kind, **asdict(control)}


def clocks_text(clocks: Clocks | None) -> str | None:
    """Return clocks as they are stored."""
    if clocks is None:
        return None
    data = asdict(clocks, recurse=False)
    return json.dumps({**data, "control": control_dict(clocks.control)})


def clocks_of(stored: str | None) -> Clocks | None:
    """Return the clocks that are stored."""
    if stored is None:
        return None
    data = json.loads(stored)
    control = data.pop("control")
    made = _CONTROLS[control.pop("kind")](**control)
    return Clocks(**{**data, "control": made, "left": tuple(data["left"])})
