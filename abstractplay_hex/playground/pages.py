"""The pages: two templates, which the scripts in ``static`` fill from ``/api``."""

import html
import random
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from abstractplay_hex import __version__, games, new_game
from abstractplay_hex.i18n.languages import current_language, direction, language, languages
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.players import LEVELS
from abstractplay_hex.playground import words
from abstractplay_hex.playground.api import Ident, draw
from abstractplay_hex.playground.forms import DrawingForm
from abstractplay_hex.playground.health import Health
from abstractplay_hex.playground.work import Work
from abstractplay_hex.registry import get_rules
from abstractplay_hex.render.svg import PALETTES
from abstractplay_hex.rules.choices import partners
from abstractplay_hex.rules.info import GameInfo, Variant

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
SAMPLE_PLIES: Final = 90
"""How many moves are played for a game's picture on the start page."""


def _inline(text: str) -> Markup:
    """Return one paragraph of our own Markdown as HTML: only code and emphasis are known."""
    safe = html.escape(text)
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    return Markup(re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe))


def _groups(info: GameInfo) -> list[tuple[str, str, list[Variant]]]:
    """Return the groups of variants that exclude each other, each with its name and its members."""
    groups: dict[str, list[Variant]] = {}
    for variant in info.variants:
        if variant.group is not None:
            groups.setdefault(variant.group, []).append(variant)
    for group, members in groups.items():
        if not any(v.uid.startswith("#") for v in members):
            members.insert(0, Variant(uid=f"#{group}", name=say("page.start.usual"), group=group))
    return [(group, info.group_name(group), members) for group, members in groups.items()]


def _single(info: GameInfo) -> list[tuple[Variant, Mapping[str, Sequence[str]]]]:
    """Return the variants that belong to no group, each with what it goes together with."""
    goes = _partners(info.uid)
    return [(v, goes[v.uid]) for v in info.variants if v.group is None]


@cache
def _partners(uid: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
    return partners(get_rules(uid))


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    templates.filters["inline"] = _inline
    templates.filters["plain"] = lambda text: re.sub("[*`]", "", text)
    templates.globals.update(
        version=__version__,
        groups=_groups,
        single=_single,
        palettes=PALETTES,
        levels=LEVELS,
        say=say,
        scripts=words.scripts,
        words_for=words.for_scripts,
        scenery=lambda uid: get_rules(uid).scenery,
    )
    return templates


def page(name: str, request: Request, **values: Any) -> HTMLResponse:
    """Return a page made of one of the templates, in the language in force."""
    text = (
        _templates()
        .get_template(name)
        .render(
            base=request.scope.get("root_path", ""),
            lang=current_language().replace("_", "-"),
            direction=direction(current_language()),
            languages=[_offered(code, request) for code in languages()],
            **values,
        )
    )
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


class Offered(NamedTuple):
    """A language to choose.

    :ivar code: as HTML has it.
    :ivar name: what it calls itself.
    :ivar query: of the same page in that language.
    """

    code: str
    name: str
    query: str


def _offered(code: str, request: Request) -> Offered:
    tag = code.replace("_", "-")
    query = request.url.include_query_params(lang=tag).query
    with language(code):
        return Offered(tag, say("page.language"), query)


def router(health: Health, drawing: Work) -> APIRouter:
    """Return the addresses of the pages, which work without a database.

    :param drawing: the threads in which pictures are drawn.
    """
    pages = APIRouter(include_in_schema=False, route_class=drawing.route)

    # Monitors and link checkers ask for the head only.
    @pages.api_route("/", methods=["GET", "HEAD"])
    def home(request: Request) -> HTMLResponse:
        return page("home.html", request, games=[info.said() for info in games()])

    @pages.api_route("/games/{ident}", methods=["GET", "HEAD"])
    def game(request: Request, ident: Ident) -> HTMLResponse:
        # The same page for every ident, so that it does not tell which games exist.
        return page("game.html", request, ident=ident)

    @pages.get("/pictures/{uid}.svg")
    def picture(
        uid: str,
        variant: Annotated[list[str] | None, Query(max_length=20)] = None,
        dark: bool = False,
        palette: str = "default",
    ) -> Response:
        colour_blind = palette == "colour-blind"
        text = _sample(uid, tuple(variant or ()), dark, colour_blind, current_language())
        return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    @pages.api_route("/healthz", methods=["GET", "HEAD"])
    async def healthz(need: Literal["reading", "writing"] = "writing") -> JSONResponse:
        """Say whether the database can be read and written.

        The status is 503 if it cannot do what is needed; a load balancer asks with ``?need=reading``,
        lest a full disk take the pages away, too.
        """
        found = await health.check()
        ok = found[need]
        told = "ok" if all(found.values()) else "read-only" if found["reading"] else "down"
        return JSONResponse({"status": told, **found}, 200 if ok else 503)

    return pages


@lru_cache(maxsize=128)
def _sample(uid: str, variants: tuple[str, ...], dark: bool, colour_blind: bool, code: str) -> str:
    """Return a picture of the game in progress, always the same; *code* is the language in force."""
    game = new_game(uid, variants)
    rng = random.Random(f"{uid} {variants}")
    for _ in range(SAMPLE_PLIES):
        move = game.random_move(rng)
        if move is None:
            break
        game.move(move, trusted=True)
        if game.gameover:
            game.undo()
            break
    drawing = DrawingForm(dark=dark, palette="colour-blind" if colour_blind else "default")
    return draw(game, 0, drawing, interactive=False)
