"""``render``, ``moves``, ``validate``, ``state``: inspecting one game of a file."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Annotated, Any

import typer

from abstractplay_hex.cli import pictures
from abstractplay_hex.cli.input import AtPly, File, Lenient, Number, Uid, open_game, opened, text_of
from abstractplay_hex.cli.output import BAD, AsJson, Indent, write_json
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import GameText
from abstractplay_hex.render.svg import to_svg
from abstractplay_hex.rules.draft import MAY_GO_ON, UNFINISHED, Validation


def render(
    file: File,
    ply: AtPly = -1,
    display: pictures.Display = None,
    perspective: Annotated[
        int, typer.Option(metavar="N", min=0, help="The player whose view it is; 0 is a spectator.")
    ] = 0,
    indent: Indent = None,
    game: Uid = None,
    number: Number = 1,
    lenient: Lenient = False,
    svg: pictures.AsSvg = False,
    png: pictures.AsPng = False,
    film: pictures.Film = False,
    animate: pictures.Animate = False,
    output: pictures.Output = None,
    every: pictures.Every = 1,
    dark: pictures.Dark = False,
    palette: pictures.Palette = "default",
    rotate: pictures.Rotate = 0,
    width: pictures.Width = None,
) -> None:
    """Write the board as render JSON, or draw a picture of the board or of the whole game.

    FILE may also be render JSON of any hex board, which is then checked or drawn.

    Example: abstractplay-hex render game.json --ply 12 --display hide-influence

    Example: abstractplay-hex render game.json --film --every 4 -o game.svg
    """
    wanted = pictures.Wanted(
        svg=svg,
        png=png,
        film=film,
        animate=animate,
        output=output,
        every=every,
        style={"palette": palette, "dark": dark, "rotate": rotate},
        width=width,
    )
    wanted.check_output(file)
    text = text_of(file, number)
    data = _render_json(text)
    if data is not None:
        if film or animate or game or display or (ply, perspective) != (-1, 0):
            raise typer.BadParameter(f"{file} is render JSON: a single picture, not a game")
        picture = partial(to_svg, data, width=wanted.width, **wanted.style)
        if not wanted.picture:
            to_svg(data)  # raises what is wrong with it
        _show(wanted, indent, data, picture)
    else:
        shown = opened(text, game, ply, lenient)
        picture = partial(pictures.drawn, shown, wanted, perspective, display)
        _show(wanted, indent, pictures.seen(shown, display, perspective), picture)


def _render_json(text: GameText) -> dict[str, Any] | None:
    """Return what a file holds if it is render JSON and no game."""
    try:
        data = text.data()
    except HexError:  # opening it as a game says what is wrong
        return None
    others = {"stack", "header", "moves", "plies"}
    is_render = isinstance(data, dict) and "board" in data and not others & data.keys()
    return data if is_render else None


def _show(
    wanted: pictures.Wanted, indent: int | None, render: dict[str, Any], draw: Callable[[], str]
) -> None:
    if wanted.picture:
        pictures.write_picture(wanted, draw)
    else:
        write_json(render, indent)


def moves(
    file: File,
    ply: AtPly = -1,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after N moves.")
    ] = None,
    game: Uid = None,
    number: Number = 1,
    lenient: Lenient = False,
) -> None:
    """List the legal moves, one per line; none when the game is over.

    Example: abstractplay-hex moves game.json --ply 12 --limit 20
    """
    shown = open_game(file, game, number, ply, lenient)
    if limit is None:
        shown.count_moves()  # raises for a game whose moves cannot be listed
    for text in islice(shown.iter_moves(), limit):
        print(text)


def validate(
    file: File,
    move: Annotated[str, typer.Argument(metavar="MOVE", help="The text of a move.")],
    ply: AtPly = -1,
    as_json: AsJson = False,
    game: Uid = None,
    number: Number = 1,
    lenient: Lenient = False,
) -> None:
    """Say whether a move is legal, and why not.

    The exit status is 0 if it is valid, 1 if not. The beginning of a legal move is valid but unfinished.

    Example: abstractplay-hex validate game.json g7 --ply 12
    """
    judge = open_game(file, game, number, ply, lenient)
    behind = len(judge.stack) - 1 - judge.ply
    if behind:  # a game refuses moves at an earlier ply
        judge.undo(behind)
    answer = judge.validate_move(move)
    if as_json:
        keys = ("valid", "complete", "can_render", "code", "message")
        write_json({key: getattr(answer, key) for key in keys}, indent=0)
    else:
        typer.echo(f"{_verdict(answer)}: {answer.message}")
    if not answer.valid:
        raise typer.Exit(BAD)


def _verdict(answer: Validation) -> str:
    if not answer.valid:
        return "not valid"
    if answer.complete == UNFINISHED:
        return "valid, unfinished"
    return "valid, may be continued" if answer.complete == MAY_GO_ON else "valid"


def state(
    file: File,
    indent: Indent = None,
    game: Uid = None,
    number: Number = 1,
    lenient: Lenient = False,
) -> None:
    """Write the game as a saved game (state JSON), as the site stores it.

    This also turns a game record or a move list into a saved game.

    Example: abstractplay-hex state moves.json --game pods
    """
    write_json(open_game(file, game, number, lenient=lenient).state(), indent)
