"""Every kind of game, for tests that must hold for all of them."""

import random
from typing import Any

from abstractplay_hex import Game, new_game
from tests.conftest import ticking_clock

KINDS: list[tuple[str, tuple[str, ...]]] = [("pods", ())]
"""Uid and variants of each kind of game there is."""


def kind_id(kind: tuple[str, tuple[str, ...]]) -> str:
    return "-".join((kind[0], *kind[1]))


def fresh(kind: tuple[str, tuple[str, ...]]) -> Game[Any, Any]:
    """Begin a game of a kind, with a ticking clock."""
    return new_game(kind[0], kind[1], clock=ticking_clock())


def played(kind: tuple[str, tuple[str, ...]], seed: int, plies: int) -> Game[Any, Any]:
    """Play random legal turns, as many as asked for or until the game ends."""
    rng = random.Random(seed)
    game = fresh(kind)
    for _ in range(plies):
        move = game.random_move(rng)
        if move is None:
            break
        game.move(move)
    return game
