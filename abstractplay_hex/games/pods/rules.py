"""Natal Seas - Pods, engine version 20240802: the rules that a host and a search ask."""

from collections.abc import Callable
from typing import Any, ClassVar

from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.pods import clicks, movegen, notation
from abstractplay_hex.games.pods.describing import describe
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.info import INFO
from abstractplay_hex.games.pods.movegen import Placement, Turn
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.games.pods.state import FORM, load, save
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.results import Move, Place, Result, ending
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Played, Rules, Scene, Setup
from abstractplay_hex.rules.saved import StateForm


class PodsRules(Rules[PodsPosition, Turn]):
    """Whales compete for territory on a hexagon of 127 cells. Rules: ``seeds/pods.md``."""

    info: ClassVar[GameInfo] = INFO
    state: ClassVar[StateForm] = FORM

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

    legal_turns = staticmethod(movegen.iter_turns)
    turn_texts = staticmethod(movegen.move_texts)
    count_turns = staticmethod(movegen.count_turns)
    after = staticmethod(movegen.after)
    outcome = staticmethod(movegen.outcome)

    def play(self, position: PodsPosition, turn: Turn) -> Played[PodsPosition]:
        name = LAYOUT.name
        results: tuple[Result, ...]
        if isinstance(turn, Placement):
            results = (Place(where=name[turn.cell]),)
        else:
            results = (Move(start=name[turn.start], to=name[turn.end]),)
        after = movegen.after(position, turn)
        winners = self.outcome(after)
        if winners is not None:
            results += ending(*winners)
        return Played(after, results, movegen.turn_text(turn))

    # ---- Texts and clicks ----------------------------------------------------------------------

    interpret = staticmethod(notation.interpret)
    write = staticmethod(movegen.turn_text)
    click = staticmethod(clicks.click)

    def read_turn(self, position: PodsPosition, text: str) -> Turn:
        return notation.turn_of(notation.read_cells(text))

    # ---- Showing -------------------------------------------------------------------------------

    def draw(self, scene: Scene[PodsPosition]) -> dict[str, Any]:
        from abstractplay_hex.games.pods.drawing import draw  # loaded when somebody looks

        return draw(scene)

    describe = staticmethod(describe)

    def chat(self, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        match result:
            case Place(where=where):
                return say("pods.chat.place", player=player, where=where)
            case Move(start=start, to=to):
                return say("pods.chat.move", player=player, start=start, to=to)
        return None

    def sidebar_scores(self, position: PodsPosition) -> list[dict[str, Any]]:
        return [{"name": say("sidebar.scores"), "scores": list(position.scores)}]

    def score(self, position: PodsPosition, seat: int) -> int:
        """Return whales and marks of a player (ruling P9)."""
        return position.scores[seat - 1]

    # ---- Saving --------------------------------------------------------------------------------

    save_position = staticmethod(save)
    load_position = staticmethod(load)

    def saved_alike(self, position: PodsPosition, other: PodsPosition) -> bool:
        marks, others = position.marks, other.marks
        return (
            position == other
            and position.order == other.order
            and marks == others
            and marks.order == others.order
        )
