"""What explains the board to who looks at it: the legend beside it, and why a cell cannot be used."""

import json
from functools import lru_cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from abstractplay_hex.guiding import why_not
from abstractplay_hex.playground.forms import DrawingForm, Form, Refused, Text
from abstractplay_hex.playground.looking import LONGEST_LINE, AnyGame
from abstractplay_hex.render.svg import to_svg

KEPT: Final = 512
"""Samples that are kept: about 2 kB each."""


class CellForm(Form):
    """A cell of the board at a ply, continued by a line of moves, with a turn under way."""

    ply: Annotated[int, Field(ge=-1, le=1_000_000)] = -1
    line: Annotated[list[Text], Field(max_length=LONGEST_LINE, default_factory=list)]
    text: Text = ""
    row: Annotated[int, Field(ge=0, le=10_000)]
    col: Annotated[int, Field(ge=0, le=10_000)]


class Explained(BaseModel):
    """Why a cell cannot be used for the turn under way; nothing if it can be."""

    refused: Refused | None
    ruling: str | None
    """The ruling that the refusal comes from: an anchor on the page ``/rules/…``."""


def explain_cell(game: AnyGame, text: str, row: int, col: int) -> dict[str, Any]:
    """Say why a click on a cell would be refused; see :class:`Explained`."""
    refused = why_not(game, text, row, col)
    if refused is None:
        return {"refused": None, "ruling": None}
    teaching = game.rules.teaching()
    return {
        "refused": {"code": refused.code, "message": refused.message},
        "ruling": None if teaching is None else teaching.ruling_of(refused.code),
    }


def legend(game: AnyGame, seat: int, drawing: DrawingForm) -> list[dict[str, Any]]:
    """Return the legend of the board as *seat* sees it, with pictures; see :class:`~.forms.Sign`."""
    how = (drawing.palette, drawing.dark, game.rules.scenery)
    return [
        {"text": entry["text"], "svg": _drawn(json.dumps(entry["sample"]), *how)}
        for entry in game.legend(seat, drawing.display)
    ]


@lru_cache(maxsize=KEPT)
def _drawn(sample: str, palette: str, dark: bool, scenery: str) -> str:
    return to_svg(json.loads(sample), palette=palette, dark=dark, scenery=scenery)


__all__ = ["CellForm", "Explained", "explain_cell", "legend"]
