"""Removing old games, kept in an archive that ``verify`` and ``replay`` read."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from abstractplay_hex import HexError, load_game
from abstractplay_hex.playground.storage import Head, Storage
from abstractplay_hex.records.opening import PACKINGS
from abstractplay_hex.records.writing import packed, replacing

AT_ONCE: Final = 100
"""Games removed in one transaction: players' moves must not wait."""


@frozen
class Expired:
    """What has been done: games found to be old, games removed."""

    found: int
    removed: int

    @property
    def left(self) -> int:
        """How many have changed meanwhile, and stay."""
        return self.found - self.removed


def before(days: float, now: datetime | None = None) -> str:
    """Return the time so many days ago, as the database has it."""
    then = (now or datetime.now(UTC)) - timedelta(days=days)
    return then.isoformat(timespec="milliseconds")


def expire(
    storage: Storage,
    since: str,
    *,
    over: bool = False,
    archive: Path | None = None,
    dry: bool = False,
) -> Expired:
    """Remove the games that nothing has happened to since a time.

    The archive is whole on the disk before anything is removed. What changes meanwhile stays.

    :param over: only games that are over.
    :param archive: a new file, a line a game; packed as its name ends.
    :param dry: only count them.
    :raises OSError: if the archive cannot be written; nothing is removed then.
    """
    if archive is not None and not dry:
        heads = list(_archived(storage, since, over, archive))
    else:
        heads = [head for head, _ in storage.unchanged_since(since, over=over)]
    if dry:
        return Expired(len(heads), 0)
    removed = sum(storage.remove(some) for some in _batches(heads))
    return Expired(len(heads), removed)


def _archived(storage: Storage, since: str, over: bool, archive: Path) -> Iterator[Head]:
    if archive.exists():
        raise FileExistsError(17, "there is such a file already; name a new one", str(archive))
    packing = PACKINGS.get(archive.suffix.lower())
    with replacing(archive) as raw, packed(raw, packing) as file:
        for head, state in storage.unchanged_since(since, over=over):
            line = json.dumps(line_of(head, state), ensure_ascii=False, separators=(",", ":"))
            file.write(f"{line}\n".encode())
            yield head


def line_of(head: Head, state: str) -> dict[str, Any]:
    """Return a game as a line of an archive: its moves, and its state, which has them all."""
    levels = head.computers.levels  # of those who play without a name
    names = [
        name or (f"level:{levels[seat]}" if seat in levels else "")
        for seat, name in enumerate(head.names, 1)
    ]
    line: dict[str, Any] = {"id": head.ident, "game": head.uid, "names": names}
    try:
        game = load_game(state)
    except HexError:  # a plugin that is gone: kept as it is, and told when it is read
        return {**line, "state": state}
    moves = [ply.lastmove or "" for ply in game.stack[1:]]
    setup = {"variants": game.variants, "seats": game.numplayers}
    return {**line, **setup, "moves": moves, "over": game.gameover, "state": state}


def _batches(heads: list[Head]) -> Iterator[list[Head]]:
    for start in range(0, len(heads), AT_ONCE):
        yield heads[start : start + AT_ONCE]
