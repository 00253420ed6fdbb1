"""All games of a match: on any executor, in order, pair by pair, until a test is sure."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from typing import Any

from attrs import define, field

from abstractplay_hex.errors import HexError
from abstractplay_hex.matches.playing import Match, Played, play_game
from abstractplay_hex.matches.ratings import Rating, Sequential, rating
from abstractplay_hex.records.archive.workers import InProcess, in_order


@define
class Standing:
    """How a match stands.

    :ivar played: the games so far, in order.
    :ivar test: that ends the match, if there is one.
    """

    match: Match
    test: Sequential | None = None
    played: list[Played] = field(factory=list)

    @property
    def wins(self) -> list[int]:
        """Games won by the first and by the second player."""
        return [sum(game.winner == side for game in self.played) for side in (0, 1)]

    @property
    def draws(self) -> int:
        """Games that nobody won alone."""
        return sum(game.winner is None for game in self.played)

    @property
    def rating(self) -> Rating:
        """The first player against the second."""
        first, second = self.wins
        return rating(first, self.draws, second)

    @property
    def verdict(self) -> bool | None:
        """What the test says; ``None`` if it is not sure, or there is none."""
        first, second = self.wins
        return None if self.test is None else self.test.verdict(first, self.draws, second)

    def to_dict(self) -> dict[str, Any]:
        """Return everything JSON-plain: ``games``, ``wins`` in the order of ``players``, ``draws``, …"""
        match, found = self.match, self.rating
        budget = match.budget
        out: dict[str, Any] = {
            "game": match.uid,
            "variants": list(match.variants),
            "players": list(match.players),
            "seed": match.seed,
            "budget": budget and {"seconds": budget.seconds, "simulations": budget.simulations},
            "games": len(self.played),
            "wins": self.wins,
            "draws": self.draws,
            "score": found.score,
            "interval": [found.low, found.high],
            "elo": found.elo,
            "elo_interval": [found.elo_low, found.elo_high],
        }
        if self.test is not None:
            first, second = self.wins
            out["sprt"] = {
                "elo0": self.test.elo0,
                "elo1": self.test.elo1,
                "llr": self.test.likelihood(first, self.draws, second),
                "stronger": self.verdict,
            }
        out["endings"] = [game.by for game in self.played]
        out["records"] = [game.record for game in self.played]
        return out


def pair(match: Match, number: int) -> list[Played] | HexError:
    """Play a pair of games (module level, so that another process can be told to do it)."""
    numbers = range(2 * number, min(2 * number + 2, match.games))
    try:
        return [play_game(match, n) for n in numbers]
    except HexError as error:  # handed over: it would come out the same if it were tried again
        return error


def run(
    match: Match,
    *,
    executor: Executor | None = None,
    test: Sequential | None = None,
    played: Iterable[Played] = (),
    on_pair: Callable[[Standing], object] | None = None,
) -> Standing:
    """Play a match, and return how it ended.

    :param executor: what does the work; default: this process.
    :param test: ends the match when it is sure.
    :param played: games of this very match, whole pairs from the first on, that need not be played again.
    :param on_pair: called after each pair.
    :raises HexError: at once, for a match or test that cannot be; on the way, if the rules fail a search.
    :raises concurrent.futures.BrokenExecutor: on the way, if the executor can work no longer.
    """
    match.checked()
    standing = Standing(match, test and test.checked(), list(played))
    where = executor or InProcess()

    def submit(number: int) -> "Future[list[Played] | HexError]":
        return where.submit(pair, match, number)

    numbers = range(len(standing.played) // 2, (match.games + 1) // 2)
    if standing.verdict is not None:
        return standing
    for _, found in in_order(numbers, submit, where):
        if isinstance(found, HexError):
            raise found
        standing.played.extend(found)
        if on_pair is not None:
            on_pair(standing)
        if standing.verdict is not None:
            break
    return standing
