"""Saved games: byte for byte, within limits, across versions, and checked by replaying."""

import base64
import copy
import gzip
import json
import pickle
import random
import time
import zlib
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from attrs import define, evolve, field, frozen

from abstractplay_hex import Game, HexError, StateError, UnknownGameError, load_game, new_game
from abstractplay_hex.codec import Saved, dumps, load, loads
from abstractplay_hex.codec.converter import Structurer
from abstractplay_hex.codec.versions import upgraded
from abstractplay_hex.game import class_of
from abstractplay_hex.games.pods.rules import PodsRules
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import CORE_RESULTS, Capture, Pass, Place, Result, ending
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.rules.saved import (
    MigrationContext,
    MigrationStep,
    PlyState,
    StateForm,
    map_form,
    map_pairs,
)
from tests.conftest import ROOT, fixture_games, recorded, ticking_clock
from tests.games import KINDS, fresh, kind_id, played
from tests.nim import NimRules, Pile

Nim: Any = class_of(NimRules())


def game_of(*moves: str, position: str | None = None) -> Game[Any, Any]:
    game = new_game("pods", position=position, clock=ticking_clock())
    for move in moves:
        game.move(move)
    return game


def state_of(*moves: str) -> dict[str, Any]:
    return game_of(*moves).state()


def refused(saved: Any, **options: Any) -> StateError:
    with pytest.raises(StateError) as caught:
        load_game(saved, **options)
    assert caught.value.message
    return caught.value


# ---- the same bytes -----------------------------------------------------------------------------


def test_recorded_states_are_written_as_they_were_read() -> None:
    count = 0
    for record in recorded("pods-20240802.jsonl"):
        if "state" in record:
            text = record["state"]
            assert load_game(text).serialize() == text
            assert dumps(load_game(json.loads(text)).state()) == text
            count += 1
    assert count == 36


def test_frozen_states() -> None:
    for path in sorted((ROOT / "fixtures" / "states").glob("*.json")):
        text = path.read_text(encoding="utf-8").strip()
        game = load_game(text, verify=True)
        if json.loads(text)["stack"][0]["_version"] == game.info.version:
            assert game.serialize() == text
        assert load_game(game.serialize()).serialize() == game.serialize()


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_ways_to_hand_over(kind: tuple[str, tuple[str, ...]]) -> None:
    text = played(kind, 3, 9).serialize()
    packed = "gz:" + base64.b64encode(gzip.compress(text.encode())).decode()
    spaced = json.dumps(json.loads(text), indent=1)
    for saved in (text, text.encode(), packed, packed.encode(), json.loads(text), spaced):
        assert load_game(saved).serialize() == text
        assert load_game(saved, verify=True).serialize() == text


def test_exact_bytes() -> None:
    assert game_of("g7").resign(2).serialize() == (
        '{"game":"pods","numplayers":2,"variants":[],"gameover":true,"winner":[1],"stack":['
        '{"_version":"20240802","_results":[],"_timestamp":"2024-09-05T12:00:00.007Z",'
        '"currplayer":1,"board":{"dataType":"Map","value":[]},'
        '"influenceBoard":{"dataType":"Map","value":[]},"scores":[0,0]},'
        '{"_version":"20240802","_results":[{"type":"place","where":"g7"}],'
        '"_timestamp":"2024-09-05T12:01:01.044Z","currplayer":2,"lastmove":"g7",'
        '"board":{"dataType":"Map","value":[["g7",1]]},'
        '"influenceBoard":{"dataType":"Map","value":[]},"scores":[1,0]},'
        '{"_version":"20240802","_results":[{"type":"resigned","player":2},{"type":"eog"},'
        '{"type":"winners","players":[1]}],"_timestamp":"2024-09-05T12:02:02.081Z",'
        '"currplayer":2,"lastmove":"resign","board":{"dataType":"Map","value":[["g7",1]]},'
        '"influenceBoard":{"dataType":"Map","value":[]},"scores":[1,0]}]}'
    )


def test_data_is_neither_changed_nor_kept() -> None:
    data = state_of("g7", "h7", "g7-h8")
    before = copy.deepcopy(data)
    game = load_game(data, verify=True)
    text = game.serialize()
    game.move("g7").resign(1)
    assert data == before
    data["stack"][1]["board"]["value"].clear()
    data["stack"][1]["_results"].clear()
    data["variants"].append("x")
    assert load_game(text).serialize() == text
    assert game.undo(2).serialize() == text


def test_loading_leaves_positions_alone_until_somebody_looks() -> None:
    game = load_game(state_of("g7", "h7", "g7-h8"))
    assert game.currplayer == 2
    assert [hasattr(ply.given, "make") for ply in game.stack] == [True] * 4
    assert game.load(2).position() == game_of("g7", "h7").position()
    assert [hasattr(ply.given, "make") for ply in game.stack] == [True, True, False, True]


def test_text_as_javascript_writes_it() -> None:
    data = {"a": [1, 2.5, True, None], "é": '"\\\u2028'}
    assert dumps(data) == '{"a":[1,2.5,true,null],"é":"\\"\\\\\u2028"}'
    assert loads(dumps(data)) == data
    with pytest.raises(ValueError, match="Out of range"):
        dumps(float("nan"))


# ---- limits -------------------------------------------------------------------------------------


def zipped(data: bytes) -> bytes:
    """Compress, the same way at any time."""
    return gzip.compress(data, mtime=0)


def gz(data: bytes) -> str:
    return "gz:" + base64.b64encode(data).decode()


NO_SAVED_GAMES: list[tuple[str | bytes, str]] = [
    ("", "state.not-json"),
    ("{", "state.not-json"),
    ("{'game': 1}", "state.not-json"),
    ('{"a":1,}', "state.not-json"),
    ("[1] 2", "state.not-json"),
    ("\ufeff{}", "state.not-json"),
    (b"\xff\xfe", "state.not-json"),
    ('"\ud800'.encode("utf-8", "surrogatepass"), "state.not-json"),
    ("[]", "state.not-object"),
    ("null", "state.not-object"),
    ('"pods"', "state.not-object"),
    ("{}", "state.key-missing"),
    ('{"game":NaN}', "state.number"),
    ('{"game":-Infinity}', "state.number"),
    ('{"game":' + "9" * 5000 + "}", "state.number"),
    ('{"game":"pods","game":"pods"}', "state.duplicate-key"),
    ('{"game":"pods","stack":[{"a":1,"b":2,"a":1}]}', "state.duplicate-key"),
    ("[" * 200_000, "state.too-deep"),
    ('{"game":' * 100_000, "state.too-deep"),
    ("gz:", "state.gzip"),
    ("gz:!!!!", "state.gzip"),
    ("gz:aé==", "state.gzip"),
    (gz(b"plain"), "state.gzip"),
    (gz(zipped(b"{}")[:-4]), "state.gzip"),
    (gz(zipped(b"{}") + b"more"), "state.gzip"),
    (gz(zipped(b"{}") * 2), "state.gzip"),
    (gz(zlib.compress(b"{}")), "state.gzip"),
    (gz(zipped(b"\xff")), "state.gzip"),
    (gz(zipped(b"{}")), "state.key-missing"),
    (gz(zipped(gz(zipped(b"{}")).encode())), "state.not-json"),
]


@pytest.mark.parametrize(("text", "code"), NO_SAVED_GAMES, ids=range(len(NO_SAVED_GAMES)))
def test_text_that_is_no_saved_game(text: str | bytes, code: str) -> None:
    error = refused(text)
    assert error.code == code
    assert error.path == "$"


@pytest.mark.parametrize("data", [None, 5, [], ("game",), bytearray(b"{}"), {1: 2}])
def test_data_that_is_no_saved_game(data: Any) -> None:
    assert refused(data).path == "$"


@pytest.mark.parametrize("uid", ["chess", "", "PODS"])
def test_unknown_games(uid: str) -> None:
    with pytest.raises(UnknownGameError, match="pods"):
        load_game({**state_of(), "game": uid})


@pytest.mark.parametrize("uid", [None, 5, ["pods"], {"pods": 1}, True])
def test_games_that_are_no_text(uid: Any) -> None:
    assert refused({**state_of(), "game": uid}).path == "$.game"


def test_large_texts_are_refused_at_once() -> None:
    large = " " * (40 * 2**20)
    begun = time.perf_counter()
    assert refused(large).code == "state.too-large"
    assert time.perf_counter() - begun < 0.1


def test_gzip_bomb() -> None:
    bomb = gz(gzip.compress(b"[" * 200 * 2**20, compresslevel=1))
    assert len(bomb) < 2**21
    begun = time.perf_counter()
    assert refused(bomb).code == "state.too-large"
    assert time.perf_counter() - begun < 2


def test_numbers_with_many_digits() -> None:
    """Far beyond any player's number, but short enough for Python to read."""
    text = game_of("g7").serialize()
    many = "9" * 4000
    for old, new, path in (
        ('"numplayers":2', f'"numplayers":{many}', "$.numplayers"),
        ('"currplayer":2', f'"currplayer":{many}', "$.stack[1].currplayer"),
        ('["g7",1]', f'["g7",{many}]', "$.stack[1].board.value[0][1]"),
        ('"scores":[1,0]', f'"scores":[{many},0]', "$.stack[1].scores"),
        ('"winner":[]', f'"winner":[{many}]', "$.winner"),
    ):
        assert old in text
        assert refused(text.replace(old, new)).path == path


def test_deep_data() -> None:
    """Deep junk anywhere is refused; nothing walks down into it."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for key in ("game", "numplayers", "variants", "gameover", "winner", "stack"):
        assert refused({**state_of("g7"), key: deep}).path.startswith(f"$.{key}")
    for key in state_of("g7")["stack"][1]:
        data = state_of("g7")
        data["stack"][1][key] = deep
        assert refused(data).path.startswith(f"$.stack[1].{key}")
    while deep:
        deep = deep.pop()  # taken apart by hand: freeing it would go just as deep


def test_errors_can_be_pickled() -> None:
    error = refused({**state_of("g7"), "winner": [1]})
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.path, str(again)) == (error.code, error.path, str(error))


def test_maps() -> None:
    form = map_form([("a1", 1), ("b1", 2)])
    assert form == {"dataType": "Map", "value": [["a1", 1], ["b1", 2]]}
    assert map_pairs(form) == form["value"]
    for wrong, path in (
        (None, ""),
        ([], ""),
        ({"dataType": "Map"}, ""),
        ({"dataType": "Set", "value": []}, ""),
        ({"dataType": "Map", "value": {}}, ".value"),
        ({"dataType": "Map", "value": [["a1", 1], "b1"]}, ".value[1]"),
        ({"dataType": "Map", "value": [["a1", 1], ["b1"]]}, ".value[1]"),
        ({"dataType": "Map", "value": [], "more": 1}, ""),
    ):
        with pytest.raises(StateError) as caught:
            map_pairs(wrong)
        assert caught.value.path == path


# ---- structuring --------------------------------------------------------------------------------


@define(kw_only=True)
class Sample(PlyState):
    """A ply with a value of every common type."""

    flag: bool
    numbers: tuple[int, ...]
    pair: tuple[str, float] = field(metadata={"key": "thePair"})
    note: str | None = None
    count: int | None = None


SAMPLE: dict[str, Any] = {
    "_version": "1",
    "_results": [{"type": "pass", "who": 1}],
    "_timestamp": "t",
    "currplayer": 1,
    "flag": True,
    "numbers": [1, 2],
    "thePair": ["x", 0.5],
}


def test_structuring() -> None:
    read = Structurer(Sample, CORE_RESULTS)
    found = read({**SAMPLE, "note": "n"})
    assert found.results == (Pass(who=1),)
    assert (found.flag, found.numbers, found.pair) == (True, (1, 2), ("x", 0.5))
    assert (found.note, found.count, found.lastmove) == ("n", None, None)


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("flag", 1, ".flag"),
        ("flag", None, ".flag"),
        ("numbers", "", ".numbers"),
        ("numbers", {}, ".numbers"),
        ("numbers", (1, 2), ".numbers"),
        ("numbers", [1, True], ".numbers[1]"),
        ("numbers", [1, 2.0], ".numbers[1]"),
        ("thePair", ["x"], ".thePair"),
        ("thePair", ["x", 1, 2], ".thePair"),
        ("thePair", ["x", "1"], ".thePair[1]"),
        ("thePair", ["x", True], ".thePair[1]"),
        ("thePair", [5, 1], ".thePair[0]"),
        ("pair", ["x", 1], ""),
        ("note", None, ".note"),
        ("note", 5, ".note"),
        ("count", None, ".count"),
        ("count", True, ".count"),
        ("count", "5", ".count"),
        ("currplayer", "1", ".currplayer"),
        ("_results", None, "._results"),
        ("_results", {}, "._results"),
        ("_results", [None], "._results[0]"),
        ("_results", [{"type": ["pass"]}], "._results[0]"),
        ("_results", [{"type": "dance"}], "._results[0].type"),
        ("_results", [{"type": "pass"}, {"type": "move", "from": "a1"}], "._results[1]"),
        ("_results", [{"type": "move", "from": "a1", "to": 5}], "._results[0].to"),
        ("_results", [{"type": "move", "start": "a1", "to": "a2"}], "._results[0]"),
        ("_results", [{"type": "winners", "players": ""}], "._results[0].players"),
        ("_results", [{"type": "winners", "players": [True]}], "._results[0].players[0]"),
        ("_results", [{"type": "place", "where": None}], "._results[0].where"),
    ],
)
def test_structuring_is_strict(key: str, value: Any, path: str) -> None:
    read = Structurer(Sample, CORE_RESULTS)
    with pytest.raises(StateError) as caught:
        read({**SAMPLE, key: value})
    assert caught.value.path == path


def test_results_that_are_kept_are_those_of_texts() -> None:
    """A player's 1 read once must not make ``true`` pass for it later."""
    read = Structurer(Sample, CORE_RESULTS)
    read(SAMPLE)
    with pytest.raises(StateError):
        read({**SAMPLE, "_results": [{"type": "pass", "who": True}]})
    first = read({**SAMPLE, "_results": [{"type": "place", "where": "a1"}]})
    second = read({**SAMPLE, "_results": [{"type": "place", "where": "a1"}]})
    assert first.results[0] is second.results[0]
    assert read({**SAMPLE, "_results": [{"where": "a1", "type": "place"}]}).results == first.results
    for n in range(9000):
        read({**SAMPLE, "_results": [{"type": "place", "where": f"x{n}"}]})
    assert read({**SAMPLE, "_results": [{"type": "place", "where": "x8999"}]}).results == (
        Place(where="x8999"),
    )


def test_missing_keys_are_named() -> None:
    read = Structurer(Sample, CORE_RESULTS)
    for key in SAMPLE:
        with pytest.raises(StateError) as caught:
            read({k: v for k, v in SAMPLE.items() if k != key})
        assert caught.value.code == "state.key-missing"
        assert caught.value.params["key"] == key


# ---- common rules, for a game that may have any results -----------------------------------------


class ToyRules(PodsRules):
    """Pods as if its own rules on results were not there, so that the common ones stand alone."""

    def load_position(self, saved: Any, before: Any, setup: Setup) -> Any:
        return super().load_position(saved, None, setup)


def toy_error(results: list[dict[str, Any]], **keys: Any) -> StateError | None:
    data = state_of("g7")
    data["stack"][1] |= {"_results": results, **keys}
    try:
        plies = toy_plies(data)
    except StateError as error:
        return error
    assert [r.to_dict() for r in plies[-1].results] == results
    return None


def toy_plies(data: dict[str, Any]) -> list[Any]:
    ended = any(r["type"] == "winners" for r in data["stack"][-1]["_results"])
    winner = [n for r in data["stack"][-1]["_results"] for n in r.get("players", [])]
    saved = Saved({**data, "gameover": ended, "winner": winner})
    return load(ToyRules(), saved).plies


EOG = {"type": "eog"}
WON = {"type": "winners", "players": [1]}
BOTH = {"type": "winners", "players": [1, 2]}


@pytest.mark.parametrize(
    "results",
    [
        [{"type": "pass"}],
        [{"type": "capture", "whose": 2}, {"type": "convert", "what": "a", "into": "b"}],
        [{"type": "pass", "who": 2}, {"type": "eog", "reason": "tired"}, BOTH],
        [{"type": "move", "from": "a", "to": "b"}, EOG, {"type": "winners", "players": []}],
    ],
)
def test_results_that_go_together(results: list[dict[str, Any]]) -> None:
    assert toy_error(results) is None


@pytest.mark.parametrize(
    ("results", "path"),
    [
        ([EOG], "._results"),
        ([WON], "._results"),
        ([{"type": "pass"}, EOG], "._results"),
        ([{"type": "pass"}, WON], "._results"),
        ([{"type": "pass"}, WON, EOG], "._results"),
        ([EOG, WON, {"type": "pass"}], "._results"),
        ([EOG, WON, EOG, WON], "._results"),
        ([EOG, {"type": "pass"}, WON], "._results"),
        ([EOG, {"type": "winners", "players": [3]}], "._results[1].players"),
        ([EOG, {"type": "winners", "players": [0]}], "._results[1].players"),
        ([EOG, {"type": "winners", "players": [2, 1]}], "._results[1].players"),
        ([EOG, {"type": "winners", "players": [1, 1]}], "._results[1].players"),
        ([{"type": "capture", "whose": 3}], "._results[0].whose"),
        ([{"type": "pass"}, {"type": "pass", "who": 0}], "._results[1].who"),
        ([{"type": "resigned", "player": 1}], ""),
        ([{"type": "resigned", "player": 9}], "._results[0].player"),
        ([{"type": "pass"}, {"type": "drawagreed"}, EOG, BOTH], ""),
    ],
)
def test_results_that_do_not(results: list[dict[str, Any]], path: str) -> None:
    error = toy_error(results)
    assert error is not None
    assert error.path == f"$.stack[1]{path}"


WORDS: list[tuple[str, dict[str, Any], list[int]]] = [
    ("resign", {"type": "resigned", "player": 1}, [2]),
    ("resign", {"type": "resigned", "player": 2}, [1]),
    ("timeout", {"type": "timeout", "player": 2}, [1]),
    ("draw", {"type": "drawagreed"}, [1, 2]),
    ("abandoned", {"type": "gameabandoned"}, []),
]


@pytest.mark.parametrize(("word", "result", "winners"), WORDS)
def test_endings_by_word(word: str, result: dict[str, Any], winners: list[int]) -> None:
    won = {"type": "winners", "players": winners}
    stays = {"lastmove": word, "currplayer": 1}
    assert toy_error([result, EOG, won], **stays) is None
    cases: list[tuple[list[dict[str, Any]], dict[str, Any], str]] = [
        ([result, EOG, won], {"lastmove": word, "currplayer": 2}, ".currplayer"),
        ([result, EOG, won], {"lastmove": "g7", "currplayer": 1}, ""),
        ([result], stays, "._results"),
        ([result, won], stays, "._results"),
        ([{"type": "pass"}, result, EOG, won], stays, ""),
        ([result, {"type": "pass"}, EOG, won], stays, "._results"),
        ([result, {**EOG, "reason": "x"}, won], stays, "._results"),
        ([{"type": "place", "where": "g7"}, EOG, won], stays, ""),
        ([{"type": "place", "where": "g7"}], stays, ""),
    ]
    for results, keys, path in cases:
        error = toy_error(results, **keys)
        assert error is not None, (results, keys)
        assert error.path == f"$.stack[1]{path}", (results, keys)
    for other in ([], [1], [2], [1, 2]):
        error = toy_error([result, EOG, {"type": "winners", "players": other}], **stays)
        assert (error is None) is (other == winners)
    for other_word, other_result, _ in WORDS:
        if other_result["type"] != result["type"]:
            error = toy_error([other_result, EOG, won], **stays)
            assert error is not None
            assert error.path == "$.stack[1]"
            assert other_word != word


# ---- versions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "code"),
    [
        ("20240803", "state.version-newer"),
        ("99999999999999999999", "state.version-newer"),
        ("9" * 5000, "state.version-newer"),
        ("20240801", "state.version-unknown"),
        ("", "state.version-unknown"),
        ("2024-08-02", "state.version-unknown"),
        ("²", "state.version-unknown"),
        ("２０２４０８０３", "state.version-unknown"),
        (20240802, "state.expected"),
        (None, "state.expected"),
        (["20240802"], "state.expected"),
    ],
)
def test_other_versions(version: Any, code: str) -> None:
    data = state_of("g7")
    data["stack"][1]["_version"] = version
    error = refused(data)
    assert error.code == code
    assert error.path == "$.stack[1]._version"
    if code.startswith("state.version"):
        assert "20240802" in error.message
        assert version[:40] in error.message
        assert len(error.message) < 250


def test_no_version() -> None:
    data = state_of("g7")
    del data["stack"][1]["_version"]
    error = refused(data)
    assert (error.code, error.path) == ("state.key-missing", "$.stack[1]")
    assert "_version" in error.message


def renamed(old: str, new: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda ply: {new if k == old else k: v for k, v in ply.items()}


@pytest.fixture
def old_versions(monkeypatch: pytest.MonkeyPatch) -> dict[str, MigrationStep]:
    """Pods as if versions 1 and 2 had been before it, with other names for two keys."""
    steps = {
        "1": MigrationStep("2", renamed("whales", "board")),
        "2": MigrationStep("20240802", renamed("marks", "influenceBoard")),
    }
    monkeypatch.setattr(PodsRules, "state", evolve(PodsRules().state, migrations=steps))
    return steps


def aged(text: str, version: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    for ply in data["stack"]:
        ply["_version"] = version
        ply["marks"] = ply.pop("influenceBoard")
        if version == "1":
            ply["whales"] = ply.pop("board")
    return data


@pytest.mark.usefixtures("old_versions")
@pytest.mark.parametrize("version", ["1", "2"])
def test_older_versions_are_brought_up(version: str) -> None:
    text = game_of("g7", "h7", "g7-h8").draw().serialize()
    old = aged(text, version)
    before = copy.deepcopy(old)
    game = load_game(old, verify=True)
    assert old == before
    assert game.serialize() == text
    assert {ply.version for ply in game.stack} == {"20240802"}


@pytest.mark.usefixtures("old_versions")
def test_a_stack_may_have_plies_of_several_versions() -> None:
    text = game_of("g7", "h7", "g7-h8").serialize()
    stacks = [aged(text, "1")["stack"], aged(text, "2")["stack"], json.loads(text)["stack"]]
    mixed = [stacks[0][0], stacks[0][1], stacks[1][2], stacks[2][3]]
    assert load_game({**json.loads(text), "stack": mixed}).serialize() == text


@pytest.mark.usefixtures("old_versions")
def test_damage_in_an_older_version() -> None:
    """The keys of an old version do not pass for those of the present one, nor the other way."""
    data = aged(game_of("g7").serialize(), "1")
    for ply in data["stack"]:
        ply["_version"] = "2"
    assert refused(data).path == "$.stack[0]"
    data = state_of("g7")
    data["stack"][0]["_version"] = "0"
    assert refused(data).code == "state.version-unknown"


def broken(ply: dict[str, Any]) -> dict[str, Any]:
    return {"scores": ply["scores"][2] + 1}


def refusing(ply: dict[str, Any]) -> dict[str, Any]:
    raise StateError("state.cell", path=".board")


def test_migrations_that_stumble(old_versions: dict[str, MigrationStep]) -> None:
    """Old data may be damaged in ways that a migration did not think of."""
    data = aged(game_of("g7").serialize(), "1")
    old_versions["1"] = MigrationStep("2", broken)
    error = refused(data)
    assert (error.code, error.path) == ("state.migration", "$.stack[0]")
    assert "'1'" in error.message
    assert "'2'" in error.message
    old_versions["1"] = MigrationStep("2", refusing)
    error = refused(data)
    assert (error.code, error.path) == ("state.cell", "$.stack[0].board")


def test_upgrading_is_pure() -> None:
    form = StateForm(PlyState, migrations={"1": MigrationStep("2", lambda ply: {**ply, "b": 2})})
    ply = {"_version": "1", "a": 1}
    assert upgraded(ply, "2", form, MigrationContext) == {"_version": "2", "a": 1, "b": 2}
    assert ply == {"_version": "1", "a": 1}
    assert upgraded({"_version": "2"}, "2", form, MigrationContext) == {"_version": "2"}


def test_migrations_in_a_circle_arrive_nowhere() -> None:
    steps = {"1": MigrationStep("2", dict), "2": MigrationStep("1", dict)}
    form = StateForm(PlyState, migrations=steps)
    with pytest.raises(StateError) as caught:
        upgraded({"_version": "1"}, "3", form, MigrationContext)
    assert caught.value.code == "state.version-unknown"


# ---- what the loader says -----------------------------------------------------------------------


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy with another value at a path such as ``stack.1.board.value.0``."""
    out = copy.deepcopy(data)
    *way, last = path.split(".")
    holder: Any = out
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    holder[int(last) if isinstance(holder, list) else last] = value
    return out


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("numplayers", 3, "$.numplayers: Natal Seas - Pods is for 2 players."),
        ("variants", ["big"], "$.variants: Natal Seas - Pods has no variant 'big'."),
        ("gameover", True, "$.gameover: the last ply says that the game is not over."),
        ("winner", [1], "$.winner: according to the last ply, the winners are []."),
        ("stack", [], "$.stack: a saved game has at least its starting position."),
        ("stack.0.lastmove", "g7", "$.stack[0]: the first ply is the starting position"),
        ("stack.1.lastmove", "g8", "$.stack[1].lastmove: the ply's result says 'g7'."),
        ("stack.1.lastmove", "g8-g7", "$.stack[1]: the ply's result says 'g7'."),
        ("stack.1.lastmove", "resign", "$.stack[1]: resign, timeout, draw and abandoned each need"),
        ("stack.1.lastmove", "", "$.stack[1].lastmove: the ply's result says 'g7'."),
        ("stack.1._results", [], "$.stack[1]._results: every ply but the first must have results."),
        ("stack.1._results.0.where", "g70", "$.stack[1]._results[0].where: there is no such cell"),
        ("stack.1._results.0.what", "orca", "$.stack[1]._results[0]: a placement has only where"),
        ("stack.1.currplayer", 1, "$.stack[1].currplayer: player 2 is to move here."),
        ("stack.1.currplayer", 0, "$.stack[1].currplayer: players are numbered 1 to 2."),
        ("stack.1.scores", [2, 0], "$.stack[1].scores: the board gives the scores [1, 0]."),
        (
            "stack.1._timestamp",
            "2023-02-29T12:00:00.000Z",
            "$.stack[1]._timestamp: expected a time such as",
        ),
        (
            "stack.1._timestamp",
            "2024-02-29T24:00:00.000Z",
            "$.stack[1]._timestamp: expected a time such as",
        ),
        (
            "stack.1._timestamp",
            "0000-02-29T12:00:00.000Z",
            "$.stack[1]._timestamp: expected a time such as",
        ),
        ("stack.2.board.value.1.0", "g7", "$.stack[2].board.value[1][0]: the cell g7 occurs twice"),
        ("stack.2.board.value.1.1", 3, "$.stack[2].board.value[1][1]: players are numbered 1 to 2"),
        ("stack.2.board.extra", 3, "$.stack[2].board: "),
        ("stack.2.extra", 3, "$.stack[2]: unknown key 'extra'."),
    ],
)
def test_messages(path: str, value: Any, says: str) -> None:
    error = refused(changed(state_of("g7", "h7"), path, value))
    assert error.message.startswith(says)
    assert says.startswith(error.path + ": ")


def test_marked_whales() -> None:
    data = changed(state_of("g7"), "stack.1.influenceBoard.value", [["a1", 1], ["g7", 1]])
    error = refused(data)
    assert error.code == "pods.state.marked-whale"
    assert error.path == "$.stack[1].influenceBoard.value[1][0]"


# ---- contradictions that a replay finds ---------------------------------------------------------


def long_game() -> dict[str, Any]:
    """Return the state of a recorded game that has placements, migrations, marks and an end."""
    fixture = next(
        g for g in fixture_games("pods-20240802.jsonl") if g["over"] and g["kind"] == "place80"
    )
    return game_of(*(ply["move"] for ply in fixture["plies"])).state()


LONG = long_game()


def ply_where(test: Callable[[dict[str, Any]], bool]) -> int:
    return next(i for i, ply in enumerate(LONG["stack"]) if i and test(ply))


MARKED = ply_where(lambda ply: len(ply["influenceBoard"]["value"]) > 3)
MIGRATED = ply_where(lambda ply: "-" in ply["lastmove"])
LAST = len(LONG["stack"]) - 1

Stack = list[dict[str, Any]]


def board_order(stack: Stack) -> str:
    pairs = stack[MARKED]["board"]["value"]
    pairs[0], pairs[1] = pairs[1], pairs[0]
    return f"$.stack[{MARKED}].board.value[0]"


def influence_order(stack: Stack) -> str:
    stack[MARKED]["influenceBoard"]["value"].reverse()
    return f"$.stack[{MARKED}].influenceBoard.value[0]"


def whale_elsewhere(stack: Stack) -> str:
    taken = {name for m in ("board", "influenceBoard") for name, _ in stack[MARKED][m]["value"]}
    stack[MARKED]["board"]["value"][2][0] = next(c for c in ("a1", "m7", "g1") if c not in taken)
    return f"$.stack[{MARKED}].board.value[2]"


def whale_of_the_other(stack: Stack) -> str:
    ply = stack[MARKED]
    pairs = ply["board"]["value"]
    i = next(i for i in range(1, len(pairs)) if pairs[i][1] != pairs[0][1])
    pairs[0][1], pairs[i][1] = pairs[i][1], pairs[0][1]
    return f"$.stack[{MARKED}].board.value[0]"


def influence_elsewhere(stack: Stack) -> str:
    taken = {name for m in ("board", "influenceBoard") for name, _ in stack[MARKED][m]["value"]}
    marks = stack[MARKED]["influenceBoard"]["value"]
    marks[-1][0] = next(c for c in ("a1", "m7", "g1") if c not in taken)
    return f"$.stack[{MARKED}].influenceBoard.value[{len(marks) - 1}]"


def influence_missing(stack: Stack) -> str:
    ply = stack[MARKED]
    _, player = ply["influenceBoard"]["value"].pop()
    ply["scores"][player - 1] -= 1
    return f"$.stack[{MARKED}].influenceBoard.value"


def influence_too_much(stack: Stack) -> str:
    stack[1]["influenceBoard"]["value"].append(["m7" if stack[1]["lastmove"] != "m7" else "a1", 2])
    stack[1]["scores"][1] += 1
    return "$.stack[1].influenceBoard.value"


def illegal_placement(stack: Stack) -> str:
    """The second whale of a player far from the first one."""
    far = next(
        c
        for c in ("a1", "m7", "g1", "g13")
        if c not in (stack[1]["lastmove"], stack[2]["lastmove"])
    )
    stack[3] |= {"lastmove": far, "_results": [{"type": "place", "where": far}]}
    return "$.stack[3].lastmove"


def illegal_migration(stack: Stack) -> str:
    ply = stack[MIGRATED]
    start = ply["lastmove"].split("-")[0]
    ply |= {
        "lastmove": f"{start}-{start}",
        "_results": [{"type": "move", "from": start, "to": start}],
    }
    return f"$.stack[{MIGRATED}].lastmove"


def whale_of_nobody(stack: Stack) -> str:
    ply = stack[MIGRATED]
    ply |= {"lastmove": "a1-a2", "_results": [{"type": "move", "from": "a1", "to": "a2"}]}
    return f"$.stack[{MIGRATED}].lastmove"


def moves_swapped(stack: Stack) -> str:
    for key in ("lastmove", "_results"):
        stack[2][key], stack[4][key] = stack[4][key], stack[2][key]
    return "$.stack[2].board.value[1]"


def ply_left_out(stack: Stack) -> str:
    del stack[5:7]
    return "$.stack[5]"


def ply_twice(stack: Stack) -> str:
    stack[5:5] = copy.deepcopy(stack[3:5])
    return "$.stack[5].lastmove"


def start_with_marks(stack: Stack) -> str:
    stack[0]["influenceBoard"]["value"].append(["a1", 1])
    stack[0]["scores"][0] += 1
    return "$.stack[0].influenceBoard.value"


CONTRADICTIONS = (
    board_order,
    influence_order,
    whale_elsewhere,
    whale_of_the_other,
    influence_elsewhere,
    influence_missing,
    influence_too_much,
    illegal_placement,
    illegal_migration,
    whale_of_nobody,
    moves_swapped,
    ply_left_out,
    ply_twice,
    start_with_marks,
)


@pytest.mark.parametrize("contradict", CONTRADICTIONS, ids=lambda f: str(f.__name__))
def test_contradictions(contradict: Callable[[Stack], str]) -> None:
    """Each ply is sound by itself, so plain loading takes it; a replay names the place."""
    data = copy.deepcopy(LONG)
    path = contradict(data["stack"])
    load_game(data)
    error = refused(data, verify=True)
    assert error.path == path or error.path.startswith((path + ".", path + "["))


def test_the_unchanged_game_is_sound() -> None:
    assert load_game(LONG, verify=True).state() == LONG


def test_a_game_may_begin_anywhere() -> None:
    begun = new_game("pods", position=load_game(LONG).load(MARKED).position())
    for ply in LONG["stack"][MARKED + 1 :]:
        begun.move(ply["lastmove"])
    game = load_game(begun.state(), verify=True)
    assert game.winner == LONG["winner"]
    assert game.load(0).position() == load_game(LONG).load(MARKED).position()


def test_end_where_the_score_says_so() -> None:
    """An end that is left out or made up is found without a replay: the scores tell."""
    data = copy.deepcopy(LONG)
    del data["stack"][-1]["_results"][1:]
    assert refused({**data, "gameover": False, "winner": []}).path == f"$.stack[{LAST}]._results"
    data = copy.deepcopy(LONG)
    won = data["stack"].pop()["_results"][1:]
    data["stack"][-1]["_results"] += won
    assert refused(data).path == f"$.stack[{LAST - 1}]._results"
    data = copy.deepcopy(LONG)
    other = [3 - data["winner"][0]]
    data["stack"][-1]["_results"][-1]["players"] = data["winner"] = other
    assert refused(data).path == f"$.stack[{LAST}]._results"


@pytest.mark.parametrize("word", ["resign", "timeout", "draw", "abandoned"])
def test_endings_by_word_leave_the_position(word: str) -> None:
    game = game_of("g7", "h7", "g7-h8")
    getattr(game, word)(*([1] if word in ("resign", "timeout") else []))
    data = game.state()
    load_game(data, verify=True)
    moved = copy.deepcopy(data)
    moved["stack"][-1]["board"]["value"][0][0] = "a1"
    load_game(moved)
    assert refused(moved, verify=True).path.startswith("$.stack[4].board.value[0]")
    empty = copy.deepcopy(data)
    empty["stack"][-1] |= {"board": map_form([]), "influenceBoard": map_form([]), "scores": [0, 0]}
    assert refused(empty, verify=True).path.startswith("$.stack[4].board.value")
    assert refused(changed(data, "stack.4.currplayer", 1)).path == "$.stack[4].currplayer"


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_built_in_games_know_by_the_position_who_is_to_move_and_when_it_is_over(kind: Any) -> None:
    """As the page on embedding says, without a replay."""
    whole = played(kind, 5, 30).state()
    for i in range(1, len(whole["stack"])):
        data = copy.deepcopy(whole)
        data["stack"][i]["currplayer"] = 3 - data["stack"][i]["currplayer"]
        assert refused(data).path.startswith("$.stack[")
    with_end = copy.deepcopy(whole)
    with_end["stack"][-1]["_results"] += [r.to_dict() for r in ending(1)]
    refused({**with_end, "gameover": True, "winner": [1]})
    data = LONG if kind[0] == "pods" else played_out(kind)
    data = copy.deepcopy(data)
    del data["stack"][-1]["_results"][-2:]
    refused({**data, "gameover": False, "winner": []})


def played_out(kind: Any) -> dict[str, Any]:
    """Play a random game to its end."""
    rng, game = random.Random(2), fresh(kind)
    while not game.gameover:
        game.move(game.random_move(rng) or "")
    return game.state()


# ---- what loading promises for any game ---------------------------------------------------------


class FindsSideRules(NimRules):
    """Finds out who is to move by itself, and does not look at what was saved."""

    def load_position(self, saved: Any, before: Ply[Pile] | None, setup: Setup) -> Pile:
        side = 3 - before.currplayer if before and saved.lastmove.isdecimal() else saved.currplayer
        return evolve(super().load_position(saved, before, setup), side=side)


def nim(*moves: str, word: str = "") -> dict[str, Any]:
    game: Game[Any, Any] = Nim(clock=ticking_clock())
    for move in moves:
        game.move(move)
    if word:
        getattr(game, word)(*([1] if word in ("resign", "timeout") else []))
    return game.state()


TAKEN = ("3", "3", "3", "1")


def other_side(data: dict[str, Any]) -> None:
    data["stack"][2]["currplayer"] = 2


def no_ending(data: dict[str, Any]) -> None:
    del data["stack"][-1]["_results"][-2:]
    data.update(gameover=False, winner=[])


def other_winner(data: dict[str, Any]) -> None:
    data["stack"][-1]["_results"][-1]["players"] = data["winner"] = [1]


def stone_less(data: dict[str, Any]) -> None:
    data["stack"][2]["pile"] -= 1


def illegal(data: dict[str, Any]) -> None:
    data["stack"][2]["lastmove"] = "4"


@pytest.mark.parametrize(
    "alter", [other_side, no_ending, other_winner, stone_less, illegal], ids=lambda f: f.__name__
)
def test_a_game_that_checks_nothing_is_safe_when_it_is_verified(alter: Any) -> None:
    """Nim's load_position takes anything: what has the form of a game loads, and is found by a replay."""
    data = nim(*TAKEN)
    Nim.load(data, verify=True)
    alter(data)
    Nim.load(data)
    with pytest.raises(StateError):
        Nim.load(data, verify=True)


def test_the_player_to_move_is_the_one_saved_whatever_the_game_makes_of_it() -> None:
    data = nim(*TAKEN)
    assert class_of(FindsSideRules()).load(data, verify=True).state() == data
    other_side(data)
    with pytest.raises(StateError) as caught:
        class_of(FindsSideRules()).load(data)
    assert (caught.value.code, caught.value.path) == ("state.currplayer", "$.stack[2].currplayer")
    assert caught.value.params["expected"] == 1


def _envelope(key: str, value: Any) -> Any:
    return lambda data: data.update({key: value})


def _last(change: Any) -> Any:
    return lambda data: change(data["stack"][-1])


def _results(*results: Any) -> Any:
    return _last(lambda ply: ply.update(_results=[r.to_dict() for r in results]))


FORM: list[tuple[str, Any]] = [
    ("", _envelope("gameover", False)),
    ("", _envelope("winner", [])),
    ("", _envelope("winner", [1])),
    ("", _envelope("numplayers", 3)),
    ("", _last(lambda ply: ply.update(currplayer=3))),
    ("", _last(lambda ply: ply.update(_results=[]))),
    ("", _last(lambda ply: ply.pop("lastmove"))),
    ("", _last(lambda ply: ply["_results"].pop())),
    ("", _last(lambda ply: ply["_results"].reverse())),
    ("", lambda data: data["stack"].append(data["stack"][-1])),
    ("", lambda data: data["stack"][0].update(lastmove="3")),
    *(
        (word, change)
        for word in ("resign", "timeout", "draw", "abandoned")
        for change in (
            _last(lambda ply: ply.update(currplayer=3 - ply["currplayer"])),
            _last(lambda ply: ply.update(_results=ply["_results"][1:])),
            _last(lambda ply: ply.update(_results=ply["_results"][:1])),
            _last(lambda ply: ply["_results"][-1].update(players=[1])),
            _last(lambda ply: ply.update(lastmove="1")),
        )
    ),
]


@pytest.mark.parametrize(("word", "alter"), FORM)
def test_the_form_of_any_game_is_looked_at(word: str, alter: Any) -> None:
    """Without a replay, and without any check of the game's own."""
    data = nim(*(TAKEN[:2] if word else TAKEN), word=word)
    Nim.load(data)
    alter(data)
    with pytest.raises(StateError) as caught:
        Nim.load(data)
    assert caught.value.path.startswith("$")


def test_after_the_end() -> None:
    data = game_of("g7", "h7").draw().state()
    data["stack"].append({**data["stack"][2], "currplayer": 1})
    error = refused(data)
    assert (error.code, error.path) == ("state.after-end", "$.stack[4]")


def test_too_many_plies() -> None:
    data = state_of()
    data["stack"] *= 20_001
    assert refused(data).code == "state.too-many-plies"


@frozen
class Clap(Result):
    """A result of a game from elsewhere."""

    plain: ClassVar[bool] = False
    type: str = "clap"
    hands: int = 2


def test_results_of_other_games() -> None:
    read = Structurer(Sample, (*CORE_RESULTS, Clap))
    found = read({**SAMPLE, "_results": [{"type": "clap", "hands": 4}, {"type": "capture"}]})
    assert found.results == (Clap(hands=4), Capture())
    with pytest.raises(HexError):
        read({**SAMPLE, "_results": [{"type": "clap", "hands": "4"}]})
