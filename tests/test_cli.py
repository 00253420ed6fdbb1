"""The command line: every command, every exit status, and bad input of all kinds."""

import errno
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import abstractplay_hex as hexes
from abstractplay_hex import records, registry
from abstractplay_hex.cli import app
from abstractplay_hex.static_site import ENGINE, PYODIDE

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "recorded" / "pods-20240802.jsonl"
PROGRAM = [sys.executable, "-m", "abstractplay_hex"]


def cli(*args: object, stdin: str | bytes | None = None) -> Result:
    """Run a command in this process; a fault that is not an exit comes out as it is."""
    result = CliRunner().invoke(app, [str(a) for a in args], input=stdin, catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


def program(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, *map(str, args)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, **options
    )


def one_line(result: Result) -> str:
    """Return the only line on standard error of a command that wrote nothing else."""
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    return line


@pytest.fixture(scope="session")
def game() -> "hexes.Game[Any, Any]":
    rng = random.Random(7)
    played = hexes.new_game("pods")
    for _ in range(12):
        played.move(played.random_move(rng) or "")
    return played


@pytest.fixture(scope="session")
def moves(game: "hexes.Game[Any, Any]") -> list[str]:
    return [ply.lastmove or "" for ply in game.stack[1:]]


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: "hexes.Game[Any, Any]", moves: list[str]
) -> Path:
    """The same game in all forms, as files of the folder that is worked in."""
    ended = game.clone().resign(1)
    (tmp_path / "state.json").write_text(game.serialize())
    record = ended.record(["Ann", "Bob"], gameid="g-1")
    (tmp_path / "record.json").write_text(json.dumps(record, indent=2))
    (tmp_path / "list.json").write_text(json.dumps(moves))
    (tmp_path / "named.json").write_text(json.dumps({"game": "pods", "id": 5, "moves": moves}))
    three = [game.state(), record, {"game": "pods", "moves": moves}]
    lines = "".join(json.dumps(each) + "\n" for each in three)
    (tmp_path / "all.jsonl").write_text(lines)
    (tmp_path / "all.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (tmp_path / "array.json").write_text(json.dumps(three))
    monkeypatch.chdir(tmp_path)
    return tmp_path


BAD_FILES = {
    "missing": None,
    "empty": b"",
    "blank": b"\n \n",
    "text": b"hello\n",
    "cut.json": b'{"game": "pods", "moves": ["g7"',
    "number.json": b"5",
    "object.json": b"{}",
    "null.json": b"null",
    "binary": bytes(range(256)) * 50,
    "latin1.json": '{"game": "pods", "id": "é", "moves": []}'.encode("latin-1"),
    "bad.gz": gzip.compress(b'{"game": "pods", "moves": []}')[:-12],
    "unknown.json": b'{"game": "chess", "moves": []}',
    "type.json": b'{"game": ["pods"], "moves": []}',
    "no-game.json": b'["g7"]',
    "illegal.json": b'{"game": "pods", "moves": ["g7", "g7"]}',
    "state.json": b'{"game": "pods", "stack": []}',
    "deep.json": b'{"game": "pods", "moves": [], "over": ' + b"[" * 900 + b"]" * 900 + b"}",
    "variants.json": b'{"game": "pods", "variants": ["big"], "moves": []}',
    "position.json": b'{"game": "pods", "position": "??", "moves": []}',
    "escapes.json": b'{"game": "pods", "id": "\\u001b[2J\\nx\\u2028y", "moves": ["q"]}',
    "surrogate.json": b'{"game": "pods", "id": "\\ud800", "moves": ["\\udfff"]}',
}


BAD_AS_FILES = {"missing", "empty", "blank", "bad.gz", "directory"}


@pytest.fixture(params=[*BAD_FILES, "directory"])
def bad_file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    name = f"bad-{request.param}"
    if request.param == "directory":
        (tmp_path / name).mkdir()
    elif (content := BAD_FILES[request.param]) is not None:
        (tmp_path / name).write_bytes(content)
    return str(tmp_path / name)


class TestTheWhole:
    def test_version(self) -> None:
        result = cli("--version")
        assert (result.exit_code, result.stdout) == (0, f"abstractplay-hex {hexes.__version__}\n")

    @pytest.mark.parametrize("flag", ["--help", "-h"])
    def test_help_documents_exit_statuses(self, flag: str) -> None:
        result = cli(flag)
        assert result.exit_code == 0
        assert "Exit status: 0 " in result.stdout

    @pytest.mark.parametrize("name", ["games", "replay", "render", "moves", "validate", "state"])
    def test_each_command_has_an_example(self, name: str) -> None:
        result = cli(name, "--help")
        assert result.exit_code == 0
        assert f"Example: abstractplay-hex {name}" in result.stdout
        assert name in cli("--help").stdout

    @pytest.mark.parametrize(
        "args",
        [
            "",
            "nonsense",
            "replay",
            "render",
            "moves",
            "validate state.json",
            "state",
            "render state.json --ply x",
            "render state.json --ply -2",
            "render state.json --ply 13",
            "render state.json --display nonsense",
            "render state.json --perspective 3",
            "render state.json --perspective -1",
            "render state.json --indent -1",
            "render state.json --number 0",
            "render state.json --number 2",
            "render all.jsonl --number 4",
            "render list.json --game chess",
            "replay list.json --game chess",
            "moves state.json --limit 0",
            "moves named.json --ply 13",
            "validate record.json g7 --ply 14",
            "games --nonsense",
        ],
    )
    @pytest.mark.usefixtures("folder")
    def test_wrong_use(self, args: str) -> None:
        result = cli(*args.split())
        assert result.exit_code == 2
        assert "Usage:" in result.output
        if args:
            assert result.stdout == ""
            assert "Error:" in result.stderr


class TestGames:
    def test_table(self) -> None:
        result = cli("games")
        assert result.exit_code == 0
        lines = result.stdout.splitlines()
        assert lines[0].split() == ["uid", "name", "version", "variants"]
        [pods] = [line for line in lines if line.startswith("pods ")]
        assert "Natal Seas - Pods" in pods
        assert "20240802" in pods

    def test_json(self) -> None:
        result = cli("games", "--json")
        assert result.exit_code == 0
        assert json.loads(result.stdout) == [info.to_dict() for info in registry.games()]
        assert result.stdout.count("\n") == 1

    def test_broken_plugins_are_told(self, register: Callable[[str, str], str]) -> None:
        register("broken", "no_such_module:Game")
        result = cli("games")
        assert result.exit_code == 0
        assert any(
            "broken" in line and "no_such_module" in line for line in result.stderr.splitlines()
        )
        assert "pods" in result.stdout
        assert "broken" not in result.stdout


SUMMARY = re.compile(
    r"(\d+) games?: (\d+) good, (\d+) bad;(?: \d+ files? not read, or not to the end;)? "
    r"(\d+) plies in \d+\.\d\d s \(\d+ plies/s\)\n"
)


def summary(text: str) -> tuple[int, ...]:
    """Return games, good, bad, plies."""
    match = SUMMARY.fullmatch(text)
    assert match, text
    return tuple(int(n) for n in match.groups())


class TestReplay:
    @pytest.mark.usefixtures("folder")
    def test_all_forms(self) -> None:
        result = cli(
            "replay", "state.json", "record.json", "named.json", "array.json", "all.jsonl.gz"
        )
        assert result.exit_code == 0
        assert result.stderr == ""
        assert summary(result.stdout) == (9, 9, 0, 12 + 13 + 12 + 2 * 37)

    @pytest.mark.usefixtures("folder")
    def test_lists_need_the_game(self) -> None:
        assert cli("replay", "list.json", "--game", "pods").exit_code == 0
        result = cli("replay", "list.json")
        assert result.exit_code == 1
        assert result.stderr.startswith("list.json:1: ")
        assert "--game" in result.stderr

    def test_goes_on_after_bad_ones(self, folder: Path, moves: list[str]) -> None:
        bad = [*moves[:3], "zz", *moves[3:]]
        lines = [
            json.dumps({"game": "pods", "id": 1, "moves": moves}),
            json.dumps({"game": "pods", "id": 2, "moves": bad}),
            "{broken",
            json.dumps({"game": "pods", "moves": bad}),
            json.dumps({"game": "pods", "id": 5, "moves": moves}),
        ]
        (folder / "mixed.jsonl").write_text("\n".join(lines))
        result = cli("replay", "nowhere.json", "mixed.jsonl", "empty", "state.json")
        assert result.exit_code == 1
        assert summary(result.stdout) == (6, 3, 3, 36)
        assert "; 2 files not read, or not to the end;" in result.stdout
        errors = result.stderr.splitlines()
        assert errors[0] == "nowhere.json: No such file or directory"
        assert errors[1].startswith("mixed.jsonl:2: pods 2, ply 4, 'zz': There is no such cell")
        assert errors[2].startswith("mixed.jsonl:3: This is not JSON")
        assert errors[3].startswith("mixed.jsonl:4: pods, ply 4, 'zz': There is no such cell")
        assert errors[4].startswith("empty: ")
        assert len(errors) == 5

    def test_facts_are_compared(self, folder: Path, moves: list[str]) -> None:
        plies = [{"move": move} for move in moves]
        told = {"game": "pods", "plies": [*plies[:5], {**plies[5], "scores": [99, 0]}, *plies[6:]]}
        (folder / "facts.json").write_text(json.dumps(told))
        result = cli("replay", "facts.json", "--quiet")
        assert result.exit_code == 1
        line = one_line(result)
        assert line.startswith(f"facts.json:1: pods, ply 6, {moves[5]!r}: the record says scores")

    def test_a_saved_game_names_its_ply(self, folder: Path, game: "hexes.Game[Any, Any]") -> None:
        state = game.state()
        state["stack"][4]["board"]["value"].pop()
        (folder / "state.json").write_text(json.dumps(state))
        result = cli("replay", "-q", "state.json")
        assert result.exit_code == 1
        move = state["stack"][4]["lastmove"]
        assert one_line(result).startswith(f"state.json:1: pods, ply 4, {move!r}: $.stack[4].")

    def test_a_record_names_its_game(self, folder: Path, moves: list[str]) -> None:
        record = json.loads((folder / "record.json").read_text())
        record["moves"][2][0] = "m1-m2"
        (folder / "record.json").write_text(json.dumps(record))
        result = cli("replay", "-q", "record.json")
        assert one_line(result).startswith("record.json:1: pods g-1, ply 5, 'm1-m2': ")

    @pytest.mark.parametrize(
        "name", ["state.json", "record.json", "all.jsonl", "all.jsonl.gz", "array.json"]
    )
    def test_standard_input(self, folder: Path, name: str) -> None:
        result = cli("replay", "-", stdin=(folder / name).read_bytes())
        assert (result.exit_code, result.stderr) == (0, "")
        assert summary(result.stdout)[0] == (3 if name[0] == "a" else 1)

    def test_no_game_is_a_failure(self) -> None:
        result = cli("replay", "-", stdin="")
        assert result.exit_code == 1
        assert result.stderr == "standard input: there is no game in it.\n"
        assert summary(result.stdout) == (0, 0, 0, 0)

    @pytest.mark.usefixtures("folder")
    def test_quiet(self) -> None:
        result = cli("replay", "--quiet", "all.jsonl")
        assert (result.exit_code, result.output) == (0, "")

    @pytest.mark.usefixtures("folder")
    def test_bad_files_amid_good_ones(self, bad_file: str) -> None:
        result = cli("replay", "state.json", bad_file, "named.json")
        assert result.exit_code == 1
        bad_game = "not read" not in result.stdout  # else there is none in it
        assert bad_game == (Path(bad_file).name.removeprefix("bad-") not in BAD_AS_FILES)
        assert summary(result.stdout) == (2 + bad_game, 2, bad_game, 24)
        [line] = result.stderr.splitlines()
        assert line.startswith(bad_file)
        assert line.isprintable()

    @pytest.mark.usefixtures("folder")
    def test_a_fault_in_an_engine_stops_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def replay(recorded: records.RecordedGame, **options: Any) -> "hexes.Game[Any, Any]":
            if recorded.saved is not None:
                raise ZeroDivisionError("oh\ndear")
            return records.replay(recorded, **options)

        monkeypatch.setattr("abstractplay_hex.records.archive.verifying.replay", replay)
        result = cli("replay", "all.jsonl")
        assert result.exit_code == 1
        assert summary(result.stdout) == (3, 2, 1, 25)
        [line] = result.stderr.splitlines()
        assert line.startswith("all.jsonl:1: pods: The engine itself failed")
        assert "ZeroDivisionError" in line

    @pytest.mark.skipif(
        not RECORDED.is_file(), reason=f"the recorded games are missing: {RECORDED}"
    )
    def test_the_recorded_games(self) -> None:
        result = cli("replay", RECORDED, "--game", "pods")
        assert result.stderr == ""
        assert result.exit_code == 0
        assert summary(result.stdout)[:3] == (38, 38, 0)


FORMS = ["state.json", "record.json", "named.json"]


@pytest.mark.usefixtures("folder")
class TestRender:
    @pytest.mark.parametrize("name", FORMS)
    @pytest.mark.parametrize("ply", [0, 1, 7, 12])
    def test_plies(self, game: "hexes.Game[Any, Any]", name: str, ply: int) -> None:
        result = cli("render", name, "--ply", ply)
        assert (result.exit_code, result.stderr) == (0, "")
        assert json.loads(result.stdout) == game.clone().load(ply).render()
        assert result.stdout.count("\n") == 1

    def test_the_last_ply_by_default(self, game: "hexes.Game[Any, Any]") -> None:
        assert cli("render", "state.json").stdout == cli("render", "state.json", "--ply", 12).stdout
        ended = cli("render", "record.json").stdout
        assert ended == cli("render", "record.json", "--ply", -1).stdout
        assert json.loads(ended) == game.clone().resign(1).render()

    def test_display_and_perspective(self, game: "hexes.Game[Any, Any]") -> None:
        result = cli("render", "state.json", "--display", "hide-influence", "--perspective", 2)
        assert json.loads(result.stdout) == game.render(2, "hide-influence")

    def test_no_picture_is_written_over_the_game(self, folder: Path) -> None:
        (folder / "link.json").symlink_to("state.json")
        before = (folder / "state.json").read_bytes()
        for output in ("state.json", "./state.json", "link.json"):
            result = cli("render", "state.json", "--svg", "-o", output)
            assert result.exit_code == 2
            assert output in one_line(result)
        assert (folder / "state.json").read_bytes() == before
        result = cli("render", "state.json", "-o", "no/where.svg")
        assert (result.exit_code, one_line(result)) == (
            2,
            "no/where.svg cannot be written: No such file or directory",
        )

    def test_indent(self) -> None:
        flat, indented = (cli("render", "state.json", "--indent", n).stdout for n in (0, 3))
        assert json.loads(flat) == json.loads(indented)
        assert indented.startswith('{\n   "board"')
        assert flat.startswith('{"board"')

    @pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz", "array.json"])
    def test_number(self, name: str) -> None:
        for number, form in enumerate(FORMS, 1):
            result = cli("render", name, "--number", number)
            assert result.stdout == cli("render", form).stdout

    def test_number_passes_over_bad_games(self, folder: Path) -> None:
        (folder / "mixed.jsonl").write_text("{bad\n" + (folder / "all.jsonl").read_text())
        assert cli("render", "mixed.jsonl", "--number", 2).exit_code == 0
        assert cli("render", "mixed.jsonl", "--number", 1).exit_code == 1

    def test_number_beyond_a_cut(self, folder: Path) -> None:
        (folder / "cut.gz").write_bytes((folder / "all.jsonl.gz").read_bytes()[:-9])
        result = cli("render", "cut.gz", "--number", 9)
        assert result.exit_code == 1
        assert "games: 3" in one_line(result)
        assert cli("render", "cut.gz", "--number", 3).exit_code == 0

    def test_plies_before_a_fault_can_be_looked_at(self, folder: Path, moves: list[str]) -> None:
        told = {"game": "pods", "moves": [*moves[:4], "zz"], "over": True}
        (folder / "bad.json").write_text(json.dumps(told))
        result = cli("render", "bad.json", "--ply", 4)
        assert result.stdout == cli("render", "named.json", "--ply", 4).stdout
        assert cli("render", "bad.json", "--ply", 5).exit_code == 1


@pytest.mark.usefixtures("folder")
class TestMoves:
    @pytest.mark.parametrize("name", FORMS)
    @pytest.mark.parametrize("ply", [0, 5, 12])
    def test_plies(self, game: "hexes.Game[Any, Any]", name: str, ply: int) -> None:
        result = cli("moves", name, "--ply", ply)
        assert (result.exit_code, result.stderr) == (0, "")
        expected = game.clone().load(ply).moves()
        assert sorted(result.stdout.splitlines()) == sorted(expected)

    def test_limit(self) -> None:
        everything = cli("moves", "state.json").stdout.splitlines()
        assert cli("moves", "state.json", "--limit", 4).stdout.splitlines() == everything[:4]

    def test_none_when_over(self) -> None:
        result = cli("moves", "record.json")
        assert (result.exit_code, result.output) == (0, "")

    def test_lazily(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = hexes.get_rules("pods")
        turn = next(iter(rules.legal_turns(rules.initial(hexes.Setup()))))
        made = []

        def endless(rules: Any, position: Any) -> Any:
            while True:
                made.append(position)
                yield turn

        monkeypatch.setattr(type(rules), "legal_turns", endless)
        text = rules.write(turn)
        assert cli("moves", "state.json", "--limit", 3).stdout == f"{text}\n" * 3
        assert len(made) == 3


@pytest.mark.usefixtures("folder")
class TestValidate:
    @pytest.mark.parametrize("name", FORMS)
    @pytest.mark.parametrize("ply", [0, 3, 11])
    def test_at_a_ply(
        self, game: "hexes.Game[Any, Any]", moves: list[str], name: str, ply: int
    ) -> None:
        then = game.clone().undo(12 - ply)
        for text in (moves[ply], "", "zz", "g7", "ü"):
            result = cli("validate", name, text, "--ply", ply, "--json")
            answer = then.validate_move(text)
            assert json.loads(result.stdout) == {
                "valid": answer.valid,
                "complete": answer.complete,
                "can_render": answer.can_render,
                "code": answer.code,
                "message": answer.message,
            }
            assert result.exit_code == (0 if answer.valid else 1)
            assert result.stderr == ""
            assert result.stdout.count("\n") == 1

    def test_in_words(self, moves: list[str]) -> None:
        result = cli("validate", "state.json", moves[2], "--ply", 2)
        assert result.exit_code == 0
        assert result.stdout.startswith("valid: ")
        result = cli("validate", "state.json", "zz", "--ply", 2)
        assert result.exit_code == 1
        assert result.stdout.startswith("not valid: ")
        result = cli("validate", "state.json", "")
        assert result.exit_code == 0
        assert result.stdout.startswith("valid, unfinished: ")

    def test_the_last_ply_by_default(self, game: "hexes.Game[Any, Any]") -> None:
        move = game.moves()[0]
        assert cli("validate", "state.json", move).exit_code == 0
        result = cli("validate", "record.json", move)
        assert result.exit_code == 1
        assert "over" in result.stdout


@pytest.mark.usefixtures("folder")
class TestState:
    def test_a_saved_game_comes_back_byte_for_byte(self, folder: Path) -> None:
        result = cli("state", "state.json")
        assert result.exit_code == 0
        assert result.stdout == (folder / "state.json").read_text() + "\n"

    @pytest.mark.parametrize("name", ["record.json", "named.json", "list.json"])
    def test_makes_a_saved_game(
        self, game: "hexes.Game[Any, Any]", moves: list[str], name: str
    ) -> None:
        result = cli("state", name, "--game", "pods")
        made = hexes.load_game(result.stdout, verify=True)
        assert [ply.lastmove for ply in made.stack[1:13]] == moves
        assert made.gameover == (name == "record.json")

    def test_feeds_other_commands(self) -> None:
        state = cli("state", "record.json").stdout
        assert cli("replay", "-", stdin=state).exit_code == 0


@pytest.mark.parametrize("command", ["render", "moves", "validate", "state"])
@pytest.mark.usefixtures("folder")
def test_bad_files(command: str, bad_file: str) -> None:
    result = cli(command, bad_file, *(["g7"] if command == "validate" else []))
    assert result.exit_code == 1
    line = one_line(result)
    assert line.startswith(bad_file)
    assert line.isprintable()


def some(first: str, *others: str) -> list[Any]:
    """Cases that each start programs: the first in every run of the tests, the others by hand."""
    return [first, *(pytest.param(other, marks=pytest.mark.long) for other in others)]


class TestAsAProgram:
    """What only a process of its own can show."""

    def test_python_m(self, folder: Path) -> None:
        done = program("replay", "all.jsonl.gz", cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")
        assert summary(done.stdout)[0] == 3

    @pytest.mark.parametrize(
        ("args", "status"),
        [("games", 0), ("replay", 2), ("replay nowhere", 1), ("validate state.json zz", 1)],
    )
    def test_exit_statuses(self, folder: Path, args: str, status: int) -> None:
        done = program(*args.split(), cwd=folder)
        assert done.returncode == status
        assert "Traceback" not in done.stderr

    @pytest.mark.parametrize("missing", ["typer", "rich"])
    def test_without_the_extra(self, missing: str) -> None:
        hide = (
            f"import sys; sys.modules[{missing!r}] = None\n"
            "from abstractplay_hex.__main__ import main; main()"
        )
        done = subprocess.run(
            [sys.executable, "-c", hide], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 2
        assert done.stdout == ""
        [line] = done.stderr.splitlines()
        assert 'pip install "abstractplay-hex[cli]"' in line

    @pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
    @pytest.mark.parametrize(
        "command", some("moves", "render", "games", "show", "migrate", "--help")
    )
    def test_reader_goes_away(self, folder: Path, command: str) -> None:
        file = [] if command in ("games", "--help") else ["state.json"]
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = subprocess.run(
                [*PROGRAM, command, *file],
                cwd=folder,
                stdout=writer,
                stderr=subprocess.PIPE,
                text=True,
                timeout=60,
                check=False,
            )
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (141, "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    @pytest.mark.parametrize("command", some("moves", "render", "games", "migrate", "--help"))
    def test_disk_full(self, folder: Path, command: str) -> None:
        file = [] if command in ("games", "--help") else ["state.json"]
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [*PROGRAM, command, *file],
                cwd=folder,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=60,
                check=False,
            )
        assert done.returncode == 2
        assert "cannot write: No space left on device" in done.stderr
        assert "Traceback" not in done.stderr

    @pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
    def test_interrupted(self, folder: Path) -> None:
        with subprocess.Popen(
            [*PROGRAM, "replay", "all.jsonl", "nowhere", "-"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stderr is not None
            assert process.stderr.readline().startswith(b"nowhere")  # now it waits for its input
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)
            assert process.returncode == 130
            assert b"Traceback" not in process.stderr.read()

    def test_output_in_a_poor_encoding(self, folder: Path) -> None:
        (folder / "ü.json").write_text("x")
        poor = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
        done = program("replay", "ü.json", "games.json", cwd=folder, env=poor)
        assert done.returncode == 1
        assert ".json:1: This is not JSON" in done.stderr
        assert "Traceback" not in done.stderr
        assert program("games", "--json", cwd=folder, env=poor).returncode == 0

    @pytest.mark.heavy
    def test_closed_streams(self, folder: Path) -> None:
        line = " ".join(PROGRAM)
        for shell, status in (
            (f"{line} replay - <&-", 1),
            (f"{line} state state.json >&-", 0),
            (f"{line} generate pods --games 1 --seed 1 --plies 2 --jobs 1 >&-", 0),
            (f"{line} replay state.json >&- 2>&-", 0),
            (f"{line} replay nowhere >&- 2>&-", 1),
        ):
            done = subprocess.run(
                ["/bin/sh", "-c", shell], cwd=folder, capture_output=True, text=True, check=False
            )
            assert (shell, done.returncode) == (shell, status)
            assert "Traceback" not in done.stderr

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    @pytest.mark.parametrize("closed", some("2>/dev/full", "2>&-", "2>&1 >/dev/null | true"))
    def test_complaints_that_nobody_can_read_change_no_status(
        self, folder: Path, closed: str
    ) -> None:
        for args, status in (("nosuch", 2), ("replay", 2), ("replay nowhere", 1), ("games", 0)):
            shell = f"set -o pipefail; {' '.join(PROGRAM)} {args} {closed}"
            done = subprocess.run(
                ["/bin/bash", "-c", shell], cwd=folder, capture_output=True, text=True, check=False
            )
            assert (args, done.returncode, done.stderr) == (args, status, "")

    def test_a_file_does_not_take_the_place_of_a_closed_standard_output(self, folder: Path) -> None:
        """The lowest free descriptor is given to whatever is opened first."""
        line = (
            f"{' '.join(PROGRAM)} generate pods --games 1 --seed 1 --plies 2 --jobs 1 -o new.jsonl"
        )
        subprocess.run(["/bin/sh", "-c", f"{line} >&-"], cwd=folder, timeout=60, check=True)
        (written,) = (folder / "new.jsonl").read_text().splitlines()
        assert json.loads(written)["header"]

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    @pytest.mark.parametrize("name", some("SIGINT", "SIGTERM", "SIGHUP"))
    def test_an_output_is_whole_or_as_it_was(self, folder: Path, name: str) -> None:
        """Also when something else than Ctrl-C ends the program; which it says in one line."""
        number = getattr(signal, name)
        (folder / "old.jsonl").write_text("old")
        before = {path.name for path in folder.iterdir()}

        def written(path: Path) -> bool:
            return path.name not in before and path.stat().st_size > 0

        command = [
            "generate",
            "pods",
            "--games",
            "999999",
            "--seed",
            "1",
            "--plies",
            "2",
            "--jobs",
            "2",
        ]
        with subprocess.Popen(
            [*PROGRAM, *command, "-o", "old.jsonl"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            # Once games are written the workers have started, which may complain of what ends their start.
            while not any(written(path) for path in folder.iterdir()) and process.poll() is None:
                time.sleep(0.05)
            process.send_signal(number)
            said = process.communicate(timeout=60)
        assert process.returncode == (130 if name == "SIGINT" else -number)
        assert said == ("", "interrupted\n")
        assert (folder / "old.jsonl").read_text() == "old"
        assert {path.name for path in folder.iterdir()} == before


def test_a_package_is_scaffolded_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0
    write = Path.write_text

    def full(self: Path, *args: Any, **more: Any) -> int:
        nonlocal written
        written += 1
        if written == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, *args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        result = cli("scaffold", "my_game", "--in", tmp_path)
    assert result.exit_code == 2
    assert one_line(result) == f"cannot write {tmp_path / 'my_game'}: No space left on device"
    assert list(tmp_path.iterdir()) == []
    assert cli("scaffold", "my_game", "--in", tmp_path / "new").exit_code == 0
    assert (tmp_path / "new" / "my_game" / "pyproject.toml").exists()


def test_a_site_is_exported_whole_or_not_at_all(tmp_path: Path) -> None:
    target, package = tmp_path / "site", tmp_path / "package"
    result = cli("export-site", target, "--package", package)
    assert result.exit_code == 2
    assert f"{package / ENGINE[0]} is missing" in result.output.replace("\n", " ")
    assert not target.exists()
    names = [*ENGINE, "wheels/manifest.json", "wheels/a.whl"]
    names += [f"node_modules/pyodide/{name}" for name in PYODIDE]
    for name in names:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("x")
    assert cli("export-site", target, "--package", package).exit_code == 0
    worker = (target / "offline.js").read_text("utf-8")
    for path in target.rglob("*"):
        if path.is_file() and path.name not in ("offline.js", "index.html"):
            assert f'"{path.relative_to(target).as_posix()}"' in worker
    assert "default" in (target / "index.html").read_text("utf-8")
    assert cli("export-site", target, "--package", package).exit_code == 2
    german = tmp_path / "german"
    assert cli("export-site", german, "--package", package, "--language", "de").exit_code == 0
    told = [json.loads((site / "site.webmanifest").read_text("utf-8")) for site in (target, german)]
    assert [(one["name"], one["lang"]) for one in told] == [
        ("Hex games", "en"),
        ("Hex-Spiele", "de"),
    ]
    assert told[0]["description"] != told[1]["description"]
