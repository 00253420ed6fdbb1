"""Games kept open, as a process last saw them: loading a long one takes longer than what is asked of it."""

import threading
from collections import OrderedDict
from typing import Final

from abstractplay_hex.playground.looking import Opened

CACHED_GAMES: Final = 256
CACHED_PLIES: Final = 30_000
"""In all games that are cached: a few kB each."""


class Cache:
    """The games used last. Safe to use from several threads; whoever finds one compares its revision."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Opened] = OrderedDict()
        self._plies = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._games)

    @property
    def plies(self) -> int:
        """How many plies all of them have."""
        return self._plies

    def find(self, ident: str) -> Opened | None:
        """Return a game as it was last kept."""
        with self._lock:
            cached = self._games.get(ident)
            if cached is not None:
                self._games.move_to_end(ident)
        return cached

    def keep(self, opened: Opened) -> None:
        """Keep a game, unless a later state of it is kept; forget those not used for longest."""
        ident = opened.head.ident
        with self._lock:
            cached = self._games.get(ident)
            if cached is None or cached.head.revision <= opened.head.revision:
                self._plies += opened.head.ply - (cached.head.ply if cached else 0)
                self._games[ident] = opened
                self._games.move_to_end(ident)
            while len(self._games) > 1 and (
                len(self._games) > CACHED_GAMES or self._plies > CACHED_PLIES
            ):
                _, gone = self._games.popitem(last=False)
                self._plies -= gone.head.ply
