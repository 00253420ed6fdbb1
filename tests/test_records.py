"""Game records as other services write them: who resigned, in which order, what is missing."""

from typing import Any

import pytest

from abstractplay_hex import ReplayError, new_game, read_game, records
from abstractplay_hex.codec import validate
from abstractplay_hex.errors import RecordError
from abstractplay_hex.records import replay


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
    game = new_game("dendria", ["modular-7"])
    while game.lastmove is None or game.lastmove.startswith("m"):
        game.move(str(game.random_move()))
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
