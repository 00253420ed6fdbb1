"""Cells as bits of one ``int``, so that a whole board is shifted, counted and flooded at once.

Why ints: with one column of padding a row, a step in any of the six directions is a shift by a
constant, and a few dozen operations on Python's big integers do for every cell what a loop would
do one cell at a time. Bit numbers grow in board order (rows from the top, each from the left).
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

from abstractplay_hex.board.bits import cells_in
from abstractplay_hex.board.hexes import DIRECTIONS, Axial
from abstractplay_hex.board.offset import Place


class Layout:
    """A set of land cells, their bit numbers, names and neighbours.

    A *cell* is a bit number, a *mask* an int with the bits of any number of cells. Water inside the
    land's bounding box has bit numbers too (``index`` gives them), but is in no mask made here.

    :param cells: the land, as axial coordinates, in any order.
    :param names: the name of each land cell.
    :param places: ``(row, col)`` of each land cell as a front end counts them: row 0 on top, col 0
        leftmost; default: counted along each row's own land.
    """

    def __init__(
        self,
        cells: Iterable[Axial],
        names: Mapping[Axial, str],
        places: Mapping[Axial, Place] | None = None,
    ) -> None:
        order = sorted(cells, key=lambda c: (c[1], c[0]))
        qs = [q for q, _ in order]
        self._q0, self._r0 = min(qs), order[0][1]
        #: Bits a row: the widest span of q and one column of padding.
        self.stride = max(qs) - self._q0 + 2
        #: All land cells in board order.
        self.order: tuple[int, ...] = tuple(self.index(c) for c in order)
        #: Mask of all land.
        self.land = sum(1 << c for c in self.order)
        #: Axial coordinates by cell.
        self.axial: dict[int, Axial] = dict(zip(self.order, order, strict=True))
        #: Name by cell, and cell by name.
        self.name: dict[int, str] = {self.index(c): names[c] for c in order}
        self.cell: dict[str, int] = {n: c for c, n in self.name.items()}
        if places is None:
            rows: dict[int, list[Axial]] = {}
            for c in order:
                rows.setdefault(c[1], []).append(c)
            places = {c: (r - self._r0, i) for r, row in rows.items() for i, c in enumerate(row)}
        #: ``(row, col)`` by cell, and cell by ``(row, col)``.
        self.place: dict[int, Place] = {self.index(c): places[c] for c in order}
        self.cell_at: dict[Place, int] = {p: c for c, p in self.place.items()}
        #: Bit number added by one step in each direction.
        self.shifts: tuple[int, ...] = tuple(dr * self.stride + dq for dq, dr in DIRECTIONS)
        #: Mask of the land next to each cell.
        self.adjacent: dict[int, int] = {c: self.neighbours(1 << c) for c in self.order}

    def index(self, cell: Axial) -> int:
        """Return the bit number of an axial coordinate within the land's bounding box."""
        return (cell[1] - self._r0) * self.stride + cell[0] - self._q0

    def mask(self, names: Iterable[str]) -> int:
        """Return the mask of the named cells; :class:`KeyError` for a name that is not on the board."""
        return sum(1 << c for c in {self.cell[n] for n in names})

    def names_in(self, mask: int) -> list[str]:
        """Return the names of the cells of *mask* in board order."""
        return [self.name[c] for c in cells_in(mask)]

    def shifted(self, mask: int, direction: int) -> int:
        """Return *mask* moved one step in *direction*; what would leave the land is dropped."""
        by = self.shifts[direction]
        return (mask << by if by > 0 else mask >> -by) & self.land

    def neighbours(self, mask: int) -> int:
        """Return the land next to at least one cell of *mask* (cells of *mask* included where so)."""
        s = self.stride
        west, east = mask >> 1, mask << 1
        return (west | east | (mask | west) << s | (mask | east) >> s) & self.land

    def flood(self, seed: int, allowed: int) -> int:
        """Return the cells of *allowed* that can be reached from *seed* over *allowed*.

        Cells of *seed* outside *allowed* start the flood but are not in the result.
        """
        s = self.stride
        found = seed & allowed
        front = seed
        while front:
            west, east = front >> 1, front << 1
            near = west | east | (front | west) << s | (front | east) >> s
            front = near & allowed & ~found
            found |= front
        return found

    def groups(self, mask: int) -> list[int]:
        """Split *mask* into its maximal connected groups, ordered by each group's first cell."""
        out = []
        while mask:
            group = self.flood(mask & -mask, mask)
            out.append(group)
            mask ^= group
        return out

    def distances(self, goals: int) -> dict[int, int]:
        """Return the steps from each land cell to the nearest of *goals*, over land and water alike.

        :raises ValueError: without goals.
        """
        if not goals & self.land:
            raise ValueError("there are no goals on land")
        # All within the bounding box is flooded, ring by ring: any two of its cells have a shortest
        # path inside it.
        s = self.stride
        row = (1 << s - 1) - 1
        box = sum(row << s * r for r in range(self.order[-1] // s + 1))
        found: dict[int, int] = {}
        steps, reached, fresh = 0, goals & self.land, goals
        while len(found) < len(self.order):
            found |= dict.fromkeys(cells_in(fresh & self.land), steps)
            west, east = reached >> 1, reached << 1
            near = west | east | (reached | west) << s | (reached | east) >> s
            fresh = near & box & ~reached
            reached |= fresh
            steps += 1
        return found

    def counts(self, mask: int) -> tuple[int, int, int]:
        """Count for every cell its neighbours in *mask*, as three bit planes (ones, twos, fours).

        Bits outside the land are not cleared: mask the result with what you look at.
        """
        s = self.stride
        a, b, c = mask << 1, mask >> 1, mask << s
        d, e, f = mask << s - 1, mask >> s, mask >> s - 1
        ab = a ^ b
        ones1, twos1 = ab ^ c, a & b | ab & c
        de = d ^ e
        ones2, twos2 = de ^ f, d & e | de & f
        carry = ones1 & ones2
        twos = twos1 ^ twos2
        return ones1 ^ ones2, twos ^ carry, twos1 & twos2 | twos & carry

    def majority(self, own: int, opp: int) -> int:
        """Return the land cells with more neighbours in *own* than in *opp*."""
        a1, a2, a4 = self.counts(own)
        b1, b2, b4 = self.counts(opp)
        more4, same4 = a4 & ~b4, ~(a4 ^ b4)
        more2, same2 = a2 & ~b2, ~(a2 ^ b2)
        return (more4 | same4 & (more2 | same2 & a1 & ~b1)) & self.land

    def rays(self, over: int | None = None) -> tuple[dict[int, int], ...]:
        """Return for each direction, by land cell, the mask of the ray from it.

        A ray holds the cells beyond the start in that direction, up to the first one outside
        *over* (default: the land), which may include water with bit numbers of its own (lagoons).
        """
        if over is None:
            over = self.land
        out = []
        for by in self.shifts:
            table: dict[int, int] = {}
            for cell in self.order:
                ray, at = 0, cell + by
                while at >= 0 and over >> at & 1:
                    ray |= 1 << at
                    at += by
                table[cell] = ray
            out.append(table)
        return tuple(out)

    @cached_property
    def degree(self) -> dict[int, int]:
        """Number of land neighbours by cell."""
        return {c: self.adjacent[c].bit_count() for c in self.order}

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Land cells row by row, from the top, each from the left."""
        out: dict[int, list[int]] = {}
        for c in self.order:
            out.setdefault(self.axial[c][1], []).append(c)
        return tuple(tuple(row) for row in out.values())
