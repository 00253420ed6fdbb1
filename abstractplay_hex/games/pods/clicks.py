"""Clicks to text: every turn of Pods can be made, and every misclick put right, by clicking."""

from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.movegen import Turn, destinations, placements
from abstractplay_hex.games.pods.notation import Cells, write_cells
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.interface import Click


def click(position: PodsPosition, draft: Draft[Turn], click: Click) -> str | None:
    """Return the whole new text after a click; ``None`` for one that is not on the board.

    A second click lets go of what was chosen last, one on another own whale chooses that one, and
    one on an empty cell sends the chosen whale there, or else places there. Where neither can be,
    the text is one that is refused with the reason.
    """
    cell = None if click.place is None else LAYOUT.cell_at.get(click.place)
    if cell is None:
        return None
    chosen: Cells = draft.partial
    if chosen and cell == chosen[-1]:
        return write_cells(*chosen[:-1])
    own, _ = position.own_and_other
    if not chosen or own >> cell & 1:
        return write_cells(cell)
    start, bit = chosen[0], 1 << cell
    if not own >> start & 1:  # a placement was chosen: another takes its place
        return write_cells(cell)
    if placements(position) & bit and not destinations(position, start) & bit:
        return write_cells(cell)
    return write_cells(start, cell)
