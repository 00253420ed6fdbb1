"""What all tests share: recorded games, a clock that ticks, games to try everything on."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from abstractplay_hex import registry
from tests.codes import strict_messages

__all__ = ["strict_messages"]
T = TypeVar("T")

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
SHARED = ROOT.parent / "shared"

collect_ignore = ["sample_package"]
"""A package of its own: built, installed and checked by ``test_plugins.py``."""

settings.register_profile(
    "default",
    deadline=None,
    max_examples=30,
    derandomize=True,  # each run is the same; the other profiles look further
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "fuzz",
    settings.get_profile("default"),
    # The number of examples, 100,000 in all, is shared out by tests/fuzz/cases.py.
    stateful_step_count=12,
    suppress_health_check=list(HealthCheck),
    # What fails is kept and told, whatever the settings of the machine (such as those for CI).
    database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"),
    derandomize=False,
    print_blob=True,
)
settings.register_profile(
    "thorough", settings.get_profile("default"), max_examples=2000, derandomize=False
)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")
settings.load_profile(PROFILE)
if PROFILE != "default":  # a long run: what loops should still end it
    os.environ.setdefault("PYTEST_TIMEOUT", "7200")


# A shell has what it runs in the background ignore interrupts, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give heavy tests more time, unless they say themselves how much."""
    for item in items:
        if item.get_closest_marker("heavy") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(300))


def shared_file(*parts: str) -> Path:
    """Return a file of the folder with recorded games beside the project, or skip the test."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs the recorded games beside the project: {path} is missing")
    return path


@cache
def recorded(name: str) -> tuple[dict[str, Any], ...]:
    """Return the games of a recorded file (skips the test where it is missing)."""
    with shared_file("recorded", name).open(encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def fixture_games(name: str) -> list[dict[str, Any]]:
    """Return the games of one of our own fixture files."""
    with (FIXTURES / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def ticking_clock() -> Callable[[], datetime]:
    """Return the clock of the recorded games: from 2024-09-05T12:00:00.007Z, 61.037 s a ply."""

    def moments() -> Iterator[datetime]:
        moment = datetime(2024, 9, 5, 12, 0, 0, 7000, tzinfo=UTC)
        while True:
            yield moment
            moment += timedelta(seconds=61.037)

    ticks = moments()
    return lambda: next(ticks)


@pytest.fixture
def register() -> Iterator[Callable[[str, str], str]]:
    """Makes the registry know a game while a test runs: its uid, and where its rules are."""
    with pytest.MonkeyPatch.context() as patch:

        def add(uid: str, target: str) -> str:
            patch.setitem(registry.BUILT_IN, uid, target)
            registry.uids.cache_clear()
            return uid

        yield add
    registry.uids.cache_clear()


@pytest.fixture
def last_stand(register: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The uid of a game for two to four, usually three."""
    monkeypatch.syspath_prepend(ROOT / "tests" / "sample_package")
    return register("laststand", "hexsample.laststand:LastStandRules")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser, one for all tests: Playwright can be started once in a thread."""
    from tests.browser.conftest import launched

    yield from launched()


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A clock that ticks 61.037 s a ply."""
    return ticking_clock()


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own.

    Playwright leaves a loop running in the thread of the tests, where there can be no other.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
