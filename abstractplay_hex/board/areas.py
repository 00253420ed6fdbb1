"""Sets of hexes given by axial coordinates: what is connected, what is around and within them.

For land that is not a :class:`~abstractplay_hex.board.layout.Layout` yet. On a layout, masks are quicker.
"""

from collections.abc import Collection, Container, Iterable
from typing import NamedTuple

from abstractplay_hex.board.hexes import DIRECTIONS, Axial


def flood(start: Iterable[Axial], allowed: Container[Axial]) -> set[Axial]:
    """Return the cells of *allowed* that are reached from *start* over *allowed*, step by step."""
    found = {cell for cell in start if cell in allowed}
    todo = list(found)
    while todo:
        q, r = todo.pop()
        for dq, dr in DIRECTIONS:
            near = q + dq, r + dr
            if near in allowed and near not in found:
                found.add(near)
                todo.append(near)
    return found


def groups(cells: Iterable[Axial]) -> list[set[Axial]]:
    """Split cells into their connected groups, in the order in which the first cell of each comes."""
    order = list(dict.fromkeys(cells))
    left, out = set(order), []
    for cell in order:
        if cell in left:
            group = flood([cell], left)
            out.append(group)
            left -= group
    return out


def connected(cells: Collection[Axial]) -> bool:
    """Return whether the cells hang together; no cells do."""
    return len(groups(cells)) <= 1


class Surroundings(NamedTuple):
    """The water around land: what the outside reaches, and what it does not."""

    ocean: frozenset[Axial]
    lagoons: frozenset[Axial]


def surroundings(land: Collection[Axial]) -> Surroundings:
    """Return the water around and within some *land* (at least one cell).

    The ocean is given within one step of the land's bounding box, and so holds every water cell
    next to land that the outside reaches.
    """
    land = frozenset(land)
    left, right = min(q for q, _ in land) - 1, max(q for q, _ in land) + 1
    top, bottom = min(r for _, r in land) - 1, max(r for _, r in land) + 1
    box = {(q, r) for q in range(left, right + 1) for r in range(top, bottom + 1)}
    water = box - land
    # A frame of water surrounds the land, so the flood from its corner goes all the way round.
    ocean = flood([(left, top)], water)
    return Surroundings(frozenset(ocean), frozenset(water - ocean))
