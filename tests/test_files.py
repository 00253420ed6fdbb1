"""Reading files of games: what is told from content, and what a bad part does to the rest."""

import gzip
import io
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.codec import jsontext
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import GameText, files, read_files

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
        monkeypatch.setattr(files, "LARGEST_TEXT", self.LIMIT)
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
        assert f"{self.LIMIT} characters at most" in found[at - 1][1]

    def test_a_line_of_the_largest_size(self, folder: Folder) -> None:
        text = self.line(self.LIMIT)
        expected = [("a.jsonl:1", "x" * (self.LIMIT - 2)), ("a.jsonl:2", GAME)]
        assert folder.read("a.jsonl", f"{text}\n{LINE}") == expected

    def test_blanks_hide_nothing_that_was_cut_away(self, folder: Folder) -> None:
        [(_, reason)] = folder.read("a.jsonl", LINE + " " * self.LIMIT + "garbage")
        assert "characters at most" in reason

    def test_a_huge_value_over_many_lines(self, folder: Folder) -> None:
        text = json.dumps(["g7"] * 100, indent=2)
        [(where, reason)] = folder.read("a.json", text)
        assert where == "a.json"
        assert "characters at most" in reason
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
