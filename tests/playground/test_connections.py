"""How many connections there may be, and who makes room."""

import resource
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from attrs import define, field

from abstractplay_hex.playground.connections import Connections
from tests.playground.hosts import Server, Started, connect

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@define(eq=False)
class Line:
    """What :class:`Connections` has to do with."""

    of: str
    waiting: bool = True
    unfinished: bool = False
    aborted: bool = field(default=False, init=False)

    def abort(self) -> None:
        self.aborted = True


def test_the_most_silent_make_room() -> None:
    made: Any = Connections(most=5, of_a_client=3)
    own = [Line("a") for _ in range(3)]
    assert all(map(made.add, own))
    made.used(own[0])
    assert made.add(Line("a"))
    assert [line.aborted for line in own] == [False, True, False]
    # What waits goes before what is in the middle of a request, and what is answered stays.
    own[2].waiting, own[2].unfinished = False, True
    own[0].waiting = False
    assert made.add(Line("a"))
    busy = Connections(most=5, of_a_client=1)
    first: Any = Line("a", waiting=False)
    assert busy.add(first)
    late: Any = Line("a")
    assert not busy.add(late)
    for line in (first, late, late):
        busy.remove(line)
    assert busy.add(late)


def test_of_all_the_one_with_most_makes_room() -> None:
    made: Any = Connections(most=4, of_a_client=4)
    many, few = [Line("a") for _ in range(3)], Line("b")
    for line in (few, *many):
        assert made.add(line)
    assert made.add(Line("c"))
    assert [line.aborted for line in (few, *many)] == [False, True, False, False]
    # It makes room even if all that it has is busy, but not for itself, nor for one that has as many.
    for line in many:
        line.waiting = False
    assert not made.add(Line("a", waiting=False))
    fair: Any = Connections(most=4, of_a_client=4)
    lines = [Line(of, waiting=False) for of in "aaab"]
    assert all(map(fair.add, lines))
    assert fair.add(Line("b", waiting=False))
    assert [line.aborted for line in lines] == [True, False, False, False]
    assert not fair.add(Line("b", waiting=False))


_FEW_FILES = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
sys.argv = ["abstractplay-hex", *sys.argv[1:]]
runpy.run_module("abstractplay_hex", run_name="__main__")
"""


@pytest.mark.heavy
def test_many_silent_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,100 of them under 1,024 descriptors: others are served, and those that watch go on watching."""
    own = resource.getrlimit(resource.RLIMIT_NOFILE)
    if own[0] < 2000:
        if own[1] < 2000:
            pytest.skip("needs 2,000 file descriptors")
        resource.setrlimit(resource.RLIMIT_NOFILE, (2000, own[1]))
    server = Server(str(tmp_path / "games.sqlite3"), log=tmp_path / "log")
    plain = subprocess.Popen
    monkeypatch.setattr(
        subprocess,
        "Popen",
        lambda command, **more: plain([sys.executable, "-c", _FEW_FILES, *command[3:]], **more),
    )
    server.start()
    silent: list[socket.socket] = []
    try:
        address = ("127.0.0.1", server.port)
        silent.extend(socket.create_connection(address, 10) for _ in range(1100))
        began = time.monotonic()
        with connect(server) as client:
            assert client.get("/healthz").status_code == 200
            assert time.monotonic() - began < 5  # a second, on a quiet machine
            assert Started(client, "pods").first.move(1, 0, "g7").status_code == 200
    finally:
        for each in silent:
            each.close()
        server.stop()
    assert "too many connections" in (tmp_path / "log").read_text()
