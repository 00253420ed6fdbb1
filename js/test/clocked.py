"""An engine whose clock starts in 2024 with each game that is begun, and ticks a second for each ply."""

import sys
from datetime import UTC, datetime, timedelta

from abstractplay_hex.engine import Engine
from abstractplay_hex.engine.answering import Answer
from abstractplay_hex.engine.lines import serve

START = datetime(2024, 1, 1, tzinfo=UTC)


class Clocked(Engine):
    """Counts the plies."""

    def __init__(self) -> None:
        super().__init__(clock=self.now)
        self.ticks = 0

    def now(self) -> datetime:
        """Return the time of the next ply."""
        self.ticks += 1
        return START + timedelta(seconds=self.ticks - 1)

    def answer(self, request: bytes) -> Answer:
        """Begin anew with a game that is begun."""
        if b'"game":' in request:
            self.ticks = 0
        return super().answer(request)


if __name__ == "__main__":
    serve(Clocked(), sys.stdin.buffer, sys.stdout.buffer)
