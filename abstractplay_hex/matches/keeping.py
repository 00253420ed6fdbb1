"""A match in a file: what has been played is there, whatever ends the match, and can be gone on from.

The file is the JSON of :meth:`.Standing.to_dict`. While the match goes on, and if that ends before its time,
it says ``"interrupted": true``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any, Final

from abstractplay_hex import codec
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.matches.playing import Match, Played
from abstractplay_hex.matches.standing import Standing, plan_of, versions_of
from abstractplay_hex.records.writing import replacing

SAVED_EVERY: Final = 1.0
"""Seconds between two savings, at least;"""
SHARE: Final = 20
"""and so many times as long as a saving takes."""
ENDINGS: Final = ("rules", "plies", "repetition", "stuck")


def load(path: str | Path, match: Match) -> list[Played]:
    """Return what has been played of a match; nothing if there is no such file.

    :raises ArgumentError: ``match.file`` if it holds no match or cannot be read, ``match.other`` if it holds
        another one or more games than are to be played, ``archive.other-versions`` if other versions played it.
    """
    try:
        said: Any = json.loads(Path(path).read_text(encoding="utf-8"))
        played = _played(said)
        plan = {key: said[key] for key in plan_of(match)}
        versions = dict(said["versions"])
    except FileNotFoundError:
        return []
    except Exception as error:  # whatever the file holds
        raise ArgumentError("match.file", path=str(path)) from error
    # The seed of the command line is a text.
    differing = [
        key for key, value in plan_of(match).items() if _told(key, value) != _told(key, plan[key])
    ]
    if len(played) > match.games:
        differing.append("games")
    if differing:
        raise ArgumentError("match.other", path=str(path), differing=", ".join(differing))
    now = versions_of(match)
    if versions != now:
        then, today = (", ".join(f"{k} {v}" for k, v in both.items()) for both in (versions, now))
        raise ArgumentError("archive.other-versions", path=str(path), then=then, now=today)
    if len(played) % 2 and len(played) < match.games:  # half a pair: an odd number was asked for
        played.pop()
    return played


def _told(key: str, value: Any) -> Any:
    return str(value) if key == "seed" else value


def _played(said: Mapping[str, Any]) -> list[Played]:
    """Return the games in the JSON of a match.

    :raises ValueError: if they are none.
    """
    columns = (said[key] for key in ("winners", "plies", "endings", "records"))
    found = []
    for number, (winner, plies, by, record) in enumerate(zip(*columns, strict=True)):
        sound = winner is None or (type(winner) is int and winner in (0, 1))
        if not (sound and type(plies) is int and by in ENDINGS and type(record) is dict):
            raise ValueError(number)
        found.append(Played(number, winner, plies, by, record))
    if said["games"] != len(found):
        raise ValueError(len(found))
    return found


class Keeper:
    """Writes a match to its file, whole or not at all, now and then while it goes on."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._next = 0.0

    def now_and_then(self, standing: Standing) -> None:
        """Write a match that goes on, unless that has been done just now.

        :raises OSError: if it cannot be written; so :meth:`save`.
        """
        if monotonic() >= self._next:
            self.save(standing, interrupted=True)

    def save(self, standing: Standing, interrupted: bool) -> None:
        """Write a match; one of which nothing has been played is not worth a file."""
        if not standing.played and interrupted:
            return
        began = monotonic()
        with replacing(self._path) as file:
            file.write(codec.dumps(standing.to_dict(interrupted)).encode() + b"\n")
        ended = monotonic()
        self._next = ended + max(SAVED_EVERY, SHARE * (ended - began))
