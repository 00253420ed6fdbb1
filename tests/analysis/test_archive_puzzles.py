"""Puzzles of whole archives: a game that goes wrong, or that workers die of, is a bad one among others."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from abstractplay_hex import registry
from abstractplay_hex.records import archive
from abstractplay_hex.records.archive import ProcessPool
from tests.analysis.test_commands import FEW, cli
from tests.conftest import ROOT
from tests.nim import NimRules, Pile
from tests.test_matches import Register


class Uneven(NimRules):
    """Values that are none, where few stones are left."""

    info = evolve(NimRules.info, uid="uneven")

    def evaluate(self, position: Pile) -> tuple[float, ...]:
        return (0.0,) if position.stones < 4 else super().evaluate(position)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Four games, the second of which comes to where the rules fail."""
    won = "5/6/S1S2s1/4s2S/1s1S2s2/1S6/2s4/6/S4 D 1 D"  # by passing
    good = {"game": "dendria", "variants": ["size-5"], "position": won, "moves": ["pass"]}
    lines = [good, {"game": "uneven", "id": "falls", "moves": ["3", "3", "3"]}, good, good]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def found(*args: object) -> tuple[int, str, str, str]:
    """Return status, output, errors, and what was written."""
    result = cli("puzzles", *args, *FEW, "--lead", 0.05)
    path = Path(str(args[args.index("-o") + 1]))
    written = path.read_text() if path.exists() else ""
    return result.exit_code, result.stdout, result.stderr, written


def test_rules_that_fail_make_one_game_a_bad_one(games: Path, register: Register) -> None:
    register("uneven", f"{__name__}:Uneven")
    out = games.with_name("out")
    status, told, complaints, written = found(games, "-o", out, "-j", 1)
    assert status == 1
    assert told.startswith("4 games: 3 good, 1 bad; ")
    (line,) = complaints.splitlines()
    assert line.startswith(f"{games}:2: uneven falls: ")
    assert "evaluate()" in line
    sources = [json.loads(line)["source"] for line in written.splitlines()]
    assert sources == [f"{games}:{n}" for n in (1, 3, 4)]


def test_a_game_of_self_play_that_fails_is_named(tmp_path: Path, register: Register) -> None:
    register("uneven", f"{__name__}:Uneven")
    given = ("--self-play", "uneven", "--games", 2, "--seed", 7, "-o", tmp_path / "out", "-j", 1)
    status, told, complaints, _ = found(*given)
    assert (status, told) == (1, "2 games: 0 good, 2 bad; 0 puzzles\n")
    first, second = complaints.splitlines()
    assert first.startswith("self-play: uneven 7-0: ")
    assert second.startswith("self-play: uneven 7-1: ")
    assert "evaluate()" in first


class Deadly(ProcessPool):
    """A pool of this one process that dies of some games."""

    def __init__(self) -> None:
        self._max_workers = 1
        self.alive = True

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if not self.alive or any(text in repr(args) for text in ("falls", "number=1")):
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future

    def renew(self) -> None:
        """There is nothing to renew."""


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Deadly:
    """What does the work of all commands."""
    pool = Deadly()

    @contextmanager
    def workers(*_: object) -> Iterator[Deadly]:
        yield pool

    monkeypatch.setattr(archive, "workers", workers)
    return pool


@pytest.mark.usefixtures("pool")
def test_a_game_that_workers_die_of_is_a_bad_one(games: Path, register: Register) -> None:
    register("uneven", f"{__name__}:Uneven")
    status, told, complaints, written = found(games, "-o", games.with_name("out"))
    assert status == 1
    assert told.startswith("4 games: 3 good, 1 bad; ")
    assert complaints == f"{games}:2: every process that checked it died.\n"
    assert written
    nim = register("nim", "tests.nim:NimRules")
    given = ("--self-play", nim, "--games", 3, "-o", games.with_name("own"))
    status, told, complaints, _ = found(*given)
    assert status == 1
    assert told.startswith("3 games: 2 good, 1 bad; ")
    assert complaints == "self-play: nim 0-1: every process that checked it died.\n"


def test_workers_that_cannot_begin_end_it(games: Path, pool: Deadly) -> None:
    pool.alive = False
    status, _, complaints, written = found(games, "-o", games.with_name("out"))
    assert (status, written) == (2, "")
    assert "the worker processes died" in complaints


KILLER = """
import os
from attrs import evolve
from tests.conftest import ROOT
from tests.nim import NimRules

class Rules(NimRules):
    info = evolve(NimRules.info, uid="killer")

    def canonical(self, position):
        os._exit(3)
"""


@pytest.mark.heavy
def test_processes_that_a_game_ends_are_replaced(games: Path) -> None:
    """A plugin that ends the process that asks it, in real ones."""
    folder = games.parent
    (folder / "killer.py").write_text(KILLER)
    info = folder / "killer-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: killer\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\nkiller = killer:Rules\n")
    games.write_text(games.read_text().replace("uneven", "killer"))
    path = os.pathsep.join([str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")])
    for command, said in ((["puzzles"], "0 puzzles"), (["book", "build"], "positions")):
        done = subprocess.run(
            [sys.executable, "-m", "abstractplay_hex", *command, "games.jsonl", "-o", "out"]
            + (["--simulations", "1", "--lead", "2"] if command == ["puzzles"] else [])
            + ["-j", "2"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        assert done.stdout.startswith("4 games: 3 good, 1 bad; ")
        assert said in done.stdout
        assert done.stderr == "games.jsonl:2: every process that checked it died.\n"
