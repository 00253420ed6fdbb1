"""``migrate``: rewrite saved games in the form of today's engines."""

import base64
import gzip
import json
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import define

from abstractplay_hex.cli.output import BAD, complain
from abstractplay_hex.codec import dumps
from abstractplay_hex.errors import HexError
from abstractplay_hex.game import load_game
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.records import Entry, read_files
from abstractplay_hex.records.files import system_reason


@define
class Tally:
    """What was found in one file."""

    games: int = 0
    older: int = 0
    faults: int = 0
    others: int = 0


def migrate(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Files of saved games.", show_default=False),
    ],
    check: Annotated[bool, typer.Option("--check", help="Only report; change nothing.")] = False,
) -> None:
    """Rewrite saved games as today's engines save them.

    A file is replaced in one step, and only if every game in it can be read. With --check nothing is
    changed, and the exit status is 1 if some game is not up to date.

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
        total.games += found.games
        total.older += found.older
        total.faults += found.faults
    older = f"older than today's engines: {total.older}"
    typer.echo(f"saved games: {total.games}; {older}; faults: {total.faults}")
    if total.faults or (check and total.older):
        raise typer.Exit(BAD)


def _migrate_file(path: Path, check: bool) -> Tally:
    """Write the file's games anew beside it, then put the new file in its place if all went well."""
    tally = Tally()
    path_shown, path = (
        path,
        path.resolve(strict=True),
    )  # a link stays: what it leads to is rewritten
    before = path.stat()
    if not (stat.S_ISREG(before.st_mode) or stat.S_ISDIR(before.st_mode)):
        complain(f"{path_shown}: {say('file.no-regular')}")
        return Tally(faults=1)
    packed = _is_packed(path)
    if check:
        _write(path_shown, None, tally)
    else:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as raw:
                if packed:
                    with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as new:
                        _write(path_shown, new, tally)
                else:
                    _write(path_shown, raw, tally)
                raw.flush()
                os.fsync(raw.fileno())
            if tally.older and not tally.faults:
                if _changed(before, path.stat()):
                    complain(f"{path_shown}: {say('file.changed-meanwhile')}")
                    tally.faults += 1
                else:
                    _dress(name, before)
                    os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    if tally.older:
        done = "to be rewritten" if check or tally.faults else "rewritten"
        typer.echo(f"{path_shown}: {tally.older} of {tally.games} games {done}")
    if tally.others:
        typer.echo(
            f"{path_shown}: entries that are no saved games, left as they are: {tally.others}"
        )
    return tally


def _changed(before: os.stat_result, now: os.stat_result) -> bool:
    """Say whether somebody wrote to a file, or replaced it, while it was read."""
    return (before.st_ino, before.st_size, before.st_mtime_ns) != (
        now.st_ino,
        now.st_size,
        now.st_mtime_ns,
    )


def _dress(name: str, like: os.stat_result) -> None:
    """Give a new file the owner and the rights of the one that it replaces."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # only an administrator may give files away
            os.chown(name, like.st_uid, like.st_gid)
    os.chmod(name, stat.S_IMODE(like.st_mode))


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def _write(path: Path, new: Any, tally: Tally) -> None:
    """Read the games and write them anew (``None``: nowhere), as lines or as the array they were."""
    form: str | None = None
    for entry in read_files([str(path)]):
        text = _migrated(entry, tally)
        if text is None:
            continue
        # Which array an entry stands in: that of a file, or of a line; "" for none.
        found = entry.where.rpartition("[")[0] if entry.raw is None else ""
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


def _migrated(entry: Entry, tally: Tally) -> bytes | None:
    """Return the text of an entry as it is to be written; ``None`` for one with a fault.

    What is not older stays as it stands there, to the byte where it is not inside an array.
    """
    data: Any = entry.data
    kept = entry.raw
    if kept is None and entry.error is None:
        kept = dumps(data).encode("utf-8", "surrogatepass")
    if entry.error is None and not (isinstance(data, dict) and "stack" in data):
        tally.others += 1
        return kept
    tally.games += 1
    try:
        if entry.error is not None:
            raise entry.error
        text = load_game(data).serialize()
    except HexError as error:
        tally.faults += 1
        complain(error.message if entry.error is not None else f"{entry.where}: {error.message}")
        return None
    if json.loads(text) == data:  # as data: white space and the order of keys are nobody's business
        return kept
    tally.older += 1
    new = text.encode("utf-8", "surrogatepass")
    if kept is not None and kept.startswith(b"gz:"):
        return b"gz:" + base64.b64encode(gzip.compress(new, mtime=0))
    return new


def add_to(app: typer.Typer) -> None:
    """Give *app* the command of this module."""
    app.command()(migrate)
