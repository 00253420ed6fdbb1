"""Text of saved plies that is kept: written back as it is exactly if it is what we would write."""

import json
import random
from typing import Any
from unittest import mock

import pytest
from attrs import evolve

from abstractplay_hex import StateError, load_game
from abstractplay_hex.codec import KeptStack, dumps
from abstractplay_hex.codec.kept import canonical
from abstractplay_hex.game import class_of
from tests.conftest import ROOT, recorded
from tests.games import KINDS, kind_id, played
from tests.nim import NimRules

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)


def written(game: Any) -> int:
    """Save a game, and return how many plies were written for it."""
    rules = game.rules
    with mock.patch.object(rules, "save_position", wraps=rules.save_position) as saving:
        game.serialize()
    return saving.call_count


def is_kept(text: str) -> bool:
    """Whether loading this text keeps it: plies are then not written, so breaking that shows."""
    return written(load_game(text)) == 0


@every_kind
def test_canonical_text_is_kept_and_written_back(kind: Any) -> None:
    game = played(kind, 7, 14)
    text = game.serialize()
    assert is_kept(text)
    again = load_game(text)
    for one in (game, again):
        one.move(one.random_move(random.Random(1)) or "")
    assert again.serialize() == dumps(again.state())
    assert [p.lastmove for p in again.stack] == [p.lastmove for p in game.stack]
    again.undo(3)
    assert again.serialize() == dumps(again.state())
    again.move(again.random_move(random.Random(2)) or "").resign(1)
    assert again.serialize() == dumps(again.state())
    assert load_game(again.serialize(), verify=True).winner == [2]


@every_kind
def test_a_save_writes_only_the_plies_that_are_new(kind: Any) -> None:
    game = played(kind, 7, 14)
    copy = game.clone()
    assert [written(game), written(game)] == [len(game.stack), 0]
    other = game.clone().undo(4)
    assert [written(other), written(copy)] == [0, len(game.stack)]
    for one in (game.undo(1), other):
        for rng in (random.Random(1), random.Random(2)):
            one.move(one.random_move(rng) or "")
        assert written(one) == 2
        assert one.serialize() == dumps(one.state())


def test_text_that_does_not_show_its_plies_is_not_cut() -> None:
    odd = KeptStack('{"_version":"1"},{"_version":"1","own":[{},{"_version":2}]}', 2)
    assert odd.cut(2) is odd
    assert odd.cut(1) is None
    assert KeptStack('{"_version":"1"},{"_version":"1"}', 2).cut(1) == KeptStack(
        '{"_version":"1"}', 1
    )


def test_every_recorded_state_is_kept() -> None:
    texts = [r["state"] for r in recorded("pods-20240802.jsonl") if "state" in r]
    for text in texts:
        assert is_kept(text)
        assert load_game(text).serialize() == text
        assert load_game(text.encode()).serialize() == text


def test_frozen_states() -> None:
    for path in (ROOT / "fixtures" / "states").glob("*.json"):
        text = path.read_text(encoding="utf-8").strip()
        game = load_game(text)
        current = {ply["_version"] for ply in json.loads(text)["stack"]} == {game.info.version}
        assert is_kept(text) == current
        assert game.serialize() == dumps(game.state())


def turned(data: Any) -> Any:
    """Return the data with the keys of every object the other way round."""
    if isinstance(data, dict):
        return {key: turned(data[key]) for key in reversed(data)}
    return [turned(item) for item in data] if isinstance(data, list) else data


def one_turned(data: Any, at: tuple[Any, ...]) -> Any:
    """Return the data with the keys of one object the other way round."""
    copy = json.loads(json.dumps(data))
    holder = copy
    for key in at[:-1]:
        holder = holder[key]
    holder[at[-1]] = dict(reversed(holder[at[-1]].items()))
    return copy


@every_kind
def test_whatever_is_written_otherwise_is_written_anew(kind: Any) -> None:
    game = played(kind, 8, 12)
    text = game.serialize()
    data = json.loads(text)
    last = len(data["stack"]) - 1
    others = {
        "spaces": json.dumps(data),
        "one blank": text.replace('"_results":[', '"_results": [', 1),
        "a blank at the end": text + " ",
        "a line end": text + "\n",
        "a blank before a bracket": text.replace('],"_timestamp"', '] ,"_timestamp"', 1),
        "an escape": text.replace('"currplayer"', '"\\u0063urrplayer"', 1),
        "an escaped slash": text.replace("currplayer", "curr\\u0070layer", 1),
        "order": dumps(turned(data)),
        "order of a ply": dumps(one_turned(data, ("stack", last))),
        "order of a result": dumps(one_turned(data, ("stack", last, "_results", 0))),
    }
    if "board" in data["stack"][last]:
        others["order of a map"] = dumps(one_turned(data, ("stack", last, "board")))
    for name, other in others.items():
        assert json.loads(other) == data, name
        assert not is_kept(other), name
        assert load_game(other).serialize() == text, name


def test_numbers_in_another_spelling() -> None:
    game = played(("dendria", ("size-5",)), 8, 60)
    text = game.serialize()
    for old, new in (("0.5", "0.50"), ("1.5", "15e-1"), ('"passes":0', '"passes":-0')):
        if old in text:
            other = text.replace(old, new)
            assert canonical(game.rules.state, other) is None
            assert load_game(other).serialize() == text
    assert '"passes":0' in text


@every_kind
def test_a_key_that_comes_twice_is_refused_wherever_it_is(kind: Any) -> None:
    text = played(kind, 8, 12).serialize()
    for key in ('"game":', '"stack":', '"currplayer":', '"type":', '"dataType":', '"_version":'):
        at = text.rfind(key)
        if at < 0:
            continue
        end = text.index(",", at) if key != '"stack":' else at + len('"stack":[]')
        pair = text[at:end] if key != '"stack":' else '"stack":[]'
        twice = f"{text[:at]}{pair},{text[at:]}"
        with pytest.raises(StateError) as caught:
            load_game(twice)
        assert caught.value.code == "state.duplicate-key", key


def test_a_text_that_looks_like_a_key() -> None:
    data = played(("pods", ()), 1, 4).state()
    for value in ('":', "{", "}", ' "', "-0", '{"dataType":"Map","value":['):
        data["stack"][1]["_results"][0]["where"] = value
        with pytest.raises(StateError) as caught:
            load_game(dumps(data))
        assert caught.value.code == "state.cell"


@every_kind
def test_pairs_of_a_map_in_another_order(kind: Any) -> None:
    """They load; what is written is what the game writes, whether or not the text was kept."""
    data = played(kind, 8, 40).state()
    changed = 0
    for ply in data["stack"]:
        for value in ply.values():
            if isinstance(value, dict) and len(value["value"]) > 1:
                value["value"].reverse()
                changed += 1
        if changed:
            break
    if not changed:
        pytest.skip("no map has two pairs yet")
    game = load_game(dumps(data))
    assert game.serialize() == dumps(game.state())
    assert game.serialize() == load_game(data).serialize()


def test_a_form_that_does_not_say_that_it_is_exact_is_always_written_anew() -> None:
    game = class_of(NimRules())().move("1")
    again = class_of(NimRules()).load(game.serialize())
    assert again.serialize() == game.serialize()
    assert canonical(NimRules.state, game.serialize()) is None
    assert canonical(evolve(NimRules.state, exact=True), game.serialize()) is not None
