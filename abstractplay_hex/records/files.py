"""The one reader of game files: where each game of a file begins and ends, as bytes.

A file holds games one to a line, or JSON values: arrays of games, and games one after the other. It is
read as a stream; no more of it is kept than the game being read. What a game *says* is left to whoever
takes it, so that many processes can share that work.

What is wrong is reported where it stands, and costs as little as possible: a bad line or a bad item never
takes its neighbours along. Where reading cannot go on, the last entry says so (``GameText.unread``).
"""

import hashlib
import os
from collections.abc import Iterator

from attrs import evolve

from abstractplay_hex.errors import ArgumentError, HexError, RecordError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.entries import GameText, Location, Mark
from abstractplay_hex.records.opening import (
    STDIN,
    Files,
    find_files,
    identity,
    open_file,
    system_reason,
)
from abstractplay_hex.records.splitting import Splitter
from abstractplay_hex.records.unpacking import BrokenError


def read_files(files: Files, start: Mark | None = None) -> Iterator[GameText]:
    """Yield the games of all files and folders; whatever cannot be read yields an entry with an error.

    :param files: names of files and folders, or a single one; ``-`` is standard input.
    :param start: resume behind this mark of an earlier reading of the same *files*.
    :raises ArgumentError: if *files* are no names, or those before *start* are not what they were then.
    """
    mark = Mark()
    for number, name in enumerate(find_files(files)):
        before = _chained(mark) if number else ""
        path = name if name == STDIN else os.path.abspath(name)
        mark = Mark(number, before, path, taken=mark.taken)
        if start is not None and number < start.files:
            mark = evolve(mark, identity=identity(name))
            continue
        if start is not None and number == start.files:
            _check_unchanged(start, mark)
            mark = start
        for game in () if mark.done else _read_file(name, mark):
            mark = game.after
            yield game
        mark = evolve(mark, identity=mark.identity or identity(name), done=True)
    if start is not None and mark.files < start.files:
        raise ArgumentError("archive.changed", path=start.path)


def _chained(mark: Mark) -> str:
    text = f"{mark.before}{mark.path}:{mark.identity}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _check_unchanged(start: Mark, mark: Mark) -> None:
    if start.before != mark.before:
        raise ArgumentError("archive.changed-before", path=start.path)
    if start.path != mark.path or start.identity != identity(mark.path):
        raise ArgumentError("archive.changed", path=start.path)


def _read_file(name: str, mark: Mark) -> Iterator[GameText]:
    """Yield the games of one file from *mark* on; they say where they are by its *name*."""
    where = Phrase("file.standard-input") if name == STDIN else name
    begun = mark
    try:
        with open_file(name, mark.frame or 0) as file:
            mark = evolve(mark, identity=identity(name))
            file.skip(mark.offset)
            earlier = mark.taken - file.taken
            more = True
            while more:
                more = False
                for game in Splitter(file, mark, where).games():
                    mark = evolve(game.after, taken=earlier + file.taken)
                    more = game.unread and not mark.done  # behind damage there is more
                    yield evolve(game, after=mark)
        return
    except IsADirectoryError:  # a folder without any file to read
        error: HexError = RecordError("record.no-game", where=where)
    except HexError as raised:  # the package that it takes is not installed
        error = raised
    except BrokenError as raised:
        error = RecordError("record.unreadable", where=where, reason=raised.reason)
    except (OSError, ValueError) as raised:  # ValueError: a name that no file can have
        error = RecordError("record.unreadable", where=where, reason=system_reason(raised))
    done = evolve(begun, identity=identity(name), done=True)
    yield GameText(Location(where), error=error, unread=True, after=done)


__all__ = ["GameText", "Location", "Mark", "read_files"]
