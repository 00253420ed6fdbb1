"""Offers: of a draw, to take a move back, of a rematch. All must agree; who does not is named to the others."""

from typing import Final

from attrs import evolve

from abstractplay_hex.playground.looking import UNDO, Opened, summary, undone_by
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.tables import Head, Lapsed

REMATCH: Final = "rematch"
_WILLING: Final = (UNDO, REMATCH)
"""What computers always agree to."""


def check(opened: Opened, seat: int, kind: str) -> None:
    """Refuse an offer that cannot be made."""
    if kind == REMATCH:
        if not opened.game.gameover:
            raise Refusal(409, "host.rematch-early", game=summary(opened))
        if opened.head.rematch is not None:
            raise Refusal(409, "host.rematch-begun", game=summary(opened))
    elif opened.game.gameover:
        raise Refusal(409, "host.over", game=summary(opened))
    if kind == UNDO and not undone_by(opened.game, seat):
        raise Refusal(422, "host.nothing-to-undo")
    if kind in opened.head.offers:
        raise Refusal(409, "host.offered", game=summary(opened))


def agreed(opened: Opened, kind: str, seat: int) -> tuple[Head, bool]:
    """Return a game's row once *seat* agrees to an offer, or makes it; and whether all do then."""
    head = opened.head
    seats = (*head.offers.get(kind, ()), seat)
    willing = head.computers.levels if kind in _WILLING else ()
    lapsed = {one: what for one, what in head.lapsed.items() if one != kind}
    head = evolve(head, offers={**head.offers, kind: seats}, lapsed=lapsed)
    return head, len({*seats, *willing}) >= opened.game.numplayers


def check_answer(opened: Opened, seat: int, kind: str, accept: bool) -> None:
    """Refuse an answer to an offer that does not stand, or that one has agreed to."""
    seats = opened.head.offers.get(kind, ())
    if not seats or (accept and seat in seats):
        raise Refusal(409, "host.no-offer", game=summary(opened))


def without(head: Head, kind: str, by: int) -> Head:
    """Return a game's row once *by* has declined an offer, or withdrawn it."""
    offers = dict(head.offers)
    lapsed = Lapsed(offered=offers.pop(kind)[0], by=by, revision=head.revision + 1)
    return evolve(head, offers=offers, lapsed={**head.lapsed, kind: lapsed})


def after_turn(head: Head, seat: int) -> Head:
    """Return a game's row once *seat* has made a turn.

    That declines a draw that one has not agreed to, and is past what was to be taken back.
    """
    # Who moves has seen what others have declined or withdrawn.
    lapsed = {kind: what for kind, what in head.lapsed.items() if what.by == seat}
    head = evolve(head, lapsed=lapsed)
    for kind, seats in head.offers.items():
        if kind == UNDO or seat not in seats:
            head = without(head, kind, seat)
    return head


def at_end(head: Head) -> Head:
    """Return a game's row once the game is over, or a turn is taken back: nothing is open any more."""
    return evolve(head, offers={}, lapsed={})
