"""The tables of the database, the statements on them, and what a row means."""

import json
from collections.abc import Mapping
from typing import Any, Final

from attrs import asdict, field, frozen
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    select,
    update,
)

from abstractplay_hex.playground.clocks import Clocks, clocks_of, clocks_text

META: Final = MetaData()
GAMES: Final = Table(
    "games",
    META,
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
    Column("owner", Integer),
    Column("computers", Text),
    Column("clocks", Text),
    Column("due", BigInteger),
    Column("lapsed", Text),
    Column("rematch", String(40)),
    # Last, so that reading the other columns need not skip it.
    Column("state", Text, nullable=False),
    # Games whose time is up must be found among very many.
    Index("games_due", "due"),
)
TAKEN: Final = Table(
    "taken",
    META,
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)
"""The seats that somebody has taken with a key."""
PROBES: Final = Table(
    "probes",
    META,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
)
"""One row, written to see whether anything can be stored."""
_HEAD: Final = [
    column for column in GAMES.columns if column.name not in ("state", "created", "changed", "due")
]

# Built once: building a statement costs more than running it.
FIND: Final = select(*_HEAD).where(GAMES.c.id == bindparam("ident"))
LOAD: Final = FIND.add_columns(GAMES.c.state)
RUNNING: Final = select(GAMES.c.id).where(GAMES.c.due.is_not(None)).limit(1)
OVERDUE: Final = (
    select(GAMES.c.id)
    .where(GAMES.c.due <= bindparam("now"))
    .order_by(GAMES.c.due)
    .limit(bindparam("most"))
)
SWAP: Final = update(GAMES).where(
    GAMES.c.id == bindparam("ident"),
    GAMES.c.ply == bindparam("old_ply"),
    GAMES.c.revision == bindparam("old_revision"),
)


@frozen(kw_only=True)
class ComputerSeats:
    """The seats of a game that computers play.

    :ivar levels: of the computers, by seat.
    :ivar failed: code of the message that says why the one to move does not.
    """

    levels: Mapping[int, int] = field(factory=dict)
    failed: str | None = None

    def alone(self, numplayers: int) -> bool:
        """Say whether only computers play."""
        return len(self.levels) == numplayers


@frozen(kw_only=True)
class Lapsed:
    """An offer that has come to nothing.

    :ivar offered: the seat that had made it.
    :ivar by: the seat that has declined it, or the same if it was withdrawn.
    :ivar revision: of the game, since when.
    """

    offered: int
    by: int
    revision: int


@frozen(kw_only=True)
class Head:
    """All of a game's row but the state itself.

    :ivar names: of the players, in seat order; may be empty texts, as those of computers mostly are.
    :ivar keys: digests of the secret keys by seat; seat 0 may only look.
    :ivar owner: the seat that has started the game, and may renew invitations.
    :ivar computers: the seats that computers play.
    :ivar offers: of each kind of offer under way the seats that agree to it; the first has made it.
    :ivar lapsed: of each kind of offer the last that has come to nothing, until that is of no interest any more.
    :ivar clocks: of the seats, if there are any.
    :ivar rematch: the game that follows this one.
    """

    ident: str
    uid: str
    names: tuple[str, ...]
    keys: Mapping[int, str]
    ply: int = 0
    revision: int = 0
    over: bool = False
    owner: int | None = None
    computers: ComputerSeats = ComputerSeats()
    offers: Mapping[str, tuple[int, ...]] = field(factory=dict)
    lapsed: Mapping[str, Lapsed] = field(factory=dict)
    clocks: Clocks | None = None
    rematch: str | None = None


def stored(head: Head) -> dict[str, Any]:
    """Return the columns of a row that change with the game, but for its state."""
    return {
        "ply": head.ply,
        "revision": head.revision,
        "over": head.over,
        "keys": json.dumps({str(seat): digest for seat, digest in head.keys.items()}),
        "computers": _computers_text(head),
        "offers": json.dumps(head.offers),
        "clocks": clocks_text(head.clocks),
        "due": None if head.clocks is None else head.clocks.due,
        "lapsed": json.dumps({kind: asdict(lapsed) for kind, lapsed in head.lapsed.items()}),
        "rematch": head.rematch,
    }


def _computers_text(head: Head) -> str | None:
    """Return the seats that computers play as they are stored."""
    computers = head.computers
    if not computers.levels:
        return None
    levels = {str(seat): level for seat, level in computers.levels.items()}
    return json.dumps({"levels": levels, "failed": computers.failed})


def _computers_of(stored: str | None) -> ComputerSeats:
    if stored is None:
        return ComputerSeats()
    data = json.loads(stored)
    levels = {int(seat): level for seat, level in data["levels"].items()}
    return ComputerSeats(levels=levels, failed=data["failed"])


def head_of(row: Any) -> Head:
    """Return what a row of the table holds."""
    return Head(
        ident=row["id"],
        uid=row["uid"],
        names=tuple(json.loads(row["names"])),
        keys={int(seat): digest for seat, digest in json.loads(row["keys"]).items()},
        ply=row["ply"],
        revision=row["revision"],
        over=row["over"],
        owner=row["owner"],
        computers=_computers_of(row["computers"]),
        offers={kind: tuple(seats) for kind, seats in json.loads(row["offers"] or "{}").items()},
        lapsed={
            kind: Lapsed(**lapsed) for kind, lapsed in json.loads(row["lapsed"] or "{}").items()
        },
        clocks=clocks_of(row["clocks"]),
        rematch=row["rematch"],
    )
