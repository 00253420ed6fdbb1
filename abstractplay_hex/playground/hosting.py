"""The host: what it does with a game object. Read this to embed the library elsewhere.

The state JSON is the whole truth; it is stored after every change. Game objects made from it are cached
by revision and never changed: to change or explore a game, clone it. Each submission names the revision
that it answers, and the storage accepts it only if nothing has happened since. The ply would not do: a move
can be taken back and another made.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import evolve, frozen

from abstractplay_hex import load_game, new_game
from abstractplay_hex.game import Clock, utc_now
from abstractplay_hex.playground.looking import DRAW, UNDO, AnyGame, Opened, summary, undone_by
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.seats import WATCH, digest, new_ident, new_key
from abstractplay_hex.playground.storage import Head, Storage
from abstractplay_hex.playground.tables import ComputerSeats

CACHED_GAMES: Final = 256
MOST_PLIES: Final = 1000
"""How long games may become here, far below :data:`~abstractplay_hex.plies.ply.MOST_PLIES`. In some
games players can go back and forth for ever, and what a request costs grows with the game."""
CACHED_PLIES: Final = 30_000
"""In all games that are cached: a few kB each."""


@frozen(kw_only=True)
class Started:
    """A new game and its secret keys by seat, which cannot be shown again."""

    head: Head
    keys: dict[int, str]


class Host:
    """Starts, opens and changes games.

    :param storage: where they are kept.
    :param clock: where the plies' timestamps come from.
    :param changed: called with each game as it is after a change, and with each new one.
    :param most_plies: how long a game may become; at that many it can only be ended.
    """

    def __init__(
        self,
        storage: Storage,
        *,
        clock: Clock = utc_now,
        changed: Callable[[Opened], None] = lambda now: None,
        most_plies: int = MOST_PLIES,
    ) -> None:
        self._storage = storage
        self._clock = clock
        self._changed = changed
        self.most_plies = most_plies
        self._cache: OrderedDict[str, Opened] = OrderedDict()
        self._plies = 0
        self._lock = threading.Lock()

    # ---- Starting and opening --------------------------------------------------------------------

    def start(
        self,
        uid: str,
        variants: Sequence[str] = (),
        names: Sequence[str] = (),
        seats: int | None = None,
        owner: int = 1,
        computers: Mapping[int, int] | None = None,
    ) -> Started:
        """Start a game. Raise :class:`HexError` if there is none with such variants and seats.

        :param owner: the seat of whoever starts it, which may renew the invitations to the others.
        :param computers: the levels of the computers that play, by seat. Nobody has a key to these.
        """
        game = new_game(uid, variants, seats=seats, clock=self._clock)
        if len(names) > game.numplayers:
            raise Refusal(422, "host.names", given=len(names), seats=game.numplayers)
        levels = dict(computers or {})
        highest = max(owner, *levels, 0)
        if highest > game.numplayers:
            raise Refusal(422, "host.no-seat", seat=highest, seats=game.numplayers)
        people = [seat for seat in range(1, game.numplayers + 1) if seat not in levels]
        keys = {seat: new_key() for seat in (WATCH, *people)}
        called = [*names, *[""] * (game.numplayers - len(names))]
        for seat, level in levels.items():
            called[seat - 1] = called[seat - 1] or f"Computer, level {level}"
        head = Head(
            ident=new_ident(),
            uid=game.uid,
            names=tuple(called),
            keys={seat: digest(key) for seat, key in keys.items()},
            over=game.gameover,
            owner=owner if owner in people or not people else people[0],
            computers=ComputerSeats(levels=levels),
        )
        self._storage.create(head, game.serialize())
        opened = Opened(head, game)
        self._keep(opened)
        self._changed(opened)
        return Started(head=head, keys=keys)

    def head(self, ident: str) -> Head:
        """Return what is stored of a game now, without its state."""
        head = self._storage.head(ident)
        if head is None:
            raise Refusal(404, "host.no-game")
        return head

    def open(self, ident: str, head: Head | None = None) -> Opened:
        """Return a game as it is now; *head* is its row, if just read."""
        head = head or self.head(ident)
        with self._lock:
            cached = self._cache.get(ident)
            if cached is not None:
                self._cache.move_to_end(ident)
        if cached is not None and cached.head.revision == head.revision:
            return cached
        found = self._storage.load(ident)
        if found is None:
            raise Refusal(404, "host.no-game")
        head, state = found
        opened = Opened(head, load_game(state, clock=self._clock))
        self._keep(opened)
        return opened

    def saved(self, ident: str) -> tuple[Head, str]:
        """Return a game's row and its state JSON, as it is stored."""
        found = self._storage.load(ident)
        if found is None:
            raise Refusal(404, "host.no-game")
        return found

    def _keep(self, opened: Opened) -> None:
        with self._lock:
            cached = self._cache.get(opened.head.ident)
            if cached is None or cached.head.revision <= opened.head.revision:
                self._plies += opened.head.ply - (cached.head.ply if cached else 0)
                self._cache[opened.head.ident] = opened
                self._cache.move_to_end(opened.head.ident)
            while len(self._cache) > 1 and (
                len(self._cache) > CACHED_GAMES or self._plies > CACHED_PLIES
            ):
                _, gone = self._cache.popitem(last=False)
                self._plies -= gone.head.ply

    # ---- Changing --------------------------------------------------------------------------------

    def move(self, opened: Opened, seat: int, move: str) -> Opened:
        """Make a turn for *seat*. Raise :class:`HexError` if it is not legal; the game is then unchanged."""
        if not opened.game.gameover and opened.game.currplayer != seat:
            raise Refusal(409, "host.not-your-turn", game=summary(opened))
        if not opened.game.gameover and opened.head.ply >= self.most_plies:
            raise Refusal(409, "host.too-long", limit=self.most_plies, game=summary(opened))
        game = opened.game.clone().move(move)
        # A move declines a draw that one has not agreed to, and is past what was to be taken back.
        agreed = opened.head.offers.get(DRAW, ())
        return self._put(opened, game, {DRAW: agreed} if seat in agreed else {})

    def resign(self, opened: Opened, seat: int) -> Opened:
        """End the game: *seat* resigns."""
        return self._put(opened, opened.game.clone().resign(seat), {})

    def timeout(self, opened: Opened, player: int) -> Opened:
        """End the game: *player* has run out of time, by the host's clock."""
        return self._put(opened, opened.game.clone().timeout(player), {})

    def abandon(self, opened: Opened) -> Opened:
        """End the game without a winner: nobody plays on."""
        return self._put(opened, opened.game.clone().abandoned(), {})

    def offer(self, opened: Opened, seat: int, kind: str) -> Opened:
        """Offer a draw, or ask to take one's last move back."""
        if opened.game.gameover:
            raise Refusal(409, "host.over", game=summary(opened))
        if kind == UNDO and not undone_by(opened.game, seat):
            raise Refusal(422, "host.nothing-to-undo")
        if kind in opened.head.offers:
            raise Refusal(409, "host.offered", game=summary(opened))
        return self._agree(opened, kind, (seat,))

    def answer(self, opened: Opened, seat: int, kind: str, accept: bool) -> Opened:
        """Accept or decline an offer, or withdraw one's own. It takes effect once all have accepted."""
        offers = dict(opened.head.offers)
        agreed = offers.pop(kind, ())
        if not agreed or (accept and seat in agreed):
            raise Refusal(409, "host.no-offer", game=summary(opened))
        if not accept:
            return self._put(opened, None, offers)
        return self._agree(opened, kind, (*agreed, seat))

    # ---- Seats -----------------------------------------------------------------------------------

    def taken(self, ident: str, seats: Iterable[int]) -> None:
        """Note that seats have been taken."""
        self._storage.take(ident, seats)

    def renew(self, opened: Opened, seat: int) -> tuple[Opened, str]:
        """Return a new key for a seat that nobody has taken (0: for watching); the old one is void."""
        head = opened.head
        if seat not in head.keys or seat == head.owner:
            raise Refusal(422, "host.no-seat", seat=seat, seats=opened.game.numplayers)
        played = {ply.currplayer for ply in opened.game.stack[:-1]}
        agreed = {one for offer in head.offers.values() for one in offer}
        if seat != WATCH and seat in played | agreed | self._storage.taken(head.ident):
            raise Refusal(409, "host.seat-taken", game=summary(opened))
        key = new_key()
        renewed = evolve(head, keys={**head.keys, seat: digest(key)})
        return self._store(opened, renewed), key

    def reseat(self, opened: Opened, computers: ComputerSeats) -> Opened:
        """Change what is known of the computers that play."""
        return self._store(opened, evolve(opened.head, computers=computers))

    def take_over(self, opened: Opened, seat: int) -> tuple[Opened, str]:
        """Give the seat of a computer to a person; return its key."""
        head, key = opened.head, new_key()
        levels = {one: level for one, level in head.computers.levels.items() if one != seat}
        keys = {**head.keys, seat: digest(key)}
        changed = evolve(head, keys=keys, computers=ComputerSeats(levels=levels))
        return self._store(opened, changed), key

    def _agree(self, opened: Opened, kind: str, agreed: tuple[int, ...]) -> Opened:
        # Computers let people take back what they like.
        willing = opened.head.computers.levels if kind == UNDO else ()
        if len({*agreed, *willing}) < opened.game.numplayers:
            return self._put(opened, None, {**opened.head.offers, kind: agreed})
        game = opened.game.clone()
        if kind == DRAW:
            game.draw()
        else:
            game.undo(undone_by(game, agreed[0]))
        return self._put(opened, game, {})

    def _put(
        self, opened: Opened, game: AnyGame | None, offers: Mapping[str, tuple[int, ...]]
    ) -> Opened:
        """Store a change of *opened*, or refuse because another came first."""
        head, state = evolve(opened.head, offers=offers), None
        if game is not None:
            state = game.serialize()
            head = evolve(head, ply=len(game.stack) - 1, over=game.gameover)
            if head.computers.failed is not None:  # and it is past
                head = evolve(head, computers=evolve(head.computers, failed=None))
        return self._store(opened, head, game, state)

    def _store(
        self, opened: Opened, head: Head, game: AnyGame | None = None, state: str | None = None
    ) -> Opened:
        stored = self._storage.change(opened.head, head, state)
        if stored is None:
            raise Refusal(409, "host.stale", game=summary(self.open(opened.head.ident)))
        now = Opened(stored, opened.game if game is None else game)
        self._keep(now)
        self._changed(now)
        return now


@cache
def warm_up() -> None:
    """Load and draw a game: what that imports for the first time takes long, and no request should wait."""
    load_game(new_game("pods").serialize()).svg()


def check_answers(opened: Opened, revision: int, ply: int | None = None) -> None:
    """Refuse a submission that answers any revision but the last (or another ply, if it names one)."""
    if revision != opened.head.revision or ply not in (None, opened.head.ply):
        raise Refusal(409, "host.stale", game=summary(opened))
