"""Games from other packages: built, installed beside the wheel, found, played, checked."""

import importlib.metadata
import json
import os
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from typer.testing import CliRunner

from abstractplay_hex import (
    ArgumentError,
    Game,
    RecordError,
    Rules,
    UnknownGameError,
    game_class,
    games,
    get_rules,
    new_game,
    problems,
    registry,
)
from abstractplay_hex.cli import app
from abstractplay_hex.records import read_game
from abstractplay_hex.registry import rules_of
from abstractplay_hex.rules.stones import StoneRules
from abstractplay_hex.scaffold import scaffold
from tests import broken_plugins
from tests.clean_environment import build_wheel, clean_environment, variables
from tests.conftest import ROOT
from tests.nim import NimRules
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
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    registry.refresh()
    yield points
    monkeypatch.undo()
    registry.refresh()


def test_a_plugin_is_found(installed: list[Fake]) -> None:
    installed.append(Fake("nim", "tests.nim:NimRules", "nim-package"))
    assert [info.uid for info in games()] == ["dendria", "nim", "pods"]
    assert new_game("nim").move("2").position() == "8 2"
    assert problems() == ()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("tests.no_such_module:Game", "No module named"),
        ("tests.nim:NoSuchName", "NoSuchName"),
        ("tests.nim:START", "not a Rules class"),
        ("tests.nim:Pile", "not a Rules class"),
        ("abstractplay_hex:Game", "not a Rules class"),
        ("tests.plugin_that_fails:Game", "boom"),
        ("tests.broken_plugins:NoInfo", "no GameInfo"),
        ("tests.broken_plugins:WrongInfo", "no GameInfo"),
        ("tests.broken_plugins:Unwritten", "does not define click, draw, initial"),
        ("tests.broken_plugins:Raises", "no opening book"),
        ("tests.broken_plugins:Exits", "SystemExit(3)"),
        ("tests.broken_plugins:NeedsMore", "path"),
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


def test_games_installed_meanwhile_are_found_when_asked_to(installed: list[Fake]) -> None:
    assert "nim" not in registry.uids()
    installed.append(Fake("nim", "tests.nim:NimRules", "nim-package"))
    assert "nim" not in registry.uids()
    registry.refresh()
    assert "nim" in registry.uids()
    rules = get_rules("nim")
    registry.refresh()
    assert get_rules("nim") is rules
    installed.clear()
    registry.refresh()
    with pytest.raises(UnknownGameError):
        get_rules("nim")


def test_a_class_inside_a_class_is_found(installed: list[Fake]) -> None:
    """As entry points allow."""
    installed.append(Fake("nim", "tests.broken_plugins:Holder.NimRules", "nim-package"))
    assert game_class("nim").info.uid == "nim"


def test_two_packages_with_one_uid_are_both_named(installed: list[Fake]) -> None:
    installed.append(Fake("nim", "tests.nim:NimRules", "one-package"))
    installed.append(Fake("nim", "tests.nim:NimRules", "other-package"))
    with pytest.raises(UnknownGameError) as caught:
        game_class("nim")
    assert caught.value.code == "game.duplicate"
    assert "one-package, other-package" in str(caught.value)
    assert [info.uid for info in games()] == ["dendria", "pods"]
    assert [problem.code for problem in problems()] == ["game.duplicate"]


def test_a_built_in_game_is_not_hidden_and_the_impostor_is_named(installed: list[Fake]) -> None:
    installed.append(Fake("pods", "tests.nim:NimRules", "impostor"))
    assert new_game("pods").move("g7").currplayer == 2
    assert [info.uid for info in games()] == ["dendria", "pods"]
    (problem,) = problems()
    assert problem.code == "game.duplicate"
    assert "abstractplay_hex, impostor" in str(problem)


def test_a_plugin_must_be_the_game_it_is_named_for(installed: list[Fake]) -> None:
    installed.append(Fake("draughts", "tests.nim:NimRules", "nim-package"))
    with pytest.raises(
        UnknownGameError, match=r"give the entry point the same name in pyproject\.toml"
    ):
        game_class("draughts")


@pytest.mark.parametrize(
    "value",
    [
        "tests.nim:NimRules",
        "tests.nim : NimRules",
        " tests.nim\t:\tNimRules ",
        "tests.nim:NimRules[fast]",
        "tests.nim:NimRules [fast, small]",
        "tests.broken_plugins : Holder.NimRules [fast]",
    ],
)
def test_entry_points_in_any_spelling_of_the_standard(installed: list[Fake], value: str) -> None:
    installed.append(Fake("nim", value, "nim-package"))
    assert problems() == ()
    assert game_class("nim").info.uid == "nim"


PODS = get_rules("pods").info.name


def record_named(name: str) -> dict[str, Any]:
    game = new_game("pods").move("g7").resign(2)
    record: dict[str, Any] = json.loads(json.dumps(game.record(["Ann", "Bob"])))
    record["header"]["game"]["name"] = name
    return record


class TestNames:
    """Records name their game by its name alone, which any plugin may have."""

    def named(self, uid: str, name: str) -> type[NimRules]:
        return type("Named", (NimRules,), {"info": evolve(NimRules.info, uid=uid, name=name)})

    @pytest.fixture(autouse=True)
    def _plugins(self, installed: list[Fake], monkeypatch: pytest.MonkeyPatch) -> None:
        for uid, name in (("aaa", PODS), ("one", "Nim"), ("two", "Nim"), ("sole", "Sole")):
            monkeypatch.setattr(broken_plugins, uid, self.named(uid, name), raising=False)
            installed.append(Fake(uid, f"tests.broken_plugins:{uid}", f"{uid}-package"))
        registry.refresh()

    def test_a_built_in_game_keeps_its_records(self) -> None:
        assert read_game(record_named(PODS)).uid == "pods"
        assert read_game(record_named(PODS), "aaa").uid == "aaa"  # when asked to
        assert read_game(record_named(PODS), "two").uid == "pods"

    def test_plugins_of_one_name_are_both_told(self) -> None:
        with pytest.raises(RecordError) as caught:
            read_game(record_named("Nim"))
        assert "one (one-package), two (two-package)" in str(caught.value)
        assert read_game(record_named("Nim"), "two").uid == "two"
        assert read_game(record_named("Sole")).uid == "sole"

    def test_they_are_problems_and_told_by_the_command(self) -> None:
        told = [str(problem) for problem in problems()]
        assert ["pods (abstractplay_hex)" in says for says in told] == [True, False]
        assert "aaa (aaa-package)" in told[0]
        shown = CliRunner().invoke(app, ["games"])
        assert shown.exit_code == 0
        assert all(says in shown.stderr for says in told)
        assert "aaa" in shown.stdout  # they can be played all the same


@pytest.mark.parametrize("command", [["games", "--json"], ["state", "game.json"]])
def test_a_plugin_that_prints_does_not_spoil_json(tmp_path: Path, command: list[str]) -> None:
    """Whatever it writes with, when it is imported, made, or at the end."""
    noisy = tmp_path / "noisy.py"
    noisy.write_text(
        "import atexit, os, subprocess, sys\n"
        "from tests.nim import NimRules\n"
        "print('print')\n"
        "sys.__stdout__.write('stdout\\n')\n"
        "os.write(1, b'descriptor\\n')\n"
        "subprocess.run([sys.executable, '-c', 'print(123)'])\n"
        "atexit.register(print, 'exit')\n"
        "class Rules(NimRules):\n"
        "    def __init__(self):\n"
        "        print('made')\n"
    )
    info = tmp_path / "noisy-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noisy\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\nnim = noisy : Rules [loud]\n")
    (tmp_path / "game.json").write_text('{"game": "nim", "moves": ["2"]}')
    path = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "abstractplay_hex", *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "nim" in str(json.loads(done.stdout))
    for word in ("print", "stdout", "descriptor", "123", "made", "exit"):
        assert word in done.stderr


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


@pytest.mark.parametrize("name", ["my_game", "hexgame_two", "go"])
def test_scaffold_renames_everything(name: str, tmp_path: Path) -> None:
    """A new name may also hold the old one."""
    uid = name.replace("_", "")
    files = scaffold(name, tmp_path)
    where = {path.relative_to(tmp_path / name).as_posix() for path in files}
    assert where == {
        "README.md",
        "pyproject.toml",
        "tests/test_games.py",
        f"{name}/__init__.py",
        f"{name}/{uid}.py",
    }
    for path in files:
        text = path.read_text(encoding="utf-8")
        rest = text.replace(name, "").replace(uid, "")
        for old in ("hexsample", "Hex Game", "hexgame", "stretch", "Stretch", "Last Stand"):
            assert old not in rest, path
    entry = f'{uid} = "{name}:{"".join(p.capitalize() for p in name.split("_"))}Rules"'
    assert entry in (tmp_path / name / "pyproject.toml").read_text(encoding="utf-8")


def test_a_scaffolded_game_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scaffold("game_to_play", tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "game_to_play")
    rules = rules_of(importlib.import_module("game_to_play").GameToPlayRules)
    game = Game(rules, ["size-5"])
    while not game.gameover:
        move = game.random_move(random.Random(1))
        assert move is not None
        game.move(move)
    assert game.uid == "gametoplay"
    assert len(game.winner) == 1


def test_scaffolded_texts_hold_the_new_name_only_where_it_names_the_game(tmp_path: Path) -> None:
    """What the sample's players do is no word that is replaced by the uid."""
    for path in scaffold("my_game", tmp_path):
        for line in path.read_text(encoding="utf-8").splitlines():
            for found in re.finditer("mygame", line):
                before, after = line[: found.start()], line[found.end() :]
                code = before.endswith('"') and after[:1] in ('"', ".")  # "mygame", "mygame.form"
                entry = not before and after.startswith(" = ")
                command = before.endswith(("check ", "--abstractplay-game ")) and not after
                module = before.endswith(("my_game.", "my_game/"))
                assert code or entry or command or module, f"{path.name}: {line}"


@pytest.mark.parametrize(
    "page", [ROOT / "docs" / "write-a-game.md", SAMPLE / "README.md"], ids=lambda p: p.name
)
def test_a_game_being_written_is_installed_so_that_edits_are_seen(page: Path) -> None:
    commands = re.findall(r"^pip install .*", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert commands
    assert all(command.startswith("pip install -e ") for command in commands)


WRITE = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")


def test_the_page_on_writing_a_game_lists_the_flags_that_are_allowed() -> None:
    listed = WRITE.partition("<!-- flags -->")[2].partition("<!-- /flags -->")[0]
    schema = json.loads((ROOT / "schemas" / "gameinfo-1.json").read_text(encoding="utf-8"))
    allowed = schema["properties"]["flags"]["items"]["enum"]
    assert re.findall(r"`([^`]+)`", listed) == sorted(allowed)


@pytest.mark.parametrize(
    ("section", "rules"), [("## Games of stones", StoneRules), ("## Any other game", Rules)]
)
def test_the_page_on_writing_a_game_names_what_there_is(section: str, rules: type) -> None:
    text = WRITE.partition(section)[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    assert named
    assert named <= {*dir(rules), *Rules.__annotations__}
    abstract: frozenset[str] = vars(rules)["__abstractmethods__"]
    assert abstract <= named | set(re.findall(r"def (\w+)", text))


@pytest.mark.long
@pytest.mark.timeout(600)
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
        assert shown.count(" 0 faults") == 2  # of the command check
        assert re.search(r"\d\d\d? passed", shown)  # of pytest
        found = Block("python", FIND_AND_PLAY, 1)
        assert reader.do(found, "found").split("\n")[0] == "dendria hexgame laststand pods stretch"
    with zipfile.ZipFile(library) as wheel:
        names = wheel.namelist()
    assert "abstractplay_hex/template/pyproject.toml" in names
    assert not [name for name in names if "__pycache__" in name]


FIND_AND_PLAY = """
import abstractplay_hex as hexes
print(*(info.uid for info in hexes.games()))
assert hexes.problems() == ()
for game in (
    hexes.new_game("stretch").move("c3"),
    hexes.new_game("hexgame").move("c3").move("swap"),
    hexes.new_game("laststand", seats=4).move("c3"),
):
    assert game.position() != hexes.new_game(game.uid, seats=game.numplayers).position()
    assert hexes.load_game(game.serialize(), verify=True).position() == game.position()
"""


@pytest.mark.parametrize("target", ["tests.nim", "tests.nim:", " tests.nim [extra] "])
def test_an_entry_point_that_names_a_module_alone(
    target: str, register: Callable[[str, str], str]
) -> None:
    uid = register("alone", target)
    with pytest.raises(UnknownGameError, match=r"tests\.nim is not a Rules class"):
        registry.get_rules(uid)
