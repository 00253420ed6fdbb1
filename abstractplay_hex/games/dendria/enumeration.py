"""All turns, lazily: exactly one canonical turn for each position a legal turn can lead to.

Which cells are occupied after a turn, and by whom, tells the action with its start and end (pieces
put or moved differ; conversions change neither occupied cells nor sprites that were there). So two
turns can only lead to the same position if they are the same sow, or moves of one sprite to one
cell: what was met is remembered for one line of one sprite at a time, and the list of all turns is
never held.

Within a line, a *node* is a stop with a state of the pieces. From it one goes on to the next stop,
or makes one more conversion. All nodes are met, each once, by depth first search; going on before
converting, and fertilizing before other conversions, so that turns come early and evenly.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from abstractplay_hex.board import cells_in, lowest
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    TREES,
    Conversion,
    Pass,
    Sow,
    SpriteMove,
    Step,
    Turn,
)
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.stops import Group, Setting, Stop, Survey, largest_group

Trail: TypeAlias = tuple[int, tuple[Step, ...], tuple[Conversion, ...]]
"""How a node was come to: its stop, the stops before where something was converted, and what was
converted here."""


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
        "spends",
        "stops",
    )

    def __init__(self, setting: Setting, rich: int) -> None:
        self.setting = setting
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
            taken = 0 if capture or self.setting.start < 0 else 1 << cell
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


def could_fertilize(line: Line, k: int, state: tuple[int, int, int, int, int]) -> bool:
    """Whether a fertilization at stop *k* or later is not plainly impossible.

    A bound: all seeds that can be summoned are, as if the limit counted only the forests one could
    have at the very best, and yet they stay; if even then no group's liberties are watched, no
    order of conversions helps.
    """
    board = line.setting.board
    layout = board.layout
    seeds, sprites, trees, enemy_seeds, enemy_trees = state
    if not seeds:
        return False
    at = 1 << line.cells[k]
    for j in range(k, len(line.cells)):
        if j > k:
            if line.between[j] & (trees | enemy_trees):
                return False
            bit = 1 << line.cells[j]
            sprites ^= at | bit
            at = bit
        stop = line.stop(j)
        callable_before = -1
        summoned = 0
        while True:
            near = stop.near_unwatched(sprites)
            for group in stop.capturable(enemy_trees, near):
                trees |= group
                enemy_trees ^= group
            # Largest forest at best: nothing is fertilized before the first fertilization.
            if (sprites & ~summoned).bit_count() <= largest_group(board, trees):
                for bit in stop.callable_seeds(
                    seeds & ~summoned, enemy_seeds, seeds | sprites | trees
                ):
                    summoned |= bit
            sprites |= summoned
            enemy_seeds &= ~summoned
            if summoned == callable_before:
                break
            callable_before = summoned
        # The smallest group a seed can be in is the one left when all others that can be summoned
        # are gone; with none at all, those that can be summoned stand alone at best.
        near = stop.near_unwatched(sprites)
        steady = seeds & ~summoned
        if not sprites:
            continue
        for cell in cells_in(seeds):
            bit = 1 << cell
            if not bit & near and not layout.flood(bit, steady | bit) & near:
                return True
    return False


Node: TypeAlias = tuple[Any, ...]

# What a node may convert: nothing for certain, or not looked at before its turn comes.
NOTHING: Survey = [], [], []
UNKNOWN = None, None, None


def explore(line: Line) -> Iterator[Trail]:
    """Yield for every turn of *line* its last stop, the earlier ones that count, and conversions."""
    scene = line.setting
    start = scene.start
    before = scene.seeds
    name = scene.board.layout.name
    cells, between, spends = line.cells, line.between, line.spends
    last = len(cells) - 1
    bits = [1 << c for c in cells]
    trees = scene.trees
    enemy_seeds, enemy_trees = scene.enemy_seeds, scene.enemy_trees
    if start < 0:
        seeds, sprites = scene.seeds | bits[0], scene.sprites
        before = 0
    else:
        seeds, sprites = scene.seeds, scene.sprites | bits[0]
    rich = line.rich
    # The largest forest as far as it was counted: merging ones are not until the limit asks.
    largest = scene.largest
    seen = {(sprites, trees)}
    stack: list[Node] = [
        (
            0, seeds, sprites, trees, enemy_seeds, enemy_trees,
            *(UNKNOWN if rich & bits[0] else NOTHING), largest, (), (),
        )
    ]  # fmt: skip
    pop, push = stack.pop, stack.append
    while stack:
        (
            k, seeds, sprites, trees, enemy_seeds, enemy_trees,
            fertile, capturable, callable_seeds, largest, steps, made,
        ) = pop()  # fmt: skip
        if fertile is None:
            # A limit that was too low may be higher with the trees made meanwhile.
            fertile, capturable, callable_seeds = line.stop(k).survey(
                seeds, sprites, trees, enemy_seeds, enemy_trees,
                sprites.bit_count() <= largest or trees != scene.trees,
            )  # fmt: skip
        if spends[k] or trees & before:
            yield k, steps, made
        elif (
            not fertile
            and k >= line.hopeless_after
            and (callable_seeds or capturable)
            and not could_fertilize(line, k, (seeds, sprites, trees, enemy_seeds, enemy_trees))
        ):
            continue
        if callable_seeds:
            count = sprites.bit_count()
            if count > largest and trees != scene.trees:
                largest = largest_group(scene.board, trees)
            if count <= largest:
                for bit in callable_seeds:
                    now = sprites | bit
                    if (now, trees) in seen:
                        continue
                    seen.add((now, trees))
                    push((
                        k, seeds & ~bit, now, trees, enemy_seeds & ~bit, enemy_trees,
                        *UNKNOWN, largest,
                        steps, (*made, conversion_of(name[bit.bit_length() - 1], SUMMON)),
                    ))  # fmt: skip
        # Captures and fertilizations at one stop do not depend on each other: of all their orders
        # one is enough, captures before fertilizations and each kind in the order of its list.
        for i, group in enumerate(capturable, 1):
            now = trees | group
            if (sprites, now) in seen:
                continue
            seen.add((sprites, now))
            called = line.stop(k).callable_seeds(seeds, enemy_seeds, seeds | sprites | now)
            size = group.bit_count()
            tree = conversion_of(name[(group & -group).bit_length() - 1], TREES)
            push((
                k, seeds, sprites, now, enemy_seeds, enemy_trees ^ group,
                fertile, capturable[i:], called,
                largest if largest > size else size, steps, (*made, tree),
            ))  # fmt: skip
        for i, group in enumerate(fertile, 1):
            now = trees | group
            if (sprites, now) in seen:
                continue
            seen.add((sprites, now))
            size = group.bit_count()
            tree = conversion_of(name[(group & -group).bit_length() - 1], TREES)
            push((
                k, seeds ^ group, sprites, now, enemy_seeds, enemy_trees,
                fertile[i:], [],
                [b for b in callable_seeds if not b & group],
                largest if largest > size else size, steps, (*made, tree),
            ))  # fmt: skip
        if k < last and not between[k + 1] & (trees | enemy_trees):
            now = sprites ^ (bits[k] | bits[k + 1])
            if (now, trees) not in seen:
                seen.add((now, trees))
                survey = UNKNOWN if steps or made or rich & bits[k + 1] else NOTHING
                passed = (*steps, Step(name[cells[k]], False, made)) if made else steps
                push((
                    k + 1, seeds, now, trees, enemy_seeds, enemy_trees, *survey, largest,
                    passed, (),
                ))  # fmt: skip


@lru_cache(maxsize=4096)
def bare_sow(cell: str) -> Sow:
    """Return the sow without conversions; one object serves for all."""
    return Sow(cell)


@lru_cache(maxsize=32768)
def bare_move(start: str, end: str) -> SpriteMove:
    """Return the move without conversions or capture."""
    return SpriteMove(start, (Step(end),))


@lru_cache(maxsize=8192)
def conversion_of(cell: str, kind: str) -> Conversion:
    """Return the conversion; one object serves for all."""
    return Conversion(cell, kind)


def turn_of(
    line: Line, end: int, steps: tuple[Step, ...], made: tuple[Conversion, ...]
) -> Sow | SpriteMove:
    """Return the canonical turn along *line* that :func:`explore` describes."""
    name = line.setting.board.layout.name
    cell = name[line.cells[end]]
    start = line.setting.start
    if start < 0:
        return Sow(cell, made) if made else bare_sow(cell)
    capture = line.captures and end == len(line.cells) - 1
    if not (steps or made or capture):
        return bare_move(name[start], cell)
    return SpriteMove(name[start], (*steps, Step(cell, capture, made)))


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


def iter_play(position: DendriaPosition) -> Iterator[Turn]:
    """Yield one canonical turn for each position that a legal turn leads to, the pass first."""
    if position.over:
        return
    yield Pass()
    name = position.board.layout.name
    for start, bare, lines in parts(scene_of(position)):
        if start < 0:
            for cell in cells_in(bare):
                yield bare_sow(name[cell])
        else:
            sprite = name[start]
            for cell in cells_in(bare):
                yield bare_move(sprite, name[cell])
        for line in lines:
            for trail in explore(line):
                yield turn_of(line, *trail)


def count_play(position: DendriaPosition) -> int:
    """Count what :func:`iter_play` yields."""
    if position.over:
        return 0
    total = 1
    for _, bare, lines in parts(scene_of(position)):
        total += bare.bit_count()
        for line in lines:
            for _ in explore(line):
                total += 1
    return total


# Tries at ends that need a fertilization before a turn that needs none is taken instead.
_TRIES = 12


def random_play(position: DendriaPosition, rng: Random) -> Turn:
    """Return a random legal turn without listing them; every legal turn has a chance.

    The action is drawn evenly among the pass, the sowable cells and the sprites' landings; then
    conversions are made as long as a coin falls so.

    :raises ValueError: if the game is over.
    """
    if position.over:
        raise ValueError("the game is over")
    scene = scene_of(position)
    actions: list[tuple[Line, int]] = [
        (sow_line(scene, cell), 0) for cell in cells_in(sowable(scene))
    ]
    for start in cells_in(scene.sprites):
        setting = scene.without(start)
        for direction in range(6):
            if any(reach(scene, start, direction)):
                line = line_of(setting, direction, -1)
                actions.extend((line, end) for end in range(len(line.cells)))
    failures = 0
    while actions:
        at = rng.randrange(len(actions) + 1)
        if at == len(actions):
            break
        line, end = actions[at]
        if not line.spends[end] and failures >= _TRIES:
            # Not much fertilizes here: leave such landings aside.
            actions = [(a, b) for a, b in actions if a.spends[b]]
            failures = 0
            continue
        turn = _stroll(line, end, rng)
        if turn is not None:
            return turn
        failures += 1
        actions[at] = actions[-1]
        actions.pop()
    return Pass()


def _stroll(line: Line, end: int, rng: Random) -> Sow | SpriteMove | None:
    """Go along *line* to stop *end*, converting by chance; ``None`` if that ends up illegal."""
    scene = line.setting
    trees, enemy_seeds, enemy_trees = scene.trees, scene.enemy_seeds, scene.enemy_trees
    seeds, sprites = scene.seeds, scene.sprites
    must = not line.spends[end]
    if line.setting.start < 0:
        seeds |= 1 << line.cells[0]
    largest = scene.largest
    name = scene.board.layout.name
    steps: tuple[Step, ...] = ()
    made: tuple[Conversion, ...] = ()
    for k in range(end + 1):
        bit = 1 << line.cells[k]
        if k and line.between[k] & (trees | enemy_trees):
            # A tree made on the way is in the way now.
            return None
        if line.setting.start >= 0:
            sprites |= bit
        while k == end or rng.random() < 0.25:
            fertile, capturable, called = line.stop(k).survey(
                seeds, sprites, trees, enemy_seeds, enemy_trees, True
            )
            options = [*fertile, *capturable]
            if sprites.bit_count() <= largest:
                options += called
            if not options:
                break
            wanting = must and not trees & scene.seeds
            if not wanting and rng.random() < 0.4:
                break
            choice = options[rng.randrange(len(options))]
            if wanting and fertile and k == end and rng.random() < 0.5:
                choice = fertile[rng.randrange(len(fertile))]
            if choice in fertile or choice in capturable:
                # A group of one seed can be told from the same seed summoned by a second coin only.
                both = choice in fertile and choice in called and sprites.bit_count() <= largest
                if not both or rng.random() < 0.5:
                    if choice in fertile:
                        seeds ^= choice
                    else:
                        enemy_trees ^= choice
                    trees |= choice
                    largest = largest_group(scene.board, trees)
                    made = (*made, conversion_of(name[lowest(choice)], TREES))
                    continue
            seeds &= ~choice
            enemy_seeds &= ~choice
            sprites |= choice
            made = (*made, conversion_of(name[lowest(choice)], SUMMON))
        if line.setting.start >= 0 and k < end:
            sprites ^= bit
            if made:
                steps, made = (*steps, Step(name[line.cells[k]], False, made)), ()
    if must and not trees & scene.seeds:
        return None
    return turn_of(line, end, steps, made)
