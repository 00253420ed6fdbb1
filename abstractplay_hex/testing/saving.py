"""Checks of saved games: their form, what can be loaded, what is refused and how."""

import base64
import copy
import gzip
import json
import random
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any, Final

from attrs import fields

from abstractplay_hex import codec
from abstractplay_hex.errors import HexError, StateError
from abstractplay_hex.plies.results import ending, key_of
from abstractplay_hex.testing.harness import (
    IN_GAME,
    PICKED_FROM,
    AnyGame,
    Harness,
    difference,
    plain,
    refusal,
    shown,
    snapshot,
    spoil,
)
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.metadata import schema_called, schema_fault

ENVELOPE = ["game", "numplayers", "variants", "gameover", "winner", "stack"]
COMMON = ["_version", "_results", "_timestamp", "currplayer"]


def saved_games(h: Harness) -> Iterator[AnyGame]:
    """Yield games amid play and finished ones."""
    yield from h.under_way()
    for _, game in h.ended():
        yield game


@check(
    "State JSON is the site's: {game, numplayers, variants, gameover, winner, stack:[{_version, …}]}",
    "Return only the game's own keys from save_position, in the order of the fields of state.ply.",
)
def state_shape(h: Harness) -> None:
    """A saved game has the site's keys in the site's order, and agrees with the game."""
    own = schema_called(f"{h.info.uid}-state")
    common = schema_called("state")
    for game in saved_games(h):
        state = game.state()
        h.same(list(state), ENVELOPE, "keys of the saved game")
        said = [h.info.uid, game.numplayers, game.variants, game.gameover, game.winner]
        for key, value in zip(ENVELOPE[:-1], said, strict=True):
            h.same(state.get(key), value, key)
        for i, ply in enumerate(state["stack"]):
            h.same(list(ply)[:4], COMMON, f"first keys of ply {i}")
            h.same(ply.get("lastmove"), game.stack[i].lastmove, f"lastmove of ply {i}")
            h.same("lastmove" in ply, i > 0, f"that ply {i} has lastmove")
            h.same(ply["currplayer"], game.stack[i].currplayer, f"currplayer of ply {i}")
    for _, game in h.ended():  # all plies of the line are in it
        for name in (own, common):
            if name is not None:
                fault = schema_fault(game.state(), name)
                h.need(fault is None, f"under the schema {name}: {fault}")


@check(
    "serialize(), state() — JSON text / JSON-ready dict",
    "Save lists, dicts with text keys, texts, numbers, true and false only; maps by map_form.",
)
def state_plain_json(h: Harness) -> None:
    """A saved game is plain JSON data, and serialize() is its text."""
    for game in saved_games(h):
        state, text = game.state(), game.serialize()
        h.plain_json(state, "state()")
        if json.loads(text) != state:
            h.fault(f"serialize() is not state(): {difference(json.loads(text), state)}")
        json.loads(game.serialize(strip=True, player=1))


@check(
    "serialize(), state() — sharing must never leak",
    "Build the data anew in each call of save_position.",
    faults=(7,),
)
def state_not_shared(h: Harness) -> None:
    """Changing what state() gave changes nothing in the game."""
    for game in saved_games(h):
        expected = plain(game.state())
        spoil(game.state())
        h.need(plain(game.state()) == expected, "changing what state() gave changes the game")


@check(
    "serialize() — byte for byte what the site writes",
    "Write the keys in save_position in the order of the fields of state.ply.",
)
def saved_keys_in_order(h: Harness) -> None:
    """Saved plies have their keys in the order of state.ply; serialize() is state() to the byte."""
    order = [key_of(field) for field in fields(h.rules.state.ply)]
    for game in saved_games(h):
        for i, ply in enumerate(game.state()["stack"]):
            unknown = [key for key in ply if key not in order]
            if h.need(not unknown, f"ply {i} is saved with {unknown}, which state.ply lacks"):
                h.same(
                    list(ply), [key for key in order if key in ply], f"order of the keys of ply {i}"
                )
        text = codec.dumps(game.state())
        h.same(game.serialize(), text, "serialize()")
        if not game.gameover:
            turn = h.a_turn(game)
            played = game.move(turn).serialize()
            found = h.load(text).move(turn)
            h.same(found.serialize(), codec.dumps(found.state()), "serialize() of a loaded game")
            expected = _without_time(json.loads(played))
            same = _without_time(json.loads(found.serialize())) == expected
            h.need(
                same,
                "a move in the loaded game is saved differently from the same move in the game itself",
            )


def _without_time(state: Any) -> Any:
    state["stack"][-1].pop("_timestamp")
    return state


@check(
    "GameFactory(uid, string) — resume; saved games load for ever",
    "Let load_position read all that save_position writes, and keep its order.",
)
def serialize_fixed_point(h: Harness) -> None:
    """Loading and saving a game again gives the same text, from text, bytes or data."""
    for game in saved_games(h):
        text = game.serialize()
        for form in (text, text.encode(), json.loads(text)):
            found = h.load(form).serialize()
            if found != text:
                h.fault(
                    f"saved again it differs: {difference(json.loads(found), json.loads(text))}"
                )


@check("GameFactory(uid, string) — resume; load(idx)", "Save all that the rules depend on.")
def load_answers_same(h: Harness) -> None:
    """A loaded game answers like the original at each ply, and can be played on."""
    for game in saved_games(h):
        again = h.load(game.serialize())
        h.need(type(again) is type(game), "the loaded game is of another class")
        write = h.rules.position_text
        h.same(again.ply, len(game.stack) - 1, "ply of a loaded game")
        for ply, (one, other) in enumerate(zip(game.stack, again.stack, strict=True)):
            found, expected = (write(p.position) for p in (other, one))
            h.same(found, expected, f"position at ply {ply} of the loaded game")
        for ply in sorted({0, len(game.stack) // 2, len(game.stack) - 1}):
            game.load(ply)
            again.load(ply)
            h.need(snapshot(again) == snapshot(game), f"ply {ply} of the loaded game differs")
            what = f"at ply {ply} of the loaded game"
            h.same(h.legal(again, 30), h.legal(game, 30), f"turns {what}")
            h.same(again.sidebar_scores(), game.sidebar_scores(), f"scores {what}")
        game.load()
        again.load()
        h.same(again.chat_log(), game.chat_log(), "chat_log() of the loaded game")
        if not game.gameover:
            turn = h.a_turn(game)
            found, expected = (g.move(turn).position() for g in (again, game))
            h.same(found, expected, "a move in the loaded game")


@check(
    "GameFactory(uid, string) — the data itself is not kept or changed",
    "Read the data into values of your own; keep no list or dict of it.",
    faults=(7,),
)
def load_keeps_input(h: Harness) -> None:
    """Loading neither changes nor keeps the data it is given."""
    for game in saved_games(h):
        data = game.state()
        kept = copy.deepcopy(data)
        loaded = h.load(data)
        loaded.render()
        h.need(data == kept, f"loading changed its input: {difference(data, kept)}")
        before = plain(loaded.state())
        spoil(data)
        h.need(plain(loaded.state()) == before, "changing the data after loading changes the game")


@check("GameFactory(uid, string) — accepts gz: + base64 gzip", IN_GAME, of_errors=True)
def gz_form(h: Harness) -> None:
    """A saved game packed as gz: loads, and a damaged package is refused."""
    for game in h.under_way(few=True):
        text = game.serialize()
        packed = "gz:" + base64.b64encode(gzip.compress(text.encode())).decode()
        h.same(h.load(packed).serialize(), text, "a packed game, loaded")
        for bad in (packed[:-8], "gz:", "gz:!!!!", packed + "AAAA"):
            h.refuses(StateError, f"loading {shown(bad, 30)}", h.load, bad)


@check(
    "Versions — each ply carries the engine version that wrote it",
    "Change info.version when rules or the saved form change, and only then.",
    faults=(10,),
)
def version_stamps(h: Harness) -> None:
    """Each ply keeps the engine version that made it, also when loaded."""
    for game in saved_games(h):
        version = game.info.version
        stamps = [ply["_version"] for ply in game.state()["stack"]]
        wrong = [s for s in stamps if s != version]
        h.need(not wrong, f"plies are stamped {shown(wrong[:1])}, the engine is {version!r}")
        again = [ply["_version"] for ply in h.load(game.serialize()).state()["stack"]]
        h.same(again, stamps, "version stamps after loading")


@check(
    "Versions — a version newer than the engine, or unknown, is an error naming both",
    "List only versions that have existed in state.migrations.",
    faults=(10,),
    of_errors=True,
)
def versions_refused(h: Harness) -> None:
    """A newer or unknown version, on any ply, is refused with an error that names it and the engine's."""
    for game in h.under_way(few=True):
        h.load(game.state())  # else nothing that follows is about versions
        version = game.info.version
        newer = str(int(version) + 1) if version.isdigit() else "99999999"
        for stamp in (newer, "99991231", "0.0.0-unknown", "", "x" * 500, None, 5, True, ["1"]):
            for ply in {0, len(game.stack) - 1}:
                state = game.state()
                state["stack"][ply]["_version"] = stamp
                what = f"loading ply {ply} of version {shown(stamp, 30)}"
                error = h.refuses(StateError, what, h.load, state)
                if error is not None and isinstance(stamp, str) and 0 < len(stamp) < 40:
                    named = stamp in error.message and version in error.message
                    h.need(named, f"{what} does not name both versions: {error.message}")
        state = game.state()
        del state["stack"][0]["_version"]
        h.refuses(StateError, "loading a ply without version", h.load, state)


@check(
    "Versions — older versions are brought up by registered migrations, step by step",
    "Let each chain of state.migrations end at info.version or at one of state.readable.",
    faults=(10,),
)
def migrations_arrive(h: Harness) -> None:
    """Each registered migration leads, step by step, to the engine's version or one it can read."""
    version, steps = h.info.version, h.rules.state.migrations
    ends = {version, *h.rules.state.readable}
    if not steps:
        h.not_applicable("the game has had no version before this one")
    for begin in steps:
        at, seen = begin, set()
        while at not in ends:
            if at in seen or at not in steps:
                h.fault(f"the migration from {begin!r} ends at {at!r}, not at {version!r}")
                break
            seen.add(at)
            at = steps[at].to


@check(
    "Versions — a game begun under an older version keeps its rules (fix history, 10)",
    "Let the position keep its rules: set them in begun_under, and in load_position by the first "
    "ply's version; later plies take them from the one before.",
    faults=(10,),
)
def rules_of_the_beginning(h: Harness) -> None:
    """A game begun under an older version keeps its rules when loaded, loaded again or replayed."""
    rules = h.rules
    if not rules.state.readable:
        h.not_applicable("the game has had no other rules before these")
    for setup in h.setups:
        for version in rules.state.readable:
            state = h.fresh(setup).state()
            state["stack"][0]["_version"] = version
            game = h.load(state)
            h.same(game.begun_under, version, "begun_under of a game of an older version")
            # Replaying begins with begun_under, loading with load_position: both know the rules.
            replayed = rules.begun_under(rules.initial(setup), version)
            what = f"turns of a game begun under version {version!r}"
            expected = sorted(map(rules.write, islice(rules.legal_turns(replayed), PICKED_FROM)))
            h.same(_turns(game), expected, f"{what}, loaded rather than replayed")
            rng = random.Random(h.seed)
            for ply in range(h.plies):
                text = None if game.gameover else game.random_move(rng)
                if text is None:
                    break
                game.move(text)
                again = h.load(game.serialize())
                h.same(_turns(again), _turns(game), f"{what}, loaded again at ply {ply + 1}")
                h.same(again.begun_under, version, "begun_under of such a game, loaded again")
            error = refusal(h.load, game.serialize(), verify=True)
            h.need(error is None, f"a game begun under {version!r} does not verify: {error}")


def _turns(game: AnyGame) -> list[str]:
    """Return the legal turns, or the first of very many, in the order of their texts."""
    return sorted(islice(game.iter_moves(), PICKED_FROM))


@check("Life: All errors a caller can cause are of one family", IN_GAME, of_errors=True)
def foreign_states_refused(h: Harness) -> None:
    """Anything but a saved game of this kind is refused, with a path that says where."""
    for game in h.under_way(few=True):
        state = game.state()
        odd: list[Any] = [
            None,
            5,
            [],
            "",
            "[]",
            "{}",
            "{",
            b"\xff",
            "null",
            "nonsense",
            "[" * 100_000,
        ]
        changes: list[dict[str, Any]] = [
            {"game": "no-such-game"},
            {"numplayers": 7},
            {"variants": ["no-such-variant"]},
            {"stack": []},
            {"extra": 1},
            {"gameover": not state["gameover"]},
            {"winner": [1]},
        ]
        odd += [{**state, **change} for change in changes]
        odd += [{key: value for key, value in state.items() if key != gone} for gone in state]
        for saved in odd:
            what = f"loading {shown(saved, 60)}"
            error = h.refuses(StateError, what, h.load, saved)
            inside = not isinstance(error, StateError) or error.path.startswith("$")
            h.need(inside, f"the error of {what} has a path that is none")


@check(
    "Life: GameFactory(uid, string); all errors a caller can cause are of one family",
    "Check keys, types and ranges in state.ply, state.hooks and load_position; raise StateError with a path.",
    of_errors=True,
)
def damaged_states_refused(h: Harness) -> None:
    """A ply with keys missing, added or of other types is refused with StateError and a path."""
    rng = random.Random(h.seed)
    values: Any = (_GONE, None, 5, -1, "x", [], {}, True, 1.5, 10**40, [[]], "\ud800")
    for game in h.under_way(few=True):
        state = game.state()
        ply = rng.randrange(len(state["stack"]))
        for key in [*state["stack"][ply], "extra"]:
            for value in values:
                data = copy.deepcopy(state)
                if value is _GONE:
                    data["stack"][ply].pop(key, None)
                else:
                    data["stack"][ply][key] = value
                what = f"ply {ply} with {key} {'missing' if value is _GONE else shown(value, 30)}"
                if (value is _GONE and key == "extra") or data == state:
                    continue
                if key == "currplayer" and value in range(1, game.numplayers + 1):
                    continue  # that this is another's turn needs the rules
                error = _load_error(h, data, what)
                # Whether a text is a turn of the game needs the rules.
                move = key == "lastmove" and ply > 0 and not isinstance(value, str)
                must = key in COMMON or key == "extra" or move
                if error is None:
                    h.need(not must, f"{what} loads")
                elif isinstance(error, HexError):
                    inside = isinstance(error, StateError) and error.path.startswith("$")
                    path = error.params.get("path")
                    h.need(inside, f"{what} raised {type(error).__name__}, {path!r}")
        for what in _wrong_in_turn(state):
            _load_error(h, state, what)
        for _ in range(60):
            data = copy.deepcopy(state)
            path = _damage(data, rng)
            _load_error(h, data, f"damage at {path}")


_GONE = object()

WRONG: Final[tuple[Any, ...]] = (
    *(None, -1, 0, 3, "", "zz9", "a1", [], {}, [None], True, 0.5, 10**40),
    *("zz9,zz8", "zz9-zz8", "a01"),
)
"""What is put where something else stood."""
LARGE: Final = 8
"""An object with more keys than that is taken for a map: one key is like the other."""


def _wrong_in_turn(state: Any) -> Iterator[str]:
    """Put each of :data:`WRONG` where each kind of value of a game's own stands, one after the other.

    *state* is wrong in one place whenever this yields, which says where, and as it was at the end.
    """
    kinds: dict[str, tuple[Any, Any, str]] = {}
    for i, ply in enumerate(state["stack"]):
        for key in ply:
            if key not in ("_version", "_timestamp", "currplayer"):
                _kinds(ply, key, f".{key}", f"$.stack[{i}].{key}", kinds)
    for holder, key, path in kinds.values():
        value = holder[key]
        for wrong in WRONG:
            holder[key] = copy.copy(wrong)
            yield f"{path} with {shown(wrong, 30)} instead of {shown(value, 30)}"
        holder[key] = value
        if isinstance(holder, dict):
            before = dict(holder)
            holder.clear()
            holder.update({("zz9" if k == key else k): v for k, v in before.items()})
            yield f"{path} with the key 'zz9' instead of {key!r}"
            holder.clear()
            holder.update(before)
        elif len(holder) > 1:
            holder[key] = holder[key - 1]
            yield f"{path} with the value before it instead of {shown(value, 30)}"
            holder[key] = value
        holder_was = copy.copy(holder)
        del holder[key]
        yield f"{path} missing"
        holder.clear()
        holder.update(holder_was) if isinstance(holder, dict) else holder.extend(holder_was)


def _kinds(
    holder: Any, key: Any, kind: str, path: str, kinds: dict[str, tuple[Any, Any, str]]
) -> None:
    """Gather one place of each kind, the last one: alike but for the index in a list, or a map's key."""
    value = holder[key]
    kinds[f"{kind} {type(value).__name__}"] = holder, key, path
    if isinstance(value, list):
        for i in range(len(value)):
            pair = len(value) == 2  # such as a cell and what is on it
            _kinds(value, i, f"{kind}[{i if pair else ''}]", f"{path}[{i}]", kinds)
    elif isinstance(value, dict):
        for name in value:
            step = "" if len(value) > LARGE else name
            _kinds(value, name, f"{kind}.{step}", f"{path}.{name}", kinds)


def _load_error(h: Harness, data: Any, what: str) -> Exception | None:
    """Load a state and use it; return what is raised, and tell it if it is none of our errors."""
    try:
        game = h.load(data)
        game.position()
        game.render()
        game.chat_log()
    except HexError as error:
        return error
    except Exception as error:
        h.raised(what, error)
        return error
    return None


def _damage(data: Any, rng: random.Random) -> str:
    """Change one value somewhere deep; return its path."""
    path = "$"
    while True:
        if isinstance(data, dict) and data:
            key: Any = rng.choice(list(data))
        elif isinstance(data, list) and data:
            key = rng.randrange(len(data))
        else:
            return path
        path += f"[{key!r}]"
        if not isinstance(data[key], dict | list) or not data[key] or rng.random() < 0.2:
            data[key] = copy.copy(rng.choice(WRONG))
            return path
        data = data[key]


@check(
    "State JSON — maps",
    "Compare positions by masks, sets or sorted values; never by the order in which pieces came.",
    faults=(8,),
)
def maps_without_order(h: Harness) -> None:
    """The order of a map's pairs, or of a turn's parts, does not matter for play."""
    looked = False
    for station in h.stations():
        game = h.game()
        state = game.state()
        if _reverse_maps(state):
            looked = True
            loaded = h.load(state)
            pairs: dict[str, list[Any]] = {
                "position()": [g.position() for g in (loaded, game)],
                "turns": [sorted(h.legal(g, 60)) for g in (loaded, game)],
                "scores": [g.sidebar_scores() for g in (loaded, game)],
                "starting_position": [g.starting_position for g in (loaded, game)],
            }
            for what, (found, expected) in pairs.items():
                h.same(found, expected, f"{what} with the maps' pairs in another order")
            if station.moves:
                same = loaded.same_move(station.moves[-1], station.moves[-1])
                h.need(same, "same_move() of a turn and itself, maps in another order")
        for turn in h.legal(game, 40):
            for text in _reordered(turn):
                if game.validate_move(text).complete >= 0:
                    looked = True
                    _same_either_way(h, turn, text)
    if not looked:
        h.not_applicable("nothing saved is a map, and no turn has parts")


def _same_either_way(h: Harness, turn: str, text: str) -> None:
    one, other = h.game().move(turn), h.game()
    if refusal(other.move, text) is not None:
        return
    if _unordered(one.state()["stack"][-1]) == _unordered(other.state()["stack"][-1]):
        same = one.same_move(turn, text)
        h.need(same, f"{turn!r} and {text!r} lead to the same board, but are not the same move")
        h.same(other.position(), one.position(), f"position() after {text!r} instead of {turn!r}")


def _reordered(turn: str) -> list[str]:
    for mark in ",;":
        parts = turn.split(mark)
        if 1 < len(parts) <= 4:
            return [mark.join(p) for p in permutations(parts) if list(p) != parts][:6]
    return []


def _unordered(ply: Any) -> str:
    def plainly(value: Any) -> Any:
        if isinstance(value, dict):
            if value.get("dataType") == "Map":
                return sorted((plain(pair) for pair in value["value"]), key=str)
            return {
                k: plainly(v)
                for k, v in value.items()
                if k not in ("_results", "_timestamp", "lastmove")
            }
        return [plainly(v) for v in value] if isinstance(value, list) else value

    return plain(plainly(ply))


def _reverse_maps(value: Any) -> bool:
    """Reverse the pairs of each map; return whether there was one with more than one pair."""
    found = False
    if isinstance(value, dict):
        if value.get("dataType") == "Map" and isinstance(value.get("value"), list):
            value["value"].reverse()
            return len(value["value"]) > 1
        for item in value.values():
            found |= _reverse_maps(item)
    elif isinstance(value, list):
        for item in value:
            found |= _reverse_maps(item)
    return found


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
        error = refusal(h.load, text, verify=True)
        if h.need(error is None, f"a game ended by {word} does not load: {error}"):
            again = h.load(text)
            found = again.gameover, again.winner
            h.same(found, (True, game.winner), f"gameover, winner after {word}")
            h.same(again.serialize(), text, f"a game ended by {word}, saved again")


@check(
    "GameFactory(uid, string); states from outside are loaded with verify",
    "Let saved_alike say True only of positions that are sure to be saved alike, and load positions "
    "as they were saved: saving them again shows what differs.",
    faults=(13,),
    of_errors=True,
)
def altered_games_refused(h: Harness) -> None:
    """verify refuses another player to move, a lost ending, another winner, a missing piece."""
    for game in _altered_ones(h):
        state = game.state()
        last = len(state["stack"]) - 1
        seats = range(1, game.numplayers + 1)
        for i in sorted({1, last // 2, last} & set(range(1, last + 1))):
            ply = state["stack"][i]
            for player in seats:
                if player != ply["currplayer"]:
                    kept, ply["currplayer"] = ply["currplayer"], player
                    _refused(h, state, f"player {player} to move at ply {i} instead of {kept}")
                    ply["currplayer"] = kept
            _lessened(h, state, ply, f"ply {i}")
        if game.gameover:
            _without_ending(h, state)
        elif last:
            _with_ending(h, state, [1], "an ending that there was not")


def _altered_ones(h: Harness) -> Iterator[AnyGame]:
    """Yield games that go on, that are over by word, and that are over by play."""
    yield from h.under_way(few=True)
    for _, game in h.ended(few=True):
        yield game
    for setup in h.setups:
        if h.played_out(setup, h.seed).over:
            yield h.game()


def _refused(h: Harness, state: Any, what: str) -> None:
    h.refuses(StateError, f"verifying a game with {what}", h.load, state, verify=True)


def _without_ending(h: Harness, state: Any) -> None:
    last, winner = state["stack"][-1], state["winner"]
    results = last["_results"]
    everybody = list(range(1, state["numplayers"] + 1))
    for other in ([], *([n] for n in everybody), everybody):
        if other != winner:
            last["_results"] = results[:-2]
            _with_ending(h, state, other, f"the winners {other} instead of {winner}")
    last["_results"] = results[:-2]
    state.update(gameover=False, winner=[])
    _refused(h, state, "its ending cut off")


def _with_ending(h: Harness, state: Any, winner: list[int], what: str) -> None:
    last = state["stack"][-1]
    results = last["_results"]
    last["_results"] = [*results, *(result.to_dict() for result in ending(*winner))]
    state.update(gameover=True, winner=winner)
    _refused(h, state, what)
    last["_results"] = results


def _lessened(h: Harness, state: Any, ply: Any, where: str) -> None:
    """Take the last item from each list of the game's own in a ply: a piece, a cell."""
    expected = plain(state)
    kinds: dict[str, tuple[Any, Any, str]] = {}
    for key in ply:
        if key not in (*COMMON, "lastmove"):
            _kinds(ply, key, f".{key}", f".{key}", kinds)
    for holder, key, path in kinds.values():
        if isinstance(holder[key], list) and holder[key]:
            item = holder[key].pop()
            try:
                found = plain(h.load(state, verify=True).state())
            except HexError:
                pass
            else:
                # A game may work out anew what it has also saved; else what was loaded is wrong.
                same = found == expected
                h.need(same, f"verifying takes {where} without {shown(item, 30)} in {path}")
            holder[key].append(item)


@check(
    "GameFactory(uid, string); bulk jobs replay what they load",
    "Let each ply follow from the one before by the rules; derive what is saved from the position.",
    faults=(13,),
)
def verify_finds_no_fault(h: Harness) -> None:
    """verify accepts a game as played; a damaged one is an error, never a crash."""
    rng = random.Random(h.seed)
    for game in saved_games(h):
        h.load(game.state())  # else nothing that follows is about verifying
        error = refusal(h.load, game.serialize(), verify=True)
        h.need(error is None, f"verifying a game just played: {error}")
        for _ in range(3):
            data = game.state()
            path = _damage(data, rng)
            try:
                h.load(data, verify=True)
            except HexError:
                continue
            except Exception as broke:
                h.raised(f"verifying with damage at {path}", broke)
