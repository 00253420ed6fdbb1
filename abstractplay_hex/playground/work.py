"""Where requests are worked on: in threads of their own, a few for each client, paid for by time used.

The event loop only passes things on. What computes or asks the database runs in a bounded number of
threads, which are not those that read static files; so a database that hangs, or one client that does its
worst, leaves the rest of the server free.
"""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial, update_wrapper
from typing import Any, Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from attrs import define, field
from fastapi.routing import APIRoute

from abstractplay_hex.playground.refusals import Refusal

A = ParamSpec("A")
R = TypeVar("R")

THREADS: Final = 12
OF_A_CLIENT: Final = 3
"""Requests of one client that are worked on at the same time."""
PATIENCE: Final = 4.0
"""Seconds for which a request waits for a thread."""


@define
class Bill:
    """What a request has cost so far.

    :ivar client: who pays; ``None`` where clients are not limited.
    :ivar seconds: of processor time.
    """

    client: str | None = None
    seconds: float = 0.0


BILL: Final[ContextVar[Bill]] = ContextVar("bill")
"""The bill of the request that is being answered."""


@define
class _Turns:
    """Of one client: the threads left to it, and the requests that have or want one."""

    free: asyncio.Semaphore
    users: int = 0


@define(eq=False)
class Work:
    """Threads for one kind of work. Use :meth:`route` as the route class of the addresses that need it."""

    threads: int = THREADS
    of_a_client: int = OF_A_CLIENT
    _clients: dict[str, _Turns] = field(factory=dict)
    _free: asyncio.Semaphore | None = None

    async def run(self, what: Callable[A, R], *args: A.args, **kwargs: A.kwargs) -> R:
        """Call a function in a thread, and bill the request for the time it takes.

        :raises Refusal: if no thread becomes free in time.
        """
        bill = BILL.get(None) or Bill()
        if self._free is None:
            self._free = asyncio.Semaphore(self.threads)
        async with self._turn(bill.client), _within(self._free):
            call = partial(_timed, bill, what, *args, **kwargs)
            return await to_thread.run_sync(call, limiter=CapacityLimiter(1))

    @asynccontextmanager
    async def _turn(self, client: str | None) -> AsyncIterator[None]:
        if client is None:
            yield
            return
        turns = self._clients.setdefault(client, _Turns(asyncio.Semaphore(self.of_a_client)))
        turns.users += 1
        try:
            async with _within(turns.free):
                yield
        finally:
            turns.users -= 1
            if not turns.users:
                del self._clients[client]

    @property
    def route(self) -> type[APIRoute]:
        """A route class whose plain functions run in these threads."""
        work = self

        class Route(APIRoute):
            def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
                super().__init__(path, work.off_loop(endpoint), **more)

        return Route

    def off_loop(self, endpoint: Callable[..., Any]) -> Callable[..., Any]:
        """Return an endpoint that runs in these threads."""
        if inspect.iscoroutinefunction(endpoint):
            return endpoint

        async def answer(**given: Any) -> Any:
            return await self.run(endpoint, **given)

        update_wrapper(answer, endpoint)
        del answer.__wrapped__  # type: ignore[attr-defined]  # FastAPI would look through it
        answer.__signature__ = inspect.signature(endpoint)  # type: ignore[attr-defined]
        return answer


def _timed(bill: Bill, what: Callable[A, R], *args: A.args, **kwargs: A.kwargs) -> R:
    began = time.thread_time()
    try:
        return what(*args, **kwargs)
    finally:
        bill.seconds += time.thread_time() - began


@asynccontextmanager
async def _within(semaphore: asyncio.Semaphore) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(PATIENCE):
            await semaphore.acquire()
    except TimeoutError:
        raise Refusal(503, "host.busy") from None
    try:
        yield
    finally:
        semaphore.release()
