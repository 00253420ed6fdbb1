"""``perft``: counting the sequences of turns of a position."""

from time import perf_counter
from typing import Annotated

import typer

from abstractplay_hex import perft as counting
from abstractplay_hex.cli.output import AsJson, write_json
from abstractplay_hex.errors import ArgumentError, HexError, UnknownGameError, VariantError
from abstractplay_hex.registry import get_rules


def perft(
    uid: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=1, help="Turns of the longest sequences.")
    ] = 2,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", "-v", metavar="UID", help="A variant (repeatable)."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", show_default="the game's usual number", help="How many play."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A position text; the start by default."),
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Only the greatest depth, by the first turn.")
    ] = False,
    unique: Annotated[
        bool,
        typer.Option(
            "--unique", help="Count the positions that are reached, and those up to symmetry, too."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of legal turns from a position: a check of a move generator, and of its speed.

    One line a depth: how many sequences of that many turns there are, and the seconds it took.

    Example: abstractplay-hex perft pods --depth 2

    Example: abstractplay-hex perft dendria --variant size-5 --divide --depth 1
    """
    if divide and unique:
        raise typer.BadParameter("it does not go with --divide", param_hint="--unique")
    try:
        rules = get_rules(uid)
    except UnknownGameError as error:
        raise typer.BadParameter(error.message, param_hint="GAME") from None
    try:
        setup = rules.setup(variant or [], seats)
    except VariantError as error:
        raise typer.BadParameter(error.message, param_hint="--variant") from None
    except ArgumentError as error:
        raise typer.BadParameter(error.message, param_hint="--seats") from None
    try:
        start = rules.initial(setup) if position is None else rules.read_position(position, setup)
    except HexError as error:
        raise typer.BadParameter(error.message, param_hint="--position") from None
    if divide:
        by_turn = counting.divided(rules, start, depth)
        if as_json:
            write_json({"depth": depth, "count": sum(by_turn.values()), "turns": by_turn})
            return
        for text, count in by_turn.items():
            typer.echo(f"{text} {count}")
        typer.echo(f"{sum(by_turn.values())}")
        return
    all_of = counting.by_distance(rules, start, depth) if unique else None
    few = counting.by_distance(rules, start, depth, up_to_symmetry=True) if unique else None
    if all_of and few:  # the start itself
        next(all_of), next(few)
    found = []
    for n in range(1, depth + 1):
        begun = perf_counter()
        line: dict[str, float] = {"depth": n, "count": counting.perft(rules, start, n)}
        line["seconds"] = round(perf_counter() - begun, 3)
        if all_of and few:
            line |= {"positions": len(next(all_of)), "up_to_symmetry": len(next(few))}
        found.append(line)
        if not as_json:
            if n == 1:
                typer.echo("  ".join(line))
            typer.echo("  ".join(f"{value:>{len(key)}}" for key, value in line.items()))
    if as_json:
        write_json(found)
