"""The immutable position of a game in play, and its text (section 7)."""

from collections.abc import Collection, Iterable
from operator import itemgetter
from typing import Final, NoReturn, TypeAlias

from abstractplay_hex.board import (
    Offset,
    Place,
    RowFault,
    cells_in,
    groups,
    read_rows,
    write_rows,
)
from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.dendria.boards import MAX_LAND, Board, fixed, modular
from abstractplay_hex.games.dendria.variants import BoardChoice, board_choice

PIECES: Final = "spt"
"""Letters of seed, sprite and tree; upper case for Dark."""
WATER: Final = "~"

# A modular board's land is connected, so no side of its rectangle is longer than this (one empty
# row on top may come in addition): the size of a text is bounded before it is read.
_MAX_TEXT: Final = (MAX_LAND + 1) * (MAX_LAND + 2) + 100

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
        board, layout = self.board, self.board.layout
        at = dict.fromkeys(layout.cell_at, "")
        for letter, masks in zip(PIECES, (self.seeds, self.sprites, self.trees), strict=True):
            for written, mask in zip((letter.upper(), letter), masks, strict=True):
                for cell in cells_in(mask):
                    at[layout.place[cell]] = written
        # On a modular board rows are those of the rectangle, and all that is not land is water.
        widths = [len(row) for row in layout.rows] if board.side else [board.width] * board.height
        rows = write_rows(
            [at.get((row, col), WATER) for col in range(width)] for row, width in enumerate(widths)
        )
        return f"{rows} {'DL'[self.side - 1]} {self.passes} {'-DL'[self.actor]}"

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
    lengths = None
    if not choice.modules:
        lengths = [len(row) for row in fixed(choice.side).layout.rows]
    rows = read_rows(
        rows_text,
        PIECES + PIECES.upper() + (WATER if choice.modules else ""),
        lengths,
        refuse=_refuse_rows,
        limit=MAX_LAND,
    )
    places = {
        (row, col): letter
        for row, letters in enumerate(rows)
        for col, letter in enumerate(letters)
        if letter != WATER
    }
    board = _land_of(places, rows) if choice.modules else fixed(choice.side)
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


def _refuse_rows(fault: RowFault) -> NoReturn:
    row, column = fault.row + 1, fault.cell + 1
    match fault.kind:
        case "rows":
            _refuse("rows", found=fault.found, wanted=fault.wanted)
        case "length":
            _refuse("row-length", row=row, found=fault.found, wanted=fault.wanted)
        case "long":
            _refuse("row-too-long", row=row, found=fault.found, limit=fault.wanted)
        case "number":
            _refuse("number", row=row, column=column)
        case "letter":
            _refuse("water" if fault.what == WATER else "letter", row=row, column=column)


def _land_of(places: Collection[Place], rows: list[list[str]]) -> Board:
    """Return the modular board with land on *places*, which must be where the text should put it."""
    if not places:
        _refuse("no-land")
    if len(places) > MAX_LAND:
        _refuse("too-much-land", found=len(places), limit=MAX_LAND)
    land = {Offset.EVEN_R.axial_of(place): place for place in places}
    pieces = groups(land)
    if len(pieces) > 1:
        row, column = min(land[cell] for piece in pieces[1:] for cell in piece)
        _refuse("disconnected", row=row + 1, column=column + 1)
    board = modular(frozenset(land))
    # The rectangle must be as tight as the rules write it, so that a position has one text only.
    tight = board.layout.cell_at.keys() == set(places)
    if not tight or (board.height, board.width) != (len(rows), len(rows[0])):
        _refuse("loose", rows=board.height, columns=board.width)
    return board
