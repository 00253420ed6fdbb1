"""Dendria against the plain oracle, which shares no code with the engine."""

import random
from itertools import islice

import pytest

from abstractplay_hex.board import Axial
from abstractplay_hex.board.hexes import DIRECTIONS
from abstractplay_hex.games.dendria.boards import Board, fixed, modular
from abstractplay_hex.games.dendria.construction import begin_construction
from abstractplay_hex.games.dendria.position import (
    DendriaPosition,
    opening,
    position_from_text,
)
from abstractplay_hex.games.dendria.rules import (
    Position,
    apply,
    count_turns,
    iter_turns,
    play,
    random_turn,
)
from abstractplay_hex.games.dendria.scoring import scores, winners
from abstractplay_hex.games.dendria.variants import setup_of
from tests.oracles import dendria_plain as plain

# Positions with more turns than this are left out: the oracle would take seconds.
MOST_TURNS = 1500


def compare(position: DendriaPosition, variants: list[str], rng: random.Random) -> None:
    """Compare all turns of a position, and some of them in every detail."""
    theirs = plain.parse_position(position.text, variants)
    turns = list(iter_turns(position))
    ours = {apply(position, turn).text: turn for turn in turns}
    assert len(ours) == len(turns) == count_turns(position), position.text
    assert ours.keys() == plain.legal_turns(theirs).keys(), position.text
    for turn in rng.sample(turns, min(6, len(turns))):
        outcome = play(position, turn)
        assert outcome.turn == turn
        there, canonical = plain.play(theirs, turn.text)
        assert canonical == turn.text
        assert plain.position_text(there) == outcome.position.text
    assert scores(position) == plain.scores(theirs)


@pytest.mark.parametrize(
    ("variants", "seed"),
    [
        (["size-5"], 1),
        (["size-5"], 2),
        ([], 3),
        (["modular-7"], 4),
        (["modular-7", "solo"], 5),
        (["modular-8"], 6),
        (["modular-10", "solo"], 7),
    ],
)
def test_random_games(variants: list[str], seed: int) -> None:
    rng = random.Random(seed)
    setup = setup_of(variants)
    position: Position = begin_construction(setup) if setup.modules else opening(setup)
    ply = 0
    while not position.over and ply < 90:
        if isinstance(position, DendriaPosition):
            if ply % 4 == seed % 4 and count_turns(position) <= MOST_TURNS:
                compare(position, variants, rng)
        else:
            centres = set(plain.legal_centres(list(position.centres)))
            assert set(position.legal_centres()) == centres
        turn = random_turn(position, rng)
        if turn.text == "pass" and rng.random() < 0.9:
            turn = random_turn(position, rng)
        if isinstance(position, DendriaPosition):
            theirs = plain.apply(plain.parse_position(position.text, variants), turn.text)
            position = play(position, turn).position
            assert position.text == plain.position_text(theirs)
            assert isinstance(position, DendriaPosition)
            if position.over:
                assert list(winners(position)) == plain.winner(theirs)
        else:
            position = play(position, turn).position
        ply += 1


def scattered(board: Board, rng: random.Random) -> DendriaPosition:
    """Scatter pieces, often so densely that conversions abound."""
    density = rng.choice([0.3, 0.5, 0.7, 0.85, 0.95])
    kinds = [rng.random() + 0.3, rng.choice([0.05, 0.15, 0.3]), rng.random() * rng.choice([0.2, 1])]
    dark = rng.choice([0.5, 0.5, 0.7, 0.85])
    masks = [[0, 0], [0, 0], [0, 0]]
    for cell in board.layout.order:
        if rng.random() < density:
            kind = rng.choices((0, 1, 2), kinds)[0]
            masks[kind][0 if rng.random() < dark else 1] |= 1 << cell
    seeds, sprites, trees = ((a, b) for a, b in masks)
    return DendriaPosition(board, seeds, sprites, trees, rng.choice((1, 2)), rng.choice((0, 1)))


def ragged_land(rng: random.Random) -> frozenset[Axial]:
    """Grow connected land at random: capes, bays and lagoons."""
    land = {(0, 0)}
    size = rng.randint(15, 60)
    while len(land) < size:
        q, r = rng.choice(sorted(land))
        dq, dr = rng.choice(DIRECTIONS)
        if abs(q + dq) < 5 and abs(r + dr) < 5:
            land.add((q + dq, r + dr))
    return frozenset(land)


@pytest.mark.parametrize("seed", range(24))
def test_scattered_pieces(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    while tried < 4:
        variants = ["size-5"] if rng.random() < 0.4 else ["modular-7"]
        board = fixed(5) if variants == ["size-5"] else modular(ragged_land(rng))
        position = scattered(board, rng)
        assert position_from_text(position.text, variants) == position
        if len(list(islice(iter_turns(position), 401))) <= 400:
            tried += 1
            compare(position, variants, rng)
