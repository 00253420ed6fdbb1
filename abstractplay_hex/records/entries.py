"""What a file of games is read as: the text of each game, or an error, and where it stands."""

from typing import Any

from attrs import asdict, field, frozen

from abstractplay_hex.codec.jsontext import loads
from abstractplay_hex.errors import HexError, RecordError, StateError


@frozen
class Location:
    """Where a game stands: ``file``, ``file:line``, ``file[index]`` or ``file:line[index]``.

    Behind damage in packed data, that is counted from the next frame: ``file@frame:line``.

    :ivar line: from 1, of a game that is no item of the file's array.
    :ivar index: from 0, in arrays.
    :ivar offset: bytes before it in the file, unpacked.
    :ivar frame: bytes before the frame, packed; ``None`` where nothing before is damaged.
    """

    path: str
    line: int | None = None
    index: int | None = None
    offset: int = 0
    frame: int | None = None

    def __str__(self) -> str:
        frame = "" if self.frame is None else f"@{self.frame}"
        line = "" if self.line is None else f":{self.line}"
        index = "" if self.index is None else f"[{self.index}]"
        return f"{self.path}{frame}{line}{index}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data; what it has not is left out."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@frozen
class Mark:
    """How far files have been read: what it takes to resume there, and no more.

    :ivar files: number of files before this one, and *before*, a hash of all of their identities.
    :ivar path: where the file is, whatever it was called.
    :ivar done: whether the whole file has been read; else
    :ivar offset: of the first byte not read, with its *line* and *column*; they count from
    :ivar frame: if that is not ``None``: see :class:`Location`.
    :ivar games: how many have been read of this file.
    :ivar lines: whether it has a game a line.
    :ivar index: of the next item, within an array, and *array*, the line it is named by;
        *separated*, whether the next item may follow at once.
    :ivar taken: bytes read of all files as stored, for showing progress.
    """

    files: int = 0
    before: str = ""
    path: str = ""
    identity: str = ""
    done: bool = False
    offset: int = 0
    line: int = 1
    column: int = 1
    games: int = 0
    lines: bool = False
    index: int | None = None
    array: int | None = None
    separated: bool = True
    frame: int | None = None
    taken: int = field(default=0, eq=False)


@frozen
class GameText:
    """The text of one game in a file, or the error that stands for it.

    :ivar error: why there is no text; its message begins with the place.
    :ivar unread: the error is about no game but about the file: (the rest of) it cannot be read.
    :ivar after: the mark behind it.
    :ivar begins: line and column of its first character, for errors in the text.
    """

    where: Location
    text: bytes = b""
    error: HexError | None = None
    unread: bool = False
    after: Mark = field(factory=Mark, eq=False, repr=False)
    begins: tuple[int, int] = field(default=(1, 1), eq=False)

    def data(self) -> Any:
        """Return the JSON data of the text.

        :raises HexError: if there is none; the message begins with the place.
        """
        if self.error is not None:
            raise self.error
        try:
            return loads(self.text)
        except StateError as error:
            params = dict(error.params)
            if "line" in params:  # of the text; now of the file
                line, column = self.begins
                params["column"] += column - 1 if params["line"] == 1 else 0
                params["line"] += line - 1
            raise unreadable(self.where, StateError(error.code, **params)) from None


def unreadable(where: Location | str, error: StateError) -> RecordError:
    """Return the error that says why a game cannot be read, and where it is."""
    return RecordError("record.unreadable", where=str(where), reason=error.phrase)
