"""Pods as render JSON, equal to the original's."""

from collections.abc import Sequence
from typing import Any, Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.info import HIDE_INFLUENCE
from abstractplay_hex.games.pods.movegen import destinations
from abstractplay_hex.games.pods.notation import Cells
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.results import Move, Place, Result
from abstractplay_hex.render import Annotation, Glyph, Picture
from abstractplay_hex.render.legend import LegendEntry, Meaning
from abstractplay_hex.render.legend import legend as explained
from abstractplay_hex.rules.interface import Scene

_LEGEND: Final = {
    "A": (
        Glyph(name="piece", colour=1),
        Glyph(name="orca", colour="#ffffff", scale=0.8, opacity=0.6),
    ),
    "B": (
        Glyph(name="piece", colour=2),
        Glyph(name="humpback", colour="#aaaaaa", scale=0.8, opacity=0.6),
    ),
    "C": (Glyph(name="ring-01", colour=1),),
    "D": (Glyph(name="ring-01", colour=2),),
}
_NORTH: Final = ("N", "NW", "NE")
_SOUTH: Final = ("S", "SW", "SE")


def draw(scene: Scene[PodsPosition]) -> dict[str, Any]:
    """Return the render JSON of a scene."""
    position = scene.position
    first, second = position.whales
    keys = dict.fromkeys(cells_in(first), "A") | dict.fromkeys(cells_in(second), "B")
    if scene.display != HIDE_INFLUENCE:
        keys.update((cell, "C" if player == 1 else "D") for cell, player in position.marks)
    return Picture(
        board={"style": "hex-of-hex", "minWidth": 7, "maxWidth": 13},
        legend=_LEGEND,
        rows=[[keys.get(cell, "") for cell in row] for row in LAYOUT.rows],
        edges={} if scene.winners is None else _edges(scene.winners),
        annotations=_last_turn(scene.results) if scene.draft is None else _under_way(scene),
    ).to_dict()


def legend(scene: Scene[PodsPosition], drawn: dict[str, Any]) -> list[LegendEntry]:
    """Return what is to be seen in the picture of a scene."""
    pieces = {
        key: say(f"pods.legend.{kind}", player=player)
        for kind, keys in (("whale", "AB"), ("influence", "CD"))
        for player, key in enumerate(keys, 1)
    }
    if scene.draft is None:
        enter, move = "placed", "migrated"
    else:
        enter, move = "destinations" if scene.draft.turn is None else "placing", "migrating"
    told = (
        (enter, {"type": "enter"}),
        (move, {"type": "move"}),
        ("winner", {"type": "edge"}),
    )
    meanings = [Meaning(say(f"pods.legend.{name}"), mark) for name, mark in told]
    return explained(drawn, pieces, meanings)


def _under_way(scene: Scene[PodsPosition]) -> list[Annotation]:
    """Point at a whole turn, or at the destinations of a chosen whale."""
    cells: Cells = scene.draft.partial if scene.draft else ()
    if len(cells) == 2:
        return [Annotation("move", _places(*cells))]
    if scene.draft and scene.draft.turn is None:
        cells = tuple(cells_in(destinations(scene.position, *cells)))
    return [Annotation("enter", _places(*cells))]


def _last_turn(results: Sequence[Result]) -> list[Annotation]:
    out = []
    for result in results:
        if isinstance(result, Place) and result.where is not None:
            out.append(Annotation("enter", _places(LAYOUT.cell[result.where])))
        elif isinstance(result, Move):
            ends = _places(LAYOUT.cell[result.start], LAYOUT.cell[result.to])
            out.append(Annotation("move", ends))
    return out


def _edges(winners: tuple[int, ...]) -> dict[str, int]:
    """Colour the whole rim for a single winner, else half of it for each player."""
    north, south = winners * 2 if len(winners) == 1 else (1, 2)
    return dict.fromkeys(_NORTH, north) | dict.fromkeys(_SOUTH, south)


def _places(*cells: int) -> list[tuple[int, int]]:
    return [LAYOUT.place[cell] for cell in cells]
