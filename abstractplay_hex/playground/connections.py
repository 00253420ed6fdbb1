"""Bounds on connections, before anything is parsed: size and time of a request, number of connections.

uvicorn bounds none of them with httptools (of its settings, ``limit_concurrency`` closes no connection, and
``timeout_keep_alive`` begins only behind the first answer), so this is its protocol class with deadlines.
Where there are too many connections, those that have been silent longest make room: whoever opens a
thousand of them and says nothing closes their own.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from attrs import define, field
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from abstractplay_hex.playground.addresses import client_of
from abstractplay_hex.playground.limits import LARGEST_BODY
from abstractplay_hex.playground.refusals import Refusal

LARGEST_HEAD: Final = 32 * 1024
"""Bytes of request line and headers together."""
MOST_HEADERS: Final = 100
MOST_PIPELINED: Final = 16
"""Requests sent ahead on one connection."""
HEAD_SECONDS: Final = 10.0
"""From the connection, or the first byte of a further request, to the end of the headers."""
BODY_SECONDS: Final = 15.0
"""From the end of the headers to the end of the body."""
WRITE_SECONDS: Final = 60.0
"""In which a client must have read what is waiting for it."""
LINGER_SECONDS: Final = 1.0
"""Between a refusal and the end of the connection, so that the refusal is read."""
MOST_CONNECTIONS: Final = 2000
MOST_OF_A_CLIENT: Final = 200
RESERVED_FILES: Final = 384
"""File descriptors kept for the database, static files and connections just being accepted."""
_SLICE: Final = 8 * 1024
_RAW_BODY: Final = 8 * LARGEST_BODY
"""Bytes of a body as sent: chunks have sizes and may have more."""

_log: Final = logging.getLogger(__name__)


def most_connections() -> int:
    """Return how many connections the process has file descriptors for."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return 500
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(16, min(MOST_CONNECTIONS, files - RESERVED_FILES))


@define
class Connections:
    """All connections of the process, by client and in the order in which they were last used.

    :ivar most: in all.
    :ivar of_a_client: for each client.
    """

    most: int = field(factory=most_connections)
    of_a_client: int = MOST_OF_A_CLIENT
    _by_client: "dict[str, dict[Bounded, None]]" = field(factory=dict)
    _count: int = 0
    _told: float = float("-inf")

    def add(self, new: "Bounded") -> bool:
        """Take in a connection; say whether there is room, made by closing a silent one if need be."""
        own = self._by_client.setdefault(new.of, {})
        own[new] = None
        self._count += 1
        if len(own) > self.of_a_client:
            return self._make_room(own, new)
        if self._count > self.most:
            most = max(self._by_client.values(), key=len)
            return self._make_room(most, new)
        return True

    def used(self, connection: "Bounded") -> None:
        """Note that something has arrived."""
        own = self._by_client.get(connection.of, {})
        if own.pop(connection, connection) is None:
            own[connection] = None

    def remove(self, gone: "Bounded") -> None:
        """Forget a connection."""
        own = self._by_client.get(gone.of, {})
        if own.pop(gone, gone) is None:
            self._count -= 1
            if not own:
                del self._by_client[gone.of]

    def _make_room(self, among: "dict[Bounded, None]", new: "Bounded") -> bool:
        if time.monotonic() > self._told + 60:
            self._told = time.monotonic()
            _log.warning(
                "too many connections (%d, %d of one client): the most silent are closed",
                self._count,
                len(among),
            )
        waiting = (c for c in among if c is not new and c.waiting)
        unfinished = (c for c in among if c is not new and c.unfinished)
        found = next(waiting, None) or next(unfinished, None)
        if found is None:
            return False
        self.remove(found)
        found.abort()
        return True


class Bounded(HttpToolsProtocol):
    """uvicorn's protocol with bounds; :func:`bounded` makes it for a server."""

    all: Connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = ""
        self._head = self._raw = 0
        self._in_head = self._in_body = self._refused = False
        self._timers: dict[str, asyncio.TimerHandle] = {}

    # ---- Deadlines -------------------------------------------------------------------------------

    def _set(self, name: str, seconds: float, then: Callable[[], None]) -> None:
        self._unset(name)
        self._timers[name] = self.loop.call_later(seconds, then)

    def _unset(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def _late(self) -> None:
        if (
            self.waiting
        ):  # browsers connect ahead, and would take an answer for that to their next request
            self.transport.close()
        else:
            self._refuse(Refusal(408, "request.too-slow"))

    # ---- What a connection is doing --------------------------------------------------------------

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def waiting(self) -> bool:
        """Whether it has sent nothing, or nothing behind its last answer."""
        return not (self._in_head or self._in_body or self._answering)

    @property
    def unfinished(self) -> bool:
        """Whether it is in the middle of a request."""
        return self._in_head or self._in_body

    def abort(self) -> None:
        """Close it at once."""
        self.transport.abort()

    # ---- Protocol --------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        self.of = client_of(self.client[0]) if self.client else ""
        self._set("read", HEAD_SECONDS, self._late)
        if not self.all.add(self):
            self._refused = True
            transport.write(_answer(Refusal(503, "host.full")))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.all.remove(self)
        for name in list(self._timers):
            self._unset(name)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse in slices, so that a head is refused as soon as it is too large."""
        if self._refused:
            self._raw += len(data)
            if self._raw > _RAW_BODY:
                self.flow.pause_reading()
            return
        if "read" not in self._timers:  # also for line ends between requests, which begin none
            self._set("read", HEAD_SECONDS, self._late)
        self.all.used(self)
        for start in range(0, len(data), _SLICE):
            part = data[start : start + _SLICE]
            super().data_received(part)
            if self._refused or self.transport.is_closing():
                return
            self._head += len(part) if self._in_head else 0
            self._raw += len(part)
            if self._head > LARGEST_HEAD or (self._in_head and len(self.headers) > MOST_HEADERS):
                self._refuse(Refusal(431, "request.head-too-large"))
                return
            if self._in_body and self._raw > _RAW_BODY:
                self._refuse(Refusal(413, "request.too-large"))
                return
            if len(self.pipeline) > MOST_PIPELINED:
                self.abort()  # an answer would come between the others
                return

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head, self._raw = True, 0, 0

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        if self._refused:
            return
        self._in_head, self._in_body, self._head = False, True, 0
        self._set("read", BODY_SECONDS, self._late)
        if len(self.headers) > MOST_HEADERS:
            self._refuse(Refusal(431, "request.head-too-large"))
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Some of its body has arrived."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """It is complete."""
        self._in_body = False
        self._unset("read")
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered."""
        super().on_response_complete()
        if self.transport.is_closing():  # what is still to be sent must be read
            self._set("write", WRITE_SECONDS, self.abort)

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        super().pause_writing()
        self._set("write", WRITE_SECONDS, self.abort)

    def resume_writing(self) -> None:
        """It does."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._unset("write")

    def _refuse(self, refusal: Refusal) -> None:
        """Say why, and close once that can have been read."""
        self._refused, self._raw = True, 0
        self._in_head = self._in_body = False
        self._unset("read")
        if self.transport.is_closing():
            return
        if not (self._answering and self.cycle.response_started):
            self.transport.write(_answer(refusal))
        if self._answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._set("close", LINGER_SECONDS, self.abort)


def _answer(refusal: Refusal) -> bytes:
    body = json.dumps(refusal.to_dict()).encode()
    head = (
        f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}\r\n"
        "Content-Type: application/json\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def bounded(connections: Connections) -> type[Bounded]:
    """Return the protocol class whose connections are counted in *connections*."""
    return type("BoundedHere", (Bounded,), {"all": connections})
