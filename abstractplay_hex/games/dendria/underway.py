"""A turn under way, step by step: every rule of sections 3 and 4 with its reason for saying no.

This is the strict side: :func:`begin`, :meth:`UnderWay.step` and :meth:`UnderWay.convert` raise a
:class:`~abstractplay_hex.errors.MoveError` that tells a player why not. Every object is immutable,
so that a host can go back to an earlier one.
"""

from typing import Any, Final, NoReturn

import attrs

from abstractplay_hex.board import cells_in, lowest
from abstractplay_hex.errors import GameOverError, MoveError
from abstractplay_hex.games.dendria import messages as _sentences
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.events import (
    Captured,
    Event,
    Fertilized,
    ForestCaptured,
    Moved,
    Sowed,
    Summoned,
)
from abstractplay_hex.games.dendria.lines import Line, line_of, line_onward
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    TREES,
    Conversion,
    Sow,
    SpriteMove,
    Step,
)
from abstractplay_hex.games.dendria.position import DendriaPosition, position_of
from abstractplay_hex.games.dendria.prospects import Prospect, State, prospect
from abstractplay_hex.games.dendria.settings import Setting, grown_to, largest_group
from abstractplay_hex.games.dendria.stops import Stop

_sentences.register()

#: States looked at before a search for a fertilization gives up (a few milliseconds).
SEARCH_LIMIT: Final = 100


@attrs.frozen
class Landings:
    """Where a sprite can go on its turn, as masks that have no cell in common.

    Where so many seeds could be summoned that the search for a fertilization gives up
    (:data:`SEARCH_LIMIT`), a landing may be among them from which no turn is legal in the end.

    :ivar free: the turn may end there at once.
    :ivar fertilizing: a move there recovers energy, and a fertilization it needs can be had there (D7).
    :ivar stopovers: the turn cannot end there, but converting there it can go on to a legal end.
    """

    free: int
    fertilizing: int
    stopovers: int

    @property
    def all(self) -> int:
        """All of them."""
        return self.free | self.fertilizing | self.stopovers


@attrs.frozen
class Leg:
    """A leg of a turn under way: where it ended, whether it captured, what was converted there."""

    cell: int
    capture: bool
    conversions: tuple[Conversion, ...] = ()
    events: tuple[Event, ...] = ()


def _no(code: str, **params: object) -> NoReturn:
    raise MoveError(f"dendria.{code}", **params)


@attrs.frozen(slots=False)
class UnderWay:
    """A turn under way: its position so far and what may still be done.

    :ivar before: the position before the turn.
    :ivar start: the sown cell, or the cell the sprite came from.
    :ivar at: the sown cell, or where the sprite stands now.
    :ivar sowing: whether the turn is a sow.
    :ivar direction: of the sprite's move, -1 before its first step.
    :ivar seeds, sprites, trees: the mover's pieces now.
    :ivar enemy_seeds, enemy_sprites, enemy_trees: the opponent's pieces now.
    :ivar forest: size of the mover's largest forest now.
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
    forest: int
    legs: tuple[Leg, ...] = ()

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

    def _with(self, **changes: Any) -> "UnderWay":
        # What attrs.evolve does, in a fourth of the time.
        return UnderWay(**(self.__dict__ | changes))

    @property
    def occupied(self) -> int:
        """Mask of all pieces now."""
        return self._mine | self.enemy_seeds | self.enemy_sprites | self.enemy_trees

    @property
    def _mine(self) -> int:
        return self.seeds | self.sprites | self.trees

    @property
    def moving(self) -> bool:
        """Whether this is a sprite's move of which nothing but the sprite is chosen yet."""
        return not self.sowing and not self.legs

    @property
    def captured(self) -> bool:
        """Whether the last step captured a sprite, which ended the movement (D6)."""
        return bool(self.legs) and self.legs[-1].capture

    @property
    def fertilized(self) -> bool:
        """Whether a fertilization was made in this turn, at whatever stop."""
        return any(isinstance(e, Fertilized) for leg in self.legs for e in leg.events)

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

    @property
    def turn(self) -> Sow | SpriteMove:
        """The canonical turn so far: stops without conversions are left out (section 6).

        :raises MoveError: while a sprite has made no step.
        """
        name = self.board.layout.name
        if self.sowing:
            return Sow(name[self.start], self.legs[0].conversions)
        if not self.legs:
            _no("move.unfinished", cell=name[self.start])
        return SpriteMove(
            name[self.start],
            tuple(Step(name[leg.cell], leg.capture, leg.conversions) for leg in self.legs),
        )

    @property
    def events(self) -> tuple[Event, ...]:
        """What the turn did so far."""
        name = self.board.layout.name
        if self.sowing:
            return (Sowed(name[self.start]), *self.legs[0].events)
        out: list[Event] = []
        start = self.start
        for leg in self.legs:
            out.append(Moved(name[start], name[leg.cell]))
            if leg.capture:
                out.append(Captured(name[leg.cell]))
            out.extend(leg.events)
            start = leg.cell
        return tuple(out)

    def finish(self) -> DendriaPosition:
        """Return the position after the turn.

        :raises MoveError: if the turn may not end now.
        """
        if not self.legal:
            name = self.board.layout.name
            if not self.legs:
                _no("move.unfinished", cell=name[self.start])
            _no("move.needs-fertilization", start=name[self.start], cell=name[self.at])
        side = self.before.side
        return self._left(3 - side, 0, side)

    # Moving --------------------------------------------------------------------------------

    def step(self, step: Step) -> "UnderWay":
        """Return the turn after the sprite went on to ``step.cell``; its conversions are left out.

        :raises MoveError: says what forbids the step.
        """
        board, layout = self.board, self.board.layout
        name = layout.name
        end = _cell(board, step.cell)
        if self.sowing:
            _no("move.not-a-sprite", cell=name[self.start])
        if self.captured:
            _no("move.after-capture", cell=name[self.at])
        if end == self.start == self.at:
            _no("move.same-cell")
        direction = board.direction(self.at, end)
        if direction < 0 or (self.legs and direction != self.direction):
            if self.legs:
                _no("move.turned", cell=name[end], start=name[self.start], stop=name[self.at])
            _no("move.not-straight", cell=name[end], start=name[self.start])
        track = board.tracks[self.at][direction]
        bit = 1 << end
        between = track & ~board.tracks[end][direction] & ~bit
        blockers = between & (self.trees | self.enemy_trees | self.enemy_sprites)
        if blockers:
            # The first one on the way is the one to name.
            forward = layout.shifts[direction] > 0
            blocker = lowest(blockers) if forward else blockers.bit_length() - 1
            kind = "sprite" if self.enemy_sprites >> blocker & 1 else "tree"
            _no(f"move.{kind}-between", blocker=name[blocker], cell=name[end])
        if not track & bit:
            _no("move.ocean-between", start=name[self.at], cell=name[end])
        capture = bool(self.enemy_sprites & bit)
        if not capture and self.occupied & bit:
            _no("move.taken", cell=name[end])
        if capture != step.capture:
            _no(
                "move.captures" if capture else "move.no-capture",
                cell=name[end],
                start=name[self.at] if not self.legs else "",
            )
        return self.gone(end, direction, capture)

    def gone(self, end: int, direction: int, capture: bool) -> "UnderWay":
        """Return the turn after one of the :meth:`reachable` steps."""
        bit = 1 << end
        legs = self.legs
        if legs and not legs[-1].conversions:
            legs = legs[:-1]
        return self._with(
            at=end,
            direction=direction,
            sprites=self.sprites ^ 1 << self.at ^ bit,
            enemy_sprites=self.enemy_sprites & ~bit,
            legs=(*legs, Leg(end, capture)),
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

    def landings(self) -> Landings:
        """Return where the sprite can go on to, in every direction before its first step."""
        free = fertilizing = stopovers = 0
        lines: dict[int, Line] = {}
        fertilized = self.fertilized
        setting = None if fertilized else self._setting()
        for cell, direction, capture in self.reachable():
            if setting is None or self.spends(cell):
                free |= 1 << cell
                continue
            if direction not in lines:
                lines[direction] = line_of(setting, direction)
            line = lines[direction]
            k = line.cells.index(cell)
            there = self.gone(cell, direction, capture)
            staying = prospect(line, k, there._state, self.forest, stay=True)
            if staying is Prospect.MAYBE and there._search(line, stay=True):
                staying = Prospect.YES
            if staying is Prospect.YES:
                fertilizing |= 1 << cell
            elif not capture and there._worth_a_stop(line, k):
                stopovers |= 1 << cell
        return Landings(free, fertilizing, stopovers)

    def _worth_a_stop(self, line: Line, k: int) -> bool:
        """Whether some conversion here, no fertilization, leaves a turn that can come to a legal end.

        :param line: a line whose *k*-th stop this is.
        """
        if not self.can_convert():
            return False
        # Summoning and capturing block no line.
        if any(self.spends(cell) for cell, _, _ in self.reachable()):
            return True
        if prospect(line, k, self._state, self.forest) is Prospect.NO:
            return False
        return any(
            self.convert(Conversion(self.board.layout.name[cell], kind)).can_become_legal()
            for cell, kinds in self.open_conversions().items()
            for kind in kinds
            if self._first(cell, kind) == cell
        )

    # Converting ----------------------------------------------------------------------------

    def convert(self, conversion: Conversion) -> "UnderWay":
        """Return the turn after one more conversion where it stands now.

        :raises MoveError: says what forbids the conversion.
        """
        cell = _cell(self.board, conversion.cell)
        if self.moving:
            _no("move.unfinished", cell=self.board.layout.name[self.start])
        if not self.occupied >> cell & 1:
            _no("convert.nothing", cell=self.board.layout.name[cell])
        if conversion.kind == SUMMON:
            return self._summon(cell)
        return self._to_trees(cell)

    def _converted(self, cell: int, kind: str, event: Event, **masks: int) -> "UnderWay":
        last = self.legs[-1]
        conversion = Conversion(self.board.layout.name[cell], kind)
        leg = Leg(last.cell, last.capture, (*last.conversions, conversion), (*last.events, event))
        return self._with(legs=(*self.legs[:-1], leg), **masks)

    def _summon(self, cell: int) -> "UnderWay":
        name = self.board.layout.name[cell]
        bit = 1 << cell
        if not (self.seeds | self.enemy_seeds) & bit:
            _no("summon.not-a-seed", cell=name)
        _, seen, water = self.board.look(cell, self.occupied)
        if water:
            _no("summon.hungry", cell=name)
        own = (seen & self._mine).bit_count()
        other = seen.bit_count() - own
        if own <= other:
            _no("summon.outnumbered", cell=name, own=own, other=other)
        forest = self.forest
        sprites = self.sprites.bit_count()
        if sprites >= forest + 1:
            _no("summon.limit", sprites=sprites, forest=forest, limit=forest + 1)
        mover = self.before.side
        owner = mover if self.seeds & bit else 3 - mover
        return self._converted(
            cell,
            SUMMON,
            Summoned(name, owner),
            seeds=self.seeds & ~bit,
            enemy_seeds=self.enemy_seeds & ~bit,
            sprites=self.sprites | bit,
        )

    def _to_trees(self, cell: int) -> "UnderWay":
        layout, name = self.board.layout, self.board.layout.name
        bit = 1 << cell
        if self.trees & bit:
            _no("trees.own-tree", cell=name[cell])
        if self.enemy_seeds & bit:
            _no("trees.enemy-seed", cell=name[cell])
        if (self.sprites | self.enemy_sprites) & bit:
            _no("trees.sprite", cell=name[cell])
        occupied = self.occupied
        empty = self.board.land & ~occupied
        if self.seeds & bit:
            group = layout.flood(bit, self.seeds)
            first = name[lowest(group)]
            if not self.sprites:
                _no("fertilize.no-sprite", cell=first)
            unwatched = self._unwatched(layout.neighbours(group) & empty, self.sprites, occupied)
            if unwatched:
                _no("fertilize.unwatched", cell=first, liberty=name[lowest(unwatched)])
            return self._converted(
                lowest(group),
                TREES,
                Fertilized(tuple(layout.names_in(group))),
                seeds=self.seeds ^ group,
                trees=self.trees | group,
                forest=self._with_trees(group),
            )
        group = layout.flood(bit, self.enemy_trees)
        first = name[lowest(group)]
        around = layout.neighbours(group)
        liberties = around & empty
        if liberties:
            unwatched = self._unwatched(liberties, self.sprites, occupied)
            if unwatched:
                _no("forest.unwatched", cell=first, liberty=name[lowest(unwatched)])
            if not self._unwatched(liberties, self.enemy_sprites, occupied):
                _no("forest.protected", cell=first)
        elif self.sowing or self.captured or not around >> self.at & 1:
            _no("forest.no-liberties", cell=first)
        return self._converted(
            lowest(group),
            TREES,
            ForestCaptured(tuple(layout.names_in(group)), not liberties),
            trees=self.trees | group,
            enemy_trees=self.enemy_trees ^ group,
            forest=self._with_trees(group),
        )

    def _unwatched(self, cells: int, sprites: int, occupied: int) -> int:
        """Return those of some empty *cells* from which none of *sprites* is seen."""
        look = self.board.look
        found = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            if not look(bit.bit_length() - 1, occupied)[1] & sprites:
                found |= bit
        return found

    def _with_trees(self, group: int) -> int:
        """Return the size of the largest forest once *group* is the mover's."""
        return max(self.forest, grown_to(self.board, self.trees | group, group))

    @property
    def _state(self) -> State:
        return self.seeds, self.sprites, self.trees, self.enemy_seeds, self.enemy_trees

    def _setting(self) -> Setting:
        """Return the pieces around the one that acts, which is taken up."""
        bit = 1 << self.at
        return Setting(
            self.board,
            self.occupied ^ bit,
            self.seeds & ~bit,
            self.sprites & ~bit,
            self.trees,
            self.enemy_seeds,
            self.enemy_sprites,
            self.enemy_trees,
            start=self.at,
        )

    def _stop(self) -> Stop:
        """Return the facts of this stop."""
        taken = 0 if self.sowing or self.captured else 1 << self.at
        return Stop(self._setting(), self.at, taken, self.sowing)

    def can_convert(self) -> bool:
        """Whether anything can be converted now."""
        if self.moving:
            return False
        stop = self._stop()
        if any(stop.opened(self.seeds, self.sprites, self.enemy_trees)[:2]):
            return True
        summoning = self.sprites.bit_count() <= self.forest
        return summoning and stop.called(self.seeds | self.enemy_seeds, self._mine) != 0

    def open_conversions(self) -> dict[int, tuple[str, ...]]:
        """Return what can be converted now: by cell the kinds, every cell of a group included."""
        if self.moving:
            return {}
        fertile, capturable, called, _ = self._stop().survey(
            self.seeds, self.sprites, self.trees, self.enemy_seeds, self.enemy_trees, True
        )
        kinds: dict[int, tuple[str, ...]] = {}
        if self.sprites.bit_count() <= self.forest:
            for cell in cells_in(called):
                kinds[cell] = (SUMMON,)
        for group in (*fertile, *capturable):
            for cell in cells_in(group):
                kinds[cell] = (*kinds.get(cell, ()), TREES)
        return dict(sorted(kinds.items()))

    def meant(self, cell: int) -> str:
        """Return the kind of conversion that a piece is most likely meant for where none is open.

        Whose refusal tells the player most: a hungry seed of one's own could at best become a tree.
        """
        bit = 1 << cell
        if self.seeds & bit:
            return TREES if self.board.look(cell, self.occupied)[2] else SUMMON
        return SUMMON if self.enemy_seeds & bit else TREES

    def _first(self, cell: int, kind: str) -> int:
        """Return the cell that stands for the conversion of *cell* in canonical form."""
        if kind == SUMMON:
            return cell
        own = self.seeds >> cell & 1
        return lowest(self.board.layout.flood(1 << cell, self.seeds if own else self.enemy_trees))

    # What can become of it -----------------------------------------------------------------

    def can_become_legal(self) -> bool:
        """Whether the turn is legal or some continuation makes it so (:data:`SEARCH_LIMIT`)."""
        if self.legal:
            return True
        # Conversions only ever block a line, so the way is never freer than now.
        if any(self.spends(cell) for cell, _, _ in self.reachable()):
            return True
        return self._can_fertilize(stay=False)

    def can_go_on(self) -> bool:
        """Whether, after a legal turn, some further conversion or step leads to another legal text."""
        if self.can_convert():
            return True
        legs = self.reachable()
        if self.fertilized or any(self.spends(cell) for cell, _, _ in legs):
            return bool(legs)
        return bool(legs) and self._can_fertilize(stay=False)

    def _can_fertilize(self, stay: bool) -> bool:
        """Whether a fertilization can still be made: at this stop, or unless *stay* a later one."""
        if not self.seeds:
            return False
        setting = self._setting()
        if self.moving:
            nearest = {leg[1]: leg for leg in reversed(self.reachable())}
            starts = [(line_of(setting, leg[1]), self.gone(*leg)) for leg in nearest.values()]
        else:
            way = -1 if self.sowing else self.direction
            starts = [(line_onward(setting, way, self.captured), self)]
        unsure = []
        for line, there in starts:
            answer = prospect(line, 0, there._state, self.forest, stay)
            if answer is Prospect.YES:
                return True
            if answer is Prospect.MAYBE:
                unsure.append((line, there))
        return any(there._search(line, stay) for line, there in unsure)

    def _search(self, line: Line, stay: bool) -> bool:
        """Search for a fertilization at this stop, or unless *stay* a later one.

        Exact up to :data:`SEARCH_LIMIT` states; past that the answer is yes, so that a turn which
        might still become legal is never called wrong. Captured forests only help towards it (they
        raise the limit and the numbers), so they are taken at once; what is searched is which seeds
        to summon, and where.

        :param line: one with this stop, and those it can go on to, as they are now.
        """
        # A state is the turn it came from and a seed to be summoned, 0 for none.
        todo: list[tuple[UnderWay, int]] = [(self, 0)]
        seen: set[tuple[int, int, int]] = set()
        while todo:
            now, summoned = todo.pop()
            key = now.at, now.sprites | summoned, now.trees
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > SEARCH_LIMIT:
                return True
            if summoned:
                now = now._with(
                    seeds=now.seeds & ~summoned,
                    enemy_seeds=now.enemy_seeds & ~summoned,
                    sprites=now.sprites | summoned,
                )
            stop = line.stop(line.cells.index(now.at))
            fertile, capturable, _ = stop.opened(now.seeds, now.sprites, now.enemy_trees)
            if fertile:
                return True
            captured = 0
            for group in capturable:
                captured |= group
            if captured:
                trees = now.trees | captured
                now = now._with(
                    trees=trees,
                    enemy_trees=now.enemy_trees ^ captured,
                    forest=largest_group(self.board, trees),
                )
            if now.sprites.bit_count() <= now.forest:
                called = stop.called(now.seeds | now.enemy_seeds, now._mine)
                todo.extend((now, 1 << cell) for cell in cells_in(called))
            if not stay:
                todo.extend((now.gone(*leg), 0) for leg in now.reachable()[:1])
        return False


def _cell(board: Board, name: str) -> int:
    cell = board.layout.cell.get(name)
    if cell is None:
        # The name has the shape of a cell's, but it is what the user typed: not repeated.
        _no("cell.not-here")
    return cell


def begin(position: DendriaPosition, cell: str) -> UnderWay:
    """Begin a turn at *cell*: a sow where it is empty, the move of a sprite of one's own there.

    :raises GameOverError: after the end.
    :raises MoveError: if no turn begins at that cell; says why.
    """
    if position.over:
        raise GameOverError("dendria.over")
    board = position.board
    at = _cell(board, cell)
    own, other = position.side - 1, 2 - position.side
    bit = 1 << at
    turn = UnderWay(
        position,
        at,
        at,
        not position.sprites[own] & bit,
        -1,
        position.seeds[own],
        position.sprites[own],
        position.trees[own],
        position.seeds[other],
        position.sprites[other],
        position.trees[other],
        largest_group(board, position.trees[own]),
    )
    if not turn.sowing:
        return turn
    name = board.layout.name
    if position.occupied & bit:
        _no("sow.occupied", cell=name[at])
    if not board.look(at, position.occupied)[2]:
        _no("sow.nourished", cell=name[at])
    near = board.layout.adjacent[at] & turn.seeds
    for second in cells_in(near):
        touching = near & board.layout.adjacent[second]
        if touching:
            first, last = sorted((lowest(touching), second))
            _no("sow.triangle", cell=name[at], first=name[first], second=name[last])
    return turn._with(seeds=turn.seeds | bit, legs=(Leg(at, False),))


def begin_move(position: DendriaPosition, cell: str) -> UnderWay:
    """Begin the move of the sprite on *cell*.

    :raises GameOverError: after the end.
    :raises MoveError: if there is no sprite of the mover's; says what there is.
    """
    if position.over:
        raise GameOverError("dendria.over")
    at = _cell(position.board, cell)
    piece = position.piece_at(at)
    if piece is None:
        _no("move.empty", cell=cell)
    if piece[1] != "p":
        _no("move.not-a-sprite", cell=cell)
    if piece[0] != position.side:
        _no("move.not-yours", cell=cell)
    return begin(position, cell)
