"""Every kind of game, for tests that must hold for all of them."""

import random
from itertools import islice
from typing import Any

from abstractplay_hex import Game, new_game
from tests.conftest import ticking_clock

KINDS: list[tuple[str, tuple[str, ...]]] = [
    ("pods", ()),
    ("dendria", ("size-5",)),
    ("dendria", ()),
    ("dendria", ("modular-7",)),
    ("dendria", ("modular-8", "solo")),
]
"""Uid and variants of each kind of game there is."""


def kind_id(kind: tuple[str, tuple[str, ...]]) -> str:
    return "-".join((kind[0], *kind[1]))


def fresh(kind: tuple[str, tuple[str, ...]]) -> Game[Any, Any]:
    """Begin a game of a kind, with a ticking clock."""
    return new_game(kind[0], kind[1], clock=ticking_clock())


def some_moves(game: Game[Any, Any], most: int = 50) -> list[str]:
    """Return the first legal turns: a game flagged ``no-moves`` may have more than can be listed."""
    return list(islice(game.iter_moves(), most))


def played(kind: tuple[str, tuple[str, ...]], seed: int, plies: int) -> Game[Any, Any]:
    """Play random legal turns, as many as asked for; turns that end the game are taken back."""
    rng = random.Random(seed)
    game = fresh(kind)
    while len(game.stack) <= plies:
        move = game.random_move(rng)
        if move is None:
            break
        if game.move(move).gameover:
            game.undo()
    return game
