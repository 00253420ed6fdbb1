"""Stretch: the rules that a host and a search ask."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.errors import MoveError
from abstractplay_hex.i18n.messages import add_sentences, say
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Place, Result, ending
from abstractplay_hex.rules.draft import FINISHED, MAY_GO_ON, Draft
from abstractplay_hex.rules.info import Display, GameInfo, Person, Variant
from abstractplay_hex.rules.interface import Click, Outcome, Played, Rules, Scene, Setup
from abstractplay_hex.rules.saved import StateForm, map_form
from hexsample.stretch import drawing
from hexsample.stretch.messages import ENGLISH
from hexsample.stretch.position import (
    Drop,
    Line,
    Position,
    Turn,
    after,
    iter_turns,
    position_from_text,
    read_cells,
    read_turn,
    stones_of,
    turn_text,
    two_away,
)
from hexsample.stretch.state import FORM, StretchPlyState, load

add_sentences(ENGLISH)

SIZES: Final = {"size-7": 7, "size-14": 14}


class StretchRules(Rules[Position, Turn]):
    """Drop stones and extend them; the largest group wins. Rules: the package's README."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="stretch",
        name="Stretch",
        version="1",
        date_added="2026-11-29",
        description="Drop stones or extend them in straight lines. The largest group wins.",
        notes="A sample game of abstractplay-hex.",
        people=(Person(type="designer", name="The abstractplay_hex developers"),),
        variants=(
            Variant(
                uid="#board", name="Board with three cells a side", group="board", default=True
            ),
            Variant(uid="size-7", name="Board with seven cells a side", group="board"),
            Variant(uid="size-14", name="Board with fourteen cells a side", group="board"),
        ),
        displays=(
            Display(
                uid=drawing.SHOW_GROUPS,
                name="Show groups",
                description="Mark each largest group.",
            ),
        ),
        categories=("goal>area", "mechanic>place", "board>shape>hex"),
        flags=("experimental", "scores"),
    )
    state: ClassVar[StateForm] = FORM

    # ---- Beginning -----------------------------------------------------------------------------

    def initial(self, setup: Setup) -> Position:
        """Return the empty board."""
        return Position(SIZES[setup.variants[0]] if setup.variants else 3)

    def position_text(self, position: Position) -> str:
        """Write rows from the top, ``X`` and ``O`` for stones, and the side to move."""
        return position.text

    def read_position(self, text: str, setup: Setup) -> Position:
        """Read a position text."""
        return position_from_text(text, self.initial(setup).size)

    # ---- Playing -------------------------------------------------------------------------------

    def legal_turns(self, position: Position) -> Iterator[Turn]:
        """Yield drops, then lines."""
        return iter_turns(position)

    def play(self, position: Position, turn: Turn) -> Played[Position]:
        """Play a legal turn."""
        board = position.board
        results: tuple[Result, ...] = tuple(
            Place(where=board.name[cell]) for cell in stones_of(position, turn)
        )
        then = after(position, turn)
        winners = then.winners()
        if winners is not None:
            results += ending(*winners)
        return Played(then, results, turn_text(turn))

    def after(self, position: Position, turn: Turn) -> Position:
        """Return the position after a legal turn."""
        return after(position, turn)

    def outcome(self, position: Position) -> Outcome | None:
        """Return whose group is the largest, once the board is full."""
        return position.winners()

    # ---- Texts and clicks ----------------------------------------------------------------------

    def interpret(self, position: Position, text: str) -> Draft[Turn]:
        """Read a turn's text; ``partial`` of the draft are the cells it names, as written."""
        if not text:
            return Draft.unfinished("stretch.instructions", can_render=False, partial=())
        board, empty = position.board, position.empty
        try:
            mark, cells = read_cells(position.size, text)
        except MoveError as error:
            return Draft.of_error(error)
        names = [board.name[cell] for cell in cells]
        if mark == "-":
            start, end = cells
            if not position.own >> start & 1:
                return Draft.refused("stretch.not-yours", cell=names[0])
            if end not in position.ends(start):
                return Draft.refused("stretch.line")
            return Draft.playable(
                Line(position.size, start, end),
                "stretch.extended",
                partial=cells,
                start=names[0],
                end=names[1],
            )
        if not mark and position.own >> cells[0] & 1:
            if not position.ends(cells[0]):
                return Draft.refused("stretch.stuck", cell=text)
            return Draft.unfinished("stretch.choose-end", partial=cells, cell=text)
        for cell, name in zip(cells, names, strict=True):
            if not empty >> cell & 1:
                return Draft.refused("stretch.occupied", cell=name)
        turn = Drop(position.size, tuple(sorted(cells)))
        near = two_away(position.size)[cells[0]]
        if not mark:
            more = bool(near & empty)
            code = "stretch.dropped" if more else "stretch.dropped-alone"
            complete = MAY_GO_ON if more else FINISHED
            return Draft.playable(turn, code, complete, partial=cells, cell=text)
        if not near >> cells[1] & 1:
            return Draft.refused("stretch.apart")
        first, second = (board.name[cell] for cell in turn.cells)
        return Draft.playable(
            turn, "stretch.dropped-both", partial=cells, first=first, second=second
        )

    def read_turn(self, position: Position, text: str) -> Turn:
        """Read a turn that is known to be legal."""
        return read_turn(position.size, text)

    def write(self, turn: Turn) -> str:
        """Return the text of a turn."""
        return turn_text(turn)

    def click(self, position: Position, draft: Draft[Turn], click: Click) -> str | None:
        """Return the whole new text after a click."""
        board, chosen = position.board, draft.partial
        cell = None if click.place is None else board.cell_at.get(click.place)
        if cell is None:
            return None
        extending = bool(chosen) and bool(position.own >> chosen[0] & 1)
        mark = "-" if extending else ","
        if cell in chosen:  # let go of it, and of what hangs on it
            at = chosen.index(cell)
            chosen = chosen[:at] + (() if extending else chosen[at + 1 :])
        elif position.own >> cell & 1:
            chosen = (cell,)
        else:  # a third cell takes the place of the second
            chosen = (*chosen[:1], cell)
        return mark.join(board.name[cell] for cell in chosen)

    # ---- Showing -------------------------------------------------------------------------------

    def draw(self, scene: Scene[Position]) -> dict[str, Any]:
        """Return the render JSON."""
        return drawing.draw(scene)

    def chat(self, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        """Say where a stone was dropped."""
        if isinstance(result, Place):
            return say("stretch.chat.drop", player=player, where=result.where)
        return None

    def score(self, position: Position, seat: int) -> int:
        """Return the size of the largest group."""
        return position.largest(seat)

    def sidebar_scores(self, position: Position) -> list[dict[str, Any]]:
        """Return the size of each player's largest group."""
        scores = [position.largest(seat) for seat in (1, 2)]
        return [{"name": say("stretch.sidebar.group"), "scores": scores}]

    # ---- Saving --------------------------------------------------------------------------------

    def save_position(self, position: Position) -> dict[str, Any]:
        """Return the map of cells to players, in board order."""
        first, second = position.stones
        name = position.board.name
        owners = ((name[cell], 1 if first >> cell & 1 else 2) for cell in cells_in(first | second))
        return {"board": map_form(owners)}

    def load_position(
        self, saved: StretchPlyState, before: Ply[Position] | None, setup: Setup
    ) -> Position:
        """Return the position of a saved ply."""
        return load(saved, before, self.initial(setup))
