"""Limits for each client: the size of a request, and the rate of requests."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abstractplay_hex.playground.refusals import Refusal

LARGEST_BODY: Final = 64 * 1024
CLIENTS_KNOWN: Final = 10_000


class BodyLimit:
    """Refuses bodies of more than *most* bytes, announced or not."""

    def __init__(self, app: ASGIApp, most: int = LARGEST_BODY) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 12 or int(announced) > self._most:
            await _refuse(Refusal(413, "request.too-large"), scope, receive, send)
            return
        # All of it is read before anything else happens: it is small.
        taken: deque[Message] = deque()
        got = 0
        while not taken or taken[-1].get("more_body", False):
            taken.append(await receive())
            got += len(taken[-1].get("body", b""))
            if got > self._most:
                await _refuse(Refusal(413, "request.too-large"), scope, receive, send)
                return

        async def again() -> Message:
            return taken.popleft() if taken else await receive()

        await self._app(scope, again, send)


class RateLimit:
    """Allows each client *rate* requests a second on average, *burst* at once.

    Our own: the library ``limits`` keeps no bound on the clients it remembers, looks through all of
    them for what has expired, and takes ten times as long.

    :param rate: 0 is no limit.
    :param clock: seconds, monotonic.
    """

    def __init__(
        self,
        app: ASGIApp,
        rate: float,
        burst: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._rate = rate
        self._burst = burst if burst is not None else max(1.0, 4 * rate)
        self._clock = clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on unless its client has sent too many."""
        wait = 0.0
        if scope["type"] == "http" and self._rate:
            starting = scope["method"] == "POST" and scope["path"].rstrip("/") == "/api/games"
            client = scope.get("client")
            wait = self.take(str(client[0]) if client else "", 10.0 if starting else 1.0)
        if wait:
            seconds = int(wait) + 1
            refusal = Refusal(429, "request.too-many", seconds=seconds)
            headers = {"Retry-After": str(seconds)}
            await JSONResponse(refusal.to_dict(), 429, headers)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def take(self, client: str, cost: float) -> float:
        """Take *cost* from what the client has left; return the seconds to wait if that is too little."""
        now = self._clock()
        left, then = self.left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        cost = min(cost, self._burst)
        wait = 0.0 if left >= cost else (cost - left) / self._rate
        self.left[client] = (left if wait else left - cost, now)
        while len(self.left) > CLIENTS_KNOWN:
            self.left.popitem(last=False)
        return wait


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    answer: Any = JSONResponse(refusal.to_dict(), refusal.status, {"Connection": "close"})
    await answer(scope, receive, send)
