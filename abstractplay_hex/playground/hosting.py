"""The host: what it does with a game object. Read this to embed the library elsewhere.

The state JSON is the whole truth; it is stored after every change. Game objects made from it are cached
by revision and never changed: to change or explore a game, clone it. Each submission names the revision
that it answers, and the storage accepts it only if nothing has happened since. The ply would not do: a move
can be taken back and another made.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from abstractplay_hex import load_game, new_game
from abstractplay_hex.game import Clock, utc_now
from abstractplay_hex.playground import offers
from abstractplay_hex.playground.cache import Cache
from abstractplay_hex.playground.clocks import Control, moment, wound_up
from abstractplay_hex.playground.looking import DRAW, AnyGame, Opened, summary, undone_by
from abstractplay_hex.playground.offers import REMATCH
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.rematch import rematch_of
from abstractplay_hex.playground.seats import WATCH, digest, new_ident, new_key
from abstractplay_hex.playground.storage import Head, Storage
from abstractplay_hex.playground.tables import ComputerSeats

MOST_PLIES: Final = 1000
"""How long games may become here, far below :data:`~abstractplay_hex.plies.ply.MOST_PLIES`. In some
games players can go back and forth for ever, and what a request costs grows with the game."""


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
        self._cache = Cache()

    def now(self) -> int:
        """Return the moment that it is by the host's clock, see :mod:`.clocks`."""
        return moment(self._clock())

    # ---- Starting and opening --------------------------------------------------------------------

    def start(
        self,
        uid: str,
        variants: Sequence[str] = (),
        names: Sequence[str] = (),
        seats: int | None = None,
        owner: int = 1,
        computers: Mapping[int, int] | None = None,
        control: Control | None = None,
        position: str | None = None,
    ) -> Started:
        """Start a game. Raise :class:`HexError` if there is none with such variants, seats and position.

        :param owner: the seat of whoever starts it, which may renew the invitations to the others.
        :param computers: the levels of the computers that play, by seat. Nobody has a key to these.
        :param control: of the seats' clocks; ``None``: there are none.
        :param position: text of the position to begin from.
        """
        game = new_game(uid, variants, seats=seats, position=position, clock=self._clock)
        if len(names) > game.numplayers:
            raise Refusal(422, "host.names", given=len(names), seats=game.numplayers)
        levels = dict(computers or {})
        highest = max(owner, *levels, 0)
        if highest > game.numplayers:
            raise Refusal(422, "host.no-seat", seat=highest, seats=game.numplayers)
        if control is not None and len(levels) == game.numplayers:
            raise Refusal(422, "host.no-clock", where="body.clock")
        people = [seat for seat in range(1, game.numplayers + 1) if seat not in levels]
        keys = {seat: new_key() for seat in (WATCH, *people)}
        head = Head(
            ident=new_ident(),
            uid=game.uid,
            names=(*names, *[""] * (game.numplayers - len(names))),
            keys={seat: digest(key) for seat, key in keys.items()},
            over=game.gameover,
            owner=owner if owner in people or not people else people[0],
            computers=ComputerSeats(levels=levels),
            clocks=None if control is None else wound_up(control, game.numplayers),
        )
        return self._begin(head, keys, game)

    def keep(self, state: str, names: Sequence[str]) -> Started:
        """Keep a game that was played elsewhere, to be looked at: nobody plays on in it."""
        game = load_game(state, clock=self._clock)
        key = new_key()
        head = Head(
            ident=new_ident(),
            uid=game.uid,
            names=tuple(names),
            keys={WATCH: digest(key)},
            ply=len(game.stack) - 1,
            over=game.gameover,
        )
        return self._begin(head, {WATCH: key}, game)

    def _begin(self, head: Head, keys: dict[int, str], game: AnyGame) -> Started:
        self._storage.create(head, game.serialize())
        opened = Opened(head, game)
        self._cache.keep(opened)
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
        cached = self._cache.find(ident)
        if cached is not None and cached.head.revision == head.revision:
            return cached
        found = self._storage.load(ident)
        if found is None:
            raise Refusal(404, "host.no-game")
        head, state = found
        opened = Opened(head, load_game(state, clock=self._clock))
        self._cache.keep(opened)
        return opened

    def saved(self, ident: str) -> tuple[Head, str]:
        """Return a game's row and its state JSON, as it is stored."""
        found = self._storage.load(ident)
        if found is None:
            raise Refusal(404, "host.no-game")
        return found

    # ---- Changing --------------------------------------------------------------------------------

    def move(self, opened: Opened, seat: int, move: str) -> Opened:
        """Make a turn for *seat*. Raise :class:`HexError` if it is not legal; the game is then unchanged."""
        if not opened.game.gameover and opened.game.currplayer != seat:
            raise Refusal(409, "host.not-your-turn", game=summary(opened))
        if not opened.game.gameover and opened.head.ply >= self.most_plies:
            raise Refusal(409, "host.too-long", limit=self.most_plies, game=summary(opened))
        game = opened.game.clone().move(move)
        return self._put(opened, offers.after_turn(opened.head, seat), game, mover=seat)

    def resign(self, opened: Opened, seat: int) -> Opened:
        """End the game: *seat* resigns."""
        return self._put(opened, opened.head, opened.game.clone().resign(seat))

    def timeout(self, opened: Opened, player: int) -> Opened:
        """End the game: *player* has run out of time, by the host's clock."""
        game, head = opened.game.clone().timeout(player), opened.head
        if head.clocks is not None:
            head = evolve(head, clocks=head.clocks.run_out(player, self.now()))
        return self._put(opened, head, game)

    def abandon(self, opened: Opened) -> Opened:
        """End the game without a winner: nobody plays on."""
        return self._put(opened, opened.head, opened.game.clone().abandoned())

    def offer(self, opened: Opened, seat: int, kind: str) -> Opened:
        """Offer a draw, ask to take one's last move back, or offer a rematch."""
        offers.check(opened, seat, kind)
        return self._agree(opened, seat, kind)

    def answer(self, opened: Opened, seat: int, kind: str, accept: bool) -> Opened:
        """Accept or decline an offer, or withdraw one's own. It takes effect once all have accepted."""
        offers.check_answer(opened, seat, kind, accept)
        if not accept:
            return self._put(opened, offers.without(opened.head, kind, seat))
        return self._agree(opened, seat, kind)

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
        return self._put(opened, evolve(opened.head, computers=computers))

    def take_over(self, opened: Opened, seat: int) -> tuple[Opened, str]:
        """Give the seat of a computer to a person; return its key."""
        head, key = opened.head, new_key()
        levels = {one: level for one, level in head.computers.levels.items() if one != seat}
        keys = {**head.keys, seat: digest(key)}
        changed = evolve(head, keys=keys, computers=ComputerSeats(levels=levels))
        return self._put(opened, changed), key

    def _agree(self, opened: Opened, seat: int, kind: str) -> Opened:
        head, all_do = offers.agreed(opened, kind, seat)
        if not all_do:
            return self._put(opened, head)
        if kind == REMATCH:
            return self._follow(opened)
        game = opened.game.clone()
        if kind == DRAW:
            game.draw()
        else:
            game.undo(undone_by(game, head.offers[kind][0]))
        return self._put(opened, offers.at_end(head), game)

    def _follow(self, opened: Opened) -> Opened:
        """Begin the rematch of a game."""
        new = rematch_of(opened, self._clock)
        head = evolve(offers.at_end(opened.head), rematch=new.head.ident)
        now = self._store(opened, head, follows=new)
        # All have agreed to it, so nobody else can be invited.
        self._storage.take(new.head.ident, new.head.keys.keys() - {WATCH})
        self._cache.keep(new)
        self._changed(new)
        return now

    def _put(
        self, opened: Opened, head: Head, game: AnyGame | None = None, mover: int | None = None
    ) -> Opened:
        """Store a change of *opened*, or refuse because another came first, or time was up.

        :param game: as it is now, if it has changed.
        :param mover: who has made a turn.
        """
        clocks = opened.head.clocks
        now = 0 if clocks is None else self.now()
        if clocks is not None and clocks.seat and clocks.is_up(now) and not _flagged(head):
            ended = self.timeout(opened, clocks.seat)
            raise Refusal(409, "host.time-up", game=summary(ended))
        if game is not None:
            head = evolve(head, ply=len(game.stack) - 1, over=game.gameover)
            if game.gameover:
                head = offers.at_end(head)
            if head.computers.failed is not None:  # and it is past
                head = evolve(head, computers=evolve(head.computers, failed=None))
        shown = opened.game if game is None else game
        if clocks is not None and not _flagged(head):
            seat = self._timed(head, shown)
            if game is not None and not game.gameover:
                clocks = clocks.turn(seat, now, mover)
            elif seat != clocks.seat:
                clocks = clocks.going(seat, now)
            head = evolve(head, clocks=clocks)
        return self._store(opened, head, game)

    def _timed(self, head: Head, game: AnyGame) -> int | None:
        """Return the seat whose clock runs in a game as it stands."""
        if game.gameover or head.ply >= self.most_plies or head.computers.failed is not None:
            return None
        movers = {ply.currplayer for ply in game.stack[:-1]}
        return game.currplayer if game.currplayer in movers else None

    def _store(
        self,
        opened: Opened,
        head: Head,
        game: AnyGame | None = None,
        *,
        follows: Opened | None = None,
    ) -> Opened:
        next_one = None if follows is None else (follows.head, follows.game.serialize())
        state = None if game is None else game.serialize()
        stored = self._storage.change(opened.head, head, state, follows=next_one)
        if stored is None:
            raise moved_on(self.open(opened.head.ident))
        now = Opened(stored, opened.game if game is None else game)
        self._cache.keep(now)
        self._changed(now)
        return now


def _flagged(head: Head) -> bool:
    return head.clocks is not None and head.clocks.flagged is not None


def moved_on(now: Opened) -> Refusal:
    """Return the refusal of what answers a state that is past; *now* is the game as it stands."""
    return Refusal(409, "host.time-up" if _flagged(now.head) else "host.stale", game=summary(now))


def check_answers(opened: Opened, revision: int, ply: int | None = None) -> None:
    """Refuse a submission that answers any revision but the last (or another ply, if it names one)."""
    if revision != opened.head.revision or ply not in (None, opened.head.ply):
        raise moved_on(opened)
