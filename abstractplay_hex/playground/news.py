"""How a process hears of changes that others make in the same database.

PostgreSQL tells by itself (``LISTEN``/``NOTIFY``; :meth:`Storage.change` notifies). SQLite counts the
changes that others make to the file, and looking at that count costs next to nothing. Any other database is asked.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Final

from starlette.concurrency import run_in_threadpool

from abstractplay_hex.playground.storage import CHANNEL, Storage

POLL: Final = 1.0
"""Seconds between looks, where there is no other way."""
CHECK: Final = 15.0
"""Seconds after which PostgreSQL is asked in any case: a connection may be dead without saying so."""

Change = tuple[str, int]


async def news(storage: Storage, poll: float = POLL) -> AsyncGenerator[Change | None]:
    """Yield id and new revision of each game that changes; ``None``: something may have changed, ask.

    Begins with ``None``.

    :raises Exception: whatever the driver raises if the database is away; begin again later.
    """
    told = storage.listening()
    if told is None:
        async for change in _looked_for(storage, poll):
            yield change
        return
    import psycopg

    async with await psycopg.AsyncConnection.connect(**told, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        while True:
            yield None
            async for note in connection.notifies(timeout=CHECK):
                change = _read(note.payload)
                if change is not None:
                    yield change


async def _looked_for(storage: Storage, poll: float) -> AsyncIterator[None]:
    before: Any = object()
    while True:
        count = await run_in_threadpool(storage.changes_by_others)
        if count is None or count != before:
            yield None
        before = count
        await asyncio.sleep(poll)


def _read(payload: str) -> Change | None:
    ident, _, revision = payload.partition(" ")
    return (ident, int(revision)) if revision.isascii() and revision.isdigit() else None
