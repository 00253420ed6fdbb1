"""``verify``: whole archives, on all cores or a cluster."""

import sys
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeRemainingColumn

from abstractplay_hex.cli.input import Files, Quiet, Uid, conclude
from abstractplay_hex.cli.output import is_terminal
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.cli.workers import Dask, Jobs, check_workers, executor_of, lacking
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.records import archive
from abstractplay_hex.records.archive.statistics import check_format
from abstractplay_hex.records.opening import size_of
from abstractplay_hex.records.writing import check_outputs


def verify(
    archives: Files,
    jobs: Jobs = None,
    dask: Dask = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Record progress here; if the file exists, resume that job.",
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a line of JSON for each game.")
    ] = None,
    stats: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write statistics: .json, .csv or .parquet."),
    ] = None,
    duplicates: Annotated[
        bool,
        typer.Option(
            "--duplicates",
            help="Also report games with the id of an earlier one, and those that are the same as another, "
            "or the beginning of it.",
        ),
    ] = False,
    game: Uid = None,
    quiet: Quiet = False,
) -> None:
    """Replay whole archives of games with all cores; can be interrupted and resumed.

    A FILE is .json (an array, however large), .jsonl (a game a line), either packed by gzip, bzip2,
    xz or Zstandard, or a folder of such files. Each bad game is one line on standard error. The exit
    status is 1 if any game is bad, or found twice by --duplicates, if a file cannot be read, or if there
    is no game, and 2 if the job did not finish.

    Example: abstractplay-hex verify games.jsonl.gz --report report.jsonl --resume verify.state
    """
    check_workers(jobs, dask)
    try:
        if stats is not None:
            check_format(stats)
        if resume is not None and "-" in archives:
            raise ArgumentError("archive.stdin")
        check_outputs(archives, (resume, report, stats))
    except ArgumentError as error:
        raise typer.BadParameter(error.message) from None
    with ExitStack() as stack:
        executor = executor_of(stack, jobs, dask, quiet)
        watched = not quiet and is_terminal(sys.stderr)
        columns = (
            TextColumn("{task.fields[games]} games, {task.fields[bad]} bad"),
            TextColumn("{task.fields[rate]:.0f} games/s"),
            TimeRemainingColumn(),
        )
        total = size_of(archives) if watched else None
        bar = Bar(total, *columns, watched=watched, games=0, bad=0, rate=0.0)
        watch = _Watch(stack.enter_context(bar))
        try:
            found = archive.run(
                archives,
                executor=executor,
                uid=game,
                report=report,
                checkpoint=resume,
                on_game=watch.game,
                on_progress=watch.show,
                on_duplicate=lambda duplicate: bar.complain(duplicate.message),
                duplicates=duplicates,
            )
        except ModuleNotFoundError as error:
            raise lacking(error, dask) from None
        seconds, now = watch.seconds, watch.games
    if stats is not None:
        found.write(stats)
    rate = f"{now / seconds:.0f} games/s" if seconds and now else "nothing was left to do"
    conclude(found, quiet, f"{found.plies} plies", f"{seconds:.2f} s ({rate})")


class _Watch:
    """Counts what is checked now and shows it on the bar."""

    def __init__(self, bar: Bar) -> None:
        self.games = 0
        self._bar = bar
        self._began = perf_counter()

    @property
    def seconds(self) -> float:
        return perf_counter() - self._began

    def game(self, game: archive.CheckedGame) -> None:
        self.games += not game.unread
        if not game.ok:
            self._bar.complain(game.message)

    def show(self, progress: archive.Progress) -> None:
        found = progress.statistics
        rate = self.games / (self.seconds or 1)
        self._bar.show(progress.taken, games=found.games, bad=found.bad, rate=rate)
