"""Games from other packages: built, installed beside the wheel, found, played, checked."""

import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from typer.testing import CliRunner

from abstractplay_hex import (
    ArgumentError,
    UnknownGameError,
    game_class,
    games,
    new_game,
    problems,
    registry,
)
from abstractplay_hex.cli import app
from abstractplay_hex.scaffold import scaffold
from tests.clean_environment import build_wheel, clean_environment, variables
from tests.conftest import ROOT
from tests.pages.blocks import Block, blocks_of
from tests.pages.reader import Reader, reading

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
        ("tests.broken_plugins:NoInfo", "no class attribute info"),
        ("tests.broken_plugins:WrongInfo", "no class attribute info"),
        ("tests.broken_plugins:Unwritten", "does not define _assess, _click"),
        ("tests.broken_plugins:Leaves", "no attribute"),
        ("tests.broken_plugins:", ""),
        ("tests.broken_plugins", ""),
        (":Game", ""),
        ("", ""),
    ],
)
def test_a_broken_plugin_takes_nothing_down(installed: list[Fake], value: str, reason: str) -> None:
    installed.append(Fake("broken", value, "broken-package"))
    assert [info.uid for info in games()] == ["dendria", "pods"]
    assert reason in str(problems()[0])
    with pytest.raises(UnknownGameError, match="broken"):
        new_game("broken")
    assert new_game("pods").moves()


def test_a_class_inside_a_class_is_found(installed: list[Fake]) -> None:
    """As entry points allow."""
    installed.append(Fake("nim", "tests.broken_plugins:Holder.Nim", "nim-package"))
    assert game_class("nim").info.uid == "nim"


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
    with pytest.raises(
        UnknownGameError, match=r"give the entry point the same name in pyproject\.toml"
    ):
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


@pytest.mark.parametrize("name", ["attrs", "attr", "click", "pytest", "typer", "tests"])
def test_scaffold_takes_nobody_s_place(name: str, tmp_path: Path) -> None:
    """By the name of a module (attr) or of what pip installs (attrs)."""
    with pytest.raises(ArgumentError) as caught:
        scaffold(name, tmp_path)
    assert caught.value.code == "scaffold.installed"
    assert name in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("folder", "source"), [(".", "./my_game"), ("sub dir", "'./sub dir/my_game'")]
)
def test_scaffold_says_how_to_install_it(
    folder: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a path: ``pip install my_game`` would look for a package of that name on the index."""
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(app, ["scaffold", "my_game", "--in", folder])
    assert shown.exit_code == 0
    assert f"pip install -e {source}," in shown.stderr
    assert (tmp_path / folder / "my_game" / "pyproject.toml").exists()


def test_scaffold_renames_everything(tmp_path: Path) -> None:
    files = scaffold("my_game", tmp_path)
    assert tmp_path / "my_game" / "my_game" / "rules.py" in files
    assert tmp_path / "my_game" / "tests" / "test_mygame.py" in files
    for path in files:
        text = path.read_text(encoding="utf-8")
        for name in ("hexsample", "Stretch", '"stretch'):
            assert name not in text, path


def test_scaffolded_texts_hold_the_new_name_only_where_it_names_the_game(tmp_path: Path) -> None:
    """What the sample's players do is no word that is replaced by the uid."""
    for path in scaffold("my_game", tmp_path):
        for line in path.read_text(encoding="utf-8").splitlines():
            for found in re.finditer("mygame", line):
                before, after = line[: found.start()], line[found.end() :]
                code = before.endswith('"') and after[:1] in ('"', ".")  # "mygame", "mygame.form"
                entry = not before and after.startswith(" = ")
                command = before.endswith(("check ", "--abstractplay-game ")) and not after
                test = before == "def test_" and after.startswith("_passes")
                assert code or entry or command or test, f"{path.name}: {line}"


@pytest.mark.parametrize(
    "page", [ROOT / "docs" / "write-a-game.md", SAMPLE / "README.md"], ids=lambda p: p.name
)
def test_a_game_being_written_is_installed_so_that_edits_are_seen(page: Path) -> None:
    commands = re.findall(r"^pip install .*", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert commands
    assert all(command.startswith("pip install -e ") for command in commands)


@pytest.mark.slow
def test_the_sample_package_is_installed_found_played_and_checked(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As its README says, in a clean environment beside the library's wheel.

    A scaffolded package goes the same way where the documentation's page on writing a game is read.
    """
    wheels = tmp_path_factory.mktemp("wheels")
    library = build_wheel(ROOT, wheels)
    programs = clean_environment(tmp_path_factory.mktemp("clean"))
    environment = variables(programs)
    subprocess.run(
        [programs / "pip", "install", "-q", f"{library}[cli]"], check=True, env=environment
    )
    package = tmp_path / "hexsample"
    shutil.copytree(SAMPLE, package, ignore=shutil.ignore_patterns("__pycache__"))
    blocks = blocks_of((package / "README.md").read_text(encoding="utf-8"))
    with reading(Reader(package, environment)) as reader:
        (shown,) = [reader.do(block, "README.md") for block in blocks]
        print(shown)
        assert "stretch" in shown
        assert " 0 faults" in shown  # of the command check
        assert re.search(r"\d\d\d? passed", shown)  # of pytest
        found = Block("python", FIND_AND_PLAY, 1)
        assert reader.do(found, "found").split("\n")[0] == "dendria pods stretch"
    with zipfile.ZipFile(library) as wheel:
        names = wheel.namelist()
    assert "abstractplay_hex/template/pyproject.toml" in names
    assert not [name for name in names if "__pycache__" in name]


FIND_AND_PLAY = """
import abstractplay_hex as hexes
print(*(info.uid for info in hexes.games()))
assert hexes.problems() == ()
game = hexes.new_game("stretch").move("c3")
assert "X" in game.position()
assert hexes.load_game(game.serialize(), verify=True).position() == game.position()
"""
