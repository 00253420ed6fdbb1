"""Telling browsers that a game has changed, by server-sent events.

Changes made by this process are reported at once; those made by other processes on the same database
are found by polling, with one query for all the games that anyone watches.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from starlette.concurrency import run_in_threadpool

from abstractplay_hex.playground.storage import Storage

POLL: Final = 1.0
"""Seconds between queries to the database."""
BEAT: Final = 15.0
"""Seconds after which something is sent in any case, to find out who has left."""
MOST_WATCHERS: Final = 1000


class Watcher:
    """One browser waiting for news of one game."""

    def __init__(self, revision: int) -> None:
        self._sent = self._newest = revision
        self._news = asyncio.Event()

    def tell(self, revision: int) -> None:
        """Note a revision."""
        if revision > self._newest:
            self._newest = revision
            self._news.set()

    def close(self) -> None:
        """Wake it up for the last time."""
        self._newest = -1
        self._news.set()

    async def wait(self, seconds: float) -> int | None:
        """Return a revision that has not been sent yet; ``None`` after some time, -1 at the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        self._news.clear()
        if self._newest == self._sent:
            return None
        self._sent = self._newest
        return self._sent


class Live:
    """All the watchers of this process."""

    def __init__(self, storage: Storage, poll: float = POLL) -> None:
        self._storage = storage
        self._poll = poll
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def changed(self, ident: str, revision: int) -> None:
        """Tell those who watch a game; may be called from any thread."""
        if self._loop is not None and ident in self._watchers:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                self._loop.call_soon_threadsafe(self._tell, ident, revision)

    def _tell(self, ident: str, revision: int) -> None:
        for watcher in self._watchers.get(ident, ()):
            watcher.tell(revision)

    @property
    def full(self) -> bool:
        """Whether the limit of watchers is reached."""
        return sum(map(len, self._watchers.values())) >= MOST_WATCHERS

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close()
        if self._task is not None:
            self._task.cancel()

    async def stream(self, ident: str, revision: int) -> AsyncIterator[str]:
        """Yield an event for each change of a game after *revision*."""
        self._loop = asyncio.get_running_loop()
        watcher = Watcher(revision)
        self._watchers[ident].add(watcher)
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._ask())
        try:
            yield "retry: 1000\n\n"
            while not self._closed:
                news = await watcher.wait(BEAT)
                if news is None:
                    yield ": still here\n\n"
                elif news >= 0:
                    yield f'id: {news}\nevent: changed\ndata: {{"revision":{news}}}\n\n'
        finally:
            self._watchers[ident].discard(watcher)
            if not self._watchers[ident]:
                del self._watchers[ident]

    async def _ask(self) -> None:
        while self._watchers:
            with suppress(Exception):  # a database that is away for a while comes back
                found = await run_in_threadpool(self._storage.revisions, list(self._watchers))
                for ident, revision in found.items():
                    self._tell(ident, revision)
            await asyncio.sleep(self._poll)
