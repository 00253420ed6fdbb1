"""A random turn, found by strolling along one line and converting by chance; nothing is listed."""

from random import Random

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.movegen.lines import (
    Line,
    context_of,
    line_over,
    reaches,
    sow_line,
    sowable,
)
from abstractplay_hex.games.dendria.movegen.move_context import grown_to
from abstractplay_hex.games.dendria.movegen.phrases import PASS, phrases_of
from abstractplay_hex.games.dendria.notation import Conversion, Sow, SpriteMove, Step, Turn
from abstractplay_hex.games.dendria.position import DendriaPosition

# Tries at ends that need a fertilization before a turn that needs none is taken instead.
_TRIES = 12


def random_turn(position: DendriaPosition, rng: Random) -> Turn:
    """Return a random legal turn without listing them; every legal turn has a chance.

    The action is drawn evenly among the pass, the sowable cells and the sprites' landings; then
    conversions are made as long as a coin falls so.

    :raises ValueError: if the game is over.
    """
    if position.over:
        raise ValueError("the game is over")
    context = context_of(position)
    actions: list[tuple[Line, int]] = [
        (sow_line(context, cell), 0) for cell in cells_in(sowable(context))
    ]
    for start in cells_in(context.sprites):
        lifted = context.without(start)
        for direction, ahead in enumerate(reaches(context, start)):
            if any(ahead):
                line = line_over(lifted, direction, *ahead)
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
    return PASS


def _stroll(line: Line, end: int, rng: Random) -> Sow | SpriteMove | None:
    """Go along *line* to stop *end*, converting by chance; ``None`` if that ends up illegal."""
    context = line.context
    trees, enemy_seeds, enemy_trees = context.trees, context.enemy_seeds, context.enemy_trees
    seeds, sprites = context.seeds, context.sprites
    must = not line.spends[end]
    if line.context.start < 0:
        seeds |= 1 << line.cells[0]
    largest = context.largest
    name, phrases = context.board.layout.name, phrases_of(context.board)
    steps: tuple[Step, ...] = ()
    made: tuple[Conversion, ...] = ()
    for k in range(end + 1):
        bit = 1 << line.cells[k]
        if k and line.between[k] & (trees | enemy_trees):
            # A tree made on the way is in the way now.
            return None
        if line.context.start >= 0:
            sprites |= bit
        while k == end or rng.random() < 0.25:
            fertile, capturable, called, _ = line.stop(k).survey(
                seeds, sprites, trees, enemy_seeds, enemy_trees, True
            )
            summoning = sprites.bit_count() <= largest
            options = [*fertile, *capturable]
            if summoning:
                options += [1 << cell for cell in cells_in(called)]
            if not options:
                break
            wanting = must and not trees & context.seeds
            if not wanting and rng.random() < 0.4:
                break
            choice = options[rng.randrange(len(options))]
            if wanting and fertile and k == end and rng.random() < 0.5:
                choice = fertile[rng.randrange(len(fertile))]
            if choice in fertile or choice in capturable:
                # A group of one seed can be told from the same seed summoned by a second coin only.
                single = not choice & choice - 1
                both = choice in fertile and single and choice & called and summoning
                if not both or rng.random() < 0.5:
                    if choice in fertile:
                        seeds ^= choice
                    else:
                        enemy_trees ^= choice
                    trees |= choice
                    largest = max(largest, grown_to(context.board, trees, choice))
                    made = (*made, phrases.trees[choice & -choice])
                    continue
            seeds &= ~choice
            enemy_seeds &= ~choice
            sprites |= choice
            made = (*made, phrases.summons[choice])
        if line.context.start >= 0 and k < end:
            sprites ^= bit
            if made:
                steps, made = (*steps, Step(name[line.cells[k]], False, made)), ()
    if must and not trees & context.seeds:
        return None
    return _turn(line, end, steps, made)


def _turn(
    line: Line, end: int, steps: tuple[Step, ...], made: tuple[Conversion, ...]
) -> Sow | SpriteMove:
    """Return the canonical turn along *line* that ends at stop *end*."""
    name = line.context.board.layout.name
    cell = name[line.cells[end]]
    start = line.context.start
    if start < 0:
        return Sow(cell, made)
    capture = line.captures and end == len(line.cells) - 1
    return SpriteMove(name[start], (*steps, Step(cell, capture, made)))
