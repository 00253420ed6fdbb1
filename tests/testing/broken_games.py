"""Broken games that ``testing.broken`` cannot make of any game: they know the sample game, or Nim's versions."""

from collections.abc import Iterator
from typing import Any

from abstractplay_hex.testing.broken import Break
from attrs import frozen
from hexsample import Stretch
from hexsample.rules import Position

from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.testing.harness import AnyGame
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


class Framed(Stretch):
    """Drawn as a rectangle with blocked corners, as other shapes than hexagons have to be."""

    @classmethod
    def _frame(cls, position: Position) -> tuple[int, list[int]]:
        """Return the width of the rectangle, and how many places are blocked left of each row."""
        size, width = position.size, 2 * position.size - 1
        # Even rows are shifted; the middle one is even where the size is odd.
        return width, [(width - len(row) + size % 2) // 2 for row in position.board.rows]

    @classmethod
    def _draw(cls, scene: Any) -> dict[str, Any]:
        position = scene.position
        width, lefts = cls._frame(position)
        picture = super()._draw(scene)
        rows = [
            "-" * left + row + "-" * (width - left - len(row))
            for left, row in zip(lefts, picture["pieces"].split("\n"), strict=True)
        ]
        for hint in picture.get("annotations", []):
            for target in hint["targets"]:
                target["col"] += lefts[target["row"]]
        for marker in picture["board"].get("markers", []):
            for point in marker["points"]:
                point["col"] += lefts[point["row"]]
        markers = {k: v for k, v in picture["board"].items() if k == "markers"}
        blocked = [
            {"row": row, "col": col}
            for row, (left, cells) in enumerate(zip(lefts, position.board.rows, strict=True))
            for col in range(width)
            if not left <= col < left + len(cells)
        ]
        board = {
            "style": "hex-even-p",
            "width": width,
            "height": width,
            "blocked": blocked,
            **markers,
        }
        return {**picture, "board": board, "pieces": "\n".join(rows)}

    @classmethod
    def _click(cls, position: Position, text: str, place: Any, piece: str) -> str | None:
        _, lefts = cls._frame(position)
        if place is None or not 0 <= place[0] < len(lefts):
            return None
        return super()._click(position, text, (place[0], place[1] - lefts[place[0]]), piece)


class Unblocked(Framed):
    """Forgets to say which places are no cells: they are drawn as if they were."""

    @classmethod
    def _draw(cls, scene: Any) -> dict[str, Any]:
        picture = super()._draw(scene)
        del picture["board"]["blocked"]
        return picture


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
    Break("places that are no cells are not blocked", "whole-board-clickable", _made(Unblocked)),
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
