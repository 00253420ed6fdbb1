"""How fast the Pods rules are, as ratios to the plain oracle timed in the same process.

``python tests/bench/bench_pods.py`` prints a table; ``pytest tests/bench/bench_pods.py`` asserts
lenient bars (the machine may be busy). Positions: plies 30 to 80 of the recorded ``place80`` games,
every fourth. Each figure is the best of several rounds, fast and plain by turns, the garbage
collector on as always.
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

REPO = Path(__file__).resolve().parents[2]
if str(REPO) not in sys.path:  # run as a script, or not installed
    sys.path.insert(0, str(REPO))

from abstractplay_hex.games.pods.rules import (  # noqa: E402
    LAYOUT,
    Migration,
    Placement,
    PodsPosition,
    Turn,
    is_legal,
    is_over,
    iter_turns,
    move_texts,
    replay,
)

RECORDED = REPO.parent / "shared" / "recorded" / "pods-20240802.jsonl"
PLAIN = REPO / "tests" / "oracles" / "pods_plain.py"
ROUNDS = 5
#: The machine to which replay is scaled needs this for a plain influence, in seconds.
PLAIN_INFLUENCE = 0.002

needs_recorded = pytest.mark.skipif(
    not RECORDED.is_file(), reason=f"no recorded games at {RECORDED}"
)


def load_plain() -> Any:
    spec = importlib.util.spec_from_file_location("pods_plain", PLAIN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parse(text: str) -> Turn:
    cells = [LAYOUT.cell[name] for name in text.split("-")]
    return Placement(*cells) if len(cells) == 1 else Migration(*cells)


def seconds(function: Callable[[Any], object], items: list[Any]) -> float:
    """Return the seconds an item of one run over *items*."""
    begin = time.perf_counter()
    for item in items:
        function(item)
    return (time.perf_counter() - begin) / len(items)


@cache
def figures() -> dict[str, float]:
    """Return what was measured: seconds a call, and turns a second for ``replay``."""
    plain = load_plain()
    boards: list[tuple[dict[Any, int], int]] = []
    games: list[list[Turn]] = []
    with RECORDED.open(encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            if not any("(" in move for move in game["moves"]):
                games.append([parse(move) for move in game["moves"]])
            if game["kind"] == "place80":
                for ply in game["plies"][29:80:4]:
                    board = {plain.CELL[name]: player for name, player in ply["board"]}
                    boards.append((board, ply["turn"]))

    def fresh() -> list[PodsPosition]:
        """Return the positions with nothing computed yet."""
        out = []
        for board, side in boards:
            cells = [(LAYOUT.cell[plain.NAME[c]], p) for c, p in board.items()]
            first, second = (sum(1 << c for c, p in cells if p == player) for player in (1, 2))
            out.append(PodsPosition((first, second), side, bytes(c for c, _ in cells)))
        return out

    # Up to ten turns a position, spread over its list, all but a few of them legal.
    trials: list[list[Turn]] = []
    for pos in fresh():
        turns = list(iter_turns(pos))
        trials.append([*turns[:: len(turns) // 8 + 1], Placement(pos.order[0])])

    def legal(item: tuple[PodsPosition, Turn]) -> bool:
        pos, turn = item
        # Nothing cached from the turn before: each call is the first on its position.
        return is_legal(PodsPosition(pos.whales, pos.side, pos.order), turn)

    pairs = [(pos, turn) for pos, ts in zip(fresh(), trials, strict=True) for turn in ts]
    best: dict[str, float] = {}

    def note(what: str, value: float) -> None:
        best[what] = min(value, best.get(what, value))

    plies = sum(map(len, games))
    for _ in range(ROUNDS):
        note("plain influence", seconds(lambda item: plain.influence(item[0]), boards))
        note("influence", seconds(lambda pos: pos.marks, fresh()))
        note("is_over", seconds(is_over, fresh()))
        note("plain moves", seconds(lambda item: plain.moves(*item), boards))
        note("move_texts", seconds(move_texts, fresh()))
        note("is_legal", seconds(legal, pairs))
        note("replay, a ply", seconds(replay, games) * len(games) / plies)
    return best


def table() -> list[tuple[str, float, str]]:
    """Return what was measured, its microseconds, and the ratio to the plain oracle or the rate."""
    f = figures()
    scaled = f["plain influence"] / PLAIN_INFLUENCE / f["replay, a ply"]
    notes = {
        "influence": f"{f['plain influence'] / f['influence']:.1f} x plain influence (bar 25)",
        "move_texts": f"{f['plain moves'] / f['move_texts']:.1f} x plain moves (bar 16)",
        "is_legal": f"{f['plain moves'] / f['is_legal']:.0f} x plain moves (bar 50)",
        "is_over": f"{f['plain influence'] / f['is_over']:.1f} x plain influence",
        "replay, a ply": f"{scaled:.0f} plies/s scaled to a plain influence of 2 ms (bar 12000)",
    }
    return [(what, value * 1e6, notes.get(what, "")) for what, value in f.items()]


@needs_recorded
def test_influence() -> None:
    assert figures()["plain influence"] / figures()["influence"] >= 15


@needs_recorded
def test_move_texts() -> None:
    assert figures()["plain moves"] / figures()["move_texts"] >= 10


@needs_recorded
def test_is_legal() -> None:
    assert figures()["plain moves"] / figures()["is_legal"] >= 50


@needs_recorded
def test_replay() -> None:
    f = figures()
    assert f["plain influence"] / PLAIN_INFLUENCE / f["replay, a ply"] >= 8000


if __name__ == "__main__":
    if not RECORDED.is_file():
        sys.exit(f"no recorded games at {RECORDED}")
    for what, micros, comment in table():
        print(f"{what:16} {micros:9.1f} µs  {comment}")
