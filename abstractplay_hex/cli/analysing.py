"""``analyse`` and ``review``: how a position stands, and what each ply of a game lost."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.progress import TimeRemainingColumn

from abstractplay_hex import analysis
from abstractplay_hex.analysis.marks import Mark
from abstractplay_hex.analysis.reviewing import PLY, POSITION
from abstractplay_hex.analysis.words import number, players_of, verdict
from abstractplay_hex.cli.input import AtPly, File, Lenient, Number, Quiet, Uid, opened, text_of
from abstractplay_hex.cli.output import AsJson, Indent, is_terminal, one_line, write_json
from abstractplay_hex.cli.pictures import Palette
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.codec import dumps
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n import languages
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.players import Budget
from abstractplay_hex.records import GameText
from abstractplay_hex.records.writing import check_outputs, replacing

_BARS: Final = "▁▂▃▄▅▆▇█"
_FORMS: Final = (".html", ".json", ".svg")

Time = Annotated[
    float | None,
    typer.Option(
        "--time", metavar="T", show_default="that of the command", help="Seconds a position."
    ),
]
Simulations = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Simulations a position instead of time: the same number and seed find the same.",
    ),
]
Seed = Annotated[int, typer.Option(metavar="S", help="Seed of the search.")]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="CODE", help="Language of what is said, such as de."),
]


def analyse(
    file: File,
    ply: AtPly = -1,
    time: Time = None,
    simulations: Simulations = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    indent: Indent = None,
    language: Language = None,
    game: Uid = None,
    number: Number = 1,
    lenient: Lenient = False,
) -> None:
    """Say how a position stands for each player, and the three best lines of play.

    An advantage is what a search makes of a position: +1 is won, -1 lost. It is no probability. The
    search thinks for 3 seconds unless told otherwise.

    Example: abstractplay-hex analyse game.json --ply 12 --time 10
    """
    budget = budget_of(time, simulations, POSITION)
    text = text_of(file, number)
    shown = opened(text, game, ply, lenient)
    found = analysis.evaluate(shown, budget, seed=seed)
    if as_json:
        write_json(found.to_dict(), indent)
        return
    with speaking(language):
        names = players_of(shown, names_in(text))
        told = {"game": shown.info.said().name, "ply": found.ply}
        if shown.gameover:
            head = say("analysis.over", **told)
        else:
            head = say("analysis.position", **told, player=names[found.player - 1])
        for line in _told(found, head, names):
            typer.echo(one_line(line))


def _told(found: analysis.Analysis, head: str, names: Sequence[str]) -> Iterator[str]:
    yield head
    stands = ", ".join(
        f"{name} {number(value)}" for name, value in zip(names, found.advantage, strict=True)
    )
    yield f"{say('analysis.advantage')}: {stands}"
    for n, line in enumerate(found.lines, 1):
        yield f"{n}. {number(line.advantage[found.player - 1])}  {' '.join(line.turns)}"


def review(
    file: File,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to FILE: a page for .html, data for .json, the curve for .svg.",
        ),
    ] = None,
    time: Time = None,
    simulations: Simulations = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    indent: Indent = None,
    language: Language = None,
    palette: Palette = "default",
    game: Uid = None,
    number: Number = 1,
    lenient: Lenient = False,
    quiet: Quiet = False,
) -> None:
    """Judge every ply of a game by what it lost against the best turn, and mark mistakes.

    The page holds all it needs: boards, curve and list of plies, and opens without a server. The search
    thinks for 0.04 seconds a position unless told otherwise, and looks at one to three positions a ply.

    Example: abstractplay-hex review game.json -o report.html
    """
    budget = budget_of(time, simulations, PLY)
    form = _form_of(output, as_json)
    if output is not None:
        check_outputs([file], [output])
    text = text_of(file, number)
    judged = opened(text, game, lenient=lenient)
    plies = len(judged.stack) - 1
    watched = not quiet and is_terminal(sys.stderr)
    with Bar(plies, TimeRemainingColumn(), watched=watched) as bar:
        found = analysis.review(judged, budget, seed=seed, told=lambda ply: bar.show(ply.ply))
    if output is None and as_json:
        write_json(found.to_dict(), indent)
        return
    with speaking(language):
        names = names_in(text)
        if output is None:
            for line in _table(found, players_of(judged, names)):
                typer.echo(one_line(line))
            return
        writers: dict[str, Callable[[], str]] = {
            ".html": lambda: analysis.report_html(found, judged, names=names, palette=palette),
            ".json": lambda: dumps(found.to_dict()) + "\n",
            ".svg": lambda: analysis.curve_svg(found, palette=palette),
        }
        content = writers[form]().encode("utf-8", "backslashreplace")
    with replacing(output) as opened_file:
        opened_file.write(content)


def _form_of(output: Path | None, as_json: bool) -> str:
    """Return which form is wanted, by the ending of the file.

    :raises typer.BadParameter: for an ending that says nothing, or another one than ``--json``.
    """
    ending = ".html" if output is None else output.suffix.lower()
    if as_json and output is not None and ending != ".json":
        raise typer.BadParameter("the name of a file with JSON ends in .json", param_hint="--json")
    if ending not in _FORMS:
        raise typer.BadParameter(
            f"the name must end in one of {', '.join(_FORMS)}", param_hint="--output"
        )
    return ending


def _table(found: analysis.Review, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a review in the terminal: a line a ply, then one a player, then the curve."""
    moves = min(max((len(ply.move) for ply in found.plies), default=0), 40)
    wide = min(max(map(len, names)), 20)
    yield f"{say('analysis.curve')} ({names[0]}):"
    for ply in found.plies:
        name = names[ply.player - 1]
        name = name if len(name) <= wide else f"{name[: wide - 1]}…"
        value = number(ply.advantage[0])
        sign = "" if ply.mark is None else ply.mark.sign
        said = verdict(ply) if ply.mark is not None else ""
        line = f"{ply.ply:>5}  {name:<{wide}}  {ply.move:<{moves}} {sign:<2}  {value:>5}  {said}"
        yield line.rstrip()
    for n, name in enumerate(names, 1):
        total = found.summary(n)
        marks = ", ".join(f"{mark.said} {total.marks.get(mark, 0)}" for mark in Mark)
        yield f"{name}: {say('analysis.head.loss')} {total.loss:.2f}; {marks}"
    if found.seats == 2:
        bars = "".join(_BARS[min(int((at[0] + 1) * 4), 7)] for at in found.curve)
        yield f"{say('analysis.curve')} ({names[0]}): {bars}"


# ---- what other commands have in common with these ---------------------------------------------------


def budget_of(seconds: float | None, simulations: int | None, usual: Budget) -> Budget:
    """Return the budget that is asked for.

    :raises typer.BadParameter: if it is out of range.
    """
    if seconds is None and simulations is None:
        return usual
    try:
        return Budget(seconds=seconds, simulations=simulations).checked()
    except ArgumentError as error:
        hint = "--time" if error.code == "players.seconds" else "--simulations"
        raise typer.BadParameter(error.message, param_hint=hint) from None


def speaking(code: str | None) -> Any:
    """Speak a language within a ``with`` block; ``None`` for the one in force.

    :raises typer.BadParameter: if there is no such language.
    """
    if code is None:
        return nullcontext()
    try:
        with languages.language(code):
            pass
    except ArgumentError as error:
        raise typer.BadParameter(error.message, param_hint="--language") from None
    return languages.language(code)


def names_in(text: GameText) -> list[str]:
    """Return the players' names in the header of a record, ``""`` where there is none."""
    data = text.data()
    header = data.get("header") if isinstance(data, dict) else None
    players = header.get("players") if isinstance(header, dict) else None
    if not isinstance(players, list):
        return []
    found = [player.get("name") if isinstance(player, dict) else None for player in players]
    return [name if isinstance(name, str) else "" for name in found]


__all__ = ["analyse", "budget_of", "names_in", "review", "speaking"]
