"""What goes wrong, told to whoever asked: one form of answer, sentences for people, causes in the log."""

import logging
import time
from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from abstractplay_hex import GameOverError, HexError
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.playground.database import cause, what_is_wrong
from abstractplay_hex.playground.pages import page
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.sentences import REFUSALS
from abstractplay_hex.playground.speaking import in_language_of

_KINDS: Final = {
    "bool_parsing": "bool",
    "bool_type": "bool",
    "dict_type": "object",
    "extra_forbidden": "extra",
    "greater_than_equal": "least",
    "int_from_float": "int",
    "int_parsing": "int",
    "int_parsing_size": "int",
    "int_type": "int",
    "json_invalid": "json",
    "less_than_equal": "most",
    "list_type": "list",
    "literal_error": "one-of",
    "missing": "missing",
    "model_attributes_type": "object",
    "model_type": "object",
    "multiple_of": "multiple",
    "string_pattern_mismatch": "pattern",
    "string_too_long": "text-long",
    "string_type": "text",
    "string_unicode": "text",
    "too_long": "list-long",
    "union_tag_invalid": "one-of",
    "union_tag_not_found": "missing",
}
"""What is said of pydantic's kinds of errors, ``request.kind.…``."""
_PARTS: Final = frozenset(
    code.removeprefix("request.part.") for code in REFUSALS if code.startswith("request.part.")
)
_NO_PAGES: Final = ("/api/", "/static/", "/pictures/")
QUIET: Final = 10.0
"""Seconds for which the same trouble is not logged again."""

_log: Final = logging.getLogger(__name__)
_logged: dict[str, float] = {}


def wrong(error: Mapping[str, Any]) -> Refusal:
    """Return the refusal for a part of a request that is not as its form says (pydantic's error)."""
    path = tuple(error.get("loc", ()))
    where = _plain(".".join(str(part)[:40] for part in path))
    if path == ("path", "ident"):
        return Refusal(404, "host.no-game")
    if path[-1:] == ("revision",) and error.get("type") == "missing":
        return Refusal(422, "host.no-revision", where=where)
    reason = _reason(error)
    if len(path) == 3 and path[:2] == ("body", "names"):
        return Refusal(422, "host.name", where=where, player=path[2] + 1, reason=reason)
    part = next((part for part in reversed(path) if part in _PARTS), None)
    if part is not None:
        reason = say("request.at", part=say(f"request.part.{part}"), reason=reason)
    return Refusal(422, "request.wrong", where=where, reason=reason)


def _reason(error: Mapping[str, Any]) -> str:
    """Return what is wrong, in the language in force: in our words, if we have some for it."""
    kind, context = error.get("type"), error.get("ctx", {})
    if kind == "value_error":
        return str(context.get("error"))  # a sentence of ours, of a validator
    if kind not in _KINDS:
        return _plain(str(error.get("msg", ""))[:200])
    known = str(context.get("expected") or context.get("expected_tags"))
    limits = ("max_length", "le", "ge", "multiple_of")
    limit = next((context[limit] for limit in limits if limit in context), None)
    return say(f"request.kind.{_KINDS[kind]}", n=limit, known=known.replace(" or ", ", "))


def answer_faults(app: FastAPI) -> None:
    """Give all error answers of an application the same form, and people who look for a page one."""

    def answer(
        request: Request, refusal: Refusal, headers: Mapping[str, str] | None = None
    ) -> Response:
        if not _for_people(request):
            return JSONResponse(refusal.to_dict(), refusal.status, headers)
        shown = page("fault.html", request, said=refusal.message)
        shown.status_code = refusal.status
        shown.headers.update(headers or {})
        return shown

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        return answer(request, error, {"Retry-After": "1"} if error.status == 503 else None)

    @app.exception_handler(HexError)
    async def not_legal(request: Request, error: HexError) -> Response:
        status = 409 if isinstance(error, GameOverError) else 422
        return answer(request, Refusal(status, error.code, error.message))

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        return answer(request, wrong(error.errors()[0]))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        code = {404: "request.not-found", 405: "request.method"}.get(error.status_code)
        if (
            error.status_code == 400
        ):  # a body that nobody can parse: too deep, no UTF-8, endless digits
            reason = say("request.kind.json")
            refusal = Refusal(400, "request.wrong", where="body", reason=reason)
        elif code is None:
            refusal = Refusal(error.status_code, "request.wrong", str(error.detail))
        else:
            refusal = Refusal(error.status_code, code)
        return answer(request, refusal, error.headers)

    @app.exception_handler(SQLAlchemyError)
    async def database(request: Request, error: Exception) -> Response:
        code = what_is_wrong(error)
        if code is None:
            _log.error("the database refuses what it was asked", exc_info=error)
            return answer(request, Refusal(500, "request.failed"))
        log_trouble(f"{code}: {cause(error)}")
        wait = "30" if code == "host.not-stored" else "1"
        return answer(request, Refusal(503, code), {"Retry-After": wait})

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        with in_language_of(request.scope):  # Starlette answers outside all middlewares
            return answer(request, Refusal(500, "request.failed"))


def _for_people(request: Request) -> bool:
    """Say whether a browser asks for a page to show."""
    scope = request.scope  # in a part of the application, root_path is where that lies
    path = request.url.path.removeprefix(scope.get("app_root_path", scope.get("root_path", "")))
    return (
        request.method in ("GET", "HEAD")
        and "text/html" in request.headers.get("accept", "")
        and not path.startswith(_NO_PAGES)
    )


def log_trouble(said: str) -> None:
    """Log what keeps the host from working, but the same not all the time."""
    now = time.monotonic()
    if now > _logged.get(said, float("-inf")) + QUIET:
        if len(_logged) > 100:
            _logged.clear()
        _logged[said] = now
        _log.error("%s", said)


def _plain(text: str) -> str:
    """Return *text* so that it is safe in any encoding."""
    return text.encode("ascii", "backslashreplace").decode("ascii")
