"""Bounds on requests, before anything is parsed: the size of a head, the time of head, body and answer.

uvicorn bounds none of them with httptools (of its settings, ``limit_concurrency`` closes no connection, and
``timeout_keep_alive`` begins only behind the first answer), so this is its protocol class with deadlines.
"""

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from abstractplay_hex.playground.addresses import client_of
from abstractplay_hex.playground.connections import Connections
from abstractplay_hex.playground.limits import LARGEST_BODY, LARGEST_UPLOAD
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
_SLICE: Final = 8 * 1024
_RAW_BODY: Final = LARGEST_UPLOAD + 7 * LARGEST_BODY
"""Bytes of a body as sent: chunks have sizes and may have more."""


class Bounded(HttpToolsProtocol):
    """uvicorn's protocol with bounds; :func:`bounded` makes it for a server."""

    all: Connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = ""
        self._head = self._raw = 0
        self._in_head = self._in_body = self._refused = False
        self._later: Refusal | None = None
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
        self._unset("read")
        if self.unfinished:
            self._refuse(Refusal(408, "request.too-slow"))
        elif self.waiting:
            # Browsers connect ahead, and would take an answer for that to their next request.
            self.transport.close()

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

    # ---- Connection ------------------------------------------------------------------------------

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
        self._unset_keepalive_if_required()
        if "read" not in self._timers:  # also for line ends between requests, which begin none
            self._set("read", HEAD_SECONDS, self._late)
        self.all.used(self)
        for start in range(0, len(data), _SLICE):
            part = data[start : start + _SLICE]
            if not self._parsed(part) or self._refused or self.transport.is_closing():
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
                self.abort()
                return

    def _parsed(self, part: bytes) -> bool:
        """Parse; say whether more may come."""
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:  # what follows would be of another protocol
            return False
        except httptools.HttpParserError:
            self._refuse(Refusal(400, "request.malformed"))
        return True

    # ---- Request ---------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head, self._raw = True, 0, 0
        if "read" not in self._timers:  # it came together with the end of another
            self._set("read", HEAD_SECONDS, self._late)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, but nothing behind the body, whose size nobody would bound."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        if self._refused:
            return
        self._in_head, self._in_body, self._head = False, True, 0
        self._set("read", BODY_SECONDS, self._late)
        if len(self.headers) > MOST_HEADERS:
            self._refuse(Refusal(431, "request.head-too-large"))
            return
        changes = self.parser.should_upgrade()
        if changes and any(n in (b"content-length", b"transfer-encoding") for n, _ in self.headers):
            self._refuse(Refusal(400, "request.upgrade"))  # the parser would take its body for that
            return
        super().on_headers_complete()
        if changes:
            self.cycle.keep_alive = False

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

    # ---- Answer ----------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """It is answered."""
        last = not self.pipeline
        super().on_response_complete()
        if self.transport.is_closing():  # what is still to be sent must be read
            self._set("write", WRITE_SECONDS, self.abort)
        elif last and self._later is not None:
            self._end(self._later)

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
        """Read no further; say why once all that was asked before is answered."""
        in_body = self._in_body and self.cycle is not None and self.cycle.scope is self.scope
        self._refused, self._raw = True, 0
        self._in_head = self._in_body = False
        self._unset("read")
        if self.transport.is_closing():
            return
        if in_body and self.pipeline:  # it has not been begun
            self.pipeline.popleft()
            self._later = refusal
        elif in_body:
            begun = self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self._end(None if begun else refusal)
        elif self._answering:
            self._later = refusal
        else:
            self._end(refusal)

    def _end(self, refusal: Refusal | None) -> None:
        """Close once the refusal can have been read."""
        if refusal is not None:
            self.transport.write(_answer(refusal))
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
