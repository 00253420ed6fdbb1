"""Telling browsers that a game has changed, by server-sent events.

Changes made by this process are reported at once; those made by other processes on the same database
are heard of from the database (:mod:`.news`).
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from abstractplay_hex.playground.news import POLL, news
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.storage import Storage

BEAT: Final = 15.0
"""Seconds after which something is sent in any case, to find out who has left."""
MOST_WATCHERS: Final = 1000
MOST_OF_A_CLIENT: Final = 64
"""Streams of one client: many people may share an address."""
RETRY: Final = 2.0
"""Seconds until a database that does not answer is asked again."""

_log: Final = logging.getLogger(__name__)


class Watcher:
    """One browser waiting for news of one game."""

    def __init__(self, ident: str, revision: int, client: str) -> None:
        self.ident, self.client = ident, client
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
    """All the watchers of this process. Use it from the event loop only, except :meth:`changed`.

    Places are shared fairly: when all are taken, the client that has most loses the oldest of its own.
    """

    def __init__(self, storage: Storage, poll: float = POLL) -> None:
        self._storage = storage
        self._poll = poll
        self._watchers: defaultdict[str, dict[Watcher, None]] = defaultdict(dict)
        self._clients: defaultdict[str, dict[Watcher, None]] = defaultdict(dict)
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

    def watched(self, ident: str) -> bool:
        """Say whether anybody watches a game; may be called from any thread."""
        return ident in self._watchers

    # ---- Places ----------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many watch."""
        return sum(map(len, self._clients.values()))

    def enter(self, ident: str, revision: int, client: str = "") -> Watcher:
        """Give a client a place, which :meth:`leave` gives back.

        :raises Refusal: if there is none for this client.
        """
        if self._closed:
            raise Refusal(503, "host.busy")
        own = len(self._clients.get(client, ()))
        if own >= MOST_OF_A_CLIENT:
            raise Refusal(429, "host.streams", limit=MOST_OF_A_CLIENT)
        if self.count >= MOST_WATCHERS:
            most = max(self._clients.values(), key=len, default={})
            if len(most) <= own + 1:
                raise Refusal(503, "host.busy")
            oldest = next(iter(most))
            self.leave(oldest)
            oldest.close()
        self._loop = asyncio.get_running_loop()
        watcher = Watcher(ident, revision, client)
        self._watchers[ident][watcher] = None
        self._clients[client][watcher] = None
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._follow())
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Give a place back."""
        for places, name in ((self._watchers, watcher.ident), (self._clients, watcher.client)):
            held = places.get(name, {})
            if held.pop(watcher, watcher) is None and not held:
                del places[name]

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closed = True
        for held in self._clients.values():
            for watcher in held:
                watcher.close()
        if self._task is not None:
            self._task.cancel()

    # ---- News ------------------------------------------------------------------------------------

    async def stream(self, watcher: Watcher) -> AsyncIterator[str]:
        """Yield an event for each change of the game."""
        yield "retry: 1000\n\n"
        news: int | None = None
        while news != -1 and not self._closed:
            news = await watcher.wait(BEAT)
            if news is None:
                yield ": still here\n\n"
            elif news >= 0:
                yield f'id: {news}\nevent: changed\ndata: {{"revision":{news}}}\n\n'

    async def _follow(self) -> None:
        told = float("-inf")
        while self._watchers:
            try:
                async with aclosing(news(self._storage, self._poll)) as changes:
                    async for change in changes:
                        if change is None:
                            await self._ask()
                        else:
                            self._tell(*change)
                        if not self._watchers:
                            return
            except Exception as error:  # a database that is away for a while comes back
                if time.monotonic() > told + 60:
                    told = time.monotonic()
                    _log.warning("live updates wait for the database: %s", type(error).__name__)
            await asyncio.sleep(RETRY)

    async def _ask(self) -> None:
        """Ask for all games that are watched, in one query."""
        found = await run_in_threadpool(self._storage.revisions, list(self._watchers))
        for ident, revision in found.items():
            self._tell(ident, revision)


class EventStream(StreamingResponse):
    """The answer with the events of a watcher."""

    media_type = "text/event-stream"

    def __init__(self, live: Live, watcher: Watcher, status_code: int = 200) -> None:
        self._live, self._watcher = live, watcher
        # nginx would keep events back until they fill a buffer.
        super().__init__(live.stream(watcher), status_code, {"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream; the place is given back whatever happens."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._live.leave(self._watcher)
