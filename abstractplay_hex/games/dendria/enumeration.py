"""All turns, lazily: exactly one canonical turn for each position a legal turn can lead to.

Which cells are occupied after a turn, and by whom, tells the action with its start and end (pieces
put or moved differ; conversions change neither occupied cells nor sprites that were there). So two
turns can only lead to the same position if they are the same sow, or moves of one sprite to one
cell: what was met is remembered for one line of one sprite at a time, and the list of all turns is
never held.

Within a line, a *node* is a stop with a state of the pieces. From it one goes on to the next stop,
or makes one more conversion. All nodes are met, each once, by depth first search; going on before
converting, and fertilizing before other conversions, so that turns come early and evenly. What can be
converted is found anew at each stop; after a summoning only what it changed is looked at.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.lines import Line, parts, scene_of
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
from abstractplay_hex.games.dendria.prospects import could_fertilize
from abstractplay_hex.games.dendria.stops import Stop, Survey, grown_to

Trail: TypeAlias = tuple[int, tuple[Step, ...], tuple[Conversion, ...]]
"""How a node was come to: its stop, the stops before where something was converted, and what was
converted here."""

Node: TypeAlias = tuple[Any, ...]
"""A stop and a state of the pieces, with what can be done there and how it was come to.

In order: index of the stop; own seeds, sprites, trees; the opponent's seeds and trees; a survey
(``None`` where there is certainly nothing to convert), and how many fertilizations and captures to
leave out from its lists; size of the largest forest when it was counted last, and trees made since;
the stops before where something was converted, and the conversions made here.
"""


class Explorer:
    """The depth first search of one line. Nodes are made when they come up, not before.

    So what comes first costs no more where conversions abound: of a hundred ways on from a node
    one is made at a time.
    """

    __slots__ = ("_before", "_bits", "_line", "_name", "_seen", "_trees")

    def __init__(self, line: Line) -> None:
        scene = line.setting
        self._line = line
        self._name = scene.board.layout.name
        self._bits = [1 << c for c in line.cells]
        self._trees = scene.trees
        # Sowing needs no fertilization.
        self._before = scene.seeds if scene.start >= 0 else 0
        self._seen: set[tuple[int, int]] = set()

    def run(self) -> Iterator[Trail]:
        """Yield for every turn its last stop, the earlier ones that count, and conversions."""
        line, scene, before = self._line, self._line.setting, self._before
        spends, hopeless_after, last = line.spends, line.hopeless_after, len(line.cells) - 1
        seeds, sprites = scene.seeds, scene.sprites
        if scene.start < 0:
            seeds |= self._bits[0]
        else:
            sprites |= self._bits[0]
        node: Node | None = self._arrived(
            0, seeds, sprites, scene.trees, scene.enemy_seeds, scene.enemy_trees,
            line.rich & self._bits[0], scene.largest, 0, (),
        )  # fmt: skip
        stack: list[Iterator[Node]] = []
        while True:
            while node is None:
                if not stack:
                    return
                node = next(stack[-1], None)
                if node is None:
                    stack.pop()
            k, trees, survey = node[0], node[3], node[6]
            if spends[k] or trees & before:
                yield k, node[11], node[12]
            elif k >= hopeless_after and survey is not None:
                _, fertile, capturable, called = survey
                # Its largest forest as counted last is good enough for a bound.
                if (
                    not fertile
                    and (called or capturable)
                    and not could_fertilize(line, k, node[1:6], node[9])
                ):
                    node = None
                    continue
            if k == last and (survey is None or not (survey[1] or survey[2] or survey[3])):
                node = None
                continue
            ways = self._ways(*node)
            node = next(ways, None)
            if node is not None:
                stack.append(ways)

    def _arrived(
        self, k: int, seeds: int, sprites: int, trees: int, enemy_seeds: int, enemy_trees: int,
        rich: int, largest: int, fresh: int, steps: tuple[Step, ...],
    ) -> Node:  # fmt: skip
        """Return the node of coming to a stop; without *rich*, nothing can be converted there."""
        survey = None
        if rich:
            # A limit that is too low may be higher with the trees made meanwhile.
            survey = self._line.stop(k).survey(
                seeds, sprites, trees, enemy_seeds, enemy_trees,
                sprites.bit_count() <= largest or fresh != 0,
            )  # fmt: skip
        return (
            k, seeds, sprites, trees, enemy_seeds, enemy_trees, survey, 0, 0, largest, fresh, steps, (),
        )  # fmt: skip

    def _ways(
        self, k: int, seeds: int, sprites: int, trees: int, enemy_seeds: int, enemy_trees: int,
        survey: Survey | None, fertilized: int, captured: int, largest: int, fresh: int,
        steps: tuple[Step, ...], made: tuple[Conversion, ...],
    ) -> Iterator[Node]:  # fmt: skip
        """Yield the nodes one step or one conversion further that were not met before.

        Captures and fertilizations at one stop do not depend on each other: of all their orders
        one is enough, captures before fertilizations and each kind in the order of its list.
        """
        line, seen, name = self._line, self._seen, self._name
        if k + 1 < len(self._bits) and not line.between[k + 1] & (trees | enemy_trees):
            now = sprites ^ self._bits[k] ^ self._bits[k + 1]
            key = now, trees
            if key not in seen:
                seen.add(key)
                passed = (*steps, Step(name[line.cells[k]], False, made)) if made else steps
                rich = passed or line.rich & self._bits[k + 1]
                yield self._arrived(
                    k + 1, seeds, now, trees, enemy_seeds, enemy_trees,
                    1 if rich else 0, largest, fresh, passed,
                )  # fmt: skip
        if survey is None:
            return
        unwatched, fertile, capturable, called = survey
        for i in range(len(fertile) - 1, fertilized - 1, -1):
            group = fertile[i]
            key = sprites, trees | group
            if key in seen:
                continue
            seen.add(key)
            yield (
                k, seeds ^ group, sprites, trees | group, enemy_seeds, enemy_trees,
                (unwatched, fertile[:i] + fertile[i + 1 :], capturable, called & ~group),
                i, len(capturable), largest, fresh | group, steps,
                (*made, conversion_of(name[(group & -group).bit_length() - 1], TREES)),
            )  # fmt: skip
        if not (called or capturable):
            return
        stop = line.stop(k)
        for i in range(len(capturable) - 1, captured - 1, -1):
            group = capturable[i]
            now = trees | group
            key = sprites, now
            if key in seen:
                continue
            seen.add(key)
            more = stop.called_by(group, (seeds | enemy_seeds) & ~called, seeds | sprites | now)
            yield (
                k, seeds, sprites, now, enemy_seeds, enemy_trees ^ group,
                (unwatched, fertile, capturable[:i] + capturable[i + 1 :], called | more),
                0, i, largest, fresh | group, steps,
                (*made, conversion_of(name[(group & -group).bit_length() - 1], TREES)),
            )  # fmt: skip
        if not called:
            return
        count = sprites.bit_count()
        if count > largest and fresh:
            largest, fresh = max(largest, grown_to(line.setting.board, trees, fresh)), 0
        if count > largest:
            return
        while called:
            bit = 1 << called.bit_length() - 1
            called ^= bit
            key = sprites | bit, trees
            if key in seen:
                continue
            seen.add(key)
            yield (
                k, seeds & ~bit, sprites | bit, trees, enemy_seeds & ~bit, enemy_trees,
                self._summoned(
                    stop, bit, seeds, sprites, trees, enemy_seeds, enemy_trees, survey,
                    count < largest or fresh != 0,
                ),
                0, 0, largest, fresh, steps,
                (*made, conversion_of(name[bit.bit_length() - 1], SUMMON)),
            )  # fmt: skip

    def _summoned(
        self, stop: Stop, bit: int, seeds: int, sprites: int, trees: int, enemy_seeds: int,
        enemy_trees: int, survey: Survey, summoning: bool,
    ) -> Survey:  # fmt: skip
        """Return the survey after a seed was summoned, from the one before."""
        unwatched, fertile, capturable, called = survey
        called ^= bit
        own = seeds & bit
        left = unwatched & ~stop.view(bit)[0]
        if own or left != unwatched or not sprites:
            near = stop.near(left)
            known = [group for group in fertile if not group & bit] if own else fertile
            fertile = stop.still_fertile(seeds & ~bit, near, known)
            if left != unwatched:
                capturable = stop.capturable(enemy_trees, near)
        if not own:
            others = (seeds | enemy_seeds) & ~called & ~bit
            called |= stop.called_by(bit, others, seeds | sprites | trees | bit)
        if not (summoning or fertile or capturable):
            called = 0
        return left, fertile, capturable, called


def explore(line: Line) -> Iterator[Trail]:
    """Yield for every turn of *line* its last stop, the earlier ones that count, and conversions."""
    return Explorer(line).run()


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
