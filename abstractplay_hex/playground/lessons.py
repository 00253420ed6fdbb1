"""The pages that teach a game: its rules with pictures (``/rules/pods``), and a tour (``/rules/pods/tour``).

They work without a database, in the language that the browser asks for. The tour is played on the game's
own board: each step is looked at as a game is, and kept by nobody.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel

from abstractplay_hex import HexError, lessons
from abstractplay_hex.i18n.languages import current_language
from abstractplay_hex.playground import explaining, forms, looking
from abstractplay_hex.playground.api import draw
from abstractplay_hex.playground.pages import page
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.work import Work
from abstractplay_hex.registry import get_rules
from abstractplay_hex.rules.interface import AnyRules
from abstractplay_hex.rules.teaching import Figure, Step, Teaching

Uid = Annotated[str, Path(max_length=80)]
KEPT: Final = 256
"""Pictures that are kept: about 15 kB each."""


class Attempt(forms.Form):
    """A turn under way in a step of a tour; *play* makes it."""

    text: forms.Text = ""
    click: forms.ClickForm | None = None
    play: bool = False
    legend: bool = False
    drawing: forms.DrawingForm = forms.DrawingForm()


class Attempted(BaseModel):
    """A step of a tour with a turn under way, as :class:`~.forms.Seen`, or with the turn made.

    ``done`` says whether the turn made is what was asked for, ``said`` what is said of it then.
    """

    text: str
    valid: bool
    message: str
    complete: int
    can_render: bool
    code: str
    refused: forms.Refused | None
    ruling: str | None
    missing: str | None
    buttons: list[dict[str, str]]
    svg: str
    legend: list[forms.Sign] | None
    played: bool
    done: bool
    said: str


def router(work: Work) -> APIRouter:
    """Return the addresses of the pages that teach.

    :param work: the threads in which pages and pictures are made.
    """
    pages = APIRouter(include_in_schema=False, route_class=work.route)

    @pages.api_route("/rules/{uid}", methods=["GET", "HEAD"])
    def rules(request: Request, uid: Uid) -> HTMLResponse:
        told = _told(_rules(uid))
        return _page(
            "rules.html",
            request,
            uid,
            teaching=told,
            outcomes=lessons.outcomes,
            cells=lessons.said_of_cells,
        )

    @pages.api_route("/rules/{uid}/tour", methods=["GET", "HEAD"])
    def tour(request: Request, uid: Uid) -> HTMLResponse:
        steps = _steps(_rules(uid))
        return _page("tour.html", request, uid, steps=steps)

    @pages.get("/rules/{uid}/{ruling}-{number}.svg")
    def picture(
        request: Request,
        uid: Uid,
        ruling: str,
        number: int,
        dark: bool = False,
        palette: Literal["default", "colour-blind"] = "default",
    ) -> Response:
        svg = _drawn(uid, ruling, number, dark, palette, current_language())
        # The address of a page's pictures has the version and the language in it.
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    @pages.post("/api/rules/{uid}/tour/{number}", response_model=Attempted)
    def attempt(request: Request, uid: Uid, number: int, form: Attempt) -> Response:
        return JSONResponse(_attempted(_rules(uid), number, form))

    return pages


# ---- What is taught ----------------------------------------------------------------------------


def _rules(uid: str) -> AnyRules:
    try:
        return get_rules(uid)
    except HexError:
        raise Refusal(404, "request.not-found") from None


def _told(rules: AnyRules) -> Teaching | None:
    teaching = rules.teaching()
    return None if teaching is None else teaching.said(rules.info.uid)


def _steps(rules: AnyRules) -> Sequence[Step]:
    told = _told(rules)
    if told is None or not told.tour:
        raise Refusal(404, "request.not-found")
    return told.tour


def _figure(rules: AnyRules, ruling: str, number: int) -> Figure:
    teaching = rules.teaching()
    found = {each.id: each for each in teaching.rulings} if teaching else {}
    if ruling not in found or not 1 <= number <= len(found[ruling].figures):
        raise Refusal(404, "request.not-found")
    return found[ruling].figures[number - 1]


@lru_cache(maxsize=KEPT)
def _drawn(uid: str, ruling: str, number: int, dark: bool, palette: str, _: str) -> str:
    """Draw a figure; the cells' titles are in the language in force, which is the last argument."""
    figure = _figure(_rules(uid), ruling, number)
    return lessons.picture(uid, figure, dark=dark, palette=palette)


def _attempted(rules: AnyRules, number: int, form: Attempt) -> dict[str, Any]:
    """Judge the turn under way in a step, show it, and make it if that is asked for and can be."""
    steps = _steps(rules)
    if not 1 <= number <= len(steps):
        raise Refusal(404, "request.not-found")
    step = steps[number - 1]
    game = lessons.scene(rules.info.uid, step)
    at = form.click
    click = None if at is None else (at.row, at.col, at.piece)
    seen = looking.consider(game, form.text, click)
    buttons = game.buttons()
    played = form.play and seen["complete"] >= 0 and bool(form.text.strip())
    done = played and lessons.solved(game, step, form.text)
    if played:
        game.move(form.text)
    return {
        **{key: seen[key] for key in Attempted.model_fields.keys() & seen.keys()},
        "buttons": [] if played else buttons,
        "svg": draw(game, 0, form.drawing, interactive=not played),
        "legend": explaining.legend(game, 0, form.drawing) if form.legend else None,
        "played": played,
        "done": done,
        "said": (step.done if done else step.hint) if played else "",
    }


# ---- Pages -------------------------------------------------------------------------------------


def _page(name: str, request: Request, uid: str, **values: Any) -> HTMLResponse:
    info = get_rules(uid).info.said()
    return page(name, request, game=info, **values)
