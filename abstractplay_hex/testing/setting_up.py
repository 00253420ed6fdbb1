"""Checks of positions set up by hand."""

from abstractplay_hex.errors import HexError, PositionError
from abstractplay_hex.rules.editing import Editing
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import refusal, shown
from abstractplay_hex.testing.showing import everywhere

MOST_CELLS = 8
"""Cells of a position that are tried."""


@check(
    "Showing: editing — positions set up by hand",
    "Give back texts that Rules.position_text writes; see abstractplay_hex.rules.editing.",
)
def positions_set_up(h: Harness) -> None:
    """The board to begin with, what is put on a cell and what is chosen are texts of positions."""
    for game in everywhere(h):
        rules, position = game.rules, game.looked_at.position
        editing: Editing[object] | None = rules.editing(game.setup)
        if editing is None:
            h.not_applicable("nobody said how positions are set up by hand")
        _need_text(h, editing, editing.cleared(), "cleared()")
        text = rules.position_text(position)
        try:
            editing.read(text)
        except PositionError:  # a board that is still being built, for example
            continue
        for one in editing.holds(position):
            h.need(one.said.strip(), f"nothing is said of the sign {shown(one.sign)}")
            for place in [*editing.titles(position)][:MOST_CELLS]:
                try:
                    put = editing.put(text, place, one.sign)
                except PositionError:  # it may not stand there
                    continue
                _need_text(h, editing, put, f"put({shown(text)}, {place}, {shown(one.sign)})")
        for name, value in editing.chosen(position).items():
            h.need(
                editing.choose(text, name, value) == text,
                f"choosing {name} {value} again changes it",
            )


def _need_text(h: Harness, editing: Editing[object], text: str, what: str) -> None:
    why: HexError | None = refusal(editing.read, text)
    h.need(why is None, f"{what} gives a text that cannot be read: {why}")
    written = editing.rules.position_text(editing.read(text))
    h.need(written == text, f"{what} gives {shown(text)}, which is written {shown(written)}")
