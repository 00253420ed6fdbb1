"""The text of a Pods turn: ``g7`` or ``g7-h8``, and why another text is none."""

from abstractplay_hex.errors import MoveError
from abstractplay_hex.games.pods.rules import (
    LAYOUT,
    Migration,
    Placement,
    PodsPosition,
    Turn,
    destinations,
    is_legal,
    placements,
)
from abstractplay_hex.rules.draft import Assessment

_CELL = LAYOUT.cell


def read_cells(text: str) -> tuple[int, ...]:
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


def read_turn(text: str) -> Turn:
    """Return the turn that *text* says, whether it is legal or not.

    :raises MoveError: for a text that is no turn.
    """
    cells = read_cells(text)
    return Placement(cells[0]) if len(cells) == 1 else Migration(*cells)


def assess(position: PodsPosition, text: str) -> Assessment[Turn]:
    """Judge a turn's text (rulings P1 to P4)."""
    try:
        cells = read_cells(text)
    except MoveError as error:
        return Assessment.refused(error.code, **error.params)
    own, opp = position.whales if position.side == 1 else position.whales[::-1]
    if len(cells) == 1:
        turn: Turn = Placement(cells[0])
        if is_legal(position, turn):
            return Assessment.playable(turn, "pods.placed", cell=text)
        return _no_placement(position, cells[0], own, opp)
    turn = Migration(*cells)
    if is_legal(position, turn):
        start, end = text.split("-")
        return Assessment.playable(turn, "pods.migrated", start=start, end=end)
    return _no_migration(turn, own, opp)


def _no_placement(position: PodsPosition, cell: int, own: int, opp: int) -> Assessment[Turn]:
    name = LAYOUT.name[cell]
    if own >> cell & 1:
        if not destinations(position, cell):
            return Assessment.refused("pods.no-destination", cell=name)
        return Assessment.unfinished("pods.choose-destination", cell=name)
    if opp >> cell & 1:
        return Assessment.refused("pods.opponent-whale", cell=name)
    return Assessment.refused("pods.minority", cell=name, **_beside(cell, own, opp))


def _no_migration(turn: Migration, own: int, opp: int) -> Assessment[Turn]:
    start, end = LAYOUT.name[turn.start], LAYOUT.name[turn.end]
    if not own >> turn.start & 1:
        code = "pods.opponent-whale" if opp >> turn.start & 1 else "pods.not-yours"
        return Assessment.refused(code, cell=start)
    if turn.start == turn.end:
        return Assessment.refused("pods.stays")
    if (own | opp) >> turn.end & 1:
        return Assessment.refused("pods.occupied", cell=end)
    near = _beside(turn.end, own & ~(1 << turn.start), opp)
    if near["own"] - near["opp"] < -1:
        return Assessment.refused("pods.end-outnumbered", cell=end, **near)
    return Assessment.refused("pods.unreachable", start=start, end=end)


def _beside(cell: int, own: int, opp: int) -> dict[str, int]:
    near = LAYOUT.adjacent[cell]
    return {"own": (near & own).bit_count(), "opp": (near & opp).bit_count()}


def click(position: PodsPosition, text: str, cell: int) -> str:
    """Return the whole new text after a click on *cell* when the turn so far is *text*.

    A second click on a chosen whale or placed cell lets go of it; one on another own whale chooses
    that one; one on an empty cell sends the chosen whale there. Once a cell or a destination is
    named, another empty cell is not taken for it by accident: as in the original, the text returned
    is then no turn, and the click is refused.
    """
    name = LAYOUT.name[cell]
    if name == text:
        return ""
    own = position.whales[position.side - 1]
    if not text or own >> cell & 1:
        return name
    return f"{text}-{name}"


def instructions(position: PodsPosition) -> Assessment[Turn]:
    """Say what the player to move can do."""
    own = position.whales[position.side - 1]
    if not own:
        return Assessment.unfinished("pods.instructions-first", can_render=False)
    if not placements(position) and not any(
        destinations(position, cell) for cell in LAYOUT.order if own >> cell & 1
    ):
        return Assessment.unfinished("pods.instructions-stuck", can_render=False)
    return Assessment.unfinished("pods.instructions", can_render=False)
