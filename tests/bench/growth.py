"""How cost grows: with the plies of a game, with the size of the board."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from attrs import frozen

from abstractplay_hex import Game, load_game, new_game
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.players import player
from abstractplay_hex.records import RecordedGame, read_game, replay
from abstractplay_hex.records.generating import fixed_clock
from tests.bench.figures_pods import fresh, place80
from tests.bench.measure import best, each, games_of, plain_record, shown

SIDES: Final = ("size-5", "size-6", "", "size-8", "size-9")
MODULES: Final = tuple(f"modular-{number}" for number in range(7, 20))
PLIES: Final = (10, 20, 40, 60, 80, 100, 120)


@frozen
class Growth:
    """A game at one of the sizes: what it has (*counts*), and what things take, in seconds."""

    game: str
    of: str
    counts: dict[str, int]
    seconds: dict[str, float]


def table(rows: Sequence[Growth], of: str) -> Iterator[str]:
    """Yield growths of the same things as a Markdown table."""
    columns = [of, *rows[0].counts, *rows[0].seconds]
    yield f"| {' | '.join(columns)} |"
    yield f"|---|{'---:|' * (len(columns) - 1)}"
    for row in rows:
        counts = [f"{number:,}" for number in row.counts.values()]
        yield f"| {' | '.join([row.of, *counts, *map(shown, row.seconds.values())])} |"


def replayed(game: Game[Any, Any]) -> RecordedGame:
    """Return a game as a list of moves, to be replayed."""
    moves = [ply.lastmove or "" for ply in game.stack[1:]]
    return read_game({"game": game.uid, "variants": game.variants, "moves": moves})


def forget(game: Game[Any, Any]) -> None:
    """Forget what a position has worked out, and a board of Dendria."""
    position = game.stack[-1].position
    if isinstance(position, DendriaPosition):
        for view in position.board.views.values():
            view.clear()


def by_plies(name: str, rounds: int = 5) -> list[Growth]:
    """Measure the longest recorded game of the common board after so many plies."""
    games = place80() if name == "pods" else [g for g in games_of(name) if not g["variants"]]
    record = max(map(plain_record, games), key=lambda r: len(r["moves"]))
    found = []
    for plies in (n for n in PLIES if n <= len(record["moves"])):
        recorded = read_game({**record, "moves": record["moves"][:plies]})
        game = replay(recorded)
        if game.gameover:
            break
        text = game.serialize()

        def moves(game: Game[Any, Any] = game) -> None:
            for _ in range(10):
                forget(game)
                game.moves()

        things: dict[str, Callable[[], object]] = {
            "moves()": moves,
            "one ply replayed": lambda r=recorded: replay(r),  # type: ignore[misc]
            "save": game.serialize,
            "load": partial(load_game, text),
        }
        if name == "pods":
            position = game.stack[-1].position
            things["influence"] = each(lambda p: fresh(p).marks, [position] * 10)
        taken = dict(zip(things, best(rounds, *things.values()), strict=True))
        for thing, times in (("moves()", 10), ("influence", 10), ("one ply replayed", plies)):
            if thing in taken:
                taken[thing] /= times
        counts = {"turns": game.count_moves(), "bytes saved": len(text)}
        found.append(Growth(name, str(plies), counts, taken))
    return found


def middle_game(variant: str) -> Game[Any, Any]:
    """Return Dendria in the middle of a game by random players, the island built."""
    variants = [v for v in (variant, "solo" if "modular" in variant else "") if v]
    game = new_game("dendria", variants, clock=fixed_clock(0))
    choose = player("random", f"growth-{variant}")
    while not isinstance(game.looked_at.position, DendriaPosition):
        game.move(choose(game) or "")
    begin, cells = len(game.stack), len(game.looked_at.position.board.layout.order)
    while len(game.stack) < begin + cells // 3 and not game.gameover:
        game.move(choose(game) or "")
    return game.undo() if game.gameover else game


def by_size(rounds: int = 3) -> list[Growth]:
    """Measure Dendria on boards of all sizes, in the middle of a game by random players."""
    found = []
    for variant in SIDES + MODULES:
        game = middle_game(variant)
        moves = game.moves()
        some = random.Random(1).sample(moves, min(len(moves), 20))

        def listed(game: Game[Any, Any] = game) -> None:
            forget(game)
            game.moves()

        recorded = replayed(game)
        every, checked, drawn, pictured, again = best(
            rounds,
            listed,
            lambda g=game, some=some: [g.validate_move(m) for m in some],  # type: ignore[misc]
            game.render,
            game.svg,
            lambda r=recorded: replay(r),  # type: ignore[misc]
        )
        taken = {
            "all of them": every,
            "a turn": every / len(moves),
            "one checked": checked / len(some),
            "render": drawn,
            "SVG": pictured,
            "one ply replayed": again / (len(game.stack) - 1),
        }
        counts = {"cells": len(game.looked_at.position.board.layout.order), "turns": len(moves)}
        found.append(Growth("dendria", variant or "size-7", counts, taken))
    return found
