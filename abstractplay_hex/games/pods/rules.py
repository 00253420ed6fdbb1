"""The rules of Pods 20240802: immutable positions, turns, legal moves, scores, the end.

Grown from ``seeds/`` (rulings P1 to P10). Masks are ints with one bit a cell, cells are bit numbers
(see :mod:`abstractplay_hex.board`). Nothing here knows of JSON, clocks, messages or history.
Functions say whether they check what they are given or trust it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Final, TypeAlias

import attrs

from abstractplay_hex.board import cells_in, letters
from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.pods.influence import (
    CLAIMS,
    LAYOUT,
    Growth,
    Marks,
    fields_of,
    grow,
    prune,
)

__all__ = [
    "LAYOUT",
    "MAJORITY",
    "Marks",
    "Migration",
    "Placement",
    "PodsPosition",
    "Turn",
    "apply",
    "count_turns",
    "destinations",
    "is_legal",
    "is_over",
    "iter_turns",
    "move_texts",
    "placements",
    "replay",
    "turn_text",
]

MAJORITY: Final = len(LAYOUT.order) // 2 + 1
"""The score that ends the game: more than half of the 127 cells (ruling P9)."""

_LAND: Final = LAYOUT.land
_ADJACENT: Final = LAYOUT.adjacent
_NAME: Final = LAYOUT.name
_BYTE: Final = {cell: bytes((cell,)) for cell in LAYOUT.order}


# --- positions ---------------------------------------------------------------------------------

# The longest canonical text: a whale on every cell, the slashes, a space and the side.
_TEXT_LIMIT: Final = len(LAYOUT.order) + len(LAYOUT.rows) - 1 + 2
_TOKEN: Final = re.compile(r"[0-9]+|.", re.DOTALL)


@attrs.frozen
class PodsPosition:
    """Whales and who is to move; the default is the start. Equal if whales and side are equal.

    The constructor trusts what it is given; :meth:`from_text` checks.

    :param whales: masks of the whales of player 1 and of player 2, disjoint, land only.
    :param side: the player to move, 1 or 2.
    :param order: the cells with whales in the order the original keeps its board map: a placement
        appends its cell, a migration deletes the start and appends the destination.
    """

    whales: tuple[int, int] = (0, 0)
    side: int = 1
    order: bytes = attrs.field(default=b"", eq=False)
    # What is known need not be computed again: `apply` passes the fields on, a codec the marks.
    _known_fields: int | None = attrs.field(default=None, eq=False, repr=False)
    _known_marks: Marks | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def empty(self) -> int:
        """Mask of the cells without a whale (marked or not)."""
        first, second = self.whales
        return _LAND ^ first ^ second

    @cached_property
    def marks(self) -> Marks:
        """The influence marks, owners and order of marking (rulings P6 to P8)."""
        if self._known_marks is not None:
            return self._known_marks
        return prune(self.whales, self._growth)

    def with_marks(self, marks: Marks) -> "PodsPosition":
        """Return this position with its *marks* given (trusted), for loading saved games."""
        return attrs.evolve(self, known_marks=marks)

    @property
    def scores(self) -> tuple[int, int]:
        """Whales and marks of player 1 and of player 2 (ruling P9)."""
        first, second = self.whales
        mark1, mark2 = self.marks.owners
        return (first | mark1).bit_count(), (second | mark2).bit_count()

    @cached_property
    def _fields(self) -> int:
        """Counts of the growing phase, whales only."""
        return fields_of(self.whales) if self._known_fields is None else self._known_fields

    @cached_property
    def _growth(self) -> Growth:
        return grow(self._fields)

    @cached_property
    def _balance(self) -> tuple[int, int, int]:
        """Empty cells by the whales next to them: own - other at least 1, at least 0, at least -1.

        "Own" is the side to move.
        """
        own, opp = self.whales if self.side == 1 else self.whales[::-1]
        a1, a2, a4 = LAYOUT.counts(own)
        b1, b2, b4 = LAYOUT.counts(opp)
        same4, same2 = ~(a4 ^ b4), ~(a2 ^ b2)
        more = a4 & ~b4 | same4 & (a2 & ~b2 | same2 & a1 & ~b1)
        less = b4 & ~a4 | same4 & (b2 & ~a2 | same2 & b1 & ~a1)
        # The same with one own whale more; its ones plane is ~a1.
        c2, c4 = a2 ^ a1, a4 ^ a2 & a1
        far_less = b4 & ~c4 | ~(c4 ^ b4) & (b2 & ~c2 | ~(c2 ^ b2) & b1 & a1)
        empty = _LAND ^ own ^ opp
        return empty & more, empty & ~less, empty & ~far_less

    @property
    def text(self) -> str:
        """The position as one line: rows from the top, ``W`` and ``w`` for whales, the side."""
        first, second = self.whales
        rows = []
        for cells in LAYOUT.rows:
            row, run = "", 0
            for cell in cells:
                whale = "W" if first >> cell & 1 else "w" if second >> cell & 1 else ""
                if whale and run:
                    row, run = row + str(run), 0
                row, run = row + whale, run + (not whale)
            rows.append(row + str(run) if run else row)
        return f"{'/'.join(rows)} {self.side}"

    @classmethod
    def from_text(cls, text: str) -> "PodsPosition":
        """Return the position of a canonical *text*; its ``order`` is board order.

        Only what :attr:`text` writes is read: ``from_text(x).text == x``.

        :raises PositionError: for anything else. Codes and parameters: ``pods.position.length``
            (length, limit), ``.side`` (column, what), ``.rows`` (rows, expected), ``.character``
            and ``.number`` (row, column, what; a number with a leading zero), ``.row_length``
            (row, column, what, expected). *row* is the row's letter, *column* counts the characters
            of the text from 1, *what* is the text found there (for a row length: the number of
            cells found).
        """
        if len(text) > _TEXT_LIMIT:  # first, so that a huge text costs nothing
            raise PositionError("pods.position.length", length=len(text), limit=_TEXT_LIMIT)
        board, space, side = text.partition(" ")
        if side not in ("1", "2"):
            column = len(board) + len(space) + 1
            raise PositionError("pods.position.side", column=column, what=side)
        rows = board.split("/")
        if len(rows) != len(LAYOUT.rows):
            raise PositionError("pods.position.rows", rows=len(rows), expected=len(LAYOUT.rows))
        whales = {"W": 0, "w": 0}
        column = 1
        for index, (row, cells) in enumerate(zip(rows, LAYOUT.rows, strict=True)):
            letter = letters(len(rows) - 1 - index)
            at = 0  # cells of the row so far; past its end they are only counted
            for token in _TOKEN.finditer(row):
                what, where = token.group(), column + token.start()
                if what in whales:
                    if at < len(cells):
                        whales[what] |= 1 << cells[at]
                    at += 1
                elif what[0] == "0":
                    raise PositionError("pods.position.number", row=letter, column=where, what=what)
                elif what[0] in "123456789":
                    at += int(what)
                else:
                    code = "pods.position.character"
                    raise PositionError(code, row=letter, column=where, what=what)
            if (land := len(cells)) != at:
                code = "pods.position.row_length"
                raise PositionError(code, row=letter, column=column, what=at, expected=land)
            column += len(row) + 1
        first, second = whales["W"], whales["w"]
        return cls((first, second), int(side), bytes(cells_in(first | second)))


# --- turns -------------------------------------------------------------------------------------


@attrs.frozen
class Placement:
    """A new whale on an empty *cell* (rulings P1, P2)."""

    cell: int


@attrs.frozen
class Migration:
    """A whale's walk; only *start* and *end* matter (ruling P3)."""

    start: int
    end: int


Turn: TypeAlias = Placement | Migration


def turn_text(turn: Turn) -> str:
    """Return the notation of a turn with cells of the board: ``g7``, ``g7-h8`` (rulings P2, P3)."""
    if isinstance(turn, Placement):
        return _NAME[turn.cell]
    return f"{_NAME[turn.start]}-{_NAME[turn.end]}"


def placements(position: PodsPosition) -> int:
    """Return the mask of the cells where the side to move may place (rulings P1, P2)."""
    if not position.whales[position.side - 1]:
        return position.empty
    return position._balance[0]


# Whales walk side by side, each on a board of its own in one wide int: board after board this many
# bits apart (whole bytes), so that one step from a board's cells (bits 6 to 174, a step is at most
# 14) never meets a cell of another board.
_LANE: Final = 184
_LANE_BYTES: Final = _LANE // 8
_LANE_MASK: Final = (1 << _LANE) - 1
_SEED: Final = {cell: (1 << cell).to_bytes(_LANE_BYTES, "little") for cell in LAYOUT.order}
_S: Final = LAYOUT.stride
_T: Final = LAYOUT.stride - 1


@cache
def _repeat(lanes: int) -> int:
    """Return the factor that copies a board into each of *lanes* lanes."""
    return sum(1 << _LANE * i for i in range(lanes))


def _walk(position: PodsPosition, walkers: int, lanes: int, goal: int) -> int:
    """Return the cells that the *walkers* reach (ruling P3), their starts among them.

    :param walkers: one whale of the side to move in each of *lanes* lanes.
    :param goal: stop as soon as one of these cells is reached (0: never).
    """
    s, t = _S, _T
    repeat = _repeat(lanes)
    _, calm, risky = position._balance
    # Off the board, the walker no longer counts where it was a neighbour: there, -1 becomes -2.
    row = walkers << 1 | walkers >> 1
    near = row | walkers << s | walkers << t | walkers >> s | walkers >> t
    allowed = risky * repeat ^ (near & (risky ^ calm) * repeat)
    whales = (_LAND ^ position.empty) * repeat ^ walkers
    # By direction, clockwise from the north-east: cells whose neighbour there holds a whale …
    w0, w1, w2 = whales << t, whales >> 1, whales >> s
    w3, w4, w5 = whales >> t, whales << 1, whales << s
    # … and cells from which that step may be taken: the two cells next to both ends are the
    # neighbours one turn to the left and one to the right, and one of them must hold a whale.
    e0, e1, e2 = (w5 | w1) & allowed << t, (w0 | w2) & allowed >> 1, (w1 | w3) & allowed >> s
    e3, e4, e5 = (w2 | w4) & allowed >> t, (w3 | w5) & allowed << 1, (w4 | w0) & allowed << s
    found, before = walkers, 0
    while found != before and not found & goal:
        before = found
        # Each direction goes on from what the ones before it found: far fewer rounds than steps.
        # (Any order will do; this one needed the fewest rounds in recorded games.)
        found |= (found & e0) >> t
        found |= (found & e1) << 1
        found |= (found & e2) << s
        found |= (found & e5) >> s
        found |= (found & e4) >> 1
        found |= (found & e3) << t
    return found


def destinations(position: PodsPosition, start: int) -> int:
    """Return the mask of the cells to which the whale on *start* may migrate (ruling P3).

    Empty if *start* holds no whale of the side to move.
    """
    if start not in _ADJACENT or not position.whales[position.side - 1] >> start & 1:
        return 0
    walker = 1 << start
    return _walk(position, walker, 1, 0) ^ walker


def _migrations(position: PodsPosition) -> list[tuple[int, int]]:
    """Return ``(start, destinations)`` of every whale of the side to move in board order."""
    starts = list(cells_in(position.whales[position.side - 1]))
    if not starts:
        return []
    walkers = int.from_bytes(b"".join(map(_SEED.__getitem__, starts)), "little")
    found = _walk(position, walkers, len(starts), 0) ^ walkers
    if not found:
        return []
    data, size = found.to_bytes(_LANE_BYTES * len(starts), "little"), _LANE_BYTES
    return [
        (start, int.from_bytes(data[i * size : i * size + size], "little"))
        for i, start in enumerate(starts)
    ]


def iter_turns(position: PodsPosition) -> Iterator[Turn]:
    """Yield every legal turn once, in the order of ruling P5; none if there is none (ruling P4)."""
    for cell in cells_in(placements(position)):
        yield Placement(cell)
    for start, mask in _migrations(position):
        for end in cells_in(mask):
            yield Migration(start, end)


def count_turns(position: PodsPosition) -> int:
    """Count what :func:`iter_turns` yields."""
    starts = list(cells_in(position.whales[position.side - 1]))
    count = placements(position).bit_count()
    if starts:
        walkers = int.from_bytes(b"".join(map(_SEED.__getitem__, starts)), "little")
        count += (_walk(position, walkers, len(starts), 0) ^ walkers).bit_count()
    return count


# By bit length of a mask, that is by its last cell + 1: that cell's bit and its name.
_LAST_BIT: Final = [0] * (_LANE + 1)
_LAST_NAME: Final = [""] * (_LANE + 1)
for _c in LAYOUT.order:
    _LAST_BIT[_c + 1] = 1 << _c
    _LAST_NAME[_c + 1] = _NAME[_c]


@cache
def _last_texts(start: int) -> list[str]:
    """Return the texts of the migrations from *start*, each where ``_LAST_NAME`` has its end."""
    return [name and f"{_NAME[start]}-{name}" for name in _LAST_NAME]


def move_texts(position: PodsPosition) -> list[str]:
    """Return the texts of all legal turns, each once, in the order of ruling P5."""
    out: list[str] = []
    add, bit = out.append, _LAST_BIT
    # From the last to the first: a bit length finds the last cell of a mask at once.
    for start, mask in reversed(_migrations(position)):
        if mask:
            texts = _last_texts(start)
            while mask:
                last = mask.bit_length()
                add(texts[last])
                mask ^= bit[last]
    mask = placements(position)
    while mask:
        last = mask.bit_length()
        add(_LAST_NAME[last])
        mask ^= bit[last]
    out.reverse()
    return out


def is_legal(position: PodsPosition, turn: Turn) -> bool:
    """Return whether *turn* is legal now (rulings P1 to P3), without listing all turns.

    Cells may be any ints. Whether the game is over is not looked at (:func:`is_over`).
    """
    own, opp = position.whales if position.side == 1 else position.whales[::-1]
    end = turn.cell if isinstance(turn, Placement) else turn.end
    near = _ADJACENT.get(end)
    if near is None or (own | opp) >> end & 1:
        return False
    balance = (near & own).bit_count() - (near & opp).bit_count()
    if isinstance(turn, Placement):
        return balance > 0 or not own
    start = turn.start
    if start not in _ADJACENT or not own >> start & 1:
        return False
    if balance - (near >> start & 1) < -1:  # the last step would be refused
        return False
    goal = 1 << end
    return _walk(position, 1 << start, 1, goal) & goal != 0


def apply(position: PodsPosition, turn: Turn) -> PodsPosition:
    """Return the position after *turn*, which is trusted to be legal."""
    side = position.side
    claims = CLAIMS[side - 1]
    first, second = position.whales
    if isinstance(turn, Placement):
        moved = 1 << turn.cell
        fields = position._fields + claims[turn.cell]
        order = position.order + _BYTE[turn.cell]
    else:
        moved = 1 << turn.start | 1 << turn.end
        fields = position._fields - claims[turn.start] + claims[turn.end]
        order = position.order.replace(_BYTE[turn.start], b"") + _BYTE[turn.end]
    if side == 1:
        return PodsPosition((first ^ moved, second), 2, order, fields)
    return PodsPosition((first, second ^ moved), 1, order, fields)


def is_over(position: PodsPosition) -> tuple[bool, int | None]:
    """Return whether a score is 64 or more, and the player whose score it is (ruling P9).

    Exact, but prunes marks only if the score before pruning, which can only fall, is high enough.
    """
    if position._known_marks is None:
        first, second = position.whales
        most1, most2 = position._growth.counts()
        if first.bit_count() + most1 < MAJORITY and second.bit_count() + most2 < MAJORITY:
            return False, None
    score1, score2 = position.scores  # not both: they share 127 cells
    if score1 >= MAJORITY:
        return True, 1
    return (True, 2) if score2 >= MAJORITY else (False, None)


def replay(turns: Iterable[Turn], position: PodsPosition | None = None) -> tuple[PodsPosition, int]:
    """Play *turns*, checking each, and return the last position reached and how many were played.

    Fewer than given were played if one is not legal or comes after the end of the game.

    :param position: where to begin; default: the start. It is not checked for being over itself.
    """
    if position is None:
        position = PodsPosition()
    played, over = 0, False
    for turn in turns:
        if over or not is_legal(position, turn):
            break
        position = apply(position, turn)
        over = is_over(position)[0]
        played += 1
    return position, played
