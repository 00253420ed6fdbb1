"""Computer players: who of them is to move, and what becomes of their turns.

A game's row says which seats are theirs (:class:`.tables.ComputerSeats`). Whatever process of the host changes a
game so that one of them is to move lets an engine of its own find the turn, and submits it like anybody's:
if the game has moved on meanwhile, the turn is dropped. If an engine fails, the row says so until somebody
chooses how to go on.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

from attrs import evolve

from abstractplay_hex import HexError
from abstractplay_hex.playground.asking import asked, asking_client
from abstractplay_hex.playground.database import cause, what_is_wrong
from abstractplay_hex.playground.engines import Engine, EngineError
from abstractplay_hex.playground.hosting import Host
from abstractplay_hex.playground.looking import DRAW, AnyGame, Opened, summary
from abstractplay_hex.playground.pool import Pool, Task
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.tables import ComputerSeats, Head
from abstractplay_hex.playground.work import BILL, Bill

PACE: Final = 1.0
"""Seconds between the turns of a game that only computers play: people want to see them."""
GRACE: Final = 4.0
"""Seconds after which a turn is thought about that another process should have made, but may have died."""
AGAIN: Final = 3.0
"""Seconds until a turn that could not be stored is found again."""
HINTS: Final = 6
"""Level that gives hints, as in the terminal."""

HINT_SECONDS: Final = 15.0
_SHORT: Final = 10_000
"""Milliseconds with which a computer hurries; no level thinks that long."""
_PAST: Final = ("host.stale", "host.no-game", "host.no-offer", "host.time-up")
"""What becomes of a turn that comes too late."""

_log: Final = logging.getLogger(__name__)


def to_move(head: Head, game: AnyGame) -> int | None:
    """Return the computer's seat that is to move, or ``None``."""
    if game.gameover or head.computers.failed or game.currplayer not in head.computers.levels:
        return None
    return game.currplayer


class Computers:
    """The computer players of a host, as far as this process moves them.

    :param watched: says whether anybody watches a game: what only computers play goes on for them alone.
    """

    def __init__(self, host: Host, pool: Pool, watched: Callable[[str], bool]) -> None:
        self._host, self.pool, self._watched = host, pool, watched

    # ---- when to think ---------------------------------------------------------------------------

    def changed(self, opened: Opened) -> None:
        """See who is to move in a game that has changed, or begun."""
        head = opened.head
        if not head.computers.levels:
            return
        if DRAW in head.offers:
            self._answer(head)
        if to_move(head, opened.game) is None:
            self.pool.hurry(head.ident)  # what is thought about has been taken back, or is over
        else:
            self._think(head, PACE if head.computers.alone(opened.game.numplayers) else 0.0)

    def looked(self, opened: Opened) -> None:
        """See to it that a game which is looked at goes on, whatever has become of who should move it."""
        head = opened.head
        if to_move(head, opened.game) is not None and not self.pool.knows(head.ident):
            self._think(head, PACE if head.computers.alone(opened.game.numplayers) else GRACE)

    def _think(self, head: Head, after: float) -> None:
        if (
            not self._put(head.ident, partial(self._move, head.ident), after)
            and not self.pool.closed
        ):
            self._fail(head, "host.computers-busy")

    def _answer(self, head: Head) -> None:
        """Let a computer answer an offer of a draw."""
        asked = sorted(head.computers.levels.keys() - head.offers[DRAW])
        if not asked:
            return
        seat = asked[0]

        def task(engine: Engine) -> None:
            opened = self._host.open(head.ident)
            if opened.head.revision != head.revision:
                return
            try:
                accept = engine.worth(opened.game.serialize(), seat) < 0
            except EngineError:
                accept = False
            self._host.answer(opened, seat, DRAW, accept)

        self._put(f"{head.ident} draw", task)

    # ---- what people may say ---------------------------------------------------------------------

    def move_now(self, opened: Opened) -> None:
        """Have a computer play what it has found so far."""
        if to_move(opened.head, opened.game) is None:
            raise Refusal(409, "host.no-computer", game=summary(opened))
        self.looked(opened)
        self.pool.hurry(opened.head.ident)

    def _failed(self, opened: Opened) -> ComputerSeats:
        if opened.head.computers.failed is None:
            raise Refusal(409, "host.no-computer", game=summary(opened))
        return opened.head.computers

    def go_on(self, opened: Opened, level: int | None = None) -> Opened:
        """Let a computer that has failed try again, perhaps at another level."""
        computers = self._failed(opened)
        levels = dict(computers.levels)
        if level is not None:
            levels[opened.game.currplayer] = level
        return self._host.reseat(opened, evolve(computers, failed=None, levels=levels))

    def give_up(self, opened: Opened) -> tuple[Opened, str]:
        """Let a person take the seat of a computer that has failed; return its key."""
        self._failed(opened)
        return self._host.take_over(opened, opened.game.currplayer)

    async def hint(self, ident: str, state: str) -> str:
        """Return a turn for whoever is to move in a state of a game.

        :raises Refusal: if none is found, or there is too much to do.
        """
        key = f"{ident} hint"
        found: str = await asked(
            self.pool, key, lambda engine: engine.find(state, HINTS), seconds=HINT_SECONDS
        )
        return found

    # ---- thinking, in the pool's threads ---------------------------------------------------------

    def _put(self, key: str, task: Task, after: float = 0.0) -> bool:
        """Queue a task, which leaves a game that has moved on, and waits for a database that is away."""
        client = asking_client()

        def guarded(engine: Engine) -> None:
            token = BILL.set(Bill(client))  # what follows from it takes the same client's turn
            try:
                task(engine)
            except Refusal as error:
                if error.code not in _PAST:
                    raise
            except Exception as error:
                if what_is_wrong(error) is None:
                    raise
                _log.warning("a computer player waits for the database: %s", cause(error))
                self.pool.put(client, key, guarded, AGAIN)
            finally:
                BILL.reset(token)

        return self.pool.put(client, key, guarded, after)

    def _move(self, ident: str, engine: Engine) -> None:
        opened = self._host.open(ident)
        head, game = opened.head, opened.game
        seat = to_move(head, game)
        if seat is None:
            return
        if head.computers.alone(game.numplayers) and not self._watched(ident):
            return
        _, state = self._host.saved(ident)
        try:
            with self._in_time(head, engine):
                move = engine.find(state, head.computers.levels[seat])
            self._host.move(opened, seat, move)
        except EngineError as error:
            if not self.pool.closed:
                _log.warning("a computer player of %s: %s", head.uid, error)
                self._fail(head, error.code)
        except Refusal as error:
            if error.code != "host.too-long":
                raise
            self._fail(head, "host.computer-long")
        except HexError as error:  # a game whose search finds what its rules refuse
            _log.warning("a computer player of %s: %s", head.uid, error)
            self._fail(head, "host.computer-failed")

    @contextmanager
    def _in_time(self, head: Head, engine: Engine) -> Iterator[None]:
        """Have the engine play what it has found when half of its time is gone, if that is short."""
        clocks = head.clocks
        due = None if clocks is None else clocks.due
        left = _SHORT if due is None else due - self._host.now()
        if left >= _SHORT:
            yield
            return
        timer = threading.Timer(max(0, left) / 2000, engine.hurry)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _fail(self, head: Head, code: str) -> None:
        opened = self._host.open(head.ident)
        if opened.head.revision != head.revision:
            return
        with suppress(Refusal):  # it has moved on just now
            self._host.reseat(opened, evolve(head.computers, failed=code))


__all__ = ["GRACE", "HINTS", "PACE", "Computers", "to_move"]
