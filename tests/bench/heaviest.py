"""The costliest single requests that a client without rights can make, and what they cost the event loop."""

import asyncio
import json
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from attrs import define, evolve, frozen

from abstractplay_hex import new_game
from abstractplay_hex.playground import pages
from abstractplay_hex.playground.app import Settings, create_app
from abstractplay_hex.playground.connections import Connections, bounded
from abstractplay_hex.playground.hosting import MOST_PLIES
from abstractplay_hex.playground.looking import LONGEST_LINE
from abstractplay_hex.playground.seats import WATCH, digest
from abstractplay_hex.playground.server import SWITCH
from abstractplay_hex.playground.storage import Head, Storage
from tests.bench.attacks import Target

LARGEST: Final = "modular-19"
TICK: Final = 0.001


@frozen
class Cost:
    """Of one request: seconds of the event loop in all, at once, and of the whole request.

    *idle* is the longest pause of an idle loop just before, for which the machine is to blame.
    """

    name: str
    status: int
    loop: float
    at_once: float
    took: float
    idle: float


@define
class Inside:
    """A server in a thread of this process, whose event loop is watched."""

    target: Target
    app: Any
    loop: asyncio.AbstractEventLoop
    clock: int
    gap: float = 0.0
    _before: float = 0.0

    def tick(self) -> None:
        now = time.perf_counter()
        self.gap = max(self.gap, now - self._before - TICK)
        self._before = now
        self.loop.call_later(TICK, self.tick)

    def cost(self, name: str, method: str, path: str, body: Any, key: str) -> Cost:
        """Make a request and measure it, less what an idle loop uses in the same time."""
        self.gap = 0.0
        idle, pause = self._used(0.5) / 0.5, self.gap
        self.gap, before, began = 0.0, time.clock_gettime(self.clock), time.perf_counter()
        status, _ = self.target.ask(method, path, body, key)
        took = time.perf_counter() - began
        loop = time.clock_gettime(self.clock) - before - idle * took
        return Cost(name, status, max(0.0, loop), self.gap, took, pause)

    def _used(self, seconds: float) -> float:
        before = time.clock_gettime(self.clock)
        time.sleep(seconds)
        return time.clock_gettime(self.clock) - before


@contextmanager
def inside(folder: Path) -> Iterator[Inside]:
    """Run a server in this process, as ``serve`` does."""
    sys.setswitchinterval(SWITCH)
    app = create_app(Settings(database=str(folder / "inside.sqlite3"), rate=0))
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, http=bounded(Connections()), ws="none", log_level="error", access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    # The loop is found where the server runs.
    found: list[asyncio.AbstractEventLoop] = []
    target = Target(listener.getsockname()[1], 0)
    app.add_api_route("/loop", _telling(found))
    target.ask("GET", "/loop")
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    made = Inside(target, app, found[0], clock)
    made.loop.call_soon_threadsafe(made.tick)
    try:
        yield made
    finally:
        server.should_exit = True
        thread.join(30)


def _telling(found: list[asyncio.AbstractEventLoop]) -> Any:
    async def tell() -> dict[str, str]:
        found.append(asyncio.get_running_loop())
        return {}

    return tell


def longest_pods() -> Any:
    """Return a game of Pods in which players go back and forth as long as the host allows it."""
    game, rng = new_game("pods"), random.Random(1)
    while len(game.stack) - 1 < MOST_PLIES:
        move = game.random_move(rng)
        assert move is not None
        game.move(move, trusted=True)
        if game.gameover:
            game.undo(2)
    return game


def longest_dendria() -> tuple[Any, list[str]]:
    """Return a game on the largest board, and the longest line of moves to go on with."""
    game, rng = new_game("dendria", [LARGEST]), random.Random(2)
    while not game.gameover:
        game.move(game.random_move(rng) or "", trusted=True)
    game.undo()
    back = min(LONGEST_LINE, len(game.stack) - 1)
    line = [ply.lastmove or "" for ply in game.stack[-back:]]
    game.undo(back)
    return game, line


KEYS: Final = {seat: f"key-{seat}" for seat in (WATCH, 1, 2)}


def put(storage: Storage, ident: str, game: Any) -> None:
    """Store a game as if it had been played, with :data:`KEYS`."""
    digests = {seat: digest(key) for seat, key in KEYS.items()}
    head = Head(ident=ident, uid=game.uid, names=("", ""), keys=digests)
    now = evolve(head, ply=len(game.stack) - 1, over=game.gameover)
    storage.create(now, game.serialize())


def costs(folder: Path) -> list[Cost]:
    """Measure the costliest requests of each address."""
    pages._sample.cache_clear()
    with inside(folder) as server:
        storage = server.app.state.storage
        pods, (dendria, line) = longest_pods(), longest_dendria()
        put(storage, "pods", pods)
        put(storage, "over", pods.clone().resign(1))
        put(storage, "dendria", dendria)
        nested = json.loads("[" * 900 + "]" * 900)
        look = {"ply": -1, "line": line, "text": "", "click": {"row": 5, "col": 5}, "seat": 1}
        move = {"seat": pods.currplayer, "revision": 0, "move": "x" * 32_000}
        asked: list[tuple[str, str, str, Any, str]] = [
            ("view of the longest game, not yet loaded", "GET", "/api/games/pods", None, "key-1"),
            ("view of it again", "GET", "/api/games/pods", None, "key-1"),
            ("its state", "GET", "/api/games/pods/state", None, "key-1"),
            ("its record", "GET", "/api/games/over/record", None, "key-1"),
            ("looking at its beginning", "POST", "/api/games/pods/look", {"ply": 1}, "key-1"),
            (
                "a move of 32,000 letters",
                "POST",
                "/api/games/pods/moves",
                move,
                f"key-{pods.currplayer}",
            ),
            (
                f"{len(line)} moves tried out on {LARGEST}",
                "POST",
                "/api/games/dendria/look",
                look,
                "key-1",
            ),
            (f"picture of {LARGEST}", "GET", f"/pictures/dendria.svg?variant={LARGEST}", None, ""),
            ("board of it", "GET", "/api/games/dendria/board.svg", None, "key-1"),
            ("starting it", "POST", "/api/games", {"game": "dendria", "variants": [LARGEST]}, ""),
            ("900 brackets", "POST", "/api/games", {"game": "pods", "variants": nested}, ""),
            ("20,000 numbers", "POST", "/api/games", {"names": [0] * 20_000}, ""),
            ("description of the API", "GET", "/api/openapi.json", None, ""),
            ("start page", "GET", "/", None, ""),
        ]
        return [server.cost(*one) for one in asked]
