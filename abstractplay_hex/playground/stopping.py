"""Ending streams when the server is asked to stop.

Servers wait for the answers under way before they tell the application to end, and an event stream would
go on for ever. So the application listens to the signal itself, too, and leaves the rest to the server.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def when_stopped(then: Callable[[], object]) -> Iterator[None]:
    """Call *then*, which must be safe in a signal handler, before what the server does when it is stopped.

    Nothing is done where a server runs in another than the main thread, which gets no signals.
    """
    before: dict[int, Any] = {}

    def stop(number: int, frame: FrameType | None) -> None:
        then()
        before[number](number, frame)

    for number in SIGNALS:
        handler = signal.getsignal(number)
        if callable(handler):
            try:
                signal.signal(number, stop)
            except ValueError:  # not the main thread
                break
            before[number] = handler
    try:
        yield
    finally:
        for caught, handler in before.items():
            if signal.getsignal(caught) is stop:
                signal.signal(caught, handler)
