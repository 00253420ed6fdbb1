"""The keys of a Dendria ply in state JSON.

While the board is built a ply has ``modules``, the centres placed so far. In play it has ``board``
(a map of cells to ``[player, kind]``, in board order), ``passes``, ``actor``, ``scores``, and on a
modular board ``land``: its rows as the position text writes them, without pieces.
"""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from attrs import frozen

from abstractplay_hex.board import Axial, cells_in
from abstractplay_hex.codec import PlyState, map_form, map_pairs
from abstractplay_hex.errors import HexError, MoveError, StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.games.dendria.boards import Board, fixed
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import parse_turn
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from abstractplay_hex.games.dendria.rules import Position
from abstractplay_hex.games.dendria.saved_turns import check_turn
from abstractplay_hex.games.dendria.scoring import scores
from abstractplay_hex.games.dendria.variants import Setup, setup_of
from abstractplay_hex.messages import Phrase
from abstractplay_hex.ply import Ply

KINDS: Final = ("seed", "sprite", "tree")
MOST_COORDINATE: Final = 999

Pieces: TypeAlias = tuple[tuple[str, int, int], ...]
"""Cell, player (1 or 2) and kind (index into :data:`KINDS`) of each piece, as saved."""


@frozen
class PieceMap:
    """The pieces on a board, as saved."""

    pieces: Pieces


@frozen
class Centres:
    """The centres of modules in the order they were placed, as saved."""

    centres: tuple[Axial, ...]


@frozen
class Points:
    """The scores of both players, whole or with a half."""

    points: tuple[float, float]


@frozen(kw_only=True)
class DendriaPlyState(PlyState):
    """A saved ply of Dendria, version 20261129."""

    modules: Centres | None = None
    land: str | None = None
    board: PieceMap | None = None
    passes: int | None = None
    actor: int | None = None
    scores: Points | None = None


# ---- reading JSON values ------------------------------------------------------------------------


def read_pieces(data: Any) -> PieceMap:
    """Read the map of pieces; cells are looked up when the board is known."""
    out = []
    for i, (cell, piece) in enumerate(map_pairs(data)):
        if type(cell) is not str:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(piece) is not list or len(piece) != 2:
            raise StateError("dendria.state.piece", path=f".value[{i}][1]")
        player, kind = piece
        if type(player) is not int or player not in (1, 2):
            raise StateError("state.player-range", path=f".value[{i}][1][0]", last=2)
        if type(kind) is not str or kind not in KINDS:
            raise StateError("dendria.state.kind", path=f".value[{i}][1][1]")
        out.append((cell, player, KINDS.index(kind)))
    return PieceMap(tuple(out))


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
    if type(data) is not list or len(data) != 2 or any(type(x) not in (int, float) for x in data):
        raise StateError("state.expected", path="", expected=Phrase("phrase.two-numbers"))
    return Points((data[0], data[1]))


# ---- writing ------------------------------------------------------------------------------------


def number(score: float) -> int | float:
    """Return a score as JSON should have it: without ``.0``."""
    return int(score) if score == int(score) else score


def pieces_of(position: DendriaPosition) -> Iterator[tuple[int, int, int]]:
    """Yield cell, player and kind (index into :data:`KINDS`) of each piece, in board order."""
    found = [
        (cell, player, kind)
        for kind, masks in enumerate((position.seeds, position.sprites, position.trees))
        for player, mask in enumerate(masks, 1)
        for cell in cells_in(mask)
    ]
    return iter(sorted(found))


def land_text(board: Board) -> str:
    """Return the rows of an empty board as the position text writes them."""
    return DendriaPosition(board).text.split(" ")[0]


def save(position: Position) -> dict[str, Any]:
    """Return the keys of a ply that are Dendria's own."""
    if isinstance(position, Construction):
        return {"modules": [list(centre) for centre in position.centres]}
    name = position.board.layout.name
    out: dict[str, Any] = {} if position.board.side else {"land": land_text(position.board)}
    out["board"] = map_form(
        (name[cell], [player, KINDS[kind]]) for cell, player, kind in pieces_of(position)
    )
    out["passes"] = position.passes
    out["actor"] = position.actor
    out["scores"] = [number(score) for score in scores(position)]
    return out


# ---- loading ------------------------------------------------------------------------------------


def load(
    saved: DendriaPlyState, before: Ply[Position] | None, variants: tuple[str, ...]
) -> Position:
    """Return the position of a saved ply.

    :raises StateError: with a path relative to the ply.
    """
    setup = setup_of(variants)
    earlier = before.position if before else None
    if saved.modules is not None:
        position: Position = _construction(saved, earlier, setup)
    else:
        position = _play(saved, earlier, setup, variants)
    expected = _expected_side(saved, before, position)
    if saved.currplayer != expected:
        raise StateError("state.currplayer", path=".currplayer", expected=expected)
    if before is not None:
        check_turn(saved.lastmove or "", saved.results, before, position)
    elif position.over:
        raise StateError("dendria.state.end", path=".passes")
    return position


def _expected_side(saved: DendriaPlyState, before: Ply[Position] | None, position: Position) -> int:
    if isinstance(position, Construction):
        return position.side
    if before is None:
        return saved.currplayer
    if saved.lastmove in PSEUDO_PLIES:
        return before.currplayer
    # Dark makes the first move of play, whoever built (ruling D3).
    return 1 if isinstance(before.position, Construction) else 3 - before.currplayer


def _construction(saved: DendriaPlyState, earlier: Position | None, setup: Setup) -> Construction:
    for key in ("land", "board", "passes", "actor", "scores"):
        if getattr(saved, key) is not None:
            raise StateError("dendria.state.building", path=f".{key}")
    if not setup.modules:
        raise StateError("dendria.state.fixed", path=".modules")
    if isinstance(earlier, DendriaPosition):
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
    saved: DendriaPlyState, earlier: Position | None, setup: Setup, variants: tuple[str, ...]
) -> DendriaPosition:
    for key in ("board", "passes", "actor", "scores"):
        if getattr(saved, key) is None:
            raise StateError("state.key-missing", path="", key=key)
    assert saved.board is not None
    assert saved.scores is not None
    board = _board(saved, earlier, setup, variants)
    if not 0 <= (passes := saved.passes or 0) <= 2:
        raise StateError("state.expected", path=".passes", expected=Phrase("phrase.zero-to-two"))
    if not 0 <= (actor := saved.actor or 0) <= 2:
        raise StateError("state.expected", path=".actor", expected=Phrase("phrase.zero-to-two"))
    masks = [[0, 0], [0, 0], [0, 0]]
    taken = 0
    for i, (name, player, kind) in enumerate(saved.board.pieces):
        cell = board.layout.cell.get(name)
        if cell is None:
            raise StateError("state.cell", path=f".board.value[{i}][0]")
        if taken >> cell & 1:
            raise StateError("state.cell-twice", path=f".board.value[{i}][0]", cell=name)
        taken |= 1 << cell
        masks[kind][player - 1] |= 1 << cell
    seeds, sprites, trees = ((dark, light) for dark, light in masks)
    position = DendriaPosition(board, seeds, sprites, trees, saved.currplayer, passes, actor)
    expected = [number(score) for score in scores(position)]
    # Compared as they are written: 1.0 and -0.0 are other texts than 1 and 0.
    if repr(list(saved.scores.points)) != repr(expected):
        raise StateError("state.scores", path=".scores", expected=expected)
    return position


def _board(
    saved: DendriaPlyState, earlier: Position | None, setup: Setup, variants: tuple[str, ...]
) -> Board:
    if not setup.modules:
        if saved.land is not None:
            raise StateError("dendria.state.fixed", path=".land")
        return fixed(setup.side)
    if saved.land is None:
        raise StateError("state.key-missing", path="", key="land")
    if isinstance(earlier, DendriaPosition) and land_text(earlier.board) == saved.land:
        return earlier.board
    if isinstance(earlier, Construction):
        built = _finished(saved, earlier, setup)
        if land_text(built) != saved.land:
            raise StateError("dendria.state.other-land", path=".land")
        return built
    if earlier is not None:
        raise StateError("dendria.state.other-land", path=".land")
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
