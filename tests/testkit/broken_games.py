"""Broken games that ``testkit.broken`` cannot make of any game: they know the sample game, or Nim's versions."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen
from hexsample import Stretch
from hexsample.rules import Position

from abstractplay_hex.ply import Ply
from abstractplay_hex.testkit.broken import Break
from abstractplay_hex.testkit.lab import AnyGame
from tests.nim import Nim, NimPly, Pile


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


class LooksUp(Stretch):
    """Looks cells of a saved game up as if all were on the board."""

    @classmethod
    def _load_position(cls, saved: Any, before: Any, variants: tuple[str, ...]) -> Position:
        for name, _ in saved.board.owners:
            cls._start(variants).board.cell[name]
        return super()._load_position(saved, before, variants)


class RulesOfToday(Nim):
    """Rules changed for games begun under an older version (fault 10)."""

    @classmethod
    def _load_position(cls, saved: NimPly, before: Ply[Pile] | None, variants: Any) -> Pile:
        return Pile(saved.pile, saved.currplayer, cls.info.version)


class RulesOfThePly(Nim):
    """A turn made since, and saved, changes the rules of an old game (fault 10)."""

    @classmethod
    def _load_position(cls, saved: NimPly, before: Ply[Pile] | None, variants: Any) -> Pile:
        return Pile(saved.pile, saved.currplayer, saved.version)


class ReplayedByToday(Nim):
    """Old games go on by their rules, but are replayed by today's (fault 10)."""

    @classmethod
    def _begun_under(cls, position: Pile, version: str) -> Pile:
        return position


def _made(cls: type[AnyGame]) -> Any:
    return lambda _: cls


OWN_BREAKS = [
    Break("wrong across the middle row (fault 5)", "mirror-image", _made(Skewed), {"plies": 16}),
    *(
        Break(
            f"a saved cell that is none is a KeyError, seed {seed}",
            "damaged-states-refused",
            _made(LooksUp),
            {"seed": seed},
        )
        for seed in range(7)
    ),
    Break("a set of texts", "same-in-other-processes", _made(BySet)),
    Break("maps compared in insertion order (fault 8)", "maps-without-order", _made(Ordered)),
    *(
        Break(name, "rules-of-the-beginning", _made(cls), {"variants": [()]})
        for name, cls in (
            ("rules changed for games begun under an older version (fault 10)", RulesOfToday),
            ("a turn saved since changes an old game's rules (fault 10)", RulesOfThePly),
            ("old games are replayed by today's rules (fault 10)", ReplayedByToday),
        )
    ),
]
