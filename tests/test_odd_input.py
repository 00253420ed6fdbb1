"""Odd input of every kind, and one game used by two at once: refused, or taken without loss."""

import importlib.metadata
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Literal
from unittest import mock

import pytest
from attrs import field, frozen

from abstractplay_hex import (
    Game,
    MoveError,
    StateError,
    UnknownGameError,
    games,
    load_game,
    new_game,
    problems,
    registry,
)
from abstractplay_hex.codec import dumps
from abstractplay_hex.game import class_of
from abstractplay_hex.plies.results import CORE_RESULTS, Place, Result
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Outcome, Setup
from abstractplay_hex.rules.saved import StateForm
from abstractplay_hex.rules.stones import StoneBoard, StoneRules, Stones, hexagon_board, stone_form
from tests.conftest import ROOT

# ---- two at once: one acts while the other is inside a call ------------------------------------


def meanwhile(game: Game[Any, Any], method: str, act: Any) -> Any:
    """While the game is inside a method of its rules for the first time, do something else with it."""
    real = getattr(game.rules, method)
    acted: list[bool] = []

    def interrupted(*given: Any) -> Any:
        answer = real(*given)
        if not acted:
            acted.append(True)
            act()
        return answer

    return mock.patch.object(game.rules, method, interrupted)


def test_a_text_read_before_a_turn_is_not_played_after_it() -> None:
    game = new_game("pods")
    with meanwhile(game, "interpret", lambda: game.move("g7")):
        assert game.validate_move("g7").valid
    assert not game.validate_move("g7").valid
    with pytest.raises(MoveError):
        game.move("g7")


def make_turn(game: Game[Any, Any], number: int) -> Game[Any, Any]:
    """Make one of the first legal turns."""
    return game.move(game.moves()[number])


@pytest.mark.parametrize("back", [0, 1, 2, 3])
@pytest.mark.parametrize("on", [0, 1, 2, 3])
@pytest.mark.parametrize("saved", [False, True])
def test_a_save_during_a_turn_loses_nothing(back: int, on: int, saved: bool) -> None:
    game = new_game("dendria", ["size-5"])
    for number in (1, 2, 3):
        make_turn(game, number)
        if saved and number == 2:
            game.serialize()

    def act() -> None:
        if back:
            game.undo(back)
        for number in range(on):
            make_turn(game, 7 + number)

    with meanwhile(game, "save_position", act):
        load_game(game.serialize(), verify=True)
    while True:
        assert game.serialize() == dumps(game.state())
        if not game.ply:
            break
        game.undo()


# ---- what authors may write --------------------------------------------------------------------


@frozen(kw_only=True)
class Weighed(Result):
    """A result with everything that one may have."""

    type: Literal["weighed"] = "weighed"
    start: str
    timestamp: str | None = None
    version: int | None = None
    results: tuple[int, ...] = (1, 2)
    heavy: bool = False
    named: str | None = field(default=None, metadata={"key": "from-whom"})


class WeighedRules(StoneRules[Stones]):
    """Three cells a side; placing a stone tells a lot."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="weighed",
        name="Weighed",
        version="1",
        date_added="2026-11-30",
        categories=("other",),
    )
    state: ClassVar[StateForm] = stone_form(results=(*CORE_RESULTS, Weighed))

    def board(self, setup: Setup) -> StoneBoard:
        """Return a hexagon."""
        return hexagon_board(3)

    def outcome(self, position: Stones) -> Outcome | None:
        """Return the last to move, on a full board."""
        return None if position.empty else (position.side,)

    def results(self, position: Stones, turn: str, after: Stones) -> tuple[Result, ...]:
        """Tell a lot."""
        told = Weighed(start=turn, timestamp="now", version=3, named="me")
        return (Place(where=turn), told)


def test_results_are_read_by_the_keys_they_are_written_with() -> None:
    game = Game(WeighedRules()).move("c3")
    text = game.serialize()
    assert '"from":"c3","timestamp":"now","version":3,"results":[1,2],"heavy":false' in text
    assert text.count('"from-whom":"me"') == 1
    again = class_of(game.rules).load(text, verify=True)
    assert again.results == game.results


@pytest.mark.parametrize("left_out", ['"results":[1,2],', '"heavy":false,', '"version":3,'])
def test_text_without_a_key_that_would_be_written_is_not_kept(left_out: str) -> None:
    game = Game(WeighedRules()).move("c3")
    text = game.serialize()
    assert left_out in text
    again = class_of(game.rules).load(text.replace(left_out, ""))
    assert again.serialize() == dumps(again.state())


# ---- plugins -----------------------------------------------------------------------------------


class Unspeakable(Exception):
    """An error that cannot even be shown."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


class Outside(BaseException):
    """An error that is no Exception, as pytest's are that skip a test."""


class Raising(WeighedRules):
    """Rules that cannot be made."""

    fault: ClassVar[BaseException] = Unspeakable()

    def __init__(self) -> None:
        raise self.fault


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Install a plugin, the game ``weighed``: the text of its module, and what its entry point names."""

    def install(text: str, value: str) -> None:
        (tmp_path / "odd_plugin.py").write_text(text, encoding="utf-8")
        point = importlib.metadata.EntryPoint("weighed", value, registry.GROUP)
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point])
        registry.refresh()

    monkeypatch.syspath_prepend(str(tmp_path))
    yield install
    monkeypatch.undo()
    sys.modules.pop("odd_plugin", None)
    registry.refresh()


@pytest.mark.parametrize("fault", ["Unspeakable", "Outside", "SystemExit", "ValueError"])
@pytest.mark.parametrize("late", [False, True])
def test_whatever_a_plugin_raises_it_alone_is_lost(
    plugin: Callable[[str, str], None], fault: str, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = "from tests.test_odd_input import *\n"
    if late:
        plugin(f"{begin}class R(Raising):\n    fault = {fault}()\n", "odd_plugin:R")
    else:
        plugin(f"{begin}raise {fault}", "odd_plugin:R")
    assert [info.uid for info in games()] == ["dendria", "pods"]
    (problem,) = problems()
    assert problem.code == "game.broken"
    assert fault in problem.message
    with pytest.raises(UnknownGameError):
        new_game("weighed")


def test_what_a_plugin_prints_is_not_the_output_of_a_command(
    plugin: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    plugin(
        "print('hello')\nfrom tests.test_odd_input import WeighedRules", "odd_plugin:WeighedRules"
    )
    assert "weighed" in [info.uid for info in games()]
    assert capsys.readouterr() == ("", "hello\n")


@pytest.mark.parametrize("extras", ["[cli]", " [cli,png]", " "])
def test_an_entry_point_may_name_extras(plugin: Callable[[str, str], None], extras: str) -> None:
    plugin("from tests.test_odd_input import WeighedRules", f"odd_plugin:WeighedRules{extras}")
    assert new_game("weighed").move("c3").serialize()


# ---- damage in games of older engines ----------------------------------------------------------


@pytest.mark.parametrize("turn", [None, 7, [], {}, ["a1"], True])
def test_an_older_ply_whose_turn_is_no_text(turn: Any) -> None:
    data = json.loads(
        (ROOT / "fixtures" / "states" / "dendria-20261101-size-5.json").read_text(encoding="utf-8")
    )
    data["stack"][3]["lastmove"] = turn
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.code == "state.no-lastmove"
    assert caught.value.path == "$.stack[3]"
