"""What is on a cell of Pods, in words."""

from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.i18n.messages import say


def describe(position: PodsPosition, place: tuple[int, int]) -> str | None:
    """Say what is at *place*; ``None`` for a place that is not on the board."""
    cell = LAYOUT.cell_at.get(place)
    if cell is None:
        return None
    name = LAYOUT.name[cell]
    for code, masks in (
        ("pods.cell.whale", position.whales),
        ("pods.cell.influence", position.marks.owners),
    ):
        for player, mask in enumerate(masks, 1):
            if mask >> cell & 1:
                return say(code, cell=name, player=player)
    return say("pods.cell.empty", cell=name)
