"""Addresses and pages for studying: games that are uploaded, positions that are valued, reviews to look at."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from abstractplay_hex import games
from abstractplay_hex.i18n.languages import current_language
from abstractplay_hex.playground import forms, seats
from abstractplay_hex.playground.api import Ident
from abstractplay_hex.playground.hosting import Host
from abstractplay_hex.playground.limits import LARGEST_UPLOAD, UPLOADS
from abstractplay_hex.playground.pages import page
from abstractplay_hex.playground.reviewing import Reviews
from abstractplay_hex.playground.work import Work


def router(host: Host, reviews: Reviews, reading: Work, changing: Work) -> APIRouter:
    """Return the addresses.

    :param reading: the threads in which pages are made.
    :param changing: those in which games are kept.
    """
    found = APIRouter(route_class=reading.route)

    @found.post(UPLOADS, status_code=201, response_model=forms.Begun, tags=["start"])
    async def upload(
        request: Request, game: Annotated[str | None, Query(max_length=80)] = None
    ) -> Response:
        """Keep a game that was played elsewhere, to be looked at: saved game, record, or list of moves.

        *game* is its uid, where the list does not say it. The answer has a key for watching ("0"), and the
        browser is given it as a cookie.
        """
        text = await request.body()
        read = await reviews.read(text, game, host.most_plies, current_language())
        kept = await changing.run(host.keep, read.state, read.names)
        ident, key = kept.head.ident, kept.keys[seats.WATCH]
        answer = JSONResponse({"id": ident, "keys": {str(seats.WATCH): key}}, 201)
        seats.keep(answer, request, ident, [key])
        return answer

    @found.post("/api/positions/analysis", tags=["look"])
    async def value(form: forms.Setup) -> dict[str, Any]:
        """Say how a position stands, and what the best lines are, as in the schema ``analysis-1``."""
        return (await reviews.value(form)).to_dict()

    # ---- Pages -----------------------------------------------------------------------------------

    @found.api_route("/review", methods=["GET", "HEAD"], include_in_schema=False)
    def uploading(request: Request) -> HTMLResponse:
        return page("upload.html", request, most=LARGEST_UPLOAD, games=[g.said() for g in games()])

    @found.api_route("/review/{ident}", methods=["GET", "HEAD"], include_in_schema=False)
    def review(request: Request, ident: Ident) -> HTMLResponse:
        return page("review.html", request, ident=ident)

    return found
