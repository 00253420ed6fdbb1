"""The keys of a Dendria ply in state JSON, and how their values are read.

While the board is built a ply has ``modules``, the centres placed so far. In play it has ``board``
(a map of cells to ``[player, kind]``, in board order), ``passes``, ``actor``, ``scores``, and on a
modular board ``land``: its rows as the position text writes them, without pieces.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NewType, NoReturn

from attrs import define

from abstractplay_hex.board import Axial
from abstractplay_hex.errors import StateError
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.rules.saved import MapText, PlyState, map_pairs

KINDS: Final = ("seed", "sprite", "tree")
MOST_COORDINATE: Final = 999

_MASK: Final = {
    kind: {player: 2 * k + player - 1 for player in (1, 2)} for k, kind in enumerate(KINDS)
}
"""By kind and player: which of six masks a piece is in (seeds of both players, sprites, trees)."""


@define
class PieceMap:
    """The map of pieces as saved: JSON data that nobody has looked at, as cells need a board."""

    data: Any


Centres = NewType("Centres", tuple[Axial, ...])
"""The centres of modules in the order they were placed, as saved."""
Points = NewType("Points", list[float | int])
"""The scores of both players, whole or with a half."""


@define(kw_only=True)
class DendriaPlyState(PlyState):
    """A saved ply of Dendria, version 20261129."""

    modules: Centres | None = None
    land: str | None = None
    board: PieceMap | None = None
    passes: int | None = None
    actor: int | None = None
    scores: Points | None = None


def read_masks(data: Any, board: Board) -> list[int]:
    """Return the six masks of the pieces in a saved map: dark and light seeds, sprites, trees.

    :raises StateError: with a path relative to the map.
    """
    masks = [0, 0, 0, 0, 0, 0]
    if type(data) is MapText:
        pieces, last = _pieces(board), 0
        for text in data.pairs:
            mask, bit = pieces[text]
            if bit <= last:
                raise ValueError("pieces are written in board order")
            masks[mask] |= bit
            last = bit
        return masks
    try:
        pairs = data["value"]
        if data["dataType"] == "Map" and len(data) == 2 and type(pairs) is list:
            bits = board.bits
            # One loop and no more: this is what loading a ply takes most of its time for.
            for cell, (player, kind) in pairs:
                if type(player) is not int:  # true and 1.0 are keys like 1
                    break
                masks[_MASK[kind][player]] |= bits[cell]
            else:
                a, b, c, d, e, f = masks
                if (a | b | c | d | e | f).bit_count() == len(pairs):
                    return masks
    except (KeyError, TypeError, ValueError):
        pass
    return _refuse(data, board)


@lru_cache(maxsize=64)
def _pieces(board: Board) -> dict[str, tuple[int, int]]:
    """Return by the text of a pair which mask its piece is in, and the cell's bit."""
    return {
        f'"{cell}",[{player},"{kind}"]': (mask, bit)
        for kind, masks in _MASK.items()
        for player, mask in masks.items()
        for cell, bit in board.bits.items()
    }


def _refuse(data: Any, board: Board) -> NoReturn:
    """Find what :func:`read_masks` could not read, and say it."""
    pairs = map_pairs(data)
    for i, (cell, piece) in enumerate(pairs):
        if type(cell) is not str:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(piece) is not list or len(piece) != 2:
            raise StateError("dendria.state.piece", path=f".value[{i}][1]")
        player, kind = piece
        if type(player) is not int or player not in (1, 2):
            raise StateError("state.player-range", path=f".value[{i}][1][0]", last=2)
        if type(kind) is not str or kind not in KINDS:
            raise StateError("dendria.state.kind", path=f".value[{i}][1][1]")
    taken: set[str] = set()
    for i, (cell, _) in enumerate(pairs):
        if cell not in board.bits:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if cell in taken:
            raise StateError("state.cell-twice", path=f".value[{i}][0]", cell=cell)
        taken.add(cell)
    raise AssertionError("these pieces are good")


def read_centres(data: Any) -> Centres:
    """Read the list of module centres."""
    if type(data) is not list:
        raise StateError("state.expected", path="", expected=Phrase("dendria.phrase.centres"))
    for i, centre in enumerate(data):
        if (
            type(centre) is not list
            or len(centre) != 2
            or any(type(x) is not int or abs(x) > MOST_COORDINATE for x in centre)
        ):
            raise StateError("dendria.state.centre", path=f"[{i}]")
    return Centres(tuple((q, r) for q, r in data))


def read_points(data: Any) -> Points:
    """Read the two scores, which are whole numbers or end in .5."""
    if (
        type(data) is not list
        or len(data) != 2
        or type(data[0]) not in (int, float)
        or type(data[1]) not in (int, float)
    ):
        raise StateError("state.expected", path="", expected=Phrase("phrase.two-numbers"))
    return Points([*data])


HOOKS: Final[dict[Any, Callable[[Any], Any]]] = {
    Centres | None: read_centres,
    PieceMap | None: PieceMap,
    Points | None: read_points,
}
"""How the values of :class:`DendriaPlyState` are read."""
