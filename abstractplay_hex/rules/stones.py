"""A base for the commonest kind of game: stones are placed on a board of hexes.

An author says on which board, who has won, and what differs from "one stone on any empty cell, then
the next player's turn". Positions, texts, clicks, pictures, titles, saving and chat come with
:class:`StoneRules`:

>>> from typing import ClassVar
>>> class FirstToFill(StoneRules[Stones]):
...     def board(self, setup):
...         return hexagon_board(3)
...     def outcome(self, position):
...         return None if position.empty else (position.side,)
>>> rules = FirstToFill()
>>> position = rules.after(rules.initial(Setup(seats=2)), "c3")
>>> rules.position_text(position), rules.count_turns(position)
('3/4/2A2/4/3 2', 18)

Whole games: ``hexgame`` (Hex) and ``laststand`` (two to four players) in ``tests/sample_package``.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Final, Generic, NoReturn, TypeVar

from attrs import evolve, field, fields, frozen, make_class

from abstractplay_hex.board import (
    Grid,
    Layout,
    Offset,
    RowFault,
    cells_in,
    hexagon_grid,
    read_rows,
    rectangle_grid,
    slanted_grid,
    write_rows,
)
from abstractplay_hex.errors import MoveError, PositionError, StateError
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import (
    Eliminated,
    Pass,
    Pie,
    Place,
    Result,
    ending,
    winners_of,
)
from abstractplay_hex.render import Annotation, Glyph, Marker, Picture
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.interface import Click, Outcome, Played, Rules, Scene, Setup
from abstractplay_hex.rules.saved import PlyState, StateForm, map_form, map_pairs

LETTERS: Final = "ABCDEF"
"""What stands for a stone of each seat, in position texts and in legends."""
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


# ---- Boards ------------------------------------------------------------------------------------


@frozen(cache_hash=True)
class StoneBoard:
    """A board. Make one with :func:`hexagon_board`, :func:`triangle_board` … of this module.

    :ivar style: the site's name of it.
    :ivar measures: what a picture says of its size.
    :ivar grid: rows of places, names, sides.
    """

    style: str
    measures: tuple[tuple[str, int | str], ...]
    grid: Grid = field(eq=False, repr=False)

    @property
    def layout(self) -> Layout:
        """The cells as bits."""
        return _layout(self)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells in rows, as pictures and position texts have them."""
        return _rows(self)

    def side(self, name: str) -> int:
        """Return the mask of the cells along a side: ``N``, ``NE`` …; 0 where there is no such side."""
        return _side(self, name)

    def to_dict(self) -> dict[str, Any]:
        """Return the board of a picture."""
        return {"style": self.style, **dict(self.measures)}


@cache
def _layout(board: StoneBoard) -> Layout:
    grid = board.grid
    places = {_axial(grid, place): place for place in grid.places()}
    return Layout(places, {axial: grid.name(place) for axial, place in places.items()}, places)


@cache
def _rows(board: StoneBoard) -> tuple[tuple[int, ...], ...]:
    at = board.layout.cell_at
    return tuple(
        tuple(at[row, col] for col in range(width)) for row, width in enumerate(board.grid.widths)
    )


@cache
def _side(board: StoneBoard, name: str) -> int:
    side = board.grid.side(name)
    at = board.layout.cell_at
    return 0 if side is None else sum(1 << at[place] for place in side.places)


def _axial(grid: Grid, place: tuple[int, int]) -> tuple[int, int]:
    along, down = grid.spot(place)
    return ((along - down) // 2, down) if grid.pointed else (along, (down - along) // 2)


def hexagon_board(side: int) -> StoneBoard:
    """Return a hexagon with *side* cells a side."""
    measures = (("minWidth", side), ("maxWidth", 2 * side - 1))
    return StoneBoard("hex-of-hex", measures, hexagon_grid(side, 2 * side - 1))


def triangle_board(side: int) -> StoneBoard:
    """Return a triangle with *side* points a side, the tip on top; its sides are NE, S and NW."""
    measures = (("minWidth", 1), ("maxWidth", side), ("half", "top"))
    return StoneBoard("hex-of-tri", measures, hexagon_grid(1, side, "top"))


def rhombus_board(width: int, height: int | None = None) -> StoneBoard:
    """Return a rhombus of *width* by *height* cells (default: as high as wide); sides N, E, S, W."""
    height = width if height is None else height
    measures = (("width", width), ("height", height))
    return StoneBoard("hex-slanted", measures, slanted_grid(width, height))


def rectangle_board(width: int, height: int, offset: Offset = Offset.EVEN_R) -> StoneBoard:
    """Return a rectangle, whose rows or columns are shifted as *offset* says; sides N, E, S, W."""
    parity, kind = offset.value.split("-")
    style = f"hex-{parity}-{'p' if kind == 'r' else 'f'}"
    measures = (("width", width), ("height", height))
    return StoneBoard(style, measures, rectangle_grid(width, height, offset))


# ---- Positions ---------------------------------------------------------------------------------


@frozen
class Stones:
    """Which stones are where, and who is to move. Equal if all of that is equal.

    A game that must remember more derives a class with further fields: whole numbers from 0, with
    defaults. They are saved, and stand in position texts after the side.

    :ivar stones: for each seat the mask of its stones.
    :ivar side: the seat to move, 1-based.
    """

    board: StoneBoard
    stones: tuple[int, ...]
    side: int = 1

    @property
    def layout(self) -> Layout:
        """The cells as bits."""
        return self.board.layout

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.stones)

    @property
    def own(self) -> int:
        """Stones of the player to move."""
        return self.stones[self.side - 1]

    @property
    def empty(self) -> int:
        """Cells without a stone."""
        free = self.layout.land
        for mask in self.stones:
            free &= ~mask
        return free

    def owner(self, cell: int) -> int:
        """Return whose stone is on a cell; 0 for nobody's."""
        return next((seat for seat, mask in enumerate(self.stones, 1) if mask >> cell & 1), 0)

    def with_stones(self: "P", mask: int, seat: int | None = None) -> "P":
        """Return the position with stones of *seat* (default: the player to move) on all of *mask*.

        What was there is gone. Seat 0 leaves the cells empty. The turn does not pass.
        """
        seat = self.side if seat is None else seat
        stones = tuple(
            own | mask if n == seat else own & ~mask for n, own in enumerate(self.stones, 1)
        )
        return evolve(self, stones=stones)

    def connects(self, seat: int, *goals: int) -> bool:
        """Return whether one group of a seat's stones has a stone in each of *goals* (masks)."""
        layout, mask = self.layout, self.stones[seat - 1]
        return any(
            all(group & goal for goal in goals)
            for group in layout.groups(layout.flood(mask & goals[0], mask))
        )


P = TypeVar("P", bound=Stones)


# ---- Saved plies -------------------------------------------------------------------------------


@frozen
class Owners:
    """A saved map of cells to seats; cells are looked up when the board is known."""

    pairs: tuple[tuple[str, int], ...]


def _read_owners(data: Any) -> Owners:
    pairs = []
    for i, (cell, seat) in enumerate(map_pairs(data)):
        if type(cell) is not str:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(seat) is not int:
            raise StateError("state.player-range", path=f".value[{i}][1]", last=len(LETTERS))
        pairs.append((cell, seat))
    return Owners(tuple(pairs))


def more_of(position_type: type[Stones]) -> tuple[str, ...]:
    """Return the names of the fields that a class of positions has beyond those of :class:`Stones`.

    :raises TypeError: if one is no whole number.
    """
    more = fields(position_type)[len(fields(Stones)) :]
    for one in more:
        if one.type not in (int, "int"):
            raise TypeError(f"{position_type.__name__}.{one.name} must be an int")
    return tuple(one.name for one in more)


def stone_form(position_type: type[Stones] = Stones, **more: Any) -> StateForm:
    """Return how plies with such positions are saved.

    :param more: ``migrations``, ``readable`` and ``results`` of the
        :class:`~abstractplay_hex.rules.saved.StateForm`.
    """
    keys = {name: field(type=int) for name in more_of(position_type)}
    ply = make_class(
        f"{position_type.__name__}PlyState",
        {"board": field(type=Owners), **keys},
        bases=(PlyState,),
        kw_only=True,
    )
    return StateForm(ply, hooks={Owners: _read_owners}, **more)


# ---- Rules -------------------------------------------------------------------------------------


class StoneRules(Rules[P, str], Generic[P]):
    """Rules of a game in which a turn is a cell, on which a stone is placed, or a *call*, a word.

    Write ``info``, :meth:`board` and :meth:`outcome`. Override what differs: :meth:`cells` (where a
    stone may be placed) with :meth:`refusal` (why not elsewhere), :meth:`place` (what a placement
    does), ``calls`` with :meth:`calls_now` and :meth:`call` (such as ``swap`` and ``pass``),
    :meth:`out` (who has been eliminated), ``score``, :meth:`edges` and :meth:`markers`.
    """

    position_type: ClassVar[type[Stones]] = Stones
    """The class of positions, for games that remember more than stones."""
    calls: ClassVar[tuple[str, ...]] = ()
    """The words that are turns of the game; no names of cells."""
    call_results: ClassVar[Mapping[str, Result]] = {"pass": Pass(), "swap": Pie()}
    """What a call is told as."""
    state: ClassVar[StateForm] = stone_form()
    more: ClassVar[tuple[str, ...]] = ()
    """Names of the fields of ``position_type`` beyond those of :class:`Stones`; found by itself."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "position_type" in vars(cls):
            cls.more = more_of(cls.position_type)
            if "state" not in vars(cls):
                cls.state = stone_form(cls.position_type)

    # ---- What a game says ----------------------------------------------------------------------

    @abstractmethod
    def board(self, setup: Setup) -> StoneBoard:
        """Return the board that is played on."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return who has won, or ``None`` while the game goes on."""

    def cells(self, position: P) -> int:
        """Return where the player to move may place a stone: on any empty cell."""
        return position.empty

    def refusal(self, position: P, cell: int) -> Draft[str]:
        """Say why no stone may be placed on an empty *cell*: ``Draft.refused(code, …)``."""
        return Draft.refused("stones.not-here", cell=position.layout.name[cell])

    def place(self, position: P, cell: int) -> P:
        """Return the position with a stone placed, before the turn passes to the next player."""
        return position.with_stones(1 << cell)

    def calls_now(self, position: P) -> tuple[str, ...]:
        """Return those of ``calls`` that the player to move can make: all of them."""
        return self.calls

    def call(self, position: P, word: str) -> P:
        """Return the position after a call, before the turn passes: unchanged."""
        return position

    def out(self, position: P) -> tuple[int, ...]:
        """Return the seats that the rules have eliminated: none. Their turns are skipped."""
        return ()

    def next_seat(self, position: P) -> int:
        """Return whose turn it is after the player to move: the next seat that is not out."""
        out = self.out(position)
        seats = position.seats
        following = ((position.side + i) % seats + 1 for i in range(seats))
        return next((seat for seat in following if seat not in out), position.side)

    def results(self, position: P, turn: str, after: P) -> tuple[Result, ...]:
        """Return what a turn did, but for eliminations and the end of the game."""
        return (self.call_results[turn] if turn in self.calls else Place(where=turn),)

    def check_position(self, position: P) -> None:
        """Refuse a position that no game can begin from; that it is not over is checked here.

        :raises PositionError: if it is refused.
        """
        if self.outcome(position) is not None:
            raise PositionError("stones.position.over")
        if position.side in self.out(position):
            raise PositionError("stones.position.out", player=position.side)

    def edges(self, position: P) -> Mapping[str, int]:
        """Return whose colour each side of the board has, by compass direction: none."""
        return {}

    def markers(self, scene: Scene[P]) -> list[Marker]:
        """Return what is marked on the board besides the stones: nothing."""
        return []

    # ---- Beginning -----------------------------------------------------------------------------

    def initial(self, setup: Setup) -> P:
        """Return the empty board."""
        return self._position(setup, [0] * self.seats(setup))

    def _position(self, setup: Setup, stones: list[int], side: int = 1, **more: int) -> P:
        return self.position_type(self.board(setup), tuple(stones), side, **more)  # type: ignore[return-value]

    def position_text(self, position: P) -> str:
        """Write rows from the top with a letter for each stone, the side, and what else there is."""
        signs = {
            cell: LETTERS[n] for n, mask in enumerate(position.stones) for cell in cells_in(mask)
        }
        rows = write_rows([signs.get(cell, "") for cell in row] for row in position.board.rows)
        more = [getattr(position, name) for name in self.more]
        return " ".join(map(str, [rows, position.side, *more]))

    def read_position(self, text: str, setup: Setup) -> P:
        """Read a position text."""
        seats, names = self.seats(setup), self.more
        rows, *numbers = text.split(" ")
        letters = LETTERS[:seats]
        malformed = PositionError(
            "stones.position.form", letters=", ".join(letters), numbers=1 + len(names)
        )
        if len(numbers) != 1 + len(names) or not all(map(_NUMBER.fullmatch, numbers)):
            raise malformed
        side, *more = map(int, numbers)
        if not 1 <= side <= seats:
            raise PositionError("stones.position.side", last=seats)

        def refuse(fault: RowFault) -> NoReturn:
            found, wanted = fault.found, fault.wanted
            if fault.kind == "rows":
                raise PositionError("stones.position.rows", found=found, expected=wanted)
            if fault.kind == "length":
                row = fault.row + 1
                raise PositionError("stones.position.length", row=row, found=found, expected=wanted)
            raise malformed

        board = self.board(setup)
        signs = read_rows(rows, letters, [len(row) for row in board.rows], refuse=refuse)
        stones = [0] * seats
        for row, found in zip(board.rows, signs, strict=True):
            for cell, sign in zip(row, found, strict=True):
                if sign:
                    stones[letters.index(sign)] |= 1 << cell
        position = self._position(setup, stones, side, **dict(zip(names, more, strict=True)))
        self.check_position(position)
        return position

    # ---- Playing -------------------------------------------------------------------------------

    def seats_at(self, position: P) -> int:
        """Return how many play."""
        return position.seats

    def legal_turns(self, position: P) -> Iterator[str]:
        """Yield names of cells in board order, then calls; none when the game is over."""
        if self.outcome(position) is None:
            name = position.layout.name
            yield from (name[cell] for cell in cells_in(self.cells(position)))
            yield from self.calls_now(position)

    def count_turns(self, position: P) -> int:
        """Count the legal turns."""
        if self.outcome(position) is not None:
            return 0
        return self.cells(position).bit_count() + len(self.calls_now(position))

    def after(self, position: P, turn: str) -> P:
        """Return the position after a legal turn."""
        if turn in self.calls:
            changed = self.call(position, turn)
        else:
            changed = self.place(position, position.layout.cell[turn])
        return evolve(changed, side=self.next_seat(changed))

    def play(self, position: P, turn: str) -> Played[P]:
        """Play a legal turn."""
        after = self.after(position, turn)
        winners = self.outcome(after)
        told = self.results(position, turn, after)
        before, now = self.out(position), self.out(after)
        told += tuple(
            Eliminated(who=str(seat))
            for seat in now
            if seat not in before and seat not in (winners or ())
        )
        if winners is not None:
            told += ending(*winners)
        return Played(after, told, turn)

    # ---- Texts and clicks ----------------------------------------------------------------------

    def interpret(self, position: P, text: str) -> Draft[str]:
        """Read a turn's text and judge it."""
        calls = self.calls_now(position)
        if not text:
            if calls:
                said = ", ".join(calls)
                return Draft.unfinished("stones.instructions-or", can_render=False, calls=said)
            return Draft.unfinished("stones.instructions", can_render=False)
        if text in self.calls:
            if text in calls:
                return Draft.playable(text, "stones.called", call=text)
            return Draft.refused("stones.no-call", call=text)
        cell = position.layout.cell.get(text)
        if cell is None:
            return Draft.refused("stones.unknown-cell")
        if self.cells(position) >> cell & 1:
            return Draft.playable(text, "stones.placed", cell=text)
        if position.empty >> cell & 1:
            return self.refusal(position, cell)
        return Draft.refused("stones.occupied", cell=text)

    def read_turn(self, position: P, text: str) -> str:
        """Read a turn that is known to be legal."""
        if text not in self.calls and text not in position.layout.cell:
            raise MoveError("stones.unknown-cell")
        return text

    def write(self, turn: str) -> str:
        """Return the text of a turn, which is the turn."""
        return turn

    def click(self, position: P, draft: Draft[str], click: Click) -> str | None:
        """Choose the cell or call that is clicked; a second click lets go of it."""
        if click.place is None:
            chosen = click.piece if click.piece in self.calls else None
        else:
            cell = position.layout.cell_at.get(click.place)
            chosen = None if cell is None else position.layout.name[cell]
        return "" if chosen is not None and chosen == draft.turn else chosen

    # ---- Showing -------------------------------------------------------------------------------

    def draw(self, scene: Scene[P]) -> dict[str, Any]:
        """Return the render JSON: stones in the colours of their players, the last changes marked."""
        position = scene.position
        keys = {
            cell: LETTERS[n] for n, mask in enumerate(position.stones) for cell in cells_in(mask)
        }
        return Picture(
            board=position.board.to_dict(),
            legend={
                LETTERS[n]: (Glyph(name="piece", colour=n + 1),) for n in range(position.seats)
            },
            rows=[[keys.get(cell, "") for cell in row] for row in position.board.rows],
            edges=self.edges(position),
            markers=self.markers(scene),
            annotations=[] if scene.before is None else _changes(scene.before, position),
        ).to_dict()

    def describe(self, position: P, place: tuple[int, int]) -> str | None:
        """Say whose stone is on a cell."""
        cell = position.layout.cell_at.get(place)
        if cell is None:
            return None
        name, owner = position.layout.name[cell], position.owner(cell)
        if owner:
            return say("stones.cell.stone", cell=name, player=owner)
        return say("stones.cell.empty", cell=name)

    def sidebar_scores(self, position: P) -> list[dict[str, Any]]:
        """Return the scores, in a game that has any."""
        scores = [self.score(position, seat) for seat in range(1, position.seats + 1)]
        return [] if None in scores else [{"name": say("sidebar.scores"), "scores": scores}]

    def sidebar_statuses(self, position: P) -> list[dict[str, Any]]:
        """Return who is out, if anybody is."""
        out = [say("chat.player", number=seat) for seat in self.out(position)]
        return [{"key": say("stones.out"), "value": [", ".join(out)]}] if out else []

    def buttons(self, position: P) -> list[dict[str, str]]:
        """Return a button for each call that can be made."""
        return [{"label": word, "move": word} for word in self.calls_now(position)]

    # ---- Saving --------------------------------------------------------------------------------

    def save_position(self, position: P) -> dict[str, Any]:
        """Return the map of cells to seats, in board order, and what else there is to remember."""
        owners = {cell: n for n, mask in enumerate(position.stones, 1) for cell in cells_in(mask)}
        name = position.layout.name
        board = map_form((name[cell], owners[cell]) for cell in sorted(owners))
        return {"board": board, **{key: getattr(position, key) for key in self.more}}

    def load_position(self, saved: Any, before: Ply[P] | None, setup: Setup) -> P:
        """Return the position of a saved ply."""
        layout, seats = self.board(setup).layout, self.seats(setup)
        stones = [0] * seats
        taken = 0
        for i, (name, seat) in enumerate(saved.board.pairs):
            cell = layout.cell.get(name)
            path = f".board.value[{i}]"
            if cell is None:
                raise StateError("state.cell", path=f"{path}[0]")
            if taken >> cell & 1:
                raise StateError("state.cell-twice", path=f"{path}[0]", cell=name)
            if not 1 <= seat <= seats:
                raise StateError("state.player-range", path=f"{path}[1]", last=seats)
            taken |= 1 << cell
            stones[seat - 1] |= 1 << cell
        more = {key: getattr(saved, key) for key in self.more}
        for key, value in more.items():
            if value < 0:
                raise StateError("stones.state.negative", path=f".{key}")
        position = self._position(setup, stones, saved.currplayer, **more)
        if before is None:
            try:
                self.check_position(position)
            except PositionError as error:
                raise StateError("state.wrong", path=".board", reason=error.phrase) from None
        else:
            self._check_turn(saved, layout, position)
        return position

    def _check_turn(self, saved: PlyState, layout: Layout, position: P) -> None:
        for i, result in enumerate(saved.results):
            where = getattr(result, "where", None)
            if where is not None and where not in layout.cell:
                raise StateError("state.cell", path=f"._results[{i}].where")
        if saved.lastmove in ENDINGS:
            return
        if saved.lastmove not in layout.cell and saved.lastmove not in self.calls:
            raise StateError("stones.state.turn", path=".lastmove")
        winners = winners_of(saved.results)
        if winners is not None and winners != self.outcome(position):
            raise StateError("stones.state.end", path="._results")

    def saved_alike(self, position: P, other: P) -> bool:
        """Say whether the positions are equal: then they are saved alike."""
        return position == other


def _changes(before: Stones, after: Stones) -> list[Annotation]:
    """Point at the cells that got another stone, and at those that lost theirs."""
    pairs = list(zip(before.stones, after.stones, strict=True))
    came = sum(now & ~was for was, now in pairs)
    gone = sum(was & ~now for was, now in pairs) & ~came
    place = after.layout.place
    return [
        Annotation(kind, [place[cell] for cell in cells_in(mask)])
        for kind, mask in (("enter", came), ("exit", gone))
    ]


__all__ = [
    "LETTERS",
    "Owners",
    "StoneBoard",
    "StoneRules",
    "Stones",
    "hexagon_board",
    "more_of",
    "rectangle_board",
    "rhombus_board",
    "stone_form",
    "triangle_board",
]
