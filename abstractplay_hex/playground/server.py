"""Runs the application with uvicorn and shuts down cleanly while streams are open."""

import socket
from typing import Any

import uvicorn
from fastapi import FastAPI


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Event streams would never end by themselves.
        app: Any = self.config.app
        app.state.live.close()
        await super().shutdown(sockets)


def run(app: FastAPI, listener: socket.socket, *, proxy: bool = False) -> None:
    """Serve on a socket that listens already, until the process is interrupted."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=proxy,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=10,
    )
    _Server(config).run(sockets=[listener])
