"""Pods, measured by pytest-benchmark: what :mod:`.figures_pods` measures at the common interface.

    pytest tests/bench/bench_pods.py --benchmark-disable-gc

The last test compares with the plain oracle timed in the same run, and holds the ratios to their bars.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import Game
from abstractplay_hex.records import read_game, replay
from tests.bench.figures_pods import (
    forgetful,
    fresh,
    place80,
    plain_influences,
    plain_moves,
    positions,
)
from tests.bench.measure import PLAIN_INFLUENCE, plain_record

BEST: dict[str, float] = {}
"""Best time of one round of each benchmark, in seconds a unit (position, ply)."""


def measure(
    benchmark: Any,
    name: str,
    units: int,
    call: Callable[..., object],
    setup: Callable[[], Any] | None = None,
) -> None:
    benchmark.pedantic(call, setup=setup, rounds=7, iterations=1, warmup_rounds=1)
    BEST[name] = benchmark.stats.stats.min / units


def test_plain_influence(benchmark: Any) -> None:
    boards = [board for board, _ in positions()]
    measure(benchmark, "plain influence", len(boards), lambda: plain_influences(boards))


def test_plain_moves(benchmark: Any) -> None:
    boards, sides = [board for board, _ in positions()], [ours.side for _, ours in positions()]
    measure(benchmark, "plain moves", len(boards), lambda: plain_moves(boards, sides))


def test_influence(benchmark: Any) -> None:
    ours = [p for _, p in positions()]
    measure(benchmark, "influence", len(ours), lambda: [fresh(p).marks for p in ours])


def test_moves(benchmark: Any) -> None:
    def moves(games: list[Game[Any, Any]]) -> None:
        for game in games:
            game.moves()

    measure(benchmark, "moves", len(positions()), moves, lambda: ((forgetful(),), {}))


def test_one_typed_move(benchmark: Any) -> None:
    texts = [random.Random(1).choice(game.moves()) for game in forgetful()]

    def check(games: list[Game[Any, Any]]) -> None:
        for game, text in zip(games, texts, strict=True):
            game.validate_move(text)

    measure(benchmark, "one move", len(texts), check, lambda: ((forgetful(),), {}))


def test_validated_replay(benchmark: Any) -> None:
    recorded = [read_game(plain_record(game)) for game in place80()]
    plies = sum(len(game.plies) for game in recorded)
    measure(benchmark, "replay", plies, lambda: [replay(game) for game in recorded])


def test_bars(capsys: pytest.CaptureFixture[str]) -> None:
    if len(BEST) < 6:
        pytest.skip("run the whole file: the ratios need every benchmark")
    figures = [
        ("moves(), times as fast as plain", BEST["plain moves"] / BEST["moves"], 16),
        ("influence, times as fast as plain", BEST["plain influence"] / BEST["influence"], 25),
        ("one typed move to plain moves", BEST["plain moves"] / BEST["one move"], 50),
        (
            "validated replay, plies a second, scaled",
            BEST["plain influence"] / PLAIN_INFLUENCE / BEST["replay"],
            12_000,
        ),
    ]
    with capsys.disabled():
        print(f"\nplain influence here: {BEST['plain influence'] * 1000:.2f} ms")
        for name, value, bar in figures:
            print(f"{name:42} {value:10,.1f}  (bar {bar:,})")
    for name, value, bar in figures:
        assert value >= bar, name
