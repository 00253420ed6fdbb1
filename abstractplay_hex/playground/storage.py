"""Where games are stored: one table, one row per game, changed only by compare-and-swap.

SQLite by default, PostgreSQL by URL. A row holds the site's own state JSON and a *revision* that grows
with every change of any kind; *ply* alone would not do, as moves can be taken back and others made.

A change is one ``UPDATE … WHERE id = … AND ply = … AND revision = …``, committed before the player gets
an answer: of two at once, one finds its row and the other does not. SQLite runs in WAL mode with
``synchronous=FULL``: every commit flushes the log to disk, so an accepted move survives a crash of the
process and of the machine (``NORMAL`` would survive the former only, and is no faster where a flush takes
less than a millisecond).
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

from attrs import evolve
from platformdirs import user_data_path
from sqlalchemy import Connection, delete, func, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from abstractplay_hex.playground.database import LOCK_SECONDS, engine, postgres_bounds
from abstractplay_hex.playground.tables import (
    FIND,
    GAMES,
    LOAD,
    META,
    OVERDUE,
    PROBES,
    RUNNING,
    SWAP,
    TAKEN,
    Head,
    head_of,
    stored,
)
from abstractplay_hex.playground.urls import database_url, parsed, without_secrets

DATABASE_VARIABLE: Final = "ABSTRACTPLAY_HEX_DB"
"""Where the environment says where games are stored."""
CHANNEL: Final = "abstractplay_hex_games"
"""Where PostgreSQL tells of changes: id and new revision, with a blank between."""


class Storage:
    """The games of one database. Safe to use from several threads, and several processes at once.

    :param url: an SQLAlchemy URL, or the path of an SQLite file.
    :raises ValueError: if it is no URL.
    """

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self._parsed = parsed(self.url)
        self._engine = engine(self._parsed)
        # SQLite has one writer at a time. Threads that queue here continue at once and in turn; SQLite
        # itself would sleep and retry, longer each time.
        self._one_writer = Lock() if self._engine.dialect.name == "sqlite" else None
        self._counter: sqlite3.Connection | None = None
        try:
            self._make_tables()
        except DBAPIError:
            # It may still do for reading, and for writing later on.
            if not inspect(self._engine).has_table(GAMES.name):
                raise

    def _make_tables(self) -> None:
        META.create_all(self._engine)
        # A table that an earlier version made lacks the columns that came later.
        there = {column["name"] for column in inspect(self._engine).get_columns(GAMES.name)}
        for column in GAMES.columns:
            if column.name not in there:
                kind = column.type.compile(self._engine.dialect)
                added = text(f"ALTER TABLE {GAMES.name} ADD COLUMN {column.name} {kind}")
                with suppress(DBAPIError), self._engine.begin() as connection:  # or another has
                    connection.execute(added)
        for index in GAMES.indexes:
            with suppress(DBAPIError):
                index.create(self._engine, checkfirst=True)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Begin a transaction that changes something."""
        lock = self._one_writer
        if lock is not None and not lock.acquire(timeout=LOCK_SECONDS):
            raise PoolTimeout("others are writing")
        try:
            with self._engine.begin() as connection:
                yield connection
        finally:
            if lock is not None:
                lock.release()

    @property
    def place(self) -> str:
        """Where the games are, for display: without a password."""
        url = self._parsed
        if url.get_backend_name() == "sqlite":
            return str(url.database)
        return url.set(query={}).render_as_string(hide_password=True)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()
        if self._counter is not None:
            self._counter.close()

    def create(self, head: Head, state: str) -> None:
        """Store a new game."""
        with self._writing() as connection:
            _insert(connection, head, state)

    def head(self, ident: str) -> Head | None:
        """Return a game without its state, or ``None``."""
        with self._engine.connect() as connection:
            row = connection.execute(FIND, {"ident": ident}).mappings().one_or_none()
        return None if row is None else head_of(row)

    def load(self, ident: str) -> tuple[Head, str] | None:
        """Return a game and its state JSON, or ``None``."""
        with self._engine.connect() as connection:
            row = connection.execute(LOAD, {"ident": ident}).mappings().one_or_none()
        return None if row is None else (head_of(row), row["state"])

    def change(
        self,
        old: Head,
        new: Head,
        state: str | None = None,
        *,
        follows: tuple[Head, str] | None = None,
    ) -> Head | None:
        """Replace *old* by *new*, unless the game has changed since *old* was read.

        :param state: the new state JSON; ``None`` leaves it unchanged.
        :param follows: a new game with its state, which is stored with the change or not at all.
        :returns: what is stored now, with its new revision, or ``None`` if nothing was done.
        """
        new = evolve(new, revision=old.revision + 1)
        known = {"ident": old.ident, "old_ply": old.ply, "old_revision": old.revision}
        # What has not changed is not written.
        before = stored(old)
        values = {name: value for name, value in stored(new).items() if value != before[name]}
        values["changed"] = _now()
        if state is not None:
            values["state"] = state
        with self._writing() as connection:
            done = connection.execute(SWAP, {**known, **values}).rowcount == 1
            if done and follows is not None:
                _insert(connection, *follows)
            if done and self._engine.dialect.name == "postgresql":
                note = f"{new.ident} {new.revision}"
                connection.execute(select(func.pg_notify(CHANNEL, note)))
        return new if done else None

    def revisions(self, idents: Iterable[str]) -> dict[str, int]:
        """Return the revision of each of these games (in one query, for live updates)."""
        query = select(GAMES.c.id, GAMES.c.revision).where(GAMES.c.id.in_(list(idents)))
        with self._engine.connect() as connection:
            return {row.id: row.revision for row in connection.execute(query)}

    def clocks_run(self) -> bool:
        """Say whether somebody's time runs in any game."""
        with self._engine.connect() as connection:
            return connection.execute(RUNNING).first() is not None

    def overdue(self, now: int, most: int) -> list[str]:
        """Return some games in which somebody's time is up at a moment, those first that wait longest."""
        with self._engine.connect() as connection:
            return list(connection.execute(OVERDUE, {"now": now, "most": most}).scalars())

    # ---- Seats -----------------------------------------------------------------------------------

    def taken(self, ident: str) -> frozenset[int]:
        """Return the seats of a game that somebody has taken."""
        with self._engine.connect() as connection:
            found = connection.execute(select(TAKEN.c.seat).where(TAKEN.c.game == ident))
            return frozenset(found.scalars())

    def take(self, ident: str, seats: Iterable[int]) -> None:
        """Note that seats of a game have been taken."""
        for seat in sorted(set(seats) - self.taken(ident)):
            with suppress(IntegrityError), self._writing() as connection:  # or it is noted already
                connection.execute(insert(TAKEN).values(game=ident, seat=seat))

    # ---- News of others, see :mod:`.news` --------------------------------------------------------

    def listening(self) -> dict[str, Any] | None:
        """Return the arguments of a connection that hears of changes; ``None`` if it must be looked for."""
        dialect = self._engine.dialect
        if (dialect.name, dialect.driver) != ("postgresql", "psycopg"):
            return None
        return {**dialect.create_connect_args(self._parsed)[1], **postgres_bounds(self._parsed)}

    def changes_by_others(self) -> int | None:
        """Return a number that changes when the database has; ``None`` if there is none."""
        file = self._parsed.database
        if self._engine.dialect.name != "sqlite" or not file or ":" in file[:6]:
            return None
        if self._counter is None:
            self._counter = sqlite3.connect(file, check_same_thread=False)
        with closing(self._counter.execute("PRAGMA data_version")) as cursor:
            count: int = cursor.fetchone()[0]
        return count

    # ---- Old games -------------------------------------------------------------------------------

    def unchanged_since(self, before: str, *, over: bool = False) -> Iterator[tuple[Head, str]]:
        """Yield games, with their states, that nothing has happened to since a time (UTC, ISO 8601).

        :param over: only those that are over.
        """
        old = select(GAMES.c.id).where(GAMES.c.changed < before).order_by(GAMES.c.changed)
        with self._engine.connect() as connection:
            idents = list(connection.execute(old.where(GAMES.c.over) if over else old).scalars())
        for ident in idents:
            found = self.load(ident)
            if found is not None:
                yield found

    def remove(self, heads: Iterable[Head]) -> int:
        """Remove games, unless they have changed meanwhile; return how many there were."""
        removed = 0
        with self._writing() as connection:
            for head in heads:
                same = (GAMES.c.id == head.ident) & (GAMES.c.revision == head.revision)
                gone = connection.execute(delete(GAMES).where(same)).rowcount
                if gone:
                    connection.execute(delete(TAKEN).where(TAKEN.c.game == head.ident))
                removed += gone
        return removed

    # ---- Health ----------------------------------------------------------------------------------

    def read(self) -> None:
        """Read something."""
        self.revisions([""])

    def write(self) -> None:
        """Write something."""
        with self._writing() as connection:
            if not connection.execute(update(PROBES).values(at=_now())).rowcount:
                with suppress(IntegrityError):  # or another process has
                    connection.execute(insert(PROBES).values(id=1, at=_now()))


def _insert(connection: Connection, head: Head, state: str) -> None:
    now = _now()
    values = {
        **stored(head),
        "id": head.ident,
        "uid": head.uid,
        "names": json.dumps(head.names),
        "created": now,
        "changed": now,
        "owner": head.owner,
        "state": state,
    }
    connection.execute(insert(GAMES).values(values))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def default_path() -> Path:
    """Return the file in which games are stored by default: in the user's data folder."""
    return user_data_path("abstractplay-hex", appauthor=False) / "playground.sqlite3"


__all__ = [
    "CHANNEL",
    "DATABASE_VARIABLE",
    "GAMES",
    "Head",
    "Storage",
    "database_url",
    "default_path",
    "without_secrets",
]
