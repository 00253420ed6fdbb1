"""Find the weights of an evaluation by the results of games: ``python -m tools.fit_values GAME``.

Rules play by themselves, by the evaluation as it is; games begin with some random turns, and some are
strewn in. Of each game some positions are taken, with who won in the end.
The weights are those by which the results are likeliest if a lead wins with a chance of
1 / (1 + exp(-lead)): a logistic regression, by Newton's method. A quarter of the games is left out
of it, to see what the weights are good for. The same seed finds the same weights.

What fits best need not play best: try weights with ``python -m tools.match_values``.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from math import exp, log1p
from typing import Final, TypeAlias

from tools.selfplay import (
    EVALUATIONS,
    Chooser,
    begun,
    best,
    best_by_reply,
    rest_of_game,
    rules_of,
)

Row: TypeAlias = tuple[Sequence[float], float]
"""The terms of a position, and how player 1 did: 1 won, 0 lost."""

TAKEN: Final = 0.4
"""The share of positions that are taken."""
PULL: Final = 1e-3
"""How strongly weights are held near 0, for terms as large as their spread."""


def games(uid: str, number: int, seed: int, choose: Chooser = best) -> list[list[Row]]:
    """Play, and return the rows of each game that someone has won."""
    rules, of = rules_of(uid), EVALUATIONS[uid]
    found = []
    for n in range(number):
        rng = random.Random(f"{seed}-{n}")
        position = begun(rules, of.boards[n % len(of.boards)], rng.randrange(2, 10), rng)
        noise = rng.choice((0.0, 0.03, 0.1, 0.2))
        *played, last = rest_of_game(rules, position, (choose,) * 2, rng, noise)
        winners = rules.outcome(last)
        if winners is not None and len(winners) == 1:
            won = float(winners == (1,))
            found.append([(of.of(p), won) for p in played if rng.random() < TAKEN])
        print(f"\r{n + 1} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    return found


def chance(weights: Sequence[float], terms: Sequence[float]) -> float:
    """Return the chance to win."""
    lead = sum(w * x for w, x in zip(weights, terms, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))


def loss(weights: Sequence[float], rows: Sequence[Row]) -> float:
    """Return the mean of -log(chance of what came), which is 0.693 for who knows nothing."""
    total = 0.0
    for terms, won in rows:
        lead = sum(w * x for w, x in zip(weights, terms, strict=True))
        total += log1p(exp(-max(-30.0, min(30.0, lead if won else -lead))))
    return total / len(rows)


def fit(rows: Sequence[Row], rounds: int = 12) -> list[float]:
    """Return the likeliest weights."""
    size = len(rows[0][0])
    spread = [sum(row[0][i] ** 2 for row in rows) / len(rows) for i in range(size)]
    weights = [0.0] * size
    for _ in range(rounds):
        slope = [len(rows) * PULL * spread[i] * weights[i] for i in range(size)]
        bend = [
            [len(rows) * PULL * (spread[i] + 1e-9) if i == j else 0.0 for j in range(size)]
            for i in range(size)
        ]
        for terms, won in rows:
            p = chance(weights, terms)
            off, sure = p - won, p * (1 - p)
            for i, x in enumerate(terms):
                if x:
                    slope[i] += off * x
                    row, times = bend[i], sure * x
                    for j in range(i + 1):
                        row[j] += times * terms[j]
        for i in range(size):
            for j in range(i):
                bend[j][i] = bend[i][j]
        step = solved(bend, slope)
        weights = [w - s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def solved(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Return x with matrix · x = right (Gauss's elimination; the matrix is positive definite)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for row in rows[i + 1 :]:
            times = row[i] / pivot[i]
            row[i:] = [a - times * b for a, b in zip(row[i:], pivot[i:], strict=True)]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        row = rows[i]
        known = sum(a * x for a, x in zip(row[i + 1 : -1], found[i + 1 :], strict=True))
        found[i] = (row[-1] - known) / row[i]
    return found


def main(arguments: list[str] | None = None) -> int:
    """Play, fit, and print the weights."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_values", description=__doc__)
    parser.add_argument("game", choices=EVALUATIONS)
    parser.add_argument("--games", type=int, default=400, metavar="N", help="how many to play")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--reply", action="store_true", help="look one reply ahead (slower)")
    given = parser.parse_args(arguments)
    choose = best_by_reply if given.reply else best
    found = games(given.game, given.games, given.seed, choose)
    kept = [row for n, rows in enumerate(found) if n % 4 for row in rows]
    left = [row for rows in found[::4] for row in rows]
    if not (kept and left):
        parser.error("too few games have a winner")
    print(f"{len(found)} games with a winner, {len(kept) + len(left)} positions")
    print(f"loss on the games left out: {loss(fit(kept), left):.4f}")
    for name, weight in zip(EVALUATIONS[given.game].terms, fit(kept + left), strict=True):
        print(f"{name:16} {weight:7.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
