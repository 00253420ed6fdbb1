"""A bounded number of engines, and a queue for them that is fair between clients and their games."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from attrs import define

from abstractplay_hex.playground.engines import Engine

MOST_WAITING: Final = 1000
MOST_OF_A_CLIENT: Final = 100
"""Jobs of one client that wait at the same time."""
IDLE: Final = 300.0
"""Seconds after which engines that have nothing to do are ended."""
CLOSING: Final = 5.0
"""Seconds for which jobs under way are waited for at the end."""
TURN: Final = 2.0
"""Seconds after which a patient job has its turn, whatever else there is to do."""

_log: Final = logging.getLogger(__name__)

Task = Callable[[Engine], Callable[[], None] | None]
"""What it returns is called as soon as the job is no longer under way, so whoever hears of it can ask anew."""


@define
class _Job:
    task: Task
    ready: float
    hurry: bool = False
    patient: bool = False


class Pool:
    """Works on jobs, each with an engine of its own; of jobs with the same key one at a time.

    Clients take turns, and so do the jobs of a client: who has many games waits for their own. Patient jobs
    come last, so that nobody's game waits for a review, but now and then one of them has its turn.

    :param size: how many engines there are at most.
    """

    def __init__(self, size: int, idle: float = IDLE) -> None:
        self._size, self._idle = size, idle
        self._waiting: OrderedDict[str | None, OrderedDict[str, _Job]] = OrderedDict()
        self._working: dict[str, Engine] = {}
        self._engines: set[Engine] = set()
        self._running: set[threading.Thread] = set()
        self._threads = 0
        self._free = 0
        self._last_patient = 0.0
        self._changed = threading.Condition()
        self._closed = False

    # ---- for everybody ---------------------------------------------------------------------------

    def put(
        self,
        client: str | None,
        key: str,
        task: Task,
        after: float = 0.0,
        *,
        patient: bool = False,
    ) -> bool:
        """Put a job into the queue unless one with this key waits there; return whether it is there.

        :param client: whose turn it takes.
        :param after: seconds until it is ready.
        :param patient: whether it comes after what is not; such a job is a short one.
        """
        ready = time.monotonic() + after
        with self._changed:
            if self._closed:
                return False
            for jobs in self._waiting.values():
                if key in jobs:
                    jobs[key].ready = min(jobs[key].ready, ready)
                    jobs[key].hurry = False
                    self._changed.notify()
                    return True
            own = len(self._waiting.get(client, ()))
            if own >= MOST_OF_A_CLIENT or self._count() >= MOST_WAITING:
                return False
            self._waiting.setdefault(client, OrderedDict())[key] = _Job(
                task, ready, patient=patient
            )
            if self._free < self._count() and self._threads < self._size:
                self._threads += 1
                thread = threading.Thread(target=self._run, name="computer players", daemon=True)
                self._running.add(thread)
                thread.start()
            self._changed.notify()
        return True

    def knows(self, key: str) -> bool:
        """Say whether a job waits or is under way."""
        with self._changed:
            return key in self._working or any(key in jobs for jobs in self._waiting.values())

    def hurry(self, key: str) -> bool:
        """Have the job played with what is found so far; return whether there is one."""
        with self._changed:
            found = False
            if key in self._working:
                self._working[key].hurry()
                found = True
            for jobs in self._waiting.values():
                if key in jobs:
                    jobs[key].hurry = found = True
            return found

    @property
    def closed(self) -> bool:
        """Whether nothing more is done."""
        return self._closed

    @property
    def pids(self) -> list[int]:
        """The processes of the engines that run."""
        with self._changed:
            return [engine.pid for engine in self._engines if engine.pid is not None]

    def close(self) -> None:
        """End all engines; nothing new is begun."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            engines, threads = list(self._engines), list(self._running)
            self._changed.notify_all()
        for engine in engines:
            engine.close()
        until = time.monotonic() + CLOSING
        for thread in threads:  # they may be storing a turn
            thread.join(max(0.0, until - time.monotonic()))

    # ---- in the threads --------------------------------------------------------------------------

    def _run(self) -> None:
        engine = Engine()
        with self._changed:
            self._engines.add(engine)
        try:
            while taken := self._take(engine):
                key, job = taken
                tell = None
                try:
                    tell = job.task(engine)
                except Exception:
                    _log.exception("a computer player's turn failed")
                finally:
                    with self._changed:
                        del self._working[key]
                        self._changed.notify()
                if tell is not None:
                    tell()
        finally:
            engine.close()
            with self._changed:
                self._engines.discard(engine)
                self._running.discard(threading.current_thread())

    def _take(self, engine: Engine) -> tuple[str, _Job] | None:
        """Wait for a job; ``None``: it is time to go."""
        until = time.monotonic() + self._idle
        with self._changed:
            self._free += 1
            try:
                while not self._closed:
                    now = time.monotonic()
                    found = self._next(now)
                    if found is not None:
                        key, job = found
                        self._working[key] = engine
                        engine.hurry(job.hurry)
                        return found
                    wait = min((until, *self._times(now))) - now
                    if wait <= 0:
                        break
                    self._changed.wait(wait)
                self._threads -= 1
                return None
            finally:
                self._free -= 1

    def _next(self, now: float) -> tuple[str, _Job] | None:
        if now >= self._last_patient + TURN and (found := self._of_kind(now, patient=True)):
            self._last_patient = now
            return found
        return self._of_kind(now, patient=False) or self._of_kind(now, patient=True)

    def _of_kind(self, now: float, patient: bool) -> tuple[str, _Job] | None:
        for client, jobs in self._waiting.items():
            for key, job in jobs.items():
                if job.patient == patient and job.ready <= now and key not in self._working:
                    del jobs[key]
                    if jobs:
                        self._waiting.move_to_end(client)
                    else:
                        del self._waiting[client]
                    return key, job
        return None

    def _count(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _times(self, now: float) -> list[float]:
        return [
            job.ready for jobs in self._waiting.values() for job in jobs.values() if job.ready > now
        ]


__all__ = ["Pool", "Task"]
