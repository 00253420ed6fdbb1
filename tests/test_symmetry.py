"""Images of positions, and keys: the rules are the same however the board lies."""

import random
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from abstractplay_hex import Setup, get_rules
from abstractplay_hex.board import Layout, hexagon, hexagon_names, step
from abstractplay_hex.board.symmetry import MOTIONS, Motion, cell_map, symmetries_of
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.pods.influence import LAYOUT as PODS
from abstractplay_hex.games.pods.influence import influence
from abstractplay_hex.registry import rules_of
from abstractplay_hex.rules.interface import AnyRules
from abstractplay_hex.rules.stones import (
    StoneBoard,
    Stones,
    hexagon_board,
    rectangle_board,
    rhombus_board,
    triangle_board,
)
from abstractplay_hex.rules.symmetry import stable_key
from tests.conftest import fixture_games
from tests.games import KINDS
from tests.test_stones import GAMES
from tests.y_game import YRules

BUILT_IN = [*KINDS, ("dendria", ("modular-10",))]
EVERY: list[tuple[AnyRules, Setup]] = [
    *((get_rules(uid), get_rules(uid).setup(variants)) for uid, variants in BUILT_IN),
    *((rules_of(rules), Setup(variants, seats)) for rules, variants, seats in GAMES),
]
HexGameRules = GAMES[0][0]
kinds = st.sampled_from(EVERY)
seeds = st.integers(0, 10_000)


def position_after(kind: tuple[AnyRules, Setup], seed: int, plies: int) -> Any:
    """Play random turns; on a modular board those that build it come first."""
    (rules, setup), rng = kind, random.Random(seed)
    position = rules.initial(setup)
    for _ in range(plies):
        turn = rules.random_turn(position, rng)
        if turn is None:
            break
        position = rules.after(position, turn)
    return position


def dendria_after(variant: str, seed: int, plies: int) -> Any:
    return position_after((get_rules("dendria"), Setup((variant,))), seed, plies)


@given(kinds, seeds, st.integers(0, 45), st.randoms())
def test_the_rules_are_the_same_in_the_image(
    kind: Any, seed: int, plies: int, rng: random.Random
) -> None:
    rules = kind[0]
    position = position_after(kind, seed, plies)
    one = rng.choice(rules.symmetries(position))
    image = one.position(position)
    assert rules.to_move(image) == rules.to_move(position)
    assert rules.outcome(image) == rules.outcome(position)
    for seat in range(1, rules.seats_at(position) + 1):
        assert rules.score(image, seat) == rules.score(position, seat)
    assert rules.evaluate(image) == pytest.approx(rules.evaluate(position))
    canonical = rules.canonical(position)
    assert rules.canonical(image) == rules.canonical(canonical) == canonical
    assert rules.key(rules.canonical(image)) == rules.key(rules.canonical(position))
    assert len(rules.symmetries(image)) == len(rules.symmetries(position))
    solo = isinstance(position, Construction) and position.solo
    if not solo:
        assert rules.count_turns(image) == rules.count_turns(position)
    turns = list(islice(rules.legal_turns(position), 4000))
    for turn in rng.sample(turns, min(len(turns), 20)):
        there = one.turn(position, turn)
        # It is legal, and written as its reader writes it.
        assert rules.interpret(image, rules.write(there)).turn == there
        after, expected = rules.after(image, there), one.position(rules.after(position, turn))
        if isinstance(position, Construction) and not isinstance(after, Construction):
            # The island may lie a row apart.
            after, expected = rules.canonical(after), rules.canonical(expected)
        assert after == expected
    if len(turns) < 4000 and not solo:
        reached = [rules.after(image, turn) for turn in rules.legal_turns(image)]
        assert len(reached) == len(turns)
        if {*map(type, reached)} == {type(position)}:
            images = (one.position(rules.after(position, turn)) for turn in turns)
            assert {*map(rules.key, reached)} == {*map(rules.key, images)}


@given(kinds, seeds, st.integers(0, 45))
def test_symmetries_are_a_group(kind: Any, seed: int, plies: int) -> None:
    rules = kind[0]
    position = position_after(kind, seed, plies)
    found = rules.symmetries(position)
    assert found[0].position(position) == position
    images = {rules.key(one.position(position)) for one in found}
    for one in found:
        image = one.position(position)
        assert {rules.key(two.position(image)) for two in rules.symmetries(image)} == images


def dense(rng: random.Random) -> tuple[int, int]:
    density, whales = rng.random() * 0.7, [0, 0]
    for cell in PODS.order:
        if rng.random() < density:
            whales[rng.random() < 0.5] |= 1 << cell
    return whales[0], whales[1]


@given(st.randoms())
def test_influence_does_not_depend_on_how_the_board_lies(rng: random.Random) -> None:
    """Sweeps go in the order of the board; what depends on it is pruned (rulings P6 to P8)."""
    whales = dense(rng)
    for cells in symmetries_of(PODS):
        there = influence((cells.mask(whales[0]), cells.mask(whales[1]))).owners
        assert there == tuple(map(cells.mask, influence(whales).owners))


def test_recorded_games_of_pods_score_alike_in_all_images() -> None:
    rules = get_rules("pods")
    for game in fixture_games("pods-20240802.jsonl")[:3]:
        position = rules.initial(Setup())
        for ply in game["plies"]:
            position = rules.after(position, rules.read_turn(position, ply["move"]))
            assert len({one.position(position).scores for one in rules.symmetries(position)}) == 1


# Boards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (hexagon_board(1), 12),
        (hexagon_board(4), 12),
        (triangle_board(5), 6),
        (rhombus_board(6), 4),
        (rhombus_board(4, 6), 2),
        (rectangle_board(4, 5), 2),
        (rectangle_board(4, 4), 2),
    ],
)
def test_boards_have_as_many_symmetries_as_they_look_like(board: Any, count: int) -> None:
    layout = board.layout
    found = symmetries_of(layout)
    assert len(found) == count
    for cells in found:
        assert sorted(cells.cell) == sorted(cells.cell.values()) == list(layout.order)
        for cell in layout.order:
            near = layout.adjacent[cell]
            assert cells.mask(near) == layout.adjacent[cells.cell[cell]]
            assert layout.name[cells.cell[cell]] == cells.name[layout.name[cell]]


def test_motions_are_twelve_and_keep_neighbours() -> None:
    images = {tuple(motion(step((2, -1), d)) for d in range(6)) for motion in MOTIONS}
    assert len(images) == 12
    for image in images:
        assert len(set(image)) == 6


def test_land_that_is_moved_along_is_the_same_land() -> None:
    cells = hexagon(3)
    there = [(q + 4, r - 7) for q, r in cells]
    layouts = [
        Layout(land, hexagon_names(sorted(land, key=lambda c: c[::-1]))) for land in (cells, there)
    ]
    for motion in MOTIONS:
        found = cell_map(layouts[0], motion, layouts[1])
        assert found is not None
        assert found.mask(layouts[0].land) == layouts[1].land
    assert cell_map(layouts[0], MOTIONS[0], rhombus_board(4).layout) is None


def test_islands_have_the_symmetries_that_keep_their_land() -> None:
    rules: Any = get_rules("dendria")
    building = rules.initial(rules.setup(["modular-7"]))
    assert len(rules.symmetries(building)) == 12
    flower = ["m0,0", "m3,-1", "m1,2", "m-2,3", "m-3,1", "m-1,-2", "m2,-3"]
    for text in flower:
        building = rules.after(building, rules.read_turn(building, text))
    # Seven modules around one another: the turns keep the land, but it is wound one way.
    assert len(rules.symmetries(building)) == 6
    counts = {len(rules.symmetries(dendria_after("modular-10", n, 10))) for n in range(30)}
    assert 1 in counts
    assert counts <= {1, 2, 3, 4, 6, 12}


@settings(max_examples=12)
@given(seeds, st.sampled_from(MOTIONS))
def test_islands_turned_and_mirrored_are_one(seed: int, motion: Motion) -> None:
    rules: Any = get_rules("dendria")
    building = dendria_after("modular-7", seed, 6)
    turns = [(building, rules.random_turn(building, random.Random(seed)))]
    one = rules.symmetries(building)[MOTIONS.index(motion)]
    turns.append((one.position(building), one.turn(*turns[0])))
    first, second = (rules.after(*turn) for turn in turns)
    assert rules.canonical(first) == rules.canonical(second)
    for _ in range(12):
        turn = rules.random_turn(first, random.Random(seed))
        first = rules.after(first, turn)
    assert rules.canonical(first) in {
        rules.canonical(two.position(first)) for two in rules.symmetries(building)
    }


# Games of stones ---------------------------------------------------------------------------------


@frozen
class Counting(Stones):
    """Remembers a number, which may be a cell."""

    last: int = 0


class Plain(YRules):
    """On a hexagon; nothing tells its cells apart."""

    def board(self, setup: Setup) -> StoneBoard:
        return hexagon_board(3)


class Remembering(Plain):
    position_type = Counting


@pytest.mark.parametrize(
    ("rules", "count"), [(Plain(), 12), (YRules(), 6), (HexGameRules(), 2), (Remembering(), 1)]
)
def test_stones_have_the_symmetries_that_keep_the_colours_of_sides(rules: Any, count: int) -> None:
    start = rules.initial(Setup(seats=2))
    assert len(rules.symmetries(start)) == count
    name = rules.board(Setup()).layout.names_in(rules.board(Setup()).layout.land)[0]
    images = {one.turn(start, name) for one in rules.symmetries(start)}
    assert images <= set(rules.legal_turns(start))
    assert len(images) == len({rules.after(start, turn) for turn in images})
    assert {rules.canonical(rules.after(start, turn)) for turn in images} == {
        rules.canonical(rules.after(start, name))
    }
    assert all(one.turn(start, "swap") == "swap" for one in rules.symmetries(start))


# Keys --------------------------------------------------------------------------------------------

KEYS = {
    ("pods", (), 0): 0x04C7D0332F2973EF,
    ("pods", (), 9): 0x3DFC689B6C9A4E4C,
    ("dendria", ("size-5",), 12): 0xA6B5E53965278B8A,
    ("dendria", ("modular-7",), 4): 0xA7D807B27683A93A,
    ("dendria", ("modular-7",), 20): 0xC077DCC3F79DFF24,
    ("dendria", ("modular-8", "solo"), 0): 0x023A5E056C94AB22,
}


def test_keys_never_change() -> None:
    """Books and caches keep them: who must change one says so in the changelog."""
    found = {
        (uid, variants, plies): get_rules(uid).key(
            position_after((get_rules(uid), Setup(variants)), 5, plies)
        )
        for uid, variants, plies in KEYS
    }
    assert {k: f"{v:016x}" for k, v in found.items()} == {k: f"{v:016x}" for k, v in KEYS.items()}


def test_keys_are_the_same_in_any_process() -> None:
    code = (
        "from abstractplay_hex import Setup, get_rules;"
        "r = get_rules('dendria'); print(r.key(r.initial(Setup(('size-5',)))))"
    )
    command = [sys.executable, "-c", code]
    told = {
        subprocess.run(
            command, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    rules = get_rules("dendria")
    assert told == {f"{rules.key(rules.initial(Setup(('size-5',))))}\n"}


@given(kinds, seeds, st.integers(0, 30))
def test_different_positions_have_different_keys(kind: Any, seed: int, plies: int) -> None:
    rules = kind[0]
    position = position_after(kind, seed, plies)
    texts: dict[int, Any] = {rules.key(position): position}
    assert 0 <= rules.key(position) < 1 << 64
    for turn in islice(rules.legal_turns(position), 300):
        after = rules.after(position, turn)
        assert texts.setdefault(rules.key(after), after) == after


def test_what_no_text_tells_is_in_the_key() -> None:
    rules = get_rules("dendria")
    starts = [("modular-8",), ("modular-10",), ("modular-10", "solo"), ("size-5",), ("size-6",)]
    assert len({rules.key(rules.initial(Setup(variants))) for variants in starts}) == 5
    stones = Plain()
    assert len({stones.key(stones.initial(Setup(seats=n))) for n in (2, 3, 4)}) == 3


def test_parts_of_a_key_do_not_run_together() -> None:
    assert stable_key("a", "b") != stable_key("ab")
    assert stable_key(1, 23) != stable_key(12, 3)
