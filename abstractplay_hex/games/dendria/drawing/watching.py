"""The display that shows the liberties that sprites watch, and the forests that are protected."""

from typing import Final

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.render import Marker

GOLD: Final = "#ffd700"
"""Ground under forests that their owner protects."""
BOTH: Final = "#9467bd"
"""Liberties that both players watch."""


def watch_markers(position: DendriaPosition) -> list[Marker]:
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
