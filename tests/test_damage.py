"""Damaged archives: every game that can be read is found, and that the rest is not is told.

What can be read is found out here without the library: by unpacking byte by byte.
"""

import bz2
import gzip
import json
import lzma
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from abstractplay_hex.records import GameText, read_files
from abstractplay_hex.records.archive import run

GAMES = [json.dumps({"game": "pods", "id": i, "moves": ["j7", "f7"][: i % 3]}) for i in range(7)]
TEXTS = {
    "x.jsonl": "".join(f"{game}\n" for game in GAMES),
    "x.json": f"[{','.join(GAMES)}]",
    "lines.json": "[\n" + ",\n".join(GAMES) + "\n]\n",
    "values.json": "\n".join(json.dumps(json.loads(game), indent=1) for game in GAMES),
}
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "members": lambda data: gzip.compress(data[:150], mtime=0) + gzip.compress(data[150:], mtime=0),
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.compress,
}
BEGIN: dict[str, Callable[[], Any]] = {
    "gzip": lambda: zlib.decompressobj(wbits=31),
    "members": lambda: zlib.decompressobj(wbits=31),
    "bzip2": bz2.BZ2Decompressor,
    "xz": lzma.LZMADecompressor,
    "zstd": lambda: zstandard.ZstdDecompressor().decompressobj(),
}
MAGIC = {"gzip": 2, "members": 2, "bzip2": 3, "xz": 6, "zstd": 4}
"""How many bytes say how a file is packed; without them it is some other file."""
ERRORS = zlib.error, OSError, lzma.LZMAError, zstandard.ZstdError, EOFError


def plain(packing: str, data: bytes) -> tuple[bytes, bool]:
    """Return what can be unpacked, and whether that is all."""
    out, frame, begun = b"", BEGIN[packing](), False
    try:
        for at in range(len(data)):
            if frame.eof:
                frame, begun = BEGIN[packing](), False
            out += frame.decompress(data[at : at + 1])
            begun = True
    except ERRORS:
        return out, False
    return out, frame.eof and begun


def readable(name: str, text: bytes) -> list[str]:
    """Return the games that are there as a whole."""
    whole = TEXTS[name].encode()
    assert whole.startswith(text)
    ends = [-1]
    written = GAMES
    if name == "values.json":
        written = [json.dumps(json.loads(game), indent=1) for game in GAMES]
    for game in written:
        ends.append(whole.index(game.encode(), ends[-1] + 1) + len(game) - 1)
    return [game for game, end in zip(GAMES, ends[1:], strict=True) if end < len(text)]


def split(path: Path) -> tuple[list[GameText], list[GameText]]:
    entries = list(read_files([path]))
    return [e for e in entries if not e.unread], [e for e in entries if e.unread]


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("name", TEXTS)
def test_cut_anywhere(tmp_path: Path, name: str, packing: str) -> None:
    """What is found and what is told to be unread are together what there was."""
    data = PACK[packing](TEXTS[name].encode())
    path = tmp_path / name
    least = len(GAMES)
    for end in range(len(data) + 1):
        path.write_bytes(data[:end])
        text, whole = plain(packing, data[:end])
        expected = readable(name, text)
        games, unread = split(path)
        at_border = packing == "members" and whole and end < len(data)  # no damage can be seen
        if not at_border:
            assert [json.dumps(game.data()) for game in games] == expected, end
            assert len(unread) == (end < len(data)), end
        for entry in unread:
            said = str(entry.error)
            if text:
                assert f"read up to byte {len(text)} (games: {len(expected)})" in said, end
                assert "the rest is unread" in said
        least = min(least, len(games))
    assert (least, len(games), unread) == (0, len(GAMES), [])


@pytest.mark.parametrize("packing", ["gzip", "bzip2", "xz", "zstd"])
def test_verify_counts_files_and_games_apart(tmp_path: Path, packing: str) -> None:
    data = PACK[packing](TEXTS["x.jsonl"].encode())
    path = tmp_path / "x.jsonl"
    for end in range(0, len(data), 3):
        path.write_bytes(data[:end])
        found = run([path])
        assert (found.bad, found.bad_files) == (0, 1), end
        assert found.good == len(readable("x.jsonl", plain(packing, data[:end])[0])), end


def damaged(data: bytes, begin: int) -> Iterator[tuple[int, bytes]]:
    for at in range(begin, len(data)):
        yield at, data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        yield at, data[:at] + bytes(min(8, len(data) - at)) + data[at + 8 :]


@pytest.mark.parametrize("packing", PACK)
def test_damaged_anywhere(tmp_path: Path, packing: str) -> None:
    """All that a decoder gives before it sees the damage is read, and what it gives wrongly is no surprise."""
    whole = TEXTS["x.jsonl"].encode()
    path = tmp_path / "x.jsonl"
    for at, data in damaged(PACK[packing](whole), MAGIC[packing]):
        text, sound = plain(packing, data)
        path.write_bytes(data)
        games, unread = split(path)
        if (
            sound and text == whole
        ):  # a byte that means nothing, such as the system it was packed on
            assert (len(games), len(unread)) == (len(GAMES), 0), at
        elif whole.startswith(text):
            found = [json.dumps(game.data()) for game in games if game.where.frame is None]
            assert found == readable("x.jsonl", text), at
            assert unread, at


def test_the_last_bytes_of_many_copies(tmp_path: Path) -> None:
    """Of gzip, they hold the check sum: all games are there."""
    data = bytearray(gzip.compress(TEXTS["x.jsonl"].encode() * 20))
    data[-8:] = bytes(8)
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(data)
    found = run([path])
    assert (found.good, found.bad, found.bad_files) == (140, 0, 1)
