"""What a turn under way is made of: its legs, and the conversions made at the end of each."""

from attrs import frozen

from abstractplay_hex.games.dendria import effects
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.notation import SUMMON, TREES, Conversion
from abstractplay_hex.plies.results import Result


@frozen
class Made:
    """A conversion that was made.

    :ivar group: mask of the cells it changed.
    :ivar enemy: whether the opponent's pieces stood there.
    :ivar last_liberty: whether a forest was captured by taking its last liberty (D11).
    """

    conversion: Conversion
    group: int
    enemy: bool
    last_liberty: bool = False

    @property
    def fertilized(self) -> bool:
        """Whether the mover's seeds became trees."""
        return self.conversion.kind == TREES and not self.enemy

    def result(self, board: Board, mover: int) -> Result:
        """Return the conversion as a result."""
        if self.conversion.kind == SUMMON:
            return effects.summoned(self.conversion.cell, self.enemy)
        cells = board.layout.names_in(self.group)
        if self.enemy:
            return effects.forest_captured(cells, 3 - mover, self.last_liberty)
        return effects.fertilized(cells)


@frozen
class Leg:
    """A leg of a partial turn: where it ended, whether it captured, what was converted there."""

    cell: int
    capture: bool = False
    made: tuple[Made, ...] = ()

    @property
    def conversions(self) -> tuple[Conversion, ...]:
        """The conversions made, as a turn has them."""
        return tuple([made.conversion for made in self.made])
