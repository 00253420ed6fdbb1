"""Connections to the database that end: nothing waits for one longer than a few seconds.

What the server of a database is asked to bound (statements, locks) it bounds; that the server itself hangs
is found here, by a deadline for each use of a connection, past which its socket is shut down.
"""

import os
import socket
import sqlite3
import threading
import time
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout

CONNECT_SECONDS: Final = 3
STATEMENT_SECONDS: Final = 4.0
LOCK_SECONDS: Final = 3.0
USE_SECONDS: Final = 5.0
"""In which a transaction must be over."""
CONNECTIONS: Final = 10
_FRESH: Final = 1.0
"""Seconds for which a connection that has just worked is taken to work."""
_NOT_STORED: Final = {"SQLITE_FULL", "SQLITE_READONLY", "25006", "53100"}
"""SQLite's names and PostgreSQL's states for a full disk and a database that may only be read."""
_BUSY: Final = {"SQLITE_BUSY", "SQLITE_LOCKED", "57014", "55P03"}


def engine(url: URL) -> Engine:
    """Return an engine for a database."""
    bounds: dict[str, Any] = {
        "pool_size": CONNECTIONS,
        "max_overflow": CONNECTIONS,
        "pool_timeout": LOCK_SECONDS,
    }
    kind = url.get_backend_name()
    if kind == "sqlite":
        made = create_engine(url, hide_parameters=True, **bounds)
        event.listen(made, "connect", _prepare_sqlite)
        return made
    if kind != "postgresql":
        return create_engine(url, hide_parameters=True, pool_pre_ping=True, **bounds)
    given = {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": int(1000 * USE_SECONDS)}
    arguments = {name: value for name, value in given.items() if name not in url.query}
    made = create_engine(url, hide_parameters=True, connect_args=arguments, **bounds)
    deadlines = Deadlines()
    event.listen(made, "connect", _prepare_postgres)
    event.listen(made, "checkout", deadlines.begin)
    for ending in ("checkin", "invalidate", "soft_invalidate", "close", "detach"):
        event.listen(made, ending, deadlines.end)
    return made


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    wait = int(1000 * LOCK_SECONDS)
    for pragma in (f"busy_timeout={wait}", "synchronous=FULL", "journal_mode=WAL"):
        # A file that may only be read keeps the journal it has.
        with suppress(sqlite3.OperationalError):
            connection.execute(f"PRAGMA {pragma}").close()


def _prepare_postgres(connection: Any, _: Any) -> None:
    before, connection.autocommit = connection.autocommit, True
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = {int(1000 * STATEMENT_SECONDS)}")
        cursor.execute(f"SET lock_timeout = {int(1000 * LOCK_SECONDS)}")
    connection.autocommit = before


class Deadlines:
    """Shuts down connections that are in use for too long, because their server does not answer."""

    def __init__(self, seconds: float = USE_SECONDS) -> None:
        self._seconds = seconds
        self._ends: dict[Any, float] = {}
        self._lock = threading.Condition()
        self._thread: threading.Thread | None = None

    def begin(self, connection: Any, record: Any, _: Any) -> None:
        """A connection is taken out of the pool; see that it works."""
        now = time.monotonic()
        with self._lock:
            self._ends[connection] = now + self._seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, daemon=True)
                self._thread.start()
            self._lock.notify()
        if now - record.info.get("used", float("-inf")) > _FRESH:
            try:
                connection.execute("SELECT 1")
                connection.rollback()
            except Exception as error:
                self.end(connection)
                raise DisconnectionError(str(error)) from error

    def end(self, connection: Any, record: Any = None, *_: Any) -> None:
        """It is no longer in use."""
        if record is not None:
            record.info["used"] = time.monotonic()
        with self._lock:
            self._ends.pop(connection, None)

    def _watch(self) -> None:
        while True:
            with self._lock:
                if not self._ends and not self._lock.wait(10):
                    self._thread = None
                    return
                now = time.monotonic()
                for connection in [c for c, end in self._ends.items() if end < now]:
                    del self._ends[connection]
                    # The thread that waits for an answer then gets an error.
                    with (
                        suppress(Exception),
                        socket.socket(fileno=os.dup(connection.fileno())) as its,
                    ):
                        its.shutdown(socket.SHUT_RDWR)
            time.sleep(0.25)


def what_is_wrong(error: Exception) -> str | None:
    """Return the code of the refusal for an error of the database; ``None`` if the fault is ours."""
    if isinstance(error, PoolTimeout):
        return "host.busy"
    if not isinstance(error, DBAPIError):
        return None
    name = str(
        getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    )
    kinds = {name, "_".join(name.split("_")[:2])}
    if kinds & _NOT_STORED:
        return "host.not-stored"
    if kinds & _BUSY:
        return "host.busy"
    away = type(error).__name__ in ("OperationalError", "InterfaceError")
    return "host.no-database" if away else None


def cause(error: Exception) -> str:
    """Return what a driver says, for the log: no statement, no values."""
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return " ".join(said.split())[:300]
