"""Asking an engine, in this process or in one of its own."""

import json
import subprocess
import sys
from typing import IO, Any

from abstractplay_hex.codec import validate
from abstractplay_hex.engine import Engine


def ask(engine: Engine, **request: Any) -> Any:
    """Return the answer to a request, once it is known that the schemas agree to both."""
    return answer_of(engine, request)


def answer_of(engine: Engine, request: Any) -> Any:
    text = engine.answer(json.dumps(request).encode()).text
    assert "\n" not in text
    answer = json.loads(text)
    validate(answer, "engine-answer-1")
    return answer


class Process:
    """``abstractplay-hex engine`` in a process of its own."""

    def __init__(self, *options: str) -> None:
        self.run = subprocess.Popen(
            [sys.executable, "-m", "abstractplay_hex", "engine", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.run.stdin is not None
        assert self.run.stdout is not None
        assert self.run.stderr is not None
        self.stdin: IO[bytes] = self.run.stdin
        self.stdout: IO[bytes] = self.run.stdout
        self.stderr: IO[bytes] = self.run.stderr

    def send(self, line: bytes) -> None:
        self.stdin.write(line)
        self.stdin.flush()

    def ask(self, **request: Any) -> Any:
        self.send(json.dumps(request).encode() + b"\n")
        return json.loads(self.stdout.readline())

    def end(self) -> tuple[int, str]:
        """Wait; return the status and what was said on standard error."""
        said = self.stderr.read().decode()
        self.stdout.close()
        status = self.run.wait(60)
        self.stderr.close()
        return status, said
