"""``replay``: verifying recorded games in bulk."""

import os
import stat
import sys
from contextlib import suppress
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from abstractplay_hex.cli.output import complain, is_terminal, one_line
from abstractplay_hex.cli.reading import Uid, played
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import read_files
from abstractplay_hex.records.files import STDIN


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
    with _Bar(_size(files), watched=not quiet and is_terminal(sys.stderr)) as bar:
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
                bar.show(done + taken, good, bad)
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


class _Bar:
    """The progress bar, where somebody watches; complaints go to standard error with or without."""

    def __init__(self, total: int | None, watched: bool) -> None:
        self._progress: Progress | None = None
        if watched:
            self._progress = Progress(
                BarColumn(),
                TaskProgressColumn(),
                TextColumn("{task.fields[good]} good, {task.fields[bad]} bad "),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._progress.add_task("", total=total, good=0, bad=0)

    def __enter__(self) -> "_Bar":
        if self._progress:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.stop()

    def complain(self, text: str) -> None:
        if self._progress:  # printed by the same console, the line does not tear the bar
            self._progress.console.print(Text(one_line(text)), soft_wrap=True)
        else:
            complain(text)

    def show(self, done: int, good: int, bad: int) -> None:
        if self._progress:
            self._progress.update(self._task, completed=done, good=good, bad=bad)


def _size(files: list[str]) -> int | None:
    """Return how many bytes there are to read; ``None`` if that cannot be known (stdin, pipes)."""
    total = 0
    for file in files:
        with suppress(OSError, ValueError):  # what is not there has nothing to read
            status = os.stat(file)
            if not stat.S_ISREG(status.st_mode):
                return None
            total += status.st_size
    return None if STDIN in files else total
