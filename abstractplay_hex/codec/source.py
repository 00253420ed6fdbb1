"""A saved game as it was given: which game it is of is known before it is read."""

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import define, field

from abstractplay_hex.codec.jsontext import loads
from abstractplay_hex.errors import StateError
from abstractplay_hex.i18n.messages import Phrase


@define
class Saved:
    """A saved game, read no further than is needed to know of which game it is.

    :param given: JSON text, ``gz:`` and the base64 of its gzip, or the data itself (not kept or changed).
    """

    given: str | bytes | Mapping[str, Any]
    _data: dict[str, Any] | None = field(default=None, init=False)

    @property
    def text(self) -> str | None:
        """The JSON text, if it is one that can be looked at as it is."""
        if isinstance(self.given, bytes):
            try:
                return self.given.decode()
            except UnicodeDecodeError:
                return None
        return self.given if isinstance(self.given, str) else None

    @property
    def uid(self) -> str:
        """Which game it is of.

        :raises StateError: for what is no saved game at all.
        """
        found = _BEGIN.match(self.text or "")
        uid: str = found[1] if found else self.data["game"]
        return uid

    @property
    def data(self) -> dict[str, Any]:
        """The data, which has a ``game``.

        :raises StateError: for what is no saved game at all.
        """
        if self._data is None:
            self._data = _read(self.given)
        return self._data


_BEGIN: Final = re.compile(r'\{"game":"(\w+)",', re.ASCII)


def _read(given: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    data = loads(given) if isinstance(given, str | bytes) else given
    if isinstance(data, list) and data and isinstance(data[0], str):  # moves
        raise StateError("state.record", path="$")
    if not isinstance(data, dict):
        raise StateError("state.not-object", path="$")
    if "stack" not in data and not {"header", "moves", "plies"}.isdisjoint(data):
        raise StateError("state.record", path="$")
    if "game" not in data:
        raise StateError("state.key-missing", path="$", key="game")
    if type(data["game"]) is not str:
        raise StateError("state.expected", path="$.game", expected=Phrase("phrase.text"))
    return data
