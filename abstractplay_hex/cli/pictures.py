"""``render --svg``, ``--png``, ``--film``, ``--animate``: pictures of a position or of a whole game."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from attrs import frozen

from abstractplay_hex.cli.output import is_terminal
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.records.writing import check_outputs, replacing
from abstractplay_hex.render.svg import PALETTES


def _known_palette(name: str) -> str:
    if name not in PALETTES:
        raise typer.BadParameter(f"palettes are: {', '.join(PALETTES)}")
    return name


Display = Annotated[
    str | None, typer.Option(metavar="ID", help="An alternative display of the game.")
]
AsSvg = Annotated[bool, typer.Option("--svg", help="Draw the board as SVG.")]
AsPng = Annotated[bool, typer.Option("--png", help="Draw the board as PNG (needs the extra png).")]
Film = Annotated[
    bool,
    typer.Option("--film", help="Draw the whole game as a sheet of small boards (SVG or PNG)."),
]
Animate = Annotated[bool, typer.Option("--animate", help="Draw the whole game as an animated SVG.")]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to FILE; its ending, .svg or .png, chooses the format.",
    ),
]
Every = Annotated[
    int, typer.Option("--every", metavar="N", min=1, help="For a whole game: every N-th ply only.")
]
Dark = Annotated[bool, typer.Option("--dark", help="Draw for a dark page.")]
Palette = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        callback=_known_palette,
        help=f"Players' colours: {', '.join(PALETTES)}.",
    ),
]
Rotate = Annotated[
    int, typer.Option("--rotate", metavar="DEGREES", help="Turn the board by a multiple of 60.")
]
Width = Annotated[int | None, typer.Option("--width", metavar="PIXELS", help="Width of a picture.")]
_SUFFIXES: Final = {".svg": "svg", ".png": "png"}


@frozen(kw_only=True)
class Wanted:
    """What is to be drawn, how, and where it goes; see the options above."""

    svg: bool
    png: bool
    film: bool
    animate: bool
    output: str | None
    every: int
    style: dict[str, Any]
    """``palette``, ``dark`` and ``rotate``."""
    width: int | None

    @property
    def picture(self) -> bool:
        """Whether a picture is wanted at all."""
        return self.svg or self.png or self.film or self.animate or self.output is not None

    def check_output(self, file: str) -> None:
        """Refuse to write a picture over the *file* that holds the game, or where none can be written.

        :raises ArgumentError: names it.
        """
        if self.output in (None, "-"):
            return
        plain = Path(self.output).is_file() or not Path(self.output).exists()
        if plain:  # a device or a pipe takes a picture, too
            check_outputs([file], [self.output])

    @property
    def format(self) -> str:
        """``svg`` or ``png``."""
        suffix = Path(self.output).suffix.lower() if self.output is not None else ""
        named = "png" if self.png else "svg" if self.svg else None
        told = _SUFFIXES.get(suffix)
        if (self.svg and self.png) or (self.film and self.animate):
            raise typer.BadParameter("--svg excludes --png, and --film excludes --animate")
        if self.animate:
            if "png" in (named, told):
                raise typer.BadParameter("only SVG can be animated", param_hint="--animate")
            return "svg"
        if named is None and told is None and self.output is not None and not self.film:
            raise typer.BadParameter("choose --svg or --png", param_hint="--output")
        return named or told or "svg"


def write_picture(wanted: Wanted, draw: Callable[[], str]) -> None:
    """Draw and write.

    :param draw: returns the SVG document.
    :raises RenderError: if PNG is asked for and the extra is missing.
    """
    form = wanted.format
    if form == "png" and wanted.output is None and is_terminal(sys.stdout):
        raise typer.BadParameter("name a file: -o FILE", param_hint="--png")
    try:
        svg = draw()
        content = svg.encode() if form == "svg" else _png(svg, wanted.width)
    except ArgumentError as error:
        raise typer.BadParameter(error.message) from None
    if wanted.output is None or wanted.output == "-":
        typer.echo(content, nl=form == "svg")
    else:
        with replacing(wanted.output) as file:
            file.write(content)


def seen(game: Game[Any, Any], display: str | None, perspective: int = 0) -> dict[str, Any]:
    """Return the render JSON; refuse a display or a perspective that the game does not have."""
    try:
        return game.render(perspective, display, strict=True)
    except ArgumentError as error:
        raise typer.BadParameter(error.message) from None


def drawn(game: Game[Any, Any], wanted: Wanted, perspective: int, display: str | None) -> str:
    """Return a picture of a game as SVG, as it is wanted."""
    if wanted.film or wanted.animate:
        from abstractplay_hex.film import animation, contact_sheet

        draw = contact_sheet if wanted.film else animation
        return draw(game, every=wanted.every, alt_display=display, **wanted.style)
    return game.svg(
        perspective=perspective, alt_display=display, width=wanted.width, **wanted.style
    )


def _png(svg: str, width: int | None) -> bytes:
    from abstractplay_hex.render.png import to_png

    return to_png(svg, width=width)
