"""From files to games: what all commands that take a FILE have in common."""

from itertools import islice
from typing import Annotated, Any

import typer

from abstractplay_hex.cli.output import BAD, complain
from abstractplay_hex.errors import ArgumentError, RecordError, UnknownGameError
from abstractplay_hex.game import Game
from abstractplay_hex.records import GameText, read_files
from abstractplay_hex.records.archive import Statistics
from abstractplay_hex.records.archive.duplicates import KINDS
from abstractplay_hex.records.archive.verifying import check_game
from abstractplay_hex.records.opening import STDIN, open_file
from abstractplay_hex.registry import get_rules


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
Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE", help="Files of games, or folders of them; - is stdin."),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No summary and no progress; only bad games.")
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
Lenient = Annotated[
    bool,
    typer.Option(
        "--lenient",
        help="Forgive what older engines let pass in saved games, and say what it is.",
    ),
]


def open_game(
    file: str, uid: str | None, number: int, ply: int = -1, lenient: bool = False
) -> Game[Any, Any]:
    """Return the *number*-th game of *file*, looking at *ply*.

    :raises RecordError: if the file or the game is bad.
    :raises typer.BadParameter: for a game or ply that is not there.
    """
    return opened(text_of(file, number), uid, ply, lenient)


def opened(text: GameText, uid: str | None, ply: int = -1, lenient: bool = False) -> Game[Any, Any]:
    """Return a game of a file, looking at *ply*: what comes later may be bad.

    :param lenient: forgive what older engines let pass, and say so on standard error.
    :raises RecordError: whose message names file, game, ply, text and reason, if the game is bad.
    :raises typer.BadParameter: for a ply that is not there.
    """
    checked, game, _ = check_game(text, uid, ply if ply >= 0 else None, lenient)
    if game is None:
        if text.error is not None:
            raise text.error
        raise RecordError("record.unreadable", where=str(checked.where), reason=checked.complaint)
    for error in game.forgiven:
        complain(f"{checked.where}: {error.message}")
    try:
        return game.load(ply)
    except ArgumentError as error:
        raise typer.BadParameter(error.message, param_hint="--ply") from None


def text_of(file: str, number: int) -> GameText:
    """Return the *number*-th game of *file*, as it stands there.

    :raises RecordError: if the file is bad.
    :raises typer.BadParameter: if there are not so many.
    """
    count = 0
    for text in read_files([file]):
        if text.unread and text.error is not None:  # that may be why there are no more
            raise text.error
        count += 1
        if count == number:
            return text
    there_are = f"is only {count} game" if count == 1 else f"are only {count} games"
    raise typer.BadParameter(f"there {there_are} in {file}", param_hint="--number")


def is_one_saved_game(file: str) -> bool:
    """Say whether *file* holds a single saved game, as text, so that nothing is lost if it is written over."""
    if file == STDIN:
        return False
    with open_file(file) as opened_file:
        if opened_file.packing is not None:
            return False
    first, *more = islice(read_files([file]), 2)
    data = first.data()
    return not more and isinstance(data, dict) and "stack" in data


def conclude(found: Statistics, quiet: bool, *more: str) -> None:
    """Say how many games and files were good and bad, and *more*; end with status 1 if not all is well."""
    games = "1 game" if found.games == 1 else f"{found.games} games"
    files = "1 file" if found.bad_files == 1 else f"{found.bad_files} files"
    unread = f"; {files} not read, or not to the end" if found.bad_files else ""
    again = found.duplicates
    if again is not None:
        ids, same, beginnings = (again[kind] for kind in KINDS)
        unread += f"; repeated: {ids} ids, {same} games, {beginnings} beginnings"
    if not quiet:
        typer.echo("; ".join((f"{games}: {found.good} good, {found.bad} bad{unread}", *more)))
    if found.bad or found.bad_files or again or not found.good:
        raise typer.Exit(BAD)
