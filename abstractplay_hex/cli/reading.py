"""From files to games: what all commands that take a FILE have in common."""

import re
from typing import Annotated, Any

import typer
from attrs import evolve

from abstractplay_hex.errors import (
    ArgumentError,
    HexError,
    RecordError,
    ReplayError,
    StateError,
    UnknownGameError,
)
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.records import Entry, RecordedGame, read_files, read_game, replay
from abstractplay_hex.registry import get_rules

_PLY: re.Pattern[str] = re.compile(r"\$\.stack\[(\d+)\]", re.ASCII)


def _known_game(uid: str | None) -> str | None:
    if uid is not None:
        try:
            get_rules(uid)
        except UnknownGameError as error:
            raise typer.BadParameter(error.message) from None
    return uid


File = Annotated[
    str,
    typer.Argument(metavar="FILE", help="Saved game, game record or list of moves; - is stdin."),
]
Uid = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="UID",
        callback=_known_game,
        help="The game, for lists that do not name it.",
    ),
]
Number = Annotated[
    int, typer.Option("--number", metavar="K", min=1, help="Take the K-th game of the file.")
]
AtPly = Annotated[
    int,
    typer.Option(
        "--ply", metavar="N", min=-1, help="Look at this ply: 0 is the start, -1 the last one."
    ),
]


def open_game(file: str, uid: str | None, number: int, ply: int = -1) -> Game[Any, Any]:
    """Return the *number*-th game of *file*, looking at *ply*.

    :raises RecordError: if the file or the game is bad.
    :raises typer.BadParameter: for a game or ply that is not there.
    """
    return opened(entry_of(file, number), uid, ply)


def opened(entry: Entry, uid: str | None, ply: int = -1) -> Game[Any, Any]:
    """Return the game of an entry of a file, looking at *ply*.

    :raises RecordError: if the game is bad.
    :raises typer.BadParameter: for a ply that is not there.
    """
    game = played(entry, uid, ply)
    try:
        return game.load(ply)
    except ArgumentError as error:
        raise typer.BadParameter(error.message, param_hint="--ply") from None


def entry_of(file: str, number: int) -> Entry:
    """Return the *number*-th entry of *file*.

    :raises RecordError: if the file is bad.
    :raises typer.BadParameter: if there are not so many.
    """
    count, entry = 0, None
    for count, entry in enumerate(read_files([file]), 1):
        if count == number:
            return entry
    if entry is not None and entry.error is not None:  # that may be why there are no more
        raise entry.error
    there_are = f"is only {count} game" if count == 1 else f"are only {count} games"
    raise typer.BadParameter(f"there {there_are} in {file}", param_hint="--number")


def played(entry: Entry, uid: str | None, ply: int = -1) -> Game[Any, Any]:
    """Play a recorded game and check all that it says of itself.

    :param ply: stop there (what comes later may be bad); −1 plays to the end.
    :raises RecordError: whose message names file, game, ply, text and reason.
    """
    if entry.error is not None:
        raise entry.error
    try:
        recorded = read_game(entry.data, uid, entry.where)
        if 0 <= ply < len(recorded.plies):
            recorded = evolve(recorded, plies=recorded.plies[:ply], facts={})
        return _replayed(recorded, entry.where)
    except RecordError:
        raise
    except RecursionError:
        reason = say("state.too-deep")
    except Exception as error:  # a fault in one game's engine must not stop a bulk job
        reason = say("replay.broke", reason=repr(error)[:200])
    raise RecordError("record.unreadable", where=entry.where, reason=reason)


def _replayed(recorded: RecordedGame, where: str) -> Game[Any, Any]:
    # A game without an identity of its own is called after its place, which is said anyway.
    named = recorded.uid if recorded.ident == where else f"{recorded.uid} {recorded.ident}"
    try:
        return replay(recorded)
    except ReplayError as error:
        reason = say(error.code, **{**error.params, "game": named})
    except UnknownGameError as error:
        reason = error.message
    except StateError as error:
        reason = _state_reason(recorded, named, error)
    except HexError as error:
        reason = say("replay.refused", game=named, reason=error.message)
    raise RecordError("record.unreadable", where=where, reason=reason)


def _state_reason(recorded: RecordedGame, named: str, error: StateError) -> str:
    """Name the ply of a saved game as in other records; the path has its number only."""
    found = _PLY.match(error.path)
    try:
        ply = int(found[1]) if found else 0
        text = recorded.saved["stack"][ply]["lastmove"] if ply and recorded.saved else None
    except (LookupError, TypeError, ValueError):
        text = None
    if not isinstance(text, str):
        return say("replay.refused", game=named, reason=error.message)
    return say("replay.illegal", game=named, ply=ply, text=repr(text[:80]), reason=error.message)
