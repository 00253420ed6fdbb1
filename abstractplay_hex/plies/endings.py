"""The four ways a game ends by word, not by a turn: one table for all who need it."""

from typing import Final

from attrs import frozen

from abstractplay_hex.plies.results import (
    DrawAgreed,
    GameAbandoned,
    Resigned,
    Result,
    TimedOut,
    ending,
)


@frozen
class Ending:
    """One of them. ``lastmove`` of its ply is *word*; the ply's position is the one before.

    :ivar result: the class of its first result.
    :ivar of_player: whether a player is named: who resigned, or ran out of time.
    """

    word: str
    result: type[Result]
    of_player: bool

    def winners(self, seats: int, player: int | None = None) -> tuple[int, ...]:
        """Return who wins together: all but *player*, or for ``abandoned`` nobody."""
        if self.result is GameAbandoned:
            return ()
        return tuple(n for n in range(1, seats + 1) if n != player)

    def results(self, seats: int, player: int | None = None) -> tuple[Result, ...]:
        """Return the results of the ply that ends a game of so many seats so."""
        said = self.result(player=player) if self.of_player else self.result()  # type: ignore[call-arg]
        return said, *ending(*self.winners(seats, player))


ENDINGS: Final[dict[str, Ending]] = {
    one.word: one
    for one in (
        Ending("resign", Resigned, True),
        Ending("timeout", TimedOut, True),
        Ending("draw", DrawAgreed, False),
        Ending("abandoned", GameAbandoned, False),
    )
}
"""By word, which is also what the ply has for its ``lastmove``."""
