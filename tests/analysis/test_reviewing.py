"""Positions analysed, games reviewed: as data, in words, and whatever is given."""

import json
import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from abstractplay_hex import ArgumentError, Game, analysis, get_rules, new_game
from abstractplay_hex.analysis import Mark
from abstractplay_hex.analysis.marks import DECIDED, LOSSES, mark_of, stretched
from abstractplay_hex.analysis.puzzles import puzzles
from abstractplay_hex.codec import validate
from abstractplay_hex.errors import StateError
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.players import Budget, Line, Thinking, think
from tests.analysis.games import QUICK, some_game, some_review
from tests.games import KINDS, kind_id, played

WRONG_BUDGETS = [
    Budget(seconds=0.0),
    Budget(seconds=-1.0),
    Budget(seconds=float("nan")),
    Budget(seconds=1e9),
    Budget(simulations=0),
    Budget(simulations=1.5),  # type: ignore[arg-type]
    Budget(seconds="1"),  # type: ignore[arg-type]
    Budget(simulations=1, nodes=0),
    Budget(),
]


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(ArgumentError) as caught:
        call()
    return caught.value.code


# ---- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_any_position_is_analysed(kind: tuple[str, tuple[str, ...]]) -> None:
    for plies in (0, 3, 14):
        game = played(kind, plies, plies)
        before = game.serialize()
        found = analysis.evaluate(game, QUICK)
        assert game.serialize() == before
        assert len(found.advantage) == game.numplayers
        assert abs(sum(found.advantage)) < 1e-9
        assert found.player == game.currplayer
        assert 1 <= len(found.lines) <= 3
        for line in found.lines:
            after = game.clone()
            for turn in line.turns:
                after.move(turn)  # each is legal, and written canonically
                assert after.lastmove == turn
        data = found.to_dict()
        validate(data, "analysis-1")
        assert json.loads(json.dumps(data)) == data
        assert new_game(kind[0], kind[1], position=found.position).position() == found.position


def test_the_ply_looked_at_is_analysed() -> None:
    game = some_game().clone()
    early = analysis.evaluate(game.load(2), QUICK)
    assert (early.ply, early.position) == (2, game.position())
    there = analysis.evaluate(new_game("pods", position=early.position), QUICK)
    assert early == evolve(there, ply=2)


@pytest.mark.parametrize(
    ("end", "advantage"),
    [("resign", (-1.0, 1.0)), ("draw", (0.0, 0.0)), ("abandoned", (0.0, 0.0))],
)
def test_after_the_end_it_is_the_outcome(end: str, advantage: tuple[float, ...]) -> None:
    game = some_game().clone()
    getattr(game, end)(*([1] if end == "resign" else []))
    found = analysis.evaluate(game, QUICK)
    assert (found.advantage, found.lines) == (advantage, ())
    validate(found.to_dict(), "analysis-1")
    last = analysis.review(game, QUICK).plies[-1]
    assert (last.move, last.advantage, last.loss, last.mark) == (end, advantage, None, None)


@pytest.mark.parametrize("budget", WRONG_BUDGETS, ids=str)
def test_budgets_out_of_range(budget: Budget) -> None:
    codes = {"players.seconds", "argument.whole-number", "players.no-budget"}
    assert refused(lambda: analysis.evaluate(some_game(), budget)) in codes
    assert refused(lambda: analysis.review(some_game(), budget)) in codes


@pytest.mark.parametrize("what", [None, "pods", 5])
def test_what_is_no_game_or_no_budget(what: Any) -> None:
    for call in (analysis.evaluate, analysis.review, puzzles):
        with pytest.raises(ArgumentError) as caught:
            call(what)
        assert caught.value.code == "argument.game"
        with pytest.raises(ArgumentError) as caught:
            call(new_game("pods").move("g7"), what)
        assert caught.value.code == "players.budget"


def test_a_game_without_plies() -> None:
    assert refused(lambda: analysis.review(new_game("pods"), QUICK)) == "analysis.no-plies"


# ---- reviews ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_any_game_is_reviewed(kind: tuple[str, tuple[str, ...]]) -> None:
    game = played(kind, 5, 12)
    before = game.serialize()
    told: list[int] = []
    found = analysis.review(game, QUICK, told=lambda ply: told.append(ply.ply))
    assert game.serialize() == before
    assert told == [ply.ply for ply in found.plies] == list(range(1, len(game.stack)))
    assert [ply.move for ply in found.plies] == [ply.lastmove for ply in game.stack[1:]]
    assert [ply.player for ply in found.plies] == [a.currplayer for a, _ in pairwise(game.stack)]
    for ply in found.plies:
        assert ply.best is not None
        assert ply.loss is not None
        assert ply.loss >= 0
        assert (ply.best.turn == ply.move) <= (ply.loss == 0)
        if ply.mark not in (None, Mark.ONLY_MOVE):
            seat = ply.player - 1
            better = ply.best.advantage[seat] - ply.advantage[seat]
            assert better == pytest.approx(ply.loss)
    assert len(found.curve) == len(game.stack)
    data = found.to_dict()
    validate(data, "review-1")
    assert json.loads(json.dumps(data)) == data
    assert pickle.loads(pickle.dumps(found)) == found
    total = sum(summary["turns"] for summary in data["players"])
    assert total == len(found.plies)


def test_the_same_seed_and_simulations_review_the_same() -> None:
    budget = Budget(simulations=3)
    game = some_game("dendria", ("modular-7",), 10)
    assert analysis.review(game, budget, seed=4) == analysis.review(game, budget, seed=4)


def test_three_players(last_stand: str) -> None:
    game = some_game(last_stand, (), 6, "random")
    found = analysis.review(game, Budget(simulations=4))
    assert found.seats == game.numplayers == 3
    assert {len(at) for at in found.curve} == {3}
    validate(found.to_dict(), "review-1")
    assert analysis.curve_svg(found).count('stroke-width="1.8"') == 3
    assert "<svg" in analysis.report_html(found, game)


def test_whoever_resigns_is_named(last_stand: str) -> None:
    game = new_game(last_stand).resign(3)
    (ply,) = analysis.review(game, QUICK).plies
    assert (ply.player, ply.move, ply.loss) == (3, "resign", None)
    assert ply.advantage == (0.25, 0.25, -0.5)  # the others share the win


def test_interrupted_anywhere_it_ends_at_once() -> None:
    count = 0

    def weary(*args: Any, **options: Any) -> Thinking[Any]:
        nonlocal count
        count += 1
        if count == 5:
            raise KeyboardInterrupt
        return think(*args, **options)

    game = some_game()
    before = game.serialize()
    with pytest.raises(KeyboardInterrupt):
        analysis.review(game, QUICK, thinker=weary)
    assert game.serialize() == before


def oracle(values: dict[str, float]) -> Callable[..., Thinking[Any]]:
    """Return a search that knows what each first turn of Pods is worth to player 1; others are worth 0."""

    def answer(rules: Any, position: Any, budget: Budget, **options: Any) -> Thinking[Any]:
        start = rules.initial(rules.setup())
        if position == start:
            order = sorted(values, key=lambda turn: -values[turn])
            lines = [
                Line((rules.read_turn(start, turn),), 9, (values[turn], -values[turn]))
                for turn in order[: options["lines"]]
            ]
            best = values[order[0]]
            return Thinking(tuple(lines), (best, -best), 9, 9, 0.1, 9)
        known = {rules.after(start, rules.read_turn(start, turn)): turn for turn in values}
        value = values.get(known.get(position, ""), 0.0)
        return Thinking((), (value, -value), 9, 9, 0.1, 9)

    return answer


@pytest.mark.parametrize(
    ("values", "move", "mark", "loss"),
    [
        ({"g7": 0.5, "a1": 0.5, "c3": 0.4}, "g7", None, 0.0),
        ({"g7": 0.5, "a1": 0.5, "c3": 0.4}, "c3", Mark.INACCURACY, 0.1),
        ({"g7": 0.5, "a1": 0.45, "c3": 0.33}, "c3", Mark.MISTAKE, 0.17),
        ({"g7": 0.5, "a1": 0.45, "c3": 0.1}, "c3", Mark.BLUNDER, 0.4),
        ({"g7": 0.5, "a1": 0.45, "c3": 0.46}, "c3", None, 0.04),
        ({"g7": 0.5, "a1": 0.1, "c3": 0.0}, "g7", Mark.ONLY_MOVE, 0.0),
        # the same place, seen from another side, is no other turn
        ({"a1": 0.5, "m7": 0.5, "g7": 0.1}, "a1", Mark.ONLY_MOVE, 0.0),
        ({"g7": 0.5}, "g7", None, 0.0),  # no choice
        # near the ends of the scale little is much, but a decided game is decided
        ({"g7": 0.97, "a1": 0.96, "c3": 0.85}, "c3", Mark.BLUNDER, 0.12),
        ({"g7": 0.97, "a1": 0.96, "c3": 0.9}, "c3", Mark.MISTAKE, 0.07),
        ({"g7": 0.97, "a1": 0.96, "c3": 0.95}, "c3", None, 0.02),
        ({"g7": 1.0, "a1": 1.0, "c3": 0.99}, "c3", None, 0.01),
        ({"g7": -0.99, "a1": -0.99, "c3": -1.0}, "c3", None, 0.01),
    ],
)
def test_marks(values: dict[str, float], move: str, mark: Mark | None, loss: float) -> None:
    game = new_game("pods").move(move)
    (ply,) = analysis.review(game, thinker=oracle(values)).plies
    assert ply.mark is mark
    assert ply.loss == pytest.approx(loss)
    assert ply.best is not None
    assert ply.best.turn == max(values, key=lambda turn: values[turn])


def test_a_turn_that_a_closer_look_likes_better_loses_nothing() -> None:
    """The search had overlooked it: then it is the best one, and told as such."""
    game = new_game("pods").move("c3")
    knows = oracle({"g7": 0.3, "a1": 0.2})

    def thinker(rules: Any, position: Any, *args: Any, **options: Any) -> Thinking[Any]:
        found = knows(rules, position, *args, **options)
        played = position == game.stack[1].position
        return evolve(found, values=(0.4, -0.4)) if played else found

    (ply,) = analysis.review(game, thinker=thinker).plies
    assert (ply.loss, ply.mark) == (0.0, None)
    assert [line.turn for line in ply.lines] == ["c3", "g7"]


def test_marks_judge_what_squashing_hides() -> None:
    for low, high in pairwise([-1.0, -0.99, -0.5, 0.0, 0.5, 0.97, 1.0]):
        assert stretched(low) <= stretched(high)
    assert stretched(1.0) == stretched(DECIDED) == -stretched(-1.0)
    assert stretched(0.95) - stretched(0.9) > stretched(0.05) - stretched(0.0)
    for losses in (
        [one.stretched for one in LOSSES.values()],
        [one.plain for one in LOSSES.values()],
    ):
        assert losses == sorted(losses, reverse=True)
    assert mark_of(0.2, 0.2) is None
    assert mark_of(0.0, 0.0, -0.3) is Mark.ONLY_MOVE
    assert mark_of(0.0, -0.5, -0.9) is Mark.BLUNDER


def test_marks_have_signs_and_names() -> None:
    assert [mark.sign for mark in Mark] == ["□", "?!", "?", "??"]
    with language("de"):
        assert Mark.BLUNDER.said == "Grober Fehler"


@pytest.mark.parametrize("uid", ["pods", "dendria"])
def test_a_planted_blunder_is_found(uid: str) -> None:
    """Short: the measure with its interval is ``python tools/review.py``."""
    rules = get_rules(uid)
    variants = ("size-5",) if uid == "dendria" else ()
    game = some_game(uid, variants, 20, "evaluation").clone()
    while True:  # a ply at which there is something to lose
        ranked = sorted(rules.rank(game.looked_at.position), key=lambda found: -found[1])
        if stretched(ranked[0][1]) - stretched(ranked[-1][1]) >= 0.6:
            break
        game.move(rules.write(ranked[0][0]))
    game.move(rules.write(ranked[-1][0]))
    cut: Game[Any, Any] = Game.of_plies(rules, game.setup, game.stack[-2:])
    (ply,) = analysis.review(cut, Budget(simulations=8)).plies
    assert ply.mark in (Mark.BLUNDER, Mark.MISTAKE)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("winner", [0]),
        ("plies", None),
        ("start", []),
        ("start", [2, 0]),
        ("seats", 7),
        ("more", 1),
        ("players", []),
    ],
)
def test_wrong_reviews_are_refused_by_the_schema(key: str, value: Any) -> None:
    data = {**some_review().to_dict(), key: value}
    with pytest.raises(StateError):
        validate(data, "review-1")
