"""What a computer is asked: a turn, how a position stands, a review. A search is loaded when it is needed."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
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
"""Seconds that what is asked for in one go may think at most: all calls, of all requests of a batch."""
USUAL: Final = 1.0
"""Seconds for :func:`evaluate` unless told otherwise: somebody waits for the answer."""
LOOKS: Final = 3
"""Positions that a review looks at for each ply, at most."""
BUDGET: Final = ("seconds", "simulations")
_thought: ContextVar[list[float]] = ContextVar("thought")
"""Seconds, of each call of what is asked for in one go."""


@contextmanager
def in_one_go() -> Iterator[None]:
    """Count what is thought meanwhile together."""
    token = _thought.set([])
    try:
        yield
    finally:
        _thought.reset(token)


@contextmanager
def _counted() -> Iterator[None]:
    """Count the time that a call takes.

    :raises ArgumentError: ``engine.thought`` if there is none left.
    """
    if _left() <= 0:
        raise ArgumentError("engine.thought", most=int(MOST_THOUGHT))
    began = perf_counter()
    try:
        yield
    finally:
        _thought.get([]).append(perf_counter() - began)


def _left() -> float:
    return MOST_THOUGHT - sum(_thought.get(()))


def suggest(game: Game[Any, Any], player: Any, seed: Any = None) -> str | None:
    """Return the turn that a computer player makes (see the page on players); ``None`` after the end."""
    from abstractplay_hex import players

    if seed is not None:
        check_seed(seed)
    with _counted():
        return players.player(player, seed)(game)


def evaluate(game: Game[Any, Any], budget: Any = None, seed: Any = 0) -> dict[str, Any]:
    """Return how the ply looked at stands, in the form of the schema ``analysis-1``.

    :param budget: an object with ``seconds``, ``simulations`` or both; :data:`USUAL` by default.
    :raises ArgumentError: for a seed or budget that is none.
    """
    from abstractplay_hex import analysis, players

    check_seed(seed)
    with _counted():
        given = budget_of(budget, players.Budget(seconds=USUAL))
        return analysis.evaluate(game, given, seed=seed).to_dict()


def review(game: Game[Any, Any], budget: Any = None, seed: Any = 0) -> dict[str, Any]:
    """Return what every ply lost, in the form of the schema ``review-1``.

    :param budget: for each position, up to three a ply; 0.04 seconds by default.
    :raises ArgumentError: for a seed or budget that is none, or a game without plies.
    """
    with _counted():
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
    """Return the budget that a request names; all *positions* together take what is left of :data:`MOST_THOUGHT`.

    :raises ArgumentError: ``engine.expected``, ``engine.argument-unknown``, or those of a budget.
    """
    if not isinstance(given, dict | None):
        raise ArgumentError("engine.expected", path="budget", expected=Phrase("phrase.object"))
    named = {name: value for name, value in (given or {}).items() if value is not None}
    for name in sorted(named.keys() - {*BUDGET}):
        known, shown = ", ".join(BUDGET), repr(name[:40])
        raise ArgumentError("engine.argument-unknown", method="budget", argument=shown, known=known)
    budget = (type(usual)(**named) if named else usual).checked()
    most = _left() / positions
    if budget.seconds is None:
        return attrs.evolve(budget, seconds=most)
    if budget.seconds > most:
        raise ArgumentError("players.seconds", most=round(most, 2))
    return budget


__all__ = ["budget_of", "evaluate", "in_one_go", "review", "reviewing", "suggest"]
