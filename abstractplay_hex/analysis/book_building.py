"""Making opening books: of games one by one, or of whole archives by many processes.

What a book is, is described in :mod:`abstractplay_hex.analysis.book`.
"""

import json
import pickle
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from abstractplay_hex import __version__
from abstractplay_hex.analysis.book import COUNTS, FORMAT
from abstractplay_hex.analysis.images import image_of
from abstractplay_hex.arguments import whole_number
from abstractplay_hex.game import Game
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.records.archive.ordering import each_alone, in_order
from abstractplay_hex.records.archive.running import Texts, chunks
from abstractplay_hex.records.archive.verifying import (
    CheckedGame,
    check_game,
    deadly,
    defect_of,
    packed,
)
from abstractplay_hex.records.archive.workers import InProcess
from abstractplay_hex.records.files import GameText, Mark
from abstractplay_hex.records.writing import replacing
from abstractplay_hex.rules.interface import MOST_SEATS

PLIES: Final = 12
"""So many plies of each game are taken into a book unless told otherwise."""
MOST_PLIES: Final = 1_000
_COUNTED: Final = ", ".join(f"{name} INTEGER NOT NULL" for name in COUNTS)
_SCHEMA: Final = f"""
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE setups (game TEXT NOT NULL, variants TEXT NOT NULL, seats INTEGER NOT NULL, key INTEGER NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (game, variants, seats, key)) WITHOUT ROWID;
CREATE TABLE positions (key INTEGER PRIMARY KEY, text TEXT NOT NULL, player INTEGER NOT NULL, {_COUNTED});
CREATE TABLE turns (parent INTEGER NOT NULL, child INTEGER NOT NULL, turn TEXT, {_COUNTED},
    PRIMARY KEY (parent, child)) WITHOUT ROWID;
"""
_ADDED: Final = ", ".join(f"{name} = {name} + excluded.{name}" for name in COUNTS)
_PLACES: Final = ", ".join("?" * len(COUNTS))
_COUNT_POSITION: Final = (
    f"INSERT INTO positions VALUES (?, ?, ?, {_PLACES}) ON CONFLICT DO UPDATE SET {_ADDED}"
)
_COUNT_TURN: Final = (
    f"INSERT INTO turns VALUES (?, ?, ?, {_PLACES})"
    f" ON CONFLICT DO UPDATE SET turn = coalesce(min(turn, excluded.turn), turn, excluded.turn), {_ADDED}"
)
_COUNT_SETUP: Final = (
    "INSERT INTO setups VALUES (?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET games = games + 1"
)


Row: TypeAlias = tuple[Any, ...]


@frozen
class Counted:
    """What a game adds to a book: rows of its tables."""

    setup: Row
    positions: tuple[Row, ...]
    turns: tuple[Row, ...]


def counted(game: Game[Any, Any], plies: int = PLIES) -> Counted:
    """Return what a game adds to a book, whatever ply is looked at; it need not be over.

    :param plies: so many of them are counted.
    """
    rules, seats, stack = game.rules, game.numplayers, game.stack
    counts = _counts(game)
    positions, turns = [], []
    before = None
    seen: set[object] = set()
    for ply in stack[: plies + 1]:
        if ply.lastmove in ENDINGS:
            continue
        image = image_of(rules, ply.position)
        key = image.key
        if before is not None and (before.key, key) not in seen:
            seen.add((before.key, key))
            # What is forgiven need not be a turn: a pass that the rules do not know.
            text = None if game.forgiven else before.there(str(ply.lastmove))
            turns.append((before.key, key, text, *counts))
        if key not in seen:  # a position that a game reaches twice is counted once
            seen.add(key)
            positions.append(
                (key, rules.position_text(image.position), rules.to_move(ply.position), *counts)
            )
        before = image
    setup = (game.uid, json.dumps(game.variants), seats, positions[0][0])
    return Counted(setup, tuple(positions), tuple(turns))


class BookBuilder:
    """Counts games into a book; a context manager. Nothing is written before :meth:`write`.

    :param plies: so many plies of each game are counted.
    :raises ArgumentError: for a number out of range.
    """

    def __init__(self, plies: int = PLIES) -> None:
        self.plies = whole_number("plies", plies, 1, MOST_PLIES)
        # A database without a name is one that the system itself takes away, however this ends.
        self._data = sqlite3.connect("")
        self._data.executescript(f"PRAGMA journal_mode = OFF; {_SCHEMA}")
        about = {"format": FORMAT, "plies": str(plies), "version": __version__}
        self._data.executemany("INSERT INTO about VALUES (?, ?)", about.items())

    def __enter__(self) -> "BookBuilder":
        return self

    def __exit__(self, *_: object) -> None:
        self._data.close()

    def add(self, game: Game[Any, Any]) -> None:
        """Count a game, whatever ply is looked at; it need not be over."""
        self.count(counted(game, self.plies))

    def count(self, found: Counted) -> None:
        """Count what :func:`counted` has found in a game, with as many plies."""
        with self._data:
            self._data.execute(_COUNT_SETUP, found.setup)
            self._data.executemany(_COUNT_POSITION, found.positions)
            self._data.executemany(_COUNT_TURN, found.turns)

    def write(self, path: str | Path, least: int = 1) -> int:
        """Write the book whole, or not at all, and return how many positions are in it.

        :param least: leave out positions that fewer games reached (first positions stay).
        :raises OSError: if it cannot be written.
        :raises ArgumentError: for a number out of range.
        """
        whole_number("least", least)
        with self._data:
            self._data.execute(
                "DELETE FROM positions WHERE games < ? AND key NOT IN (SELECT key FROM setups)",
                (least,),
            )
            self._data.execute(
                "DELETE FROM turns WHERE parent NOT IN (SELECT key FROM positions)"
                " OR child NOT IN (SELECT key FROM positions)"
            )
        self._data.execute("VACUUM")
        with replacing(path) as file:
            file.write(self._data.serialize())
        count: int = self._data.execute("SELECT count(*) FROM positions").fetchone()[0]
        return count


def _counts(game: Game[Any, Any]) -> tuple[int, ...]:
    """Return what a game adds to the counts of all that it went through."""
    last = game.stack[-1]
    winners = last.winner if last.gameover else ()
    draw = game.numplayers > 1 and len(winners) == game.numplayers
    won: Iterator[int] = (int(n in winners and not draw) for n in range(1, MOST_SEATS + 1))
    return (1, int(draw), int(not winners), *won)


# ---- whole archives --------------------------------------------------------------------------

Read: TypeAlias = tuple[CheckedGame, Counted | None]
"""What came of checking a game, and what it adds to a book if it is good."""


def count_packed(data: bytes, plies: int, uid: str | None, lenient: bool) -> list[Read]:
    """Check games and count them (module level, so that another process can be told to do it).

    :param data: what :func:`.packed` has made of the games.
    """
    return [_read(text, plies, uid, lenient) for text in pickle.loads(data)]


def _read(text: GameText, plies: int, uid: str | None, lenient: bool) -> Read:
    checked, game, recorded = check_game(text, uid, lenient=lenient)
    if game is None:
        return checked, None
    try:
        return checked, counted(game, plies)
    except Exception as error:  # a fault in one game's engine must not stop a bulk job
        return evolve(checked, defect=defect_of(error, recorded)), None


def count_all(
    texts: Iterable[GameText],
    builder: BookBuilder,
    *,
    executor: Executor | None = None,
    uid: str | None = None,
    lenient: bool = False,
) -> Iterator[tuple[CheckedGame, Mark]]:
    """Count games into a book, and yield what came of each, in their order, with the mark behind it.

    :param executor: what checks and counts them; default: this process. The book is the same.
    :param uid: the game, for lists of moves that do not name it.
    :param lenient: as for :func:`~abstractplay_hex.records.archive.verifying.check_game`.
    :raises concurrent.futures.BrokenExecutor: if the executor can work no longer.
    """
    where = executor or InProcess()

    def submit(chunk: Texts) -> "Future[list[Read]]":
        return where.submit(count_packed, packed(chunk), builder.plies, uid, lenient)

    def submit_one(text: GameText) -> "Future[list[Read]]":
        return submit((text,))

    def died(text: GameText) -> list[Read]:
        return [(deadly(text), None)]

    def alone(chunk: Texts) -> list[Read]:
        return [read for reads in each_alone(chunk, submit_one, where, died) for read in reads]

    for chunk, reads in in_order(chunks(texts), submit, where, tries=2, alone=alone):
        for text, (checked, found) in zip(chunk, reads, strict=True):
            if found is not None:
                builder.count(found)
            yield checked, text.after


__all__ = ["MOST_PLIES", "PLIES", "BookBuilder", "Counted", "count_all", "counted"]
