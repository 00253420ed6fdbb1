"""What results say of two players: score, Elo with an interval, the sequential test."""

from math import log, log10, sqrt
from typing import Final

from attrs import frozen

from abstractplay_hex.errors import ArgumentError

CONFIDENCE: Final = 1.959964
"""Deviations that hold 95 % of a normal distribution."""
ERROR: Final = 0.05
"""How often the sequential test may be wrong, either way."""
MOST_ELO: Final = 2_000


def expected(elo: float) -> float:
    """Return the score to expect of a player who is *elo* stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """Return the difference of ratings to expect such a score of; ``None`` if it has no end."""
    return -400 * log10(1 / score - 1) if 0 < score < 1 else None


@frozen
class Rating:
    """The first player against the second.

    :ivar score: share of the points, a draw being half of one; 0.5 if there are no games.
    :ivar low: the least score that is not unlikely (of the 95 % interval by Wilson); ``high`` the most.
    :ivar elo: the difference of ratings; ``None`` without end (all games won, or lost). ``elo_low`` and
        ``elo_high`` are those of the interval.
    """

    score: float
    low: float
    high: float

    @property
    def elo(self) -> float | None:
        """Difference of ratings."""
        return elo_of(self.score)

    @property
    def elo_low(self) -> float | None:
        """The least one that is not unlikely."""
        return elo_of(self.low)

    @property
    def elo_high(self) -> float | None:
        """The greatest one that is not unlikely."""
        return elo_of(self.high)


def rating(wins: int, draws: int, losses: int) -> Rating:
    """Return what so many results of the first player say."""
    games = wins + draws + losses
    if not games:
        return Rating(0.5, 0.0, 1.0)
    score = (wins + draws / 2) / games
    square = CONFIDENCE * CONFIDENCE / games
    middle = (score + square / 2) / (1 + square)
    reach = CONFIDENCE * sqrt(score * (1 - score) / games + square / games / 4) / (1 + square)
    # A score without end has no end on that side: rounding must not give it one.
    return Rating(score, middle - reach if score else 0.0, middle + reach if score < 1 else 1.0)


@frozen
class Sequential:
    """Wald's test whether the first player is stronger by *elo1*, or only by *elo0*.

    It needs no number of games fixed in advance: play until :meth:`verdict` is sure, which is wrong in
    5 % of all tests, either way. A draw counts as half a win and half a loss.
    """

    elo0: float
    elo1: float

    def checked(self) -> "Sequential":
        """Return this test if it can be made.

        :raises ArgumentError: ``match.sprt`` if *elo1* is not above *elo0*, or one is out of range.
        """
        numbers = all(type(elo) in (int, float) for elo in (self.elo0, self.elo1))
        if not (numbers and -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO):
            raise ArgumentError("match.sprt", most=MOST_ELO)
        return self

    def likelihood(self, wins: int, draws: int, losses: int) -> float:
        """Return the logarithm of how much likelier the results are with *elo1* than with *elo0*."""
        low, high = expected(self.elo0), expected(self.elo1)
        won, lost = wins + draws / 2, losses + draws / 2
        return won * log(high / low) + lost * log((1 - high) / (1 - low))

    def verdict(self, wins: int, draws: int, losses: int) -> bool | None:
        """Say whether the first player is stronger by *elo1*; ``None`` while that is not sure."""
        found, bound = self.likelihood(wins, draws, losses), log((1 - ERROR) / ERROR)
        return None if -bound < found < bound else found > 0
