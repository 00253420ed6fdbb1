"""All turns, lazily: exactly one canonical turn for each position a legal turn can lead to.

Which cells are occupied after a turn, and by whom, tells the action with its start and end (pieces
put or moved differ; conversions change neither occupied cells nor sprites that were there). So two
turns can only lead to the same position if they are the same sow, or moves of one sprite to one
cell: what was met is remembered for one line of one sprite at a time, and the list of all turns is
never held. Turns without conversions come first and in bulk.
"""

from collections.abc import Iterator

from abstractplay_hex.board import cells_in, picked
from abstractplay_hex.games.dendria.movegen.lines import context_of, moves, open_sows, sowable
from abstractplay_hex.games.dendria.movegen.phrases import PASS, phrases_of
from abstractplay_hex.games.dendria.movegen.search import explore, explore_sow
from abstractplay_hex.games.dendria.notation import Sow, SpriteMove, Step, Turn
from abstractplay_hex.games.dendria.position import DendriaPosition


def legal_turns(position: DendriaPosition) -> Iterator[Turn]:
    """Yield one canonical turn for each position that a legal turn leads to, the pass first."""
    if position.over:
        return
    yield PASS
    board = position.board
    name, phrases, context = board.layout.name, phrases_of(board), context_of(position)
    cells = sowable(context)
    if cells:
        yield from picked(cells, phrases.sows)
        for bit, survey in open_sows(context, cells):
            sown = name[bit.bit_length() - 1]
            for _, _, made in explore_sow(phrases, context, bit, survey):
                yield Sow(sown, made)
    for start, ends, captures, lines in moves(context):
        if ends:
            yield from picked(ends, phrases.moves(start))
        if captures:
            for cell in cells_in(captures):
                yield SpriteMove(name[start], (Step(name[cell], True),))
        for line in lines:
            sprite, at = name[line.context.start], line.cells
            captured = len(at) - 1 if line.captures else -1
            for k, steps, made in explore(phrases, line):
                last = Step(name[at[k]], k == captured, made)
                yield SpriteMove(sprite, (*steps, last) if steps else (last,))


def count_turns(position: DendriaPosition) -> int:
    """Count what :func:`legal_turns` yields."""
    if position.over:
        return 0
    phrases, context = phrases_of(position.board), context_of(position)
    cells = sowable(context)
    total = 1 + cells.bit_count()
    for bit, survey in open_sows(context, cells):
        for _ in explore_sow(phrases, context, bit, survey):
            total += 1
    for _, ends, captures, lines in moves(context):
        total += ends.bit_count() + captures.bit_count()
        for line in lines:
            for _ in explore(phrases, line):
                total += 1
    return total
