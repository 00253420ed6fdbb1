"""Dendria: rules and interface, as ratios to the plain oracle timed in the same run.

Positions and turns are those of recorded games (``dendria_samples.py``); ``bench_dendria.py`` has
the worst cases. "Save" writes every ply: a game that was saved before would write only what is new.
"""

import random

from abstractplay_hex import get_rules, load_game, new_game
from abstractplay_hex.games.dendria.movegen import legal_turns
from abstractplay_hex.records import read_game, replay
from tests.bench.dendria_samples import applying, forget, listing, samples
from tests.bench.figures_pods import CALIBRATING, calibrate
from tests.bench.measure import Figure, best, each, games_of, plain_record, saved_anew

RULES = get_rules("dendria")


def figures(short: bool = False) -> list[Figure]:
    """Measure."""
    rounds = 3 if short else 5
    found = samples(24 if short else 4)
    played = samples(2 if short else 1)
    rng = random.Random(2)
    texts = {
        id(s): [t.text for t in rng.sample(turns, min(len(turns), 10))]
        for s in found
        for turns in [list(legal_turns(s.position))]
    }
    number = sum(s.number for s in found)
    games = [new_game("dendria", s.variants, position=s.position.text) for s in found]
    checks = [(g, t) for g, s in zip(games, found, strict=True) for t in texts[id(s)]]
    cls = type(games[0])

    def check() -> None:
        forget([s.position for s in found])
        for game, text in checks:
            game.load().validate_move(text)  # load() forgets the texts read before

    modular = [s for s in played if s.variants == ["modular-10"]]
    children = sum(s.number for s in modular)

    def value() -> None:
        forget([s.position for s in modular])
        for sample in modular:
            assert len(list(RULES.rank(sample.position))) == sample.number

    records = [g for g in games_of("dendria") if len(g["plies"]) > 20 and "position" not in g]
    records = [plain_record(g) for g in records[:: 6 if short else 3]]
    recorded = [read_game(r) for r in records]
    plies = sum(len(r["moves"]) for r in records)
    replayed = [replay(r) for r in recorded]
    states = [game.serialize() for game in replayed]
    size = sum(map(len, states)) / 30_000

    ours, theirs = map(sum, listing(found, rounds))
    # So short that it meets one of a machine's moods only, in few rounds.
    applied, plainly = map(sum, applying(played, 3 * rounds))
    one, checked, valued, again, saved, loaded, drawn, pictured = best(
        rounds,
        calibrate,
        check,
        value,
        each(replay, recorded),
        each(saved_anew, replayed),
        each(load_game, states),
        each(cls.render, games),
        each(cls.svg, games),
    )
    n, one = len(found), one / CALIBRATING
    plain_list = theirs / n
    return [
        Figure("Dendria: all turns", "a turn", ours / number, theirs / ours, "plain turns", 30),
        Figure(
            "Dendria: one turn checked",
            "a turn",
            checked / len(checks),
            plain_list * len(checks) / checked,
            "plain turns",
        ),
        Figure(
            "Dendria: apply", "a turn", applied / len(played), plainly / applied, "plain apply", 50
        ),
        # 100,000 children a second where a plain influence takes 2 ms, listed and ranked
        Figure(
            "Dendria: children valued",
            "a turn",
            valued / children,
            one * children / valued,
            bar=200,
        ),
        Figure("Dendria: validated replay", "a ply", again / plies, one * plies / again),
        Figure("Dendria: save", "a ply", saved / plies, one * plies / saved),
        Figure("Dendria: load", "30 kB", loaded / size, one * size / loaded),
        Figure("Dendria: render", "a position", drawn / n, one * n / drawn),
        Figure("Dendria: SVG", "a position", pictured / n, one * n / pictured, bar=0.67),
    ]
