"""``generate``: archives for tests, reproducible from a seed."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from abstractplay_hex.cli.output import NOT_DONE, complain
from abstractplay_hex.cli.workers import Jobs
from abstractplay_hex.errors import HexError
from abstractplay_hex.players import POLICIES
from abstractplay_hex.records import archive
from abstractplay_hex.records.generating import FORMS, MOST_PLIES, Plan
from abstractplay_hex.records.generating import generate as generated
from abstractplay_hex.records.opening import PACKINGS, bare_name
from abstractplay_hex.records.writing import packed, replacing


def generate(
    uid: Annotated[str, typer.Argument(metavar="UID", help="The game.")],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")],
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed makes the same games.")],
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="V", help="A variant to play; may be given repeatedly."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", show_default="the game's usual number", help="How many play."),
    ] = None,
    policy: Annotated[
        str, typer.Option(metavar="NAME", help=f"Who plays: {', '.join(POLICIES)}.")
    ] = "random",
    jobs: Jobs = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default="standard output",
            help="An array for .json, else a game a line; packed for .gz, .bz2, .xz and .zst.",
        ),
    ] = None,
    form: Annotated[
        str, typer.Option(metavar="NAME", help=f"What of each game: {', '.join(FORMS)}.")
    ] = "record",
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games that are not over by then are drawn.")
    ] = MOST_PLIES,
) -> None:
    """Let the computer play games and write them as an archive: for tests, benchmarks, first tries.

    The same seed makes the same bytes, with any number of processes.

    Example: abstractplay-hex generate pods --games 1000 --seed 1 -o games.jsonl.gz
    """
    plan = Plan(uid, seed, tuple(variant or ()), policy, form, plies, seats)
    try:
        plan.checked()
    except HexError as error:
        raise typer.BadParameter(error.message) from None
    as_array = output is not None and bare_name(output.name).endswith(".json")
    before, between, after = ("[", ",\n", "]\n") if as_array else ("", "\n", "\n")
    with ExitStack() as stack:
        # All that can be refused is refused before a file is written over.
        found = generated(plan, games, executor=stack.enter_context(archive.workers(jobs)))
        try:
            file = stack.enter_context(_writing(output))
        except OSError as error:
            complain(f"cannot write {output}: {error.strerror or error}")
            raise typer.Exit(NOT_DONE) from None
        for number, text in enumerate(found):
            file.write(((between if number else before) + text).encode())
        file.write(after.encode())


@contextmanager
def _writing(path: Path | None) -> Iterator[IO[bytes]]:
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with replacing(path) as raw, packed(raw, PACKINGS.get(path.suffix.lower())) as file:
        yield file
