"""Whole archives: every way games are kept, bad ones amid good ones, interruptions, dying workers."""

import bz2
import gzip
import json
import lzma
import os
import re
import signal
import subprocess
import sys
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from threading import Thread
from time import process_time
from typing import Any

import pytest
from attrs import evolve
from typer.testing import CliRunner

from abstractplay_hex import game_class, get_rules, load_game, new_game
from abstractplay_hex.cli import app
from abstractplay_hex.codec import dumps
from abstractplay_hex.errors import ArgumentError, RecordError, StateError
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.records import archive, read_game, replay
from abstractplay_hex.records.archive import (
    CheckedGame,
    GameText,
    Location,
    ProcessPool,
    Progress,
    Statistics,
    read_files,
    run,
    running,
    verify_archives,
    workers,
)
from abstractplay_hex.records.archive.checkpoint import Checkpoint, Job
from abstractplay_hex.records.archive.report import part_of
from abstractplay_hex.records.archive.statistics import MOST_TURNS, SELDOM
from abstractplay_hex.records.archive.verifying import check_packed
from abstractplay_hex.records.generating import Plan, generate
from abstractplay_hex.records.opening import find_files
from tests.bench.dendria_stress import twelve_open_conversions
from tests.clusters import dask_cluster, until
from tests.conftest import ROOT, fixture_games

zstandard = pytest.importorskip("zstandard", reason="needs the extra archive: zstandard")


@cache
def games(number: int = 24, form: str = "record", plies: int = 8) -> tuple[str, ...]:
    return tuple(generate(Plan("pods", 5, form=form, most_plies=plies), number))


def as_lines(texts: Any) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def as_array(texts: Any) -> bytes:
    return ("[\n" + ",\n".join(texts) + "\n]\n").encode()


PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.compress,
}


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(PACK.get(path.suffix, bytes)(data))
    return path


def outcomes(*paths: Path, **options: Any) -> list[CheckedGame]:
    return list(verify_archives(paths, **options))


def faults(found: list[CheckedGame]) -> dict[int, str]:
    return {i: o.defect.code for i, o in enumerate(found) if o.defect is not None}


def kept(path: Path) -> Checkpoint:
    job = json.loads(path.read_text())["job"]
    found = Checkpoint.load(path, Job(tuple(job["archives"]), job["game"], job["report"]))
    assert found is not None
    return found


# ---- every form and every wrapping ---------------------------------------------------------------


@pytest.mark.parametrize("form", ["record", "state", "moves"])
@pytest.mark.parametrize("packed", ["", ".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize("ending", [".jsonl", ".json"])
def test_every_form_in_every_wrapping(tmp_path: Path, form: str, packed: str, ending: str) -> None:
    texts = games(7, form)
    data = (as_lines if ending == ".jsonl" else as_array)(texts)
    path = written(tmp_path / f"games{ending}{packed}", data)
    found = outcomes(path)
    assert [o.defect for o in found] == [None] * 7
    assert {o.game for o in found} == {"pods"}
    assert {o.plies for o in found} == {9}  # eight turns, and the draw
    for i, (outcome, text) in enumerate(zip(found, texts, strict=True)):
        at = outcome.where
        assert data[at.offset :].startswith(text.encode())
        assert (at.line, at.index) == ((i + 1, None) if ending == ".jsonl" else (None, i))
        assert str(at) == (f"{path}:{i + 1}" if ending == ".jsonl" else f"{path}[{i}]")


def test_recorded_games_with_a_state_for_each_ply() -> None:
    found = outcomes(ROOT / "fixtures")
    assert faults(found) == {}
    assert {o.game for o in found} == {"pods", "dendria"}
    assert len(found) >= 30


def test_folders_are_read_in_order_of_names(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.json", "c/x.jsonl.gz", "c/notes.txt", "c/.x.swp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        written(tmp_path / name, as_lines(games(1)))
    found = [os.path.relpath(o.where.path, tmp_path) for o in outcomes(tmp_path)]
    assert found == ["a.json", "b.jsonl", "c/x.jsonl.gz"]


def packed(name: str, data: bytes) -> bytes:
    return PACK[Path(name).suffix](data)


@pytest.mark.parametrize("name", ["x.jsonl.gz", "x.jsonl.zst", "x.json.gz", "x.json.zst"])
def test_all_that_can_be_unpacked_is_read_before_the_error(tmp_path: Path, name: str) -> None:
    texts = games(24)
    plain = as_lines(texts) if "jsonl" in name else as_array(texts)
    whole = packed(name, plain)
    (tmp_path / name).write_bytes(whole + b"rubbish")
    found = outcomes(tmp_path / name)
    assert [o.ok for o in found] == [True] * 24 + [False]
    assert faults(found) == {24: "bytes.damaged"}
    for part in (len(whole) - 1, len(whole) * 2 // 3, len(whole) // 3):
        (tmp_path / name).write_bytes(whole[:part])
        unpacker = (
            zlib.decompressobj(wbits=31)
            if name.endswith(".gz")
            else zstandard.ZstdDecompressor().decompressobj()
        )
        there = len(unpacker.decompress(whole[:part]))
        ends = [plain.index(text.encode()) + len(text) for text in texts]
        number = sum(end <= there for end in ends)
        found = outcomes(tmp_path / name)
        assert [o.ok for o in found] == [True] * number + [False]
    (tmp_path / name).write_bytes(whole + whole)
    assert len(outcomes(tmp_path / name)) == 48


def test_frames_of_zstandard_that_hold_nothing(tmp_path: Path) -> None:
    """They may stand anywhere: ``pzstd`` begins with one."""
    first, second = (zstandard.compress(as_lines(part)) for part in (games()[:2], games()[2:4]))
    for number in range(16):
        nothing = bytes([0x50 + number]) + b"\x2a\x4d\x18\x04\0\0\0abcd"
        (tmp_path / "x.jsonl.zst").write_bytes(nothing + first + nothing + second + nothing)
        assert run([tmp_path / "x.jsonl.zst"]).good == 4


def test_nothing_lies_between_padded_gzip_members(tmp_path: Path) -> None:
    one = gzip.compress(as_lines(games()[:2]))
    (tmp_path / "x.jsonl.gz").write_bytes(one + b"\0" * 9000 + one + b"\0" * 5)
    assert run([tmp_path / "x.jsonl.gz"]).good == 4


BOMBS = {
    "spaces": b" ",
    "brackets": b"[",
    "text": b'[{"a":"' + b"a" * 99,
    "digits": b'[{"a":1' + b"1" * 99,
    "digits of an item": b"[1" + b"1" * 99,
}


@pytest.mark.long
@pytest.mark.parametrize("name", ["x.jsonl.zst", "x.json.gz", "x.json.bz2", "x.json.xz"])
@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_are_neither_slow_nor_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, bomb: str
) -> None:
    """Forty times the limit, in a few kilobytes: time grows with what is read, memory does not."""
    monkeypatch.setattr("abstractplay_hex.records.stream.LARGEST_TEXT", 1 << 18)
    begin = BOMBS[bomb]
    data = begin + begin[-1:] * (10 << 20)
    (tmp_path / name).write_bytes(packed(name, data))
    del data
    tracemalloc.start()
    began = process_time()
    found = outcomes(tmp_path / name)
    taken = process_time() - began
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 0 < len(found) <= 2
    assert not any(o.ok for o in found)
    assert taken < 20
    assert most < 40 << 20


@pytest.mark.parametrize(
    "name", [b"na\xffme", "\u00fcn\u00ef\U0001f600".encode(), b"new\nline", b'a"b,c']
)
def test_names_of_any_bytes(tmp_path: Path, name: bytes) -> None:
    folder, state, report = tmp_path / "in", tmp_path / "state", tmp_path / "report"
    folder.mkdir()
    for end in (b"1.jsonl", b"2.jsonl"):
        (folder / os.fsdecode(name + end)).write_bytes(
            as_lines([*games()[:2], '{"game":"\\ud800"}'])
        )
    arguments = [
        "verify",
        str(folder),
        "--jobs",
        "2",
        "--report",
        str(report),
        "--resume",
        str(state),
    ]
    for stats in ("x.json", "x.csv", "x.parquet"):  # the second time, nothing is left to do
        result = CliRunner().invoke(app, [*arguments, "--stats", str(tmp_path / stats)])
        assert result.exit_code == 1
        assert "6 games: 4 good, 2 bad" in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
    lines = [json.loads(line) for line in report.read_bytes().splitlines()]
    assert [os.fsencode(line["path"]) for line in lines[::3]] == [
        os.fsencode(folder) + b"/" + name + end for end in (b"1.jsonl", b"2.jsonl")
    ]


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    found = outcomes(Path("a" * 5000), Path("a\0b"), written(tmp_path / "x.jsonl", b""))
    assert [o.ok for o in found] == [False] * 3
    # Where it is stands in the message once, and not in the reason.
    assert found[2].message == f"{tmp_path / 'x.jsonl'}: there is no game in it."
    assert found[2].to_dict()["reason"] == "there is no game in it."


def test_links_that_lead_back_are_not_followed(tmp_path: Path) -> None:
    """A folder that holds a link to itself is read once, not until names become too long."""
    folder, other = tmp_path / "a", tmp_path / "b"
    (folder / "in").mkdir(parents=True)
    other.mkdir()
    written(folder / "x.jsonl", as_lines(games()[:3]))
    written(folder / "in" / "y.jsonl", as_lines(games()[3:5]))
    written(other / "z.jsonl", as_lines(games()[5:6]))
    (folder / "back").symlink_to(".")
    (folder / "in" / "up").symlink_to("..")
    (folder / "other").symlink_to(other)
    (other / "again").symlink_to(folder)
    found = list(find_files([folder]))
    assert [Path(name).name for name in found] == ["y.jsonl", "z.jsonl", "x.jsonl"]
    assert run([folder]).good == 6


def other_ways() -> dict[str, bytes]:
    """Return three games as values that go over lines which could be taken for games."""
    one, two, three = games(3)
    indented = json.dumps(json.loads(two), indent=1)
    return {
        "object-then-indented": f"{one}\n{indented}\n{three}".encode(),
        "array-in-one-line-then-object": f"[{one},{two}]\n{three}".encode(),
        "comma-first": f"[{one}\n,{two}\n,{three}\n]".encode(),
        "bracket-alone": f"[\n{one}\n,{two}\n,{three}]".encode(),
        "blank-lines": f"\n \n{one}\n\n{two}\n{three}\n\n".encode(),
        "bom-and-lines": b"\xef\xbb\xbf" + as_lines(games(3)),
        "key-alone": b'{"moves":\n["g7"],"game":"pods"}' + as_lines(games(2)),
    }


OTHER_WAYS = other_ways()


@pytest.mark.parametrize(
    "data",
    [
        as_array(games(3)).replace(b"\n", b""),
        b"\xef\xbb\xbf" + as_array(games(3)),
        json.dumps([json.loads(t) for t in games(3)], indent=3).encode(),
        as_lines(games(3)),
        "".join(games(3)).encode(),
        as_array(games(2)) + b"\r\n\t" + games(3)[2].encode(),
        *OTHER_WAYS.values(),
    ],
    ids=["compact", "bom", "indented", "lines", "joined", "array-and-object", *OTHER_WAYS],
)
def test_values_however_they_are_written(tmp_path: Path, data: bytes) -> None:
    assert [o.ok for o in outcomes(written(tmp_path / "x.json", data))] == [True] * 3


def lines_with_bad_ones() -> list[bytes]:
    """Return lines, some of them bad: the first, the second, one cut off, one in between."""
    good = [text.encode() for text in games(8, "moves")]
    cut_off = good[6][:-5]
    return [
        as_lines(texts).replace(b"CUT", cut_off)
        for texts in (
            [*map(bytes.decode, good[:3]), "no game", *map(bytes.decode, good[3:])],
            ["no game", *map(bytes.decode, good)],
            ["CUT", *map(bytes.decode, good), "CUT", "}", good[0].decode()],
            ["", good[0].decode(), "CUT", "", good[1].decode(), "]", '["x"]', "12"],
        )
    ]


@pytest.mark.parametrize("data", lines_with_bad_ones(), ids=["later", "first", "cut", "second"])
@pytest.mark.parametrize("name", ["x.json", "x.txt", "x.json.gz", "x.zst", "-"])
def test_a_bad_line_takes_no_other_along_whatever_the_file_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes
) -> None:
    expected = outcomes(written(tmp_path / "x.jsonl", data))
    assert len({o.ok for o in expected}) == 2
    path = Path(name) if name == "-" else written(tmp_path / name, data)
    if name == "-":
        monkeypatch.setattr("sys.stdin", piped(data, len(data)))
    found = outcomes(path)
    assert [(o.where.line, o.where.offset, o.ok) for o in found] == [
        (o.where.line, o.where.offset, o.ok) for o in expected
    ]


class Standard:
    """Standard input, of which only the bytes are asked for."""

    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer

    def __del__(self) -> None:
        self.buffer.close()


def piped(data: bytes, at_once: int) -> Standard:
    """Return a pipe into which bytes come in parts, the first few of them slowly."""
    ends = os.pipe()

    def write() -> None:
        with os.fdopen(ends[1], "wb", buffering=0) as file:
            for begin in range(0, len(data), at_once):
                file.write(data[begin : begin + at_once])
                if begin < 8:
                    time.sleep(0.02)

    Thread(target=write, daemon=True).start()
    return Standard(os.fdopen(ends[0], "rb"))


@pytest.mark.parametrize("at_once", [1, 3, 1 << 20])
@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.jsonl.zst", "x.json", "x.json.zst"])
def test_pipes_that_give_few_bytes_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, at_once: int
) -> None:
    texts = games(5)
    data = written(tmp_path / name, (as_lines if "jsonl" in name else as_array)(texts)).read_bytes()
    monkeypatch.setattr("sys.stdin", piped(data, at_once))
    assert [o.ok for o in outcomes(Path("-"))] == [True] * 5


def test_a_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)  # as Python has it then
    assert [o.message for o in outcomes(Path("-"))] == ["standard input: it is closed"]


def test_one_list_of_moves_is_one_game(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", b' ["g7", "h7", "resign(1)"] ')
    assert [(o.plies, o.winner) for o in outcomes(path, uid="pods")] == [(3, (2,))]
    assert faults(outcomes(path)) == {0: "record.which-game"}
    lines = written(tmp_path / "x.jsonl", b'["g7"]\n\n[["g7"],{"game":"pods","moves":[]}]\n')
    found = outcomes(lines, uid="pods")
    assert [(o.where.line, o.where.index, o.plies) for o in found] == [
        (1, None, 1),
        (3, 0, 1),
        (3, 1, 0),
    ]


def test_texts_with_brackets_in_them(tmp_path: Path) -> None:
    texts = [dumps({"game": "pods", "id": s, "moves": ["g7"]}) for s in ('}],[{"', "\\", '\\"}]')]
    found = outcomes(written(tmp_path / "x.json", as_array(texts)))
    assert [o.ident for o in found] == ['}],[{"', "\\", '\\"}]']


# ---- bad games -----------------------------------------------------------------------------------


def bad_ones() -> dict[str, tuple[str, str, int | None, str | None]]:
    """Return bad games by name: text, and code, ply and text of the fault."""
    moves = json.loads(games(1, "moves")[0])
    state = json.loads(games(1, "state")[0])
    facts = fixture_games("pods-20240802.jsonl")[0]
    facts["plies"][4]["scores"] = [99, 0]
    state["stack"][3]["scores"] = [7, 7]
    other = json.loads(games(1, "state")[0])
    other["stack"][2]["lastmove"] = "a1"
    record = json.loads(games(1)[0])
    record["header"]["players"][0]["score"] = 99
    last = record["moves"][-1][-1] or record["moves"][-1][0]
    return {
        "illegal": (
            dumps({**moves, "moves": [*moves["moves"][:2], "a1-a1"]}),
            "replay.illegal",
            3,
            "a1-a1",
        ),
        "winner": (dumps({**moves, "winner": [1]}), "replay.differs", 9, "draw()"),
        "fact": (dumps(facts), "replay.differs", 5, facts["plies"][4]["move"]),
        "score": (dumps(record), "replay.differs", 9, last["move"]),
        "state": (dumps(state), "state.scores", 3, state["stack"][3]["lastmove"]),
        "turn": (dumps(other), "pods.state.lastmove", 2, "a1"),
        "unknown": ('{"game":"chess","moves":[]}', "game.unknown", None, None),
        "no-game": ('{"hello":1}', "record.format", None, None),
        "twice": ('{"game":"pods","moves":[],"moves":[]}', "state.duplicate-key", None, None),
        "nan": ('{"game":"pods","moves":[],"x":NaN}', "state.number", None, None),
        "broken": ('{"game":"pods","moves":[}', "state.not-json", None, None),
        "scalar": ("12", "record.format", None, None),
        "deep": ("[" * 100_000 + "]" * 100_000, "state.too-deep", None, None),
        "huge": ('{"game":"pods","moves":[],"x":1' + "0" * 5000 + "}", "state.number", None, None),
    }


@pytest.mark.parametrize("ending", [".jsonl", ".json"])
def test_bad_games_amid_good_ones(tmp_path: Path, ending: str) -> None:
    good, bad = games(), bad_ones()
    texts: list[str] = []
    for i, (text, *_) in enumerate(bad.values()):
        texts += [good[i], text]
    path = written(tmp_path / f"x{ending}", (as_lines if ending == ".jsonl" else as_array)(texts))
    found = outcomes(path)
    assert len(found) == len(texts)
    assert all(o.ok for o in found[::2])
    for name, outcome in zip(bad, found[1::2], strict=True):
        fault = outcome.defect
        assert fault is not None, name
        assert (fault.code, fault.ply, fault.text) == bad[name][1:], name
        assert fault.reason
        assert outcome.message.startswith(f"{outcome.where}: ")
        assert outcome.to_dict()["code"] == fault.code
    with workers(2) as executor:
        assert outcomes(path, executor=executor) == found
    with language("de"):
        assert "aufgezeichnet" in found[2 * list(bad).index("winner") + 1].message.lower()


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("board", []),
        ("board", {"dataType": "Map", "value": []}),
        ("influence", {}),
        ("influence", [["a1", 1]]),
        ("legal", 127.0),
        ("legal", "127"),
        ("legal", True),
        ("legal", -1),
        ("moves", ["zz"]),
        ("moves", "zz"),
        ("moves", [1]),
    ],
)
def test_what_is_recorded_of_a_ply_is_compared(tmp_path: Path, fact: str, value: Any) -> None:
    recorded = fixture_games("pods-20240802.jsonl")[0]
    replayed = replay(read_game(recorded))
    saved = replayed.state()["stack"][9]
    recorded["plies"][8] |= {"board": saved["board"], "influence": saved["influenceBoard"]["value"]}
    good = dumps(recorded)
    recorded["plies"][8][fact] = value
    found = outcomes(written(tmp_path / "x.jsonl", as_lines([good, dumps(recorded)])))
    assert list(faults(found)) == [1]
    fault = found[1].defect
    assert fault is not None
    if fault.code == "replay.differs":
        assert (fault.ply, fault.text) == (9, recorded["plies"][8]["move"])
        assert f"the record says {fact} " in fault.reason
    else:
        assert fault.code in ("record.not-count", "record.not-texts")
        assert f"plies[8].{fact} is not " in fault.reason


def test_a_saved_game_beside_the_plies_is_compared(tmp_path: Path) -> None:
    whole = json.loads(games(1, "state")[0])
    played = [ply["lastmove"] for ply in whole["stack"][1:]]
    played[-1] += "()"  # a draw by word
    short = {**whole, "stack": whole["stack"][:4], "gameover": False, "winner": []}
    other = json.loads(games(2, "state")[1])
    island = json.loads(new_game("dendria").serialize())

    def told(state: Any, plies: list[str] = played) -> str:
        return dumps({"game": "pods", "plies": [{"move": m} for m in plies], "state": state})

    good = [told(whole), told(dumps(whole)), told(short, played[:3]), told(None)]
    bad = [told(short), told(whole, played[:3]), told(other), told(island), told("x"), told([])]
    found = outcomes(written(tmp_path / "x.jsonl", as_lines([*good, *bad])))
    assert list(faults(found)) == list(range(4, 10))
    assert [faults(found)[n] for n in (4, 5, 6, 7)] == ["replay.differs"] * 4
    first = found[4].defect
    assert first is not None
    assert (first.ply, first.text) == (4, played[3])


def test_a_saved_game_is_the_same_whichever_variant_is_named_first() -> None:
    state = new_game("dendria", ["modular-19", "solo"]).state()
    record = {"game": "dendria", "variants": ["solo", "modular-19"], "moves": [], "state": state}
    assert replay(read_game(record)).variants == ["solo", "modular-19"]


@pytest.mark.parametrize("key", ["results", "telling"])
def test_facts_that_are_looked_into_are_lists(tmp_path: Path, key: str) -> None:
    """Else they would look like a fault of the game's engine."""
    plies = [{"move": "resign", key: 5}]
    found = outcomes(
        written(tmp_path / "x.jsonl", dumps({"game": "pods", "plies": plies}).encode())
    )
    assert faults(found) == {0: "record.not-list"}


def test_what_is_no_recorded_game_is_told_where_to_begin() -> None:
    oddities: tuple[Any, ...] = ({"moves": []}, None, ["g7"], "g7")
    for odd in oddities:
        with pytest.raises(RecordError, match="read_game"):
            replay(odd)
    with pytest.raises(RecordError, match=r"json\.loads"):
        read_game('{"moves":["g7"]}', "pods")
    with pytest.raises(StateError, match="read_game"):
        load_game(["g7"])  # type: ignore[arg-type]


def test_what_is_wrong_with_the_whole_game_is_about_no_ply(tmp_path: Path) -> None:
    bad = {"game": "pods", "moves": [], "winner": [1]}
    (found,) = outcomes(written(tmp_path / "x.jsonl", as_lines([dumps(bad)])))
    assert found.defect is not None
    assert (found.defect.code, found.defect.ply, found.defect.text) == (
        "replay.differs",
        None,
        None,
    )
    assert "ply" not in found.to_dict()
    assert "None" not in found.message


def test_a_kind_of_game_is_one_whatever_variant_is_named_first() -> None:
    both = [["modular-19", "solo"], ["solo", "modular-19"]]
    statistics = Statistics()
    for variants in both:
        recorded = read_game({"game": "dendria", "variants": variants, "moves": []})
        statistics.add(replay(recorded), recorded)
    assert [kind.games for kind in statistics.kinds.values()] == [2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_in_a_folder_is_not_waited_at(tmp_path: Path) -> None:
    written(tmp_path / "x.jsonl", as_lines(games(3)))
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "broken.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "itself").symlink_to("itself")
    (tmp_path / "itself.jsonl").symlink_to("itself.jsonl")
    found = outcomes(tmp_path)
    assert list(faults(found)) == [0, 1]
    assert faults(found)[0] == "file.not-found"
    assert len(found) == 5
    Thread(target=(tmp_path / "pipe.jsonl").write_bytes, args=(as_lines(games(2)),)).start()
    assert len(outcomes(tmp_path / "pipe.jsonl")) == 2  # named, it is read


def test_one_archive_needs_no_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text is a name, not a list of letters (of which ``.`` would be a folder)."""
    path = written(tmp_path / "x.jsonl", as_lines(games(3)))
    written(tmp_path / "y.jsonl", as_lines(games(4)))
    monkeypatch.chdir(tmp_path)
    for name in ("x.jsonl", path):
        assert run(name).games == len(list(verify_archives(name))) == 3
        assert len(list(read_files(name))) == 3
    for odd in (None, 5, b"x.jsonl", [b"x.jsonl"], [None], "", [""], [["x.jsonl"]]):
        for reading in (run, lambda a: list(verify_archives(a)), lambda a: list(read_files(a))):
            with pytest.raises(ArgumentError) as caught:
                reading(odd)  # type: ignore[arg-type]
            assert caught.value.code == "archive.name"


def test_numbers_that_are_none(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines(games(3)))
    for odd in (0, -1, "x", 2.5, True, 10**10):
        bad: list[Callable[[Any], object]] = [
            lambda n: run(path, window=n, checkpoint=tmp_path / "state"),
            lambda n: list(verify_archives(path, window=n)),
            lambda n: list(generate(Plan("pods"), 3, window=n)),
            lambda n: list(generate(Plan("pods", most_plies=n), 3)),
            ProcessPool,
        ]
        if odd != 0:
            bad.append(lambda n: list(generate(Plan("pods"), n)))
            bad.append(lambda n: list(generate(Plan("pods"), 1, first=n)))
        for call in bad:
            with pytest.raises(ArgumentError) as caught:
                call(odd)
            assert caught.value.code == "argument.whole-number"
    assert (
        not (tmp_path / "state").exists()
        or not json.loads((tmp_path / "state").read_text())["done"]
    )
    for seed in ("\ud800", 10**5000, "x" * 2000, 1.5, None):
        with pytest.raises(ArgumentError) as caught:
            Plan("pods", seed=seed).checked()  # type: ignore[arg-type]
        assert caught.value.code == "argument.seed"


def test_a_folder_with_nothing_to_be_read(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    written(tmp_path / "sub" / "readme.txt", b"no games")
    (found,) = outcomes(tmp_path)
    assert found.defect is not None
    assert (found.where.path, found.defect.code) == (str(tmp_path), "record.no-game")
    assert command("verify", tmp_path, "-q")[::2] == (1, f"{tmp_path}: there is no game in it.\n")


@pytest.mark.parametrize("fact", ["legal", "moves"])
def test_a_file_sets_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fact: str) -> None:
    """Where turns are beyond number, no more of them are looked at than a record says there are."""
    turns = sorted(new_game("dendria", ["size-5"]).moves())
    right, wrong = {
        "legal": (len(turns), (0, len(turns) - 1, len(turns) + 1, 10**9)),
        "moves": (turns, ([], turns[:-1], [*turns, "x"], ["x"] * 200_000, "x")),
    }[fact]
    assert isinstance(wrong, tuple)

    def game(move: str, claim: Any, **more: Any) -> str:
        return dumps({"game": "dendria", **more, "plies": [{"move": move, fact: claim}]})

    small = [game(turns[0], claim, variants=["size-5"]) for claim in (right, *wrong)]
    found = outcomes(written(tmp_path / "s.jsonl", as_lines(small)))
    assert [o.ok for o in found] == [True, *[False] * len(wrong)]
    assert faults(found)[1] == "replay.differs"
    assert {"legal": "record.not-count", "moves": "record.too-many-moves"}[fact] in faults(
        found
    ).values()

    drawn = 0
    cls = game_class("dendria")
    iter_moves = cls.iter_moves

    def counted(game: Any) -> Iterator[str]:
        nonlocal drawn
        for turn in iter_moves(game):
            drawn += 1
            yield turn

    monkeypatch.setattr(cls, "iter_moves", counted)
    monkeypatch.setattr(cls, "moves", lambda _: pytest.fail("all of them are listed"))
    claims = [0, 5] if fact == "legal" else [[], ["x"] * 5]
    position = twelve_open_conversions().text
    large = [game("pass", claim, position=position) for claim in claims]
    path = written(tmp_path / "x.jsonl", as_lines(large))
    assert faults(outcomes(path)) == {0: "replay.differs", 1: "replay.differs"}
    assert drawn == 1 + 6


def test_each_score_that_a_record_has_is_compared(tmp_path: Path) -> None:
    text = games(1)[0]
    scores = [player["score"] for player in json.loads(text)["header"]["players"]]

    def told(*says: Any) -> str:
        record = json.loads(text)
        for player, score in zip(record["header"]["players"], says, strict=True):
            player["score"] = score
            if score is None:
                del player["score"]
        return dumps(record)

    good = [told(*scores), told(scores[0], None), told(None, scores[1]), told(None, None)]
    bad = [told(scores[0] + 1, None), told(None, scores[1] - 1), told(scores[0], scores[1] + 1)]
    found = outcomes(written(tmp_path / "x.jsonl", as_lines([*good, *bad])))
    assert faults(found) == dict.fromkeys(range(4, 7), "replay.differs")


def cut(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def test_archives_that_are_cut_off(tmp_path: Path) -> None:
    for name in ("x.jsonl", "x.json", "x.jsonl.gz", "x.json.gz", "x.jsonl.zst", "x.json.zst"):
        data = (as_lines if "jsonl" in name else as_array)(games())
        # Half of what a packed archive has may be more than half of the games, but never all.
        found = outcomes(cut(written(tmp_path / name, data), 0.5))
        assert not found[-1].ok, name
        assert all(o.ok for o in found[:-1]), name
        assert len(found) < 24, name
        fault = found[-1].defect
        assert fault is not None
        assert fault.code == ("state.not-json" if name == "x.jsonl" else "bytes.ended"), name
    whole = as_array(games(2))
    for end in (whole.rindex(b"]"), whole.rindex(b","), 1, len(whole) - 4):
        found = outcomes(written(tmp_path / "x.json", whole[:end]))
        assert not found[-1].ok, end
        assert all(o.ok for o in found[:-1]), end


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_bytes(b" \n")
    (tmp_path / "none.json").write_bytes(b"[ ]")
    (tmp_path / "blank.jsonl").write_bytes(b"\n\n")
    (tmp_path / "text.json").write_bytes(b"hello\nworld\n")
    (tmp_path / "bad.jsonl.gz").write_bytes(b"\x1f\x8b" + b"x" * 99)
    (tmp_path / "bad.jsonl.zst").write_bytes(b"\x28\xb5\x2f\xfd" + b"x" * 99)
    (tmp_path / "bits.jsonl").write_bytes(b"\xff\xfe\n" + as_lines(games(1)))
    wide = zstandard.ZstdCompressionParameters.from_level(1, window_log=28)
    packing = zstandard.ZstdCompressor(compression_params=wide).compressobj()
    (tmp_path / "wide.jsonl.zst").write_bytes(
        packing.compress(as_lines(games(1))) + packing.flush()
    )
    found = {
        name: [o.defect.code if o.defect else "" for o in outcomes(tmp_path / name)]
        for name in sorted(os.listdir(tmp_path))
    }
    assert found == {
        "bad.jsonl.gz": ["bytes.damaged"],
        "bad.jsonl.zst": ["bytes.damaged"],
        "bits.jsonl": ["state.not-json", ""],
        "blank.jsonl": ["record.no-game"],
        "empty.json": ["record.no-game"],
        "none.json": ["record.no-game"],
        "text.json": ["state.not-json"],
        "wide.jsonl.zst": ["bytes.window"],
    }
    missing = outcomes(tmp_path / "nowhere.jsonl", tmp_path / "bits.jsonl")
    assert [o.ok for o in missing] == [False, False, True]


def test_a_game_too_large_is_told_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("abstractplay_hex.records.stream.LARGEST_TEXT", 5000)
    large = '{"game":"pods","x":"' + "}" * 200_000 + '"}'
    lines = outcomes(written(tmp_path / "x.jsonl", as_lines([large, games(1)[0]])))
    assert faults(lines) == {0: "state.too-large"}
    assert len(lines) == 2
    array = outcomes(written(tmp_path / "x.json", as_array([games(1)[0], large])))
    assert faults(array) == {1: "state.too-large"}


def test_packages_that_are_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "x.jsonl.zst", as_lines(games(1)))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    found = outcomes(path)
    assert faults(found) == {0: "archive.missing"}
    assert "needs zstandard" in found[0].message
    assert "abstractplay-hex[archive]" in found[0].message
    for name in ("y.jsonl.gz", "y.json", "y.jsonl.bz2", "y.json.xz"):  # all others need none
        data = as_lines(games(3)) if "jsonl" in name else as_array(games(3))
        assert run([written(tmp_path / name, data)]).good == 3


# ---- statistics ----------------------------------------------------------------------------------


def test_statistics(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    moves = '{"game":"pods","moves":%s}'
    written(
        path,
        as_lines(
            [
                moves % '["g7","g8","resign(2)"]',
                moves % '["g7","g8","draw()"]',
                moves % '["a1","abandoned()"]',
                moves % '["g7"]',
                moves % '["zz"]',
                dumps(fixture_games("dendria-20261129.jsonl")[2]),
            ]
        ),
    )
    found = run([path])
    assert (found.games, found.good, found.bad) == (6, 5, 1)
    assert found.faults == {"replay.illegal": 1}
    pods = found.kinds["pods", ""]
    assert (pods.games, pods.plies) == (4, 9)
    assert pods.winners == {"1": 1, "1+2": 1, "none": 1, "unfinished": 1}
    assert pods.lengths == {3: 2, 2: 1, 1: 1}
    assert pods.first_moves == {"g7": 3, "a1": 1}
    assert (pods.positions, pods.turns, pods.most_turns) == (4, 4 * 127, 127)
    dendria = next(kind for (uid, _), kind in found.kinds.items() if uid == "dendria")
    assert dendria.positions > 10  # records that know it are not counted anew
    Checkpoint(Job(()), statistics=found).save(tmp_path / "state")
    assert kept(tmp_path / "state").statistics == found
    assert found.plies == 9 + dendria.plies


def test_a_game_is_counted_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that fails when its turns are counted leaves no half of a game in the statistics."""

    def fail(*_: Any) -> int:
        raise ZeroDivisionError

    path = written(tmp_path / "x.jsonl", as_lines(games()[:3]))
    monkeypatch.setattr(type(get_rules("pods")), "count_turns", fail)
    found = run([path])
    assert (found.good, found.bad, found.plies) == (0, 3, 0)
    assert found.faults == {"replay.broke": 3}
    assert found.kinds == {}


def test_legal_turns_are_counted_where_no_record_says_how_many(tmp_path: Path) -> None:
    recorded = fixture_games("dendria-20261129.jsonl")[1]
    assert recorded["variants"] == ["size-5"]
    known = [ply.pop("legal") for ply in recorded["plies"]][::SELDOM]
    others = [
        # Every sow there leaves twelve groups to fertilize, in any combination.
        {"game": "dendria", "position": twelve_open_conversions().text, "moves": ["pass", "pass"]},
        {"game": "dendria", "variants": ["modular-19", "solo"], "moves": []},
    ]
    path = written(tmp_path / "x.jsonl", as_lines([dumps(recorded), *map(dumps, others)]))
    found = run([path])
    assert found.good == 3
    small = found.kinds["dendria", "size-5"]
    assert (small.positions, small.turns, small.most_turns) == (len(known), sum(known), max(known))
    assert small.cut == 0
    large = found.kinds["dendria", ""]
    assert (large.positions, large.turns, large.most_turns) == (1, MOST_TURNS, MOST_TURNS)
    assert large.cut == 1
    Checkpoint(Job(()), statistics=found).save(tmp_path / "state")
    assert kept(tmp_path / "state").statistics == found
    twice = Statistics()
    twice.merge(found)
    twice.merge(found)
    assert twice.kinds["dendria", ""].cut == 2


def test_statistics_as_files(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra archive: pyarrow")
    found = run([ROOT / "fixtures" / "pods-20240802.jsonl"])
    for ending in ("json", "csv", "parquet"):
        found.write(tmp_path / f"x.{ending}")
    assert json.loads((tmp_path / "x.json").read_text()) == found.to_dict()
    lines = (tmp_path / "x.csv").read_text().splitlines()
    assert lines[0] == "game,variants,measure,key,value"
    assert f"pods,,games,,{found.good}" in lines
    rows = parquet.read_table(str(tmp_path / "x.parquet")).to_pylist()
    assert len(rows) == len(lines) - 1
    assert {"game": "pods", "variants": "", "measure": "games", "key": "", "value": 13.0} in rows
    with pytest.raises(ArgumentError, match="parquet"):
        found.write(tmp_path / "x.xls")


def test_kept_first_moves_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("abstractplay_hex.records.archive.statistics.MOST_FIRST_MOVES", 3)
    kind, other = archive.GameStatistics(), archive.GameStatistics()
    other.first_moves.update(dict.fromkeys("abcdef", 2))
    kind.merge(other)
    assert kind.first_moves == {"a": 2, "b": 2, "c": 2, "other": 6}


# ---- going on ------------------------------------------------------------------------------------


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "GAMES_AT_ONCE", 3)
    monkeypatch.setattr(running, "SAVED_EVERY", 0.0)


def mixed_archive(folder: Path) -> list[Path]:
    """Write files of all kinds, with bad games, a bad file and a missing one among them."""
    folder.mkdir()
    bad = [text for text, *_ in bad_ones().values()][:12]
    one, two, three = games(), games(12, "state"), games(12, "moves")
    return [
        written(folder / "a.jsonl", as_lines([*one[:8], *bad[:6]])),
        written(folder / "b.json", as_array([*two[:5], bad[8], *two[5:]])),
        folder / "missing.jsonl",
        written(folder / "c.json.zst", as_array([*three, *bad[6:]])),
        cut(written(folder / "d.jsonl.gz", as_lines(one)), 0.6),
        written(folder / "e.jsonl", as_lines(one[:2])),
        written(
            folder / "f.json", as_lines([*one[:4], "no game", *one[4:9]])
        ),  # lines all the same
    ]


class Interrupted(BaseException):
    pass


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("every", [1, 2, 5])
def test_interrupted_again_and_again(tmp_path: Path, every: int) -> None:
    paths = mixed_archive(tmp_path / "in")
    whole = tmp_path / "whole.jsonl"
    expected = run(paths, report=whole)
    report, state = tmp_path / "report.jsonl", tmp_path / "state"
    seen = 0

    def stop(_: Progress) -> None:
        nonlocal seen
        seen += 1
        if seen % (every + 1) == 0:
            with part_of(report).open(
                "ab"
            ) as file:  # what a kill leaves: more than the checkpoint knows of
                file.write(b'{"ok":tr')
            raise Interrupted

    for _ in range(100):
        try:
            found = run(paths, report=report, checkpoint=state, on_progress=stop)
            break
        except Interrupted:
            continue
    assert report.read_bytes() == whole.read_bytes()
    assert found == expected
    assert seen > 10
    assert run(paths, report=report, checkpoint=state) == expected  # nothing is left to do
    assert report.read_bytes() == whole.read_bytes()


def interrupting(at: int) -> Callable[..., Any]:
    """Return a tracer that interrupts what takes up a chunk at this line of all that it goes through."""
    left = at

    def line(_: Any, event: str, __: Any) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            left = sys.maxsize
            raise Interrupted
        return line

    def call(frame: Any, _: str, __: Any) -> Any:
        code, outer = frame.f_code, frame.f_back
        begun = code is running._Keeper.done.__code__
        return line if begun or (outer is not None and outer.f_trace is line) else None

    return call


@pytest.mark.long
@pytest.mark.usefixtures("small_chunks")
def test_interrupted_at_every_step_of_taking_up_a_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C may come anywhere: statistics, mark and report are all of before or all of after it."""
    monkeypatch.setattr(running, "SAVED_EVERY", 1e9)  # the checkpoint is what the interrupt leaves
    path = written(tmp_path / "x.jsonl", as_lines([*games()[:5], "no game"]))
    whole, report, state = (tmp_path / name for name in ("whole", "report", "state"))
    expected = run([path], report=whole)
    before = sys.gettrace()
    for at in range(1000):
        report.unlink(missing_ok=True)
        state.unlink(missing_ok=True)
        sys.settrace(interrupting(at))
        try:
            run([path], report=report, checkpoint=state)
            break
        except Interrupted:
            pass
        finally:
            sys.settrace(before)
        lines = part_of(report).read_bytes()
        assert len(lines) == json.loads(state.read_text())["written"], at
        assert whole.read_bytes().startswith(lines), at
        assert run([path], report=report, checkpoint=state) == expected, at
        assert report.read_bytes() == whole.read_bytes(), at
    assert 40 < at < 999


@pytest.mark.usefixtures("small_chunks")
def test_a_report_is_that_of_before_until_the_job_is_done(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", as_lines(games()))
    report, state = tmp_path / "report", tmp_path / "state"
    report.write_text("before")

    def stop(_: Progress) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        run([tmp_path], report=report, checkpoint=state, on_progress=stop)
    assert report.read_text() == "before"
    assert run([tmp_path], report=report, checkpoint=state).good == 24
    lines = report.read_bytes()
    assert lines.count(b"\n") == 24
    assert not part_of(report).exists()
    written(tmp_path / "b.jsonl", path.read_bytes())  # more to do: what is whole stays so meanwhile
    with pytest.raises(Interrupted):
        run([tmp_path], report=report, checkpoint=state, on_progress=stop)
    assert report.read_bytes() == lines
    assert run([tmp_path], report=report, checkpoint=state).good == 48
    assert report.read_bytes().startswith(lines)
    assert report.read_bytes().count(b"\n") == 48


@pytest.mark.usefixtures("small_chunks")
def test_a_job_goes_on_as_the_same_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a.jsonl", as_lines(games()))
    other = written(tmp_path / "b.jsonl", as_lines(games()))
    report, state = tmp_path / "report", tmp_path / "state"

    def begin(*paths: Path, after: int = 2) -> None:
        state.unlink(missing_ok=True)
        report.unlink(missing_ok=True)
        left = iter(range(after))

        def stop(_: Progress) -> None:
            if next(left, None) is None:
                raise Interrupted

        with pytest.raises(Interrupted):
            run(paths, report=report, checkpoint=state, on_progress=stop)

    def refused(*paths: Path, **options: Any) -> str:
        with pytest.raises(ArgumentError) as caught:
            run(paths, **{"report": report, "checkpoint": state, **options})
        return caught.value.code

    begin(path, other)
    assert refused(path) == "archive.other-job"
    assert refused(path, other, uid="pods") == "archive.other-job"
    assert refused(path, other, report=None) == "archive.other-job"
    with monkeypatch.context() as patch:  # what is good by earlier rules is not done
        patch.setattr(running, "__version__", "99")
        assert refused(path, other) == "archive.other-versions"
        patch.undo()
        later = evolve(game_class("pods").info, version="20991231")
        patch.setattr(type(get_rules("pods")), "info", later)
        assert refused(path, other) == "archive.other-versions"
    with monkeypatch.context() as patch:  # no game of the archive: it may change, or be new
        later = evolve(game_class("dendria").info, version="20991231")
        patch.setattr(type(get_rules("dendria")), "info", later)
        assert run([path, other], report=report, checkpoint=state).good == 48
    begin(path, other)
    os.utime(path, ns=(1, 1))
    assert refused(path, other) == "archive.changed"
    begin(path, other, after=10)
    os.utime(path, ns=(2, 2))
    assert refused(path, other) == "archive.changed-before"
    begin(path, other)
    part_of(report).write_bytes(b"")
    assert refused(path, other) == "archive.report"
    begin(path, other, after=10)
    other.unlink()
    assert refused(path, other) == "archive.changed"
    for text in ("", "[]", "{}", '{"checkpoint":1,"job":{}}', '{"checkpoint":2}'):
        state.write_text(text)
        assert refused(path, other) == "archive.checkpoint"
    assert refused(Path("-"), checkpoint=state) == "archive.stdin"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("written",), -1),
        (("written",), "5"),
        (("done",), 1),
        (("mark", "offset"), -1),
        (("mark", "offset"), 1.5),
        (("mark", "line"), None),
        (("mark", "path"), 5),
        (("mark", "index"), "a"),
        (("mark",), []),
        (("statistics",), []),
        (("statistics", "kinds"), [1]),
        (("statistics", "good"), "x"),
        (("statistics", "good"), -5),
        (("statistics", "faults"), {"x": 1.5}),
        (("statistics", "kinds", 0, 0), 5),
        (("statistics", "kinds", 0, 1), [5]),
        (("statistics", "kinds", 0, 2, "plies"), "x"),
        (("statistics", "kinds", 0, 2, "plies"), 27.0),
        (("statistics", "kinds", 0, 2, "winners"), {"1": True}),
        (("statistics", "kinds", 0, 2, "lengths"), {"x": 3}),
        (("statistics", "kinds", 0, 2, "turns"), None),
        (("job", "archives"), 5),
        (("job", "archives"), "x.jsonl"),
        (("job", "more"), 5),
        (("mark", "done"), 1),
        (("versions", "pods"), 5),
        (("versions",), []),
        (("checkpoint",), True),
    ],
)
def test_damaged_checkpoints(tmp_path: Path, place: tuple[Any, ...], value: Any) -> None:
    path, state = written(tmp_path / "x.jsonl", as_lines(games()[:3])), tmp_path / "state"
    run([path], checkpoint=state)
    data = json.loads(state.read_text())
    at = data
    for key in place[:-1]:
        at = at[key]
    assert place[-1] == "more" or json.dumps(at[place[-1]]) != json.dumps(value)
    at[place[-1]] = value
    state.write_text(json.dumps(data))
    with pytest.raises(ArgumentError) as caught:
        run([path], checkpoint=state)
    assert caught.value.code == "archive.checkpoint"


@pytest.mark.usefixtures("small_chunks")
def test_a_job_goes_on_however_its_archives_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A nightly job may be begun from another folder: files are the same by where they are."""
    for name in ("a.jsonl", "b.jsonl"):
        written(tmp_path / name, as_lines(games(12)))
    state = tmp_path / "state"
    (tmp_path / "sub").mkdir()
    ways = [
        ("", "a.jsonl", "b.jsonl"),
        ("", "./a.jsonl", "sub/../b.jsonl"),
        ("sub", "../a.jsonl", "../b.jsonl"),
    ]

    def stop(_: Progress) -> None:
        raise Interrupted

    for folder, *names in ways:
        monkeypatch.chdir(tmp_path / folder)
        for _ in range(2):
            with pytest.raises(Interrupted):
                run(names, checkpoint=state, on_progress=stop)
    monkeypatch.chdir("/")
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    assert run(paths, checkpoint=state).good == 24
    monkeypatch.chdir(tmp_path)
    assert run(["a.jsonl", "b.jsonl"], checkpoint=state).good == 24


@pytest.mark.parametrize("name", ["b.jsonl", "b.jsonl.gz", "b.json"])
def test_a_job_that_is_done_is_done_with_the_same_archives_only(tmp_path: Path, name: str) -> None:
    """An archive that has grown since must not be said to be all good."""
    (tmp_path / "in").mkdir()
    first = written(tmp_path / "in" / "a.jsonl", as_lines(games()))
    texts = as_array(games()) if name == "b.json" else as_lines(games())
    last = written(tmp_path / "in" / name, texts)
    state = tmp_path / "state"
    assert run([first.parent], checkpoint=state).good == 48
    seen: list[CheckedGame] = []
    found = run([first.parent], checkpoint=state, on_game=seen.append)
    assert (found.good, seen) == (48, [])
    for path, code in ((last, "archive.changed"), (first, "archive.changed-before")):
        before, status = path.read_bytes(), path.stat()
        path.write_bytes(before + (gzip.compress(b"{}") if name.endswith(".gz") else b"{}"))
        with pytest.raises(ArgumentError) as caught:
            run([first.parent], checkpoint=state)
        assert caught.value.code == code
        path.write_bytes(before)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    written(first.parent / "c.jsonl", as_lines(games()[:5]))  # a further file: it is what is left
    assert run([first.parent], checkpoint=state, on_game=seen.append).good == 53
    assert len(seen) == 5


SLOWLY = """
import sys
from abstractplay_hex.records.archive import running, workers
running.GAMES_AT_ONCE, running.SAVED_EVERY = 2, 0.0
if __name__ == "__main__":
    archive, report, state, jobs = sys.argv[1:]
    with workers(int(jobs)) as executor:
        running.run([archive], executor=executor, report=report, checkpoint=state)
"""


def status_of(pid: int | str) -> tuple[str, int]:
    """Return state and parent of a process, ``("Z", 0)`` for one that is no more."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "Z", 0
    return fields[0], int(fields[1])


def children(pid: int) -> list[str]:
    numbers = [entry.name for entry in Path("/proc").glob("[0-9]*")]
    return [number for number in numbers if status_of(number)[1] == pid]


def killed_when(arguments: list[str], report: Path, size: int) -> bool:
    """Kill a job when its report is so large, and wait for its workers to notice; say if it was killed."""
    process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
    until(
        lambda: (
            process.poll() is not None
            or (part_of(report).exists() and part_of(report).stat().st_size > size)
        )
    )
    workers_of_it = children(process.pid)
    running_still = process.poll() is None
    process.kill()
    process.wait()
    until(lambda: all(status_of(pid)[0] == "Z" for pid in workers_of_it))
    return running_still


@pytest.mark.heavy
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_and_gone_on_with(tmp_path: Path, jobs: int) -> None:
    script = tmp_path / "slowly.py"
    script.write_text(SLOWLY)
    path = written(tmp_path / "x.jsonl.gz", as_lines(games(60, plies=20) * 3))
    report, state, whole = (tmp_path / name for name in ("report", "state", "whole"))
    expected = run([path], report=whole)
    arguments = [sys.executable, str(script), str(path), str(report), str(state), str(jobs)]
    kills = [killed_when(arguments, report, size) for size in (1, 4000, 9000)]
    assert any(kills)
    assert not json.loads(state.read_text())["done"]
    subprocess.run(arguments, check=True)
    assert report.read_bytes() == whole.read_bytes()
    assert kept(state).statistics == expected


INTERRUPTED_TWICE = """
import os, signal, threading, time
from abstractplay_hex.records.archive import workers
if __name__ == "__main__":
    with workers(2) as pool:
        results = [pool.submit(time.sleep, 1) for _ in range(4)]
        while not all(result.running() for result in results[:2]):
            time.sleep(0.01)
        for after in range(1, 9):
            threading.Timer(after / 50, os.killpg, (0, signal.SIGINT)).start()
        raise KeyboardInterrupt
"""


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform == "win32", reason="needs groups of processes")
def test_more_than_one_ctrl_c(tmp_path: Path) -> None:
    """While the workers are told to end, another one must not leave them and the parent waiting."""
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED_TWICE)
    done = subprocess.run(
        [sys.executable, script], capture_output=True, start_new_session=True, timeout=60
    )
    assert done.returncode == -signal.SIGINT
    # The one that the script began with; the interpreter tells of those that come while it ends.
    assert done.stderr.count(b"Traceback") - done.stderr.count(b", in _shutdown") == 1


# ---- executors -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    "name", ["distributed.scheduler.KilledWorker", "ray.exceptions.WorkerCrashedError"]
)
def test_a_game_that_workers_of_a_cluster_die_of(tmp_path: Path, name: str) -> None:
    """They are told in each library's own way; an error of that name from elsewhere is an error."""
    module, _, short = name.rpartition(".")
    path = written(tmp_path / "x.jsonl", as_lines([*games(10), '{"id":"deadly"}', *games(3)]))

    class Deaths(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            if fn is check_packed and b"deadly" in args[0]:
                future.set_exception(type(short, (Exception,), {"__module__": module})("died"))
            else:
                future.set_result(fn(*args, **kwargs))
            return future

    assert faults(outcomes(path, executor=Deaths())) == {10: "archive.worker"}
    module = "elsewhere"
    with pytest.raises(Exception, match="died") as caught:
        outcomes(path, executor=Deaths())
    assert type(caught.value).__name__ == short


@pytest.mark.usefixtures("small_chunks")
def test_no_more_is_read_than_can_be_under_way(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines(games()))
    read = yielded = 0

    def counted() -> Iterator[GameText]:
        nonlocal read
        for item in read_files([path]):
            read += 1
            yield item

    for checked, _ in running._in_order(counted(), running._How(archive.InProcess()), 2):
        yielded += len(checked.games)
        assert read <= yielded + 3 * 2
    assert yielded == 24


@pytest.mark.heavy
@pytest.mark.usefixtures("small_chunks")
def test_a_pool_whose_workers_are_killed(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines(games(60)))
    pool = ProcessPool(2)
    killed = 0

    def kill(progress: Progress) -> None:
        nonlocal killed
        if progress.statistics.games in (6, 30):
            os.kill(next(iter(pool._pool._processes)), signal.SIGKILL)
            killed += 1

    report = tmp_path / "report"
    with pool:
        found = run([path], executor=pool, report=report, on_progress=kill)
    assert killed == 2
    assert (found.good, found.bad) == (60, 0)
    lines = report.read_text().splitlines()
    assert [json.loads(line)["line"] for line in lines] == list(range(1, 61))


class Deadly(ProcessPool):
    """A pool of this one process that dies of a certain game."""

    def __init__(self) -> None:
        self._max_workers = 1
        self.renewed = 0
        self.alive = True

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if not self.alive or (fn is check_packed and b"deadly" in args[0]):
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(fn(*args, **kwargs))
        return future

    def renew(self) -> None:
        self.renewed += 1


@pytest.mark.usefixtures("small_chunks")
def test_a_game_that_workers_die_of(tmp_path: Path) -> None:
    deadly = '{"game":"pods","id":"deadly","moves":[]}'
    path = written(tmp_path / "x.jsonl", as_lines([*games()[:10], deadly, *games()[10:], deadly]))
    pool = Deadly()
    found = outcomes(path, executor=pool)
    assert faults(found) == {10: "archive.worker", 25: "archive.worker"}
    assert len(found) == 26
    assert pool.renewed == 6
    pool.alive = False  # no fault of any game
    with pytest.raises(BrokenExecutor):
        outcomes(path, executor=pool)


def test_other_executors_and_their_errors(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = written(tmp_path / "x.jsonl", as_lines(games()))
    with ThreadPoolExecutor(2) as threads:
        assert faults(outcomes(path, executor=threads)) == {}

    class Broken(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    for error in (BrokenExecutor("gone"), ModuleNotFoundError("not there")):
        with pytest.raises(type(error)):
            outcomes(path, executor=Broken())

    class Stumbling(archive.InProcess):
        """Fails once for each chunk, and not for a game's sake."""

        def __init__(self) -> None:
            self.seen: set[bytes] = set()

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future = super().submit(fn, *args, **kwargs)
            if repr(args).encode() not in self.seen:
                self.seen.add(repr(args).encode())
                future = Future()
                future.set_exception(TypeError("cannot unpack what a lost worker sent"))
            return future

    assert faults(outcomes(path, executor=Stumbling())) == {}

    class Foreign(archive.InProcess):
        """Has something of its own under the name that Dask's executor has its client."""

        _client = object()

    assert faults(outcomes(path, executor=Foreign())) == {}


class Cluster(Executor):
    """Does the work at once; has a client that knows its workers, as Dask's has."""

    def __init__(self) -> None:
        self.workers = 0
        self._client = self

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(map(str, range(self.workers)), 1)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_workers_that_come_to_a_cluster_later_get_work(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["abstractplay_hex.records.archive.ordering"]
    monkeypatch.setattr(module, "COUNTED_EVERY", 0.0)
    cluster = Cluster()
    window = module.Window(cluster, None)
    assert window.now() == 5
    cluster.workers = 40
    assert window.now() == 122
    monkeypatch.setattr(module, "COUNTED_EVERY", 1e9)
    assert window.now() == 122
    cluster.workers = 1
    assert window.now() == 122  # asking takes time: not for each chunk
    assert module.Window(cluster, 7).now() == 7
    assert module.Window(archive.InProcess(), None).now() == 1
    assert module.Window(Deadly(), None).now() == 5


def test_a_cluster_without_workers_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a word, that would look as if nothing went on."""
    path = written(tmp_path / "x.jsonl", as_lines(games(3)))
    cluster = Cluster()
    monkeypatch.setattr(archive, "workers", lambda *_: nullcontext(cluster))
    for number, said in (
        (0, "the cluster at tcp://x:1 has no workers yet: waiting for one\n"),
        (1, ""),
    ):
        cluster.workers = number
        status, _, err = command("verify", path, "--dask", "tcp://x:1")
        assert (status, err) == (0, said)
    cluster.workers = 0
    assert command("verify", path, "--dask", "tcp://x:1", "-q")[1:] == ("", "")


def test_a_cluster_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask cancels what is under way when its scheduler is gone; the command says so in one line."""
    path = written(tmp_path / "x.jsonl", as_lines(games()))

    class Lost(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.cancel()
            return future

    with pytest.raises(BrokenExecutor, match="cancelled"):
        outcomes(path, executor=Lost())
    monkeypatch.setattr(archive, "workers", lambda *_: nullcontext(Lost()))
    status, out, err = command("verify", path, "--resume", tmp_path / "state")
    assert (status, out) == (2, "")
    assert err == "the worker processes died: what was under way has been cancelled\n"
    monkeypatch.undo()
    assert command("verify", path, "-j", "1", "--resume", tmp_path / "state")[0] == 0


def test_a_cluster_whose_workers_lack_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bare(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.set_exception(ModuleNotFoundError("No module named 'abstractplay_hex'"))
            return future

    path = written(tmp_path / "x.jsonl", as_lines(games()))
    monkeypatch.setattr(archive, "workers", lambda *_: nullcontext(Bare()))
    status, out, err = command("verify", path, "--dask", "tcp://there:8786")
    assert (status, out) == (2, "")
    assert err == (
        "the workers at tcp://there:8786 lack a package that this needs: "
        "No module named 'abstractplay_hex'\n"
    )


# ---- Dask ----------------------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.usefixtures("small_chunks")
def test_dask_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines([*games(60), '{"game":"pods","moves":["z"]}']))
    whole, report = tmp_path / "whole", tmp_path / "report"
    expected = run([path], report=whole)
    with dask_cluster(tmp_path) as (address, processes), workers(dask=address) as executor:
        executor._client.wait_for_workers(2, timeout=60)  # type: ignore[attr-defined]
        killed = False

        def kill(progress: Progress) -> None:
            nonlocal killed
            if not killed and progress.statistics.games >= 6:
                processes[0].kill()
                killed = True

        found = run([path], executor=executor, report=report, on_progress=kill)
    assert killed
    assert found == expected
    assert (found.good, found.bad) == (60, 1)
    assert report.read_bytes() == whole.read_bytes()


# ---- generating ----------------------------------------------------------------------------------


def test_generated_games_do_not_depend_on_who_makes_them() -> None:
    plan = Plan("dendria", "x", ("size-5",), policy="random", most_plies=6)
    alone = list(generate(plan, 20))
    with workers(2) as executor:
        assert list(generate(plan, 20, executor=executor, window=2)) == alone
    assert list(generate(plan, 5, first=15)) == alone[15:]
    assert len(set(alone)) == 20
    assert json.loads(alone[0])["header"]["date-start"] == "2026-01-01T00:01:00.000Z"


@pytest.mark.heavy
@pytest.mark.parametrize("deaths", [1, 2])
def test_generating_goes_on_when_a_process_dies(
    monkeypatch: pytest.MonkeyPatch, deaths: int
) -> None:
    plan = Plan("pods", 5, form="moves", most_plies=8)
    alone = list(generate(plan, 60))
    killed = renewed = 0
    with ProcessPool(2) as pool:
        submit, renew = pool.submit, pool.renew

        def killing(fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            nonlocal killed
            future = submit(fn, *args, **kwargs)
            if args[1] == 24 and killed < deaths:  # the fourth chunk, again when it is tried again
                killed += 1
                os.kill(next(iter(pool._pool._processes)), signal.SIGKILL)
            return future

        def counted() -> None:
            nonlocal renewed
            renewed += 1
            renew()

        monkeypatch.setattr(pool, "submit", killing)
        monkeypatch.setattr(pool, "renew", counted)
        assert list(generate(plan, 60, executor=pool, window=4)) == alone
    assert 1 <= killed <= deaths
    assert 1 <= renewed <= killed


def test_many_workers_get_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many chunks are under way as keep all of them busy."""
    begun: list[Future[Any]] = []

    class Many(Executor):
        _max_workers = 64

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            begun.append(Future())
            return begun[-1]

    def waits(self: Any) -> Any:
        raise Interrupted

    monkeypatch.setattr(Future, "result", waits)
    with pytest.raises(Interrupted):
        next(generate(Plan("pods", most_plies=2), 10_000, executor=Many()))
    assert len(begun) == 3 * 64 + 2


def test_a_file_is_not_written_over_by_what_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "keep.jsonl", b"precious")
    for options in (["--games", "20000000"], ["--games", "1", "--seed", "x" * 2000]):
        given = ["generate", "pods", "--games", "1", "--seed", "1", *options, "-o", str(path)]
        assert command(*given)[0] == 2
        assert path.read_bytes() == b"precious"


def test_a_pool_has_a_process_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[
        "abstractplay_hex.records.archive.workers"
    ]  # the name is a function's, too
    monkeypatch.setattr(module, "cores", lambda: 3)
    with workers() as executor:
        assert isinstance(executor, ProcessPool)
        assert executor._max_workers == 3
        assert len({*executor.map(_process, range(30))}) <= 3


def _process(_: int) -> int:
    time.sleep(0.01)
    return os.getpid()


def test_generating_ends_when_no_process_can_live() -> None:
    pool = Deadly()
    pool.alive = False
    with pytest.raises(BrokenExecutor):
        list(generate(Plan("pods", 5, most_plies=8), 60, executor=pool))
    assert pool.renewed == 2


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://x:1", "tcp://127.0.0.1:x", ""])
def test_addresses_that_are_none(tmp_path: Path, address: str) -> None:
    pytest.importorskip("distributed", reason="needs the extra dask: distributed is not installed")
    path = written(tmp_path / "x.jsonl", as_lines(games()[:3]))
    result = CliRunner().invoke(app, ["verify", str(path), "--dask", address])
    assert result.exit_code == 2
    assert f"there is no Dask scheduler at {address}: " in result.output


# ---- what is written -----------------------------------------------------------------------------


def refusal(*archives: Path, **outputs: Any) -> str:
    with pytest.raises(ArgumentError) as caught:
        run(archives, **outputs)
    return caught.value.code


def test_an_archive_is_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = written(folder / "x.jsonl", as_lines(games()[:3]))
    before = path.read_bytes()
    link, hard = tmp_path / "link", tmp_path / "hard"
    link.symlink_to(path)
    os.link(path, hard)
    for output in (path, folder / ".." / "games" / "x.jsonl", link, hard):
        assert refusal(path, report=output) == "archive.output"
        assert refusal(path, checkpoint=output) == "archive.output"
        arguments = ["verify", str(path), "--jobs", "1"]
        for option in ("--report", "--resume"):
            assert CliRunner().invoke(app, [*arguments, option, str(output)]).exit_code == 2
        assert path.read_bytes() == before
    stats = written(tmp_path / "y.json", as_array(games()[:1]))
    result = CliRunner().invoke(app, ["verify", str(stats), "--jobs", "1", "--stats", str(stats)])
    assert result.exit_code == 2
    assert "is one of the archives" in result.output
    assert run([path, stats]).good == 4


def test_nothing_is_written_where_it_would_be_read(tmp_path: Path) -> None:
    written(tmp_path / "x.jsonl", as_lines(games()[:3]))
    for name in ("report.jsonl", "sub.json", "report.jsonl.gz", "REPORT.NDJSON"):
        assert refusal(tmp_path, report=tmp_path / name) == "archive.output"
    assert run([tmp_path], report=tmp_path / "report.txt", checkpoint=tmp_path / "state").good == 3
    assert run([tmp_path]).good == 3


def test_two_outputs_are_two_files(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines(games()[:3]))
    out = tmp_path / "out"
    assert refusal(path, report=out, checkpoint=out) == "archive.outputs"
    assert not out.exists()


def test_what_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines(games()[:3]))
    for output in (tmp_path / "no" / "out", tmp_path, path / "out"):
        assert refusal(path, report=output) in ("archive.unwritable", "archive.output")
        assert refusal(path, checkpoint=output) in ("archive.unwritable", "archive.output")
    result = CliRunner().invoke(
        app, ["verify", str(path), "--stats", str(tmp_path / "no" / "s.csv")]
    )
    assert result.exit_code == 2
    assert "s.csv cannot be written: No such file or directory" in " ".join(result.output.split())
    for odd in ("a\0b", "/dev/null", ".", "", "/"):
        assert refusal(path, report=odd) == "archive.unwritable"
        assert refusal(path, checkpoint=odd) == "archive.unwritable"
    assert refusal(path, checkpoint=tmp_path / ("x" * 256)) == "archive.unwritable"


# ---- the command ---------------------------------------------------------------------------------


def command(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    return result.exit_code, result.stdout, result.stderr


def test_generate_and_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin = ("generate", "pods", "--games", "9", "--seed", "s", "--plies", "5", "-j", "1", "-o")
    for name in ("a.jsonl", "a.json", "a.jsonl.gz", "b.jsonl.gz", "a.json.zst"):
        assert command(*begin, name) == (0, "", "")
    assert Path("a.jsonl.gz").read_bytes() == Path("b.jsonl.gz").read_bytes()
    status, out, err = command(
        "verify", tmp_path, "-j", "1", "--resume", "st", "--report", "r", "--stats", "s.csv"
    )
    assert (status, err) == (0, "")
    assert out.startswith("45 games: 45 good, 0 bad; 270 plies; ")
    assert len(Path("r").read_text().splitlines()) == 45
    assert command("verify", tmp_path, "-j", "1", "--resume", "st", "--report", "r")[0] == 0
    Path("bad.jsonl").write_text('["g7","g7"]\n["g7"]\n')
    status, out, err = command("verify", "bad.jsonl", "-j", "1", "--game", "pods")
    assert status == 1
    assert out.startswith("2 games: 1 good, 1 bad; 1 plies; ")
    assert err.startswith("bad.jsonl:1: pods, ply 2, 'g7': ")
    assert command("verify", "bad.jsonl", "-q", "-j", "1", "--game", "pods")[1] == ""
    assert command("verify", "nothing.jsonl", "-j", "1")[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify",),
        ("verify", "x.jsonl", "--stats", "x.xls"),
        ("verify", "-", "--resume", "x"),
        ("verify", "x.jsonl", "--jobs", "0"),
        ("verify", "x.jsonl", "--jobs", "513"),  # they would all start at once
        ("verify", "x.jsonl", "--jobs", "2", "--dask", "tcp://127.0.0.1:1"),
        ("verify", "x.jsonl", "--game", "chess"),
        ("generate", "chess", "--games", "1", "--seed", "1"),
        ("generate", "pods", "--seed", "1"),
        ("generate", "pods", "--games", "1", "--seed", "1", "--policy", "wise"),
        ("generate", "pods", "--games", "1", "--seed", "1", "--form", "poem"),
        ("generate", "pods", "--games", "1", "--seed", "1", "--variant", "x"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...]) -> None:
    assert command(*arguments)[0] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_progress_is_shown_where_somebody_watches(tmp_path: Path) -> None:
    import pty

    path = written(tmp_path / "x.jsonl", as_lines([*games(60, plies=20) * 5, "no game"]))
    own, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "abstractplay_hex", "verify", str(path), "-j", "1"],
        stdout=subprocess.PIPE,
        stderr=its,
        env={**os.environ, "COLUMNS": "100", "TERM": "xterm"},
    )
    os.close(its)
    shown = b""
    with suppress(OSError):  # the other end is closed: that is the end on Linux
        while part := os.read(own, 4096):
            shown += part
    os.close(own)
    out, _ = process.communicate()
    assert process.returncode == 1
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    found = re.findall(r"(\d+)% (\d+) games, (\d+) bad +(\d+) games/s +(\S+)", text)
    assert found
    shares, numbers = ([int(line[i]) for line in found] for i in (0, 1))
    assert shares == sorted(shares)
    assert any(0 < share < 100 for share in shares)
    assert numbers == sorted(numbers)
    assert any(int(line[3]) > 0 for line in found)
    assert any(re.fullmatch(r"\d+:\d\d:\d\d", line[4]) for line in found)  # time left
    assert f"{path}:301: " in text  # complaints stand between, whole
    assert out.startswith(b"301 games: 300 good, 1 bad; ")


@pytest.mark.heavy
def test_ctrl_c_leaves_a_checkpoint(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", as_lines(games(60, plies=20) * 40))
    state, report = tmp_path / "state", tmp_path / "report"
    begin = [sys.executable, "-m", "abstractplay_hex", "verify", str(path), "-j", "2"]
    arguments = [*begin, "--resume", str(state), "--report", str(report)]
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, start_new_session=True)
    more = (
        2 * running.GAMES_AT_ONCE
    )  # so that the first chunk is not only reported but counted, too
    report = part_of(report)
    until(lambda: report.exists() and report.read_bytes().count(b"\n") > more)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    _, err = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in err
    found = kept(state)
    assert not found.done
    assert 0 < found.statistics.games < 2400
    assert report.stat().st_size == found.written


INTERRUPTED_FROM_THE_BEGINNING = """
import os, signal, time
from abstractplay_hex.records.archive import ProcessPool
if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: None)
    with ProcessPool(2) as pool:
        results = [pool.submit(abs, -i) for i in range(4)]
        while not all(result.done() for result in results):
            os.killpg(0, signal.SIGINT)
            time.sleep(0.01)
        print([result.result() for result in results])
"""


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform == "win32", reason="needs groups of processes")
def test_workers_leave_ctrl_c_to_their_parent_from_the_beginning(tmp_path: Path) -> None:
    """Not only when they are up: while they begin, each would print a traceback of its own."""
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED_FROM_THE_BEGINNING)
    done = subprocess.run([sys.executable, script], capture_output=True, start_new_session=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"[0, 1, 2, 3]\n", b"")


def test_locations_say_where() -> None:
    assert str(Location("a", 3)) == "a:3"
    assert str(Location("a", None, 0)) == "a[0]"
    assert str(Location("a", 3, 1)) == "a:3[1]"
    assert str(Location("a")) == "a"
