"""Bringing up saved games of Dendria from older engine versions.

===========  ====================================================================================
20261101     results told the action only: the seed sown, the sprite's move and capture
20261129     results tell every conversion, too, and the legs of a move between stops
===========  ====================================================================================

The rules of both are the same, so what a turn did can be found by playing its text again.
"""

from itertools import zip_longest
from typing import Any, Final

from abstractplay_hex.errors import StateError
from abstractplay_hex.games.dendria.effects import FOREST
from abstractplay_hex.games.dendria.interpret import play_checked
from abstractplay_hex.games.dendria.notation import parse_turn
from abstractplay_hex.games.dendria.state.saving import save
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import Capture, Convert, Move, Result
from abstractplay_hex.rules.saved import MigrationContext, MigrationStep

CLOSING: Final = ("eog", "winners")


def _check_old(results: list[Any], did: list[Result]) -> None:
    """Check the results of 20261101: the action only, without what stood where."""
    wanted: list[dict[str, Any]] = []
    for result in did:
        told = result.to_dict()
        if isinstance(result, Move) and wanted and wanted[-1]["type"] == "move":
            wanted[-1]["to"] = told["to"]  # one move, whatever its stops
        elif not (
            isinstance(result, Convert) or (isinstance(result, Capture) and result.what == FOREST)
        ):
            wanted.append({k: v for k, v in told.items() if k not in ("what", "whose")})
    for i, (found, expected) in enumerate(zip_longest(results, wanted)):
        if expected is None and type(found) is dict and found.get("type") in CLOSING:
            continue  # how the game ended: judged in today's form
        if found != expected:
            raise StateError("dendria.state.results", path=f"._results[{i}]")


def with_conversions(ply: dict[str, Any], context: MigrationContext) -> dict[str, Any]:
    """Return a ply of 20261101 with the results of 20261129."""
    turn = ply.get("lastmove")
    if context.position is None:
        return ply
    if type(turn) is not str:
        raise StateError("state.no-lastmove", path="")
    if turn in ENDINGS:
        return ply
    if type(ply.get("_results")) is not list:
        raise StateError("state.expected", path="._results", expected=Phrase("phrase.list"))
    played = play_checked(context.position, parse_turn(turn))
    for key, value in save(played.position).items():
        if ply.get(key) != value:
            raise StateError("state.contradiction", path=f".{key}")
    did = [result for result in played.results if result.type not in CLOSING]
    _check_old(ply["_results"], did)
    closing = [r for r in ply["_results"] if type(r) is dict and r.get("type") in CLOSING]
    told = [result.to_dict() for result in did]
    return {"_results": told + closing, **{k: v for k, v in ply.items() if k != "_results"}}


MIGRATIONS: Final = {"20261101": MigrationStep("20261129", with_conversions, in_context=True)}
