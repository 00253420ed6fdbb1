"""Bringing up saved games of Dendria from older engine versions.

===========  ====================================================================================
20261101     results told the action only: the seed sown, the sprite's move and capture
20261129     results tell every conversion, too, and the legs of a move between stops
===========  ====================================================================================

The rules of both are the same, so what a turn did can be found by playing its text again.
"""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Final

from abstractplay_hex.codec import Context, Migration
from abstractplay_hex.codec.structure import Structurer
from abstractplay_hex.errors import StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.games.dendria import saving
from abstractplay_hex.games.dendria.events import (
    Event,
    Fertilized,
    ForestCaptured,
    Moved,
    Summoned,
)
from abstractplay_hex.games.dendria.notation import parse_turn
from abstractplay_hex.games.dendria.results import result_of
from abstractplay_hex.games.dendria.rules import Position, play
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.results import CORE_RESULTS

CLOSING: Final = ("eog", "winners")

STATE_HOOKS: Final[dict[Any, Callable[[Any], Any]]] = {
    saving.Centres | None: saving.read_centres,
    saving.PieceMap | None: saving.PieceMap,
    saving.Points | None: saving.read_points,
}
"""How the values of :class:`~abstractplay_hex.games.dendria.saving.DendriaPlyState` are read."""

_structure: Final = Structurer(saving.DendriaPlyState, CORE_RESULTS, STATE_HOOKS)


def _position_of(ply: dict[str, Any], variants: tuple[str, ...]) -> Position:
    """Return the position of a ply's data, as if it were the first of a game."""
    alone = {k: v for k, v in ply.items() if k != "lastmove"} | {"_results": []}
    found = saving.load(_structure(alone), None, variants)
    return found.make() if isinstance(found, saving.SavedPlay) else found


def _check_old(results: list[Any], mover: int, events: tuple[Event, ...]) -> None:
    """Check the results of 20261101: the action only, without what stood where."""
    wanted: list[dict[str, Any]] = []
    for event in events:
        told = result_of(event, mover).to_dict()
        if isinstance(event, Moved) and wanted and wanted[-1]["type"] == "move":
            wanted[-1]["to"] = told["to"]  # one move, whatever its stops
        elif not isinstance(event, Summoned | Fertilized | ForestCaptured):
            wanted.append({k: v for k, v in told.items() if k not in ("what", "whose")})
    for i, (found, expected) in enumerate(zip_longest(results, wanted)):
        if expected is None and type(found) is dict and found.get("type") in CLOSING:
            continue  # how the game ended: judged in today's form
        if found != expected:
            raise StateError("dendria.state.results", path=f"._results[{i}]")


def with_conversions(ply: dict[str, Any], context: Context) -> dict[str, Any]:
    """Return a ply of 20261101 with the results of 20261129."""
    turn = ply.get("lastmove")
    if context.before is None or turn in PSEUDO_PLIES:
        return ply
    if type(turn) is not str:
        raise StateError("state.no-lastmove", path="")
    if type(ply.get("_results")) is not list:
        raise StateError("state.expected", path="._results", expected=Phrase("phrase.list"))
    before = _position_of(dict(context.before), context.variants)
    outcome = play(before, parse_turn(turn))
    for key, value in saving.save(outcome.position).items():
        if ply.get(key) != value:
            raise StateError("state.contradiction", path=f".{key}")
    _check_old(ply["_results"], before.side, outcome.events)
    did = [result_of(event, before.side).to_dict() for event in outcome.events]
    closing = [r for r in ply["_results"] if type(r) is dict and r.get("type") in CLOSING]
    return {"_results": did + closing, **{k: v for k, v in ply.items() if k != "_results"}}


MIGRATIONS: Final = {"20261101": Migration("20261129", with_conversions, in_context=True)}
