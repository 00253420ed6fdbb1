"""The lines along which one acts: a sow's single stop, or the stops of one sprite in one direction.

For each it is said beforehand, cheaply, whether a conversion can be open there at all.
"""

from collections.abc import Iterable, Iterator

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.stops import Group, Setting, Stop, Survey


def scene_of(position: DendriaPosition) -> Setting:
    """Return the setting of *position*, pieces as the side to move sees them."""
    own, other = position.side - 1, 2 - position.side
    return Setting(
        position.board,
        position.occupied,
        position.seeds[own],
        position.sprites[own],
        position.trees[own],
        position.seeds[other],
        position.sprites[other],
        position.trees[other],
    )


def sowable(scene: Setting) -> int:
    """Return the cells where a seed may be sown: empty, hungry, no triangle (section 3)."""
    seeds, s = scene.seeds, scene.board.layout.stride
    # The cells with a seed next to them in each direction, going round: two in a row make a triangle.
    a, b, c = seeds << s - 1, seeds >> 1, seeds >> s
    d, e, f = seeds >> s - 1, seeds << 1, seeds << s
    triangles = a & b | b & c | c & d | d & e | e & f | f & a
    return scene.water_seen[0] & ~(scene.occupied | triangles)


def rich_ends(setting: Setting, ends: int, summoning: bool) -> int:
    """Return those of *ends* where something may convert that were not ruled out.

    A bound that lets most actions go by untested; found for all ends of one sprite's moves (or all
    sows) together. A conversion can only be open at another end, or at a stop on the way to it,
    if one was made before on the same turn.

    With the sprite away, its end can do no more for a group than watch, or fill, liberties the
    others do not watch: it must be in line with every one of them. (That it may also block a line
    is left to the full test.) For a summoning, it must be seen from the seed where that sees water,
    or an enemy piece of which there is one too many.

    :param setting: with the sprite that moves taken up, or nothing for sows.
    :param summoning: whether the limit lets the mover summon before the turn.
    """
    board, in_line = setting.board, setting.board.in_line
    moving = setting.start >= 0
    empty = board.land & ~setting.occupied
    unwatched = empty & ~setting.watch
    enemy_trees = setting.enemy_trees
    groups = setting.forests
    # What was not found rich yet.
    poor = ends
    if summoning:
        poor &= ~_waking(setting)
    if moving or setting.sprites:
        groups = groups + setting.groups
        if not moving:
            # A seed sown may make a group by itself, whose liberties lie around it.
            poor &= board.layout.neighbours(unwatched)
    for group, around in groups:
        if not poor:
            break
        open_to = unwatched & around
        if open_to:
            if moving:
                fit = poor
                while open_to and fit:
                    low = open_to & -open_to
                    open_to ^= low
                    fit &= in_line[low]
                poor ^= fit
            elif not open_to & open_to - 1:
                poor &= ~open_to
        elif not group & enemy_trees:
            return ends
        elif liberties := around & empty:
            poor &= ~_unprotecting(setting, liberties)
        # A forest without liberties before had no last one to take.
    return ends ^ poor


def _unprotecting(setting: Setting, liberties: int) -> int:
    """Return the cells where a piece may leave a forest unprotected; the mover watches it all."""
    guard = 0
    for view in setting.guarding.values():
        guard |= view
    if liberties & ~guard:
        return -1
    between = liberties
    for cell in cells_in(liberties):
        between |= setting.board.look(cell, setting.occupied)[0]
    return between & guard


def _waking(setting: Setting) -> int:
    """Return the cells on which a piece of the mover's makes some seed ready to be summoned.

    That is -1, all of them, if one is already: a piece of one's own takes nothing from it.
    """
    sight = setting.board.sight
    mine = setting.mine
    found = 0
    for bit, (empties, pieces, water) in setting.wakeful.items():
        own = (pieces & mine).bit_count()
        if water:
            for ray in sight[bit.bit_length() - 1]:
                if not ray & pieces:
                    found |= ray
        elif own > 3:
            return -1
        else:
            theirs = pieces & ~mine
            for ray in sight[bit.bit_length() - 1]:
                if ray & theirs:
                    found |= ray & empties
    return found


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

    __slots__ = (
        "between",
        "bits",
        "captures",
        "cells",
        "groups",
        "hopeless_after",
        "open",
        "setting",
        "sown",
        "spends",
        "stops",
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.sown = setting.start < 0
        self.groups: list[Group] | None = None
        self.open: list[tuple[int, Survey]] = []
        self.cells: list[int] = []
        self.bits: list[int] = []
        self.between: list[int] = []
        self.spends: list[bool] = []
        self.captures = False
        self.stops: list[Stop | None] = []
        #: Index after the last stop that spends energy.
        self.hopeless_after = 0

    def stop(self, k: int) -> Stop:
        """Return the *k*-th stop's facts."""
        found = self.stops[k]
        if found is None:
            cell = self.cells[k]
            capture = self.captures and k == len(self.cells) - 1
            taken = 0 if capture or self.sown else 1 << cell
            found = self.stops[k] = Stop(self.setting, cell, taken, self.groups)
        return found


def sow_line(scene: Setting, cell: int) -> Line:
    """Return the line of a sow: one stop."""
    return _sown(Stop(scene, cell, 0), cell)


def _sown(stop: Stop, cell: int) -> Line:
    line = Line(stop.setting)
    line.cells = [cell]
    line.bits = [1 << cell]
    line.between = [0]
    line.spends = [True]
    line.stops = [stop]
    line.hopeless_after = 1
    return line


def reach(scene: Setting, start: int, direction: int) -> tuple[int, int]:
    """Return what lies before the sprite on *start*: the open cells, pieces it passes among them.

    The second mask is the enemy sprite that it can capture at the end, if any.
    """
    track = scene.board.tracks[start][direction]
    stopping = track & (scene.trees | scene.enemy_trees | scene.enemy_sprites)
    if not stopping:
        return track, 0
    if scene.board.layout.shifts[direction] > 0:
        first = stopping & -stopping
        return track & first - 1, first & scene.enemy_sprites
    first = 1 << stopping.bit_length() - 1
    return track & -(first << 1), first & scene.enemy_sprites


def line_of(setting: Setting, direction: int) -> Line:
    """Return the line, as far as it is open before the turn, of the sprite taken up."""
    board, start = setting.board, setting.start
    spending = board.spending[start]
    occupied = setting.occupied
    track, captured = reach(setting, start, direction)
    line = Line(setting)
    line.groups = setting.groups
    passed = 0
    cells = list(cells_in(track | captured))
    if board.layout.shifts[direction] < 0:
        cells.reverse()
    for cell in cells:
        bit = 1 << cell
        if occupied & bit and bit != captured:
            passed |= bit
            continue
        line.cells.append(cell)
        line.bits.append(bit)
        line.between.append(passed)
        line.stops.append(None)
        spends = bool(spending & bit)
        line.spends.append(spends)
        if spends:
            line.hopeless_after = len(line.cells)
        passed = 0
    line.captures = bool(captured)
    return line


def line_onward(setting: Setting, direction: int, captured: bool) -> Line:
    """Return the stop where the piece taken up stands now, and those it can still go on to.

    :param direction: -1 for a seed that was sown, which goes nowhere.
    :param captured: whether it captured there, which ended its movement (D6).
    """
    if direction < 0 or captured:
        line = Line(setting)
        line.captures = captured
    else:
        line = line_of(setting, direction)
    line.cells.insert(0, setting.start)
    line.bits.insert(0, 1 << setting.start)
    line.between.insert(0, 0)
    line.spends.insert(0, False)
    line.stops.insert(0, None)
    # A seed that was sown took no liberty by moving; what was sown may have joined a group.
    line.sown = direction < 0
    return line


def parts(scene: Setting) -> Iterator[tuple[int, int, int, Iterable[Line]]]:
    """Yield all turns in parts, those of one sprite or all sows together.

    That is the start, -1 for sows; the ends of turns without conversions, and those that capture;
    and the lines on which something can be converted. Lines on which every turn needs a
    fertilization come last, without a start.
    """
    summoning = scene.sprites.bit_count() <= scene.largest
    cells = sowable(scene)
    yield -1, cells, 0, _open_sows(scene, rich_ends(scene, cells, summoning), summoning)
    later: list[Line] = []
    empty = scene.board.land & ~scene.occupied
    for start in cells_in(scene.sprites):
        ways = [reach(scene, start, direction) for direction in range(6)]
        ends = captures = 0
        for track, captured in ways:
            ends |= track
            captures |= captured
        ends &= empty
        lines: list[Line] = []
        spending = scene.board.spending[start]
        if ends or captures:
            setting = scene.without(start)
            rich = rich_ends(setting, ends, summoning)
            for direction, (track, captured) in enumerate(ways):
                if track & rich or captured:
                    spent = (track & empty | captured) & spending
                    if spent or scene.seeds:
                        line = _open_line(setting, direction, track & rich, captured, summoning)
                        if line is not None:
                            (lines if spent else later).append(line)
        yield start, ends & spending, captures & spending, lines
    yield -1, 0, 0, later


def _open_sows(scene: Setting, cells: int, summoning: bool) -> Iterator[Line]:
    """Yield the lines of those sows on *cells* where something can be converted."""
    for cell in cells_in(cells):
        stop = Stop(scene, cell, 0)
        survey = stop.first_survey(summoning)
        if survey[1] or survey[2] or survey[3]:
            line = _sown(stop, cell)
            line.open.append((0, survey))
            yield line


def _open_line(
    setting: Setting, direction: int, rich: int, captured: int, summoning: bool
) -> Line | None:
    """Return the line in that direction if something can be converted on one of the cells of *rich*.

    Or where a sprite is *captured*: what stands on the cells before it matters to no other.
    """
    found: dict[int, tuple[Stop, Survey]] = {}
    for cell in cells_in(rich | captured):
        bit = 1 << cell
        stop = Stop(setting, cell, bit & ~captured, setting.groups)
        survey = stop.first_survey(summoning)
        if survey[1] or survey[2] or survey[3]:
            found[cell] = stop, survey
    if not found:
        return None
    line = line_of(setting, direction)
    for k, cell in enumerate(line.cells):
        if cell in found:
            line.stops[k], survey = found[cell]
            line.open.append((k, survey))
    return line
