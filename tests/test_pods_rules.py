"""Pods rules: recorded games, the plain oracle, a test a ruling, position text, perft."""

import copy
import importlib.util
import itertools
import json
import pickle
import random
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.board import cells_in
from abstractplay_hex.errors import PositionError
from abstractplay_hex.games.pods import influence as pods_influence
from abstractplay_hex.games.pods.influence import LAYOUT, Marks
from abstractplay_hex.games.pods.movegen import (
    Migration,
    Placement,
    Turn,
    after,
    destinations,
    is_legal,
    iter_turns,
    move_texts,
    outcome,
    placements,
    turn_text,
)
from abstractplay_hex.games.pods.position import MAJORITY, PodsPosition

TESTS = Path(__file__).resolve().parent
RECORDED = TESTS.parent.parent / "shared" / "recorded" / "pods-20240802.jsonl"


def load_plain() -> Any:
    """Import the plain oracle by path, whatever the test runner did to the import path."""
    spec = importlib.util.spec_from_file_location("pods_plain", TESTS / "oracles" / "pods_plain.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plain = load_plain()

EMPTY = PodsPosition()
START_TEXT = "7/8/9/10/11/12/13/12/11/10/9/8/7 1"


def parse(text: str) -> Turn:
    cells = [LAYOUT.cell[name] for name in text.split("-")]
    return Placement(*cells) if len(cells) == 1 else Migration(*cells)


def is_over(pos: PodsPosition) -> tuple[bool, int | None]:
    winners = outcome(pos)
    return (True, winners[0]) if winners else (False, None)


def replay(turns: Iterable[Turn], pos: PodsPosition = EMPTY) -> tuple[PodsPosition, int]:
    """Play turns, checking each; return the last position and how many were legal."""
    played, over = 0, False
    for turn in turns:
        if over or not is_legal(pos, turn):
            break
        pos = after(pos, turn)
        over = is_over(pos)[0]
        played += 1
    return pos, played


def position(first: str = "", second: str = "", side: int = 1) -> PodsPosition:
    """Return a position with whales on the named cells (blank-separated), in board order."""
    whales = (LAYOUT.mask(first.split()), LAYOUT.mask(second.split()))
    return PodsPosition(whales, side, bytes(cells_in(whales[0] | whales[1])))


def named(mask: int) -> set[str]:
    return set(LAYOUT.names_in(mask))


def named_marks(marks: Marks) -> list[list[Any]]:
    return [[LAYOUT.name[cell], player] for cell, player in marks]


def grown(pos: PodsPosition) -> tuple[int, int]:
    """Return the numbers of marks before pruning."""
    return pods_influence.grow(pods_influence.fields_of(pos.whales)).counts()


def plain_board(pos: PodsPosition) -> dict[Any, int]:
    """Return the position as the oracle keeps it, in the position's board order."""
    return {
        plain.CELL[LAYOUT.name[cell]]: 1 if pos.whales[0] >> cell & 1 else 2 for cell in pos.order
    }


def random_position(rng: random.Random) -> PodsPosition:
    """Return whales strewn over the whole board or over a part of it, any number of them."""
    centre = rng.choice(LAYOUT.order)
    near = 1 << centre
    for _ in range(rng.randint(2, 13)):
        near |= LAYOUT.neighbours(near)
    cells = list(cells_in(near))
    chosen = rng.sample(cells, rng.randint(0, len(cells)))
    share = rng.choice((0.1, 0.5, 0.5, 0.5, 0.9))
    whales = [0, 0]
    for cell in chosen:
        whales[rng.random() < share] |= 1 << cell
    return PodsPosition((whales[0], whales[1]), rng.choice((1, 2)), bytes(chosen))


# --- recorded games ----------------------------------------------------------------------------


def recorded_games() -> list[dict[str, Any]]:
    if not RECORDED.is_file():
        return []
    with RECORDED.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


GAMES = recorded_games()
needs_recorded = pytest.mark.skipif(not GAMES, reason=f"no recorded games at {RECORDED}")


@needs_recorded
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game['id']}-{game['kind']}")
def test_recorded_game(game: dict[str, Any]) -> None:
    pos = PodsPosition()
    turns = []
    for number, ply in enumerate(game["plies"], 1):
        where = f"game {game['id']}, ply {number}"
        texts = move_texts(pos)
        assert len(texts) == len(set(texts)) == ply["legal"], where
        if "moves" in ply:
            assert sorted(texts) == sorted(ply["moves"]), where
        if "(" in game["moves"][number - 1]:  # an end by word: the position stays
            assert number == len(game["plies"])
            break
        turn = parse(ply["move"])
        assert ply["by"] == pos.side, where
        assert is_legal(pos, turn), where
        turns.append(turn)
        pos = after(pos, turn)
        board = [[LAYOUT.name[c], 1 if pos.whales[0] >> c & 1 else 2] for c in pos.order]
        assert board == ply["board"], where
        fresh = PodsPosition(pos.whales, pos.side, pos.order)
        assert named_marks(pos.marks) == named_marks(fresh.marks) == ply["influence"], where
        assert list(pos.scores) == ply["scores"], where
        over, winner = is_over(PodsPosition(pos.whales, pos.side, pos.order))
        assert (over, [winner] if over else []) == (ply["over"], ply["winner"]), where
        assert over or pos.side == ply["turn"], where
    assert replay(turns) == (pos, len(turns))


# --- the plain oracle --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_random_positions_agree_with_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        pos = random_position(rng)
        board = plain_board(pos)
        texts = plain.moves(board, pos.side)
        assert move_texts(pos) == texts, pos.text
        turns = list(iter_turns(pos))
        assert [turn_text(turn) for turn in turns] == texts
        marks = plain.influence(board)
        assert named_marks(pos.marks) == [[plain.NAME[c], p] for c, p in marks.items()], pos.text
        scores = [[*board.values(), *marks.values()].count(p) for p in (1, 2)]
        assert list(pos.scores) == scores
        winner = next((p for p in (1, 2) if scores[p - 1] >= 64), None)
        fresh = PodsPosition.from_text(pos.text)
        assert is_over(fresh) == (winner is not None, winner)
        assert (fresh, fresh.marks, hash(fresh)) == (pos, pos.marks, hash(pos))
        # Legal one by one is what the list holds: all placements, every end for a few starts.
        legal = set(turns)
        cells = LAYOUT.order
        for cell in cells:
            assert is_legal(pos, Placement(cell)) == (Placement(cell) in legal), pos.text
        for start in rng.sample(cells, 3) + list(pos.order[:3]):
            ends = destinations(pos, start)
            for end in cells:
                turn = Migration(start, end)
                assert is_legal(pos, turn) == (turn in legal) == bool(ends >> end & 1), pos.text


@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_fields_and_order(seed: int) -> None:
    """What `apply` passes on must equal what is computed from nothing."""
    rng = random.Random(seed)
    pos, order = PodsPosition(), list[int]()
    for _ in range(90):
        turns = list(iter_turns(pos))
        if not turns:
            break
        turn = rng.choice(turns)
        if isinstance(turn, Migration):
            order.remove(turn.start)
        order.append(turn.cell if isinstance(turn, Placement) else turn.end)
        pos = after(pos, turn)
        assert list(pos.order) == order
        assert pos.fields == pods_influence.fields_of(pos.whales)
        assert pos.marks.order == pods_influence.influence(pos.whales).order


# --- rulings -----------------------------------------------------------------------------------


def test_board() -> None:
    # Board: rulings' preamble
    assert len(LAYOUT.order) == 127
    assert LAYOUT.stride == 14
    assert max(LAYOUT.order) < 256
    assert [LAYOUT.name[row[0]] for row in LAYOUT.rows] == [f"{c}1" for c in "mlkjihgfedcba"]
    assert [len(row) for row in LAYOUT.rows] == [7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7]


def test_first_whale_goes_anywhere() -> None:
    # ruling P1
    start = PodsPosition()
    assert placements(start) == LAYOUT.land
    assert len(move_texts(start)) == 127
    second = after(start, parse("g7"))
    assert second.side == 2
    assert named(second.empty) == named(placements(second))
    assert "g7" not in move_texts(second)
    assert len(move_texts(second)) == 126
    assert is_legal(second, parse("g8"))
    assert not is_legal(second, parse("g7"))
    # The second whale is not free any more: there is no majority anywhere but next to g7.
    third = after(second, parse("a1"))
    assert named(placements(third)) == {"h6", "h7", "g6", "g8", "f6", "f7"}


def test_placement_needs_more_own_neighbours() -> None:
    # ruling P2
    pos = position("g7", "g9", 1)
    # Of the six cells round g7, g8 alone is next to g9 too: one of each.
    assert named(placements(pos)) == {"h6", "h7", "g6", "f6", "f7"}
    assert not is_legal(pos, parse("g8")), "one each is no majority"
    assert is_legal(position("g7 h8", "g9"), parse("g8")), "two to one is"
    assert not is_legal(pos, parse("g7")), "not empty"
    assert not is_legal(pos, parse("g9")), "not empty"
    assert turn_text(parse("g7")) == "g7"


def test_migration() -> None:
    # ruling P3
    lone = position("g7", "a1")
    assert destinations(lone, LAYOUT.cell["g7"]) == 0, "no whale to walk along"
    pair = position("g7 g8")
    ring = {"h7", "h8", "g9", "f7", "f8"}
    assert named(destinations(pair, LAYOUT.cell["g7"])) == ring, "round g8, not the start"
    assert not is_legal(pair, parse("g7-g7"))
    assert not is_legal(pair, parse("g7-h6")), "no whale is next to both g7 and h6 once g7 is off"
    foe = position("g7", "g8")
    assert named(destinations(foe, LAYOUT.cell["g7"])) == ring, "-1 is calm enough, either colour"
    foes = position("g7", "g8 g9")
    got = named(destinations(foes, LAYOUT.cell["g7"]))
    assert got == {"h7", "f7"}, "h8 and f8 touch two of theirs and bar the way"
    # The walker itself does not count: with it, h8 would have one of ours and two of theirs.
    assert not is_legal(position("h7", "g8 g9"), parse("h7-h8"))
    # The start is not tested: it may be as bad as it likes.
    bad = position("g7", "g8 h7 h6")
    assert destinations(bad, LAYOUT.cell["g7"])
    assert named(destinations(bad, LAYOUT.cell["g8"])) == set(), "not a whale of the side to move"
    assert turn_text(parse("g7-h8")) == "g7-h8"


def test_migration_needs_an_own_whale_and_land() -> None:
    # ruling P3
    pos = position("g7 g8")
    end = LAYOUT.cell["g9"]
    water = next(c for c in range(182) if c not in LAYOUT.adjacent)
    for start in (-1, water, 10**6, LAYOUT.cell["a1"], end):
        assert not is_legal(pos, Migration(start, end))
        assert not destinations(pos, start)
    for cell in (-1, water, 10**6):
        assert not is_legal(pos, Placement(cell))
        assert not is_legal(pos, Migration(LAYOUT.cell["g7"], cell))
        assert not is_legal(PodsPosition(), Placement(cell))


def test_no_pass_and_no_end_without_moves() -> None:
    # ruling P4: the recorded game 111 ends in this position
    stuck = PodsPosition.from_text("7/8/9/10/11/1W10/wWW10/1W10/11/10/9/8/7 2")
    moves = ["g2", "g1", "f2", "g1-h1", "g3", "h1-g1", "h2"]
    pos, played = replay(map(parse, moves))
    assert (pos, played) == (stuck, len(moves))
    assert move_texts(stuck) == [] == list(iter_turns(stuck))
    assert is_over(stuck) == (False, None)


def test_order_of_the_list() -> None:
    # ruling P5
    pos = position("g7 g8 f4", "e9")
    texts = move_texts(pos)
    assert len(set(texts)) == len(texts)
    rank = {LAYOUT.name[cell]: i for i, cell in enumerate(LAYOUT.order)}
    keys = [[len(t.split("-")), *(rank[name] for name in t.split("-"))] for t in texts]
    assert keys == sorted(keys)
    assert [turn_text(turn) for turn in iter_turns(pos)] == texts


def test_growing_counts() -> None:
    # ruling P6: "more than the other's, and at least half" as the fields test it, all cases
    for cell in LAYOUT.order:
        degree = LAYOUT.degree[cell]
        for own, other in itertools.product(range(degree + 1), repeat=2):
            if own + other <= degree:
                field = pods_influence._bias(cell) + 3 * own - other
                taken = field - pods_influence._TAKEN
                assert 0 <= taken < pods_influence._TEST
                assert field < 2 * pods_influence._TEST
                marked = own > other and 2 * own >= degree
                assert marked == bool(field & pods_influence._TEST), (degree, own, other)


def test_growing_is_immediate() -> None:
    # ruling P6: l2 has only two whales next to it, the third is the mark on m1 of the same sweep
    pos = position("m2 l1")
    assert grown(pos) == (2, 0)
    # ruling P7: l2: 2 whales, an own mark, 3 bare cells: -1, goes; m1: 2 whales, 1 bare: +1, stays
    assert named_marks(pos.marks) == [["m1", 1]]


def test_order_of_marking() -> None:
    # ruling P6: l7 in the first sweep; m7, before it on the board, only in the second
    pos = PodsPosition.from_text("7/5W1W/6W2/10/11/12/13/12/11/10/9/8/7 1")
    assert named_marks(pos.marks) == [["l7", 1], ["m7", 1]]
    assert Marks(pos.marks.owners, b"") == pos.marks, "equal whatever the order, as positions are"
    assert len(pos.marks) == 2


def test_equal_counts_mark_nobody() -> None:
    # ruling P6
    assert grown(position("h6 g6 f6", "h7 g8 f7")) == (0, 0), "three each next to g7"
    assert grown(position("g6 f6", "h7 g8 f7")) == (0, 1)


def test_pruning_cascades() -> None:
    # ruling P7: a lone triangle grows far and keeps nothing, as each loss weakens the next
    pos = position("g6 h7 f7")
    assert sum(grown(pos)) >= 1
    assert plain.influence(plain_board(pos)) == {}
    assert len(pos.marks) == 0
    assert pos.scores == (3, 0)


NEAR = {cell: list(cells_in(LAYOUT.adjacent[cell])) for cell in LAYOUT.order}


def weak(cell: int, marks: dict[int, int], whales: dict[int, int]) -> bool:
    """Return whether pruning removes the mark on *cell*, word for word as P7 and P8 have it."""
    p = marks[cell]
    value = sum(
        (1 if whales[n] == p else -1) if n in whales else (0 if marks.get(n) == p else -1)
        for n in NEAR[cell]
    )
    opened = {n for n in NEAR[cell] if whales.get(n, marks.get(n)) != p}
    hinge = any(
        x in opened and (y in opened or whales.get(y) == p)
        for x in NEAR[cell]
        for y in NEAR[cell]
        if y in NEAR[x]
    )
    return value < 0 or (value == 0 and hinge)


# Inside, the six sides, the six corners.
PLACES = ["g7", "m4", "k1", "k9", "c1", "c9", "a4", "m1", "m7", "g1", "g13", "a1", "a7"]


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", PLACES)
def test_pruning_every_neighbourhood(name: str, player: int) -> None:
    # rulings P7, P8: a mark inside, on each side and in each corner, with all that can be next to
    # it. Own whales further out keep the marks next to it, as long as it stays itself.
    rng = random.Random(name)
    cell = LAYOUT.cell[name]
    ring = NEAR[cell]
    outer = LAYOUT.neighbours(LAYOUT.adjacent[cell]) & ~LAYOUT.adjacent[cell] & ~(1 << cell)
    stayed = 0
    for kinds in itertools.product(("whale", "mark", "open"), repeat=len(ring)):
        whale_of = dict.fromkeys(cells_in(outer), player)
        mark_of = {cell: player}
        for at, kind in zip(ring, kinds, strict=True):
            if kind == "whale":
                whale_of[at] = player
            elif kind == "mark":
                mark_of[at] = player
            elif rng.random() < 0.5:
                whale_of[at] = 3 - player
        first, second = (sum(1 << c for c, p in whale_of.items() if p == q) for q in (1, 2))
        keys = [pods_influence._base(c, player) + pods_influence._FIELD for c in mark_of]
        growth = pods_influence.Growth(
            array("H", keys), sum(pods_influence._bit[key] for key in keys)
        )
        left = pods_influence.prune((first, second), growth).owners[player - 1]
        assert left >> cell & 1 == (not weak(cell, mark_of, whale_of)), kinds
        stayed += left >> cell & 1
    assert 0 < stayed < 3 ** len(ring)


def test_pruning_order_does_not_matter() -> None:
    # ruling P7: removing one at a time, in random order, ends where all at once does
    rng = random.Random(11)
    for _ in range(20):
        pos = random_position(rng)
        growth = pods_influence.grow(pods_influence.fields_of(pos.whales))
        mark_of = {}
        for key in growth.keys:
            bit = pods_influence._bit[key].bit_length() - 1
            mark_of[bit % pods_influence._LANE] = 1 + bit // pods_influence._LANE
        whale_of = {c: 1 if pos.whales[0] >> c & 1 else 2 for c in pos.order}

        while removable := [c for c in mark_of if weak(c, mark_of, whale_of)]:
            del mark_of[rng.choice(removable)]
        assert mark_of == dict(pos.marks), pos.text


def test_hinge() -> None:
    # ruling P8
    # m3 has 4 neighbours. Both cases sum to 0: two own whales, two bare cells.
    apart = position("m2 l3 k1 k2")
    assert grown(apart)[0] >= 1
    assert "m3" not in named(apart.marks.owners[0]), "m4 and l4 are bare and adjacent: a hinge"
    # m7: whale l8, own mark l7, bare m6. m6 is next to l7 only: no hinge, the mark stays.
    kept = PodsPosition.from_text("7/5W1W/6W2/10/11/12/13/12/11/10/9/8/7 1")
    assert named(kept.marks.owners[0]) == {"l7", "m7"}


def test_scores_and_end() -> None:
    # ruling P9
    assert MAJORITY == 64
    cells = LAYOUT.order
    most = sum(1 << c for c in cells[:64])
    assert is_over(PodsPosition((most, 0), 2, bytes(cells[:64]))) == (True, 1)
    assert is_over(PodsPosition((0, most), 2, bytes(cells[:64]))) == (True, 2)
    # Whales and marks count together: game 51 before and after its last ply.
    rows = "4W2/4WWWW/2WW1W3/3WWWW1Ww/4WW1WW1w/4WWWW1w2/5W1W2w2/2w1w1w1w1w1/2w1w1w2w1/2w7/1w5w1"
    before = PodsPosition.from_text(f"{rows}/5w2/7 2")
    # Before pruning player 2 has 67; only what pruning leaves counts.
    assert 17 + grown(before)[1] == 67
    assert before.scores == (32, 62)
    assert is_over(before) == (False, None)
    ended = after(before, parse("f11-d2"))
    assert ended.scores == (32, 64)
    assert is_over(ended) == (True, 2)
    assert [mask.bit_count() for mask in ended.whales] == [23, 17]


@needs_recorded
def test_winner_of_the_ending_ply() -> None:
    # ruling P10 (the results themselves are the plugin's): the ending ply names the winner
    game = next(game for game in GAMES if game["kind"] == "greedy")
    turns = [parse(text) for text in game["moves"]]
    pos, played = replay(turns)
    assert played == len(turns)
    assert is_over(pos) == (True, game["plies"][-1]["winner"][0])
    assert not any(is_over(replay(turns[:n])[0])[0] for n in range(len(turns)))
    # Nothing is played after the end, however legal it would be.
    more = next(iter_turns(pos))
    assert replay([*turns, more]) == (pos, len(turns))


# --- positions ---------------------------------------------------------------------------------


def test_equality_is_by_whales_and_side() -> None:
    one = after(after(after(PodsPosition(), parse("g7")), parse("a1")), parse("g8"))
    other = after(after(after(PodsPosition(), parse("g8")), parse("a1")), parse("g7"))
    assert one == other
    assert hash(one) == hash(other)
    assert one.order != other.order
    assert one != PodsPosition(one.whales, 1, one.order)
    assert one.text == "7/8/9/10/11/12/6WW5/12/11/10/9/8/w6 2"


def test_positions_are_frozen_copied_and_pickled() -> None:
    pos = position("m2 l1", "g7")
    marks = pos.marks
    with pytest.raises(AttributeError):
        pos.side = 2  # type: ignore[misc]
    for twin in (pickle.loads(pickle.dumps(pos)), copy.copy(pos), copy.deepcopy(pos)):
        assert twin == pos
        assert twin.marks == marks
        assert twin.order == pos.order


def test_known_marks_are_kept() -> None:
    pos = position("m2 l1", "g7")
    known = PodsPosition(pos.whales, pos.side, pos.order, known_marks=pos.marks)
    assert known == pos
    assert known.marks is pos.marks
    assert known.order == pos.order
    assert known.scores == pos.scores
    assert is_over(known) == is_over(pos)
    turn = parse("m1")
    assert after(known, turn).marks == after(pos, turn).marks, "known marks are for one position"


def test_replay_stops_at_the_first_illegal_turn() -> None:
    pos, played = replay([parse("g7"), parse("g8"), parse("a1"), parse("a2")])
    assert played == 2
    assert pos.text == "7/8/9/10/11/12/6Ww5/12/11/10/9/8/7 1"
    assert replay([parse("f7")], pos)[1] == 0, "one whale of each next to f7"
    assert replay([]) == (PodsPosition(), 0)


# --- position text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        START_TEXT,
        START_TEXT[:-1] + "2",
        "7/5W1W/6W2/10/11/12/13/12/11/10/9/8/7 1",
        "W6/7w/9/10/11/12/W11w/12/11/10/9/wWwWwWwW/3W3 2",
        "/".join("w" * n for n in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7)) + " 1",
    ],
)
def test_text_round_trip(text: str) -> None:
    pos = PodsPosition.from_text(text)
    assert pos.text == text
    assert list(pos.order) == sorted(pos.order) == list(cells_in(LAYOUT.land ^ pos.empty))


def test_text_of_random_positions() -> None:
    rng = random.Random(3)
    for _ in range(200):
        pos = random_position(rng)
        assert PodsPosition.from_text(pos.text) == pos


def test_start_text() -> None:
    assert PodsPosition().text == START_TEXT
    assert PodsPosition.from_text(START_TEXT) == PodsPosition()


REST = "/8/9/10/11/12/13/12/11/10/9/8/7 1"


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "side", {"column": 1, "what": ""}),
        (START_TEXT[:-2], "side", {"column": 33, "what": ""}),
        (START_TEXT[:-1], "side", {"column": 34, "what": ""}),
        (START_TEXT[:-1] + "3", "side", {"column": 34, "what": "3"}),
        (START_TEXT[:-1] + "0", "side", {"what": "0"}),
        (START_TEXT[:-1] + "01", "side", {"what": "01"}),
        (START_TEXT[:-1] + "１", "side", {"what": "１"}),
        (START_TEXT + " ", "side", {"what": "1 "}),
        (START_TEXT + "\n", "side", {"what": "1\n"}),
        (START_TEXT.replace(" ", "  "), "side", {"what": " 1"}),
        (" " + START_TEXT, "side", {"column": 2, "what": START_TEXT}),
        ("2 5" + REST, "side", {"column": 3}),
        ("7 1", "rows", {"rows": 1, "expected": 13}),
        (" 1", "rows", {"rows": 1, "expected": 13}),
        ("7/" + START_TEXT, "rows", {"rows": 14, "expected": 13}),
        (START_TEXT.replace(" ", "/ "), "rows", {"rows": 14}),
        ("/" + START_TEXT, "rows", {"rows": 14}),
        ("6x" + REST, "character", {"row": "m", "column": 2, "what": "x"}),
        ("7/3b4" + REST[2:], "character", {"row": "l", "column": 4, "what": "b"}),
        ("7\t" + REST, "character", {"row": "m", "column": 2, "what": "\t"}),
        ("-7" + REST, "character", {"row": "m", "column": 1, "what": "-"}),
        ("+7" + REST, "character", {"what": "+"}),
        ("７" + REST, "character", {"what": "７"}),
        ("²5" + REST, "character", {"what": "²"}),
        ("W\n6" + REST, "character", {"column": 2, "what": "\n"}),
        ("3_4" + REST, "character", {"what": "_"}),
        ("07" + REST, "number", {"row": "m", "column": 1, "what": "07"}),
        ("0WWWWWWW" + REST, "number", {"what": "0"}),
        ("7W0" + REST, "number", {"column": 3, "what": "0"}),
        ("W06" + REST, "number", {"column": 2, "what": "06"}),
        ("34" + REST, "row_length", {"row": "m", "column": 1, "what": 34, "expected": 7}),
        ("25" + REST, "row_length", {"what": 25}),
        ("6" + REST, "row_length", {"what": 6, "expected": 7}),
        ("W7" + REST, "row_length", {"what": 8}),
        ("WWWWWWWW" + REST, "row_length", {"what": 8}),
        ("" + REST, "row_length", {"row": "m", "column": 1, "what": 0}),
        (
            START_TEXT.replace("/10/11/", "/9/11/", 1),
            "row_length",
            {"row": "j", "column": 7, "what": 9, "expected": 10},
        ),
        ("9" * 100 + REST, "row_length", {"what": int("9" * 100)}),
        ("7" * 142, "length", {"length": 142, "limit": 141}),
    ],
    ids=itertools.count(),
)
def test_text_refused(text: str, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as caught:
        PodsPosition.from_text(text)
    assert caught.value.code == f"pods.position.{code}"
    assert {key: caught.value.params[key] for key in params} == params


def test_huge_text_is_refused_at_once() -> None:
    for text in ("W" * 10**7, "9" * 10**7, START_TEXT + " " * 10**7):
        with pytest.raises(PositionError) as caught:
            PodsPosition.from_text(text)
        assert caught.value.code == "pods.position.length"
        assert caught.value.params == {"length": len(text), "limit": 141}


def test_mangled_texts_are_canonical_or_refused() -> None:
    rng = random.Random(4)
    refused = 0
    for _ in range(3000):
        text = list(random_position(rng).text)
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 2)] = rng.choice(["", *"0123456789Ww/ \n"])
        mangled = "".join(text)
        try:
            assert PodsPosition.from_text(mangled).text == mangled
        except PositionError:
            refused += 1
    assert refused > 1000


# --- perft: numbers of turn sequences, whether or not a game would have ended on the way ---------


def perft(pos: PodsPosition, depth: int) -> int:
    if depth == 1:
        return len(move_texts(pos))
    return sum(perft(after(pos, turn), depth - 1) for turn in iter_turns(pos))


def plain_perft(board: dict[Any, int], side: int, depth: int) -> int:
    texts = plain.moves(board, side)
    if depth == 1:
        return len(texts)
    total = 0
    for text in texts:
        *start, end = [plain.CELL[name] for name in text.split("-")]
        after = {c: p for c, p in board.items() if c not in start} | {end: side}
        total += plain_perft(after, 3 - side, depth - 1)
    return total


PERFT = [
    (START_TEXT, [127, 127 * 126]),
    # game 6, ply 8
    ("7/8/9/10/11/12/13/4ww6/2ww7/10/9/6W1/4WWW 1", [26, 1352, 43940]),
    # game 68, ply 12
    ("5ww/6ww/6w1w/10/11/12/13/12/11/10/2W6/WW6/WWW4 1", [42, 1764, 93324]),
    # game 7, ply 40
    ("7/8/5W3/6W3/6W4/4WWW5/4WWWW5/5WW5/1wWwww5/wwwww5/w1www4/w2w4/www4 1", [250, 19300]),
    # game 60, ply 30
    ("5w1/3ww3/9/5w2w1/1W4w2w1/1W5w1w2/WW11/1W10/1WW8/10/1WWW5/8/1W5 1", [264, 49896]),
    # game 70, ply 60
    (
        "6w/7w/7ww/1W7w/W1WW4www/W3W3w1ww/WWWWWW2wwwww/WWW1W3ww1w/WW4ww1ww/WWW2wwwww/WWW6/W1W5/7 1",
        [495, 159858],
    ),
]


@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_perft(text: str, counts: list[int]) -> None:
    pos = PodsPosition.from_text(text)
    for depth, count in enumerate(counts, 1):
        assert perft(pos, depth) == count, f"depth {depth}"


@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_perft_of_the_oracle(text: str, counts: list[int]) -> None:
    """The numbers are the oracle's, too (all depths were compared once; here what is quick)."""
    pos = PodsPosition.from_text(text)
    for depth, count in enumerate(counts, 1):
        if count < 50_000:
            assert plain_perft(plain_board(pos), pos.side, depth) == count, f"depth {depth}"
