"""What a saved ply says of its turn must agree at a glance: text, passes, who acted, the end.

The results are not worked out again here: each must be of a form that turns have, with cells of the board.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.board import Axial
from abstractplay_hex.errors import MoveError, StateError
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.effects import (
    BY_LAST_LIBERTY,
    BY_WATCHING,
    ENEMY_SEED,
    FOREST,
    MODULE,
    SEED,
    SEEDS,
    SPRITE,
    TREES,
)
from abstractplay_hex.games.dendria.notation import (
    Construct,
    PassTurn,
    Sow,
    SpriteMove,
    parse_turn,
)
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import Capture, Convert, Move, Pass, Place, Result


def check_turn(lastmove: str, results: tuple[Result, ...], before: Any, position: Any) -> None:
    """Check the ply whose turn led from *before* to *position* (positions, or what stands for them).

    :raises StateError: with a path relative to the ply.
    """
    if lastmove in ENDINGS:
        return
    try:
        told = _told(lastmove)
    except MoveError as error:
        raise StateError("state.wrong", path=".lastmove", reason=error.phrase) from None
    if told.text != lastmove:
        raise StateError("dendria.state.lastmove", path=".lastmove")
    over = results[-1].type == "winners"
    if isinstance(position, Construction):
        _check_module(told, before, position)
    else:
        _check_action(told, results, before, position)
    if over != position.over:
        raise StateError("dendria.state.end", path="._results")


def _check_module(told: "_Told", before: Construction, position: Construction) -> None:
    added = position.centres[len(before.centres) :]
    if position.solo:
        raise StateError("dendria.state.unfinished", path=".lastmove", total=position.total)
    if told.centres != added:
        expected = repr(Construct(added).text)
        raise StateError("state.expected", path=".lastmove", expected=expected)


def _check_action(told: "_Told", results: tuple[Result, ...], before: Any, position: Any) -> None:
    passes = actor = 0
    if isinstance(before, Construction):
        if len(told.centres) > 1 and not before.solo:
            raise StateError("dendria.state.one-module", path=".lastmove")
    else:
        if told.centres:
            reason = Phrase("dendria.construct.in-play")
            raise StateError("state.wrong", path=".lastmove", reason=reason)
        passes = before.passes + 1 if told.passed else 0
        actor = before.actor if told.passed else before.side
    known = position.board.bits
    if not known.keys() >= told.cells:
        raise StateError("state.cell", path=".lastmove")
    if position.passes != passes:
        raise StateError("state.expected", path=".passes", expected=str(passes))
    if position.actor != actor:
        raise StateError("state.expected", path=".actor", expected=str(actor))
    for i, result in enumerate(results):
        if not _well_formed(result):
            raise StateError("dendria.state.results", path=f"._results[{i}]")
        key = _not_here(result, known)
        if key:
            raise StateError("state.cell", path=f"._results[{i}].{key}")


def _well_formed(result: Result) -> bool:
    """Say whether a result has the words and the keys of one that a turn can have, as in the schema."""
    match result:
        case Place(where=str(), what=what, count=None):
            return what in (SEED, MODULE)
        case Move(what=what, how=None):
            return what == SPRITE
        case Capture(where=str(), whose=1 | 2, what=what, count=count, how=how):
            if what == SPRITE:
                return count is None and how is None
            return what == FOREST and bool(count) and how in (BY_WATCHING, BY_LAST_LIBERTY)
        case Convert(where=str(), what=what, into=into):
            return (what, into) in _CONVERSIONS
        case Place() | Move() | Capture() | Convert():
            return False
        case Pass(who=who, why=why):
            return who is None and why is None
    return True  # how the game ended: judged for all games alike


def _not_here(result: Result, known: Mapping[str, int]) -> str:
    """Return the key of a result that names a cell which is not on the board, or ``""``.

    Pictures point at these cells.
    """
    if isinstance(result, Move):
        if result.start not in known:
            return "from"
        return "" if result.to in known else "to"
    if not isinstance(result, Place | Capture | Convert) or result.what == MODULE:
        return ""
    several = result.what in (FOREST, SEEDS)
    cells = str(result.where).split(",") if several else [str(result.where)]
    return "" if known.keys() >= set(cells) else "where"


_CONVERSIONS: Final = {(SEED, SPRITE), (ENEMY_SEED, SPRITE), (SEEDS, TREES)}


@frozen
class _Told:
    """What a turn's text alone says.

    :ivar centres: of modules placed.
    :ivar cells: that the text names.
    """

    text: str
    passed: bool
    centres: tuple[Axial, ...]
    cells: frozenset[str]


def _told(lastmove: str) -> _Told:
    # The same short texts come in every game.
    return _kept(lastmove) if len(lastmove) <= _SHORT else _read(lastmove)


def _read(lastmove: str) -> _Told:
    turn = parse_turn(lastmove)
    return _Told(
        turn.text,
        isinstance(turn, PassTurn),
        turn.centres if isinstance(turn, Construct) else (),
        frozenset(turn.cells) if isinstance(turn, Sow | SpriteMove) else frozenset(),
    )


_SHORT: Final = 32
_kept: Final = lru_cache(maxsize=4096)(_read)
