"""The text of a turn (section 6): reading it in linear time, and writing its canonical form.

Nothing here knows a board: a cell is a name, and whether it exists is seen when the turn is played.
"""

import re
from typing import Final, NoReturn, TypeAlias

import attrs

from abstractplay_hex.board import Axial
from abstractplay_hex.errors import MoveError

MAX_TURN: Final = 4000
"""Longest text read, spaces left out: no board has cells enough for a legal turn of this length."""

SUMMON: Final = "s"
TREES: Final = "t"

_CELL: Final = "[a-z]{1,2}[1-9][0-9]{0,2}"
_INTEGER: Final = "(?:0|-?[1-9][0-9]{0,2})"
_ONE_CELL: Final = re.compile(_CELL)
# What could be meant for a cell: it begins with a letter, and no mark of the notation is in it.
_CELL_LIKE: Final = re.compile(r"[^\W\d_][^-,;=]*")
_START: Final = re.compile(f"({_CELL})(?:([-x])({_CELL})?)?")
_STEP: Final = re.compile(f"([-x])({_CELL})?")
_CONVERSION: Final = re.compile(f"({_CELL})(?:=([st])?)?")
_MODULE: Final = re.compile(f"m({_INTEGER}),({_INTEGER})")
_PART_OF_MODULE: Final = re.compile(f"(?:m(?:-|{_INTEGER}(?:,-?)?)?)?")
_UPPER: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", " \t\r\n\f\v"
)


@attrs.frozen(slots=True)
class Conversion:
    """Summon the seed on *cell* (kind ``s``), or make the group at *cell* the mover's trees (``t``)."""

    cell: str
    kind: str

    @property
    def text(self) -> str:
        """This conversion as a turn's text has it."""
        return f"{self.cell}={self.kind}"


@attrs.frozen(slots=True)
class Step:
    """A leg of a sprite's move: on to *cell*, capturing there or not, and what is converted there."""

    cell: str
    capture: bool = False
    conversions: tuple[Conversion, ...] = ()


@attrs.frozen(slots=True)
class PassTurn:
    """Do nothing."""

    @property
    def text(self) -> str:
        """The turn as text."""
        return "pass"


@attrs.frozen(slots=True)
class Sow:
    """Put a seed on *cell*, then convert."""

    cell: str
    conversions: tuple[Conversion, ...] = ()

    @property
    def cells(self) -> set[str]:
        """The names of all cells in it."""
        return {self.cell, *[c.cell for c in self.conversions]}

    @property
    def text(self) -> str:
        """The turn as text."""
        return ",".join([self.cell, *[f"{c.cell}={c.kind}" for c in self.conversions]])


@attrs.frozen(slots=True)
class SpriteMove:
    """Move the sprite on *start* along one line by *steps* (at least one)."""

    start: str
    steps: tuple[Step, ...]

    @property
    def cells(self) -> set[str]:
        """The names of all cells in it."""
        found = {self.start}
        for step in self.steps:
            found.add(step.cell)
            found.update([c.cell for c in step.conversions])
        return found

    @property
    def text(self) -> str:
        """The turn as text."""
        parts = []
        for step in self.steps:
            parts.append(f"{'x' if step.capture else '-'}{step.cell}")
            parts.extend([f"{c.cell}={c.kind}" for c in step.conversions])
        return self.start + ",".join(parts)


@attrs.frozen(slots=True)
class Construct:
    """Place modules at *centres* (axial): one, or with ``solo`` all of them."""

    centres: tuple[Axial, ...]

    @property
    def text(self) -> str:
        """The turn as text."""
        return ";".join(f"m{q},{r}" for q, r in self.centres)


Turn: TypeAlias = PassTurn | Sow | SpriteMove | Construct


@attrs.frozen(slots=True)
class Reading:
    """A text as read: its whole part, and what hangs on as the beginning of more.

    :ivar turn: the whole part; a sprite's cell alone reads as a :class:`Sow`; ``None`` if there is none.
    :ivar tail: ``""`` if nothing hangs on; ``"more"`` after a comma or semicolon; ``"step"`` after
        ``-``, ``"capture"`` after ``x``; ``"conversion"`` after a cell without its ``=s`` or ``=t``;
        ``"module"`` after part of a module.
    :ivar cell: the cell of a ``"conversion"`` tail.
    """

    turn: Turn | None
    tail: str = ""
    cell: str = ""


def _refuse(code: str, **params: object) -> NoReturn:
    raise MoveError(code, **params)


def squeeze(text: str) -> str:
    """Return *text* without blanks and in lower case, as far as ASCII goes.

    :raises MoveError: if what remains is longer than :data:`MAX_TURN`.
    """
    text = text.translate(_UPPER)
    if len(text) > MAX_TURN:
        _refuse("dendria.notation.too-long", limit=MAX_TURN)
    return text


def read_text(text: str, building: bool = False) -> Reading:
    """Read a turn or the beginning of one.

    :param building: read modules (a ``m`` is a row of cells otherwise).
    :raises MoveError: if the text neither is a turn nor begins one; ``params`` say which item
        (counted from 1) is at fault, never what was typed.
    """
    text = squeeze(text)
    if not text:
        return Reading(None)
    if text == "pass":
        return Reading(PassTurn())
    if building:
        return _read_modules(text)
    if text.startswith("pass,"):
        _refuse("dendria.notation.pass")
    return _read_action(text)


def parse_turn(text: str) -> Turn:
    """Read one whole turn of any kind.

    :raises MoveError: for anything else, unfinished turns included.
    """
    reading = read_text(text, building=_MODULE.match(squeeze(text)) is not None)
    if reading.turn is None or reading.tail:
        _refuse("dendria.notation.unfinished")
    return reading.turn


def _read_modules(text: str) -> Reading:
    centres = []
    items = text.split(";")
    for number, item in enumerate(items, 1):
        match = _MODULE.fullmatch(item)
        if match:
            centres.append((int(match[1]), int(match[2])))
        elif number == len(items) and _PART_OF_MODULE.fullmatch(item):
            turn = Construct(tuple(centres)) if centres else None
            return Reading(turn, "module" if item else "more")
        else:
            _refuse("dendria.notation.module", number=number)
    return Reading(Construct(tuple(centres)))


def _read_action(text: str) -> Reading:
    items = text.split(",")
    match = _START.fullmatch(items[0])
    if match is None:
        _complain(items[0], 1)
    start, mark, landing = match.groups()
    tail = cell = ""
    steps: list[tuple[str, bool, list[Conversion]]] = []
    conversions: list[Conversion] = []
    if landing:
        steps.append((landing, mark == "x", conversions))
    elif mark:
        tail = "capture" if mark == "x" else "step"
        if len(items) > 1:
            _refuse("dendria.notation.item", number=1)
    for number, item in enumerate(items[1:], 2):
        last = number == len(items)
        if steps and (match := _STEP.fullmatch(item)):
            if match[2]:
                conversions = []
                steps.append((match[2], match[1] == "x", conversions))
                continue
            tail = "capture" if match[1] == "x" else "step"
        elif match := _CONVERSION.fullmatch(item):
            if match[2]:
                conversions.append(Conversion(match[1], match[2]))
                continue
            tail, cell = "conversion", match[1]
        elif not item:
            tail = "more"
        else:
            _complain(item, number)
        if not last:
            _refuse("dendria.notation.item", number=number)
    if steps:
        moved = SpriteMove(start, tuple(Step(c, x, tuple(conv)) for c, x, conv in steps))
        return Reading(moved, tail, cell)
    return Reading(Sow(start, tuple(conversions)), tail, cell)


def _complain(item: str, number: int) -> NoReturn:
    """Refuse an item: for a cell in it that can be none, if that is the matter."""
    for part in item.partition("=")[0].split("-"):
        # A capture's "x" is taken for part of a name here ("d4xa0"): the complaint is the same.
        if part and not _ONE_CELL.fullmatch(part):
            if _CELL_LIKE.fullmatch(part):
                _refuse("dendria.cell.unknown", number=number)
            break
    _refuse("dendria.notation.item", number=number)
