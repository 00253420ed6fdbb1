"""Pods: rules and interface, as ratios to the plain oracle timed in the same run.

Positions (``positions.txt``) are every tenth one of plies 30 to 80 of the recorded ``place80`` games,
as if each was met for the first time. Their plain influence is the measure of a machine.
"""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from abstractplay_hex import Game, load_game, new_game
from abstractplay_hex.games.pods.rules import PodsPosition, apply, is_over
from abstractplay_hex.ply import Ply
from abstractplay_hex.records import read_game, replay
from tests.bench.measure import Figure, best, each, games_of, plain_record
from tests.oracles import pods_plain

Board = dict[Any, int]

POSITIONS: Final = Path(__file__).with_name("positions.txt")


@cache
def place80() -> list[dict[str, Any]]:
    games = [g for g in games_of("pods") if g["kind"] == "place80"]
    return [g for g in games if len(g["plies"]) >= 80]


@cache
def positions() -> list[tuple[Board, PodsPosition]]:
    """Return the boards of the plain oracle, and ours: the same ones whatever lies beside the project."""
    out = []
    for text in POSITIONS.read_text(encoding="utf-8").splitlines():
        ours = new_game("pods", position=text)._stack[0].position
        cells = [
            (c, p) for p, mask in enumerate(ours.whales, 1) for c in ours.order if mask >> c & 1
        ]
        out.append(({plain_cell(c): p for c, p in cells}, ours))
    return out


def plain_cell(cell: int) -> Any:
    from abstractplay_hex.games.pods.rules import LAYOUT

    return pods_plain.CELL[LAYOUT.name[cell]]


def fresh(position: PodsPosition) -> PodsPosition:
    """Return the position without anything worked out before."""
    return PodsPosition(position.whales, position.side, position.order)


def forgetful() -> list[Game[Any, Any]]:
    """Return games at all positions, with nothing worked out yet."""
    game = new_game("pods")
    begun = game._stack[0]
    plies = [Ply(fresh(p), (), None, begun.timestamp, begun.version) for _, p in positions()]
    return [type(game)._from_plies((), [ply]) for ply in plies]


CALIBRATING: Final = 30
"""How many boards there are whose plain influence is the measure of a machine."""


def calibrate() -> None:
    """Work out the plain influence of all boards: timed between other things, it calibrates them."""
    plain_influences([board for board, _ in positions()])


def calibration(rounds: int = 5) -> float:
    """Return the seconds of a plain influence, in the mean over all boards."""
    return best(rounds, calibrate)[0] / CALIBRATING


def plain_influences(boards: list[Board]) -> None:
    influence: Callable[[Any], object] = pods_plain.influence
    for board in boards:
        influence(board)


def plain_moves(boards: list[Board], sides: list[int]) -> None:
    moves: Callable[[Any, int], object] = pods_plain.moves
    for board, side in zip(boards, sides, strict=True):
        moves(board, side)


def figures(short: bool = False) -> list[Figure]:
    """Measure."""
    rounds = 3 if short else 7
    boards, ours = [b for b, _ in positions()], [p for _, p in positions()]
    sides = [p.side for p in ours]
    games = [new_game("pods", position=p.text) for p in ours]
    rng = random.Random(1)
    texts = [rng.choice(game.moves()) for game in games]
    cls = type(games[0])
    turns = [cls._read_turn(p, text) for p, text in zip(ours, texts, strict=True)]

    ready = [forgetful() for _ in range(2 * rounds)]

    def checks() -> None:
        for game, text in zip(ready.pop(), texts, strict=True):
            game.validate_move(text)

    def moves() -> None:
        for game in ready.pop():
            game.moves()

    records = [plain_record(g) for g in place80()][: 2 if short else None]
    recorded = [read_game(r) for r in records]
    plies = sum(len(r["moves"]) for r in records)
    replayed = [replay(r) for r in recorded]
    states = [game.serialize() for game in replayed]
    size = sum(map(len, states)) / 30_000

    influence, mine, plain, listed, checked, applied, again, saved, loaded, drawn, pictured = best(
        rounds,
        lambda: plain_influences(boards),
        each(lambda p: fresh(p).marks, ours),
        lambda: plain_moves(boards, sides),
        moves,
        checks,
        each(lambda p, t: is_over(apply(p, t)), zip(ours, turns, strict=True)),
        each(replay, recorded),
        each(cls.serialize, replayed),
        each(load_game, states),
        each(cls.render, games),
        each(cls.svg, games[:12]),
    )
    n = len(ours)
    one = influence / n
    return [
        Figure("Pods: influence", "a position", mine / n, influence / mine, bar=25),
        Figure("Pods: moves()", "a position", listed / n, plain / listed, "plain moves", 16),
        Figure("Pods: one move checked", "a move", checked / n, plain / checked, "plain moves", 50),
        Figure("Pods: apply, is it over", "a turn", applied / n, influence / applied),
        # 12,000 plies/s where a plain influence takes 2 ms
        Figure("Pods: validated replay", "a ply", again / plies, one * plies / again, bar=24),
        # 2,000 plies saved, 1,000 loads, 2,000 renders a second; an SVG in 3 ms
        Figure("Pods: save", "a ply", saved / plies, one * plies / saved, bar=4),
        Figure("Pods: load", "30 kB", loaded / size, one * size / loaded, bar=2),
        Figure("Pods: render", "a position", drawn / n, influence / drawn, bar=4),
        Figure("Pods: SVG", "a position", pictured / 12, one * 12 / pictured, bar=0.67),
    ]
