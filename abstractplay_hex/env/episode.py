"""One game played by actions, as environments need it: whose turn, what is legal, who has won, when it ends."""

from bisect import bisect_left
from collections.abc import Sequence
from operator import index
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.registry import get_rules
from abstractplay_hex.rules.actions import Acting, Actions
from abstractplay_hex.rules.interface import AnyRules, Outcome, Setup, outcome_values

MOST_PLIES: Final = 1000
"""Turns after which an episode is cut off, unless another number is asked for."""

Ending: TypeAlias = Literal["", "over", "stuck", "cut"]


@frozen(eq=False)
class Task:
    """What is to be played.

    :ivar max_plies: an episode of so many turns is cut off.
    """

    rules: AnyRules
    setup: Setup
    actions: Actions[Any, Any]
    max_plies: int

    @property
    def uid(self) -> str:
        """The game's uid."""
        return self.rules.info.uid

    @property
    def seats(self) -> int:
        """How many play."""
        return self.rules.seats(self.setup)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes (sets of cells, then numbers), rows, columns."""
        rows, columns = self.actions.shape
        return len(self.actions.planes) + len(self.actions.numbers), rows, columns

    def __deepcopy__(self, memo: Any) -> "Task":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Rules and actions are there once a process.
        setup = self.setup
        return task, (self.uid, list(setup.variants), setup.seats, self.max_plies)

    def begin(self, position_text: str | None = None) -> "Episode":
        """Begin an episode.

        :param position_text: where to begin; at the start of a game by default.
        :raises PositionError: if the text is wrong.
        """
        if position_text is None:
            position = self.rules.initial(self.setup)
        else:
            position = self.rules.read_position(position_text, self.setup)
        return _at(self, position, 0)


@frozen(eq=False)
class Episode:
    """An episode as far as it has got. It does not change: an action gives another one.

    :ivar now: the turn that comes about.
    :ivar legal: the actions that can be taken, ascending; none when it has ended.
    :ivar plies: turns made.
    :ivar ending: ``"over"`` by the rules, ``"stuck"`` where the player to move has no turn, ``"cut"``
        after ``max_plies``; ``""`` while it goes on.
    :ivar winners: the seats that have won by the rules.
    """

    task: Task = field(repr=False)
    now: Acting[Any, Any]
    legal: list[int] = field(repr=False)
    plies: int
    ending: Ending = ""
    winners: Outcome | None = None

    @property
    def seat(self) -> int:
        """The seat to act; after the end, whose turn it would be."""
        return self.task.rules.to_move(self.now.position)

    @property
    def rewards(self) -> tuple[float, ...]:
        """What it was worth to each seat, from −1 to 1: nothing to anybody unless somebody has won."""
        seats = self.task.seats
        return (0.0,) * seats if self.winners is None else outcome_values(self.winners, seats)

    def act(self, action: int) -> "Episode":
        """Take an action.

        :raises ArgumentError: ``env.action`` for one that is not legal now.
        """
        task, legal = self.task, self.legal
        try:
            wanted = index(action)  # a number of any kind, such as an array's
            at = bisect_left(legal, wanted)
            if legal[at] != wanted:
                raise IndexError
        except (IndexError, TypeError):
            raise ArgumentError("env.action", action=str(action)[:20], legal=len(legal)) from None
        now = task.actions.act(self.now, wanted)
        if now.turn is None:
            return Episode(task, now, task.actions.legal(now), self.plies)
        return _at(task, task.rules.after(now.position, now.turn), self.plies + 1)

    def name(self, action: int) -> str:
        """Return a legal action as people write it."""
        return self.task.actions.name(self.now, action)

    def __deepcopy__(self, memo: Any) -> "Episode":
        return self


def _at(task: Task, position: Any, plies: int) -> Episode:
    now = task.actions.begin(position)
    winners = task.rules.outcome(position)
    if winners is not None:
        return Episode(task, now, [], plies, "over", winners)
    if plies >= task.max_plies:
        return Episode(task, now, [], plies, "cut")
    legal = task.actions.legal(now)
    return Episode(task, now, legal, plies, "" if legal else "stuck")


def task(
    uid: str,
    variants: Sequence[str] = (),
    seats: int | None = None,
    max_plies: int = MOST_PLIES,
) -> Task:
    """Return what is to be played.

    :raises UnknownGameError: for a game that is not there.
    :raises VariantError: for variants that it has not.
    :raises ArgumentError: for a wrong number of seats, ``env.plies`` for one of turns, ``env.no-actions``
        for a game that does not say how its turns become actions.
    """
    rules = get_rules(uid)
    setup = rules.setup(variants, seats)
    if type(max_plies) is not int or max_plies < 1:
        raise ArgumentError("env.plies")
    actions = rules.actions(setup)
    if actions is None:
        raise ArgumentError("env.no-actions", game=rules.info.said().name)
    return Task(rules, setup, actions, max_plies)
