"""Which cells are the shore of a board: those beside what is not drawn, or beside water that leads there."""

from collections.abc import Iterator
from functools import lru_cache

from abstractplay_hex.board import Place
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.render.svg.boards import CONHEX, TRIANGLES, Shape
from abstractplay_hex.render.svg.reading import Item


def water_in(markers: list[Item]) -> frozenset[Place]:
    """Return the places that are drawn as water."""
    return frozenset(
        place
        for item in markers
        if item.get("type") == "flood" and item.get("colour") == WATER
        for place in item.places("points")
    )


@lru_cache(maxsize=64)
def shore(shape: Shape, water: frozenset[Place]) -> frozenset[Place]:
    """Return the places of the shore; none on boards whose cells are no hexes.

    A lagoon has no shore: one can drown in it, but nobody lands there.
    """
    if shape.style in (TRIANGLES, CONHEX):
        return frozenset()
    spot = shape.grid.spot
    drawn = {spot(place): place for place in shape.grid.places() if place not in shape.blocked}
    wet = {at for at, place in drawn.items() if place in water}
    ocean = {at for at in wet if any(near not in drawn for near in _around(at, shape))}
    front = list(ocean)
    while front:
        for near in _around(front.pop(), shape):
            if near in wet and near not in ocean:
                ocean.add(near)
                front.append(near)
    return frozenset(
        place
        for at, place in drawn.items()
        if at not in wet and any(n not in drawn or n in ocean for n in _around(at, shape))
    )


def _around(at: tuple[int, int], shape: Shape) -> Iterator[tuple[int, int]]:
    """Yield the spots beside a spot (see :meth:`.Grid.spot`), whether there is a place or not."""
    x, y = at
    for dx, dy in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)):
        yield (x + dx, y + dy) if shape.grid.pointed else (x + dy, y + dx)
