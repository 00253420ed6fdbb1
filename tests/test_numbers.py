"""Numbers in saved games and records, however JSON spells them: schemas and readers take the same."""

import copy
import json
from functools import cache
from math import isinf
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from abstractplay_hex import load_game
from abstractplay_hex.codec import dumps, loads, schema_names, validate, whole_numbers
from abstractplay_hex.errors import HexError, ReplayError, StateError
from abstractplay_hex.records import read_game, replay
from tests.games import played

SAVED = {
    "pods": ("pods", ()),
    "dendria": ("dendria", ("size-5",)),
    "modules": ("dendria", ("modular-7",)),
}
"""Kinds of games; of a modular board, the coordinates of its modules are numbers, too."""
RECORD = "record"
OF_FORM = {
    "phrase.number",
    "phrase.whole-number",
    "phrase.two-numbers",
    "phrase.two-whole-numbers",
    "state.number",
}
"""Codes of what says that something is no number, or none of the right kind."""


@cache
def good(name: str) -> Any:
    if name != RECORD:
        return played(SAVED[name], 31, 9).resign(1).state()
    game = played(("dendria", ("size-5",)), 5, 6).resign(2)
    return json.loads(dumps(game.record(["Ann", "Bob"], gameid=7)))


def schema_of(name: str) -> str:
    uid = RECORD if name == RECORD else SAVED[name][0]
    return next(n for n in schema_names() if n.startswith((f"{uid}-state-", f"{uid}-1")))


def numbers(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the places of numbers."""
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        return [place for key, value in pairs for place in numbers(value, (*path, key))]
    return [path] if type(data) in (int, float) else []


PLACES = [(name, place) for name in (*SAVED, RECORD) for place in numbers(good(name))]


@st.composite
def spellings(draw: st.DrawFn) -> str:
    """Draw a number as JSON may write it: with digits behind the point, an exponent, a sign, in any mixture."""
    whole = draw(st.integers(0, 3) | st.integers(0, 10**25))
    digits = str(whole * 10 ** draw(st.integers(0, 3)))
    fraction = draw(st.sampled_from(["", ".0", ".000", ".5", ".25", ".00000000000000000000001"]))
    shift = len(digits) - 1 if draw(st.booleans()) else 0
    if shift and not fraction:  # 200 is 2.00e2, too
        digits = f"{digits[:-shift]}.{digits[-shift:]}"
    power = draw(st.sampled_from([shift, shift, shift, 0, 1, -1, 400, -400]))
    exponent = draw(st.sampled_from(["e", "E", "e+", "E+"] if power >= 0 else ["e", "E"]))
    sign = draw(st.sampled_from(["", "", "", "-"]))
    plain = power == 0 and draw(st.booleans())
    return f"{sign}{digits}{fraction}" + ("" if plain else f"{exponent}{power}")


def read(name: str, data: Any) -> Any:
    """Return what is read, as it would be written."""
    if name == RECORD:
        return read_game(data)
    return load_game(data).serialize()


def outcome(name: str, given: Any) -> tuple[Any, HexError | None]:
    try:
        return read(
            name, loads(given) if name == RECORD and isinstance(given, str) else given
        ), None
    except HexError as error:
        return None, error


def fits(name: str, data: Any) -> bool:
    try:
        validate(data, schema_of(name))
    except StateError:
        return False
    return True


@given(st.sampled_from(PLACES), spellings() | st.sampled_from(["9" * 5000, "-0", "1e309"]))
@example(("pods", ("stack", 1, "scores", 0)), "1.0")
@example(("pods", ("stack", 1, "board", "value", 0, 1)), "10e-1")
@example(("pods", ("stack", 1, "currplayer")), "2E0")
@example(("pods", ("winner", 0)), "2.0")
@example(("pods", ("numplayers",)), "0.2e1")
@example(("pods", ("stack", 0, "scores", 0)), "-0.0")
@example(("dendria", ("stack", -1, "scores", 0)), "1e400")
@example((RECORD, ("header", "players", 0, "result")), "1.0")
@example((RECORD, ("header", "site", "gameid")), "0e1")
def test_schema_and_reader_take_the_same_numbers(where: tuple[str, Any], text: str) -> None:
    name, path = where
    data = copy.deepcopy(good(name))
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    before = holder[path[-1]]
    holder[path[-1]] = "\u2603"
    given = dumps(data).replace('"\u2603"', text)

    found, error = outcome(name, given)
    try:
        holder[path[-1]] = value = json.loads(text)
    except ValueError:  # of so many digits that Python does not read it
        value = None
    if value is None or isinf(value):
        assert error is not None
        assert error.code == "state.number"
        return
    again, same_error = outcome(name, data)
    assert (found, error and error.code) == (again, same_error and same_error.code)
    valid = fits(name, data)
    if error is None:
        assert valid or name == RECORD  # of a record, its replay says the rest
    if value == before:
        assert valid
        assert error is None
        assert found == read(name, good(name))
    if valid and error is not None:
        says = getattr(error.params.get("expected"), "code", error.code)
        assert says not in OF_FORM, str(error)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_data_that_no_json_can_hold(value: float) -> None:
    for name in SAVED:
        for place in numbers(good(name)):
            data = copy.deepcopy(good(name))
            holder = data
            for step in place[:-1]:
                holder = holder[step]
            holder[place[-1]] = value
            with pytest.raises(StateError):
                load_game(data)


def test_true_is_no_number_of_a_record() -> None:
    """Python takes it for 1 where numbers are compared."""
    game = played(("pods", ()), 5, 6)
    moves = [ply.lastmove for ply in game.stack[1:]]
    whole = {"game": "pods", "moves": [*moves, "resign(2)"], "winner": [1], "over": True}
    replay(read_game(whole))
    for key, wrong in (("winner", [True]), ("over", 1), ("winner", True)):
        with pytest.raises(ReplayError):
            replay(read_game({**whole, key: wrong}))


@pytest.mark.parametrize("number", [10**400, -(10**400), 10**4000])
def test_schemas_take_numbers_of_any_size(number: int) -> None:
    for name in SAVED:
        for place in [p for p in numbers(good(name)) if "scores" in p][:1]:
            data = copy.deepcopy(good(name))
            holder = data
            for step in place[:-1]:
                holder = holder[step]
            holder[place[-1]] = number
            assert fits(name, data) in (True, False)
            holder[place[-1]] = 0.25
            assert not fits(name, data)


def test_what_needs_no_change_is_the_same_object() -> None:
    data = {"a": [1, 2.5, "2.0", True, None], "b": {}}
    assert whole_numbers(data) is data
    other = whole_numbers({"a": [1.0, data]})
    assert other == {"a": [1, data]}
    assert type(other["a"][0]) is int
    assert other["a"][1] is data
