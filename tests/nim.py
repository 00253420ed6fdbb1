"""A game with three engine versions, for tests of saved games that grow old.

====  =========================================================================================
1     a ply keeps ``left``
2     a ply keeps ``pile`` instead: the form changed, the rules did not
3     up to three stones may be taken, two before: a rule changed, the form did not
====  =========================================================================================
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from abstractplay_hex.codec import Migration, PlyState
from abstractplay_hex.errors import MoveError, PositionError
from abstractplay_hex.game import Game, Played, Scene
from abstractplay_hex.i18n.messages import add_sentences
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Move as Take
from abstractplay_hex.plies.results import Result, ending
from abstractplay_hex.rules.draft import Assessment
from abstractplay_hex.rules.info import GameInfo

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


class Nim(Game[Pile, int]):
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
    state_type: ClassVar[type[PlyState]] = NimPly
    migrations: ClassVar[Mapping[str, Migration]] = {"1": Migration("2", _pile_for_left)}
    readable_versions: ClassVar[tuple[str, ...]] = ("2",)

    @classmethod
    def _start(cls, variants: tuple[str, ...]) -> Pile:
        return Pile()

    @classmethod
    def _begun_under(cls, position: Pile, version: str) -> Pile:
        return evolve(position, rules=version)

    @classmethod
    def _read_position(cls, text: str, variants: tuple[str, ...]) -> Pile:
        stones, _, side = text.partition(" ")
        if not (stones.isdecimal() and stones.isascii() and side in ("1", "2") and int(stones)):
            raise PositionError("nim.position")
        return Pile(int(stones), int(side))

    @classmethod
    def _write_position(cls, position: Pile) -> str:
        return f"{position.stones} {position.side}"

    @classmethod
    def _iter_moves(cls, position: Pile) -> Iterator[str]:
        return map(str, range(1, position.most + 1))

    @classmethod
    def _assess(cls, position: Pile, text: str) -> Assessment[int]:
        if text in map(str, range(1, position.most + 1)):
            return Assessment.playable(int(text), "move.complete")
        return Assessment.refused("nim.take", most=position.most)

    @classmethod
    def _read_turn(cls, position: Pile, text: str) -> int:
        if not text.isdecimal():
            raise MoveError("nim.take", most=position.most)
        return int(text)

    @classmethod
    def _play(cls, position: Pile, turn: int) -> Played[Pile]:
        after = evolve(position, stones=position.stones - turn, side=3 - position.side)
        results: tuple[Result, ...] = (Take(start=str(position.stones), to=str(after.stones)),)
        if not after.stones:
            results += ending(position.side)
        return Played(str(turn), after, results)

    @classmethod
    def _click(
        cls, position: Pile, text: str, place: tuple[int, int] | None, piece: str
    ) -> str | None:
        return None if place is None else str(place[1] + 1)

    @classmethod
    def _instructions(cls, position: Pile) -> Assessment[int]:
        return Assessment.unfinished("nim.take", can_render=False, most=position.most)

    @classmethod
    def _preview(cls, position: Pile, text: str) -> int:
        return int(text)

    @classmethod
    def _draw(cls, scene: Scene[Pile]) -> dict[str, Any]:
        return {"board": None, "legend": {}, "pieces": None}

    @classmethod
    def _save_position(cls, position: Pile) -> dict[str, Any]:
        return {"pile": position.stones}

    @classmethod
    def _load_position(cls, saved: NimPly, before: Ply[Pile] | None, variants: Any) -> Pile:
        rules = before.position.rules if before else saved.version
        return Pile(saved.pile, saved.currplayer, rules)
