"""Saved games value by value: whatever is altered in one, of another type or too much, is refused.

Both readers are asked: the one for text as we write it, and the strict one for data.
"""

import copy
import gzip
import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from abstractplay_hex import StateError, load_game, new_game
from abstractplay_hex.codec import dumps, envelope, jsontext
from abstractplay_hex.codec.converter import MOST_KEPT, Structurer
from abstractplay_hex.codec.versions import upgraded
from abstractplay_hex.plies.results import CORE_RESULTS, Pass, Place
from abstractplay_hex.rules.saved import MigrationContext, MigrationStep, PlyState, StateForm
from tests.games import KINDS, kind_id, played

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)
Path = tuple[str | int, ...]


def places(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value of the data with its path, the whole first."""
    yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def altered(data: Any, path: Path, value: Any) -> Any:
    """Return a copy with another value at a path."""
    if not path:
        return value
    out = copy.copy(data)
    out[path[0]] = altered(data[path[0]], path[1:], value)
    return out


def shown(path: Path) -> str:
    return "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)


def refusals(data: Any) -> StateError:
    """Return the refusal of the data, which that of its text is like."""
    with pytest.raises(StateError) as caught:
        load_game(data)
    with pytest.raises(StateError) as from_text:
        load_game(dumps(data))
    assert (from_text.value.code, from_text.value.path) == (caught.value.code, caught.value.path)
    return caught.value


def short(kind: Any) -> dict[str, Any]:
    """Return a short game that is over, with something of everything in it."""
    return played(kind, 31, 7).resign(1).state()


@every_kind
def test_numbers_are_of_the_type_they_are_written_in(kind: Any) -> None:
    data = short(kind)
    seen = 0
    for path, value in places(data):
        if type(value) is int and (len(path) < 3 or path[1] in (1, 8)):
            seen += 1
            others = [value + 0.5, str(value), None]
            others += [bool(value)] if value in (0, 1) else []
            for other in others:
                refusals(altered(data, path, other))
        if type(value) is bool:
            refusals(altered(data, path, int(value)))
            refusals(altered(data, path, not value))
    assert seen > 8


@every_kind
def test_scores_in_another_spelling(kind: Any) -> None:
    data = short(kind)
    last = data["stack"][-1]
    if "scores" not in last:
        pytest.skip("a board being built has no scores")
    for i in (0, 1):
        for other in (last["scores"][i] + 0.25, last["scores"][i] + 1, True, None, "1"):
            wrong = copy.deepcopy(data)
            wrong["stack"][-1]["scores"][i] = other
            assert refusals(wrong).path.startswith("$.stack[8].scores")
    not_two: tuple[Any, ...] = ([0], [0, 0, 0], {}, None)
    for scores in not_two:
        wrong = copy.deepcopy(data)
        wrong["stack"][-1]["scores"] = scores
        assert refusals(wrong).path.startswith("$.stack[8].scores")


@every_kind
def test_a_stray_key_is_refused_wherever_it_is(kind: Any) -> None:
    data = short(kind)
    objects = [(path, value) for path, value in places(data) if isinstance(value, dict)]
    assert len(objects) > 15
    for path, value in objects:
        for stray in ("zzz", ""):
            error = refusals(altered(data, path, {**value, stray: 1}))
            assert error.code in ("state.key-unknown", "state.map"), path
            assert error.path == shown(path) or error.code == "state.map"


@every_kind
def test_a_missing_key_is_refused_wherever_it_is(kind: Any) -> None:
    data = short(kind)
    for path, value in places(data):
        if isinstance(value, dict) and (len(path) < 2 or path[1] in (1, 8)):
            for key in value:
                less = altered(data, path, {k: v for k, v in value.items() if k != key})
                if "_results" in path and key not in ("type", "player", "players"):
                    # What a turn did is found out by replaying it.
                    with pytest.raises(StateError) as caught:
                        load_game(less, verify=True)
                    assert caught.value.path.startswith(shown(path[:2])), key
                else:
                    assert refusals(less).path.startswith(shown(path[:2])), key


@every_kind
def test_lists_are_lists_and_as_long_as_they_should_be(kind: Any) -> None:
    data = short(kind)
    for path, value in places(data):
        if isinstance(value, list) and (len(path) < 2 or path[1] in (1, 8)):
            no_lists: tuple[Any, ...] = ({}, "", None, 0)
            for other in no_lists:
                refusals(altered(data, path, other))
            if "scores" in path or path[-1:] == ("players",) or path == ("winner",):
                refusals(altered(data, path, [*value, 1]))


@pytest.mark.parametrize("uid", ["pods", "dendria"])
def test_a_game_begins_with_no_finished_position(uid: str) -> None:
    """As a saved game does not; texts of such positions are refused in ``test_refusals.py``."""
    if uid == "dendria":
        game = new_game(uid, ["size-5"]).move("a1").move("pass").move("pass")
        path, code = ".passes", "dendria.state.end"
    else:
        game = new_game(uid, position=_nearly_over())
        while not game.gameover:
            game.move(game.moves()[0])
        path, code = ".scores", "pods.state.over"
    data = game.state()
    (last,) = data["stack"][-1:]
    first = {k: v for k, v in last.items() if k != "lastmove"} | {"_results": []}
    if uid == "dendria":
        first["currplayer"] = last["currplayer"]
    error = refusals({**data, "gameover": False, "winner": [], "stack": [first]})
    assert (error.code, error.path) == (code, f"$.stack[0]{path}")


def _nearly_over() -> str:
    """Return a position with 63 whales a player and one empty cell between them."""
    cells, rows = "W" * 62 + "11" + "w" * 63, []
    for length in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7):
        rows.append(cells[:length].replace("11", "2"))
        cells = cells[length:]
    return "/".join(rows) + " 1"


# ---- bounds -------------------------------------------------------------------------------------


def test_as_many_plies_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    data = new_game("pods").move("g7").move("h7").state()
    monkeypatch.setattr(envelope, "MOST_PLIES", 3)
    assert len(load_game(data).stack) == 3
    monkeypatch.setattr(envelope, "MOST_PLIES", 2)
    error = refusals(data)
    assert (error.code, error.path, error.params["limit"]) == (
        "state.too-many-plies",
        "$.stack",
        2,
    )


def test_as_much_text_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"game": "pods"})
    packed = "gz:" + b64encode(gzip.compress(text.encode())).decode()
    for given in (text, text.encode(), packed):
        monkeypatch.setattr(jsontext, "LARGEST_TEXT", max(len(text), len(given)))
        assert jsontext.loads(given) == {"game": "pods"}
    for given in (text, text.encode()):
        monkeypatch.setattr(jsontext, "LARGEST_TEXT", len(text) - 1)
        with pytest.raises(StateError) as caught:
            jsontext.loads(given)
        assert caught.value.code == "state.too-large"
    # What is packed counts when it is unpacked.
    long = json.dumps(["x" * 1000])
    packed = "gz:" + b64encode(gzip.compress(long.encode())).decode()
    monkeypatch.setattr(jsontext, "LARGEST_TEXT", len(long))
    assert jsontext.loads(packed) == ["x" * 1000]
    monkeypatch.setattr(jsontext, "LARGEST_TEXT", len(long) - 1)
    with pytest.raises(StateError) as caught:
        jsontext.loads(packed)
    assert caught.value.code == "state.too-large"


@pytest.mark.parametrize(
    "time",
    [
        "2024-02-29T23:59:59.999Z",
        "2026-01-31T00:00:00.000Z",
        "2026-04-30T00:00:00.000Z",
        "0001-01-01T00:00:00.000Z",
    ],
)
def test_times_that_there_are(time: str) -> None:
    data = new_game("pods").state()
    data["stack"][0]["_timestamp"] = time
    assert load_game(data).stack[0].timestamp == time
    assert load_game(dumps(data)).serialize() == dumps(data)


@pytest.mark.parametrize(
    "time",
    [
        "2023-02-29T00:00:00.000Z",
        "2026-04-31T00:00:00.000Z",
        "2026-13-01T00:00:00.000Z",
        "2026-00-01T00:00:00.000Z",
        "2026-01-00T00:00:00.000Z",
        "2026-01-32T00:00:00.000Z",
        "0000-01-01T00:00:00.000Z",
        "2026-01-01T24:00:00.000Z",
        "2026-01-01T00:60:00.000Z",
        "2026-01-01T00:00:60.000Z",
        "2026-01-01T00:00:00.00Z",
        "2026-01-01T00:00:00.0000Z",
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.000",
        "2026-01-01T00:00:00.000+00:00",
        "2026-01-01 00:00:00.000Z",
        "2026-01-01T00:00:00.000Z ",
        "٢٠٢٦-01-01T00:00:00.000Z",
        "",
    ],
)
def test_times_that_there_are_not(time: str) -> None:
    data = new_game("pods").state()
    data["stack"][0]["_timestamp"] = time
    error = refusals(data)
    assert (error.code, error.path) == ("state.timestamp", "$.stack[0]._timestamp")


# ---- results and versions -----------------------------------------------------------------------


def test_results_are_kept_up_to_a_number() -> None:
    read = Structurer(PlyState, CORE_RESULTS)
    ply = {"_version": "1", "_timestamp": "", "currplayer": 1, "lastmove": "x"}

    def results(*items: dict[str, Any]) -> tuple[Any, ...]:
        found: tuple[Any, ...] = read({**ply, "_results": list(items)}).results
        return found

    one, other = (results({"type": "place", "where": "a1"})[0] for _ in range(2))
    assert one is other == Place(where="a1")
    long = {"type": "place", "where": "a" * 32}
    assert results(long)[0] is not results(long)[0]
    by_number = {"type": "pass", "who": 1}
    assert results(by_number)[0] is not results(by_number)[0]
    assert results(by_number) == (Pass(who=1),)
    for number in range(MOST_KEPT):
        results({"type": "place", "where": str(number)})
    late = {"type": "place", "where": "late"}
    assert results(late)[0] is not results(late)[0]
    assert results({"type": "place", "where": "a1"})[0] is one


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ("20300101", "version-newer"),
        ("20240803", "version-newer"),
        ("20240801", "version-unknown"),
        ("0", "version-unknown"),
        ("", "version-unknown"),
        ("2030.1", "version-unknown"),
        ("٢٠٣٠٠١٠١", "version-unknown"),
        ("9" * 60, "version-newer"),
    ],
)
def test_versions_that_are_not_known(found: str, code: str) -> None:
    data = new_game("pods").state()
    data["stack"][0]["_version"] = found
    error = refusals(data)
    assert (error.code, error.path) == (f"state.{code}", "$.stack[0]._version")
    assert error.params["known"] == "'20240802'"


def test_a_version_that_is_no_number_has_nothing_newer() -> None:
    with pytest.raises(StateError) as caught:
        upgraded({"_version": "5"}, "one", StateForm(PlyState), MigrationContext)
    assert caught.value.code == "state.version-unknown"


def test_steps_are_chained_and_get_what_they_ask_for() -> None:
    given = {"_version": "1", "a": 1}

    def first(data: dict[str, Any]) -> dict[str, Any]:
        assert data == {"a": 1}
        return {"b": data["a"] + 1}

    def second(data: dict[str, Any], context: MigrationContext) -> dict[str, Any]:
        return {"c": data["b"], "variants": context.variants}

    form = StateForm(
        PlyState,
        migrations={"1": MigrationStep("2", first), "2": MigrationStep("3", second, True)},
    )
    context = MigrationContext(variants=("x",))
    new = upgraded(given, "3", form, lambda: context)
    assert new == {"_version": "3", "c": 2, "variants": ("x",)}
    assert given == {"_version": "1", "a": 1}
    assert upgraded(new, "3", form, lambda: context) is new


# ---- endings by word, as saved ------------------------------------------------------------------


@every_kind
def test_an_ending_says_one_thing(kind: Any) -> None:
    plain = played(kind, 32, 4)
    for game, others in (
        (plain.clone().resign(1), ("timeout", "draw", "abandoned", "pass", "")),
        (plain.clone().draw(), ("resign", "abandoned")),
        (plain.clone().abandoned(), ("draw", "timeout")),
    ):
        data = game.state()
        for word in others:
            wrong = copy.deepcopy(data)
            wrong["stack"][-1]["lastmove"] = word
            assert refusals(wrong).path.startswith("$.stack[5]")
        wrong = copy.deepcopy(data)
        wrong["stack"][-1]["currplayer"] = 3 - wrong["stack"][-1]["currplayer"]
        assert refusals(wrong).path == "$.stack[5].currplayer"
        for players in ([1], [2], [1, 2], []):
            wrong = copy.deepcopy(data)
            if wrong["stack"][-1]["_results"][-1]["players"] == players:
                continue
            wrong["stack"][-1]["_results"][-1]["players"] = players
            wrong["winner"] = players
            error = refusals(wrong)
            assert (error.code, error.path) == ("state.word-end", "$.stack[5]._results")
            refusals({**data, "winner": players})
        refusals({**data, "gameover": False})


def test_players_are_in_range_for_the_seats_there_are(last_stand: str) -> None:
    for seats in (2, 3):
        data = new_game(last_stand, seats=seats).move("a1").resign(seats).state()
        assert load_game(data).winner == list(range(1, seats))
        wrong = copy.deepcopy(data)
        wrong["stack"][-1]["_results"][0]["player"] = seats + 1
        error = refusals(wrong)
        assert (error.code, error.params["last"]) == ("state.player-range", seats)
        wrong = copy.deepcopy(data)
        wrong["stack"][-1]["currplayer"] = seats + 1
        error = refusals(wrong)
        assert (error.code, error.path) == ("state.player-range", "$.stack[2].currplayer")
        for count in (seats + 0.5, str(seats), 1, 5, True, None):
            assert refusals({**data, "numplayers": count}).path == "$.numplayers"


# ---- texts that are no JSON ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "json.value"),
        ("{1:2}", "json.key"),
        ('{"a" 1}', "json.colon"),
        ('{"a":1 "b":2}', "json.comma"),
        ('"abc', "json.open-text"),
        ('"a\nb"', "json.control"),
        (r'"\x"', "json.escape"),
        ("[] []", "json.more"),
        ("\ufeff{}", "json.bom"),
        (b"\xff", "bytes.not-utf8"),
    ],
)
def test_why_a_text_is_no_json(text: str | bytes, reason: str) -> None:
    with pytest.raises(StateError) as caught:
        jsontext.loads(text)
    assert caught.value.code == "state.not-json"
    assert caught.value.params["reason"].code == reason


@pytest.mark.parametrize(
    ("packed", "reason"),
    [
        ("!", "bytes.not-base64"),
        (b64encode(b"plain").decode(), "bytes.not-gzip"),
        (b64encode(gzip.compress(b"{}", mtime=0)[:-4]).decode(), "bytes.cut-off"),
        (b64encode(gzip.compress(b"{}", mtime=0) + b"x").decode(), "bytes.cut-off"),
        (b64encode(gzip.compress(b"\xff", mtime=0)).decode(), "bytes.not-utf8"),
    ],
)
def test_why_a_text_cannot_be_unpacked(packed: str, reason: str) -> None:
    with pytest.raises(StateError) as caught:
        jsontext.loads(f"gz:{packed}")
    assert caught.value.code == "state.gzip"
    assert caught.value.params["reason"].code == reason


def test_numbers_that_are_none() -> None:
    for text, value in (("NaN", "NaN"), ("[-Infinity]", "-Infinity")):
        with pytest.raises(StateError) as caught:
            jsontext.loads(text)
        assert (caught.value.code, caught.value.params["value"]) == ("state.number", value)
    with pytest.raises(StateError) as caught:
        jsontext.loads("9" * 5000)
    assert caught.value.code == "state.number"
    assert caught.value.params["value"].code == "phrase.huge-value"
