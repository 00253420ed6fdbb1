"""Whether a fertilization can still be come by, where a sprite's move needs one (D7).

Until the first fertilization one can only summon seeds and capture forests, and as far as the limit
of sprites lets one, more of both is never worse: sprites watch, taken trees count, and a group whose
other seeds are summoned has fewer liberties. So for one seed to become a tree it is best to do all
that can be done but to summon that seed itself; whether that will do is soon found. What is left
open is which seeds to summon where the limit forbids to summon all.
"""

from enum import Enum
from typing import TypeAlias

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.movegen.conversions import Stop
from abstractplay_hex.games.dendria.movegen.lines import Line
from abstractplay_hex.games.dendria.movegen.move_context import largest_group

State: TypeAlias = tuple[int, int, int, int, int]
"""The mover's seeds, sprites and trees, and the opponent's seeds and trees."""

# Summons up to which a choice of few among many is tried out in a bound.
_FEW = 4

# Seeds for which it is looked into whether they are needed as sprites for what must come before.
_TRIED = 12


class Possibility(Enum):
    """An answer: no, yes, or not known because of the limit of sprites."""

    NO = 0
    MAYBE = 1
    YES = 2


class _Walk:
    """All that can be done at the stops of a line, one after the other, but no fertilization.

    :ivar kept: the seed that is not to be summoned.
    :ivar summoned: what was summoned so far, as if the limit had been no matter.
    :ivar room: how many could be at the very most.
    """

    def __init__(self, line: Line, k: int, state: State, kept: int) -> None:
        self.line, self.k, self.kept = line, k, kept
        self.seeds, self.sprites, self.trees, self.enemy_seeds, self.enemy_trees = state
        self.few = self.sprites
        self.summoned = 0
        self.room = 0
        self._counted = -1
        # What can be fertilized here without the seeds that can be summoned.
        self._open: list[int] = []
        # The empty cells that nobody watches, -1 if that was not found out.
        self._unwatched = -1
        self._gather()

    @property
    def stop(self) -> Stop:
        return self.line.stop(self.k)

    def go_on(self) -> bool:
        """Go on to the next stop, if there is one and the way is free."""
        line, k = self.line, self.k + 1
        if k == len(line.cells) or line.between[k] & (self.trees | self.enemy_trees):
            return False
        step = 1 << line.cells[k - 1] | 1 << line.cells[k]
        self.few ^= step
        self.sprites ^= step
        self.k = k
        self._gather()
        return True

    def _gather(self) -> None:
        stop = self.stop
        unwatched = -1
        while True:
            steady = self.seeds & ~self.summoned
            self._open, capturable, unwatched = stop.opened(
                steady, self.sprites, self.enemy_trees, unwatched
            )
            for group in capturable:
                self.trees |= group
                self.enemy_trees ^= group
            fresh = stop.called(
                (self.seeds | self.enemy_seeds) & ~self.sprites & ~self.kept,
                self.seeds | self.sprites | self.trees,
            )
            if (fresh or self.summoned) and self.trees != self._counted:
                # Those summoned before may have waited for the trees made now.
                self._counted = self.trees
                self.room = largest_group(stop.board, self.trees) + 1 - self.few.bit_count()
            if not fresh or self.room <= 0:
                break
            self.summoned |= fresh
            self.sprites |= fresh
            self.enemy_seeds &= ~fresh
            if unwatched >= 0:
                for cell in cells_in(fresh):
                    unwatched &= ~stop.view(1 << cell)[0]
        self._unwatched = unwatched

    def fertile(self) -> list[tuple[int, int]]:
        """Return the groups that might be fertilized here, each with its seed that is to be kept.

        Of the seeds that can be summoned each is tried for itself: alone, or with those that cannot.
        """
        found = [(0, group) for group in self._open]
        summoned = self.seeds & self.summoned
        if not (summoned and self.sprites):
            return found
        if self._unwatched < 0:
            self._unwatched = self.stop.unwatched(self.sprites)
        layout = self.line.context.board.layout
        near = layout.neighbours(self._unwatched)
        steady = self.seeds & ~self.summoned
        for cell in cells_in(summoned & ~near):
            group = layout.flood(1 << cell, steady | 1 << cell)
            if not group & near:
                found.append((1 << cell, group))
        return found

    def watches(self, group: int, bit: int) -> bool:
        """Whether enough sprites watch all liberties of a group, without the one on *bit*.

        Where few can be summoned, not more than these few.
        """
        stop = self.stop
        watching = self.sprites & ~bit
        open_to = []
        liberties = stop.board.layout.neighbours(group) & ~stop.occupied
        while liberties:
            liberty = liberties & -liberties
            liberties ^= liberty
            # Sight goes both ways.
            seen = stop.view(liberty)[1]
            if not seen & watching:
                return False
            if not seen & self.few:
                open_to.append(seen & watching)
        return self.room > _FEW or _covered(open_to, self.room)


def _covered(wanted: list[int], room: int) -> bool:
    """Whether *room* bits are enough for each mask to have one of them."""
    if not wanted:
        return True
    if not room:
        return False
    return any(
        _covered([mask for mask in wanted if not mask >> cell & 1], room - 1)
        for cell in cells_in(min(wanted, key=int.bit_count))
    )


def fertilizable(
    line: Line, k: int, state: State, largest: int, stay: bool = False, barren: bool = False
) -> Possibility:
    """Return whether a fertilization can be made at stop *k*, or unless *stay* at a later one.

    :param state: the pieces, the sprite that moves standing on stop *k*.
    :param largest: size of the mover's largest forest.
    :param barren: whether it is known that nothing can be fertilized there as it is.
    """
    seeds, sprites, _, _, enemy_trees = state
    if not seeds:
        return Possibility.NO
    stop = line.stop(k)
    if not barren and stop.opened(seeds, sprites, 0)[0]:
        return Possibility.YES
    room = largest + 1 - sprites.bit_count()
    tried = 0
    walk = _Walk(line, k, state, 0)
    while True:
        for bit, group in walk.fertile():
            if not walk.watches(group, bit):
                continue
            summoned = (walk.summoned & ~bit).bit_count()
            if bit and walk.enemy_trees != enemy_trees:
                # A forest may have been captured only because this very seed was summoned.
                tried += 1
                there = _Walk(line, k, state, bit)
                while there.k < walk.k and there.go_on():
                    pass
                group = stop.board.layout.flood(bit, there.seeds & ~there.summoned)
                if tried <= _TRIED and (there.k < walk.k or not there.watches(group, 0)):
                    continue
                summoned = there.summoned.bit_count()
            enough = summoned <= max(room, 0) and tried <= _TRIED
            return Possibility.YES if enough else Possibility.MAYBE
        if stay or not walk.go_on():
            return Possibility.NO


def may_fertilize(line: Line, k: int, state: State, largest: int) -> bool:
    """Whether a fertilization at stop *k* or later is not plainly impossible, none being open as it is."""
    return fertilizable(line, k, state, largest, barren=True) is not Possibility.NO
