"""The board editor: positions set up by clicks or by their texts, for any game; nothing is stored.

What a cell can hold comes from the rules (:meth:`.Rules.editing`). Of a game that says nothing about it, the
text can still be typed, and its picture looked at.
"""

from functools import lru_cache
from typing import Annotated, Any, Literal

from attrs import frozen
from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, Field, StringConstraints

from abstractplay_hex import HexError, game_info, get_rules
from abstractplay_hex.errors import RenderError
from abstractplay_hex.playground import forms
from abstractplay_hex.playground.pages import page
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.work import Work
from abstractplay_hex.render.svg import to_svg
from abstractplay_hex.rules.editing import Editing
from abstractplay_hex.rules.interface import AnyRules, Scene, Setup

Uid = Annotated[str, Path(max_length=80)]
Short = Annotated[str, StringConstraints(max_length=40)]


class PutForm(forms.Form):
    """Something put on a cell of the picture."""

    row: forms.Place
    col: forms.Place
    sign: Annotated[str, StringConstraints(max_length=8)]


class ChooseForm(forms.Form):
    """Something else chosen: who is to move."""

    name: Short
    value: Short


class Edit(forms.Form):
    """A position text, and a change of it."""

    variants: Annotated[list[forms.Text], Field(max_length=40)] = Field(default=[])
    seats: forms.Seat | None = None
    position: forms.PositionText = ""
    to: Literal["start", "clear"] | None = None
    put: PutForm | None = None
    choose: ChooseForm | None = None
    drawing: forms.DrawingForm = forms.DrawingForm()


class HeldSign(BaseModel):
    """What a cell can hold: its sign in position texts, its name, its picture."""

    sign: str
    said: str
    seat: int
    icon: str | None


class OneChoice(BaseModel):
    """What else a position says. Without options it is any whole number."""

    name: str
    said: str
    value: str
    options: list[dict[str, str]]


class Edited(BaseModel):
    """A position as it is now.

    *refused*: why it is not changed. *unread*: why the text is no position; there is no picture then.
    *fault*: why no game can begin from it.
    """

    position: str
    refused: forms.Refused | None
    unread: forms.Refused | None
    fault: forms.Refused | None
    svg: str | None
    undrawn: str | None
    held: list[HeldSign]
    choices: list[OneChoice]
    seats: int
    to_move: int


def router(work: Work) -> APIRouter:
    """Return the addresses of the editor.

    :param work: the threads in which positions are changed and drawn.
    """
    found = APIRouter(route_class=work.route)

    @found.api_route("/editor/{uid}", methods=["GET", "HEAD"], include_in_schema=False)
    def editor(request: Request, uid: Uid) -> HTMLResponse:
        return page("editor.html", request, game=_rules(uid).info.said())

    @found.post("/api/positions/{uid}/edit", response_model=Edited, tags=["look"])
    def edit(uid: Uid, form: Edit) -> Response:
        """Change a position and look at it. Stores nothing."""
        rules = _rules(uid)
        setup = rules.setup(form.variants, form.seats)
        return JSONResponse(_Board(rules, setup, rules.editing(setup)).edited(form))

    return found


def _rules(uid: str) -> AnyRules:
    try:
        game_info(uid)
    except HexError:
        raise Refusal(404, "request.not-found") from None
    return get_rules(uid)


def _told(error: HexError) -> dict[str, str]:
    return {"code": error.code, "message": error.message}


@frozen
class _Board:
    """A game whose positions are set up."""

    rules: AnyRules
    setup: Setup
    editing: Editing[Any] | None

    def edited(self, form: Edit) -> dict[str, Any]:
        """Return what is to be told of a position and a change of it."""
        text, refused = form.position, None
        try:
            text = self._changed(form)
        except HexError as error:
            refused = _told(error)
        shown: dict[str, Any] = {
            "position": text,
            "refused": refused,
            **dict.fromkeys(("unread", "fault", "svg", "undrawn")),
            "held": [],
            "choices": [],
            "seats": self.rules.seats(self.setup),
            "to_move": 1,
        }
        try:
            position = self._read(text)
        except HexError as error:
            # A text that was changed in vain is told about once.
            return {
                **shown,
                "refused": None if refused == _told(error) else refused,
                "unread": _told(error),
            }
        try:
            self.rules.read_position(text, self.setup)
        except HexError as error:
            shown["fault"] = _told(error)
        try:
            shown["svg"] = self._drawn(position, form.drawing)
        except RenderError as error:  # a board that is not of hexes
            shown["undrawn"] = error.message
        shown["to_move"] = self.rules.to_move(position)
        if self.editing is not None:
            shown |= self._offered(self.editing, position, form.drawing)
        return shown

    def _read(self, text: str) -> Any:
        if self.editing is None:
            return self.rules.read_position(text, self.setup)
        return self.editing.read(text)

    def _changed(self, form: Edit) -> str:
        text, editing = form.position, self.editing
        if form.to == "start" or not text:
            text = self.rules.position_text(self.rules.initial(self.setup))
        if editing is None:
            return text
        if form.to == "clear":
            text = editing.cleared()
        if form.put is not None:
            text = editing.put(text, (form.put.row, form.put.col), form.put.sign)
        if form.choose is not None:
            text = editing.choose(text, form.choose.name, form.choose.value)
        return text

    def _drawn(self, position: Any, drawing: forms.DrawingForm) -> str:
        titles = None if self.editing is None else self.editing.titles(position)
        return to_svg(
            _render(self.rules, self.editing, position),
            titles=titles,
            palette=drawing.palette,
            dark=drawing.dark,
            rotate=drawing.rotate,
            interactive=True,
            scenery=self.rules.scenery,
        )

    def _offered(
        self, editing: Editing[Any], position: Any, drawing: forms.DrawingForm
    ) -> dict[str, Any]:
        icons = _icons(self.rules.info.uid, self.setup, drawing.dark, drawing.palette)
        chosen = editing.chosen(position)
        return {
            "held": [
                {"sign": one.sign, "said": one.said, "seat": one.seat, "icon": icons.get(one.sign)}
                for one in editing.holds(position)
            ],
            "choices": [
                {
                    "name": choice.name,
                    "said": choice.said,
                    "value": chosen[choice.name],
                    "options": [{"value": o.value, "said": o.said} for o in choice.options],
                }
                for choice in editing.choices
                if choice.name in chosen
            ],
        }


def _render(rules: AnyRules, editing: Editing[Any] | None, position: Any) -> dict[str, Any]:
    own = None if editing is None else editing.draw(position)
    return rules.draw(Scene(position)) if own is None else own


@lru_cache(maxsize=64)
def _icons(uid: str, setup: Setup, dark: bool, palette: str) -> dict[str, str]:
    """Return a picture of each thing that a cell can hold, by its sign, as far as a picture can be cut out."""
    rules = get_rules(uid)
    editing = rules.editing(setup)
    if editing is None:
        return {}
    empty = editing.cleared()
    position = editing.read(empty)
    found: dict[str, str] = {}
    for one in editing.holds(position):
        if not one.seat:
            continue
        for place in editing.titles(position):
            try:
                put = editing.read(editing.put(empty, place, one.sign))
                render = _render(rules, editing, put)
            except HexError:
                continue
            key = _key_at(render, *place)
            if key is not None:
                found[one.sign] = to_svg(
                    {
                        "board": _ONE,
                        "legend": {key: render["legend"][key]},
                        "pieces": key,
                        "options": ["hide-labels"],
                    },
                    titles={},
                    scenery=rules.scenery,
                    dark=dark,
                    palette=palette,
                    prefix=f"i{len(found)}",
                )
                break
    return found


_ONE = {"style": "hex-of-hex", "minWidth": 1, "maxWidth": 1}


def _key_at(render: dict[str, Any], row: int, col: int) -> str | None:
    """Return the legend's key of what is drawn at a place, if that is easily told."""
    rows = str(render.get("pieces", "")).split("\n")
    key = rows[row][col : col + 1] if row < len(rows) else ""
    return key if key in render.get("legend", {}) else None
