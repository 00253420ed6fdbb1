"""Every turn of a position of Dendria with what it is worth, from what it changes alone.

Most turns change one thing, and what the others convert, many turns convert: what a set of pieces
counts for is worked out once. The values are those of :mod:`.valuing` for the position after each.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from abstractplay_hex.board import cells_in, picked
from abstractplay_hex.games.dendria.group_sizes import GroupSizes
from abstractplay_hex.games.dendria.movegen.lines import context_of, moves, open_sows, sowable
from abstractplay_hex.games.dendria.movegen.phrases import PASS, phrases_of
from abstractplay_hex.games.dendria.movegen.search import explore, explore_sow
from abstractplay_hex.games.dendria.notation import Sow, SpriteMove, Step, Turn
from abstractplay_hex.games.dendria.playing import after
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.scoring import winners
from abstractplay_hex.games.dendria.valuing import compared, energy, squashed, value, weights
from abstractplay_hex.rules.interface import outcome_values

MOST: Final = 1000
"""So many turns are valued at most."""
ALONG: Final = 100
"""So many of those that convert are valued of each sow, and of each line of a sprite."""


def ranked(position: DendriaPosition) -> list[tuple[Turn, float]]:
    """Return legal turns with what they are worth to the player to move, best first.

    All of them, unless very many convert: then :data:`ALONG` of each line, and :data:`MOST` in all.
    """
    if position.over:
        return []
    found: list[tuple[Turn, float]] = [(PASS, _passing(position))]
    found += islice(_acting(position), MOST - 1)
    found.sort(key=lambda found: found[1], reverse=True)
    return found


def _passing(position: DendriaPosition) -> float:
    """Return what it is worth to pass."""
    there = after(position, PASS)
    assert isinstance(there, DendriaPosition)
    seat = position.side - 1
    if there.over:
        return outcome_values(winners(there), 2)[seat]
    return -value(there) if seat else value(there)


def _acting(position: DendriaPosition) -> Iterator[tuple[Turn, float]]:
    """Yield the turns other than the pass, those that convert last."""
    board = position.board
    context, phrases, name = context_of(position), phrases_of(board), board.layout.name
    values = _Values(position)
    cells = sowable(context)
    if cells:
        worth = values.sows(cells)
        yield from zip(picked(cells, phrases.sows), worth, strict=True)
    ways = [*moves(context)]
    for start, ends, captures, _ in ways:
        if ends:
            worth = values.moves(start, ends)
            yield from zip(picked(ends, phrases.moves(start)), worth, strict=True)
        for cell in cells_in(captures):
            yield SpriteMove(name[start], (Step(name[cell], True),)), values.capture(start, cell)
    if cells:
        for bit, survey in open_sows(context, cells):
            sown = name[bit.bit_length() - 1]
            for _, _, made in islice(explore_sow(phrases, context, bit, survey), ALONG):
                turn: Turn = Sow(sown, made)
                yield turn, values.converted(turn, 1)
    for _, _, _, lines in ways:
        for line in lines:
            sprite, at = name[line.context.start], line.cells
            captured = len(at) - 1 if line.captures else -1
            for k, steps, made in islice(explore(phrases, line), ALONG):
                last = Step(name[at[k]], k == captured, made)
                turn = SpriteMove(sprite, (*steps, last) if steps else (last,))
                yield turn, values.converted(turn, -1 if k == captured else 0)


class _Values:
    """What turns of one position are worth to the player to move. Differences are the mover's less the other's."""

    def __init__(self, position: DendriaPosition) -> None:
        self._position = position
        board, seeds, sprites, trees, side, _, _ = position
        self._board = board
        self._mine, self._theirs = side - 1, 2 - side
        land = board.land.bit_count()
        empty = position.empty.bit_count()
        #: Weights by how many more cells are occupied than now (-1 is the last).
        self._weights = [weights((empty - more) / land) for more in (0, 1, -1)]
        self._groups = [GroupSizes(board, mask) for mask in seeds]
        self._forests = [GroupSizes(board, mask) for mask in trees]
        #: Steps left to all of a player's sprites, by their mask.
        self._left: dict[int, int] = {}
        self._score, self._unused = self._sizes_of(seeds, trees)
        self._trees = trees[self._mine].bit_count() - trees[self._theirs].bit_count()
        self._sprites = sprites[self._mine].bit_count() - sprites[self._theirs].bit_count()
        self._seeds = seeds[self._mine].bit_count() - seeds[self._theirs].bit_count()
        self._steps = self._steps_of(sprites)

    def _worth(
        self, more: int, score: float, trees: int, sprites: int, seeds: int, unused: int, steps: int
    ) -> float:
        of = self._weights[more]
        return squashed(
            of[0] * score
            + of[1] * trees
            + of[2] * sprites
            + of[3] * seeds
            + of[4] * unused
            + of[5] * steps
            - of[6]
        )

    def sows(self, cells: int) -> Iterable[float]:
        """Return what it is worth to sow on each of *cells* and convert nothing."""
        joined: dict[int, tuple[int, ...]] = dict.fromkeys(cells_in(cells), ())
        for size, near in self._groups[self._mine].beside(cells):
            for cell in cells_in(near):
                joined[cell] += (size,)
        by_joined = {sizes: self._sow(sizes) for sizes in {*joined.values()}}
        return map(by_joined.__getitem__, joined.values())

    def _sow(self, joined: tuple[int, ...]) -> float:
        """Return what it is worth to sow where groups of these sizes are joined."""
        numbers = self._groups[self._mine].numbers
        used = self._forests[self._mine](self._position.trees[self._mine])
        sizes = {size for size, number in numbers.items() if number > joined.count(size)}
        sizes.add(1 + sum(joined))
        change = len(sizes - used) - len(numbers.keys() - used)
        return self._worth(
            1, self._score, self._trees, self._sprites, self._seeds + 1,
            self._unused + change, self._steps,
        )  # fmt: skip

    def moves(self, start: int, ends: int) -> Iterable[float]:
        """Return what it is worth to move the sprite on *start* to each of *ends*."""
        left = self._board.edge_distance
        by_left = {
            steps: self._worth(
                0, self._score, self._trees, self._sprites, self._seeds, self._unused,
                self._steps + steps - left[start],
            )
            for steps in {left[cell] for cell in cells_in(ends)}
        }  # fmt: skip
        return [by_left[left[cell]] for cell in cells_in(ends)]

    def capture(self, start: int, cell: int) -> float:
        """Return what it is worth to capture the sprite on *cell* with that on *start*."""
        left = self._board.edge_distance
        # The one sprite comes to have as many steps left as the other had.
        steps = self._steps - left[start] + 2 * left[cell]
        return self._worth(
            -1, self._score, self._trees, self._sprites + 1, self._seeds, self._unused, steps
        )

    def converted(self, turn: Turn, more: int) -> float:
        """Return what a turn that converts is worth.

        :param more: how many more cells are occupied after it.
        """
        _, seeds, sprites, trees, _, _, _ = after(self._position, turn)  # type: ignore[misc]
        mine, theirs = self._mine, self._theirs
        score, unused = self._sizes_of(seeds, trees)
        return self._worth(
            more,
            score,
            trees[mine].bit_count() - trees[theirs].bit_count(),
            sprites[mine].bit_count() - sprites[theirs].bit_count(),
            seeds[mine].bit_count() - seeds[theirs].bit_count(),
            unused,
            self._steps_of(sprites),
        )

    def _sizes_of(self, seeds: tuple[int, int], trees: tuple[int, int]) -> tuple[float, int]:
        mine, theirs = self._mine, self._theirs
        forests, groups = self._forests, self._groups
        return compared(
            forests[mine](trees[mine]),
            forests[theirs](trees[theirs]),
            groups[mine](seeds[mine]),
            groups[theirs](seeds[theirs]),
        )

    def _steps_of(self, sprites: tuple[int, int]) -> int:
        left = self._left
        for mask in sprites:
            if mask not in left:
                left[mask] = energy(self._board, mask)
        return left[sprites[self._mine]] - left[sprites[self._theirs]]
