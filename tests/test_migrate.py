"""``abstractplay-hex migrate``: files of saved games brought up, safely."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from abstractplay_hex.cli import app
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
