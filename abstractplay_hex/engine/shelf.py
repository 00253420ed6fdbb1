"""Games kept from one request to the next: those used last, within a bounded memory.

Whatever is kept can be made again from what a client has, so forgetting is never a loss.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.game import Game

MOST_MEMORY: Final = 256 << 20
"""Bytes that kept games may take in all, as :func:`size_of` estimates them."""
PLY_SIZE: Final = 2560
"""Bytes that a ply takes at most: 1,500 once it has been looked at, its text, its move in a name."""
GAME_SIZE: Final = 4096


@frozen
class _Kept:
    game: Game[Any, Any]
    size: int


class Shelf:
    """Games by name. They are never changed: :meth:`get` returns copies.

    :param memory: bytes in all. The game put there last is kept even if it alone takes more.
    """

    def __init__(self, memory: int = MOST_MEMORY) -> None:
        self._memory = memory
        self._games: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def __len__(self) -> int:
        return len(self._games)

    def get(self, name: Hashable) -> Game[Any, Any] | None:
        """Return a copy of the game, which counts as used now; ``None`` if it is not kept (any more)."""
        with self._lock:
            kept = self._games.get(name)
            if kept is None:
                return None
            self._games.move_to_end(name)
        return kept.game.clone()

    def put(self, name: Hashable, game: Game[Any, Any]) -> None:
        """Keep a copy of a game, as at its last ply; those that were used longest ago may have to go."""
        kept = _Kept(game.clone().look_at(), size_of(game) + len(repr(name)))
        with self._lock:
            before = self._games.pop(name, None)
            self.size += kept.size - (before.size if before else 0)
            self._games[name] = kept
            while self.size > self._memory and len(self._games) > 1:
                self.size -= self._games.popitem(last=False)[1].size


def size_of(game: Game[Any, Any]) -> int:
    """Estimate the bytes that a kept game takes, from above."""
    return GAME_SIZE + PLY_SIZE * len(game.stack)
