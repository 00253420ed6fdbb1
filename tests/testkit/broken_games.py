"""Broken games that need to know the sample game: those that ``testkit.broken`` cannot make of any game."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen
from hexsample import Stretch
from hexsample.rules import Position

from abstractplay_hex.testkit.broken import Break


@frozen
class SkewedPosition(Position):
    """Steps two rows up or down as if rows did not begin to shorten at the middle."""

    def ends(self, start: int) -> dict[int, int]:
        out = {}
        board, empty = self.board, self.empty
        row, col = board.place[start]
        for down, right in ((0, 1), (0, -1), (1, 1), (1, 0), (-1, 0), (-1, -1)):
            middle = board.cell_at.get((row + down, col + right))
            end = board.cell_at.get((row + 2 * down, col + 2 * right))
            if middle is not None and end is not None and empty >> middle & empty >> end & 1:
                out[end] = middle
        return out


class Skewed(Stretch):
    """Wrong across the middle row (fault 5)."""

    @classmethod
    def _start(cls, variants: tuple[str, ...]) -> Position:
        start = super()._start(variants)
        return SkewedPosition(start.size)


class BySet(Stretch):
    """Goes through a set of texts: other processes go through it in another order."""

    @classmethod
    def _iter_moves(cls, position: Position) -> Iterator[str]:
        return iter(set(super()._iter_moves(position)))


@frozen
class OrderedPosition(Position):
    """Compares by the order in which stones came, too."""

    came: tuple[int, ...] = ()


class Ordered(Stretch):
    """Maps are compared in insertion order (fault 8)."""

    @classmethod
    def _start(cls, variants: tuple[str, ...]) -> Position:
        return OrderedPosition(super()._start(variants).size)

    @classmethod
    def _load_position(cls, saved: Any, before: Any, variants: tuple[str, ...]) -> Position:
        made = super()._load_position(saved, before, variants)
        came = tuple(made.board.cell[name] for name, _ in saved.board.owners)
        return OrderedPosition(made.size, made.stones, made.side, came)

    @classmethod
    def _write_position(cls, position: Position) -> str:
        text = position.text
        came = getattr(position, "came", ())
        return text if tuple(sorted(came)) == came else text[:-1] + "1"


def _made(cls: type[Stretch]) -> Any:
    return lambda _: cls


OWN_BREAKS = [
    Break("wrong across the middle row (fault 5)", "mirror-image", _made(Skewed), {"plies": 16}),
    Break("a set of texts", "same-in-other-processes", _made(BySet)),
    Break("maps compared in insertion order (fault 8)", "maps-without-order", _made(Ordered)),
]
