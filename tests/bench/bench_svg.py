"""Speed and size of pictures, by pytest-benchmark.

    pytest tests/bench/bench_svg.py

"Scaled" means: on a machine where ``pods_plain.influence`` takes 2 ms a position.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from abstractplay_hex import Game
from abstractplay_hex.records import read_game, replay
from tests.conftest import fixture_games
from tests.oracles import pods_plain

MOST_MS = 3.0
MOST_BYTES = 60_000


def middle(name: str, index: int) -> Game[Any, Any]:
    """Return a recorded game at the middle, where the board is fullest of everything."""
    game = replay(read_game(fixture_games(name)[index]))
    return game.load(len(game.stack) * 2 // 3)


def plain_influence() -> float:
    """Return the best time of the plain influence of one position, in seconds."""
    game = middle("pods-20240802.jsonl", 0)
    position = game._ply.position
    keys = game.render(alt_display="hide-influence")["pieces"].split("\n")
    board = {
        pods_plain.ROWS[r][c]: 1 if key == "A" else 2
        for r, row in enumerate(keys)
        for c, key in enumerate(row)
        if key != "-"
    }
    assert len(board) == sum(w.bit_count() for w in position.whales)
    influence: Callable[[Any], object] = pods_plain.influence
    times = []
    for _ in range(15):
        began = perf_counter()
        influence(board)
        times.append(perf_counter() - began)
    return min(times)


@pytest.mark.parametrize(
    ("name", "index"),
    [("pods-20240802.jsonl", 0), ("dendria-20261129.jsonl", 4), ("dendria-20261129.jsonl", 13)],
)
def test_svg_of_a_board(benchmark: Any, name: str, index: int) -> None:
    game = middle(name, index)
    svg = benchmark.pedantic(game.svg, rounds=25, iterations=1, warmup_rounds=2)
    scaled = benchmark.stats.stats.min * 0.002 / plain_influence()
    print(f"\n{name} {index}: {scaled * 1000:.2f} ms scaled, {len(svg)} bytes")
    assert scaled * 1000 < MOST_MS
    assert len(svg.encode()) < MOST_BYTES
