"""Influence in Pods: the empty cells the whales shade, and for whom, just as the engine sweeps.

Two phases (rulings P6 to P8), two ways to make them fast:

*Growing* is sequential: a mark counts for the next cell of the same sweep. Each cell has two
six-bit fields in one big int, one a player, holding ``3 * own - other + bias`` (neighbours that
carry that player's whale or mark, and the other's). The bias is such that the top bit of a field is
set exactly if the cell would be marked for that player, so "the next cell to mark" is the next set
top bit, and a mark is one addition of a number prepared for that cell and player. The first cell in
board order has the highest fields, which makes "next" the bit length.

*Pruning* never makes another removal less likely, so its result does not depend on the order of
removals, and whole boards of marks are dropped at once, both players side by side.
"""

from array import array
from collections.abc import Iterator
from typing import Final

import attrs

from abstractplay_hex.board import Layout, cells_in, hexagon, hexagon_names

_CELLS: Final = hexagon(7)

LAYOUT: Final = Layout(_CELLS, hexagon_names(_CELLS))
"""The board: a hexagon with 7 cells a side, 127 cells m1 … a7, bit numbers 6 to 174 (one byte)."""


@attrs.frozen
class Marks:
    """The influence marks of a position.

    :param owners: masks of the cells marked for player 1 and for player 2.
    :param order: the marked cells in the order they were marked (rulings P6, P7: sweep after sweep,
        board order within a sweep, without those pruned later). The original saves them in it.
    """

    owners: tuple[int, int]
    order: bytes = attrs.field(eq=False)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield ``(cell, player)`` in the order of marking; players are 1 and 2."""
        first = self.owners[0]
        for cell in self.order:
            yield cell, 1 if first >> cell & 1 else 2

    def __len__(self) -> int:
        """Return the number of marks of both players."""
        return len(self.order)


# --- growing (ruling P6) -----------------------------------------------------------------------

_FIELD: Final = 6
_TEST: Final = 1 << _FIELD - 1
#: Taken from both fields of a cell that gets a whale or a mark: no count can set its test bit then.
_TAKEN: Final = 19


_RANK: Final = {cell: rank for rank, cell in enumerate(reversed(LAYOUT.order))}


def _base(cell: int, player: int) -> int:
    """Return the bit number where the field of *cell* for *player* (1 or 2) begins."""
    return (2 * _RANK[cell] + player - 1) * _FIELD


def _bias(cell: int) -> int:
    """Return what the fields of *cell* hold while nothing is next to it.

    With c own and o other neighbours, "c > o and at least half of the cell's neighbours" is the
    same as ``3c - o >= 7`` where 6 neighbours exist, and ``>= 5`` where 4 or 3 do (a test tries
    them all). Fields run from 19 to 43, and from 0 to 24 once taken: they never carry or borrow.
    """
    return _TEST - (7 if LAYOUT.degree[cell] == 6 else 5)


def _claim(cell: int, player: int) -> int:
    """Return what to add to the fields when *cell* gets a whale or mark of *player*."""
    near = list(cells_in(LAYOUT.adjacent[cell]))
    more = sum(3 << _base(n, player) for n in near)
    less = sum(1 << _base(n, 3 - player) for n in near)
    return more - less - sum(_TAKEN << _base(cell, p) for p in (1, 2))


NO_FIELDS: Final = sum(_bias(cell) << _base(cell, p) for cell in LAYOUT.order for p in (1, 2))
"""The fields of the empty board."""

CLAIMS: Final[tuple[dict[int, int], dict[int, int]]] = (
    {cell: _claim(cell, 1) for cell in LAYOUT.order},
    {cell: _claim(cell, 2) for cell in LAYOUT.order},
)
"""For player 1 and 2, by cell: added to the fields when a whale comes, taken when it goes."""

# Masks of player 2 lie this far above those of player 1 (more than any cell and one step).
_LANE: Final = 192
_LANE_MASK: Final = (1 << _LANE) - 1

# By bit length of the fields under the mask, that is by test bit + 1, for each cell and player:
# the claim, the test bits of the cells after it, the cell, and its bit in the masks of both.
_SIZE: Final = 2 * _FIELD * len(LAYOUT.order) + 1
_claims: Final = [0] * _SIZE
_later: Final = [0] * _SIZE
_cell: Final = [0] * _SIZE
_bit: Final = [0] * _SIZE
_EVERY_TEST: Final = sum(_TEST << i * _FIELD for i in range(2 * len(LAYOUT.order)))
for _c in LAYOUT.order:
    for _p in (1, 2):
        _k = _base(_c, _p) + _FIELD
        _claims[_k] = CLAIMS[_p - 1][_c]
        _later[_k] = _EVERY_TEST & (1 << _base(_c, 1)) - 1
        _cell[_k] = _c
        _bit[_k] = 1 << _c + _LANE * (_p - 1)


def fields_of(whales: tuple[int, int]) -> int:
    """Return the fields with the whales' claims in them (*whales*: masks of player 1 and 2)."""
    fields = NO_FIELDS
    for claims, mask in zip(CLAIMS, whales, strict=True):
        fields += sum(map(claims.__getitem__, cells_in(mask)))
    return fields


@attrs.frozen(eq=False)
class Growth:
    """Marks as they are before pruning.

    :param keys: one number a mark, in the order of marking, for tables of this module.
    :param masks: the masks of both players in one int.
    """

    keys: "array[int]"
    masks: int

    def counts(self) -> tuple[int, int]:
        """Return the number of marks of player 1 and 2: pruning never leaves more."""
        first = (self.masks & _LANE_MASK).bit_count()
        return first, len(self.keys) - first


def grow(fields: int) -> Growth:
    """Sweep until nothing is added (ruling P6), starting from the whales' *fields*."""
    keys: list[int] = []
    claims, later, add = _claims, _later, keys.append
    before = -1
    while before != len(keys):
        before = len(keys)
        ahead = _EVERY_TEST
        while found := fields & ahead:
            key = found.bit_length()
            fields += claims[key]
            ahead = later[key]
            add(key)
    # Positions of whole games keep this: two bytes a mark, not a list of ints.
    return Growth(array("H", keys), sum(map(_bit.__getitem__, keys)))


# --- pruning (rulings P7, P8) ------------------------------------------------------------------

_BOTH: Final = LAYOUT.land | LAYOUT.land << _LANE


def pruned(own: int, marks: int, land: int) -> int:
    """Return those *marks* that stay (rulings P7, P8), of any number of players and boards at once.

    All are masks that hold a board for each player, far enough apart that no step leads from one to
    another.

    :param own: the whales of the player whose marks are at this place.
    :param land: all cells of the board there.

    The order of removals does not matter, so each round drops all that can go: for a mark of P the
    sum of P7 is 2 x P's whales - (neighbours that are not P's marks), and a hinge needs two
    adjacent neighbours that are not P's marks and not both P's whales. Removing a mark of P only
    lowers that sum and only adds hinges for P, and changes neither for the other player (for whom
    P's mark and a bare cell count the same). So what can be removed stays removable, and any
    sequence of removals that goes on until it is stuck, the original's sweeps too, ends in the
    same marks.
    """
    s = LAYOUT.stride
    t = s - 1
    # Neighbours that carry an own whale, direction by direction, clockwise from the north-east.
    w0, w1, w2, w3, w4, w5 = own << t, own >> 1, own >> s, own >> t, own << 1, own << s
    # Twice their number in bit planes (twos, fours, eights): two full adders, then their sums.
    ab, de = w0 ^ w1, w3 ^ w4
    a, b = ab ^ w2, de ^ w5
    c, d = w0 & w1 | ab & w2, w3 & w4 | de & w5
    carry, cd = a & b, c ^ d
    twos, fours, eights = a ^ b, cd ^ carry, c & d | cd & carry
    # Pairs of adjacent neighbours that are own whales both: no hinge.
    p0, p1, p2, p3, p4, p5 = w0 & w1, w1 & w2, w2 & w3, w3 & w4, w4 & w5, w5 & w0
    left = marks
    while True:
        other = land ^ left
        x0, x1, x2 = other << t, other >> 1, other >> s
        x3, x4, x5 = other >> t, other << 1, other << s
        ab, de = x0 ^ x1, x3 ^ x4
        a, b = ab ^ x2, de ^ x5
        q0, q3 = x0 & x1, x3 & x4
        c, d = q0 | ab & x2, q3 | de & x5
        carry, cd = a & b, c ^ d
        x_ones, x_twos, x_fours = a ^ b, cd ^ carry, c & d | cd & carry
        # In ~ the bits outside the marks run wild; the mask of the marks ends that.
        maybe = left & ~eights
        same = ~(x_fours ^ fours)
        below = x_fours & ~fours | same & (x_twos & ~twos | ~(x_twos ^ twos) & x_ones)
        zero = maybe & same & ~(x_twos ^ twos) & ~x_ones
        gone = maybe & below
        if zero:
            gone |= zero & (
                q0 & ~p0 | x1 & x2 & ~p1 | x2 & x3 & ~p2 | q3 & ~p3 | x4 & x5 & ~p4 | x5 & x0 & ~p5
            )
        if not gone:
            break
        left ^= gone
    return left


def prune(whales: tuple[int, int], growth: Growth) -> Marks:
    """Remove weak marks until none is left (rulings P7, P8)."""
    marks = growth.masks
    if not marks:
        return Marks((0, 0), b"")
    left = pruned(whales[0] | whales[1] << _LANE, marks, _BOTH)
    order = bytes(map(_cell.__getitem__, growth.keys))
    lost = marks ^ left
    if lost:
        order = order.translate(None, bytes(cells_in((lost | lost >> _LANE) & _LANE_MASK)))
    return Marks((left & _LANE_MASK, left >> _LANE), order)


def influence(whales: tuple[int, int]) -> Marks:
    """Return the marks of a position, recomputed from nothing (rulings P6 to P8).

    :param whales: masks of player 1 and player 2.
    """
    return prune(whales, grow(fields_of(whales)))
