"""The picture plane while a board is built: where the front end draws which hex.

The rectangle holds all land so far and the water within two steps of it, where the next module's
centre can be; it is drawn as ``hex-even-p``. It grows with the board, so a place in it means a cell
only together with the modules that are drawn.
"""

from functools import lru_cache
from typing import Final

from attrs import frozen

from abstractplay_hex.board import DIRECTIONS, Axial, Place, offset_names, step
from abstractplay_hex.games.dendria.construction import Construction

RIM: Final = 2
"""Steps of water drawn around the land."""


@frozen
class Plane:
    """The rectangle and what is where in it.

    :ivar places: ``(row, col)`` of each land or water hex that is drawn.
    :ivar cells: the hex at each such place.
    """

    width: int
    height: int
    places: dict[Axial, Place]
    cells: dict[Place, Axial]


@lru_cache(maxsize=64)
def plane_of(building: Construction) -> Plane:
    """Return the rectangle that shows *building*; it is kept, so do not change it."""
    drawn = set(building.land) or {(0, 0)}
    for _ in range(RIM):
        drawn |= {step(cell, d) for cell in drawn for d in range(len(DIRECTIONS))}
    _, places, width, height = offset_names(drawn)
    return Plane(width, height, places, {place: cell for cell, place in places.items()})
