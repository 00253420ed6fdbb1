"""The position of a saved ply, checked but not worked out.

Checked is what one ply and the one before it say at a glance: types, ranges, cells, pieces, scores,
who is to move, passes, who acted, the form of the turn's text, and the end. What a turn really did,
and whether it was legal, is for replaying to find (``verify=True``).
"""

from functools import lru_cache
from typing import Any, Final, TypeAlias

from attrs import define

from abstractplay_hex.errors import HexError, MoveError, StateError
from abstractplay_hex.games.dendria.boards import Board, fixed
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import parse_turn
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from abstractplay_hex.games.dendria.scoring import plain_number, scores
from abstractplay_hex.games.dendria.state.form import DendriaPlyState, read_masks
from abstractplay_hex.games.dendria.state.lastmove import check_turn
from abstractplay_hex.games.dendria.state.saving import land_text
from abstractplay_hex.games.dendria.variants import BoardChoice, board_choice
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Deferred, Ply
from abstractplay_hex.rules.interface import Setup


@define
class SavedPlay(Deferred):
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


LoadedPosition: TypeAlias = Construction | SavedPlay
"""What is made of a saved ply."""


def load(saved: DendriaPlyState, before: Ply[Position] | None, setup: Setup) -> LoadedPosition:
    """Return the position of a saved ply, checked but not worked out.

    :raises StateError: with a path relative to the ply.
    """
    choice = _choice(setup.variants)
    earlier: Any = before.given if before else None  # a position, or what stands for it
    position: LoadedPosition
    if saved.modules is not None:
        position = _construction(saved, earlier, choice)
    else:
        position = _play(saved, earlier, choice, setup.variants)
    expected = _expected_side(saved, earlier, position)
    if saved.currplayer != expected:
        raise StateError("state.currplayer", path=".currplayer", expected=expected)
    if earlier is not None:
        check_turn(saved.lastmove or "", saved.results, earlier, position)
    elif position.over:
        raise StateError("dendria.state.end", path=".passes")
    return position


_choice: Final = lru_cache(maxsize=64)(board_choice)


def _expected_side(saved: DendriaPlyState, earlier: Any, position: LoadedPosition) -> int:
    if isinstance(position, Construction):
        return position.side
    if earlier is None:
        return saved.currplayer
    side: int = earlier.side
    if saved.lastmove in ENDINGS:
        return side
    # Dark makes the first move of play, whoever built (ruling D3).
    return 1 if isinstance(earlier, Construction) else 3 - side


def _construction(saved: DendriaPlyState, earlier: Any, choice: BoardChoice) -> Construction:
    for key in ("land", "board", "passes", "actor", "scores"):
        if getattr(saved, key) is not None:
            raise StateError("dendria.state.building", path=f".{key}")
    if not choice.modules:
        raise StateError("dendria.state.fixed", path=".modules")
    if not isinstance(earlier, Construction | None):
        raise StateError("dendria.state.built", path=".modules")
    assert saved.modules is not None
    centres = saved.modules
    if len(centres) >= choice.modules:
        limit = choice.modules - 1
        raise StateError("dendria.state.too-many-modules", path=".modules", limit=limit)
    # What was placed before has been checked with the ply before.
    building = Construction(choice.modules, choice.solo) if earlier is None else earlier
    known = len(building.centres)
    if earlier is not None:
        added = 0 if saved.lastmove in ENDINGS else 1
        if centres[:known] != earlier.centres or len(centres) != known + added:
            raise StateError("dendria.state.one-module", path=".modules")
    for i, centre in enumerate(centres[known:], known):
        try:
            building = building.place(centre)
        except MoveError as error:
            raise StateError("state.wrong", path=f".modules[{i}]", reason=error.phrase) from None
    return building


def _play(
    saved: DendriaPlyState, earlier: Any, choice: BoardChoice, variants: tuple[str, ...]
) -> SavedPlay:
    passes, actor = saved.passes, saved.actor
    if saved.board is None or passes is None or actor is None or saved.scores is None:
        keys = ("board", "passes", "actor", "scores")
        missing = next(key for key in keys if getattr(saved, key) is None)
        raise StateError("state.key-missing", path="", key=missing)
    board = _board(saved, earlier, choice, variants)
    if not 0 <= passes <= 2:
        raise StateError("state.expected", path=".passes", expected=Phrase("phrase.zero-to-two"))
    if not 0 <= actor <= 2:
        raise StateError("state.expected", path=".actor", expected=Phrase("phrase.zero-to-two"))
    try:
        masks = read_masks(saved.board.data, board)
    except StateError as error:
        raise StateError(error.code, **{**error.params, "path": f".board{error.path}"}) from None
    position = SavedPlay(board, masks, saved.currplayer, passes, actor, saved.scores)
    if (
        type(earlier) is SavedPlay and earlier.board is board and earlier.masks[4:] == masks[4:]
    ):  # the trees are what they were, and so are the scores
        expected = earlier.points
    else:
        expected = [plain_number(score) for score in scores(position.make())]
    points = saved.scores
    # As they are written: 1.0 and -0.0 are other texts than 1 and 0.
    if points != expected or [*map(type, points)] != [*map(type, expected)]:
        raise StateError("state.scores", path=".scores", expected=expected)
    return position


def _board(
    saved: DendriaPlyState, earlier: Any, choice: BoardChoice, variants: tuple[str, ...]
) -> Board:
    if not choice.modules:
        if saved.land is not None:
            raise StateError("dendria.state.fixed", path=".land")
        return fixed(choice.side)
    if saved.land is None:
        raise StateError("state.key-missing", path="", key="land")
    if isinstance(earlier, Construction):
        built = _finished(saved, earlier, choice)
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


def _finished(saved: DendriaPlyState, earlier: Construction, choice: BoardChoice) -> Board:
    """Return the board that the last construction turn, named by the ply, finishes."""
    try:
        turn = parse_turn(saved.lastmove or "")
        centres = getattr(turn, "centres", ())
        for centre in centres:
            earlier = earlier.place(centre)
    except MoveError as error:
        raise StateError("state.wrong", path=".lastmove", reason=error.phrase) from None
    if not earlier.finished:
        raise StateError("dendria.state.unfinished", path=".lastmove", total=choice.modules)
    return earlier.board()
