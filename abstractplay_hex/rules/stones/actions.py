"""Turns of games with stones as actions: the cells, then the calls."""

from functools import lru_cache
from typing import Any

from abstractplay_hex.board import picked
from abstractplay_hex.rules.actions import Acting, Actions, Planes
from abstractplay_hex.rules.stones.boards import StoneBoard
from abstractplay_hex.rules.stones.position import more_of


class StoneActions(Actions[Any, str]):
    """One action is a whole turn: the n-th cell in board order, or a call.

    Planes: the stones of the one who looks, those of the next seats in turn, the board, and where the
    player to move can place a stone.
    """

    longest = 1

    def __init__(self, rules: Any, board: StoneBoard, seats: int) -> None:
        layout = board.layout
        self._rules = rules
        self._turns: tuple[str, ...] = (*(layout.name[cell] for cell in layout.order), *rules.calls)
        self._number = {turn: n for n, turn in enumerate(self._turns)}
        numbers = {cell: n for n, cell in enumerate(layout.order)}
        self._by_bit = [numbers.get(bit, 0) for bit in range(layout.order[-1] + 1)]
        self.count = len(self._turns)
        self.shape = layout.order[-1] // layout.stride + 1, layout.stride - 1
        others = (f"stones of the {n}. next" for n in range(1, seats))
        self._more = more_of(rules.position_type)
        # Whose goals are whose may depend on the seat.
        self.numbers = (*(f"seat {n}" for n in range(1, seats + 1)), *self._more)
        self.planes = ("own stones", *others, "board", "open cells")

    def legal(self, now: Acting[Any, str]) -> list[int]:
        rules, position = self._rules, now.position
        if now.turn is not None or rules.outcome(position) is not None:
            return []
        calls = [self._number[word] for word in rules.calls_now(position)]
        return [*picked(rules.cells(position), self._by_bit), *sorted(calls)]

    def act(self, now: Acting[Any, str], action: int) -> Acting[Any, str]:
        return Acting(now.position, None, self._turns[action])

    def encode(self, position: Any, turn: str) -> list[int]:
        return [self._number[turn]]

    def see(self, now: Acting[Any, str], seat: int) -> Planes:
        position = now.position
        stones = position.stones
        layout = position.layout
        over = self._rules.outcome(position) is not None
        masks = (
            *stones[seat - 1 :],
            *stones[: seat - 1],
            layout.land,
            0 if over else self._rules.cells(position),
        )
        # A number without bounds, between 0 and 1.
        more = [getattr(position, name) for name in self._more]
        seats = [float(n == seat) for n in range(1, len(stones) + 1)]
        return Planes(masks, layout.stride, [*seats, *(n / (n + 1) for n in more)])

    def name(self, now: Acting[Any, str], action: int) -> str:
        return self._turns[action]


@lru_cache(maxsize=64)
def stone_actions(rules: Any, board: StoneBoard, seats: int) -> StoneActions:
    """Return the actions of a game with stones on a board."""
    return StoneActions(rules, board, seats)
