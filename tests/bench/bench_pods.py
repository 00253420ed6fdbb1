"""Pods through the common interface, measured by pytest-benchmark, as ratios to the plain oracle.

    pytest tests/bench/bench_pods.py --benchmark-disable-gc

Every figure is compared with ``pods_plain.influence`` (or ``.moves``) timed in the same run, since
machines differ and are noisy; the last test prints the ratios and holds them to the bars. "Scaled"
means: on a machine where the plain influence takes 2 ms. Positions are plies 30 to 80 of the
recorded ``place80`` games; all is skipped where the recorded games are missing.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from abstractplay_hex import Game, load_game, new_game
from abstractplay_hex.games.pods.rules import PodsPosition
from tests.bench.measure import held_by
from tests.conftest import recorded
from tests.oracles import pods_plain

PLAIN: Any = pods_plain
FILE = "pods-20240802.jsonl"
BEST: dict[str, float] = {}
"""Best time of one round of each benchmark, in seconds a unit (position, ply, state)."""


@cache
def place80() -> tuple[dict[str, Any], ...]:
    return tuple(g for g in recorded(FILE) if g["kind"] == "place80")


@cache
def positions() -> tuple[tuple[dict[tuple[int, int], int], PodsPosition], ...]:
    """Every tenth position of plies 30 to 80: the plain board, and ours."""
    out = []
    for game in place80():
        for ply in game["plies"][30:80:10]:
            board = {pods_plain.CELL[c]: p for c, p in ply["board"]}
            ours = new_game("pods", position=text_of(board, ply["turn"]))
            out.append((board, ours._stack[0].position))
    return tuple(out)


def text_of(board: dict[tuple[int, int], int], side: int) -> str:
    rows = []
    for row in pods_plain.ROWS:
        text, run = "", 0
        for cell in row:
            if cell in board:
                text += (str(run) if run else "") + " Ww"[board[cell]]
                run = 0
            else:
                run += 1
        rows.append(text + (str(run) if run else ""))
    return f"{'/'.join(rows)} {side}"


def fresh(position: PodsPosition) -> PodsPosition:
    """Return the position without anything worked out before."""
    return PodsPosition(position.whales, position.side, position.order)


def measure(benchmark: Any, name: str, units: int, call: Callable[[], object]) -> None:
    benchmark.pedantic(call, rounds=7, iterations=1, warmup_rounds=1)
    BEST[name] = benchmark.stats.stats.min / units


def test_plain_influence(benchmark: Any) -> None:
    boards = [b for b, _ in positions()]
    measure(benchmark, "plain influence", len(boards), lambda: [PLAIN.influence(b) for b in boards])


def test_plain_moves(benchmark: Any) -> None:
    pairs = [(b, p.side) for b, p in positions()]
    measure(benchmark, "plain moves", len(pairs), lambda: [PLAIN.moves(b, s) for b, s in pairs])


def test_influence(benchmark: Any) -> None:
    ours = [p for _, p in positions()]
    measure(benchmark, "influence", len(ours), lambda: [fresh(p).marks for p in ours])


def test_moves(benchmark: Any) -> None:
    games = [new_game("pods", position=p.text) for _, p in positions()]

    def run() -> None:
        for game in games:
            game._stack[0] = type(game._stack[0])(
                fresh(game._stack[0].position), (), None, game._stack[0].timestamp, "20240802"
            )
            game.moves()

    measure(benchmark, "moves", len(games), run)


def test_one_typed_move(benchmark: Any) -> None:
    games = [new_game("pods", position=p.text) for _, p in positions()]
    texts = [random.Random(1).choice(game.moves()) for game in games]
    pairs = list(zip(games, texts, strict=True))
    measure(benchmark, "one move", len(pairs), lambda: [g.validate_move(t) for g, t in pairs])


def replayed(moves: list[str]) -> Game[Any, Any]:
    game = new_game("pods")
    for move in moves:
        game.move(move)
    return game


def test_validated_replay(benchmark: Any) -> None:
    lists = [game["moves"] for game in place80()]
    plies = sum(map(len, lists))
    measure(benchmark, "replay", plies, lambda: [replayed(moves) for moves in lists])


def test_strict_load(benchmark: Any) -> None:
    """Scaled to 30 kB: states of about that size, time by the byte."""
    states = [g["state"] for g in recorded(FILE) if 25_000 < len(g.get("state", "")) < 45_000]
    units = sum(map(len, states)) / 30_000
    measure(benchmark, "load 30 kB", 1, lambda: [load_game(s) for s in states])
    BEST["load 30 kB"] /= units


def test_save(benchmark: Any) -> None:
    games = [load_game(g["state"]) for g in place80()]
    plies = sum(len(g.stack) for g in games)
    measure(benchmark, "save a ply", plies, lambda: [g.serialize() for g in games])


def test_render(benchmark: Any) -> None:
    games = [new_game("pods", position=p.text) for _, p in positions()]
    measure(benchmark, "render", len(games), lambda: [g.render() for g in games])


def memory_of_130_plies() -> float:
    """Bytes held by a replayed game of 130 plies, everything of it looked at."""
    moves = next(g["moves"] for g in recorded(FILE) if len(g["moves"]) >= 130)[:130]
    game, held = held_by(lambda: replayed(moves))
    assert len(game.stack) == 131
    return held


def test_bars(capsys: pytest.CaptureFixture[str]) -> None:
    if len(BEST) < 9:
        pytest.skip("run the whole file: the ratios need every benchmark")
    to_2_ms = BEST["plain influence"] / 0.002
    memory = memory_of_130_plies()
    figures = [
        ("moves() against plain", BEST["plain moves"] / BEST["moves"], 10, "x"),
        ("influence against plain", BEST["plain influence"] / BEST["influence"], 15, "x"),
        ("one typed move against plain moves", BEST["plain moves"] / BEST["one move"], 50, "x"),
        ("validated replay, scaled", to_2_ms / BEST["replay"], 6_000, " plies/s"),
        ("strict loads of 30 kB, scaled", to_2_ms / BEST["load 30 kB"], 1_000, "/s"),
        ("renders, scaled", to_2_ms / BEST["render"], 2_000, "/s"),
        ("plies saved, scaled", to_2_ms / BEST["save a ply"], 2_000, "/s"),
    ]
    with capsys.disabled():
        print(f"\nplain influence here: {BEST['plain influence'] * 1000:.2f} ms")
        for name, value, bar, unit in figures:
            print(f"{name:40} {value:10,.1f}{unit}  (bar {bar:,})")
        print(f"{'memory of a 130-ply game':40} {memory / 1000:10,.1f} kB  (bar 300)")
    assert memory < 300_000
    for name, value, bar, _ in figures:
        assert value >= bar, name
