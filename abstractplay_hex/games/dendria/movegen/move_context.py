"""The pieces that stand still while one acts, and what is seen in them: the same for all ends of an action.

Seeds and trees come in groups, sprites watch empty cells, and most seeds are out of the question for
a summoning; each of these is found once.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import define

from abstractplay_hex.games.dendria.boards import Board, View

Group: TypeAlias = tuple[int, int]
"""A group of seeds or a forest: the mask of its cells, and of the land next to them."""

Sheltered: TypeAlias = dict[int, View]
"""What seeds see, by the seed's own bit: those that see water in one direction at most.

The others cannot be nourished after one more piece is put somewhere.
"""


_T = TypeVar("_T")


class _Once(Generic[_T]):
    """A property worked out when first asked for.

    ``functools.cached_property`` takes a lock before Python 3.12, for longer than most of these take.
    """

    def __init__(self, find: Callable[[Any], _T]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, at: Any, owner: type | None = None) -> _T:
        found = at.__dict__[self._name] = self._find(at)
        return found


def _first_group(beside: dict[int, int], pieces: int) -> Group:
    """Return the group of *pieces* that has the first of them."""
    # Most groups are of few pieces: going from one to the next is quicker than a flood.
    group = pieces & -pieces
    around = beside[group]
    while todo := around & pieces & ~group:
        bit = todo & -todo
        group |= bit
        around |= beside[bit]
    return group, around & ~group


def groups_of(board: Board, pieces: int) -> list[Group]:
    """Return the groups of *pieces*, each with the land around it, by their first cells."""
    beside = board.beside
    found = []
    while pieces:
        group = _first_group(beside, pieces)
        pieces ^= group[0]
        found.append(group)
    return found


def largest_group(board: Board, trees: int) -> int:
    """Return the size of the largest forest made of *trees*, 0 if there are none."""
    beside, largest = board.beside, 0
    while trees.bit_count() > largest:
        forest, _ = _first_group(beside, trees)
        trees ^= forest
        largest = max(largest, forest.bit_count())
    return largest


def grown_to(board: Board, trees: int, fresh: int) -> int:
    """Return the size of the largest forest made of *trees* that has a tree among *fresh*."""
    flood = board.layout.flood
    largest = 0
    while fresh:
        forest = flood(fresh & -fresh, trees)
        fresh &= ~forest
        largest = max(largest, forest.bit_count())
    return largest


@define(slots=False, eq=False)
class MoveContext:
    """The pieces that stand still while one acts: all but a sprite taken up, or all before a sow.

    What is seen in it is found when it is first asked for.

    :ivar occupied: mask of these pieces.
    :ivar before: the context this one came from by taking up the piece on *start*; what it knows
        is used again where that piece was not seen.
    """

    board: Board
    occupied: int
    seeds: int
    sprites: int
    trees: int
    enemy_seeds: int
    enemy_sprites: int
    enemy_trees: int
    before: "MoveContext | None" = None
    start: int = -1

    def __attrs_post_init__(self) -> None:
        """Tell the mover's pieces."""
        self.mine = self.seeds | self.sprites | self.trees

    def without(self, start: int) -> "MoveContext":
        """Return the context with the mover's sprite on *start* taken up."""
        bit = 1 << start
        found = MoveContext(
            self.board,
            self.occupied ^ bit,
            self.seeds,
            self.sprites ^ bit,
            self.trees,
            self.enemy_seeds,
            self.enemy_sprites,
            self.enemy_trees,
            self,
            start,
        )
        # These do not depend on it.
        found.__dict__.update(groups=self.groups, forests=self.forests, largest=self.largest)
        return found

    @_Once
    def groups(self) -> list[Group]:
        """The mover's groups of seeds."""
        return sorted(groups_of(self.board, self.seeds))

    @_Once
    def forests(self) -> list[Group]:
        """The opponent's forests."""
        return groups_of(self.board, self.enemy_trees)

    @_Once
    def largest(self) -> int:
        """The size of the mover's largest forest."""
        return largest_group(self.board, self.trees)

    @_Once
    def summoning(self) -> bool:
        """Whether the limit lets the mover summon with the sprites there are."""
        return self.sprites.bit_count() <= self.largest

    @_Once
    def water_seen(self) -> tuple[int, int]:
        """:meth:`Board.water_seen` here."""
        return self.board.water_seen(self.occupied)

    @_Once
    def _from_start(self) -> int:
        """The pieces seen from the cell that was emptied: sight goes both ways."""
        return self.board.look(self.start, self.occupied)[1]

    def _watching(self, sprites: int, known: dict[int, int] | None) -> dict[int, int]:
        look, occupied = self.board.look, self.occupied
        found = {}
        while sprites:
            bit = sprites & -sprites
            sprites ^= bit
            if known is None or bit & self._from_start:
                found[bit] = look(bit.bit_length() - 1, occupied)[0]
            else:
                found[bit] = known[bit]
        return found

    @_Once
    def watching(self) -> dict[int, int]:
        """The empty cells each sprite of the mover watches, by the sprite's bit."""
        return self._watching(self.sprites, self.before.watching if self.before else None)

    @_Once
    def watch(self) -> int:
        """All that the mover's sprites watch."""
        return reduce(or_, self.watching.values(), 0)

    @_Once
    def guarding(self) -> dict[int, int]:
        """The empty cells each sprite of the opponent watches, by the sprite's bit."""
        return self._watching(self.enemy_sprites, self.before.guarding if self.before else None)

    @_Once
    def guard(self) -> int:
        """All that the opponent's sprites watch."""
        return reduce(or_, self.guarding.values(), 0)

    @_Once
    def sheltered(self) -> Sheltered:
        """What the sheltered seeds of both players see."""
        look, occupied = self.board.look, self.occupied
        found = {}
        if self.before:
            # Where a piece was taken up there may be more water to be seen, not less.
            for bit, view in self.before.sheltered.items():
                if bit & self._from_start:
                    view = look(bit.bit_length() - 1, occupied)
                    if view[1].bit_count() < 5:
                        continue
                found[bit] = view
            return found
        todo = (self.seeds | self.enemy_seeds) & ~self.water_seen[1]
        while todo:
            bit = todo & -todo
            todo ^= bit
            found[bit] = look(bit.bit_length() - 1, occupied)
        return found
