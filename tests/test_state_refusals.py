"""Every code of the messages about saved games: which change of a sound game gives it, and where.

A row is a game, a change (the place of a value and the value put there) and what the refusal says. That
a code has no row fails.
"""

import copy
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from abstractplay_hex import Game, Pods, StateError, load_game, new_game
from abstractplay_hex.codec import loads
from abstractplay_hex.games.dendria.messages import ENGLISH as DENDRIA
from abstractplay_hex.games.pods.messages import ENGLISH as PODS_SENTENCES
from abstractplay_hex.i18n import sentences
from tests.conftest import ROOT

GONE = object()
"""As the value of a change: the key is taken out."""
MODULES = ["m0,0", "m-2,3", "m1,2", "m-1,5", "m3,-1", "m3,3", "m5,0"]


def begun(
    uid: str, variants: tuple[str, ...] = (), *moves: str, position: str | None = None
) -> Any:
    game: Game[Any, Any] = new_game(uid, variants, position=position)
    for move in moves:
        game.move(move)
    return game


def nearly_over() -> Any:
    """Return a game of Pods that its last turn has ended."""
    cells, rows = "W" * 62 + "11" + "w" * 63, []
    for length in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7):
        rows.append(cells[:length].replace("11", "2"))
        cells = cells[length:]
    game = begun("pods", position="/".join(rows) + " 1")
    while not game.gameover:
        game.move(game.moves()[0])
    return game


FIVE = ("size-5",)
GAMES: dict[str, Callable[[], Any]] = {
    "pods": lambda: begun("pods", (), "g7", "h7", "g7-h8"),
    "left": lambda: begun("pods", (), "g7", "h7", "g7-h8").resign(1),
    "won": nearly_over,
    "marked": lambda: begun("pods", position="7/8/9/10/11/12/13/12/11/10/9/WW6/7 1"),
    "dendria": lambda: begun(
        "dendria", FIVE, "e5xb2,a1=t", "pass", position="5/6/7/8/4P4/8/7/1p4/S4 D 0 -"
    ),
    "passed": lambda: begun("dendria", FIVE, "a1", "pass", "pass"),
    "building": lambda: begun("dendria", ("modular-7",), "m0,0", "m-2,3"),
    "built": lambda: begun("dendria", ("modular-7",), *MODULES, "pass"),
    "alone": lambda: begun("dendria", ("modular-7", "solo"), ";".join(MODULES), "pass"),
    "island": lambda: begun("dendria", ("modular-7",), "pass", position="2/2 D 0 -"),
}


@cache
def sound(name: str) -> dict[str, Any]:
    """Return a sound saved game."""
    state: dict[str, Any] = GAMES[name]().state()
    return state


def changed(name: str, *changes: Any) -> dict[str, Any]:
    """Return a saved game with values put at places, such as ``stack.1.currplayer``."""
    data = copy.deepcopy(sound(name))
    for place, value in zip(changes[::2], changes[1::2], strict=True):
        holder: Any = data
        *way, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
        for part in way:
            holder = holder[part]
        if value is GONE:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    return data


PLACE = {"type": "place", "where": "g7"}
EOG = {"type": "eog"}


def won(*players: int) -> dict[str, Any]:
    return {"type": "winners", "players": list(players)}


Row = tuple[str, tuple[Any, ...], str, str]
ROWS: list[Row] = [
    # The envelope
    ("pods", ("game", GONE), "state.key-missing", "$"),
    ("pods", ("game", 5), "state.expected", "$.game"),
    ("pods", ("game", "chess"), "state.foreign", "$.game"),
    ("pods", ("stack", GONE, "moves", []), "state.record", "$"),
    ("pods", ("stack", GONE), "state.key-missing", "$"),
    ("pods", ("winner", GONE), "state.key-missing", "$"),
    ("pods", ("extra", 1), "state.key-unknown", "$"),
    ("pods", ("numplayers", 3), "state.numplayers", "$.numplayers"),
    ("pods", ("numplayers", 2.5), "state.numplayers", "$.numplayers"),
    ("pods", ("variants", "x"), "state.expected", "$.variants"),
    ("pods", ("variants", [5]), "state.expected", "$.variants"),
    ("pods", ("variants", ["x"]), "state.variants", "$.variants"),
    ("dendria", ("variants", ["solo"]), "state.variants", "$.variants"),
    ("pods", ("gameover", True), "state.gameover", "$.gameover"),
    ("left", ("gameover", False), "state.gameover", "$.gameover"),
    ("pods", ("gameover", 0), "state.gameover", "$.gameover"),
    ("left", ("winner", [1]), "state.winner", "$.winner"),
    ("left", ("winner", [2.5]), "state.winner", "$.winner"),
    ("left", ("winner", (2,)), "state.winner", "$.winner"),
    ("pods", ("stack", {}), "state.expected", "$.stack"),
    ("pods", ("stack", []), "state.empty-stack", "$.stack"),
    # Any ply
    ("pods", ("stack.1", []), "state.expected", "$.stack[1]"),
    ("pods", ("stack.1._version", GONE), "state.key-missing", "$.stack[1]"),
    ("pods", ("stack.1._version", 5), "state.expected", "$.stack[1]._version"),
    ("pods", ("stack.1._version", "x"), "state.version-unknown", "$.stack[1]._version"),
    ("pods", ("stack.1._version", "20990101"), "state.version-newer", "$.stack[1]._version"),
    ("pods", ("stack.1._timestamp", "2026"), "state.timestamp", "$.stack[1]._timestamp"),
    ("pods", ("stack.1.currplayer", 0), "state.player-range", "$.stack[1].currplayer"),
    ("pods", ("stack.1.currplayer", 3), "state.player-range", "$.stack[1].currplayer"),
    ("pods", ("stack.1.currplayer", 1), "state.currplayer", "$.stack[1].currplayer"),
    ("left", ("stack.4.currplayer", 1), "state.currplayer", "$.stack[4].currplayer"),
    ("pods", ("stack.0.lastmove", "g7"), "state.first-ply", "$.stack[0]"),
    ("pods", ("stack.0._results", [PLACE]), "state.first-ply", "$.stack[0]"),
    ("pods", ("stack.1.lastmove", GONE), "state.no-lastmove", "$.stack[1]"),
    ("pods", ("stack.1._results", []), "state.no-results", "$.stack[1]._results"),
    ("left", ("stack.4.lastmove", "draw"), "state.word", "$.stack[4]"),
    ("left", ("stack.4.lastmove", "g7"), "state.word", "$.stack[4]"),
    ("pods", ("stack.1.lastmove", "resign"), "state.word", "$.stack[1]"),
    ("left", ("stack.4._results.2", won(1)), "state.word-end", "$.stack[4]._results"),
    ("left", ("stack.4._results.2", GONE), "state.results-end", "$.stack[4]._results"),
    ("left", ("stack.4._results.3", EOG), "state.results-end", "$.stack[4]._results"),
    ("left", ("stack.5", sound("pods")["stack"][1]), "state.after-end", "$.stack[5]"),
    ("left", ("stack.4._results.0.player", 3), "state.player-range", "$.stack[4]._results[0].player"),
    ("left", ("stack.4._results.2", won(0)), "state.player-range", "$.stack[4]._results[2].players"),
    # Pods
    ("pods", ("stack.1.board.dataType", "Set"), "state.map", "$.stack[1].board"),
    ("pods", ("stack.1.board.value", {}), "state.map", "$.stack[1].board.value"),
    ("pods", ("stack.1.board.value.0", ["g7"]), "state.map", "$.stack[1].board.value[0]"),
    ("pods", ("stack.1.board.value.0.0", "z9"), "state.cell", "$.stack[1].board.value[0][0]"),
    ("pods", ("stack.1.board.value.0.1", 3), "state.player-range", "$.stack[1].board.value[0][1]"),
    ("pods", ("stack.2.board.value.2", ["h7", 1]), "state.cell-twice", "$.stack[2].board.value[2][0]"),
    ("pods", ("stack.2.influenceBoard.value.0", ["h7", 1]), "pods.state.marked-whale",
     "$.stack[2].influenceBoard.value[0][0]"),
    ("pods", ("stack.1.scores", [2, 0]), "state.scores", "$.stack[1].scores"),
    ("pods", ("stack.1.scores", [1, 0.5]), "state.expected", "$.stack[1].scores"),
    ("pods", ("stack.1.lastmove", "g8"), "pods.state.lastmove", "$.stack[1].lastmove"),
    ("pods", ("stack.1.lastmove", "g7-g8"), "pods.state.lastmove", "$.stack[1]"),
    ("pods", ("stack.3.lastmove", "g7-g8"), "pods.state.lastmove", "$.stack[3].lastmove"),
    ("pods", ("stack.3.lastmove", "h8"), "pods.state.lastmove", "$.stack[3]"),
    ("pods", ("stack.1._results.0.where", "z9"), "state.cell", "$.stack[1]._results[0].where"),
    ("pods", ("stack.1._results.0.where", GONE), "pods.state.plain", "$.stack[1]._results[0]"),
    ("pods", ("stack.1._results.0.what", "whale"), "pods.state.plain", "$.stack[1]._results[0]"),
    ("pods", ("stack.1._results.0.count", 1), "pods.state.plain", "$.stack[1]._results[0]"),
    ("pods", ("stack.3._results.0.from", "z9"), "state.cell", "$.stack[3]._results[0].from"),
    ("pods", ("stack.3._results.0.to", "z9"), "state.cell", "$.stack[3]._results[0].to"),
    ("pods", ("stack.3._results.0.what", "x"), "pods.state.plain", "$.stack[3]._results[0]"),
    ("pods", ("stack.3._results.0.how", "x"), "pods.state.plain", "$.stack[3]._results[0]"),
    ("pods", ("stack.1._results.0", {"type": "pass"}), "pods.state.results", "$.stack[1]._results[0]"),
    ("pods", ("stack.1._results.1", {"type": "pass"}), "pods.state.results", "$.stack[1]._results[1]"),
    ("won", ("stack.2._results.2", GONE, "stack.2._results.1", GONE), "pods.state.end",
     "$.stack[2]._results"),
    ("pods", ("stack.3._results.1", EOG, "stack.3._results.2", won(1)), "pods.state.end",
     "$.stack[3]._results"),
    # Dendria
    ("dendria", ("stack.1.board.value.0.1", "ab"), "dendria.state.piece", "$.stack[1].board.value[0][1]"),
    ("dendria", ("stack.1.board.value.0.1.0", 0), "state.player-range",
     "$.stack[1].board.value[0][1][0]"),
    ("dendria", ("stack.1.board.value.0.1.1", "bush"), "dendria.state.kind",
     "$.stack[1].board.value[0][1][1]"),
    ("dendria", ("stack.1.board.value.0.0", "z9"), "state.cell", "$.stack[1].board.value[0][0]"),
    ("dendria", ("stack.1.board.value.0.0", 5), "state.cell", "$.stack[1].board.value[0][0]"),
    ("dendria", ("stack.1.board.value.2", ["a1", [1, "tree"]]), "state.cell-twice",
     "$.stack[1].board.value[2][0]"),
    ("dendria", ("stack.1.passes", 3), "state.expected", "$.stack[1].passes"),
    ("dendria", ("stack.1.passes", -1), "state.expected", "$.stack[1].passes"),
    ("dendria", ("stack.1.passes", 1), "state.expected", "$.stack[1].passes"),
    ("dendria", ("stack.2.passes", 0), "state.expected", "$.stack[2].passes"),
    ("dendria", ("stack.1.actor", 2), "state.expected", "$.stack[1].actor"),
    ("dendria", ("stack.2.actor", 2), "state.expected", "$.stack[2].actor"),
    ("dendria", ("stack.1.actor", 3), "state.expected", "$.stack[1].actor"),
    ("dendria", ("stack.1.passes", GONE), "state.key-missing", "$.stack[1]"),
    ("dendria", ("stack.1.scores", [0, 0]), "state.scores", "$.stack[1].scores"),
    ("dendria", ("stack.1.scores", ["1", 0]), "state.expected", "$.stack[1].scores"),
    ("dendria", ("stack.1.scores", [1.5]), "state.expected", "$.stack[1].scores"),
    ("dendria", ("stack.1.land", "5"), "dendria.state.fixed", "$.stack[1].land"),
    ("dendria", ("stack.1.modules", [[0, 0]]), "dendria.state.building", "$.stack[1].board"),
    ("dendria", ("stack.1.lastmove", "e5xb2,a1=T"), "dendria.state.lastmove", "$.stack[1].lastmove"),
    ("dendria", ("stack.1.lastmove", "?"), "state.wrong", "$.stack[1].lastmove"),
    ("dendria", ("stack.1.lastmove", "m0,0"), "state.wrong", "$.stack[1].lastmove"),
    ("dendria", ("stack.1.lastmove", "e5xz9"), "state.cell", "$.stack[1].lastmove"),
    ("dendria", ("stack.1._results.0.from", "z9"), "state.cell", "$.stack[1]._results[0].from"),
    ("dendria", ("stack.1._results.0.to", "z9"), "state.cell", "$.stack[1]._results[0].to"),
    ("dendria", ("stack.1._results.1.where", "z9"), "state.cell", "$.stack[1]._results[1].where"),
    ("dendria", ("stack.1._results.2.where", "a1,z9"), "state.cell", "$.stack[1]._results[2].where"),
    ("dendria", ("stack.2._results.1", EOG, "stack.2._results.2", won(1)), "dendria.state.end",
     "$.stack[2]._results"),
    ("passed", ("stack.3._results", [{"type": "pass"}]), "dendria.state.end", "$.stack[3]._results"),
    ("passed", ("stack.0.passes", 2), "dendria.state.end", "$.stack[0].passes"),
    ("building", ("stack.1.modules", {}), "state.expected", "$.stack[1].modules"),
    ("building", ("stack.1.modules.0", [0]), "dendria.state.centre", "$.stack[1].modules[0]"),
    ("building", ("stack.1.modules.0", [0, 1000]), "dendria.state.centre", "$.stack[1].modules[0]"),
    ("building", ("stack.1.modules.0", [0, 0.5]), "dendria.state.centre", "$.stack[1].modules[0]"),
    ("building", ("stack.1.modules.0", [0, 999]), "state.wrong", "$.stack[1].modules[0]"),
    ("building", ("stack.2.modules.1", [0, 1]), "state.wrong", "$.stack[2].modules[1]"),
    ("building", ("stack.2.modules.2", [1, 2]), "dendria.state.one-module", "$.stack[2].modules"),
    ("building", ("stack.1.modules", [], "stack.1.lastmove", "pass", "stack.1.currplayer", 2),
     "dendria.state.one-module", "$.stack[1].modules"),
    ("building", ("stack.2.modules", [[0, 0]] * 7), "dendria.state.too-many-modules",
     "$.stack[2].modules"),
    ("building", ("stack.2.lastmove", "m1,2"), "state.expected", "$.stack[2].lastmove"),
    ("building", ("stack.2.passes", 0), "dendria.state.building", "$.stack[2].passes"),
    ("building", ("variants", ("modular-7",)), "state.expected", "$.variants"),
    ("building", ("variants", ["size-5"]), "dendria.state.fixed", "$.stack[0].modules"),
    ("building", ("variants", ["modular-7", "solo"], "stack.1.currplayer", 2),
     "dendria.state.unfinished", "$.stack[1].lastmove"),
    ("built", ("stack.7.land", "5"), "dendria.state.other-land", "$.stack[7].land"),
    ("built", ("stack.8.land", "5"), "dendria.state.other-land", "$.stack[8].land"),
    ("built", ("stack.7.land", GONE), "state.key-missing", "$.stack[7]"),
    ("built", ("stack.7.lastmove", "pass"), "dendria.state.unfinished", "$.stack[7].lastmove"),
    ("built", ("stack.7.lastmove", "m9,9"), "state.wrong", "$.stack[7].lastmove"),
    ("built", ("stack.6", GONE, "stack.6.lastmove", "m3,3;m5,0"), "dendria.state.one-module",
     "$.stack[6].lastmove"),
    ("built", ("stack.8", sound("built")["stack"][6]), "dendria.state.built", "$.stack[8].modules"),
    ("alone", ("stack.1.lastmove", "m0,0"), "dendria.state.unfinished", "$.stack[1].lastmove"),
    ("island", ("stack.0.land", "2/~2"), "state.wrong", "$.stack[0].land"),
    ("island", ("stack.0.land", "2/1S"), "dendria.state.land-only", "$.stack[0].land"),
]  # fmt: skip


def row_id(row: Row) -> str:
    return f"{row[2]}-{row[1][0]}-{row[0]}"


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_sound(name: str) -> None:
    assert load_game(sound(name), verify=True).state() == sound(name)


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_what_is_said_of_a_saved_game(row: Row) -> None:
    name, changes, code, path = row
    with pytest.raises(StateError) as caught:
        load_game(changed(name, *changes))
    assert (caught.value.code, caught.value.path) == (code, path)
    assert path in caught.value.message
    if code == "state.player-range":
        assert caught.value.params["last"] == 2


def test_what_only_a_replay_or_a_games_own_class_refuses() -> None:
    data = changed("pods", "stack.3.lastmove", "g7-a1", "stack.3._results.0.to", "a1")
    assert load_game(data).ply == 3
    for refuse, code, path in (
        (lambda: load_game(data, verify=True), "state.illegal", "$.stack[3].lastmove"),
        (lambda: Pods.load(sound("dendria")), "state.game", "$.game"),
        (lambda: Pods.load(5), "state.not-object", "$"),
        (lambda: loads(5), "state.not-text", "$"),  # type: ignore[arg-type]
    ):
        with pytest.raises(StateError) as caught:
            refuse()
        assert (caught.value.code, caught.value.path) == (code, path)


def test_each_code_of_a_saved_game_has_a_row() -> None:
    known = {code for code in (*PODS_SENTENCES, *DENDRIA) if re.match(r"\w+\.state\.", code)}
    tested = {code for _, _, code, _ in ROWS}
    # A ply of an older version whose results are none of its turn: ``test_versions.py``; a start of
    # Pods with a finished position: ``test_saved_values.py``.
    assert known - tested == {"dendria.state.results", "pods.state.over"}
    texts = {code for code in vars(sentences)["ENGLISH"] if code.startswith("state.")}
    source = "".join(path.read_text() for path in (ROOT / "tests").glob("test_*.py"))
    assert [code for code in texts - tested if f'"{code}"' not in source] == []
