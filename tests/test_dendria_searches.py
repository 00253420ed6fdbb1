"""What may still come of a turn, against a search that tries everything, whatever the limit is."""

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from abstractplay_hex.board import cells_in
from abstractplay_hex.errors import MoveError
from abstractplay_hex.games.dendria import continuations
from abstractplay_hex.games.dendria.boards import fixed
from abstractplay_hex.games.dendria.checks import begin_move, convert
from abstractplay_hex.games.dendria.continuations import (
    can_become_legal,
    can_step_on,
    convertible,
    landings,
)
from abstractplay_hex.games.dendria.notation import Conversion
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from abstractplay_hex.games.dendria.rules import DendriaRules
from tests.test_dendria_oracle import crowded
from tests.test_dendria_rules import STOP, THREE_WAYS, can_end

RULES = DendriaRules()
Known = dict[Any, bool]


def busy_positions(most: int) -> list[DendriaPosition]:
    """Return crowded positions in which sprites can move, with few enough turns to try them all."""
    rng = random.Random(11)
    texts = (STOP, THREE_WAYS, "5/6/7/1p5t/1pp6/Ts5t/T6/6/1ttt1 L 1 L")
    found = [position_from_text(text, ("size-5",)) for text in texts]
    while len(found) < most:
        position = crowded(fixed(5), rng)
        turns = sum(1 for _ in islice(RULES.legal_turns(position), 121))
        if position.sprites[position.side - 1] and 4 < turns <= 120:
            found.append(position)
    return found


POSITIONS = busy_positions(20)


def flights(position: DendriaPosition) -> list[PartialTurn]:
    """Return the moves of all sprites of the player to move, of which nothing is decided yet."""
    names = position.board.layout.name
    own = position.sprites[position.side - 1]
    return [begin_move(position, names[cell]) for cell in cells_in(own)]


def converted_here(now: PartialTurn) -> list[PartialTurn]:
    """Return what any one conversion makes of a turn."""
    found = []
    for cell in cells_in(now.occupied):
        for kind in "st":
            try:
                found.append(convert(now, Conversion(now.board.layout.name[cell], kind)))
            except MoveError:
                continue
    return found


def can_end_here(now: PartialTurn, known: Known) -> bool:
    """Whether the turn is legal or becomes so by conversions alone."""
    key = (now.start, now.at, now.captured, now.fertilized, now.position)
    if key not in known:
        known[key] = now.legal or any(can_end_here(n, known) for n in converted_here(now))
    return known[key]


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_landings_are_of_the_kind_that_is_said(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(continuations, "SEARCH_LIMIT", 10**9)
    known: Known = {}
    staying: Known = {}
    for flight in flights(POSITIONS[number]):
        found = landings(flight)
        wanted = Counter[str]()
        for way in flight.reachable():
            there, bit = flight.gone(*way), 1 << way[0]
            if there.legal:
                kind = "free"
            elif can_end_here(there, staying):
                kind = "fertilizing"
            elif any(can_end(n, known) for n in converted_here(there)):
                kind = "stopovers"
            else:
                continue
            assert getattr(found, kind) & bit, (flight.text, way)
            wanted[kind] += 1
        for kind in ("free", "fertilizing", "stopovers"):
            assert getattr(found, kind).bit_count() == wanted[kind], flight.text
        assert found.all.bit_count() == wanted.total()
        assert can_become_legal(flight) == can_end(flight, known)
        assert can_step_on(flight) == can_end(flight, known)
        for capture in (True, False):
            ways = [way for way in flight.reachable() if way[2] == capture]
            goes = any(can_end(flight.gone(*way), known) for way in ways)
            assert can_step_on(flight, capture) == goes


@pytest.mark.parametrize("limit", [0, 2, 10**9])
def test_what_can_become_legal_is_never_refused(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(continuations, "SEARCH_LIMIT", limit)
    for position in POSITIONS[:8]:
        known: Known = {}
        for flight in flights(position):
            todo = [flight, *(flight.gone(*way) for way in flight.reachable())]
            for now in todo + [n for there in todo[:6] for n in converted_here(there)[:4]]:
                exact = can_end(now, known)
                assert can_become_legal(now) >= exact
                assert RULES.interpret(position, now.text).valid >= exact
                if limit > 2:
                    assert can_become_legal(now) == exact
                    assert RULES.interpret(position, now.text).valid == exact, now.text


def test_what_is_offered_for_converting_leads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continuations, "SEARCH_LIMIT", 10**9)
    offered = Counter[str]()
    for position in POSITIONS[:12]:
        known: Known = {}
        for flight in flights(position):
            assert convertible(flight) == {}
            for way in flight.reachable():
                there = flight.gone(*way)
                wanted: dict[int, set[str]] = {}
                for then in converted_here(there):
                    made = then.legs[-1].made[-1]
                    if can_end(then, known):
                        for cell in cells_in(made.group):
                            wanted.setdefault(cell, set()).add(made.conversion.kind)
                found = convertible(there)
                assert {cell: set(kinds) for cell, kinds in found.items()} == wanted, there.text
                assert list(found) == sorted(found)
                assert all(list(kinds) == sorted(set(kinds)) for kinds in found.values())
                offered.update(kind for kinds in found.values() for kind in kinds)
    assert offered["s"] > 1
    assert offered["t"] > 20
