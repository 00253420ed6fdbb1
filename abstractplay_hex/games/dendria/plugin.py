"""Dendria, engine version 20261129, behind the common interface."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from abstractplay_hex.codec import Migration, PlyState
from abstractplay_hex.errors import ArgumentError, MoveError
from abstractplay_hex.game import Game, Played, Scene
from abstractplay_hex.games.dendria import clicks, describing, drawing, results, saving
from abstractplay_hex.games.dendria.boards import FIXED_SIDES, MODULES
from abstractplay_hex.games.dendria.construction import (
    Construction,
    begin_construction,
    construction_from_text,
)
from abstractplay_hex.games.dendria.migrations import MIGRATIONS, STATE_HOOKS
from abstractplay_hex.games.dendria.notation import Construct, parse_turn
from abstractplay_hex.games.dendria.position import DendriaPosition, opening, position_from_text
from abstractplay_hex.games.dendria.rules import (
    Judgement,
    Outcome,
    Position,
    count_turns,
    iter_turns,
    judge,
    play,
    random_turn,
)
from abstractplay_hex.games.dendria.scoring import forest_sizes, scores, winners
from abstractplay_hex.games.dendria.variants import OFFICIAL_SIDE, setup_of
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Result, ending
from abstractplay_hex.rules.draft import FINISHED, Assessment
from abstractplay_hex.rules.info import Display, GameInfo, Person, Variant

OFFICIAL_MODULES: Final = 13


def _variants() -> tuple[Variant, ...]:
    fixed = tuple(
        Variant(
            uid=f"size-{side}",
            name=f"Fixed board, side {side}",
            description=f"A regular hexagon with {side} cells a side.",
            group="board",
        )
        for side in FIXED_SIDES
        if side != OFFICIAL_SIDE
    )
    modular = tuple(
        Variant(
            uid=f"modular-{n}",
            name=f"Modular board, {n} modules" + (" (official)" if n == OFFICIAL_MODULES else ""),
            description=f"The players first build an island of {n} modules of seven cells.",
            group="board",
        )
        for n in MODULES
    )
    official = Variant(
        uid="#board",
        name=f"Fixed board, side {OFFICIAL_SIDE}",
        description=f"A regular hexagon with {OFFICIAL_SIDE} cells a side (official).",
        group="board",
        default=True,
    )
    solo = Variant(
        uid="solo",
        name="Solo construction",
        description="With a modular board: the player who begins places all modules in one turn.",
    )
    return (official, *fixed, *modular, solo)


class Dendria(Game[Position, Outcome]):
    """Seeds, sprites and forests on an island. Rules: ``seeds/dendria.md``."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="dendria",
        name="Dendria",
        version="20261129",
        date_added="2026-11-29",
        description=(
            "Two forces spread life over a green island. Sow seeds, let sprites awaken them to "
            "sprites and trees, take over what the opponent leaves unwatched. Each different size "
            "of forest is worth a point, the largest forest of all half a point more."
        ),
        notes=(
            "On a modular board the players build the island first. Conversions are optional and "
            "follow the action in any order; write them as `f5=s` (summon) and `h3=t` (trees), or "
            "click the pieces. A click on the piece just converted changes or takes back the "
            "conversion."
        ),
        bggid="406461",
        people=(Person(type="designer", name="Saïd Galdseid"),),
        variants=_variants(),
        displays=(
            Display(
                uid=drawing.SHOW_WATCH,
                name="Show what is watched",
                description=(
                    "Mark the liberties that sprites watch, in their player's colour, and in gold "
                    "the forests that their owner protects."
                ),
            ),
        ),
        categories=(
            "goal>area",
            "mechanic>place",
            "mechanic>move",
            "mechanic>convert",
            "mechanic>capture",
            "board>shape>hex",
            "board>connect>hex",
        ),
        flags=("custom-buttons", "custom-randomization", "experimental", "no-moves", "scores"),
    )
    state_type: ClassVar[type[PlyState]] = saving.DendriaPlyState
    state_hooks: ClassVar[Mapping[Any, Callable[[Any], Any]]] = STATE_HOOKS
    migrations: ClassVar[Mapping[str, Migration]] = MIGRATIONS

    # ---- rules ---------------------------------------------------------------------------------

    @classmethod
    def _check_variants(cls, variants: tuple[str, ...]) -> None:
        setup_of(variants)

    @classmethod
    def _start(cls, variants: tuple[str, ...]) -> Position:
        setup = setup_of(variants)
        return begin_construction(setup) if setup.modules else opening(setup)

    @classmethod
    def _read_position(cls, text: str, variants: tuple[str, ...]) -> Position:
        setup = setup_of(variants)
        if setup.modules and text.count(" ") == 1:
            return construction_from_text(text, setup.modules, setup.solo)
        return position_from_text(text, variants)

    @classmethod
    def _write_position(cls, position: Position) -> str:
        return position.text

    @classmethod
    def _iter_moves(cls, position: Position) -> Iterator[str]:
        if isinstance(position, Construction) and position.solo:
            return _whole_constructions(position)
        return (turn.text for turn in iter_turns(position))

    @classmethod
    def _list_moves(cls, position: Position) -> list[str]:
        if isinstance(position, Construction) and position.solo:
            raise ArgumentError("dendria.solo.no-list")
        return list(cls._iter_moves(position))

    @classmethod
    def _count_moves(cls, position: Position) -> int:
        if isinstance(position, Construction) and position.solo:
            raise ArgumentError("dendria.solo.no-list")
        return count_turns(position)

    @classmethod
    def _random_move(cls, position: Position, rng: random.Random) -> str | None:
        return random_turn(position, rng).text

    @classmethod
    def _assess(cls, position: Position, text: str) -> Assessment[Outcome]:
        try:
            judgement = judge(position, text)
        except MoveError as error:
            return Assessment.refused(error.code, **error.params)
        if judgement.outcome is not None:
            code = "move.complete" if judgement.complete == FINISHED else "move.may-go-on"
            return Assessment.playable(judgement.outcome, code, judgement.complete)
        return _prompt(position, judgement)

    @classmethod
    def _check(cls, position: Position, text: str) -> Outcome:
        try:
            # The same verdict as judging it, without asking what else could follow.
            return play(position, parse_turn(text))
        except MoveError:
            return super()._check(position, text)  # which says why in the same words as ever

    @classmethod
    def _read_turn(cls, position: Position, text: str) -> Outcome:
        return play(position, parse_turn(text))

    @classmethod
    def _play(cls, position: Position, turn: Outcome) -> Played[Position]:
        after = turn.position
        did: tuple[Result, ...] = tuple(
            results.result_of(event, position.side) for event in turn.events
        )
        if isinstance(after, DendriaPosition) and after.over:
            did += ending(*winners(after))
        return Played(turn.turn.text, after, did)

    @classmethod
    def _click(
        cls, position: Position, text: str, place: tuple[int, int] | None, piece: str
    ) -> str | None:
        return clicks.click(position, text, place, piece)

    @classmethod
    def _instructions(cls, position: Position) -> Assessment[Outcome]:
        if isinstance(position, Construction):
            if position.solo:
                wanted = position.total - len(position.centres)
                return Assessment.unfinished(
                    "dendria.instructions-build-all", can_render=False, wanted=wanted
                )
            first = not position.centres
            code = "dendria.instructions-build-first" if first else "dendria.instructions-build"
            return Assessment.unfinished(code, can_render=False)
        sprites = position.sprites[position.side - 1]
        code = "dendria.instructions" if sprites else "dendria.instructions-sow"
        return Assessment.unfinished(code, can_render=False)

    # ---- showing -------------------------------------------------------------------------------

    @classmethod
    def _preview(cls, position: Position, text: str) -> drawing.Preview:
        return drawing.preview(position, text)

    @classmethod
    def _draw(cls, scene: Scene[Position]) -> dict[str, Any]:
        return drawing.draw(scene)

    @classmethod
    def _previewed(cls, preview: drawing.Preview) -> Position:
        return preview.position

    @classmethod
    def _describe(cls, position: Position, place: tuple[int, int]) -> str | None:
        return describing.describe(position, place)

    @classmethod
    def _chat(cls, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        return results.chat(result, player)

    @classmethod
    def _score(cls, position: Position, player: int) -> float | int:
        if isinstance(position, Construction):
            return 0
        return saving.number(scores(position)[player - 1])

    @classmethod
    def _sidebar_scores(cls, position: Position) -> list[dict[str, Any]]:
        largest = [0, 0]
        if isinstance(position, DendriaPosition):
            largest = [max(forest_sizes(position, n), default=0) for n in (1, 2)]
        return [
            {"name": say("sidebar.scores"), "scores": [cls._score(position, n) for n in (1, 2)]},
            {"name": say("dendria.sidebar.largest"), "scores": largest},
        ]

    @classmethod
    def _sidebar_statuses(cls, position: Position) -> list[dict[str, Any]]:
        if isinstance(position, Construction):
            placed = f"{len(position.centres)} / {position.total}"
            return [{"key": say("dendria.sidebar.modules"), "value": [placed]}]
        used = []
        for player in (1, 2):
            limit = max(forest_sizes(position, player), default=0) + 1
            used.append(f"{position.sprites[player - 1].bit_count()} / {limit}")
        return [{"key": say("dendria.sidebar.sprites"), "value": used}]

    @classmethod
    def _buttons(cls, position: Position) -> list[dict[str, str]]:
        if isinstance(position, Construction):
            return []
        return [{"label": say("dendria.button.pass"), "move": clicks.PASS}]

    # ---- saving --------------------------------------------------------------------------------

    @classmethod
    def _save_position(cls, position: Position) -> dict[str, Any]:
        return saving.save(position)

    @classmethod
    def _saved_alike(cls, position: Position, other: Position) -> bool:
        return position == other

    @classmethod
    def _load_position(
        cls,
        saved: saving.DendriaPlyState,
        before: Ply[Position] | None,
        variants: tuple[str, ...],
    ) -> saving.Saved:
        return saving.load(saved, before, variants)


def _whole_constructions(position: Construction) -> Iterator[str]:
    """Yield lazily every way to place all modules: far too many ever to be listed."""

    def grow(building: Construction) -> Iterator[Construction]:
        if building.finished:
            yield building
            return
        for centre in building.legal_centres():
            yield from grow(building.place(centre))

    known = len(position.centres)
    return (Construct(built.centres[known:]).text for built in grow(position))


def _prompt(position: Position, judgement: Judgement) -> Assessment[Outcome]:
    """Say how an unfinished turn goes on."""
    if isinstance(position, Construction):
        building = judgement.building or position
        shown = len(building.centres) > len(position.centres)
        if position.solo and shown:
            left = position.total - len(building.centres)
            return Assessment.unfinished("dendria.prompt.modules", left=left)
        return Assessment.unfinished("dendria.prompt.module", can_render=shown)
    now = judgement.under_way
    if now is None:
        return Assessment.unfinished("dendria.prompt.go-on", can_render=False)
    name = now.board.layout.name
    if now.moving:
        return Assessment.unfinished("dendria.prompt.landing", cell=name[now.start])
    if not now.legal:
        start, cell = name[now.start], name[now.at]
        onward = any(now.spends(end) for end, _, _ in now.reachable())
        code = "dendria.prompt.fertilize-or-go-on" if onward else "dendria.prompt.fertilize"
        return Assessment.unfinished(code, start=start, cell=cell)
    return Assessment.unfinished("dendria.prompt.go-on")
