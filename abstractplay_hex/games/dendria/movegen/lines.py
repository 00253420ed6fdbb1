"""The lines along which one acts: a sow's single stop, or the stops of one sprite in one direction.

For each it is said beforehand whether something can be converted there, and what.
"""

from collections.abc import Iterable, Iterator

from attrs import define, field

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.movegen.conversion_candidates import (
    Candidates,
    of_moves,
    of_sows,
)
from abstractplay_hex.games.dendria.movegen.conversions import Stop, Survey
from abstractplay_hex.games.dendria.movegen.move_context import MoveContext
from abstractplay_hex.games.dendria.position import DendriaPosition


def context_of(position: DendriaPosition) -> MoveContext:
    """Return the context of *position*, pieces as the side to move sees them."""
    board, (a, b), (c, d), (e, f), side, _, _ = position
    occupied = a | b | c | d | e | f
    if side == 1:
        return MoveContext(board, occupied, a, c, e, b, d, f)
    return MoveContext(board, occupied, b, d, f, a, c, e)


def sowable(context: MoveContext) -> int:
    """Return the cells where a seed may be sown: empty, hungry, no triangle (section 3)."""
    seeds, s = context.seeds, context.board.layout.stride
    # The cells with a seed next to them in each direction, going round: two in a row make a triangle.
    a, b, c = seeds << s - 1, seeds >> 1, seeds >> s
    d, e, f = seeds >> s - 1, seeds << 1, seeds << s
    triangles = a & b | b & c | c & d | d & e | e & f | f & a
    return context.water_seen[0] & ~(context.occupied | triangles)


@define(eq=False)
class Line:
    """The stops one sprite can make in one direction, or the single one of a sow.

    :ivar cells: the stops' cells in order; on the last one a sprite may be captured.
    :ivar bits: the same cells as masks.
    :ivar between: masks of the pieces passed on the way to each stop from the one before.
    :ivar spends: whether a move that ends at each stop spends energy (D7).
    :ivar captures: whether the last stop is a capture.
    :ivar sown: whether it is a sow's.
    :ivar open: the stops where something can be converted if nothing was before, and what.
    """

    context: MoveContext
    cells: list[int]
    bits: list[int]
    between: list[int]
    spends: list[bool]
    captures: bool = False
    sown: bool = False
    stops: dict[int, Stop] = field(factory=dict)
    open: list[tuple[int, Survey]] = field(factory=list)

    def stop(self, k: int) -> Stop:
        """Return the *k*-th stop's facts."""
        found = self.stops.get(k)
        if found is None:
            cell = self.cells[k]
            capture = self.captures and k == len(self.cells) - 1
            taken = 0 if capture or self.sown else 1 << cell
            found = self.stops[k] = Stop(self.context, cell, taken, self.sown)
        return found


def sow_line(context: MoveContext, cell: int) -> Line:
    """Return the line of a sow: one stop."""
    return Line(context, [cell], [1 << cell], [0], [True], sown=True)


def reaches(context: MoveContext, start: int) -> list[tuple[int, int]]:
    """Return what lies before the sprite on *start* in each direction.

    That is the open cells, pieces it passes among them, and the enemy sprite that it can capture
    at the end, if any.
    """
    stopping = context.trees | context.enemy_trees | context.enemy_sprites
    found = []
    for track, shift in zip(context.board.tracks[start], context.board.layout.shifts, strict=True):
        met = track & stopping
        if not met:
            found.append((track, 0))
        elif shift > 0:
            first = met & -met
            found.append((track & first - 1, first & context.enemy_sprites))
        else:
            first = 1 << met.bit_length() - 1
            found.append((track & -(first << 1), first & context.enemy_sprites))
    return found


def line_of(context: MoveContext, direction: int) -> Line:
    """Return the line, as far as it is open before the turn, of the sprite taken up."""
    return line_over(context, direction, *reaches(context, context.start)[direction])


def line_over(context: MoveContext, direction: int, track: int, captured: int) -> Line:
    """Return the line over *track* (what :func:`reaches` says, or the rest of it from some stop on)."""
    board, start = context.board, context.start
    order = list(cells_in(track | captured))
    if board.layout.shifts[direction] < 0:
        order.reverse()
    cells: list[int] = []
    bits: list[int] = []
    between: list[int] = []
    spends: list[bool] = []
    passing = context.occupied ^ captured
    spending = board.spending[start]
    passed = 0
    for cell in order:
        bit = 1 << cell
        if passing & bit:
            passed |= bit
            continue
        cells.append(cell)
        bits.append(bit)
        between.append(passed)
        spends.append(bool(spending & bit))
        passed = 0
    return Line(context, cells, bits, between, spends, bool(captured))


def line_onward(context: MoveContext, direction: int, captured: bool) -> Line:
    """Return the stop where the piece taken up stands now, and those it can still go on to.

    :param direction: -1 for a seed that was sown, which goes nowhere.
    :param captured: whether it captured there, which ended its movement (D6).
    """
    stays = direction < 0 or captured
    # A seed that was sown took no liberty by moving; what was sown may have joined a group.
    sown = direction < 0
    line = Line(context, [], [], [], [], captured, sown) if stays else line_of(context, direction)
    line.cells.insert(0, context.start)
    line.bits.insert(0, 1 << context.start)
    line.between.insert(0, 0)
    line.spends.insert(0, False)
    return line


def open_sows(context: MoveContext, cells: int) -> Iterator[tuple[int, Survey]]:
    """Yield those sows on *cells*, by their bits, that let something be converted, and what."""
    candidates = of_sows(context, cells, context.summoning)
    ends = candidates.ends
    while ends:
        bit = ends & -ends
        ends ^= bit
        yield bit, candidates.survey(bit)


def moves(context: MoveContext) -> Iterator[tuple[int, int, int, Iterable[Line]]]:
    """Yield all moves in parts, those of one sprite together.

    That is the start; the ends of moves without conversions, and those that capture; and the lines
    on which something can be converted. Lines on which every move needs a fertilization come
    last, with -1 for a start.
    """
    later: list[Line] = []
    empty = context.board.land & ~context.occupied
    for start in cells_in(context.sprites):
        ways = reaches(context, start)
        ends = captures = 0
        for track, captured in ways:
            ends |= track
            captures |= captured
        ends &= empty
        lines: list[Line] = []
        spending = context.board.spending[start]
        if ends or captures:
            lifted = context.without(start)
            candidates = of_moves(lifted, ends, captures, context.summoning)
            if candidates.ends:
                for direction, (track, captured) in enumerate(ways):
                    opened = (track | captured) & candidates.ends
                    if opened:
                        spent = (track & empty | captured) & spending
                        if spent or context.seeds:
                            line = _open_line(lifted, direction, track, captured, candidates)
                            (lines if spent else later).append(line)
        yield start, ends & spending, captures & spending, lines
    if later:
        yield -1, 0, 0, later


def _open_line(
    context: MoveContext, direction: int, track: int, captured: int, candidates: Candidates
) -> Line:
    """Return the line in that direction from the first stop on where something can be converted."""
    opened = (track | captured) & candidates.ends
    if context.board.layout.shifts[direction] > 0:
        track &= -(opened & -opened)
    else:
        track &= (1 << opened.bit_length()) - 1
    line = line_over(context, direction, track, captured)
    for k, bit in enumerate(line.bits):
        if bit & opened:
            line.open.append((k, candidates.survey(bit)))
    return line
