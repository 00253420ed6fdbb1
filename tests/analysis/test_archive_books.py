"""Books of whole archives: the same whoever counts, and whatever workers die of."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.analysis.book_building import BookBuilder, count_all, count_packed
from abstractplay_hex.records import read_files
from abstractplay_hex.records.archive import ProcessPool, workers
from abstractplay_hex.records.generating import Plan, generate
from tests.analysis.test_commands import cli
from tests.clusters import dask_cluster, until
from tests.nim import NimRules
from tests.test_matches import Register

DEADLY = '{"game":"pods","id":"deadly","moves":[]}'


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive that takes several chunks, two of whose games are bad."""
    monkeypatch.setattr(sys.modules["abstractplay_hex.records.archive.running"], "GAMES_AT_ONCE", 4)
    texts = list(generate(Plan("pods", most_plies=4), 15))
    texts[2:2] = ['{"game": "pods", "moves": ["zz"]}']
    texts.append("{")
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{text}\n" for text in texts))
    return path


def book_of(path: Path, executor: Executor | None = None) -> tuple[bytes, list[str | None]]:
    """Return the bytes of the book, and what is wrong with each game."""
    out = path.with_name("book")
    with BookBuilder(3) as builder:
        found = list(count_all(read_files(path), builder, executor=executor))
        builder.write(out)
    sizes = [mark.taken for _, mark in found]
    assert sizes == sorted(sizes)
    return out.read_bytes(), [game.defect.code if game.defect else None for game, _ in found]


def test_the_book_is_the_same_whoever_counts(games: Path) -> None:
    book, wrong = book_of(games)
    assert [n for n, code in enumerate(wrong) if code] == [2, 16]
    with ThreadPoolExecutor(2) as threads:
        assert book_of(games, threads) == (book, wrong)


@pytest.mark.heavy
def test_processes_count_the_same(games: Path) -> None:
    with workers(2) as executor:
        assert book_of(games, executor) == book_of(games)


@pytest.mark.heavy
def test_a_dask_cluster_counts_the_same(games: Path, tmp_path: Path) -> None:
    with dask_cluster(tmp_path) as (address, _), workers(dask=address) as executor:
        assert book_of(games, executor) == book_of(games)


class Deadly(ProcessPool):
    """A pool of this one process that dies of a certain game."""

    def __init__(self) -> None:
        self._max_workers = 1
        self.alive = True

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if not self.alive or (fn is count_packed and b"deadly" in args[0]):
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(fn(*args, **kwargs))
        return future

    def renew(self) -> None:
        """There is nothing to renew."""


def test_a_game_that_workers_die_of_is_a_bad_one(games: Path) -> None:
    book, wrong = book_of(games)
    lines = games.read_text().splitlines()
    games.write_text("\n".join([*lines[:7], DEADLY, *lines[7:]]) + "\n")
    pool = Deadly()
    assert book_of(games, pool) == (book, [*wrong[:7], "archive.worker", *wrong[7:]])
    pool.alive = False
    with pytest.raises(BrokenExecutor):
        book_of(games, pool)


class Askew(NimRules):
    """Plays well, but has no images."""

    def canonical(self, position: Any) -> Any:
        raise ZeroDivisionError


def test_a_fault_of_a_plugin_is_one_of_the_game(tmp_path: Path, register: Register) -> None:
    register("nim", f"{__name__}:Askew")
    path = tmp_path / "nim.jsonl"
    path.write_text(json.dumps({"game": "nim", "moves": ["1"]}) + "\n")
    result = cli("book", "build", path, "-o", tmp_path / "book", "-j", 1)
    assert result.exit_code == 1
    assert "nim.jsonl:1" in result.stderr
    assert "ZeroDivisionError" in result.stderr
    assert not (tmp_path / "book").exists()


@pytest.mark.heavy
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_the_old_book(jobs: int, tmp_path: Path) -> None:
    path, book = tmp_path / "games.jsonl", tmp_path / "book"
    text = next(generate(Plan("pods", most_plies=8), 1))
    path.write_text("[]\n" + f"{text}\n" * 3000)
    book.write_text("before")
    line = [sys.executable, "-m", "abstractplay_hex", "book", "build", str(path), "-o", str(book)]
    told = tmp_path / "told"
    with (
        told.open("wb") as stderr,
        subprocess.Popen([*line, "-j", str(jobs)], stderr=stderr, process_group=0) as process,
    ):
        until(lambda: "games.jsonl:1" in told.read_text())
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of them
        assert process.wait(60) == 130
    assert told.read_text().splitlines()[1:] == ["interrupted"]
    assert book.read_text() == "before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["book", "games.jsonl", "told"]


def test_wrong_use(games: Path) -> None:
    result = cli("book", "build", games, "-o", "b", "-j", 1, "--dask", "tcp://127.0.0.1:1")
    assert (result.exit_code, "either --jobs or --dask" in result.stderr) == (2, True)
    assert cli("book", "build", games, "-o", "b", "-j", 0).exit_code == 2
