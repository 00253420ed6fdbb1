"""What an action opens by itself, before anything is converted: all sows, or one sprite's ends, at once.

Not each end is looked at but each thing that could be converted: on which ends is it open? Most are
on none, and that is soon seen. What makes this short is that a sprite watches whatever it hides:
behind it, on the line of a friend's sight, it sees on itself. Only a seed hides cells from sprites,
and anything hides cells from the opponent's.
"""

from typing import TypeAlias

from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.movegen.conversions import Survey
from abstractplay_hex.games.dendria.movegen.move_context import MoveContext

Candidate: TypeAlias = tuple[int, int]
"""A group, forest or seed (mask of its cells), and the ends where it can be converted."""


class Candidates:
    """What can be converted where.

    :param called: what could be summoned; that alone lets nothing be converted unless *summoning*.
    :ivar ends: all ends where something can be converted.
    """

    __slots__ = ("_called", "_groups", "ends")

    def __init__(
        self,
        fertile: list[Candidate],
        capturable: list[Candidate],
        called: list[Candidate],
        summoning: bool,
    ) -> None:
        found: dict[int, tuple[list[int], list[int]]] = {}
        calls: dict[int, int] = {}
        opened = 0
        # Ascending, as all surveys have them.
        fertile.sort()
        for kind, candidates in ((0, fertile), (1, capturable)):
            for group, ends in candidates:
                opened |= ends
                while ends:
                    bit = ends & -ends
                    ends ^= bit
                    if bit not in found:
                        found[bit] = [], []
                    found[bit][kind].append(group)
        for seed, ends in called:
            if summoning:
                opened |= ends
            else:
                ends &= opened
            while ends:
                bit = ends & -ends
                ends ^= bit
                calls[bit] = calls.get(bit, 0) | seed
        self._groups, self._called, self.ends = found, calls, opened

    def survey(self, bit: int) -> Survey:
        """Return what can be converted on the end *bit*, one of :attr:`ends`."""
        fertile, capturable = self._groups.get(bit) or ([], [])
        return fertile, capturable, self._called.get(bit, 0), -1


def of_sows(context: MoveContext, cells: int, summoning: bool) -> Candidates:
    """Return what sowing on each of *cells* opens.

    :param summoning: whether the limit lets the mover summon before the turn.
    """
    board, watch = context.board, context.watch
    if not context.sprites:
        # Nothing is watched.
        return Candidates([], [], _called(context, cells, 0) if summoning else [], summoning)
    empty = board.land & ~context.occupied
    free = empty & ~watch
    fertile: list[Candidate] = []
    for group, around in context.groups:
        if not around & free:
            found = cells & ~around
            if found:
                found &= ~hiding(board, context.watching, around & empty)
            if found:
                fertile.append((group, found))
    # The seed itself, and the groups it joins.
    beside, seeds = board.beside, context.seeds
    rest = cells & ~board.layout.neighbours(free)
    while rest:
        bit = rest & -rest
        rest ^= bit
        group, around = bit, beside[bit]
        if near := around & seeds:
            for other, there in context.groups:
                if other & near:
                    group |= other
                    around |= there
        liberties = around & empty & ~bit
        if not liberties & free and not (watch & bit and _hidden(context, bit) & liberties):
            fertile.append((group, bit))
    capturable: list[Candidate] = []
    for group, around in context.forests:
        liberties = around & empty
        missing = liberties & free
        if missing & missing - 1:
            continue
        found = cells & missing if missing else cells
        if not liberties & liberties - 1:
            # Where the seed fills the last one no sprite stepped there.
            found &= ~liberties
        if found and liberties:
            found &= ~hiding(board, context.watching, liberties & ~missing)
            if found:
                found = _unprotecting(context, liberties, found)
                if found:
                    capturable.append((group, found))
    called = _called(context, cells, 0) if summoning or fertile or capturable else []
    return Candidates(fertile, capturable, called, summoning)


def of_moves(context: MoveContext, ends: int, captures: int, summoning: bool) -> Candidates:
    """Return what moves of the sprite taken up to each of *ends* and *captures* open.

    :param captures: the ends with a sprite to be captured.
    :param summoning: whether the limit lets the mover summon before the turn.
    """
    empty = context.board.land & ~context.occupied
    free = empty & ~context.watch
    both = ends | captures
    fertile: list[Candidate] = []
    in_line = context.board.in_line
    for group, around in context.groups:
        liberties = around & free
        found = both
        if liberties:
            # Few ends are in line with all of them, and fewest with those farthest apart.
            found &= in_line[1 << liberties.bit_length() - 1] & in_line[liberties & -liberties]
            if found:
                found = _watched_from(context, liberties, found)
        if found:
            fertile.append((group, found))
    capturable: list[Candidate] = []
    for group, around in context.forests:
        liberties = around & empty
        # One without liberties did not lose the last one to this sprite.
        if liberties:
            found = _watched_from(context, liberties & free, both)
            if found:
                filled = 0 if liberties & liberties - 1 else found & liberties
                found = filled | _unprotecting(context, liberties, found ^ filled)
                if found:
                    capturable.append((group, found))
    called = _called(context, ends, captures) if summoning or fertile or capturable else []
    return Candidates(fertile, capturable, called, summoning)


def _watched_from(context: MoveContext, cells: int, ends: int) -> int:
    """Return those of *ends* from which a sprite watches *cells*, the one it stands on left out."""
    if not cells:
        return ends
    in_line = context.board.in_line
    rest = cells
    while rest and ends:
        bit = rest & -rest
        rest ^= bit
        ends &= in_line[bit]
    look, occupied = context.board.look, context.occupied
    while ends & ends - 1 and cells:
        bit = cells & -cells
        cells ^= bit
        # Sight goes both ways.
        empties, pieces, _ = look(bit.bit_length() - 1, occupied)
        ends &= empties | pieces | bit
    if ends and cells & ~(look(ends.bit_length() - 1, occupied)[0] | ends):
        return 0
    return ends


def _called(context: MoveContext, ends: int, captures: int) -> list[Candidate]:
    """Return which seeds can be summoned after a piece of the mover's was put on each end."""
    found: list[Candidate] = []
    sight, mine = context.board.sight, context.mine
    for seed, (empties, pieces, water) in context.sheltered.items():
        # Of six pieces four are more than the rest, and the one that is put may be one of them.
        own = (pieces & mine).bit_count()
        if own < 3:
            continue
        at = 0
        seen = empties & ends
        if water:
            # The sixth.
            if seen:
                for ray in sight[seed.bit_length() - 1]:
                    if not ray & pieces:
                        at = ray & seen
                        break
        elif own > 3:
            at = ends | captures
        else:
            # In front of one of the opponent's, or in its place.
            theirs = pieces & ~mine
            at = theirs & captures
            if seen:
                for ray in sight[seed.bit_length() - 1]:
                    if ray & theirs:
                        at |= ray & seen
        if at:
            found.append((seed, at))
    return found


def _unprotecting(context: MoveContext, liberties: int, ends: int) -> int:
    """Return those of *ends* where a piece leaves some of *liberties*, a forest's, unguarded.

    The one it fills is none any more. Guarded is what the opponent watches.
    """
    opened = liberties & ~context.guard
    if opened & opened - 1:
        return ends
    # Some is unguarded, unless the piece fills just that one.
    unsure = ends & opened if opened else ends
    if not unsure:
        return ends
    found = ends ^ unsure
    for bit in context.guarding:
        if bit & unsure:
            # The sprite captured guards no more.
            guard = 0
            for other, view in context.guarding.items():
                if other != bit:
                    guard |= view
            if liberties & ~guard:
                found |= bit
            unsure ^= bit
    return found | unsure & hiding(context.board, context.guarding, liberties)


def hiding(board: Board, views: dict[int, int], cells: int) -> int:
    """Return where a piece would hide one of *cells* from the only sprite that watches it.

    Two do not lose sight of a cell by one piece: they look from different directions.

    :param views: the cells that each sprite watches, by the sprite's bit.
    """
    once = twice = 0
    for view in views.values():
        twice |= once & view
        once |= view
    cells &= once & ~twice
    found = 0
    if cells:
        shifts = board.layout.shifts
        for bit, view in views.items():
            if not view & cells:
                continue
            for ray, shift in zip(board.sight[bit.bit_length() - 1], shifts, strict=True):
                seen = ray & view & cells
                if seen:
                    # All up to the farthest of them.
                    if shift > 0:
                        found |= ray & view & (1 << seen.bit_length() - 1) - 1
                    else:
                        found |= ray & view & -((seen & -seen) << 1)
    return found


def _hidden(context: MoveContext, placed: int) -> int:
    """Return the cells that no sprite watches any more when a piece is on *placed*."""
    sight = context.board.sight
    beyond = sight[placed.bit_length() - 1]
    others = hidden = 0
    for bit, view in context.watching.items():
        if view & placed:
            for ray, further in zip(sight[bit.bit_length() - 1], beyond, strict=True):
                if ray & placed:
                    hidden |= view & further
                    view &= ~further
                    break
        others |= view
    return hidden & ~others
