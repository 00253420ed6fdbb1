"""``serve``: the playground host, for playing in the browser."""

import socket
import webbrowser
from pathlib import Path
from threading import Timer
from typing import Annotated

import typer

from abstractplay_hex.cli.output import NOT_DONE, complain

_EXTRA = (
    "fastapi",
    "starlette",
    "uvicorn",
    "sqlalchemy",
    "jinja2",
    "pydantic",
    "psycopg",
    "platformdirs",
)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 is any free one.")
    ] = 8000,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            show_default="a file in your data folder",
            help="Where games are stored: an SQLite file, or postgresql://…",
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option(min=0, help="Requests per second for each client; 0 is no limit.")
    ] = 30.0,
    proxy: Annotated[
        bool,
        typer.Option(
            "--proxy", help="Trust X-Forwarded-For and -Proto from a proxy on this machine."
        ),
    ] = False,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in your browser.")
    ] = False,
) -> None:
    """Play in the browser: start the playground and print its address.

    Play together at one screen, or each at your own by secret links. Ctrl-C stops it; games are kept.
    If the environment variable ABSTRACTPLAY_HEX_HOST_KEY is set, a program with this key can end
    games by time-out or as abandoned (POST /api/games/ID/endings).

    Example: abstractplay-hex serve --open
    """
    try:
        from abstractplay_hex.playground.app import (
            Settings,
            create_app,
            host_key_from_environment,
        )
        from abstractplay_hex.playground.server import BACKLOG, run
        from abstractplay_hex.playground.storage import default_path
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        complain(
            f"serve needs {error.name}, which is not installed. "
            'Install it with: pip install "abstractplay-hex[serve]"'
        )
        raise typer.Exit(NOT_DONE) from None
    if db is None:
        path = default_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        db = str(path)
    elif "://" not in db and not Path(db).absolute().parent.is_dir():
        raise typer.BadParameter("that folder does not exist", param_hint="--db")
    try:
        host_key = host_key_from_environment()
    except ValueError as error:
        complain(str(error))
        raise typer.Exit(NOT_DONE) from None
    try:
        app = create_app(Settings(database=db, rate=rate, host_key=host_key))
    except Exception as error:  # whatever a database or its driver raises for a URL
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        complain(f"the database cannot be opened: {reason}")
        raise typer.Exit(NOT_DONE) from None
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        complain(f"cannot listen on {host}:{port}: {error.strerror or error}")
        raise typer.Exit(NOT_DONE) from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    typer.echo(
        f"Play at {address}   (Ctrl-C stops it; games are kept in {app.state.storage.place})"
    )
    if host not in ("127.0.0.1", "localhost", "::1"):
        complain("This is reachable from other machines; put an HTTPS proxy in front of it.")
    if open_page:
        Timer(0.5, webbrowser.open, [address]).start()
    run(app, listener, proxy=proxy)
