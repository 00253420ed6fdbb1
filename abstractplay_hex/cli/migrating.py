"""``migrate``: rewrite saved games in the form of today's engines."""

import base64
import gzip
import json
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO, Annotated, Any

import typer
from attrs import define, evolve

from abstractplay_hex.cli.output import BAD, NOT_DONE, complain
from abstractplay_hex.errors import HexError
from abstractplay_hex.game import load_game
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.records import GameText, read_files
from abstractplay_hex.records.opening import open_file, system_reason
from abstractplay_hex.records.writing import packed, replacing


@define
class Tally:
    """What was found in one file."""

    games: int = 0
    older: int = 0
    faults: int = 0
    others: int = 0
    unwritten: int = 0
    done: str = "rewritten"


def migrate(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Files of saved games.", show_default=False),
    ],
    check: Annotated[bool, typer.Option("--check", help="Only report; change nothing.")] = False,
) -> None:
    """Rewrite saved games as today's engines save them.

    A file is replaced in one step, and only if every game in it can be read. With --check nothing is
    changed, and the exit status is 1 if some game is not up to date. It is 2 if a file cannot be written.

    Example: abstractplay-hex migrate --check games/*.jsonl
    """
    total = Tally()
    for path in files:
        if str(path) == "-":
            raise typer.BadParameter("standard input cannot be rewritten", param_hint="FILE")
        try:
            found = _migrate_file(path, check)
        except (OSError, RuntimeError) as error:  # RuntimeError: links that lead round in a circle
            complain(f"{path}: {system_reason(error)}")
            found = Tally(faults=1)
        _tell(path, found)
        total.games += found.games
        total.older += found.older
        total.faults += found.faults
        total.unwritten += found.unwritten
    older = f"older than today's engines: {total.older}"
    typer.echo(f"saved games: {total.games}; {older}; faults: {total.faults}")
    if total.unwritten:
        raise typer.Exit(NOT_DONE)
    if total.faults or (check and total.older):
        raise typer.Exit(BAD)


class _LeftAloneError(Exception):
    """The file stays as it is."""


def _migrate_file(path: Path, check: bool) -> Tally:
    """Rewrite the games of a file, and replace the file if all went well."""
    tally = Tally()
    real = path.resolve(strict=True)  # a link stays: what it leads to is rewritten
    before = real.stat()
    if stat.S_ISDIR(before.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(before.st_mode):
        complain(f"{path}: {say('file.no-regular')}")
        return Tally(faults=1)
    if check:
        _write(path, None, tally)
    else:
        with open_file(str(real)) as old:
            packing = old.packing
        try:
            _rewrite(path, real, before, packing, tally)
        except OSError as error:  # reading raises none: this is about writing
            complain(f"cannot write {path}: {system_reason(error)}")
            tally.unwritten += 1
    if check or tally.faults or tally.unwritten:
        tally.done = "to be rewritten"
    return tally


def _rewrite(
    path: Path, real: Path, before: os.stat_result, packing: str | None, tally: Tally
) -> None:
    with suppress(_LeftAloneError), replacing(real) as raw:
        with packed(raw, packing) as new:
            _write(path, new, tally)
        if tally.older and not tally.faults and _changed(before, real.stat()):
            complain(f"{path}: {say('file.changed-meanwhile')}")
            tally.faults += 1
        if tally.faults or not tally.older:
            raise _LeftAloneError


def _tell(path: Path, tally: Tally) -> None:
    if tally.older:
        typer.echo(f"{path}: {tally.older} of {tally.games} games {tally.done}")
    if tally.others:
        typer.echo(f"{path}: entries that are no saved games, left as they are: {tally.others}")


def _changed(before: os.stat_result, now: os.stat_result) -> bool:
    """Say whether somebody wrote to a file, or replaced it, while it was read."""
    return (before.st_ino, before.st_size, before.st_mtime_ns) != (
        now.st_ino,
        now.st_size,
        now.st_mtime_ns,
    )


def _write(path: Path, new: IO[bytes] | None, tally: Tally) -> None:
    """Read the games and rewrite them (``None``: nowhere), as lines or as the array they were."""
    form: str | None = None
    for game in read_files(path):
        text = _migrated(game, tally)
        if text is None:
            continue
        # Which array a game stands in: that of a file, or of a line; "" for none.
        found = "" if game.where.index is None else str(evolve(game.where, index=None))
        if form is not None and found != form:
            complain(f"{path}: {say('file.mixed-form')}")
            tally.faults += 1
            return
        if new is not None and found:
            new.write((b"[" if form is None else b",\n") + text)
        elif new is not None:
            new.write(text + b"\n")
        form = found
    if new is not None and form:
        new.write(b"]\n")


def _migrated(game: GameText, tally: Tally) -> bytes | None:
    """Return the text of a game as it is to be written; ``None`` for one with a fault.

    What is not older stays as it stands there, to the byte.
    """
    tally.games += not game.unread
    try:
        data: Any = game.data()
    except HexError as error:
        tally.faults += 1
        complain(error.message)
        return None
    if not (isinstance(data, dict) and "stack" in data):
        tally.games -= 1
        tally.others += 1
        return game.text
    try:
        text = load_game(data).serialize()
    except HexError as error:
        tally.faults += 1
        complain(f"{game.where}: {error.message}")
        return None
    if json.loads(text) == data:  # as data: white space and the order of keys are nobody's business
        return game.text
    tally.older += 1
    new = text.encode("utf-8", "surrogatepass")
    if game.text.startswith(b"gz:"):
        return b"gz:" + base64.b64encode(gzip.compress(new, mtime=0))
    return new
