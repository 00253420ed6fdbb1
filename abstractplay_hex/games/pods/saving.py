"""The keys of a Pods ply in the site's state JSON."""

from typing import Any, NoReturn

from attrs import field, frozen

from abstractplay_hex.codec import PlyState, map_form, map_pairs
from abstractplay_hex.errors import StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.games.pods.rules import LAYOUT, Marks, PodsPosition
from abstractplay_hex.ply import Ply
from abstractplay_hex.results import EndOfGame, Move, Place


@frozen
class CellOwners:
    """A map from cells to players, in the order written: cells and owners, a byte each."""

    cells: bytes
    owners: bytes

    @property
    def masks(self) -> tuple[int, int]:
        """Masks of the cells of player 1 and of player 2."""
        masks = [0, 0, 0]
        for cell, owner in zip(self.cells, self.owners, strict=True):
            masks[owner] |= 1 << cell
        return masks[1], masks[2]


def read_owners(data: Any) -> CellOwners:
    """Read a map of cell names to 1 or 2.

    :raises StateError: with a path relative to the map.
    """
    try:
        if data["dataType"] == "Map" and len(data) == 2 and type(data["value"]) is list:
            pairs = data["value"]
            owners = dict(pairs)
            cells = bytes(map(_CELL_OF, owners))
            players = bytes(owners.values())
            if len(cells) == len(pairs) and not players.translate(None, b"\1\2"):
                types = set(map(type, owners.values()))
                if types == _WHOLE or not types:
                    return CellOwners(cells, players)
    except (KeyError, TypeError, ValueError):
        pass
    return _refuse(data)


def read_scores(data: Any) -> tuple[int, int]:
    """Read the scores of the two players."""
    if type(data) is not list or len(data) != 2 or not type(data[0]) is type(data[1]) is int:
        raise StateError("state.expected", path="", expected="a list of two whole numbers")
    return data[0], data[1]


_CELL_OF = LAYOUT.cell.__getitem__
_WHOLE = {int}


def _refuse(data: Any) -> NoReturn:
    """Find what :func:`read_owners` could not read, and say it."""
    seen = set()
    for i, (cell, player) in enumerate(map_pairs(data)):
        if type(cell) is not str or cell not in LAYOUT.cell:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if cell in seen:
            raise StateError("state.cell-twice", path=f".value[{i}][0]", cell=cell)
        if type(player) is not int or player not in (1, 2):
            raise StateError("state.player-range", path=f".value[{i}][1]", last=2)
        seen.add(cell)
    raise AssertionError("these pairs are good")


@frozen
class SavedPosition:
    """A checked position as it was saved; masks are made when somebody looks."""

    side: int
    board: CellOwners
    influence: CellOwners

    def make(self) -> PodsPosition:
        """Return the position."""
        marks = Marks(self.influence.masks, self.influence.cells)
        return PodsPosition(self.board.masks, self.side, self.board.cells, None, marks)


@frozen(kw_only=True)
class PodsPlyState(PlyState):
    """A saved ply of Pods, version 20240802."""

    board: CellOwners
    influence: CellOwners = field(metadata={"key": "influenceBoard"})
    scores: tuple[int, int]


def save(position: PodsPosition) -> dict[str, Any]:
    """Return the keys of a ply that are Pods' own."""
    name = LAYOUT.name
    first = position.whales[0]
    return {
        "board": map_form((name[c], 1 if first >> c & 1 else 2) for c in position.order),
        "influenceBoard": map_form((name[c], player) for c, player in position.marks),
        "scores": list(position.scores),
    }


def load(saved: PodsPlyState, before: Ply[PodsPosition] | None) -> SavedPosition:
    """Return the position of a saved ply, checked but not worked out.

    :raises StateError: with a path relative to the ply.
    """
    board, influence = saved.board, saved.influence
    # What is left of the marked cells after taking away those with whales: all, if none has both.
    if len(influence.cells.translate(None, board.cells)) != len(influence.cells):
        i = next(i for i, c in enumerate(influence.cells) if c in board.cells)
        raise StateError("pods.state.marked-whale", path=f".influenceBoard.value[{i}][0]")
    first = board.owners.count(1) + influence.owners.count(1)
    scores = first, len(board.cells) + len(influence.cells) - first
    if saved.scores != scores:
        raise StateError("state.scores", path=".scores", expected=list(scores))
    if before is not None:
        _check_turn(saved, before)
    return SavedPosition(saved.currplayer, board, influence)


def _check_turn(saved: PodsPlyState, before: Ply[PodsPosition]) -> None:
    """Check what a ply says of its turn: player to move, and the move and its result agree."""
    ended_by_word = saved.lastmove in PSEUDO_PLIES
    expected = before.currplayer if ended_by_word else 3 - before.currplayer
    if saved.currplayer != expected:
        raise StateError("state.currplayer", path=".currplayer", expected=expected)
    if ended_by_word:
        return
    first, *rest = saved.results
    if isinstance(first, Place):
        text = first.where
    elif isinstance(first, Move):
        text = f"{first.start}-{first.to}"
    else:
        raise StateError("pods.state.results", path="._results[0]")
    if rest and type(rest[0]) is not EndOfGame:
        raise StateError("pods.state.results", path="._results[1]")
    if text is None or text != saved.lastmove:
        raise StateError("pods.state.lastmove", path=".lastmove", expected=repr(text)[:40])
    for cell in text.split("-"):
        if cell not in LAYOUT.cell:
            raise StateError("state.cell", path=".lastmove")
