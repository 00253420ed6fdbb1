"""How cost grows: with the plies of a game, with the size of the board."""

import random
from collections.abc import Iterator
from typing import Any

from abstractplay_hex import Game, load_game, new_game
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.players import player
from abstractplay_hex.records import RecordedGame, read_game, replay
from abstractplay_hex.records.generating import fixed_clock
from tests.bench.figures_pods import fresh, place80
from tests.bench.measure import best, plain_record, shown

SIDES = ("size-5", "size-6", "", "size-8", "size-9")
MODULES = ("modular-7", "modular-10", "modular-13", "modular-16", "modular-19")


def replayed(game: Game[Any, Any]) -> RecordedGame:
    moves = [ply.lastmove or "" for ply in game.stack[1:]]
    return read_game({"game": game.uid, "variants": game.variants, "moves": moves})


def by_plies(rounds: int = 5) -> Iterator[str]:
    """Yield a table: Pods after so many plies."""
    yield "| plies | influence | moves() | legal turns | one ply replayed | saved game | save | load |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    record = max((plain_record(g) for g in place80()), key=lambda r: len(r["moves"]))
    for plies in (10, 20, 40, 60, 80, 100, 120):
        if plies > len(record["moves"]):
            return
        recorded = read_game({**record, "moves": record["moves"][:plies]})
        game = replay(recorded)
        position, text = game._stack[-1].position, game.serialize()
        marks, moves, again, save, load = best(
            rounds,
            lambda p=position: [fresh(p).marks for _ in range(10)],  # type: ignore[misc]
            lambda g=game: [g.moves() for _ in range(10)],  # type: ignore[misc]
            lambda r=recorded: replay(r),  # type: ignore[misc]
            game.serialize,
            lambda t=text: load_game(t),  # type: ignore[misc]
        )
        yield (
            f"| {plies} | {shown(marks / 10)} | {shown(moves / 10)} | {game.count_moves()} "
            f"| {shown(again / plies)} | {len(text) / 1000:.1f} kB | {shown(save)} | {shown(load)} |"
        )


def by_size(rounds: int = 3) -> Iterator[str]:
    """Yield a table: Dendria on boards of all sizes, in the middle of a game by random players."""
    yield "| board | cells | turns | all of them | a turn | one checked | render | SVG | one ply replayed |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for variant in SIDES + MODULES:
        variants = [v for v in (variant, "solo" if "modular" in variant else "") if v]
        game = new_game("dendria", variants, clock=fixed_clock(0))
        choose = player("random", f"growth-{variant}")
        while not isinstance(game._ply.position, DendriaPosition):  # the island is built
            game.move(choose(game) or "")
        cells = len(game._ply.position.board.layout.order)
        begin = len(game.stack)
        while len(game.stack) < begin + cells // 3 and not game.gameover:
            game.move(choose(game) or "")
        game = game.undo() if game.gameover else game
        views = game._ply.position.board.views.values()
        moves = game.moves()
        some = random.Random(1).sample(moves, min(len(moves), 20))

        def listed(game: Game[Any, Any] = game, views: Any = views) -> None:
            for view in views:
                view.clear()
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
        yield (
            f"| {variant or 'size-7'} | {cells} | {len(moves)} | {shown(every)} "
            f"| {shown(every / len(moves))} | {shown(checked / len(some))} | {shown(drawn)} "
            f"| {shown(pictured)} | {shown(again / (len(game.stack) - 1))} |"
        )
