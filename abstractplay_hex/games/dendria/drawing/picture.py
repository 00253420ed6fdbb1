"""Dendria as render JSON: fixed boards as ``hex-of-hex``, modular ones as ``hex-even-p``.

Pieces differ by shape as well as colour: a seed is a small disc, a sprite a large disc with a white
moth, a tree a triangle with a white one in it. Water is blue; ocean around a finished board is not drawn.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.board import cells_in
from abstractplay_hex.game import Scene
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.effects import FOREST, MODULE
from abstractplay_hex.games.dendria.rules import Position, UnderWay, judge
from abstractplay_hex.games.dendria.state.loading import pieces_of
from abstractplay_hex.games.dendria.drawing.plane import Plane, plane_of
from abstractplay_hex.plies.results import Capture, Convert, Move, Place, Result
from abstractplay_hex.render import Annotation, Glyph, Marker, Picture
from abstractplay_hex.render.json import Place as Spot

SHOW_WATCH: Final = "show-watch"

WATER: Final = "#a6d8f0"
"""Blue of lagoons, and of the water around a board that is being built."""
GOLD: Final = "#ffd700"
"""Ground under forests that their owner protects."""
BOTH: Final = "#9467bd"
"""Liberties that both players watch."""
GREEN: Final = "#2e8b57"
"""Landings that need a fertilization."""
ORANGE: Final = "#e08214"
"""Landings from which the sprite must go on, and pieces just converted."""
VIOLET: Final = "#a24bff"
"""Pieces that could be converted now."""


def _pieces(player: int) -> tuple[tuple[Glyph, ...], ...]:
    seed = (Glyph(name="piece", colour=player, scale=0.45),)
    sprite = (
        Glyph(name="piece", colour=player, scale=0.9),
        Glyph(name="moth", colour="#ffffff", scale=0.65),
    )
    tree = (
        Glyph(name="piece-triangle", colour=player),
        Glyph(name="piece-triangle", colour="#ffffff", scale=0.45),
    )
    return seed, sprite, tree


_KEYS: Final = ("ABC", "DEF")
"""Legend keys of seed, sprite and tree, of Dark and of Light."""
_LEGEND: Final = {
    key: layers
    for player, keys in enumerate(_KEYS, 1)
    for key, layers in zip(keys, _pieces(player), strict=True)
}


@frozen
class Preview:
    """A turn under way: what to draw, and what to point at.

    :ivar choices: centres that a module can be put on now, while the board is built.
    """

    position: Position
    annotations: tuple[Annotation, ...] = ()
    choices: tuple[tuple[int, int], ...] = ()


def preview(position: Position, text: str) -> Preview:
    """Show a turn as far as it goes; *text* has been found valid."""
    judgement = judge(position, text)
    if isinstance(position, Construction):
        building = judgement.building or position
        plane = plane_of(building)
        new = building.centres[len(position.centres) :]
        shown = Annotation(
            "enter", [plane.places[c] for c in new], {"shape": "hexp", "occlude": False}
        )
        choices = building.legal_centres() if position.solo else position.legal_centres()
        free = tuple(c for c in choices if c not in new)
        return Preview(building, (shown,), free)
    now = judgement.under_way
    if now is None:
        return Preview(position)
    return Preview(now.position, tuple(_under_way(now)))


def _under_way(now: UnderWay) -> list[Annotation]:
    """Point at the way come so far, the places to go on to, and what can be converted."""
    place = now.board.layout.place
    stops = [now.start, *(leg.cell for leg in now.legs)]
    out = []
    if now.sowing or now.moving:
        out.append(Annotation("enter", [place[now.start]], {"shape": "hexp", "occlude": False}))
    else:
        out.append(Annotation("move", [place[cell] for cell in stops]))
    if now.moving or (now.legs and now.legs[-1].conversions):
        where = now.landings()
        for mask, options in (
            (where.free, {"size": 0.3}),
            (where.fertilizing, {"colour": GREEN, "dotShape": "ring", "size": 0.3}),
            (where.stopovers, {"colour": ORANGE, "dotShape": "ring", "size": 0.3}),
        ):
            out.append(Annotation("dots", [place[c] for c in cells_in(mask)], options))
    convertible = [place[cell] for cell in now.open_conversions()]
    out.append(Annotation("enter", convertible, {**_CIRCLE, "colour": VIOLET}))
    done = [place[c] for leg in now.legs for c in _converted_cells(now.board, leg.conversions)]
    out.append(Annotation("enter", done, {**_CIRCLE, "colour": ORANGE}))
    return out


_CIRCLE: Final = {"shape": "circle", "occlude": False}


def _converted_cells(board: Board, conversions: Iterable[Any]) -> list[int]:
    return [board.layout.cell[conversion.cell] for conversion in conversions]


def draw(scene: Scene[Position]) -> dict[str, Any]:
    """Return the render JSON of a scene."""
    under_way: Preview | None = scene.preview
    position = under_way.position if under_way else scene.position
    if isinstance(position, Construction):
        choices = under_way.choices if under_way else position.legal_centres()
        return _building(scene, position, choices)
    board = position.board
    annotations = under_way.annotations if under_way else _last_turn(board, scene.results)
    markers = []
    if board.side:
        style: dict[str, Any] = {
            "style": "hex-of-hex",
            "minWidth": board.side,
            "maxWidth": 2 * board.side - 1,
        }
        width_of = [len(row) for row in board.layout.rows]
    else:
        lagoons = [_place_in(board, cell) for cell in board.lagoons]
        style = _even_p(board.width, board.height, {*board.layout.cell_at, *lagoons})
        width_of = [board.width] * board.height
        markers.append(Marker("flood", lagoons, {"colour": WATER, "opacity": 1}))
    if scene.display == SHOW_WATCH:
        markers += _watch(position)
    keys = {
        board.layout.place[cell]: _KEYS[player - 1][kind]
        for cell, player, kind in pieces_of(position)
    }
    return Picture(
        board=style,
        legend=_LEGEND,
        rows=[[keys.get((row, col), "") for col in range(n)] for row, n in enumerate(width_of)],
        markers=markers,
        annotations=annotations,
    ).to_dict()


def _place_in(board: Board, cell: tuple[int, int]) -> Spot:
    """Return the place of a water hex in the rectangle of a modular board."""
    q, r = cell
    # The land was settled so that rows and columns are those of the rectangle.
    return r, q + (r + (r & 1)) // 2


def _even_p(width: int, height: int, drawn: set[Spot]) -> dict[str, Any]:
    """Return a rectangle of hexes of which only *drawn* ones show."""
    out: dict[str, Any] = {"style": "hex-even-p", "width": width, "height": height}
    blocked = [
        {"row": row, "col": col}
        for row in range(height)
        for col in range(width)
        if (row, col) not in drawn
    ]
    if blocked:
        out["blocked"] = blocked
    return out


def _building(
    scene: Scene[Position], building: Construction, choices: Sequence[tuple[int, int]]
) -> dict[str, Any]:
    """Draw a board that is being built: land white, water to click on blue, legal centres marked."""
    plane = plane_of(building)
    land = building.land
    water = [place for cell, place in plane.places.items() if cell not in land]
    under_way: Preview | None = scene.preview
    annotations = under_way.annotations if under_way else _modules(plane, scene.results)
    return Picture(
        board=_even_p(plane.width, plane.height, set(plane.cells)),
        legend=_LEGEND,
        rows=[[""] * plane.width for _ in range(plane.height)],
        markers=[
            Marker("flood", sorted(water), {"colour": WATER, "opacity": 1}),
            Marker("dots", [plane.places[c] for c in choices], {"colour": "#ffffff", "size": 0.4}),
        ],
        annotations=annotations,
    ).to_dict()


def _modules(plane: Plane, results: Sequence[Result]) -> list[Annotation]:
    """Point at the centres of the modules placed last."""
    centres = []
    for result in results:
        if isinstance(result, Place) and result.what == MODULE and result.where:
            q, r = map(int, result.where.split(","))
            centres.append(plane.places[q, r])
    return [Annotation("enter", centres, {"shape": "hexp", "occlude": False})]


def _last_turn(board: Board, results: Sequence[Result]) -> list[Annotation]:
    """Point at what the last turn did: the seed sown, the line moved, captures, conversions."""
    spot = board.layout.place

    def places(where: str | None) -> list[Spot]:
        return [spot[board.layout.cell[name]] for name in (where or "").split(",") if name]

    line: list[Spot] = []
    sown: list[Spot] = []
    captured: list[Spot] = []
    converted: list[Spot] = []
    for result in results:
        if isinstance(result, Place) and result.what != MODULE:
            sown += places(result.where)
        elif isinstance(result, Move):
            line += places(result.to) if line else places(f"{result.start},{result.to}")
        elif isinstance(result, Capture) and result.what != FOREST:
            captured += places(result.where)
        elif isinstance(result, Capture | Convert):
            converted += places(result.where)
    return [
        Annotation("enter", sown, {"shape": "hexp", "occlude": False}),
        Annotation("move", line),
        Annotation("exit", captured, {"shape": "hexp", "occlude": False}),
        Annotation("enter", converted, {**_CIRCLE, "colour": ORANGE}),
    ]


def _watch(position: DendriaPosition) -> list[Marker]:
    """Mark the liberties that sprites watch, where it matters, and the forests that are protected."""
    board, layout = position.board, position.board.layout
    empty = position.empty
    watched = [board.watched(sprites, position.occupied) for sprites in position.sprites]
    forests = position.trees[0] | position.trees[1]
    dark, light = (
        layout.neighbours(forests | position.seeds[i]) & empty & watched[i] for i in (0, 1)
    )
    protected = 0
    for own, watch in zip(position.trees, watched, strict=True):
        for forest in layout.groups(own):
            liberties = layout.neighbours(forest) & empty
            if liberties and not liberties & ~watch:
                protected |= forest

    def flood(mask: int, colour: int | str, opacity: float) -> Marker:
        spots = [layout.place[c] for c in cells_in(mask)]
        return Marker("flood", spots, {"colour": colour, "opacity": opacity})

    return [
        flood(dark & ~light, 1, 0.3),
        flood(light & ~dark, 2, 0.3),
        flood(dark & light, BOTH, 0.4),
        flood(protected, GOLD, 0.7),
    ]
