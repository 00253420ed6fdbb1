"""Limits for each client: the size of a request, and the rate of requests, weighed by what they cost."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abstractplay_hex.playground.addresses import client_in, path_in
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.work import BILL, Bill

LARGEST_BODY: Final = 64 * 1024
LARGEST_UPLOAD: Final = 1024 * 1024
"""Of a game that was played elsewhere."""
UPLOADS: Final = "/api/uploads"
PRICES: Final = {"/api/games": 10.0, UPLOADS: 60.0}
"""Of what is stored, in requests."""
BODY_SECONDS: Final = 20.0
"""In which a body must have arrived, under servers that have no limit of their own."""
CLIENTS_KNOWN: Final = 10_000
SECONDS_PAID: Final = 0.02
"""Processor time that the price of one request pays for; what takes longer costs more."""
BYTES_PAID: Final = 128 * 1024
"""The same of bytes sent."""
HELD_SECONDS: Final = 0.5
"""Before a refusal of the rate goes out: whoever asks on at once would keep the server busy by that alone."""


class BodyLimit:
    """Refuses bodies of more than *most* bytes (*uploads*, where games are uploaded), announced or not."""

    def __init__(
        self, app: ASGIApp, most: int = LARGEST_BODY, uploads: int = LARGEST_UPLOAD
    ) -> None:
        self._app = app
        self._most, self._uploads = most, uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._uploads if path_in(scope) == UPLOADS else self._most
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 12 or int(announced) > most:
            await _refuse(Refusal(413, "request.too-large"), scope, receive, send)
            return
        # All of it is read before anything else happens: it is small.
        taken: deque[Message] = deque()
        got = 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while not taken or taken[-1].get("more_body", False):
                    taken.append(await receive())
                    if taken[-1]["type"] == "http.disconnect":
                        return
                    got += len(taken[-1].get("body", b""))
                    if got > most:
                        await _refuse(Refusal(413, "request.too-large"), scope, receive, send)
                        return
        except TimeoutError:
            await _refuse(Refusal(408, "request.too-slow"), scope, receive, send)
            return

        async def again() -> Message:
            return taken.popleft() if taken else await receive()

        await self._app(scope, again, send)


class RateLimit:
    """Allows each client *rate* requests a second on average, *burst* at once.

    A request costs one when it comes. Once it is answered, it costs as much more as it took of the
    processor and of the line, so that a client who asks for costly things may ask for fewer.

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
        if scope["type"] != "http" or not self._rate:
            await self._app(scope, receive, send)
            return
        client, price = client_in(scope), 1.0
        if scope["method"] == "POST":
            price = PRICES.get(path_in(scope).rstrip("/"), 1.0)
        wait = self.take(client, price)
        if wait:
            await asyncio.sleep(HELD_SECONDS)
            seconds = int(wait) + 1
            refusal = Refusal(429, "request.too-many", seconds=seconds)
            headers = {"Retry-After": str(seconds)}
            await JSONResponse(refusal.to_dict(), 429, headers)(scope, receive, send)
            return
        bill, sent = Bill(client), 0

        async def counted(message: Message) -> None:
            nonlocal sent
            sent += len(message.get("body", b""))
            await send(message)

        token = BILL.set(bill)
        try:
            await self._app(scope, receive, counted)
        finally:
            BILL.reset(token)
            self.charge(client, bill.seconds / SECONDS_PAID + sent / BYTES_PAID - price)

    def take(self, client: str, cost: float) -> float:
        """Take *cost* from what the client has left; return the seconds to wait if that is too little."""
        left, now = self._left(client)
        cost = min(cost, self._burst)
        wait = 0.0 if left >= cost else (cost - left) / self._rate
        self.left[client] = (left if wait else left - cost, now)
        while len(self.left) > CLIENTS_KNOWN:
            self.left.popitem(last=False)
        return wait

    def charge(self, client: str, cost: float) -> None:
        """Take *cost* afterwards: the client may come to owe something, at most as much as *burst*."""
        if cost > 0:
            left, now = self._left(client)
            self.left[client] = (max(-self._burst, left - cost), now)

    def _left(self, client: str) -> tuple[float, float]:
        now = self._clock()
        left, then = self.left.pop(client, (self._burst, now))
        return min(self._burst, left + (now - then) * self._rate), now


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    answer: Any = JSONResponse(refusal.to_dict(), refusal.status, {"Connection": "close"})
    await answer(scope, receive, send)
