"""Packed files of several frames, one of which is damaged: the games in all others are found."""

import bz2
import gzip
import json
import lzma
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
import zstandard
from attrs import evolve
from typer.testing import CliRunner

from abstractplay_hex.cli import app
from abstractplay_hex.errors import HexError
from abstractplay_hex.records import GameText, read_files
from abstractplay_hex.records.archive import run
from abstractplay_hex.records.unpacking import Unpacked

GAMES = [json.dumps({"game": "pods", "id": i, "moves": ["j7", "f7"][: i % 3]}) for i in range(12)]
INDENTED = [json.dumps(json.loads(game), indent=1) for game in GAMES]
TEXTS = {
    "x.jsonl": [f"{game}\n" for game in GAMES],
    "lines.json": [f"{game}\n" for game in GAMES],
    "array.json": [("," if at else "[") + game for at, game in enumerate(GAMES)] + ["]"],
    "items.json": [(",\n" if at else "[\n") + game for at, game in enumerate(GAMES)] + ["\n]\n"],
    "values.json": [f"{game}\n" for game in INDENTED],
}
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor(write_checksum=True).compress,
}
ENDINGS = {"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst"}


def frames_of(name: str, packing: str, aligned: bool) -> list[bytes]:
    """Return frames of four games each, which may begin amid a game."""
    texts = TEXTS[name]
    parts = ["".join(texts[:4]), "".join(texts[4:8]), "".join(texts[8:])]
    if not aligned:
        whole, cuts = "".join(parts), [0, len(parts[0]) + 20, len("".join(parts[:2])) + 9, None]
        parts = [whole[begin:end] for begin, end in pairwise(cuts)]
    return [PACK[packing](part.encode()) for part in parts]


def sound_games(bad: int, aligned: bool) -> set[int]:
    """Return the games that no byte of the damaged frame belongs to."""
    damaged = set(range(4 * bad, 4 * bad + 4))
    return {*range(12)} - damaged - ({4 * bad + 4} if not aligned else set())


def idents(entries: list[GameText]) -> list[int]:
    """Return the ids of the games; what a decoder made of damaged bytes before it saw that is none."""
    found = []
    for entry in entries:
        with suppress(HexError):
            data = entry.data()
            found.append(data["id"] if json.dumps(data) in GAMES else -1)
    return [ident for ident in found if ident >= 0]


def damages(frame: bytes) -> list[bytes]:
    """Return the frame damaged in many ways."""
    out = [frame[: len(frame) // 2], frame[:-3], frame[1:]]
    out += [frame[:at] + bytes(8) + frame[at + 8 :] for at in range(0, len(frame) - 8, 5)]
    return [data for data in out if data != frame]


@pytest.mark.parametrize("aligned", [True, False], ids=["aligned", "anywhere"])
@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("name", TEXTS)
def test_one_frame_is_damaged(tmp_path: Path, name: str, packing: str, aligned: bool) -> None:
    frames = frames_of(name, packing, aligned)
    path = tmp_path / f"{name}{ENDINGS[packing]}"
    for bad, frame in enumerate(frames):
        for data in damages(frame)[:: 1 if name == "x.jsonl" else 4]:
            path.write_bytes(b"".join([*frames[:bad], data, *frames[bad + 1 :]]))
            entries = list(read_files(path))
            found = idents(entries)
            assert found == sorted({*found}), (bad, data)
            assert sound_games(bad, aligned) <= {*found}, (bad, data)
            assert [entry for entry in entries if entry.unread], (bad, data)
            frame_at = len(b"".join(frames[:bad])) + len(data)
            behind = [e for e in entries if not e.unread and e.where.frame is not None]
            assert {e.where.frame for e in behind} <= {frame_at}, (bad, data)


def test_what_is_told(tmp_path: Path) -> None:
    frames = frames_of("x.jsonl", "gzip", aligned=True)
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(frames[0] + frames[1][:-8] + bytes(8) + frames[2][:-3])
    places = [str(entry.where) for entry in read_files(path)]
    frame = len(frames[0] + frames[1])
    lines = [f"{path}:{n}" for n in range(1, 9)]
    later = [f"{path}@{frame}:{n}" for n in range(1, 5)]
    assert places == [*lines, str(path), *later, f"{path}@{frame}"]
    told = CliRunner().invoke(app, ["verify", "-j", "1", str(path)])
    same = CliRunner().invoke(app, ["replay", str(path)])
    size = len("".join(TEXTS["x.jsonl"][:8]))
    rest = len("".join(TEXTS["x.jsonl"][8:]))
    assert told.stderr.splitlines() == [
        f"{path}: read up to byte {size} (games: 8); unread from there to byte {frame} of the packed "
        "file: it is damaged",
        f"{path}@{frame}: read up to byte {rest} (games: 12); the rest is unread: it ends too early",
    ]
    assert same.stderr == told.stderr
    assert told.exit_code == same.exit_code == 1
    for result in (told, same):  # one file, however many parts of it
        assert "12 games: 12 good, 0 bad; 1 file not read, or not to the end" in result.stdout
    # Where a game is said to be, it is.
    behind = zlib.decompressobj(wbits=31).decompress(path.read_bytes()[frame:])
    assert behind.decode().splitlines()[1] == GAMES[9]


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("name", TEXTS)
def test_reading_is_resumed_behind_damage(tmp_path: Path, name: str, packing: str) -> None:
    frames = frames_of(name, packing, aligned=False)
    path = tmp_path / name
    path.write_bytes(frames[0][:-9] + b"\0" * 9 + frames[1][:-20] + frames[2])
    whole = list(read_files(path))
    assert [entry.unread for entry in whole].count(True) >= 1
    for at, entry in enumerate(whole, 1):
        rest = read_files(path, entry.after)
        assert [(str(e.error), evolve(e, error=None)) for e in rest] == [
            (str(e.error), evolve(e, error=None)) for e in whole[at:]
        ]


@pytest.mark.parametrize("packing", PACK)
def test_a_file_called_packed_whose_first_bytes_are_damaged(tmp_path: Path, packing: str) -> None:
    """It is unread, and no bad game; text under such a name is text."""
    frame = PACK[packing](("".join(TEXTS["x.jsonl"])).encode())
    path = tmp_path / f"x.jsonl{ENDINGS[packing]}"
    for width in (1, 2, 3, 4, 8):
        for at in range(2):
            data = frame[:at] + bytes(width) + frame[at + width :]
            path.write_bytes(data)
            found = run([path])
            assert found.bad_files or found.good == 12, (width, at)
            assert found.bad == 0
    for text in ("".join(TEXTS["x.jsonl"]), "[" + ",".join(GAMES) + "]"):
        path.write_text(text)
        found = run([path])
        assert (found.good, found.bad_files) == (12, 0)
    for encoding in ("utf-16", "utf-16-be", "utf-32", "utf-32-le"):
        path.write_bytes(GAMES[0].encode(encoding))
        assert run([path]).file_faults == {"bytes.encoding": 1}


def test_false_beginnings_cost_little(tmp_path: Path) -> None:
    """What only looks like frames is tried a bounded number of times, and never taken for games."""
    noise = random.Random(4).randbytes(1 << 16)
    path = tmp_path / "x.jsonl.gz"
    begins = [b"\x1f\x8b\x08\0", b"\x1f\x8b\x08\x08", b"\x1f\x8b\x08\x04\xff\xff\xff\xff"]
    good = PACK["gzip"](GAMES[0].encode())
    for begin in begins:
        path.write_bytes(good[:-4] + b"abcd" + begin * 9_000 + noise)
        entries = list(read_files(path))
        assert idents(entries[:1]) == [0]
        assert len(entries) <= 4


def test_unpacking_goes_on_only_behind_damage() -> None:
    blocks = iter([PACK["gzip"](b"one"), b""])
    unpacked = Unpacked(lambda _: next(blocks), "gzip")
    assert unpacked.go_on() is None
    assert unpacked.read(10) == b"one"
    assert unpacked.read(10) == b""
    assert unpacked.go_on() is None
