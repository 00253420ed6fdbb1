"""What a saved ply says of its turn must agree: text, results, passes, who acted, the end."""

from collections.abc import Iterator
from functools import lru_cache
from operator import lt
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.board import Axial
from abstractplay_hex.errors import MoveError, StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    Construct,
    Conversion,
    Pass,
    Sow,
    SpriteMove,
    Turn,
    parse_turn,
)
from abstractplay_hex.games.dendria.results import (
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
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.results import Capture, Convert, Move, Place, Result
from abstractplay_hex.plies.results import Pass as Passing

ENDING = 2
"""Results that close a game: ``eog`` and ``winners``."""


def check_turn(lastmove: str, results: tuple[Result, ...], before: Any, position: Any) -> None:
    """Check the ply whose turn led from *before* to *position* (positions, or what stands for them).

    :raises StateError: with a path relative to the ply.
    """
    if lastmove in PSEUDO_PLIES:
        return
    mover: int = before.side
    try:
        told = _told(lastmove, mover)
    except MoveError as error:
        raise StateError("state.wrong", path=".lastmove", reason=error.phrase) from None
    if told.text != lastmove:
        raise StateError("dendria.state.lastmove", path=".lastmove")
    _check_place(told, before, position)
    over = results[-1].type == "winners"
    if over != position.over:
        raise StateError("dendria.state.end", path="._results")
    did = results[:-ENDING] if over else results
    if did != told.plainly:
        _check_results(did, told.results, mover, position)
    if not isinstance(position, Construction):
        _check_counters(told.passed, before, position)


def _check_place(told: "_Told", before: Any, position: Any) -> None:
    """Check that the turn is one for a board being built or in play, as it is, and names its cells."""
    if isinstance(position, Construction):
        added = position.centres[len(before.centres) :]
        if position.solo:
            raise StateError("dendria.state.unfinished", path=".lastmove", total=position.total)
        if told.centres != added:
            expected = repr(Construct(added).text)
            raise StateError("state.expected", path=".lastmove", expected=expected)
        return
    if told.centres:
        if not isinstance(before, Construction):
            reason = Phrase("dendria.construct.in-play")
            raise StateError("state.wrong", path=".lastmove", reason=reason)
        if len(told.centres) > 1 and not before.solo:
            raise StateError("dendria.state.one-module", path=".lastmove")
    if not position.board.bits.keys() >= told.cells:
        raise StateError("state.cell", path=".lastmove")


def _check_counters(passed: bool, before: Any, position: Any) -> None:
    passes = actor = 0
    if not isinstance(before, Construction):
        passes = before.passes + 1 if passed else 0
        actor = before.actor if passed else before.side
    if position.passes != passes:
        raise StateError("state.expected", path=".passes", expected=str(passes))
    if position.actor != actor:
        raise StateError("state.expected", path=".actor", expected=str(actor))


@frozen
class _Told:
    """What a turn's text alone says, of its results too.

    :ivar centres: of modules placed.
    :ivar cells: that the text names.
    :ivar results: for each of them what it may be; a conversion to trees stands for itself.
    :ivar plainly: the results, if each can only be one.
    """

    text: str
    passed: bool
    centres: tuple[Axial, ...]
    cells: frozenset[str]
    results: "tuple[tuple[Result, ...] | Conversion, ...]"
    plainly: tuple[Result, ...] | None


def _told(lastmove: str, mover: int) -> _Told:
    # The same short texts come in every game.
    return _kept(lastmove, mover) if len(lastmove) <= _SHORT else _read(lastmove, mover)


def _read(lastmove: str, mover: int) -> _Told:
    turn = parse_turn(lastmove)
    expected = tuple(_expected(turn, mover))
    only = [e[0] for e in expected if not isinstance(e, Conversion) and len(e) == 1]
    plainly = tuple(only) if len(only) == len(expected) else None
    centres = turn.centres if isinstance(turn, Construct) else ()
    cells = frozenset(_cells(turn))
    return _Told(turn.text, isinstance(turn, Pass), centres, cells, expected, plainly)


def _cells(turn: Turn) -> Iterator[str]:
    if isinstance(turn, Sow):
        yield turn.cell
        yield from (conversion.cell for conversion in turn.conversions)
    elif isinstance(turn, SpriteMove):
        yield turn.start
        for step in turn.steps:
            yield step.cell
            yield from (conversion.cell for conversion in step.conversions)


_SHORT: Final = 32
_kept: Final = lru_cache(maxsize=4096)(_read)


def _check_results(
    results: tuple[Result, ...],
    expected: "tuple[tuple[Result, ...] | Conversion, ...]",
    mover: int,
    position: Any,
) -> None:
    for i, (result, wanted) in enumerate(zip(results, expected, strict=False)):
        if isinstance(wanted, Conversion):
            _check_group(result, wanted, mover, position, f"._results[{i}]")
        elif result not in wanted:
            raise StateError("dendria.state.results", path=f"._results[{i}]")
    if len(results) != len(expected):
        raise StateError("dendria.state.results", path="._results")


def _expected(turn: Turn, mover: int) -> Iterator[tuple[Result, ...] | Conversion]:
    """Yield for each result of a turn what it may be; a conversion to trees stands for itself."""
    if isinstance(turn, Pass):
        yield (Passing(),)
    elif isinstance(turn, Construct):
        for q, r in turn.centres:
            yield (Place(where=f"{q},{r}", what=MODULE),)
    elif isinstance(turn, Sow):
        yield (Place(where=turn.cell, what=SEED),)
        yield from _conversions(turn.conversions)
    else:
        start = turn.start
        for step in turn.steps:
            yield (Move(start=start, to=step.cell, what=SPRITE),)
            if step.capture:
                yield (Capture(where=step.cell, what=SPRITE, whose=3 - mover),)
            yield from _conversions(step.conversions)
            start = step.cell


def _conversions(
    conversions: tuple[Conversion, ...],
) -> Iterator[tuple[Result, ...] | Conversion]:
    for conversion in conversions:
        if conversion.kind == SUMMON:
            yield (
                Convert(what=SEED, into=SPRITE, where=conversion.cell),
                Convert(what=ENEMY_SEED, into=SPRITE, where=conversion.cell),
            )
        else:
            yield conversion


def _check_group(
    result: Result, conversion: Conversion, mover: int, position: Any, path: str
) -> None:
    """Check the result of a conversion to trees: its cells are a group with the named cell first."""
    where: str | None = getattr(result, "where", None)
    cells = (where or "").split(",")
    good = where is not None
    if type(result) is Convert:
        good &= result.what == SEEDS and result.into == TREES
    elif type(result) is Capture:
        good &= result.what == FOREST and result.whose == 3 - mover
        good &= result.count == len(cells) and result.how in (BY_WATCHING, BY_LAST_LIBERTY)
    else:
        good = False
    if not good:
        raise StateError("dendria.state.results", path=path)
    known = {} if isinstance(position, Construction) else position.board.bits
    if not known.keys() >= set(cells):
        raise StateError("state.cell", path=f"{path}.where")
    bits = [known[cell] for cell in cells]
    in_order = all(map(lt, bits, bits[1:]))
    if cells[0] != conversion.cell or not in_order:
        raise StateError("dendria.state.results", path=f"{path}.where")
