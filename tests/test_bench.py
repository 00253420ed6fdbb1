"""The check of speed: what has become slow fails, what is only noise does not."""

import json
from pathlib import Path

import pytest

from abstractplay_hex import game_info, new_game
from tests.bench import __main__ as bench
from tests.bench import figures_pods, growth, measure
from tests.oracles import pods_plain

Ratios = dict[str, float]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "ratios.json"
    path.write_text(json.dumps({"a": 20, "b": 5}))
    monkeypatch.setattr(measure, "RATIOS", path)
    monkeypatch.setattr(figures_pods, "calibration", lambda: 0.002)
    return path


def measuring(monkeypatch: pytest.MonkeyPatch, *rounds: Ratios) -> list[bool]:
    """Have these ratios measured, one round after the other; return what is filled with the rounds made."""
    made: list[bool] = []

    def figures(short: bool) -> list[measure.Figure]:
        made.append(short)
        found = rounds[min(len(made), len(rounds)) - 1]
        return [
            measure.Figure(name, "a ply", 0.001, ratio, bar=30) for name, ratio in found.items()
        ]

    monkeypatch.setattr(bench, "PARTS", {"pods": figures})
    return made


@pytest.mark.parametrize(
    ("rounds", "status", "said"),
    [
        ([{"a": 20, "b": 5}], 0, ""),
        ([{"a": 12.1, "b": 3.1}], 0, ""),  # less than 40 %
        ([{"a": 11.9, "b": 5}], 1, "fallen: a: 11.9, kept 20.0\n"),
        ([{"a": 11.9, "b": 5}, {"a": 19, "b": 1}], 0, ""),  # a busy moment
        ([{"a": 20}], 1, "fallen: b: not measured\n"),
        ([{"a": 1, "b": 1}], 1, "fallen: a: 1.0, kept 20.0\nfallen: b: 1.0, kept 5.0\n"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_a_fall_of_more_than_forty_per_cent_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    rounds: list[Ratios],
    status: int,
    said: str,
) -> None:
    made = measuring(monkeypatch, *rounds)
    assert bench.main(["--short", "--check"]) == status
    assert made == [True] * (2 if said or len(rounds) > 1 else 1)
    assert capsys.readouterr().err == said


def test_ratios_are_kept_and_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    measuring(monkeypatch, {"a": 40, "b": 5.5555})
    stored = tmp_path / "figures.json"
    assert bench.main(["--short", "--update", "--json", str(stored)]) == 0
    assert json.loads(kept.read_text()) == {"a": 40, "b": 5.56}
    data = json.loads(stored.read_text())
    assert data["plain_influence"] == 0.002
    assert {f["name"]: f["ratio"] for f in data["figures"]} == {"a": 40, "b": 5.5555}


@pytest.mark.usefixtures("kept")
def test_the_short_form_is_the_same_with_and_without_more_recorded_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = tmp_path / "recorded"
    recorded.mkdir()
    for name in ("pods-20240802.jsonl", "dendria.jsonl"):
        (recorded / name).write_text('{"beside": true, "plies": []}\n')
    monkeypatch.setattr(measure, "SHARED", tmp_path)
    seen: list[bool] = []

    def figures(short: bool) -> list[measure.Figure]:
        seen.extend("beside" in measure.games_of(name)[0] for name in ("pods", "dendria"))
        return []

    monkeypatch.setattr(bench, "PARTS", {"pods": figures})
    assert bench.main(["--short", "--only", "pods"]) == 0
    assert bench.main(["--only", "pods"]) == 0
    assert seen == [False, False, True, True]


@pytest.mark.usefixtures("kept")
def test_missed_bars_fail_where_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measuring(monkeypatch, {"a": 40, "b": 5})
    assert bench.main(["--short"]) == 0
    assert capsys.readouterr().err == ""
    assert bench.main(["--short", "--bars"]) == 1
    assert capsys.readouterr().err == "bar not reached: b: 5.0, bar 30\n"


def test_a_figure_without_a_kept_ratio_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    """So what continuous integration measures and what it compares are the same."""
    measuring(monkeypatch, {"a": 20, "b": 5, "c": 1})
    assert bench.main(["--short", "--check"]) == 1
    assert capsys.readouterr().err == "fallen: c: no ratio is kept (--short --update)\n"


@pytest.mark.parametrize("option", ["--check", "--update"])
def test_ratios_of_the_whole_form_are_not_compared(
    monkeypatch: pytest.MonkeyPatch, kept: Path, option: str
) -> None:
    """It measures more games, of which the ratios are others."""
    made = measuring(monkeypatch, {"a": 1, "b": 1})
    before = kept.read_bytes()
    with pytest.raises(SystemExit):
        bench.main([option])
    assert (made, kept.read_bytes()) == ([], before)


def test_a_machine_is_calibrated_by_the_same_boards_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever lies beside the project, and with the oracle that all ratios are about."""
    monkeypatch.setattr(measure, "SHARED", tmp_path)
    boards: list[object] = []
    monkeypatch.setattr(figures_pods, "plain_influences", boards.extend)
    figures_pods.positions.cache_clear()
    figures_pods.calibrate()
    assert len(boards) == figures_pods.CALIBRATING
    for board, ours in figures_pods.positions():
        assert len(board) >= 20
        assert new_game("pods", position=ours.text).position() == ours.text
        theirs = pods_plain.moves(board, ours.side)  # type: ignore[no-untyped-call]
        assert set(new_game("pods", position=ours.text).moves()) == set(theirs)


def test_how_cost_grows_is_stored_as_it_is_shown() -> None:
    rows = [
        growth.Growth("pods", "10", {"turns": 1234}, {"save": 0.25, "load": 0.000002}),
        growth.Growth("pods", "20", {"turns": 5}, {"save": 1.5, "load": 0.002}),
    ]
    assert list(growth.table(rows, "plies")) == [
        "| plies | turns | save | load |",
        "|---|---:|---:|---:|",
        "| 10 | 1,234 | 250.00 ms | 2.0 µs |",
        "| 20 | 5 | 1.50 s | 2.00 ms |",
    ]
    assert set(growth.SIDES + growth.MODULES) - {""} == {
        v.uid for v in game_info("dendria").variants if v.group == "board"
    } - {"#board"}
