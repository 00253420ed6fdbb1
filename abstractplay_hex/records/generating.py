"""Archives for tests: games played by simple computer players, reproducible from a seed."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from abstractplay_hex import codec, registry
from abstractplay_hex.arguments import check_seed, whole_number
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Clock, Game, new_game
from abstractplay_hex.players import player
from abstractplay_hex.records.archive.ordering import in_order
from abstractplay_hex.records.archive.workers import InProcess

FORMS: Final = ("record", "state", "moves")
MOST_PLIES: Final = 400
SITE: Final = "abstractplay_hex"
GAMES_AT_ONCE: Final = 8

ClockMaker: TypeAlias = Callable[[int], Clock]
"""Makes the clock of a game by its number; sent to other processes, so it must be a module's function."""


def fixed_clock(number: int) -> Clock:
    """Return a clock that ticks a minute a ply; each game begins an hour after the one before."""
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)

    def tick() -> datetime:
        nonlocal moment
        moment += timedelta(minutes=1)
        return moment

    return tick


MOST_GAMES: Final = 10_000_000


@frozen
class Plan:
    """What to generate.

    :ivar form: ``record`` (game records), ``state`` (saved games) or ``moves`` (lists of moves).
    :ivar policy: name of the players, see ``abstractplay_hex.players.POLICIES``.
    :ivar most_plies: games that are not over by then are drawn.
    :ivar seats: how many play; the game's usual number by default.
    """

    uid: str
    seed: int | str = 0
    variants: tuple[str, ...] = ()
    policy: str = "random"
    form: str = "record"
    most_plies: int = MOST_PLIES
    seats: int | None = None
    clock: ClockMaker = field(default=fixed_clock)

    def checked(self) -> "Plan":
        """Return this plan if it can be carried out.

        :raises HexError: for an unknown game, policy or form, variants that cannot be played together, an invalid
            seed or number of plies.
        """
        registry.get_rules(self.uid).setup(self.variants, self.seats)
        player(self.policy)
        whole_number("most_plies", self.most_plies)
        check_seed(self.seed)
        if self.form not in FORMS:
            raise ArgumentError("archive.form", known=", ".join(FORMS))
        return self

    def game(self, number: int) -> Game[Any, Any]:
        """Play the game with this number."""
        seed = "/".join((str(self.seed), self.uid, *self.variants, self.policy, str(number)))
        choose = player(self.policy, seed)
        game = new_game(self.uid, self.variants, self.seats, clock=self.clock(number))
        while not game.gameover and len(game.stack) <= self.most_plies:
            move = choose(game)
            if move is None:
                break
            game.move(move, trusted=True)
        return game if game.gameover else game.draw()

    def text(self, number: int) -> str:
        """Return the game with this number as JSON text."""
        game = self.game(number)
        if self.form == "state":
            return game.serialize()
        if self.form == "moves":
            return codec.dumps(_moves(game, number))
        record = game.record(
            [f"{self.policy} {n}" for n in range(1, game.numplayers + 1)],
            gameid=f"{self.seed}-{number}",
            site=SITE,
            date_generated=game.stack[-1].time,
        )
        return codec.dumps(record)


def _moves(game: Game[Any, Any], number: int) -> dict[str, Any]:
    return {
        "game": game.uid,
        "id": number,
        "variants": game.variants,
        "moves": [
            f"{p.lastmove}()" if p.lastmove == "draw" else p.lastmove for p in game.stack[1:]
        ],
        "over": game.gameover,
        "winner": game.winner,
    }


def texts(plan: Plan, first: int, last: int) -> list[str]:
    """Return games as JSON texts (module level, so that another process can be told to do it)."""
    return [plan.text(number) for number in range(first, last)]


def generate(
    plan: Plan,
    games: int,
    *,
    first: int = 0,
    executor: Executor | None = None,
    window: int | None = None,
) -> Iterator[str]:
    """Return games as JSON texts, in order; the same whatever executor plays them.

    :param first: number of the first game; its clock begins so many hours later.
    :param executor: what does the work; default: this process.
    :param window: most chunks of games in progress at once (default: enough for the executor).
    :raises HexError: at once, for a *plan* that cannot be carried out or an invalid number.
    :raises concurrent.futures.BrokenExecutor: on the way, if the executor can work no longer.
    """
    plan.checked()
    whole_number("first", first, 0, MOST_GAMES)
    whole_number("games", games, 0, MOST_GAMES)
    most = None if window is None else whole_number("window", window)
    ends = range(first, first + games, GAMES_AT_ONCE)
    bounds = ((begin, min(begin + GAMES_AT_ONCE, first + games)) for begin in ends)
    if executor is None or isinstance(executor, InProcess):
        return (plan.text(number) for begin, end in bounds for number in range(begin, end))
    return _by_others(plan, bounds, executor, most)


def _by_others(
    plan: Plan, bounds: Iterator[tuple[int, int]], executor: Executor, window: int | None
) -> Iterator[str]:
    def submit(both: tuple[int, int]) -> "Future[list[str]]":
        return executor.submit(texts, plan, *both)

    # Where a process dies, others play its games again, and they come out the same.
    for _, found in in_order(bounds, submit, executor, window):
        yield from found


__all__ = ["FORMS", "Plan", "fixed_clock", "generate"]
