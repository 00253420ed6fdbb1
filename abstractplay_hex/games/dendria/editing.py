"""Positions set up by hand: pieces on any board, and the land of a modular one."""

from collections.abc import Iterator
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.board import Place, write_rows
from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.dendria.boards import fixed
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.describing import describe
from abstractplay_hex.games.dendria.drawing.canvas import MARGIN, draw_canvas, shown_water
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import (
    WATER,
    DendriaPosition,
    position_from_text,
    position_of,
)
from abstractplay_hex.games.dendria.variants import board_choice
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.rules.editing import (
    Choice,
    Editing,
    Held,
    Option,
    signs_in,
)
from abstractplay_hex.rules.interface import AnyRules, Setup

_PIECES: Final = tuple(
    Held(
        sign.upper() if dark else sign,
        f"dendria.held.{kind}-{'dark' if dark else 'light'}",
        {},
        seat,
    )
    for seat, dark in ((1, True), (2, False))
    for sign, kind in (("s", "seed"), ("p", "sprite"), ("t", "tree"))
)
_SEATS: Final = (Option("D", "dendria.choice.dark"), Option("L", "dendria.choice.light"))
_CHOICES: Final = (
    Choice("side", "editing.side", _SEATS),
    Choice(
        "passes",
        "dendria.choice.passes",
        (Option("0", "dendria.choice.passes-0"), Option("1", "dendria.choice.passes-1")),
    ),
    Choice("actor", "dendria.choice.actor", (Option("-", "dendria.choice.actor-none"), *_SEATS)),
)


def editing(rules: AnyRules, setup: Setup) -> Editing[Position]:
    """Return how positions of a setup are set up."""
    choice = board_choice(setup.variants)
    if not choice.modules:
        return Editing(
            rules=rules,
            read=lambda text: position_from_text(text, setup.variants),
            empty=position_of(fixed(choice.side)).text,
            held=(Held("", "editing.empty"), *_PIECES),
            choices=_CHOICES,
        )
    return IslandEditing(
        rules=rules,
        read=lambda text: rules.read_position(text, setup),
        empty=position_of(_round_island(choice.modules).board()).text,
        held=(Held("", "dendria.held.land"), *_PIECES, Held(WATER, "dendria.held.water")),
        choices=_CHOICES,
    )


@frozen
class IslandEditing(Editing[Position]):
    """On a modular board land can be added and taken away, too: the picture has water around it."""

    def holds(self, position: Position) -> tuple[Held, ...]:
        """Return what a cell can be given: nothing while the island is built, which is done by playing."""
        return () if isinstance(position, Construction) else self.held

    def chosen(self, position: Position) -> dict[str, str]:
        """Return what is chosen; nothing while the island is built."""
        return {} if isinstance(position, Construction) else Editing.chosen(self, position)

    def put(self, text: str, place: Place, sign: str) -> str:
        """Return the text with another sign at a place of the picture, which has a margin of water."""
        position = self.read(text)
        if isinstance(position, Construction) or sign not in [one.sign for one in self.held]:
            raise PositionError("editing.sign", sign=repr(sign[:8]))
        if place not in shown_water(position) and place not in _land(position):
            raise PositionError("editing.place", row=place[0] + 1, column=place[1] + 1)
        rows, *words = position.text.split(" ")
        cells = signs_in(rows, [one.sign for one in self.held])
        held = {
            (row + MARGIN[0], col + MARGIN[1]): sign
            for row, signs in enumerate(cells)
            for col, sign in enumerate(signs)
            if sign != WATER
        }
        if sign == WATER:
            held.pop(place, None)
        else:
            held[place] = sign
        new = " ".join([write_rows(_tight(held)), *words])
        self.read(new)  # the land may have come apart, or be too much
        return new

    def draw(self, position: Position) -> dict[str, Any] | None:
        """Return the render JSON of an island with water around it."""
        return None if isinstance(position, Construction) else draw_canvas(position)

    def titles(self, position: Position) -> dict[Place, str]:
        """Return what is on each cell of the picture, in words."""
        if isinstance(position, Construction):
            return Editing.titles(self, position)
        said = dict.fromkeys(shown_water(position), say("dendria.held.water"))
        for place in _land(position):
            own = place[0] - MARGIN[0], place[1] - MARGIN[1]
            said[place] = describe(position, own) or ""
        return said


def _land(position: DendriaPosition) -> Iterator[Place]:
    """Yield the places of the land on the picture."""
    return ((row + MARGIN[0], col + MARGIN[1]) for row, col in position.board.layout.cell_at)


def _tight(held: dict[Place, str]) -> list[list[str]]:
    """Return the rows of a rectangle as the rules want it: as small as can be, rows of the same parity."""
    top = min((row for row, _ in held), default=0)
    top -= top & 1
    left = min((col for _, col in held), default=0)
    moved = {(row - top, col - left): sign for (row, col), sign in held.items()}
    high = max((row for row, _ in moved), default=0) + 1
    wide = max((col for _, col in moved), default=0) + 1
    return [[moved.get((row, col), WATER) for col in range(wide)] for row in range(high)]


def _round_island(modules: int) -> Construction:
    """Return an island of so many modules, each as near to the first as can be."""
    built = Construction(modules)
    while not built.finished:
        built = built.place(min(built.legal_centres(), key=_away))
    return built


def _away(centre: tuple[int, int]) -> tuple[int, int, int]:
    q, r = centre
    return q * q + q * r + r * r, r, q


__all__ = ["IslandEditing", "editing"]
