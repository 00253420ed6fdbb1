"""Matches between computer players: pairs of games with sides swapped, ratings, a sequential test.

=====================  ==========================================================================
where                  what
=====================  ==========================================================================
:mod:`.playing`        a match as it is planned, and one game of it
:mod:`.ratings`        what results say: score, Elo with an interval, the sequential test
:mod:`.standing`       how a match stands, and that as data
:mod:`.running`        all games of a match, on any executor
:mod:`.keeping`        a match in a file, to go on from
=====================  ==========================================================================
"""

from abstractplay_hex.matches.playing import Match, Played, play_game
from abstractplay_hex.matches.ratings import Rating, Sequential, rating
from abstractplay_hex.matches.running import run
from abstractplay_hex.matches.standing import Standing

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
