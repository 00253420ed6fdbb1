"""Hosts to test in processes of their own, and their clients."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx2 as httpx

PATIENCE = 100.0
"""Seconds until a server must answer, however much else the machine does."""
SUBMISSIONS = ("/moves", "/resign", "/offers", "/answers", "/endings")
HOST_KEY = "key-of-the-host-0123456789"


class Player:
    """A client of a host that holds keys of one game, as a program would."""

    def __init__(self, client: httpx.Client, ident: str, *keys: str) -> None:
        self.client = client
        self.ident = ident
        self.headers = {"Authorization": f"Bearer {','.join(keys)}"} if keys else {}

    def get(self, path: str = "", **params: Any) -> httpx.Response:
        address = f"/api/games/{self.ident}{path}"
        return self.client.get(address, params=params, headers=self.headers)

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Post to the game. A submission answers the game as it stands unless *revision* says another."""
        if path in SUBMISSIONS and "revision" not in body:
            body["revision"] = self._newest()
        return self.send(path, **body)

    def _newest(self) -> int:
        seen = self.get()
        return int(seen.json()["revision"]) if seen.status_code == 200 else 0

    def send(self, path: str, **body: Any) -> httpx.Response:
        """Post just this."""
        return self.client.post(f"/api/games/{self.ident}{path}", json=body, headers=self.headers)

    def move(self, seat: int, ply: int, move: str, **more: Any) -> httpx.Response:
        return self.post("/moves", seat=seat, ply=ply, move=move, **more)

    def view(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        data: dict[str, Any] = answer.json()
        return data


class Started:
    """A game just started: a client for each seat, one that may only look, one for both seats."""

    def __init__(
        self,
        client: httpx.Client,
        game: str,
        variants: list[str] | None = None,
        names: Any = (),
        seats: int | None = None,
        **more: Any,
    ) -> None:
        body = {"game": game, "variants": variants or [], "names": list(names), "seats": seats}
        body.update(more)
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        self.ident: str = answer.json()["id"]
        self.keys: dict[str, str] = answer.json()["keys"]
        self.first = Player(client, self.ident, self.keys["1"])
        self.second = Player(client, self.ident, self.keys.get("2", ""))
        self.watcher = Player(client, self.ident, self.keys["0"])
        self.both = Player(client, self.ident, self.keys["1"], self.keys.get("2", ""))
        self.nobody = Player(client, self.ident)


class Events(threading.Thread):
    """Listens to a game's events with a client of its own, and keeps the revisions told."""

    def __init__(self, client: httpx.Client, game: Started, revision: int = 0) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.path = f"/api/games/{game.ident}/events?revision={revision}"
        self.headers = game.watcher.headers
        self.told: list[int] = []
        self.ready = threading.Event()
        self.news = threading.Condition()
        self.start()
        assert self.ready.wait(30)

    def run(self) -> None:
        with (
            suppress(httpx.TransportError),  # the server is gone
            self.client,
            self.client.stream("GET", self.path, headers=self.headers) as answer,
        ):
            assert answer.headers["content-type"].startswith("text/event-stream")
            for text in answer.iter_lines():
                if text.startswith("retry:"):
                    self.ready.set()
                if text.startswith("id: "):
                    with self.news:
                        self.told.append(int(text[4:]))
                        self.news.notify_all()

    def wait_for(self, revision: int, seconds: float = 10) -> bool:
        with self.news:
            return self.news.wait_for(lambda: revision in self.told, seconds)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Server:
    """``abstractplay-hex serve`` in a process of its own, with a key for the host.

    It listens on a port that the system picks each time it starts, so that no two of them compete for
    one; *keep_port* is for those whose clients come back. What it says is kept in *log*, if given. It speaks the
    languages of *catalogues*, too: folders by domain.
    """

    port: int
    """Where it listens, once it is started."""

    def __init__(
        self,
        db: str,
        rate: float = 0,
        log: Path | None = None,
        more: Sequence[str] = (),
        keep_port: bool = False,
        catalogues: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:
        self.db, self.rate, self.log, self.more = db, rate, log, more
        self._program = ["-m", "abstractplay_hex"]
        if catalogues:
            add = "".join(f"add_catalogue({k!r}, {str(v)!r}); " for k, v in catalogues.items())
            start = "from abstractplay_hex.__main__ import main; main()"
            imported = "from abstractplay_hex.i18n.languages import add_catalogue; "
            self._program = ["-c", imported + add + start]
        self._wanted = 0
        self._keeps = keep_port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        command = [sys.executable, *self._program, "serve"]
        command += [
            "--port",
            str(self._wanted),
            "--db",
            self.db,
            "--rate",
            str(self.rate),
            *self.more,
        ]
        environment = {**os.environ, "ABSTRACTPLAY_HEX_HOST_KEY": HOST_KEY}
        with tempfile.TemporaryFile() if self.log is None else self.log.open("a+b") as log:
            before = os.fstat(log.fileno()).st_size
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                # Not seek and read: the process writes where this file object stands.
                said = os.pread(log.fileno(), 10_000, before).decode(errors="replace")
                if self._process.poll() is not None:
                    raise AssertionError(f"serve ended with {self._process.returncode}:\n{said}")
                if listening := re.search(r"http://127\.0\.0\.1:(\d+)/", said):
                    self.port = int(listening[1])
                    self._wanted = self.port if self._keeps else 0
                    if self._answers():
                        return self
                time.sleep(0.05)
        self.kill()
        raise AssertionError(f"serve did not come up in {PATIENCE} s:\n{said}")

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it as a crash does: without warning (SIGKILL)."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """End it as Ctrl-C does; return the exit status."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


@contextmanager
def serving(db: str, rate: float = 0, **more: Any) -> Iterator[Server]:
    server = Server(db, rate, **more).start()
    try:
        yield server
    finally:
        server.stop()


def connect(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=30)
