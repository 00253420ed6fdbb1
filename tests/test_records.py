"""Game records as other services write them: who resigned, in which order, what is missing."""

import json
import pickle
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from abstractplay_hex import Pods, ReplayError, load_game, new_game, read_game, records
from abstractplay_hex.cli import app
from abstractplay_hex.codec import validate
from abstractplay_hex.errors import RecordError, StateError
from abstractplay_hex.records import replay


def run(*arguments: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, arguments)


def record(moves: list[Any], results: tuple[int, ...] = (1, 0), **header: Any) -> dict[str, Any]:
    """Return a record of Pods with these moves and results."""
    return {
        "header": {
            "game": {"name": "Natal Seas - Pods", "variants": []},
            "players": [{"name": f"P{n}", "result": r} for n, r in enumerate(results, 1)],
            **header,
        },
        "moves": moves,
    }


@pytest.mark.parametrize("word", ["resign", "timeout"])
@pytest.mark.parametrize(
    "moves",
    [
        [["g7", "h7"], [None]],
        [["g7", "h7"], [None, None]],
        [["g7", None], [None, None]],
        [["g7", "h7"], [{"move": None, "result": "Bob has had enough."}]],
        [[None, None]],
        [],
    ],
)
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("loser", [1, 2])
def test_who_lost_by_word_is_known_from_the_header(
    moves: list[Any], word: str, seat: int, loser: int
) -> None:
    """In whatever place the word stands, also out of turn."""
    moves = [list(row) for row in moves] or [[None, None]]
    last = moves[-1]
    if isinstance(last[0], dict):
        last[0] = {**last[0], "move": word}
    else:
        last[min(seat, len(last)) - 1] = word
    game = replay(read_game(record(moves, (int(loser != 1), int(loser != 2)))))
    assert game.winner == [3 - loser]
    assert game.results[0].to_dict()["player"] == loser


def test_where_the_header_does_not_tell_who_lost_the_place_does() -> None:
    with pytest.raises(ReplayError, match=r"placing \[1, 1\], the game says \[1, 0\]"):
        replay(read_game(record([["g7", "h7"], [None, "resign"]], (1, 1))))


@pytest.mark.parametrize("plies", [0, 1, 2, 3])
@pytest.mark.parametrize("word", ["resign", "timeout"])
@pytest.mark.parametrize("loser", [1, 2])
def test_our_own_records_leave_nothing_to_guess(plies: int, word: str, loser: int) -> None:
    """The word stands in the loser's place, and the loser is named, too."""
    game = new_game("pods")
    for text in ("g7", "h7", "g6")[:plies]:
        game.move(text)
    getattr(game, word)(loser)
    told = game.record(["Ann", "Bob"])
    validate(told, "record-1")
    assert told["moves"][-1][loser - 1]["move"] == word
    for player in told["header"]["players"]:
        player["result"] = 1  # of no use now
    with pytest.raises(ReplayError, match="placing"):
        replay(read_game(told))
    told["moves"][-1][loser - 1] = word
    for n, player in enumerate(told["header"]["players"], 1):
        player["result"] = int(n != loser)
    again = replay(read_game(told))
    assert [p.lastmove for p in again.stack] == [p.lastmove for p in game.stack]
    assert again.results == game.results


@pytest.mark.parametrize(
    ("row", "order"),
    [
        ([{"move": "g7", "sequence": 2}, {"move": "h7", "sequence": 1}], ["h7", "g7"]),
        ([{"move": "g7", "sequence": -1}, {"move": "h7", "sequence": 7}], ["g7", "h7"]),
        ([{"move": "g7", "sequence": 5}, None], ["g7"]),
        (["g7", {"move": "h7", "result": "well played"}], ["g7", "h7"]),
    ],
)
def test_a_round_is_read_in_its_sequence(row: list[Any], order: list[str]) -> None:
    assert [ply.move for ply in read_game(record([row])).plies] == order


@pytest.mark.parametrize(
    "row",
    [
        [{"move": "i6", "sequence": 1}, "b1"],
        ["b1", {"move": "i6", "sequence": 1}],
        [{"move": "i6", "sequence": 1}, {"move": "b1", "sequence": 1}],
        [{"move": "i6", "sequence": "1"}, {"move": "b1", "sequence": 2}],
        [{"move": "i6", "sequence": True}, {"move": "b1", "sequence": 2}],
        [{"move": "i6", "sequence": 0.5}, {"move": "b1", "sequence": 2}],
    ],
)
def test_a_sequence_that_is_none_is_refused_by_name(row: list[Any]) -> None:
    with pytest.raises(RecordError, match=r"moves\[1\]: sequence") as caught:
        read_game(record([["g7", "h7"], row]))
    assert caught.value.params["reason"].code == "record.sequence"


@pytest.mark.parametrize(
    ("moves", "player", "text"),
    [
        ([["g7", None], ["g8"]], 2, "g8"),
        ([["g7"], ["g8"]], 2, "g8"),
        ([[None, "g7"]], 1, "g7"),
        ([["g7", "h7"], [None, "h8"]], 1, "h8"),
        ([["g7", "h7"], [], ["h8"]], 1, "h8"),
        ([[{"move": "g7", "sequence": 1}, None], ["h8"]], 2, "h8"),
    ],
)
def test_a_missing_turn_is_called_that(moves: list[Any], player: int, text: str) -> None:
    with pytest.raises(ReplayError) as caught:
        replay(read_game(record([*moves, ["resign"]])))
    error = caught.value
    assert (error.code, error.params["text"]) == ("replay.illegal", repr(text))
    assert error.params["reason"].code == "replay.absent"
    assert f"turn of player {player} " in error.message


def test_no_turn_is_missing_where_the_same_player_moves_again() -> None:
    """In Dendria's construction turns need not alternate; an empty place is no fault then."""
    game, rng = new_game("dendria", ["modular-7"]), Random(7)
    while game.lastmove is None or game.lastmove.startswith("m"):
        game.move(str(game.random_move(rng)))
    told = game.resign(1).record(["Ann", "Bob"])
    assert replay(read_game(told)).state()["stack"][-1]["lastmove"] == "resign"


@pytest.mark.parametrize(
    ("change", "reason", "says"),
    [
        ({"game": {"name": "Dendria", "variants": ["Tiny"]}}, "unknown-variant", "'Tiny'"),
        ({"game": {"name": "Dendria", "variants": [5]}}, "not-texts", "header.game.variants"),
        (
            {"date-start": "2026-01-02T00:00:00Z", "date-end": "2026-01-01T23:59:59.999Z"},
            "dates",
            "date-end",
        ),
        (
            {"date-start": "2026-01-02T01:00:00", "date-end": "2026-01-02T01:30:00+01:00"},
            "dates",
            "date-start",
        ),
        ({"date-start": "yesterday"}, "not-date", "header.date-start"),
        ({"date-end": 2026}, "not-date", "header.date-end"),
        ({"date-end": None}, "not-date", "header.date-end"),
    ],
)
def test_what_is_wrong_in_a_header_is_named(change: dict[str, Any], reason: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_game(record([["g7", "resign"]], **change))
    assert caught.value.params["reason"].code == f"record.{reason}"
    assert says in caught.value.message


@pytest.mark.parametrize("end", ["2026-01-02", "2026-01-02T00:00:00Z", "2026-01-02T00:00:00.000Z"])
def test_a_game_may_end_when_it_begins(end: str) -> None:
    dates = {"date-start": "2026-01-02T01:00:00+01:00", "date-end": end}
    assert records.replay(read_game(record([["resign"]], (0, 1), **dates))).gameover


def test_a_round_has_no_more_entries_than_there_are_players() -> None:
    with pytest.raises(RecordError, match=r"moves\[0\] has more entries") as caught:
        read_game(record([["g7", "h7", "g8"], ["resign"]]))
    assert caught.value.params["reason"].code == "record.round"


# ---- states as older engines could write them --------------------------------------------------


def with_free_pass() -> dict[str, Any]:
    """Return a game in which player 1's second turn was no more than a whale chosen."""
    state = new_game("pods").move("g7").move("h7").state()
    passed = {**state["stack"][-1], "lastmove": "g7", "currplayer": 2}
    passed["_results"] = [{"type": "place", "where": "g7"}]
    return {**state, "stack": [*state["stack"], passed]}


def ended_again(state: dict[str, Any], *plies: dict[str, Any]) -> dict[str, Any]:
    """Return a finished game with further endings, the last of which counts in the envelope."""
    winner = plies[-1]["_results"][-1]["players"]
    return {**state, "winner": winner, "stack": [*state["stack"], *plies]}


def resigned_twice() -> dict[str, Any]:
    """Return a game that both players resigned."""
    game = new_game("pods").move("g7")
    other = game.clone().resign(2).state()["stack"][-1]
    return ended_again(game.resign(1).state(), other)


@cache
def won_and_resigned() -> dict[str, Any]:
    """Return a game that was won by the rules, and resigned afterwards."""
    game = new_game("pods", position="7/W7/9/10/11/12/13/12/11/10/9/WWWWWWWW/WWWWWWW 1")
    rng = Random(3)
    while not game.gameover:
        game.move(str(game.random_move(rng)))
    state = game.state()
    resigned = {
        **state["stack"][-1],
        "lastmove": "resign",
        "_results": [
            {"type": "resigned", "player": 1},
            {"type": "eog"},
            {"type": "winners", "players": [2]},
        ],
    }
    return ended_again(state, resigned)


OLD: dict[str, tuple[Callable[[], dict[str, Any]], list[str], int | None]] = {
    "free pass": (with_free_pass, ["state.passed"], 3),
    "resigned twice": (resigned_twice, ["state.after-end"], 3),
    "won, resigned": (won_and_resigned, ["state.after-end"], None),
}


@pytest.mark.parametrize("name", OLD)
@pytest.mark.parametrize("form", ["data", "text"])
def test_what_older_engines_let_pass_is_loaded_on_request(name: str, form: str) -> None:
    make, codes, at = OLD[name]
    state = make()
    saved = state if form == "data" else json.dumps(state, separators=(",", ":"))
    with pytest.raises(StateError) as caught:
        load_game(saved, verify=True)
    assert caught.value.code in ("state.illegal", "state.after-end")
    game = load_game(saved, lenient=True)
    assert [error.code for error in game.forgiven] == codes
    place = f"$.stack[{len(state['stack']) - 1 if at is None else at}]"
    assert game.forgiven[0].path.startswith(place)
    assert place in game.forgiven[0].message
    for same in (
        game,
        game.clone(),
        pickle.loads(pickle.dumps(game)),
        Pods.load(saved, lenient=True),
    ):
        assert same.state() == state
        assert [e.message for e in same.forgiven] == [e.message for e in game.forgiven]
    assert game.winner == state["winner"]


def test_a_game_goes_on_after_a_free_pass() -> None:
    game = load_game(with_free_pass(), lenient=True).move("h8")
    again = load_game(game.serialize(), lenient=True)
    assert [error.path for error in again.forgiven] == ["$.stack[3].lastmove"]
    assert (again.currplayer, again.lastmove) == (1, "h8")


def test_a_sound_game_has_nothing_to_forgive() -> None:
    game = new_game("pods").move("g7").resign(1)
    assert game.forgiven == load_game(game.serialize(), lenient=True).forgiven == ()


@pytest.mark.parametrize("name", OLD)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("lastmove", "a1"),
        ("lastmove", "zz"),
        ("currplayer", 1),
        ("currplayer", 3),
        ("board", {"dataType": "Map", "value": [["g7", 1], ["h8", 2]]}),
        ("scores", [1, 0]),
        ("_results", []),
    ],
)
def test_nothing_else_is_forgiven(name: str, key: str, value: Any) -> None:
    state = OLD[name][0]()
    last = state["stack"][-1]
    if last[key] == value:
        value = 2
    changed = {**state, "stack": [*state["stack"][:-1], {**last, key: value}]}
    with pytest.raises(StateError) as caught:
        load_game(changed, lenient=True)
    assert caught.value.path.startswith(f"$.stack[{len(state['stack']) - 1}]")


@pytest.mark.parametrize("text", ["a1", "h7", "g7-g7", "g7-a1"])
def test_what_begins_no_turn_is_no_free_pass(text: str) -> None:
    """Nothing has changed but the player to move, and results and text agree: that is not enough."""
    state = with_free_pass()
    start, _, end = text.partition("-")
    result = {"type": "move", "from": start, "to": end} if end else {"type": "place", "where": text}
    state["stack"][-1] |= {"lastmove": text, "_results": [result]}
    load_game(state)
    with pytest.raises(StateError) as caught:
        load_game(state, lenient=True)
    assert (caught.value.code, caught.value.path) == ("state.illegal", "$.stack[3].lastmove")


def test_no_turn_follows_the_end_however_lenient_one_is() -> None:
    state = resigned_twice()
    turn = {**state["stack"][1], "lastmove": "h7", "currplayer": 1}
    state = {**state, "gameover": False, "winner": [], "stack": [*state["stack"], turn]}
    with pytest.raises(StateError, match="no ply can follow") as caught:
        load_game(state, lenient=True)
    assert caught.value.path == "$.stack[4]"


def test_lenient_commands_say_what_was_wrong(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text("".join(json.dumps(make()) + "\n" for make, *_ in OLD.values()))
    strict = run("replay", str(file))
    assert strict.exit_code == 1
    assert "0 good, 3 bad" in strict.output
    lenient = run("replay", "--lenient", str(file))
    assert lenient.exit_code == 0, lenient.output
    assert "3 good, 0 bad" in lenient.output
    for line in (1, 2, 3):
        assert f"old.jsonl:{line}: $.stack[" in lenient.output
    for command in (["state"], ["render"], ["moves", "--limit", "3"], ["validate"]):
        arguments = [command[0], str(file), *(["h8"] if command == ["validate"] else command[1:])]
        assert run(*arguments).exit_code == 1
        shown = run(*arguments, "--lenient")
        assert shown.exit_code == 0, shown.output
        assert "an older engine let the player pass" in shown.output


# ---- whole numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["2.0", "2e0", "20E-1"])
def test_a_whole_number_may_have_a_point(number: str) -> None:
    """JSON Schema and JavaScript do not tell 2.0 from 2; nor does the loader (see ``test_numbers``)."""
    text = new_game("pods").move("g7").move("h7").move("g6").serialize()
    changed = re.sub(r"(?<=[:,\[])2(?=[,\]}])", number, text)
    assert changed.count(number) > 5
    for given in (changed, json.loads(changed)):
        assert load_game(given, verify=True).serialize() == text


@pytest.mark.parametrize("number", [2.5, "2", True, 2.0000001, 1e300])
def test_other_numbers_are_refused(number: Any) -> None:
    state = {**new_game("pods").state(), "numplayers": number}
    with pytest.raises(StateError) as caught:
        load_game(state)
    assert caught.value.path == "$.numplayers"
    with pytest.raises(StateError):
        validate(state, "pods-state-20240802")
