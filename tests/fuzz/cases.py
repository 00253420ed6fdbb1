"""What the fuzz tests are run on, and how many examples each gets.

The long profile, ``HYPOTHESIS_PROFILE=fuzz``, is of 100,000 examples for both games together
(``FUZZ_EXAMPLES`` takes another number): 50,000 a game, in four cases a game of 12,500 each. Of a
case's examples 2,500 are sequences of calls, 4,375 edited saved games, 5,625 saved games with their
bytes changed. So no test is long enough to keep one core busy after the other has nothing left to do.
"""

import math
import os
import random
from collections.abc import Callable
from typing import Any, Final, TypeVar

import pytest
from attrs import frozen
from hypothesis import seed, settings

from abstractplay_hex import Game
from tests.games import fresh, played

LONG: Final = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
EXAMPLES: Final = int(os.environ.get("FUZZ_EXAMPLES", "100000"))
if LONG:
    # One seed for all processes of a run: whatever stops it, the same run can be made again.
    SEED: Final = int(
        os.environ.setdefault("FUZZ_SEED", str(random.SystemRandom().getrandbits(32)))
    )


@frozen
class Case:
    """A kind of game, and how far it has been played."""

    name: str
    kind: tuple[str, tuple[str, ...]]
    plies: tuple[int, int]
    """The fewest and the most random plies before the fuzzing begins."""

    def fresh(self) -> Game[Any, Any]:
        """Begin a game of this kind."""
        return fresh(self.kind)

    def played(self, plies: int) -> Game[Any, Any]:
        """Return a game after that many random plies; the same each time."""
        return played(self.kind, 5, plies)


CASES: Final = (
    Case("pods-begun", ("pods", ()), (0, 2)),
    Case("pods-early", ("pods", ()), (3, 9)),
    Case("pods-amid", ("pods", ()), (10, 24)),
    Case("pods-late", ("pods", ()), (25, 40)),
    Case("dendria-fixed", ("dendria", ()), (0, 30)),
    Case("dendria-small", ("dendria", ("size-5",)), (0, 30)),
    Case("dendria-modular", ("dendria", ("modular-7",)), (0, 30)),
    Case("dendria-solo", ("dendria", ("modular-8", "solo")), (0, 30)),
)
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)

PARTS: Final = {"calls": 0.2, "edited": 0.35, "bytes": 0.45}
"""How a case's examples are shared out among the tests."""


def examples(part: str) -> int:
    """Return how many examples a test makes for each case, never less than its share."""
    budget = EXAMPLES * PARTS[part] if LONG else settings().max_examples
    return math.ceil(round(budget / len(CASES), 6))


Test = TypeVar("Test", bound=Callable[..., Any])


def seeded(part: str) -> Callable[[Test], Test]:
    """In a long run, let a test (or what makes a state machine) begin from the run's seed."""
    return seed(f"{SEED} {part}") if LONG else lambda test: test


def sized(part: str) -> settings:
    """Return the settings with a test's number of examples; they decorate a test, too."""
    return settings(max_examples=examples(part))
