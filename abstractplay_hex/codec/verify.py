"""Replaying a loaded game to see whether its plies follow from each other."""

from typing import Any, TypeVar

from abstractplay_hex.codec.envelope import Loaded, dump_unstamped
from abstractplay_hex.errors import HexError, MoveError, PositionError, StateError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.rules.draft import normal_text
from abstractplay_hex.rules.interface import Rules, Setup

P = TypeVar("P")


def verify(rules: Rules[P, Any], loaded: Loaded, *, lenient: bool = False) -> list[StateError]:
    """Replay a game from its first position and compare every ply; return what was forgiven.

    Engine version and timestamp of a ply are taken as they are.

    :param lenient: forgive passes where there are none: older engines took a piece that was only
        chosen for a whole turn.
    :raises StateError: with the path of the first value that does not follow from what came before.
    """
    forgiven = []
    first, *others = loaded.plies
    before = _first(rules, loaded.setup, first)
    _check(rules, before, first, "$.stack[0]")
    for i, ply in enumerate(others, 1):
        path = f"$.stack[{i}]"
        try:
            before = _next(rules, loaded.setup, before, ply)
        except HexError as error:
            where = f"{path}.lastmove"
            if not lenient or not _passed(rules, before, ply):
                raise StateError("state.illegal", path=where, reason=error.phrase) from None
            forgiven.append(StateError("state.passed", path=where))
            before = ply
        _check(rules, before, ply, path)
    return forgiven


def _first(rules: Rules[P, Any], setup: Setup, ply: Ply[P]) -> Ply[P]:
    """Make the first ply anew from its position text, so that nothing derived is taken on trust."""
    start = rules.initial(setup)
    if ply.position != start:
        try:
            start = rules.read_position(rules.position_text(ply.position), setup)
        except PositionError as error:
            raise StateError("state.wrong", path="$.stack[0]", reason=error.phrase) from None
    start = rules.begun_under(start, ply.version)
    return Ply(start, rules.to_move(start), (), None, ply.timestamp, ply.version)


def _next(rules: Rules[P, Any], setup: Setup, before: Ply[P], ply: Ply[P]) -> Ply[P]:
    """Play again what *ply* says was played.

    :raises HexError: if it is not legal.
    """
    text, position = ply.lastmove or "", before.position
    ending = ENDINGS.get(text)
    if ending is not None:
        player = getattr(ply.results[0], "player", None)
        results = ending.results(rules.seats(setup), player)
        return Ply(position, before.currplayer, results, text, ply.timestamp, ply.version)
    normal = normal_text(text, rules.longest_text)
    if not normal:
        raise MoveError("move.empty")
    played = rules.play_draft(position, rules.interpret(position, normal))
    return Ply(
        played.position,
        rules.to_move(played.position),
        played.results,
        played.text,
        ply.timestamp,
        ply.version,
    )


def _passed(rules: Rules[P, Any], before: Ply[P], ply: Ply[P]) -> bool:
    """Say whether nothing but the player to move changed, by a text that only begins a turn."""
    begun = rules.interpret(before.position, normal_text(ply.lastmove or "", rules.longest_text))
    return (
        begun.valid
        and not ply.gameover
        and ply.currplayer != before.currplayer
        and rules.save_position(ply.position) == rules.save_position(before.position)
    )


def _check(rules: Rules[P, Any], expected: Ply[P], found: Ply[P], path: str) -> None:
    alike = (
        expected.lastmove == found.lastmove
        and expected.results == found.results
        and expected.currplayer == found.currplayer
        and rules.saved_alike(expected.position, found.position)
    )
    if not alike:
        _compare(dump_unstamped(rules, expected), dump_unstamped(rules, found), path)


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
