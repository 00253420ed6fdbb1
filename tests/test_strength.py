"""The tool that measures computer players: it goes on where it was interrupted, and tells what was played."""

from pathlib import Path

import pytest

from abstractplay_hex.matches import Match, Sequential
from abstractplay_hex.players import LEVELS, NAMES
from tools import strength
from tools.strength import State, Trial, bars_table, ladder_table, play, rungs

TRIAL = Trial(
    "dendria size-5: level:4 against random",
    Match("dendria", ("level:4", "random"), 6, ("size-5",)),
    0.5,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "strength.jsonl"


def test_all_bars_and_rungs_can_be_played() -> None:
    trials = [*strength.bars(), *rungs()]
    for trial in trials:
        trial.match.checked()
    assert len({trial.key for trial in trials}) == len(trials)
    told = {trial.match.players for trial in trials if trial.test is not None}
    assert len(told) == len(LEVELS) - 1
    assert {name for pair in told for name in pair} <= {*NAMES}


def test_it_goes_on_where_it_was_interrupted(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play([TRIAL], State(file), 1, None)
    lines = file.read_text().splitlines()
    assert len(lines) == 6
    whole = bars_table([TRIAL], State(file))
    assert "| 6 |" in whole[2]
    assert "reached" in whole[2]
    # Interrupted in the midst of writing the second game of a pair.
    file.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20])
    assert len(State(file).of(TRIAL)) == 2
    play([TRIAL], State(file), 1, None)
    assert bars_table([TRIAL], State(file)) == whole
    size = file.stat().st_size
    play([TRIAL], State(file), 1, None)
    assert file.stat().st_size == size


def test_other_levels_are_another_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    before = TRIAL.key
    monkeypatch.setattr(strength, "LEVELS", LEVELS[:3])
    assert TRIAL.key != before


def test_the_ladder_is_told_from_the_bottom(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "LADDERS", (("dendria", ("size-5",)),))
    monkeypatch.setattr(strength, "RUNG", Sequential(0, 300))
    trials = [trial for trial in rungs() if trial.match.players == ("level:4", "level:3")]
    assert ladder_table(trials, State(file))[-1] == "| 1 | | | | | 0 |"
    low = [trial for trial in rungs() if trial.match.players == ("level:2", "level:1")]
    play(low, State(file), 1, None)
    row = ladder_table(low, State(file))[-1]
    assert row.startswith("| 2 | 1 | ")
    assert int(row.split("|")[-2]) > 50
