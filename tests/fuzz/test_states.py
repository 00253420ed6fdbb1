"""Saved games that were damaged, cut, edited by hand or made to do harm.

Only our own errors may come out, within bounded time and memory. What loads all the same must be a
game that answers every question.
"""

import base64
import copy
import gzip
import json
import random
import time
import tracemalloc
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abstractplay_hex import HexError, StateError, codec, load_game
from tests.conftest import share
from tests.games import KINDS, played, some_moves


@cache
def saved(kind_number: int, plies: int, ended: bool) -> str:
    game = played(KINDS[kind_number], 5, plies)
    if ended and not game.gameover:
        game.resign(1)
    return game.serialize()


bases = st.builds(
    saved, st.integers(0, len(KINDS) - 1), st.sampled_from([0, 1, 2, 9, 24]), st.booleans()
)

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
    begun = time.process_time()
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
    assert time.process_time() - begun < 5


HOWS = st.sampled_from(["set", "set", "set", "drop", "add", "double", "swap", "move"])


@settings(max_examples=share(0.35))
@given(bases, st.integers(0, 10**9), st.lists(st.tuples(HOWS, STRANGE), min_size=1, max_size=4))
def test_edited(base: str, seed: int, edits: list[tuple[str, Any]]) -> None:
    rng = random.Random(seed)
    data = json.loads(base)
    for how, value in edits:
        data = mutate(data, rng, how, value)
    text = json.dumps(data)
    check(text)
    if base.startswith(tuple(f'{{"game":"{uid}"' for uid in SCHEMAS)):
        uid = json.loads(base)["game"]
        try:
            codec.validate(json.loads(text), SCHEMAS[uid])
        except StateError:
            # What the published schema refuses the loader refuses, too.
            with pytest.raises(HexError):
                load_game(text)


@settings(max_examples=share(0.45))
@given(bases, st.integers(0, 10**9), st.integers(1, 6))
def test_bytes_flipped_cut_and_doubled(base: str, seed: int, times: int) -> None:
    rng = random.Random(seed)
    data = bytearray(base.encode())
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
    packed = bytearray(gzip.compress(base.encode()))
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
        ("bomb of 300 MB", "state.too-large"),
        ("nested lists", "state.too-deep"),
        ("nested objects", "state.too-deep"),
        ("a million digits", "state.number"),
        ("NaN", "state.number"),
        ("repeated key", "state.duplicate-key"),
        ("a million plies", "state.too-many-plies"),
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
    begun = time.process_time()
    tracemalloc.start()
    with pytest.raises(StateError) as caught:
        load_game(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.code == code
    assert peak < 400 * 2**20
    assert time.process_time() - begun < 10


def test_data_that_is_no_json() -> None:
    """A dictionary handed over by a host may hold anything at all."""
    loop: dict[str, Any] = json.loads(saved(0, 2, False))
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
    mixed = json.loads(saved(0, 2, False))
    mixed["stack"][1][("a",)] = 1
    with pytest.raises(HexError):
        load_game(mixed)
