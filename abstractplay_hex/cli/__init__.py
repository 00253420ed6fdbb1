"""The command line: one module a group of commands, on top of the library's public interface."""

from typing import Annotated

import typer

from abstractplay_hex import __version__
from abstractplay_hex.cli import ending
from abstractplay_hex.cli.analysing import analyse, review
from abstractplay_hex.cli.answering import engine
from abstractplay_hex.cli.books import book
from abstractplay_hex.cli.checking import check
from abstractplay_hex.cli.counting import perft
from abstractplay_hex.cli.ending import Commands
from abstractplay_hex.cli.expiring import expire
from abstractplay_hex.cli.exporting import export_site
from abstractplay_hex.cli.generating import generate
from abstractplay_hex.cli.inspect import moves, render, state, validate
from abstractplay_hex.cli.listing import games
from abstractplay_hex.cli.matching import match
from abstractplay_hex.cli.migrating import migrate
from abstractplay_hex.cli.playing import play, show
from abstractplay_hex.cli.puzzling import find_puzzles
from abstractplay_hex.cli.replaying import replay
from abstractplay_hex.cli.scaffolding import scaffold
from abstractplay_hex.cli.serving import serve
from abstractplay_hex.cli.verifying import verify

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help and one-line errors read well in logs, too
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "Exit status: 0 success · 1 a game, its file or a move is bad · "
        "2 wrong usage, or it could not be done · 130 interrupted (143 by SIGTERM) · "
        "141 the reader of the output went away. With standard output closed, the status is the same as if "
        "it had been read."
    ),
)
for command in (
    *(games, replay, verify, generate, render, moves, validate, state),
    *(analyse, review, perft),
    *(check, migrate, scaffold, play, match, show, serve, expire, engine),
):
    app.command()(command)
app.command("puzzles")(find_puzzles)
app.command("export-site")(export_site)
app.add_typer(book)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"abstractplay-hex {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Abstract games on hex boards: check recorded games, inspect positions, validate moves.

    A FILE holds saved games, game records or move lists: .json or .jsonl (one game a line), plain or
    compressed with gzip, bzip2, xz or Zstandard, or - for standard input.
    """


def run() -> None:
    """Run the command line with the arguments of this process; ends by :class:`SystemExit`."""
    ending.run(app)


__all__ = ["app", "run"]
