"""``migrate``: rewrite saved games in the form of today's engines."""

import gzip
import json
import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import define

from abstractplay_hex.cli.output import complain
from abstractplay_hex.codec import dumps
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import Entry, read_files
from abstractplay_hex.registry import load_game


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
        except OSError as error:
            complain(f"{path}: {error.strerror or error}")
            found = Tally(faults=1)
        total.games += found.games
        total.older += found.older
        total.faults += found.faults
    older = f"older than today's engines: {total.older}"
    typer.echo(f"saved games: {total.games}; {older}; faults: {total.faults}")
    if total.faults or (check and total.older):
        raise typer.Exit(1)


def _migrate_file(path: Path, check: bool) -> Tally:
    """Write the file's games anew beside it, then put the new file in its place if all went well."""
    tally = Tally()
    packed, array = _form_of(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as raw:
            if packed:
                with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as new:
                    _write(path, new, array, tally)
            else:
                _write(path, raw, array, tally)
            raw.flush()
            os.fsync(raw.fileno())
        rewrite = tally.older and not check and not tally.faults
        if rewrite:
            os.chmod(name, path.stat().st_mode & 0o7777)
            os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    if tally.older:
        done = "rewritten" if rewrite else "to be rewritten"
        typer.echo(f"{path}: {tally.older} of {tally.games} games {done}")
    if tally.others:
        typer.echo(f"{path}: entries that are no saved games, left as they are: {tally.others}")
    return tally


def _form_of(path: Path) -> tuple[bool, bool]:
    """Say whether a file is packed by gzip, and whether it is one JSON array."""
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else path.open("rb") as opened:
            head = opened.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    except (EOFError, gzip.BadGzipFile):
        head = b""  # reading the games will say what is wrong
    return packed, head[:1] == b"["


def _write(path: Path, new: Any, array: bool, tally: Tally) -> None:
    between = b"[" if array else b""
    for entry in read_files([str(path)]):
        text = _migrated(entry, tally)
        if text is not None:
            new.write(between + text.encode("utf-8", "surrogatepass") + (b"" if array else b"\n"))
            between = b",\n" if array else b""
    if array:
        new.write(b"]\n")


def _migrated(entry: Entry, tally: Tally) -> str | None:
    """Return the text of an entry as it would be written today; ``None`` for one with a fault."""
    data: Any = entry.data
    if entry.error is None and not (isinstance(data, dict) and "stack" in data):
        tally.others += 1
        return dumps(data)
    tally.games += 1
    try:
        if entry.error is not None:
            raise entry.error
        text = load_game(data).serialize()
    except HexError as error:
        tally.faults += 1
        complain(error.message if entry.error is not None else f"{entry.where}: {error.message}")
        return None
    # Compared as data: white space and the order of keys are nobody's business.
    tally.older += json.loads(text) != data
    return text


def add_to(app: typer.Typer) -> None:
    """Give *app* the command of this module."""
    app.command()(migrate)
