"""What checks work with: random games of the rules under test, stations of theirs, turns to try."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from math import inf
from time import perf_counter
from typing import Any, Final

from attrs import define, evolve, field, frozen

from abstractplay_hex.game import Clock
from abstractplay_hex.players import mixed_player
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.looking import AnyGame, Ticking, copied, place_of, shown
from abstractplay_hex.testing.telling import CannotPlay, OutOfTime, Station, Telling

SAMPLE: Final = 12
"""Legal turns tried at one station."""
PICKED_FROM: Final = 800
"""Legal turns from which those are picked."""
LISTED: Final = 3000
"""Turns listed at most where a game may have more than can be."""
MOST_PLIES: Final = 200
"""Plies of a random game that is played to its end, at most."""
AT_RANDOM: Final = 60
"""Those of them that are drawn."""


@frozen(kw_only=True)
class Playthrough(Station):
    """A random game that was played: the station is its end.

    :ivar over: whether it came to its end.
    :ivar stuck: whether it did not, and the player to move has no turn.
    """

    over: bool
    stuck: bool


@define
class Harness(Telling):
    """One game under test, and the games of it that checks look at.

    :ivar setups: how the games that are played begin.
    :ivar games: random games a setup.
    :ivar plies: plies of a random game at most.
    :ivar seconds: that one call may take at most.
    """

    setups: tuple[Setup, ...]
    seed: int = 0
    games: int = 2
    plies: int = 24
    seconds: float = 2.0
    _playthroughs: list[Playthrough] | None = field(default=None, init=False)
    _unplayable: tuple[str, str, Station] | None = field(default=None, init=False)
    _played_to: dict[Station, AnyGame] = field(factory=dict, init=False)
    _played_out: dict[Station, Playthrough] = field(factory=dict, init=False)

    def begin(self, check: str, hint: str) -> None:
        """Begin a check: with games of its own, so that none is spoilt by the check before."""
        self.check, self.hint = check, hint
        self.found, self.looked = [], False
        self.here = Station(self.setups[0], self.seed)
        self._told = set()
        self._until = perf_counter() + self.patience
        self._played_to.clear()

    # ---- games ---------------------------------------------------------------------------------

    def fresh(self, setup: Setup | None = None, **options: Any) -> AnyGame:
        """Begin a game with a ticking clock, by default as the one looked at began.

        :param options: those of a game's class.
        """
        make: Any = self.kind
        setup = setup or self.here.setup
        options.setdefault("clock", Ticking())
        game: AnyGame = make(setup.variants, seats=setup.seats, **options)
        return game

    def game(self, station: Station | None = None, clock: Clock | None = None) -> AnyGame:
        """Return a new game at a station (default: the one looked at)."""
        at = station or self.here
        game = None if clock else self._played_to.get(at)
        if game is None:
            game = self.fresh(at.setup, clock=clock or Ticking())
            for text in at.moves:
                game.move(text)
            if clock:
                return game
            self._played_to[at] = game
        return copied(game)

    def load(self, saved: Any, verify: bool = False) -> AnyGame:
        """Load a saved game as :func:`abstractplay_hex.load_game` does (it need not be registered)."""
        return self.kind.load_saved(saved, verify=verify, clock=Ticking())

    @property
    def playthroughs(self) -> list[Playthrough]:
        """Random games, played once."""
        if self._unplayable is not None:
            why, cause, self.here = self._unplayable
            raise CannotPlay(why, cause)
        if self._playthroughs is None:
            until, began = self._until, perf_counter()
            begun = [Station(s, self.seed + n) for s in self.setups for n in range(self.games)]
            share = self.patience / max(len(begun), 1)
            self._playthroughs = [self._played(at, self.plies, share) for at in begun]
            self._until = until + perf_counter() - began  # all checks use them
        return self._playthroughs

    def _played(self, begun: Station, plies: int, seconds: float) -> Playthrough:
        """Play a random game, a shorter one of a slow game; a long one goes on half greedily, so that it ends."""
        rng, began = random.Random(begun.seed), perf_counter()
        mixed = mixed_player(rng)
        moves: list[str] = []
        over = stuck = False
        self._until = inf  # one turn is made, however long it takes: no checks without
        try:
            game = self.fresh(begun.setup)
            while len(moves) < plies and not game.gameover:
                text = game.random_move(rng) if len(moves) < AT_RANDOM else mixed(game)
                if text is None:
                    stuck = True
                    break
                game.move(text)
                moves.append(text)
                self._until = began + seconds
            over = game.gameover
        except OutOfTime:
            pass
        except Exception as error:
            why = f"a random game broke off: {shown(error)}{place_of(error)}"
            self.here = evolve(begun, moves=tuple(moves))
            cause = self.cause_of(error)
            self._unplayable = why, cause, self.here
            raise CannotPlay(why, cause) from error
        return Playthrough(begun.setup, begun.seed, tuple(moves), over=over, stuck=stuck)

    def played_out(self, setup: Setup, n: int = 0) -> Playthrough:
        """Return the *n*-th random game played to its end, or for :data:`MOST_PLIES`; played once."""
        begun = Station(setup, self.seed + n)
        if begun not in self._played_out:
            until = self._until
            left = max(until - perf_counter(), 0.0)
            self._played_out[begun] = self._played(begun, MOST_PLIES, left)
            self._until = until
        self.here = self._played_out[begun]
        return self._played_out[begun]

    def played_games(self, few: bool = False) -> Iterator[Playthrough]:
        """Yield the random games, or the first of each setup; each is then ``here``."""
        for played in self.playthroughs:
            if not few or played.seed == self.seed:
                self.here = played
                yield played

    def long_games(self) -> Iterator[Playthrough]:
        """Yield random games of each setup, :meth:`played_out`; each is then ``here``."""
        for setup in self.setups:
            yield from (self.played_out(setup, n) for n in range(self.games))

    def begun(self) -> Iterator[Setup]:
        """Yield the setups; the game that begins so is then ``here``."""
        for setup in self.setups:
            self.here = Station(setup, self.seed)
            yield setup

    def stations(self, few: bool = False) -> Iterator[Station]:
        """Yield stations of the random games where play goes on: the start, early, amid, late.

        :param few: one amid each setup, and its start.
        """
        seen: set[tuple[Setup, tuple[str, ...]]] = set()
        for played in self.played_games(few):
            last = len(played.moves) - 1 if played.over else len(played.moves)
            first = played.seed == self.seed
            for n in (0, last // 2) if few else (0, last // 2, last) if first else (1, last):
                at = played.at(max(min(n, last), 0))
                if (at.setup, at.moves) not in seen:
                    seen.add((at.setup, at.moves))
                    self.here = at
                    yield at

    def under_way(self, few: bool = False) -> Iterator[AnyGame]:
        """Yield a game at each of the :meth:`stations`, which is then ``here``."""
        yield from map(self.game, self.stations(few))

    def positions(self, few: bool = False) -> Iterator[Any]:
        """Yield the position at each of the :meth:`stations`."""
        for game in self.under_way(few):
            yield game.looked_at.position

    def ended(self, few: bool = False) -> Iterator[AnyGame]:
        """Yield games that are over: by play where a random game got there, else by word."""
        for played in self.played_games(few):
            game = self.game()
            loser = 1 + played.seed % game.numplayers
            yield game if played.over else game.resign(loser)

    def under_way_and_ended(self) -> Iterator[AnyGame]:
        """Yield games amid play, then games that are over."""
        yield from self.under_way()
        yield from self.ended()

    def ended_by_word(self, player: int) -> Iterator[tuple[str, AnyGame]]:
        """Yield games ended by each word at a few stations, by *player* where one is named."""
        for station in self.stations(few=True):
            for word, ending in ENDINGS.items():
                game = self.game(station)
                end = getattr(game, word)
                end(min(player, game.numplayers)) if ending.of_player else end()
                yield word, game

    # ---- turns ---------------------------------------------------------------------------------

    @property
    def listable(self) -> bool:
        """Whether ``moves()`` can be called: a game flagged ``no-moves`` may have too many turns."""
        return "no-moves" not in self.info.flags

    def legal(self, game: AnyGame, most: int = SAMPLE) -> list[str]:
        """Return some legal turns, picked at random from the first :data:`PICKED_FROM`."""
        return self.some(islice(game.iter_moves(), PICKED_FROM), most)

    def legal_turns(self, position: Any, most: int = SAMPLE) -> list[Any]:
        """Return some legal turns at a position, as values."""
        return self.some(islice(self.rules.legal_turns(position), PICKED_FROM), most)

    def some(self, items: Iterable[Any], most: int) -> list[Any]:
        """Return all *items*, or *most* of them picked at random."""
        listed = list(items)
        return listed if len(listed) <= most else random.Random(self.seed).sample(listed, most)

    def a_turn(self, game: AnyGame) -> str:
        """Return a legal turn at random."""
        text = game.random_move(random.Random(self.seed + len(game.stack)))
        if text is None:
            self.not_applicable("the player to move has no turn")
        return text

    def near_turns(self, game: AnyGame, most: int = 6) -> list[str]:
        """Return texts that are nearly legal turns: cut off, lengthened, doubled, mixed up."""
        out: dict[str, None] = {}
        for text in self.legal(game, most):
            cuts = [text[:i] for i in range(1, min(len(text), 24))]
            signs = ("0", "1", "9", "-", ",", ";", "=", "x", "a1", ",a1")
            more = [f"{text}{sign}" for sign in signs]
            odd = [text * 2, text[::-1], text[1:], f"x{text}", f"{text},{text}", f"{text}-{text}"]
            digits = [text.translate(str.maketrans("123456789", "234567891"))]
            out.update(dict.fromkeys([text, *cuts, *more, *odd, *digits]))
        return list(out)
