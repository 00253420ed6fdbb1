"""Bounds on what an example may cost, in processor time and memory, whatever else the machine does."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


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


def peak() -> int:
    """Return the most memory this process has used, in kB (as Linux counts it)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
