"""``play`` and ``show``: the board as text in the terminal."""

from pathlib import Path
from typing import Annotated, Any

import typer

from abstractplay_hex import players
from abstractplay_hex.cli.reading import AtPly, File, Number, Uid, open_game
from abstractplay_hex.cli.table import (
    Look,
    Table,
    last_turn,
    make_console,
    show_board,
    show_scores,
)
from abstractplay_hex.errors import UnknownGameError, VariantError
from abstractplay_hex.game import Game
from abstractplay_hex.registry import new_game
from abstractplay_hex.render.svg import PALETTES


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (play, show):
        app.command()(command)


def _known_palette(name: str) -> str:
    if name not in PALETTES:
        raise typer.BadParameter(f"palettes are: {', '.join(PALETTES)}")
    return name


Display = Annotated[
    str | None, typer.Option(metavar="ID", help="An alternative display of the game.")
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters for the pieces.")]
Palette = Annotated[
    str,
    typer.Option(
        "--palette",
        metavar="NAME",
        callback=_known_palette,
        help="Players' colours: default, colour-blind.",
    ),
]


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game: see the command games.")
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", "-v", metavar="UID", help="A variant; may be repeated."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Play against the computer: random, greedy or mixed."),
    ] = None,
    seat: Annotated[
        int, typer.Option("--as", metavar="N", min=1, help="Which player you are, then.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The computer's choices; the same game again.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a saved game or record.")
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the game there after each turn.")
    ] = None,
    display: Display = None,
    names: Annotated[
        bool, typer.Option("--names/--no-names", help="Number the empty cells.")
    ] = True,
    ascii: Ascii = False,
    palette: Palette = "default",
) -> None:
    """Play in the terminal: two at one keyboard, or against the computer.

    Turns are typed, whole or cell by cell; ? lists everything else. Standard input may be a file.

    Example: abstractplay-hex play pods --against greedy
    """
    if against is not None and against not in players.POLICIES:
        raise typer.BadParameter(
            f"computer players are: {', '.join(players.POLICIES)}", param_hint="--against"
        )
    under_way = _game(game, variant or [], resume)
    look = Look(
        display=_known_display(under_way, display), names=names, ascii=ascii, palette=palette
    )
    if seat > under_way.numplayers:
        raise typer.BadParameter(
            f"{under_way.uid} has {under_way.numplayers} players", param_hint="--as"
        )
    if save is not None and save != resume and Path(save).exists():
        raise typer.BadParameter(
            f"{save} is there already; go on with it by --resume, or name another file",
            param_hint="--save",
        )
    computers: dict[int, players.Chooser] = {}
    if against is not None:
        computer = players.player(against, seed)
        others = range(1, under_way.numplayers + 1)
        computers = {n: computer for n in others if n != seat}
    table = Table(under_way, make_console(), look, computers, against or "", resume)
    if save is not None:
        table.file, table.keep = save, True
    try:
        table.run()
    except EOFError:
        table.console.print()
    except KeyboardInterrupt:
        table.console.print()
        raise typer.Exit(130) from None


def _game(uid: str | None, variants: list[str], resume: str | None) -> Game[Any, Any]:
    if resume is not None:
        if variants:
            raise typer.BadParameter(
                "a game that is resumed has its variants", param_hint="--variant"
            )
        return open_game(resume, uid, 1)
    if uid is None:
        raise typer.BadParameter("name a game, or a file by --resume", param_hint="GAME")
    try:
        return new_game(uid, variants)
    except UnknownGameError as error:
        raise typer.BadParameter(error.message, param_hint="GAME") from None
    except VariantError as error:
        raise typer.BadParameter(error.message, param_hint="--variant") from None


def _known_display(game: Game[Any, Any], display: str | None) -> str | None:
    known = [d.uid for d in game.info.displays]
    if display is not None and display not in known:
        listed = ", ".join(known) or "none"
        raise typer.BadParameter(f"{game.uid} has the displays: {listed}", param_hint="--display")
    return display


def show(
    file: File,
    ply: AtPly = -1,
    display: Display = None,
    names: Annotated[bool, typer.Option("--names", help="Number the empty cells.")] = False,
    ascii: Ascii = False,
    palette: Palette = "default",
    game: Uid = None,
    number: Number = 1,
) -> None:
    """Show the board of a game in the terminal, with what the last turn did and the scores.

    Example: abstractplay-hex show game.json --ply 12
    """
    shown = open_game(file, game, number, ply)
    look = Look(display=_known_display(shown, display), names=names, ascii=ascii, palette=palette)
    console = make_console()
    show_board(console, shown, look)
    said = last_turn(shown)
    if said:
        console.print(said, style="italic")
    show_scores(console, shown, palette)


__all__ = ["add_to", "play", "show"]
