"""What a game's rules say a position and its turns are worth, checked: a plugin may err.

Positions are valued for all seats, by a tuple of numbers from −1 (lost) to 1 (won).
"""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isfinite
from typing import Any, Final, NoReturn, TypeAlias

from abstractplay_hex.errors import HexError, RulesError, told
from abstractplay_hex.players.budget import Stopped, Watch
from abstractplay_hex.rules.interface import AnyRules, Rules, outcome_values

Values: TypeAlias = tuple[float, ...]
"""What a position is worth to each seat, from −1 to 1."""
Ranked: TypeAlias = list[tuple[Any, float]]
"""Turns with what each is worth to the player to move, best first."""

LISTED: Final = 2_000
"""Turns that are read of a list."""
DRAWN: Final = 100
"""Turns that are drawn instead where there are more, and nothing tells the first of them apart."""
_SLACK: Final = 1e-6
"""So much may values leave their range by rounding."""


class Valuer:
    """The rules of a game as a search asks them.

    :param seats: how many play.
    :param rng: draws turns where there are too many to list.
    """

    def __init__(self, rules: AnyRules, seats: int, rng: random.Random) -> None:
        self.rules, self.seats, self._rng = rules, seats, rng
        self._ranks = type(rules).rank is not Rules.rank

    def final(self, position: Any) -> Values | None:
        """Return what the outcome is worth, or ``None`` while the game goes on."""
        outcome = self.rules.outcome(position)
        return None if outcome is None else outcome_values(outcome, self.seats)

    def values(self, position: Any) -> Values:
        """Return what the position is worth to each seat.

        :raises RulesError: if ``evaluate`` raises or returns anything but numbers from −1 to 1.
        """
        try:
            found = tuple(self.rules.evaluate(position))
            sound = len(found) == self.seats and all(map(_sound, found))
        except HexError:
            raise
        except Exception as error:
            self._raised("evaluate", error)
        if not sound:
            self._nonsense("evaluate", found)
        return found

    def for_mover(self, value: float, mover: int) -> Values | None:
        """Return the values of a position by what it is worth to *mover* alone, where that tells all.

        With two players, what one wins the other loses; with more it does not say enough.
        """
        if self.seats == 1:
            return (value,)
        if self.seats == 2:
            return (-value, value) if mover else (value, -value)
        return None

    def ranked(self, position: Any, watch: Watch, enough: bool = False) -> Ranked:
        """Return the legal turns with what each is worth to the player to move, best first.

        :param enough: at a position to play from: equals by lot; if the time is up, those valued so far, at
            least one.
        :raises RulesError: if ``rank`` or ``evaluate`` raises or returns nonsense.
        :raises Stopped: if *watch* says so meanwhile, unless that is *enough*.
        """
        try:
            if self._ranks:
                found = self._checked(self.rules.rank(position), position, watch)
            else:  # the default would go through all of them unasked
                found = self._one_by_one(position, watch, enough)
        except HexError:
            raise
        except Stopped:
            raise
        except Exception as error:
            self._raised("rank", error)
        if enough:  # of turns that are as good, not always the same is first
            self._rng.shuffle(found)
        found.sort(key=_value, reverse=True)
        return found

    def _one_by_one(self, position: Any, watch: Watch, enough: bool) -> Ranked:
        mover, after = self.rules.to_move(position) - 1, self.rules.after
        turns = self.rules.legal_turns(position)
        listed: Iterable[Any] = islice(turns, LISTED)
        if "no-moves" in self.rules.info.flags:
            listed = list(islice(turns, LISTED + 1))
            if len(listed) > LISTED:  # the first of very many are much alike
                listed = self._drawn(position, watch)
        found: Ranked = []
        for turn in listed:
            if watch.over() and (found or not enough):
                if enough:
                    break
                raise Stopped
            there = after(position, turn)
            values = self.final(there) or self.values(there)
            found.append((turn, values[mover]))
        return found

    def _checked(self, ranked: Iterable[tuple[Any, float]], position: Any, watch: Watch) -> Ranked:
        found = [(turn, value) for turn, value in islice(ranked, LISTED + 1)]
        values = [value for _, value in found]
        # A sum tells of a value that is no number, which comparisons pass over.
        if found and not (isfinite(sum(values)) and _sound(min(values)) and _sound(max(values))):
            self._nonsense("rank", next(v for v in values if not _sound(v)))
        if (
            len(found) > LISTED and values[0] == values[-1]
        ):  # nothing tells the first of very many apart
            return [(turn, values[0]) for turn in self._drawn(position, watch)]
        return found

    def _drawn(self, position: Any, watch: Watch) -> Iterator[Any]:
        """Yield some legal turns at random, one at least."""
        seen = set()
        for _ in range(DRAWN):
            turn = self.rules.random_turn(position, self._rng)
            text = self.rules.write(turn)
            if text not in seen:
                seen.add(text)
                yield turn
            if watch.over():
                return

    def _raised(self, hook: str, error: Exception) -> NoReturn:
        raise RulesError(
            "players.raised", game=self.rules.info.uid, hook=hook, error=told(error)[:200]
        ) from error

    def _nonsense(self, hook: str, given: object) -> NoReturn:
        raise RulesError(
            "players.nonsense",
            game=self.rules.info.uid,
            hook=hook,
            given=repr(given)[:100],
            seats=self.seats,
        )


def _sound(value: float) -> bool:
    return -1 - _SLACK <= value <= 1 + _SLACK


def _value(ranked: tuple[Any, float]) -> float:
    return ranked[1]
