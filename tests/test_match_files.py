"""Matches in files: whatever ends them, what has been played is there, and is gone on from."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from abstractplay_hex.errors import ArgumentError, RulesError
from abstractplay_hex.matches import Sequential, Standing, keeping, run
from tests.test_matches import QUICK, Nameless, Register, cli

Said = dict[str, Any]


def read(path: Path) -> Said:
    said: Said = json.loads(path.read_text(encoding="utf-8"))
    return said


def interrupting(after: int) -> Any:
    """Return what interrupts a match after so many games."""

    def look(standing: Standing) -> None:
        if len(standing.played) >= after:
            raise KeyboardInterrupt

    return look


def test_whatever_ends_a_match_its_games_are_kept_and_gone_on_from(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    whole = run(QUICK).to_dict()
    for after in (2, 4):
        with pytest.raises(KeyboardInterrupt):
            run(QUICK, file=file, resume=True, on_pair=interrupting(after))
        said = read(file)
        assert (said["interrupted"], said["games"], said["planned"]) == (True, after, 6)
        assert said["records"] == whole["records"][:after]
    done = run(QUICK, file=file, resume=True)
    assert done.to_dict() == whole == read(file)
    assert whole["interrupted"] is False
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_match_that_is_done_is_not_played_again_but_longer(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run(evolve(QUICK, games=3), file=file)
    played: list[int] = []

    def note(standing: Standing) -> None:
        played.append(len(standing.played))

    run(evolve(QUICK, games=3), file=file, resume=True, on_pair=note)
    assert played == []
    longer = run(QUICK, file=file, resume=True, on_pair=note)
    assert played == [4, 6]  # the third game was half a pair
    assert longer.to_dict() == run(QUICK).to_dict()


def test_a_sure_test_needs_no_more(tmp_path: Path) -> None:
    file, test = tmp_path / "match.json", Sequential(0, 300)
    match = evolve(QUICK, games=200)
    sure = run(match, test=test, file=file)
    again = run(match, test=test, file=file, resume=True, on_pair=interrupting(0))
    assert again.to_dict() == sure.to_dict() == read(file)


def test_without_resume_it_begins_again_and_nothing_played_is_no_file(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run(evolve(QUICK, games=2), file=file)
    before = file.read_bytes()
    with pytest.raises(ArgumentError):
        run(evolve(QUICK, players=("nobody", "random")), file=file)
    assert file.read_bytes() == before
    with pytest.raises(KeyboardInterrupt):
        run(evolve(QUICK, seed=4), file=file, on_pair=interrupting(2))
    assert read(file)["seed"] == 4


def test_it_is_written_while_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "SAVED_EVERY", 0.0)
    monkeypatch.setattr(keeping, "SHARE", 0)
    file = tmp_path / "match.json"
    seen: list[tuple[int, bool]] = []

    def look(_: Standing) -> None:
        said = read(file)
        seen.append((said["games"], said["interrupted"]))

    run(QUICK, file=file, on_pair=look)
    assert seen == [(2, True), (4, True), (6, True)]


def test_rules_that_fail_lose_no_games(tmp_path: Path, register: Register) -> None:
    uid = register("nameless", f"{Nameless.__module__}:Nameless")
    match = evolve(QUICK, uid=uid, variants=(), players=("random", "random"))
    file = tmp_path / "match.json"
    run(match, file=file)
    before = read(file)["records"]
    with pytest.raises(RulesError):
        run(evolve(match, players=("level:4", "random")), file=file)
    assert read(file)["records"] == before  # nothing was played that could take its place


@pytest.mark.parametrize(
    ("changes", "differing"),
    [
        ({"seed": 4}, "seed"),
        ({"players": ("level:4", "greedy"), "opening": 3}, "players, opening"),
        ({"variants": ("size-6",)}, "variants"),
        ({"games": 2}, "games"),
    ],
)
def test_another_match_is_not_gone_on_from(
    changes: dict[str, Any], differing: str, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    run(evolve(QUICK, games=4), file=file)
    before = file.read_bytes()
    with pytest.raises(ArgumentError) as caught:
        run(evolve(QUICK, **{"games": 4, **changes}), file=file, resume=True)
    assert caught.value.code == "match.other"
    assert caught.value.params["differing"] == differing
    assert file.read_bytes() == before


def _cut(said: Said) -> object:
    return {**said, "winners": said["winners"][:-1]}


@pytest.mark.parametrize(
    "damage",
    [
        lambda said: None,
        lambda said: [],
        lambda said: {},
        lambda said: {**said, "winners": [2] * 4},
        lambda said: {**said, "winners": [True] * 4},
        lambda said: {**said, "records": ["x"] * 4},
        lambda said: {**said, "plies": [None] * 4},
        lambda said: {**said, "endings": ["mate"] * 4},
        lambda said: {**said, "games": 3},
        lambda said: {**said, "versions": 1},
        _cut,
    ],
)
def test_what_is_no_match_is_refused_and_left_alone(damage: Any, tmp_path: Path) -> None:
    file, four = tmp_path / "match.json", evolve(QUICK, games=4)
    run(four, file=file)
    file.write_text(json.dumps(damage(read(file))))
    before = file.read_bytes()
    with pytest.raises(ArgumentError) as caught:
        run(four, file=file, resume=True)
    assert caught.value.code == "match.file"
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"\xff", b"{", b"[" * 100_000])
def test_what_is_no_json_is_no_match(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(content)
    with pytest.raises(ArgumentError) as caught:
        run(QUICK, file=file, resume=True)
    assert caught.value.code == "match.file"


def test_other_versions_may_play_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run(evolve(QUICK, games=2), file=file)
    said = read(file)
    file.write_text(json.dumps({**said, "versions": {**said["versions"], "dendria": "1"}}))
    with pytest.raises(ArgumentError) as caught:
        run(QUICK, file=file, resume=True)
    assert caught.value.code == "archive.other-versions"


# ---- the command ---------------------------------------------------------------------------------

COMMAND = ("match", "level:5", "greedy", "--game", "pods", "--seed", "1", "-j", "2")


def test_resume_needs_a_file() -> None:
    result = cli(*COMMAND, "--resume")
    assert result.exit_code == 2
    assert "--json" in result.output


def test_a_file_that_cannot_be_written_is_not_said_to_have_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(keeper: keeping.Keeper, standing: Standing, interrupted: bool) -> None:
        raise OSError(28, "No space left on device")

    # The first saving comes too early to be made, so that something has been played.
    monkeypatch.setattr(keeping.Keeper, "now_and_then", lambda keeper, standing: None)
    monkeypatch.setattr(keeping.Keeper, "save", full)
    command = ("match", "level:5", "random", "--game", "dendria", "-v", "size-5", "-j", "1")
    result = cli(*command, "--games", 2, "--json", tmp_path / "match.json")
    assert result.exit_code == 2
    assert "2 games" in result.stderr
    assert "No space left" in result.stderr
    assert "goes on from there" not in result.stderr


@pytest.mark.heavy
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_command_that_is_ended_goes_on(end: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    line = [sys.executable, "-m", "abstractplay_hex", *COMMAND, "--games", "2000"]
    with subprocess.Popen([*line, "--json", file], stderr=subprocess.PIPE) as process:
        until = time.monotonic() + 120
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(end)
        _, told = process.communicate(timeout=60)
    said = read(file)
    assert said["interrupted"] is True
    assert 2 <= said["games"] < 2000
    assert said["games"] % 2 == 0
    if end is not signal.SIGKILL:
        assert b"Traceback" not in told
        assert b"--resume goes on from there" in told
        assert f"{said['games']} games".encode() in told
        assert process.returncode == (130 if end is signal.SIGINT else -end)
        assert [path.name for path in tmp_path.iterdir()] == ["match.json"]
    games = said["games"] + 2
    result = cli(*COMMAND, "--games", games, "--json", file, "--resume")
    assert result.exit_code == 0, result.output
    after = read(file)
    assert (after["interrupted"], after["games"]) == (False, games)
    assert after["records"][: said["games"]] == said["records"]
