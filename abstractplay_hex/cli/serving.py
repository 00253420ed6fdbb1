"""``serve``: the playground host, for playing in the browser, or the engine alone."""

import os
import re
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
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


@contextmanager
def needing(command: str) -> Iterator[None]:
    """Say which extra to install if a module of the playground is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        complain(
            f"{command} needs {error.name}, which is not installed. "
            'Install it with: pip install "abstractplay-hex[serve]"'
        )
        raise typer.Exit(NOT_DONE) from None


def database_of(given: str | None) -> str:
    """Return the database to use: what was given, or the file in the user's data folder."""
    from abstractplay_hex.playground.storage import DATABASE_VARIABLE, default_path

    given = given or os.environ.get(DATABASE_VARIABLE)
    if given is None:
        path = default_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        return str(path)
    if "://" not in given and not Path(given).absolute().parent.is_dir():
        raise typer.BadParameter("that folder does not exist", param_hint="--db")
    return given


@contextmanager
def opening(db: str) -> Iterator[None]:
    """Say in one line why a database cannot be opened, without its password."""
    from abstractplay_hex.playground.storage import without_secrets

    try:
        yield
    except Exception as error:  # whatever a database or its driver raises for a URL
        if isinstance(error, ModuleNotFoundError) and error.name == "psycopg":
            complain('PostgreSQL needs psycopg: pip install "abstractplay-hex[postgres]"')
            raise typer.Exit(NOT_DONE) from None
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        complain(f"the database cannot be opened: {without_secrets(reason, db)}")
        raise typer.Exit(NOT_DONE) from None


def _check_network(address: str) -> None:
    try:
        ip_network(address)
    except ValueError:
        raise typer.BadParameter(
            f"{address} is no address or network", param_hint="--proxy-from"
        ) from None


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
        float | None,
        typer.Option(
            min=0,
            show_default="30; 0 with --engine-only",
            help="Requests per second for each client; 0 is no limit.",
        ),
    ] = None,
    proxy: Annotated[
        bool,
        typer.Option(
            "--proxy", help="Trust X-Forwarded-For and -Proto from a proxy on this machine."
        ),
    ] = False,
    proxy_from: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="The same from a proxy elsewhere: its address or network."
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            metavar="PATH", help="Where a proxy has put the playground: /hex if at site.org/hex/."
        ),
    ] = "",
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
    if root_path and not re.fullmatch(r"(/(?!\.\.?(/|$))[\w.~-]+)+", root_path, re.ASCII):
        raise typer.BadParameter("a path looks like /hex", param_hint="--root-path")
    proxies = [*(["127.0.0.1", "::1"] if proxy else []), *(proxy_from or [])]
    for address in proxies:
        _check_network(address)
    if engine_only:
        if db is not None or open_page:
            raise typer.BadParameter("takes neither --db nor --open", param_hint="--engine-only")
        with needing("serve"):
            from abstractplay_hex.engine.http import create_engine_app
            from abstractplay_hex.playground.server import run
        app = create_engine_app(Engine(), rate or 0.0, proxy=bool(proxies))
        listener, address = _listen(host, port)
        typer.echo(f"Ask at {address}api/engine   (Ctrl-C stops it; see {address}api/openapi.json)")
        _warn(host, proxy, proxies, root_path)
        run(app, listener, proxies=proxies, root_path=root_path)
        return
    with needing("serve"):
        from abstractplay_hex.playground.app import (
            RATE,
            Settings,
            create_app,
            host_key_from_environment,
        )
        from abstractplay_hex.playground.server import run
    db = database_of(db)
    try:
        host_key = host_key_from_environment()
    except ValueError as error:
        complain(str(error))
        raise typer.Exit(NOT_DONE) from None
    with opening(db):
        app = create_app(
            Settings(
                database=db,
                rate=RATE if rate is None else rate,
                host_key=host_key,
                proxy=bool(proxies),
            )
        )
    listener, address = _listen(host, port)
    typer.echo(
        f"Play at {address}   (Ctrl-C stops it; games are kept in {app.state.storage.place})"
    )
    _warn(host, proxy, proxies, root_path)
    if open_page:
        Timer(0.5, webbrowser.open, [address]).start()
    run(app, listener, proxies=proxies, root_path=root_path)


def _listen(host: str, port: int) -> tuple[socket.socket, str]:
    """Return a socket that listens, and its address."""
    from abstractplay_hex.playground.server import BACKLOG

    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        complain(f"cannot listen on {host}:{port}: {error.strerror or error}")
        raise typer.Exit(NOT_DONE) from None
    shown = f"[{host}]" if ":" in host else host
    return listener, f"http://{shown}:{listener.getsockname()[1]}/"


def _warn(host: str, proxy: bool, proxies: list[str], root_path: str) -> None:
    """Say what is likely not meant so, of where it listens and whom it trusts."""
    near = host in ("127.0.0.1", "localhost", "::1")
    if not near and not proxies:
        complain("This is reachable from other machines; put an HTTPS proxy in front of it.")
    if not near and proxy and len(proxies) == 2:
        complain("Only a proxy on this machine is trusted; name another one by --proxy-from.")
    if root_path and not proxies:
        complain(f"A proxy that puts this at {root_path} is not trusted: add --proxy.")
