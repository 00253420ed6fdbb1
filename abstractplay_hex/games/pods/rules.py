"""Natal Seas - Pods, engine version 20240802: the rules that a host and a search ask."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.pods import clicks, movegen, notation
from abstractplay_hex.games.pods.info import INFO
from abstractplay_hex.games.pods.movegen import Turn
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import (
    Click,
    Outcome,
    Played,
    Rules,
    Scene,
    Setup,
    outcome_values,
)

# What a new game does not need is loaded when somebody plays, looks or saves.
if TYPE_CHECKING:
    from abstractplay_hex.games.pods.state import PodsPlyState, SavedPosition
    from abstractplay_hex.plies.results import Result
    from abstractplay_hex.render.legend import LegendEntry
    from abstractplay_hex.rules.actions import Actions
    from abstractplay_hex.rules.editing import Editing
    from abstractplay_hex.rules.saved import StateForm
    from abstractplay_hex.rules.symmetry import Symmetry
    from abstractplay_hex.rules.teaching import Teaching


class PodsRules(Rules[PodsPosition, Turn]):
    """Whales compete for territory on a hexagon of 127 cells. Rules: ``seeds/pods.md``."""

    info: ClassVar[GameInfo] = INFO
    scenery = "sea"
    sharpness: ClassVar[float] = 5.0

    # ---- Beginning -----------------------------------------------------------------------------

    def initial(self, setup: Setup) -> PodsPosition:
        return PodsPosition()

    def position_text(self, position: PodsPosition) -> str:
        return position.text

    def read_position(self, text: str, setup: Setup) -> PodsPosition:
        position = PodsPosition.from_text(text)
        if self.outcome(position) is not None:
            raise PositionError("pods.position.over")
        return position

    # ---- Playing -------------------------------------------------------------------------------

    def legal_turns(self, position: PodsPosition) -> Iterator[Turn]:
        return iter(()) if self.outcome(position) else movegen.iter_turns(position)

    def turn_texts(self, position: PodsPosition) -> list[str]:
        return movegen.move_texts(position)

    def count_turns(self, position: PodsPosition) -> int:
        return 0 if self.outcome(position) else movegen.count_turns(position)

    def after(self, position: PodsPosition, turn: Turn) -> PodsPosition:
        return movegen.after(position, turn)

    def outcome(self, position: PodsPosition) -> Outcome | None:
        return movegen.outcome(position)

    def play(self, position: PodsPosition, turn: Turn) -> Played[PodsPosition]:
        from abstractplay_hex.games.pods.playing import play

        return play(position, turn)

    # ---- Texts and clicks ----------------------------------------------------------------------

    def interpret(self, position: PodsPosition, text: str) -> Draft[Turn]:
        return notation.interpret(position, text)

    def write(self, turn: Turn) -> str:
        return movegen.turn_text(turn)

    def click(self, position: PodsPosition, draft: Draft[Turn], click: Click) -> str | None:
        return clicks.click(position, draft, click)

    def read_turn(self, position: PodsPosition, text: str) -> Turn:
        return notation.turn_of(notation.read_cells(text))

    # ---- Showing -------------------------------------------------------------------------------

    def draw(self, scene: Scene[PodsPosition]) -> dict[str, Any]:
        from abstractplay_hex.games.pods.drawing import draw

        return draw(scene)

    def describe(self, position: PodsPosition, place: tuple[int, int]) -> str | None:
        from abstractplay_hex.games.pods.describing import describe

        return describe(position, place)

    def legend(self, scene: Scene[PodsPosition], drawn: dict[str, Any]) -> "list[LegendEntry]":
        from abstractplay_hex.games.pods.drawing import legend

        return legend(scene, drawn)

    def chat(self, result: "Result", player: str, name: Callable[[int], str]) -> str | None:
        from abstractplay_hex.games.pods.describing import chat

        return chat(result, player)

    def sidebar_scores(self, position: PodsPosition) -> list[dict[str, Any]]:
        from abstractplay_hex.games.pods.describing import sidebar_scores

        return sidebar_scores(position)

    def score(self, position: PodsPosition, seat: int) -> int:
        """Return whales and marks of a player (ruling P9)."""
        return position.scores[seat - 1]

    def evaluate(self, position: PodsPosition) -> tuple[float, ...]:
        # For players; hosts never load it.
        from abstractplay_hex.games.pods.valuing import lead, squashed

        outcome = self.outcome(position)
        if outcome is not None:
            return outcome_values(outcome, 2)
        value = squashed(lead(position))
        return value, 0.0 - value

    def rank(self, position: PodsPosition) -> list[tuple[Turn, float]]:
        from abstractplay_hex.games.pods.valuing import ranked

        return [] if self.outcome(position) else ranked(position)

    # ---- Telling positions apart ---------------------------------------------------------------

    def key(self, position: PodsPosition) -> int:
        from abstractplay_hex.rules.symmetry import stable_key

        first, second = position.whales
        return stable_key(INFO.uid, f"{first:x}", f"{second:x}", position.side)

    def symmetries(self, position: PodsPosition) -> "Sequence[Symmetry[PodsPosition, Turn]]":
        from abstractplay_hex.games.pods.symmetry import SYMMETRIES

        return SYMMETRIES

    # ---- Learning ------------------------------------------------------------------------------

    def actions(self, setup: Setup) -> "Actions[PodsPosition, Turn]":
        from abstractplay_hex.games.pods.actions import ACTIONS

        return ACTIONS

    def teaching(self) -> "Teaching":
        from abstractplay_hex.games.pods.teaching import TEACHING

        return TEACHING

    # ---- Setting up positions ------------------------------------------------------------------

    def editing(self, setup: Setup) -> "Editing[PodsPosition]":
        from abstractplay_hex.rules.editing import Editing, held, side_choice

        return Editing(
            rules=self,
            read=PodsPosition.from_text,
            empty=PodsPosition().text,
            held=(
                held("", "editing.empty"),
                held("W", "pods.held.whale", 1, player=1),
                held("w", "pods.held.whale", 2, player=2),
            ),
            choices=(side_choice(2),),
        )

    # ---- Saving --------------------------------------------------------------------------------

    @property
    def state(self) -> "StateForm":
        from abstractplay_hex.games.pods.state import FORM

        return FORM

    def save_position(self, position: PodsPosition) -> dict[str, Any]:
        from abstractplay_hex.games.pods.state import save

        return save(position)

    def load_position(
        self, saved: "PodsPlyState", before: Ply[PodsPosition] | None, setup: Setup
    ) -> "SavedPosition":
        from abstractplay_hex.games.pods.state import load

        return load(saved, before, setup)

    def saved_alike(self, position: PodsPosition, other: PodsPosition) -> bool:
        marks, others = position.marks, other.marks
        return (
            position == other
            and position.order == other.order
            and marks == others
            and marks.order == others.order
        )
