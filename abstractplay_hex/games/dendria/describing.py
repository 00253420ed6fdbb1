"""What is on a cell, in words: for titles of cells and those who do not see the board."""

from typing import Final

from abstractplay_hex.board import Place, place_name
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.plane import plane_of
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.i18n.messages import say

_SIDES: Final = ("dark", "light")


def describe(position: Position, place: Place) -> str | None:
    """Say what is at *place*; ``None`` for a place that is not drawn or is open sea."""
    if isinstance(position, Construction):
        return _site(position, place)
    board, layout = position.board, position.board.layout
    cell = layout.cell_at.get(place)
    if cell is None:
        if place not in board.lagoon_places:
            return None
        return say("dendria.cell.lagoon", cell=place_name(place, board.height))
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
    hungry = board.look(cell, position.occupied)[2]
    return say(f"dendria.cell.{'hungry' if hungry else 'nourished'}-{side}", cell=name)


def _site(building: Construction, place: Place) -> str | None:
    at = plane_of(building).cells.get(place)
    if at is None:
        return None
    # No cell of the island has a name yet: it is called by the coordinates that moves have.
    name = f"{at[0]},{at[1]}"
    if at in building.land:
        return say("dendria.cell.land", cell=name)
    free = at in building.legal_centres()
    return say("dendria.cell.centre" if free else "dendria.cell.water", cell=name)
