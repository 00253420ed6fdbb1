"""Dendria, engine version 20261129, behind the common interface. Rules: ``seeds/dendria.md``."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.games.dendria import clicks, effects, movegen, playing
from abstractplay_hex.games.dendria.construction import (
    Construction,
    begin_construction,
    construction_from_text,
    random_construction,
    whole_constructions,
)
from abstractplay_hex.games.dendria.describing import describe
from abstractplay_hex.games.dendria.info import INFO
from abstractplay_hex.games.dendria.interpret import interpret, read_turn
from abstractplay_hex.games.dendria.notation import Construct, Turn
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.games.dendria.plane import plane_of
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import (
    DendriaPosition,
    first_position,
    position_from_text,
)
from abstractplay_hex.games.dendria.scoring import (
    forest_sizes,
    plain_number,
    scores,
    winners,
)
from abstractplay_hex.games.dendria.state import FORM, DendriaPlyState, LoadedPosition, load, save
from abstractplay_hex.games.dendria.variants import board_choice
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Result
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
from abstractplay_hex.rules.saved import StateForm

if TYPE_CHECKING:
    from abstractplay_hex.render.legend import LegendEntry
    from abstractplay_hex.rules.actions import Actions
    from abstractplay_hex.rules.editing import Editing
    from abstractplay_hex.rules.symmetry import Symmetry
    from abstractplay_hex.rules.teaching import Teaching

SEATS = (1, 2)


class DendriaRules(Rules[Position, Turn]):
    """Seeds, sprites and forests on an island."""

    info: ClassVar[GameInfo] = INFO
    scenery = "island"
    state: ClassVar[StateForm] = FORM

    # ---- Beginning -----------------------------------------------------------------------------

    def check_setup(self, setup: Setup) -> None:
        """Refuse two boards, and building alone where there is nothing to build (D3)."""
        board_choice(setup.variants)

    def initial(self, setup: Setup) -> Position:
        choice = board_choice(setup.variants)
        return begin_construction(choice) if choice.modules else first_position(choice)

    def position_text(self, position: Position) -> str:
        return position.text

    def read_position(self, text: str, setup: Setup) -> Position:
        choice = board_choice(setup.variants)
        if choice.modules and text.count(" ") == 1:
            return construction_from_text(text, choice.modules, choice.solo)
        return position_from_text(text, setup.variants)

    # ---- Playing -------------------------------------------------------------------------------

    def legal_turns(self, position: Position) -> Iterator[Turn]:
        """Yield lazily one canonical turn for each position a legal turn leads to.

        Of a ``solo`` construction these are whole boards: far too many ever to be listed.
        """
        if isinstance(position, DendriaPosition):
            return movegen.legal_turns(position)
        if position.solo:
            return map(Construct, whole_constructions(position))
        return (Construct((centre,)) for centre in position.legal_centres())

    def turn_texts(self, position: Position) -> list[str]:
        """Return the texts of all legal turns.

        :raises ArgumentError: for a ``solo`` construction (``dendria.solo.no-list``).
        """
        _check_listed(position)
        return [turn.text for turn in self.legal_turns(position)]

    def count_turns(self, position: Position) -> int:
        """Count the legal turns.

        :raises ArgumentError: for a ``solo`` construction (``dendria.solo.no-list``).
        """
        _check_listed(position)
        if isinstance(position, Construction):
            return len(position.legal_centres())
        return movegen.count_turns(position)

    def random_turn(self, position: Position, rng: random.Random) -> Turn | None:
        if position.over:
            return None
        if isinstance(position, DendriaPosition):
            return movegen.random_turn(position, rng)
        return Construct(random_construction(position, rng))

    def play(self, position: Position, turn: Turn) -> Played[Position]:
        return playing.play(position, turn)

    def after(self, position: Position, turn: Turn) -> Position:
        return playing.after(position, turn)

    def outcome(self, position: Position) -> Outcome | None:
        """Return who has won after two passes in a row (section 5)."""
        if isinstance(position, DendriaPosition) and position.over:
            return winners(position)
        return None

    # ---- Texts and clicks ----------------------------------------------------------------------

    def interpret(self, position: Position, text: str) -> Draft[Turn]:
        return interpret(position, text)

    def read_turn(self, position: Position, text: str) -> Turn:
        return read_turn(position, text)

    def click(self, position: Position, draft: Draft[Turn], click: Click) -> str | None:
        return clicks.click(position, draft, click)

    def write(self, turn: Turn) -> str:
        return turn.text

    # ---- Showing -------------------------------------------------------------------------------

    def shown(self, position: Position, draft: Draft[Turn]) -> Position:
        if isinstance(draft.partial, PartialTurn):
            return draft.partial.position
        if isinstance(draft.partial, Construction):
            return draft.partial
        return super().shown(position, draft)

    def draw(self, scene: Scene[Position]) -> dict[str, Any]:
        from abstractplay_hex.games.dendria.drawing import draw  # loaded when somebody looks

        return draw(scene)

    def describe(self, position: Position, place: tuple[int, int]) -> str | None:
        return describe(position, place)

    def legend(self, scene: Scene[Position], drawn: dict[str, Any]) -> "list[LegendEntry]":
        from abstractplay_hex.games.dendria.drawing.explaining import explain

        return explain(scene, drawn)

    def cell_names(self, position: Position) -> Mapping[tuple[int, int], str]:
        """Return the names of cells; while the board is built, the coordinates of modules' centres."""
        if isinstance(position, Construction):
            return {place: f"{q},{r}" for place, (q, r) in plane_of(position).cells.items()}
        return super().cell_names(position)

    def chat(self, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        return effects.chat(result, player)

    def sidebar_scores(self, position: Position) -> list[dict[str, Any]]:
        largest = [0, 0]
        if isinstance(position, DendriaPosition):
            largest = [max(forest_sizes(position, n), default=0) for n in SEATS]
        return [
            {"name": say("sidebar.scores"), "scores": [self.score(position, n) for n in SEATS]},
            {"name": say("dendria.sidebar.largest"), "scores": largest},
        ]

    def sidebar_statuses(self, position: Position) -> list[dict[str, Any]]:
        if isinstance(position, Construction):
            placed = f"{len(position.centres)} / {position.total}"
            return [{"key": say("dendria.sidebar.modules"), "value": [placed]}]
        rows = []
        for player, side in zip(SEATS, ("dark", "light"), strict=True):
            limit = max(forest_sizes(position, player), default=0) + 1
            used = position.sprites[player - 1].bit_count()
            rows.append(
                {"key": say(f"dendria.sidebar.sprites-{side}"), "value": [f"{used} / {limit}"]}
            )
        return rows

    def buttons(self, position: Position) -> list[dict[str, str]]:
        if isinstance(position, Construction):
            return []
        return [{"label": say("dendria.button.pass"), "key": "pass", "move": clicks.PASS}]

    # ---- Value ---------------------------------------------------------------------------------

    def score(self, position: Position, seat: int) -> float | int:
        if isinstance(position, Construction):
            return 0
        return plain_number(scores(position)[seat - 1])

    def evaluate(self, position: Position) -> tuple[float, ...]:
        outcome = self.outcome(position)
        if outcome is not None:
            return outcome_values(outcome, len(SEATS))
        if isinstance(position, Construction):
            return 0.0, 0.0
        # For players; hosts never load it.
        from abstractplay_hex.games.dendria.valuing import value

        dark = value(position)
        return dark, 0.0 - dark

    def rank(self, position: Position) -> Iterable[tuple[Turn, float]]:
        """Return legal turns with what they are worth to the player to move, best first.

        Very many are not valued, but some of each sow and of each sprite's line. While the board is
        built, all are worth the same, as an empty board is, and whole boards come lazily.
        """
        if isinstance(position, Construction):
            first = next(self.legal_turns(position), None)
            if first is None:
                return ()
            worth = self.evaluate(self.after(position, first))[self.to_move(position) - 1]
            return ((turn, worth) for turn in self.legal_turns(position))
        from abstractplay_hex.games.dendria.ranking import ranked

        return ranked(position)

    # ---- Telling positions apart ---------------------------------------------------------------

    def key(self, position: Position) -> int:
        from abstractplay_hex.rules.symmetry import stable_key

        if isinstance(position, Construction):
            # How many modules there will be, and who places them, stands in no text.
            return stable_key(INFO.uid, position.total, int(position.solo), position.text)
        board, (a, b), (c, d), (e, f), *others = position
        pieces = f"{a:x} {b:x} {c:x} {d:x} {e:x} {f:x}"
        return stable_key(INFO.uid, board.signature, pieces, *others)

    def symmetries(self, position: Position) -> "Sequence[Symmetry[Position, Turn]]":
        from abstractplay_hex.games.dendria.symmetry import symmetries

        return symmetries(position)

    def canonical(self, position: Position) -> Position:
        """Return one and the same position for all images, those on islands turned and mirrored among them."""
        from abstractplay_hex.games.dendria.symmetry import canonical

        if isinstance(position, Construction):
            return super().canonical(position)
        return canonical(position, self.key)

    # ---- Learning ------------------------------------------------------------------------------

    def actions(self, setup: Setup) -> "Actions[Position, Turn]":
        from abstractplay_hex.games.dendria.actions import actions_of

        return actions_of(board_choice(setup.variants))

    def teaching(self) -> "Teaching":
        from abstractplay_hex.games.dendria.teaching import TEACHING

        return TEACHING

    # ---- Setting up positions ------------------------------------------------------------------

    def editing(self, setup: Setup) -> "Editing[Position]":
        from abstractplay_hex.games.dendria.editing import editing

        return editing(self, setup)

    # ---- Saving --------------------------------------------------------------------------------

    def save_position(self, position: Position) -> dict[str, Any]:
        return save(position)

    def load_position(
        self, saved: DendriaPlyState, before: Ply[Position] | None, setup: Setup
    ) -> LoadedPosition:
        return load(saved, before, setup)

    def saved_alike(self, position: Position, other: Position) -> bool:
        return position == other


def _check_listed(position: Position) -> None:
    if isinstance(position, Construction) and position.solo:
        raise ArgumentError("dendria.solo.no-list")
