"""The published schemas: sound, true of all that we write, and of one mind with the loader."""

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import fields
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.exceptions import best_match
from jsonschema.validators import validator_for
from referencing import Registry, Resource

from abstractplay_hex import (
    ArgumentError,
    Game,
    HexError,
    StateError,
    UnknownGameError,
    games,
    load_game,
    new_game,
)
from abstractplay_hex.codec import dumps, schema, schema_names, validate
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.plies.results import CELL_KEYS, CORE_RESULTS
from tests.conftest import ROOT, fixture_games, recorded, shared_file, ticking_clock
from tests.games import KINDS, fresh, kind_id, played, some_moves

PODS = "pods-state-20240802"
NAMES = schema_names()


# ---- the files ----------------------------------------------------------------------------------


def test_names() -> None:
    """All that is in the folder is published, and each game's saved states have a schema."""
    assert {path.name for path in (ROOT / "schemas").iterdir()} == {f"{n}.json" for n in NAMES}
    assert {"gameinfo-1", PODS, "record-1", "render-1", "results-1", "state-1"} <= {*NAMES}
    assert list(NAMES) == sorted(NAMES)


def test_unknown_name() -> None:
    with pytest.raises(ArgumentError, match="pods-state-20240802"):
        schema("pods")


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_sound(name: str) -> None:
    loaded = schema(name)
    assert loaded["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(loaded)
    kind, _, version = name.rpartition("-")
    assert loaded["$id"] == f"urn:abstractplay-hex:schema:{kind}:{version}"
    assert loaded["title"]
    assert loaded["description"]
    for label, definition in loaded.get("$defs", {}).items():
        assert definition["description"], label


@pytest.mark.parametrize("name", NAMES)
def test_references_lead_somewhere(name: str) -> None:
    registry: Registry[Any] = Registry().with_resources(
        (schema(n)["$id"], Resource.from_contents(schema(n))) for n in NAMES
    )
    resolver = registry.resolver(schema(name)["$id"])
    found = list(references(schema(name)))
    for ref in found:
        resolver.lookup(ref)
    assert found


def references(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get("$ref"), str):
            yield data["$ref"]
        for value in data.values():
            yield from references(value)
    elif isinstance(data, list):
        for value in data:
            yield from references(value)


def test_ids_are_unique() -> None:
    assert len({schema(name)["$id"] for name in NAMES}) == len(NAMES)


def test_wheel_takes_the_schemas_along() -> None:
    assert '"schemas" = "abstractplay_hex/schemas"' in (ROOT / "pyproject.toml").read_text()


def test_cells_of_pods() -> None:
    """The pattern stands for the 127 cells and nothing else."""
    cell = Draft202012Validator(schema(PODS)["$defs"]["cell"])
    tried = [f"{row}{n}" for row in "abcdefghijklmnz" for n in range(16)]
    assert {name for name in tried if cell.is_valid(name)} == set(LAYOUT.cell)
    for wrong in ("", "a", "1", "A1", "a1\n", " a1", "a1 ", "a01", "a+1", "a１", "a1-a2", "a11"):
        assert not cell.is_valid(wrong), wrong


def test_results_are_those_of_the_code() -> None:
    """Each core result has a definition with its keys, the needed ones required."""
    definitions = schema("results-1")["$defs"]
    assert definitions["core"]["enum"] == [cls.tag() for cls in CORE_RESULTS]
    for cls in CORE_RESULTS:
        definition = definitions[cls.tag()]
        attributes = [a for a in fields(cls) if a.name != "type"]
        names = {CELL_KEYS.get(a.name, a.name): a for a in attributes}
        assert definition["properties"].keys() == {"type", *names}
        needed = {key for key, a in names.items() if a.default is not None}
        assert set(definition["required"]) == {"type", *needed}
        assert definition["additionalProperties"] is False


# ---- what we and the original write is valid ----------------------------------------------------


@cache
def site(name: str) -> Any:
    """Return a validator of one of the site's own schemas, of the draft that it names."""
    loaded = json.loads(shared_file("reference", name).read_text(encoding="utf-8"))
    # They name no draft that exists; the site's renderer checks them as Draft 7.
    return validator_for(loaded, default=Draft7Validator)(loaded)


def check(data: Any, name: str, reference: str | None = None) -> None:
    """Check data under our schema, and under the site's where that is at hand."""
    validate(data, name)
    if reference is not None:
        error = best_match(site(reference).iter_errors(data))
        assert error is None, f"{error.json_path}: {error.message[:300]}"


RENDER = "rendergame-0-7-0.json"
RESULTS = "moveresults-1-0-0.json"
RECORD = "gamerecord-1-0-0.json"
INFO = "gameinfo-1-0-0.json"


@pytest.mark.long
def test_recorded_states() -> None:
    states = [json.loads(g["state"]) for g in recorded("pods-20240802.jsonl") if "state" in g]
    assert len(states) == 36
    for state in states:
        validate(state, PODS)


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(i, marks=pytest.mark.heavy) for i in (1, 2, 3))]
)
def test_recorded_renders(part: int) -> None:
    count = 0
    for game in recorded("pods-20240802.jsonl")[part::4]:
        for ply in game["plies"]:
            for key in ("render", "render_hidden"):
                if key in ply:
                    check(ply[key], "render-1", RENDER)
                    count += 1
    assert count > 25


def test_frozen_states() -> None:
    found = sorted((ROOT / "fixtures" / "states").glob("*.json"))
    assert found
    for path in found:
        state = json.loads(path.read_text(encoding="utf-8"))
        validate(state, "state-1")
        if path.name.startswith("pods-20240802"):
            validate(state, PODS)


ENDINGS: dict[str, Callable[[Game[Any, Any]], object]] = {
    "goes on": lambda game: None,
    "resign": lambda game: game.resign(1),
    "timeout": lambda game: game.timeout(2),
    "draw": lambda game: game.draw(),
    "abandoned": lambda game: game.abandoned(),
}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.long if "modular" in kind_id(kind) else ())
        for kind in KINDS
    ],
    ids=kind_id,
)
def test_what_we_write(kind: tuple[str, tuple[str, ...]]) -> None:
    """States, pictures, results and records of games played at random."""
    for seed, (plies, end) in enumerate(zip((0, 1, 5, 12, 20), ENDINGS.values(), strict=True)):
        game = played(kind, seed, plies)
        end(game)
        check_all(game)


@pytest.mark.long
def test_whole_games() -> None:
    """Recorded games to their end, so that boards are full and games are won."""
    for name in ("pods-20240802.jsonl", "dendria-20261129.jsonl"):
        for fixture in fixture_games(name)[:3]:
            game = new_game(fixture["game"], fixture["variants"], clock=ticking_clock())
            for ply in fixture["plies"]:
                if "(" not in ply["move"]:
                    game.move(ply["move"])
            check_all(game, step=9)


def check_all(game: Game[Any, Any], step: int = 1) -> None:
    state = game.state()
    validate(state, "state-1")
    if game.uid == "pods":
        validate(state, PODS)
    last = len(game.stack) - 1
    for ply in sorted({*range(0, last, step), last}):
        game.load(ply)
        for display in (None, *(d.uid for d in game.info.displays)):
            check(game.render(alt_display=display), "render-1", site_or_none(RENDER))
        results = [result.to_dict() for result in game.results]
        validate(results, "results-1")
        if (reference := site_or_none(RESULTS)) is not None:
            assert all(site(reference).is_valid(result) for result in results)
    for move in some_moves(game, 3):
        shown = game.clone().move(move, partial=True).render()
        check(shown, "render-1", site_or_none(RENDER))
    if game.gameover:
        plain = game.record(["Ann", "Ben"])
        players: list[dict[str, Any]] = [
            {"name": "Ann", "userid": "u1"},
            {"name": "Bot", "is_ai": True},
        ]
        full = game.record(players, gameid="g1", unrated=False, event="Cup", round="1")
        for record in (plain, full):
            check(record, "record-1", site_or_none(RECORD))


def site_or_none(name: str) -> str | None:
    """Return a reference schema's name if it is there: what is ours is checked in any case."""
    return name if (ROOT.parent / "shared" / "reference" / name).exists() else None


@pytest.mark.parametrize("info", games(), ids=lambda info: str(info.uid))
def test_game_information(info: Any) -> None:
    validate(info.to_dict(), "gameinfo-1")
    check(info.to_dict(), "gameinfo-1", INFO)


def test_results_of_recorded_games() -> None:
    seen = {
        json.dumps(r)
        for g in recorded("pods-20240802.jsonl")
        for p in g["plies"]
        for r in p["results"]
    }
    for text in seen:
        check([json.loads(text)], "results-1")
        assert site(RESULTS).is_valid(json.loads(text))


# ---- pictures, records and information that are wrong -------------------------------------------

SPOT = {"row": 0, "col": 1}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board", None),
        ("board.style", "squares"),
        ("board.minWidth", 0),
        ("board.minWidth", 2.5),
        ("board.half", "left"),
        ("board.colour", 1),
        ("board.markers", [{"type": "flood", "points": []}]),
        ("board.markers", [{"type": "flood", "points": [SPOT], "colour": 0}]),
        ("board.markers", [{"type": "flood", "points": [SPOT], "colour": None}]),
        ("board.markers", [{"type": "outline", "points": [SPOT]}]),
        ("board.markers", [{"type": "label", "label": "x", "points": [SPOT]}]),
        ("board.markers", [{"type": "shading", "points": [SPOT, SPOT]}]),
        ("board.markers", [{"type": "edge", "edge": "X", "colour": 1}]),
        ("board.markers", [{"type": "halo", "segments": []}]),
        ("board.markers", [{"type": "fence", "cell": SPOT}]),
        ("board.markers", [{"type": "swap"}]),
        ("board.blocked", []),
        ("board.blocked", [{"row": -1, "col": 0}]),
        ("board.blocked", [{"row": 1}]),
        ("legend.A", None),
        ("legend.A", [{"name": "two words"}]),
        ("legend.A", [{"name": "piece", "colour": "red"}]),
        ("legend.A", [{"name": "piece", "opacity": 2}]),
        ("legend.A", {"name": "piece", "colour": {"func": "lighten", "colour": 1}}),
        ("legend.A", {"name": "piece", "colour": {"stops": []}}),
        ("pieces", ""),
        ("pieces", "A B"),
        ("pieces", [[["A", 1]]]),
        ("annotations", [{"type": "enter", "targets": []}]),
        ("annotations", [{"type": "swap", "targets": [SPOT]}]),
        ("annotations", [{"type": "dots", "targets": [SPOT], "dotShape": "star"}]),
        ("areas", [{"type": "buttonBar", "buttons": []}]),
        ("areas", [{"type": "buttonBar", "buttons": [{"label": ""}]}]),
        ("areas", [{"type": "key", "list": [{"name": "x"}]}]),
        ("areas", [{"type": "pieces", "pieces": ["A"]}]),
        ("areas", [{"type": "shelf"}]),
        ("options", ["hide-all"]),
        ("renderer", "canvas"),
        ("title", "x"),
    ],
)
def test_wrong_pictures(path: str, value: Any) -> None:
    picture = played(("pods", ()), 1, 4).render()
    validate(picture, "render-1")
    *way, last = path.split(".")
    holder = picture
    for key in way:
        holder = holder[key]
    holder[last] = value
    with pytest.raises(StateError) as caught:
        validate(picture, "render-1")
    assert caught.value.path.startswith("$")
    if (reference := site_or_none(RENDER)) is not None and path != "board.style":
        assert path in ("board", "pieces") or not site(reference).is_valid(picture)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board.markers", []),
        ("board.width", 3),
        ("board.rotate", 90),
        ("board.markers", [{"type": "halo", "segments": [{"colour": 1}], "offset": -27}]),
        ("board.markers", [{"type": "fence", "cell": SPOT, "side": "NE"}]),
        ("board.reference", {"layout": "annulus", "source": "circle-of-life-ring"}),
        ("legend", {}),
        ("legend.AB", "piece"),
        ("legend.A", {"name": "piece", "rotate": None, "colour2": "chevrons"}),
        ("legend.A", {"text": "", "orientation": "vertical", "fontWeight": 700}),
        ("pieces", None),
        ("pieces", "--\n_\n--"),
        ("pieces", "AB,B\n--"),
        ("pieces", [[["A", "B"], []], []]),
        ("annotations", []),
        ("areas", []),
        ("areas", [{"list": []}]),
        ("areas", [{"type": "pieces", "pieces": ["A"], "label": "x"}]),
        ("areas", [{"type": "scrollBar", "max": 3}]),
        ("options", ["hide-labels", "no-piece-click"]),
        ("renderer", "stacking-offset"),
        (
            "board.markers",
            [{"type": "flood", "points": [SPOT], "colour": "#a6d8f0", "opacity": 0.5}],
        ),
        (
            "board.markers",
            [{"type": "dots", "points": [SPOT], "colour": "_context_fill", "size": 0.3}],
        ),
        ("board.markers", [{"type": "outline", "points": [SPOT], "colour": 2}]),
        ("board.markers", [{"type": "label", "label": "x", "points": [SPOT, SPOT]}]),
        ("board.markers", [{"type": "glyph", "glyph": "A", "points": [SPOT]}]),
        ("board.blocked", [SPOT]),
        ("areas", [{"type": "key", "list": [{"piece": "A", "name": "Whale"}], "position": "left"}]),
        ("areas", [{"type": "buttonBar", "buttons": [{"label": "Pass", "value": "pass"}]}]),
        ("legend.z", [{"text": "7", "nudge": {"dx": 1, "dy": 0}, "rotate": 30}]),
        ("annotations", [{"type": "dots", "targets": [SPOT], "colour": 1, "opacity": 0.5}]),
    ],
)
def test_good_pictures(path: str, value: Any) -> None:
    """What no game draws yet is good under both schemas all the same."""
    picture = played(("pods", ()), 1, 4).render()
    *way, last = path.split(".")
    holder = picture
    for key in way:
        holder = holder[key]
    holder[last] = value
    check(picture, "render-1", site_or_none(RENDER))


OTHER_VALUES: list[Any] = [
    None, True, 0, 1, -1, 0.5, 1.5, "", "x", "left", "#fff", "_context_fill", "dots", [], {}, [1], ["a"],
    [["a"]], [[["A"], []]], SPOT, [SPOT], {"dx": 1}, "A,B\n_", [{"list": []}],
    {"func": "lighten", "colour": 1, "ds": 1, "dl": 0}, {"stops": [{"offset": 0, "colour": 1}] * 2},
    [{"type": "move", "targets": [SPOT]}], [{"type": "halo", "segments": [{"colour": 1}]}],
    [{"type": "compassRose"}],
]  # fmt: skip
OTHER_KEYS = [
    "renderer", "options", "annotations", "areas", "markers", "labelGrid", "rowLabels", "columnLabels",
    "labelStyle", "blocked", "half", "rotate", "colour", "colour2", "text", "name", "scale", "nudge",
    "opacity", "pulse", "pattern", "stackOffset", "skipLabels", "tileWidth", "belowGrid", "dashed",
    "size", "fill", "buffer", "style",
]  # fmt: skip


def holders(value: Any) -> Iterator[Any]:
    """Yield every object and list in *value*."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from holders(part)


def test_what_the_site_accepts_for_boards_of_hexes_is_valid() -> None:
    """Its documentation's pictures, whole and with parts of them changed at random."""
    reference = site(RENDER)
    files = sorted(shared_file("reference", "render-samples").glob("*.json"))
    pictures = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    for picture in pictures:
        validate(picture, "render-1")
    rng = random.Random(12)
    accepted = 0
    for _ in range(400):
        picture = copy.deepcopy(rng.choice(pictures))
        holder = rng.choice(list(holders(picture)))
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if isinstance(holder, dict) and rng.random() < 0.6:
            holder[rng.choice(OTHER_KEYS)] = copy.deepcopy(rng.choice(OTHER_VALUES))
        elif keys and rng.random() < 0.5:
            del holder[rng.choice(keys)]
        elif keys:
            holder[rng.choice(keys)] = copy.deepcopy(rng.choice(OTHER_VALUES))
        board = picture.get("board")
        style = board.get("style") if isinstance(board, dict) else None
        if str(style).startswith(("hex", "con", "pyr")) and reference.is_valid(picture):
            validate(picture, "render-1")
            accepted += 1
    assert accepted > 60


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r["header"].pop("site"),
        lambda r: r["header"].update(event="Cup"),
        lambda r: r["header"].update({"date-end": "2024-09-05"}),
        lambda r: r["header"]["players"][0].pop("result"),
        lambda r: r["header"]["players"][0].update(result=2),
        lambda r: r["header"]["players"][0].update(rating=1500),
        lambda r: r["moves"].append([]),
        lambda r: r["moves"].append([None, None]),
        lambda r: r["moves"][0].append(""),
        lambda r: r["moves"][0].append({"move": "a1"}),
        lambda r: r["moves"][0].append({"move": "a1", "result": [{"type": "place"}]}),
        lambda r: r["moves"][0].append({"move": "a1", "result": [{"type": "resigned"}]}),
        lambda r: r.update(more=1),
    ],
)
def test_wrong_records(change: Callable[[Any], object]) -> None:
    record = played(("pods", ()), 1, 3).draw().record(["Ann", "Ben"])
    validate(record, "record-1")
    change(record)
    with pytest.raises(StateError):
        validate(record, "record-1")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("uid", "Pods!"),
        ("flags", None),
        ("flags", ["fast"]),
        ("urls", ["not a url"]),
        ("categories", []),
        ("dateAdded", "yesterday"),
        ("playercounts", [0]),
        ("description", ""),
        ("variants", [{"uid": "x"}]),
        ("people", [{"type": "friend", "name": "Ann", "urls": []}]),
    ],
)
def test_wrong_information(key: str, value: Any) -> None:
    with pytest.raises(StateError):
        validate({**games()[0].to_dict(), key: value}, "gameinfo-1")


# ---- loader and schema agree --------------------------------------------------------------------

PODS_SCHEMA = Draft202012Validator(
    schema(PODS),
    registry=Registry().with_resources(
        (schema(n)["$id"], Resource.from_contents(schema(n))) for n in NAMES
    ),
)


class Rule(NamedTuple):
    """What only the loader refuses, because a JSON Schema cannot say it."""

    says: str
    holds: Callable[[Any, HexError], bool]


def coded(*codes: str) -> Callable[[Any, HexError], bool]:
    return lambda data, error: error.code in codes


LOADER_ONLY = (
    Rule("a cell comes once on a ply", coded("state.cell-twice", "pods.state.marked-whale")),
    Rule("scores count whales and marks", coded("state.scores")),
    Rule("players move by turns, and stay after an ending by word", coded("state.currplayer")),
    Rule("the result repeats the move", coded("pods.state.lastmove")),
    Rule("64 points, and nothing else, end a game", coded("pods.state.end", "pods.state.over")),
    Rule("nothing follows the end", coded("state.after-end")),
    Rule("days are those of the calendar", coded("state.timestamp")),
)
"""JSON Schema has no arithmetic and cannot compare two places."""

EITHER = {"state.gameover", "state.winner", "state.cell-twice"}
"""Codes of contradictions between two places, of which the error names but one."""


def winning_turn() -> Game[Any, Any]:
    """Return a game of a single turn, which wins."""
    plies = fixture_games("pods-20240802.jsonl")[0]["plies"]
    game = new_game("pods", position=plies[-2]["position"], clock=ticking_clock())
    game.move(plies[-1]["move"])
    assert game.gameover
    return game


@cache
def good(name: str) -> str:
    """Return the text of a small sound state."""
    if name == "won":
        return winning_turn().serialize()
    game = fresh(("pods", ()))
    if name != "start":
        for move in ("g7", "h7", "g7-h8")[: 3 if name == "goes on" else 1]:
            game.move(move)
        ENDINGS[name](game)
    return game.serialize()


GOOD = ("start", "won", *ENDINGS)

DEEP: Any = json.loads("[" * 60 + "]" * 60)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    -1,
    10**30,
    1.0,
    1.5,
    "",
    "1",
    "g7",
    "n1",
    "a01",
    "g7\n",
    "g7-h8",
    "resign",
    "draw",
    "place",
    "winners",
    "Map",
    "20250101",
    "2024-02-30T12:00:00.000Z",
    "2024-09-05T25:00:00.000Z",
    [],
    {},
    [1],
    [[]],
    ["g7", 1],
    {"type": "eog"},
    {"type": "place", "where": "g7"},
    {"dataType": "Map", "value": []},
    DEEP,
)

Path_ = tuple[str | int, ...]


def text_of(path: Path_) -> str:
    """Write a path as errors do."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


def all_places(data: Any, path: Path_ = ()) -> Iterator[Path_]:
    yield path
    pairs: Any = ()
    if isinstance(data, dict):
        pairs = data.items()
    elif isinstance(data, list):
        pairs = enumerate(data)
    for key, value in pairs:
        yield from all_places(value, (*path, key))


def kinds_of_places(data: Any) -> list[Path_]:
    """Return one place of each kind: of long lists the first and the last item, of plies a few."""
    out = []
    for path in all_places(data):
        holder = data
        for step in path:
            if isinstance(step, int) and 2 <= step < len(holder) - 1:
                break
            holder = holder[step]
        else:
            out.append(path)
    return out


def found_at(data: Any, path: Path_) -> Any:
    for step in path:
        data = data[step]
    return data


def with_value(data: Any, path: Path_, value: Any) -> Any:
    """Return a copy with another value at a place."""
    if not path:
        return value
    out = copy.copy(data)
    out[path[0]] = with_value(data[path[0]], path[1:], value)
    return out


def without(data: Any, path: Path_) -> Any:
    """Return a copy without the key or item at a place."""
    holder = copy.copy(found_at(data, path[:-1]))
    del holder[path[-1]]
    return with_value(data, path[:-1], holder)


class Mutant(NamedTuple):
    what: str
    data: Any
    place: Path_
    within: bool
    """Whether a fault may also be found below the place (what stands there is new)."""


def mutants(data: Any, path: Path_) -> Iterator[Mutant]:
    """Change sound data at a place in every way we can think of."""
    here = found_at(data, path)

    def changed(what: str, value: Any) -> Mutant:
        return Mutant(f"{what} at {text_of(path)}", with_value(data, path, value), path, True)

    for value in VALUES:
        if type(value) is not type(here) or value != here:
            yield changed(f"{str(value)[:24]!r} instead", value)
    if path and isinstance(path[-1], str):
        yield Mutant(f"no {text_of(path)}", without(data, path), path[:-1], False)
    elif path:
        yield Mutant(f"no {text_of(path)}", without(data, path), path, True)
    if type(here) is int:
        yield changed("one more", here + 1)
        yield changed("as a fraction", float(here))
        yield changed("as a truth value", bool(here))
        yield changed("as text", str(here))
    elif type(here) is str:
        for what, text in (
            ("capitals", here.upper()),
            ("a line feed", here + "\n"),
            ("a blank", " " + here),
            ("half", here[: len(here) // 2]),
            ("twice", here * 2),
            ("a list of it", [here]),
        ):
            if text != here:
                yield changed(what, text)
    elif type(here) is list:
        yield changed("one more null", [*here, None])
        if here:
            yield changed("the first twice", [here[0], *here])
            yield changed("the last twice", [*here, here[-1]])
            yield changed("half", here[: len(here) // 2])
        if here[::-1] != here:
            yield changed("backwards", here[::-1])
    elif type(here) is dict:
        for key in ("extra", "", "type", "lastmove", "what", "reason", "player", "$ref"):
            if key not in here:
                yield changed(f"a further key {key!r}", {**here, key: "g7"})
                yield changed(f"a further null {key!r}", {**here, key: None})


def refusal(data: Any) -> HexError | None:
    """Return what the loader says against data, having made sure that it changed nothing."""
    before = dumps(data)
    game: Game[Any, Any] | None = None
    error: HexError | None = None
    try:
        game = load_game(data)
    except (StateError, UnknownGameError) as caught:
        error = caught
    assert dumps(data) == before
    if game is not None:
        assert game.state() == data  # as data: two players are 2.0 as well
    assert error is None or error.message
    return error


def at_or_above(path: str, place: str) -> bool:
    return place == path or place.startswith((path + ".", path + "["))


def disagreement(mutant: Mutant) -> str | None:
    """Return how loader and schema differ on changed data, or ``None``."""
    error = refusal(mutant.data)
    if PODS_SCHEMA.is_valid(mutant.data):
        if error is not None and not any(r.holds(mutant.data, error) for r in LOADER_ONLY):
            return f"{mutant.what}: only the loader refuses: {error.code}: {error}"
        return None
    if error is None:
        fault = best_match(PODS_SCHEMA.iter_errors(mutant.data))
        assert fault is not None
        return f"{mutant.what}: only the schema refuses: {fault.json_path}: {fault.message[:200]}"
    path = error.path if isinstance(error, StateError) else "$.game"
    place = text_of(mutant.place)
    if at_or_above(path, place) or (mutant.within and at_or_above(place, path)):
        return None
    return None if error.code in EITHER else f"{mutant.what}: the loader blames {path}: {error}"


SAME = {"game", "numplayers", "variants", "_version", "_timestamp", "board", "influenceBoard"}


@pytest.mark.parametrize(
    "name", [n if n == "abandoned" else pytest.param(n, marks=pytest.mark.long) for n in GOOD]
)
def test_agreement(name: str) -> None:
    data = json.loads(good(name))
    assert refusal(data) is None
    assert PODS_SCHEMA.is_valid(data)
    tried = 0
    faults = []
    for path in kinds_of_places(data):
        if name not in ("start", "goes on") and (path[:2] == ("stack", 0) or SAME & {*path}):
            continue  # what does not depend on the ending is looked at in those two
        for mutant in mutants(data, path):
            tried += 1
            if (fault := disagreement(mutant)) is not None:
                faults.append(fault)
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults[:40])
    assert tried > 300


def test_every_rule_of_the_loader_is_needed() -> None:
    """Each rule that only the loader knows refuses something that the schema lets pass."""
    unused = {rule.says for rule in LOADER_ONLY}
    for name in ("goes on", "won", "resign"):
        data = json.loads(good(name))
        ply = data["stack"][-1]
        samples = [
            with_value(data, ("stack", 1, "scores"), [9, 9]),
            with_value(data, ("stack", 1, "currplayer"), data["stack"][0]["currplayer"]),
            with_value(data, ("stack", 1, "lastmove"), "a1"),
            with_value(data, ("stack", 1, "_timestamp"), "2023-02-29T12:00:00.000Z"),
            with_value(data, ("stack", 1, "influenceBoard"), data["stack"][1]["board"]),
            with_value(
                data, ("stack",), [*data["stack"], {**ply, "_results": ply["_results"][:1]}]
            ),
            with_value(data, ("stack",), data["stack"][:-1]) | {"gameover": False, "winner": []},
            without(without(data, ("stack", -1, "_results", -1)), ("stack", -1, "_results", -1))
            | {"gameover": False, "winner": []}
            if name == "won"
            else data,
        ]
        for sample in samples:
            error = refusal(sample)
            if error is not None and PODS_SCHEMA.is_valid(sample):
                unused -= {rule.says for rule in LOADER_ONLY if rule.holds(sample, error)}
    after = json.loads(good("won"))
    first, last = after["stack"]
    turn = {**first, "lastmove": "a1", "_results": [{"type": "place", "where": "a1"}]}
    sample = {**after, "stack": [first, last, turn]}
    assert PODS_SCHEMA.is_valid(sample)
    error = refusal(sample)
    assert error is not None
    assert error.code == "state.after-end"
    unused -= {"nothing follows the end"}
    assert not unused


JSON_VALUES: Any = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 130),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=8),
        st.sampled_from(sorted(LAYOUT.cell)),
        st.sampled_from(["Map", "eog", "place", "resigned", "20240802", "timeout", "type"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.sampled_from(GOOD),
    st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from("=-+*"), JSON_VALUES),
        min_size=1,
        max_size=3,
    ),
)
def test_agreement_at_random(name: str, edits: list[tuple[int, str, Any]]) -> None:
    """What the schema refuses the loader refuses, and never with an error that is not ours."""
    data = json.loads(good(name))
    for pick, how, value in edits:
        places = list(all_places(data))
        path = places[pick % len(places)]
        here = found_at(data, path)
        if how == "-" and path:
            data = without(data, path)
        elif how == "+" and isinstance(here, dict):
            data = with_value(data, path, {**here, str(value)[:6]: value})
        elif how == "+" and isinstance(here, list):
            data = with_value(data, path, [*here, value])
        elif how == "*" and isinstance(here, list):
            data = with_value(data, path, here[1:] + here[:1])
        else:
            data = with_value(data, path, value)
    assert disagreement(Mutant("edited", data, (), True)) is None


def test_schema_errors_have_a_path() -> None:
    data = json.loads(good("goes on"))
    data["stack"][1]["board"]["value"][0][1] = 3
    with pytest.raises(StateError, match=re.escape("$.stack[1].board.value[0][1]")) as caught:
        validate(data, PODS)
    assert caught.value.path == "$.stack[1].board.value[0][1]"


def test_this_module_names_its_folder() -> None:
    """The schemas of a source tree are those at its top."""
    assert (Path(__file__).parents[1] / "schemas" / f"{PODS}.json").is_file()
