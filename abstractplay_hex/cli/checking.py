"""``check``: a game against the host contract."""

import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from functools import partial
from typing import Annotated

import typer

from abstractplay_hex.cli.output import (
    BAD,
    NOT_DONE,
    AsJson,
    Indent,
    complain,
    is_terminal,
    write_json,
)
from abstractplay_hex.testing import Report, check_game, checks
from abstractplay_hex.testing.kit import PATIENCE, SKIPPED, here_on_path, resolve


def check(
    game: Annotated[
        str | None, typer.Argument(metavar="UID|MODULE:RULES", help="The game to check.")
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B",
            help="Variants to play together (repeatable; '' for none). Default: a selection.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for all random choices.")] = 0,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Random games per combination of variants.")
    ] = 2,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="Maximum plies of a random game.")
    ] = 24,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.001, help="Time limit for a single call.")
    ] = 2.0,
    patience: Annotated[
        float,
        typer.Option(
            metavar="S", min=0.001, help="Stop each check after this time; it then covers less."
        ),
    ] = PATIENCE,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Run only this check or subject (repeatable)."),
    ] = None,
    skip: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Skip this check or subject (repeatable)."),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the checks without running them.")
    ] = False,
    as_json: AsJson = False,
    indent: Indent = None,
) -> None:
    """Check a game against the contract that hosts rely on.

    Plays random, clicked and adversarial games, and reports every fault: what was seen, a hint, and
    how to get there. The exit status is 1 if there are faults, and 2 if no check ran to its end.

    Example: abstractplay-hex check mypackage:MyRules
    """
    if listed:
        for one in checks():
            typer.echo(f"{one.name}\t{one.subject}\t{one.says}")
        return
    if game is None:
        raise typer.BadParameter("name the game to check: a uid, or MODULE:RULES")
    here_on_path()
    chosen = None if variant is None else [tuple(filter(None, v.split(","))) for v in variant]
    try:
        kind = resolve(game)
        # What the game prints is not part of the JSON.
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            report = check_game(
                kind,
                variants=chosen,
                seed=seed,
                games=games,
                plies=plies,
                seconds=seconds,
                patience=patience,
                only=only,
                skip=skip or (),
                tell=_teller(as_json),
            )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if as_json:
        write_json(_plain(report), indent)
    if not report.ok:
        if not report.findings:
            complain("no check ran to its end")
        raise typer.Exit(BAD if report.findings else NOT_DONE)


def _teller(as_json: bool) -> Callable[[str], object] | None:
    """Return what writes the report as it is made: beside JSON only where somebody watches."""
    if as_json and not is_terminal(sys.stderr):
        return None
    return partial(typer.echo, nl=False, err=as_json)


def _plain(report: Report) -> dict[str, object]:
    return {
        "game": report.game,
        "variants": [list(v) for v in report.variants],
        "seed": report.seed,
        "ok": report.ok,
        "checks": [
            {"name": o.check.name, "result": o.result, "why": o.why, "contract": o.check.contract}
            for o in report.results
            if o.result != SKIPPED
        ],
        "faults": [
            {
                "check": f.check,
                "seen": f.seen,
                "hint": f.hint,
                "variants": list(f.variants),
                "seats": f.seats,
                "seed": f.seed,
                "moves": list(f.moves),
                "also": list(f.also),
            }
            for f in report.findings
        ],
    }
