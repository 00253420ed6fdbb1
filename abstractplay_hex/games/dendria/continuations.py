"""What may still come of a turn under way: landings, conversions, a legal end.

The searches here never call a turn wrong that might still become legal: where so many seeds could be
summoned that a search gives up (after *limit* states, by default :data:`SEARCH_LIMIT`), the answer is
yes. With :data:`EXACT` none gives up.
"""

from collections.abc import Iterator
from itertools import chain, islice
from math import inf
from typing import Final

from attrs import frozen

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.movegen.conversions import Stop
from abstractplay_hex.games.dendria.movegen.fertilization import Possibility, State, fertilizable
from abstractplay_hex.games.dendria.movegen.lines import Line, line_of, line_onward
from abstractplay_hex.games.dendria.movegen.move_context import MoveContext
from abstractplay_hex.games.dendria.notation import SUMMON, TREES
from abstractplay_hex.games.dendria.partial_turn import PartialTurn

#: States looked at before a search for a fertilization gives up (a few milliseconds).
SEARCH_LIMIT: Final = 100
EXACT: Final = inf


@frozen
class Landings:
    """Where a sprite can go on its turn, as masks that have no cell in common.

    Where a search gives up (:data:`SEARCH_LIMIT`), a landing may be among them from which no turn is
    legal in the end.

    :ivar free: the turn may end there at once.
    :ivar fertilizing: a move there recovers energy, and a fertilization it needs can be had there (D7).
    :ivar stopovers: the turn cannot end there, but converting there it can go on to a legal end.
    """

    free: int
    fertilizing: int
    stopovers: int

    @property
    def all(self) -> int:
        """All of them."""
        return self.free | self.fertilizing | self.stopovers


def landings(now: PartialTurn, limit: float | None = None) -> Landings:
    """Return where the sprite can go on to, in every direction before its first step."""
    free = fertilizing = stopovers = 0
    lines: dict[int, Line] = {}
    context = None if now.fertilized else _context(now)
    for cell, direction, capture in now.reachable():
        if context is None or now.spends(cell):
            free |= 1 << cell
            continue
        if direction not in lines:
            lines[direction] = line_of(context, direction)
        line = lines[direction]
        k = line.cells.index(cell)
        there = now.gone(cell, direction, capture)
        staying = fertilizable(line, k, _state(there), now.forest, stay=True)
        if staying is Possibility.MAYBE and _search(there, line, True, limit):
            staying = Possibility.YES
        if staying is Possibility.YES:
            fertilizing |= 1 << cell
        elif not capture and _worth_a_stop(there, line, k, limit):
            stopovers |= 1 << cell
    return Landings(free, fertilizing, stopovers)


def _worth_a_stop(now: PartialTurn, line: Line, k: int, limit: float | None) -> bool:
    """Whether some conversion here, no fertilization, leaves a turn that can come to a legal end.

    :param line: a line whose *k*-th stop this is.
    """
    if not can_convert(now):
        return False
    # Summoning and capturing block no line.
    if any(now.spends(cell) for cell, _, _ in now.reachable()):
        return True
    if fertilizable(line, k, _state(now), now.forest) is Possibility.NO:
        return False
    return any(can_become_legal(after, limit) for after in _each_converted(now))


# Converting --------------------------------------------------------------------------------------


def can_convert(now: PartialTurn) -> bool:
    """Whether anything can be converted now."""
    if now.moving:
        return False
    stop = _stop(now)
    if any(stop.opened(now.seeds, now.sprites, now.enemy_trees)[:2]):
        return True
    summoning = now.sprites.bit_count() <= now.forest
    return summoning and stop.called(now.seeds | now.enemy_seeds, now.mine) != 0


def open_conversions(now: PartialTurn) -> dict[int, tuple[str, ...]]:
    """Return what can be converted now: by cell the kinds, every cell of a group included."""
    if now.moving:
        return {}
    fertile, capturable, called, _ = _stop(now).survey(
        now.seeds, now.sprites, now.trees, now.enemy_seeds, now.enemy_trees, True
    )
    kinds: dict[int, tuple[str, ...]] = {}
    if now.sprites.bit_count() <= now.forest:
        for cell in cells_in(called):
            kinds[cell] = (SUMMON,)
    for group in (*fertile, *capturable):
        for cell in cells_in(group):
            kinds[cell] = (*kinds.get(cell, ()), TREES)
    return dict(sorted(kinds.items()))


def convertible(now: PartialTurn, limit: float | None = None) -> dict[int, tuple[str, ...]]:
    """Return those of :func:`open_conversions` after which the turn can still come to a legal end."""
    if now.legal:
        return open_conversions(now)
    found: dict[int, tuple[str, ...]] = {}
    for after in _each_converted(now):
        made = after.legs[-1].made[-1]
        if can_become_legal(after, limit):
            for cell in cells_in(made.group):
                found[cell] = tuple(sorted((*found.get(cell, ()), made.conversion.kind)))
    return dict(sorted(found.items()))


def _each_converted(now: PartialTurn) -> Iterator[PartialTurn]:
    """Yield the turn after each of :func:`open_conversions`, a whole group once."""
    trees = 0
    for cell, kinds in open_conversions(now).items():
        for kind in kinds:
            if kind == TREES and trees >> cell & 1:
                continue
            after = now.converted_on(cell, kind)
            if kind == TREES:
                trees |= after.legs[-1].made[-1].group
            yield after


def meant(now: PartialTurn, cell: int) -> str:
    """Return the kind of conversion that a piece is most likely meant for where none is open.

    Whose refusal tells the player most: a hungry seed of one's own could at best become a tree.
    """
    bit = 1 << cell
    if now.seeds & bit:
        return TREES if now.board.look(cell, now.occupied)[2] else SUMMON
    return SUMMON if now.enemy_seeds & bit else TREES


# Ending ------------------------------------------------------------------------------------------


def can_become_legal(now: PartialTurn, limit: float | None = None) -> bool:
    """Whether the turn is legal or some continuation makes it so."""
    if now.legal:
        return True
    # Conversions only ever block a line, so the way is never freer than now.
    if any(now.spends(cell) for cell, _, _ in now.reachable()):
        return True
    return _can_fertilize(now, limit)


def can_go_on(now: PartialTurn) -> bool:
    """Whether, after a legal turn, some further conversion or step leads to another legal text."""
    if can_convert(now):
        return True
    legs = now.reachable()
    if now.fertilized or any(now.spends(cell) for cell, _, _ in legs):
        return bool(legs)
    return bool(legs) and _can_fertilize(now)


def only_way_on(now: PartialTurn) -> str | None:
    """Return the text that an unfinished turn can only become next; ``None`` if there are several.

    Never a wrong one: :func:`can_become_legal` may only see too many ways.
    """
    steps = (now.gone(*way) for way in now.reachable())
    ways = filter(can_become_legal, chain(steps, _each_converted(now)))
    texts = [way.text for way in islice(ways, 2)]
    return texts[0] if len(texts) == 1 else None


def can_step_on(now: PartialTurn, capture: bool | None = None) -> bool:
    """Whether some further step leads to a turn that can come to a legal end.

    :param capture: look only at steps that capture, or only at those that do not.
    """
    ways = [way for way in now.reachable() if capture is None or way[2] == capture]
    return any(can_become_legal(now.gone(*way)) for way in _nearest(ways))


def _nearest(ways: list[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    """Return the nearest step in each direction: what comes of a farther one can come of it."""
    return list({way[1]: way for way in reversed(ways)}.values())


def _can_fertilize(now: PartialTurn, limit: float | None = None) -> bool:
    """Whether a fertilization can still be made, at this stop or a later one."""
    if not now.seeds:
        return False
    context = _context(now)
    if now.moving:
        starts = [(line_of(context, way[1]), now.gone(*way)) for way in _nearest(now.reachable())]
    else:
        direction = -1 if now.sowing else now.direction
        starts = [(line_onward(context, direction, now.captured), now)]
    unsure = []
    for line, there in starts:
        answer = fertilizable(line, 0, _state(there), now.forest)
        if answer is Possibility.YES:
            return True
        if answer is Possibility.MAYBE:
            unsure.append((line, there))
    return any(_search(there, line, False, limit) for line, there in unsure)


def _search(start: PartialTurn, line: Line, stay: bool, limit: float | None) -> bool:
    """Search for a fertilization at this stop, or unless *stay* a later one.

    Exact up to *limit* states; past that the answer is yes, so that a turn which
    might still become legal is never called wrong. Captured forests only help towards it (they
    raise the limit and the numbers), so they are taken at once; what is searched is which seeds
    to summon, and where.

    :param line: one with this stop, and those it can go on to, as they are now.
    """
    limit = SEARCH_LIMIT if limit is None else limit
    # A state is the turn it came from and a seed to be summoned, 0 for none.
    todo: list[tuple[PartialTurn, int]] = [(start, 0)]
    seen: set[tuple[int, int, int]] = set()
    while todo:
        now, summoned = todo.pop()
        key = now.at, now.sprites | summoned, now.trees
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > limit:
            return True
        if summoned:
            now = now.changed(
                seeds=now.seeds & ~summoned,
                enemy_seeds=now.enemy_seeds & ~summoned,
                sprites=now.sprites | summoned,
            )
        stop = line.stop(line.cells.index(now.at))
        fertile, capturable, _ = stop.opened(now.seeds, now.sprites, now.enemy_trees)
        if fertile:
            return True
        captured = 0
        for group in capturable:
            captured |= group
        if captured:
            now = now.changed(
                trees=now.trees | captured, enemy_trees=now.enemy_trees ^ captured, _forest=-1
            )
        if now.sprites.bit_count() <= now.forest:
            called = stop.called(now.seeds | now.enemy_seeds, now.mine)
            todo.extend((now, 1 << cell) for cell in cells_in(called))
        if not stay:
            todo.extend((now.gone(*way), 0) for way in now.reachable()[:1])
    return False


# What the moves generated look at ----------------------------------------------------------------


def _state(now: PartialTurn) -> State:
    return now.seeds, now.sprites, now.trees, now.enemy_seeds, now.enemy_trees


def _context(now: PartialTurn) -> MoveContext:
    """Return the pieces around the one that acts, which is taken up."""
    bit = 1 << now.at
    return MoveContext(
        now.board,
        now.occupied ^ bit,
        now.seeds & ~bit,
        now.sprites & ~bit,
        now.trees,
        now.enemy_seeds,
        now.enemy_sprites,
        now.enemy_trees,
        start=now.at,
    )


def _stop(now: PartialTurn) -> Stop:
    """Return the facts of this stop."""
    taken = 0 if now.sowing or now.captured else 1 << now.at
    return Stop(_context(now), now.at, taken, now.sowing)
