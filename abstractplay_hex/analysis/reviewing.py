"""Analysing a position, reviewing a game: :func:`evaluate`, :func:`review`, :func:`reviewing`."""

from collections.abc import Callable, Generator
from itertools import pairwise
from typing import Any, Final, TypeAlias

from attrs import evolve

from abstractplay_hex.analysis.looking import Looker, Seen, Thinker, followed
from abstractplay_hex.analysis.marks import mark_of
from abstractplay_hex.analysis.model import Analysis, Line, Review, ReviewedPly
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.players.budget import Budget, checked_budget
from abstractplay_hex.players.search import think
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.rules.interface import outcome_values

POSITION: Final = Budget(seconds=3.0)
"""What :func:`evaluate` spends unless told otherwise."""
PLY: Final = Budget(seconds=0.04)
"""What :func:`review` spends on each position that it looks at: one to three a ply."""

Told: TypeAlias = Callable[[ReviewedPly], None]
"""Called with each ply as it is reviewed."""


def evaluate(
    game: Game[Any, Any], budget: Budget = POSITION, *, seed: int = 0, thinker: Thinker = think
) -> Analysis:
    """Return how the ply looked at stands for each seat, and the three best lines of play.

    >>> from abstractplay_hex import analysis, new_game
    >>> from abstractplay_hex.players import Budget
    >>> found = analysis.evaluate(new_game("pods"), Budget(simulations=4))
    >>> len(found.advantage), len(found.lines)
    (2, 3)

    :param game: is not changed. After the end there are no lines, and the advantage is the outcome.
    :param budget: how long to think. By simulations alone, the same seed gives the same analysis.
    :param thinker: does the search.
    :raises ArgumentError: for a budget out of range.
    :raises RulesError: if the game's own values are wrong.
    """
    looker = _looker(game, budget, seed, thinker)
    ply = game.looked_at
    seen = Seen(_ended(game, ply)) if ply.gameover else looker.look(ply.position)
    return Analysis(
        game=game.uid,
        variants=tuple(game.variants),
        ply=game.ply,
        position=game.position(),
        player=ply.currplayer,
        advantage=seen.advantage,
        lines=seen.lines,
        simulations=seen.simulations,
    )


def review(
    game: Game[Any, Any],
    budget: Budget = PLY,
    *,
    seed: int = 0,
    told: Told | None = None,
    thinker: Thinker = think,
) -> Review:
    """Judge every ply of a game by what it lost against the best turn.

    The best turn is what a search finds before the ply. Then it and the turn that was played are
    followed by searches that are alike, and the loss is the difference: values of different depths are
    not compared.

    :param game: is not changed, and need not be over.
    :param budget: for each position that is looked at, one to three a ply. By simulations alone, the same
        seed gives the same review.
    :param told: called with each ply as soon as it is reviewed.
    :param thinker: does the searches.
    :raises ArgumentError: for a budget out of range, or a game without plies.
    :raises RulesError: if the game's own values are wrong.
    """
    steps = reviewing(game, budget, seed=seed, thinker=thinker)
    while True:
        try:
            ply = next(steps)
        except StopIteration as end:
            whole: Review = end.value
            return whole
        if told is not None:
            told(ply)


def reviewing(
    game: Game[Any, Any], budget: Budget = PLY, *, seed: int = 0, thinker: Thinker = think
) -> Generator[ReviewedPly, None, Review]:
    """Do what :func:`review` does, a ply a step: yield each, and return the whole.

    For hosts that do something else in between, or may not want to hear the end.

    :raises ArgumentError: at once, not at the first step; other errors and parameters are the same.
    """
    looker = _looker(game, budget, seed, thinker)
    if len(game.stack) == 1:
        raise ArgumentError("analysis.no-plies")
    return _reviewing(game, looker)


def _reviewing(game: Game[Any, Any], looker: Looker) -> Generator[ReviewedPly, None, Review]:
    stack = game.stack
    seen = looker.look(stack[0].position)
    start, plies = seen.advantage, []
    for number, (before, ply) in enumerate(pairwise(stack), 1):
        if ply.lastmove in ENDINGS:
            reviewed = _by_word(game, number, ply, seen)
        else:
            after = looker.look(ply.position)
            reviewed = _judged(looker, number, before, ply, seen, after)
            seen = after
        plies.append(reviewed)
        yield reviewed
    last = stack[-1]
    return Review(
        game=game.uid,
        variants=tuple(game.variants),
        seats=game.numplayers,
        start=start,
        plies=tuple(plies),
        gameover=last.gameover,
        winner=last.winner,
    )


def _looker(game: Game[Any, Any], budget: Budget, seed: int, thinker: Thinker) -> Looker:
    if not isinstance(game, Game):
        raise ArgumentError("argument.game")
    return Looker(game.rules, game.numplayers, checked_budget(budget), seed, thinker)


def _ended(game: Game[Any, Any], ply: Ply[Any]) -> tuple[float, ...]:
    """Return what the end of a game is worth to each seat, an ending by word included."""
    return outcome_values(ply.winner, game.numplayers)


def _by_word(game: Game[Any, Any], number: int, ply: Ply[Any], seen: Seen) -> ReviewedPly:
    """Return an ending by word, which is no turn: it is not judged, and the position stays as it was."""
    result = ply.results[0]
    player = getattr(result, "player", None) or ply.currplayer
    return ReviewedPly(
        ply=number,
        player=player,
        move=str(ply.lastmove),
        advantage=_ended(game, ply),
        loss=None,
        lines=seen.lines,
    )


def _judged(
    looker: Looker, number: int, before: Ply[Any], ply: Ply[Any], seen: Seen, after: Seen
) -> ReviewedPly:
    """Return a turn with what it lost.

    :param seen: what is known of the position before it.
    :param after: what is known of the position after it.
    """
    move, player = str(ply.lastmove), before.currplayer
    seat, lines = player - 1, seen.lines
    own = top = after.advantage[seat]
    second = None
    if lines and lines[0].turn != move:
        best = looker.after(before.position, lines[0].turn)
        top = best.advantage[seat]
        if top > own:
            lines = _with_first(lines, followed(lines[0].turn, best))
    if lines and top <= own:  # if it is another one, a closer look likes it better
        top = own
        lines = _with_first(lines, followed(move, after))
        second = _second(looker, before, own, lines, seat)
    return ReviewedPly(
        ply=number,
        player=player,
        move=move,
        advantage=after.advantage,
        loss=top - own,
        mark=mark_of(top, own, second),
        lines=lines,
    )


def _second(
    looker: Looker, before: Ply[Any], own: float, lines: tuple[Line, ...], seat: int
) -> float | None:
    """Return what the second best turn is worth if the best was played; ``None`` if there is no other."""
    rival = looker.rival(before.position, lines)
    if rival is None:
        return None
    value = rival.advantage[seat]
    if mark_of(own, own, value) is None:  # by the first look already
        return value
    return looker.after(before.position, rival.turn).advantage[seat]


def _with_first(lines: tuple[Line, ...], first: Line) -> tuple[Line, ...]:
    """Return lines with another one at their top, which may be among them further down."""
    known = next((line for line in lines if line.turn == first.turn), None)
    visits = known.visits if known else 0
    others = [line for line in lines if line is not known]
    return (evolve(first, visits=visits), *others)[: max(len(lines), 1)]


__all__ = ["PLY", "POSITION", "evaluate", "review", "reviewing"]
