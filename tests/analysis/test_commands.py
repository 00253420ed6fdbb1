"""``analyse``, ``review``, ``book``, ``puzzles``: what they write, and whatever they are given."""

import gzip
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from abstractplay_hex import get_rules, new_game
from abstractplay_hex.cli import app
from abstractplay_hex.codec import validate
from tests.analysis.games import some_game

FEW = ("--simulations", 1)


def cli(*args: object, stdin: str | None = None) -> Result:
    """Run a command in this process; a fault that is not an exit comes out as it is."""
    result = CliRunner().invoke(app, [str(a) for a in args], input=stdin, catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game, its record, an archive and a game without plies, in the folder that is worked in."""
    game = some_game("pods", (), 8)
    record = json.dumps(game.clone().resign(1).record(["Ann", "Bob <b>"]))
    (tmp_path / "game.json").write_text(game.serialize())
    (tmp_path / "record.json").write_text(record)
    (tmp_path / "all.jsonl.gz").write_bytes(gzip.compress(f"{record}\n{record}\n".encode()))
    (tmp_path / "bad.jsonl").write_text(f'{record}\n{{"game": "pods", "moves": ["zz"]}}\n')
    (tmp_path / "new.json").write_text(new_game("pods").serialize())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
class TestAnalyse:
    def test_in_words(self) -> None:
        result = cli("analyse", "record.json", "--ply", 3, *FEW)
        assert result.exit_code == 0
        where, head, *lines = result.stdout.splitlines()
        assert where == "Natal Seas - Pods, ply 3: Bob <b> is to move."
        assert head.startswith("Advantage: Ann ")
        assert ", Bob <b> " in head
        assert [line[:2] for line in lines] == ["1.", "2.", "3."]

    def test_json(self) -> None:
        result = cli("analyse", "game.json", "--json", *FEW)
        data = json.loads(result.stdout)
        validate(data, "analysis-1")
        assert (data["ply"], data["simulations"]) == (8, 1)

    def test_reproducible(self) -> None:
        first, second = (
            cli("analyse", "game.json", "--simulations", 5, "--seed", 3, "--json") for _ in "12"
        )
        assert first.stdout == second.stdout

    def test_a_finished_game(self) -> None:
        result = cli("analyse", "record.json", *FEW)
        assert result.stdout.splitlines() == [
            "Natal Seas - Pods, ply 9: the game is over.",
            "Advantage: Ann −1.00, Bob <b> +1.00",
        ]

    def test_german(self) -> None:
        assert (
            cli("analyse", "game.json", "--language", "de", *FEW)
            .stdout.splitlines()[1]
            .startswith("Vorteil: ")
        )


def test_rules_whose_values_are_wrong_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = type(get_rules("pods"))
    monkeypatch.setattr(rules, "evaluate", lambda self, position: ("much",))
    for command in ("analyse", "review"):
        result = cli(command, "game.json", *FEW)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert "pods" in result.stderr
        assert "evaluate" in result.stderr


@pytest.mark.usefixtures("folder")
class TestReview:
    def test_in_the_terminal(self) -> None:
        result = cli("review", "record.json", *FEW)
        assert result.exit_code == 0
        lines = result.stdout.splitlines()
        assert len(lines) == 1 + 9 + 2 + 1
        assert lines[0] == "Advantage after each ply (Ann):"
        assert lines[1].split()[:2] == ["1", "Ann"]
        assert "resign" in lines[9]
        assert lines[10].startswith("Ann: Mean loss ")

    def test_json(self) -> None:
        result = cli("review", "game.json", "--json", *FEW)
        data = json.loads(result.stdout)
        validate(data, "review-1")
        assert len(data["plies"]) == 8

    def test_files_by_their_endings(self, folder: Path) -> None:
        for name in ("r.html", "r.json", "r.svg"):
            result = cli("review", "record.json", "-o", name, *FEW)
            assert (result.exit_code, result.stdout) == (0, "")
        assert "Bob &lt;b&gt;" in (folder / "r.html").read_text(encoding="utf-8")
        validate(json.loads((folder / "r.json").read_text()), "review-1")
        assert ElementTree.parse(folder / "r.svg").getroot().get("class") == "curve"

    def test_german(self, folder: Path) -> None:
        cli("review", "game.json", "-o", "r.html", "--language", "de-AT", *FEW)
        assert '<html lang="de">' in (folder / "r.html").read_text(encoding="utf-8")
        assert "Verlust im Mittel" in cli("review", "game.json", "--language", "de", *FEW).stdout

    def test_standard_input(self, folder: Path) -> None:
        game = (folder / "game.json").read_text()
        result = cli("review", "-", "--json", *FEW, stdin=game)
        assert json.loads(result.stdout)["game"] == "pods"

    def test_a_game_without_plies(self, folder: Path) -> None:
        result = cli("review", "new.json", "-o", "r.html", *FEW)
        assert (result.exit_code, result.stderr) == (2, "This game has no plies to review.\n")
        assert not (folder / "r.html").exists()


@pytest.mark.parametrize(
    "args",
    [
        "analyse",
        "analyse game.json --ply 9",
        "analyse game.json --ply -2",
        "analyse game.json --time 0",
        "analyse game.json --time -1",
        "analyse game.json --time nan",
        "analyse game.json --time 1e9",
        "analyse game.json --time x",
        "analyse game.json --simulations 0",
        "analyse game.json --simulations 99999999999",
        "analyse game.json --simulations 0 --time 1",
        "analyse game.json --number 2 --simulations 1",
        "analyse game.json --simulations 1 --language xx",
        "review game.json --simulations 0",
        "review game.json --simulations 1 -o report.txt",
        "review game.json --simulations 1 -o report",
        "review game.json --simulations 1 -o r.html --json",
        "review game.json --simulations 1 --palette nice",
        "book",
        "book build all.jsonl.gz",
        "puzzles game.json -o p.jsonl -j 1 --variant size-5",
        "puzzles game.json -o p.jsonl -j 1 --games 3",
        "book build all.jsonl.gz -o b --plies 0",
        "book build all.jsonl.gz -o b --least 0",
        "book show",
        "puzzles all.jsonl.gz",
        "puzzles -o p.jsonl",
        "puzzles all.jsonl.gz -o p.jsonl --lead 3",
        "puzzles all.jsonl.gz -o p.jsonl --time 0",
        "puzzles all.jsonl.gz -o p.jsonl --self-play pods",
        "puzzles --self-play chess -o p.jsonl",
        "puzzles --self-play pods --variant x -o p.jsonl",
    ],
)
def test_wrong_use(args: str, folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    result = cli(*args.split())
    assert result.exit_code == 2
    assert "Usage:" in result.output
    assert {path.name for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("args", "status"),
    [
        ("analyse missing.json", 1),
        ("review missing.json", 1),
        ("review bad.jsonl --number 2", 1),
        ("review game.json --simulations 1 -o game.json", 2),
        ("review game.json --simulations 1 -o nowhere/r.html", 2),
        ("book build missing.json -o b", 1),
        ("book build all.jsonl.gz -o all.jsonl.gz", 2),
        ("book build all.jsonl.gz -o nowhere/b", 2),
        ("book show missing", 2),
        ("book show game.json", 2),
        ("puzzles missing.json -o p.jsonl --simulations 1 -j 1", 1),
        ("puzzles all.jsonl.gz -o all.jsonl.gz --simulations 1", 2),
    ],
)
def test_bad_files(args: str, status: int, folder: Path) -> None:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = cli(*args.split())
    assert result.exit_code == status
    assert result.stderr
    for name, content in files.items():
        assert (folder / name).read_bytes() == content


@pytest.mark.usefixtures("folder")
class TestBook:
    def test_built_and_shown(self) -> None:
        result = cli("book", "build", "all.jsonl.gz", "game.json", "-o", "b", "--plies", 4, "-j", 1)
        assert (result.exit_code, result.stdout) == (0, "3 games: 3 good, 0 bad; 5 positions\n")
        shown = cli("book", "show", "b").stdout.splitlines()
        assert shown[0].split() == ["games", "won", "1", "won", "2", "draws", "open"]
        assert shown[1].split() == ["3", "0", "2", "0", "1"]
        assert shown[2].split()[1:] == ["3", "0", "2", "0", "1"]
        deeper = json.loads(cli("book", "show", "b", "game.json", "--ply", 2, "--json").stdout)
        assert deeper["games"] == 3
        assert deeper["turns"][0]["turn"] == some_game("pods", (), 8).stack[3].lastmove

    def test_a_position_that_is_not_there(self) -> None:
        cli("book", "build", "game.json", "-o", "b", "--plies", 2, "-j", 1)
        result = cli("book", "show", "b", "game.json")
        assert (result.exit_code, result.stdout) == (1, "This position is not in the book.\n")
        result = cli("book", "show", "b", "game.json", "--json")
        assert (result.exit_code, result.stdout) == (1, "null\n")

    def test_bad_games_are_told_and_not_counted(self) -> None:
        result = cli("book", "build", "bad.jsonl", "-o", "b", "-j", 1)
        assert result.exit_code == 1
        assert "bad.jsonl:2" in result.stderr
        assert "1 good, 1 bad" in result.stdout
        assert cli("book", "show", "b").stdout.splitlines()[1].split()[0] == "1"

    def test_several_games(self, folder: Path) -> None:
        other = some_game("dendria", ("size-5",), 3)
        (folder / "other.json").write_text(other.serialize())
        cli("book", "build", "game.json", "other.json", "-o", "b", "-j", 1)
        listed = json.loads(cli("book", "show", "b", "--json").stdout)
        assert [one["game"] for one in listed] == ["dendria", "pods"]
        assert cli("book", "show", "b", "--game", "pods").exit_code == 0
        cli("book", "build", "game.json", "-o", "b", "-j", 1)
        result = cli("book", "show", "b", "--game", "dendria")
        assert (result.exit_code, "there is no dendria in b" in result.stderr) == (2, True)
        cli("book", "build", "game.json", "other.json", "-o", "b", "-j", 1)
        assert "dendria size-5" in cli("book", "show", "b").stdout


class TestPuzzles:
    def test_lines_of_the_schema(self, folder: Path) -> None:
        game = some_game("dendria", ("size-5",), 50)
        (folder / "game.json").write_text(game.serialize())
        args = ("puzzles", "game.json", "-o", "p.jsonl", "--lead", 0.05, "-j", 1, *FEW)
        assert cli(*args).exit_code == 0
        text = (folder / "p.jsonl").read_text()
        lines = text.splitlines()
        assert lines
        for line in lines:
            validate(json.loads(line), "puzzle-1")
        cli(*args)
        assert (folder / "p.jsonl").read_text() == text

    def test_self_play(self, folder: Path) -> None:
        args = ("--self-play", "dendria", "--variant", "size-5", "--games", 1, "--lead", 0.1)
        result = cli("puzzles", *args, "-o", "p.jsonl", "-j", 1, *FEW)
        assert result.exit_code == 0
        assert re.fullmatch(r"1 game: 1 good, 0 bad; \d+ puzzles\n", result.stdout)

    def test_bad_games_are_told(self, folder: Path) -> None:
        result = cli("puzzles", "bad.jsonl", "-o", "p.jsonl", "-j", 1, *FEW)
        assert result.exit_code == 1
        assert "bad.jsonl:2" in result.stderr
        assert (folder / "p.jsonl").exists()

    @pytest.mark.usefixtures("folder")
    def test_a_file_is_no_game(self) -> None:
        result = cli("puzzles", "game.json", "nowhere", "-o", "p.jsonl", "-j", 1, *FEW)
        assert result.exit_code == 1
        assert "1 game: 1 good, 0 bad; 1 file not read, or not to the end" in result.stdout
        assert cli("puzzles", "nowhere", "-o", "p.jsonl", "-j", 1, *FEW).exit_code == 1


@pytest.mark.heavy
@pytest.mark.parametrize(
    "args",
    [
        "review game.json --time 5 -o out",
        "review game.json --time 5 -o out.html",
        "puzzles all.jsonl.gz --time 5 -o out",
        "puzzles all.jsonl.gz --time 5 -j 1 -o out",
    ],
)
def test_an_interrupt_leaves_nothing_behind(args: str, folder: Path) -> None:
    if args.endswith("-o out") and args.startswith("review"):
        (folder / "out.html").write_text("before")
        args += ".html"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    command = [sys.executable, "-m", "abstractplay_hex", *args.split()]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        output: Any = process.communicate(timeout=60)
    # Python itself ends by the signal if that came while it was still loading modules.
    assert process.returncode in (130, -signal.SIGINT), output
    assert b"Traceback" not in output[1]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
