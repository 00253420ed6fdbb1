"""Matches between computer players: pairs of games with sides swapped, ratings, a sequential test.

=====================  ==========================================================================
where                  what
=====================  ==========================================================================
:mod:`.playing`        a match as it is planned, and one game of it
:mod:`.ratings`        what results say: score, Elo with an interval, the sequential test
:mod:`.running`        all games of a match, on any executor
=====================  ==========================================================================
"""

from abstractplay_hex.matches.playing import Match, Played, play_game
from abstractplay_hex.matches.ratings import Rating, Sequential, rating
from abstractplay_hex.matches.running import Standing, run

__all__ = [
    "Match",
    "Played",
    "Rating",
    "Sequential",
    "Standing",
    "play_game",
    "rating",
    "run",
]
