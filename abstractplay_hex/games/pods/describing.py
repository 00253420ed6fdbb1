"""Pods in words: what is on a cell, what a turn did, who has how much."""

from typing import Any

from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.results import Move, Place, Result


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


def chat(result: Result, player: str) -> str | None:
    """Say what a turn of *player* (a name) did."""
    match result:
        case Place(where=where):
            return say("pods.chat.place", player=player, where=where)
        case Move(start=start, to=to):
            return say("pods.chat.move", player=player, start=start, to=to)
    return None


def sidebar_scores(position: PodsPosition) -> list[dict[str, Any]]:
    """Return the scores as a host's sidebar shows them."""
    return [{"name": say("sidebar.scores"), "scores": list(position.scores)}]
