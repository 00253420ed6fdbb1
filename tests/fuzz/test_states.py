"""Saved games that were damaged, cut, edited by hand or made to do harm.

Only our own errors may come out, within bounded time and memory. What loads all the same must be a
game that answers every question.
"""

import base64
import copy
import gzip
import json
import random
import traceback
import tracemalloc
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from abstractplay_hex import HexError, StateError, codec, load_game
from tests.conftest import ROOT
from tests.fuzz import cases
from tests.fuzz.bounds import TooLong, bounded, peak
from tests.fuzz.cases import CASES, Case, each_case, seeded, sized
from tests.fuzz.tally import count
from tests.games import some_moves


@cache
def saved(case: Case, plies: int, ended: bool) -> str:
    game = case.played(plies)
    if ended and not game.gameover:
        game.resign(1)
    return game.serialize()


AT = st.integers(0, 4)
"""How far into a case's range of plies: five places are enough, and are kept."""


def base(case: Case, at: int, ended: bool) -> str:
    fewest, most = case.plies
    return saved(case, fewest + at * (most - fewest) // 4, ended)


STRANGE: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.sampled_from([10**20, -(2**63), 1.0, 1.5, -0.0, 1e308]),
    st.text(max_size=6),
    st.sampled_from(
        ["a1", "g7", "z9", "pass", "resign", "eog", "seed", "20240802", "Map", "$", "{}"]
    ),
    st.just([]),
    st.just({}),
    st.lists(st.integers(0, 3), max_size=3),
    st.just({"type": "eog"}),
    st.just({"dataType": "Map", "value": []}),
    st.just([["a1", 1]]),
)


SCHEMAS = {"pods": "pods-state-20240802", "dendria": "dendria-state-20261129"}


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of everything in JSON data."""
    out = [path]
    if isinstance(data, dict):
        for key in data:
            out += places(data[key], (*path, key))
    elif isinstance(data, list):
        for i, item in enumerate(data):
            out += places(item, (*path, i))
    return out


def mutate(data: Any, rng: random.Random, how: str, value: Any) -> Any:
    """Change JSON data at one place."""
    value = copy.deepcopy(value)  # strategies hand out the same list again and again
    paths = [p for p in places(data) if p]
    *way, last = rng.choice(paths)
    holder = data
    for key in way:
        holder = holder[key]
    if how == "set":
        holder[last] = value
    elif how == "drop":
        del holder[last]
    elif how == "add" and isinstance(holder, dict):
        holder[str(value)[:9]] = value
    elif how == "add":
        holder.insert(rng.randrange(len(holder) + 1), value)
    elif how == "double" and isinstance(holder, list):
        holder.insert(last, holder[last])
    elif how == "swap" and isinstance(holder, list):
        other = rng.randrange(len(holder))
        holder[last], holder[other] = holder[other], holder[last]
    elif how == "move":
        *way, key = rng.choice(paths)
        target = data
        try:
            for step in way:
                target = target[step]
            target[key] = json.loads(json.dumps(holder[last]))
        except (KeyError, IndexError, TypeError):
            pass  # the place is gone by now: another example
    return data


def check(text: str | bytes) -> None:
    """Load; only our errors may come out, and a game that loads must work."""
    try:
        with bounded(seconds=5, megabytes=256):
            _check(text)
    except BaseException as error:
        error.add_note(f"The saved game is kept in {kept(text, error)}")
        raise


def kept(text: str | bytes, error: BaseException) -> Path:
    """Write what failed to a file: of one fault the smallest example, which is the last one run."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    name = f"fuzz-{type(error).__name__}-{Path(where.filename).stem}-{where.lineno}.saved"
    path = ROOT / "artefacts" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path


def _check(text: str | bytes) -> None:
    try:
        game = load_game(text)
    except HexError as error:
        assert error.message
        assert not isinstance(error, StateError) or error.path.startswith("$")
    else:
        assert load_game(game.serialize()).serialize() == game.serialize()
        for ply in {0, len(game.stack) // 2, len(game.stack) - 1}:
            game.load(ply)
            game.render()
            some_moves(game, 5)
            game.sidebar_scores()
            game.position()
        game.chat_log()
        game.move_history()
        try:
            load_game(text, verify=True)
        except StateError as error:
            assert error.path.startswith("$")


HOWS = st.sampled_from(["set", "set", "set", "drop", "add", "double", "swap", "move"])


@each_case
@seeded("edited")
@sized("edited")
@given(
    AT,
    st.booleans(),
    st.integers(0, 10**9),
    st.lists(st.tuples(HOWS, STRANGE), min_size=1, max_size=4),
)
def test_edited(case: Case, at: int, ended: bool, seed: int, edits: list[tuple[str, Any]]) -> None:
    count()
    rng = random.Random(f"{case.name} {seed}")
    data = json.loads(base(case, at, ended))
    for how, value in edits:
        data = mutate(data, rng, how, value)
    text = json.dumps(data)
    check(text)
    try:
        codec.validate(json.loads(text), SCHEMAS[case.kind[0]])
    except StateError:
        # What the published schema refuses the loader refuses, too.
        with pytest.raises(HexError):
            load_game(text)


@each_case
@seeded("bytes")
@sized("bytes")
@given(AT, st.booleans(), st.integers(0, 10**9), st.integers(1, 6))
def test_bytes_flipped_cut_and_doubled(
    case: Case, at: int, ended: bool, seed: int, times: int
) -> None:
    count()
    rng = random.Random(f"{case.name} {seed}")
    text = base(case, at, ended).encode()
    data = bytearray(text)
    for _ in range(times):
        at = rng.randrange(len(data))
        how = rng.randrange(4)
        if how == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            data[at] = rng.choice(b'0123456789",:[]{}-.eEtn\\ ')
        elif how == 2:
            del data[at : at + rng.randrange(1, 9)]
        else:
            data[at:at] = data[at : at + rng.randrange(1, 30)]
        if not data:
            data = bytearray(b" ")
    check(bytes(data))
    check("gz:" + base64.b64encode(bytes(data)).decode())
    packed = bytearray(gzip.compress(text))
    packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
    check("gz:" + base64.b64encode(bytes(packed)).decode())


def bomb(megabytes: int) -> str:
    return "gz:" + base64.b64encode(gzip.compress(b" " * megabytes * 2**20)).decode()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("100 MB of blanks", "state.too-large"),
        ("100 MB of brackets", "state.too-large"),
        ("bomb of 100 MB", "state.too-large"),
        pytest.param("bomb of 300 MB", "state.too-large", marks=pytest.mark.heavy),
        ("nested lists", "state.too-deep"),
        ("nested objects", "state.too-deep"),
        ("a million digits", "state.number"),
        ("NaN", "state.number"),
        ("repeated key", "state.duplicate-key"),
        pytest.param("a million plies", "state.too-many-plies", marks=pytest.mark.long),
    ],
)
def test_harmful(name: str, code: str) -> None:
    head = '{"game":"pods","numplayers":2,"variants":[],"gameover":false,"winner":[],"stack":'
    text = {
        "100 MB of blanks": lambda: " " * 100 * 2**20,
        "100 MB of brackets": lambda: "[" * 100 * 2**20,
        "bomb of 100 MB": lambda: bomb(100),
        "bomb of 300 MB": lambda: bomb(300),
        "nested lists": lambda: head + "[" * 100_000 + "]" * 100_000 + "}",
        "nested objects": lambda: head + '{"a":' * 100_000,
        "a million digits": lambda: head + "1" * 10**6 + "}",
        "NaN": lambda: head + "[NaN]}",
        "repeated key": lambda: head + '[],"stack":[]}',
        "a million plies": lambda: head + "[" + "{}," * 10**6 + "{}]}",
    }[name]()
    with bounded(seconds=30, megabytes=1024):  # each allocation is traced, which is slow
        tracemalloc.start()
        try:
            with pytest.raises(StateError) as caught:
                load_game(text)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert caught.value.code == code
    assert peak < 400 * 2**20


def test_what_fails_is_shown_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of hours must not end with a fault that cannot be found again."""
    shown = "test_states"

    @settings(database=None, print_blob=True, phases=[Phase.generate])
    @given(st.sampled_from([f"{shown}-1", f"{shown}-2"]))
    def fails(text: str) -> None:
        check(text)

    def boom(*_: Any, **__: Any) -> None:
        raise KeyError("planted")

    monkeypatch.setitem(globals(), "load_game", boom)
    with pytest.raises(KeyError, match="planted") as caught:
        fails()
    notes = "\n".join(caught.value.__notes__)
    assert f"text='{shown}-1'" in notes or f"text='{shown}-2'" in notes
    assert "@reproduce_failure" in notes
    path = Path(notes.partition("The saved game is kept in ")[2].split("\n")[0])
    assert path.read_text(encoding="utf-8").startswith(shown)
    path.unlink()


def test_an_endless_loop_is_stopped() -> None:
    def endless() -> None:
        while True:
            pass

    with pytest.raises(TooLong), bounded(seconds=0.1, megabytes=256):
        endless()


def test_growth_of_memory_is_seen() -> None:
    megabytes = peak() // 1024 + 100  # beyond all that this process has used before
    with pytest.raises(AssertionError, match="memory grew"), bounded(seconds=60, megabytes=50):
        bytearray(megabytes * 2**20)


def test_the_long_profile_is_of_100_000_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "LONG", True)
    monkeypatch.setattr(cases, "EXAMPLES", 100_000)
    for uid in ("pods", "dendria"):
        mine = [case for case in CASES if case.kind[0] == uid]
        assert sum(cases.examples(part) for part in cases.PARTS) * len(mine) == 50_000


def test_data_that_is_no_json() -> None:
    """A dictionary handed over by a host may hold anything at all."""
    loop: dict[str, Any] = json.loads(saved(CASES[0], 2, False))
    loop["stack"].append(loop)
    no_json: list[Any] = [
        loop,
        {"game": "pods", 5: 1},
        {"game": object()},
        {"game": "pods", "stack": {1}},
    ]
    for data in no_json:
        with pytest.raises(HexError):
            load_game(data)
    mixed = json.loads(saved(CASES[0], 2, False))
    mixed["stack"][1][("a",)] = 1
    with pytest.raises(HexError):
        load_game(mixed)
