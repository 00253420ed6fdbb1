"""The keys of a Dendria ply in state JSON.

While the board is built a ply has ``modules``, the centres placed so far. In play it has ``board``
(a map of cells to ``[player, kind]``, in board order), ``passes``, ``actor``, ``scores``, and on a
modular board ``land``: its rows as the position text writes them, without pieces.
"""

from functools import lru_cache
from typing import Any, Final, NoReturn, TypeAlias

from attrs import define, frozen

from abstractplay_hex.board import Axial
from abstractplay_hex.codec import PlyState, map_form, map_pairs
from abstractplay_hex.errors import HexError, MoveError, StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.games.dendria.boards import Board, fixed
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import parse_turn
from abstractplay_hex.games.dendria.position import (
    DendriaPosition,
    position_from_text,
    position_of,
)
from abstractplay_hex.games.dendria.rules import Position
from abstractplay_hex.games.dendria.saved_turns import check_turn
from abstractplay_hex.games.dendria.scoring import scores
from abstractplay_hex.games.dendria.variants import Setup, setup_of
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.ply import Ply

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


@frozen
class Centres:
    """The centres of modules in the order they were placed, as saved."""

    centres: tuple[Axial, ...]


@define
class Points:
    """The scores of both players, whole or with a half."""

    points: list[float | int]


@define
class SavedPlay:
    """A checked position in play as it was saved; the position itself is made when somebody looks.

    :ivar masks: dark and light seeds, sprites, trees.
    :ivar points: the scores as they are written.
    """

    board: Board
    masks: list[int]
    side: int
    passes: int
    actor: int
    points: list[float | int]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.passes >= 2

    def make(self) -> DendriaPosition:
        """Return the position."""
        a, b, c, d, e, f = self.masks
        return DendriaPosition(
            (self.board, (a, b), (c, d), (e, f), self.side, self.passes, self.actor)
        )


Saved: TypeAlias = Construction | SavedPlay
"""What is made of a saved ply."""


@define(kw_only=True)
class DendriaPlyState(PlyState):
    """A saved ply of Dendria, version 20261129."""

    modules: Centres | None = None
    land: str | None = None
    board: PieceMap | None = None
    passes: int | None = None
    actor: int | None = None
    scores: Points | None = None


# ---- reading JSON values ------------------------------------------------------------------------


def read_masks(data: Any, board: Board) -> list[int]:
    """Return the six masks of the pieces in a saved map: dark and light seeds, sprites, trees.

    :raises StateError: with a path relative to the map.
    """
    masks = [0, 0, 0, 0, 0, 0]
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


# ---- writing ------------------------------------------------------------------------------------


def number(score: float) -> int | float:
    """Return a score as JSON should have it: without ``.0``."""
    return int(score) if score == int(score) else score


def pieces_of(position: DendriaPosition) -> list[tuple[int, int, int]]:
    """Return cell, player and kind (index into :data:`KINDS`) of each piece, in board order."""
    found = []
    for kind, masks in enumerate((position.seeds, position.sprites, position.trees)):
        for player, mask in enumerate(masks, 1):
            while mask:
                cell = mask.bit_length() - 1
                found.append((cell, player, kind))
                mask ^= 1 << cell
    found.sort()
    return found


@lru_cache(maxsize=64)
def land_text(board: Board) -> str:
    """Return the rows of an empty board as the position text writes them."""
    return position_of(board).text.split(" ")[0]


def save(position: Position) -> dict[str, Any]:
    """Return the keys of a ply that are Dendria's own."""
    if isinstance(position, Construction):
        return {"modules": [list(centre) for centre in position.centres]}
    board = position.board
    name = board.layout.name
    out: dict[str, Any] = {} if board.side else {"land": land_text(board)}
    out["board"] = map_form(
        (name[cell], [player, KINDS[kind]]) for cell, player, kind in pieces_of(position)
    )
    out["passes"] = position.passes
    out["actor"] = position.actor
    out["scores"] = [number(score) for score in scores(position)]
    return out


# ---- loading ------------------------------------------------------------------------------------


def load(saved: DendriaPlyState, before: Ply[Position] | None, variants: tuple[str, ...]) -> Saved:
    """Return the position of a saved ply, checked but not worked out.

    :raises StateError: with a path relative to the ply.
    """
    setup = _setup(variants)
    earlier: Any = before.given if before else None  # a position, or what stands for it
    position: Saved
    if saved.modules is not None:
        position = _construction(saved, earlier, setup)
    else:
        position = _play(saved, earlier, setup, variants)
    expected = _expected_side(saved, earlier, position)
    if saved.currplayer != expected:
        raise StateError("state.currplayer", path=".currplayer", expected=expected)
    if earlier is not None:
        check_turn(saved.lastmove or "", saved.results, earlier, position)
    elif position.over:
        raise StateError("dendria.state.end", path=".passes")
    return position


_setup: Final = lru_cache(maxsize=64)(setup_of)


def _expected_side(saved: DendriaPlyState, earlier: Any, position: Saved) -> int:
    if isinstance(position, Construction):
        return position.side
    if earlier is None:
        return saved.currplayer
    side: int = earlier.side
    if saved.lastmove in PSEUDO_PLIES:
        return side
    # Dark makes the first move of play, whoever built (ruling D3).
    return 1 if isinstance(earlier, Construction) else 3 - side


def _construction(saved: DendriaPlyState, earlier: Any, setup: Setup) -> Construction:
    for key in ("land", "board", "passes", "actor", "scores"):
        if getattr(saved, key) is not None:
            raise StateError("dendria.state.building", path=f".{key}")
    if not setup.modules:
        raise StateError("dendria.state.fixed", path=".modules")
    if not isinstance(earlier, Construction | None):
        raise StateError("dendria.state.built", path=".modules")
    assert saved.modules is not None
    centres = saved.modules.centres
    if len(centres) >= setup.modules:
        limit = setup.modules - 1
        raise StateError("dendria.state.too-many-modules", path=".modules", limit=limit)
    if earlier is not None:
        grown = centres if saved.lastmove in PSEUDO_PLIES else centres[:-1]
        if grown != earlier.centres or (grown is not centres and not centres):
            raise StateError("dendria.state.one-module", path=".modules")
    # What was placed before has been checked with the ply before.
    building = Construction(setup.modules, setup.solo)
    known = 0
    if earlier is not None and centres[: len(earlier.centres)] == earlier.centres:
        building, known = earlier, len(earlier.centres)
    for i, centre in enumerate(centres[known:], known):
        try:
            building = building.place(centre)
        except MoveError as error:
            raise StateError("state.wrong", path=f".modules[{i}]", reason=error.phrase) from None
    return building


def _play(
    saved: DendriaPlyState, earlier: Any, setup: Setup, variants: tuple[str, ...]
) -> SavedPlay:
    passes, actor = saved.passes, saved.actor
    if saved.board is None or passes is None or actor is None or saved.scores is None:
        keys = ("board", "passes", "actor", "scores")
        missing = next(key for key in keys if getattr(saved, key) is None)
        raise StateError("state.key-missing", path="", key=missing)
    board = _board(saved, earlier, setup, variants)
    if not 0 <= passes <= 2:
        raise StateError("state.expected", path=".passes", expected=Phrase("phrase.zero-to-two"))
    if not 0 <= actor <= 2:
        raise StateError("state.expected", path=".actor", expected=Phrase("phrase.zero-to-two"))
    try:
        masks = read_masks(saved.board.data, board)
    except StateError as error:
        raise StateError(error.code, **{**error.params, "path": f".board{error.path}"}) from None
    position = SavedPlay(board, masks, saved.currplayer, passes, actor, saved.scores.points)
    if (
        type(earlier) is SavedPlay and earlier.board is board and earlier.masks[4:] == masks[4:]
    ):  # the trees are what they were, and so are the scores
        expected = earlier.points
    else:
        expected = [number(score) for score in scores(position.make())]
    points = saved.scores.points
    # As they are written: 1.0 and -0.0 are other texts than 1 and 0.
    if points != expected or [*map(type, points)] != [*map(type, expected)]:
        raise StateError("state.scores", path=".scores", expected=expected)
    return position


def _board(saved: DendriaPlyState, earlier: Any, setup: Setup, variants: tuple[str, ...]) -> Board:
    if not setup.modules:
        if saved.land is not None:
            raise StateError("dendria.state.fixed", path=".land")
        return fixed(setup.side)
    if saved.land is None:
        raise StateError("state.key-missing", path="", key="land")
    if isinstance(earlier, Construction):
        built = _finished(saved, earlier, setup)
        if land_text(built) != saved.land:
            raise StateError("dendria.state.other-land", path=".land")
        return built
    if earlier is not None:
        board: Board = earlier.board
        if land_text(board) != saved.land:
            raise StateError("dendria.state.other-land", path=".land")
        return board
    try:
        position = position_from_text(f"{saved.land} D 0 -", variants)
    except HexError as error:
        raise StateError("state.wrong", path=".land", reason=error.phrase) from None
    if position.occupied:
        raise StateError("dendria.state.land-only", path=".land")
    return position.board


def _finished(saved: DendriaPlyState, earlier: Construction, setup: Setup) -> Board:
    """Return the board that the last construction turn, named by the ply, finishes."""
    try:
        turn = parse_turn(saved.lastmove or "")
        centres = getattr(turn, "centres", ())
        for centre in centres:
            earlier = earlier.place(centre)
    except MoveError as error:
        raise StateError("state.wrong", path=".lastmove", reason=error.phrase) from None
    if not earlier.finished:
        raise StateError("dendria.state.unfinished", path=".lastmove", total=setup.modules)
    return earlier.board()
