"""Natal Seas - Pods, engine version 20240802, behind the common interface."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from abstractplay_hex.codec import PlyState
from abstractplay_hex.errors import PositionError
from abstractplay_hex.game import Game, Played, Scene
from abstractplay_hex.games.pods import drawing, notation, saving
from abstractplay_hex.games.pods.messages import ENGLISH
from abstractplay_hex.games.pods.rules import (
    LAYOUT,
    Placement,
    PodsPosition,
    Turn,
    apply,
    count_turns,
    is_legal,
    is_over,
    iter_turns,
    move_texts,
    turn_text,
)
from abstractplay_hex.i18n.messages import add_sentences, say
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Move, Place, Result, ending
from abstractplay_hex.rules.draft import Assessment
from abstractplay_hex.rules.info import Display, GameInfo, Person

add_sentences(ENGLISH)


class Pods(Game[PodsPosition, Turn]):
    """Whales compete for territory on a hexagon of 127 cells. Rules: ``seeds/pods.md``."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="pods",
        name="Natal Seas - Pods",
        version="20240802",
        date_added="2024-09-05",
        description=(
            "Two pods of whales compete for space to protect their young. Place a whale where "
            "more friends than enemies are near, or let one migrate around other whales. Whoever "
            "covers more than half of the board with whales and influence wins."
        ),
        notes=(
            "The fairness conditions for the first two whales are left to the players. Influence "
            "is worked out anew after every move; coloured rings show it."
        ),
        urls=(
            "https://cjffield.com/rules/pods.pdf",
            "https://boardgamegeek.com/thread/3248920/pods-a-simpler-way-to-play-using-single-moves",
        ),
        bggid="402621",
        people=(Person(type="designer", name="Dale Walton"),),
        displays=(
            Display(
                uid=drawing.HIDE_INFLUENCE,
                name="Hide influence",
                description="Draw the whales only, without the influence of each player.",
            ),
        ),
        categories=("goal>area", "mechanic>place", "mechanic>move", "board>shape>hex"),
        flags=("scores",),
    )
    state_type: ClassVar[type[PlyState]] = saving.PodsPlyState
    state_hooks: ClassVar[Mapping[type, Callable[[Any], Any]]] = {
        saving.CellOwners: saving.read_owners,
        tuple[int, int]: saving.read_scores,
    }

    @classmethod
    def _start(cls, variants: tuple[str, ...]) -> PodsPosition:
        return PodsPosition()

    @classmethod
    def _read_position(cls, text: str, variants: tuple[str, ...]) -> PodsPosition:
        position = PodsPosition.from_text(text)
        if is_over(position)[0]:
            raise PositionError("pods.position.over")
        return position

    @classmethod
    def _write_position(cls, position: PodsPosition) -> str:
        return position.text

    @classmethod
    def _iter_moves(cls, position: PodsPosition) -> Iterator[str]:
        return map(turn_text, iter_turns(position))

    @classmethod
    def _list_moves(cls, position: PodsPosition) -> list[str]:
        return move_texts(position)

    @classmethod
    def _count_moves(cls, position: PodsPosition) -> int:
        return count_turns(position)

    @classmethod
    def _assess(cls, position: PodsPosition, text: str) -> Assessment[Turn]:
        return notation.assess(position, text)

    @classmethod
    def _check(cls, position: PodsPosition, text: str) -> Turn:
        turn = notation.read_turn(text)
        if not is_legal(position, turn):
            notation.assess(position, text).fail()
        return turn

    @classmethod
    def _read_turn(cls, position: PodsPosition, text: str) -> Turn:
        return notation.read_turn(text)

    @classmethod
    def _play(cls, position: PodsPosition, turn: Turn) -> Played[PodsPosition]:
        name = LAYOUT.name
        results: tuple[Result, ...]
        if isinstance(turn, Placement):
            results = (Place(where=name[turn.cell]),)
        else:
            results = (Move(start=name[turn.start], to=name[turn.end]),)
        after = apply(position, turn)
        over, winner = is_over(after)
        if over and winner is not None:
            results += ending(winner)
        return Played(turn_text(turn), after, results)

    @classmethod
    def _click(
        cls, position: PodsPosition, text: str, place: tuple[int, int] | None, piece: str
    ) -> str | None:
        cell = None if place is None else LAYOUT.cell_at.get(place)
        return None if cell is None else notation.click(position, text, cell)

    @classmethod
    def _instructions(cls, position: PodsPosition) -> Assessment[Turn]:
        return notation.instructions(position)

    @classmethod
    def _preview(cls, position: PodsPosition, text: str) -> drawing.Preview:
        return drawing.preview(position, text)

    @classmethod
    def _draw(cls, scene: Scene[PodsPosition]) -> dict[str, Any]:
        return drawing.draw(scene)

    @classmethod
    def _previewed(cls, preview: drawing.Preview) -> PodsPosition:
        return preview.position

    @classmethod
    def _describe(cls, position: PodsPosition, place: tuple[int, int]) -> str | None:
        return drawing.describe(position, place)

    @classmethod
    def _save_position(cls, position: PodsPosition) -> dict[str, Any]:
        return saving.save(position)

    @classmethod
    def _saved_alike(cls, position: PodsPosition, other: PodsPosition) -> bool:
        marks, others = position.marks, other.marks
        return (
            position == other
            and position.order == other.order
            and marks == others
            and marks.order == others.order
        )

    @classmethod
    def _load_position(
        cls, saved: saving.PodsPlyState, before: Ply[PodsPosition] | None, variants: tuple[str, ...]
    ) -> saving.SavedPosition:
        return saving.load(saved, before)

    @classmethod
    def _chat(cls, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        match result:
            case Place(where=where):
                return say("pods.chat.place", player=player, where=where)
            case Move(start=start, to=to):
                return say("pods.chat.move", player=player, start=start, to=to)
        return None

    @classmethod
    def _score(cls, position: PodsPosition, player: int) -> int:
        return position.scores[player - 1]

    @classmethod
    def _sidebar_scores(cls, position: PodsPosition) -> list[dict[str, Any]]:
        return [{"name": say("sidebar.scores"), "scores": list(position.scores)}]
