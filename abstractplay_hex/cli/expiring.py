"""``expire``: old games of the playground are removed, and kept in an archive."""

from pathlib import Path
from typing import Annotated

import typer

from abstractplay_hex.cli.output import NOT_DONE, complain
from abstractplay_hex.cli.serving import database_of, needing, opening


def expire(
    days: Annotated[
        float, typer.Option(min=0, help="Games that nothing has happened to for so many days.")
    ],
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            show_default="a file in your data folder",
            help="Where games are stored, as for serve.",
        ),
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep them in a new file: .jsonl, .jsonl.gz, …"),
    ] = None,
    over: Annotated[bool, typer.Option("--over", help="Only games that are over.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say how many there are.")
    ] = False,
) -> None:
    """Remove old games from the playground's database; it may be running meanwhile.

    The archive is whole before the first game is removed; verify and replay read it. Links to
    games that are removed lead nowhere.

    Example: abstractplay-hex expire --days 365 --archive games-2026.jsonl.gz
    """
    with needing("expire"):
        from abstractplay_hex.playground.expiry import before, expire
        from abstractplay_hex.playground.storage import Storage
    where = database_of(db)
    with opening(where):
        storage = Storage(where)
    try:
        done = expire(storage, before(days), over=over, archive=archive, dry=dry_run)
    except FileExistsError:
        complain(f"{archive} exists already; name a new file")
        raise typer.Exit(NOT_DONE) from None
    finally:
        storage.close()
    if dry_run:
        typer.echo(_counted(done.found, "old "))
        return
    kept = f", kept in {archive}" if archive is not None else ""
    typer.echo(f"{_counted(done.removed)} removed{kept}")
    if done.left:
        typer.echo(f"{_counted(done.left)} left, played on meanwhile")


def _counted(number: int, kind: str = "") -> str:
    return f"{number} {kind}{'game' if number == 1 else 'games'}"
