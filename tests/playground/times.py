"""A host whose time stands still until a test moves it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.testclient import TestClient

from abstractplay_hex.playground.app import Settings, create_app
from tests.playground.hosts import HOST_KEY, Started

NEVER = 1e6


class Time:
    """The time of one host, or of several."""

    def __init__(self) -> None:
        self.now = datetime(2026, 12, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def goes_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Hosted:
    """An application at such a time, and a client of it."""

    def __init__(self, app: Any, client: Any, time: Time) -> None:
        self.app, self.client, self.time = app, client, time

    def begin(self, game: str = "pods", *, moves: int = 0, **more: Any) -> Started:
        """Start a game, and make the first moves of a fixed one (of Pods)."""
        started = Started(self.client, game, **more)
        for ply, move in enumerate(("g7", "h7", "g6", "h8")[:moves]):
            assert started.both.move(ply % 2 + 1, ply, move).status_code == 200
        return started

    def flag(self) -> int:
        """End games whose time is up, as the host does now and then."""
        ended: int = self.app.state.flags.claim()
        return ended


@contextmanager
def hosted(
    database: str, time: Time | None = None, *, pause: float = NEVER, **settings: Any
) -> Iterator[Hosted]:
    """Run a host in this process; it looks for games whose time is up after each pause."""
    time = time or Time()
    app: Any = create_app(
        Settings(database=database, rate=0, poll=0.1, clock=time, host_key=HOST_KEY, **settings)
    )
    app.state.flags.pause = pause
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield Hosted(app, client, time)


def fischer(main: int = 300, increment: int = 5) -> dict[str, Any]:
    return {"kind": "fischer", "main": main, "increment": increment}


def per_move(seconds: int = 60) -> dict[str, Any]:
    return {"kind": "move", "seconds": seconds}
