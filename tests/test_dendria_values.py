"""What turns of Dendria are worth, from what they change alone, and positions from scratch: the same."""

import random
from itertools import islice

import pytest

from abstractplay_hex import Setup, get_rules
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.group_sizes import GroupSizes, group_sizes
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from abstractplay_hex.games.dendria.ranking import MOST
from tests.bench.dendria_stress import stress_positions, twelve_open_conversions

RULES = get_rules("dendria")


def games(variants: list[str], seed: int, most: int = 250) -> list[DendriaPosition]:
    """Return the positions of a game in which the best turn alternates with a random one."""
    rng = random.Random(seed)
    position = RULES.initial(Setup(tuple(variants)))
    found: list[DendriaPosition] = []
    while RULES.outcome(position) is None and len(found) < most:
        turn = RULES.random_turn(position, rng)
        if isinstance(position, DendriaPosition):
            found.append(position)
            if rng.random() < 0.5:
                turn = next(iter(RULES.rank(position)))[0]
        position = RULES.after(position, turn)
    return found


def check(position: DendriaPosition) -> None:
    ranked = list(RULES.rank(position))
    turns = [turn for turn, _ in ranked]
    assert len(turns) == len(set(turns)) <= MOST
    values = [value for _, value in ranked]
    assert values == sorted(values, reverse=True)
    legal = list(islice(RULES.legal_turns(position), 201))
    if len(legal) <= 200:
        assert set(turns) == set(legal)
    for turn, value in ranked[:: 1 + len(ranked) // 100]:
        there = RULES.after(position, turn)
        assert RULES.evaluate(there)[position.side - 1] == pytest.approx(value, abs=1e-12), turn


@pytest.mark.parametrize("variants", [["size-5"], [], ["modular-10"], ["modular-7"]])
def test_turns_are_worth_what_the_positions_after_them_are(variants: list[str]) -> None:
    for position in games(variants, 1)[::4]:
        check(position)


def test_turns_of_odd_positions_are_worth_what_the_positions_after_them_are() -> None:
    for position in stress_positions(7, 24):
        check(position)


def test_where_conversions_abound_each_action_is_looked_at() -> None:
    position = twelve_open_conversions()
    turns = [turn.text for turn, _ in RULES.rank(position)]
    assert len(turns) == MOST
    sown = {text.split(",")[0] for text in turns if "=" in text}
    assert len(sown) > 5


def test_sizes_of_groups_are_those_of_the_layout() -> None:
    rng = random.Random(3)
    for position in stress_positions(8, 30):
        board = position.board
        mask = board.land & rng.getrandbits(board.land.bit_length())
        for pieces in (mask, mask & rng.getrandbits(mask.bit_length()), *position.seeds, 0):
            expected = {group.bit_count() for group in board.layout.groups(pieces)}
            assert group_sizes(board, pieces) == expected
            # However the pieces have changed since they were counted.
            for before in (position.seeds[0], mask, pieces, 0):
                assert GroupSizes(board, before)(pieces) == expected


def at(text: str) -> DendriaPosition:
    return position_from_text(text, ["size-5"])


def test_passing_is_worth_what_the_other_makes_of_it() -> None:
    # Light is ahead and can end the game if Dark passes: no other turn is as bad.
    ranked = list(RULES.rank(at("t4/6/7/8/9/8/7/6/5 D 0 L")))
    assert ranked[-1][0].text == "pass"
    assert -1 < ranked[-1][1] < -0.99
    # After a pass, who is ahead passes and has won; who is behind does not.
    first, value = next(iter(RULES.rank(at("t4/6/7/8/9/8/7/6/5 L 1 D"))))
    assert (first.text, value) == ("pass", 1)
    *_, (last, value) = RULES.rank(at("T4/6/7/8/9/8/7/6/5 L 1 D"))
    assert (last.text, value) == ("pass", -1)


@pytest.mark.parametrize("variants", [["modular-7"], ["modular-19", "solo"]])
def test_a_board_being_built_is_worth_nothing_and_turns_what_an_empty_one_is(
    variants: list[str],
) -> None:
    building = RULES.initial(Setup(tuple(variants)))
    assert isinstance(building, Construction)
    assert RULES.evaluate(building) == (0, 0)
    found = list(islice(RULES.rank(building), 100))
    empty = RULES.evaluate(RULES.after(building, found[0][0]))[RULES.to_move(building) - 1]
    assert {value for _, value in found} == {empty}
    assert (empty != 0) is ("solo" in variants)
    assert len(found) == len({turn for turn, _ in found}) == (100 if "solo" in variants else 1)
