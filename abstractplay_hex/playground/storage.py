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
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

from attrs import evolve, field, frozen
from platformdirs import user_data_path
from sqlalchemy import (
    Boolean,
    Column,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

_META: Final = MetaData()
GAMES: Final = Table(
    "games",
    _META,
    Column("id", String(40), primary_key=True),
    Column("uid", String(80), nullable=False),
    Column("names", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("offers", Text),
    Column("created", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
    # Last, so that reading the other columns need not skip it.
    Column("state", Text, nullable=False),
)
_HEAD: Final = [
    column for column in GAMES.columns if column.name not in ("state", "created", "changed")
]

# Built once: building a statement costs more than running it.
_FIND: Final = select(*_HEAD).where(GAMES.c.id == bindparam("ident"))
_LOAD: Final = _FIND.add_columns(GAMES.c.state)
_SWAP: Final = update(GAMES).where(
    GAMES.c.id == bindparam("ident"),
    GAMES.c.ply == bindparam("old_ply"),
    GAMES.c.revision == bindparam("old_revision"),
)


@frozen(kw_only=True)
class Head:
    """All of a game's row but the state itself.

    :ivar names: of the players, in seat order; may be empty texts.
    :ivar keys: digests of the secret keys by seat; seat 0 may only look.
    :ivar offers: of each kind of offer under way the seats that agree to it; the first has made it.
    """

    ident: str
    uid: str
    names: tuple[str, ...]
    keys: Mapping[int, str]
    ply: int = 0
    revision: int = 0
    over: bool = False
    offers: Mapping[str, tuple[int, ...]] = field(factory=dict)


class Storage:
    """The games of one database. Safe to use from several threads, and several processes at once.

    :param url: an SQLAlchemy URL, or the path of an SQLite file.
    """

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        kind = make_url(self.url).get_backend_name()
        self._engine = create_engine(self.url, pool_pre_ping=kind != "sqlite", pool_size=10)
        # SQLite has one writer at a time. Threads that queue here continue at once and in turn; SQLite
        # itself would sleep and retry, longer each time.
        self._writing: AbstractContextManager[Any] = Lock() if kind == "sqlite" else nullcontext()
        if kind == "sqlite":
            event.listen(self._engine, "connect", _prepare_sqlite)
        _META.create_all(self._engine)
        # A table made before offers could be answered by several lacks their column.
        if "offers" not in {c["name"] for c in inspect(self._engine).get_columns(GAMES.name)}:
            with (
                suppress(DBAPIError),
                self._engine.begin() as connection,
            ):  # or another has added it
                connection.execute(text("ALTER TABLE games ADD COLUMN offers TEXT"))

    @property
    def place(self) -> str:
        """Where the games are, for display: without a password."""
        url = make_url(self.url)
        return str(url.database) if self.url.startswith("sqlite") else str(url)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def create(self, head: Head, state: str) -> None:
        """Store a new game."""
        now = _now()
        values = {
            "id": head.ident,
            "uid": head.uid,
            "names": json.dumps(head.names),
            "keys": json.dumps({str(seat): digest for seat, digest in head.keys.items()}),
            "ply": head.ply,
            "revision": head.revision,
            "over": head.over,
            "created": now,
            "changed": now,
            "state": state,
        }
        with self._writing, self._engine.begin() as connection:
            connection.execute(insert(GAMES).values(values))

    def head(self, ident: str) -> Head | None:
        """Return a game without its state, or ``None``."""
        with self._engine.connect() as connection:
            row = connection.execute(_FIND, {"ident": ident}).mappings().one_or_none()
        return None if row is None else _head(row)

    def load(self, ident: str) -> tuple[Head, str] | None:
        """Return a game and its state JSON, or ``None``."""
        with self._engine.connect() as connection:
            row = connection.execute(_LOAD, {"ident": ident}).mappings().one_or_none()
        return None if row is None else (_head(row), row["state"])

    def change(self, old: Head, new: Head, state: str | None = None) -> Head | None:
        """Replace *old* by *new*, unless the game has changed since *old* was read.

        :param state: the new state JSON; ``None`` leaves it unchanged.
        :returns: what is stored now, with its new revision, or ``None`` if nothing was done.
        """
        new = evolve(new, revision=old.revision + 1)
        values = {
            "ident": old.ident,
            "old_ply": old.ply,
            "old_revision": old.revision,
            "ply": new.ply,
            "revision": new.revision,
            "over": new.over,
            "offers": json.dumps(new.offers),
            "changed": _now(),
        }
        if state is not None:
            values["state"] = state
        with self._writing, self._engine.begin() as connection:
            done = connection.execute(_SWAP, values).rowcount == 1
        return new if done else None

    def revisions(self, idents: Iterable[str]) -> dict[str, int]:
        """Return the revision of each of these games (in one query, for live updates)."""
        query = select(GAMES.c.id, GAMES.c.revision).where(GAMES.c.id.in_(list(idents)))
        with self._engine.connect() as connection:
            return {row.id: row.revision for row in connection.execute(query)}


def _head(row: Any) -> Head:
    return Head(
        ident=row["id"],
        uid=row["uid"],
        names=tuple(json.loads(row["names"])),
        keys={int(seat): digest for seat, digest in json.loads(row["keys"]).items()},
        ply=row["ply"],
        revision=row["revision"],
        over=row["over"],
        offers={kind: tuple(seats) for kind, seats in json.loads(row["offers"] or "{}").items()},
    )


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=20000"):
        connection.execute(f"PRAGMA {pragma}").close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def database_url(url: str) -> str:
    """Return the SQLAlchemy URL for what a user wrote: a URL or the path of a file."""
    if "://" not in url:
        return f"sqlite:///{Path(url).absolute()}"
    for plain in ("postgresql://", "postgres://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url


def default_path() -> Path:
    """Return the file in which games are stored by default: in the user's data folder."""
    return user_data_path("abstractplay-hex", appauthor=False) / "playground.sqlite3"
