"""A review in words: what is said of plies and players, for the terminal and for pages."""

from collections.abc import Sequence
from typing import Any

from abstractplay_hex.analysis.marks import Mark
from abstractplay_hex.analysis.model import ReviewedPly
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import say


def number(value: float) -> str:
    """Write an advantage or a loss with its sign: ``+0.34``, ``−0.07``, ``0.00``."""
    text = format(abs(value), ".2f")
    if text == "0.00":
        return text
    return f"{'+' if value > 0 else '−'}{text}"


def players_of(game: Game[Any, Any], names: Sequence[str] = ()) -> list[str]:
    """Return the players' names in seat order; "Player *n*" where one is missing.

    :raises ArgumentError: if *names* is no list of texts.
    """
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ArgumentError("argument.names")
    return [
        (names[n - 1] if n <= len(names) else "") or say("chat.player", number=n)
        for n in range(1, game.numplayers + 1)
    ]


def verdict(ply: ReviewedPly) -> str:
    """Say what a ply was worth; nothing of an ending by word."""
    if ply.loss is None or ply.best is None:
        return ""
    if ply.mark is Mark.ONLY_MOVE:
        return say("analysis.only")
    if ply.mark is not None:
        loss, best = format(ply.loss, ".2f"), ply.best.turn
        return say("analysis.lost", mark=ply.mark.said, loss=loss, best=best)
    if ply.best.turn == ply.move:
        return say("analysis.best")
    return say("analysis.good")


__all__ = ["number", "players_of", "verdict"]
