"""The terminal: boards as text, and whole games driven through standard input."""

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
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from typer.testing import CliRunner, Result

import abstractplay_hex as hexes
from abstractplay_hex import players, registry
from abstractplay_hex.cli import app
from abstractplay_hex.errors import ArgumentError, RenderError
from abstractplay_hex.render.svg import places
from abstractplay_hex.render.text import to_text

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
STATES = sorted((FIXTURES / "states").glob("*.json"))
Game = hexes.Game[Any, Any]
PIECES = "●○•◦◆◇▲△¹²"
DROPPED = ["g7", "a1", "g8", "a2", "g7", "undo", "history", "g7", "back", "board", "go"]


def cli(*args: object, stdin: str = "") -> Result:
    result = CliRunner().invoke(app, [str(a) for a in args], input=stdin, catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


def loaded(path: Path) -> Game:
    return hexes.load_game(path.read_text(encoding="utf-8"))


def board_rows(text: str) -> list[str]:
    """Return the rows of the last board in *text*, with the names at their ends."""
    rows: list[str] = []
    for line in text.splitlines():
        if re.fullmatch(r" *[a-z]{1,2}\d+ .* ?[a-z]{1,2}\d+", line):
            if rows and rows[-1] == "":
                rows = []
            rows.append(line)
        elif rows and rows[-1] != "":
            rows.append("")
    return rows[:-1] if rows and rows[-1] == "" else rows


class TestBoards:
    @pytest.mark.parametrize("path", STATES, ids=lambda p: p.stem)
    def test_every_cell_is_there_and_has_its_name(self, path: Path) -> None:
        game = loaded(path)
        for ply in range(0, len(game.stack), 7):
            game.load(ply)
            render = game.render()
            render.pop("annotations", None)
            render["pieces"] = None
            render["board"].pop("markers", None)
            render.pop("options", None)  # a board that is still to be built hides its labels
            rows = board_rows(to_text(render, colour=False, names=True))
            found = set()
            for row in rows:
                first, *numbers, last = row.split()
                letter = first.rstrip("0123456789")
                found |= {letter + number for number in numbers}
                assert (first, last) == (letter + numbers[0], letter + numbers[-1])
            assert found == set(places(render).values())

    @pytest.mark.parametrize("path", STATES, ids=lambda p: p.stem)
    @pytest.mark.parametrize("width", [30, 80, 120])
    def test_every_piece_is_there(self, path: Path, width: int) -> None:
        game = loaded(path)
        render = game.render()
        text = to_text(render, colour=False, width=width)
        letters = [c for c in render["pieces"] if c.isalpha()]
        board = "\n".join(board_rows(text))
        assert sum(board.count(sign) for sign in PIECES) == len(letters)
        kinds = {sign for sign in PIECES if sign in board}
        assert len(kinds) == len(set(letters))
        assert all(sign in text.replace(board, "") for sign in kinds)  # the legend

    @pytest.mark.parametrize("path", STATES, ids=lambda p: p.stem)
    def test_colours_change_no_character(self, path: Path) -> None:
        game = loaded(path)
        render = game.render()
        coloured = to_text(render, titles=game.titles(render))
        assert isinstance(coloured, Text)
        plain = to_text(render, colour=False, titles=game.titles(render))
        assert [line.rstrip() for line in coloured.plain.split("\n")] == plain.split("\n")
        assert coloured.spans

    def test_neighbours_are_half_a_cell_off(self) -> None:
        rows = board_rows(to_text(hexes.new_game("pods").render(), colour=False))
        starts = [row.index("·") for row in rows]
        assert starts == [12 + 4 - 2 * min(i, 12 - i) + 1 for i in range(13)]
        narrow = to_text(hexes.new_game("pods").render(), colour=False, width=40)
        assert max(map(len, narrow.splitlines())) <= 40
        assert narrow.count("·") == 127

    def test_ascii(self) -> None:
        for path in STATES:
            assert to_text(loaded(path).render(), colour=False, ascii=True).isascii()

    def test_the_move_is_in_brackets(self) -> None:
        game = hexes.new_game("pods").move("g7").move("a1")
        text = to_text(game.render(), colour=False, titles=game.titles())
        assert "[○]" in text
        assert "whale of player 2" in text
        game.move("g8").move("a2").move("g7", partial=True)
        text = to_text(game.render(), colour=False)
        assert text.count("[·]") == len([move for move in game.moves() if move.startswith("g7-")])

    def test_landings_and_conversions(self) -> None:
        game = loaded(FIXTURES / "states" / "dendria-20261129-size-5.json").undo(3)
        game.move("c3-d4,e1=t", partial=True)
        text = to_text(game.render(), colour=False)
        assert "[◆]" in text
        assert "(·)" in text
        assert "|▲|" in text
        assert "{•}" in text
        assert "∘ possible" in text.replace("  ", " ")

    def test_water_and_legend_in_the_games_words(self) -> None:
        game = hexes.new_game("dendria", ["modular-7"])
        text = to_text(game.render(), colour=False, titles=game.titles())
        assert text.count("~") == 18 + 1
        assert "water, a module can be placed here" in text
        text = to_text(game.render(), colour=False)
        assert "~  water" in text

    def test_nothing_but_the_json_is_needed(self) -> None:
        render = {
            "board": {
                "style": "hex-odd-p",
                "width": 3,
                "height": 2,
                "blocked": [{"row": 0, "col": 1}],
                "markers": [{"type": "edge", "edge": "N", "colour": 1}],
            },
            "legend": {"A": {"text": "K", "colour": 3}, "B": "cube"},
            "pieces": [[["A"], [], []], [[], ["A", "B"], []]],
            "annotations": [{"type": "exit", "targets": [{"row": 1, "col": 2}]}],
        }
        assert to_text(render, colour=False).splitlines() == [
            "b1  K       ·  b3",
            "  a1  ·   ●  <·> a3",
            "",
            " K  K of player 3    ●  cube   < > taken    N  marked for player 1",
        ]

    @pytest.mark.parametrize("style", ["hex-even-f", "hex-odd-f"])
    def test_flat_hexes(self, style: str) -> None:
        render = {"board": {"style": style, "width": 4, "height": 3}, "pieces": None}
        text = to_text(render, colour=False)
        assert text.count("·") == 12
        assert text.splitlines()[-1].split() == ["1", "2", "3", "4"]

    @pytest.mark.parametrize(
        "change",
        [
            {"board": {"style": "square", "width": 3, "height": 3}},
            {"renderer": "stacking"},
            {"pieces": "Q"},
            {"legend": {"A": []}},
            {"annotations": [{"type": "enter", "targets": [{"row": 99, "col": 0}]}]},
        ],
    )
    def test_what_cannot_be_read(self, change: dict[str, Any]) -> None:
        render = hexes.new_game("pods").move("g7").render() | change
        with pytest.raises(RenderError):
            to_text(render, colour=False)


Pick = Callable[[Game], str]


def script(uid: str, variants: list[str], pick: Pick, seed: int = 1) -> tuple[list[str], Game]:
    """Play against the random player as the program will; return what the human types."""
    game = hexes.new_game(uid, variants)
    computer = players.player("random", seed)
    typed = []
    while not game.gameover:
        if game.currplayer == 1:
            move = pick(game)
            typed.append(move)
        else:
            move = computer(game) or ""
        game.move(move)
    return typed, game


class TestWholeGames:
    def test_pods(self, tmp_path: Path) -> None:
        typed, game = script("pods", [], players.player("greedy", 5))  # type: ignore[arg-type]
        file = tmp_path / "game.json"
        lines = [*typed, "history", "quit", str(file)]
        result = cli("play", "pods", "--against", "random", "--seed", 1, stdin="\n".join(lines))
        assert result.exit_code == 0
        assert game.winner == [1]
        assert "The game is over. Player 1 won." in result.output
        saved = loaded(file)
        assert saved.position() == game.position()
        assert saved.move_history() == game.move_history()

    def test_dendria_with_construction_and_conversions(self, tmp_path: Path) -> None:
        rng = random.Random(0)

        def pick(game: Game) -> str:
            moves = game.moves()
            converting = [move for move in moves if "=" in move]
            others = [move for move in moves if move != "pass"]
            return rng.choice(converting or others or moves) if len(game.stack) < 100 else "pass"

        typed, game = script("dendria", ["modular-7"], pick)
        assert game.winner
        assert max(move.count("=") for move in typed) > 1
        file = tmp_path / "game.json"
        lines: list[str] = []
        for move in typed:
            if move.startswith("m") or "=" not in move:
                lines.append(move + "!")
            else:
                lines += [*move.split(","), "go"]
        # A turn that is finished is made at once; there is nothing to go on with then.
        result = cli(
            "play", "dendria", "-v", "modular-7", "--against", "random", "--seed", 1, "--save", file,
            stdin="\n".join(lines),
        )  # fmt: skip
        assert result.exit_code == 0
        assert loaded(file).move_history() == game.move_history()
        assert "You can add" in result.output
        assert "a module can be placed here" in result.output

    def test_modules_by_the_names_of_cells(self) -> None:
        result = cli("play", "dendria", "--variant", "modular-7", stdin="c3\nd3\nf2\nhistory\n")
        assert "1. m0,0" in result.output
        assert "A module at " in result.output  # why d3 cannot be
        assert re.search(r"   1\. m0,0  m-?\d,-?\d", result.output)

    def test_the_computer_begins(self) -> None:
        result = cli("play", "pods", "--against", "greedy", "--as", 2, "--seed", 3, stdin="")
        assert "Player 1 placed a whale at" in result.output
        assert "2. Player 2>" in result.output

    def test_a_seed_plays_the_same_game(self) -> None:
        arguments = ("play", "pods", "--against", "mixed", "--seed", 4)
        assert cli(*arguments, stdin="g7\nhint").output == cli(*arguments, stdin="g7\nhint").output

    def test_any_registered_game(self) -> None:
        for uid in (info.uid for info in registry.games()):
            result = cli(
                "play", uid, "--against", "random", "--seed", 1, stdin="hint\n?\nmoves 3\n"
            )
            assert result.exit_code == 0


class TestLines:
    def play(self, *lines: str, args: tuple[object, ...] = ("pods",)) -> str:
        result = cli("play", *args, stdin="\n".join([*lines, ""]))
        assert result.exit_code == 0
        return result.output

    def test_illegal_turns_say_why(self) -> None:
        game = hexes.new_game("pods").move("g7")
        output = self.play("g7", "g7", "z9", "nonsense", "ü", "g7-")
        for text in ("g7", "z9", "nonsense", "ü", "g7-"):
            assert game.validate_move(text).message in output
        assert "2. Player 2> g7-" in output

    def test_an_empty_line_instructs(self) -> None:
        assert hexes.new_game("pods").validate_move("").message in self.play("")

    def test_a_turn_bit_by_bit(self) -> None:
        output = self.play("g7", "a1", "g8", "a2", "g7", "hint", "h7", "history")
        assert "Choose a destination for the whale at g7." in output
        assert "5. Player 1 g7>" in output
        assert "You can add: " in output
        assert "3. g7-h7" in output

    def test_the_turn_begun_can_be_dropped(self) -> None:
        output = self.play(*DROPPED)
        assert output.count("5. Player 1 g7>") == 2
        assert "   2. g8  a2" in output
        assert "You have not begun a turn." in output

    def test_undo(self) -> None:
        output = self.play("undo", "g7", "a1", "undo", "undo", "g8", "history")
        assert "Cannot take back" in output
        assert "   1. g8\n" in output
        against = ("pods", "--against", "random", "--seed", "1")
        output = self.play("g7", "h7", "undo", "undo", "undo", "history", args=against)
        assert "Nothing has been played yet." in output
        first = ("pods", "--against", "random", "--seed", "1", "--as", 2)
        assert "You have no turn to take back." in self.play("undo", args=first)

    def test_endings(self) -> None:
        output = self.play("g7", "resign", "n", "resign", "y", "h7", "undo", "draw", "y", "", "")
        assert "Player 2 resigned. The game is over. Player 1 won." in output
        assert "The game is over; no more moves can be made." in output
        assert "The players agreed to a draw." in output
        against = ("pods", "--against", "random", "--seed", "1")
        assert "The players agreed to a draw." in self.play("draw", args=against)

    @pytest.mark.parametrize(
        ("own", "answers", "said"),
        [
            ((1,), [], "The players agreed to a draw."),
            ((1, 3), ["n"], "Do all agree to a draw? [y/N] n"),
            ((1, 3), ["y"], "The players agreed to a draw."),
        ],
    )
    def test_three_at_the_board(
        self, own: tuple[int, ...], answers: list[str], said: str, last_stand: str
    ) -> None:
        """Every seat is somebody's: the computer has those that nobody took with --as."""
        seats = [word for seat in own for word in ("--as", seat)]
        output = self.play("draw", *answers, args=(last_stand, "--against", "random", *seats))
        assert said in output
        assert ("agreed to a draw" in output) == (answers != ["n"])
        output = self.play("a1", "a2", "a3", "a4", "history", args=(last_stand,))
        assert output.endswith("   1. a1  a2  a3\n   2. a4\n5. Player 2> \n")
        assert "3. Player 1> " in self.play("a1", "a2", args=(last_stand, "--seats", 2))

    def test_words(self) -> None:
        output = self.play("?", "moves 2", "moves x", "scores", "names", "display", "/help")
        assert "m1  m2  …" in output
        assert "moves takes a number." in output
        assert output.count("List what you can type.") == 2
        assert "hide-influence" in output
        game = hexes.new_game("pods")
        hint = re.search(r"You could play (\S+)", self.play("hint"))
        assert hint is not None
        assert game.validate_move(hint[1]).valid

    def test_saving_and_going_on(self, tmp_path: Path) -> None:
        file, other = tmp_path / "a game.json", tmp_path / "b.json"
        output = self.play("g7", f"save {file}", "a1", "save", "g8", "quit", "n")
        assert output.count("Saved.") == 2
        assert loaded(file).move_history() == [["g7", "a1"]]
        output = self.play("history", "g8", "quit", "", args=("--resume", file))
        assert "   1. g7  a1" in output
        assert loaded(file).move_history() == [["g7", "a1"], ["g8"]]
        other.write_text("not mine")
        self.play("g7", f"save {other}", "n")
        assert other.read_text() == "not mine"
        output = self.play(
            "c3", f"load {file}", "n", f"load {file}", "y", "history", "load", "save /nowhere/x"
        )
        assert "   2. g8" in output
        assert "Cannot save to" in output
        assert "Name a file: load FILE" in output
        assert sorted(p.name for p in tmp_path.iterdir()) == ["a game.json", "b.json"]

    @pytest.mark.parametrize("begin", ["--resume", "load"])
    def test_what_holds_more_than_a_saved_game_is_not_written_over(
        self, tmp_path: Path, begin: str
    ) -> None:
        """An archive, a record, packed data: who has resumed a game of it names another file."""
        saved = hexes.new_game("pods").move("g7").serialize()
        contents = {
            "many.jsonl": f"{saved}\n{saved}\n".encode(),
            "array.json": f"[{saved}, {saved}]".encode(),
            "moves.json": b'{"game": "pods", "moves": ["g7"], "id": "mine"}',
            "one.json.gz": gzip.compress(saved.encode()),
        }
        for name, content in contents.items():
            file = tmp_path / name
            file.write_bytes(content)
            said = ("a1", "save", f"save {tmp_path / 'new.json'}", "y", "quit")
            if begin == "load":
                output = self.play(f"load {file}", *said)
            else:
                output = self.play(*said, args=(begin, file))
                again = cli("play", "--resume", file, "--save", file)
                assert again.exit_code == 2
            assert "Name a file: save FILE" in output
            assert file.read_bytes() == content
            assert loaded(tmp_path / "new.json").move_history() == [["g7", "a1"]]
            (tmp_path / "new.json").unlink()

    def test_saving_after_each_turn(self, tmp_path: Path) -> None:
        file = tmp_path / "game.json"
        self.play("g7", "a1", args=("pods", "--save", file))
        assert loaded(file).move_history() == [["g7", "a1"]]
        again = cli("play", "pods", "--save", file)
        assert again.exit_code == 2

    def test_leaving_is_undone_when_saving_fails(self) -> None:
        output = self.play("g7", "quit", "/nowhere/at/all.json", "quit", "n")
        assert "Cannot save to /nowhere/at/all.json" in output

    @pytest.mark.parametrize("word", ["n", "no", "N", "NO", " No ", ""])
    def test_leaving_without_saving(
        self, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        output = self.play("g7", "quit", word)
        assert output.count("Save the game?") == 1
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("word", ["y", "YES", "quit", "q", "/quit", "back", "save", "?"])
    def test_words_are_no_file_names(
        self, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An answer that means something else is not taken for the name of a file."""
        monkeypatch.chdir(tmp_path)
        output = self.play("g7", "quit", word, "game.json")
        assert output.count("Save the game?") == 2
        assert "Type the name of a file" in output
        assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
        # Where the game has a file, yes is that one; a name of one's own needs a path.
        self.play("a1", "quit", "y", args=("--resume", "game.json"))
        assert loaded(tmp_path / "game.json").move_history() == [["g7", "a1"]]
        self.play("g7", "quit", "./y")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["game.json", "y"]

    def test_bad_files(self, tmp_path: Path) -> None:
        (tmp_path / "bad.json").write_text("{")
        (tmp_path / "none.json").write_text("[]")
        output = self.play(
            f"load {tmp_path}/bad.json", f"load {tmp_path}/none.json", "load x\x1b[2J"
        )
        assert "\x1b" not in output
        assert output.count("1. Player 1>") == 4
        assert cli("play", "--resume", tmp_path / "bad.json").exit_code == 1

    def test_wrong_use(self) -> None:
        for arguments in (
            ("nothing",),
            (),
            ("pods", "--variant", "x"),
            ("pods", "--against", "x"),
            ("pods", "--as", "3"),
            ("pods", "--seats", "3"),
            ("--resume", STATES[0], "--seats", "2"),
            ("pods", "--display", "x"),
            ("pods", "--palette", "x"),
            ("--resume", STATES[0], "-v", "x"),
        ):
            assert cli("play", *arguments).exit_code == 2

    def test_the_computer_without_a_turn_offers_a_draw(self, monkeypatch: Any) -> None:
        monkeypatch.setitem(players.POLICIES, "random", lambda rng: lambda game: None)
        for answer, said in (("y", "agreed to a draw"), ("n", "Player 2 resigned")):
            result = cli("play", "pods", "--against", "random", stdin=f"g7\n{answer}\n")
            assert "has no legal turn" in result.output
            assert said in result.output


class TestProcess:
    PROGRAM = (sys.executable, "-m", "abstractplay_hex")

    def run(self, *args: str, stdin: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
        surroundings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        return subprocess.run(
            [*self.PROGRAM, *args], input=stdin, capture_output=True, text=True, timeout=60,
            check=False, env={**surroundings, "PYTHONUTF8": "1", **env},
        )  # fmt: skip

    def test_end_of_input(self) -> None:
        done = self.run("play", "pods", stdin="g7\n")
        assert (done.returncode, done.stderr) == (0, "")

    def test_no_colour(self) -> None:
        terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        coloured = self.run("show", str(STATES[0]), **terminal).stdout
        assert "48;2;" in coloured
        plain = self.run("show", str(STATES[0]), **terminal, NO_COLOR="1").stdout
        assert "38;" not in plain
        assert "48;" not in plain
        assert "\x1b" not in self.run("show", str(STATES[0])).stdout

    def test_poor_encodings_get_letters(self) -> None:
        done = self.run("show", str(STATES[0]), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert "·" not in done.stdout
        assert "T" in done.stdout

    def test_narrow(self) -> None:
        done = self.run("show", str(STATES[-1]), COLUMNS="44")
        assert max(map(len, board_rows(done.stdout))) <= 44

    @pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
    def test_ctrl_d_asks_about_saving(self, tmp_path: Path) -> None:
        import pty

        for typed, kept in ((b"game.json\n", ["game.json"]), (b"\x04", ["game.json"])):
            own, its = pty.openpty()
            with subprocess.Popen(
                [*self.PROGRAM, "play", "pods"],
                stdin=its, stdout=its, stderr=its, cwd=tmp_path,
                env={**os.environ, "TERM": "dumb"},
            ) as process:  # fmt: skip
                os.close(its)
                said = b""
                for wanted, line in (
                    (b"1. Player 1> ", b"g7\n"),
                    (b"2. Player 2> ", b"\x04"),
                    (b"or n for no: ", typed),
                ):
                    while wanted not in said:
                        said += os.read(own, 4096)
                    os.write(own, line)
                with suppress(OSError):  # the other end is closed: that is the end on Linux
                    while os.read(own, 4096):
                        pass
                assert process.wait(60) == 0
            os.close(own)
            assert [p.name for p in tmp_path.iterdir()] == kept

    def test_interrupted(self) -> None:
        with subprocess.Popen(
            [*self.PROGRAM, "play", "pods"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as process:  # fmt: skip
            assert process.stdout is not None
            while b"Scores" not in process.stdout.readline():
                pass
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
            assert process.returncode == 130
            assert errors == b"interrupted\n"


class TestShow:
    @pytest.mark.parametrize("path", STATES, ids=lambda p: p.stem)
    def test_any_ply(self, path: Path) -> None:
        game = loaded(path)
        for ply in (0, 1, len(game.stack) - 1):
            result = cli("show", path, "--ply", ply)
            assert result.exit_code == 0
            game.load(ply)
            render = game.render()
            for row in board_rows(to_text(render, colour=False)):
                assert row in result.output
            assert (f"{ply}. {game.lastmove}" in result.output) == bool(ply)

    def test_options(self) -> None:
        assert cli("show", STATES[-1], "--names", "--ascii").exit_code == 0
        assert cli("show", STATES[-1], "--display", "hide-influence").exit_code == 0
        assert cli("show", STATES[-1], "--ply", 9999).exit_code == 2
        assert cli("show", STATES[-1], "--display", "x").exit_code == 2
        assert cli("show", "nowhere.json").exit_code == 1
        jsonl = FIXTURES / "pods-20240802.jsonl"
        assert cli("show", jsonl, "--number", 2, "--palette", "colour-blind").exit_code == 0


class TestPlayers:
    def test_greedy_beats_random(self) -> None:
        for seed in range(3):
            game = hexes.new_game("pods")
            seats = [players.player("greedy", seed), players.player("random", seed)]
            if seed % 2:
                seats.reverse()
            while not game.gameover:
                game.move(seats[game.currplayer - 1](game) or "")
            assert game.winner == [1 + seed % 2]

    @pytest.mark.parametrize("name", sorted(players.POLICIES))
    @pytest.mark.parametrize("uid", ["pods", "dendria"])
    def test_a_seed_repeats_and_nothing_is_changed(self, name: str, uid: str) -> None:
        games = [hexes.new_game(uid), hexes.new_game(uid)]
        for game in games:
            chooser = players.player(name, 9)
            for _ in range(12):
                before = game.position(), len(game.stack)
                move = chooser(game)
                assert (game.position(), len(game.stack)) == before
                if move is None:  # the game is over
                    break
                game.move(move)
        assert games[0].position() == games[1].position()

    def test_over_and_unknown(self) -> None:
        game = hexes.new_game("pods").resign(1)
        for name in players.POLICIES:
            assert players.player(name, 1)(game) is None
        with pytest.raises(ArgumentError):
            players.player("clever")

    def test_greedy_is_bounded(self) -> None:
        game = hexes.new_game("dendria", ["size-9"])
        chooser = players.greedy_player(random.Random(1), most=5)
        assert chooser(game) in set(game.moves())

    def test_saved_games_are_json(self) -> None:
        assert json.loads(STATES[0].read_text())["game"]
