"""Dendria against the plain oracle, which shares no code with the engine."""

import random
import re
from itertools import islice

import pytest

from abstractplay_hex.board import Axial, cells_in
from abstractplay_hex.board.hexes import DIRECTIONS
from abstractplay_hex.errors import MoveError
from abstractplay_hex.games.dendria.boards import Board, fixed, modular
from abstractplay_hex.games.dendria.checks import begin_move
from abstractplay_hex.games.dendria.construction import begin_construction
from abstractplay_hex.games.dendria.continuations import landings
from abstractplay_hex.games.dendria.interpret import play_checked
from abstractplay_hex.games.dendria.notation import Turn, parse_turn
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import (
    DendriaPosition,
    first_position,
    position_from_text,
    position_of,
)
from abstractplay_hex.games.dendria.rules import DendriaRules
from abstractplay_hex.games.dendria.scoring import scores, winners
from abstractplay_hex.games.dendria.variants import board_choice
from tests.oracles import dendria_plain as plain

RULES = DendriaRules()

# Positions with more turns than this are left out: the oracle would take seconds.
MOST_TURNS = 1500


def some_turn(position: Position, rng: random.Random) -> Turn:
    turn = RULES.random_turn(position, rng)
    assert turn is not None
    return turn


def compare(position: DendriaPosition, variants: list[str], rng: random.Random) -> None:
    """Compare all turns of a position, and some of them in every detail."""
    theirs = plain.parse_position(position.text, variants)
    turns = list(RULES.legal_turns(position))
    ours = {RULES.after(position, turn).text: turn for turn in turns}
    assert len(ours) == len(turns) == RULES.count_turns(position), position.text
    assert ours.keys() == plain.legal_turns(theirs).keys(), position.text
    for turn in rng.sample(turns, min(6, len(turns))):
        outcome = play_checked(position, turn)
        assert outcome == RULES.play(position, turn)
        assert outcome.text == turn.text
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
    choice = board_choice(variants)
    position: Position = begin_construction(choice) if choice.modules else first_position(choice)
    ply = 0
    while not position.over and ply < 90:
        if isinstance(position, DendriaPosition):
            if ply % 4 == seed % 4 and RULES.count_turns(position) <= MOST_TURNS:
                compare(position, variants, rng)
        else:
            centres = set(plain.legal_centres(list(position.centres)))
            assert set(position.legal_centres()) == centres
        turn = some_turn(position, rng)
        if turn.text == "pass" and rng.random() < 0.9:
            turn = some_turn(position, rng)
        if isinstance(position, DendriaPosition):
            theirs = plain.apply(plain.parse_position(position.text, variants), turn.text)
            position = play_checked(position, turn).position
            assert position.text == plain.position_text(theirs)
            assert isinstance(position, DendriaPosition)
            if position.over:
                assert list(winners(position)) == plain.winner(theirs)
        else:
            position = play_checked(position, turn).position
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
    return position_of(board, seeds, sprites, trees, rng.choice((1, 2)), rng.choice((0, 1)))


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
        if len(list(islice(RULES.legal_turns(position), 401))) <= 400:
            tried += 1
            compare(position, variants, rng)


@pytest.mark.parametrize("seed", range(12))
def test_crowded_boards(seed: int) -> None:
    """Nearly full boards, on which chains of conversions open up, as far as the oracle gets."""
    rng = random.Random(100 + seed)
    tried = 0
    while tried < 4:
        land = ragged_land(rng)
        board = fixed(5) if rng.random() < 0.3 else modular(land)
        position = crowded(board, rng)
        if 2 <= len(list(islice(RULES.legal_turns(position), 501))) <= 500:
            tried += 1
            compare(position, ["size-5"] if board.side else ["modular-7"], rng)
            compare_landings(position, ["size-5"] if board.side else ["modular-7"])


def altered(items: list[str], names: list[str], rng: random.Random) -> list[str]:
    """Return a turn's items with one or two things wrong, or at least otherwise."""
    items = items.copy()
    for _ in range(rng.randint(1, 2)):
        k = rng.randrange(len(items))
        match rng.randrange(6):
            case 0:  # another cell
                cell = rng.choice(re.findall("[a-z]+[0-9]+", items[k]))
                items[k] = items[k].replace(cell, rng.choice(names), 1)
            case 1 if len(items) > 1:
                del items[max(k, 1)]
            case 2:
                items.insert(k + 1, f"{rng.choice(names)}={rng.choice('st')}")
            case 3:
                items.insert(k + 1, f"{rng.choice('-x')}{rng.choice(names)}")
            case 4:  # another order
                items[1:] = rng.sample(items[1:], len(items) - 1)
            case 5:  # another kind, or a capture that is none
                for old, new in (("=s", "=t"), ("=t", "=s"), ("-", "x"), ("x", "-")):
                    if old in items[k]:
                        items[k] = items[k].replace(old, new)
                        break
    return items


@pytest.mark.parametrize("seed", range(10))
def test_altered_turns_are_legal_or_not_as_the_oracle_says(seed: int) -> None:
    """Legal turns spoilt: both engines refuse the same texts, and make the same of the others."""
    rng = random.Random(seed)
    verdicts = {True: 0, False: 0}
    while min(verdicts.values()) < 40:
        variants = ["size-5"] if rng.random() < 0.4 else ["modular-7"]
        board = fixed(5) if variants == ["size-5"] else modular(ragged_land(rng))
        position = rng.choice((crowded, scattered))(board, rng)
        turns = [turn.text for turn in islice(RULES.legal_turns(position), 400)]
        turns = [turn for turn in turns if turn != "pass" and ("=" in turn or rng.random() < 0.1)]
        theirs = plain.parse_position(position.text, variants)
        names = list(board.layout.name.values())
        for turn in rng.sample(turns, min(25, len(turns))):
            text = ",".join(altered(turn.split(","), names, rng))
            try:
                there, canonical = plain.play(theirs, text)
            except ValueError:
                verdicts[False] += 1
                with pytest.raises(MoveError):
                    play_checked(position, parse_turn(text))
            else:
                verdicts[True] += 1
                outcome = play_checked(position, parse_turn(text))
                assert outcome.text == canonical, (position.text, text)
                assert outcome.position.text == plain.position_text(there), (position.text, text)
                assert RULES.after(position, parse_turn(outcome.text)) == outcome.position


def crowded(board: Board, rng: random.Random) -> DendriaPosition:
    """Fill a board but for some cells, mostly with seeds, often around a large forest of the mover."""
    side = rng.choice((1, 2))
    forest = 0
    if rng.random() < 0.6:
        forest = 1 << rng.choice(board.layout.order)
        for _ in range(rng.randint(0, 3)):
            forest |= board.layout.neighbours(forest) & rng.getrandbits(board.land.bit_length())
    masks = [[0, 0], [0, 0], [0, 0]]
    shares = [1, rng.choice((0.05, 0.15)), rng.choice((0.02, 0.15))]
    own = rng.choice((0.4, 0.6, 0.8))
    holes = rng.sample(board.layout.order, rng.randint(2, max(2, len(board.layout.order) // 5)))
    for cell in board.layout.order:
        if cell in holes:
            continue
        player = side - 1 if rng.random() < own else 2 - side
        if forest >> cell & 1:
            masks[2][side - 1] |= 1 << cell
        else:
            masks[rng.choices((0, 1, 2), shares)[0]][player] |= 1 << cell
    seeds, sprites, trees = ((a, b) for a, b in masks)
    return position_of(board, seeds, sprites, trees, side)


def compare_landings(position: DendriaPosition, variants: list[str]) -> None:
    """Compare where each sprite can go with where the oracle's turns end."""
    theirs = plain.parse_position(position.text, variants)
    layout = position.board.layout
    for cell in cells_in(position.sprites[position.side - 1]):
        turns: dict[str, str] = {}
        for direction in range(6):
            plain.search_flight(theirs, layout.axial[cell], direction, turns)
        end_of = {turn: re.findall(r"[-x]([a-z]+[0-9]+)", turn)[-1] for turn in turns.values()}
        ends = set(end_of.values())
        found = landings(begin_move(position, layout.name[cell]))
        at_once = set(layout.names_in(found.free | found.fertilizing))
        assert at_once <= ends, position.text
        # A turn may also need to stop, and convert, before it goes on to its end.
        assert all("," in turn for turn, end in end_of.items() if end not in at_once), position.text
        assert bool(found.all) == bool(ends), position.text
