"""``replay``: verifying recorded games in bulk."""

import sys
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeElapsedColumn

from abstractplay_hex.cli.output import BAD, is_terminal
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.cli.reading import Uid, summary
from abstractplay_hex.records import read_files
from abstractplay_hex.records.archive import Statistics
from abstractplay_hex.records.archive.verifying import check_game
from abstractplay_hex.records.opening import size_of


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Files of games, or folders of them; - is stdin."),
    ],
    game: Uid = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No summary and no progress; only bad games.")
    ] = False,
) -> None:
    """Replay recorded games ply by ply and compare all that the file says of them.

    Each bad game is one line on standard error, and the next one is checked. The exit status is 1 if
    any game is bad, if a file cannot be read, or if there is no game.

    Example: abstractplay-hex replay games.jsonl.gz --game pods
    """
    found = Statistics()
    plies = 0
    began = perf_counter()
    watched = not quiet and is_terminal(sys.stderr)
    columns = TextColumn("{task.fields[good]} good, {task.fields[bad]} bad "), TimeElapsedColumn()
    with Bar(size_of(files), *columns, watched=watched, good=0, bad=0) as bar:
        for text in read_files(files):
            checked, _, _ = check_game(text, game)
            found.count(checked.defect.code if checked.defect else None, checked.unread)
            plies += checked.plies
            if not checked.ok:
                bar.complain(checked.message)
            bar.show(text.after.taken, good=found.good, bad=found.bad)
    seconds = perf_counter() - began
    if not quiet:
        rate = plies / seconds if seconds else 0.0
        typer.echo(f"{summary(found)}; {plies} plies in {seconds:.2f} s ({rate:.0f} plies/s)")
    if found.bad or found.bad_files or not found.good:
        raise typer.Exit(BAD)
