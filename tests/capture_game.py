"""A game on ``StoneRules`` that uses all of it: captures, passes, a field of its own in positions."""

from typing import ClassVar

from attrs import evolve, frozen

from abstractplay_hex.plies.results import Capture, Pass, Place, Result
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Outcome, Setup
from abstractplay_hex.rules.stones import StoneBoard, StoneRules, Stones, rectangle_board


@frozen
class Breathing(Stones):
    """Stones, and how many have passed in a row."""

    passes: int = 0


class CaptureRules(StoneRules[Breathing]):
    """Groups without an empty neighbour are captured; two passes end the game, more stones win."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="capture",
        name="Capture",
        version="1",
        date_added="2026-11-30",
        description="Capture groups by taking their last empty neighbour. The most stones win.",
        categories=("goal>majority", "mechanic>place", "mechanic>capture"),
        flags=("custom-buttons", "scores"),
    )
    position_type: ClassVar[type[Stones]] = Breathing
    calls: ClassVar[tuple[str, ...]] = ("pass",)

    def board(self, setup: Setup) -> StoneBoard:
        return rectangle_board(4, 3)

    def captured(self, position: Breathing) -> int:
        """Return the opponent's stones that have no empty neighbour."""
        layout = position.layout
        groups = layout.groups(position.stones[2 - position.side])
        return sum(g for g in groups if not layout.neighbours(g) & position.empty)

    def cells(self, position: Breathing) -> int:
        """Return where a stone can be placed and breathe."""
        layout, found = position.layout, 0
        for cell in layout.order:
            if position.empty >> cell & 1:
                then = self.place(position, cell)
                group = layout.flood(1 << cell, then.own)
                found |= 1 << cell if layout.neighbours(group) & then.empty else 0
        return found

    def place(self, position: Breathing, cell: int) -> Breathing:
        placed = evolve(position.with_stones(1 << cell), passes=0)
        return placed.with_stones(self.captured(placed), 0)

    def call(self, position: Breathing, word: str) -> Breathing:
        return evolve(position, passes=position.passes + 1)

    def results(self, position: Breathing, turn: str, after: Breathing) -> tuple[Result, ...]:
        if turn == "pass":
            return (Pass(),)
        other = 3 - position.side
        gone = position.stones[other - 1] & ~after.stones[other - 1]
        names = position.layout.names_in(gone)
        captures = (Capture(where=name, whose=other) for name in names)
        return (Place(where=turn), *captures)

    def outcome(self, position: Breathing) -> Outcome | None:
        if position.passes < 2:
            return None
        first, second = (self.score(position, seat) for seat in (1, 2))
        return (1, 2) if first == second else (1 if first > second else 2,)

    def score(self, position: Breathing, seat: int) -> int:
        return position.stones[seat - 1].bit_count()
