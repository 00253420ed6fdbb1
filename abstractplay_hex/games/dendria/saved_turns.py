"""What a saved ply says of its turn must agree: text, results, passes, who acted, the end."""

from collections.abc import Iterator

from abstractplay_hex.errors import MoveError, StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    Construct,
    Conversion,
    Pass,
    Sow,
    Turn,
    parse_turn,
)
from abstractplay_hex.games.dendria.position import DendriaPosition
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
from abstractplay_hex.games.dendria.rules import Position
from abstractplay_hex.ply import Ply
from abstractplay_hex.results import Capture, Convert, Move, Place, Result
from abstractplay_hex.results import Pass as Passing

ENDING = 2
"""Results that close a game: ``eog`` and ``winners``."""


def check_turn(
    lastmove: str, results: tuple[Result, ...], before: Ply[Position], position: Position
) -> None:
    """Check the ply whose turn led from *before* to *position*.

    :raises StateError: with a path relative to the ply.
    """
    if lastmove in PSEUDO_PLIES:
        return
    try:
        turn = parse_turn(lastmove)
    except MoveError as error:
        raise StateError("state.wrong", path=".lastmove", reason=error.phrase) from None
    if turn.text != lastmove:
        raise StateError("dendria.state.lastmove", path=".lastmove")
    over = results[-1].type == "winners"
    if over != position.over:
        raise StateError("dendria.state.end", path="._results")
    _check_results(turn, results[: -ENDING if over else None], before.currplayer, position)
    if isinstance(position, DendriaPosition):
        _check_counters(isinstance(turn, Pass), before, position)


def _check_counters(passed: bool, before: Ply[Position], position: DendriaPosition) -> None:
    was = before.position
    passes = actor = 0
    if isinstance(was, DendriaPosition):
        passes = was.passes + 1 if passed else 0
        actor = was.actor if passed else before.currplayer
    if position.passes != passes:
        raise StateError("state.expected", path=".passes", expected=str(passes))
    if position.actor != actor:
        raise StateError("state.expected", path=".actor", expected=str(actor))


def _check_results(turn: Turn, results: tuple[Result, ...], mover: int, position: Position) -> None:
    expected = list(_expected(turn, mover))
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
    result: Result, conversion: Conversion, mover: int, position: Position, path: str
) -> None:
    """Check the result of a conversion to trees: its cells are a group with the named cell first."""
    where = getattr(result, "where", None) or ""
    cells = where.split(",")
    good = [
        Convert(what=SEEDS, into=TREES, where=where),
        *(
            Capture(where=where, what=FOREST, count=len(cells), whose=3 - mover, how=how)
            for how in (BY_WATCHING, BY_LAST_LIBERTY)
        ),
    ]
    if result not in good:
        raise StateError("dendria.state.results", path=path)
    known = {} if isinstance(position, Construction) else position.board.layout.cell
    if any(cell not in known for cell in cells):
        raise StateError("state.cell", path=f"{path}.where")
    if cells[0] != conversion.cell or [known[c] for c in cells] != sorted(
        {known[c] for c in cells}
    ):
        raise StateError("dendria.state.results", path=f"{path}.where")
