"""Standard output (results, JSON) and standard error (one line per complaint)."""

import json
import sys
from typing import Annotated, Any, Final, TextIO

import typer
from rich.console import Console

from abstractplay_hex import codec

BAD: Final = 1
"""Exit status: a game, its file or a move is bad."""
NOT_DONE: Final = 2
"""It could not be done, or not completely; also typer's status for wrong usage."""

Indent = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        max=16,
        show_default="2 on a terminal, else 0",
        help="Indent JSON by N spaces; 0 is compact.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]


class Output(Console):
    """A console on standard output; that its reader went away is told like everywhere else."""

    def on_broken_pipe(self) -> None:
        """Raise what Rich has caught; it would end the program by itself, as if a game were bad."""
        raise BrokenPipeError


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether somebody watches *stream* (which is ``None`` where the process has it closed)."""
    return stream is not None and stream.isatty()


def one_line(text: str) -> str:
    """Return *text* with everything escaped that could break the line or drive the terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def complain(text: str) -> None:
    """Write one line to standard error."""
    typer.echo(one_line(text), err=True)


def write_json(data: Any, indent: int | None = None) -> None:
    """Write JSON as UTF-8, whatever the terminal's encoding: indented for people, else compact."""
    if indent is None:
        indent = 2 if is_terminal(sys.stdout) else 0
    text = json.dumps(data, indent=indent, ensure_ascii=False) if indent else codec.dumps(data)
    # A lone surrogate has no UTF-8; \udXXX is how JSON escapes one.
    typer.echo(text.encode("utf-8", "backslashreplace"))
