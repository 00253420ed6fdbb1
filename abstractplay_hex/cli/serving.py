"""``serve``: the playground host, for playing in the browser, or the engine alone."""

import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Annotated

import typer

from abstractplay_hex.cli.output import NOT_DONE, complain
from abstractplay_hex.engine import Engine

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
    engine_only: Annotated[
        bool,
        typer.Option(
            "--engine-only",
            help="No playground and no database: what the command engine answers, at /api/engine.",
        ),
    ] = False,
) -> None:
    """Play in the browser: start the playground and print its address.

    Play together at one screen, or each at your own by secret links. Ctrl-C stops it; games are kept.
    If the environment variable ABSTRACTPLAY_HEX_HOST_KEY is set, a program with this key can end
    games by time-out or as abandoned (POST /api/games/ID/endings).

    Example: abstractplay-hex serve --open
    """
    if engine_only:
        if db is not None or open_page:
            raise typer.BadParameter("takes neither --db nor --open", param_hint="--engine-only")
        _serve_engine(host, port, rate, proxy)
        return
    with _extra():
        from abstractplay_hex.playground.app import (
            Settings,
            create_app,
            host_key_from_environment,
        )
        from abstractplay_hex.playground.server import run
        from abstractplay_hex.playground.storage import default_path
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
    listener, address = _listen(host, port)
    typer.echo(
        f"Play at {address}   (Ctrl-C stops it; games are kept in {app.state.storage.place})"
    )
    _warn_of(host)
    if open_page:
        Timer(0.5, webbrowser.open, [address]).start()
    run(app, listener, proxy=proxy)


def _serve_engine(host: str, port: int, rate: float, proxy: bool) -> None:
    with _extra():
        from abstractplay_hex.engine.http import create_engine_app, run
    app = create_engine_app(Engine(), rate)
    listener, address = _listen(host, port)
    typer.echo(f"Ask at {address}api/engine   (Ctrl-C stops it; see {address}api/openapi.json)")
    _warn_of(host)
    run(app, listener, proxy=proxy)


@contextmanager
def _extra() -> Iterator[None]:
    """Say what is to be installed, if something is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        complain(
            f"serve needs {error.name}, which is not installed. "
            'Install it with: pip install "abstractplay-hex[serve]"'
        )
        raise typer.Exit(NOT_DONE) from None


def _listen(host: str, port: int) -> tuple[socket.socket, str]:
    """Return a socket that listens, and its address."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        complain(f"cannot listen on {host}:{port}: {error.strerror or error}")
        raise typer.Exit(NOT_DONE) from None
    shown = f"[{host}]" if ":" in host else host
    return listener, f"http://{shown}:{listener.getsockname()[1]}/"


def _warn_of(host: str) -> None:
    if host not in ("127.0.0.1", "localhost", "::1"):
        complain("This is reachable from other machines; put an HTTPS proxy in front of it.")
