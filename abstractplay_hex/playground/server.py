"""Runs the application with uvicorn, within the bounds of :mod:`.connections`."""

import socket
import sys

import uvicorn
from fastapi import FastAPI

from abstractplay_hex.playground.connections import Connections, bounded

BACKLOG = 256
"""Connections that the system accepts ahead: fewer than there are file descriptors in reserve."""
SWITCH = 0.001
"""Seconds after which a thread that computes lets another one run: the event loop must not wait."""


def run(app: FastAPI, listener: socket.socket, *, proxy: bool = False) -> None:
    """Serve on a socket that listens already, until the process is interrupted.

    :param proxy: all connections are those of a proxy on this machine, which bounds clients itself.
    """
    sys.setswitchinterval(SWITCH)
    connections = Connections()
    if proxy:
        connections.of_a_client = connections.most
    config = uvicorn.Config(
        app,
        http=bounded(connections),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=proxy,
        backlog=BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listener])
