"""What is counted of many boards of Pods at once, side by side in one wide int: exact, and several times as fast.

A board has two lanes (:mod:`.lanes`), one for each player's whales: first those of player 1 of all
boards, then those of player 2. So one operation looks at every cell of every board for both.
"""

from typing import Final

from abstractplay_hex.games.pods.influence import LAYOUT, pruned
from abstractplay_hex.games.pods.lanes import LANE, repeated

_S: Final = LAYOUT.stride
_T: Final = LAYOUT.stride - 1
#: Cells of the rim: two neighbours are half of theirs and more, where others need three.
_RIM: Final = sum(1 << cell for cell in LAYOUT.order if LAYOUT.degree[cell] < 6)


def grown(own: int, lanes: int) -> int:
    """Return whales and marks before pruning (ruling P6), exactly as the original sweeps.

    :param own: the whales.
    :param lanes: how many lanes there are: two for each board.

    Who has half of a cell's neighbours or more has more than the other unless the other has as
    many (half of 3 is 2 here), so a cell is marked for the one player who has them. In one sweep a
    cell's neighbours before it in board order (west, north-west, north-east) count as they are
    after the sweep has passed them, and the others as they were before it. These equations have one
    solution, for each cell rests on earlier ones alone; going round and round reaches it, since
    with every round at least the first cell that was wrong comes right, and what is right stays so.
    """
    s, t, half = _S, _T, LANE * lanes // 2
    land, rim = LAYOUT.land * repeated(lanes), _RIM * repeated(lanes)
    first = (1 << half) - 1
    before = own
    while True:
        e, se, sw = before >> 1, before >> s, before >> t
        free = before | before >> half | (before & first) << half
        free = land & ~free
        # Neighbours are counted by two full adders: the later ones once a sweep, the earlier ones
        # each round. All that is to know of the sum is whether it is at least 2, and at least 3.
        ab = e ^ se
        ones, twos = ab ^ sw, e & se | ab & sw
        now = before
        while True:
            w, nw, ne = now << 1, now << s, now << t
            ab = w ^ nw
            more, pairs = ab ^ ne, w & nw | ab & ne
            some = twos | pairs
            enough = free & (twos & pairs | some & (ones | more) | rim & (some | ones & more))
            found = before | enough & ~(enough >> half | (enough & first) << half)
            if found == now:
                break
            now = found
        if now == before:
            return now
        before = now


def influenced(own: int, lanes: int) -> int:
    """Return whales and marks (rulings P6 to P8): what scores count.

    :param own: the whales.
    :param lanes: how many lanes there are: two for each board.
    """
    return own | pruned(own, grown(own, lanes) ^ own, LAYOUT.land * repeated(lanes))


def places(own: int, lanes: int) -> int:
    """Return the empty cells next to more of a player's whales than of the other's (ruling P2).

    :param own: the whales.
    :param lanes: how many lanes there are: two for each board.
    """
    half = LANE * lanes // 2
    first = (1 << half) - 1
    a1, a2, a4 = LAYOUT.counts(own)
    b1, b2, b4 = (plane >> half | (plane & first) << half for plane in (a1, a2, a4))
    taken = own | own >> half | (own & first) << half
    more = a4 & ~b4 | ~(a4 ^ b4) & (a2 & ~b2 | ~(a2 ^ b2) & a1 & ~b1)
    return LAYOUT.land * repeated(lanes) & ~taken & more


__all__ = ["grown", "influenced", "places"]
