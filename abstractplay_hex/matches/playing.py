"""A match as it is planned, and one game of it: the same plan and number play the same game."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from abstractplay_hex import registry
from abstractplay_hex.arguments import check_seed, whole_number
from abstractplay_hex.errors import ArgumentError, HexError, RulesError, told
from abstractplay_hex.game import Clock, Game, new_game
from abstractplay_hex.players import Budget, Chooser, player
from abstractplay_hex.players.budget import checked_budget
from abstractplay_hex.records.generating import SITE, fixed_clock

MOST_GAMES: Final = 1_000_000
MOST_PLIES: Final = 400
REPETITIONS: Final = 3
OPENING: Final = 2
_OPENINGS_TRIED: Final = 100


@frozen
class Match:
    """Two players and what they play. Games come in pairs: the same opening, sides swapped.

    With more than two seats the players take them in turn.

    :ivar players: names of the first and the second, see ``abstractplay_hex.players.NAMES``.
    :ivar budget: of ``search`` for each turn.
    :ivar opening: turns drawn at random that each pair begins with.
    :ivar most_plies: games that are not over by then are drawn;
    :ivar repetitions: so are those in which a position has occurred so often.
    """

    uid: str
    players: tuple[str, str]
    games: int = 100
    variants: tuple[str, ...] = ()
    seats: int | None = None
    seed: int | str = 0
    budget: Budget | None = None
    opening: int = OPENING
    most_plies: int = MOST_PLIES
    repetitions: int = REPETITIONS

    def checked(self) -> "Match":
        """Return this match if it can be played.

        :raises HexError: for an unknown game or player, variants that cannot be played together, numbers
            out of range, or a game for one.
        """
        rules = registry.get_rules(self.uid)
        setup = rules.setup(self.variants, self.seats)
        if rules.seats(setup) < 2:
            raise ArgumentError("match.alone", game=rules.info.said().name)
        if type(self.players) not in (tuple, list) or len(self.players) != 2:
            raise ArgumentError("match.players")
        if self.budget is not None:  # also if no search plays
            checked_budget(self.budget)
        for name in self.players:
            player(name, budget=self.budget)
        check_seed(self.seed)
        whole_number("games", self.games, 1, MOST_GAMES)
        whole_number("opening", self.opening, 0, self.most_plies)
        whole_number("most_plies", self.most_plies)
        whole_number("repetitions", self.repetitions, 2)
        return self

    @property
    def key(self) -> str:
        """A text for what the seeds of its games are made of."""
        return "/".join((str(self.seed), self.uid, *self.variants))


@frozen
class Played:
    """One game of a match.

    :ivar winner: 0 or 1 for the first or the second player, ``None`` for a draw.
    :ivar by: what ended it: ``rules``, ``plies``, ``repetition``, or ``stuck`` where there was no turn.
    :ivar record: the game record.
    """

    number: int
    winner: int | None
    plies: int
    by: str
    record: dict[str, Any]


def play_game(match: Match, number: int, players: tuple[Chooser, Chooser] | None = None) -> Played:
    """Play a game of a match.

    :param players: who plays in place of the match's players, if they are no players by name.
    :raises RulesError: if the rules of the game fail.
    """
    chosen = players or tuple(
        player(name, f"{match.key}/{number}/{at}", match.budget)
        for at, name in enumerate(match.players)
    )
    game = None
    try:
        game = opening_of(match, number // 2, fixed_clock(number))
        sides = [(seat + number) % 2 for seat in range(game.numplayers)]
        by = _played_out(match, game, [chosen[side] for side in sides])
        record = _record(match, game, sides, number)
    except HexError:
        raise
    except Exception as error:  # a fault of a plugin
        ply = 0 if game is None else len(game.stack)
        raise RulesError("match.broke", number=number, ply=ply, reason=told(error)[:200]) from error
    return Played(number, _winner(game, sides), len(game.stack) - 1, by, record)


def _played_out(match: Match, game: Game[Any, Any], by_seat: Sequence[Chooser]) -> str:
    """Play a game to its end, or to where it is drawn, and return which it was."""
    by = "rules"
    met = Counter([_key(game)])
    while not game.gameover:
        if len(game.stack) > match.most_plies:
            by = "plies"
            break
        move = by_seat[game.currplayer - 1](game)
        if move is None:
            by = "stuck"
            break
        game.move(move, trusted=True)
        met[key := _key(game)] += 1
        if met[key] >= match.repetitions and not game.gameover:
            by = "repetition"
            break
    if not game.gameover:
        game.draw()
    return by


def opening_of(match: Match, pair: int, clock: Clock) -> Game[Any, Any]:
    """Return a game that a pair begins with: some turns at random, after which it is not over.

    A game that is over so soon, or has no turn, however often one tries, begins with fewer turns.
    """
    rng = random.Random(f"{match.key}/{pair}")
    for attempt in range(_OPENINGS_TRIED):
        wanted = match.opening * (_OPENINGS_TRIED - attempt) // _OPENINGS_TRIED
        game = new_game(match.uid, match.variants, match.seats, clock=clock)
        while len(game.stack) <= wanted and not game.gameover:
            move = game.random_move(rng)
            if move is None:
                break
            game.move(move, trusted=True)
        if not game.gameover and next(game.iter_moves(), None) is not None:
            return game
    return new_game(match.uid, match.variants, match.seats, clock=clock)


def _key(game: Game[Any, Any]) -> Any:
    position = game.looked_at.position
    try:
        hash(position)
    except TypeError:
        return game.rules.position_text(position)
    return position


def _winner(game: Game[Any, Any], sides: list[int]) -> int | None:
    winners = {sides[seat - 1] for seat in game.winner}
    return winners.pop() if len(winners) == 1 else None


def _record(match: Match, game: Game[Any, Any], sides: list[int], number: int) -> dict[str, Any]:
    return game.record(
        [{"name": match.players[side], "is_ai": True} for side in sides],
        gameid=f"{match.seed}-{number}",
        site=SITE,
        date_generated=game.stack[-1].time,
    )
