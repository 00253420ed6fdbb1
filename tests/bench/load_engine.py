"""Requests a second of the engine process: ``python -m tests.bench.load_engine`` (ten seconds).

Requests go to ``abstractplay-hex engine`` in a process of its own through pipes, answers are read and
counted; the processor time of the engine alone is measured, besides the time by the clock. Both are
scaled to a machine on which a plain influence takes 2 ms, as all figures are. Then the memory that a kept
game takes, which the engine must not underestimate. Ends with status 1 if a bar is missed.
"""

import json
import os
import random
import subprocess
import sys
import time
from functools import partial
from typing import IO, Any

from abstractplay_hex import Game, load_game, new_game
from abstractplay_hex.engine.shelf import size_of
from tests.bench import figures_pods, measure

PLIES = 60
REQUESTS = 1500
TICKS = os.sysconf("SC_CLK_TCK")


def game_of(uid: str, variants: tuple[str, ...] = (), plies: int = PLIES) -> Game[Any, Any]:
    """Return a random game that is not over yet."""
    for seed in range(100):
        rng, game = random.Random(seed), new_game(uid, variants)
        while game.ply < plies and not game.gameover:
            game.move(game.random_move(rng) or "")
        if not game.gameover:
            return game
    raise AssertionError("no random game lasts long enough")


def looked_through(state: str) -> Game[Any, Any]:
    """Load a game and look at everything of it, so that all of it is worked out."""
    game = load_game(state)
    for ply in range(len(game.stack)):
        game.load(ply).render()
    return game


def cpu(pid: int) -> float:
    """Return the processor time that a process has had."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Process:
    """An engine that answers one request at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "abstractplay_hex", "engine"]
        self.run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.run.stdin is not None
        assert self.run.stdout is not None
        self._in: IO[bytes] = self.run.stdin
        self._out: IO[bytes] = self.run.stdout

    def ask(self, line: bytes) -> bytes:
        self._in.write(line)
        self._in.flush()
        return self._out.readline()

    def close(self) -> None:
        self._in.close()
        self.run.wait()

    def rates(self, lines: list[bytes]) -> tuple[float, float]:
        """Ask all; return requests a second of processor time, and by the clock."""
        before, began = cpu(self.run.pid), time.perf_counter()
        for line in lines:
            answer = self.ask(line)
            assert b'"error"' not in answer[:60], answer[:300]
        spent, taken = cpu(self.run.pid) - before, time.perf_counter() - began
        return len(lines) / spent, len(lines) / taken


def line_of(**request: Any) -> bytes:
    return json.dumps(request).encode() + b"\n"


def main() -> int:
    """Measure, show, and judge."""
    calibration = figures_pods.calibration()
    scale = calibration / measure.PLAIN_INFLUENCE
    game = game_of("pods")
    state, texts = game.serialize(), game.moves()
    moves = [ply.lastmove for ply in game.stack[1:]]
    engine = Process()
    key = json.loads(engine.ask(line_of(state=state, give=["key"])))["key"]
    tried = [texts[i % len(texts)] for i in range(REQUESTS)]
    plain = {"method": "validate_move"}
    rows = [
        (
            "validate, the game as moves",
            2000,
            [line_of(id=i, game="pods", moves=moves, args=[t], **plain) for i, t in enumerate(tried)],
        ),
        (
            "validate, the game by key",
            2000,
            [line_of(id=i, key=key, args=[t], **plain) for i, t in enumerate(tried)],
        ),
        (
            f"move, the state of {len(state) / 1000:.0f} kB as text both ways",
            400,
            [
                line_of(id=i, state=state, method="move", args=[t], give=["state"])
                for i, t in enumerate(tried)
            ],
        ),
        (
            "move, the state as an object both ways",
            400,
            [
                line_of(id=i, state=game.state(), calls=[{"method": "move", "args": [t]}, {"method": "state"}])
                for i, t in enumerate(tried)
            ],
        ),
    ]  # fmt: skip
    print(f"A plain influence takes {calibration * 1e3:.3f} ms here.\n")
    print("| what | by processor | scaled | by clock | bar |\n|---|---:|---:|---:|---:|")
    missed = []
    for what, bar, lines in rows:
        by_cpu, by_clock = engine.rates(lines)
        print(
            f"| {what} | {by_cpu:,.0f}/s | {by_cpu * scale:,.0f}/s | {by_clock:,.0f}/s | {bar:,} |"
        )
        missed += [] if by_cpu * scale >= bar else [what]
    engine.close()
    print("\n| kept game | bytes a ply | estimated |\n|---|---:|---:|")
    for uid, variants in (("pods", ()), ("dendria", ("size-9",)), ("dendria", ("modular-13",))):
        kept, held = measure.held_by(partial(looked_through, game_of(uid, variants).serialize()))
        plies = len(kept.stack)
        print(f"| {uid} {','.join(variants)} | {held // plies:,} | {size_of(kept) // plies:,} |")
        missed += [] if held <= size_of(kept) else [f"memory of {uid}"]
    for what in missed:
        print(f"bar not reached: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
