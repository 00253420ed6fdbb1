"""``scaffold``: create a package for a new game."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from abstractplay_hex.records.writing import naming
from abstractplay_hex.scaffold import scaffold as write_package


def scaffold(
    name: Annotated[
        str, typer.Argument(help="Name of the package, such as my_game.", show_default=False)
    ],
    folder: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="Where to create the package's folder.")
    ] = Path(),
) -> None:
    """Create a package for a game of your own: a small, complete game to change step by step.

    Example: abstractplay-hex scaffold my_game && pip install -e ./my_game && abstractplay-hex check mygame
    """
    with naming(folder / name):
        written = write_package(name, folder)
    for path in written:
        typer.echo(path)
    uid = name.replace("_", "")
    # A path that pip cannot take for the name of a package on an index.
    source = folder / name
    shown = shlex.quote(str(source) if source.is_absolute() else f".{os.sep}{source}")
    typer.echo(f"\nNext: pip install -e {shown}, then: abstractplay-hex check {uid}", err=True)
