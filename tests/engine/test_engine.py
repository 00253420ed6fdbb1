"""The engine: the same answers as the library's, by either name, from either source; and nothing half done."""

import base64
import gzip
import json
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abstractplay_hex as hexes
from abstractplay_hex import guiding
from abstractplay_hex.codec import loads, schema, validate
from abstractplay_hex.engine import Engine
from abstractplay_hex.engine.methods import MOST_MOVES, NOT_ASKED, OWN
from abstractplay_hex.engine.names import METHODS, camel
from abstractplay_hex.engine.requests import MOST_CALLS, read_request
from abstractplay_hex.engine.shelf import Shelf, size_of
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.render.svg import to_svg
from tests.conftest import ROOT, ticking_clock
from tests.engine.asking import answer_of, ask
from tests.games import KINDS, kind_id, played

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)
RECORDED = (ROOT / "fixtures" / "states").glob("*.json")


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def source(game: Any) -> dict[str, Any]:
    return {"state": game.serialize()}


# ---- methods ------------------------------------------------------------------------------------


def test_all_of_a_game_can_be_asked() -> None:
    own = {name for name in dir(hexes.Game) if not name.startswith("_")}
    own |= {name for name in hexes.Game.__annotations__ if not name.startswith("_")}
    assert own - OWN.keys() == NOT_ASKED
    assert OWN.keys() - own == {
        *("summary", "suggest", "evaluate", "review", "games", "game_info"),
        *("beginnings", "missing"),
    }


def test_all_of_the_sites_names_can_be_asked() -> None:
    """Those of the table in the page on embedding, but for what is about no game, or not JSON."""
    page = (ROOT / "docs" / "embed.md").read_text(encoding="utf-8")
    rows = page.partition("| the site | here |")[2].partition("\n\n")[0].splitlines()[2:]
    named = {code for row in rows for code in re.findall(r"`(\w+)[`(]", row.split("|")[1])}
    known = named & METHODS.keys()
    assert named - known == {"GameFactory", "clone", "opts", "autocomplete"}
    assert {"getButtons", "genRecord", "metaGame", "gameinfo", "coords2algebraic"} <= known


def test_names_are_those_of_the_schema() -> None:
    assert schema("engine-request-1")["$defs"]["method"]["enum"] == sorted(METHODS)
    assert ask(Engine(), method="about")["result"]["methods"] == sorted(METHODS)
    assert camel("move_history_with_sequence") == "moveHistoryWithSequence"


def drawn_legend(game: Any, **how: Any) -> list[dict[str, Any]]:
    how["scenery"] = game.rules.scenery
    return [{**entry, "svg": to_svg(entry["sample"], **how)} for entry in game.legend()]


ASKED: list[tuple[str, list[Any], Callable[[Any], Any]]] = [
    *((n, [], lambda g, n=n: getattr(g, n)) for n in ("uid", "currplayer", "winner", "lastmove")),
    *(
        (n, [], lambda g, n=n: getattr(g, n)())
        for n in ("position", "buttons", "sidebar_scores", "sidebar_statuses", "render", "state")
    ),
    *(
        (n, [], lambda g, n=n: getattr(g, n)())
        for n in ("notes", "chat_log", "move_history", "results_history", "serialize", "all_variants")
    ),
    ("stack", [], lambda g: g.state()["stack"]),
    ("results", [], lambda g: g.state()["stack"][-1]["_results"]),
    ("player_score", [2], lambda g: g.player_score(2)),
    ("validate_move", [""], lambda g: attrs.asdict(g.validate_move(""))),
    ("validate_move", [None], lambda g: attrs.asdict(g.validate_move(None))),
    ("handle_click", ["", 3, 3], lambda g: attrs.asdict(g.handle_click("", 3, 3))),
    ("handle_click", ["x", -1, -1, "pass"], lambda g: attrs.asdict(g.handle_click("x", -1, -1, "pass"))),
    ("chat_log", [["Ann"]], lambda g: g.chat_log(["Ann"])),
    ("render", [1], lambda g: g.render(1)),
    ("svg", [{"dark": True}], lambda g: g.svg(dark=True)),
    ("iter_moves", [5], lambda g: [m for m, _ in zip(g.iter_moves(), range(5), strict=False)]),
    ("random_move", [7], lambda g: g.random_move(random.Random(7))),
    ("cell_place", ["d4"], lambda g: list(g.cell_place("d4"))),
    ("info", [], lambda g: g.info.to_dict()),
    ("beginnings", [], lambda g: [list(place) for place in guiding.beginnings(g)]),
    ("missing", ["g7-"], lambda g: guiding.missing(g, "g7-")),
    ("legend", [{"dark": True}], lambda g: drawn_legend(g, dark=True)),
    ("titles", [], lambda g: [{"row": r, "col": c, "title": t} for (r, c), t in g.titles().items()]),
]  # fmt: skip


@pytest.mark.parametrize("kind", [k for k in KINDS if "modular" not in str(k)][:3], ids=kind_id)
@pytest.mark.parametrize("spoken", ["en", "de"])
def test_answers_are_the_librarys(kind: Any, spoken: str) -> None:
    engine, game = Engine(), played(kind, 3, 20)
    for name, args, expected in ASKED:
        answer = ask(engine, id=name, method=name, args=args, language=spoken, **source(game))
        with language(spoken):
            assert answer == {"id": name, "result": plain(expected(game))}, name
    calls = [{"method": name, "args": args} for name, args, _ in ASKED]
    answer = ask(engine, calls=calls, language=spoken, **source(game))
    with language(spoken):
        assert answer["results"] == [plain(expected(game)) for *_, expected in ASKED]


@every_kind
def test_answers_by_the_sites_names(kind: Any) -> None:
    engine, game = Engine(), played(kind, 3, 14)

    def said(method: str, *args: Any) -> Any:
        return ask(engine, method=method, args=[*args], **source(game))["result"]

    text = str(game.random_move(random.Random(1)))
    judged = attrs.asdict(game.validate_move(text))
    assert said("validateMove", text) == {
        "canrender" if key == "can_render" else key: value
        for key, value in judged.items()
        if value is not None
    }
    assert said("getButtons") == game.buttons()
    assert said("gameinfo") == game.info.to_dict()
    assert said("render", {"perspective": 2, "altDisplay": "none"}) == plain(game.render(2))
    assert said("serialize", {"strip": True, "player": 1}) == game.serialize()
    moved = said("move", text, {"partial": False, "trusted": True})
    assert said("move", text, None, None) == moved
    assert said("handleClick", "", None, None)["code"] == "click.outside"
    assert (moved["lastmove"], moved["ply"]) == (game.clone().move(text).lastmove, game.ply + 1)
    shown = game.clone().move(text, partial=True)
    assert said("sidebarScores", True, text) == shown.sidebar_scores()
    assert said("sidebarStatuses", False, text) == game.sidebar_statuses()
    (row, col), name = next(iter(game.rules.cell_names(game.looked_at.position).items()))
    assert said("coords2algebraic", col, row) == name
    assert said("algebraic2coords", name) == [col, row]
    data = {"players": ["Ann", {"name": "Bob", "uid": "u"}], "dateStart": "2026-01-02T03:04:05Z"}
    told = ask(
        engine, calls=[{"method": "draw"}, {"method": "genRecord", "args": [data]}], **source(game)
    )
    header = told["results"][1]["header"]
    assert header["date-start"] == "2026-01-02T03:04:05.000Z"
    assert [p["result"] for p in header["players"]] == [1, 1]


# ---- sources ------------------------------------------------------------------------------------


@every_kind
def test_all_sources_of_a_game_are_the_same(kind: Any) -> None:
    """As text, packed, as data, by key, as moves: the same answers, states byte for byte."""
    game = played(kind, 5, 12)
    text = game.serialize()
    begun = {"game": game.uid, "variants": game.variants}
    if game.starting_position is not None:
        begun["position"] = game.starting_position
    engine = Engine()
    key = ask(engine, state=text, give=["key"])["key"]
    packed = "gz:" + base64.b64encode(gzip.compress(text.encode())).decode()
    for named in ({"state": text}, {"state": game.state()}, {"state": packed}, {"key": key}):
        answer = ask(engine, method="summary", give=["state"], **named)
        assert answer["state"] == text
    moves = [ply.lastmove for ply in game.stack[1:]]
    for _ in range(2):
        answer = ask(
            engine, **begun, moves=moves, calls=[{"method": "position"}, {"method": "lastmove"}]
        )
        assert answer["results"] == [game.position(), moves[-1]]


def test_a_line_of_moves_is_continued_and_not_confused() -> None:
    engine, game = Engine(), hexes.new_game("pods")
    moves: list[str] = []
    for number in range(12):
        moves.append(str(game.random_move(random.Random(number))))
        game.move(moves[-1])
        said = ask(engine, game="pods", moves=moves, method="position")
        assert said["result"] == game.position()
    assert len(engine.shelf) == 12
    other = [*moves[:-1], str(game.undo().random_move(random.Random(99)))]
    said = ask(engine, game="pods", moves=other, method="position")["result"]
    assert said == game.move(other[-1]).position()
    # A line with a fault is not kept, and the fault has its number.
    for _ in range(2):
        fault = ask(engine, game="pods", moves=[*moves, moves[0], "zz"], method="position")["error"]
        assert (fault["kind"], fault["params"]["ply"]) == ("ReplayError", 13)
    ended = ask(engine, game="pods", moves=["g7", "resign(1)"], method="winner")
    assert ended["result"] == [2]


def test_a_key_stands_for_one_game_for_ever() -> None:
    engine = Engine()
    first = ask(engine, game="pods", method="move", args=["g7"], give=["key", "state"])
    second = ask(engine, key=first["key"], method="move", args=["h7"], give=["key"])
    assert second["key"] != first["key"]
    again = ask(engine, key=first["key"], method="summary", give=["key", "state"])
    assert (again["key"], again["state"]) == (first["key"], first["state"])
    # What is only looked at, or shown, is not kept.
    seen = ask(engine, key=second["key"], ply=0, method="ply", give=["key"])
    assert (seen["result"], seen["key"]) == (0, second["key"])
    ask(engine, key=second["key"], partial="g8", method="render", give=["key"])
    assert ask(engine, key=second["key"], method="ply")["result"] == 2
    there, gone = ask(engine, key=second["key"], method="moves"), ask(engine, key="x", method="ply")
    assert there["result"]
    assert gone["error"]["code"] == "engine.key-unknown"


def test_a_failed_call_leaves_nothing_behind() -> None:
    engine = Engine()
    key = ask(engine, game="pods", give=["key"])["key"]
    calls = [{"method": "move", "args": ["g7"]}, {"method": "move", "args": ["g7"]}]
    answer = ask(engine, id="x", key=key, calls=calls, give=["state", "key"])
    assert answer.keys() == {"id", "error"}
    assert (answer["error"]["code"], answer["error"]["call"]) == ("pods.opponent-whale", 1)
    assert ask(engine, key=key, method="ply")["result"] == 0
    assert len(engine.shelf) == 1


def test_a_turn_shown_in_part() -> None:
    game, engine = played(KINDS[0], 3, 8), Engine()
    text = str(game.random_move(random.Random(2)))
    shown = ask(engine, partial=text, method="render", **source(game))["result"]
    assert shown == plain(game.move(text, partial=True).render())
    assert "error" in ask(engine, partial="?", method="render", **source(game))


# ---- memory -------------------------------------------------------------------------------------


def test_memory_is_bounded_and_those_used_last_stay() -> None:
    game = hexes.new_game("pods")
    size = size_of(game)
    shelf = Shelf(10 * size + 30)
    for n in range(30):
        shelf.put(n, game)
        assert shelf.get(0) is not None
    assert len(shelf) == 10
    assert 10 * size < shelf.size <= 10 * size + 30
    assert shelf.get(29) is not None
    assert shelf.get(15) is None
    before = shelf.size
    shelf.put(29, game)
    assert shelf.size == before
    long = Shelf(size // 2)
    long.put("one", game)
    long.put("two", game)
    assert (len(long), long.size) == (1, size + len(repr("two")))


def test_what_is_got_from_the_shelf_is_a_copy() -> None:
    shelf = Shelf()
    shelf.put("x", hexes.new_game("pods").move("g7"))
    for _ in range(2):
        game = shelf.get("x")
        assert game is not None
        assert game.move("h7").ply == 2


# ---- bad requests -------------------------------------------------------------------------------

BAD: list[tuple[Any, str]] = [
    (5, "engine.expected"),
    (None, "engine.expected"),
    ([], "engine.batch"),
    ([{}] * 1001, "engine.batch"),
    ({}, "engine.source"),
    ({"method": "moves"}, "engine.source"),
    ({"method": "about", "ply": 1}, "engine.source"),
    ({"game": "pods", "state": "x", "variants": []}, "engine.source"),
    ({"game": "pods", "key": "x"}, "engine.source"),
    ({"game": "pods", "more": 1}, "engine.field-unknown"),
    ({"game": "pods", "calls": [{"method": "ply", "id": 1}]}, "engine.field-unknown"),
    ({"game": "pods", "calls": [{}]}, "engine.field-missing"),
    ({"game": "pods", "calls": [{"method": "ply"}] * (MOST_CALLS + 1)}, "engine.too-many"),
    ({"game": "pods", "moves": ["g7"] * 20_000}, "engine.too-many"),
    ({"game": "pods", "args": []}, "engine.field-alone"),
    ({"state": "x", "variants": []}, "engine.field-alone"),
    ({"game": "pods", "verify": True}, "engine.field-alone"),
    ({"game": "pods", "method": "ply", "calls": []}, "engine.method-or-calls"),
    ({"game": "pods", "method": "__class__"}, "engine.method-unknown"),
    ({"game": "pods", "method": "clone"}, "engine.method-unknown"),
    ({"game": "pods", "method": "ply", "args": [1]}, "engine.arguments"),
    ({"game": "pods", "method": "move", "args": {"texts": "g7"}}, "engine.argument-unknown"),
    ({"game": "pods", "method": "move"}, "engine.argument-missing"),
    ({"game": "pods", "method": "move", "args": ["g7", True, {"partial": True}]}, "engine.argument-twice"),
    ({"game": "pods", "method": "move", "args": ["g7", "yes"]}, "engine.expected"),
    ({"game": "pods", "method": "move", "args": "g7"}, "engine.expected"),
    ({"game": "pods", "seats": "2"}, "engine.expected"),
    ({"game": "pods", "ply": True}, "engine.expected"),
    ({"game": "pods", "give": ["all"]}, "engine.expected"),
    ({"game": "pods", "give": [["key"]]}, "engine.expected"),
    ({"game": "pods", "id": "x" * 201}, "engine.expected"),
    ({"game": "pods", "id": 2**53}, "engine.expected"),
    ({"key": "", "method": "ply"}, "engine.expected"),
    ({"game": "chess"}, "game.unknown"),
    ({"game": "pods", "variants": ["x"]}, "variants.unknown"),
    ({"game": "pods", "ply": 1}, "argument.ply"),
    ({"game": "pods", "language": "xx"}, "language.unknown"),
    ({"state": "{}"}, "state.key-missing"),
    ({"state": "gz:x"}, "state.gzip"),
    ({"game": "pods", "method": "random_move", "args": [1.5]}, "argument.seed"),
    ({"method": "game_info", "args": [5]}, "engine.expected"),
    ({"game": "pods", "method": "genRecord", "args": [[]]}, "engine.expected"),
    ({"game": "pods", "method": "record", "args": [[], {"date_end": "soon"}]}, "argument.record"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "code"), BAD, ids=[f"{i}" for i in range(len(BAD))])
def test_bad_requests_are_told(request_: Any, code: str) -> None:
    answer = answer_of(Engine(), request_)
    assert answer["error"]["code"] == code
    assert answer["id"] is None
    assert len(answer["error"]["message"]) < 500


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "state.not-json"),
        (b"{", "state.not-json"),
        (b"\xff{}", "state.not-json"),
        ("{}".encode("utf-16"), "state.not-json"),
        (b"\xef\xbb\xbf{}", "state.not-json"),
        (b'{"id":1,"id":2}', "state.duplicate-key"),
        (b'{"id":NaN}', "state.number"),
        (b'{"id":' + b"9" * 5000 + b"}", "state.number"),
        (b"[" * 100_000, "state.too-deep"),
        (b'{"state":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}", "state.key-missing"),
        (b"gz:H4sIAAAA", "engine.expected"),
        (b" " * 5000, "engine.too-long"),
        (b'{"id":1e400}', "state.number"),
    ],
)
def test_bad_lines_are_told(line: bytes, code: str) -> None:
    answer = json.loads(Engine(longest=100_000 if len(line) != 5000 else 100).answer(line).text)
    validate(answer, "engine-answer-1")
    assert answer["error"]["code"] == code


def test_a_batch_is_answered_one_by_one() -> None:
    engine = Engine()
    wanted = [
        {"id": 1, "game": "pods", "method": "ply"},
        5,
        {"id": 3, "method": "no"},
        {"id": "x", "game": "pods"},
    ]
    answers = answer_of(engine, wanted)
    assert [a["id"] for a in answers] == [1, None, 3, "x"]
    assert ["error" in a for a in answers] == [False, True, True, False]


def test_an_answer_is_bounded() -> None:
    engine = Engine(longest=2000)
    code = "engine.answer-too-long"
    assert ask(engine, game="pods", method="svg")["error"]["code"] == code
    short = ask(engine, game="pods", calls=[{"method": "moves"}] * 4)["error"]
    assert (short["code"], short["call"]) == (code, 2)
    answers = answer_of(engine, [{"game": "pods", "method": "moves"}] * 4)
    assert ["error" in a for a in answers] == [False, False, True, True]
    moves = [ply.lastmove for ply in played(KINDS[0], 1, 9).stack[1:]]
    told = ask(engine, game="pods", moves=moves, give=["state"])
    assert told["error"]["code"] == code


def test_turns_without_number_are_not_listed() -> None:
    state = next(p for p in sorted(RECORDED) if "dendria" in p.name).read_text(encoding="utf-8")
    game = hexes.load_game(state)
    engine = Engine()
    listed = ask(engine, state=state, calls=[{"method": "moves"}, {"method": "count_moves"}])
    assert listed["results"] == [game.moves(), game.count_moves()]
    many = ask(engine, state=state, method="iter_moves", args=[MOST_MOVES + 1])
    assert many["error"]["code"] == "argument.whole-number"


def test_whatever_fails_is_told_and_not_fatal(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("by nought")

    engine = Engine()
    with monkeypatch.context() as patch:
        patch.setattr(type(hexes.get_rules("pods")), "interpret", broken)
        fault = ask(engine, id=7, game="pods", method="move", args=["g7"])
    assert fault["id"] == 7
    assert fault["error"]["code"] == "engine.failed"
    assert "nought" in fault["error"]["message"]
    assert "ZeroDivisionError" in caplog.text
    assert ask(engine, game="pods", method="move", args=["g7"])["result"]["ply"] == 1


# ---- whatever is sent ---------------------------------------------------------------------------

WORDS = st.sampled_from(["method", "args", "partial", "strip", "name"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats()
    | st.sampled_from(["", "g7", "pods", "a1", "\ud800", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
STATE = played(KINDS[0], 1, 5).serialize()
THINKING = {"evaluate", "review"}
"""Methods that take their time; test_thinking.py tries them."""
ANY_METHOD = st.sampled_from(sorted(METHODS.keys() - THINKING))


NAMES = sorted({name for method in METHODS.values() for name in method.names})
ARGUMENTS = st.lists(VALUES, max_size=4) | st.dictionaries(
    st.sampled_from(NAMES), VALUES, max_size=3
)


@given(ANY_METHOD, ARGUMENTS, st.booleans())
def test_no_arguments_make_a_method_fail(method: str, args: Any, ended: bool) -> None:
    """Whatever is given instead of what a method takes is refused with a code, or means something."""
    calls = [{"method": "resign", "args": [1]}] * ended + [{"method": method, "args": args}]
    line = json.dumps({"state": STATE, "calls": calls}).encode()
    answer = json.loads(Engine().answer(line).text)
    if "error" in answer:
        assert answer["error"]["code"] != "engine.failed", answer


FIELD = {
    "id": st.sampled_from([1, 2**53, "x", "x" * 201, None, 1.5]),
    "language": st.sampled_from(["de", 5]),
    "key": st.sampled_from(["k", "", "k" * 201, 5]),
    "state": st.sampled_from(["x", {}, 5]),
    "game": st.sampled_from(["pods", 5]),
    "variants": st.sampled_from([[], ["x"], [5], "x"]),
    "seats": st.sampled_from([2, "2", True, 2.5, 2.0]),
    "position": st.sampled_from(["x", 5]),
    "moves": st.sampled_from([[], ["g7"], [5], "g7"]),
    "verify": st.sampled_from([True, 1]),
    "lenient": st.sampled_from([False, "no"]),
    "ply": st.sampled_from([0, -1, "0", None]),
    "partial": st.sampled_from(["g7", None]),
    "method": st.sampled_from(["ply", "about", "games", "nothing", 5]),
    "args": st.sampled_from([[], {}, "x"]),
    "calls": st.sampled_from(
        [
            [],
            [{"method": "ply"}],
            [{"method": "about"}],
            [{}],
            [5],
            [{"method": "ply", "args": 1}],
            5,
        ]
    ),
    "give": st.sampled_from([[], ["key"], ["state", "key"], ["x"], "key"]),
    "more": st.just(1),
}
REQUESTS = st.fixed_dictionaries({}, optional={k: v for k, v in FIELD.items() if k != "more"}) | (
    st.lists(st.sampled_from(sorted(FIELD)), max_size=4, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: FIELD[name] for name in names})
    )
)


@given(REQUESTS)
def test_the_schema_says_what_a_request_is(request: dict[str, Any]) -> None:
    """Both say yes, or both say no."""
    try:
        read_request(loads(json.dumps(request)))
        right = True
    except hexes.HexError:
        right = False
    try:
        validate(request, "engine-request-1")
        says = True
    except hexes.StateError:
        says = False
    assert right == says


def test_times_are_the_clocks() -> None:
    engine = Engine(clock=ticking_clock())
    state = ask(engine, game="pods", moves=["g7"], give=["state"])["state"]
    times = [ply["_timestamp"] for ply in json.loads(state)["stack"]]
    assert times == sorted(set(times))


def test_threads_share_an_engine() -> None:
    engine, game = Engine(), played(KINDS[0], 5, 20)
    key = ask(engine, give=["key"], **source(game))["key"]
    texts = [str(game.random_move(random.Random(n))) for n in range(40)]

    def work(text: str) -> list[Any]:
        calls = [{"method": "move", "args": [text]}, {"method": "position"}, {"method": "render"}]
        return [
            ask(engine, key=key, calls=calls, ply=-1)["results"][1:],
            ask(engine, key=key, method="ply"),
        ]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, texts))
    for text, (seen, ply) in zip(texts, found, strict=True):
        moved = game.clone().move(text)
        assert seen == [moved.position(), plain(moved.render())]
        assert ply["result"] == game.ply
