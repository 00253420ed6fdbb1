"""Replaying a loaded game to see whether its plies follow from each other."""

from typing import TYPE_CHECKING, Any

from abstractplay_hex.codec.state import dump_unstamped
from abstractplay_hex.errors import HexError, PositionError, StateError
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.records.replay import play_ply

if TYPE_CHECKING:
    from abstractplay_hex.game import Game


def verify(game: "Game[Any, Any]") -> None:
    """Replay *game* from its first position and compare every ply.

    Engine version and timestamp of a ply are taken as they are.

    :raises StateError: with the path of the first value that does not follow from what came before.
    """
    kind = type(game)
    stack = game.stack
    replayed = kind._from_plies(tuple(game.variants), [_first(game)])
    _check(kind, replayed.stack[0], stack[0], "$.stack[0]")
    for i, ply in enumerate(stack[1:], 1):
        path = f"$.stack[{i}]"
        try:
            play_ply(replayed, ply.lastmove or "", ply.results)
        except HexError as error:
            where = f"{path}.lastmove"
            raise StateError("state.illegal", path=where, reason=error.phrase) from None
        _check(kind, replayed._stack[-1], ply, path)


def _first(game: "Game[Any, Any]") -> Ply[Any]:
    """Make the first ply anew from its position text, so that nothing derived is taken on trust."""
    ply = game.stack[0]
    start = game._start(tuple(game.variants))
    if ply.position != start:
        try:
            start = game._read_position(game._write_position(ply.position), tuple(game.variants))
        except PositionError as error:
            raise StateError("state.wrong", path="$.stack[0]", reason=error.phrase) from None
    start = game._begun_under(start, ply.version)
    return Ply(start, (), None, ply.timestamp, ply.version)


def _check(kind: "type[Game[Any, Any]]", expected: Ply[Any], found: Ply[Any], path: str) -> None:
    alike = (
        expected.lastmove == found.lastmove
        and expected.results == found.results
        and expected.currplayer == found.currplayer
        and kind._saved_alike(expected.position, found.position)
    )
    if not alike:
        _compare(dump_unstamped(kind, expected), dump_unstamped(kind, found), path)


def _compare(expected: Any, found: Any, path: str) -> None:
    """Raise for the first difference; *path* is where *found* stands."""
    if expected == found and type(expected) is type(found):
        return
    if type(expected) is type(found) is dict:
        for key in [*expected, *(k for k in found if k not in expected)]:
            if key not in expected or key not in found:
                raise StateError("state.contradiction", path=f"{path}.{key}")
            _compare(expected[key], found[key], f"{path}.{key}")
    elif type(expected) is type(found) is list:
        for i, (a, b) in enumerate(zip(expected, found, strict=False)):
            _compare(a, b, f"{path}[{i}]")
    raise StateError("state.contradiction", path=path)
