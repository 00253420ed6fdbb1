"""``replay``: verifying recorded games in bulk."""

import os
import sys
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from abstractplay_hex.cli.output import is_terminal, one_line
from abstractplay_hex.cli.reading import Uid, played
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import read_files


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay")(replay)


def replay(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Saved games, game records or lists of moves; - is stdin."
        ),
    ],
    game: Uid = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No summary and no progress; only bad games.")
    ] = False,
) -> None:
    """Check recorded games ply by ply; goes on after a bad one.

    Plays them again and compares all that the file says of them. Each bad game
    is one line on standard error. The exit status is 1 if any game is bad or cannot be read, or
    if there is none.

    Example: abstractplay-hex replay games.jsonl.gz --game pods
    """
    good = bad = plies = 0
    began = perf_counter()
    with _progress(quiet) as progress:
        task = progress.add_task("", total=_size(files), good=0, bad=0)
        done = 0
        for file in files:
            taken = 0
            for entry in read_files([file]):
                try:
                    plies += len(played(entry, game).stack) - 1
                    good += 1
                except HexError as error:
                    bad += 1
                    # Printed by the same console, the line does not tear the bar.
                    progress.console.print(Text(one_line(error.message)), soft_wrap=True)
                taken = entry.taken
                progress.update(task, completed=done + taken, good=good, bad=bad)
            done += taken
    seconds = perf_counter() - began
    if not quiet:
        games = "1 game" if good + bad == 1 else f"{good + bad} games"
        rate = plies / seconds if seconds else 0.0
        typer.echo(
            f"{games}: {good} good, {bad} bad; {plies} plies in {seconds:.2f} s ({rate:.0f} plies/s)"
        )
    if bad or not good:
        raise typer.Exit(1)


def _progress(quiet: bool) -> Progress:
    return Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[good]} good, {task.fields[bad]} bad "),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=quiet or not is_terminal(sys.stderr),
    )


def _size(files: list[str]) -> int | None:
    """Return how many bytes there are to read; ``None`` if that cannot be known (pipes)."""
    try:
        return sum(os.stat(file).st_size for file in files) or None
    except OSError:
        return None
