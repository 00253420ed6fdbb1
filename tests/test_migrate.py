"""``abstractplay-hex migrate``: files of saved games brought up, safely."""

import base64
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from abstractplay_hex import load_game
from abstractplay_hex.cli import app, migrating
from tests.conftest import FIXTURES

OLD = (FIXTURES / "states" / "dendria-20261101-size-5.json").read_text(encoding="utf-8").strip()
NEW = (FIXTURES / "states" / "dendria-20261129-size-5.json").read_text(encoding="utf-8").strip()
PODS = (FIXTURES / "states" / "pods-20240802-game-112.json").read_text(encoding="utf-8").strip()


def migrate(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["migrate", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


FORMS: dict[str, Callable[..., bytes]] = {
    "one.json": lambda *texts: texts[0].encode() + b"\n",
    "many.jsonl": lambda *texts: "".join(t + "\n" for t in texts).encode(),
    "array.json": lambda *texts: ("[" + ",\n".join(texts) + "]\n").encode(),
    "many.jsonl.gz": lambda *texts: gzip.compress("".join(t + "\n" for t in texts).encode()),
}


def content(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def plain(name: str, *texts: str) -> bytes:
    data = FORMS[name](*texts)
    return gzip.decompress(data) if name.endswith(".gz") else data


@pytest.mark.parametrize("name", FORMS)
def test_files_are_rewritten_in_their_own_form(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FORMS[name](OLD, PODS, OLD))
    path.chmod(0o640)
    before = path.read_bytes()
    status, out, _ = migrate("--check", path)
    assert status == 1
    assert "to be rewritten" in out
    assert path.read_bytes() == before
    assert migrate(path)[0] == 0
    assert content(path) == plain(name, NEW, PODS, NEW)
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]
    after = path.read_bytes()
    assert migrate("--check", path)[0] == 0
    assert migrate(path)[0] == 0
    assert path.read_bytes() == after


def test_a_file_with_a_bad_game_is_left_alone(tmp_path: Path) -> None:
    bad = json.loads(OLD)
    bad["stack"][3]["currplayer"] = 7
    path, other = tmp_path / "games.jsonl", tmp_path / "other.json"
    path.write_text(f"{OLD}\n{json.dumps(bad)}\nnot json\n")
    other.write_text(OLD)
    before = path.read_bytes()
    status, out, err = migrate(path, tmp_path / "missing.json", other)
    assert status == 1
    assert path.read_bytes() == before
    assert "games.jsonl:2" in err
    assert "$.stack[3].currplayer" in err
    assert "games.jsonl:3" in err
    assert "missing.json" in err
    assert other.read_text().strip() == NEW
    assert "faults: 3" in out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["games.jsonl", "other.json"]


def test_what_is_no_saved_game_stays(tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text(f'{{"game":"pods","moves":["g7"]}}\n{OLD}\n')
    status, out, _ = migrate(path)
    assert status == 0
    assert "no saved games, left as they are: 1" in out
    assert path.read_text() == f'{{"game":"pods","moves":["g7"]}}\n{NEW}\n'


def packed(text: str) -> str:
    return "gz:" + base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def test_a_link_stays_and_what_it_leads_to_is_rewritten(tmp_path: Path) -> None:
    real, link = tmp_path / "deep" / "real.json", tmp_path / "link.json"
    real.parent.mkdir()
    real.write_text(OLD)
    link.symlink_to(Path("deep") / "real.json")
    status, out, _ = migrate(link)
    assert status == 0
    assert out.startswith(f"{link}: 1 of 1 games rewritten")
    assert link.is_symlink()
    assert real.read_text().strip() == NEW
    assert list(real.parent.iterdir()) == [real]


def test_what_is_no_file_of_games_is_said(tmp_path: Path) -> None:
    pipe, dangling, circle = (tmp_path / n for n in ("pipe", "dangling.json", "circle.json"))
    os.mkfifo(pipe)
    dangling.symlink_to("nowhere.json")
    circle.symlink_to("circle.json")
    folder, empty = tmp_path / "folder", tmp_path / "empty.json"
    folder.mkdir()
    empty.touch()
    half, cut = tmp_path / "half.json", tmp_path / "cut.json.gz"
    half.write_text(OLD[:3000])
    cut.write_bytes(gzip.compress(OLD.encode())[:900])
    for path, reason in (
        (pipe, "not a regular file"),
        (dangling, "No such file"),
        (circle, ""),
        (folder, "Is a directory"),
        (empty, "no game"),
        (half, "not JSON"),
        (cut, "ends too early"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        for arguments in ((path,), ("--check", path)):
            status, out, err = migrate(*arguments)
            assert status == 1, path
            assert path.name in err
            assert reason in err
            assert "faults: 1" in out
        assert (path.read_bytes() if path.is_file() else b"") == before
    assert len(list(tmp_path.iterdir())) == 7


def test_check_writes_nothing_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a temporary file: the folder may be one where nobody may write."""
    path = tmp_path / "games.jsonl"
    path.write_text(OLD)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(migrating, "replacing", refused)
    status, out, _ = migrate("--check", path)
    assert status == 1
    assert "to be rewritten" in out
    status, _, err = migrate(path)  # and where nobody may write, rewriting says so
    assert status == 2
    assert "Permission denied" in err
    assert path.read_text() == OLD


def test_a_file_that_grows_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host may add a game while the others are read: it must not be lost."""
    path = tmp_path / "games.jsonl"
    path.write_text(f"{OLD}\n")
    size = path.stat().st_size

    def slowly(data: Any) -> Any:
        if path.stat().st_size == size:  # once
            with path.open("a") as more:
                more.write(f"{PODS}\n")
        return load_game(data)

    monkeypatch.setattr(migrating, "load_game", slowly)
    status, out, err = migrate(path)
    assert status == 1
    assert "changed while it was being read" in err
    assert "to be rewritten" in out
    assert path.read_text().startswith(f"{OLD}\n{PODS}\n")
    assert list(tmp_path.iterdir()) == [path]


def test_packed_states_stay_packed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{packed(OLD)}\n{packed(PODS)}\n{OLD}\n")
    assert migrate(path)[0] == 0
    first, second, third = path.read_text().splitlines()
    assert first.startswith("gz:")
    assert gzip.decompress(base64.b64decode(first[3:])).decode() == NEW
    assert second == packed(PODS)
    assert third == NEW


def test_what_is_not_older_stays_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    spaced = json.dumps(json.loads(PODS))
    other = '{"game": "pods",  "moves": ["g7"], "rating": 1.50e3}'
    moves = '["g7", "h7"]'
    path.write_text(f"{spaced}\n{other}\n\n{moves}\n{OLD}\n")
    assert migrate(path)[0] == 0
    assert path.read_text() == f"{spaced}\n{other}\n{moves}\n{NEW}\n"


def test_lines_and_arrays_are_not_mixed_up(tmp_path: Path) -> None:
    moves_first, mixed, arrays = (tmp_path / n for n in ("a.jsonl", "b.jsonl", "c.jsonl"))
    moves_first.write_text(f'["g7","h7"]\n{OLD}\n')
    assert migrate(moves_first)[0] == 0
    assert moves_first.read_text() == f'["g7","h7"]\n{NEW}\n'
    for path, text in ((mixed, f"{OLD}\n[{OLD}]\n"), (arrays, f"[{OLD}]\n[{OLD},{OLD}]\n")):
        path.write_text(text)
        status, _, err = migrate(path)
        assert status == 1
        assert "of its lines are arrays" in err
        assert path.read_text() == text


def test_versions_may_be_mixed_in_one_game(tmp_path: Path) -> None:
    """A game goes on after the library was brought up to date."""
    old, new = json.loads(OLD), json.loads(NEW)
    path = tmp_path / "game.json"
    for at in (1, 4, len(old["stack"]) - 1):
        path.write_text(json.dumps({**old, "stack": old["stack"][:at] + new["stack"][at:]}))
        assert migrate(path)[0] == 0
        assert path.read_text().strip() == NEW


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may chown")
def test_the_owner_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(OLD)
    os.chown(path, 65534, 65534)
    path.chmod(0o600)
    assert migrate(path)[0] == 0
    found = path.stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (65534, 65534, 0o600)


def test_a_full_disk_is_no_fault_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The status says that it could not be done; other files are rewritten, and none is lost."""
    paths = [tmp_path / name for name in ("a.json", "b.json")]
    for path in paths:
        path.write_text(OLD)
    sync, calls = os.fsync, iter([True, False])

    def full(descriptor: int) -> None:
        if next(calls):
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    status, out, err = migrate(*paths)
    assert (status, err) == (2, f"cannot write {paths[0]}: No space left on device\n")
    assert f"{paths[0]}: 1 of 1 games to be rewritten" in out
    assert [json.loads(path.read_text()) for path in paths] == [json.loads(OLD), json.loads(NEW)]
    assert sorted(tmp_path.iterdir()) == paths
