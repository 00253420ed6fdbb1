"""Pods: rules and interface, as ratios to the plain oracle timed in the same run.

Positions (``positions.txt``) are every tenth one of plies 30 to 80 of the recorded ``place80`` games,
as if each was met for the first time. Their plain influence is the measure of a machine. "Save"
writes every ply: a game that was saved before would write only what is new.
"""

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from abstractplay_hex import Game, Setup, get_rules, load_game, new_game
from abstractplay_hex.game import class_of
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.records import read_game, replay
from tests.bench.measure import Figure, best, best_of_each, each, games_of, plain_record, saved_anew
from tests.oracles import pods_plain

Board = dict[Any, int]

RULES: Final = get_rules("pods")
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
        ours = RULES.read_position(text, Setup())
        cells = [
            (c, p) for p, mask in enumerate(ours.whales, 1) for c in ours.order if mask >> c & 1
        ]
        out.append(({plain_cell(c): p for c, p in cells}, ours))
    return out


def plain_cell(cell: int) -> Any:
    return pods_plain.CELL[LAYOUT.name[cell]]


def fresh(position: PodsPosition) -> PodsPosition:
    """Return the position without anything worked out before."""
    return PodsPosition(position.whales, position.side, position.order)


def forgetful() -> list[Game[Any, Any]]:
    """Return games at all positions, with nothing worked out yet."""
    begun = new_game("pods").stack[0]
    kind = class_of(RULES)
    return [
        kind.of_plies(RULES, Setup(), [evolve(begun, position=fresh(p), currplayer=p.side)])
        for _, p in positions()
    ]


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


def rules(rounds: int) -> list[float]:
    """Return the least seconds, summed over all positions, of what is compared with the plain oracle.

    That is: influence plain and ours, moves plain and ours, one move checked, a turn applied.
    """
    positions_ = [p for _, p in positions()]
    rng = random.Random(1)
    texts = [rng.choice(game.moves()) for game in forgetful()]
    turns = [RULES.read_turn(p, text) for p, text in zip(positions_, texts, strict=True)]
    boards = [board for board, _ in positions()]
    games = forgetful()

    def forget() -> None:
        games[:] = forgetful()

    def ours(i: int) -> PodsPosition:
        position: PodsPosition = games[i].looked_at.position
        return position

    times = best_of_each(
        rounds,
        range(len(boards)),
        lambda i: plain_influences(boards[i : i + 1]),
        lambda i: ours(i).marks,
        lambda i: plain_moves(boards[i : i + 1], [positions_[i].side]),
        lambda i: games[i].moves(),
        lambda i: games[i].validate_move(texts[i]),
        lambda i: RULES.outcome(RULES.after(ours(i), turns[i])),
        before=forget,
    )
    return [sum(found) for found in times]


def host(rounds: int) -> list[Figure]:
    """Measure what a host does each turn: load a saved game of 60 plies, make a move, save it."""
    game = replay(read_game(plain_record({**place80()[0], "plies": place80()[0]["plies"][:59]})))
    text = game.serialize()
    data = json.loads(text)
    move = game.moves()[0]

    def turn() -> str:
        return load_game(text).move(move).serialize()

    assert json.loads(turn())["stack"][:-1] == data["stack"]
    times = best_of_each(
        10 * rounds,
        range(10),
        lambda _: json.loads(text),
        lambda _: json.dumps(data),
        lambda _: load_game(text),
        lambda _: turn(),
    )
    read, written, loaded, whole = map(min, times)
    return [
        Figure("Host: load a game", "60 plies", loaded, read / loaded, "json.loads", 1 / 3),
        Figure(
            "Host: load, move, save",
            "60 plies",
            whole,
            (read + written) / whole,
            "json both ways",
            1 / 1.5,
        ),
    ]


def figures(short: bool = False) -> list[Figure]:
    """Measure."""
    rounds = 3 if short else 7
    games = forgetful()
    cls = type(games[0])
    influence, mine, plain, listed, checked, applied = rules(2 * rounds)
    records = [plain_record(g) for g in place80()][: 2 if short else None]
    recorded = [read_game(r) for r in records]
    plies = sum(len(r["moves"]) for r in records)
    replayed = [replay(r) for r in recorded]
    states = [game.serialize() for game in replayed]
    size = sum(map(len, states)) / 30_000

    children = sum(RULES.count_turns(p) for _, p in positions())

    def value() -> None:
        for _, position in positions():
            RULES.rank(fresh(position))

    one, valued, again, saved, loaded, drawn, pictured = best(
        rounds,
        calibrate,
        value,
        each(replay, recorded),
        each(saved_anew, replayed),
        each(load_game, states),
        each(cls.render, games),
        each(cls.svg, games[:12]),
    )
    n = CALIBRATING
    one /= n
    return [
        *host(rounds),
        Figure("Pods: influence", "a position", mine / n, influence / mine, bar=25),
        Figure("Pods: moves()", "a position", listed / n, plain / listed, "plain moves", 16),
        Figure("Pods: one move checked", "a move", checked / n, plain / checked, "plain moves", 50),
        Figure("Pods: apply, is it over", "a turn", applied / n, influence / applied),
        # 50,000 children a second where a plain influence takes 2 ms, listed and ranked
        Figure(
            "Pods: children valued", "a turn", valued / children, one * children / valued, bar=100
        ),
        # 12,000 plies/s there
        Figure("Pods: validated replay", "a ply", again / plies, one * plies / again, bar=24),
        # 2,000 plies saved, 1,000 loads, 2,000 renders a second; an SVG in 3 ms
        Figure("Pods: save", "a ply", saved / plies, one * plies / saved, bar=4),
        Figure("Pods: load", "30 kB", loaded / size, one * size / loaded, bar=2),
        Figure("Pods: render", "a position", drawn / n, one * n / drawn, bar=4),
        Figure("Pods: SVG", "a position", pictured / 12, one * 12 / pictured, bar=0.67),
    ]
