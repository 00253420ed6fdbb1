"""The turns with conversions along one line: a depth first search over its stops and the pieces' states.

Each state is met once. Going on comes before converting, and fertilizing before other conversions,
so that turns come early and evenly.
"""

from collections.abc import Iterator
from itertools import compress
from typing import Final, TypeAlias

from abstractplay_hex.games.dendria.movegen.conversions import Stop, Survey
from abstractplay_hex.games.dendria.movegen.fertilization import may_fertilize
from abstractplay_hex.games.dendria.movegen.lines import (
    Line,
    sow_line,
)
from abstractplay_hex.games.dendria.movegen.move_context import MoveContext, grown_to
from abstractplay_hex.games.dendria.movegen.phrases import Phrases
from abstractplay_hex.games.dendria.notation import (
    Conversion,
    Step,
)

Trail: TypeAlias = tuple[int, tuple[Step, ...], tuple[Conversion, ...]]
"""How a node was come to: its stop, the stops before where something was converted, and what was
converted here."""


# Groups of which all choices are kept at a time.
_FEW: Final = 8


class Explorer:
    """The depth first search of one line.

    What can be done at a stop with the pieces as they are is found when it comes up, not before: so
    what comes first costs no more where conversions abound.
    """

    __slots__ = ("_before", "_hopeless_after", "_last", "_line", "_phrases", "_seen")

    def __init__(self, phrases: Phrases, line: Line) -> None:
        context = line.context
        self._phrases = phrases
        self._line = line
        self._last = len(line.bits) - 1
        # After the last stop that spends energy no move is legal without a fertilization.
        k = len(line.spends)
        while k and not line.spends[k - 1]:
            k -= 1
        self._hopeless_after = k
        # Sowing needs no fertilization.
        self._before = context.seeds if context.start >= 0 else 0
        self._seen: set[tuple[int, int]] = set()

    def sow(self, survey: Survey) -> Iterator[Trail]:
        """Yield for every turn that sows and converts how it does.

        :param survey: what can be converted first.
        """
        line, context = self._line, self._line.context
        return self._convert(
            0, context.seeds | line.bits[0], context.sprites, context.trees,
            context.enemy_seeds, context.enemy_trees, survey, 0, 0, context.largest, 0, (), (),
        )  # fmt: skip

    def along(self) -> Iterator[Trail]:
        """Yield for every move that converts its last stop, the earlier ones that count, and how."""
        line, context = self._line, self._line.context
        seeds, sprites, trees = context.seeds, context.sprites, context.trees
        enemy_seeds, enemy_trees = context.enemy_seeds, context.enemy_trees
        largest = context.largest
        starts = []
        for k, survey in line.open:
            now = sprites | line.bits[k]
            if not (line.spends[k] or survey[0]) and k >= self._hopeless_after:
                state = seeds, now, trees, enemy_seeds, enemy_trees
                if not may_fertilize(line, k, state, largest):
                    break
            starts.append((k, now, survey))
        # Who converts has other pieces than who has not: going along without is no state met twice.
        for k, now, survey in reversed(starts):
            yield from self._convert(
                k, seeds, now, trees, enemy_seeds, enemy_trees,
                survey, 0, 0, largest, 0, (), (),
            )  # fmt: skip

    def _go_on(
        self, k: int, seeds: int, sprites: int, trees: int, enemy_seeds: int, enemy_trees: int,
        largest: int, fresh: int, steps: tuple[Step, ...], made: tuple[Conversion, ...],
    ) -> Iterator[Trail]:  # fmt: skip
        """Yield the turns that go on from stop *k* with the pieces as they are.

        :param largest: size of the largest forest when it was counted last.
        :param fresh: the trees made since.
        :param steps: the stops before where something was converted.
        :param made: the conversions made at this one.
        """
        line = self._line
        if line.between[k + 1] & (trees | enemy_trees):
            return
        sprites ^= line.bits[k] ^ line.bits[k + 1]
        key = sprites, trees
        if key in self._seen:
            return
        self._seen.add(key)
        if made:
            steps = (*steps, Step(line.context.board.layout.name[line.cells[k]], False, made))
        k += 1
        # A limit that is too low may be higher with the trees made meanwhile.
        summoning = sprites.bit_count() <= largest or fresh != 0
        survey = line.stop(k).survey(seeds, sprites, trees, enemy_seeds, enemy_trees, summoning)
        fertile, capturable, called, _ = survey
        if line.spends[k] or trees & self._before:
            yield k, steps, ()
        elif (
            (called or capturable)
            and not fertile
            and k >= self._hopeless_after
            and not may_fertilize(
                line, k, (seeds, sprites, trees, enemy_seeds, enemy_trees), largest
            )
        ):
            return
        if k < self._last:
            yield from self._go_on(
                k, seeds, sprites, trees, enemy_seeds, enemy_trees,
                largest, fresh, steps, (),
            )  # fmt: skip
        if fertile or capturable or called:
            yield from self._convert(
                k, seeds, sprites, trees, enemy_seeds, enemy_trees, survey, 0, 0, largest, fresh,
                steps, (),
            )  # fmt: skip

    def _convert(
        self, k: int, seeds: int, sprites: int, trees: int, enemy_seeds: int, enemy_trees: int,
        survey: Survey, fertilized: int, captured: int, largest: int, fresh: int,
        steps: tuple[Step, ...], made: tuple[Conversion, ...],
    ) -> Iterator[Trail]:  # fmt: skip
        """Yield the turns that make one more conversion at stop *k*, or more of them.

        Captures and fertilizations at one stop do not depend on each other: of all their orders
        one is enough, captures before fertilizations and each kind in the order of its list.

        :param fertilized: how many groups of the survey's list to leave out.
        :param captured: how many forests of its list to leave out.
        """
        seen, before, last = self._seen, self._before, k == self._last
        fertile, capturable, called, unwatched = survey
        if last and not (called or capturable):
            # Groups to fertilize and nothing else: any choice of them.
            for group, rest in _choices(self._phrases, fertile[fertilized:]):
                key = sprites, trees | group
                if key not in seen:
                    seen.add(key)
                    yield k, steps, (*made, *rest)
            return
        count = len(fertile) - 1
        for i in range(count, fertilized - 1, -1):
            group = fertile[i]
            now = trees | group
            key = sprites, now
            if key in seen:
                continue
            seen.add(key)
            makes = (*made, self._phrases.trees[group & -group])
            yield k, steps, makes
            if not last:
                yield from self._go_on(
                    k, seeds ^ group, sprites, now, enemy_seeds, enemy_trees,
                    largest, fresh | group, steps, makes,
                )  # fmt: skip
            others = called & ~group
            if others or i < count:
                yield from self._convert(
                    k, seeds ^ group, sprites, now, enemy_seeds, enemy_trees,
                    (fertile[:i] + fertile[i + 1 :], capturable, others, unwatched),
                    i, len(capturable), largest, fresh | group, steps, makes,
                )  # fmt: skip
        if not (called or capturable):
            return
        line = self._line
        stop = line.stop(k)
        spent = line.spends[k]
        hopeless = not spent and k >= self._hopeless_after
        count = len(capturable) - 1
        for i in range(count, captured - 1, -1):
            group = capturable[i]
            now, left = trees | group, enemy_trees ^ group
            key = sprites, now
            if key in seen:
                continue
            seen.add(key)
            calling = called | stop.called(
                (seeds | enemy_seeds) & ~called, seeds | sprites | now, group
            )
            makes = (*made, self._phrases.trees[group & -group])
            if spent or now & before:
                yield k, steps, makes
            elif (
                hopeless
                and not fertile
                and (calling or count)
                and not may_fertilize(line, k, (seeds, sprites, now, enemy_seeds, left), largest)
            ):
                continue
            if not last:
                yield from self._go_on(
                    k, seeds, sprites, now, enemy_seeds, left,
                    largest, fresh | group, steps, makes,
                )  # fmt: skip
            if calling or fertile or i < count:
                yield from self._convert(
                    k, seeds, sprites, now, enemy_seeds, left,
                    (fertile, capturable[:i] + capturable[i + 1 :], calling, unwatched),
                    0, i, largest, fresh | group, steps, makes,
                )  # fmt: skip
        if not called:
            return
        count = sprites.bit_count()
        if count > largest and fresh:
            largest, fresh = max(largest, grown_to(line.context.board, trees, fresh)), 0
        if count > largest:
            return
        while called:
            bit = 1 << called.bit_length() - 1
            called ^= bit
            now = sprites | bit
            key = now, trees
            if key in seen:
                continue
            seen.add(key)
            then = self._summoned(
                stop, bit, seeds, now, trees, enemy_seeds, enemy_trees, survey,
                count < largest or fresh != 0,
            )  # fmt: skip
            makes = (*made, self._phrases.summons[bit])
            options = then[0] or then[1] or then[2]
            if spent or trees & before:
                yield k, steps, makes
            elif (
                hopeless
                and options
                and not then[0]
                and not may_fertilize(
                    line, k, (seeds & ~bit, now, trees, enemy_seeds & ~bit, enemy_trees), largest
                )
            ):
                continue
            if not last:
                yield from self._go_on(
                    k, seeds & ~bit, now, trees, enemy_seeds & ~bit, enemy_trees,
                    largest, fresh, steps, makes,
                )  # fmt: skip
            if options:
                yield from self._convert(
                    k, seeds & ~bit, now, trees, enemy_seeds & ~bit, enemy_trees,
                    then, 0, 0, largest, fresh, steps, makes,
                )  # fmt: skip

    def _summoned(
        self, stop: Stop, bit: int, seeds: int, sprites: int, trees: int,
        enemy_seeds: int, enemy_trees: int, survey: Survey, summoning: bool,
    ) -> Survey:  # fmt: skip
        """Return the survey after the seed on *bit* was summoned, from the one before.

        :param seeds: the mover's seeds with it, if it was theirs; *enemy_seeds* likewise.
        :param sprites: the mover's, this one among them.
        """
        fertile, capturable, called, unwatched = survey
        called ^= bit
        own, left = seeds & bit, unwatched
        if left >= 0:
            left &= ~stop.view(bit)[0]
        if own or left < 0 or left != unwatched or sprites == bit:
            fertile, capturable, left = stop.opened(seeds & ~bit, sprites, enemy_trees, left)
        if not (summoning or fertile or capturable):
            called = 0
        elif not own:
            others = (seeds | enemy_seeds) & ~called & ~bit
            called |= stop.called(others, seeds | sprites | trees, bit)
        return fertile, capturable, called, left


def _choices(phrases: Phrases, fertile: list[int]) -> Iterator[tuple[int, tuple[Conversion, ...]]]:
    """Yield any choice of the groups *fertile* but none: all its cells, and the conversions."""
    # The choices among the last few are kept, those among the others counted through.
    others, few = fertile[:-_FEW], fertile[-_FEW:]
    endings: list[tuple[int, tuple[Conversion, ...]]] = [(0, ())]
    for group in reversed(few):
        conversion = phrases.trees[group & -group]
        for cells, rest in endings[:]:
            ending = cells | group, (conversion, *rest)
            endings.append(ending)
            yield ending
    for number in range(1, 1 << len(others)):
        chosen = list(compress(others, map(int, f"{number:0{len(others)}b}")))
        conversions = tuple([phrases.trees[group & -group] for group in chosen])
        for cells, rest in endings:
            yield sum(chosen, cells), (*conversions, *rest)


def explore_sow(
    phrases: Phrases, context: MoveContext, bit: int, survey: Survey
) -> Iterator[Trail]:
    """Yield for every turn that sows on *bit* and converts how it does."""
    fertile, capturable, called, _ = survey
    if not (called or capturable):
        return ((0, (), made) for _, made in _choices(phrases, fertile))
    return Explorer(phrases, sow_line(context, bit.bit_length() - 1)).sow(survey)


def explore(phrases: Phrases, line: Line) -> Iterator[Trail]:
    """Yield for every turn of *line* that converts its last stop, the earlier ones that count, and how."""
    k, (fertile, capturable, called, _) = line.open[0]
    if called or capturable or k < len(line.bits) - 1:
        return Explorer(phrases, line).along()
    return ((k, (), made) for _, made in _choices(phrases, fertile))
