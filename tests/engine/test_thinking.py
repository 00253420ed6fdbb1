"""Analysis as requests ask for it: the same as in Python, within bounds."""

import json
from time import perf_counter
from typing import Any

import pytest

from abstractplay_hex import analysis, new_game
from abstractplay_hex.codec import validate
from abstractplay_hex.engine import Engine, thinking
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.players import Budget
from tests.engine.asking import ask
from tests.games import KINDS, kind_id, played

FEW = {"simulations": 3}


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_it_is_the_analysis_of_the_library(kind: tuple[str, tuple[str, ...]]) -> None:
    game = played(kind, 5, 4)
    engine, state = Engine(), game.serialize()
    found = ask(engine, state=state, method="evaluate", args=[FEW, 7])["result"]
    assert found == analysis.evaluate(game, Budget(simulations=3), seed=7).to_dict()
    validate(found, "analysis-1")
    found = ask(engine, state=state, method="review", args={"budget": FEW})["result"]
    assert found == analysis.review(game, Budget(simulations=3)).to_dict()
    validate(found, "review-1")


def test_without_a_budget_it_takes_its_usual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "USUAL", 0.01)
    moves: list[str] = ["g7", "h7"]
    budgets: list[list[Any]] = [[], [None], [{}], [{"seconds": None}]]
    for given in budgets:
        found = ask(Engine(), game="pods", moves=moves, method="evaluate", args=given)["result"]
        assert found["simulations"] > 0
    assert len(ask(Engine(), game="pods", moves=moves, method="review")["result"]["plies"]) == 2


@pytest.mark.parametrize("method", ["evaluate", "review"])
@pytest.mark.parametrize(
    ("args", "code"),
    [
        ([5], "engine.expected"),
        (["1"], "engine.expected"),
        ([[]], "engine.expected"),
        ([{"nodes": 5}], "engine.argument-unknown"),
        ([{"seconds": 1e9}], "players.seconds"),
        ([{"seconds": 0}], "players.seconds"),
        ([{"seconds": True}], "players.seconds"),
        ([{"seconds": "1"}], "players.seconds"),
        ([{"simulations": 0}], "argument.whole-number"),
        ([{"simulations": 1.5}], "argument.whole-number"),
        ([FEW, 1.5], "argument.seed"),
        ([FEW, "x" * 1001], "argument.seed"),
        ([FEW, 1, 2], "engine.arguments"),
    ],
)
def test_what_is_no_budget_is_told(method: str, args: list[Any], code: str) -> None:
    answer = ask(Engine(), game="pods", moves=["g7"], method=method, args=args)
    assert answer["error"]["code"] == code


def test_a_game_without_plies_is_not_reviewed() -> None:
    answer = ask(Engine(), game="pods", method="review", args=[FEW])
    assert answer["error"]["code"] == "analysis.no-plies"


def test_one_request_thinks_for_ten_minutes_at_most() -> None:
    usual = Budget(seconds=1.0)
    assert thinking.budget_of({"seconds": 600}, usual).seconds == 600
    assert thinking.budget_of({"simulations": 9}, usual, 100) == Budget(6.0, 9)
    with pytest.raises(ArgumentError) as caught:
        thinking.budget_of({"seconds": 6.01}, usual, 100)
    assert caught.value.params == {"most": 6.0}


def test_a_ply_a_step_is_the_same_review() -> None:
    game = played(KINDS[0], 5, 6)
    steps = thinking.reviewing(game, FEW)
    plies = tuple(next(steps) for _ in range(game.ply))
    with pytest.raises(StopIteration) as end:
        next(steps)
    whole = analysis.review(game, Budget(simulations=3))
    assert (end.value.value, plies) == (whole, whole.plies)


def test_faults_are_told_before_the_first_step() -> None:
    with pytest.raises(ArgumentError):
        thinking.reviewing(new_game("pods"), FEW)
    with pytest.raises(ArgumentError):
        thinking.reviewing(new_game("pods").move("g7"), {"seconds": -1})


def test_all_that_is_asked_for_in_one_go_thinks_as_long_as_one_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "MOST_THOUGHT", 0.5)
    call = {"method": "evaluate", "args": [{"seconds": 0.2}]}
    several = {"game": "pods", "calls": [call] * 9}
    for asked in (several, [{"game": "pods", **call}] * 9):
        began = perf_counter()
        answer = json.loads(Engine().answer(json.dumps(asked).encode()).text)
        assert perf_counter() - began < 5
        last = answer["error"] if isinstance(answer, dict) else answer[-1]["error"]
        assert last["code"] in ("engine.thought", "players.seconds")
    suggested = {"game": "pods", "method": "suggest", "args": ["level:1"]}
    monkeypatch.setattr(thinking, "MOST_THOUGHT", 0)
    answer = json.loads(Engine().answer(json.dumps(suggested).encode()).text)
    assert answer["error"]["code"] == "engine.thought"
