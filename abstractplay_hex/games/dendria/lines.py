"""The lines along which one acts: a sow's single stop, or the stops of one sprite in one direction.

For each it is said beforehand, cheaply, whether a conversion can be open there at all.
"""

from collections.abc import Iterable, Iterator

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.stops import Group, Setting, Stop


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
    layout = scene.board.layout
    near = [layout.shifted(scene.seeds, d) for d in range(6)]
    triangles = 0
    for d in range(6):
        triangles |= near[d] & near[d - 1]
    return scene.water_seen[0] & ~scene.occupied & ~triangles


def rich_ends(setting: Setting, summoning: bool) -> int:
    """Return cells beyond which no action can end, or stop first, where anything converts.

    A bound that lets most actions go by untested; found for all ends of one sprite's moves (or all
    sows) together. A conversion can only be open at an end outside if one was made before on the
    same turn.

    With the sprite away, its end can do no more for a group than watch, or fill, liberties the
    others do not watch: it must be in line with every one of them. (That it may also block a line
    is left to the full test.) For a summoning, it must be seen from the seed where that sees water,
    or an enemy piece of which there is one too many.

    :param setting: with the sprite that moves taken up, or nothing for sows.
    :param summoning: whether the limit lets the mover summon before the turn.
    """
    board, star = setting.board, setting.board.star
    moving = setting.start >= 0
    empty = board.land & ~setting.occupied
    unwatched = empty & ~setting.watch
    enemy_trees = setting.enemy_trees
    groups = setting.forests
    rich = 0
    if moving or setting.sprites:
        groups = groups + setting.groups
        if not moving:
            # A seed sown may make a group by itself, whose liberties lie around it.
            rich |= ~board.layout.neighbours(unwatched)
    for group, around in groups:
        open_to = unwatched & around
        if open_to:
            ends = -1
            while open_to and ends:
                low = open_to & -open_to
                open_to ^= low
                ends &= low | star[low.bit_length() - 1] if moving else low
            rich |= ends
        elif not group & enemy_trees:
            return -1
        elif liberties := around & empty:
            rich |= _unprotecting(setting, liberties)
        # A forest without liberties before had no last one to take.
    if summoning:
        rich |= _waking(setting)
    return rich


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
    mine = setting.seeds | setting.sprites | setting.trees
    found = 0
    for bit, (empties, pieces, water) in setting.sheltered.items():
        own = (pieces & mine).bit_count()
        if own < 3:
            continue
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
    :ivar between: masks of the pieces passed on the way to each stop from the one before.
    :ivar spends: whether a move that ends at each stop spends energy (D7).
    :ivar captures: whether the last stop is a capture.
    :ivar sown: whether it is a sow's.
    :ivar rich: the cells where something may convert before anything was (:meth:`Scene.rich`).
    """

    __slots__ = (
        "between",
        "captures",
        "cells",
        "groups",
        "hopeless_after",
        "rich",
        "setting",
        "sown",
        "spends",
        "stops",
    )

    def __init__(self, setting: Setting, rich: int) -> None:
        self.setting = setting
        self.sown = setting.start < 0
        self.groups: list[Group] | None = None
        self.rich = rich
        self.cells: list[int] = []
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
    line = Line(scene, -1)
    line.cells = [cell]
    line.between = [0]
    line.spends = [True]
    line.stops = [None]
    line.hopeless_after = 1
    # Without a sprite nothing is fertilized at first; who has summoned one looks for groups anew.
    if scene.sprites:
        bit = 1 << cell
        layout = scene.board.layout
        adjacent = layout.adjacent[cell]
        if adjacent & scene.seeds:
            merged = bit
            groups = []
            for pair in scene.groups:
                if pair[0] & adjacent:
                    merged |= pair[0]
                else:
                    groups.append(pair)
            line.groups = groups
            groups.append((merged, layout.neighbours(merged) & ~merged))
        else:
            line.groups = [*scene.groups, (bit, adjacent)]
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


def line_of(setting: Setting, direction: int, rich: int) -> Line:
    """Return the line, as far as it is open before the turn, of the sprite taken up."""
    board, start = setting.board, setting.start
    spending = board.spending[start]
    occupied = setting.occupied
    track, captured = reach(setting, start, direction)
    line = Line(setting, rich | captured)
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
        line = Line(setting, -1)
        line.captures = captured
    else:
        line = line_of(setting, direction, -1)
    line.cells.insert(0, setting.start)
    line.between.insert(0, 0)
    line.spends.insert(0, False)
    line.stops.insert(0, None)
    # A seed that was sown took no liberty by moving; what was sown may have joined a group.
    line.sown = direction < 0
    return line


def parts(scene: Setting) -> Iterator[tuple[int, int, Iterable[Line]]]:
    """Yield all turns in parts: start, ends of turns without conversions, lines to explore.

    The start is -1 for sows. Lines on which every turn needs a fertilization come last.
    """
    summoning = scene.sprites.bit_count() <= scene.largest
    cells = sowable(scene)
    rich = rich_ends(scene, summoning)
    yield -1, cells & ~rich, (sow_line(scene, cell) for cell in cells_in(cells & rich))
    later: list[Line] = []
    empty = scene.board.land & ~scene.occupied
    for start in cells_in(scene.sprites):
        setting = scene.without(start)
        rich = rich_ends(setting, summoning)
        spending = scene.board.spending[start]
        bare = 0
        lines = []
        for direction in range(6):
            track, captured = reach(scene, start, direction)
            ends = track & empty
            if captured or ends & rich:
                if (ends | captured) & spending:
                    lines.append(line_of(setting, direction, rich))
                elif scene.seeds:
                    later.append(line_of(setting, direction, rich))
            else:
                bare |= ends & spending
        yield start, bare, lines
    yield -1, 0, later
