"""The commands ``serve`` and ``expire``: wrong use is told, passwords are not, old games are kept."""

import gzip
import json
import logging
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient
from typer.testing import CliRunner

from abstractplay_hex import load_game, new_game
from abstractplay_hex.cli import app as cli
from abstractplay_hex.playground import expiry, faults
from abstractplay_hex.playground.app import Settings, create_app
from abstractplay_hex.playground.files import Kept
from abstractplay_hex.playground.storage import Head, Storage
from abstractplay_hex.playground.tables import ComputerSeats
from tests.playground.hosts import Started


def said(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, list(arguments))
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        *(
            ("postgresql://ann:{}@127.0.0.1:1/games", secret)
            for secret in ("geheim", "geh/eim", "geh%2Feim", "geh%40eim", "geh@eim", "geh:eim")
        ),
        ("postgresql://ann:{}@127.0.0.1:no/games", "geheim"),
        ("postgresql://ann@127.0.0.1:1/games?password={}", "geh@eim"),
        ("postgresql://ann:{}@127.0.0.1:1/games?nonsense=1", "geheim"),
        ("postgresql+nonsense://ann:{}@127.0.0.1/games", "geheim"),
        ("nonsense://ann:{}@127.0.0.1/games", "geheim"),
        ("://ann:{}@127.0.0.1/games", "geh:eim"),
    ],
)
def test_passwords_are_never_said(url: str, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = url.format(secret)
    for number, command in enumerate((["serve", "--port", "0"], ["expire", "--days", "9"])):
        if number:
            monkeypatch.setenv("ABSTRACTPLAY_HEX_DB", given)
        status, shown = said(*command, *(() if number else ("--db", given)))
        assert status == 2
        assert "the database cannot be opened: " in shown
        assert len(shown.splitlines()) == 1
        assert "geh" not in shown
        assert "eim" not in shown
    assert "geh" not in repr(Settings(database=given, host_key="geheim" * 4))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--root-path", "hex"], "a path looks like /hex"),
        (["--root-path", "/hex/"], "a path looks like /hex"),
        (["--root-path", "/"], "a path looks like /hex"),
        (["--root-path", "//hex"], "a path looks like /hex"),
        (["--root-path", "/hex?a"], "a path looks like /hex"),
        (["--root-path", "/hex/../a"], "a path looks like /hex"),
        (["--root-path", "/."], "a path looks like /hex"),
        (["--root-path", "/h\u00e9x"], "a path looks like /hex"),
        (["--root-path", "/hex\n"], "a path looks like /hex"),
        (["--proxy-from", "proxy.local"], "is no address or network"),
        (["--proxy-from", "10.0.0.1/8"], "is no address or network"),
        (["--rate", "-1"], "--rate"),
        (["--db", "/no/such/folder/games.sqlite3"], "that folder does not exist"),
    ],
)
def test_wrong_use_is_told(arguments: list[str], told: str) -> None:
    status, shown = said("serve", *arguments)
    assert status == 2
    assert told in " ".join(re.sub(r"[│╭╮╰╯─]", " ", shown).split())


@pytest.mark.parametrize(
    ("settings", "headers", "told"),
    [
        ({"proxy": False}, {"X-Forwarded-For": "192.0.2.1"}, "start with --proxy"),
        ({"proxy": True}, {"X-Forwarded-For": "192.0.2.1"}, ""),
        (
            {"proxy": True},
            {"X-Forwarded-For": "192.0.2.1", "Origin": "https://hex.example.org"},
            "must pass the Host on",
        ),
    ],
)
def test_a_proxy_that_is_set_up_wrongly(
    settings: dict[str, Any],
    headers: dict[str, str],
    told: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(faults, "_logged", {})
    app = create_app(Settings(database=str(tmp_path / "games.sqlite3"), **settings))
    with TestClient(app) as client, caplog.at_level(logging.WARNING):
        for _ in range(3):
            client.post("/api/games", json={"game": "pods"}, headers=headers)
    assert [told in message for message in caplog.messages] == [True] * bool(told)


def test_static_files_are_read_once(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    app = Starlette(routes=[Mount("/static", Kept(directory=tmp_path))])
    with TestClient(app) as client:
        first = client.get("/static/a.js")
        assert (first.text, first.headers["content-length"]) == ("one", "3")
        assert first.headers["content-type"].startswith("text/javascript")
        same = {"If-None-Match": first.headers["etag"]}
        assert client.get("/static/a.js", headers=same).status_code == 304
        assert client.head("/static/a.js").headers["content-length"] == "3"
        file.write_text("another")
        os.utime(file, (1, 1))
        assert client.get("/static/a.js", headers=same).text == "another"
        assert client.get("/static/b.js").status_code == 404


# ---- Old games -----------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path) -> Any:
    """A database with an old game over, one under way, one of a plugin that is gone, and a new one."""
    path = tmp_path / "games.sqlite3"
    with TestClient(create_app(Settings(database=str(path), rate=0))) as client:
        games = [Started(client, "pods", names=["Ann", "Bób"]) for _ in range(3)]
        games.append(Started(client, "dendria", ["size-5"]))
        for game in games:
            if game is not games[3]:
                assert game.first.move(1, 0, "g7").status_code == 200
        games[0].second.post("/resign", seat=2)
    with closing(sqlite3.connect(path)) as file, file:
        idents = [game.ident for game in games[:3]]
        marks = ",".join("?" * 3)
        file.execute(f"UPDATE games SET changed = '2020-01-01' WHERE id IN ({marks})", idents)
        file.execute(
            "UPDATE games SET state = replace(state, 'pods', 'gone') WHERE id = ?", idents[2:]
        )
    return path, [game.ident for game in games]


def there(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as file:
        return {row[0] for row in file.execute("SELECT id FROM games")}


def test_old_games_are_kept_in_an_archive(old: Any, tmp_path: Path) -> None:
    path, idents = old
    archive = tmp_path / "old.jsonl.gz"
    command = ["expire", "--db", str(path), "--days", "365"]
    assert said(*command, "--dry-run") == (0, "3 old games\n")
    assert there(path) == set(idents)
    over = tmp_path / "over.jsonl"
    status, shown = said(*command, "--over", "--archive", str(over))
    assert (status, shown) == (0, f"1 game removed, kept in {over}\n")
    status, shown = said(*command, "--archive", str(archive))
    assert (status, shown) == (0, f"2 games removed, kept in {archive}\n")
    assert there(path) == {idents[3]}
    # What is kept is whole, and the other commands read it.
    (kept,) = [json.loads(line) for line in over.read_text().splitlines()]
    assert (kept["id"], kept["names"], kept["moves"]) == (
        idents[0],
        ["Ann", "Bób"],
        ["g7", "resign"],
    )
    assert load_game(kept["state"], verify=True).gameover
    status, shown = said("verify", str(over))
    assert (status, " 0 bad" in shown) == (0, True), shown
    lines = [json.loads(line) for line in gzip.decompress(archive.read_bytes()).splitlines()]
    assert {line["id"] for line in lines} == set(idents[1:3])


def test_archives_say_which_seats_were_computers() -> None:
    computers = ComputerSeats(levels={1: 4, 3: 2})
    head = Head(ident="a", uid="pods", names=("", "Ann", "Bot", ""), keys={}, computers=computers)
    line = expiry.line_of(head, new_game("pods").serialize())
    assert line["names"] == ["level:4", "Ann", "Bot", ""]


def test_an_archive_is_not_written_over(old: Any, tmp_path: Path) -> None:
    path, idents = old
    archive = tmp_path / "old.jsonl"
    archive.write_text("precious")
    status, shown = said("expire", "--db", str(path), "--days", "1", "--archive", str(archive))
    assert (status, shown) == (2, f"{archive} exists already; name a new file\n")
    assert (archive.read_text(), there(path)) == ("precious", set(idents))
    nowhere = tmp_path / "no" / "old.jsonl"
    status, _ = said("expire", "--db", str(path), "--days", "1", "--archive", str(nowhere))
    assert (status, there(path)) == (2, set(idents))


@pytest.mark.parametrize("days", ["nan", "inf", "1e300", "999999999", "-1", "a year"])
def test_days_that_are_none(old: Any, days: str) -> None:
    path, idents = old
    status, shown = said("expire", "--db", str(path), "--days", days)
    assert (status, "--days" in shown, there(path)) == (2, True, set(idents))


def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "gmaes.sqlite3"
    status, shown = said("expire", "--db", str(path), "--days", "9")
    assert (status, shown) == (2, f"there is no database {path}\n")
    assert not path.exists()


def test_a_database_that_others_write_to(old: Any, tmp_path: Path) -> None:
    """Nothing is removed, in one line; the games that the archive has are in the database, too."""
    path, idents = old
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, shown = said("expire", "--db", str(path), "--days", "365")
        other.execute("ROLLBACK")
    assert (status, shown.count("\n"), "locked" in shown) == (2, 1, True)
    assert there(path) == set(idents)


def test_what_goes_on_meanwhile_stays(old: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path, idents = old
    storage = Storage(str(path))
    plain = Storage.remove

    def late(self: Storage, heads: Any) -> int:
        head = storage.head(idents[1])
        assert head is not None
        storage.change(head, head)
        return plain(self, heads)

    monkeypatch.setattr(Storage, "remove", late)
    done = expiry.expire(storage, expiry.before(365))
    storage.close()
    assert (done.found, done.removed, done.left) == (3, 2, 1)
    assert there(path) == {idents[1], idents[3]}
