"""Broken games that ``broken`` cannot make of any rules: they know a sample game, or Nim's versions."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import evolve, frozen
from hexsample import LastStandRules, StretchRules
from hexsample.stretch import state
from hexsample.stretch.position import Position, Turn

from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.interface import AnyRules, Click, Scene, Setup
from abstractplay_hex.rules.saved import StateForm
from tests.nim import NimPly, NimRules, Pile
from tests.testing.broken import Break, changed


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


class Skewed(StretchRules):
    """Wrong across the middle row (fault 5)."""

    def initial(self, setup: Setup) -> Position:
        return SkewedPosition(super().initial(setup).size)


class BySet(StretchRules):
    """Goes through a set of texts: other processes go through it in another order."""

    def legal_turns(self, position: Position) -> Iterator[Turn]:
        turns = {self.write(turn): turn for turn in super().legal_turns(position)}
        return (turns[text] for text in set(turns))


@frozen
class OrderedPosition(Position):
    """Compares by the order in which stones came, too."""

    came: tuple[int, ...] = ()


class Ordered(StretchRules):
    """Maps are compared in insertion order (fault 8)."""

    def initial(self, setup: Setup) -> Position:
        return OrderedPosition(super().initial(setup).size)

    def load_position(
        self, saved: state.StretchPlyState, before: Ply[Position] | None, setup: Setup
    ) -> Position:
        made = super().load_position(saved, before, setup)
        came = tuple(made.board.cell[name] for name, _ in saved.board.owners)
        return OrderedPosition(made.size, made.stones, made.side, came)

    def position_text(self, position: Position) -> str:
        came = getattr(position, "came", ())
        return position.text if tuple(sorted(came)) == came else position.text[:-1] + "1"


@frozen(eq=False)
class Unequal(Position):
    """Equal to nothing but itself."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class ByIdentity(StretchRules):
    """Positions are no values."""

    def initial(self, setup: Setup) -> Position:
        return Unequal(super().initial(setup).size)


@frozen(kw_only=True)
class Backwards(state.StretchPlyState):
    """A saved ply with another key of the game's own, after the board."""

    size: int


class SizeFirst(StretchRules):
    """Writes keys in another order than the fields of its plies."""

    state: ClassVar[StateForm] = evolve(state.FORM, ply=Backwards)

    def save_position(self, position: Position) -> dict[str, Any]:
        return {"size": position.size, **super().save_position(position)}


class Framed(StretchRules):
    """Drawn as a rectangle with blocked corners, as other shapes than hexagons have to be."""

    def frame(self, position: Position) -> tuple[int, list[int]]:
        """Return the width of the rectangle, and how many places are blocked left of each row."""
        size, width = position.size, 2 * position.size - 1
        # Even rows are shifted; the middle one is even where the size is odd.
        return width, [(width - len(row) + size % 2) // 2 for row in position.board.rows]

    def draw(self, scene: Scene[Position]) -> dict[str, Any]:
        position = scene.position
        width, lefts = self.frame(position)
        picture = super().draw(scene)
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

    def click(self, position: Position, draft: Draft[Turn], click: Click) -> str | None:
        _, lefts = self.frame(position)
        if click.place is None or not 0 <= click.place[0] < len(lefts):
            return None
        row, col = click.place
        return super().click(position, draft, Click((row, col - lefts[row])))

    def describe(self, position: Position, place: tuple[int, int]) -> str | None:
        return None


class Unblocked(Framed):
    """Forgets to say which places are no cells: they are drawn as if they were."""

    def draw(self, scene: Scene[Position]) -> dict[str, Any]:
        picture = super().draw(scene)
        del picture["board"]["blocked"]
        return picture


class LooksUp(StretchRules):
    """Looks cells of a saved game up as if all were on the board."""

    def load_position(
        self, saved: state.StretchPlyState, before: Ply[Position] | None, setup: Setup
    ) -> Position:
        for name, _ in saved.board.owners:
            self.initial(setup).board.cell[name]
        return super().load_position(saved, before, setup)


class RulesOfToday(NimRules):
    """Rules changed for games begun under an older version (fault 10)."""

    def load_position(self, saved: NimPly, before: Ply[Pile] | None, setup: Setup) -> Pile:
        return Pile(saved.pile, saved.currplayer, self.info.version)


class RulesOfThePly(NimRules):
    """A turn made since, and saved, changes the rules of an old game (fault 10)."""

    def load_position(self, saved: NimPly, before: Ply[Pile] | None, setup: Setup) -> Pile:
        return Pile(saved.pile, saved.currplayer, saved.version)


class ReplayedByToday(NimRules):
    """Old games go on by their rules, but are replayed by today's (fault 10)."""

    def begun_under(self, position: Pile, version: str) -> Pile:
        return position


class Examples(StretchRules):
    """With examples that are right."""

    conformance_examples: ClassVar[Mapping[Any, Any]] = {
        "XX1/XXXX/OOOOO/OOOO/OXX 1": None,
        ("XX1/XXXX/OOOOO/OOOO/OXX 1", "e3"): (2,),
        ("XX1/XXXX/OOOOO/OOXX/XX1 1", "e3"): None,
        ("XX1/XXXX/OOOOO/OOXX/XX1 1", "e3", "a3"): (1, 2),
    }


class WrongExample(Examples):
    """With a position that the rules give to another player."""

    conformance_examples: ClassVar[Mapping[Any, Any]] = {("XX1/XXXX/OOOOO/OOOO/OXX 1", "e3"): (1,)}


class FinishedExample(Examples):
    """With a position that is over: it cannot be read."""

    conformance_examples: ClassVar[Mapping[Any, Any]] = {"XXX/XXXX/OOOOO/OOOO/OXX 1": (2,)}


def _made(cls: type[AnyRules]) -> Any:
    return lambda _: cls


def _of_last_stand(method: str, change: Any) -> Any:
    return lambda _: changed(LastStandRules, method, change)


OLD = {"variants": [()]}
OWN_BREAKS = [
    Break("wrong across the middle row (fault 5)", "mirror-image", _made(Skewed), {"plies": 16}),
    *(
        Break(
            f"a saved cell that is none is a KeyError, seed {seed}",
            "damaged-states-refused",
            _made(LooksUp),
            {"seed": seed},
        )
        for seed in range(3)
    ),
    Break("places that are no cells are not blocked", "whole-board-clickable", _made(Unblocked)),
    Break("a set of texts", "same-in-other-processes", _made(BySet)),
    Break("maps compared in insertion order (fault 8)", "maps-without-order", _made(Ordered)),
    Break("positions that are no values", "positions-are-values", _made(ByIdentity)),
    Break("keys in another order than the fields", "saved-keys-in-order", _made(SizeFirst)),
    Break("an example with another winner", "examples-hold", _made(WrongExample)),
    Break("an example that is over", "examples-hold", _made(FinishedExample)),
    Break(
        "who is out is not skipped",
        "seats-without-turns-skipped",
        _of_last_stand("out", lambda sup, *_: ()),
        OLD,
    ),
    Break(
        "a game of three is scored for two",
        "sidebar-shapes",
        _of_last_stand("sidebar_scores", lambda sup, *_: [{"name": "Score", "scores": [1, 2]}]),
        OLD,
    ),
    Break(
        "values for two players of three",
        "evaluate-in-range",
        _of_last_stand("evaluate", lambda sup, _, position: sup(position)[:2]),
        OLD,
    ),
    *(
        Break(name, "rules-of-the-beginning", _made(cls), OLD)
        for name, cls in (
            ("rules changed for games begun under an older version (fault 10)", RulesOfToday),
            ("a turn saved since changes an old game's rules (fault 10)", RulesOfThePly),
            ("old games are replayed by today's rules (fault 10)", ReplayedByToday),
        )
    ),
]
