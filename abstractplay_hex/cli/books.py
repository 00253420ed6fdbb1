"""``book build`` and ``book show``: opening books of archives."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeElapsedColumn

from abstractplay_hex.analysis.book import (
    Book,
    BookEntry,
    BookSetup,
    Results,
    start_of,
)
from abstractplay_hex.analysis.book_building import MOST_PLIES, PLIES, BookBuilder, count_all
from abstractplay_hex.cli.input import (
    AtPly,
    Files,
    Lenient,
    Number,
    Quiet,
    Uid,
    conclude,
    open_game,
)
from abstractplay_hex.cli.output import AsJson, Indent, is_terminal, one_line, write_json
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.cli.workers import Dask, Jobs, check_workers, executor_of, lacking
from abstractplay_hex.records import read_files
from abstractplay_hex.records.archive import Statistics
from abstractplay_hex.records.opening import size_of
from abstractplay_hex.records.writing import check_outputs

book = typer.Typer(
    name="book",
    help="Opening books: what was played in the positions of an archive, and who won then.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
BookFile = Annotated[
    Path, typer.Argument(metavar="BOOK", help="A book that book build has written.")
]


@book.command()
def build(
    files: Files,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The book: an SQLite file.")
    ],
    plies: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=MOST_PLIES, help="Count so many plies of each game."),
    ] = PLIES,
    least: Annotated[
        int, typer.Option(metavar="N", min=1, help="Leave out positions of fewer games.")
    ] = 1,
    jobs: Jobs = None,
    dask: Dask = None,
    game: Uid = None,
    lenient: Lenient = False,
    quiet: Quiet = False,
) -> None:
    """Make an opening book of recorded games: positions up to symmetry, with counts and results.

    Games are replayed; each bad one is one line on standard error, and is not counted. The exit status
    is 1 if any game is bad, if a file cannot be read, or if there is no game.

    Example: abstractplay-hex book build games.jsonl.gz -o openings.book --plies 8
    """
    check_workers(jobs, dask)
    check_outputs(files, [output])
    found = Statistics()
    watched = not quiet and is_terminal(sys.stderr)
    columns = TextColumn("{task.fields[games]} games"), TimeElapsedColumn()
    with ExitStack() as stack:
        executor = executor_of(stack, jobs, dask, quiet)
        builder = stack.enter_context(BookBuilder(plies))
        bar = stack.enter_context(Bar(size_of(files), *columns, watched=watched, games=0))
        texts = read_files(files)
        try:
            for checked, mark in count_all(
                texts, builder, executor=executor, uid=game, lenient=lenient
            ):
                checked.count_in(found)
                if not checked.ok:
                    bar.complain(checked.message)
                bar.show(mark.taken, games=found.games)
        except ModuleNotFoundError as error:
            raise lacking(error, dask) from None
        positions = builder.write(output, least) if found.good else 0
    conclude(found, quiet, f"{positions} positions")


@book.command()
def show(
    book: BookFile,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A game whose position to look up; - is stdin."),
    ] = None,
    ply: AtPly = -1,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after N turns.")
    ] = None,
    as_json: AsJson = False,
    indent: Indent = None,
    game: Uid = None,
    number: Number = 1,
) -> None:
    """Say what was played in a position, and who won then: most played turns first.

    Turns that only differ in how the board lies are one. Without FILE it is the first position, or, of a
    book with several games, the list of these. The exit status is 1 if the book does not have the position.

    Example: abstractplay-hex book show openings.book game.json --ply 2
    """
    with Book(book) as opened:
        if file is not None:
            looked_at = open_game(file, game, number, ply)
        else:
            setups = [one for one in opened.setups() if game in (None, one.game)]
            if game is not None and not setups:
                raise typer.BadParameter(f"there is no {game} in {book}", param_hint="--game")
            if len(setups) != 1:
                _list(setups, as_json, indent)
                return
            looked_at = start_of(setups[0])
        entry = opened.find(looked_at)
    if as_json:
        write_json(None if entry is None else entry.to_dict(), indent)
    elif entry is not None:
        for line in _told(entry, limit):
            typer.echo(one_line(line))
    if entry is None:
        if not as_json:
            typer.echo("This position is not in the book.")
        raise typer.Exit(1)


def _list(setups: list[BookSetup], as_json: bool, indent: int | None) -> None:
    """List the games of a book."""
    if as_json:
        write_json([one.to_dict() for one in setups], indent)
        return
    for one in setups:
        played = " ".join((one.game, *one.variants))
        typer.echo(one_line(f"{one.games:>8}  {played}  {one.position}"))


def _told(entry: BookEntry, limit: int | None) -> Iterator[str]:
    turns = entry.turns[:limit]
    wide = max((len(turn.turn or "?") for turn in turns), default=0)
    wins = "".join(f"{f'won {n}':>8}" for n in range(1, len(entry.results.won) + 1))
    yield f"{'':<{wide}}{'games':>8}{wins}{'draws':>8}{'open':>8}"
    yield f"{'':<{wide}}{_row(entry.results)}"
    for turn in turns:
        yield f"{turn.turn or '?':<{wide}}{_row(turn.results)}"


def _row(results: Results) -> str:
    numbers = (results.games, *results.won, results.draws, results.undecided)
    return "".join(f"{number:>8}" for number in numbers)


__all__ = ["book"]
