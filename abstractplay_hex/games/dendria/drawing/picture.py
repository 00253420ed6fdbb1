"""Dendria as render JSON: fixed boards as ``hex-of-hex``, modular ones as ``hex-even-p``.

Pieces differ by shape as well as colour: a seed is a small disc, a sprite a large disc with a white
moth, a tree a triangle with a white one in it. Water is blue; ocean around a finished board is not
drawn. Who has won is shown on the rim.
"""

from functools import lru_cache
from typing import Any, Final

from abstractplay_hex.board import Place, cells_in
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.drawing.building import (
    draw_building,
    even_p,
    winner_markers,
)
from abstractplay_hex.games.dendria.drawing.marks import last_turn, under_way
from abstractplay_hex.games.dendria.drawing.watching import watch_markers
from abstractplay_hex.games.dendria.info import SHOW_WATCH
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import DendriaPosition, pieces_of
from abstractplay_hex.render import Annotation, Marker, Picture
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.rules.interface import Outcome, Scene

_MOST_COLUMNS: Final = 13
_MOST_ROWS: Final = 15
"""Islands that are larger have larger labels around them: those in cells would be too small to read."""
_NORTH: Final = ("N", "NW", "NE")
_SOUTH: Final = ("S", "SW", "SE")

# What has an upper and a lower end stays upright when the board is turned.
_UPRIGHT: Final = {"orientation": "vertical"}


def _pieces(player: int) -> list[list[dict[str, Any]]]:
    seed = [{"name": "piece", "colour": player, "scale": 0.45}]
    sprite = [
        {"name": "piece", "colour": player, "scale": 0.9},
        {"name": "moth", "colour": "#ffffff", "scale": 0.65, **_UPRIGHT},
    ]
    tree = [
        {"name": "piece-triangle", "colour": player, **_UPRIGHT},
        {"name": "piece-triangle", "colour": "#ffffff", "scale": 0.45, **_UPRIGHT},
    ]
    return [seed, sprite, tree]


_KEYS: Final = ("ABC", "DEF")
"""Legend keys of seed, sprite and tree, of Dark and of Light."""
LEGEND: Final = {
    key: layers
    for player, keys in enumerate(_KEYS, 1)
    for key, layers in zip(keys, _pieces(player), strict=True)
}
"""The glyphs of all pieces."""


def keys_of(position: DendriaPosition) -> dict[Place, str]:
    """Return the legend's keys of the pieces, by their places."""
    place = position.board.layout.place
    return {place[cell]: _KEYS[player - 1][kind] for cell, player, kind in pieces_of(position)}


def draw(scene: Scene[Position]) -> dict[str, Any]:
    """Return the render JSON of a scene."""
    position = scene.position
    if isinstance(position, Construction):
        return draw_building(scene, position)
    board = position.board
    markers = []
    edges: dict[str, int] = {}
    if board.side:
        style: dict[str, Any] = {
            "style": "hex-of-hex",
            "minWidth": board.side,
            "maxWidth": 2 * board.side - 1,
        }
        width_of = [len(row) for row in board.layout.rows]
        edges = _edges(scene.winners)
    else:
        style = even_p(board.width, board.height, _drawn(board))
        if board.width > _MOST_COLUMNS or board.height > _MOST_ROWS:
            style["labelStyle"] = "external"
        width_of = [board.width] * board.height
        markers.append(Marker("flood", board.lagoon_places, {"colour": WATER, "opacity": 1}))
        if scene.winners:
            rim = [board.layout.place[cell] for cell in cells_in(board.coast)]
            markers += winner_markers(rim, scene.winners)
    if scene.display == SHOW_WATCH:
        markers += watch_markers(position)
    keys = keys_of(position)
    drawn = Picture(
        board=style,
        legend={},
        rows=[[keys.get((row, col), "") for col in range(n)] for row, n in enumerate(width_of)],
        edges=edges,
        markers=markers,
        annotations=_annotations(scene),
    ).to_dict()
    drawn["legend"] = {key: [dict(glyph) for glyph in layers] for key, layers in LEGEND.items()}
    return drawn


@lru_cache(maxsize=64)
def _drawn(board: Board) -> frozenset[Place]:
    """Return the places of a modular board that are drawn: land and lagoons."""
    return frozenset({*board.layout.cell_at, *board.lagoon_places})


def _annotations(scene: Scene[Position]) -> list[Annotation]:
    assert not isinstance(scene.position, Construction)
    if scene.draft is None:
        return last_turn(scene.position.board, scene.results)
    now = scene.draft.partial
    return under_way(now) if isinstance(now, PartialTurn) else []


def _edges(winners: Outcome | None) -> dict[str, int]:
    """Colour the whole rim for a single winner; of a draw the upper half for Dark."""
    if not winners:
        return {}
    return dict.fromkeys(_NORTH, winners[0]) | dict.fromkeys(_SOUTH, winners[-1])
