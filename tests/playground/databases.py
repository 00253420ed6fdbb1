"""A PostgreSQL server for tests, which may be killed or stopped."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.playground.hosts import PATIENCE

POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
NO_POSTGRES = "needs PostgreSQL: apt-get install postgresql (/usr/lib/postgresql/*/bin is missing)"


class Postgres:
    """A PostgreSQL server run as a user who is not root, reached by a socket in a folder of its own.

    The folder is no part of pytest's, which each further run of tests closes to other users.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hex-postgres-"))
        self._log = self.folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = next(u for u in ("postgres", "nobody") if _user(u))
            entry = pwd.getpwnam(user)
            as_user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            shutil.chown(self.folder, entry.pw_uid, entry.pw_gid)
        calm = {"LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", ""), "HOME": str(self.folder)}
        self._common: dict[str, Any] = {
            "cwd": self.folder,
            "env": calm,
            "stdout": subprocess.DEVNULL,
            **as_user,
        }
        subprocess.run(
            [
                POSTGRES[-1] / "initdb",
                "-D",
                self._data,
                "-U",
                "tester",
                "-A",
                "trust",
                "-E",
                "UTF8",
            ],
            check=True,
            stderr=subprocess.PIPE,
            **self._common,
        )

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://tester@/postgres?host={self.folder}"

    def start(self) -> None:
        options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}"]
        command: list[str | Path] = [POSTGRES[-1] / "postgres", "-D", self._data, *options]
        ready: list[str | Path] = [POSTGRES[-1] / "pg_isready", "-h", self.folder, "-U", "tester"]
        until = time.monotonic() + PATIENCE
        while True:  # after a crash it waits for what is left of the old one
            with self._log.open("ab") as log:
                self._process = subprocess.Popen(command, stderr=log, **self._common)
            while self._process.poll() is None:
                if not subprocess.run(ready, check=False, **self._common).returncode:
                    return
                assert time.monotonic() < until, f"PostgreSQL did not come up in {PATIENCE} s"
                time.sleep(0.1)
            assert time.monotonic() < until, f"PostgreSQL ended:\n{self.log[-3000:]}"
            time.sleep(0.1)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes."""
        assert self._process is not None
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self._process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        for pid in (self._process.pid, *map(int, found.stdout.split())):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """End it as a crash does."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stop(self) -> None:
        process = self._process
        if process is None:
            return
        ended = process.poll()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # Tests that could not reach it would not say why.
        assert ended is None, f"PostgreSQL ended by itself ({ended}):\n{self.log[-3000:]}"

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run PostgreSQL; skip the test where there is none."""
    if not POSTGRES:
        pytest.skip(NO_POSTGRES)
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        try:
            server.stop()
        finally:
            shutil.rmtree(server.folder)


def _user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
