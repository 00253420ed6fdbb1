"""What a game's rules say a position and its turns are worth, checked: a plugin may err.

Positions are valued for all seats, by a tuple of numbers from −1 (lost) to 1 (won).
"""

import random
from collections.abc import Iterator
from itertools import islice
from math import isfinite
from reprlib import repr as brief
from typing import Any, Final, NoReturn, TypeAlias

from abstractplay_hex.errors import HexError, RulesError, told
from abstractplay_hex.players.budget import Stopped, Watch
from abstractplay_hex.rules.interface import MOST_SEATS, AnyRules, Rules, outcome_values

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


def ask(rules: AnyRules, hook: str, *given: Any) -> Any:
    """Ask rules, which a plugin may have written.

    :raises RulesError: ``players.raised`` if they raise anything but an error of their own.
    """
    try:
        return getattr(rules, hook)(*given)
    except HexError:
        raise
    except Exception as error:
        _raised(rules, hook, error)


def seats_at(rules: AnyRules, position: Any) -> int:
    """Return how many play.

    :raises RulesError: if the rules raise or say no number from 1 to ``MOST_SEATS``.
    """
    return _seat(rules, "seats_at", position, MOST_SEATS)


def final_values(rules: AnyRules, position: Any, seats: int) -> Values | None:
    """Return what the outcome is worth to each seat, or ``None`` while the game goes on.

    :raises RulesError: if the rules raise, or the outcome does not name seats.
    """
    outcome = ask(rules, "outcome", position)
    if outcome is None:
        return None
    if not isinstance(outcome, tuple | list) or not all(_is_seat(n, seats) for n in outcome):
        raise RulesError("players.outcome", game=rules.info.uid, given=brief(outcome), seats=seats)
    return outcome_values(tuple(outcome), seats)


class Valuer:
    """The rules of a game as a search asks them.

    :param seats: how many play.
    :param rng: draws turns where there are too many to list.
    """

    def __init__(self, rules: AnyRules, seats: int, rng: random.Random) -> None:
        self.rules, self.seats, self._rng = rules, seats, rng
        self._ranks = type(rules).rank is not Rules.rank

    def mover(self, position: Any) -> int:
        """Return the seat to move, from 0.

        :raises RulesError: if there is no such seat.
        """
        return _seat(self.rules, "to_move", position, self.seats) - 1

    def after(self, position: Any, turn: Any) -> Any:
        """Return the position after a turn."""
        return ask(self.rules, "after", position, turn)

    def final(self, position: Any) -> Values | None:
        """Return what the outcome is worth, or ``None`` while the game goes on.

        :raises RulesError: if it does not name seats.
        """
        return final_values(self.rules, position, self.seats)

    def values(self, position: Any) -> Values:
        """Return what the position is worth to each seat.

        :raises RulesError: if ``evaluate`` raises or returns anything but numbers from −1 to 1.
        """
        given = ask(self.rules, "evaluate", position)
        try:
            found = tuple(islice(given, self.seats + 1))  # it may have no end
            sound = len(found) == self.seats and all(map(_sound, found))
        except Exception:  # no tuple, or of something that is no number
            sound = False
        if not sound:
            self._nonsense("evaluate", given)
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

    def ranked(self, position: Any, watch: Watch, enough: bool = False) -> tuple[Ranked, bool]:
        """Return the legal turns with what each is worth to the player to move, best first.

        Also say whether these are all that would be valued, had there been more time.

        :param enough: at a position to play from: equals by lot; if the time is up, those valued so far, at
            least one.
        :raises RulesError: if ``rank`` or ``evaluate`` raises or returns nonsense.
        :raises Stopped: if *watch* says so meanwhile, unless that is *enough*.
        """
        whole = True
        if self._ranks:
            found = self._checked(ask(self.rules, "rank", position), position, watch)
        else:  # the default would go through all of them unasked
            found, whole = self._one_by_one(position, watch, enough)
        if enough:  # of turns that are as good, not always the same is first
            self._rng.shuffle(found)
        found.sort(key=_value, reverse=True)
        return found, whole

    def _one_by_one(self, position: Any, watch: Watch, enough: bool) -> tuple[Ranked, bool]:
        mover = self.mover(position)
        found: Ranked = []
        for turn in self._turns(position, watch):
            if watch.over() and (found or not enough):
                if enough:
                    return found, False
                raise Stopped
            there = self.after(position, turn)
            values = self.final(there) or self.values(there)
            found.append((turn, values[mover]))
        return found, True

    def _turns(self, position: Any, watch: Watch) -> Iterator[Any]:
        """Yield legal turns, or, where there are more than can be valued, some of them."""
        turns = self._read("legal_turns", ask(self.rules, "legal_turns", position))
        if "no-moves" not in self.rules.info.flags:
            yield from islice(turns, LISTED)
            return
        listed = list(islice(turns, LISTED + 1))
        # The first of very many are much alike.
        yield from listed if len(listed) <= LISTED else self._drawn(position, watch)

    def _read(self, hook: str, given: Any) -> Iterator[Any]:
        """Yield what a hook lists, which it may do lazily.

        :raises RulesError: if it raises meanwhile.
        """
        try:
            yield from given
        except HexError:
            raise
        except Exception as error:
            _raised(self.rules, hook, error)

    def _checked(self, ranked: Any, position: Any, watch: Watch) -> Ranked:
        found = list(islice(self._read("rank", ranked), LISTED + 1))
        try:
            values = [value for _, value in found]
            # A sum tells of a value that is no number, which comparisons pass over.
            sound = not values or (
                isfinite(sum(values)) and _sound(min(values)) and _sound(max(values))
            )
        except Exception:  # no pairs, or not of numbers
            sound = False
        if not sound:
            self._nonsense("rank", found)
        if (
            len(found) > LISTED and values[0] == values[-1]
        ):  # nothing tells the first of very many apart
            return [(turn, values[0]) for turn in self._drawn(position, watch)]
        return found

    def _drawn(self, position: Any, watch: Watch) -> Iterator[Any]:
        """Yield some legal turns at random, one at least."""
        seen = set()
        for _ in range(DRAWN):
            turn = ask(self.rules, "random_turn", position, self._rng)
            text = ask(self.rules, "write", turn)
            if text not in seen:
                seen.add(text)
                yield turn
            if watch.over():
                return

    def _nonsense(self, hook: str, given: object) -> NoReturn:
        raise RulesError(
            "players.nonsense",
            game=self.rules.info.uid,
            hook=hook,
            given=brief(given),
            seats=self.seats,
        )


def _seat(rules: AnyRules, hook: str, position: Any, most: int) -> int:
    found = ask(rules, hook, position)
    if not _is_seat(found, most):
        raise RulesError(
            "players.seat", game=rules.info.uid, hook=hook, given=brief(found), most=most
        )
    seat: int = found
    return seat


def _is_seat(number: Any, most: int) -> bool:
    return type(number) is int and 1 <= number <= most


def _raised(rules: AnyRules, hook: str, error: Exception) -> NoReturn:
    raise RulesError(
        "players.raised", game=rules.info.uid, hook=hook, reason=told(error)[:200]
    ) from error


def _sound(value: float) -> bool:
    return -1 - _SLACK <= value <= 1 + _SLACK


def _value(ranked: tuple[Any, float]) -> float:
    return ranked[1]
