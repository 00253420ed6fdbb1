"""Checks of saved games: their form, what can be loaded, what is refused and how."""

import base64
import gzip
import json
from itertools import permutations
from typing import Any

from attrs import fields

from abstractplay_hex import codec
from abstractplay_hex.errors import StateError
from abstractplay_hex.plies.results import key_of
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import (
    AnyGame,
    ask,
    difference,
    plain,
    refusal,
    shown,
    snapshot,
    spoil,
    spots,
)
from abstractplay_hex.testing.metadata import fits_schema, schema_called

ENVELOPE = ["game", "numplayers", "variants", "gameover", "winner", "stack"]
COMMON = ["_version", "_results", "_timestamp", "currplayer"]


@check(
    "State JSON is the site's: {game, numplayers, variants, gameover, winner, stack:[{_version, …}]}",
    "Return only the game's own keys from save_position, in the order of the fields of state.ply.",
)
def state_shape(h: Harness, saved: AnyGame) -> None:
    """A saved game has the site's keys in the site's order, and agrees with the game."""
    state = saved.state()
    h.same(list(state), ENVELOPE, "keys of the saved game")
    said = [h.info.uid, saved.numplayers, saved.variants, saved.gameover, saved.winner]
    for key, value in zip(ENVELOPE[:-1], said, strict=True):
        h.same(state.get(key), value, key)
    for i, (ply, told) in enumerate(zip(saved.stack, state["stack"], strict=True)):
        h.same(list(told)[:4], COMMON, f"first keys of ply {i}")
        h.same(told.get("lastmove"), ply.lastmove, f"lastmove of ply {i}")
        h.same("lastmove" in told, i > 0, f"that ply {i} has lastmove")
        h.same(told["currplayer"], ply.currplayer, f"currplayer of ply {i}")
    for name in (schema_called(f"{h.info.uid}-state"), schema_called("state")):
        fits_schema(h, state, f"under the schema {name}", name)


@check(
    "serialize(), state() — JSON text / JSON-ready dict",
    "Save lists, dicts with text keys, texts, numbers, true and false only; maps by map_form.",
)
def state_plain_json(h: Harness, saved: AnyGame) -> None:
    """A saved game is plain JSON data, and serialize() is its text."""
    state, text = saved.state(), saved.serialize()
    h.plain_json(state, "state()")
    if json.loads(text) != state:
        h.fault(f"serialize() is not state(): {difference(json.loads(text), state)}")
    json.loads(saved.serialize(strip=True, player=1))


@check(
    "serialize(), state() — sharing must never leak",
    "Build the data anew in each call of save_position.",
    faults=(7,),
)
def state_not_shared(h: Harness, saved: AnyGame) -> None:
    """Changing what state() gave changes nothing in the game."""
    expected = plain(saved.state())
    spoil(saved.state())
    h.need(plain(saved.state()) == expected, "changing what state() gave changes the game")


@check(
    "serialize() — byte for byte what the site writes",
    "Write the keys in save_position in the order of the fields of state.ply.",
)
def saved_keys_in_order(h: Harness, saved: AnyGame) -> None:
    """Saved plies have their keys in the order of state.ply; serialize() is state() to the byte."""
    order = [key_of(field) for field in fields(h.rules.state.ply)]
    for i, ply in enumerate(saved.state()["stack"]):
        unknown = [key for key in ply if key not in order]
        if h.need(not unknown, f"ply {i} is saved with {unknown}, which state.ply lacks"):
            sorted_keys = [key for key in order if key in ply]
            h.same(list(ply), sorted_keys, f"order of the keys of ply {i}")
    text = codec.dumps(saved.state())
    h.same(saved.serialize(), text, "serialize()")
    if not saved.gameover:
        turn = h.a_turn(saved)
        played, found = saved.move(turn), h.load(text).move(turn)
        h.same(found.serialize(), codec.dumps(found.state()), "serialize() of a loaded game")
        states = [json.loads(game.serialize()) for game in (found, played)]
        for state in states:
            del state["stack"][-1]["_timestamp"]
        same = states[0] == states[1]
        h.need(
            same, "a move in the loaded game is saved differently from the same in the game itself"
        )


@check(
    "GameFactory(uid, string) — resume; saved games load for ever",
    "Let load_position read all that save_position writes, and keep its order.",
)
def serialize_fixed_point(h: Harness, saved: AnyGame) -> None:
    """Loading and saving a game again gives the same text, from text, bytes or data."""
    text = saved.serialize()
    for form in (text, text.encode(), json.loads(text)):
        found = h.load(form).serialize()
        where = "" if found == text else difference(json.loads(found), json.loads(text))
        h.need(found == text, f"saved again it differs: {where}")


@check("GameFactory(uid, string) — resume; load(idx)", "Save all that the rules depend on.")
def load_answers_same(h: Harness, saved: AnyGame) -> None:
    """A loaded game answers like the original at each ply, and can be played on."""
    again = h.load(saved.serialize())
    h.need(type(again) is type(saved), "the loaded game is of another class")
    write = h.rules.position_text
    h.same(again.ply, len(saved.stack) - 1, "ply of a loaded game")
    for ply, (one, other) in enumerate(zip(saved.stack, again.stack, strict=True)):
        found, expected = (write(p.position) for p in (other, one))
        h.same(found, expected, f"position at ply {ply} of the loaded game")
    for ply in sorted({0, len(saved.stack) // 2, len(saved.stack) - 1}):
        saved.load(ply)
        again.load(ply)
        h.need(snapshot(again) == snapshot(saved), f"ply {ply} of the loaded game differs")
        what = f"at ply {ply} of the loaded game"
        h.same(h.legal(again, 30), h.legal(saved, 30), f"turns {what}")
        h.same(again.sidebar_scores(), saved.sidebar_scores(), f"scores {what}")
    saved.load()
    again.load()
    h.same(again.chat_log(), saved.chat_log(), "chat_log() of the loaded game")
    if not saved.gameover:
        turn = h.a_turn(saved)
        found, expected = (g.move(turn).position() for g in (again, saved))
        h.same(found, expected, "a move in the loaded game")


@check(
    "GameFactory(uid, string) — the data itself is not kept or changed",
    "Read the data into values of your own; keep no list or dict of it.",
    faults=(7,),
)
def load_keeps_input(h: Harness, saved: AnyGame) -> None:
    """Loading neither changes nor keeps the data it is given."""
    data = saved.state()
    kept = json.loads(json.dumps(data))
    loaded = h.load(data)
    loaded.render()
    h.need(data == kept, f"loading changed its input: {difference(data, kept)}")
    before = plain(loaded.state())
    spoil(data)
    h.need(plain(loaded.state()) == before, "changing the data after loading changes the game")


@check("GameFactory(uid, string) — accepts gz: + base64 gzip", of_errors=True, few=True)
def gz_form(h: Harness, game: AnyGame) -> None:
    """A saved game packed as gz: loads, and a damaged package is refused."""
    text = game.serialize()
    packed = "gz:" + base64.b64encode(gzip.compress(text.encode())).decode()
    h.same(h.load(packed).serialize(), text, "a packed game, loaded")
    for bad in (packed[:-8], "gz:", "gz:!!!!", packed + "AAAA"):
        h.refuses(StateError, f"loading {shown(bad, 30)}", h.load, bad)


@check(
    "State JSON — maps",
    "Compare positions by masks, sets or sorted values; never by the order in which pieces came.",
    faults=(8,),
    unless="nothing saved is a map, and no turn has parts",
)
def maps_without_order(h: Harness, game: AnyGame) -> None:
    """The order of a map's pairs, or of a turn's parts, does not matter for play."""
    state = game.state()
    maps = [pairs for pairs in _maps(state) if len(pairs) > 1]
    for pairs in maps:
        pairs.reverse()
    if maps:
        h.looked = True
        loaded = h.load(state)
        for name in ("position", "sidebar_scores", "starting_position"):
            what = f"{name} with the maps' pairs in another order"
            h.same(ask(loaded, name), ask(game, name), what)
        turns = sorted(h.legal(loaded, 60))
        h.same(turns, sorted(h.legal(game, 60)), "turns with the maps' pairs in another order")
        for last in h.here.moves[-1:]:
            same = loaded.same_move(last, last)
            h.need(same, "same_move() of a turn and itself, maps in another order")
    for turn in h.legal(game, 40):
        for text in _reordered(turn):
            if game.validate_move(text).complete >= 0:
                h.looked = True
                _same_either_way(h, turn, text)


def _same_either_way(h: Harness, turn: str, text: str) -> None:
    one, other = h.game().move(turn), h.game()
    if refusal(other.move, text) is None and _unordered(one) == _unordered(other):
        same = one.same_move(turn, text)
        h.need(same, f"{turn!r} and {text!r} lead to the same board, but are not the same move")
        h.same(other.position(), one.position(), f"position() after {text!r} instead of {turn!r}")


def _reordered(turn: str) -> list[str]:
    for mark in ",;":
        parts = turn.split(mark)
        if 1 < len(parts) <= 4:
            return [mark.join(p) for p in permutations(parts) if list(p) != parts][:6]
    return []


def _maps(data: Any) -> list[list[Any]]:
    found = [s.holder["value"] for s in spots(data) if (s.key, s.value) == ("dataType", "Map")]
    return [pairs for pairs in found if isinstance(pairs, list)]


def _unordered(game: AnyGame) -> str:
    ply = game.state()["stack"][-1]
    for pairs in _maps(ply):
        pairs.sort(key=plain)
    return plain({k: v for k, v in ply.items() if k not in ("_results", "_timestamp", "lastmove")})


@check(
    "resign(n), timeout(n), draw(), abandoned() — push a pseudo-ply; saved games load for ever",
    "Let load_position accept plies whose lastmove is resign, timeout, draw or abandoned.",
)
def endings_saved(h: Harness) -> None:
    """Games ended by word are saved, loaded and verified like any other."""
    for game in h.under_way(few=True):
        h.load(game.state())  # else nothing that follows is about endings
    for word, game in h.ended_by_word(2):
        text = game.serialize()
        if h.accepts(f"a game ended by {word} does not load", h.load, text, verify=True):
            again = h.load(text)
            found = again.gameover, again.winner
            h.same(found, (True, game.winner), f"gameover, winner after {word}")
            h.same(again.serialize(), text, f"a game ended by {word}, saved again")
