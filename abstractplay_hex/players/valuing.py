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
"""Turns that are valued one by one; where there are more, as many are drawn."""
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
        if not self._ranks:  # the default would go through all of them unasked
            mover = self.rules.to_move(position) - 1
            after = self.rules.after
            found: Ranked = []
            for turn in self._turns(position):
                if watch.over() and (found or not enough):
                    if enough:
                        break
                    raise Stopped
                found.append((turn, self.values(after(position, turn))[mover]))
        else:
            try:
                found = self._checked(self.rules.rank(position))
            except HexError:
                raise
            except Exception as error:
                self._raised("rank", error)
        if enough:  # of turns that are as good, not always the same is first
            self._rng.shuffle(found)
        found.sort(key=_value, reverse=True)
        return found

    def _turns(self, position: Any) -> Iterator[Any]:
        """Yield all legal turns, or, where there are more than can be valued, some of them."""
        turns = iter(self.rules.legal_turns(position))
        if "no-moves" not in self.rules.info.flags:
            yield from islice(turns, LISTED)
            return
        listed = list(islice(turns, LISTED + 1))
        if len(listed) <= LISTED:
            yield from listed
            return
        # The first of very many are much alike: draw from all.
        seen = set()
        for _ in range(LISTED // 10):
            turn = self.rules.random_turn(position, self._rng)
            text = self.rules.write(turn)
            if text not in seen:
                seen.add(text)
                yield turn

    def _checked(self, ranked: Iterable[tuple[Any, float]]) -> Ranked:
        found = [(turn, value) for turn, value in ranked]
        values = [value for _, value in found]
        # A sum tells of a value that is no number, which comparisons pass over.
        if found and not (isfinite(sum(values)) and _sound(min(values)) and _sound(max(values))):
            self._nonsense("rank", next(v for v in values if not _sound(v)))
        return found

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
