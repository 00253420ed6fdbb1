"""What a computer is asked: a turn, how a position stands, a review. A search is loaded when it is needed."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final

import attrs

from abstractplay_hex.arguments import check_seed
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import Phrase

if TYPE_CHECKING:
    from abstractplay_hex.analysis import Review, ReviewedPly
    from abstractplay_hex.players import Budget

MOST_THOUGHT: Final = 600.0
"""Seconds that one call may think at most, all positions together."""
USUAL: Final = 1.0
"""Seconds for :func:`evaluate` unless told otherwise: somebody waits for the answer."""
LOOKS: Final = 3
"""Positions that a review looks at for each ply, at most."""
BUDGET: Final = ("seconds", "simulations")


def suggest(game: Game[Any, Any], player: Any, seed: Any = None) -> str | None:
    """Return the turn that a computer player makes (see the page on players); ``None`` after the end."""
    from abstractplay_hex import players

    if seed is not None:
        check_seed(seed)
    return players.player(player, seed)(game)


def evaluate(game: Game[Any, Any], budget: Any = None, seed: Any = 0) -> dict[str, Any]:
    """Return how the ply looked at stands, in the form of the schema ``analysis-1``.

    :param budget: an object with ``seconds``, ``simulations`` or both; :data:`USUAL` by default.
    :raises ArgumentError: for a seed or budget that is none.
    """
    from abstractplay_hex import analysis, players

    check_seed(seed)
    given = budget_of(budget, players.Budget(seconds=USUAL))
    return analysis.evaluate(game, given, seed=seed).to_dict()


def review(game: Game[Any, Any], budget: Any = None, seed: Any = 0) -> dict[str, Any]:
    """Return what every ply lost, in the form of the schema ``review-1``.

    :param budget: for each position, up to three a ply; 0.04 seconds by default.
    :raises ArgumentError: for a seed or budget that is none, or a game without plies.
    """
    steps = reviewing(game, budget, seed)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            whole: dict[str, Any] = end.value.to_dict()
            return whole


def reviewing(
    game: Game[Any, Any], budget: Any = None, seed: Any = 0
) -> "Generator[ReviewedPly, None, Review]":
    """Do what :func:`review` does, a ply a step."""
    from abstractplay_hex import analysis

    check_seed(seed)
    given = budget_of(budget, analysis.PLY, LOOKS * len(game.stack))
    return analysis.reviewing(game, given, seed=seed)


def budget_of(given: Any, usual: "Budget", positions: int = 1) -> "Budget":
    """Return the budget that a request names; all *positions* together take :data:`MOST_THOUGHT` at most.

    :raises ArgumentError: ``engine.expected``, ``engine.argument-unknown``, or those of a budget.
    """
    if not isinstance(given, dict | None):
        raise ArgumentError("engine.expected", path="budget", expected=Phrase("phrase.object"))
    named = {name: value for name, value in (given or {}).items() if value is not None}
    for name in sorted(named.keys() - {*BUDGET}):
        known, shown = ", ".join(BUDGET), repr(name[:40])
        raise ArgumentError("engine.argument-unknown", method="budget", argument=shown, known=known)
    budget = (type(usual)(**named) if named else usual).checked()
    most = MOST_THOUGHT / positions
    if budget.seconds is None:
        return attrs.evolve(budget, seconds=most)
    if budget.seconds > most:
        raise ArgumentError("players.seconds", most=round(most, 2))
    return budget


__all__ = ["budget_of", "evaluate", "review", "reviewing", "suggest"]
