"""Somebody who reads a page and does what it says: runs its blocks in order, in one folder."""

import doctest
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen

from tests.pages.blocks import OUTPUT, RUN, Block

PATIENCE: Final = 60.0
"""Seconds until a server must answer; a command may take five times that."""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def connects(port: int, log: str) -> bool:
    """Say whether somebody listens on a port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def registered(port: int, log: str) -> bool:
    """Say whether a worker has found its scheduler."""
    return "Starting established connection" in log


def answers(port: int, log: str) -> bool:
    """Say whether a page is served on a port."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}/", timeout=5) as page:
            return b"<title>" in page.read()
    except OSError:
        return False


@frozen
class Service:
    """A command that does not end: how it is known, what makes it use a free port, when it is up."""

    pattern: str
    more: str
    documented: int
    """The port that the pages name."""
    ready: Callable[[int, str], bool]
    """Says from the port and what has been printed whether it is up."""


SERVICES: Final = (
    Service(r"abstractplay-hex serve$", " --port {port} --db page.db", 8000, answers),
    Service(r"dask scheduler --port", " --host 127.0.0.1 --dashboard-address :0", 8786, connects),
    Service(r"dask worker .*tcp://", " --no-dashboard", 8786, registered),
)


@define
class Reader:
    """Runs blocks in a folder and an environment; use as a context, so that servers are stopped."""

    folder: Path
    variables: dict[str, str]
    statuses: dict[str, int] = field(factory=dict)
    """Exit status of those commands that do not end with 0, and should not."""
    elsewhere: dict[str, Path] = field(factory=dict)
    """Folder, by pattern, of those commands that are meant for another folder."""
    _ports: dict[int, int] = field(factory=dict)
    _running: list[subprocess.Popen[str]] = field(factory=list)
    _python: subprocess.Popen[str] | None = None

    def do(self, block: Block, where: str) -> str:
        """Run a block and return what it printed.

        :raises AssertionError: if it fails.
        """
        if block.language == "sh":
            return self._script(commands_of(block.code), where)
        return self._exec(block, where)

    def do_all(self, blocks: list[Block], page: str) -> list[str]:
        """Run the blocks of a page that are to be run; compare output where the page shows it."""
        done = []
        shown = ""
        for block in blocks:
            where = f"{page}:{block.line}"
            if block.language in RUN:
                shown = self.do(block, where)
                done.append(where)
            elif block.language == OUTPUT:
                same = doctest.OutputChecker().check_output(
                    block.code, shown, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
                )
                assert same, f"{where}: the page shows\n{block.code}\nbut it is\n{shown}"
        return done

    def _script(self, commands: list[str], where: str) -> str:
        """Run commands in one shell, but those that want care each by itself."""
        shown = ""
        together: list[str] = []
        for command in commands:
            plain = shlex.join(shlex.split(command, comments=True))
            service = next((s for s in SERVICES if re.match(s.pattern, plain)), None)
            folder = next((f for p, f in self.elsewhere.items() if re.match(p, plain)), None)
            if service is None and folder is None and plain not in self.statuses:
                together.append(command)
                continue
            shown += self._run("\n".join(together), self.folder, 0, where)
            together = []
            if service is None:
                status = self.statuses.get(plain, 0)
                shown += self._run(command, folder or self.folder, status, where)
            else:
                self._start(command, service, where)
        return shown + self._run("\n".join(together), self.folder, 0, where)

    def _run(self, script: str, folder: Path, expected: int, where: str) -> str:
        if not script:
            return ""
        done = subprocess.run(
            ["bash", "-euxo", "pipefail", "-c", self._here(script)],
            cwd=folder,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE * 5,
            check=False,
        )
        assert done.returncode == expected, (
            f"{where}:\n{script}\nended with status {done.returncode}\n{done.stdout}\n{done.stderr}"
        )
        return done.stdout

    def _here(self, code: str) -> str:
        """Return code with the ports that are documented replaced by those in use here."""
        for documented, port in self._ports.items():
            code = re.sub(rf"\b{documented}\b", str(port), code)
        return code

    def _start(self, command: str, service: Service, where: str) -> None:
        port = self._ports.setdefault(service.documented, free_port())
        # Behind the command, before a comment.
        plain = shlex.join(shlex.split(command, comments=True)) + service.more.format(port=port)
        log = self.folder / f"service-{len(self._running)}.log"
        with log.open("w") as out:
            process = subprocess.Popen(
                ["bash", "-c", f"exec {self._here(plain)}"],
                cwd=self.folder,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        self._running.append(process)
        until = time.monotonic() + PATIENCE
        while not service.ready(port, log.read_text()):
            assert process.poll() is None, f"{where}: {command}\nended:\n{log.read_text()}"
            assert time.monotonic() < until, f"{where}: {command}\ndoes not answer"
            time.sleep(0.1)

    def _exec(self, block: Block, where: str) -> str:
        if self._python is None:
            self._python = subprocess.Popen(
                ["python", str(Path(__file__).with_name("talking.py"))],
                cwd=self.folder,
                env=self.variables,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        assert self._python.stdin is not None
        assert self._python.stdout is not None
        order = {
            "code": self._here(block.code),
            "prompts": block.language == "pycon",
            "where": where,
        }
        print(json.dumps(order), file=self._python.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._python.stdout.readline())
        assert answer["ok"], f"{where}:\n{block.code}\n{answer['shown']}"
        return str(answer["shown"])

    def close(self) -> None:
        """Stop what was started."""
        if self._python is not None:
            assert self._python.stdin is not None
            assert self._python.stdout is not None
            self._python.stdin.close()
            self._python.wait(timeout=30)
            self._python.stdout.close()
        for process in reversed(self._running):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self._running:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextmanager
def reading(reader: Reader) -> Iterator[Reader]:
    """Stop at the end what a reader has started."""
    try:
        yield reader
    finally:
        reader.close()


def commands_of(block: str) -> list[str]:
    """Return the commands of a block: its lines, those that a backslash goes on joined."""
    lines = block.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.strip().startswith("#")]
