"""Ending games whose time is up, though nobody looks.

Each process of a host does it; the storage lets one of them end a game. A submission that comes too late is
refused by :class:`.hosting.Host` itself, so nothing depends on how soon this is done.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Final

from attrs import evolve
from starlette.concurrency import run_in_threadpool

from abstractplay_hex.playground.database import cause, what_is_wrong
from abstractplay_hex.playground.hosting import Host
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.storage import Storage
from abstractplay_hex.playground.tables import Head

PAUSE: Final = 1.0
"""Seconds between looks."""
AT_ONCE: Final = 20
"""Games opened in one go."""
QUIET: Final = 60.0
"""Seconds for which trouble is not logged again."""
RETRY: Final = 5.0
"""Seconds until a database that is away is asked again."""

_log: Final = logging.getLogger(__name__)


class Flags:
    """Ends the games of a host whose time is up.

    :ivar pause: seconds between looks.
    """

    def __init__(self, host: Host, storage: Storage, pause: float = PAUSE) -> None:
        self._host, self._storage, self.pause = host, storage, pause
        self._seen = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = False

    async def run(self) -> None:
        """Do it again and again, until stopped."""
        self._loop = asyncio.get_running_loop()
        told = float("-inf")
        while not self._over:
            pause = self.pause
            self._seen.clear()
            try:
                if await run_in_threadpool(self.claim) == AT_ONCE:
                    continue
            except Exception as error:
                pause = max(pause, RETRY)
                if time.monotonic() > told + QUIET:
                    told = time.monotonic()
                    away = what_is_wrong(error) is not None
                    _log.warning("clocks wait: %s", cause(error), exc_info=None if away else error)
            if not self._over:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._seen.wait(), pause)

    def stop(self) -> None:
        """Have it end after the games in hand: cancelled, it would leave a connection of the database open."""
        self._over = True
        self._seen.set()

    def looked(self, head: Head) -> None:
        """End a game at once whose time is seen to be up; may be called from any thread."""
        clocks = head.clocks
        if clocks is not None and clocks.is_up(self._host.now()) and self._loop is not None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                self._loop.call_soon_threadsafe(self._seen.set)

    def claim(self) -> int:
        """End some games whose time is up; return how many there were."""
        if not self._storage.clocks_run():
            return 0
        found = self._storage.overdue(self._host.now(), AT_ONCE)
        for ident in found:
            try:
                self._end(ident)
            except Refusal:  # it has moved on just now
                continue
            except Exception as error:
                if what_is_wrong(error) is not None:
                    raise
                # A plugin that is gone, for example, or fails; other games must not wait for it.
                _log.warning("a game has no clocks any more, as it cannot be ended: %s", error)
                head = self._host.head(ident)
                self._storage.change(head, evolve(head, clocks=None))
        return len(found)

    def _end(self, ident: str) -> None:
        opened = self._host.open(ident)
        clocks = opened.head.clocks
        if clocks is not None and clocks.seat and clocks.is_up(self._host.now()):
            self._host.timeout(opened, clocks.seat)
