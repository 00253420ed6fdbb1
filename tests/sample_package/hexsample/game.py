"""Stretch behind the common interface."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, TypeAlias

from attrs import frozen

from abstractplay_hex.board import cells_in
from abstractplay_hex.codec import PlyState, map_form, map_pairs
from abstractplay_hex.errors import MoveError, StateError
from abstractplay_hex.game import PSEUDO_PLIES, Game, Played, Scene
from abstractplay_hex.i18n.messages import add_sentences, say
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Place, Result, ending
from abstractplay_hex.render import Annotation, Glyph, Marker, Picture
from abstractplay_hex.rules.draft import FINISHED, MAY_GO_ON, Assessment
from abstractplay_hex.rules.info import Display, GameInfo, Person, Variant
from hexsample.rules import (
    Drop,
    Line,
    Position,
    iter_turns,
    play,
    position_from_text,
    read_turn,
    turn_text,
    two_away,
)
from hexsample.sentences import ENGLISH

add_sentences(ENGLISH)

SIZES: Final = {"size-7": 7, "size-14": 14}
SHOW_GROUPS: Final = "show-groups"

Turn: TypeAlias = Drop | Line


@frozen
class Stones:
    """The saved map of cells to players."""

    owners: tuple[tuple[str, int], ...]


@frozen(kw_only=True)
class StretchPlyState(PlyState):
    """A saved ply of Stretch."""

    board: Stones


def read_stones(data: Any) -> Stones:
    """Read the map of cells to players; cells are looked up when the board is known."""
    out = []
    for i, (cell, player) in enumerate(map_pairs(data)):
        if type(cell) is not str:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(player) is not int or player not in (1, 2):
            raise StateError("state.player-range", path=f".value[{i}][1]", last=2)
        out.append((cell, player))
    return Stones(tuple(out))


@frozen
class Preview:
    """A turn under way: the position to draw, and the cells to point at."""

    position: Position
    cells: tuple[int, ...]


class Stretch(Game[Position, Turn]):
    """Drop stones and extend them; the largest group wins. Rules: the package's README."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="stretch",
        name="Stretch",
        version="1",
        date_added="2026-11-29",
        description="Drop stones or extend them in straight lines. The largest group wins.",
        notes="The sample game of abstractplay-hex.",
        people=(Person(type="designer", name="The abstractplay_hex developers"),),
        variants=(
            Variant(
                uid="#board", name="Board with three cells a side", group="board", default=True
            ),
            Variant(uid="size-7", name="Board with seven cells a side", group="board"),
            Variant(uid="size-14", name="Board with fourteen cells a side", group="board"),
        ),
        displays=(
            Display(uid=SHOW_GROUPS, name="Show groups", description="Mark each largest group."),
        ),
        categories=("goal>area", "mechanic>place", "board>shape>hex"),
        flags=("experimental", "scores"),
    )
    state_type: ClassVar[type[PlyState]] = StretchPlyState
    state_hooks: ClassVar[Mapping[Any, Callable[[Any], Any]]] = {Stones: read_stones}

    # ---- rules ---------------------------------------------------------------------------------

    @classmethod
    def _start(cls, variants: tuple[str, ...]) -> Position:
        return Position(SIZES[variants[0]] if variants else 3)

    @classmethod
    def _read_position(cls, text: str, variants: tuple[str, ...]) -> Position:
        return position_from_text(text, cls._start(variants).size)

    @classmethod
    def _write_position(cls, position: Position) -> str:
        return position.text

    @classmethod
    def _iter_moves(cls, position: Position) -> Iterator[str]:
        board = position.board
        return (turn_text(board, turn) for turn in iter_turns(position))

    @classmethod
    def _assess(cls, position: Position, text: str) -> Assessment[Turn]:
        board, empty = position.board, position.empty
        try:
            turn = read_turn(board, text)
        except MoveError as error:
            return Assessment.refused(error.code, **error.params)
        if isinstance(turn, Line):
            start, end = board.name[turn.start], board.name[turn.end]
            if not position.own >> turn.start & 1:
                return Assessment.refused("stretch.not-yours", cell=start)
            if turn.end not in position.ends(turn.start):
                return Assessment.refused("stretch.line")
            return Assessment.playable(turn, "stretch.extended", start=start, end=end)
        first, last = turn.cells[0], turn.cells[-1]
        if len(turn.cells) == 1 and position.own >> first & 1:
            if not position.ends(first):
                return Assessment.refused("stretch.stuck", cell=board.name[first])
            return Assessment.unfinished("stretch.choose-end", cell=board.name[first])
        for cell in turn.cells:
            if not empty >> cell & 1:
                return Assessment.refused("stretch.occupied", cell=board.name[cell])
        if len(turn.cells) == 1:
            more = bool(two_away(position.size)[first] & empty)
            code = "stretch.dropped" if more else "stretch.dropped-alone"
            complete = MAY_GO_ON if more else FINISHED
            return Assessment.playable(turn, code, complete, cell=board.name[first])
        if not two_away(position.size)[first] >> last & 1:
            return Assessment.refused("stretch.apart")
        return Assessment.playable(
            turn, "stretch.dropped-both", first=board.name[first], second=board.name[last]
        )

    @classmethod
    def _read_turn(cls, position: Position, text: str) -> Turn:
        return read_turn(position.board, text)

    @classmethod
    def _play(cls, position: Position, turn: Turn) -> Played[Position]:
        board = position.board
        after, cells = play(position, turn)
        results: tuple[Result, ...] = tuple(Place(where=board.name[cell]) for cell in cells)
        winners = after.winners()
        if winners is not None:
            results += ending(*winners)
        return Played(turn_text(board, turn), after, results)

    @classmethod
    def _click(
        cls, position: Position, text: str, place: tuple[int, int] | None, piece: str
    ) -> str | None:
        board = position.board
        cell = None if place is None else board.cell_at.get(place)
        if cell is None:
            return None
        name = board.name[cell]
        mark = "-" if "-" in text else ","
        chosen = text.split(mark) if text else []
        if name in chosen:  # let go of it, and of what hangs on it
            at = chosen.index(name)
            kept = chosen[:at] if mark == "-" else [*chosen[:at], *chosen[at + 1 :]]
            return mark.join(kept)
        if not chosen or position.own >> cell & 1:
            return name
        first_is_mine = position.own >> board.cell[chosen[0]] & 1
        return f"{text}{'-' if first_is_mine else ','}{name}"

    @classmethod
    def _instructions(cls, position: Position) -> Assessment[Turn]:
        return Assessment.unfinished("stretch.instructions", can_render=False)

    # ---- showing -------------------------------------------------------------------------------

    @classmethod
    def _preview(cls, position: Position, text: str) -> Preview:
        turn = read_turn(position.board, text)
        if isinstance(turn, Drop) and position.own >> turn.cells[0] & 1:
            return Preview(position, tuple(position.ends(turn.cells[0])))
        return Preview(*play(position, turn))

    @classmethod
    def _draw(cls, scene: Scene[Position]) -> dict[str, Any]:
        preview: Preview | None = scene.preview
        position = preview.position if preview else scene.position
        board = position.board
        if preview:
            cells = preview.cells
        else:
            cells = tuple(
                board.cell[r.where] for r in scene.results if isinstance(r, Place) and r.where
            )
        markers = []
        if scene.display == SHOW_GROUPS:
            for player in (1, 2):
                size = position.largest(player)
                for group in board.groups(position.stones[player - 1]):
                    if group.bit_count() == size:
                        places = [board.place[cell] for cell in cells_in(group)]
                        markers.append(Marker("flood", places, {"colour": player, "opacity": 0.4}))
        first, second = position.stones
        keys = dict.fromkeys(cells_in(first), "A") | dict.fromkeys(cells_in(second), "B")
        return Picture(
            board={
                "style": "hex-of-hex",
                "minWidth": position.size,
                "maxWidth": 2 * position.size - 1,
            },
            legend={key: (Glyph(name="piece", colour=n),) for n, key in enumerate("AB", 1)},
            rows=[[keys.get(cell, "") for cell in row] for row in board.rows],
            markers=markers,
            annotations=[Annotation("enter", [board.place[cell] for cell in cells])],
        ).to_dict()

    @classmethod
    def _chat(cls, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        if isinstance(result, Place):
            return say("stretch.chat.drop", player=player, where=result.where)
        return None

    @classmethod
    def _score(cls, position: Position, player: int) -> int:
        return position.largest(player)

    @classmethod
    def _sidebar_scores(cls, position: Position) -> list[dict[str, Any]]:
        scores = [position.largest(player) for player in (1, 2)]
        return [{"name": say("stretch.sidebar.group"), "scores": scores}]

    # ---- saving --------------------------------------------------------------------------------

    @classmethod
    def _save_position(cls, position: Position) -> dict[str, Any]:
        first, second = position.stones
        name = position.board.name
        owners = ((name[cell], 1 if first >> cell & 1 else 2) for cell in cells_in(first | second))
        return {"board": map_form(owners)}

    @classmethod
    def _load_position(
        cls, saved: Any, before: Ply[Position] | None, variants: tuple[str, ...]
    ) -> Position:
        start = cls._start(variants)
        stones = [0, 0]
        for i, (name, player) in enumerate(saved.board.owners):
            cell = start.board.cell.get(name)
            path = f".board.value[{i}][0]"
            if cell is None:
                raise StateError("state.cell", path=path)
            if (stones[0] | stones[1]) >> cell & 1:
                raise StateError("state.cell-twice", path=path, cell=name)
            stones[player - 1] |= 1 << cell
        for i, result in enumerate(saved.results):
            if isinstance(result, Place) and result.where not in start.board.cell:
                raise StateError("state.cell", path=f"._results[{i}].where")
        position = Position(start.size, (stones[0], stones[1]), saved.currplayer)
        by_word = saved.lastmove in PSEUDO_PLIES
        if before is not None and not by_word:
            expected = 3 - before.currplayer
            if saved.currplayer != expected:
                raise StateError("state.currplayer", path=".currplayer", expected=expected)
            try:
                canonical = turn_text(start.board, read_turn(start.board, saved.lastmove))
            except MoveError:
                canonical = None
            if canonical != saved.lastmove:
                raise StateError("stretch.state.turn", path=".lastmove")
        winners = position.winners()
        if winners is not None and (before is None or by_word):
            raise StateError("stretch.state.full", path=".board")
        closing = () if winners is None else ending(*winners)
        if not by_word and saved.results[-2:] != closing and (closing or _ends(saved.results)):
            raise StateError("stretch.state.full", path="._results")
        return position


def _ends(results: tuple[Result, ...]) -> bool:
    return any(result.type in ("eog", "winners") for result in results)
