"""What a picture points at: what the last turn did, or what a turn under way can go on to."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from abstractplay_hex.board import Place, cells_in
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.continuations import convertible, landings
from abstractplay_hex.games.dendria.effects import FOREST, MODULE
from abstractplay_hex.games.dendria.notation import SUMMON, TREES
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.plies import results
from abstractplay_hex.render import Annotation

GREY: Final = "#808080"
"""Landings on which the turn may end."""
GREEN: Final = "#2e8b57"
"""Landings that need a fertilization."""
ORANGE: Final = "#e08214"
"""Landings from which the sprite must go on, and pieces just converted."""
VIOLET: Final = "#a24bff"
"""Pieces that could be converted now."""

# Seeds are discs of 0.45: what can be landed on is less.
_DOT: Final = {"size": 0.18}
_RING: Final = {"dotShape": "ring", "size": 0.2}
HEXAGON: Final = {"shape": "hexp", "occlude": False}
_CIRCLE: Final = {"shape": "circle", "occlude": False}


def under_way(now: PartialTurn) -> list[Annotation]:
    """Point at the way come so far, the places to go on to, and what can be converted."""
    place = now.board.layout.place
    out = []
    if now.sowing or now.moving:
        out.append(Annotation("enter", [place[now.start]], HEXAGON))
    else:
        stops = [now.start, *(leg.cell for leg in now.legs)]
        out.append(Annotation("move", [place[cell] for cell in stops]))
    if now.moving or now.last_made:
        where = landings(now)
        for mask, options in (
            (where.free, {**_DOT, "colour": GREY}),
            (where.fertilizing, {**_RING, "colour": GREEN}),
            (where.stopovers, {**_RING, "colour": ORANGE}),
        ):
            out.append(Annotation("dots", _places(now.board, mask), options))
    # One mark a conversion, so that those side by side do not run into one field.
    open_now = [(group, VIOLET) for group in _groups(now)]
    done = [(made.group, ORANGE) for made in now.converted]
    return out + [
        Annotation("enter", _places(now.board, group), {**_CIRCLE, "colour": colour})
        for group, colour in open_now + done
    ]


def _groups(now: PartialTurn) -> Iterable[int]:
    """Return what can be converted now, a mask for each piece or group."""
    found: dict[int, None] = {}
    for cell, kinds in convertible(now).items():
        if SUMMON in kinds:
            found[1 << cell] = None
        if TREES in kinds:
            found[now.group_at(cell)] = None
    return found


def _places(board: Board, mask: int) -> list[Place]:
    return [board.layout.place[cell] for cell in cells_in(mask)]


def last_turn(board: Board, did: Sequence[results.Result]) -> list[Annotation]:
    """Point at what the last turn did: the seed sown, the line moved, captures, conversions."""
    layout = board.layout

    def places(where: str | None) -> list[Place]:
        return [layout.place[layout.cell[name]] for name in (where or "").split(",") if name]

    line: list[Place] = []
    out: list[Annotation] = []
    for result in did:
        match result:
            case results.Place(where=where, what=what) if what != MODULE:
                out.append(Annotation("enter", places(where), HEXAGON))
            case results.Move(start=start, to=to):
                line += places(to) if line else places(f"{start},{to}")
            case results.Capture(where=where, what=what) if what != FOREST:
                out.append(Annotation("exit", places(where), HEXAGON))
            case results.Capture(where=where) | results.Convert(where=where):
                options: dict[str, Any] = {**_CIRCLE, "colour": ORANGE}
                out.append(Annotation("enter", places(where), options))
    return [Annotation("move", line), *out]
