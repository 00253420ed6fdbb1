"""Try other weights in matches: ``python -m tools.match_values GAME NAME=VALUE …``.

The names are those of constants in the game's ``valuing`` module, values are Python's:
``pods FRESH=2``, ``dendria "EMPTY=(0.2, …)"``. Both sides choose the turn that is worth most, the one
by the weights tried, the other by those there are. Games come in pairs with the same random opening
and colours swapped.
"""

import argparse
import random
import sys
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from abstractplay_hex.rules.interface import AnyRules
from tools.selfplay import (
    EVALUATIONS,
    Chooser,
    begun,
    best,
    best_by_reply,
    rest_of_game,
    rules_of,
)


@contextmanager
def changed(module: Any, constants: dict[str, Any]) -> Iterator[None]:
    """Give constants of a module other values for a while."""
    before = {name: getattr(module, name) for name in constants}
    _give(module, constants)
    try:
        yield
    finally:
        _give(module, before)


def _give(module: Any, constants: dict[str, Any]) -> None:
    """Give constants values, and let the module's functions forget what they made of others."""
    for name, value in constants.items():
        setattr(module, name, value)
    for function in vars(module).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def match(
    uid: str,
    constants: dict[str, Any],
    number: int,
    seed: int,
    variants: tuple[str, ...] = (),
    choose: Chooser = best,
) -> tuple[int, int, int]:
    """Play, and return how many games the constants tried won, drew and lost."""
    rules, module = rules_of(uid), EVALUATIONS[uid].module

    def trying(rules: AnyRules, position: Any, rng: random.Random) -> Any:
        with changed(module, constants):
            return choose(rules, position, rng)

    won = drawn = 0
    for n in range(number):
        position = begun(rules, variants, 4, random.Random(f"{seed}-{n // 2}"))
        seat = 1 + n % 2
        sides = (trying, choose) if seat == 1 else (choose, trying)
        last = rest_of_game(rules, position, sides, random.Random(f"{seed}-{n}"))[-1]
        winners = rules.outcome(last)
        won += winners == (seat,)
        drawn += winners is None or len(winners) != 1
    return won, drawn, number - won - drawn


def main(arguments: list[str] | None = None) -> int:
    """Play matches on all boards, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tools.match_values", description=__doc__)
    parser.add_argument("game", choices=EVALUATIONS)
    parser.add_argument("constants", nargs="+", metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="on each board")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--reply", action="store_true", help="both look one reply ahead")
    given = parser.parse_args(arguments)
    of, constants = EVALUATIONS[given.game], {}
    for text in given.constants:
        name, _, value = text.partition("=")
        if not (name.isupper() and hasattr(of.module, name)):
            parser.error(f"there is no constant {name}")
        constants[name] = literal_eval(value)
    choose = best_by_reply if given.reply else best
    for variants in of.boards:
        won, drawn, lost = match(given.game, constants, given.games, given.seed, variants, choose)
        board = " ".join(variants) or "default board"
        print(f"{board}: {won} won, {drawn} drawn, {lost} lost", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
