"""Reading files of games: what is told from content, and what a bad part does to the rest."""

import bz2
import gzip
import io
import json
import lzma
import os
import stat
import sys
import threading
import tracemalloc
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from typer.testing import CliRunner

from abstractplay_hex.cli import app
from abstractplay_hex.codec import jsontext
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import GameText, opening, read_files, stream
from abstractplay_hex.records.archive import verify_archives
from abstractplay_hex.records.writing import replacing

GAME = {"game": "pods", "moves": ["g7", "h8"]}
OTHER = {"game": "pods", "moves": ["a1"]}
LINE = json.dumps(GAME)
LINES = f"{LINE}\n{json.dumps(OTHER)}\n"
PRETTY = json.dumps(GAME, indent=2)


class Folder:
    """Writes files and reads them, with the folder's path taken out of what comes back."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, content: str | bytes) -> str:
        path = self.path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def read(self, name: str, content: str | bytes) -> list[tuple[str, Any]]:
        return self.told(read_files([self.write(name, content)]))

    def told(self, entries: Any) -> list[tuple[str, Any]]:
        out = []
        for text in entries:
            assert isinstance(text, GameText)
            where = str(text.where).replace(f"{self.path}/", "")
            try:
                out.append((where, text.data()))
            except HexError as error:
                assert error.message.startswith(f"{text.where}: ")
                out.append((where, error.message.removeprefix(f"{text.where}: ")))
        return out


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def pipe(monkeypatch: pytest.MonkeyPatch, content: bytes, piecewise: int | None = None) -> None:
    """Make *content* come through a real pipe as standard input."""
    reader, writer = os.pipe()

    def feed() -> None:
        with os.fdopen(writer, "wb", buffering=0) as out:
            for i in range(0, len(content), piecewise or max(len(content), 1)):
                out.write(content[i : i + (piecewise or len(content))])

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    stream = io.TextIOWrapper(os.fdopen(reader, "rb"))
    monkeypatch.setattr(sys, "stdin", stream)


def test_one_game(folder: Folder) -> None:
    assert folder.read("a.json", LINE) == [("a.json:1", GAME)]
    assert folder.read("a.json", PRETTY) == [("a.json:1", GAME)]
    assert folder.read("a.jsonl", LINE) == [("a.jsonl:1", GAME)]
    assert folder.read("no-suffix", PRETTY + "\n\n") == [("no-suffix:1", GAME)]


def test_a_game_a_line(folder: Folder) -> None:
    for name in ("a.jsonl", "a.json", "a.txt", "A.NDJSON"):
        assert folder.read(name, LINES) == [(f"{name}:1", GAME), (f"{name}:2", OTHER)]


def test_arrays_are_taken_apart(folder: Folder) -> None:
    both = [("a.json[0]", GAME), ("a.json[1]", OTHER)]
    assert folder.read("a.json", json.dumps([GAME, OTHER], indent=1)) == both
    assert folder.read("a.json", json.dumps([GAME, ["g7"]])) == [
        ("a.json[0]", GAME),
        ("a.json[1]", ["g7"]),
    ]
    assert folder.read("a.jsonl", f"[{LINE}]\n{LINE}") == [
        ("a.jsonl:1[0]", GAME),
        ("a.jsonl:2", GAME),
    ]


@pytest.mark.parametrize("moves", [["g7"], ["g7", 5], ["g7", {}]])
def test_an_array_that_begins_with_a_text_is_one_game(folder: Folder, moves: list[Any]) -> None:
    assert folder.read("a.json", json.dumps(moves)) == [("a.json:1", moves)]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_bad_line_in_the_middle_goes_alone(folder: Folder, name: str) -> None:
    found = folder.read(name, f"{LINE}\n{{bad\n{LINE}\n")
    assert found[0] == (f"{name}:1", GAME)
    assert found[1][0] == f"{name}:2"
    assert "not JSON" in found[1][1]
    assert "line 2, column 2" in found[1][1]
    assert found[2:] == [(f"{name}:3", GAME)]


@pytest.mark.parametrize("name", ["a.jsonl", "a.txt"])
@pytest.mark.parametrize("bad", ["{bad", LINE[:-1], LINE + LINE, '"', "\x00", "nul"])
def test_a_bad_first_line_goes_alone(folder: Folder, name: str, bad: str) -> None:
    found = folder.read(name, f"{bad}\n{LINES}")
    assert found[0][0] == f"{name}:1"
    assert "not JSON" in found[0][1]
    assert found[1:] == [(f"{name}:2", GAME), (f"{name}:3", OTHER)]


def test_bad_lines_of_jsonl_are_told_one_by_one(folder: Folder) -> None:
    assert [where for where, _ in folder.read("a.jsonl", "x\ny\n\nz")] == [
        "a.jsonl:1",
        "a.jsonl:2",
        "a.jsonl:4",
    ]


def test_a_bad_value_over_many_lines_is_one_error(folder: Folder) -> None:
    bad = PRETTY.replace('"h8"', "h8")
    [(where, reason)] = folder.read("a.json", f"\n\n{bad}")
    assert where == "a.json:3"
    assert "line 7," in reason  # as an editor numbers them, blank lines included
    [(where, _)] = folder.read("a.json", PRETTY[:-1])
    assert where == "a.json:1"


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_blank_lines_bom_and_crlf(folder: Folder, name: str) -> None:
    text = f"\ufeff\r\n  \r\n{LINE}\r\n\r\n\t\n{LINE}\r\n\r\n"
    assert folder.read(name, text) == [(f"{name}:3", GAME), (f"{name}:6", GAME)]
    assert folder.read(name, f"\ufeff{LINE}\r\n") == [(f"{name}:1", GAME)]
    assert folder.read("p.json", "\ufeff" + PRETTY.replace("\n", "\r\n")) == [("p.json:1", GAME)]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.jsonl.gz"])
@pytest.mark.parametrize("content", ["", "\n", " \r\n\t\n", "\ufeff", "\ufeff\n"])
def test_no_game_is_an_error(folder: Folder, name: str, content: str) -> None:
    assert folder.read(name, content) == [(name, "there is no game in it.")]
    assert folder.read(name, gzip.compress(content.encode())) == [(name, "there is no game in it.")]


def test_gzip_is_told_by_content(folder: Folder) -> None:
    packed = gzip.compress(LINES.encode())
    for name in ("a.jsonl.gz", "a.jsonl", "a.json", "a.gz"):
        assert folder.read(name, packed) == [(f"{name}:1", GAME), (f"{name}:2", OTHER)]
    assert folder.read("plain.json.gz", PRETTY) == [("plain.json.gz:1", GAME)]
    assert folder.read("a.json.gz", gzip.compress(PRETTY.encode())) == [("a.json.gz:1", GAME)]


def test_gzip_members_are_joined(folder: Folder) -> None:
    half = len(LINE) // 2
    packed = gzip.compress(LINE[:half].encode()) + gzip.compress(LINE[half:].encode() + b"\n")
    packed += gzip.compress(LINE.encode())
    assert folder.read("a.jsonl.gz", packed) == [("a.jsonl.gz:1", GAME), ("a.jsonl.gz:2", GAME)]


@pytest.mark.parametrize("cut", [2, 3, 9, 11, 40, -9, -1])
def test_cut_off_gzip_is_an_error_and_the_next_file_is_read(folder: Folder, cut: int) -> None:
    bad = folder.write("bad.jsonl.gz", gzip.compress(LINES.encode())[:cut])
    good = folder.write("good.jsonl", LINE)
    found = folder.told(read_files([bad, good]))
    assert [where for where, data in found if isinstance(data, str)] == ["bad.jsonl.gz"]
    assert "the rest is unread" in found[-2][1]
    assert found[-1] == ("good.jsonl:1", GAME)


def test_damaged_gzip(folder: Folder) -> None:
    packed = gzip.compress(LINES.encode())
    for damaged in (
        packed[:-6] + b"\0\0" + packed[-4:],  # checksum
        packed[:10] + b"\xff" * 8 + packed[18:],  # deflate stream
        packed + b"garbage",
    ):
        found = folder.read("a.jsonl.gz", damaged)
        assert found[-1][0] == "a.jsonl.gz"
        assert "it is damaged" in found[-1][1]


def test_what_stood_before_the_cut_is_kept(folder: Folder) -> None:
    lines = "".join(json.dumps({"game": "pods", "id": i}) + "\n" for i in range(20_000))
    packed = gzip.compress(lines.encode())
    found = folder.read("a.jsonl.gz", packed[: len(packed) // 2])
    assert 1000 < len(found) < 20_000
    assert found[0] == ("a.jsonl.gz:1", {"game": "pods", "id": 0})
    assert [where for where, data in found if isinstance(data, str)] == ["a.jsonl.gz"]


def test_files_that_cannot_be_read(folder: Folder) -> None:
    good = folder.write("good.json", LINE)
    (folder.path / "empty").mkdir()
    names = [str(folder.path / "none"), str(folder.path / "empty"), "a\0b", good]
    found = list(read_files(names))
    assert [str(text.where) for text in found[:-1]] == names[:-1]
    assert [text.unread for text in found] == [True] * 3 + [False]
    codes = ["record.unreadable", "record.no-game", "record.unreadable"]
    assert [text.error.code for text in found if text.error] == codes
    assert "No such file" in str(found[0].error)
    assert found[-1].data() == GAME


def test_binary_files_and_bad_utf8(folder: Folder) -> None:
    [(_, reason)] = folder.read("a.bin", bytes(range(128, 256)) + b"\n\xff\n" * 100)
    assert "UTF-8" in reason
    found = folder.read("a.jsonl", b'{"game":"\xff"}\n' + LINE.encode())
    assert "UTF-8" in found[0][1]
    assert found[1] == ("a.jsonl:2", GAME)


@pytest.mark.parametrize("bad", ["[" * 200_000, '{"a":1,"a":2}', "NaN", "9" * 10_000])
def test_json_that_is_refused(folder: Folder, bad: str) -> None:
    found = folder.read("a.jsonl", f"{bad}\n{LINE}")
    assert found[0][0] == ("a.jsonl:1[0]" if bad[0] == "[" else "a.jsonl:1")
    assert isinstance(found[0][1], str)
    assert found[1:] == [("a.jsonl:2", GAME)]


def test_packed_states_may_end_with_a_line_break(folder: Folder) -> None:
    import base64

    packed = "gz:" + base64.b64encode(gzip.compress(LINE.encode())).decode()
    for name in ("a.json", "a.jsonl"):
        assert folder.read(name, packed + "\r\n") == [(f"{name}:1", GAME)]


class TestLargeTexts:
    LIMIT = 200

    @pytest.fixture(autouse=True)
    def _limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(stream, "LARGEST_TEXT", self.LIMIT)
        monkeypatch.setattr(jsontext, "LARGEST_TEXT", self.LIMIT)

    def line(self, length: int) -> str:
        return json.dumps("x" * (length - 2))

    @pytest.mark.parametrize("name", ["a.jsonl", "a.txt"])
    @pytest.mark.parametrize("at", [1, 2, 3])
    @pytest.mark.parametrize("over", [1, 2, 63, 64, 65, 5000])
    def test_a_huge_line_goes_alone(self, folder: Folder, name: str, at: int, over: int) -> None:
        lines = [LINE, LINE, LINE]
        lines[at - 1] = self.line(self.LIMIT + over)
        found = folder.read(name, "\n".join(lines))
        assert [where for where, _ in found] == [f"{name}:{i}" for i in (1, 2, 3)]
        assert [i for i, (_, data) in enumerate(found, 1) if data != GAME] == [at]
        assert f"at most {self.LIMIT} characters" in found[at - 1][1]

    def test_a_line_of_the_largest_size(self, folder: Folder) -> None:
        text = self.line(self.LIMIT)
        expected = [("a.jsonl:1", "x" * (self.LIMIT - 2)), ("a.jsonl:2", GAME)]
        assert folder.read("a.jsonl", f"{text}\n{LINE}") == expected

    def test_blanks_hide_nothing_that_was_cut_away(self, folder: Folder) -> None:
        [(_, reason)] = folder.read("a.jsonl", LINE + " " * self.LIMIT + "garbage")
        assert f"at most {self.LIMIT} characters" in reason

    def test_a_huge_value_over_many_lines(self, folder: Folder) -> None:
        text = json.dumps(["g7"] * 100, indent=2)
        [(where, reason)] = folder.read("a.json", text)
        assert where == "a.json"
        assert f"at most {self.LIMIT} characters" in reason
        # blanks hide nothing
        found = folder.read("a.json", PRETTY + " " * self.LIMIT + "garbage")
        assert [where for where, _ in found] == ["a.json:1", f"a.json:{PRETTY.count(chr(10)) + 1}"]
        assert found[0][1] == GAME
        assert "not JSON" in found[1][1]

    def test_many_lines_after_a_bad_one_are_no_value(self, folder: Folder) -> None:
        found = folder.read("a.txt", "{bad\n" + f"{LINE}\n" * 100)
        assert len(found) == 101
        assert [where for where, data in found if isinstance(data, str)] == ["a.txt:1"]
        assert found[-1] == ("a.txt:101", GAME)

    def test_unpacked_size_counts(self, folder: Folder) -> None:
        packed = gzip.compress(f"{LINE}\n{self.line(100_000)}\n{LINE}".encode())
        found = folder.read("a.jsonl.gz", packed)
        assert [isinstance(data, str) for _, data in found] == [False, True, False]


@pytest.mark.parametrize("piecewise", [None, 1, 7])
@pytest.mark.parametrize("pack", [False, True])
@pytest.mark.parametrize("text", [LINE, LINES, PRETTY, f"{{bad\n{LINES}", "", "\ufeff"])
def test_standard_input_from_a_pipe(
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    pack: bool,
    piecewise: int | None,
) -> None:
    pipe(monkeypatch, gzip.compress(text.encode()) if pack else text.encode(), piecewise)
    found = folder.told(read_files(["-"]))
    expected = folder.read("file", text)
    assert [(w.replace("standard input", "file"), d) for w, d in found] == expected
    sys.stdin.close()


def test_a_line_is_read_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(os.fdopen(reader, "rb")))
    with os.fdopen(writer, "wb", buffering=0) as out:
        entries = read_files(["-"])
        for _ in range(3):
            out.write(LINE.encode() + b"\n")
            assert next(entries).data() == GAME  # would hang if a full buffer were awaited
    assert list(entries) == []
    sys.stdin.close()


def test_standard_input_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    found = list(read_files(["-", "-"]))
    assert [str(text.where) for text in found] == [
        "standard input:1",
        "standard input:2",
        "standard input",
    ]
    assert found[-1].error is not None
    assert not sys.stdin.closed


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    [text] = read_files(["-"])
    assert str(text.error) == "standard input: it is closed"


def test_how_much_was_read(folder: Folder) -> None:
    text = LINES * 5000
    packed = gzip.compress(text.encode())
    for content in (text.encode(), packed):
        taken = [t.after.taken for t in read_files([folder.write("a.jsonl", content)])]
        assert taken == sorted(taken)
        assert taken[0] <= taken[-1] == len(content)


def test_abandoned_reading_closes_the_file(folder: Folder) -> None:
    entries = read_files([folder.write("a.jsonl", LINES)])
    next(entries)
    entries.close()  # type: ignore[attr-defined]  # an unclosed file would be a warning, an error here


# ---- odd files: what replay and verify make of them ----------------------------------------------

A, B, C = (json.dumps({"game": "pods", "id": i, "moves": ["g7"]}) for i in "abc")
PRETTY_A, PRETTY_B = (json.dumps(json.loads(text), indent=1) for text in (A, B))
NOT_JSON = "state.not-json"
ODD: dict[str, tuple[str, str | bytes, list[str | tuple[str, str]]]] = {
    # name: of the file, what it holds, and places of good games, or place and code of what is bad
    "array": ("x.json", f"[{A},{B}]", ["x.json[0]", "x.json[1]"]),
    "empty array": ("x.json", "[]", [("x.json", "record.no-game")]),
    "comma behind an array": (
        "x.json",
        f"[{A},\n{B}],\n",
        ["x.json[0]", "x.json[1]", ("x.json:2", NOT_JSON)],
    ),
    "trailing comma": (
        "x.json",
        f"[{A},{B},]",
        ["x.json[0]", "x.json[1]", ("x.json[2]", NOT_JSON)],
    ),
    "doubled comma": (
        "x.json",
        f"[{A},, ,{B}]",
        ["x.json[0]", ("x.json[1]", NOT_JSON), "x.json[1]"],
    ),
    "leading comma": ("x.json", f"[,{A}]", [("x.json[0]", NOT_JSON), "x.json[0]"]),
    "no comma": ("x.json", f"[{A} {B}]", ["x.json[0]", ("x.json[1]", NOT_JSON), "x.json[1]"]),
    "a bracket too many": (
        "x.json",
        f"[{A}}}, {B}]",
        ["x.json[0]", ("x.json[1]", NOT_JSON), "x.json[1]"],
    ),
    "no games in an array": (
        "x.json",
        f'[1, "x", {A}, null, {{}}]',
        [
            ("x.json[0]", "record.format"),
            ("x.json[1]", "record.text"),
            "x.json[2]",
            ("x.json[3]", "record.format"),
            ("x.json[4]", "record.format"),
        ],
    ),
    "array not closed": (
        "x.json",
        f"[{A},{B}",
        ["x.json[0]", "x.json[1]", ("x.json", "bytes.ended")],
    ),
    "array cut within a game": (
        "x.json",
        f"[{A},{B[:-3]}",
        ["x.json[0]", ("x.json", "bytes.ended")],
    ),
    "item not closed": (
        "x.json",
        f"[\n{A},\n{B[:-3]},\n{C}\n]",
        ["x.json[0]", ("x.json[1]", NOT_JSON), "x.json[2]"],
    ),
    "indented item not closed": (
        "x.json",
        "[\n" + ",\n".join(f" {t}" for t in (A, B[:-1].replace(":", ":\n   "), C)) + "\n]",
        ["x.json[0]", ("x.json[1]", NOT_JSON), "x.json[2]"],
    ),
    "two games, one after the other": ("x.json", A + B, ["x.json:1", "x.json:1"]),
    "two games, indented": ("x.json", f"{PRETTY_A}\n{PRETTY_B}", ["x.json:1", "x.json:8"]),
    "a game with a comma behind it": (
        "x.json",
        f"{PRETTY_A},\n{PRETTY_B}",
        ["x.json:1", ("x.json:7", NOT_JSON), "x.json:8"],
    ),
    "a game not closed": (
        "x.json",
        f"{PRETTY_A[:-1]}\n{PRETTY_B}",
        [("x.json:1", NOT_JSON), "x.json:8"],
    ),
    "two arrays": ("x.json", f"[{A}]\n[{B},{C}]", ["x.json[0]", "x.json:2[0]", "x.json:2[1]"]),
    "array, then a game": ("x.json", f"[{A}]\n{B}", ["x.json[0]", "x.json:2"]),
    "a game, then an indented one": (
        "x.json",
        f"{A}\n{PRETTY_B}\n{C}",
        ["x.json:1", "x.json:2", "x.json:9"],
    ),
    "rubbish": ("x.json", "hello\nworld\n", [("x.json:1", NOT_JSON)]),
    "rubbish, then a game": ("x.json", f"hello\nworld\n{A}", [("x.json:1", NOT_JSON), "x.json:3"]),
    "games amid rubbish": (
        "x.txt",
        f"{A}\nhello\nworld\n{B}",
        ["x.txt:1", ("x.txt:2", NOT_JSON), ("x.txt:3", NOT_JSON), "x.txt:4"],
    ),
    "lines": ("x.json", f"{A}\n{B}\n", ["x.json:1", "x.json:2"]),
    "two games in a line": ("x.jsonl", f"{A}{B}\n{C}", [("x.jsonl:1", NOT_JSON), "x.jsonl:2"]),
    "indented game, but lines": (
        "x.jsonl",
        "{\n}\n",
        [("x.jsonl:1", NOT_JSON), ("x.jsonl:2", NOT_JSON)],
    ),
    "array in a line": (
        "x.jsonl",
        f"{A}\n[{B}, 1, {C}]\n{A}",
        [
            "x.jsonl:1",
            "x.jsonl:2[0]",
            ("x.jsonl:2[1]", "record.format"),
            "x.jsonl:2[2]",
            "x.jsonl:3",
        ],
    ),
    "array in a line, not closed": (
        "x.jsonl",
        f"[{A},\n{B}]\n{C}",
        ["x.jsonl:1[0]", ("x.jsonl:1[1]", "bytes.ended"), ("x.jsonl:2", NOT_JSON), "x.jsonl:3"],
    ),
    "array in a line, and more": (
        "x.jsonl",
        f"[{A}] {B}\n{C}",
        ["x.jsonl:1[0]", ("x.jsonl:1", NOT_JSON), "x.jsonl:2"],
    ),
    "no moves in a line": (
        "x.jsonl",
        f"[]\n{A}",
        [("x.jsonl:1", "record.which-game"), "x.jsonl:2"],
    ),
    "UTF-16": ("x.json", A.encode("utf-16"), [("x.json", "bytes.encoding")]),
    "UTF-16, not Latin": (
        "x.json",
        '"\u540d\u540d\u540d"'.encode("utf-16"),
        [("x.json", "bytes.encoding")],
    ),
    "UTF-16, a mark alone": ("x.json", b"\xff\xfe", [("x.json", "bytes.encoding")]),
    "a line of zeros": (
        "x.jsonl",
        f"{A}\n\0\0\0\n{B}\n",
        ["x.jsonl:1", ("x.jsonl:2", NOT_JSON), "x.jsonl:3"],
    ),
    "UTF-16 behind UTF-8": (
        "x.jsonl",
        f"{A}\n".encode() + f"{B}\r\n".encode("utf-16-le"),
        ["x.jsonl:1", ("x.jsonl:2", NOT_JSON), ("x.jsonl:3", NOT_JSON)],
    ),
    "UTF-16, no mark": ("x.jsonl", A.encode("utf-16-be"), [("x.jsonl", "bytes.encoding")]),
    "UTF-32": ("x.json", A.encode("utf-32"), [("x.json", "bytes.encoding")]),
    "UTF-16, packed": (
        "x.json",
        gzip.compress(A.encode("utf-16-le")),
        [("x.json", "bytes.encoding")],
    ),
    "empty": ("x.json", "", [("x.json", "record.no-game")]),
    "bzip2": ("x.jsonl", bz2.compress(f"{A}\n{B}".encode()), ["x.jsonl:1", "x.jsonl:2"]),
    "xz": ("x.json", lzma.compress(f"[{A},\n{B}]".encode()), ["x.json[0]", "x.json[1]"]),
    "gzip, checksum wrong": (
        "x.jsonl",
        gzip.compress(f"{A}\n{B}\n".encode())[:-8] + bytes(8),
        ["x.jsonl:1", "x.jsonl:2", ("x.jsonl", "bytes.damaged")],
    ),
    "bzip2, cut": (
        "x.json",
        bz2.compress(A.encode())[:-5],
        ["x.json:1", ("x.json", "bytes.ended")],
    ),
    "xz, rubbish behind": (
        "x.json",
        lzma.compress(A.encode()) + b"x" * 40,
        ["x.json:1", ("x.json", "bytes.damaged")],
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_replay_and_verify_read_the_same(folder: Folder, name: str) -> None:
    file, content, expected = ODD[name]
    path = folder.write(file, content)
    found: list[str | tuple[str, str]] = []
    for game in verify_archives(path):
        where = str(game.where).replace(f"{folder.path}/", "")
        found.append((where, game.defect.code) if game.defect else where)
    assert found == expected
    told = []
    for command in (["replay"], ["verify", "-j", "1"]):
        result = CliRunner().invoke(app, [*command, path])
        told.append((result.exit_code, result.stderr, result.stdout.partition(" plies")[0]))
    assert told[0] == told[1]
    status, errors, counts = told[0]
    bad = [entry for entry in expected if isinstance(entry, tuple)]
    assert status == bool(bad)
    assert len(errors.splitlines()) == len(bad)
    files = [where for where, _ in bad if where == file]
    good = len(expected) - len(bad)
    assert f"{good} good, {len(bad) - len(files)} bad" in counts
    assert ("1 file not read, or not to the end" in counts) == bool(files)


@pytest.mark.parametrize("name", ODD)
def test_reading_can_be_resumed_behind_each_game(folder: Folder, name: str) -> None:
    file, content, _ = ODD[name]
    path = folder.write(file, content)
    whole = list(read_files(path))
    for i, text in enumerate(whole, 1):
        rest = read_files(path, text.after)
        assert [(str(t.error), evolve(t, error=None), t.begins) for t in rest] == [
            (str(t.error), evolve(t, error=None), t.begins) for t in whole[i:]
        ]


def test_errors_tell_line_and_column_of_the_file(folder: Folder) -> None:
    text = f'[{A}, {{"id": "é"}},\n  {{"game": nix}}, {{"é" 1}}]'
    found = dict(folder.read("x.json", text))
    assert "line 2, column 12" in found["x.json[2]"]
    assert "line 2, column 23" in found["x.json[3]"]
    assert (
        "line 2, column 12"
        in dict(folder.read("x.jsonl", f"{A}\n [{A}, nix]".replace(A, '{"é":1}')))["x.jsonl:2[1]"]
    )


@pytest.mark.parametrize("wrapped", ["x.jsonl", "x.json", "x.jsonl.gz", "x.json.gz", "x.txt.gz"])
def test_whatever_is_cut_off_is_told(folder: Folder, wrapped: str) -> None:
    """At every cut: good games first, as many as are whole, then what is told."""
    texts = [A, B, C]
    plain = "\n".join(texts) if "json." not in f"{wrapped}." else "[" + ",\n".join(texts) + "]\n"
    whole = gzip.compress(plain.encode(), mtime=0) if wrapped.endswith(".gz") else plain.encode()
    for cut in range(2, len(whole)):
        part = whole[:cut]
        there = zlib.decompressobj(wbits=31).decompress(part) if wrapped.endswith(".gz") else part
        found = list(read_files(folder.write(wrapped, part)))
        good = sum(text.encode() in there for text in texts)
        assert [text.data()["id"] for text in found[:good]] == list("abc")[:good], cut
        assert all(text.error or text.unread or b"}" not in text.text[-1:] for text in found[good:])
        if wrapped.endswith(".gz") or wrapped == "x.json":
            told = found[good:] if there[-2:] != b"]\n" or wrapped.endswith(".gz") else []
            assert [text.unread for text in told][-1:] == [True] * bool(told), cut
            if good and told:
                assert f"(games: {good})" in str(told[-1].error), cut


@pytest.mark.parametrize("begin", ["", "[", f"[{A}"])
@pytest.mark.parametrize("blank", [" ", "\n"])
def test_blanks_without_end_are_not_kept(folder: Folder, begin: str, blank: str) -> None:
    path = folder.write("x.json.gz", gzip.compress((begin + blank * (30 << 20)).encode()))
    tracemalloc.start()
    found = list(read_files(path))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found[-1].unread
    assert most < 20 << 20


def test_hidden_files_are_no_games(folder: Folder) -> None:
    for name in ("._x.json", ".hidden.jsonl"):
        folder.write(name, b"\0\5\x16\7")
    (folder.path / ".trash").mkdir()
    folder.write(".trash/old.json", A)
    folder.write("x.json", A)
    assert [where for where, _ in folder.told(read_files(folder.path))] == ["x.json:1"]
    assert len(list(read_files(folder.path / ".hidden.jsonl"))) == 1  # named, it is read


def test_an_array_is_never_held_in_memory(folder: Folder) -> None:
    text = json.dumps({"game": "pods", "id": "x" * 1000, "moves": []})
    path = folder.write("x.json", "[" + ",\n".join([text] * 5000) + "]")
    tracemalloc.start()
    assert sum(1 for _ in read_files(path)) == 5000
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2 << 20


# ---- files that are written ----------------------------------------------------------------------


class Interrupted(BaseException):
    pass


@pytest.mark.parametrize("error", [Interrupted, OSError])
def test_an_output_is_replaced_when_it_is_whole(tmp_path: Path, error: type[BaseException]) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    link.symlink_to("out")
    with replacing(path) as file:
        file.write(b"one")
    path.chmod(0o640)

    def fail() -> None:
        with replacing(link) as file:
            file.write(b"two")
            file.flush()
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_bytes() == b"one"
    with replacing(link) as file:
        file.write(b"two")
    assert (path.read_bytes(), link.is_symlink()) == (b"two", True)
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "out"]


def test_outputs_of_commands_are_whole_or_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, at the moment at which all is to be on it, leaves every old file as it was."""
    games = tmp_path / "games.jsonl"
    games.write_text(f"{A}\n")
    commands = {
        "archive.jsonl.gz": ["generate", "pods", "--games", "2", "--seed", "1", "-j", "1", "-o"],
        "report": ["verify", str(games), "-j", "1", "--report"],
        "stats.json": ["verify", str(games), "-j", "1", "--stats"],
        "stats.csv": ["verify", str(games), "-j", "1", "--stats"],
        "board.svg": ["render", str(games), "-o"],
    }
    for name in commands:
        (tmp_path / name).write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for name, command in commands.items():
            result = CliRunner().invoke(app, [*command, str(tmp_path / name)])
            assert result.exit_code == 2, name
            assert "No space left" in result.stderr
            assert (tmp_path / name).read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*commands, "games.jsonl"])
    for name, command in commands.items():
        assert CliRunner().invoke(app, [*command, str(tmp_path / name)]).exit_code == 0
        assert (tmp_path / name).read_bytes() != b"old"


def test_an_interrupted_generate_leaves_the_old_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old")

    def texts(*_: object, **__: object) -> Any:
        yield A
        raise KeyboardInterrupt

    monkeypatch.setattr("abstractplay_hex.cli.generating.generated", texts)
    arguments = ["generate", "pods", "--games", "9", "--seed", "1", "-j", "1", "-o", str(path)]
    assert CliRunner().invoke(app, arguments).exit_code == 130
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_other_systems_hide(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """By their names, or by what Windows and macOS note of them."""
    for name in ("a.json", "._a.json", "windows.json", "macos.json"):
        folder.write(name, LINE)
    for name in ("__MACOSX", ".Trash-1000", "windows", "open"):
        (folder.path / name).mkdir()
        folder.write(f"{name}/{'.' * (name[0] == '_')}_b.json", LINE)
    marked = opening._is_hidden

    def is_hidden(status: os.stat_result) -> bool:
        names = [n for n in os.listdir(folder.path) if os.stat(folder.path / n) == status]
        here = names[0] if names else ""
        attributes = stat.FILE_ATTRIBUTE_HIDDEN if here.startswith("windows") else 32
        flags = stat.UF_HIDDEN if here.startswith("macos") else 0
        noted = SimpleNamespace(st_file_attributes=attributes, st_flags=flags)
        return marked(noted)  # type: ignore[arg-type]

    monkeypatch.setattr(opening, "_is_hidden", is_hidden)
    found = [where for where, _ in folder.told(read_files(folder.path))]
    assert found == ["a.json:1", "open/_b.json:1"]
    assert [where for where, _ in folder.told(read_files(folder.path / "windows.json"))] == [
        "windows.json:1"  # when it is named, it is read
    ]
