"""Whether the host can read and write, for monitors and load balancers."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from attrs import define, field

from abstractplay_hex.playground.database import cause
from abstractplay_hex.playground.storage import Storage
from abstractplay_hex.playground.work import Work

KEPT: Final = 2.0
"""Seconds for which an answer is given again: anybody may ask, and writing costs something."""

_log: Final = logging.getLogger(__name__)


@define
class Health:
    """Tries to read and to write; in a thread of its own, so that it is found out when the others hang."""

    storage: Storage
    _work: Work = field(factory=lambda: Work(threads=2))
    _found: dict[str, bool] = field(factory=dict)
    _when: float = float("-inf")
    _asking: "asyncio.Task[None] | None" = None

    async def check(self) -> dict[str, bool]:
        """Return ``{"reading": …, "writing": …}``, as it was found within the last seconds."""
        age = time.monotonic() - self._when
        if age > KEPT:
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
            if age > 3 * KEPT:  # else what is known will do, and nobody waits
                await asyncio.shield(self._asking)
        return self._found

    async def _ask(self) -> None:
        reading = await self._works("reading", self.storage.read)
        writing = reading and await self._works("writing", self.storage.write)
        self._found, self._when = {"reading": reading, "writing": writing}, time.monotonic()

    async def _works(self, name: str, what: Callable[[], None]) -> bool:
        try:
            await self._work.run(what)
        except Exception as error:
            if self._found.get(name, True):
                _log.error("%s fails: %s", name, cause(error))
            return False
        if not self._found.get(name, True):
            _log.warning("%s works again", name)
        return True
