"""The command line: one module a group of commands, on top of the library's public interface."""

import os
import sys
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from abstractplay_hex import __version__
from abstractplay_hex.cli.checking import check
from abstractplay_hex.cli.counting import perft
from abstractplay_hex.cli.expiring import expire
from abstractplay_hex.cli.generating import generate
from abstractplay_hex.cli.inspect import moves, render, state, validate
from abstractplay_hex.cli.listing import games
from abstractplay_hex.cli.migrating import migrate
from abstractplay_hex.cli.output import BAD, NOT_DONE, complain
from abstractplay_hex.cli.playing import play, show
from abstractplay_hex.cli.replaying import replay
from abstractplay_hex.cli.scaffolding import scaffold
from abstractplay_hex.cli.serving import serve
from abstractplay_hex.cli.verifying import verify
from abstractplay_hex.errors import ArgumentError, HexError

BROKEN_PIPE = 141
"""The status of a program that kept writing to a closed pipe (128 + SIGPIPE)."""


class _Commands(TyperGroup):
    """Ends every command alike: no traceback for anything a user or the system can cause."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return self._invoke(ctx)
        except BrokenPipeError:
            _drop_output()
            raise typer.Exit(BROKEN_PIPE) from None
        except OSError as error:  # reading raises errors of ours, so this is about writing
            _drop_output()
            name = f" {error.filename}" if isinstance(error.filename, str) else ""
            complain(f"cannot write{name}: {error.strerror or error}")
            raise typer.Exit(NOT_DONE) from None

    def _invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
        except HexError as error:
            complain(error.message)
            raise typer.Exit(NOT_DONE if isinstance(error, ArgumentError) else BAD) from None
        except BrokenExecutor as error:
            complain(f"the worker processes died: {error}")
            raise typer.Exit(NOT_DONE) from None
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a failure is still reported properly
        return result


def _drop_output() -> None:
    """Discard what is still buffered, or Python would fail again on exit."""
    with suppress(OSError, ValueError, AttributeError):  # no stdout, or none of the system's
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help and one-line errors read well in logs, too
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "Exit status: 0 success · 1 a game, its file or a move is bad · "
        "2 wrong usage, or it could not be done · 130 interrupted · 141 the reader of the output went away."
    ),
)
for command in (
    *(games, replay, verify, generate, render, moves, validate, state),
    *(perft, check, migrate, scaffold, play, show, serve, expire),
):
    app.command()(command)


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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name the terminal cannot show must not fail
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="abstractplay-hex")


__all__ = ["app", "run"]
