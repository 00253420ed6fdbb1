"""Rules alone, without a game: what a search, an environment or a test of a game works with."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from abstractplay_hex import Draft, Game, Played, Rules, Setup, get_rules, new_game
from abstractplay_hex.rules.interface import AnyRules, outcome_values
from tests.games import KINDS, fresh, kind_id, played

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)


def perft(rules: AnyRules, position: Any, depth: int) -> int:
    """Count the lines of so many plies."""
    if depth == 1:
        return rules.count_turns(position)
    turns = rules.legal_turns(position)
    return sum(perft(rules, rules.after(position, turn), depth - 1) for turn in turns)


def test_perft_of_pods() -> None:
    pods = get_rules("pods")
    start = pods.initial(Setup())
    assert [perft(pods, start, depth) for depth in (1, 2, 3)] == [127, 16_002, 85_500]


def positions(kind: Any, count: int = 12) -> Iterator[tuple[AnyRules, Any]]:
    """Yield positions of a random game, its first one and where it has ended included."""
    rng = random.Random(4)
    rules = get_rules(kind[0])
    position = rules.initial(rules.setup(kind[1]))
    for _ in range(count):
        yield rules, position
        turn = rules.random_turn(position, rng)
        if turn is None:
            return
        position = rules.after(position, turn)
        if rules.outcome(position) is not None:
            yield rules, position
            return


@every_kind
def test_turns_texts_and_positions_agree(kind: Any) -> None:
    for rules, position in positions(kind):
        turns = list(islice(rules.legal_turns(position), 60))
        texts = [rules.write(turn) for turn in turns]
        assert len(set(texts)) == len(texts)
        for turn, text in zip(turns, texts, strict=True):
            draft = rules.interpret(position, text)
            played = rules.play(position, turn)
            after = rules.after(position, turn)
            assert isinstance(played, Played)
            assert isinstance(draft, Draft)
            assert played.position == after
            assert rules.play_draft(position, draft) == played
            assert rules.after(position, rules.read_turn(position, text)) == after
            assert played.text == text
            ended = [r.type for r in played.results if r.type in ("eog", "winners")]
            assert ended == ([] if rules.outcome(after) is None else ["eog", "winners"])


@every_kind
def test_values(kind: Any) -> None:
    for rules, position in positions(kind):
        values = rules.evaluate(position)
        assert len(values) == 2
        assert all(-1 <= value <= 1 for value in values)
        outcome = rules.outcome(position)
        if outcome is not None:
            assert values == outcome_values(outcome, 2)
        elif "solo" not in kind[1] or len(list(islice(rules.legal_turns(position), 3001))) < 3000:
            ranked = list(islice(rules.rank(position), 40))
            assert [v for _, v in ranked] == sorted((v for _, v in ranked), reverse=True)
            best, value = ranked[0]
            seat = rules.to_move(position)
            assert value == rules.evaluate(rules.after(position, best))[seat - 1]


@pytest.mark.parametrize(
    ("winners", "seats", "values"),
    [
        ((1,), 2, (1, -1)),
        ((1, 2), 2, (0, 0)),
        ((), 2, (0, 0)),
        ((3,), 3, (-0.5, -0.5, 1)),
        ((1, 2), 3, (0.25, 0.25, -0.5)),
        ((1,), 1, (1,)),
        ((), 1, (-1,)),
    ],
)
def test_outcome_values(winners: Any, seats: int, values: Any) -> None:
    assert outcome_values(winners, seats) == values


@every_kind
def test_a_draft_has_a_turn_exactly_if_the_text_can_be_played(kind: Any) -> None:
    game = played(kind, 3, 8)
    rules, position = game.rules, game.looked_at.position
    texts = {""}
    for text in islice(game.iter_moves(), 20):
        texts |= {text[:n] for n in range(1, len(text) + 1)}
    for text in texts:
        draft = rules.interpret(position, text)
        assert (draft.turn is not None) == (draft.complete >= 0), text
        assert draft.valid or draft.turn is None


# ---- a text is read once -------------------------------------------------------------------------


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the texts that rules read."""
    counted: Counter[str] = Counter()
    for uid in ("pods", "dendria"):
        rules = get_rules(uid)

        def counting(position: Any, text: str, real: Any = rules.interpret) -> Any:
            counted[text] += 1
            return real(position, text)

        monkeypatch.setattr(rules, "interpret", counting)
    return counted


@every_kind
def test_a_text_is_read_once(kind: Any, read: Counter[str]) -> None:
    rng = random.Random(5)
    for seed in range(6):
        game = played(kind, seed, 10)
        read.clear()
        text = ""
        for _ in range(6):
            place = rng.choice(list(game.titles()))
            click = game.handle_click(text, *place)
            if not click.can_render:
                continue
            text = click.move
            game.move(text, partial=True)
            game.render()
            game.titles()
            game.sidebar_scores()
            assert game.validate_move(text).valid
            if click.complete >= 0:
                game.move(text)
                break
        assert read
        assert max(read.values()) <= 2, read


@pytest.mark.parametrize(
    ("uid", "before", "row", "col", "text"),
    [("pods", ["g7", "h7"], 5, 7, "g7"), ("dendria", [], 3, 4, "")],
)
def test_each_text_of_a_click_is_read_once(
    uid: str, before: list[str], row: int, col: int, text: str, read: Counter[str]
) -> None:
    game = new_game(uid)
    for move in before:
        game.move(move)
    read.clear()
    click = game.handle_click(text, row, col)
    game.move(click.move, partial=True)
    game.render()
    game.validate_move(click.move)
    game.move(click.move)
    assert dict(read) == {text: 1, click.move: 1}


def test_what_was_read_of_another_ply_is_forgotten() -> None:
    game = new_game("pods").move("g7").move("h7")
    assert game.validate_move("a1").valid is False
    assert game.undo(2).validate_move("a1").valid is True
    game.move("a1")
    assert game.validate_move("a1").code == "pods.opponent-whale"
    other = game.clone()
    assert game.load(0).validate_move("a1").code == "move.looking-back"
    assert other.validate_move("g7").valid


# ---- Setup ---------------------------------------------------------------------------------------


@every_kind
def test_setup(kind: Any) -> None:
    rules = get_rules(kind[0])
    assert rules.initial(Setup()) == rules.initial(rules.setup())
    assert rules.setup(kind[1]) == Setup(kind[1], 2)
    assert rules.seats(Setup()) == 2
    assert isinstance(rules, Rules)
    game: Game[Any, Any] = Game(rules, kind[1], seats=2)
    assert game.state() | {"stack": []} == fresh(kind).state() | {"stack": []}
    assert game.looked_at.position == fresh(kind).looked_at.position
