"""``replay``: verifying recorded games in bulk."""

import sys
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeElapsedColumn

from abstractplay_hex.cli.output import BAD, is_terminal
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.cli.reading import Uid, played
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import read_files
from abstractplay_hex.records.archive.opening import size_of


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
    watched = not quiet and is_terminal(sys.stderr)
    counts = TextColumn("{task.fields[good]} good, {task.fields[bad]} bad ")
    with Bar(size_of(files), counts, TimeElapsedColumn(), watched=watched, good=0, bad=0) as bar:
        done = 0
        for file in files:
            taken = 0
            for entry in read_files([file]):
                try:
                    plies += len(played(entry, game).stack) - 1
                    good += 1
                except HexError as error:
                    bad += 1
                    bar.complain(error.message)
                taken = entry.taken
                bar.show(done + taken, good=good, bad=bad)
            done += taken
    seconds = perf_counter() - began
    if not quiet:
        games = "1 game" if good + bad == 1 else f"{good + bad} games"
        rate = plies / seconds if seconds else 0.0
        typer.echo(
            f"{games}: {good} good, {bad} bad; {plies} plies in {seconds:.2f} s ({rate:.0f} plies/s)"
        )
    if bad or not good:
        raise typer.Exit(BAD)
