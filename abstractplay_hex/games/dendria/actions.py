"""Turns of Dendria as actions, cell by cell.

A piece to act with or a cell to sow on is chosen, a sprite goes from stop to stop, each conversion is an
action, and so is the end of a turn where more could be done; where not, it ends by itself. On the way
from stop to stop something is converted: without that one goes straight on. While the board is built a
choice is the centre of a module; a player who builds it alone makes all of them in one turn.

Cells are those of a frame, the same throughout a game: row by ``r``, column by ``q``, both from the first
that there is land in. On a board that is built the frame has two rows and columns before the land.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from abstractplay_hex.board import Axial, cells_in, lowest
from abstractplay_hex.games.dendria.boards import Board, fixed
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.continuations import (
    EXACT,
    can_become_legal,
    convertible,
    landings,
)
from abstractplay_hex.games.dendria.movegen.lines import context_of, sowable
from abstractplay_hex.games.dendria.movegen.phrases import PASS
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    TREES,
    Construct,
    Conversion,
    PassTurn,
    Sow,
    Turn,
)
from abstractplay_hex.games.dendria.partial_turn import PartialTurn, started
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.variants import BoardChoice
from abstractplay_hex.rules.actions import Acting, Actions, Planes

_RIM: Final = 2
"""Rows and columns before the land while it grows: the next module's centre can be there."""

Now: TypeAlias = Acting[Position, Turn]


@frozen
class UnderWay:
    """A turn under way, and how it can go on."""

    turn: PartialTurn
    legal: list[int]

    def __str__(self) -> str:
        return self.turn.text


class DendriaActions(Actions[Position, Turn]):
    """By cells of the frame: choose or step, summon, make trees; then pass, and end.

    With ``cells`` the number of cells of the frame, the cell in row r and column c has the number
    ``n = r * columns + c``: it is chosen (or stepped on, or made the centre of a module) by action ``n``, the
    seed there is summoned by ``cells + n``, the group that begins there is made trees by ``2 * cells + n``;
    ``3 * cells`` passes, ``3 * cells + 1`` ends the turn.
    """

    planes = (
        *("own seeds", "own sprites", "own trees"),
        *("other's seeds", "other's sprites", "other's trees"),
        *("land", "lagoons", "acting piece", "where it comes from"),
    )
    numbers = (
        *("passed", "acted last", "other acted last", "to move"),
        *("captured", "converted here", "fertilized", "modules left"),
    )

    def __init__(self, choice: BoardChoice) -> None:
        if choice.modules:
            # A module reaches at most three rows, and three columns, beyond what it touches.
            rows = columns = 3 * choice.modules + 1
            cells = 7 * choice.modules
        else:
            layout = fixed(choice.side).layout
            rows, columns, cells = len(layout.rows), layout.stride - 1, len(layout.order)
        self.shape = rows, columns
        self._columns = columns
        self._cells = rows * columns
        self._pass, self._end = 3 * self._cells, 3 * self._cells + 1
        self.count = 3 * self._cells + 2
        # A piece, its stops, a conversion of each cell twice (summoned, made a tree), the end.
        self.longest = choice.modules if choice.solo else 1
        self.longest = max(self.longest, 3 * cells + 2)

    # ---- Acting --------------------------------------------------------------------------------

    def legal(self, now: Now) -> list[int]:
        if now.turn is not None or now.position.over:
            return []
        position = now.position
        if isinstance(now.partial, UnderWay):
            return now.partial.legal
        if isinstance(position, Construction):
            building = now.partial or position
            return [self._at(building, centre) for centre in building.legal_centres()]
        context = context_of(position)
        cells = sowable(context)
        for cell in cells_in(context.sprites):
            if can_become_legal(started(position, cell), EXACT):
                cells |= 1 << cell
        return [*self._numbers(position.board, cells), self._pass]

    def act(self, now: Now, action: int) -> Now:
        position = now.position
        if isinstance(position, Construction):
            return self._built(position, now.partial or position, action)
        if action == self._pass:
            return Acting(position, None, PASS)
        if now.partial is None:
            cell = self._bit(position.board, action)
            return self._on(position, started(position, cell))
        turn: PartialTurn = now.partial.turn
        if action == self._end:
            return Acting(position, None, turn.turn)
        kind, number = divmod(action, self._cells)
        cell = self._bit(position.board, number)
        if kind == 1:
            return self._on(position, turn.summoned(cell))
        if kind == 2:
            return self._on(position, turn.made_trees(turn.group_at(cell)))
        way = next(way for way in turn.reachable() if way[0] == cell)
        return self._on(position, turn.gone(*way))

    def _on(self, position: DendriaPosition, turn: PartialTurn) -> Now:
        """Return the turn as far as it is, whole if nothing else can be done."""
        board = position.board
        cells = summons = trees = 0
        if not turn.moving:
            for cell, kinds in convertible(turn, EXACT).items():
                if SUMMON in kinds:
                    summons |= 1 << cell
                if TREES in kinds and cell == lowest(turn.group_at(cell)):
                    trees |= 1 << cell
        if turn.moving or turn.legs[-1].made:
            cells = landings(turn, EXACT).all
        if turn.legal and not (cells or summons or trees):
            return Acting(position, None, turn.turn)
        found = self._numbers(board, cells)
        found += [self._cells + n for n in self._numbers(board, summons)]
        found += [2 * self._cells + n for n in self._numbers(board, trees)]
        if turn.legal:
            found.append(self._end)
        return Acting(position, UnderWay(turn, found))

    def _built(self, position: Construction, building: Construction, action: int) -> Now:
        row, col = divmod(action, self._columns)
        q, r = _origin(building)
        centres = (*building.centres, (q + col, r + row))
        built = Construction(position.total, position.solo, centres)
        if position.solo and not built.finished:
            return Acting(position, built)
        return Acting(position, None, Construct(centres[len(position.centres) :]))

    def encode(self, position: Position, turn: Turn) -> list[int]:
        now: Now = self.begin(position)
        found: list[int] = []

        def take(action: int) -> None:
            nonlocal now
            found.append(action)
            now = self.act(now, action)

        if isinstance(turn, Construct):
            assert isinstance(position, Construction)
            for centre in turn.centres:
                take(self._at(now.partial or position, centre))
            return found
        assert isinstance(position, DendriaPosition)
        board = position.board

        def number(name: str) -> int:
            return self._number(board, board.layout.cell[name])

        def convert(conversions: Iterable[Conversion]) -> None:
            for one in conversions:
                take(self._cells * (1 if one.kind == SUMMON else 2) + number(one.cell))

        if isinstance(turn, PassTurn):
            return [self._pass]
        if isinstance(turn, Sow):
            take(number(turn.cell))
            convert(turn.conversions)
        else:
            take(number(turn.start))
            for step in turn.steps:
                take(number(step.cell))
                convert(step.conversions)
        if now.turn is None:
            take(self._end)
        return found

    def name(self, now: Now, action: int) -> str:
        position = now.position
        if action >= self._pass:
            return "pass" if action == self._pass else "end"
        if isinstance(position, Construction):
            (*_, (q, r)) = self._centres_after(position, now, action)
            return f"m{q},{r}"
        kind, number = divmod(action, self._cells)
        cell = self._bit(position.board, number)
        name = position.board.layout.name[cell]
        if kind:
            return f"{name}={SUMMON if kind == 1 else TREES}"
        if now.partial is None:
            return name
        capture = now.partial.turn.enemy_sprites >> cell & 1
        return f"{'x' if capture else '-'}{name}"

    def _centres_after(self, position: Construction, now: Now, action: int) -> tuple[Axial, ...]:
        after = self._built(position, now.partial or position, action)
        if isinstance(after.turn, Construct):
            return after.turn.centres
        building: Construction = after.partial
        return building.centres

    # ---- Seeing --------------------------------------------------------------------------------

    def see(self, now: Now, seat: int) -> Planes:
        position = now.position
        to_move = float(position.side == seat)
        if isinstance(position, Construction):
            building: Construction = now.partial or position
            q0, r0 = _origin(building)
            land = sum(1 << (r - r0) * self._columns + q - q0 for q, r in building.land)
            left = 1 - len(building.centres) / building.total
            numbers = (0.0, 0.0, 0.0, to_move, 0.0, 0.0, 0.0, left)
            return Planes((0,) * 6 + (land, 0, 0, 0), self._columns, numbers)
        turn = now.partial.turn if isinstance(now.partial, UnderWay) else None
        shown = position if turn is None else turn.position
        board, *pieces = shown[:4]
        own, other = seat - 1, 2 - seat
        masks = [kind[own] for kind in pieces] + [kind[other] for kind in pieces]
        masks += [board.land, board.lagoon]
        made = (0.0, 0.0, 0.0)
        if turn is None:
            masks += [0, 0]
        else:
            masks += [1 << turn.at, 1 << turn.start]
            converted = bool(turn.legs and turn.legs[-1].made)
            made = float(turn.captured), float(converted), float(turn.fertilized)
        actor = position.actor
        acted = float(actor == seat), float(actor == 3 - seat)
        return Planes(
            masks, board.layout.stride, (position.passes / 2, *acted, to_move, *made, 0.0)
        )

    # ---- Cells of the frame --------------------------------------------------------------------

    def _number(self, board: Board, cell: int) -> int:
        row, col = divmod(cell, board.layout.stride)
        return row * self._columns + col

    def _numbers(self, board: Board, mask: int) -> list[int]:
        return [self._number(board, cell) for cell in cells_in(mask)]

    def _bit(self, board: Board, number: int) -> int:
        row, col = divmod(number, self._columns)
        return row * board.layout.stride + col

    def _at(self, building: Construction, centre: Axial) -> int:
        (q, r), (q0, r0) = centre, _origin(building)
        return (r - r0) * self._columns + q - q0


def _origin(building: Construction) -> Axial:
    """Return what lies in the first row and column of the frame while a board is built."""
    land = building.land or {(0, 0)}
    return min(q for q, _ in land) - _RIM, min(r for _, r in land) - _RIM


@lru_cache(maxsize=32)
def actions_of(choice: BoardChoice) -> DendriaActions:
    """Return the actions of a board, or of boards of so many modules."""
    return DendriaActions(choice)
