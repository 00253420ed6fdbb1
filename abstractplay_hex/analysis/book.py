"""Opening books: how often the positions of recorded games were reached, and who won then.

A book is an SQLite file. Positions that differ only in how the board lies are one (see
:meth:`Rules.canonical <abstractplay_hex.Rules.canonical>`), whatever the ways to them.

=============  ==================================================================================
table          a row a
=============  ==================================================================================
``about``      fact about the book: ``format`` (1), ``plies``, ``version`` (of this library)
``setups``     game with variants and a number of seats: its first position, how many games
``positions``  position: ``key`` (its 64 bits, signed), its text as the least image, ``player``
               to move, and the results of the games that reached it
``turns``      pair of positions, ``parent`` and ``child``: the turn as written in the parent's
               text (null if unknown), and the results of the games in which it was played
=============  ==================================================================================

Results are ``games``, ``draws``, ``undecided`` (not over, or abandoned) and ``won1`` to ``won6``.

:mod:`.book_building` makes books, this module reads them.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from abstractplay_hex import registry
from abstractplay_hex.analysis.images import image_of
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game, new_game
from abstractplay_hex.rules.interface import MOST_SEATS, AnyRules

FORMAT: Final = "1"
_WON: Final = tuple(f"won{n}" for n in range(1, MOST_SEATS + 1))
COUNTS: Final = ("games", "draws", "undecided", *_WON)


@frozen
class Results:
    """How games went.

    :ivar draws: games that all seats won together.
    :ivar undecided: games that were not over, or abandoned.
    :ivar won: how many each seat won, alone or with others.
    """

    games: int
    draws: int
    undecided: int
    won: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        return {
            "games": self.games,
            "draws": self.draws,
            "undecided": self.undecided,
            "won": list(self.won),
        }


@frozen
class BookTurn:
    """A turn that was played.

    :ivar turn: its text in the position that was asked about; ``None`` where there are too many turns to
        find it among.
    """

    turn: str | None
    results: Results

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        return {"turn": self.turn, **self.results.to_dict()}


@frozen
class BookEntry:
    """What a book says of a position.

    :ivar player: who is to move, 1-based.
    :ivar turns: those that were played, the most played first. Those that are images of each other are one.
    """

    player: int
    results: Results
    turns: tuple[BookTurn, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        turns = [turn.to_dict() for turn in self.turns]
        return {"player": self.player, **self.results.to_dict(), "turns": turns}


@frozen
class BookSetup:
    """Games in a book that began alike.

    :ivar position: text of the position that they began with, the least image of it.
    """

    game: str
    variants: tuple[str, ...]
    seats: int
    position: str
    games: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain data."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "seats": self.seats,
            "position": self.position,
            "games": self.games,
        }


class Book:
    """A book that is read; a context manager.

    :raises ArgumentError: if the file is no book, or cannot be read.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        uri = Path(path).absolute().as_uri() + "?mode=ro"
        with self._reading():
            self._data = sqlite3.connect(uri, uri=True)
        try:
            found = self._all("SELECT value FROM about WHERE name = 'format'")
            if found != [(FORMAT,)]:
                raise self._no_book
        except ArgumentError:
            self._data.close()
            raise

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *_: object) -> None:
        self._data.close()

    @property
    def _no_book(self) -> ArgumentError:
        return ArgumentError("analysis.no-book", path=str(self._path))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Refuse what is no book, or only begins as one: a file may be cut short, or made up."""
        try:
            yield
        except (sqlite3.Error, TypeError, ValueError):
            raise self._no_book from None

    def _all(self, query: str, *given: object) -> list[tuple[Any, ...]]:
        """Return the rows that are asked for."""
        with self._reading():
            return self._data.execute(query, given).fetchall()

    def about(self) -> Mapping[str, str]:
        """Return the facts about the book, by name.

        :raises ArgumentError: if the file is damaged; so the others.
        """
        return dict(self._all("SELECT name, value FROM about"))

    def setups(self) -> list[BookSetup]:
        """Return what games there are, the most frequent first."""
        rows = self._all(
            "SELECT game, variants, seats, text, setups.games FROM setups JOIN positions USING (key)"
            " ORDER BY setups.games DESC, game, variants"
        )
        with self._reading():
            return [BookSetup(g, tuple(json.loads(v)), s, text, n) for g, v, s, text, n in rows]

    def find(self, game: Game[Any, Any]) -> BookEntry | None:
        """Return what there is of the ply looked at, or ``None`` if no game reached it."""
        rules, position = game.rules, game.looked_at.position
        image = image_of(rules, position)
        columns = ", ".join(COUNTS)
        query = f"SELECT player, {columns} FROM positions WHERE key = ?"
        found = self._all(query, image.key)
        if not found:
            return None
        player, *counts = found[0]
        query = (
            f"SELECT child, turn, {columns} FROM turns WHERE parent = ?"
            " ORDER BY games DESC, turn, child"
        )
        rows = self._all(query, image.key)
        texts = image.back([(child, turn) for child, turn, *_ in rows])
        seats = game.numplayers
        turns = tuple(BookTurn(texts.get(child), _results(each, seats)) for child, _, *each in rows)
        return BookEntry(player, _results(counts, seats), turns)


def start_of(setup: BookSetup) -> Game[Any, Any]:
    """Return a game that begins as those in a book did.

    :raises UnknownGameError: if there is no such game here.
    """
    rules: AnyRules = registry.get_rules(setup.game)
    usual = new_game(setup.game, setup.variants, setup.seats)
    if rules.position_text(image_of(rules, usual.looked_at.position).position) == setup.position:
        return usual  # as it is drawn usually
    return new_game(setup.game, setup.variants, setup.seats, position=setup.position)


def _results(counts: Sequence[int], seats: int) -> Results:
    games, draws, undecided, *won = counts
    return Results(games, draws, undecided, tuple(won[:seats]))


__all__ = [
    "Book",
    "BookEntry",
    "BookSetup",
    "BookTurn",
    "Results",
    "start_of",
]
