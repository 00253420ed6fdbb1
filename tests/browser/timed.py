"""A server in this process, so that a test can move its time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn

from abstractplay_hex.playground.app import Settings, create_app
from tests.playground.test_computers import wait_for
from tests.playground.times import Time


class TimedServer:
    """The server, its time and its application."""

    def __init__(self, app: Any, url: str, time: Time, client: httpx2.Client) -> None:
        self.app, self.url, self.time, self.client = app, url, time, client

    def passes(self, seconds: float) -> None:
        """Let time pass, and games end by it."""
        self.time.goes_on(seconds)
        self.app.state.flags.claim()


@contextmanager
def timed(database: str) -> Iterator[TimedServer]:
    """Serve a database in a thread."""
    time = Time()
    app: Any = create_app(Settings(database=database, rate=0, clock=time))
    app.state.flags.pause = 1e6
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", http="httptools"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_for(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=url, timeout=60) as client:
            yield TimedServer(app, url, time, client)
    finally:
        loop = app.state.flags._loop
        if loop is not None:
            loop.call_soon_threadsafe(app.state.live.close)  # or it would wait for open streams
        server.should_exit = True
        thread.join(30)
