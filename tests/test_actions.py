"""Turns as actions: every legal turn can be come to, and whoever takes legal actions comes to one."""

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abstractplay_hex import Setup, get_rules
from abstractplay_hex.board import DIRECTIONS
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.rules.actions import Acting, Actions
from tests.test_symmetry import EVERY, kinds, position_after, seeds

plies = st.integers(0, 45)
LISTED = 1500


def actions_of(kind: Any) -> Actions[Any, Any]:
    rules, setup = kind
    found: Actions[Any, Any] | None = rules.actions(setup)
    assert found is not None
    return found


def stroll(actions: Actions[Any, Any], position: Any, rng: random.Random) -> Acting[Any, Any]:
    """Take legal actions by lot until the turn is whole."""
    now = actions.begin(position)
    for _ in range(actions.longest):
        legal = actions.legal(now)
        assert legal, "a dead end"
        assert legal == sorted(set(legal))
        assert 0 <= legal[0] <= legal[-1] < actions.count
        names = [actions.name(now, action) for action in legal]
        assert len(set(names)) == len(names)
        now = actions.act(now, rng.choice(legal))
        if now.turn is not None:
            assert actions.legal(now) == []
            return now
    pytest.fail("a turn of more actions than there may be")


@given(kinds, seeds, plies, st.randoms())
def test_whoever_takes_legal_actions_comes_to_a_legal_turn(
    kind: Any, seed: int, plies: int, rng: random.Random
) -> None:
    rules, actions = kind[0], actions_of(kind)
    position = position_after(kind, seed, plies)
    if rules.outcome(position) is not None:
        assert actions.legal(actions.begin(position)) == []
        return
    if not actions.legal(actions.begin(position)):
        assert not rules.count_turns(position)
        return
    for _ in range(8):
        turn = stroll(actions, position, rng).turn
        assert rules.interpret(position, rules.write(turn)).turn == turn


@given(kinds, seeds, plies, st.randoms())
def test_every_legal_turn_can_be_come_to(
    kind: Any, seed: int, plies: int, rng: random.Random
) -> None:
    rules, actions = kind[0], actions_of(kind)
    position = position_after(kind, seed, plies)
    turns = list(islice(rules.legal_turns(position), LISTED))
    for turn in rng.sample(turns, min(len(turns), 60)):
        now = actions.begin(position)
        encoded = actions.encode(position, turn)
        assert len(encoded) <= actions.longest
        for action in encoded:
            assert action in actions.legal(now), (rules.write(turn), actions.name(now, action))
            now = actions.act(now, action)
        assert now.turn == turn


@given(kinds, seeds, plies)
def test_what_actions_lead_to_is_all_that_is_legal(kind: Any, seed: int, plies: int) -> None:
    """Where there are not too many: the positions that are come to are those of the list."""
    rules, actions = kind[0], actions_of(kind)
    position = position_after(kind, seed, plies)
    if isinstance(position, Construction) and position.solo:
        return
    listed = list(islice(rules.legal_turns(position), 400))
    if len(listed) == 400:
        return
    found, todo = set(), [actions.begin(position)]
    for _ in range(20_000):
        if not todo:
            break
        now = todo.pop()
        if now.turn is not None:
            found.add(rules.after(position, now.turn))
        todo += [actions.act(now, action) for action in actions.legal(now)]
    assert found <= {rules.after(position, turn) for turn in listed}
    if not todo:
        assert len(found) == len(listed)


@given(kinds, seeds, plies, st.randoms())
def test_planes_show_each_cell_where_its_neighbours_are_beside_it(
    kind: Any, seed: int, plies: int, rng: random.Random
) -> None:
    rules, actions = kind[0], actions_of(kind)
    position = position_after(kind, seed, plies)
    now = actions.begin(position)
    for _ in range(rng.randrange(4)):
        legal = actions.legal(now)
        if legal:
            now = actions.act(now, rng.choice(legal))
    rows, columns = actions.shape
    for seat in range(1, rules.seats_at(position) + 1):
        seen = actions.see(now, seat)
        assert len(seen.masks) == len(actions.planes)
        assert len(seen.numbers) == len(actions.numbers)
        assert all(0 <= number <= 1 for number in seen.numbers)
        for mask in seen.masks:
            assert mask >= 0
            for row in range(mask.bit_length() // seen.stride + 1):
                assert not (mask >> row * seen.stride & (1 << seen.stride) - 1) >> columns
            assert mask < 1 << rows * seen.stride


def test_planes_have_the_seats_turned() -> None:
    rules: Any = get_rules("pods")
    actions = rules.actions(Setup())
    position = position_after((rules, Setup()), 3, 24)
    for seat, (own, other) in ((1, (0, 1)), (2, (1, 0))):
        masks = actions.see(actions.begin(position), seat).masks
        owners = position.marks.owners
        assert masks[:4] == (
            position.whales[own],
            position.whales[other],
            owners[own],
            owners[other],
        )
    stones = EVERY[-1]
    position = position_after(stones, 3, 8)
    assert position.seats == 4
    seen = actions_of(stones).see(actions_of(stones).begin(position), 3)
    assert seen.masks[:4] == (*position.stones[2:], *position.stones[:2])


@pytest.mark.parametrize("kind", EVERY[:2], ids=("pods", "dendria"))
def test_planes_are_those_of_the_layout(kind: Any) -> None:
    rules, actions = kind[0], actions_of(kind)
    position = position_after(kind, 1, 0)
    layout = position.board.layout if rules.info.uid == "dendria" else None
    seen = actions.see(actions.begin(position), 1)
    land = seen.masks[actions.planes.index("land" if layout else "board")]
    cells = {divmod(bit, seen.stride) for bit in range(land.bit_length()) if land >> bit & 1}
    near = [sum((r + dr, c + dq) in cells for dq, dr in DIRECTIONS) for r, c in cells]
    side = (actions.shape[0] + 1) // 2
    assert len(cells) == 3 * side * (side - 1) + 1
    assert sorted(near) == [3] * 6 + [4] * 6 * (side - 2) + [6] * (len(cells) - 6 * (side - 1))


def test_islands_keep_to_the_frame_however_they_are_built() -> None:
    rules: Any = get_rules("dendria")
    setup = Setup(("modular-19",))
    actions = rules.actions(setup)
    for pick in (min, max, lambda legal: legal[len(legal) // 2]):
        position = rules.initial(setup)
        while isinstance(position, Construction):
            now = actions.begin(position)
            legal = actions.legal(now)
            assert len(legal) == rules.count_turns(position)
            assert 0 <= legal[0] <= legal[-1] < actions.shape[0] * actions.shape[1]
            assert actions.see(now, 1).masks[6] < 1 << actions.shape[0] * actions.shape[1]
            position = rules.after(position, actions.act(now, pick(legal)).turn)
        assert position.board.layout.stride - 1 <= actions.shape[1]


def test_pods_has_the_actions_that_its_page_says() -> None:
    rules: Any = get_rules("pods")
    actions = rules.actions(Setup())
    start = actions.begin(rules.initial(Setup()))
    assert actions.count == 127 + 127 * 127
    assert actions.legal(start) == list(range(127))
    assert actions.name(start, 0) == "m1"
    assert actions.name(start, 126) == "a7"
    assert actions.name(start, 127 + 127 * 126 + 1) == "a7-m2"
    assert get_rules("pods").write(actions.act(start, 127 + 1).turn) == "m1-m2"
