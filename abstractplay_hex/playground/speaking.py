"""Which language a request is answered in.

That of a link (``?lang=de``), else that chosen on a page before, which a cookie keeps, else the first of
the browser's (``Accept-Language``) that there is, else English. The choice is for the pages: the API asks
for no cookie. The pages' scripts name their page's language, so that two windows do not mix.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abstractplay_hex.i18n.languages import language, languages
from abstractplay_hex.i18n.messages import BUILT_IN_LANGUAGE
from abstractplay_hex.playground.addresses import path_in

COOKIE: Final = "lang"
KEPT_FOR: Final = 365 * 24 * 3600
"""Seconds that a choice is kept."""
_LONGEST: Final = 400
"""Characters of an ``Accept-Language`` that are read."""


class Speaking:
    """Has every request answered in its language, and keeps a choice that was made on one of the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; what answers it, in threads too, speaks its language."""
        path = path_in(scope) if scope["type"] == "http" else "/static/"
        if path.startswith("/static/"):
            await self._app(scope, receive, send)
            return
        cookie = None if path.startswith("/api/") else _choice(scope)

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.add_vary_header("Accept-Language, Cookie")
                headers.setdefault("Content-Language", code.replace("_", "-"))
                if cookie and headers.get("content-type", "").startswith("text/html"):
                    headers.append("Set-Cookie", cookie)
            await send(message)

        code = spoken(scope)
        with language(code):
            await self._app(scope, receive, told)


def spoken(scope: Scope) -> str:
    """Return the code of the language in which a request is to be answered."""
    request = HTTPConnection(scope)
    wanted = [request.query_params.get("lang", "")]
    if not path_in(scope).startswith("/api/"):
        wanted.append(request.cookies.get(COOKIE, ""))
    wanted += _accepted(", ".join(request.headers.getlist("accept-language")))
    return next((code for code in map(_known, wanted) if code), BUILT_IN_LANGUAGE)


@contextmanager
def in_language_of(scope: Scope) -> Iterator[None]:
    """Speak the language of a request where the middleware is no longer around it."""
    with language(spoken(scope)):
        yield


def _known(wanted: str) -> str | None:
    """Return a language that there is for one that is wanted: ``de`` for ``de-AT``."""
    full = wanted.strip().replace("-", "_").lower()
    known = {code.lower(): code for code in languages()}
    return known.get(full) or known.get(full.partition("_")[0])


def _accepted(header: str) -> list[str]:
    """Return the languages of an ``Accept-Language`` header, the most wanted first."""
    ranked = []
    for item in header[:_LONGEST].split(","):
        code, _, weight = item.strip().partition(";")
        try:
            wanted = float(weight.replace(" ", "").removeprefix("q=") or 1)
        except ValueError:
            continue
        if wanted > 0:
            ranked.append((-wanted, code))
    return [code for _, code in sorted(ranked, key=lambda pair: pair[0])]


def _choice(scope: Scope) -> str | None:
    """Return the cookie that keeps the language of a link on one of the pages; none if it is another site's."""
    request = HTTPConnection(scope)
    chosen = _known(request.query_params.get("lang", ""))
    if chosen is None or request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return None
    kept = Response()
    kept.set_cookie(
        COOKIE,
        chosen,
        max_age=KEPT_FOR,
        path=scope.get("root_path", "") or "/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return kept.headers["set-cookie"]


__all__ = ["COOKIE", "Speaking", "in_language_of", "spoken"]
