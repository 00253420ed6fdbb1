"""The engine as a process: lines in, lines out, and how it ends."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from typer.testing import CliRunner

from abstractplay_hex import ArgumentError
from abstractplay_hex.cli import app
from abstractplay_hex.engine import Engine
from abstractplay_hex.engine.lines import serve
from tests.engine.asking import Process

ASK = b'{"id":1,"game":"pods","method":"ply"}\n'
DONE = {"id": 1, "result": 0}
MANY = 300
"""Requests that fit into a pipe; their answers do not."""


def lines(given: bytes, engine: Engine | None = None) -> list[Any]:
    out = io.BytesIO()
    serve(engine or Engine(), io.BytesIO(given), out)
    assert out.getvalue().endswith(b"\n") or not out.getvalue()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_an_answer() -> None:
    assert lines(b"") == []
    assert lines(ASK * 3) == [DONE] * 3
    assert lines(b"\n \r\n" + ASK + b"\n\n" + ASK.strip()) == [DONE] * 2
    assert lines(ASK.replace(b"\n", b"\r\n")) == [DONE]
    assert lines(b'{"id":"\\ud800","game":"pods","method":"ply"}')[0]["id"] == "\ud800"
    assert lines(b"[" + ASK.strip() + b"," + ASK.strip() + b"]\n") == [[DONE, DONE]]


@pytest.mark.parametrize("length", [999, 1000, 1001, 1002, 1003, 200_000])
def test_a_line_that_is_too_long_is_passed_over(length: int) -> None:
    """Its end is found, however long it is, and the next one is answered."""
    long = ASK.strip().ljust(length)
    answers = lines(long + b"\n" + ASK + long, Engine(longest=1000))
    told = ["engine.too-long"] if length > 1000 else [None]
    assert [a.get("error", {}).get("code") for a in answers] == [*told, None, *told]


def test_what_cannot_be_read_is_told() -> None:
    class Broken(io.BytesIO):
        def readline(self, size: Any = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(ArgumentError) as caught:
        serve(Engine(), Broken(), io.BytesIO())
    assert caught.value.code == "engine.unreadable"


def test_the_command() -> None:
    done = CliRunner().invoke(app, ["engine"], input=ASK.decode())
    assert (done.exit_code, json.loads(done.stdout)) == (0, DONE)
    assert CliRunner().invoke(app, ["engine", "--memory", "0"]).exit_code == 2


def test_answers_come_at_once_and_the_end_of_input_ends_it() -> None:
    process = Process()
    for _ in range(3):
        assert process.ask(id=1, game="pods", method="ply") == DONE
    process.send(ASK * 50)
    assert [json.loads(process.stdout.readline()) for _ in range(50)] == [DONE] * 50
    process.stdin.close()
    assert process.end() == (0, "")


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)]
)
def test_interrupted(number: int, status: int) -> None:
    process = Process()
    process.ask(id=1, game="pods", method="ply")
    process.run.send_signal(number)
    assert process.end() == (status, "interrupted\n")
    process.stdin.close()


def test_nobody_reads_the_answers() -> None:
    process = Process()
    process.ask(id=1, game="pods", method="ply")
    process.stdout.close()
    process.send(ASK)
    status = process.run.wait(60)
    assert (status, process.stderr.read()) == (141, b"")
    process.stderr.close()
    process.stdin.close()


@pytest.mark.parametrize(
    ("redirected", "status", "said"),
    [("<&-", 0, ""), (">&-", 0, ""), ("--memory x", 2, "x")],
)
def test_without_standard_streams(redirected: str, status: int, said: str) -> None:
    command = f'printf "%s\\n" "$ASK" | {{ "$PYTHON" -m abstractplay_hex engine {redirected}; }}'
    env = {**os.environ, "ASK": ASK.decode().strip(), "PYTHON": sys.executable}
    done = subprocess.run(["bash", "-c", command], env=env, capture_output=True, text=True)
    assert done.returncode == status
    assert said in done.stderr
    assert bool(done.stderr) is bool(said)


@pytest.mark.heavy
def test_killed_in_the_midst_of_an_answer() -> None:
    """What has been written is whole lines, and at most the beginning of one more: the pipe is full."""
    process = Process()
    for i in range(MANY):
        request = {"id": i, "game": "pods", "calls": [{"method": "render"}, {"method": "svg"}]}
        process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    first = process.stdout.readline()
    time.sleep(0.05)
    process.run.kill()
    rest = process.stdout.read().splitlines(keepends=True)
    process.run.wait(60)
    whole = [json.loads(line) for line in [first, *rest] if line.endswith(b"\n")]
    assert [answer["id"] for answer in whole] == list(range(len(whole)))
    assert all(line.endswith(b"\n") for line in rest[:-1])
    assert 0 < len(whole) < MANY
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            stream.close()
        except OSError:
            assert stream is process.stdin
