"""Dendria: rules and interface, as ratios to the plain oracle timed in the same run.

Positions are those of recorded games with 100 to 3,000 legal turns. ``bench_dendria.py`` has the
worst cases.
"""

import random
from typing import Any

from abstractplay_hex import load_game, new_game
from abstractplay_hex.games.dendria.notation import Turn
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from abstractplay_hex.games.dendria.rules import apply, iter_turns
from abstractplay_hex.records import read_game, replay
from tests.bench.figures_pods import CALIBRATING, calibrate
from tests.bench.measure import Figure, best, each, games_of, plain_record
from tests.oracles import dendria_plain as plain

Pair = tuple[DendriaPosition, Any, list[str]]


def positions(number: int, most: int) -> list[Pair]:
    """Return positions with 100 to *most* turns, ours and the oracle's, and their variants."""
    found: list[Pair] = []
    for game in games_of("dendria"):
        variants = game["variants"]
        for before, ply in zip(game["plies"], game["plies"][1:], strict=False):
            if "/" in before["position"] and 100 <= (ply["legal"] or 0) <= most:
                text = before["position"]
                ours = position_from_text(text, variants)
                assert ours.board.spending  # worked out once a board
                found.append((ours, plain.parse_position(text, variants), variants))
    random.Random(1).shuffle(found)
    return found[:number]


def forget(pairs: list[Pair]) -> None:
    """Forget the views that boards remember, as if each position was met for the first time."""
    for position, _, _ in pairs:
        for views in position.board.views.values():
            views.clear()


def figures(short: bool = False) -> list[Figure]:
    """Measure."""
    rounds = 3 if short else 5
    pairs = positions(*((8, 400) if short else (24, 3000)))
    rng = random.Random(2)
    turns: list[list[Turn]] = []
    for position, _, _ in pairs:
        listed = list(iter_turns(position))
        turns.append(rng.sample(listed, min(len(listed), 60)))
    work = [(p, o, t) for (p, o, _), some in zip(pairs, turns, strict=True) for t in some]
    number = sum(len(list(iter_turns(p))) for p, _, _ in pairs)
    games = [new_game("dendria", v, position=p.text) for p, _, v in pairs]

    cls = type(games[0])

    def enumerate_all() -> None:
        forget(pairs)
        for position, _, _ in pairs:
            list(iter_turns(position))

    def enumerate_plain() -> None:
        for _, other, _ in pairs:
            plain.legal_turns(other)

    def check() -> None:
        forget(pairs)
        for game, some in zip(games, turns, strict=True):
            for turn in some[:10]:
                game.validate_move(turn.text)

    records = [g for g in games_of("dendria") if len(g["plies"]) > 20 and "position" not in g]
    records = [plain_record(g) for g in records[:: 6 if short else 3]]
    recorded = [read_game(r) for r in records]
    plies = sum(len(r["moves"]) for r in records)
    replayed = [replay(r) for r in recorded]
    states = [game.serialize() for game in replayed]
    size = sum(map(len, states)) / 30_000
    checks = sum(min(len(some), 10) for some in turns)

    one, ours, theirs, checked, applied, plainly, again, saved, loaded, drawn, pictured = best(
        rounds,
        calibrate,
        enumerate_all,
        enumerate_plain,
        check,
        each(apply, [(p, t) for p, _, t in work]),
        each(plain.apply, [(o, t.text) for _, o, t in work]),
        each(replay, recorded),
        each(cls.serialize, replayed),
        each(load_game, states),
        each(cls.render, games),
        each(cls.svg, games),
    )
    n, one = len(pairs), one / CALIBRATING
    listing = theirs / n
    return [
        Figure("Dendria: all turns", "a turn", ours / number, theirs / ours, "plain turns", 30),
        Figure(
            "Dendria: one turn checked",
            "a turn",
            checked / checks,
            listing * checks / checked,
            "plain turns",
        ),
        Figure(
            "Dendria: apply", "a turn", applied / len(work), plainly / applied, "plain apply", 50
        ),
        Figure("Dendria: validated replay", "a ply", again / plies, one * plies / again),
        Figure("Dendria: save", "a ply", saved / plies, one * plies / saved),
        Figure("Dendria: load", "30 kB", loaded / size, one * size / loaded),
        Figure("Dendria: render", "a position", drawn / n, one * n / drawn),
        Figure("Dendria: SVG", "a position", pictured / n, one * n / pictured),
    ]
