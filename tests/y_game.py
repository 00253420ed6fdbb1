"""Y, with the swap rule: connect all three sides of a triangle. A whole game on ``StoneRules``."""

from typing import ClassVar

from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Outcome, Setup
from abstractplay_hex.rules.stones import StoneBoard, StoneRules, Stones, triangle_board


class YRules(StoneRules[Stones]):
    """Connect all three sides."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="y",
        name="Y",
        version="1",
        date_added="2026-11-30",
        description=(
            "Place a stone on any empty point. Whoever has a group that touches all three sides "
            "wins. The second player may answer the first stone with `swap` and take it over."
        ),
        categories=("goal>connect", "mechanic>place", "board>shape>tri"),
        flags=("custom-buttons",),
    )
    calls: ClassVar[tuple[str, ...]] = ("swap",)

    def board(self, setup: Setup) -> StoneBoard:
        """Return a triangle with 9 points a side."""
        return triangle_board(9)

    def outcome(self, position: Stones) -> Outcome | None:
        """Return who has connected the sides."""
        sides = [position.board.side(name) for name in ("NE", "S", "NW")]
        return next(((seat,) for seat in (1, 2) if position.connects(seat, *sides)), None)

    def calls_now(self, position: Stones) -> tuple[str, ...]:
        """Return ``swap`` where it answers the first stone."""
        first, second = position.stones
        return self.calls if position.side == 2 and first.bit_count() == 1 and not second else ()

    def call(self, position: Stones, word: str) -> Stones:
        """Swap: the stone of player 1 becomes one of player 2."""
        return position.with_stones(position.stones[0], 2)
