"""What helps with a turn under way: beginnings, why not, what is missing."""

import random
from typing import Any

import pytest

from abstractplay_hex import new_game
from abstractplay_hex.guiding import beginnings, missing, why_not
from tests.conftest import fixture_games
from tests.games import KINDS, kind_id, played, some_moves


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_every_beginning_of_a_turn_as_it_is_typed_is_one(kind: Any) -> None:
    game, rng = played(kind, 5, 12), random.Random(4)
    turns = some_moves(game, 400)
    for turn in {*rng.sample(turns, min(4, len(turns))), max(turns, key=len)}:
        for end in range(1, len(turn) + 1):
            said = missing(game, turn[:end])
            assert said, turn[:end]
            judged = game.validate_move(turn[:end])
            assert judged.valid or said != judged.message
        assert missing(game, f" {turn.upper()} ")


def test_long_turns_with_conversions_are_typed_without_an_error() -> None:
    for data in fixture_games("dendria-20261129.jsonl"):
        game = new_game("dendria", data["variants"])
        longest = max(range(len(data["plies"])), key=lambda n: len(data["plies"][n]["move"]))
        for ply in data["plies"][:longest]:
            game.move(ply["move"], trusted=True)
        turn = data["plies"][longest]["move"]
        wrong = [turn[:end] for end in range(1, len(turn) + 1) if not missing(game, turn[:end])]
        assert wrong == []


@pytest.mark.parametrize("text", ["z", "g7-z", "g7-h8-", "x y", "é", "a1", "gg", "9", "g7-h8-h9"])
def test_what_can_become_no_turn_is_none(text: str) -> None:
    game = new_game("pods").move("g7").move("h7")
    assert missing(game, text) is None


def test_odd_texts_and_games_that_are_over_are_answered_too() -> None:
    game = new_game("pods")
    odd: Any
    for odd in (None, 7, "x" * 100_000, "\x00", "g7" * 3000):
        assert missing(game, odd) is None
    assert missing(game, "") == game.validate_move("").message
    game.resign(1)
    assert missing(game, "g") is None
    assert beginnings(game) == []


def test_what_is_missing_is_that_of_the_part_that_stands() -> None:
    game = new_game("pods").move("g7").move("h7")
    assert missing(game, "g7-h") == game.validate_move("g7").message
    dendria = new_game("dendria", ("size-5",))
    assert missing(dendria, "pas") == dendria.validate_move("").message
    building = new_game("dendria", ("modular-7",))
    assert missing(building, "m0,") == building.validate_move("m0,").message


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_turns_begin_just_where_a_click_is_accepted(kind: Any) -> None:
    game = played(kind, 3, 10)
    begin = set(beginnings(game))
    assert begin
    for place in game.titles():
        refused = why_not(game, "", *place)
        assert (refused is None) == (place in begin)
        assert refused is None or (refused.message and refused.move == "")


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_helping_changes_nothing(kind: Any) -> None:
    game = played(kind, 6, 8)
    turn = some_moves(game, 1)[0]
    game.move(turn, partial=True)
    before = game.render(), game.serialize()
    beginnings(game)
    missing(game, turn[:1])
    why_not(game, turn, 0, 0)
    assert (game.render(), game.serialize()) == before
