"""Hosts to test: one in this process, one in a process of its own, and a database server."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx

POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
NO_POSTGRES = "needs PostgreSQL: apt-get install postgresql (/usr/lib/postgresql/*/bin is missing)"


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
    ) -> None:
        body = {"game": game, "variants": variants or [], "names": list(names), "seats": seats}
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        self.ident: str = answer.json()["id"]
        self.keys: dict[str, str] = answer.json()["keys"]
        self.first = Player(client, self.ident, self.keys["1"])
        self.second = Player(client, self.ident, self.keys["2"])
        self.watcher = Player(client, self.ident, self.keys["0"])
        self.both = Player(client, self.ident, self.keys["1"], self.keys["2"])
        self.nobody = Player(client, self.ident)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Server:
    """``abstractplay-hex serve`` in a process of its own, with a key for the host.

    What it says is kept in *log*, if given.
    """

    def __init__(self, db: str, port: int, rate: float = 0, log: Path | None = None) -> None:
        self.db, self.port, self.rate, self.log = db, port, rate, log
        self.url = f"http://127.0.0.1:{port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        command = [sys.executable, "-m", "abstractplay_hex", "serve"]
        command += ["--port", str(self.port), "--db", self.db, "--rate", str(self.rate)]
        environment = {**os.environ, "ABSTRACTPLAY_HEX_HOST_KEY": HOST_KEY}
        if self.log is None:
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        else:
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise AssertionError(f"serve ended with {self._process.returncode}")
            try:
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("serve did not come up in 30 s")

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
            self._process.kill()
            raise


@contextmanager
def serving(db: str, rate: float = 0) -> Iterator[Server]:
    server = Server(db, free_port(), rate).start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Run PostgreSQL on loopback in *folder*, as a user who is not root; yield its URL."""
    binaries = POSTGRES[-1]
    data, port = folder / "data", free_port()
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = next(u for u in ("postgres", "nobody") if _user(u))
        entry = pwd.getpwnam(user)
        as_user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        shutil.chown(folder, entry.pw_uid, entry.pw_gid)
    calm = {"LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", ""), "HOME": str(folder)}
    common: dict[str, Any] = {"cwd": folder, "env": calm, "stdout": subprocess.DEVNULL, **as_user}
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8"],
        check=True,
        stderr=subprocess.PIPE,
        **common,
    )
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, *options.split()], stderr=log, **common
        )
    try:
        ready: list[str | Path] = [
            binaries / "pg_isready",
            "-h",
            "127.0.0.1",
            "-p",
            str(port),
            "-U",
            "tester",
        ]
        until = time.monotonic() + 30
        while subprocess.run(ready, check=False, **common).returncode:
            assert time.monotonic() < until, "PostgreSQL did not come up in 30 s"
            assert server.poll() is None, "PostgreSQL ended"
            time.sleep(0.1)
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    finally:
        ended = server.poll()
        server.send_signal(signal.SIGINT)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        # Tests that could not reach it would not say why.
        said = (folder / "server.log").read_text(encoding="utf-8", errors="replace")
        assert ended is None, f"PostgreSQL ended by itself ({ended}):\n{said[-3000:]}"


def _user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
