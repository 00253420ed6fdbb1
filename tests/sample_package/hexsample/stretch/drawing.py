"""What a board of Stretch looks like."""

from typing import Any, Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.plies.results import Place
from abstractplay_hex.render import Annotation, Glyph, Marker, Picture
from abstractplay_hex.rules.interface import Scene
from hexsample.stretch.position import Position

SHOW_GROUPS: Final = "show-groups"


def draw(scene: Scene[Position]) -> dict[str, Any]:
    """Return the render JSON of a scene."""
    position = scene.position
    board = position.board
    markers = []
    if scene.display == SHOW_GROUPS:
        for player in (1, 2):
            size = position.largest(player)
            for group in board.groups(position.stones[player - 1]):
                if group.bit_count() == size:
                    places = [board.place[cell] for cell in cells_in(group)]
                    markers.append(Marker("flood", places, {"colour": player, "opacity": 0.4}))
    first, second = position.stones
    keys = dict.fromkeys(cells_in(first), "A") | dict.fromkeys(cells_in(second), "B")
    return Picture(
        board={
            "style": "hex-of-hex",
            "minWidth": position.size,
            "maxWidth": 2 * position.size - 1,
        },
        legend={key: (Glyph(name="piece", colour=n),) for n, key in enumerate("AB", 1)},
        rows=[[keys.get(cell, "") for cell in row] for row in board.rows],
        markers=markers,
        annotations=[Annotation("enter", [board.place[cell] for cell in _pointed_at(scene)])],
    ).to_dict()


def _pointed_at(scene: Scene[Position]) -> tuple[int, ...]:
    """Return the cells that got a stone; while a turn is under way, what can be clicked.

    That is where the chosen stone can be extended to, or else what has been chosen, to let go of it.
    """
    board, draft = scene.position.board, scene.draft
    if draft is None:
        return tuple(board.cell[r.where] for r in scene.results if isinstance(r, Place) and r.where)
    chosen: tuple[int, ...] = draft.partial
    return tuple(scene.position.ends(chosen[0])) if draft.turn is None else chosen
