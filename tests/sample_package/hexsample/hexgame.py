"""Hex, with the swap rule: connect your two sides of the board."""

from collections.abc import Mapping
from typing import ClassVar, Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.rules.info import GameInfo, Person, Variant
from abstractplay_hex.rules.interface import Outcome, Setup
from abstractplay_hex.rules.stones import StoneBoard, StoneRules, Stones, rhombus_board

SIDES: Final = (("N", "S"), ("E", "W"))
"""Whose sides are which: player 1 connects top and bottom."""
SIZES: Final = {"size-5": 5}


class HexGameRules(StoneRules[Stones]):
    """Connect your two sides of the board. Rules: the package's README."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="hexgame",
        name="Hex Game",
        version="1",
        date_added="2026-11-30",
        description=(
            "Place a stone on any empty cell. Player 1 connects the top and the bottom of the board, "
            "player 2 the left and the right. The second player may answer the first stone with "
            "`swap` and take it over, mirrored."
        ),
        notes="A sample game of abstractplay-hex.",
        people=(
            Person(type="designer", name="Piet Hein"),
            Person(type="designer", name="John Nash"),
        ),
        variants=(
            Variant(uid="#board", name="11 by 11 board", group="board", default=True),
            Variant(uid="size-5", name="5 by 5 board", group="board"),
        ),
        categories=("goal>connect", "mechanic>place", "board>shape>rhombus"),
        flags=("custom-buttons", "experimental"),
    )
    calls: ClassVar[tuple[str, ...]] = ("swap",)
    conformance_examples: ClassVar[dict[tuple[str, ...], tuple[int, ...] | None]] = {
        ("2A2/2A2/1A3/1A3/5 1", "b1"): (1,),
        ("5/2BB1/BB3/5/5 2", "e4"): (2,),
        ("2B2/2B2/1B3/1B3/5 2", "b1"): None,
    }
    """Positions, turns, and who has won then, for the conformance kit."""

    def board(self, setup: Setup) -> StoneBoard:
        """Return the rhombus that the variant says."""
        return rhombus_board(SIZES[setup.variants[0]] if setup.variants else 11)

    def outcome(self, position: Stones) -> Outcome | None:
        """Return who has connected their two sides."""
        for seat, sides in enumerate(SIDES, 1):
            if position.connects(seat, *map(position.board.side, sides)):
                return (seat,)
        return None

    def calls_now(self, position: Stones) -> tuple[str, ...]:
        """Return ``swap`` where it answers the first stone."""
        first, second = position.stones
        return self.calls if position.side == 2 and first.bit_count() == 1 and not second else ()

    def call(self, position: Stones, word: str) -> Stones:
        """Swap: the stone of player 1 becomes one of player 2, mirrored, for their sides are, too."""
        layout = position.layout
        (stone,) = cells_in(position.stones[0])
        row, col = layout.place[stone]
        mirrored = layout.cell_at[col, row]
        return position.with_stones(1 << stone, 0).with_stones(1 << mirrored, 2)

    def edges(self, position: Stones) -> Mapping[str, int]:
        """Return whose colour each side of the board has."""
        return {side: seat for seat, sides in enumerate(SIDES, 1) for side in sides}
