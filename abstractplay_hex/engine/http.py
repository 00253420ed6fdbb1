"""The engine over HTTP: a request, or a batch of them, as the body of a POST. Needs the extra ``serve``."""

from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from abstractplay_hex import __version__
from abstractplay_hex.codec import schema
from abstractplay_hex.engine.answering import Answer, Engine
from abstractplay_hex.errors import GameOverError
from abstractplay_hex.playground.headers import Guard
from abstractplay_hex.playground.limits import BodyLimit, RateLimit
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.work import Work

LARGEST_BODY: Final = 4 << 20
"""Bytes of a request: a state of some thousand plies, or of 20,000 if it is packed (``gz:``)."""
REQUEST, ANSWER = "engine-request-1", "engine-answer-1"
_STATUS: Final = {
    "engine.key-unknown": 410,
    "engine.failed": 500,
    "state.not-json": 400,
}
_ANSWERED: Final = {
    200: "The answer, or those of a batch, in order; each of these may tell of an error",
    400: "This is not JSON",
    409: "The game is over",
    410: "No game is kept under that key any more",
    422: "Not legal, or not valid",
    500: "A bug of the engine or of a game",
}
_REFUSED: Final = {
    403: "Asked by a page of another site",
    408: "The request was not complete in time",
    413: "The request is too large",
    429: "Too many requests",
    503: "Busy",
}
"""What never reaches the engine."""
_OTHER: Final = 422


class Fault(BaseModel):
    """Why a request was refused before the engine saw it."""

    code: str
    message: str


def create_engine_app(
    engine: Engine,
    rate: float = 0,
    *,
    proxy: bool | None = None,
    largest_body: int = LARGEST_BODY,
) -> FastAPI:
    """Return the application.

    :param rate: requests a second that one client may make on average; 0 is no limit.
    :param proxy: whether a proxy is trusted to name its clients.
    """
    app = FastAPI(
        title="abstractplay_hex engine",
        version=__version__,
        summary="Rules of abstract games on hex boards, for programs in any language.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # these load scripts from elsewhere
        redoc_url=None,
    )
    described = {
        "requestBody": {"required": True, "content": _json("Requests")},
        "responses": {
            str(status): {"description": said, "content": _json("Answers")}
            for status, said in _ANSWERED.items()
        },
    }

    refused: dict[int | str, dict[str, Any]] = {
        status: {"description": said, "model": Fault} for status, said in _REFUSED.items()
    }
    work = Work()

    @app.post("/api/engine", tags=["engine"], openapi_extra=described, responses=refused)
    async def ask(request: Request) -> Response:
        """Answer a request, or a batch of them."""
        answer = await work.run(engine.answer, await request.body())
        return Response(answer.data, _status(answer), media_type="application/json")

    @app.get("/api/health", tags=["engine"])
    async def health() -> dict[str, str]:
        """Say that the engine runs, and in which version."""
        return {"version": __version__}

    @app.exception_handler(Refusal)
    async def refuse(_: Request, error: Refusal) -> Response:
        return JSONResponse(error.to_dict(), error.status)

    @app.exception_handler(HTTPException)
    async def nothing(_: Request, error: HTTPException) -> Response:
        code = "request.method" if error.status_code == 405 else "request.not-found"
        return JSONResponse(
            Refusal(error.status_code, code).to_dict(), error.status_code, error.headers
        )

    _describe(app)
    # The last one added sees a request first.
    app.add_middleware(BodyLimit, most=largest_body)
    app.add_middleware(RateLimit, rate=rate)
    app.add_middleware(Guard, proxy=proxy)
    return app


def _status(answer: Answer) -> int:
    if answer.error is None:
        return 200
    other = 409 if isinstance(answer.error, GameOverError) else _OTHER
    return _STATUS.get(answer.error.code, other)


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _describe(app: FastAPI) -> None:
    """Let the OpenAPI document say what the published schemas say."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            parts = document.setdefault("components", {}).setdefault("schemas", {})
            for name, title in ((REQUEST, "Requests"), (ANSWER, "Answers")):
                whole = dict(schema(name))
                definitions = whole.pop("$defs")
                parts |= _inside({**definitions, title: whole})
        return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]


def _inside(data: Any) -> Any:
    """Return a part of a schema as it stands in an OpenAPI document, where definitions have another place."""
    if isinstance(data, dict):
        return {
            key: value.replace("#/$defs/", "#/components/schemas/")
            if key == "$ref"
            else _inside(value)
            for key, value in data.items()
            if key not in ("$schema", "$id")
        }
    return [_inside(item) for item in data] if isinstance(data, list) else data
