"""What a game says of a turn's text: to hosts, and within the library."""

from typing import Any, Generic, NoReturn, TypeVar

from attrs import field, frozen

from abstractplay_hex.errors import MoveError
from abstractplay_hex.i18n.messages import say

T = TypeVar("T")

UNFINISHED, MAY_GO_ON, FINISHED = -1, 0, 1
"""Values of ``complete``: cannot stand as it is; could stand, but may go on; nothing can follow."""


@frozen
class Validation:
    """The answer of ``validate_move``.

    ``complete`` is −1 (unfinished), 0 (could stand but may go on) or 1 (finished);
    ``can_render`` says that a partial move of this text can be shown; ``code`` is stable, for
    machines; ``message`` is plain text and holds nothing the user typed.
    """

    valid: bool
    message: str
    complete: int
    can_render: bool
    code: str


@frozen
class ClickResult:
    """The answer of ``handle_click``: the whole new text and its validation.

    A click that means nothing leaves the text as it was and says why, with ``valid`` false.
    """

    move: str
    valid: bool
    message: str
    complete: int
    can_render: bool
    code: str


@frozen
class Assessment(Generic[T]):
    """What a game's rules make of a text, before it becomes sentences.

    ``turn`` is there exactly when the text can be played as it stands.
    """

    code: str
    params: dict[str, Any] = field(factory=dict)
    turn: T | None = None
    complete: int = UNFINISHED
    valid: bool = False
    can_render: bool = False

    @classmethod
    def playable(
        cls, turn: T, code: str, complete: int = FINISHED, **params: Any
    ) -> "Assessment[T]":
        """A legal turn."""
        return cls(code, params, turn, complete, True, True)

    @classmethod
    def unfinished(cls, code: str, can_render: bool = True, **params: Any) -> "Assessment[T]":
        """A text that a legal turn begins with, but that is none yet."""
        return cls(code, params, None, UNFINISHED, True, can_render)

    @classmethod
    def refused(cls, code: str, **params: Any) -> "Assessment[T]":
        """A text that no legal turn begins with."""
        return cls(code, params)

    def validation(self) -> Validation:
        """Put it into words for a host."""
        return Validation(
            self.valid, say(self.code, **self.params), self.complete, self.can_render, self.code
        )

    def click(self, move: str) -> ClickResult:
        """Put it into words for a click that led to the text *move*."""
        message = say(self.code, **self.params)
        return ClickResult(move, self.valid, message, self.complete, self.can_render, self.code)

    def fail(self) -> NoReturn:
        """Raise it as the error that ``move`` gives for the same text."""
        raise MoveError(self.code, **self.params)
