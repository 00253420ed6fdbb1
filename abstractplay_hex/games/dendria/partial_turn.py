"""A turn under way, step by step: where it stands, and what each act makes of it.

Nothing is checked here: ``checks`` says what is legal, ``continuations`` what may still come. Every
object is immutable and knows the one before it, so that a click can go back.
"""

from typing import Any

from attrs import field, frozen

from abstractplay_hex.board import cells_in, lowest
from abstractplay_hex.games.dendria import effects
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.legs import Leg, Made
from abstractplay_hex.games.dendria.movegen.move_context import grown_to, largest_group
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    TREES,
    Conversion,
    Sow,
    SpriteMove,
    Step,
)
from abstractplay_hex.games.dendria.position import DendriaPosition, position_of
from abstractplay_hex.plies.results import Move, Place, Result


@frozen(slots=False, eq=False)
class PartialTurn:
    """A sow or a sprite's move under way: the pieces so far, and how they came about.

    :ivar before: the position before the turn.
    :ivar start: the sown cell, or the cell the sprite came from.
    :ivar at: the sown cell, or where the sprite stands now.
    :ivar sowing: whether the turn is a sow.
    :ivar direction: of the sprite's move, -1 before its first step.
    :ivar seeds, sprites, trees: the mover's pieces now.
    :ivar enemy_seeds, enemy_sprites, enemy_trees: the opponent's pieces now.
    :ivar legs: the sow, or the legs of the move; stops without conversions are left out (section 6).
    :ivar previous: the turn before the last step or conversion.
    """

    before: DendriaPosition
    start: int
    at: int
    sowing: bool
    direction: int
    seeds: int
    sprites: int
    trees: int
    enemy_seeds: int
    enemy_sprites: int
    enemy_trees: int
    legs: tuple[Leg, ...] = ()
    previous: "PartialTurn | None" = field(default=None, repr=False)
    _forest: int = field(default=-1, alias="_forest")

    def changed(self, **changes: Any) -> "PartialTurn":
        """Return the turn with other values of some fields."""
        # What attrs.evolve does, in a fourth of the time.
        return PartialTurn(**(self.__dict__ | changes))

    # What is there -------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self.before.board

    @property
    def position(self) -> DendriaPosition:
        """The position under way, to be drawn: side, passes and actor are still those before."""
        before = self.before
        return self._left(before.side, before.passes, before.actor)

    @property
    def after(self) -> DendriaPosition:
        """The position after the turn, if it ends here."""
        side = self.before.side
        return self._left(3 - side, 0, side)

    def _left(self, side: int, passes: int, actor: int) -> DendriaPosition:
        """Return the position with the pieces as they are now."""
        return position_of(
            self.board,
            self._both(self.seeds, self.enemy_seeds),
            self._both(self.sprites, self.enemy_sprites),
            self._both(self.trees, self.enemy_trees),
            side,
            passes,
            actor,
        )

    def _both(self, own: int, enemy: int) -> tuple[int, int]:
        return (own, enemy) if self.before.side == 1 else (enemy, own)

    @property
    def mine(self) -> int:
        """Mask of the mover's pieces now."""
        return self.seeds | self.sprites | self.trees

    @property
    def occupied(self) -> int:
        """Mask of all pieces now."""
        return self.mine | self.enemy_seeds | self.enemy_sprites | self.enemy_trees

    @property
    def forest(self) -> int:
        """Size of the mover's largest forest now."""
        if self._forest < 0:  # worked out once, and only where somebody asks
            object.__setattr__(self, "_forest", largest_group(self.board, self.trees))
        return self._forest

    @property
    def moving(self) -> bool:
        """Whether this is a sprite's move of which nothing but the sprite is chosen yet."""
        return not self.sowing and not self.legs

    @property
    def captured(self) -> bool:
        """Whether the last step captured a sprite, which ended the movement (D6)."""
        return bool(self.legs) and self.legs[-1].capture

    @property
    def last_made(self) -> Made | None:
        """The conversion made last, if nothing was done after it."""
        return self.legs[-1].made[-1] if self.legs and self.legs[-1].made else None

    @property
    def converted(self) -> list[Made]:
        """All conversions of this turn, in the order they were made."""
        return [made for leg in self.legs for made in leg.made]

    @property
    def fertilized(self) -> bool:
        """Whether a fertilization was made in this turn, at whatever stop."""
        return any(made.fertilized for leg in self.legs for made in leg.made)

    def spends(self, end: int) -> bool:
        """Whether a move from the start to *end* spends energy (D7)."""
        energy = self.board.energy
        return energy[end] < energy[self.start]

    @property
    def legal(self) -> bool:
        """Whether the turn may end now."""
        if self.sowing:
            return True
        return bool(self.legs) and (self.spends(self.at) or self.fertilized)

    # What it is called ---------------------------------------------------------------------

    @property
    def turn(self) -> Sow | SpriteMove:
        """The canonical turn so far (of a sprite's move, once it has made a step)."""
        name = self.board.layout.name
        if self.sowing:
            return Sow(name[self.start], self.legs[0].conversions)
        return SpriteMove(
            name[self.start],
            tuple([Step(name[leg.cell], leg.capture, leg.conversions) for leg in self.legs]),
        )

    @property
    def text(self) -> str:
        """The turn so far as text: at least the cell it begins at."""
        return self.board.layout.name[self.start] if self.moving else self.turn.text

    @property
    def results(self) -> tuple[Result, ...]:
        """What the turn did so far."""
        board, mover = self.board, self.before.side
        name = board.layout.name
        out: list[Result] = (
            [Place(where=name[self.start], what=effects.SEED)] if self.sowing else []
        )
        start = self.start
        for leg in self.legs:
            if not self.sowing:
                out.append(Move(start=name[start], to=name[leg.cell], what=effects.SPRITE))
            if leg.capture:
                out.append(effects.captured(name[leg.cell], 3 - mover))
            out.extend([made.result(board, mover) for made in leg.made])
            start = leg.cell
        return tuple(out)

    # Acting --------------------------------------------------------------------------------

    def gone(self, end: int, direction: int, capture: bool) -> "PartialTurn":
        """Return the turn after the sprite went on to *end*."""
        bit = 1 << end
        legs = self.legs
        if legs and not legs[-1].made:
            legs = legs[:-1]
        return self.changed(
            at=end,
            direction=direction,
            sprites=self.sprites ^ 1 << self.at ^ bit,
            enemy_sprites=self.enemy_sprites & ~bit,
            legs=(*legs, Leg(end, capture)),
            previous=self,
        )

    def reachable(self) -> list[tuple[int, int, bool]]:
        """Return where the sprite can go from where it stands now: cell, direction, capture or not.

        Nearest first in each direction; energy is not looked at.
        """
        if self.sowing or self.captured:
            return []
        board = self.board
        walls = self.trees | self.enemy_trees
        occupied = self.occupied
        out = []
        for direction in range(6) if self.direction < 0 else (self.direction,):
            by = board.layout.shifts[direction]
            track = board.tracks[self.at][direction]
            for cell in cells_in(track) if by > 0 else reversed(list(cells_in(track))):
                if walls >> cell & 1:
                    break
                if self.enemy_sprites >> cell & 1:
                    out.append((cell, direction, True))
                    break
                if not occupied >> cell & 1:
                    out.append((cell, direction, False))
        return out

    def group_at(self, cell: int) -> int:
        """Return the group of the mover's seeds, or else the enemy forest, that *cell* is of."""
        seeds = self.seeds if self.seeds >> cell & 1 else self.enemy_trees
        return self.board.layout.flood(1 << cell, seeds)

    def converted_on(self, cell: int, kind: str) -> "PartialTurn":
        """Return the turn after the conversion of that kind of what is on *cell*."""
        return self.summoned(cell) if kind == SUMMON else self.made_trees(self.group_at(cell))

    def summoned(self, cell: int) -> "PartialTurn":
        """Return the turn after the seed on *cell* became the mover's sprite."""
        bit = 1 << cell
        conversion = Conversion(self.board.layout.name[cell], SUMMON)
        return self._converted(
            Made(conversion, bit, not self.seeds & bit),
            seeds=self.seeds & ~bit,
            enemy_seeds=self.enemy_seeds & ~bit,
            sprites=self.sprites | bit,
        )

    def made_trees(self, group: int) -> "PartialTurn":
        """Return the turn after a group, as :meth:`group_at` gives it, became the mover's trees."""
        first = lowest(group)
        conversion = Conversion(self.board.layout.name[first], TREES)
        trees = self.trees | group
        known = self._forest
        forest = known if known < 0 else max(known, grown_to(self.board, trees, group))
        if self.seeds & group:
            return self._converted(
                Made(conversion, group, False),
                seeds=self.seeds ^ group,
                trees=trees,
                _forest=forest,
            )
        taken = not self.board.layout.neighbours(group) & self.board.land & ~self.occupied
        return self._converted(
            Made(conversion, group, True, taken),
            trees=trees,
            enemy_trees=self.enemy_trees ^ group,
            _forest=forest,
        )

    def _converted(self, made: Made, **masks: int) -> "PartialTurn":
        last = self.legs[-1]
        leg = Leg(last.cell, last.capture, (*last.made, made))
        return self.changed(legs=(*self.legs[:-1], leg), previous=self, **masks)


def started(position: DendriaPosition, at: int) -> PartialTurn:
    """Begin a turn on *at*: the move of the mover's sprite there, or else a sow."""
    own, other = position.side - 1, 2 - position.side
    bit = 1 << at
    sowing = not position.sprites[own] & bit
    return PartialTurn(
        position,
        at,
        at,
        sowing,
        -1,
        position.seeds[own] | bit if sowing else position.seeds[own],
        position.sprites[own],
        position.trees[own],
        position.seeds[other],
        position.sprites[other],
        position.trees[other],
        (Leg(at),) if sowing else (),
    )
