"""The keys of a Pods ply in the site's state JSON."""

from typing import Any, Final, NoReturn

from attrs import define, field

from abstractplay_hex.errors import StateError
from abstractplay_hex.games.pods.influence import LAYOUT, Marks
from abstractplay_hex.games.pods.position import MAJORITY, PodsPosition
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Deferred, Ply
from abstractplay_hex.plies.results import EndOfGame, Move, Place, Result, ending
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.rules.saved import MapText, PlyState, StateForm, map_form, map_pairs


class CellOwners(bytes):
    """A map from cells to players, in the order written: a byte a pair.

    A byte is the cell's place in board order, and 127 more for player 2.
    """

    __slots__ = ()

    @property
    def cells(self) -> bytes:
        """The cells, in order."""
        return self.translate(_CELL_OF_CODE)

    @property
    def masks(self) -> tuple[int, int]:
        """Masks of the cells of player 1 and of player 2."""
        return _mask(self.translate(None, _SECOND)), _mask(self.translate(None, _FIRST))


_CELL: Final = LAYOUT.cell
_LAND: Final = bytes(LAYOUT.order)
_FIRST: Final = bytes(range(len(_LAND)))
_SECOND: Final = bytes(range(len(_LAND), 2 * len(_LAND)))
_NAMES: Final = [LAYOUT.name[cell] for cell in LAYOUT.order]
_CODE: Final = {
    player: dict(zip(_NAMES, codes, strict=True)) for player, codes in ((1, _FIRST), (2, _SECOND))
}
_CODE_OF_PAIR: Final = {
    f'"{name}",{player}': code for player, codes in _CODE.items() for name, code in codes.items()
}
_CELL_OF_CODE: Final = (_LAND + _LAND).ljust(256, b"\0")


def _mask(codes: bytes) -> int:
    return sum(1 << cell for cell in codes.translate(_CELL_OF_CODE))


def read_owners(data: Any) -> CellOwners:
    """Read a map of cell names to 1 or 2; :func:`load` looks for cells named twice.

    :raises StateError: with a path relative to the map.
    """
    if type(data) is MapText:
        return CellOwners(map(_CODE_OF_PAIR.__getitem__, data.pairs))
    try:
        pairs = data["value"]
        if data["dataType"] == "Map" and len(data) == 2 and type(pairs) is list:
            # One loop and no more: this is half of the time that loading takes.
            codes = [_CODE[player][cell] for cell, player in pairs if type(player) is int]
            if len(codes) == len(pairs):
                return CellOwners(codes)
    except (KeyError, TypeError, ValueError):
        pass
    return _refuse(data)


def _refuse(data: Any) -> NoReturn:
    """Find what :func:`read_owners` could not read, and say it."""
    for i, (cell, player) in enumerate(map_pairs(data)):
        if type(cell) is not str or cell not in _CELL:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(player) is not int or player not in (1, 2):
            raise StateError("state.player-range", path=f".value[{i}][1]", last=2)
    raise AssertionError("these pairs are good")


def read_scores(data: Any) -> tuple[int, int]:
    """Read the scores of the two players."""
    if type(data) is not list or len(data) != 2 or not type(data[0]) is type(data[1]) is int:
        expected = Phrase("phrase.two-whole-numbers")
        raise StateError("state.expected", path="", expected=expected)
    return data[0], data[1]


@define
class SavedPosition(Deferred):
    """A checked position as it was saved; masks are made when somebody looks."""

    side: int
    board: CellOwners
    influence: CellOwners

    def make(self) -> PodsPosition:
        """Return the position."""
        marks = Marks(self.influence.masks, self.influence.cells)
        return PodsPosition(self.board.masks, self.side, self.board.cells, None, marks)


@define(kw_only=True)
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


def load(saved: PodsPlyState, before: Ply[PodsPosition] | None, setup: Setup) -> SavedPosition:
    """Return the position of a saved ply, checked but not worked out.

    :raises StateError: with a path relative to the ply.
    """
    codes = saved.board + saved.influence
    if len(_LAND.translate(None, codes.translate(_CELL_OF_CODE))) != len(_LAND) - len(codes):
        _refuse_repeats(saved)  # less of the land is left than if each cell were named once
    second = len(codes.translate(None, _FIRST))
    scores = len(codes) - second, second
    if saved.scores != scores:
        raise StateError("state.scores", path=".scores", expected=list(scores))
    over = scores[0] >= MAJORITY or scores[1] >= MAJORITY
    if before is not None:
        _check_turn(saved, before, over)
    elif over:
        raise StateError("pods.state.over", path=".scores", majority=MAJORITY)
    return SavedPosition(saved.currplayer, saved.board, saved.influence)


def _refuse_repeats(saved: PodsPlyState) -> NoReturn:
    whales = saved.board.cells
    for key, cells in (("board", whales), ("influenceBoard", saved.influence.cells)):
        for i, cell in enumerate(cells):
            path = f".{key}.value[{i}][0]"
            if cell in cells[:i]:
                raise StateError("state.cell-twice", path=path, cell=LAYOUT.name[cell])
            if cells is not whales and cell in whales:
                raise StateError("pods.state.marked-whale", path=path)
    raise AssertionError("no cell is named twice")


def _check_turn(saved: PodsPlyState, before: Ply[PodsPosition], over: bool) -> None:
    """Check what a ply says of its turn: player to move, its move and its results agree."""
    results, move = saved.results, saved.lastmove
    result = results[0]
    text: str | None
    if type(result) is Place:
        text = result.where
        if text not in _CELL or result.what is not None or result.count is not None:
            _refuse_result(result, where=text)
    elif type(result) is Move:
        text = f"{result.start}-{result.to}"
        if (
            result.start not in _CELL
            or result.to not in _CELL
            or result.what is not None
            or result.how is not None
        ):
            _refuse_result(result, **{"from": result.start, "to": result.to})
    elif move in ENDINGS:  # the codec has checked all that these say
        if over:
            raise StateError("pods.state.end", path=".scores", majority=MAJORITY)
        return
    else:
        raise StateError("pods.state.results", path="._results[0]")
    if text != move:
        # Of a placement and a migration that disagree, either may be the wrong one.
        path = ".lastmove" if ("-" in text) is ("-" in str(move)) else ""
        raise StateError("pods.state.lastmove", path=path, expected=repr(text))
    if saved.currplayer + before.currplayer != 3:
        raise StateError("state.currplayer", path=".currplayer", expected=3 - before.currplayer)
    if over or len(results) > 1:
        _check_end(saved)


def _refuse_result(result: Result, **cells: str | None) -> NoReturn:
    for key, name in cells.items():
        if name is not None and name not in _CELL:
            raise StateError("state.cell", path=f"._results[0].{key}")
    raise StateError("pods.state.plain", path="._results[0]")


def _check_end(saved: PodsPlyState) -> None:
    """Check that the game ends with a score of 64 or more, then only, and for that player."""
    rest = saved.results[1:]
    if rest and rest[0] != EndOfGame():
        raise StateError("pods.state.results", path="._results[1]")
    over = [n for n, score in enumerate(saved.scores, 1) if score >= MAJORITY]
    if rest != (ending(*over) if over else ()):
        raise StateError("pods.state.end", path="._results", majority=MAJORITY)


FORM: Final = StateForm(
    PodsPlyState,
    hooks={CellOwners: read_owners, tuple[int, int]: read_scores},
    exact=True,
)
"""How a ply of Pods is saved."""
