"""Bounds before anything is parsed, on a real server in a process of its own."""

import json
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from attrs import define, field
from starlette.responses import Response

from abstractplay_hex.playground import connections
from abstractplay_hex.playground.connections import HEAD_SECONDS, LARGEST_HEAD, Connections
from tests.bench.heaviest import inside
from tests.playground.hosts import Server, Started, connect, serving


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


pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(str(tmp_path_factory.mktemp("bounds") / "games.sqlite3")) as made:
        yield made


def answer_to(server: Server, *parts: bytes, seconds: float = 60) -> bytes:
    """Send parts as far as they are taken; return what the server says until it closes."""
    said = b""
    with closing(socket.create_connection(("127.0.0.1", server.port), 10)) as raw:
        raw.settimeout(seconds)
        with suppress(OSError):
            for part in parts:
                raw.sendall(part)
        with suppress(OSError):
            while got := raw.recv(65536):
                said += got
    return said


START = b"GET / HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("parts", "status"),
    [
        pytest.param([b"GET /", b"x" * LARGEST_HEAD, b"x" * 8192], 431, id="address"),
        pytest.param([START, b"X: ", b"y" * LARGEST_HEAD, b"y" * 8192], 431, id="header"),
        pytest.param([START, b"".join(b"X%d: 1\r\n" % n for n in range(2000))], 431, id="lines"),
        pytest.param([START + b"X: 1\r\n" * 101 + b"\r\n"], 431, id="lines-complete"),
        pytest.param([START + b"\r\n" + b"GET /" + b"x" * 50_000], 431, id="second"),
        pytest.param(
            [
                b"POST /api/games HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                b"1;" + b"x" * 600_000,
            ],
            413,
            id="chunk-extension",
        ),
    ],
)
def test_too_large(server: Server, parts: list[bytes], status: int) -> None:
    said = answer_to(server, *parts)
    statuses = [int(found) for found in re.findall(rb"HTTP/1.1 (\d+)", said)]
    assert statuses[-1] == status
    assert json.loads(said[said.rindex(b"{") :])["code"].startswith("request.")


@pytest.mark.heavy
def test_many_sent_ahead(server: Server) -> None:
    said = answer_to(server, (START + b"\r\n") * 400)
    assert said.count(b"HTTP/1.1 200") < 40


@pytest.mark.heavy
def test_a_head_just_small_enough(server: Server) -> None:
    long = b"X: " + b"y" * (LARGEST_HEAD - 10_000)
    said = answer_to(server, START + long + b"\r\nConnection: close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200")


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        # Browsers connect ahead; an answer to that would be taken for one to the next request.
        pytest.param(b"", b"", id="silent"),
        pytest.param(b"\r\n" * 40_000, b"", id="line-ends"),
        pytest.param(b"GET / HT", b"HTTP/1.1 408 ", id="head"),
        pytest.param(
            b"POST /api/games HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
            b"HTTP/1.1 408 ",
            id="body",
        ),
    ],
)
def test_too_slow(server: Server, sent: bytes, said: bytes) -> None:
    began = time.monotonic()
    assert answer_to(server, sent)[: len(said) or 1] == said
    assert time.monotonic() - began < 30


@pytest.mark.heavy
def test_a_drip_does_not_help(server: Server) -> None:
    began = time.monotonic()
    with closing(socket.create_connection(("127.0.0.1", server.port), 10)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\n")
        with suppress(OSError):
            while time.monotonic() - began < 60:
                raw.sendall(b"X: 1\r\n")
                time.sleep(0.3)
    assert HEAD_SECONDS - 1 < time.monotonic() - began < HEAD_SECONDS + 10


@pytest.mark.heavy
def test_who_does_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that nobody takes is given up, and so is its connection."""
    monkeypatch.setattr(connections, "WRITE_SECONDS", 1.0)
    with inside(tmp_path) as server:
        size = 30_000_000

        async def large() -> Response:
            return Response(b"x" * size)

        server.app.add_api_route("/large", large)
        with closing(server.target.connect()) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            time.sleep(4)
            got = 0
            with suppress(ConnectionResetError):
                while taken := line.recv(1 << 20):
                    got += len(taken)
            assert got < size
        assert server.target.ask("GET", "/healthz")[0] == 200


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
