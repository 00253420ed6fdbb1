"""Games from other packages: built, installed beside the wheel, found, played, checked."""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from abstractplay_hex import (
    ArgumentError,
    UnknownGameError,
    game_class,
    games,
    new_game,
    problems,
    registry,
)
from abstractplay_hex.scaffold import scaffold
from tests.conftest import ROOT

SAMPLE = ROOT / "tests" / "sample_package"


class Fake:
    """An entry point that says which package it comes from."""

    def __init__(self, name: str, value: str, package: str) -> None:
        self._point = EntryPoint(name, value, registry.GROUP)
        self.name, self.value = name, value
        self.dist = type("Dist", (), {"name": package})()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Fake]]:
    """Entry points as if other packages were installed."""
    points: list[Fake] = []
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry._installed.cache_clear()
    registry._loaded.cache_clear()
    yield points
    monkeypatch.undo()
    registry._installed.cache_clear()
    registry._loaded.cache_clear()


def test_a_plugin_is_found(installed: list[Fake]) -> None:
    installed.append(Fake("nim", "tests.nim:Nim", "nim-package"))
    assert [info.uid for info in games()] == ["dendria", "nim", "pods"]
    assert new_game("nim").move("2").position() == "8 2"
    assert problems() == ()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("tests.no_such_module:Game", "No module named"),
        ("tests.nim:NoSuchName", "NoSuchName"),
        ("tests.nim:START", "no Game class"),
        ("tests.plugin_that_fails:Game", "boom"),
    ],
)
def test_a_broken_plugin_takes_nothing_down(installed: list[Fake], value: str, reason: str) -> None:
    installed.append(Fake("broken", value, "broken-package"))
    assert [info.uid for info in games()] == ["dendria", "pods"]
    assert reason in str(problems()[0])
    with pytest.raises(UnknownGameError, match="broken"):
        new_game("broken")
    assert new_game("pods").moves()


def test_two_packages_with_one_uid_are_both_named(installed: list[Fake]) -> None:
    installed.append(Fake("nim", "tests.nim:Nim", "one-package"))
    installed.append(Fake("nim", "tests.nim:Nim", "other-package"))
    installed.append(Fake("pods", "tests.nim:Nim", "impostor"))
    for uid, packages in (("nim", "one-package, other-package"), ("pods", "impostor")):
        with pytest.raises(UnknownGameError) as caught:
            game_class(uid)
        assert caught.value.code == "game.duplicate"
        assert packages in str(caught.value)
    assert [info.uid for info in games()] == ["dendria"]


def test_a_plugin_must_be_the_game_it_is_named_for(installed: list[Fake]) -> None:
    installed.append(Fake("draughts", "tests.nim:Nim", "nim-package"))
    with pytest.raises(UnknownGameError, match="nim"):
        game_class("draughts")


def test_scaffold_refuses_bad_names(tmp_path: Path) -> None:
    for name in (
        "",
        "My-Game",
        "9lives",
        "class",
        "json",
        "a" * 60,
        "../x",
        "abstractplay_hex",
        "pods",
        "po_ds",
    ):
        with pytest.raises(ArgumentError):
            scaffold(name, tmp_path)
    (tmp_path / "taken").mkdir()
    with pytest.raises(ArgumentError, match="exists"):
        scaffold("taken", tmp_path)
    assert list(tmp_path.rglob("*.py")) == []


def test_scaffold_renames_everything(tmp_path: Path) -> None:
    files = scaffold("my_game", tmp_path)
    assert tmp_path / "my_game" / "my_game" / "rules.py" in files
    assert tmp_path / "my_game" / "tests" / "test_mygame.py" in files
    for path in files:
        text = path.read_text(encoding="utf-8")
        for name in ("hexsample", "Stretch", '"stretch'):
            assert name not in text, path


@pytest.fixture(scope="module")
def clean_venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the library's wheel, the sample package, and a scaffolded one.

    What all of them depend on is taken from this environment, so that no network is needed.
    """
    folder = tmp_path_factory.mktemp("plugins")
    wheels = folder / "wheels"
    sources = folder / "sources"
    shutil.copytree(SAMPLE, sources / "hexsample", ignore=shutil.ignore_patterns("__pycache__"))
    scaffold("my_game", sources)
    for source in (ROOT, sources / "hexsample", sources / "my_game"):
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--outdir", str(wheels), str(source)],
            check=True,
            capture_output=True,
        )
    home = folder / "venv"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    names = sorted(map(str, wheels.glob("*.whl")))
    assert len(names) == 3
    library = next(n for n in names if "abstractplay_hex" in n)
    others = [n for n in names if n != library]
    subprocess.run(
        [str(python), "-m", "pip", "install", "-q", f"{library}[cli]", *others, "pytest"],
        check=True,
        capture_output=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
    )
    return home


@pytest.mark.slow
def test_installed_packages_are_found_played_and_checked(clean_venv: Path, tmp_path: Path) -> None:
    def run(*command: str) -> str:
        done = subprocess.run(
            [str(clean_venv / "bin" / command[0]), *command[1:]],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        print(done.stdout)
        return done.stdout

    listed = json.loads(run("abstractplay-hex", "games", "--json"))
    assert [info["uid"] for info in listed] == ["dendria", "mygame", "pods", "stretch"]
    code = "import abstractplay_hex as h; print(h.new_game('stretch').move('c3').position())"
    assert "X" in run("python", "-c", code)
    for uid in ("stretch", "mygame"):
        run("abstractplay-hex", "check", uid)
    out = run("pytest", "-q", "-p", "no:cacheprovider", "--abstractplay-game", "stretch")
    assert "passed" in out
