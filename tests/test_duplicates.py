"""Games that occur more than once in archives: told by ``verify --duplicates``."""

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from abstractplay_hex import new_game
from abstractplay_hex.cli import app
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.records.archive import Duplicate, InProcess, Progress, run, running, workers
from abstractplay_hex.records.archive.duplicates import GamesSeen
from abstractplay_hex.records.files import Location

MOVES = ["j7", "f7", "i7", "g8"]


def line(moves: list[str], ident: Any = None, **more: Any) -> str:
    named = {} if ident is None else {"id": ident}
    return json.dumps({"game": "pods", "moves": moves, **named, **more})


def found_in(
    folder: Path, *lines: str, name: str = "x.jsonl", **options: Any
) -> list[tuple[Any, ...]]:
    """Return what is told of an archive: kind, line, and the line of the other game."""
    path = folder / name
    path.write_text("".join(f"{text}\n" for text in lines))
    told: list[Duplicate] = []
    statistics = run([path], duplicates=True, on_duplicate=told.append, **options)
    assert statistics.duplicates == Counter(one.kind for one in told)
    return [(one.kind, one.where.line, one.of.line) for one in told]


def test_ids(tmp_path: Path) -> None:
    """Of the same game; bad ones, too, as far as they can be read. A number is the text of it."""
    dendria = json.dumps({"game": "dendria", "moves": [], "id": 1})
    lines = [line(["g7"], 1), line(["h8"], 2), line(["g8"], "1"), line(["zz"], 2), dendria, "{bad"]
    assert found_in(tmp_path, *lines, line(["f7"]), line(["a1"])) == [("id", 3, 1), ("id", 4, 2)]


def test_the_same_game_and_the_beginning_of_one(tmp_path: Path) -> None:
    lines = [line(MOVES[:n]) for n in (4, 2, 4, 3, 2)]
    assert found_in(tmp_path, *lines) == [
        ("beginning", 2, 4),
        ("same", 3, 1),
        ("beginning", 4, 1),
        ("same", 5, 2),
    ]


def test_what_only_looks_alike(tmp_path: Path) -> None:
    """The text of a turn may begin another's; endings by word and starts are part of a game."""
    other = new_game("pods").move("a1").position()
    lines = [
        line(["a1"]),
        line(["a1", "resign(1)"]),
        line(["a1", "resign(2)"]),
        line([], position=other),
        json.dumps({"game": "dendria", "variants": ["size-5"], "moves": []}),
        json.dumps({"game": "dendria", "moves": []}),
    ]
    assert found_in(tmp_path, *lines) == [("beginning", 1, 2)]


def test_a_game_is_the_same_in_each_form(tmp_path: Path) -> None:
    game = new_game("pods")
    for move in MOVES:
        game.move(move)
    game.resign(1)
    record = game.record(["Ann", "Bob"])
    lines = [game.serialize(), json.dumps(record), line([*MOVES, "resign(1)"])]
    assert found_in(tmp_path, *lines) == [("same", 2, 1), ("same", 3, 1)]


def plainly(games: list[tuple[str, ...]]) -> Counter[str]:
    """Count what is the same or a beginning, by comparing each game with each other."""
    out: Counter[str] = Counter()
    for i, one in enumerate(games):
        if one in games[:i]:
            out["same"] += 1
        elif any(len(other) > len(one) and other[: len(one)] == one for other in games):
            out["beginning"] += 1
    return out


@pytest.mark.parametrize("seed", range(5))
def test_what_is_found_among_many(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    games = []
    for _ in range(60):
        game = new_game("pods")
        for _ in range(rng.randrange(5)):
            game.move(rng.choice(game.moves()[: rng.choice([2, 8])]))
        games.append(tuple(str(ply.lastmove) for ply in game.stack[1:]))
    found = found_in(tmp_path, *(line(list(moves)) for moves in games))
    expected = plainly(games)
    assert Counter(kind for kind, *_ in found) == expected
    assert expected["same"] > 3
    assert expected["beginning"] > 3
    for kind, at, of in found:
        one, other = games[at - 1], games[of - 1]
        assert (kind == "same") == (one == other)
        assert other[: len(one)] == one


class StopError(Exception):
    pass


@pytest.mark.parametrize("every", [1, 3])
def test_a_resumed_job_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(running, "GAMES_AT_ONCE", 2)
    monkeypatch.setattr(running, "SAVED_EVERY", 0.0)
    lines = [line(MOVES[: n % 4], n % 5) for n in range(20)]
    expected = found_in(tmp_path, *lines, report=tmp_path / "whole")
    calls = 0

    def stop(_: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls % (every + 1) == 0:
            raise StopError

    options: dict[str, Any] = {"report": tmp_path / "report", "checkpoint": tmp_path / "state"}
    while True:
        try:
            found = found_in_again(tmp_path / "x.jsonl", on_progress=stop, **options)
            break
        except StopError:
            continue
    assert calls > 4
    assert found == expected
    assert (tmp_path / "report").read_bytes() == (tmp_path / "whole").read_bytes()
    assert found_in_again(tmp_path / "x.jsonl", **options) == expected  # nothing was left to do
    assert (tmp_path / "report").read_bytes() == (tmp_path / "whole").read_bytes()


def found_in_again(path: Path, **options: Any) -> list[tuple[Any, ...]]:
    told: list[Duplicate] = []
    run([path], duplicates=True, on_duplicate=told.append, **options)
    return [(one.kind, one.where.line, one.of.line) for one in told]


def removed(path: Path) -> None:
    path.unlink()


def text(path: Path) -> None:
    path.write_text("no database at all" * 100)


def emptied(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("DELETE FROM games")
    base.commit()
    base.close()


@pytest.mark.parametrize("damage", [removed, text, emptied])
def test_a_job_is_not_resumed_without_its_list(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path, state = tmp_path / "x.jsonl", tmp_path / "state"
    path.write_text(f"{line(['g7'])}\n{line(['g7'])}\n")
    run([path], duplicates=True, checkpoint=state)
    damage(tmp_path / "state.games")
    with pytest.raises(ArgumentError) as caught:
        run([path], duplicates=True, checkpoint=state)
    assert caught.value.code == "archive.games-seen"
    with pytest.raises(ArgumentError) as caught:  # one that did not look for them is another job
        run([path], checkpoint=state)
    assert caught.value.code == "archive.other-job"


def test_a_list_that_another_job_has_left_is_begun_anew(tmp_path: Path) -> None:
    path, state = tmp_path / "x.jsonl", tmp_path / "state"
    path.write_text(f"{line(['g7'])}\n")
    for _ in range(2):
        statistics = run([path], duplicates=True, checkpoint=state)
        assert statistics.duplicates == Counter()
        state.unlink()


def test_names_and_ids_of_any_letters(tmp_path: Path) -> None:
    seen = GamesSeen()
    for at in (1, 2):
        place = Location("b\udcffd.jsonl", at, None, 5)
        seen.add(place, "pods", "\ud800\0é", ("pods\n2", "\ud800\n"))
    id_, same = seen.duplicates()
    assert (id_.kind, same.kind) == ("id", "same")
    assert (same.where.path, same.ident) == ("b\udcffd.jsonl", "\ud800\0é")
    seen.close()


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{line(['g7'], 1)}\n{line(['h8'], 2)}\n{line(['g7'], 1)}\n{line([])}\n")
    report, stats = tmp_path / "report", tmp_path / "stats.json"
    arguments = ["verify", str(path), "--jobs", "1", "--report", str(report), "--stats", str(stats)]
    plain = CliRunner().invoke(app, arguments)
    assert plain.exit_code == 0
    assert "duplicates" not in json.loads(stats.read_text())
    shown = CliRunner().invoke(app, [*arguments, "--duplicates"])
    assert shown.exit_code == 1
    assert shown.stderr.splitlines() == [
        f"{path}:3: pods 1: the id is that of {path}:1",
        f"{path}:3: pods 1: this is the same game as {path}:1",
        f"{path}:4: pods: this is the beginning of {path}:1",
    ]
    assert "4 good, 0 bad; repeated: 1 ids, 1 games, 1 beginnings;" in shown.stdout
    entries = [json.loads(text) for text in report.read_text().splitlines()]
    assert [entry.get("duplicate") for entry in entries] == [None] * 4 + ["id", "same", "beginning"]
    assert entries[5]["of"] == {"path": str(path), "line": 1, "offset": 0}
    assert json.loads(stats.read_text())["duplicates"] == {"id": 1, "same": 1, "beginning": 1}
    path.write_text(line(["g7"]))
    alone = CliRunner().invoke(app, [*arguments, "--duplicates"])
    assert (alone.exit_code, alone.stderr) == (0, "")


@pytest.mark.heavy
def test_other_processes_tell_the_same(tmp_path: Path) -> None:
    lines = [line(MOVES[: n % 4], n % 50) for n in range(200)]
    expected = found_in(tmp_path, *lines, executor=InProcess())
    with workers(2) as executor:
        assert found_in(tmp_path, *lines, executor=executor) == expected
