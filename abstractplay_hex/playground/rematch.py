"""Rematches: the same game once more, with the seats changed.

Everybody keeps the keys they have, which open their new seats: so no secret has to be handed out, and who
could only watch still can only watch.
"""

from collections.abc import Mapping
from typing import TypeVar

from abstractplay_hex import new_game
from abstractplay_hex.game import Clock
from abstractplay_hex.playground.clocks import wound_up
from abstractplay_hex.playground.looking import Opened
from abstractplay_hex.playground.seats import WATCH, new_ident
from abstractplay_hex.playground.tables import ComputerSeats, Head

T = TypeVar("T")


def seat_after(seat: int, seats: int) -> int:
    """Return where a player of *seat* sits in the rematch: one further, who was last begins."""
    return WATCH if seat == WATCH else seat % seats + 1


def rematch_of(opened: Opened, clock: Clock) -> Opened:
    """Return the game that follows one: with its variants, players and clocks.

    All are there, so nobody is the one who may invite others. The links to the old game lead to this one, too.

    :param clock: where its timestamps come from.
    """
    old, head = opened.game, opened.head
    seats = old.numplayers
    game = new_game(old.uid, old.variants, seats=seats, clock=clock)

    def moved(by_seat: Mapping[int, T]) -> dict[int, T]:
        return {seat_after(seat, seats): what for seat, what in by_seat.items()}

    names = moved(dict(enumerate(head.names, 1)))
    clocks = head.clocks and wound_up(head.clocks.control, seats)
    new = Head(
        ident=new_ident(),
        uid=game.uid,
        names=tuple(names[seat] for seat in sorted(names)),
        keys=moved(head.keys),
        over=game.gameover,
        computers=ComputerSeats(levels=moved(head.computers.levels)),
        clocks=clocks,
    )
    return Opened(new, game)
