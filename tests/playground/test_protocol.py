"""Bounds before anything is parsed, on a real server in a process of its own."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from starlette.requests import Request
from starlette.responses import Response

from abstractplay_hex.playground import protocol
from abstractplay_hex.playground.limits import LARGEST_BODY, LARGEST_UPLOAD
from abstractplay_hex.playground.protocol import HEAD_SECONDS, LARGEST_HEAD
from tests.bench.heaviest import inside
from tests.playground.hosts import Server, connect, serving

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
                b"1;" + b"x" * (LARGEST_UPLOAD + 8 * LARGEST_BODY),
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


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: a\r\n"
CLOSE = b"Connection: close\r\n\r\n"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        pytest.param(b"GET / HTTP/1.0\r\n\r\n", [200], id="1.0"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400], id="tls"),
        pytest.param(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400], id="h2"),
        pytest.param(b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", [400], id="connect"),
        pytest.param(b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", [400], id="no-ascii"),
        pytest.param(POST + b"Content-Length: x\r\n\r\n", [400], id="length"),
        pytest.param(POST + b"Content-Length: -1\r\n\r\n", [400], id="negative"),
        pytest.param(POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n", [400], id="two"),
        pytest.param(
            POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", [400], id="both"
        ),
        pytest.param(POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", [400], id="chunk"),
        # Answers come in the order of the requests, a refusal included.
        pytest.param(HEALTH + b"\r\n" + b"NONSENSE\r\n\r\n", [200, 400], id="behind"),
        pytest.param(
            (HEALTH + b"\r\n") * 2 + POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            [200, 200, 400],
            id="chunk-behind",
        ),
        pytest.param(
            HEALTH + b"\r\nGET / HT", [200, 408], id="slow-behind", marks=pytest.mark.long
        ),
        pytest.param(
            HEALTH + b"\r\n" + POST + b"Content-Length: 9\r\n\r\n{",
            [200, 408],
            id="body-behind",
            marks=pytest.mark.long,
        ),
        # What was answered before it was complete is not answered again.
        pytest.param(
            POST + b"Origin: https://x.example\r\nContent-Length: 9\r\n\r\n{", [403], id="early"
        ),
        # Nobody speaks another protocol here. The connection ends, lest the next request be lost.
        pytest.param(
            HEALTH + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n" + HEALTH + CLOSE,
            [200],
            id="upgrade",
        ),
        pytest.param(
            POST + b"Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}",
            [400],
            id="upgrade-body",
        ),
    ],
)
def test_odd_requests(server: Server, sent: bytes, expected: list[int]) -> None:
    began = time.monotonic()
    said = answer_to(server, sent)
    assert [int(found) for found in re.findall(rb"HTTP/1.1 (\d+)", said)] == expected
    assert time.monotonic() - began < 29  # the server has closed it, and not for being idle
    with connect(server) as client:
        assert client.get("/healthz").status_code == 200


@pytest.mark.heavy
def test_line_ends_do_not_end_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    with inside(tmp_path) as server:

        async def slow() -> Response:
            await asyncio.sleep(1.5)
            return Response("done")

        server.app.add_api_route("/slow", slow)
        with closing(server.target.connect()) as line:
            line.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            time.sleep(0.1)
            line.sendall(b"\r\n")
            assert b"200 OK" in line.recv(4096)


@pytest.mark.heavy
def test_nothing_is_kept_from_behind_a_body(tmp_path: Path) -> None:
    """Trailers would be headers that nobody has bounded, or judged."""
    with inside(tmp_path) as server:

        async def count(request: Request) -> dict[str, int]:
            await request.body()
            return {"headers": len(request.scope["headers"])}

        server.app.add_api_route("/count", count, methods=["POST"])
        head = b"POST /count HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        with closing(server.target.connect()) as line:
            line.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")
            line.sendall(b"A: b\r\n" * 50_000 + b"\r\n")
            said = b""
            while got := line.recv(4096):
                said += got
        assert said.endswith(b'{"headers":3}')


@pytest.mark.heavy
def test_many_sent_ahead(server: Server) -> None:
    said = answer_to(server, (START + b"\r\n") * 400)
    assert said.count(b"HTTP/1.1 200") < 40


@pytest.mark.heavy
def test_a_head_just_small_enough(server: Server) -> None:
    long = b"X: " + b"y" * (LARGEST_HEAD - 10_000)
    said = answer_to(server, START + long + b"\r\nConnection: close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200")


@pytest.mark.long
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


@pytest.mark.long
def test_a_drip_does_not_help(server: Server) -> None:
    began = time.monotonic()
    with closing(socket.create_connection(("127.0.0.1", server.port), 10)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\n")
        with suppress(OSError):
            while time.monotonic() - began < 60:
                raw.sendall(b"X: 1\r\n")
                time.sleep(0.3)
    assert HEAD_SECONDS - 1 < time.monotonic() - began < HEAD_SECONDS + 10


@pytest.mark.long
def test_who_does_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that nobody takes is given up, and so is its connection."""
    monkeypatch.setattr(protocol, "WRITE_SECONDS", 1.0)
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
