"""Dendria's boards: land, lagoons, coast, corners, distances, and tables of lines to look and move along.

A board is immutable once built and shared by all positions on it. Cells are bit numbers of its
:class:`~abstractplay_hex.board.Layout`; masks are ints with one bit a cell.
Rules: ``seeds/dendria.md`` section 1 (rulings D4, D5).
"""

from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from typing import Any, Final, TypeAlias

from abstractplay_hex.board import (
    Axial,
    Layout,
    Offset,
    Place,
    cells_in,
    hexagon,
    hexagon_names,
    offset_names,
    settled,
    step,
    surroundings,
)

FIXED_SIDES: Final = (5, 6, 7, 8, 9)
"""Cells a side of the fixed boards; 7 is the official size."""

MODULES: Final = tuple(range(7, 20))
"""Numbers of modules a modular board may have; 13 is the official size."""

MAX_LAND: Final = 7 * MODULES[-1]
"""Most land cells a modular board can have."""

View: TypeAlias = tuple[int, int, bool]
"""What is seen from a cell: the empty cells looked over, the pieces met, whether water is met."""

# Entries kept of each cell's memory of views before it is emptied: enough for every occupancy one
# enumeration meets, and some megabytes a board at the very most.
_VIEWS_KEPT: Final = 256


class Board:
    """One board. Get it from :func:`fixed` or :func:`modular`, which keep what they built.

    :ivar layout: cells, names, ``(row, col)`` places as the renderer counts them.
    :ivar side: cells a side of a fixed board, ``0`` for a modular one.
    :ivar land: mask of all land.
    :ivar lagoon: mask of all lagoon cells (water the outside does not reach).
    :ivar coast: mask of the land next to ocean.
    :ivar corners: mask of the coast cells with at most three land neighbours (ruling D4).
    :ivar width: columns of the bounding rectangle.
    :ivar height: rows of the bounding rectangle, an empty one on top included.
    """

    def __init__(self, layout: Layout, side: int, width: int, height: int) -> None:
        self.layout = layout
        self.side, self.width, self.height = side, width, height
        self.land = layout.land
        ocean, lagoons = surroundings(layout.axial.values())
        #: Axial coordinates of the lagoon cells, in board order.
        self.lagoons: tuple[Axial, ...] = tuple(sorted(lagoons, key=lambda c: (c[1], c[0])))
        #: ``(row, col)`` of the lagoon cells of a modular board, whose rows are those of its rectangle.
        self.lagoon_places: tuple[Place, ...] = tuple(map(Offset.EVEN_R.place_of, self.lagoons))
        self.lagoon = sum(1 << layout.index(c) for c in lagoons)
        self.coast = sum(
            1 << c for c, at in layout.axial.items() if any(step(at, d) in ocean for d in range(6))
        )
        self.corners = sum(1 << c for c in cells_in(self.coast) if layout.degree[c] <= 3)
        rays = layout.rays()
        tracks = layout.rays(self.land | self.lagoon)
        #: By cell: the land that is looked over in each direction up to the first water (D5).
        self.sight: dict[int, tuple[int, ...]] = {
            c: tuple(rays[d][c] for d in range(6)) for c in layout.order
        }
        #: By cell: the land a sprite may come over in each direction up to the ocean, lagoons left out.
        self.tracks: dict[int, tuple[int, ...]] = {
            c: tuple(tracks[d][c] & self.land for d in range(6)) for c in layout.order
        }
        #: By cell: all land in sight on an empty board.
        self.star: dict[int, int] = {c: _union(self.sight[c]) for c in layout.order}
        #: By bit: the cell itself and all in line with it.
        self.in_line: dict[int, int] = {1 << c: 1 << c | mask for c, mask in self.star.items()}
        #: By bit: the land next to the cell.
        self.beside: dict[int, int] = {1 << c: mask for c, mask in layout.adjacent.items()}
        # Bit numbers ascend eastwards and southwards (E, SE, SW) and descend the other ways, so the
        # nearest piece on a ray is its lowest or its highest bit.
        self._rays = {c: (r[1], r[2], r[3], r[0], r[4], r[5]) for c, r in self.sight.items()}
        #: Mask of each cell by its name.
        self.bits: dict[str, int] = {n: 1 << c for n, c in layout.cell.items()}
        #: The same with the land around it.
        self.spots: dict[str, tuple[int, int]] = {
            n: (1 << c, layout.adjacent[c]) for n, c in layout.cell.items()
        }
        #: By cell: views met so far, by what of the occupancy matters to that cell.
        self.views: dict[int, dict[int, View]] = {c: {} for c in layout.order}
        # Cells with water right next to them, and how sight of it spreads inland: by one step, by two
        # and by four; eastwards and southwards, then the other ways.
        shores = tuple(
            (self.land & ~layout.shifted(self.land, (d + 3) % 6), layout.shifts[(d + 3) % 6])
            for d in range(6)
        )
        self._shores_up = tuple((f, by, 2 * by, 4 * by) for f, by in shores if by > 0)
        self._shores_down = tuple((f, -by, -2 * by, -4 * by) for f, by in shores if by < 0)

    def __repr__(self) -> str:
        kind = f"side {self.side}" if self.side else f"modular, {self.land.bit_count()} cells"
        return f"<Board {kind}>"

    def __eq__(self, other: object) -> bool:
        # Boards are kept and shared, but not for ever: the same land made again is the same board.
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return self.side == other.side and self.layout.axial == other.layout.axial

    def __hash__(self) -> int:
        return hash((self.side, self.land))

    def __reduce__(self) -> tuple[Callable[..., "Board"], tuple[Any, ...]]:
        # A copy comes out of the caches too: tables and remembered views are there once a board.
        if self.side:
            return fixed, (self.side,)
        return modular, (frozenset(self.layout.axial.values()),)

    def __copy__(self) -> "Board":
        return self

    def __deepcopy__(self, memo: Any) -> "Board":
        return self

    @cached_property
    def signature(self) -> str:
        """What tells this board from all others, the same in any process: where its land lies."""
        q, r = self.layout.axial[self.layout.order[0]]
        return f"{self.side},{q},{r},{self.layout.stride},{self.land:x}"

    @cached_property
    def edge_distance(self) -> dict[int, int]:
        """Steps from each cell to the nearest coast cell, over land and water alike."""
        return self.layout.distances(self.coast)

    @cached_property
    def corner_distance(self) -> dict[int, int]:
        """Steps from each cell to the nearest corner, over land and water alike."""
        return self.layout.distances(self.corners)

    @cached_property
    def energy(self) -> dict[int, tuple[int, int]]:
        """Edge and corner distance of each cell: a sprite spends energy where this gets smaller (D7)."""
        return {c: (self.edge_distance[c], self.corner_distance[c]) for c in self.layout.order}

    @cached_property
    def spending(self) -> dict[int, int]:
        """By cell: the cells a sprite that moves from it spends energy to end on (D7)."""
        at = self.energy
        cells = sorted(at, key=at.__getitem__)
        found, below, level = {}, 0, 0
        for i, cell in enumerate(cells):
            if i and at[cell] != at[cells[i - 1]]:
                below |= level
                level = 0
            found[cell] = below
            level |= 1 << cell
        return found

    def look(self, cell: int, occupied: int) -> View:
        """Look from *cell* in all six directions (section 2, ruling D5).

        :param occupied: mask of all pieces; whether *cell* is in it makes no difference.
        """
        known = self.views[cell]
        key = occupied & self.star[cell]
        view = known.get(key)
        if view is not None:
            return view
        # Of each ray all up to the nearest piece, that included, or all of it if there is none. This
        # is most of what enumeration does: no loop.
        e, se, sw, ne, w, nw = self._rays[cell]
        met = e & key
        seen = (met ^ met - 1) & e
        met = se & key
        seen |= (met ^ met - 1) & se
        met = sw & key
        seen |= (met ^ met - 1) & sw
        seen |= -1 << (ne & key).bit_length() >> 1 & ne
        seen |= -1 << (w & key).bit_length() >> 1 & w
        seen |= -1 << (nw & key).bit_length() >> 1 & nw
        pieces = seen & key
        if len(known) >= _VIEWS_KEPT:
            known.clear()
        view = known[key] = seen ^ pieces, pieces, pieces.bit_count() < 6
        return view

    def watched(self, sprites: int, occupied: int) -> int:
        """Return the empty cells from which one of *sprites* is the first piece seen some way."""
        found = 0
        for cell in cells_in(sprites):
            found |= self.look(cell, occupied)[0]
        return found

    def water_seen(self, occupied: int) -> tuple[int, int]:
        """Return the land cells, empty or not, that see water in one direction or more, and in two.

        The first are those where a seed is hungry (section 2).
        """
        land = self.land
        empty = land & ~occupied
        once = twice = 0
        # Who looks over an empty neighbour sees what is seen from there, then two cells on, four, eight.
        for found, by, two, four in self._shores_up:
            over = empty << by & land
            found |= found << by & over
            over &= over << by
            found |= found << two & over
            over &= over << two
            while over:
                found |= found << four & over
                over &= over << four
                four += four
            twice |= once & found
            once |= found
        for found, by, two, four in self._shores_down:
            over = empty >> by & land
            found |= found >> by & over
            over &= over >> by
            found |= found >> two & over
            over &= over >> two
            while over:
                found |= found >> four & over
                over &= over >> four
                four += four
            twice |= once & found
            once |= found
        return once, twice


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


@cache
def fixed(side: int) -> Board:
    """Return the hexagonal board with *side* cells a side.

    :raises ValueError: for a side not in :data:`FIXED_SIDES`.
    """
    if side not in FIXED_SIDES:
        raise ValueError(f"no fixed board has side {side}")
    cells = hexagon(side)
    return Board(Layout(cells, hexagon_names(cells)), side, 2 * side - 1, 2 * side - 1)


@lru_cache(maxsize=64)
def modular(land: frozenset[Axial]) -> Board:
    """Return the board with this *land* (axial coordinates; any connected set), lagoons decided.

    Where it lies does not matter except for the parity of its rows: names and places are those
    of the front end's ``hex-even-p`` board.
    """
    cells = settled(land)
    if cells != land:
        return modular(cells)
    names, places, width, height = offset_names(cells)
    return Board(Layout(cells, names, places), 0, width, height)
