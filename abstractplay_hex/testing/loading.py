"""Checks of what is loaded from outside: damaged and altered games are refused, and how."""

import copy
import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from abstractplay_hex.errors import HexError, StateError
from abstractplay_hex.plies.results import ending
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, Spot, plain, shown, spots
from abstractplay_hex.testing.saving import COMMON

NO_TEXTS: Final = ("", "[]", "{}", "{", b"\xff", "null", "nonsense", "[" * 100_000)
NO_STATES: Final[tuple[Any, ...]] = (None, 5, [], *NO_TEXTS)
"""What is no saved game."""


@check("Life: All errors a caller can cause are of one family", of_errors=True, few=True)
def foreign_states_refused(h: Harness, game: AnyGame) -> None:
    """Anything but a saved game of this kind is refused, with a path that says where."""
    state = game.state()
    changes: list[dict[str, Any]] = [
        {"game": "no-such-game"},
        {"numplayers": 7},
        {"variants": ["no-such-variant"]},
        {"stack": []},
        {"extra": 1},
        {"gameover": not state["gameover"]},
        {"winner": [1]},
    ]
    lacking = [{key: value for key, value in state.items() if key != gone} for gone in state]
    for saved in (*NO_STATES, *({**state, **change} for change in changes), *lacking):
        what = f"loading {shown(saved, 60)}"
        error = h.refuses(StateError, what, h.load, saved)
        inside = not isinstance(error, StateError) or error.path.startswith("$")
        h.need(inside, f"the error of {what} has a path that is none")


@check(
    "Life: GameFactory(uid, string); all errors a caller can cause are of one family",
    "Check keys, types and ranges in state.ply, state.hooks and load_position; raise StateError with a path.",
    of_errors=True,
    few=True,
)
def damaged_states_refused(h: Harness, game: AnyGame) -> None:
    """A ply with keys missing, added or of other types is refused with StateError and a path."""
    rng = random.Random(h.seed)
    state = game.state()
    at = rng.randrange(len(state["stack"]))
    ply = state["stack"][at]
    for key, value in product([*ply, "extra"], WRONG_KEYS):
        there, kept = key in ply, ply.get(key)
        if (not there and value is _GONE) or (there and value == kept):
            continue
        if key == "currplayer" and value in range(1, game.numplayers + 1):
            continue  # that this is another's turn needs the rules
        if value is _GONE:
            del ply[key]
        else:
            ply[key] = value
        what = f"ply {at} with {key} {'missing' if value is _GONE else shown(value, 30)}"
        error = h.survives(what, _use, h, state)
        # Whether a text is a turn of the game needs the rules.
        move = key == "lastmove" and at > 0 and not isinstance(value, str)
        must = key in COMMON or key == "extra" or move
        h.need(error is not None or not must, f"{what} loads")
        if isinstance(error, HexError):
            inside = isinstance(error, StateError) and error.path.startswith("$")
            path = error.params.get("path")
            h.need(inside, f"{what} raised {type(error).__name__}, {path!r}")
        state = game.state()
        ply = state["stack"][at]
    for what in _wrong_in_turn(state):
        h.survives(what, _use, h, state)
    for _ in range(60):
        state = game.state()
        path = _damage(state, rng)
        h.survives(f"damage at {path}", _use, h, state)


_GONE: Final = object()
WRONG_KEYS: tuple[Any, ...] = (_GONE, None, 5, -1, "x", [], {}, True, 1.5, 10**40, [[]], "\ud800")
"""What a key of a ply is given instead of its value."""
WRONG: Final[tuple[Any, ...]] = (
    *(None, -1, 0, 3, "", "zz9", "a1", [], {}, [None], True, 0.5, 10**40),
    *("zz9,zz8", "zz9-zz8", "a01"),
)
"""What is put where something else stood."""


def _use(h: Harness, data: Any) -> None:
    """Load a state and use it."""
    game = h.load(data)
    game.position()
    game.render()
    game.chat_log()


def _kinds(plies: Mapping[int, Any], *common: str) -> list[Spot]:
    """Return one spot of each kind of value of a game's own in some plies of a stack.

    It is the last one of its kind: alike but for the index in a list, or a map's key.
    """
    found: dict[str, Spot] = {}
    for i, ply in plies.items():
        for key in (key for key in ply if key not in common):
            path, kind = f"$.stack[{i}].{key}", f".{key}"
            for spot in (Spot(ply, key, path, kind), *spots(ply[key], path, kind)):
                found[f"{spot.kind} {type(spot.value).__name__}"] = spot
    return [*found.values()]


def _wrong_in_turn(state: Any) -> Iterator[str]:
    """Put each of :data:`WRONG` where each kind of value of a game's own stands, one after the other.

    *state* is wrong in one place whenever this yields, which says where, and as it was at the end.
    """
    plies = dict(enumerate(state["stack"]))
    for spot in _kinds(plies, "_version", "_timestamp", "currplayer"):
        holder, key, value, path = spot.holder, spot.key, spot.value, spot.path
        before = copy.copy(holder)
        changes = [(wrong, f"with {shown(wrong, 30)} instead of") for wrong in WRONG]
        if isinstance(holder, list) and len(holder) > 1:
            changes.append((holder[key - 1], "with the value before it instead of"))
        for wrong, how in changes:
            holder[key] = copy.copy(wrong)
            yield f"{path} {how} {shown(value, 30)}"
        del holder[key]
        yield f"{path} missing"
        _refill(holder, before)
        if isinstance(holder, dict):
            _refill(holder, {("zz9" if k == key else k): v for k, v in before.items()})
            yield f"{path} with the key 'zz9' instead of {key!r}"
            _refill(holder, before)


def _damage(state: Any, rng: random.Random) -> str:
    """Change one value somewhere; return its path."""
    spot = rng.choice([*spots(state)])
    spot.holder[spot.key] = copy.copy(rng.choice(WRONG))
    return spot.path


def _refill(holder: Any, items: Any) -> None:
    holder.clear()
    holder.update(items) if isinstance(holder, dict) else holder.extend(items)


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
        for i in sorted({1, last // 2, last} & set(range(1, last + 1))):
            ply = state["stack"][i]
            kept = ply["currplayer"]
            for player in {*range(1, game.numplayers + 1)} - {kept}:
                ply["currplayer"] = player
                _refused(h, state, f"player {player} to move at ply {i} instead of {kept}")
            ply["currplayer"] = kept
            _lessened(h, state, i)
        if game.gameover:
            _without_ending(h, state)
        elif last:
            _with_ending(h, state, [1], "an ending that there was not")


def _altered_ones(h: Harness) -> Iterator[AnyGame]:
    """Yield games that go on, that are over by word, and that are over by play."""
    yield from h.under_way(few=True)
    yield from h.ended(few=True)
    yield from (h.game() for setup in h.setups if h.played_out(setup).over)


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


def _lessened(h: Harness, state: Any, at: int) -> None:
    """Take the last item from each list of the game's own in a ply: a piece, a cell."""
    """Take the last item from each list of the game's own in a ply: a piece, a cell."""
    expected = plain(state)
    for spot in _kinds({at: state["stack"][at]}, *COMMON, "lastmove"):
        if isinstance(spot.value, list) and spot.value:
            item = spot.value.pop()
            try:
                found = plain(h.load(state, verify=True).state())
            except HexError:
                pass
            else:
                # A game may work out anew what it has also saved; else what was loaded is wrong.
                told = f"verifying takes a game without {shown(item, 30)} in {spot.path}"
                h.need(found == expected, told)
            spot.value.append(item)


@check(
    "GameFactory(uid, string); bulk jobs replay what they load",
    "Let each ply follow from the one before by the rules; derive what is saved from the position.",
    faults=(13,),
)
def verify_finds_no_fault(h: Harness, saved: AnyGame) -> None:
    """verify accepts a game as played; a damaged one is an error, never a crash."""
    rng = random.Random(h.seed)
    h.load(saved.state())  # else nothing that follows is about verifying
    h.accepts("verifying a game just played", h.load, saved.serialize(), verify=True)
    for _ in range(3):
        data = saved.state()
        path = _damage(data, rng)
        h.survives(f"verifying with damage at {path}", h.load, data, verify=True)
