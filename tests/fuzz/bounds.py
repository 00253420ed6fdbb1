"""Bounds on what an example may cost, in processor time and memory, whatever else the machine does."""

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

USUAL = 0.01
"""Seconds of processor time in which a usual machine counts to 300,000."""


class TooLong(Exception):
    """An example took more processor time than it may."""


@contextmanager
def bounded(seconds: float, megabytes: int) -> Iterator[None]:
    """Stop what takes more processor time, and fail if the process grew by more than that.

    It is stopped by a signal (``SIGPROF``), so an endless loop does not hang a run but fails, with
    its example. Growth is that of the process's peak: what fits into an earlier peak is no growth.
    """

    def stop(number: int, frame: Any) -> None:
        raise TooLong(f"still at it after {seconds} s of processor time")

    seconds *= slowness()
    at_first = peak()
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    grown = peak() - at_first
    assert grown < megabytes * 1024, f"memory grew by {grown // 1024} MB"


@cache
def slowness() -> float:
    """Return how many times slower this machine is just now than the one the bounds are meant for; at least 1."""
    took = []
    for _ in range(5):
        began = time.process_time()
        for number in range(300_000):
            _ = number & 7
        took.append(time.process_time() - began)
    return max(1.0, min(took) / USUAL)


def peak() -> int:
    """Return the most memory this process has used, in kB (as Linux counts it)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
