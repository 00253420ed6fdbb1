"""Headers of every answer: what a page may load, and what other sites may do with it."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abstractplay_hex.playground.addresses import path_in
from abstractplay_hex.playground.faults import log_trouble
from abstractplay_hex.playground.refusals import Refusal

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SAFE: Final = ("GET", "HEAD", "OPTIONS")
_UNTRUSTED: Final = (
    "requests come through a proxy that is not trusted, so all its clients count as one, and cookies are "
    "not Secure: start with --proxy (uvicorn: --proxy-headers)"
)
_OTHER_HOST: Final = (
    "a change was refused because its Origin is not its Host; if it came from your own pages, the proxy "
    "must pass the Host on (nginx: proxy_set_header Host $http_host)"
)


class Guard:
    """Sets the headers, and refuses changes requested by pages of other sites.

    :param proxy: whether a proxy is trusted to name its clients.
    """

    def __init__(self, app: ASGIApp, proxy: bool | None = None) -> None:
        self._app = app
        self._proxy = proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        path, sent = path_in(scope), Headers(scope=scope)
        if self._proxy is False and "x-forwarded-for" in sent:
            log_trouble(_UNTRUSTED)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if path.startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                elif path.startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-cache")  # asked for anew, by ETag
            await send(message)

        if scope["method"] not in SAFE and _from_elsewhere(sent):
            if "x-forwarded-for" in sent:
                log_trouble(_OTHER_HOST)
            answer = JSONResponse(Refusal(403, "request.origin").to_dict(), 403)
            await answer(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


def _from_elsewhere(headers: Headers) -> bool:
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = headers.get("origin")
    if origin is None:  # no browser
        return False
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True
