"""Runs the application with uvicorn, within the bounds of :mod:`.connections`."""

import socket
import sys
from collections.abc import Sequence

import uvicorn
from fastapi import FastAPI

from abstractplay_hex.playground.connections import Connections, bounded

BACKLOG = 256
"""Connections that the system accepts ahead: fewer than there are file descriptors in reserve."""
SWITCH = 0.001
"""Seconds after which a thread that computes lets another one run: the event loop must not wait."""


def run(
    app: FastAPI, listener: socket.socket, *, proxies: Sequence[str] = (), root_path: str = ""
) -> None:
    """Serve on a socket that listens already, until the process is interrupted.

    :param proxies: addresses of proxies that are trusted to name their clients, and bound them.
    :param root_path: where a proxy has put the playground, if that is not the root of a site.
    """
    sys.setswitchinterval(SWITCH)
    connections = Connections()
    if proxies:
        connections.of_a_client = connections.most
    config = uvicorn.Config(
        app,
        http=bounded(connections),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        root_path=root_path,
        backlog=BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listener])
