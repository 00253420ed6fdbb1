"""How a match stands: its games so far, what they say, and all of it as data."""

from typing import Any

from attrs import define, field

from abstractplay_hex import __version__, registry
from abstractplay_hex.matches.playing import Match, Played
from abstractplay_hex.matches.ratings import Rating, Sequential, rating


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

    def to_dict(self, interrupted: bool = False) -> dict[str, Any]:
        """Return everything JSON-plain: ``games``, ``wins`` in the order of ``players``, ``draws``, …

        :param interrupted: whether there is more to play.
        """
        found = self.rating
        out: dict[str, Any] = {
            **plan_of(self.match),
            "versions": versions_of(self.match),
            "planned": self.match.games,
            "interrupted": interrupted,
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
        out["winners"] = [game.winner for game in self.played]
        out["plies"] = [game.plies for game in self.played]
        out["endings"] = [game.by for game in self.played]
        out["records"] = [game.record for game in self.played]
        return out


def plan_of(match: Match) -> dict[str, Any]:
    """Return what a match is, JSON-plain. How many games there are is no part of it: more can be played."""
    budget = match.budget
    return {
        "game": match.uid,
        "variants": list(match.variants),
        "seats": match.seats,
        "players": list(match.players),
        "seed": match.seed,
        "budget": budget
        and {
            "seconds": budget.seconds,
            "simulations": budget.simulations,
            "nodes": budget.nodes,
        },
        "opening": match.opening,
        "most_plies": match.most_plies,
        "repetitions": match.repetitions,
    }


def versions_of(match: Match) -> dict[str, str]:
    """Return the versions that its games depend on: of this library, and of the game."""
    return {
        "abstractplay-hex": __version__,
        match.uid: registry.get_rules(match.uid).info.version,
    }
