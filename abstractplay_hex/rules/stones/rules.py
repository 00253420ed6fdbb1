"""The rules of a game with stones, as far as they are the same for all."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic

from attrs import evolve

from abstractplay_hex.board import cells_in
from abstractplay_hex.errors import MoveError, PositionError, StateError
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.ply import Ply, winners_of
from abstractplay_hex.plies.results import (
    Eliminated,
    Pass,
    Pie,
    Place,
    Result,
    ending,
)
from abstractplay_hex.render import Annotation, Glyph, Marker, Picture
from abstractplay_hex.render.legend import LegendEntry, Meaning, legend, usual_meanings
from abstractplay_hex.rules.actions import Actions
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.editing import Editing
from abstractplay_hex.rules.interface import Click, Outcome, Played, Rules, Scene, Setup
from abstractplay_hex.rules.saved import StateForm
from abstractplay_hex.rules.stones.boards import StoneBoard
from abstractplay_hex.rules.stones.editing import stone_editing
from abstractplay_hex.rules.stones.position import (
    LETTERS,
    P,
    Stones,
    more_of,
    read_position,
    signs_of,
    write_position,
)
from abstractplay_hex.rules.stones.state import check_turn, load, save, stone_form
from abstractplay_hex.rules.stones.symmetry import board_symmetries
from abstractplay_hex.rules.symmetry import Symmetry


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

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "position_type" in vars(cls) and "state" not in vars(cls):
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
        start: Any = self.position_type(self.board(setup), (0,) * self.seats(setup))
        return start  # type: ignore[no-any-return]

    def position_text(self, position: P) -> str:
        """Write rows from the top with a letter for each stone, the side, and what else there is."""
        return write_position(position)

    def read_position(self, text: str, setup: Setup) -> P:
        """Read a position text."""
        position = read_position(text, self.initial(setup))
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
        return Picture(
            board=position.board.to_dict(),
            legend={
                LETTERS[n]: (Glyph(name="piece", colour=n + 1),) for n in range(position.seats)
            },
            rows=signs_of(position, position.board),
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

    def legend(self, scene: Scene[P], drawn: dict[str, Any]) -> list[LegendEntry]:
        """Say whose stones and sides there are, and what the last turn changed.

        Add what your :meth:`markers` mean; :class:`~abstractplay_hex.render.legend.Meaning` finds them.
        """
        stones = {
            LETTERS[seat]: say("stones.legend.stone", player=seat + 1)
            for seat in range(scene.position.seats)
        }
        changed = Meaning(say("stones.legend.enter"), {"type": "enter", "colour": None})
        return legend(drawn, stones, [changed, *usual_meanings(drawn)])

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
        return [{"label": word, "key": word, "move": word} for word in self.calls_now(position)]

    # ---- Telling positions apart ---------------------------------------------------------------

    def symmetries(self, position: P) -> Sequence[Symmetry[P, str]]:
        """Return the symmetries of the board that keep the colours of its sides (:meth:`edges`).

        Where positions remember more than stones, which might be a cell, only the one that changes
        nothing; override it then, and where the rules tell cells apart in other ways: with
        :func:`~abstractplay_hex.rules.stones.board_symmetries`, or with symmetries of your own.
        """
        found = board_symmetries(position.board, self.edges(position))
        return found[:1] if more_of(type(position)) else found

    # ---- Learning ------------------------------------------------------------------------------

    def actions(self, setup: Setup) -> Actions[P, str]:
        """Return the cells and then the calls as actions."""
        from abstractplay_hex.rules.stones.actions import stone_actions

        return stone_actions(self, self.board(setup), self.seats(setup))

    # ---- Setting up positions ------------------------------------------------------------------

    def editing(self, setup: Setup) -> Editing[P]:
        """Return how stones are put on the board, and what else a position remembers is set."""
        return stone_editing(self, setup)

    # ---- Saving --------------------------------------------------------------------------------

    def save_position(self, position: P) -> dict[str, Any]:
        """Return the map of cells to seats, in board order, and what else there is to remember."""
        return save(position)

    def load_position(self, saved: Any, before: Ply[P] | None, setup: Setup) -> P:
        """Return the position of a saved ply."""
        position = load(saved, self.initial(setup))
        if before is None:
            try:
                self.check_position(position)
            except PositionError as error:
                raise StateError("state.wrong", path=".board", reason=error.phrase) from None
        elif check_turn(saved, position.layout, self.calls):
            winners = winners_of(saved.results)
            if winners is not None and winners != self.outcome(position):
                raise StateError("stones.state.end", path="._results")
        return position

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
