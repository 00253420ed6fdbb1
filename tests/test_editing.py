"""Positions set up by hand: what rules say of it, for both games and games of stones."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

from abstractplay_hex import Setup, get_rules, new_game
from abstractplay_hex.errors import PositionError
from abstractplay_hex.rules.interface import Scene
from abstractplay_hex.rules.stones import StoneBoard, StoneRules, Stones, hexagon_board
from tests.nim import NimRules
from tests.y_game import YRules

GAMES = [
    ("pods", ()),
    ("dendria", ()),
    ("dendria", ("size-5",)),
    ("dendria", ("modular-7",)),
]


def editing_of(uid: str, variants: tuple[str, ...]) -> Any:
    rules = get_rules(uid)
    editing = rules.editing(rules.setup(variants))
    assert editing is not None
    return editing


@pytest.mark.parametrize(("uid", "variants"), GAMES)
def test_any_position_of_play_can_be_set_up(uid: str, variants: tuple[str, ...]) -> None:
    """From the empty board, cell by cell, to what a game has come to."""
    rules, rng = get_rules(uid), random.Random(5)
    setup = rules.setup(variants)
    editing = editing_of(uid, variants)
    game = new_game(uid, variants)
    while len(game.stack) < 40:
        game.move(str(game.random_move(rng)))
    goal = game.position()
    pieces = [held.sign for held in editing.held if held.seat]
    # Each piece is taken away, then put again.
    text, wanted = goal, []
    for place in editing.titles(editing.read(goal)):
        for sign in pieces:
            if editing.put(text, place, sign) == text:
                text = editing.put(text, place, "")
                wanted.append((place, sign))
                break
    assert wanted
    assert not set(pieces) & set(text.split(" ")[0])
    for place, sign in wanted:
        text = editing.put(text, place, sign)
    assert text == goal
    assert rules.position_text(rules.read_position(text, setup)) == goal


@pytest.mark.parametrize(("uid", "variants"), GAMES)
def test_an_empty_board_is_drawn_and_can_be_played_from(
    uid: str, variants: tuple[str, ...]
) -> None:
    rules, editing = get_rules(uid), editing_of(uid, variants)
    text = editing.cleared()
    position = editing.read(text)
    assert rules.position_text(position) == text
    assert new_game(uid, variants, position=text).count_moves() > 0
    render = editing.draw(position) or rules.draw(Scene(position))
    assert "\n" in render["pieces"]
    for choice in editing.choices:
        for option in choice.options:
            changed = editing.choose(text, choice.name, option.value)
            assert editing.chosen(editing.read(changed))[choice.name] == option.value
            assert option.said
    assert all(held.said for held in editing.held)


@pytest.mark.parametrize(("uid", "variants"), GAMES)
def test_what_cannot_be_is_refused(uid: str, variants: tuple[str, ...]) -> None:
    editing = editing_of(uid, variants)
    text = editing.cleared()
    place = next(iter(editing.titles(editing.read(text))))
    changes: tuple[tuple[Callable[[], str], str], ...] = (
        (lambda: editing.put(text, place, "?"), "editing.sign"),
        (lambda: editing.put(text, (99, 0), ""), "editing.place"),
        (lambda: editing.put(text, (-1, -1), ""), "editing.place"),
        (lambda: editing.choose(text, "nothing", "1"), "editing.choice"),
        (lambda: editing.choose(text, "side", "7"), "editing.value"),
    )
    for change, code in changes:
        with pytest.raises(PositionError) as caught:
            change()
        assert caught.value.code == code
    with pytest.raises(PositionError):
        editing.put("nonsense", place, "")


def test_land_is_added_and_taken_away() -> None:
    rules, editing = get_rules("dendria"), editing_of("dendria", ("modular-7",))
    setup = rules.setup(("modular-7",))
    rng, text = random.Random(6), editing.cleared()
    grown = shrunk = refused = 0
    for _ in range(120):
        position = editing.read(text)
        before = position.board.land.bit_count()
        place = rng.choice(sorted(editing.titles(position)))
        sign = rng.choice(["~", "", "T", "s"])
        try:
            text = editing.put(text, place, sign)
        except PositionError as error:
            assert error.code in ("dendria.position.disconnected", "dendria.position.too-much-land")
            refused += 1
            continue
        after = rules.read_position(text, setup)
        assert rules.position_text(after) == text
        change = after.board.land.bit_count() - before
        assert abs(change) <= 1
        grown += change > 0
        shrunk += change < 0
    assert grown > 5
    assert shrunk > 5
    assert refused


def test_an_island_that_is_built_is_not_set_up() -> None:
    rules, editing = get_rules("dendria"), editing_of("dendria", ("modular-7",))
    start = rules.position_text(rules.initial(rules.setup(("modular-7",))))
    position = editing.read(start)
    assert editing.holds(position) == ()
    assert editing.chosen(position) == {}
    assert editing.draw(position) is None
    assert editing.titles(position)
    with pytest.raises(PositionError):
        editing.put(start, (0, 0), "")


@frozen
class Counted(Stones):
    """Stones, and how many were captured."""

    captured: int = 0


class CountedRules(StoneRules[Counted]):
    """Stones are captured here, it is not said how."""

    position_type = Counted
    info = YRules.info

    def board(self, setup: Setup) -> StoneBoard:
        return hexagon_board(3)

    def outcome(self, position: Counted) -> None:
        return None


def test_games_of_stones_have_it() -> None:
    rules = YRules()
    setup = Setup(seats=2)
    editing = rules.editing(setup)
    text = editing.cleared()
    for place, sign in (((0, 0), "A"), ((4, 2), "B"), ((8, 8), "A"), ((0, 0), "")):
        text = editing.put(text, place, sign)
    assert text == "1/2/3/4/2B2/6/7/8/8A 1"
    assert editing.choose(text, "side", "2").endswith(" 2")
    position = rules.read_position(text, setup)
    assert editing.titles(position)[8, 8].endswith("stone of player 1")
    # A game that is over can be set up, but not begun.
    for col in range(9):
        text = editing.put(text, (8, col), "A")
    for row in range(9):
        text = editing.put(text, (row, 0), "A")
    editing.read(text)
    with pytest.raises(PositionError) as caught:
        rules.read_position(text, setup)
    assert caught.value.code == "stones.position.over"


def test_what_else_stones_remember_is_a_number() -> None:
    rules = CountedRules()
    editing = rules.editing(Setup(seats=2))
    text = editing.choose(editing.cleared(), "captured", "12")
    assert text == "3/4/5/4/3 1 12"
    for bad in ("-1", "01", "x", "9999999999", ""):
        with pytest.raises(PositionError):
            editing.choose(text, "captured", bad)


def test_other_games_say_nothing() -> None:
    assert NimRules().editing(Setup()) is None
