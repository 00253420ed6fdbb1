"""Puzzles: one turn far above all others, by a first look and by one ten times as long."""

from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import ArgumentError, new_game
from abstractplay_hex.analysis.puzzles import puzzles
from abstractplay_hex.codec import validate
from abstractplay_hex.players import Budget, Line, Thinking
from tests.analysis.games import QUICK, some_game


def oracle(
    first: dict[str, float], closer: dict[str, float] | None = None
) -> Callable[..., Thinking[Any]]:
    """Return a search that knows what turns at the start of Pods are worth, more or less closely."""

    def answer(rules: Any, position: Any, budget: Budget, **options: Any) -> Thinking[Any]:
        values = first if budget.simulations == 1 or closer is None else closer
        assert budget.simulations in (1, 10)
        start = rules.initial(rules.setup())
        if position == start:
            order = sorted(values, key=lambda turn: -values[turn])
            lines = [Line((rules.read_turn(start, t),), 9, (values[t], -values[t])) for t in order]
            return Thinking(tuple(lines[: options["lines"]]), (0.0, 0.0), 9, 9, 0.1, 9)
        known = {rules.after(start, rules.read_turn(start, turn)): turn for turn in values}
        value = values.get(known.get(position, ""), 0.0)
        return Thinking((), (value, -value), 9, 9, 0.1, 9)

    return answer


@pytest.mark.parametrize(
    ("first", "closer", "found"),
    [
        ({"g7": 0.6, "a1": 0.1}, None, True),
        ({"g7": 0.6, "a1": 0.4}, None, False),  # not far enough
        ({"g7": -0.1, "a1": -0.6}, None, False),  # neither wins nor saves
        ({"g7": 0.6, "a1": 0.1}, {"g7": 0.6, "a1": 0.5}, False),  # not so by a closer look
        ({"g7": 0.6, "a1": 0.1}, {"g7": 0.1, "a1": 0.6}, False),  # another turn
        ({"a1": 0.6, "m7": 0.6, "g7": 0.1}, None, True),  # the same one twice
        ({"g7": 0.6}, None, False),  # no choice
    ],
)
def test_what_is_a_puzzle(
    first: dict[str, float], closer: dict[str, float] | None, found: bool
) -> None:
    game = new_game("pods").move("c3")
    made = list(puzzles(game, Budget(simulations=1), thinker=oracle(first, closer), source="x"))
    assert bool(made) is found
    for puzzle in made:
        assert (puzzle.solution.turn, puzzle.ply, puzzle.source) == (
            max(first, key=lambda t: first[t]),
            0,
            "x",
        )
        assert puzzle.lead == pytest.approx(0.5)
        validate(puzzle.to_dict(), "puzzle-1")


def test_puzzles_of_games_can_be_solved() -> None:
    game = some_game("dendria", ("size-5",), 50, "mixed")
    before = game.serialize()
    found = list(puzzles(game, QUICK, lead=0.05))
    assert game.serialize() == before
    assert found
    for puzzle in found:
        validate(puzzle.to_dict(), "puzzle-1")
        begun = new_game(puzzle.game, puzzle.variants, position=puzzle.position)
        assert begun.currplayer == puzzle.player
        assert {puzzle.solution.turn, puzzle.second.turn} <= {*begun.moves()}
        assert begun.move(puzzle.solution.turn).lastmove == puzzle.solution.turn
        seat = puzzle.player - 1
        assert puzzle.solution.advantage[seat] >= 0
        assert puzzle.lead >= 0.05


def test_a_game_over_at_once_has_none() -> None:
    assert list(puzzles(new_game("pods").resign(1), QUICK))[1:] == []


@pytest.mark.parametrize("lead", [0, -1, 2.1, float("nan"), True, "1"])
def test_leads_out_of_range(lead: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        next(puzzles(some_game(), QUICK, lead=lead))
    assert caught.value.code == "analysis.lead"


def test_wrong_arguments_are_refused_at_once() -> None:
    with pytest.raises(ArgumentError):
        puzzles(some_game(), Budget(simulations=0))
