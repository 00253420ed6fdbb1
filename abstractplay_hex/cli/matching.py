"""``match``: computer players against each other."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeRemainingColumn

from abstractplay_hex.cli.output import is_terminal
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.cli.workers import Dask, Jobs, check_workers, executor_of, lacking
from abstractplay_hex.errors import HexError
from abstractplay_hex.matches import Match, Rating, Sequential, Standing, run
from abstractplay_hex.matches.playing import MOST_PLIES, OPENING, REPETITIONS
from abstractplay_hex.players import NAMES, Budget
from abstractplay_hex.records.writing import check_outputs

_PLAYERS = f"One of {', '.join(NAMES)}."


def match(
    first: Annotated[str, typer.Argument(metavar="PLAYER", help=_PLAYERS)],
    second: Annotated[str, typer.Argument(metavar="PLAYER", help="Whom it plays against.")],
    game: Annotated[str, typer.Option("--game", metavar="UID", help="The game.")],
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", "-v", metavar="V", help="A variant (repeatable)."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[
        str, typer.Option(metavar="S", help="The same seed draws the same openings.")
    ] = "0",
    time: Annotated[
        float | None,
        typer.Option(
            "--time", metavar="T", show_default="1", help="Seconds that search has for a turn."
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Simulations that search makes a turn: reproducible."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", show_default="the game's usual number", help="How many play."),
    ] = None,
    opening: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random turns that each pair begins with.")
    ] = OPENING,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games that are not over by then are drawn,")
    ] = MOST_PLIES,
    repetitions: Annotated[
        int, typer.Option(metavar="N", min=2, help="and those where a position occurs so often.")
    ] = REPETITIONS,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1",
            help="Stop as soon as it is sure whether PLAYER 1 is stronger by ELO1, or only by ELO0.",
        ),
    ] = None,
    json: Annotated[
        Path | None,
        typer.Option(
            "--json",
            metavar="FILE",
            help="Write the result and all games as JSON, while it goes on, too.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from what is in the file, if it is there.")
    ] = False,
    jobs: Jobs = None,
    dask: Dask = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Let two computer players play a match: pairs of games, each pair from one opening, sides swapped.

    A draw counts as half a point; intervals are
    of 95 %. What has been played is kept in the file if it is interrupted.

    Example: abstractplay-hex match level:4 greedy --game pods --games 40 --json match.json
    """
    check_workers(jobs, dask)
    if resume and json is None:
        raise typer.BadParameter("say from which file: --json FILE", param_hint="--resume")
    budget = None if time is None and simulations is None else Budget(time, simulations)
    plan = Match(
        game,
        (first, second),
        games,
        tuple(variant or ()),
        seats,
        seed,
        budget,
        opening,
        plies,
        repetitions,
    )
    test = None if sprt is None else Sequential(*sprt)
    try:
        plan.checked()
        if test is not None:
            test.checked()
        check_outputs([], (json,))
    except HexError as error:
        raise typer.BadParameter(error.message) from None
    with ExitStack() as stack:
        executor = executor_of(stack, jobs, dask, quiet)
        watched = not quiet and is_terminal(sys.stderr)
        columns = TextColumn("{task.fields[so_far]}"), TimeRemainingColumn()
        bar = stack.enter_context(Bar(games, *columns, watched=watched, so_far=""))

        so_far: list[Standing] = []

        def show(standing: Standing) -> None:
            so_far[:] = [standing]
            bar.show(len(standing.played), so_far=_so_far(standing))

        try:
            standing = run(
                plan, executor=executor, test=test, on_pair=show, file=json, resume=resume
            )
        except ModuleNotFoundError as error:
            raise lacking(error, dask) from None
        except BaseException as error:
            for standing in so_far:
                bar.complain(_told(standing))
                if json is not None and not isinstance(error, OSError):  # which is about the file
                    bar.complain(f"{json} has what was played; --resume goes on from there")
            raise
    typer.echo(_told(standing))


def _so_far(standing: Standing) -> str:
    first, second = standing.wins
    drawn = f", {standing.draws} drawn" if standing.draws else ""
    return f"{first} to {second}{drawn}"


def _told(standing: Standing) -> str:
    number, found = len(standing.played), standing.rating
    first, second = standing.match.players
    parts = [
        f"{first} against {second}, {number} {'game' if number == 1 else 'games'}: {_so_far(standing)}",
        f"score {found.score:.0%} ({found.low:.0%} to {found.high:.0%})",
        f"Elo {elo_text(found)}",
    ]
    test = standing.test
    if test is not None:
        said = {True: f"stronger by {test.elo1:g}", False: f"not stronger than by {test.elo0:g}"}
        parts.append(said[standing.verdict] if standing.verdict is not None else "not sure yet")
    return "; ".join(parts)


def elo_text(found: Rating) -> str:
    """Return the difference of ratings with its interval: ``+120 (+60 to +190)``."""

    def signed(elo: float | None, without: str) -> str:
        return without if elo is None else f"{round(elo):+d}"

    end = "+∞" if found.score else "-∞"
    return f"{signed(found.elo, end)} ({signed(found.elo_low, '-∞')} to {signed(found.elo_high, '+∞')})"
