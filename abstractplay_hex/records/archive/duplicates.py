"""Games that occur more than once in archives: by their ids, or by what was played.

What is needed of each game lies in a database on disk, so memory does not grow with their number.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import asdict, frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.results import Resigned, TimedOut
from abstractplay_hex.records.files import Location

KINDS: Final = ("id", "same", "beginning")
"""What a game has in common with another: its id; all turns; all of its turns, and the other has more."""

Course: TypeAlias = tuple[str, str]
"""How a game began, and its turns, each with a line feed behind it."""


def course_of(game: Game[Any, Any]) -> Course:
    """Return what was played, the same whatever form the game was recorded in."""
    start = game.rules.position_text(game.stack[0].position)
    began = (game.uid, str(game.numplayers), *sorted(game.variants), start)
    turns = []
    for ply in game.stack[1:]:
        who = [r.player for r in ply.results if isinstance(r, Resigned | TimedOut)]
        turns.append(f"{ply.lastmove}{who or ''}\n")
    return "\n".join(began), "".join(turns)


@frozen
class Duplicate:
    """A game that has something in common with another one.

    :ivar kind: what, one of :data:`KINDS`.
    :ivar of: the other one: the first with this id, the first of the same turns, one with more turns.
    """

    kind: str
    where: Location
    of: Location
    game: str | None = None
    ident: str | None = None

    @property
    def message(self) -> str:
        """One line: where it is, which game, where the other one is."""
        named = " ".join(filter(None, (self.game, self.ident)))
        says = say(f"archive.duplicate-{self.kind}", of=str(self.of))
        return ": ".join(filter(None, (str(self.where), named, says)))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data; what is not known is left out."""
        known = {"game": self.game, "id": self.ident}
        return {
            "duplicate": self.kind,
            **self.where.to_dict(),
            **{key: value for key, value in known.items() if value is not None},
            "of": self.of.to_dict(),
        }


_TABLE: Final = """
CREATE TABLE IF NOT EXISTS games
    (number INTEGER PRIMARY KEY, place TEXT, game BLOB, ident BLOB, start BLOB, turns BLOB);
"""
_SAME_ID: Final = """
SELECT games.number, 'id', first FROM games JOIN
    (SELECT game, ident, min(number) AS first FROM games WHERE ident IS NOT NULL
     GROUP BY game, ident HAVING count(*) > 1) AS several
    ON games.game = several.game AND games.ident = several.ident
WHERE games.number > first
"""
_IN_ORDER: Final = """
SELECT number, start, turns FROM games WHERE turns IS NOT NULL ORDER BY start, turns, number
"""
_FOUND: Final = """
SELECT kind, one.place, other.place, one.game, one.ident FROM found
    JOIN games AS one ON one.number = found.number JOIN games AS other ON other.number = of
ORDER BY one.number, found.rowid
"""


class GamesSeen:
    """The games seen so far.

    :param path: file of the database, for a job that can be resumed; without one it is a temporary file.
    :param count: how many games are known to be in it; what was added after them is removed.
    :raises ArgumentError: if they are not in it, or it is some other file (``archive.games-seen``).
    :raises OSError: here and below, if the database cannot be written.
    """

    def __init__(self, path: Path | None = None, count: int = 0) -> None:
        import sqlite3  # seldom needed

        self._errors = sqlite3.OperationalError, sqlite3.DatabaseError
        self._path = None if path is None else str(path)
        self._number = count
        with self._told():
            self._base = sqlite3.connect(self._path or "")
        try:
            with self._told():
                self._base.execute(_TABLE)
                self._base.execute("DELETE FROM games WHERE number > ?", (count,))
                ((found,),) = self._base.execute("SELECT count(*) FROM games")
            if found != count:
                raise self._not_ours()
        except BaseException:
            self.close()
            raise

    def _not_ours(self) -> ArgumentError:
        return ArgumentError("archive.games-seen", path=self._path)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell errors of the database as those of a file."""
        unusable, damaged = self._errors
        try:
            yield
        except unusable as error:
            raise OSError(None, str(error), self._path) from None
        except damaged:
            raise self._not_ours() from None

    def add(
        self, where: Location, game: str | None, ident: str | None, course: Course | None
    ) -> None:
        """Add the next game, as far as it is known."""
        self._number += 1
        start, turns = course or (None, None)
        texts = (None if text is None else _bytes(text) for text in (game, ident, start, turns))
        row = (self._number, json.dumps(asdict(where)), *texts)
        with self._told():
            self._base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)

    def save(self) -> None:
        """Keep what has been added, whatever happens next."""
        with self._told():
            self._base.commit()

    def duplicates(self) -> Iterator[Duplicate]:
        """Yield what games have in common, in the order of the games."""
        with self._told(), closing(self._base.cursor()) as cursor:
            cursor.execute("DROP TABLE IF EXISTS temp.found")
            cursor.execute("CREATE TEMP TABLE found (number INTEGER, kind TEXT, of INTEGER)")
            cursor.execute(f"INSERT INTO found {_SAME_ID}")
            alike = _alike(self._base.execute(_IN_ORDER))
            cursor.executemany("INSERT INTO found VALUES (?, ?, ?)", alike)
            for kind, where, of, game, ident in cursor.execute(_FOUND):
                yield Duplicate(kind, _place(where), _place(of), _text(game), _text(ident))

    def close(self) -> None:
        """Close the database; a temporary one is gone then."""
        self._base.close()


def _alike(games: Iterable[tuple[int, bytes, bytes]]) -> Iterator[tuple[int, str, int]]:
    """Yield numbers of games that are the same, or the beginning of another; they come in order.

    What begins with some turns comes right behind them in this order.
    """
    first: tuple[int, bytes, bytes] | None = None
    for number, start, turns in games:
        if first is not None and first[1:] == (start, turns):
            yield number, "same", first[0]
            continue
        if first is not None and first[1] == start and turns.startswith(first[2]):
            yield first[0], "beginning", number
        first = number, start, turns


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "surrogatepass")


def _place(text: str) -> Location:
    return Location(**json.loads(text))
