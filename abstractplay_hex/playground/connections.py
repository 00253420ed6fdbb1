"""How many connections there are: in all, and of each client.

Where there are too many, those that have been silent longest make room: whoever opens a thousand of them
and says nothing closes their own.
"""

import logging
import time
from typing import Final, Protocol

from attrs import define, field

MOST_CONNECTIONS: Final = 2000
MOST_OF_A_CLIENT: Final = 200
RESERVED_FILES: Final = 384
"""File descriptors kept for the database, static files and connections just being accepted."""

_log: Final = logging.getLogger(__name__)


class Connection(Protocol):
    """What must be known of a connection; *of* is the client whose it is."""

    of: str

    @property
    def waiting(self) -> bool:
        """Whether it has sent nothing, or nothing behind its last answer."""

    @property
    def unfinished(self) -> bool:
        """Whether it is in the middle of a request."""

    def abort(self) -> None:
        """Close it at once."""


def most_connections() -> int:
    """Return how many connections the process has file descriptors for."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return 500
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(16, min(MOST_CONNECTIONS, files - RESERVED_FILES))


@define
class Connections:
    """All connections of the process, by client and in the order in which they were last used.

    :ivar most: in all.
    :ivar of_a_client: for each client.
    """

    most: int = field(factory=most_connections)
    of_a_client: int = MOST_OF_A_CLIENT
    _by_client: dict[str, dict[Connection, None]] = field(factory=dict)
    _count: int = 0
    _told: float = float("-inf")

    def add(self, new: Connection) -> bool:
        """Take in a connection; say whether there is room, made by closing a silent one if need be.

        Once there are too many in all, the client with most makes room, if need be by what it is being sent.
        """
        own = self._by_client.setdefault(new.of, {})
        own[new] = None
        self._count += 1
        if len(own) > self.of_a_client:
            return self._make_room(own, new)
        if self._count > self.most:
            most = max(self._by_client.values(), key=len)
            return self._make_room(most, new, anyhow=len(most) > len(own))
        return True

    def used(self, connection: Connection) -> None:
        """Note that something has arrived."""
        own = self._by_client.get(connection.of, {})
        if own.pop(connection, connection) is None:
            own[connection] = None

    def remove(self, gone: Connection) -> None:
        """Forget a connection."""
        own = self._by_client.get(gone.of, {})
        if own.pop(gone, gone) is None:
            self._count -= 1
            if not own:
                del self._by_client[gone.of]

    def _make_room(
        self, among: dict[Connection, None], new: Connection, *, anyhow: bool = False
    ) -> bool:
        if time.monotonic() > self._told + 60:
            self._told = time.monotonic()
            _log.warning(
                "too many connections (%d, %d of one client): the most silent are closed",
                self._count,
                len(among),
            )
        others = [one for one in among if one is not new]
        silent = [one for one in others if one.waiting] or [one for one in others if one.unfinished]
        found = next(iter(silent or (others if anyhow else ())), None)
        if found is None:
            return False
        self.remove(found)
        found.abort()
        return True
