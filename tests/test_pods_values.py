"""What positions and turns of Pods are worth: many boards side by side count as one board does alone."""

import random
from collections.abc import Iterator

import pytest

from abstractplay_hex import Setup, get_rules
from abstractplay_hex.games.pods.abreast import grown, influenced, places
from abstractplay_hex.games.pods.influence import LAYOUT, fields_of, grow
from abstractplay_hex.games.pods.lanes import joined, lane_of, split
from abstractplay_hex.games.pods.position import MAJORITY, PodsPosition
from tests.bench.figures_pods import positions

RULES = get_rules("pods")


def strewn(rng: random.Random) -> PodsPosition:
    """Return a position with whales anywhere: such as come up in no game, too."""
    share, first = rng.choice((0.03, 0.1, 0.2, 0.4, 0.8)), rng.choice((0.5, 0.5, 0.2))
    whales = [0, 0]
    for cell in LAYOUT.order:
        if rng.random() < share:
            whales[rng.random() >= first] |= 1 << cell
    return PodsPosition((whales[0], whales[1]), rng.choice((1, 2)), b"")


def striped(rng: random.Random) -> PodsPosition:
    """Return a position with ties all over: lines of whales in turn, some cells left out."""
    whales = [0, 0]
    direction, gap = rng.randrange(3), rng.choice((2, 3))
    for cell, (q, r) in LAYOUT.axial.items():
        line = (q, r, q + r)[direction]
        if line % gap == 0 and rng.random() < 0.9:
            whales[line // gap % 2] |= 1 << cell
    return PodsPosition((whales[0], whales[1]), rng.choice((1, 2)), b"")


def walked(rng: random.Random) -> Iterator[PodsPosition]:
    """Yield the positions of a random game."""
    position = RULES.initial(Setup())
    while RULES.outcome(position) is None:
        yield position
        turn = RULES.random_turn(position, rng)
        if turn is None:
            return
        position = RULES.after(position, turn)


def children(position: PodsPosition) -> list[PodsPosition]:
    return [RULES.after(position, turn) for turn in RULES.legal_turns(position)]


def check(boards: list[PodsPosition]) -> None:
    """Compare the boards side by side with each alone: growing, pruning, cells to place on."""
    lanes = 2 * len(boards)
    own = joined(lane_of(board.whales[player]) for player in (0, 1) for board in boards)
    found = (split(count(own, lanes), lanes) for count in (grown, influenced, places))
    before, after, empty = ([*zip(x[: len(boards)], x[len(boards) :], strict=True)] for x in found)
    for i, board in enumerate(boards):
        first, second = board.whales
        marks = {1: first, 2: second}
        growth = grow(fields_of(board.whales))
        for cell, player in _marks_of(growth.masks):
            marks[player] |= 1 << cell
        assert before[i] == (marks[1], marks[2]), board.text
        owners = board.marks.owners
        assert after[i] == (first | owners[0], second | owners[1]), board.text
        free = board.empty
        expected = LAYOUT.majority(first, second) & free, LAYOUT.majority(second, first) & free
        assert empty[i] == expected, board.text


def _marks_of(masks: int) -> Iterator[tuple[int, int]]:
    for at in range(masks.bit_length()):
        if masks >> at & 1:
            yield at % 192, at // 192 + 1


def test_boards_of_all_kinds_count_alike_side_by_side_and_alone() -> None:
    rng = random.Random(20)
    check([strewn(rng) for _ in range(1500)] + [striped(rng) for _ in range(300)])


def test_children_of_games_count_alike_side_by_side_and_alone() -> None:
    rng = random.Random(21)
    for position in list(walked(rng))[::90]:
        if boards := children(position):
            check(boards)


@pytest.mark.parametrize("seed", range(3))
def test_one_board_alone_has_two_lanes(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        check([strewn(rng)])


def test_turns_are_worth_what_the_positions_after_them_are() -> None:
    rng = random.Random(22)
    for position in [*(p for _, p in positions()[::6]), strewn(rng), striped(rng), PodsPosition()]:
        ranked = RULES.rank(position)
        turns = [turn for turn, _ in ranked]
        assert len(turns) == len(set(turns))
        assert set(turns) == set(RULES.legal_turns(position))
        values = [value for _, value in ranked]
        assert values == sorted(values, reverse=True)
        for turn, value in ranked:
            assert RULES.evaluate(RULES.after(position, turn))[position.side - 1] == value


def test_turns_that_end_the_game_come_first_or_last() -> None:
    """A turn that wins is worth 1, one that loses -1, and no other is."""
    rng = random.Random(23)
    met = {1: 0, -1: 0, 0: 0}
    while not (met[1] and met[-1]):
        position = strewn(rng)
        if max(position.scores) >= MAJORITY or max(position.scores) < MAJORITY - 4:
            continue
        for turn, value in RULES.rank(position):
            winners = RULES.outcome(RULES.after(position, turn))
            end = 0 if winners is None else 1 if winners == (position.side,) else -1
            assert abs(value) < 1 if end == 0 else value == end
            met[end] += 1


def test_who_cannot_move_has_no_turns_to_rank() -> None:
    """Ruling P4: a player without a legal turn has none, and the position has a value all the same."""
    stuck = RULES.read_position("7/8/9/10/11/12/13/12/11/10/1WW6/1WW5/w6 2", Setup())
    assert [*RULES.rank(stuck)] == []
    first, second = RULES.evaluate(stuck)
    assert 0 < first < 1
    assert second == -first
