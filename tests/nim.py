"""A game with three engine versions, for tests of saved games that grow old.

====  =========================================================================================
1     a ply keeps ``left``
2     a ply keeps ``pile`` instead: the form changed, the rules did not
3     up to three stones may be taken, two before: a rule changed, the form did not
====  =========================================================================================
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from abstractplay_hex.errors import MoveError, PositionError
from abstractplay_hex.i18n.messages import add_sentences
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Move as Take
from abstractplay_hex.plies.results import Result, ending
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Click, Outcome, Played, Rules, Scene, Setup
from abstractplay_hex.rules.saved import MigrationStep, PlyState, StateForm

add_sentences(
    {
        "nim.take": "Take 1 to {most} stones.",
        "nim.position": "A position is the number of stones, a space, and the player to move.",
    }
)
START = 10


@frozen
class Pile:
    """Stones left, whose turn it is, and by which version's rules."""

    stones: int = START
    side: int = 1
    rules: str = field(default="3", eq=False)

    @property
    def most(self) -> int:
        """The most stones that may be taken now."""
        return min(self.stones, 3 if self.rules == "3" else 2)


@frozen(kw_only=True)
class NimPly(PlyState):
    """A saved ply of versions 2 and 3."""

    pile: int


def _pile_for_left(ply: dict[str, Any]) -> dict[str, Any]:
    return {("pile" if key == "left" else key): value for key, value in ply.items()}


class NimRules(Rules[Pile, int]):
    """Whoever takes the last stone wins."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="nim",
        name="Nim",
        version="3",
        date_added="2026-11-29",
        description="Take stones; the last one wins.",
        categories=("goal>last",),
        flags=(),
    )
    state: ClassVar[StateForm] = StateForm(
        NimPly, migrations={"1": MigrationStep("2", _pile_for_left)}, readable=("2",)
    )

    def initial(self, setup: Setup) -> Pile:
        return Pile()

    def begun_under(self, position: Pile, version: str) -> Pile:
        return evolve(position, rules=version)

    def read_position(self, text: str, setup: Setup) -> Pile:
        stones, _, side = text.partition(" ")
        if not (stones.isdecimal() and stones.isascii() and side in ("1", "2") and int(stones)):
            raise PositionError("nim.position")
        return Pile(int(stones), int(side))

    def position_text(self, position: Pile) -> str:
        return f"{position.stones} {position.side}"

    def legal_turns(self, position: Pile) -> Iterator[int]:
        return iter(range(1, position.most + 1))

    def play(self, position: Pile, turn: int) -> Played[Pile]:
        after = evolve(position, stones=position.stones - turn, side=3 - position.side)
        results: tuple[Result, ...] = (Take(start=str(position.stones), to=str(after.stones)),)
        if not after.stones:
            results += ending(position.side)
        return Played(after, results, str(turn))

    def outcome(self, position: Pile) -> Outcome | None:
        return None if position.stones else (3 - position.side,)

    def interpret(self, position: Pile, text: str) -> Draft[int]:
        if not text:
            return Draft.unfinished("nim.take", can_render=False, most=position.most)
        if text in map(str, range(1, position.most + 1)):
            return Draft.playable(int(text), "move.complete")
        return Draft.refused("nim.take", most=position.most)

    def read_turn(self, position: Pile, text: str) -> int:
        if not text.isdecimal():
            raise MoveError("nim.take", most=position.most)
        return int(text)

    def write(self, turn: int) -> str:
        return str(turn)

    def click(self, position: Pile, draft: Draft[int], click: Click) -> str | None:
        return None if click.place is None else str(click.place[1] + 1)

    def draw(self, scene: Scene[Pile]) -> dict[str, Any]:
        return {"board": None, "legend": {}, "pieces": None}

    def save_position(self, position: Pile) -> dict[str, Any]:
        return {"pile": position.stones}

    def load_position(self, saved: NimPly, before: Ply[Pile] | None, setup: Setup) -> Pile:
        rules = before.position.rules if before else saved.version
        return Pile(saved.pile, saved.currplayer, rules)
