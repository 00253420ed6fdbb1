"""Games to analyse, quickly: a few turns by the one-ply players, and searches of one simulation."""

from functools import cache
from typing import Any, Final

from abstractplay_hex import Game, analysis, new_game
from abstractplay_hex.players import Budget, player

QUICK: Final = Budget(simulations=1)


@cache
def some_game(
    uid: str = "pods", variants: tuple[str, ...] = (), plies: int = 8, policy: str = "mixed"
) -> Game[Any, Any]:
    """Return a game of so many plies; a shared one, not to be changed."""
    choose = player(policy, f"{uid}{plies}")
    game = new_game(uid, variants)
    while len(game.stack) <= plies and not game.gameover:
        game.move(choose(game) or "")
    return game


@cache
def some_review(*args: Any) -> analysis.Review:
    """Return a quick review of such a game."""
    return analysis.review(some_game(*args), QUICK)
