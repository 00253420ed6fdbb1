"""The immutable position of a game in play, and its text (section 7)."""

import re
from collections.abc import Iterable
from operator import itemgetter
from typing import Final, NoReturn, TypeAlias

from abstractplay_hex.board import Axial, cells_in
from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.dendria.boards import MAX_LAND, Board, fixed, modular
from abstractplay_hex.games.dendria.variants import BoardChoice, board_choice

PIECES: Final = "spt"
"""Letters of seed, sprite and tree; upper case for Dark."""

# A modular board's land is connected, so no side of its rectangle is longer than this (one empty
# row on top may come in addition): the size of a text is bounded before it is read.
_MAX_TEXT: Final = (MAX_LAND + 1) * (MAX_LAND + 2) + 100

_ROW_PARTS: Final = re.compile(r"[0-9]+|.", re.DOTALL)


_Two: TypeAlias = tuple[int, int]


class DendriaPosition(tuple[Board, _Two, _Two, _Two, int, int, int]):
    """A position in play. Pieces are masks by player: index 0 is Dark (player 1), 1 Light (2).

    Made by :func:`position_of`, or quicker from the tuple of its fields.

    :ivar side: the player to move, 1 or 2.
    :ivar passes: consecutive passes just made; two end the game.
    :ivar actor: who made the last action (a sow or a sprite's move), 0 if nobody ever did.
    """

    # A bare tuple, where other values here are attrs classes: making positions is most of what
    # applying a turn costs, and no class is made as quickly.
    __slots__ = ()

    board: Board = property(itemgetter(0))  # type: ignore[assignment]
    seeds: _Two = property(itemgetter(1))  # type: ignore[assignment]
    sprites: _Two = property(itemgetter(2))  # type: ignore[assignment]
    trees: _Two = property(itemgetter(3))  # type: ignore[assignment]
    side: int = property(itemgetter(4))  # type: ignore[assignment]
    passes: int = property(itemgetter(5))  # type: ignore[assignment]
    actor: int = property(itemgetter(6))  # type: ignore[assignment]

    @property
    def over(self) -> bool:
        """Whether the game has ended: two passes in a row."""
        return self.passes >= 2

    @property
    def occupied(self) -> int:
        """Mask of all pieces."""
        a, b, c = self.seeds, self.sprites, self.trees
        return a[0] | a[1] | b[0] | b[1] | c[0] | c[1]

    @property
    def empty(self) -> int:
        """Mask of the land without a piece."""
        return self.board.land & ~self.occupied

    def piece_at(self, cell: int) -> tuple[int, str] | None:
        """Return ``(player, letter)`` of the piece on *cell* (letters: :data:`PIECES`), if any."""
        for letter, masks in zip(PIECES, (self.seeds, self.sprites, self.trees), strict=True):
            for player in (1, 2):
                if masks[player - 1] >> cell & 1:
                    return player, letter
        return None

    @property
    def text(self) -> str:
        """The position as one line, read back by :func:`position_from_text`."""
        layout = self.board.layout
        at: dict[tuple[int, int], str] = {}
        for letter, masks in zip(PIECES, (self.seeds, self.sprites, self.trees), strict=True):
            for written, mask in zip((letter.upper(), letter), masks, strict=True):
                for cell in cells_in(mask):
                    at[layout.place[cell]] = written
        modular_board = not self.board.side
        rows = []
        for row in range(self.board.height):
            if modular_board:
                cols: Iterable[int] = range(self.board.width)
            else:
                cols = range(len(layout.rows[row]))
            parts, run = [], 0
            for col in cols:
                if (row, col) in layout.cell_at:
                    letter_here = at.get((row, col))
                    if letter_here is None:
                        run += 1
                        continue
                else:
                    letter_here = "~"
                if run:
                    parts.append(str(run))
                    run = 0
                parts.append(letter_here)
            if run:
                parts.append(str(run))
            rows.append("".join(parts))
        return f"{'/'.join(rows)} {'DL'[self.side - 1]} {self.passes} {'-DL'[self.actor]}"

    def __repr__(self) -> str:
        return f"<DendriaPosition {self.text}>"


def position_of(
    board: Board,
    seeds: _Two = (0, 0),
    sprites: _Two = (0, 0),
    trees: _Two = (0, 0),
    side: int = 1,
    passes: int = 0,
    actor: int = 0,
) -> DendriaPosition:
    """Return the position of these pieces; without any, the first one of a game on *board*."""
    return DendriaPosition((board, seeds, sprites, trees, side, passes, actor))


def pieces_of(position: DendriaPosition) -> list[tuple[int, int, int]]:
    """Return cell, player and kind (0 seed, 1 sprite, 2 tree) of each piece, in board order."""
    found = []
    for kind, masks in enumerate((position.seeds, position.sprites, position.trees)):
        for player, mask in enumerate(masks, 1):
            while mask:
                cell = mask.bit_length() - 1
                found.append((cell, player, kind))
                mask ^= 1 << cell
    found.sort()
    return found


def first_position(choice: BoardChoice) -> DendriaPosition:
    """Return the first position of a game on a fixed board.

    :raises ValueError: for a modular board, whose game begins with construction.
    """
    if choice.modules:
        raise ValueError("a modular game begins with its construction")
    return position_of(fixed(choice.side))


def _refuse(what: str, **params: object) -> NoReturn:
    raise PositionError(f"dendria.position.{what}", **params)


def position_from_text(text: str, variants: Iterable[str] = ()) -> DendriaPosition:
    """Read a position in play, strictly: only what :attr:`DendriaPosition.text` writes is accepted.

    On a modular variant the text brings its own land.

    :raises VariantError: for unknown or contradictory *variants*.
    :raises PositionError: for a text that is no position or does not fit the variant, or a game
        already over; rows and columns in its ``params`` count from 1, the top left.
    """
    choice = board_choice(variants)
    if len(text) > _MAX_TEXT:
        _refuse("too-long", limit=_MAX_TEXT)
    fields = text.split(" ")
    if len(fields) != 4:
        _refuse("fields", found=len(fields))
    rows_text, side, passes, actor = fields
    if side not in ("D", "L"):
        _refuse("side")
    if passes not in ("0", "1", "2"):
        _refuse("passes")
    if actor not in ("D", "L", "-"):
        _refuse("actor")
    rows = rows_text.split("/")
    if choice.modules:
        places = _read_rows(rows, None)
        board = _land_of(places, rows)
    else:
        board = fixed(choice.side)
        lengths = [len(row) for row in board.layout.rows]
        if len(rows) != len(lengths):
            _refuse("rows", found=len(rows), wanted=len(lengths))
        places = _read_rows(rows, lengths)
    if passes == "2":
        _refuse("over")
    masks = dict.fromkeys("SPTspt", 0)
    for place, letter in places.items():
        if letter:
            masks[letter] |= 1 << board.layout.cell_at[place]
    return position_of(
        board,
        (masks["S"], masks["s"]),
        (masks["P"], masks["p"]),
        (masks["T"], masks["t"]),
        "DL".index(side) + 1,
        int(passes),
        "-DL".index(actor),
    )


def _read_rows(rows: list[str], lengths: list[int] | None) -> dict[tuple[int, int], str]:
    """Return the land's ``(row, col)`` places with a piece's letter or ``""``.

    *lengths* are those of a fixed board's rows; ``None`` stands for a modular board, where water
    may be written and all rows are as long as the first.
    """
    places: dict[tuple[int, int], str] = {}
    width = -1
    for row, text in enumerate(rows):
        col = 0
        room = MAX_LAND if lengths is None else lengths[row]
        for part in _ROW_PARTS.findall(text):
            if "0" <= part[0] <= "9":
                if part[0] == "0" or len(part) > 3:
                    _refuse("number", row=row + 1, column=col + 1)
                run = int(part)
                if col + run <= room:
                    for c in range(col, col + run):
                        places[row, c] = ""
                col += run
            elif part == "~":
                if lengths is not None:
                    _refuse("water", row=row + 1, column=col + 1)
                col += 1
            elif part in "SPTspt":
                places[row, col] = part
                col += 1
            else:
                _refuse("letter", row=row + 1, column=col + 1)
        if lengths is not None:
            if col != lengths[row]:
                _refuse("row-length", row=row + 1, found=col, wanted=lengths[row])
        elif col > room:
            _refuse("row-too-long", row=row + 1, found=col, limit=room)
        elif width < 0:
            width = col
        elif col != width:
            _refuse("row-length", row=row + 1, found=col, wanted=width)
    return places


def _land_of(places: dict[tuple[int, int], str], rows: list[str]) -> Board:
    """Return the modular board with land on *places*, which must be where the text should put it."""
    if not places:
        _refuse("no-land")
    if len(places) > MAX_LAND:
        _refuse("too-much-land", found=len(places), limit=MAX_LAND)
    land: dict[Axial, tuple[int, int]] = {
        (col - (row + (row & 1)) // 2, row): (row, col) for row, col in places
    }
    first = next(iter(land))
    found, todo = {first}, [first]
    while todo:
        q, r = todo.pop()
        for near in (
            (q + 1, r - 1),
            (q + 1, r),
            (q, r + 1),
            (q - 1, r + 1),
            (q - 1, r),
            (q, r - 1),
        ):
            if near in land and near not in found:
                found.add(near)
                todo.append(near)
    if len(found) != len(land):
        apart = min(land[c] for c in land if c not in found)
        _refuse("disconnected", row=apart[0] + 1, column=apart[1] + 1)
    board = modular(frozenset(land))
    width = max(col for _, col in places) + 1
    # The rectangle must be as tight as the rules write it, so that a position has one text only.
    tight = board.layout.cell_at.keys() == places.keys()
    if (
        not tight
        or board.height != len(rows)
        or board.width != width
        or not _as_wide(rows[0], width)
    ):
        _refuse("loose", rows=board.height, columns=board.width)
    return board


def _as_wide(row: str, width: int) -> bool:
    wide = 0
    for part in _ROW_PARTS.findall(row):
        wide += int(part) if part[0].isdigit() else 1
    return wide == width
