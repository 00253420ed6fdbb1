"""What can be converted at one stop (section 4), fast: the part enumeration spends its time in.

Conversions never change which cells are occupied. So all lines of sight stay what they are while
one converts at a stop; only who sees whom changes, and of that, for the mover, nothing is ever
lost: watched cells and own pieces only become more, enemy forests and seeds only fewer. A
:class:`Stop` holds what stays, and :meth:`Stop.survey` says what a state of the pieces lets one do.
"""

from typing import TypeAlias

from abstractplay_hex.games.dendria.boards import View
from abstractplay_hex.games.dendria.movegen.move_context import MoveContext, groups_of

Survey: TypeAlias = tuple[list[int], list[int], int, int]
"""What a state lets one do: groups to fertilize, forests to capture (masks, in the same order in all
states of one stop), and all seeds to summon if the limit allows; and the empty cells left unwatched,
-1 if that was not found out."""


class Stop:
    """A place where a turn may convert: the end of a sow, or a stop or the end of a sprite's move.

    :param context: the pieces that stand still.
    :param cell: where the piece that acts stands.
    :param taken: bit of that cell if a sprite moved there and it was empty before, else 0: whose
        last liberty that was can be captured without watching (D11).
    :param sown: whether that piece is a seed, which watches nothing itself.
    """

    _awake: list[tuple[int, int]] | None = None
    _free = -1
    _guard: int | None = None

    def __init__(self, context: MoveContext, cell: int, taken: int, sown: bool) -> None:
        self.context = context
        self.sown = sown
        self.board = context.board
        self._cell = cell
        self._placed = 1 << cell
        self.occupied = context.occupied | self._placed
        self.taken = taken

    def view(self, bit: int) -> View:
        """Return what is seen from the cell of *bit*; the same in all states here."""
        return self.board.look(bit.bit_length() - 1, self.occupied)

    def _cut(self, cell: int, view: int) -> int:
        """Return *view*, what a sprite on *cell* watches, without what the piece put here hides."""
        placed = self._placed
        for direction, ray in enumerate(self.board.sight[cell]):
            if ray & placed:
                return view & ~(self.board.sight[self._cell][direction] | placed)
        raise AssertionError("the cell is not in sight")

    def _left(self) -> int:
        """Return the empty cells that the sprites which stand still do not watch."""
        free = self._free
        if free < 0:
            context, placed = self.context, self._placed
            free = context.board.land & ~self.occupied
            # A sprite watches itself what it hides from others.
            if self.sown and context.watch & placed:
                for bit, view in context.watching.items():
                    if view & placed:
                        view = self._cut(bit.bit_length() - 1, view)
                    free &= ~view
            else:
                free &= ~context.watch
            self._free = free
        return free

    def unwatched(self, sprites: int) -> int:
        """Return the empty cells that *sprites* do not watch."""
        unwatched = self._left()
        look, occupied = self.board.look, self.occupied
        sprites &= ~self.context.sprites
        while sprites and unwatched:
            bit = sprites & -sprites
            sprites ^= bit
            unwatched &= ~look(bit.bit_length() - 1, occupied)[0]
        return unwatched

    def protected(self, liberties: int) -> bool:
        """Whether the opponent watches all of *liberties*, a forest of theirs."""
        guard = self._guard
        if guard is None:
            guard, placed = 0, self._placed
            for bit, view in self.context.guarding.items():
                if view & placed:
                    view = self._cut(bit.bit_length() - 1, view)
                # A sprite captured here guards no more.
                if bit != placed:
                    guard |= view
            self._guard = guard
        return not liberties & ~guard

    def opened(
        self, seeds: int, sprites: int, enemy_trees: int, unwatched: int = -1
    ) -> tuple[list[int], list[int], int]:
        """Return the groups to fertilize, ascending, the forests to capture, and *unwatched* if known.

        :param unwatched: the empty cells that *sprites* do not watch, -1 if that is not known.
        """
        context = self.context
        least = unwatched
        if unwatched < 0:
            least = self._left()
            others = sprites & ~context.sprites
            if others:
                # Most have a liberty that none of these sprites could watch: no need to look.
                in_line = self.board.in_line
                while others:
                    bit = others & -others
                    others ^= bit
                    least &= ~in_line[bit]
            else:
                unwatched = least
        s = self.board.layout.stride
        west, east = least >> 1, least << 1
        # What has no such liberty: for a group to have none each of its cells must have none.
        tight = ~(west | east | (least | west) << s | (least | east) >> s)
        fertile: list[int] = []
        capturable: list[int] = []
        # Where there is no sprite no seed becomes a tree (D10).
        if sprites and seeds & tight:
            closed = seeds ^ self.board.layout.flood(seeds & ~tight, seeds)
            for group, around in sorted(groups_of(self.board, closed)) if closed else ():
                if unwatched < 0:
                    unwatched = self.unwatched(sprites)
                if not around & unwatched:
                    fertile.append(group)
        if enemy_trees & tight:
            for group, around in context.forests:
                if not around & least and group & enemy_trees:
                    if unwatched < 0:
                        unwatched = self.unwatched(sprites)
                    if not around & unwatched and self._takes(around):
                        capturable.append(group)
        return fertile, capturable, unwatched

    def _takes(self, around: int) -> bool:
        """Whether a forest with this land around it can be captured, its liberties being watched."""
        liberties = around & self.board.land & ~self.occupied
        return not self.protected(liberties) if liberties else around & self.taken != 0

    def called(self, seeds: int, mine: int, changed: int = -1) -> int:
        """Return the nourished ones of *seeds* that see more of *mine*, all the mover's pieces.

        Of six pieces seen, four are more than the rest. The limit of sprites is not looked at.

        :param changed: leave out seeds that see none of these.
        """
        found = 0
        awake = self._awake
        if awake is None:
            awake = self._awake = self._nourished()
        for bit, pieces in awake:
            if pieces & changed and bit & seeds and (pieces & mine).bit_count() > 3:
                found |= bit
        return found

    def _nourished(self) -> list[tuple[int, int]]:
        """Return the nourished seeds, each with the six pieces it sees; the same in all states here."""
        placed = self._placed
        found = []
        for bit, view in self.context.sheltered.items():
            if view[0] & placed:
                pieces = self._sees(bit, view)
                if pieces.bit_count() == 6:
                    found.append((bit, pieces))
            elif not view[2]:
                found.append((bit, view[1]))
        return found

    def _sees(self, bit: int, view: View) -> int:
        """Return the pieces seen from the cell of *bit*, the one put here among them.

        :param view: what is seen without it, its cell among the empty ones.
        """
        placed = self._placed
        for ray in self.board.sight[bit.bit_length() - 1]:
            if ray & placed:
                return view[1] & ~ray | placed
        raise AssertionError("the cell is not in sight")

    def survey(
        self,
        own_seeds: int,
        sprites: int,
        own_trees: int,
        enemy_seeds: int,
        enemy_trees: int,
        summoning: bool,
    ) -> Survey:
        """Return what can be converted in this state of the pieces.

        :param summoning: whether the limit may allow to summon. It is left aside otherwise, but no
            seeds are named when it forbids to and no other conversion can raise it.
        """
        fertile, capturable, unwatched = self.opened(own_seeds, sprites, enemy_trees)
        called = 0
        if summoning or fertile or capturable:
            called = self.called(own_seeds | enemy_seeds, own_seeds | sprites | own_trees)
        return fertile, capturable, called, unwatched
