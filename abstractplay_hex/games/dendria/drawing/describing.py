"""What is on a cell, in words: for titles of cells and those who do not see the board."""

from typing import Final

from abstractplay_hex.board import letters
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.rules import Position
from abstractplay_hex.games.dendria.drawing.plane import plane_of
from abstractplay_hex.i18n.messages import say

_SIDES: Final = ("dark", "light")


def describe(position: Position, place: tuple[int, int]) -> str | None:
    """Say what is at *place*; ``None`` for a place that is not drawn or is open sea."""
    if isinstance(position, Construction):
        return _site(position, place)
    layout = position.board.layout
    cell = layout.cell_at.get(place)
    if cell is None:
        name = _name(place, position.board.height)
        return say("dendria.cell.lagoon", cell=name) if _is_lagoon(position, place) else None
    name = layout.name[cell]
    found = position.piece_at(cell)
    if found is None:
        return say("dendria.cell.empty", cell=name)
    player, kind = found
    side = _SIDES[player - 1]
    if kind == "t":
        forest = layout.flood(1 << cell, position.trees[player - 1])
        return say(f"dendria.cell.tree-{side}", cell=name, count=forest.bit_count())
    if kind == "p":
        return say(f"dendria.cell.sprite-{side}", cell=name)
    hungry = position.board.look(cell, position.occupied)[2]
    return say(f"dendria.cell.{'hungry' if hungry else 'nourished'}-{side}", cell=name)


def _is_lagoon(position: DendriaPosition, place: tuple[int, int]) -> bool:
    # Rows and columns of a settled modular board are those of its rectangle.
    return any((r, q + (r + (r & 1)) // 2) == place for q, r in position.board.lagoons)


def _site(building: Construction, place: tuple[int, int]) -> str | None:
    plane = plane_of(building)
    at = plane.cells.get(place)
    if at is None:
        return None
    name = _name(place, plane.height)
    if at in building.land:
        return say("dendria.cell.land", cell=name)
    free = at in building.legal_centres()
    return say("dendria.cell.centre" if free else "dendria.cell.water", cell=name)


def _name(place: tuple[int, int], height: int) -> str:
    return f"{letters(height - 1 - place[0])}{place[1] + 1}"
