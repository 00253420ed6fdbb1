"""The four ways a game ends by word, not by a turn: one table for all who need it."""

from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from abstractplay_hex.plies.results import Result


@frozen
class Ending:
    """One of them. ``lastmove`` of its ply is *word*; the ply's position is the one before.

    :ivar tag: the type of its first result, of class :attr:`result`.
    :ivar of_player: whether a player is named: who resigned, or ran out of time.
    """

    word: str
    tag: str
    of_player: bool

    @property
    def result(self) -> "type[Result]":
        """The class of its first result."""
        from abstractplay_hex.plies.results import CORE_RESULTS  # with the first game that ends so

        return next(kind for kind in CORE_RESULTS if kind.tag() == self.tag)

    def winners(self, seats: int, player: int | None = None) -> tuple[int, ...]:
        """Return who wins together: all but *player*, or for ``abandoned`` nobody."""
        if self.word == "abandoned":
            return ()
        return tuple(n for n in range(1, seats + 1) if n != player)

    def results(self, seats: int, player: int | None = None) -> "tuple[Result, ...]":
        """Return the results of the ply that ends a game of so many seats so."""
        from abstractplay_hex.plies.results import ending

        said = self.result(player=player) if self.of_player else self.result()  # type: ignore[call-arg]
        return said, *ending(*self.winners(seats, player))


ENDINGS: Final[dict[str, Ending]] = {
    one.word: one
    for one in (
        Ending("resign", "resigned", True),
        Ending("timeout", "timeout", True),
        Ending("draw", "drawagreed", False),
        Ending("abandoned", "gameabandoned", False),
    )
}
"""By word, which is also what the ply has for its ``lastmove``."""
