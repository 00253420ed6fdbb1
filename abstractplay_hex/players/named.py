"""Computer players by name."""

import random
from typing import Final

from abstractplay_hex.arguments import check_seed
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.players.budget import Budget, Flag
from abstractplay_hex.players.levels import LEVELS, Thinker, evaluation_player, level_player
from abstractplay_hex.players.simple import POLICIES, Chooser

SEARCH: Final = "search"
EVALUATION: Final = "evaluation"
NAMES: Final = (*POLICIES, EVALUATION, SEARCH, *(level.name for level in LEVELS))
"""All players there are."""
USUAL: Final = Budget(seconds=1.0)
"""What ``search`` spends on a turn unless told otherwise."""


def player(
    name: str,
    seed: int | str | None = None,
    budget: Budget | None = None,
    *,
    stop: Flag | None = None,
) -> Chooser:
    """Make a player.

    :param name: one of ``NAMES``: ``"random"``, ``"greedy"`` (by score, one turn ahead), ``"mixed"``,
        ``"evaluation"`` (by the rules' evaluation, one turn ahead), ``"search"``, ``"level:1"`` to ``"level:8"``.
    :param seed: the same seed makes the same choices, unless time ends a search; a new one each time by
        default.
    :param budget: of ``"search"`` for each turn; a second by default.
    :param stop: while it is set, whoever values turns plays the best found so far at once.
    :raises ArgumentError: ``players.unknown`` for another name; for a seed or a budget that is none.
    """
    if name not in NAMES:
        raise ArgumentError("players.unknown", known=", ".join(NAMES))
    if seed is not None:
        check_seed(seed)
    rng = random.Random(seed)
    if name in POLICIES:
        return POLICIES[name](rng)
    if name == EVALUATION:
        return evaluation_player(rng, stop)
    if name == SEARCH:
        return Thinker(USUAL if budget is None else budget, rng, stop)
    return level_player(rng, int(name.partition(":")[2]), stop)
