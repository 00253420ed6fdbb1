"""The bars that figures must reach: ``pytest tests/bench/bench_bars.py`` (on a quiet machine).

Those of the worst cases are in ``bench_dendria.py``.
"""

import subprocess
import sys
from functools import cache
from time import process_time
from typing import Any

import pytest

from abstractplay_hex import Game, new_game
from abstractplay_hex.players import Budget, player, think
from abstractplay_hex.records import read_game, replay
from tests.bench import figures_archive, figures_dendria, figures_env, figures_pods, measure
from tests.conftest import ROOT, fixture_games


@cache
def figures() -> dict[str, measure.Figure]:
    calibration = figures_pods.calibration()
    found = [*figures_pods.figures(), *figures_dendria.figures(), *figures_env.figures()]
    print("\n" + measure.table(found, calibration))
    return {figure.name: figure for figure in found}


def test_bars() -> None:
    below = [f for f in figures().values() if f.bar is not None and f.ratio < f.bar]
    assert below == []


def test_bars_of_archives() -> None:
    report = figures_archive.report(large=True)
    print("\n" + "\n".join(report.lines))
    assert report.missed == []


@pytest.mark.parametrize(
    ("name", "index"),
    [("pods-20240802.jsonl", 0), ("dendria-20261129.jsonl", 4), ("dendria-20261129.jsonl", 13)],
)
def test_size_of_pictures(name: str, index: int) -> None:
    """At two thirds of a recorded game the board is fullest of everything."""
    game = replay(read_game(fixture_games(name)[index]))
    assert len(game.load(len(game.stack) * 2 // 3).svg().encode()) < 60_000


def test_memory_of_130_plies() -> None:
    """A replayed game of 130 plies, everything of it looked at, takes less than 300 kB."""
    records = [measure.plain_record(g) for g in measure.games_of("pods")]
    record = next(r for r in records if len(r["moves"]) >= 130)
    recorded = read_game({**record, "moves": record["moves"][:130]})
    game, held = measure.held_by(lambda: replay(recorded))
    assert len(game.stack) == 131
    assert held < 300_000


# ---- computer players ----------------------------------------------------------------------------

BOARDS = ["pods", "dendria", "dendria size-9", "dendria modular-10"]


def middle(board: str) -> Game[Any, Any]:
    """Return a game as it stands after 30 plies of players who know what they do."""
    uid, *variants = board.split()
    game, choose = new_game(uid, variants), player("evaluation", 1)
    while len(game.stack) <= 30:
        game.move(choose(game) or "")
    return game


class At:
    """A flag that is set after some seconds of processor time: others may load the machine."""

    def __init__(self, seconds: float) -> None:
        self.at = process_time() + seconds

    def is_set(self) -> bool:
        return process_time() >= self.at


@pytest.mark.parametrize("board", BOARDS)
def test_a_stop_is_answered_within_50_ms(board: str) -> None:
    game, late = middle(board), []
    for n in range(20):
        flag = At(0.1 + 0.01 * n)
        think(game.rules, game.looked_at.position, Budget(60), stop=flag)
        late.append(process_time() - flag.at)
    print(f"\n{board}: {max(late):.4f} s")
    assert max(late) < 0.05


SEARCH = """
from abstractplay_hex.players import Budget, think
from tests.bench.bench_bars import At, middle
def most():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
game = middle({board!r})
before = most()
found = think(game.rules, game.looked_at.position, Budget(600), stop=At(3.0))
print(found.nodes, most() - before)
"""


@pytest.mark.parametrize("board", BOARDS)
def test_a_search_of_three_seconds_takes_less_than_100_mb(board: str) -> None:
    command = [sys.executable, "-c", SEARCH.format(board=board)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    nodes, megabytes = done.stdout.split()
    print(f"\n{board}: {nodes} positions, {float(megabytes):.1f} MB")
    assert float(megabytes) < 100
