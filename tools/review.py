"""How good and how quick reviews are: ``python tools/review.py pods --games 100``.

In each game a blunder is planted at random: the worst turn of the list, at a ply that has a blunder on its
list (worth that much less than the best turn of the list, by the rules' own ``rank``) in a game not yet
decided. It is found if its review marks it as a mistake or a blunder. Then one whole game is reviewed,
by the clock, at the default budget.
"""

import argparse
import random
from collections import Counter
from time import perf_counter
from typing import Any

from abstractplay_hex import Game, analysis, new_game
from abstractplay_hex.analysis.marks import LOSSES, Mark, stretched
from abstractplay_hex.matches import rating
from abstractplay_hex.players import player

FOUND = (Mark.MISTAKE, Mark.BLUNDER)
DECIDED = 0.95
"""Advantage beyond which no blunder is planted."""


def game_of(uid: str, variants: tuple[str, ...], seed: str, plies: int) -> Game[Any, Any]:
    """Play a game as somebody who knows it a little does: now and then any turn at all."""
    rng = random.Random(seed)
    choose = player("level:3", seed)
    game = new_game(uid, variants)
    while not game.gameover and len(game.stack) <= plies:
        move = game.random_move(rng) if rng.random() < 0.05 else choose(game)
        if move is None:
            break
        game.move(move, trusted=True)
    return game


def planted(game: Game[Any, Any], rng: random.Random) -> Game[Any, Any] | None:
    """Return the last ply of a game and a blunder in it, or ``None`` if there is nowhere to plant one.

    Where the last one has no blunder on its list, another ply is taken by lot.
    """
    rules, last = game.rules, len(game.stack) - 1
    for at in (last, *rng.sample(range(last), last)):
        if game.stack[at].gameover:
            continue
        position = game.stack[at].position
        if abs(rules.evaluate(position)[0]) >= DECIDED:
            continue
        ranked = sorted(rules.rank(position), key=lambda found: -found[1])
        if not ranked:
            continue
        best, worst = stretched(ranked[0][1]), stretched(ranked[-1][1])
        if best - worst >= LOSSES[Mark.BLUNDER].stretched:
            cut: Game[Any, Any] = Game.of_plies(rules, game.setup, game.stack[at : at + 1])
            return cut.move(rules.write(ranked[-1][0]))
    return None


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("uid")
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    variants, marks, nowhere = tuple(given.variant), Counter[Mark | None](), 0
    number = 0
    while sum(marks.values()) < given.games and nowhere < given.games:
        seed = f"{given.seed}/{number}"
        number += 1
        rng = random.Random(seed)
        begun = game_of(given.uid, variants, seed, rng.randrange(given.plies))
        game = planted(begun, rng)
        if game is None:
            nowhere += 1
            continue
        marks[analysis.review(game).plies[-1].mark] += 1
    number, found = sum(marks.values()), sum(marks[mark] for mark in FOUND)
    share = rating(found, 0, number - found)
    told = ", ".join(f"{mark.value if mark else 'no mark'} {n}" for mark, n in marks.most_common())
    print(f"{given.uid} {' '.join(variants)}: {found} of {number} planted blunders found", end="")
    print(
        f" ({share.low:.1%} to {share.high:.1%}): {told}; {nowhere} games had nowhere to plant one"
    )
    games = (game_of(given.uid, variants, f"whole/{n}", given.plies) for n in range(8))
    game = max(games, key=lambda one: len(one.stack))
    began = perf_counter()
    review = analysis.review(game)
    seconds = perf_counter() - began
    marked = Counter(ply.mark for ply in review.plies)
    told = ", ".join(f"{mark.value if mark else 'no mark'} {n}" for mark, n in marked.most_common())
    print(f"review of {len(review.plies)} plies: {seconds:.1f} s; {told}")
    began = perf_counter()
    page = analysis.report_html(review, game)
    print(f"page of {len(page) / 1e6:.2f} MB: {perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
