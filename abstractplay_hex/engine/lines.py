"""Requests as lines of one stream, answers as lines of another."""

from typing import BinaryIO, Final

from abstractplay_hex.engine.answering import Answer, Engine
from abstractplay_hex.errors import ArgumentError

_AT_ONCE: Final = 1 << 16


def serve(engine: Engine, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line of *requests* by a line of *answers*, in order, until there are no more.

    An empty line is no request. An answer is written as soon as it is known.

    :raises ArgumentError: if *requests* cannot be read any further.
    :raises OSError: if *answers* cannot be written.
    """
    while True:
        answer = _next(engine, requests)
        if answer is None:
            return
        answers.write(answer.data + b"\n")
        answers.flush()


def _next(engine: Engine, requests: BinaryIO) -> Answer | None:
    """Return the answer to the next request; ``None`` if there is none any more."""
    while True:
        line = _read(requests, engine.longest + 2)  # the line's end is not counted
        if not line:
            return None
        if len(line.rstrip(b"\r\n")) > engine.longest:
            while line and not line.endswith(b"\n"):  # what nobody could read need not be kept
                line = _read(requests, _AT_ONCE)
            return engine.too_long()
        if line.strip():
            return engine.answer(line.rstrip(b"\r\n"))


def _read(requests: BinaryIO, most: int) -> bytes:
    try:
        return requests.readline(most)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ArgumentError("engine.unreadable", reason=reason) from None
