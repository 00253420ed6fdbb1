"""The check of speed: what has become slow fails, what is only noise does not."""

import json
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench import figures_pods, measure

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


def test_all_that_is_measured_in_short_has_a_ratio_that_is_kept() -> None:
    """The names of both games' figures, each of which the check compares."""
    names = measure.kept()
    for game in ("Pods", "Dendria"):
        for what in ("validated replay", "save", "load", "render", "SVG", "archive, one core"):
            assert f"{game}: {what}" in names
    assert {"Pods: influence", "Pods: moves()", "Dendria: all turns", "Dendria: apply"} <= set(
        names
    )
    assert {"Pods: one move checked", "Pods: apply, is it over"} <= set(names)
    assert "Dendria: one turn checked" in names


def test_a_machine_is_calibrated_with_our_own_fixtures_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the folder beside the project is missing there is one game of that kind, with a few positions."""
    monkeypatch.setattr(measure, "SHARED", tmp_path)
    figures_pods.place80.cache_clear()
    figures_pods.positions.cache_clear()
    boards: list[object] = []
    monkeypatch.setattr(figures_pods, "plain_influences", boards.extend)
    try:
        figures_pods.calibrate()
        assert 0 < len(figures_pods.positions()) < figures_pods.CALIBRATING
    finally:
        figures_pods.place80.cache_clear()
        figures_pods.positions.cache_clear()
    assert len(boards) == figures_pods.CALIBRATING
