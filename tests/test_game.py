"""The host contract, line by line, for every kind of game."""

import inspect
import json
import pickle
import random
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from typing import Any

import pytest

import abstractplay_hex
from abstractplay_hex import (
    ArgumentError,
    Game,
    GameOverError,
    HexError,
    MoveError,
    PositionError,
    RecordError,
    StateError,
    UnknownGameError,
    VariantError,
    game_info,
    games,
    load_game,
    new_game,
    records,
)
from abstractplay_hex.film import animation, contact_sheet
from abstractplay_hex.plies.results import ending
from abstractplay_hex.records import read_game, replay
from abstractplay_hex.render.svg import OPTIONS, to_svg
from tests.games import KINDS, fresh, kind_id, played, some_moves

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)


# ---- life of an object --------------------------------------------------------------------------


def test_metadata_without_building_a_game() -> None:
    assert [info.uid for info in games()] == sorted(info.uid for info in games())
    assert {"pods", "dendria"} <= {info.uid for info in games()}
    for info in games():
        assert game_info(info.uid) is info
        data = json.loads(json.dumps(info.to_dict()))
        assert isinstance(data["flags"], list)
        assert isinstance(data["urls"], list)
        assert data["version"] == info.version
        for variant in info.variants:
            assert variant.name
        for display in info.displays:
            assert display.name


def test_unknown_uid_lists_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match="pods") as caught:
        new_game("chess")
    assert caught.value.code == "game.unknown"
    for wrong in ("", None, 5, "PODS"):
        with pytest.raises(UnknownGameError):
            new_game(wrong)  # type: ignore[arg-type]


@every_kind
def test_variants_are_echoed_and_checked(kind: Any) -> None:
    game = fresh(kind)
    assert game.variants == list(kind[1])
    game.variants.append("x")
    assert game.variants == list(kind[1])
    with pytest.raises(VariantError) as caught:
        new_game(kind[0], [*kind[1], "no-such-variant"])
    for uid in game.info.requestable:
        assert uid in str(caught.value)
    for wrong in ("text", [5], [None]):
        with pytest.raises(VariantError):
            new_game(kind[0], wrong)  # type: ignore[arg-type]
    assert all(isinstance(name, str) and name for name in game.get_variants())
    assert len(game.get_variants()) >= len(kind[1])
    assert [v["uid"] for v in game.all_variants()] == [v.uid for v in game.info.variants]
    assert [d["uid"] for d in game.alternative_displays()] == [d.uid for d in game.info.displays]
    assert game.description()
    assert isinstance(game.notes(), str)


@every_kind
def test_a_full_move_pushes_one_ply_and_a_partial_one_none(kind: Any) -> None:
    game = fresh(kind)
    assert (len(game.stack), game.ply, game.lastmove, game.results) == (1, 0, None, [])
    assert (game.gameover, game.winner, game.numplayers) == (False, [], 2)
    move = game.random_move(random.Random(1))
    assert move is not None
    assert game.move(move, partial=True) is game
    assert len(game.stack) == 1
    shown = game.render()
    with pytest.raises(MoveError) as caught:
        game.move(" ")
    assert caught.value.code == "move.empty"
    assert game.render() == shown
    assert game.move("", partial=True) is game
    assert len(game.stack) == 1
    assert game.render() == fresh(kind).render() != shown
    assert game.move(move) is game
    assert (len(game.stack), game.ply, game.lastmove) == (2, 1, move)
    assert game.results
    trusted = fresh(kind).move(move, trusted=True)
    assert trusted.position() == game.position()


@every_kind
def test_load_looks_at_any_ply(kind: Any) -> None:
    game = played(kind, 3, 8)
    seen = []
    walk = fresh(kind)
    for ply in game.stack[1:]:
        seen.append((walk.position(), walk.currplayer, walk.render(), walk.sidebar_scores()))
        walk.move(ply.lastmove or "")
    game.draw()
    for i, (position, player, render, scores) in enumerate(seen):
        game.load(i)
        assert (game.position(), game.currplayer, game.ply) == (position, player, i)
        assert (game.gameover, game.winner) == (False, [])
        assert game.render() == render
        assert game.sidebar_scores() == scores
        assert some_moves(game, 1)
    assert game.load().gameover
    assert game.winner == [1, 2]
    assert game.moves() == []
    for wrong in (len(game.stack), -2, "1", None, True, 1.0, 10**400):
        with pytest.raises(ArgumentError):
            game.load(wrong)
    assert game.ply == len(game.stack) - 1


@every_kind
def test_moving_while_looking_back_is_refused_and_loses_nothing(kind: Any) -> None:
    game = played(kind, 4, 5)
    before = game.serialize()
    game.load(2)
    move = game.random_move(random.Random(2))
    assert move is not None
    assert game.validate_move(move).code == "move.looking-back"
    calls: list[Any] = [lambda: game.move(move), lambda: game.resign(1), game.draw]
    for call in calls:
        with pytest.raises(MoveError, match="looking at ply 2 of 5"):
            call()
    assert game.serialize() == before
    # Exploring from there is a matter of a copy.
    line = game.clone().undo(3).move(move)
    assert len(line.stack) == 4
    assert game.serialize() == before


@every_kind
def test_undo_takes_back_an_ending_too(kind: Any) -> None:
    game = played(kind, 5, 4)
    before = game.serialize()
    game.resign(1)
    assert game.gameover
    assert game.undo().serialize() == before
    assert not game.gameover
    game.undo(4)
    assert len(game.stack) == 1
    for wrong in (1, 0, -1, "1", None, True):
        with pytest.raises(ArgumentError):
            game.undo(wrong)


@every_kind
def test_clone_shares_nothing_that_changes(kind: Any) -> None:
    game = played(kind, 6, 5)
    text, render = game.serialize(), game.render()
    copy = game.clone()
    copy.draw()
    copy.undo(2)
    copy.load(0)
    assert game.serialize() == text
    assert game.render() == render
    render["pieces"] = "spoilt"
    render["legend"].clear()
    assert game.render() != render
    results = game.results_history()
    results.clear()
    assert game.results_history()
    assert pickle.loads(pickle.dumps(game.stack)) == game.stack


@every_kind
def test_plies_never_change_later(kind: Any) -> None:
    game = fresh(kind)
    rng = random.Random(7)
    states = []
    for _ in range(12):
        move = game.random_move(rng)
        assert move is not None
        game.move(move)
        states.append(game.state()["stack"])
    for i, stack in enumerate(states):
        assert states[-1][: i + 2] == stack


# ---- endings ------------------------------------------------------------------------------------


@every_kind
def test_endings_by_word(kind: Any) -> None:
    endings: list[tuple[str, Any, list[int], str]] = [
        ("resign", lambda g: g.resign(1), [2], "resigned"),
        ("resign", lambda g: g.resign(2), [1], "resigned"),
        ("timeout", lambda g: g.timeout(1), [2], "timeout"),
        ("draw", lambda g: g.draw(), [1, 2], "drawagreed"),
        ("abandoned", lambda g: g.abandoned(), [], "gameabandoned"),
    ]
    for word, call, winners, kind_of in endings:
        game = played(kind, 8, 3)
        player, position = game.currplayer, game.position()
        assert call(game) is game
        assert (game.lastmove, game.gameover, game.winner) == (word, True, winners)
        assert (game.currplayer, game.position()) == (player, position)
        assert [r.type for r in game.results] == [kind_of, "eog", "winners"]
        assert game.results[1:] == list(ending(*winners))
        assert game.moves() == []
        assert list(game.iter_moves()) == []
        assert game.random_move() is None
        assert game.buttons() == []
        before = game.serialize()
        for again in (
            lambda: game.resign(1),  # noqa: B023 - called at once
            lambda: game.timeout(2),  # noqa: B023
            game.draw,
            game.abandoned,
            lambda: game.move("g7"),  # noqa: B023
            lambda: game.move("pass"),  # noqa: B023
        ):
            with pytest.raises(GameOverError):
                again()
        assert game.serialize() == before
        assert not game.validate_move("g7").valid
        assert game.validate_move("").message
        click = game.handle_click("", 3, 3)
        assert (click.valid, click.move, click.code) == (False, "", "click.over")
        assert load_game(before, verify=True).serialize() == before
    game = played(kind, 8, 3)
    for wrong in (0, 3, -1, "1", None, True, 1.0):
        with pytest.raises(ArgumentError):
            game.resign(wrong)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError):
            game.timeout(wrong)  # type: ignore[arg-type]
    assert not game.gameover


# ---- texts --------------------------------------------------------------------------------------


@every_kind
def test_texts_are_normalised(kind: Any) -> None:
    game = fresh(kind)
    move = game.random_move(random.Random(3))
    assert move is not None
    spaced = " " + " \t".join(move.upper()) + "\n"
    assert game.validate_move(spaced).complete >= 0
    assert game.move(spaced).lastmove == move


@every_kind
def test_empty_text_asks_for_instructions(kind: Any) -> None:
    game = fresh(kind)
    for text in ("", "   "):
        answer = game.validate_move(text)
        assert (answer.valid, answer.complete, answer.can_render) == (True, -1, False)
        assert answer.message
    assert not game.draw().validate_move("").valid
    assert game.validate_move("").message == "The game is over; no more moves can be made."


@every_kind
def test_words_are_no_cells(kind: Any) -> None:
    game = fresh(kind)
    for text in ("resign", "timeout", "draw", "abandoned", "resign(1)", "<b>g7</b>", "a" * 5000):
        answer = game.validate_move(text)
        assert (answer.valid, answer.complete) == (False, -1)
        assert "<" not in answer.message
        with pytest.raises(MoveError):
            game.move(text)
    no_texts: list[Any] = [None, 5, b"g7", ["g7"]]
    for no_text in no_texts:
        assert game.validate_move(no_text).code == "move.not-text"
        with pytest.raises(MoveError):
            game.move(no_text)


@every_kind
def test_errors_are_values_with_code_and_message(kind: Any) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        fresh(kind).move("nonsense")
    error = caught.value
    assert isinstance(error, HexError)
    assert error.code
    assert str(error) == error.message
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.code, copy.message) == (type(error), error.code, error.message)


@every_kind
def test_same_move(kind: Any) -> None:
    game = played(kind, 9, 6)
    last = game.lastmove or ""
    before = game.clone().undo()
    other = next(m for m in before.iter_moves() if m != last)
    assert game.same_move(last, last.upper() + " ")
    assert not game.same_move(last, other)
    assert not game.same_move(last, "nonsense")
    assert not game.same_move("", "")
    assert not game.same_move(last, None)  # type: ignore[arg-type]


@every_kind
def test_a_move_is_checked_and_made_without_listing_any_other(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_once = played(kind, 9, 12)
    texts = [ply.lastmove or "" for ply in played_once.stack[1:]]
    game = fresh(kind)
    for hook in ("legal_turns", "turn_texts", "count_turns"):
        monkeypatch.setattr(type(game.rules), hook, lambda *_: pytest.fail("turns are listed"))
    for text in texts:
        assert game.validate_move(text).valid
        assert not game.validate_move(f"{text}-nonsense").valid
        game.move(text)
    assert [ply.position for ply in game.stack] == [ply.position for ply in played_once.stack]


@every_kind
def test_a_game_is_replayed_without_writing_any_ply(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(kind, 9, 12)
    moves = [ply.lastmove for ply in game.stack[1:]]
    record = {"game": game.uid, "variants": game.variants, "moves": moves, "over": False}
    for name in ("save_position", "position_text", "draw"):
        monkeypatch.setattr(type(game.rules), name, lambda *_: pytest.fail("a ply is written"))
    assert len(replay(read_game(record)).stack) == len(game.stack)


@every_kind
def test_random_move_draws_from_the_generator_given(kind: Any) -> None:
    game = played(kind, 10, 6)
    state = random.getstate()
    first = [game.random_move(random.Random(i)) for i in range(10)]
    assert first == [game.random_move(random.Random(i)) for i in range(10)]
    assert random.getstate() == state
    assert len(set(first)) > 1
    assert game.random_move() is not None


# ---- showing ------------------------------------------------------------------------------------


@every_kind
def test_unknown_perspectives_and_displays_are_errors_if_that_is_asked_for(kind: Any) -> None:
    game = played(kind, 11, 9)
    for draw in (game.render, game.svg):
        for display in (None, *(d.uid for d in game.info.displays)):
            for seat in range(game.numplayers + 1):
                asked: Any = {"perspective": seat, "alt_display": display}
                assert draw(**asked, strict=True) == draw(**asked)
        for perspective in (-1, game.numplayers + 1, None, "1", True, 1.0):
            wrong: Any = {"perspective": perspective}
            with pytest.raises(ArgumentError) as caught:
                draw(**wrong, strict=True)
            assert caught.value.code == "argument.perspective"
    for any_draw in (game.render, game.svg, partial(contact_sheet, game), partial(animation, game)):
        names: tuple[Any, ...] = ("nonsense", "", 5, [], game.info.name)
        for name in names:
            unknown: Any = {"alt_display": name}
            with pytest.raises(ArgumentError) as caught:
                any_draw(**unknown, strict=True)
            assert caught.value.code == "argument.display"
            assert all(d.uid in str(caught.value) for d in game.info.displays)
    with pytest.raises(ArgumentError):  # the default is None
        game.render(alt_display="default", strict=True)


@every_kind
def test_render_takes_any_perspective_and_display(kind: Any) -> None:
    game = played(kind, 11, 9)
    default = game.render()
    assert json.loads(json.dumps(default)) == default
    for wrong in (None, 5, "nonsense", ""):
        assert game.render(alt_display=wrong) == default  # type: ignore[arg-type]
    for wrong in (-1, 7, None, "1"):
        assert game.render(perspective=wrong) == default  # type: ignore[arg-type]
    for display in game.info.displays:
        for perspective in (0, 1, 2):
            shown = game.render(perspective, display.uid)
            assert json.loads(json.dumps(shown)) == shown


@every_kind
def test_sidebars_scores_and_buttons_are_plain(kind: Any) -> None:
    game = played(kind, 12, 9)
    for entry in game.sidebar_scores():
        assert set(entry) == {"name", "scores"}
        assert len(entry["scores"]) == game.numplayers
    for entry in game.sidebar_statuses():
        assert set(entry) == {"key", "value"}
        assert all(isinstance(v, str) for v in entry["value"])
    assert isinstance(game.player_score(1), int | float)
    for wrong in (0, 3, None, "1"):
        with pytest.raises(ArgumentError):
            game.player_score(wrong)  # type: ignore[arg-type]
    assert ("custom-buttons" in game.info.flags) == bool(game.buttons())
    for button in game.buttons():
        click = game.handle_click("", -1, -1, button["move"])
        assert (click.move, click.valid) == (button["move"], True)


@every_kind
def test_chat_and_histories(kind: Any) -> None:
    game = played(kind, 13, 9)
    game.timeout(2)
    plies = len(game.stack) - 1
    log = game.chat_log(["Ann", "Bob"])
    assert len(log) == len(game.results_history()) == plies
    for entry, ply in zip(log, game.stack[1:], strict=True):
        assert entry[0] == ply.timestamp
        assert len(entry) == len(ply.results) + 1
        assert all(isinstance(line, str) and line for line in entry)
    assert log[-1][1:] == ["Bob ran out of time.", "The game is over.", "Ann won."]
    assert any("Player 1" in line for entry in game.chat_log() for line in entry)
    history = game.move_history()
    assert [m for row in history for m in row] == [p.lastmove for p in game.stack[1:]]
    assert all(len(row) == 2 for row in history[:-1])
    with_players = game.move_history_with_sequence()
    assert [m for row in with_players for _, m in row] == [m for row in history for m in row]
    assert {p for row in with_players for p, _ in row} == {1, 2}


@every_kind
def test_record(kind: Any) -> None:
    game = played(kind, 14, 9)
    with pytest.raises(ArgumentError, match="finished"):
        game.record(["Ann", "Bob"])
    game.resign(2)
    record = game.record(
        ["Ann", {"name": "Bob", "userid": "u2", "is_ai": False}],
        gameid="g-1",
        unrated=True,
        event="Cup",
        round="2",
        date_generated=datetime(2026, 1, 2, 3, 4, 5, 6000, timezone(timedelta(hours=1))),
    )
    assert json.loads(json.dumps(record)) == record
    header = record["header"]
    assert [p["result"] for p in header["players"]] == [1, 0]
    assert header["date-generated"] == "2026-01-02T02:04:05.006Z"
    assert (header["event"], header["round"], header["unrated"]) == ("Cup", "2", True)
    assert header["site"] == {"name": "", "gameid": "g-1"}
    assert all(len(row) == 2 for row in record["moves"])
    draw = game.undo().draw().record(["Ann", "Bob"])
    assert [p["result"] for p in draw["header"]["players"]] == [1, 1]
    bad_players: list[Any] = [[], ["Ann"], "Ann", ["Ann", 5], ["Ann", {}], ["Ann", {"name": 1}]]
    for players in bad_players:
        with pytest.raises(ArgumentError):
            game.record(players)
    with pytest.raises(ArgumentError):
        game.record(["Ann", "Bob"], event="Cup")


# ---- clock, position, saving --------------------------------------------------------------------


@every_kind
def test_the_clock_is_asked_once_a_ply(kind: Any) -> None:
    asked = []

    def clock() -> datetime:
        asked.append(1)
        return datetime(2026, 1, 1, 0, 0, len(asked), tzinfo=UTC)

    game = new_game(*kind, clock=clock)
    game.move(game.random_move(random.Random(1)) or "")
    game.validate_move("x")
    game.render()
    assert [ply.timestamp for ply in game.stack] == [
        "2026-01-01T00:00:01.000Z",
        "2026-01-01T00:00:02.000Z",
    ]
    assert game.stack[1].time == datetime(2026, 1, 1, 0, 0, 2, tzinfo=UTC)
    with pytest.raises(ArgumentError, match="time zone"):
        new_game(*kind, clock=lambda: datetime(2026, 1, 1))
    loaded = load_game(game.serialize(), clock=clock)
    loaded.draw()
    assert loaded.stack[-1].timestamp == "2026-01-01T00:00:03.000Z"


@every_kind
def test_a_game_begun_from_a_position_says_so(kind: Any) -> None:
    game = fresh(kind)
    assert game.starting_position is None
    for wrong in ("", "nonsense", 5, "7/8 1", "x" * 100_000):
        with pytest.raises(PositionError):
            new_game(*kind, position=wrong)  # type: ignore[arg-type]


@every_kind
def test_state_is_json_and_loads_from_text_bytes_and_data(kind: Any) -> None:
    game = played(kind, 15, 9)
    data = game.state()
    text = game.serialize()
    assert json.loads(text) == data == json.loads(json.dumps(data))
    assert list(data) == ["game", "numplayers", "variants", "gameover", "winner", "stack"]
    for saved in (text, text.encode(), data):
        again = load_game(saved)
        assert type(again) is type(game)
        assert again.serialize() == text
        assert again.ply == len(game.stack) - 1
    assert game.serialize(strip=True, player=1) == text
    no_states: list[Any] = [None, 5, [], "[]", "{}", "", "{", b"\xff"]
    for wrong in no_states:
        with pytest.raises(StateError):
            load_game(wrong)


GAMES_IMPORTED = """
{first}
{second}
import abstractplay_hex, abstractplay_hex.registry
assert [info.uid for info in abstractplay_hex.games()] == ["dendria", "pods"]
assert abstractplay_hex.games() == abstractplay_hex.registry.games()
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "import abstractplay_hex.games.pods as package",
            "assert package.__name__ == 'abstractplay_hex.games.pods'",
        ),
        (
            "import abstractplay_hex.games.pods.rules",
            "assert abstractplay_hex.games.pods.rules.PodsRules.info.uid == 'pods'",
        ),
        (
            "from abstractplay_hex.games import dendria",
            "assert dendria.__name__ == 'abstractplay_hex.games.dendria'",
        ),
        (
            "import abstractplay_hex.games as package",
            "assert package.__path__ and [info.uid for info in package()] == ['dendria', 'pods']",
        ),
        (
            "from abstractplay_hex import games",
            "assert [info.uid for info in games()] == ['dendria', 'pods']",
        ),
        ("from abstractplay_hex import *", "games(); new_game('pods'); games()"),
    ],
)
def test_games_is_a_function_and_a_package(first: str, second: str) -> None:
    """In a process of its own each: what was imported before must not matter."""
    code = GAMES_IMPORTED.format(first=first, second=second)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_public_names() -> None:
    for uid in ("pods", "dendria"):
        new_game(uid)
    assert abstractplay_hex.games() == games()
    for name in abstractplay_hex.__all__:
        assert getattr(abstractplay_hex, name) is not None


# ---- arguments that only a careless host gives ---------------------------------------------------


def test_variants_are_a_list() -> None:
    for wrong in (iter(["size-5"]), {"size-5"}, {"size-5": 1}, None, 5, "size-5", [["size-5"]]):
        careless: Any = wrong
        with pytest.raises(VariantError):
            new_game("dendria", careless)
    assert new_game("dendria", ("size-5",)).variants == ["size-5"]


@every_kind
def test_careless_arguments(kind: Any) -> None:
    game = played(kind, 16, 4)
    careless: Any
    for careless in (None, 5, {"a": 1}, "ab", [1, 2]):
        with pytest.raises(ArgumentError):
            game.chat_log(careless)
    for careless in (5, random, "x"):
        with pytest.raises(ArgumentError):
            game.random_move(careless)
    careless = 5
    with pytest.raises(ArgumentError):
        new_game(*kind, clock=careless)
    late = datetime.max.replace(tzinfo=timezone(timedelta(hours=-5)))
    with pytest.raises(ArgumentError):
        new_game(*kind, clock=lambda: late)
    game.resign(1)
    names = ["Ann", "Bob"]
    wrong: dict[str, Any]
    for wrong in (
        {"gameid": []},
        {"gameid": True},
        {"site": 5},
        {"unrated": "x"},
        {"event": "x", "round": 5},
        {"date_generated": datetime(2026, 1, 1)},
        {"date_generated": 5},
    ):
        with pytest.raises(ArgumentError):
            game.record(names, **wrong)
    for careless in (None, 5, {"a": 1, "b": 2}):
        with pytest.raises(ArgumentError):
            game.record(careless)


@pytest.mark.parametrize("wrong", ["1", "-1", 1.0, True, None, [1], 10**60, 99, "a" * 99])
@every_kind
def test_numbers_that_are_none_are_told_from_those_out_of_range(kind: Any, wrong: Any) -> None:
    """A text of digits reads like a number: the message quotes it, and says what is expected."""
    game = played(kind, 16, 4)
    calls = (game.resign, game.timeout, game.player_score, game.load, game.undo)
    for call in calls:
        with pytest.raises(ArgumentError, match=r"numbered|whole number") as caught:
            call(wrong)
        if isinstance(wrong, str):
            assert f" '{wrong[:9]}" in str(caught.value)
        assert len(str(caught.value)) < 150


@every_kind
def test_what_is_a_record_is_no_saved_game_and_the_message_names_the_reader(kind: Any) -> None:
    game = played(kind, 16, 4).resign(1)
    record = game.record(["Ann", "Bob"])
    for given in (
        record,
        json.dumps(record),
        {"game": game.uid, "moves": []},
        {"game": game.uid, "plies": []},
    ):
        with pytest.raises(StateError) as caught:
            load_game(given)
        assert caught.value.code == "state.record"
        assert {"read_game", "replay"} <= set(re.findall(r"\w+", str(caught.value)))
    replayed = records.replay(records.read_game(record))
    assert replayed.position() == game.position()


@pytest.mark.parametrize("result", [0.25, 0.5, "1", None, True])
def test_results_in_a_record_are_whole_numbers(result: Any) -> None:
    record = new_game("pods").resign(1).record(["Ann", "Bob"])
    record["header"]["players"][0]["result"] = result
    with pytest.raises(RecordError, match="whole number") as caught:
        records.read_game(record)
    assert "header.players" in str(caught.value)


def test_options_of_a_picture_are_checked_by_name() -> None:
    game = new_game("pods")
    accepted = inspect.signature(to_svg).parameters.keys() - {"render"}
    with pytest.raises(ArgumentError) as caught:
        game.svg(wide=4)
    assert caught.value.code == "svg.option"
    assert "'wide'" in str(caught.value)
    known = set(caught.value.params["known"].split(", "))
    assert known == accepted | {"perspective", "alt_display", "strict"}
    assert known - set(OPTIONS) == {"perspective", "alt_display", "titles", "strict"}


def test_a_foreign_game_is_named_with_its_place() -> None:
    state = new_game("pods").state()
    with pytest.raises(UnknownGameError) as caught:
        load_game({**state, "game": "chess"})
    assert isinstance(caught.value, StateError)
    assert caught.value.path == "$.game"
    for wrong in (5, ["pods"], None):
        with pytest.raises(StateError) as refused:
            load_game({**state, "game": wrong})
        assert refused.value.path == "$.game"


def test_the_turn_that_builds_all_is_never_listed() -> None:
    game = new_game("dendria", ["modular-7", "solo"])
    for call in (game.moves, game.count_moves):
        with pytest.raises(ArgumentError, match="iter_moves"):
            call()
    assert len(some_moves(game, 100)) == 100


@pytest.mark.parametrize("wrong", ["pods", None, 5, type(new_game("pods").rules)])
def test_a_game_needs_rules(wrong: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        Game(wrong)
    assert caught.value.code == "argument.rules"
