"""Waiting for an engine of the pool: what a request needs of one, it awaits here."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from abstractplay_hex.playground.engines import Engine, EngineError
from abstractplay_hex.playground.pool import Pool
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.work import BILL

SECONDS = 60.0


def asking_client() -> str | None:
    """Return whose request is being answered."""
    bill = BILL.get(None)
    return None if bill is None else bill.client


async def asked(
    pool: Pool,
    key: str,
    what: Callable[[Engine], Any],
    *,
    patient: bool = False,
    seconds: float = SECONDS,
) -> Any:
    """Return what a task finds with an engine. If nobody waits for it any more, it is stopped.

    :param key: of the job; of one client's jobs with the same key there is one at a time.
    :param patient: as for :meth:`.Pool.put`.
    :param seconds: to wait for it.
    :raises Refusal: if nothing is found, not in time, or there is too much to do.
    """
    future: Future[Any] = Future()

    def task(engine: Engine) -> Callable[[], None] | None:
        if not future.set_running_or_notify_cancel():
            return None
        try:
            return partial(future.set_result, what(engine))
        except Exception as error:  # told to the one who waits
            return partial(future.set_exception, error)

    client = asking_client()
    mine = f"{key} for {client}"
    if pool.knows(mine) or not pool.put(client, mine, task, patient=patient):
        raise Refusal(503, "host.busy")
    try:
        return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
    except TimeoutError:
        pool.hurry(mine)
        raise Refusal(503, "host.busy") from None
    except asyncio.CancelledError:
        pool.hurry(mine)
        raise
    except EngineError as error:
        raise Refusal(503, error.code) from None


__all__ = ["asked", "asking_client"]
