"""What clients can do to a server that are no friends of it, by sockets alone."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from attrs import define, field

FILES: Final = 1024
"""File descriptors of the server that is attacked."""
ATTACKER, OTHER = "127.0.0.1", "127.0.0.2"
PATIENCE: Final = 60.0


@define
class Target:
    """A server in a process of its own."""

    port: int
    pid: int
    database: str = ""

    @property
    def memory(self) -> float:
        """MB that it has used at most so far."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    def connect(self, source: str = ATTACKER, seconds: float = PATIENCE) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), seconds, (source, 0))

    def ask(
        self, method: str, path: str, body: Any = None, key: str = "", source: str = OTHER
    ) -> tuple[int, bytes]:
        """Make one request on a connection of its own."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        head += f"Content-Length: {len(data)}\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        with self.connect(source) as line:
            line.sendall(head.encode() + b"\r\n" + data)
            said = bytearray()
            while got := line.recv(1 << 16):
                said += got
        head_said, _, rest = bytes(said).partition(b"\r\n\r\n")
        return int(head_said.split(b" ", 2)[1]), rest


@contextmanager
def target(folder: Path, rate: float) -> Iterator[Target]:
    """Run a server with few file descriptors."""
    command = [sys.executable, "-m", "abstractplay_hex", "serve", "--port", "0"]
    database = str(folder / "games.sqlite3")
    command += ["--rate", str(rate), "--db", database]
    limited = ["bash", "-c", f'ulimit -n {FILES}; exec "$@"', "bash", *command]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    assert process.stdout is not None
    try:
        listening = re.search(r":(\d+)/", process.stdout.readline())
        assert listening is not None
        threading.Thread(target=process.stdout.read, daemon=True).start()
        made = Target(int(listening[1]), process.pid, database)
        made.ask("GET", "/healthz")
        yield made
    finally:
        process.terminate()
        process.wait(30)


@define
class Probe:
    """Another client, who asks for something all the time; use as a context."""

    target: Target
    path: str
    every: float = 0.05
    times: list[float] = field(factory=list)
    failed: list[str] = field(factory=list)
    _done: threading.Event = field(factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> "Probe":
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        assert self._thread is not None
        self._thread.join()

    def _run(self) -> None:
        while not self._done.wait(self.every):
            began = time.perf_counter()
            try:
                status, _ = self.target.ask("GET", self.path)
                if status != 200:
                    self.failed.append(str(status))
            except OSError as error:
                self.failed.append(type(error).__name__)
            self.times.append(time.perf_counter() - began)

    @property
    def worst(self) -> float:
        return max(self.times, default=0.0)

    @property
    def usual(self) -> float:
        """The time at the 99th percentile."""
        return sorted(self.times)[int(0.99 * len(self.times))] if self.times else 0.0


def refused_after(target: Target, start: bytes, piece: bytes, most: int) -> tuple[int, bytes]:
    """Send pieces until the server answers; return how much it took, and the answer."""
    with target.connect() as line:
        line.sendall(start)
        sent = len(start)
        line.setblocking(False)
        while sent < most:
            with suppress(BlockingIOError):
                return sent, line.recv(4096)
            with suppress(BlockingIOError):
                sent += line.send(piece)
            time.sleep(0.002)  # so that it may answer
        return sent, b""


def flood(target: Target, start: bytes, piece: bytes, size: int) -> None:
    """Send as fast as the server takes it."""
    with target.connect() as line, suppress(OSError):
        line.sendall(start)
        for _ in range(0, size, len(piece)):
            line.sendall(piece)


def closed_after(lines: list[socket.socket], seconds: float) -> float:
    """Return the seconds until the server has closed all of them (infinite: it has not)."""
    began = time.monotonic()
    for line in lines:
        line.settimeout(max(0.01, seconds - (time.monotonic() - began)))
        try:
            while line.recv(4096):
                pass
        except TimeoutError:
            return float("inf")
        except OSError:
            continue
    return time.monotonic() - began


def many(what: Callable[[int], Any], count: int) -> list[Any]:
    """Do something in many threads at the same time; return what came of it."""
    found: list[Any] = []
    barrier = threading.Barrier(count)

    def one(number: int) -> None:
        barrier.wait(PATIENCE)
        found.append(what(number))

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return found
