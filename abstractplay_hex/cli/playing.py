"""``play`` and ``show``: the board as text in the terminal."""

from pathlib import Path
from typing import Annotated, Any

import typer

from abstractplay_hex import players
from abstractplay_hex.cli.input import AtPly, File, Number, Uid, is_one_saved_game, open_game
from abstractplay_hex.cli.pictures import Display, Palette, seen
from abstractplay_hex.cli.screen import Screen
from abstractplay_hex.cli.session import Session
from abstractplay_hex.errors import ArgumentError, UnknownGameError, VariantError
from abstractplay_hex.game import Game, new_game

Ascii = Annotated[bool, typer.Option("--ascii", help="Letters for the pieces.")]


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; abstractplay-hex games lists them."),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", "-v", metavar="UID", help="A variant (repeatable)."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="Play against the computer: a level from 1 to 8, or a player that match knows.",
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of players, if the game leaves a choice."),
    ] = None,
    own: Annotated[
        list[int] | None,
        typer.Option(
            "--as",
            metavar="N",
            min=1,
            help="Your seat against the computer (repeatable); 1 by default.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed of the computer's choices.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Resume a saved game or record, the first of the file."),
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the game to FILE after each turn.")
    ] = None,
    display: Display = None,
    names: Annotated[
        bool, typer.Option("--names/--no-names", help="Number the empty cells.")
    ] = True,
    ascii: Ascii = False,
    palette: Palette = "default",
) -> None:
    """Play in the terminal: everybody at one keyboard, or against the computer.

    Type turns whole or cell by cell; ? lists everything else. Standard input may be a file.

    Example: abstractplay-hex play pods --against greedy
    """
    if against is not None:
        against = _computer(against)
    under_way = _game(game, variant or [], seats, resume)
    kept = resume if resume is not None and is_one_saved_game(resume) else None
    seen(under_way, display)
    screen = Screen(display=display, names=names, ascii=ascii, palette=palette)
    own = own or [1]
    if max(own) > under_way.numplayers:
        raise typer.BadParameter(
            f"{under_way.uid} has {under_way.numplayers} players", param_hint="--as"
        )
    if save is not None and save != kept and Path(save).exists():
        raise typer.BadParameter(
            f"{save} exists; resume it with --resume, or name another file",
            param_hint="--save",
        )
    computers: dict[int, players.Chooser] = {}
    if against is not None:
        computer = players.player(against, seed)
        everybody = range(1, under_way.numplayers + 1)
        computers = {n: computer for n in everybody if n not in own}
        level = next((level for level in players.LEVELS if level.name == against), None)
        if level is not None:
            screen.tell(f"Level {level.number} {level.says}.", "dim")
    session = Session(
        under_way, screen, computers, against or "", save or kept, keep=save is not None
    )
    try:
        session.cmdloop()
    except EOFError:
        screen.console.print()
    except KeyboardInterrupt:
        screen.console.print()
        raise


def _computer(named: str) -> str:
    """Return the name of a computer player; a number is a level.

    :raises typer.BadParameter: if there is none of that name.
    """
    name = f"level:{named}" if named.isdecimal() else named
    if name not in players.NAMES:
        raise typer.BadParameter(
            f"computer players are: 1 to {len(players.LEVELS)}, {', '.join(players.NAMES)}",
            param_hint="--against",
        )
    return name


def _game(
    uid: str | None, variants: list[str], seats: int | None, resume: str | None
) -> Game[Any, Any]:
    if resume is not None:
        if variants or seats is not None:
            raise typer.BadParameter(
                "a resumed game keeps its variants and seats", param_hint="--resume"
            )
        return open_game(resume, uid, 1)
    if uid is None:
        raise typer.BadParameter("name a game, or a file with --resume", param_hint="GAME")
    try:
        return new_game(uid, variants, seats=seats)
    except ArgumentError as error:
        raise typer.BadParameter(error.message, param_hint="--seats") from None
    except UnknownGameError as error:
        raise typer.BadParameter(error.message, param_hint="GAME") from None
    except VariantError as error:
        raise typer.BadParameter(error.message, param_hint="--variant") from None


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
    """Show the board of a game in the terminal, with its last turn and the scores.

    Example: abstractplay-hex show game.json --ply 12
    """
    shown = open_game(file, game, number, ply)
    seen(shown, display)
    screen = Screen(display=display, names=names, ascii=ascii, palette=palette)
    screen.board(shown)
    screen.last_turn(shown)
    screen.scores(shown)
