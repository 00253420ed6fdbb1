"""Turns as sequences of numbered actions, and positions as planes of a fixed shape: for learning.

A learner wants a fixed number of actions and arrays of one shape. A game's rules say by :meth:`Rules.actions
<abstractplay_hex.Rules.actions>` how its turns come about so:

>>> from abstractplay_hex import Setup, get_rules
>>> dendria = get_rules("dendria")
>>> setup = Setup(("size-5",))
>>> actions = dendria.actions(setup)
>>> start = dendria.initial(setup)
>>> now = actions.begin(start)
>>> number = actions.encode(start, dendria.read_turn(start, "e5"))[0]
>>> actions.name(now, number), number in actions.legal(now)
('e5', True)
>>> dendria.write(actions.act(now, number).turn)
'e5'
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from attrs import field, frozen

P = TypeVar("P")
T = TypeVar("T")


@frozen
class Acting(Generic[P, T]):
    """A turn that comes about action by action.

    :ivar position: the one before the turn.
    :ivar partial: what is there of the turn, ``None`` at its beginning; only the game knows more.
    :ivar turn: the turn, once it is whole.
    """

    position: P
    partial: Any = None
    turn: T | None = None


@frozen
class Planes:
    """What a player sees: some sets of cells, and some numbers.

    :ivar masks: for each of the planes its cells: cell (row, col) is the bit ``row * stride + col``.
    :ivar stride: bits a row of the masks.
    :ivar numbers: from 0 to 1.
    """

    masks: Sequence[int]
    stride: int
    numbers: Sequence[float] = field(default=())


class Actions(ABC, Generic[P, T]):
    """How the turns of a game with one setup come about by actions, which have numbers from 0.

    Whoever only takes legal actions always comes to a legal turn, and any legal turn can be come to (or
    one that leads to the same position). Neighbours of a cell are in all planes at the same distance:
    the six steps are (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0) in rows and columns.

    :ivar count: how many actions there are.
    :ivar longest: the most actions a turn can take.
    :ivar shape: rows and columns of the planes.
    :ivar planes: what each of the masks shows.
    :ivar numbers: what each of the numbers says.
    """

    count: int
    longest: int
    shape: tuple[int, int]
    planes: tuple[str, ...]
    numbers: tuple[str, ...] = ()

    def begin(self, position: P) -> Acting[P, T]:
        """Begin a turn at a position."""
        return Acting(position)

    @abstractmethod
    def legal(self, now: Acting[P, T]) -> list[int]:
        """Return the actions that can be taken, ascending; none if there is no turn, or it is whole."""

    @abstractmethod
    def act(self, now: Acting[P, T], action: int) -> Acting[P, T]:
        """Return the turn after a legal action."""

    @abstractmethod
    def encode(self, position: P, turn: T) -> list[int]:
        """Return actions by which a legal turn comes about."""

    @abstractmethod
    def see(self, now: Acting[P, T], seat: int) -> Planes:
        """Return what a player sees, their own pieces before those of the next seats."""

    @abstractmethod
    def name(self, now: Acting[P, T], action: int) -> str:
        """Return an action as people write it: what it adds to the turn's text, or what it does."""
