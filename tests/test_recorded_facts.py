"""Records read and replayed: what is refused by its reason, and each fact that is compared."""

import copy
from typing import Any

import pytest

from abstractplay_hex import RecordError, VariantError, get_rules, new_game
from abstractplay_hex.errors import ReplayError
from abstractplay_hex.records import reader, replay
from abstractplay_hex.records.reader import ending_word, read_game
from abstractplay_hex.records.replay import play_ply
from tests.conftest import ticking_clock

Data = dict[str, Any]


def finished() -> Data:
    game = new_game("pods", clock=ticking_clock()).move("g7").move("h7").move("g6").resign(2)
    return game.record(["Ann", "Bob"], gameid="g1")


def with_header(**changes: Any) -> Data:
    record = finished()
    record["header"] |= {key.replace("_", "-"): value for key, value in changes.items()}
    return record


def without_header(key: str) -> Data:
    record = finished()
    del record["header"][key]
    return record


LIST: Data = {"game": "pods", "moves": ["g7", "h7"]}
PLIES: Data = {"game": "pods", "plies": [{"move": "g7"}, {"move": "h7"}]}

UNREADABLE: list[tuple[Any, str, str]] = [
    # what is read, the reason's code, what it names
    ({"stack": []}, "key-missing", "game"),
    ({"stack": [], "game": 5}, "key-missing", "game"),
    (without_header("game"), "key-missing", "header.game.name"),
    (with_header(game="Pods"), "key-missing", "header.game.name"),
    (with_header(game={"name": 5}), "key-missing", "header.game.name"),
    (with_header(game={"name": "Chess"}), "unknown-game", "'Chess'"),
    (
        with_header(game={"name": "Dendria", "variants": "solo"}),
        "not-texts",
        "header.game.variants",
    ),
    (
        with_header(game={"name": "Dendria", "variants": ["solo", "size-4"]}),
        "unknown-variant",
        "header.game.variants",
    ),
    (
        with_header(game={"name": "Dendria", "variants": [["solo"]]}),
        "not-texts",
        "header.game.variants",
    ),
    (with_header(startingPosition=5), "not-text", "header.startingPosition"),
    (without_header("players"), "key-missing", "header.players"),
    (with_header(players={"1": {}}), "key-missing", "header.players"),
    (with_header(players=[{"result": 1}, "Bob"]), "key-missing", "header.players"),
    (with_header(players=[{"result": 1}, {"name": "B"}]), "player-results", "header.players"),
    (with_header(players=[{"result": 1}, {"result": True}]), "player-results", "header.players"),
    ({**finished(), "moves": [["g7"], "h7"]}, "not-list", "moves[1]"),
    ({**finished(), "moves": [["g7", 5]]}, "not-move", "moves[0][1]"),
    ({**finished(), "moves": [["g7"], [None, {"move": 5}]]}, "not-move", "moves[1][1]"),
    ({**finished(), "moves": [[{"result": []}]]}, "not-move", "moves[0][0]"),
    (["g7", "h7"], "which-game", ""),
    ({"moves": []}, "which-game", ""),
    ({**LIST, "game": 5}, "which-game", ""),
    ({**LIST, "variants": "solo"}, "not-texts", "variants"),
    ({**LIST, "variants": [5]}, "not-texts", "variants"),
    ({**LIST, "position": 5}, "not-text", "position"),
    ({**LIST, "moves": "g7"}, "not-texts", "moves"),
    ({**LIST, "moves": ["g7", 5]}, "not-texts", "moves"),
    ({**PLIES, "plies": {}}, "not-plies", "plies"),
    ({**PLIES, "plies": ["g7"]}, "not-plies", "plies"),
    ({**PLIES, "plies": [{"move": "g7"}, {"move": 5}]}, "not-plies", "plies"),
    ({**PLIES, "plies": [{"move": "g7"}, {}]}, "not-plies", "plies"),
    ({**PLIES, "plies": "g7"}, "not-plies", "plies"),
    ({**PLIES, "plies": ({"move": "g7"},)}, "not-plies", "plies"),
    ({**PLIES, "plies": [{"move": "g7", "legal": -1}]}, "not-count", "plies[0].legal"),
    ({**PLIES, "plies": [{"move": "g7", "legal": True}]}, "not-count", "plies[0].legal"),
    ({**PLIES, "plies": [{"move": "g7", "legal": 100_001}]}, "not-count", "plies[0].legal"),
    ({**PLIES, "plies": [{"move": "g7", "moves": "g7"}]}, "not-texts", "plies[0].moves"),
    ({**PLIES, "plies": [{"move": "g7", "moves": [5]}]}, "not-texts", "plies[0].moves"),
    ({**PLIES, "plies": [{"move": "g7", "results": {}}]}, "not-list", "plies[0].results"),
    ({**PLIES, "plies": [{"move": "g7", "telling": "x"}]}, "not-list", "plies[0].telling"),
    (
        {**PLIES, "plies": [{"move": "g7", "moves": ["a1"] * 100_001}]},
        "too-many-moves",
        "",
    ),
]


@pytest.mark.parametrize(("data", "code", "named"), UNREADABLE, ids=lambda v: str(v)[:30])
def test_why_a_record_is_unreadable(data: Any, code: str, named: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_game(data, where="x.json")
    assert (caught.value.code, caught.value.params["where"]) == ("record.unreadable", "x.json")
    reason = caught.value.params["reason"]
    assert reason.code == f"record.{code}"
    assert named in (*reason.params.values(), "")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "format"),
        (None, "format"),
        (5, "format"),
        ({"header": {}}, "format"),
        ({"header": [], "moves": []}, "format"),
        ({"header": {}, "moves": {}}, "format"),
        ("[]", "text"),
        (b"[]", "text"),
    ],
)
def test_what_is_no_record_at_all(data: Any, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_game(data)
    assert caught.value.code == f"record.{code}"


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    full = {**PLIES, "plies": [{"move": "g7", "legal": 100_000, "moves": ["a1"] * 100_000}]}
    assert len(read_game(full).plies) == 1
    monkeypatch.setattr(reader, "MOST_PLIES", 2)
    for data in (LIST, PLIES, {**finished(), "moves": [["g7", "h7"], [None]]}):
        assert len(read_game(data).plies) == 2
    for data in (
        {**LIST, "moves": ["g7", "h7", "g6"]},
        {**PLIES, "plies": [{"move": "g7"}] * 3},
        finished(),
    ):
        with pytest.raises(RecordError) as caught:
            read_game(data)
        assert caught.value.params["reason"].code == "record.too-many-moves"
        assert caught.value.params["reason"].params == {"limit": 2}


def test_what_is_read() -> None:
    read = read_game(finished())
    assert (read.uid, read.ident, read.variants, read.position) == ("pods", "g1", (), None)
    assert (read.seats, read.saved) == (2, None)
    assert [ply.move for ply in read.plies] == ["g7", "h7", "g6", "resign"]
    assert read.facts == {"over": True, "placing": [1, 0], "scores": [2, 1]}
    assert read.plies[3].facts == {"telling": [{"type": "resigned", "player": 2}]}
    for given, ident in (("x" * 90, "x" * 80), (7, "7"), ("", "$"), (None, "$"), (True, "$")):
        assert read_game({**LIST, "id": given}).ident == ident
    assert read_game(["g7"], "pods", "f:3").ident == "f:3"
    by_name = with_header(game={"name": "Dendria", "variants": ["Fixed board, side 5"]})
    assert read_game(by_name).variants == ("size-5",)
    saved = new_game("pods").state()
    assert read_game(saved).saved is saved
    ordered = {
        **finished(),
        "moves": [[{"move": "h7", "sequence": 2}, {"move": "g7", "sequence": 1}]],
    }
    assert [ply.move for ply in read_game(ordered).plies] == ["g7", "h7"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("resign", ("resign", None)),
        ("resign()", ("resign", None)),
        ("resign(1)", ("resign", 1)),
        ("timeout(2)", ("timeout", 2)),
        ("draw()", ("draw", None)),
        ("abandoned", ("abandoned", None)),
        ("resign(12)", None),
        ("resigned", None),
        ("g7", None),
        (" draw", None),
    ],
)
def test_endings_in_lists_of_moves(text: str, said: Any) -> None:
    assert ending_word(text) == said


def test_who_left_is_found_in_the_text_then_in_the_results_then_by_the_turn() -> None:
    for text, results, winner in (
        ("resign(1)", [{"type": "resigned", "player": 2}], [2]),
        ("resign", [{"type": "eog"}, {"type": "resigned", "player": 1}], [2]),
        ("resign", [{"type": "resigned", "player": "1"}], [1]),
        ("timeout", [], [1]),
        ("draw()", [], [1, 2]),
        ("abandoned", [], []),
    ):
        game = new_game("pods").move("g7")  # player 2 is to move
        play_ply(game, text, results)  # type: ignore[arg-type]
        assert game.winner == winner, text


# ---- facts --------------------------------------------------------------------------------------


def with_facts() -> Data:
    """Return a game with everything said of its plies that a replay compares."""
    game = new_game("dendria", ["size-5"])
    plies = []
    for move in ("a1", "e5", "i1", "pass"):
        fact: Data = {
            "move": move,
            "by": game.currplayer,
            "legal": game.count_moves(),
            "moves": sorted(game.moves()),
        }
        game.move(move)
        fact |= {
            "position": game.position(),
            "scores": [0, 0],
            "results": game.results_history()[-1],
            "telling": [],
            "over": False,
            "winner": [],
            "placing": [0, 0],
            "turn": game.currplayer,
            "render": game.render(),
            "board": game.state()["stack"][-1]["board"]["value"],
            "passes": game.state()["stack"][-1]["passes"],
            "actor": game.state()["stack"][-1]["actor"],
        }
        plies.append(fact)
    return {
        "game": "dendria",
        "id": "facts",
        "variants": ["size-5"],
        "plies": plies,
        "over": False,
        "winner": [],
        "scores": [0, 0],
        "state": game.state(),
    }


def test_the_facts_are_true() -> None:
    assert replay(read_game(with_facts())).ply == 4


FALSE: Data = {
    "by": 3,
    "legal": 1,
    "moves": ["a1"],
    "position": "x",
    "scores": [0, 1],
    "results": [{"type": "pass"}, {"type": "eog"}],
    "telling": [{"type": "eog"}],
    "over": True,
    "winner": [1],
    "placing": [1, 0],
    "turn": 3,
    "render": {},
    "board": [],
    "passes": 2,
    "actor": 0,
}


@pytest.mark.parametrize("key", FALSE)
@pytest.mark.parametrize("number", [1, 3])
def test_each_fact_of_a_ply_is_compared(key: str, number: int) -> None:
    data = with_facts()
    data["plies"][number][key] = FALSE[key]
    with pytest.raises(ReplayError) as caught:
        replay(read_game(data))
    params = caught.value.params
    assert caught.value.code == "replay.differs"
    assert (params["game"], params["ply"], params["reason"]) == ("facts", number + 1, key)
    assert params["recorded"].startswith(f"{key} ")
    data["plies"][number][key] = None  # says nothing
    assert replay(read_game(data)).ply == 4


@pytest.mark.parametrize("key", ["over", "winner", "scores", "state"])
def test_each_fact_of_the_end_is_compared(key: str) -> None:
    data = with_facts()
    data[key] = {"over": True, "winner": [2], "scores": [1, 0]}.get(
        key, new_game("dendria", ["size-5"]).move("a1").move("e5").move("i1").move("i2").state()
    )
    with pytest.raises(ReplayError) as caught:
        replay(read_game(data))
    assert (caught.value.params["ply"], caught.value.params["reason"]) == (4, key)


@pytest.mark.parametrize(
    ("state", "ply"),
    [
        (new_game("pods").state(), 0),
        (new_game("dendria").state(), 0),
        (new_game("dendria", ["size-5"]).move("a1").move("e5").move("i1").state(), 4),
        (
            new_game("dendria", ["size-5"])
            .move("a1").move("e5").move("i1").move("pass").move("a5").state(),
            5,
        ),
        (new_game("dendria", ["size-5"]).move("a2").state(), 1),
    ],
)  # fmt: skip
def test_a_saved_game_beside_the_moves_is_compared_ply_by_ply(state: Data, ply: int) -> None:
    data = {**with_facts(), "state": state}
    with pytest.raises(ReplayError) as caught:
        replay(read_game(data))
    assert (caught.value.params["reason"], caught.value.params["ply"]) == ("state", ply)


def test_what_a_replay_says_of_an_illegal_turn() -> None:
    data = {**LIST, "id": "one", "moves": ["g7", "h7", "a1"]}
    with pytest.raises(ReplayError) as caught:
        replay(read_game(data))
    params = caught.value.params
    assert (caught.value.code, params["game"], params["ply"]) == ("replay.illegal", "one", 3)
    assert (params["text"], params["reason"].code) == ("'a1'", "pods.minority")
    with pytest.raises(ReplayError) as caught:
        replay(read_game({**LIST, "moves": ["x" * 100]}))
    assert caught.value.params["text"] == repr("x" * 80)
    with pytest.raises(RecordError) as refused:
        replay(LIST)  # type: ignore[arg-type]
    assert refused.value.code == "record.not-read"


def test_long_values_are_shortened() -> None:
    data = copy.deepcopy(with_facts())
    data["plies"][0]["position"] = "x" * 118
    with pytest.raises(ReplayError) as caught:
        replay(read_game(data))
    assert caught.value.params["recorded"] == f"position '{'x' * 118}'"
    data["plies"][0]["position"] = "x" * 119
    with pytest.raises(ReplayError) as caught:
        replay(read_game(data))
    assert caught.value.params["recorded"] == f"position '{'x' * 116}..."


# ---- rules asked without a game -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("variants", "code"),
    [
        (("size-4",), "variants.unknown"),
        (("size-5", "size-5"), "variants.twice"),
        (("size-5", "modular-7"), "variants.contradict"),
        (("solo",), "dendria.variant.solo"),
        (("size-5", "solo"), "dendria.variant.solo"),
    ],
)
def test_setups_are_checked_without_beginning(variants: tuple[str, ...], code: str) -> None:
    with pytest.raises(VariantError) as caught:
        get_rules("dendria").setup(variants)
    assert caught.value.code == code
