"""The board while it is built: land white, water blue, and where a module can be put, in writing."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from abstractplay_hex.board import Axial, Place
from abstractplay_hex.games.dendria.construction import Construction, module_cells
from abstractplay_hex.games.dendria.drawing.marks import HEXAGON
from abstractplay_hex.games.dendria.plane import Plane, plane_of
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.render import Annotation, Marker, Picture
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.rules.interface import Outcome, Scene

_BUOY: Final = {"colour": "#ffffff", "size": 0.85}


def draw_building(scene: Scene[Position], building: Construction) -> dict[str, Any]:
    """Draw a board that is being built; coordinates are those that moves are written in."""
    plane = plane_of(building)
    water = [place for cell, place in plane.places.items() if cell not in building.land]
    start = scene.before if isinstance(scene.before, Construction) else building
    new = building.centres[len(start.centres) :]
    choices = [] if scene.winners is not None else _choices(scene, building, start, new)
    keys = {centre: f"c{number}" for number, centre in enumerate(choices)}
    drawn = Picture(
        board=even_p(plane.width, plane.height, frozenset(plane.cells)),
        legend={},
        rows=[[""] * plane.width for _ in range(plane.height)],
        markers=[
            Marker("flood", sorted(water), {"colour": WATER, "opacity": 1}),
            *winner_markers(sorted(plane.places[cell] for cell in building.land), scene.winners),
            Marker("dots", [plane.places[c] for c in choices], _BUOY),
            *(
                Marker("glyph", [plane.places[centre]], {"glyph": key})
                for centre, key in keys.items()
            ),
        ],
        annotations=_modules(plane, new),
    ).to_dict()
    # Cells are named when the island is finished.
    drawn["options"] = ["hide-labels"]
    drawn["legend"] = {key: [_written(centre)] for centre, key in keys.items()}
    return drawn


def _choices(
    scene: Scene[Position],
    building: Construction,
    start: Construction,
    new: Sequence[Axial],
) -> list[Axial]:
    """Return the centres that a click puts a module on."""
    if scene.draft is None or building.solo:
        return list(building.legal_centres())
    # One module is chosen: another centre takes its place, but on its own cells, where a click lets go.
    taken = {cell for centre in new for cell in module_cells(centre)}
    return [centre for centre in start.legal_centres() if centre not in taken]


def _written(centre: Axial) -> dict[str, Any]:
    text = f"{centre[0]},{centre[1]}"
    # A text fills its cell: short ones are made smaller, so that all are about as large.
    scale = 0.75 if len(text) > len("0,0") else 0.55
    return {"text": text, "colour": "#000000", "scale": scale, "orientation": "vertical"}


def _modules(plane: Plane, centres: Iterable[Axial]) -> list[Annotation]:
    """Point at the centres of the modules placed last."""
    return [Annotation("enter", [plane.places[centre] for centre in centres], HEXAGON)]


def even_p(width: int, height: int, drawn: frozenset[Place]) -> dict[str, Any]:
    """Return a rectangle of hexes of which only *drawn* ones show."""
    out: dict[str, Any] = {"style": "hex-even-p", "width": width, "height": height}
    blocked = [{"row": row, "col": col} for row, col in _hidden(width, height, drawn)]
    if blocked:
        out["blocked"] = blocked
    return out


@lru_cache(maxsize=64)
def _hidden(width: int, height: int, drawn: frozenset[Place]) -> tuple[Place, ...]:
    places = ((row, col) for row in range(height) for col in range(width))
    return tuple(place for place in places if place not in drawn)


def winner_markers(places: Sequence[Place], winners: Outcome | None) -> list[Marker]:
    """Tint *places* in the colour of who has won; of a draw the upper half in Dark's."""
    if not winners:
        return []
    half = len(places) // 2 if len(winners) > 1 else len(places)
    parts = zip(winners, (places[:half], places[half:]), strict=False)
    return [Marker("flood", part, {"colour": player, "opacity": 0.5}) for player, part in parts]
