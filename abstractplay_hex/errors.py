"""One family of errors for everything a caller can cause.

Each carries a stable ``code`` for machines, the ``params`` the sentence is made of, and the
``message`` for people, which comes from :mod:`abstractplay_hex.i18n.messages`. Catch :class:`HexError`
(a :class:`ValueError`) to catch them all; anything else that comes out is a bug of ours.
"""

from typing import Any

from abstractplay_hex.i18n.messages import Phrase, say


class HexError(ValueError):
    """Root of the family. ``str(error)`` is the message, ready to show to a user (plain text)."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code)

    @property
    def message(self) -> str:
        """The sentence for this code, in the language in force."""
        return say(self.code, **self.params)

    @property
    def phrase(self) -> Phrase:
        """The message as a parameter of another one, said with it in whatever language that is."""
        return Phrase(self.code, **self.params)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # Keyword parameters do not survive the default pickling; worker processes need them.
        return _rebuild, (type(self), self.code, self.params)


def _rebuild(cls: type[HexError], code: str, params: dict[str, Any]) -> HexError:
    return cls(code, **params)


def told(error: BaseException) -> str:
    """Return what an error of another author's code says of itself, which may fail, too."""
    try:
        return repr(error)
    except Exception:
        return type(error).__name__


class UnknownGameError(HexError):
    """No such game uid, or a plugin that could not be loaded."""


class VariantError(HexError):
    """Variants that the game does not know, that contradict each other, or are given twice."""


class PositionError(HexError):
    """A position text that is no position of this game and variant; says where."""


class MoveError(HexError):
    """A turn that is not legal now; the game is untouched."""


class GameOverError(MoveError):
    """A turn or an ending for a game that has ended."""


class JsonError(HexError):
    """JSON with a fault. ``params["path"]`` points to it (``$.stack[3].board``)."""

    @property
    def path(self) -> str:
        """JSON path of the fault."""
        return str(self.params.get("path", "$"))


class StateError(JsonError):
    """A saved state that cannot be loaded."""


class ForeignGameError(UnknownGameError, StateError):
    """A saved game of a game that is not known here."""


class RecordError(HexError):
    """A game record or move list that cannot be read."""


class ReplayError(RecordError):
    """The first ply of a record that is not legal: game, ply number, text and reason are in ``params``."""


class RenderError(JsonError):
    """Render JSON that cannot be drawn."""


class ArgumentError(HexError):
    """A call with an argument out of range: a ply, a player, a count."""


class RulesError(HexError):
    """Rules of a game, perhaps a plugin's, that raise or return nonsense where values are asked for."""
