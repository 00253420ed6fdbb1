"""Games in which stones are placed: the base class, Hex, Y, a game for two to four."""

import inspect
import json
import pickle
import random
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import jsonschema
import pytest
from attrs import evolve, frozen

from abstractplay_hex import ArgumentError, Game, MoveError, PositionError, StateError, codec
from abstractplay_hex.board import Offset, cells_in
from abstractplay_hex.game import class_of
from abstractplay_hex.players import player
from abstractplay_hex.plies.results import Eliminated
from abstractplay_hex.registry import rules_of
from abstractplay_hex.render import Marker, svg
from abstractplay_hex.render.text import to_text
from abstractplay_hex.rules.interface import AnyRules, Rules, Scene, Setup
from abstractplay_hex.rules.stones import (
    StoneBoard,
    StoneRules,
    Stones,
    hexagon_board,
    rectangle_board,
    rhombus_board,
    triangle_board,
)
from tests.capture_game import CaptureRules
from tests.conftest import ROOT, shared_file, ticking_clock
from tests.y_game import YRules

sys.path.append(str(ROOT / "tests" / "sample_package"))

from hexsample.hexgame import HexGameRules
from hexsample.laststand import LastStandRules

GAMES: list[tuple[type[AnyRules], tuple[str, ...], int]] = [
    (HexGameRules, ("size-5",), 2),
    (YRules, (), 2),
    (CaptureRules, (), 2),
    (LastStandRules, (), 3),
    (LastStandRules, ("size-3",), 2),
    (LastStandRules, (), 4),
]
BOARDS = [
    hexagon_board(3),
    triangle_board(5),
    rhombus_board(4),
    rhombus_board(5, 3),
    *(rectangle_board(4, 5, offset) for offset in Offset),
]


def begin(kind: tuple[type[AnyRules], tuple[str, ...], int]) -> Game[Any, Any]:
    rules, variants, seats = kind
    return Game(rules_of(rules), variants, seats=seats, clock=ticking_clock())


def played(kind: tuple[type[AnyRules], tuple[str, ...], int], seed: int, most: int = 300) -> Any:
    """Play a random game, to its end unless that takes too long."""
    game, rng = begin(kind), random.Random(seed)
    while not game.gameover and len(game.stack) <= most:
        move = game.random_move(rng)
        assert move is not None
        game.move(move)
    return game


def kind_id(kind: tuple[type[AnyRules], tuple[str, ...], int]) -> str:
    return f"{kind[0].__name__}-{'-'.join(kind[1])}-{kind[2]}"


each_game = pytest.mark.parametrize("kind", GAMES, ids=kind_id)


# ---- boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b.style}")
def test_neighbours_lie_beside_each_other(board: StoneBoard) -> None:
    layout, grid = board.layout, board.grid
    near = {(2, 0), (1, 1), (1, -1), (-2, 0), (-1, 1), (-1, -1)}
    if not grid.pointed:
        near = {(0, 2), (1, 1), (-1, 1), (0, -2), (1, -1), (-1, -1)}
    spots = {cell: grid.spot(place) for cell, place in layout.place.items()}
    for cell, (x, y) in spots.items():
        beside = {c for c, (u, v) in spots.items() if (u - x, v - y) in near}
        assert set(cells_in(layout.adjacent[cell])) == beside


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b.style}")
def test_pictures_have_the_names_of_the_cells(board: StoneBoard) -> None:
    class OnIt(YRules):
        def board(self, setup: Setup) -> StoneBoard:
            return board

    game = Game(OnIt())
    layout = board.layout
    assert svg.places(game.render()) == {layout.place[c]: layout.name[c] for c in layout.order}
    # What is drawn is where its name says.
    name = layout.name[board.rows[-1][0]]
    text = game.move(name).render()["pieces"].split("\n")
    assert text[-1][0] == "A"
    assert "".join(text).count("A") == 1
    assert game.svg()


def test_sides() -> None:
    board = triangle_board(4)
    names = {side: set(board.layout.names_in(board.side(side))) for side in ("NE", "S", "NW", "N")}
    assert names["S"] == {"a1", "a2", "a3", "a4"}
    assert names["NW"] == {"a1", "b1", "c1", "d1"}
    assert names["NE"] == {"a4", "b3", "c2", "d1"}
    assert board.side("E") == 0
    board = rhombus_board(3, 2)
    assert board.layout.names_in(board.side("N")) == ["a2", "b2", "c2"]
    assert board.layout.names_in(board.side("E")) == ["c2", "c1"]


# ---- what comes for free ------------------------------------------------------------------------


@each_game
def test_games_play_save_and_load(kind: Any) -> None:
    for seed in range(4):
        game = played(kind, seed)
        assert game.gameover
        text = game.serialize()
        codec.validate(game.state(), "state-1")
        again = class_of(game.rules).load(text, verify=True)
        assert again.serialize() == text
        assert again.numplayers == kind[2]
        for ply in game.stack[:-1]:
            written = game.rules.position_text(ply.position)
            assert game.rules.read_position(written, game.setup) == ply.position
            turns = list(game.rules.legal_turns(ply.position))
            assert len(set(turns)) == len(turns) == game.rules.count_turns(ply.position)
            for turn in turns:
                assert game.rules.interpret(ply.position, turn).turn == turn
        assert not list(game.rules.legal_turns(game.stack[-1].position))
        assert game.rules.count_turns(game.stack[-1].position) == 0


@each_game
def test_only_turns_listed_are_read_as_turns(kind: Any) -> None:
    game = played(kind, 5)
    for ply in game.stack[:-1]:
        rules, position = game.rules, ply.position
        legal = set(rules.legal_turns(position))
        for text in [*position.layout.name.values(), *rules.calls, "zz99", "a1,a2", "swapp", "x"]:
            draft = rules.interpret(position, text)
            assert (draft.turn is not None) == (text in legal)
            assert draft.valid == (text in legal)
            assert draft.message


@each_game
def test_titles_say_whose_stone_it_is(kind: Any) -> None:
    game = played(kind, 6)
    titles, position = game.titles(), game.looked_at.position
    assert len(titles) == len(position.layout.order)
    for place, title in titles.items():
        cell = position.layout.cell_at[place]
        owner = position.owner(cell)
        said = f"stone of player {owner}" if owner else "empty"
        assert title == f"{position.layout.name[cell]}: {said}"


@each_game
def test_pickled_games_are_the_same(kind: Any) -> None:
    game = Game(rules_of(kind[0]), kind[1], seats=kind[2])
    for _ in range(6):
        game.move(game.moves()[0])
    again = pickle.loads(pickle.dumps(game))
    assert again.stack == game.stack
    assert again.serialize() == game.serialize()
    assert len(pickle.dumps(game.looked_at.position)) < 1500  # no layout in each


@each_game
def test_what_a_position_is_worth_adds_up(kind: Any) -> None:
    game = played(kind, 8)
    for ply in game.stack:
        values = game.rules.evaluate(ply.position)
        assert len(values) == kind[2]
        assert abs(sum(values)) < 1e-9 * kind[2] or kind[2] > 2
    best, *_ = game.rules.rank(game.stack[-2].position)
    assert best[0] in set(game.rules.legal_turns(game.stack[-2].position))


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b.style}")
def test_pictures_are_the_site_s(board: StoneBoard) -> None:
    class OnIt(YRules):
        def board(self, setup: Setup) -> StoneBoard:
            return board

    site = json.loads(shared_file("reference", "rendergame-0-7-0.json").read_text("utf-8"))
    game = Game(OnIt())
    for _ in range(4):
        codec.validate(game.render(), "render-1")
        jsonschema.Draft7Validator(site).validate(game.render())
        game.move(game.moves()[0])


def test_clicks_choose_and_let_go() -> None:
    game = begin(GAMES[0]).move("b2")
    layout = rhombus_board(5).layout
    place = {name: layout.place[cell] for name, cell in layout.cell.items()}
    first = game.handle_click("", *place["c3"])
    assert (first.move, first.valid, first.complete) == ("c3", True, 1)
    assert game.handle_click("c3", *place["c3"]).move == ""
    assert game.handle_click("c3", *place["d1"]).move == "d1"
    taken = game.handle_click("c3", *place["b2"])
    assert (taken.move, taken.valid, taken.code) == ("c3", False, "stones.occupied")
    assert game.buttons() == [{"label": "swap", "key": "swap", "move": "swap"}]
    assert game.handle_click("c3", -1, -1, "swap").move == "swap"
    assert game.handle_click("swap", -1, -1, "swap").move == ""
    assert game.handle_click("swap", *place["c3"]).move == "c3"
    assert game.handle_click("c3", -1, -1, "c3").code == "click.outside"
    assert game.handle_click("c3", 9, 0).code == "click.outside"


def test_pictures_point_at_what_has_changed() -> None:
    game = begin((CaptureRules, (), 2))
    for move in ("c1", "a1", "b1", "pass"):
        game.move(move)
    assert "annotations" not in game.render()  # a pass changes nothing
    layout = rectangle_board(4, 3).layout
    closing = [n for n in layout.names_in(layout.adjacent[layout.cell["a1"]]) if n != "b1"]
    for move in closing[:-1]:
        game.move(move).move("pass")
    before = game.render()
    game.move(closing[-1], partial=True)
    shown = game.render()
    assert shown != before
    game.move(closing[-1])
    assert game.render() == shown
    hints = {hint["type"]: hint["targets"] for hint in shown["annotations"]}
    row, col = layout.place[layout.cell["a1"]]
    assert hints["exit"] == [{"row": row, "col": col}]
    assert {r.type for r in game.results} == {"place", "capture"}
    assert game.player_score(2) == 0


def test_sides_and_marks_are_drawn() -> None:
    class Marked(HexGameRules):
        def markers(self, scene: Scene[Stones]) -> list[Marker]:
            return [Marker("dots", [(0, 0)])] if scene.winners else []

    game = Game(Marked(), ["size-5"], position="2A2/2A2/1A3/1A3/5 1")
    edges = [
        {"type": "edge", "edge": edge, "colour": seat}
        for edge, seat in {"N": 1, "S": 1, "E": 2, "W": 2}.items()
    ]
    assert game.render()["board"]["markers"] == edges
    game.move("b1")
    dots = {"type": "dots", "points": [{"row": 0, "col": 0}]}
    assert game.render()["board"]["markers"] == [*edges, dots]


def test_a_stone_that_changes_hands_is_pointed_at_once() -> None:
    game = Game(YRules()).move("a1").move("swap")
    assert game.render()["annotations"] == [{"type": "enter", "targets": [{"row": 8, "col": 0}]}]
    game = hexes("5/5/5/5/5 1").move("d5").move("swap")
    hints = {hint["type"]: hint["targets"] for hint in game.render()["annotations"]}
    assert hints == {"enter": [{"row": 3, "col": 0}], "exit": [{"row": 0, "col": 3}]}


# ---- position texts -----------------------------------------------------------------------------

EMPTY = "3/4/5/4/3"
FULL: list[str] = list(hexagon_board(3).layout.name.values())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "form"),
        (f"{EMPTY}", "form"),
        (f"{EMPTY} 1 1", "form"),
        (f"{EMPTY}  1", "form"),
        (f"{EMPTY} 01", "form"),
        (f"{EMPTY} ١", "form"),
        (f"{EMPTY} +1", "form"),
        (f"{EMPTY} 1 ", "form"),
        (f"{EMPTY} 0", "side"),
        (f"{EMPTY} 4", "side"),
        ("3/4/5/4 1", "rows"),
        ("3/4/5/4/3/1 1", "rows"),
        ("3/4/5/4/4 1", "length"),
        ("3/4/5/4/2 1", "length"),
        ("3/4/5/4/AAAA 1", "length"),
        ("3/4/5/4/D2 1", "form"),
        ("3/4/5/4/a2 1", "form"),
        ("3/4/5/4/03 1", "form"),
        ("3/4/5/4/0A2 1", "form"),
        ("ABA/BABA/ABABA/BABA/ABA 3", "over"),
        ("1B1/B1B1/B1B1B/B1B1/1B1 2", "out"),
    ],
)
def test_what_is_no_position_is_refused(text: str, code: str) -> None:
    rules = LastStandRules()
    with pytest.raises(PositionError) as caught:
        rules.read_position(text, rules.setup(["size-3"], 3))
    assert caught.value.code == f"stones.position.{code}"
    assert caught.value.message


def test_who_is_out_cannot_be_to_move() -> None:
    """Player 2 has no cell left; the others have."""
    rules = LastStandRules()
    setup = rules.setup(["size-3"], 3)
    text = "1B1/B3/1B2B/4/B1B"
    position = rules.read_position(f"{text} 1", setup)
    assert rules.out(position) == (2,)
    with pytest.raises(PositionError) as caught:
        rules.read_position(f"{text} 2", setup)
    assert caught.value.code == "stones.position.out"


def test_a_field_of_the_game_s_own_stands_behind_the_side() -> None:
    rules = CaptureRules()
    setup = rules.setup([], None)
    position = rules.after(rules.initial(setup), "pass")
    assert rules.position_text(position) == "4/4/4 2 1"
    assert rules.read_position("4/4/4 2 1", setup) == position
    assert rules.read_position("4/4/4 2 0", setup) != position
    for text in ("4/4/4 2", "4/4/4 2 1 0", "4/4/4 2 -1", "4/4/4 2 x", "4/4/4 2 2"):
        with pytest.raises(PositionError):
            rules.read_position(text, setup)


# ---- saved games --------------------------------------------------------------------------------


def spoilt(game: Game[Any, Any], change: Callable[[dict[str, Any]], Any]) -> StateError:
    data = game.state()
    change(data)
    with pytest.raises(StateError) as caught:
        class_of(game.rules).load(data)
    return caught.value


def ply(number: int, change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    return lambda data: change(data["stack"][number])


def pairs(change: Callable[[list[Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    return ply(2, lambda p: change(p["board"]["value"]))


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        (ply(2, lambda p: p.pop("board")), "$.stack[2]", "state.key-missing"),
        (ply(2, lambda p: p.update(board=[])), "$.stack[2].board", "state.map"),
        (ply(2, lambda p: p.update(left=1)), "$.stack[2]", "state.key-unknown"),
        (pairs(lambda v: v.append(["zz1", 1])), "$.stack[2].board.value[2][0]", "state.cell"),
        (pairs(lambda v: v.append([5, 1])), "$.stack[2].board.value[2][0]", "state.cell"),
        (pairs(lambda v: v.append([[], 1])), "$.stack[2].board.value[2][0]", "state.cell"),
        (pairs(lambda v: v.append(v[0])), "$.stack[2].board.value[2][0]", "state.cell-twice"),
        (
            pairs(lambda v: v[0].__setitem__(1, 4)),
            "$.stack[2].board.value[0][1]",
            "state.player-range",
        ),
        (
            pairs(lambda v: v[1].__setitem__(1, 0)),
            "$.stack[2].board.value[1][1]",
            "state.player-range",
        ),
        (
            pairs(lambda v: v[1].__setitem__(1, True)),
            "$.stack[2].board.value[1][1]",
            "state.player-range",
        ),
        (
            ply(2, lambda p: p["_results"][0].update(where="zz1")),
            "$.stack[2]._results[0].where",
            "state.cell",
        ),
        (ply(2, lambda p: p.update(lastmove="zz1")), "$.stack[2].lastmove", "stones.state.turn"),
        (ply(2, lambda p: p.update(lastmove="swap")), "$.stack[2].lastmove", "stones.state.turn"),
        (
            ply(0, lambda p: p["board"]["value"].extend([[n, 1] for n in ("a1", "a3", "b2")])),
            None,
            None,
        ),
        (
            ply(0, lambda p: p["board"].update(value=[[n, 1] for n in FULL])),
            "$.stack[0].board",
            "state.wrong",
        ),
        (
            ply(-1, lambda p: p["_results"][-1].update(players=[1, 2, 3])),
            "$.stack[-1]._results",
            "stones.state.end",
        ),
        (
            ply(2, lambda p: p["_results"].append({"type": "eliminated", "who": "4"})),
            "$.stack[2]._results[1].who",
            "state.player-range",
        ),
        (
            ply(2, lambda p: p["_results"].append({"type": "eliminated", "who": "01"})),
            "$.stack[2]._results[1].who",
            "state.player-range",
        ),
        (
            ply(2, lambda p: p["_results"].append({"type": "eliminated", "who": 1})),
            "$.stack[2]._results[1].who",
            "state.expected",
        ),
        (lambda d: d.update(numplayers=5), "$.numplayers", "state.numplayers"),
        (lambda d: d.update(numplayers=True), "$.numplayers", "state.numplayers"),
    ],
)
def test_spoilt_states_are_refused_with_their_place(
    change: Callable[[dict[str, Any]], Any], path: str | None, code: str | None
) -> None:
    game = played((LastStandRules, ("size-3",), 3), 1)
    if path is None:  # what no rule forbids loads; whether the game follows is for verify=True
        data = game.state()
        change(data)
        class_of(game.rules).load(data)
        with pytest.raises(StateError):
            class_of(game.rules).load(data, verify=True)
        return
    error = spoilt(game, change)
    last = len(game.stack) - 1
    assert (error.path, error.code) == (path.replace("[-1]", f"[{last}]"), code)


def test_fields_of_the_game_s_own_are_saved_and_read_strictly() -> None:
    game = begin((CaptureRules, (), 2)).move("pass")
    assert list(game.state()["stack"][1])[-2:] == ["board", "passes"]
    assert game.state()["stack"][1]["passes"] == 1
    for value, code in (
        (-1, "stones.state.negative"),
        ("1", "state.expected"),
        (True, "state.expected"),
    ):
        error = spoilt(game, ply(1, partial(dict.update, passes=value)))
        assert (error.path, error.code) == ("$.stack[1].passes", code)
    assert spoilt(game, ply(1, lambda p: p.pop("passes"))).code == "state.key-missing"
    # A saved game in which it does not fit loads, and is found by replaying it.
    data = game.state()
    data["stack"][1]["passes"] = 0
    with pytest.raises(StateError) as caught:
        class_of(game.rules).load(data, verify=True)
    assert caught.value.path == "$.stack[1].passes"


@each_game
def test_stones_are_saved_in_board_order(kind: Any) -> None:
    game = played(kind, 2)
    text, data = game.serialize(), game.state()
    order = list(game.stack[0].position.layout.name.values())
    for ply in data["stack"]:
        pairs = ply["board"]["value"]
        assert [name for name, _ in pairs] == sorted((n for n, _ in pairs), key=order.index)
        pairs.reverse()
    assert class_of(game.rules).load(data, verify=True).serialize() == text


def test_fields_of_positions_are_whole_numbers() -> None:
    @frozen
    class Named(Stones):
        name: str = ""

    with pytest.raises(TypeError, match=r"Named\.name"):

        class _(StoneRules[Named]):
            position_type = Named


# ---- Hex ----------------------------------------------------------------------------------------


def hexes(text: str) -> Game[Any, Any]:
    return Game(HexGameRules(), ["size-5"], position=text)


def test_hex_is_swapped_by_mirroring_the_stone() -> None:
    game = hexes("5/5/5/5/5 1").move("d5")
    assert "swap" in game.moves()
    game.move("swap")
    assert game.position() == "5/5/5/B4/5 1"
    assert [r.type for r in game.results] == ["pie"]
    assert game.chat_log(["Ann", "Bo"])[-1][1:] == ["Bo used the swap rule."]
    # A stone on the axis stays where it is.
    assert hexes("5/5/5/5/5 1").move("c3").move("swap").position() == "5/5/2B2/5/5 1"


@pytest.mark.parametrize("moves", [(), ("a1", "b1"), ("a1", "swap"), ("a1", "b1", "c1")])
def test_swap_answers_the_first_stone_only(moves: tuple[str, ...]) -> None:
    game = hexes("5/5/5/5/5 1")
    for move in moves:
        game.move(move)
    assert "swap" not in game.moves()
    assert game.buttons() == []
    assert game.validate_move("swap").code == "stones.no-call"
    with pytest.raises(MoveError):
        game.move("swap")
    assert "swap" not in game.validate_move("").message


def test_hex_is_won_by_connecting_one_s_own_sides() -> None:
    assert hexes("2A2/2A2/1A3/1A3/5 1").move("b1").winner == [1]
    assert hexes("2B2/2B2/1B3/1B3/5 2").move("b1").winner == []
    assert hexes("5/2BB1/BB3/5/5 2").move("e4").winner == [2]
    assert hexes("5/2AA1/AA3/5/5 1").move("e4").winner == []
    # Neighbours across the wrong diagonal are none.
    assert hexes("1A3/2A2/2A2/2A2/5 1").move("c1").winner == []


@pytest.mark.parametrize(("rules", "variants"), [(HexGameRules, ("size-5",)), (YRules, ())])
def test_a_full_board_has_one_winner(rules: type[StoneRules[Stones]], variants: Any) -> None:
    """The theorem that Hex and Y have no draw: it fails if sides or neighbours are wrong."""
    one = rules()
    empty = one.initial(one.setup(variants, None))
    cells = list(empty.layout.order)
    for seed in range(200):
        random.Random(seed).shuffle(cells)
        first = sum(1 << cell for cell in cells[::2])
        stones = (first, empty.layout.land ^ first)
        full = evolve(empty, stones=stones)
        sides = [
            full.connects(seat, *map(full.board.side, SIDES[rules][seat - 1])) for seat in (1, 2)
        ]
        assert sorted(sides) == [False, True]
        assert one.outcome(full) == (1 + sides.index(True),)


SIDES: dict[Any, Any] = {
    HexGameRules: (("N", "S"), ("E", "W")),
    YRules: (("NE", "S", "NW"),) * 2,
}


def test_y_needs_one_group_for_all_sides() -> None:
    game = Game(YRules())
    rows = [f"{n}" for n in range(1, 9)]
    split = "/".join([*rows[:-2], "A6", "A7", "1A7 1"])  # touches NW and S
    game = Game(YRules(), position=split)
    assert game.move("g3").winner == []  # touches NE, but is another group
    corner = "/".join(["A", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "9 1"])
    assert Game(YRules(), position=corner).move("a1").winner == [1]  # d1's tip is on two sides
    assert Game(YRules()).move("a1").move("swap").position().endswith("B8 1")


@pytest.mark.parametrize("rules", [HexGameRules, YRules])
def test_such_a_game_is_short(rules: type[Any]) -> None:
    assert len(inspect.getsource(sys.modules[rules.__module__]).splitlines()) < 150


# ---- more than two players ----------------------------------------------------------------------


def test_seats_take_turns_and_are_checked() -> None:
    for seats in (2, 3, 4):
        game = begin((LastStandRules, (), seats))
        assert (game.numplayers, game.state()["numplayers"]) == (seats, seats)
        movers = []
        for _ in range(2 * seats):
            movers.append(game.currplayer)
            game.move(game.moves()[0])
        assert movers == [*range(1, seats + 1)] * 2
    assert Game(LastStandRules()).numplayers == 3
    wrong: list[Any] = [0, 1, 5, -3, True, "3", 3.0, [3]]
    for seats in wrong:
        with pytest.raises(ArgumentError) as caught:
            Game(LastStandRules(), seats=seats)
        assert caught.value.code == "argument.seats"


def test_who_is_out_is_told_and_skipped() -> None:
    seen = 0
    for seed in range(20):
        game = played((LastStandRules, (), 4), seed)
        out: set[int] = set()
        for before, ply in zip(game.stack, game.stack[1:], strict=False):
            assert before.currplayer not in out
            told = {int(r.who) for r in ply.results if isinstance(r, Eliminated)}
            assert told.isdisjoint(out)
            out |= told
            assert out == set(game.rules.out(ply.position)) - set(ply.winner)
            seen += bool(told) and not ply.gameover
        assert len(game.winner) == 1
        assert out == {1, 2, 3, 4} - set(game.winner)
    assert seen > 20


def test_the_last_stone_wins_where_nobody_is_left() -> None:
    rules = LastStandRules()
    ended = [played((LastStandRules, ("size-3",), 2), seed) for seed in range(200)]
    nobody = [g for g in ended if len(rules.out(g.stack[-1].position)) == g.numplayers]
    assert nobody
    for game in nobody:
        assert game.winner == [game.stack[-2].currplayer]
        told = [r.who for r in game.results if isinstance(r, Eliminated)]
        assert str(game.winner[0]) not in told


@pytest.mark.parametrize("word", ["resign", "timeout"])
def test_the_others_win_together(word: str) -> None:
    for seat in (1, 2, 3):
        game = begin((LastStandRules, (), 3)).move("a1")
        getattr(game, word)(seat)
        assert game.winner == [n for n in (1, 2, 3) if n != seat]
        text = game.serialize()
        assert class_of(game.rules).load(text, verify=True).serialize() == text
        names = ["Ann", "Bo", "Cy"]
        others = ", ".join(name for n, name in enumerate(names, 1) if n != seat)
        assert game.chat_log(names)[-1][-1] == f"{others} won together."
        record = game.record(names)
        assert [p["result"] for p in record["header"]["players"]] == [
            0 if n == seat else 1 for n in (1, 2, 3)
        ]
        with pytest.raises(ArgumentError):
            getattr(begin((LastStandRules, (), 3)), word)(4)


def test_records_chat_and_sidebar_have_all_seats() -> None:
    game = played((LastStandRules, (), 4), 3)
    record = game.record(["Ann", "Bo", "Cy", "Di"])
    codec.validate(record, "record-1")
    assert [row.count(None) for row in record["moves"]].count(0) > 2
    assert all(len(row) == 4 for row in record["moves"])
    told = [e for row in record["moves"] for e in row if e is not None]
    assert [e if isinstance(e, str) else e["move"] for e in told] == [
        p.lastmove for p in game.stack[1:]
    ]
    lines = [line for entry in game.chat_log(["Ann", "Bo", "Cy", "Di"]) for line in entry[1:]]
    assert sum(line.endswith(" is out of the game.") for line in lines) == 3
    assert lines[-1].endswith(" won.")
    (scores,) = game.sidebar_scores()
    assert scores["scores"] == [game.player_score(n) for n in (1, 2, 3, 4)]
    (status,) = game.sidebar_statuses()
    assert status["value"] == [
        ", ".join(f"Player {n}" for n in (1, 2, 3, 4) if n not in game.winner)
    ]
    assert [entry[0] for row in game.move_history_with_sequence() for entry in row] == [
        p.currplayer for p in game.stack[:-1]
    ]


def test_each_seat_has_a_colour_of_its_own() -> None:
    game = begin((LastStandRules, (), 4))
    for move in ("a1", "b2", "c3", "d4"):
        game.move(move)
    legend = game.render()["legend"]
    assert {key: layers[0]["colour"] for key, layers in legend.items()} == dict(
        zip("ABCD", (1, 2, 3, 4), strict=True)
    )
    assert "stone of player 4" in game.svg()


@pytest.mark.parametrize("name", ["random", "greedy", "mixed"])
def test_computer_players_play_at_any_seat(name: str) -> None:
    games = []
    for _ in range(2):
        game = begin((LastStandRules, (), 4))
        choosers = [player(name, seed) for seed in range(4)]
        while not game.gameover:
            before = game.serialize()
            text = choosers[game.currplayer - 1](game)
            assert game.serialize() == before
            assert text in game.moves()
            game.move(text or "")
        assert choosers[0](game) is None
        games.append(game.serialize())
    assert games[0] == games[1]


def test_the_greedy_player_wins_where_it_can() -> None:
    chosen = {player("greedy", seed)(hexes("2A2/2A2/1A3/1A3/5 1")) for seed in range(30)}
    assert chosen == {"a1", "b1"}


def test_the_greedy_player_does_not_let_others_win() -> None:
    """Looking one turn ahead it sees that its own turn may make somebody else the winner."""
    rules = LastStandRules()
    mixed = 0
    for seed in range(60):
        game = played((LastStandRules, ("size-3",), 3), seed)
        while len(game.undo().stack) > 8:
            position, seat = game.looked_at.position, game.currplayer
            outcomes = {t: rules.outcome(rules.after(position, t)) for t in game.moves()}
            lost = {t for t, won in outcomes.items() if won is not None and seat not in won}
            if lost and len(lost) < len(outcomes):
                mixed += 1
                assert player("greedy", seed)(game) not in lost
    assert mixed > 4


def test_several_winners_by_the_rules_share_a_draw() -> None:
    game = begin((CaptureRules, (), 2)).move("pass").move("pass")
    assert game.winner == [1, 2]
    assert game.chat_log(["Ann", "Bo"])[-1][-1] == "The game is a draw between Ann, Bo."


def test_scores_below_zero_are_worth_something() -> None:
    class Debts(LastStandRules):
        def score(self, position: Stones, seat: int) -> int:
            return -seat

    rules = Debts()
    first, second, third = rules.evaluate(rules.initial(Setup(seats=3)))
    assert 1 > first > second > third > -1


def test_each_seat_has_a_sign_of_its_own_in_a_board_of_text() -> None:
    game = begin((LastStandRules, (), 4))
    for move in ("a1", "b2", "c3", "d4"):
        game.move(move)
    drawn = to_text(game.render(), colour=False)
    signs = re.findall(r"(\S)  piece of player (\d)", drawn)
    assert [player for _, player in signs] == ["1", "2", "3", "4"]
    assert len({sign for sign, _ in signs}) == 4


def test_rules_say_what_they_leave_out() -> None:
    assert StoneRules.__abstractmethods__ == {"board", "outcome"}
    assert issubclass(StoneRules, Rules)
