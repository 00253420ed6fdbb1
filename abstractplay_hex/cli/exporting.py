"""``export-site``: the playground as a folder of files, without a server."""

from pathlib import Path
from typing import Annotated

import typer

from abstractplay_hex.records.writing import naming
from abstractplay_hex.static_site import export_site as write_site

PACKAGE = Path(__file__).parents[2] / "js"


def export_site(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="The folder to write, empty or new.", show_default=False
        ),
    ],
    package: Annotated[
        Path,
        typer.Option(
            "--package",
            metavar="FOLDER",
            show_default="js, in a checkout",
            help="Folder of the npm package abstractplay-hex, with its wheels and with Pyodide.",
        ),
    ] = PACKAGE,
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="Of the site, such as de.")
    ] = "en",
) -> None:
    """Write a static site to play on: both seats, or against the computer, all of it in the browser.

    Any static host will do; it can be installed, and then needs no network.
    """
    with naming(folder):
        size = write_site(folder, package, language)
    typer.echo(f"{folder}: {size / 1e6:.1f} MB")
