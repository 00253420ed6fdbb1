"""What JavaScript calls, tried from here; ``js/test`` and the browser's tests go through the package."""

import json
import re
from typing import Any

import pytest

from abstractplay_hex import HexError
from abstractplay_hex.engine.javascript import answer
from abstractplay_hex.engine.names import METHODS
from tests.conftest import ROOT
from tests.games import KINDS, kind_id, played

CALLS = (ROOT / "js" / "calls.js").read_text(encoding="utf-8")


def ask(number: int, name: str, *given: Any, now: float | None = None) -> Any:
    said = json.loads(answer(number, name, json.dumps(given), now))
    if "error" in said:
        raise HexError(said["error"]["code"], **said["error"]["params"])
    return said["value"]


def test_every_call_of_the_package_is_answered() -> None:
    """And takes as many arguments as Python does."""
    listed = re.search(r"PROPERTIES = \[(.*?)\]", CALLS, re.S)
    assert listed
    properties = re.findall(r'"(\w+)"', listed[1])
    assert {"stack", "currplayer", "gameover", "winner", "lastmove"} <= {*properties}
    assert all(not METHODS[name].places for name in properties)
    methods = {name: int(count) for name, count in re.findall(r"(\w+): (\d)", CALLS)}
    assert {"move", "moves", "handleClick", "sidebarScores", "genRecord"} <= methods.keys()
    options = {"move": 2, "render": 1, "svg": 1, "legend": 1, "serialize": 1}
    for name, count in methods.items():
        assert options.get(name, len(METHODS[name].places)) == count, name


def test_the_types_name_every_call_of_a_game() -> None:
    """With as many arguments."""
    types = (ROOT / "js" / "index.d.ts").read_text(encoding="utf-8")
    game = re.search(r"interface Game \{(.*?)\n\}", types, re.S)
    listed = re.search(r"PROPERTIES = \[(.*?)\]", CALLS, re.S)
    assert game
    assert listed
    properties = re.findall(r"^  readonly (\w+):", game[1], re.M)
    assert sorted(properties) == sorted(re.findall(r'"(\w+)"', listed[1]))
    typed = dict(re.findall(r"^  (\w+)\((.*)\): ", game[1], re.M))
    assert typed.keys() >= {"clone", "info", "reviewing"}
    for name, count in re.findall(r"(\w+): (\d)", CALLS):
        given = re.sub(r"\{.*?\}", "", typed.pop(name))
        assert given.count(":") == int(count), name
    assert typed.keys() == {"clone", "info", "reviewing"}


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_a_parked_game_goes_on_where_it_was(kind: tuple[str, tuple[str, ...]]) -> None:
    state = played(kind, 5, 8).serialize()
    number = ask(0, "begin", kind[0], state)
    move = ask(number, "randomMove")
    ask(number, "move", move, {"partial": True})
    shown, scores = ask(number, "render"), ask(number, "sidebarScores")
    copy = ask(0, "clone", number)
    text = ask(0, "park", number)
    ask(0, "free", copy)
    assert text.isascii()
    assert len(text) < 100_000
    again = ask(0, "unpark", text)
    assert (ask(again, "render"), ask(again, "sidebarScores")) == (shown, scores)
    assert ask(again, "serialize") == state
    ask(again, "load", 3)
    again = ask(0, "unpark", ask(0, "park", again))
    assert ask(again, "ply") == 3
    ask(again, "load")
    assert ask(again, "move", move) is None
    ask(0, "free", again)


def test_plies_are_stamped_by_the_hosts_clock() -> None:
    number = ask(0, "begin", "pods", now=0)
    ask(number, "move", "g7", now=1_000_000_000_123)
    stamps = [ply["_timestamp"] for ply in ask(number, "stack")]
    assert stamps == ["1970-01-01T00:00:00.000Z", "2001-09-09T01:46:40.123Z"]
    state = ask(number, "serialize")
    ask(0, "free", number)
    for record in (["g7", "h7"], json.loads(state)):
        number = ask(0, "replay", record, "pods", now=0)
        ask(number, "draw", now=1_000_000_000_123)
        first, *_, last = (ply["_timestamp"] for ply in ask(number, "stack"))
        assert [first, last] == stamps
        ask(0, "free", number)


def test_a_review_is_done_a_ply_a_step() -> None:
    number = ask(0, "begin", "pods")
    for move in ("g7", "h7", "f7"):
        ask(number, "move", move)
    review = ask(0, "reviewing", number, {"simulations": 2}, 5)
    ask(number, "undo")  # what is reviewed is how the game stood
    plies = [ask(0, "reviewed", review)["ply"] for _ in range(3)]
    whole = ask(0, "reviewed", review)["review"]
    assert (whole["plies"], [ply["move"] for ply in plies]) == (plies, ["g7", "h7", "f7"])
    ask(number, "move", "f7")
    assert ask(number, "review", {"simulations": 2}, 5) == whole
    ask(0, "forget", review)
    ask(0, "free", number)


@pytest.mark.parametrize("mark", ["NaN", "(function)", "10"])
def test_values_that_json_has_no_words_for_are_wrong(mark: str) -> None:
    number = ask(0, "begin", "pods")
    for name, code in (("move", "move.not-text"), ("load", "argument.ply")):
        with pytest.raises(HexError) as caught:
            ask(number, name, {"$js": mark})
        assert caught.value.code == code
    assert not ask(number, "handleClick", "", {"$js": mark}, 1)["valid"]
    ask(0, "free", number)


def test_a_bug_is_told_and_no_more() -> None:
    said = json.loads(answer(0, "free", "[999999999]"))["error"]
    assert said["code"] == "engine.failed"
    assert "KeyError" in said["message"]
