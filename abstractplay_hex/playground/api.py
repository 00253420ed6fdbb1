"""The addresses under ``/api``: all that the pages and other programs can do."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from attrs import field, frozen
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from abstractplay_hex import games
from abstractplay_hex.errors import RenderError
from abstractplay_hex.guiding import beginnings
from abstractplay_hex.i18n.languages import current_language
from abstractplay_hex.playground import explaining, forms, hosting, looking, seats
from abstractplay_hex.playground.addresses import client_in
from abstractplay_hex.playground.clock_forms import control_of
from abstractplay_hex.playground.computers import Computers
from abstractplay_hex.playground.flags import Flags
from abstractplay_hex.playground.hosting import Host
from abstractplay_hex.playground.live import EventStream, Live
from abstractplay_hex.playground.looking import AnyGame, Opened
from abstractplay_hex.playground.marking import marked
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.rematch import seat_after
from abstractplay_hex.playground.reviewing import Reviews
from abstractplay_hex.playground.storage import Head
from abstractplay_hex.playground.streaming import Pieces
from abstractplay_hex.playground.work import Work
from abstractplay_hex.render.svg import to_svg

Ident = Annotated[str, Path(pattern=seats.IDENT, description="The game's id.")]
_FAULT: Final = {"$ref": "#/components/schemas/Fault"}
_FAULTS: dict[int | str, dict[str, Any]] = {
    # As a reference: a model is built anew for each answer of each address, which is most of the start.
    code: {"description": text, "content": {"application/json": {"schema": _FAULT}}}
    for code, text in {
        400: "Not valid",
        401: "No key of this game",
        403: "Not with this key",
        404: "No such game",
        408: "Not complete in time",
        409: "The game has moved on, or is over",
        413: "Too large",
        429: "Too many requests",
        503: "Busy, or the database does not answer",
    }.items()
}
_FAULTS[422] = {"model": forms.Fault, "description": "Not legal, or not valid"}
SITE = "abstractplay_hex playground"


@frozen
class Knock:
    """The row of a game, and the seats to which the request has a key."""

    head: Head
    held: frozenset[int]
    host: bool = False
    """Whether the request has the host's own key."""

    def seat(self, seat: int) -> int:
        """Return *seat* if it may be played."""
        if seat not in self.held:
            raise Refusal(403, "host.not-your-seat")
        return seat


@frozen
class Visit(Knock):
    """The same with the game opened."""

    opened: Opened = field(kw_only=True)


def router(
    host: Host,
    live: Live,
    reading: Work,
    changing: Work,
    host_key: str | None,
    computers: Computers,
    flags: Flags,
    reviews: Reviews,
) -> APIRouter:
    """Return the addresses of a host.

    :param reading: the threads in which games are looked at.
    :param changing: those in which they are changed: who waits to write keeps nobody from reading.
    :param computers: those that play.
    :param flags: ends games whose time is up.
    :param reviews: those of games that nobody can play on in.
    :param host_key: lets the host itself end games and look at any; ``None``: nobody can.
    """
    host_digest = None if host_key is None else seats.digest(host_key)
    api = APIRouter(prefix="/api", responses=_FAULTS, route_class=reading.route)
    changes = APIRouter(route_class=changing.route)

    def knock(request: Request, ident: str, head: Head) -> Knock:
        keys = seats.keys_sent(request, ident)
        held = seats.seats_of(keys, head.keys)
        by_host = seats.is_host(seats.bearer_keys(request), host_digest)
        if by_host:
            held |= {seats.WATCH}
        if not held:
            raise Refusal(401, "host.bad-key" if keys else "host.no-key")
        return Knock(head, held, by_host)

    def enter(request: Request, ident: str) -> Visit:
        at = knock(request, ident, host.head(ident))
        flags.looked(at.head)
        return Visit(at.head, at.held, at.host, opened=host.open(ident, at.head))

    def act(
        request: Request,
        ident: str,
        word: forms.Word,
        what: Callable[[Opened], Opened],
    ) -> Response:
        visit = enter(request, ident)
        visit.seat(word.seat)
        hosting.check_answers(visit.opened, word.revision, word.ply)
        return JSONResponse(looking.summary(what(visit.opened)))

    # ---- Games to be played ----------------------------------------------------------------------

    @api.get("/openapi.json", include_in_schema=False)
    def description(request: Request) -> Response:
        here = {"url": request.scope.get("root_path", "") or "/"}
        return JSONResponse({**request.app.openapi(), "servers": [here]})

    @api.get("/kinds", tags=["start"])
    def kinds() -> list[dict[str, Any]]:
        """List the games that can be started, with their variants and displays."""
        return [info.to_dict() for info in games()]

    @changes.post("/games", status_code=201, response_model=forms.Begun, tags=["start"])
    def start(form: forms.Start) -> dict[str, Any]:
        """Start a game. The answer has a secret key for each seat, and one ("0") for watching."""
        control = None if form.clock is None else control_of(form.clock)
        levels = {computer.seat: computer.level for computer in form.computers}
        started = host.start(
            form.game,
            form.variants,
            form.names,
            form.seats,
            form.owner,
            levels,
            control,
            position=form.position,
        )
        return {
            "id": started.head.ident,
            "keys": {str(seat): key for seat, key in started.keys.items()},
        }

    @changes.post("/games/{ident}/session", response_model=forms.Seats, tags=["start"])
    def session(
        request: Request, response: Response, ident: Ident, form: forms.Keys
    ) -> dict[str, Any]:
        """Take a seat in this browser: exchange keys for a cookie that scripts cannot read."""
        head = host.head(ident)
        digests = head.keys
        wanted = [key for key in form.keys if seats.seats_of([key], digests)]
        if not wanted:
            raise Refusal(403, "host.bad-key")
        had = [key for key in seats.keys_sent(request, ident) if seats.seats_of([key], digests)]
        keys = [*wanted, *had]
        seats.keep(response, request, ident, keys)
        taken = seats.seats_of(wanted, digests)
        if not head.over:
            host.taken(ident, taken - {seats.WATCH, head.owner})
        return _seats(taken)

    @changes.post("/games/{ident}/invitations", response_model=forms.Invited, tags=["start"])
    def invite(request: Request, ident: Ident, form: forms.Invitation) -> Response:
        """Renew the link to a seat that nobody has taken yet. The old link is void then."""
        visit = enter(request, ident)
        if visit.head.owner not in visit.held:
            raise Refusal(403, "host.not-owner")
        hosting.check_answers(visit.opened, form.revision, form.ply)
        now, key = host.renew(visit.opened, form.seat)
        return JSONResponse({**looking.summary(now), "key": key})

    # ---- Looking ---------------------------------------------------------------------------------

    @api.get("/games/{ident}", response_model=forms.View, tags=["look"])
    def view(request: Request, ident: Ident) -> Response:
        """Return a game as it stands: players, moves, log, offers."""
        visit = enter(request, ident)
        computers.looked(visit.opened)
        return JSONResponse(looking.view(visit.opened, visit.held, host.most_plies, host.now))

    @api.post("/games/{ident}/look", response_model=forms.Seen, tags=["look"])
    def look(request: Request, ident: Ident, form: forms.Look) -> Response:
        """Look at any ply, validate a move, click, explore other lines. Changes nothing."""
        visit = enter(request, ident)
        game = looking.explored(visit.opened, form.ply, form.line)
        at = form.click
        click = None if at is None else (at.row, at.col, at.piece)
        begins = beginnings(game) if form.beginnings else None
        seen = looking.consider(game, form.text, click)
        seat = form.seat if form.seat in visit.held else 0
        svg = undrawn = None
        if form.drawing:
            try:
                svg = draw(game, seat, form.drawing, marks=form.marks)
            except RenderError as error:  # a game of another package, whose board is not of hexes
                undrawn = error.message
        around = looking.around(game)
        signs = None
        if form.legend and form.drawing and svg is not None:
            signs = explaining.legend(game, seat, form.drawing)
        shown = {
            "ply": game.ply,
            "position": game.position(),
            **seen,
            **around,
            "svg": svg,
            "undrawn": undrawn,
            "legend": signs,
        }
        shown["beginnings"] = None if seen["text"].strip() else begins
        return JSONResponse(shown)

    @api.post("/games/{ident}/cells", response_model=explaining.Explained, tags=["look"])
    def cell(request: Request, ident: Ident, form: explaining.CellForm) -> Response:
        """Say why a cell cannot be used for the turn under way. Changes nothing."""
        game = looking.explored(enter(request, ident).opened, form.ply, form.line)
        return JSONResponse(explaining.explain_cell(game, form.text, form.row, form.col))

    @api.get("/games/{ident}/events", tags=["look"], response_class=EventStream)
    async def events(
        request: Request, ident: Ident, revision: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0
    ) -> Response:
        """Say when the game changes: server-sent events ``changed`` with the new revision."""
        head = (await reading.run(lambda: knock(request, ident, host.head(ident)))).head
        last = request.headers.get("last-event-id", "")
        known = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else revision
        watcher = live.enter(ident, known, client_in(request.scope))
        if head.revision > known:
            live.changed(ident, head.revision)
        if head.computers.levels:  # they may play for those who watch alone
            computers.looked(await reading.run(host.open, ident, head))
        return EventStream(live, watcher)

    # ---- Playing ---------------------------------------------------------------------------------

    @changes.post("/games/{ident}/moves", response_model=forms.Summary, tags=["play"])
    def move(request: Request, ident: Ident, form: forms.Turn) -> Response:
        """Make a turn. Of several answers to one revision, one is accepted; the others get 409."""
        return act(request, ident, form, lambda opened: host.move(opened, form.seat, form.move))

    @changes.post("/games/{ident}/resign", response_model=forms.Summary, tags=["play"])
    def resign(request: Request, ident: Ident, form: forms.Word) -> Response:
        """Resign."""
        return act(request, ident, form, lambda opened: host.resign(opened, form.seat))

    @changes.post("/games/{ident}/offers", response_model=forms.Summary, tags=["play"])
    def offer(request: Request, ident: Ident, form: forms.Offer) -> Response:
        """Offer a draw or, after the game, a rematch, or ask to take one's last move back.

        It is done once all others accept.
        """
        return act(request, ident, form, lambda opened: host.offer(opened, form.seat, form.kind))

    @changes.post("/games/{ident}/answers", response_model=forms.Summary, tags=["play"])
    def answer(request: Request, ident: Ident, form: forms.OfferAnswer) -> Response:
        """Accept or decline an offer, or withdraw one's own."""
        return act(
            request,
            ident,
            form,
            lambda opened: host.answer(opened, form.seat, form.kind, form.accept),
        )

    @changes.post("/games/{ident}/rematch", response_model=forms.Followed, tags=["play"])
    def follow(request: Request, response: Response, ident: Ident) -> dict[str, Any]:
        """Go on to the rematch. The keys of this game open its seats, and go into a cookie for it, too."""
        at = knock(request, ident, host.head(ident))
        if at.head.rematch is None:
            raise Refusal(409, "host.no-rematch")
        new = host.head(at.head.rematch)
        held = {seat: seat_after(seat, len(at.head.names)) for seat in sorted(at.held)}
        keys = seats.keys_sent(request, ident)
        if own := [key for key in keys if seats.seats_of([key], new.keys)]:
            seats.keep(response, request, new.ident, own)
        return {"id": new.ident, "seats": {str(old): seat for old, seat in held.items()}}

    @changes.post("/games/{ident}/computer", response_model=forms.Summary, tags=["play"])
    def computer(request: Request, ident: Ident, form: forms.ComputerWord) -> Response:
        """Have a computer that is to move do so now; if it has failed, go on in some way.

        Up to the players; where only computers play, up to all who watch. Only players take a seat over.
        """
        visit = enter(request, ident)
        opened = visit.opened
        players = visit.held - {seats.WATCH}
        alone = opened.head.computers.alone(opened.game.numplayers)
        if not players and (not alone or form.act == "take"):
            raise Refusal(403, "host.not-your-seat")
        hosting.check_answers(opened, form.revision, form.ply)
        if form.act == "now":
            computers.move_now(opened)
        elif form.act == "again":
            opened = computers.go_on(opened, form.level)
        else:
            opened, key = computers.give_up(opened)
            response = JSONResponse(looking.summary(opened))
            seats.keep(response, request, ident, [*seats.keys_sent(request, ident), key])
            return response
        return JSONResponse(looking.summary(opened))

    @api.post("/games/{ident}/hints", response_model=forms.Hint, tags=["look"])
    async def hint(request: Request, ident: Ident, form: forms.Look) -> Response:
        """Suggest a turn, at a ply and after a line of moves tried out from there.

        Not while somebody else plays.
        """

        def state() -> str:
            visit = enter(request, ident)
            if not looking.may_have_hints(visit.opened, visit.held):
                raise Refusal(403, "host.hints")
            game = looking.explored(visit.opened, form.ply, form.line)
            if game.gameover:
                raise Refusal(409, "host.over")
            return game.serialize()

        return JSONResponse({"move": await computers.hint(ident, await reading.run(state))})

    @api.post("/games/{ident}/review", tags=["look"], response_class=Pieces)
    async def review(request: Request, ident: Ident) -> Response:
        """Review a game that is over, or that was uploaded. The answer is a line of JSON for each piece.

        First how it stands at the start, then each ply (as in the schema ``review-1``, with its mark in signs
        and words), then how each player has played. A line with a ``fault`` ends it early; ask again to go on.
        """

        def found() -> tuple[Opened, str]:
            opened = enter(request, ident).opened
            reviews.check(opened)
            return opened, opened.game.serialize()

        opened, state = await reading.run(found)
        return Pieces(reviews.told(state, opened.game, current_language()))

    @changes.post("/games/{ident}/endings", response_model=forms.Summary, tags=["host"])
    def end(request: Request, ident: Ident, form: forms.Ending) -> Response:
        """End a game by time-out or as abandoned: for the host's own program, with the host's key."""
        visit = enter(request, ident)
        if not visit.host:
            raise Refusal(403, "host.not-the-host")
        hosting.check_answers(visit.opened, form.revision, form.ply)
        if isinstance(form, forms.Timeout):
            ended = host.timeout(visit.opened, form.player)
        else:
            ended = host.abandon(visit.opened)
        return JSONResponse(looking.summary(ended))

    # ---- Taking away -----------------------------------------------------------------------------

    @api.get("/games/{ident}/state", tags=["download"])
    def state(request: Request, ident: Ident) -> Response:
        """Return the saved game: the site's state JSON, byte for byte."""
        head, text = host.saved(ident)  # as it is: these games hide nothing from a player
        knock(request, ident, head)
        return _file(text, f"{head.uid}-{ident}-state.json")

    @api.get("/games/{ident}/record", tags=["download"])
    def record(request: Request, ident: Ident) -> Response:
        """Return the game record of a finished game."""
        opened = enter(request, ident).opened
        game = opened.game
        if not game.gameover:
            raise Refusal(409, "host.not-over", game=looking.summary(opened))
        names = [
            name or f"Player {seat}" for seat, name in enumerate(looking.names_of(opened.head), 1)
        ]
        data = game.record(names, gameid=ident, site=SITE, unrated=True)
        text = json.dumps(data, ensure_ascii=False, indent=1)
        return _file(text, f"{game.uid}-{ident}-record.json")

    @api.get("/games/{ident}/board.svg", tags=["download"], response_class=_Svg)
    def board(
        request: Request,
        ident: Ident,
        ply: Annotated[int, Query(ge=-1, le=1_000_000)] = -1,
        display: Annotated[str | None, Query(max_length=80)] = None,
        palette: Literal["default", "colour-blind"] = "default",
        dark: bool = False,
        rotate: Annotated[int, Query(ge=0, le=300, multiple_of=60)] = 0,
    ) -> Response:
        """Return the board at a ply as SVG."""
        game = looking.explored(enter(request, ident).opened, ply)
        drawing = forms.DrawingForm(display=display, palette=palette, dark=dark, rotate=rotate)
        return _Svg(draw(game, 0, drawing, interactive=False))

    api.include_router(changes)
    return api


class _Svg(Response):
    media_type = "image/svg+xml"


def _seats(held: frozenset[int]) -> dict[str, Any]:
    return {"seats": sorted(held - {seats.WATCH}), "watch": bool(held)}


def draw(
    game: AnyGame,
    seat: int,
    drawing: forms.DrawingForm,
    *,
    interactive: bool = True,
    marks: forms.MarksForm | None = None,
) -> str:
    """Return the board as SVG, as *seat* sees it."""
    render = game.render(seat, drawing.display)
    return to_svg(
        render if marks is None else marked(game, render, marks),
        titles=game.titles(render),
        palette=drawing.palette,
        dark=drawing.dark,
        rotate=drawing.rotate,
        interactive=interactive,
        scenery=game.rules.scenery,
    )


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


__all__ = ["draw", "router"]
