"""Positions set up by hand: what a cell can hold, and what else a position text says.

The hook is :meth:`Rules.editing <abstractplay_hex.Rules.editing>`. All of it works on position texts: a host
shows the picture of one, and a click on a cell gives the next.

>>> from abstractplay_hex import Setup, get_rules
>>> editing = get_rules("pods").editing(Setup())
>>> text = editing.put(editing.cleared(), (6, 6), "W")
>>> text, editing.choose(text, "side", "2").split()[1]
('7/8/9/10/11/12/6W6/12/11/10/9/8/7 1', '2')
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from attrs import field, frozen

from abstractplay_hex.board import Place, RowFault, read_rows, write_rows
from abstractplay_hex.errors import PositionError
from abstractplay_hex.i18n.messages import say

P = TypeVar("P")


@frozen
class Held:
    """Something that a cell can hold.

    :ivar sign: what stands for it in position texts; ``""`` for an empty cell.
    :ivar code: of its name's message, with *params*.
    :ivar seat: whose it is; 0 for nobody's.
    """

    sign: str
    code: str
    params: Mapping[str, Any] = field(factory=dict)
    seat: int = 0

    @property
    def said(self) -> str:
        """Its name in the language in force."""
        return say(self.code, **self.params)


@frozen
class Option:
    """A value of a :class:`Choice`, and the message that says it."""

    value: str
    code: str
    params: Mapping[str, Any] = field(factory=dict)

    @property
    def said(self) -> str:
        """What it means, in the language in force."""
        return say(self.code, **self.params)


@frozen
class Choice:
    """Something else that a position text says, after the board: who is to move, for example.

    :ivar name: of the choice, for programs.
    :ivar code: of the message that names it for people.
    :ivar options: what can be chosen; none where any whole number will do.
    :ivar params: of the message.
    """

    name: str
    code: str
    options: tuple[Option, ...] = ()
    params: Mapping[str, Any] = field(factory=dict)

    @property
    def said(self) -> str:
        """Its name in the language in force."""
        return say(self.code, **self.params)


def option(value: str, code: str, **params: Any) -> Option:
    """Return a value that can be chosen, with the parameters of its message."""
    return Option(value, code, params)


def choice(uid: str, code: str, *options: Option, **params: Any) -> Choice:
    """Return a choice, with the parameters of its message. Without options it is any whole number."""
    return Choice(uid, code, options, params)


def held(sign: str, code: str, seat: int = 0, **params: Any) -> Held:
    """Return something that a cell can hold, with the parameters of its message."""
    return Held(sign, code, params, seat)


def side_choice(seats: int, values: Sequence[str] = ()) -> Choice:
    """Return the choice of the player to move.

    :param values: what stands for each seat; their numbers by default.
    """
    named = values or [str(seat) for seat in range(1, seats + 1)]
    options = (option(value, "chat.player", number=seat) for seat, value in enumerate(named, 1))
    return choice("side", "editing.side", *options)


@frozen
class Editing(Generic[P]):
    """How positions are set up whose texts are rows of signs, then a word for each choice.

    This serves as it is where places of the picture are places of the rows. Where they are not, derive a
    class and override :meth:`put`, :meth:`draw` and :meth:`titles`.

    :ivar rules: of the game.
    :ivar read: reads a position text as strictly as the rules do, but for what only forbids to begin from
        there: that the game is over.
    :ivar empty: text of an empty board.
    :ivar held: what a cell can hold, the empty cell first.
    :ivar choices: what else a text says, in the order of its words.
    """

    rules: Any
    read: Callable[[str], P]
    empty: str
    held: tuple[Held, ...]
    choices: tuple[Choice, ...]

    def holds(self, position: P) -> tuple[Held, ...]:
        """Return what a cell can be given here; nothing where a position is no board to set up."""
        return self.held

    def cleared(self) -> str:
        """Return the text of a board to begin with, without pieces."""
        return self.empty

    def chosen(self, position: P) -> dict[str, str]:
        """Return what is chosen, by the names of the choices; nothing where that is not to be chosen."""
        _, *words = self.rules.position_text(position).split(" ")
        return {one.name: word for one, word in zip(self.choices, words, strict=True)}

    def put(self, text: str, place: Place, sign: str) -> str:
        """Return the text with another sign at a place of the picture.

        :raises PositionError: if *text* is no position, or the cell cannot hold that.
        """
        position = self.read(text)
        if sign not in [one.sign for one in self.holds(position)]:
            raise PositionError("editing.sign", sign=repr(sign[:8]))
        rows, *words = self.rules.position_text(position).split(" ")
        cells = signs_in(rows, [one.sign for one in self.held])
        row, col = place
        if not (0 <= row < len(cells) and 0 <= col < len(cells[row])):
            raise PositionError("editing.place", row=row + 1, column=col + 1)
        cells[row][col] = sign
        return " ".join([write_rows(cells), *words])

    def choose(self, text: str, name: str, value: str) -> str:
        """Return the text with something else chosen.

        :raises PositionError: if *text* is no position, or there is no such choice.
        """
        position = self.read(text)
        known = self.chosen(position)
        chosen = next((one for one in self.choices if one.name == name and name in known), None)
        if chosen is None:
            raise PositionError("editing.choice", name=repr(name[:40]))
        values = [one.value for one in chosen.options]
        number = (
            value.isascii() and value.isdigit() and len(value) < 10 and str(int(value)) == value
        )
        if value not in values if values else not number:
            raise PositionError("editing.value", name=chosen.said, value=repr(value[:40]))
        board = self.rules.position_text(position).split(" ")[0]
        return " ".join([board, *{**known, name: value}.values()])

    def draw(self, position: P) -> dict[str, Any] | None:
        """Return the render JSON on whose places :meth:`put` puts; ``None``: it is that of the rules."""
        return None

    def titles(self, position: P) -> dict[Place, str]:
        """Return what is on each cell of the picture, in words."""
        named = self.rules.cell_names(position)
        return {at: self.rules.describe(position, at) or name for at, name in named.items()}


def signs_in(rows: str, signs: Sequence[str]) -> list[list[str]]:
    """Return the cells of rows that the rules have written, a sign each."""
    return read_rows(rows, [sign for sign in signs if sign], _lengths(rows), refuse=_refuse)


def _lengths(rows: str) -> list[int]:
    lengths = []
    for row in rows.split("/"):
        runs = "".join(c if c.isdigit() else " " for c in row).split()
        letters = sum(not c.isdigit() for c in row)
        lengths.append(letters + sum(map(int, runs)))
    return lengths


def _refuse(fault: RowFault) -> NoReturn:
    raise AssertionError(f"rules have written rows that are none: {fault}")


__all__ = [
    "Choice",
    "Editing",
    "Held",
    "Option",
    "choice",
    "held",
    "option",
    "side_choice",
    "signs_in",
]
