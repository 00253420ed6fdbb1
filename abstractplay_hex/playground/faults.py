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
from abstractplay_hex.playground.database import cause, what_is_wrong
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.speaking import in_language_of

_WORDS: Final = {
    "click": "click",
    "display": "display",
    "game": "game",
    "ident": "game",
    "keys": "links",
    "line": "line of moves",
    "move": "move",
    "player": "player",
    "ply": "number of the move",
    "revision": "revision",
    "rotate": "rotation",
    "seat": "seat",
    "seats": "number of players",
    "text": "move",
    "variants": "variants",
}
"""What people call the parts of requests."""
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
    reason = _plain(str(error.get("msg", ""))[:200])
    if len(path) == 3 and path[:2] == ("body", "names"):
        said = error.get("ctx", {}).get("error", reason)  # a sentence of ours, see names.py
        return Refusal(
            422, "host.name", where=where, reason=f"Name of player {path[2] + 1}: {said}"
        )
    word = next((_WORDS[part] for part in reversed(path) if part in _WORDS), None)
    return Refusal(
        422, "request.wrong", where=where, reason=f"{word}: {reason}" if word else reason
    )


def answer_faults(app: FastAPI) -> None:
    """Give all error answers of an application the same form."""

    def answer(refusal: Refusal, headers: Mapping[str, str] | None = None) -> Response:
        return JSONResponse(refusal.to_dict(), refusal.status, headers)

    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> Response:
        return answer(error, {"Retry-After": "1"} if error.status == 503 else None)

    @app.exception_handler(HexError)
    async def not_legal(_: Request, error: HexError) -> Response:
        status = 409 if isinstance(error, GameOverError) else 422
        return answer(Refusal(status, error.code, error.message))

    @app.exception_handler(RequestValidationError)
    async def not_understood(_: Request, error: RequestValidationError) -> Response:
        return answer(wrong(error.errors()[0]))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        code = {404: "request.not-found", 405: "request.method"}.get(error.status_code)
        if code is None:
            refusal = Refusal(error.status_code, "request.wrong", str(error.detail))
        else:
            refusal = Refusal(error.status_code, code)
        return answer(refusal, error.headers)

    @app.exception_handler(SQLAlchemyError)
    async def database(_: Request, error: Exception) -> Response:
        code = what_is_wrong(error)
        if code is None:
            _log.error("the database refuses what it was asked", exc_info=error)
            return answer(Refusal(500, "request.failed"))
        log_trouble(f"{code}: {cause(error)}")
        return answer(
            Refusal(503, code), {"Retry-After": "30" if code == "host.not-stored" else "1"}
        )

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        with in_language_of(request.scope):  # Starlette answers outside all middlewares
            return answer(Refusal(500, "request.failed"))


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
