"""The text of a Pods turn, ``g7`` or ``g7-h8``: what it says, and why another text is no turn."""

from typing import TypeAlias

from abstractplay_hex.board import lowest
from abstractplay_hex.errors import MoveError
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.movegen import (
    Migration,
    Placement,
    Turn,
    destinations,
    is_legal,
    placements,
)
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.rules.draft import Draft

Cells: TypeAlias = tuple[int, ...]
"""What is under way: no cell, the cell to place on or the whale chosen, or a whale and its end."""

_CELL = LAYOUT.cell


def read_cells(text: str) -> Cells:
    """Return the one or two cells that *text* names.

    :raises MoveError: for any other text.
    """
    try:
        if "-" not in text:
            return (_CELL[text],)
        start, end = text.split("-")
        return _CELL[start], _CELL[end]
    except KeyError:
        raise MoveError("pods.unknown-cell") from None
    except ValueError:
        whole = all(part in _CELL for part in text.split("-"))
        raise MoveError("pods.end-named" if whole else "pods.form") from None


def turn_of(cells: Cells) -> Turn:
    """Return the turn that one cell or two say, whether it is legal or not."""
    return Placement(cells[0]) if len(cells) == 1 else Migration(*cells)


def write_cells(*cells: int) -> str:
    """Return the text that names these cells."""
    return "-".join([LAYOUT.name[cell] for cell in cells])


def interpret(position: PodsPosition, text: str) -> Draft[Turn]:
    """Read a turn's text and judge it (rulings P1 to P4)."""
    if not text:
        return _instructions(position)
    try:
        cells = read_cells(text)
    except MoveError as error:
        return Draft.of_error(error)
    turn = turn_of(cells)
    if isinstance(turn, Placement):
        if is_legal(position, turn):
            return Draft.playable(turn, "pods.placed", partial=cells, cell=text)
        return _no_placement(position, turn.cell)
    if is_legal(position, turn):
        start, end = text.split("-")
        return Draft.playable(turn, "pods.migrated", partial=cells, start=start, end=end)
    return _no_migration(position, turn)


def _no_placement(position: PodsPosition, cell: int) -> Draft[Turn]:
    own, opp = position.own_and_other
    name = LAYOUT.name[cell]
    if own >> cell & 1:
        ends = destinations(position, cell)
        if ends:
            only = f"{name}-{LAYOUT.name[lowest(ends)]}" if ends & (ends - 1) == 0 else None
            return Draft.unfinished(
                "pods.choose-destination", partial=(cell,), only=lambda: only, cell=name
            )
        alone = own.bit_count() == 1
        return Draft.refused(
            "pods.no-destination-alone" if alone else "pods.no-destination", cell=name
        )
    if opp >> cell & 1:
        return Draft.refused("pods.opponent-whale", cell=name)
    return Draft.refused("pods.minority", cell=name, **_beside(cell, own, opp))


def _no_migration(position: PodsPosition, turn: Migration) -> Draft[Turn]:
    own, opp = position.own_and_other
    start, end = LAYOUT.name[turn.start], LAYOUT.name[turn.end]
    if not own >> turn.start & 1:
        code = "pods.opponent-whale" if opp >> turn.start & 1 else "pods.not-yours"
        return Draft.refused(code, cell=start)
    if turn.start == turn.end:
        return Draft.refused("pods.stays")
    if (own | opp) >> turn.end & 1:
        return Draft.refused("pods.occupied", cell=end)
    near = _beside(turn.end, own & ~(1 << turn.start), opp)
    if near["own"] - near["opp"] < -1:
        return Draft.refused("pods.end-outnumbered", cell=end, **near)
    return Draft.refused("pods.unreachable", start=start, end=end)


def _beside(cell: int, own: int, opp: int) -> dict[str, int]:
    near = LAYOUT.adjacent[cell]
    return {"own": (near & own).bit_count(), "opp": (near & opp).bit_count()}


def _instructions(position: PodsPosition) -> Draft[Turn]:
    own, _ = position.own_and_other
    if not own:
        code = "pods.instructions-first"
    elif placements(position) or any(
        destinations(position, cell) for cell in LAYOUT.order if own >> cell & 1
    ):
        code = "pods.instructions"
    else:
        code = "pods.instructions-stuck"
    return Draft.unfinished(code, can_render=False, partial=())
