"""Turning and mirroring boards: the twelve motions of the plane of hexes, and which keep a board.

>>> from abstractplay_hex.board import Layout, hexagon, hexagon_names
>>> cells = hexagon(2)
>>> layout = Layout(cells, hexagon_names(cells))
>>> len(symmetries_of(layout))
12
>>> turned = symmetries_of(layout)[1]
>>> turned.motion.sixths, layout.names_in(turned.mask(layout.mask(["c1", "c2"])))
(1, ['c2', 'b3'])
"""

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Final

from attrs import field, frozen

from abstractplay_hex.board.hexes import Axial, reflect, rotate
from abstractplay_hex.board.layout import Layout


@frozen
class Motion:
    """One way to turn and mirror the plane about the origin: mirrored left to right first, if at all.

    :ivar sixths: of a full turn, clockwise, 0 to 5.
    """

    sixths: int = 0
    mirrored: bool = False

    def __call__(self, cell: Axial) -> Axial:
        """Return where a cell goes."""
        return rotate(reflect(cell) if self.mirrored else cell, self.sixths)


MOTIONS: Final = tuple(Motion(n, mirrored) for mirrored in (False, True) for n in range(6))
"""All twelve, the one that leaves everything where it is first."""


@frozen(slots=False, eq=False)
class CellMap:
    """Where a motion takes the cells of one layout, on another that has them all, or on the same.

    :ivar cell: the new cell by the old one.
    """

    motion: Motion
    source: Layout
    target: Layout
    cell: dict[int, int] = field(repr=False)

    def mask(self, mask: int) -> int:
        """Return where the cells of a mask go."""
        # All in C: the bits as text, picked in their new order.
        return int("".join(self._pick(f"0{mask:0{self._size}b}")), 2)

    @cached_property
    def name(self) -> dict[str, str]:
        """The new name of a cell by its old one."""
        old, new = self.source.name, self.target.name
        return {old[cell]: new[to] for cell, to in self.cell.items()}

    @cached_property
    def _size(self) -> int:
        return self.source.order[-1] + 1

    @cached_property
    def _pick(self) -> Callable[[str], Iterable[str]]:
        # Of the text, the highest bit first; what is no land comes from the 0 before it.
        at = {to: self._size - cell for cell, to in self.cell.items()}
        return itemgetter(*[at.get(to, 0) for to in range(self.target.order[-1], -1, -1)])


def cell_map(source: Layout, motion: Motion, target: Layout) -> CellMap | None:
    """Return where *motion* takes the cells of *source* on *target*, moved along to lie there.

    ``None`` if the land of *target* has another shape.
    """
    if len(source.order) != len(target.order):
        return None
    moved = {motion(axial): cell for cell, axial in source.axial.items()}
    order = sorted(moved, key=lambda at: (at[1], at[0]))
    # Moving along keeps the order of cells: the first goes to the first.
    (q, r), (q0, r0) = order[0], target.axial[target.order[0]]
    if any(
        (at[0] - q + q0, at[1] - r + r0) != target.axial[cell]
        for at, cell in zip(order, target.order, strict=True)
    ):
        return None
    cells = {moved[at]: cell for at, cell in zip(order, target.order, strict=True)}
    return CellMap(motion, source, target, cells)


@lru_cache(maxsize=128)
def symmetries_of(layout: Layout) -> tuple[CellMap, ...]:
    """Return the motions that keep the land, the one that moves nothing first.

    Twelve of a regular hexagon, six of a triangle, four of a rhombus; of other land often one.
    """
    found = (cell_map(layout, motion, layout) for motion in MOTIONS)
    return tuple([one for one in found if one is not None])
