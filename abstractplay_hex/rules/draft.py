"""A turn's text once it has been read: the verdict, the turn if there is one, and what is under way."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, NoReturn, TypeVar

from attrs import field, frozen

from abstractplay_hex.errors import GameOverError, MoveError
from abstractplay_hex.i18n.messages import say

T = TypeVar("T")

UNFINISHED, MAY_GO_ON, FINISHED = -1, 0, 1
"""Values of ``complete``: cannot stand as it is; could stand, but may go on; nothing can follow."""


@frozen
class Validation:
    """The answer of ``validate_move``.

    ``complete`` is −1 (unfinished), 0 (could stand but may go on) or 1 (finished);
    ``can_render`` says that a partial move of this text can be shown; ``code`` is stable, for
    machines; ``message`` is plain text and holds nothing the user typed. ``autocomplete`` is a text
    that a host may put in the place of the one judged: the only way that one can go on.
    """

    valid: bool
    message: str
    complete: int
    can_render: bool
    code: str
    autocomplete: str | None = None


@frozen
class ClickResult:
    """The answer of ``handle_click``: the whole new text and its validation.

    A click that means nothing leaves the text as it was and says why, with ``valid`` false. ``opts``
    are what the game wants to be given to the next ``render``, if anything.
    """

    move: str
    valid: bool
    message: str
    complete: int
    can_render: bool
    code: str
    autocomplete: str | None = None
    opts: Mapping[str, Any] | None = None


@frozen
class Verdict:
    """What there is to say of a text: a code for the sentence, its parameters, and how far it goes."""

    code: str
    params: dict[str, Any] = field(factory=dict)
    complete: int = UNFINISHED
    valid: bool = False
    can_render: bool = False


@frozen(slots=False, eq=False)
class Draft(Generic[T]):
    """A text, read against a position. Make one with :meth:`playable`, :meth:`unfinished`, :meth:`refused`.

    :ivar turn: the turn; there exactly if the text can be played as it stands.
    :ivar partial: what is under way, in the game's own form, for its clicks and its drawing.
    :ivar played: what playing the turn gives, where reading it has found that out already
        (a :class:`~abstractplay_hex.rules.interface.Played`, or a function that returns one);
        ``None`` leaves it to ``play``.
    :ivar error: the class of error that :meth:`fail` raises.
    :ivar opts: JSON-plain options for the next picture: what a host gets with a click and gives to
        ``render``, from where they come back as those of the scene.
    """

    _verdict: Verdict | Callable[[], Verdict]
    turn: T | None = None
    partial: Any = None
    played: Any = None
    error: type[MoveError] = MoveError
    _only: Callable[[], str | None] | None = None
    opts: Mapping[str, Any] | None = None

    @classmethod
    def playable(
        cls,
        turn: T,
        code: str,
        complete: int = FINISHED,
        *,
        partial: Any = None,
        played: Any = None,
        **params: Any,
    ) -> "Draft[T]":
        """A legal turn."""
        return cls(Verdict(code, params, complete, True, True), turn, partial, played)

    @classmethod
    def playable_or_more(
        cls, turn: T, may_go_on: Callable[[], bool], *, partial: Any = None, played: Any = None
    ) -> "Draft[T]":
        """A legal turn of which it takes some work to say whether more can follow.

        *may_go_on* is asked when somebody wants to know; playing the turn does not.
        """

        def verdict() -> Verdict:
            if may_go_on():
                return Verdict("move.may-go-on", {}, MAY_GO_ON, True, True)
            return Verdict("move.complete", {}, FINISHED, True, True)

        return cls(verdict, turn, partial, played)

    @classmethod
    def unfinished(
        cls,
        code: str,
        can_render: bool = True,
        *,
        partial: Any = None,
        only: Callable[[], str | None] | None = None,
        **params: Any,
    ) -> "Draft[T]":
        """A text that a legal turn begins with, but that is none yet.

        :param only: returns the text with which alone it can go on, or ``None`` where there are more.
        """
        verdict = Verdict(code, params, UNFINISHED, True, can_render)
        return cls(verdict, partial=partial, only=only)

    @classmethod
    def refused(cls, code: str, **params: Any) -> "Draft[T]":
        """A text that no legal turn begins with."""
        return cls(Verdict(code, params))

    @classmethod
    def of_error(cls, error: MoveError) -> "Draft[T]":
        """A text that is refused for the reason that *error* gives."""
        kind = GameOverError if isinstance(error, GameOverError) else MoveError
        return cls(Verdict(error.code, error.params), error=kind)

    @cached_property
    def verdict(self) -> Verdict:
        """What there is to say of the text."""
        return self._verdict if isinstance(self._verdict, Verdict) else self._verdict()

    @property
    def code(self) -> str:
        """Stable code of the message."""
        return self.verdict.code

    @property
    def params(self) -> dict[str, Any]:
        """Parameters of the message."""
        return self.verdict.params

    @property
    def complete(self) -> int:
        """``UNFINISHED``, ``MAY_GO_ON`` or ``FINISHED``."""
        return self.verdict.complete

    @property
    def valid(self) -> bool:
        """Whether the text is a legal turn or the beginning of one."""
        return self.turn is not None or self.verdict.valid

    @property
    def can_render(self) -> bool:
        """Whether the turn can be shown in part."""
        return self.turn is not None or self.verdict.can_render

    @property
    def autocomplete(self) -> str | None:
        """The text with which alone this one can go on, if there is only one."""
        return None if self._only is None else self._only()

    @property
    def message(self) -> str:
        """The sentence, in the language in force."""
        return say(self.code, **self.params)

    def validation(self) -> Validation:
        """Put it into words for a host."""
        return Validation(
            self.valid, self.message, self.complete, self.can_render, self.code, self.autocomplete
        )

    def click(self, move: str) -> ClickResult:
        """Put it into words for a click that led to the text *move*."""
        said = self.validation()
        return ClickResult(
            move,
            said.valid,
            said.message,
            said.complete,
            said.can_render,
            said.code,
            said.autocomplete,
            self.opts,
        )

    def fail(self) -> NoReturn:
        """Raise it as the error that ``move`` gives for the same text."""
        raise self.error(self.code, **self.params)


def normal_text(text: str, longest: int) -> str:
    """Return a move text as rules read it: lower case, without white space, plain ASCII.

    :raises MoveError: for what is no text, too long, or not written with plain characters.
    """
    if not isinstance(text, str):
        raise MoveError("move.not-text")
    if len(text) > longest:
        raise MoveError("move.too-long")
    text = "".join(text.split())  # also white space that only other alphabets have
    if not text.isascii():
        raise MoveError("move.characters")
    return text.lower()
