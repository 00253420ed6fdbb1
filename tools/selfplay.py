"""Games that rules play by themselves, by what they say turns are worth."""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from attrs import frozen

from abstractplay_hex import Setup, get_rules
from abstractplay_hex.games.dendria import valuing as dendria
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.pods import valuing as pods
from abstractplay_hex.rules.interface import AnyRules

Chooser: TypeAlias = Callable[[AnyRules, Any, random.Random], Any]

MOST_PLIES: Final = 300
"""A game that is longer counts as one without a winner."""
WIDTH: Final = 6
"""So many of the best turns are compared by what the other can make of them."""


@frozen
class Evaluation:
    """The evaluation of one game.

    :ivar module: where its constants are.
    :ivar terms: names of what :attr:`of` returns.
    :ivar of: what weights are found for; all of it is for player 1.
    :ivar boards: variants of the games to play.
    """

    module: Any
    terms: tuple[str, ...]
    of: Callable[[Any], Sequence[float]]
    boards: tuple[tuple[str, ...], ...] = ((),)


def _of_dendria(position: Any) -> list[float]:
    share, more = dendria.empty_share(position), dendria.features(position)
    return [*(share * x for x in more), *((1 - share) * x for x in more)]


EVALUATIONS: Final[dict[str, Evaluation]] = {
    "pods": Evaluation(pods, ("score", "fresh", "whales", "turn"), pods.features),
    "dendria": Evaluation(
        dendria,
        tuple(f"{name} {when}" for when in ("EMPTY", "FULL") for name in dendria.FEATURES),
        _of_dendria,
        (("size-5",), ("size-6",), (), ("modular-10",), ("modular-13",)),
    ),
}


def best(rules: AnyRules, position: Any, rng: random.Random) -> Any:
    """Return the turn that is worth most; among equals, one by lot. ``None`` if there is none."""
    top: list[Any] = []
    highest = 0.0
    for turn, value in rules.rank(position):
        if top and value < highest:
            break
        highest = value
        top.append(turn)
    return rng.choice(top) if top else None


def best_by_reply(rules: AnyRules, position: Any, rng: random.Random) -> Any:
    """Return of the :data:`WIDTH` best turns the one whose best reply is worth least, give or take a little."""
    seat = rules.to_move(position)
    chosen, highest = None, float("-inf")
    for turn, value in islice(rules.rank(position), WIDTH):
        there = rules.after(position, turn)
        if rules.outcome(there) is None:
            for _, reply in islice(rules.rank(there), 1):
                value = reply if rules.to_move(there) == seat else -reply
        value += rng.gauss(0, 0.05)
        if value > highest:
            chosen, highest = turn, value
    return chosen


def begun(rules: AnyRules, variants: Iterable[str], plies: int, rng: random.Random) -> Any:
    """Return the position after so many random *plies*, before which a board that is built is built."""
    position = rules.initial(Setup(tuple(variants)))
    while plies or isinstance(position, Construction):
        turn = rules.random_turn(position, rng)
        if turn is None or rules.outcome(position) is not None:
            break
        plies -= not isinstance(position, Construction)
        position = rules.after(position, turn)
    return position


def rest_of_game(
    rules: AnyRules,
    position: Any,
    choosers: Sequence[Chooser],
    rng: random.Random,
    noise: float = 0,
) -> list[Any]:
    """Return all positions of a game from *position* on, of which the last may be the end.

    :param choosers: who chooses for each seat.
    :param noise: the share of random turns.
    """
    positions = [position]
    while rules.outcome(position) is None and len(positions) < MOST_PLIES:
        if rng.random() < noise:
            turn = rules.random_turn(position, rng)
        else:
            turn = choosers[rules.to_move(position) - 1](rules, position, rng)
        if turn is None:
            break
        position = rules.after(position, turn)
        positions.append(position)
    return positions


def rules_of(uid: str) -> AnyRules:
    """Return the rules of a game that has an evaluation here."""
    return get_rules(uid)
