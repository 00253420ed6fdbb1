"""The bars that figures must reach: ``pytest tests/bench/bench_bars.py`` (on a quiet machine).

Those of the worst cases are in ``bench_dendria.py``.
"""

from functools import cache

import pytest

from abstractplay_hex.records import read_game, replay
from tests.bench import figures_archive, figures_dendria, figures_env, figures_pods, measure
from tests.conftest import fixture_games


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
