"""Saved games of Dendria: every fault is refused at its place, and positions wait until somebody looks."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from abstractplay_hex import Game, StateError, load_game, new_game
from abstractplay_hex.games.dendria.position import position_of
from abstractplay_hex.games.dendria.scoring import forest_sizes, scores
from tests.conftest import ROOT
from tests.games import played

Stack = list[dict[str, Any]]


@cache
def text_of(name: str) -> str:
    if name == "island":  # four modules down, the others not
        return played(("dendria", ("modular-7",)), 5, 4).serialize()
    if name == "groups":  # trees made and taken, and the turns between
        return (ROOT / "fixtures" / "states" / "dendria-20261129-size-5.json").read_text("utf-8")
    return (ROOT / "fixtures" / "states" / f"dendria-20261129-{name}.json").read_text("utf-8")


def find(stack: Stack, wanted: Callable[[dict[str, Any]], bool]) -> tuple[int, int]:
    """Return the numbers of the first ply, and in it of the first result, that are *wanted*."""
    return next(
        (i, j) for i, ply in enumerate(stack) for j, r in enumerate(ply["_results"]) if wanted(r)
    )


def pieces(ply: dict[str, Any]) -> list[Any]:
    found: list[Any] = ply["board"]["value"]
    return found


def set_piece(*path: int, to: Any) -> Callable[[Stack], str]:
    """Replace what is at *path* among the pieces of ply 6."""

    def change(stack: Stack) -> str:
        at: Any = pieces(stack[6])
        for i in path[:-1]:
            at = at[i]
        at[path[-1]] = to
        return "$.stack[6].board.value" + "".join(f"[{i}]" for i in path)

    return change


def set_key(key: str, to: Any, ply: int = 6) -> Callable[[Stack], str]:
    def change(stack: Stack) -> str:
        stack[ply][key] = to
        return f"$.stack[{ply}].{key}"

    return change


def without(key: str) -> Callable[[Stack], str]:
    def change(stack: Stack) -> str:
        del stack[6][key]
        return "$.stack[6]"

    return change


def cell_twice(stack: Stack) -> str:
    pieces(stack[6]).append(list(pieces(stack[6])[1]))
    return f"$.stack[6].board.value[{len(pieces(stack[6])) - 1}][0]"


def cell_of_both(stack: Stack) -> str:
    cell, (player, kind) = pieces(stack[6])[1]
    pieces(stack[6]).append([cell, [3 - player, kind]])
    return f"$.stack[6].board.value[{len(pieces(stack[6])) - 1}][0]"


def tree_more(stack: Stack) -> str:
    taken = {cell for cell, _ in pieces(stack[6])}
    free = next(f"{row}{n}" for row in "abc" for n in (1, 2, 3) if f"{row}{n}" not in taken)
    pieces(stack[6]).append([free, [1, "tree"]])
    return "$.stack[6].scores"


def score_as_written(change: Callable[[float], float]) -> Callable[[Stack], str]:
    def contradict(stack: Stack) -> str:
        stack[6]["scores"][0] = change(stack[6]["scores"][0])
        return "$.stack[6].scores"

    return contradict


def other_player(stack: Stack) -> str:
    stack[6]["currplayer"] = 3 - stack[6]["currplayer"]
    return "$.stack[6].currplayer"


def other_text(stack: Stack) -> str:
    stack[6]["lastmove"] = stack[6]["lastmove"].upper()
    return "$.stack[6].lastmove"


def no_text(stack: Stack) -> str:
    stack[6]["lastmove"] = "?"
    return "$.stack[6].lastmove"


def other_result(stack: Stack) -> str:
    stack[6]["_results"][0] = {"type": "place", "where": "a1", "what": "sprite"}
    return "$.stack[6]._results[0]"


def result_more(stack: Stack) -> str:
    stack[6]["_results"].append({"type": "pass"})
    return "$.stack[6]._results"


def result_less(stack: Stack) -> str:
    ply, _ = find(stack, lambda r: r["type"] == "convert")
    stack[ply]["_results"].pop()
    return f"$.stack[{ply}]._results"


def group(change: Callable[[list[str]], list[str]], at: str) -> Callable[[Stack], str]:
    """Change the cells of a group that became trees."""

    def contradict(stack: Stack) -> str:
        ply, i = find(stack, lambda r: r.get("into") == "trees")
        result = stack[ply]["_results"][i]
        result["where"] = ",".join(change(result["where"].split(",")))
        return f"$.stack[{ply}]._results[{i}]{at}"

    return contradict


def group_of_nothing(stack: Stack) -> str:
    ply, i = find(stack, lambda r: r.get("into") == "trees")
    del stack[ply]["_results"][i]["where"]
    return f"$.stack[{ply}]._results[{i}]"


def cell_of_no_board(stack: Stack) -> str:
    stack[1]["lastmove"] = "z9"
    stack[1]["_results"] = [{"type": "place", "where": "z9", "what": "seed"}]
    return "$.stack[1].lastmove"


def module_in_play(stack: Stack) -> str:
    stack[1]["lastmove"] = "m0,0"
    stack[1]["_results"] = [{"type": "place", "where": "0,0", "what": "module"}]
    return "$.stack[1].lastmove"


def early_end(stack: Stack) -> str:
    stack[6]["_results"] += [{"type": "eog"}, {"type": "winners", "players": [1]}]
    del stack[7:]
    return "$.stack[6]._results"


def land(stack: Stack) -> str:
    stack[6]["land"] = "5"
    return "$.stack[6].land"


def winner(*players: int) -> Callable[[Stack], str]:
    def contradict(stack: Stack) -> str:
        closing = stack[-1]["_results"][-1]
        assert closing["players"] != list(players)
        closing["players"] = list(players)
        return f"$.stack[{len(stack) - 1}]._results[{len(stack[-1]['_results']) - 1}].players"

    return contradict


def result_off_the_board(kind: str, key: str) -> Callable[[Stack], str]:
    """Let a result name a cell that is not there: pictures and records would stumble over it."""

    def contradict(stack: Stack) -> str:
        ply, i = find(stack, lambda r: r["type"] == kind)
        stack[ply]["_results"][i][key] = "z9"
        return f"$.stack[{ply}]._results[{i}].{key}"

    return contradict


FAULTS: list[Callable[[Stack], str]] = [
    set_key("board", None),
    lambda stack: set_key("board", [])(stack),
    lambda stack: set_key("board", {"dataType": "Map", "value": {}})(stack) + ".value",
    lambda stack: set_key("board", {"dataType": "Set", "value": []})(stack),
    lambda stack: set_key("board", {"dataType": "Map", "value": [], "x": 1})(stack),
    set_piece(1, to="a1"),
    set_piece(1, to=["a1"]),
    set_piece(1, 0, to="z9"),
    set_piece(1, 0, to="A1"),
    set_piece(1, 0, to=None),
    set_piece(1, 0, to=["a1"]),
    set_piece(1, 1, to="ab"),
    set_piece(1, 1, to={"player": 1, "kind": "seed"}),
    set_piece(1, 1, to=[1, "seed", 0]),
    set_piece(1, 1, 0, to=True),
    set_piece(1, 1, 0, to=1.5),
    set_piece(1, 1, 0, to=0),
    set_piece(1, 1, 0, to=3),
    set_piece(1, 1, 0, to="1"),
    set_piece(1, 1, 0, to=[1]),
    set_piece(1, 1, 1, to="SEED"),
    set_piece(1, 1, 1, to=0),
    set_piece(1, 1, 1, to=["seed"]),
    cell_twice,
    cell_of_both,
    tree_more,
    score_as_written(lambda score: score + 1),
    score_as_written(lambda score: score + 0.5),
    set_key("scores", [0]),
    set_key("scores", [True, 0]),
    set_key("passes", 1),
    set_key("passes", 3),
    set_key("passes", -1),
    set_key("passes", True),
    set_key("actor", 3),
    set_key("actor", -1),
    set_key("actor", 0),
    set_key("passes", 1, ply=1),
    lambda stack: set_key("modules", [[0, 0]])(stack).replace("modules", "board"),
    without("board"),
    without("passes"),
    without("actor"),
    without("scores"),
    land,
    other_player,
    other_text,
    no_text,
    group(lambda cells: [*cells, "z9"], ".where"),
    group(lambda cells: [], ".where"),
    result_off_the_board("place", "where"),
    result_off_the_board("move", "from"),
    result_off_the_board("move", "to"),
    result_off_the_board("convert", "where"),
    result_off_the_board("capture", "where"),
    early_end,
    cell_of_no_board,
    module_in_play,
]


@pytest.mark.parametrize("fault", FAULTS, ids=range(len(FAULTS)))
def test_each_fault_is_refused_at_its_place(fault: Callable[[Stack], str]) -> None:
    data = json.loads(text_of("groups"))
    path = fault(data["stack"])
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.path == path


REPLAYED: list[Callable[[Stack], str]] = [
    result_more,
    result_less,
    group(lambda cells: [*cells, cells[0]], ".where"),
    group(lambda cells: cells[::-1] if len(cells) > 1 else [*cells, "a1"], ".where"),
    winner(1),
    winner(1, 2),
]
"""Results that are none of the turn: plain loading does not work out what a turn did."""


@pytest.mark.parametrize("fault", REPLAYED, ids=range(len(REPLAYED)))
def test_results_that_are_none_of_the_turn_are_found_by_replaying(
    fault: Callable[[Stack], str],
) -> None:
    data = json.loads(text_of("groups"))
    path = fault(data["stack"])
    data["winner"] = data["stack"][-1]["_results"][-1]["players"]
    load_game(data)
    with pytest.raises(StateError) as caught:
        load_game(data, verify=True)
    assert caught.value.path.startswith(path)
    assert caught.value.code == "state.contradiction"


@pytest.mark.parametrize("fault", [other_result, group_of_nothing])
def test_results_that_no_turn_has_are_refused(fault: Callable[[Stack], str]) -> None:
    data = json.loads(text_of("groups"))
    path = fault(data["stack"])
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.path.startswith(path)
    assert caught.value.code == "dendria.state.results"


def test_the_game_without_a_fault_is_sound() -> None:
    data = json.loads(text_of("groups"))
    assert load_game(data, verify=True).serialize() == text_of("groups").strip()


def module(stack: Stack, text: str) -> None:
    stack[3]["lastmove"] = text
    stack[3]["_results"] = [
        {"type": "place", "where": centre, "what": "module"} for centre in text[1:].split(";m")
    ]


ISLAND_FAULTS: list[tuple[Callable[[Stack], Any], str]] = [
    (lambda s: s[3]["modules"].append([50, 50]), "$.stack[3].modules"),
    (lambda s: s[3]["modules"].pop(), "$.stack[3].modules"),
    (lambda s: s[3]["modules"].__setitem__(-1, [9, 9]), "$.stack[3].modules[2]"),
    (lambda s: s[3]["modules"].__setitem__(-1, [0, 1]), "$.stack[3].modules[2]"),
    (lambda s: s[3]["modules"].__setitem__(-1, [0, True]), "$.stack[3].modules[2]"),
    (lambda s: s[1]["modules"].__setitem__(0, [1, 0]), "$.stack[1].modules[0]"),
    (lambda s: s[3].__setitem__("passes", 0), "$.stack[3].passes"),
    (lambda s: module(s, "m9,9"), "$.stack[3].lastmove"),
    (lambda s: module(s, f"{s[3]['lastmove']};m9,9"), "$.stack[3].lastmove"),
    (lambda s: s[3].__setitem__("currplayer", s[2]["currplayer"]), "$.stack[3].currplayer"),
]


@pytest.mark.parametrize(("damage", "path"), ISLAND_FAULTS)
def test_faults_of_an_island_being_built(damage: Callable[[Stack], Any], path: str) -> None:
    data = json.loads(text_of("island"))
    load_game(data)
    damage(data["stack"])
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.path == path


def test_the_land_stays_what_was_built() -> None:
    data = json.loads(text_of("modular-7"))
    game = load_game(data)
    first = next(i for i, ply in enumerate(data["stack"]) if "land" in ply)
    for i in (first, first + 1, len(data["stack"]) - 1):
        again = json.loads(text_of("modular-7"))
        again["stack"][i]["land"] = "5"
        with pytest.raises(StateError) as caught:
            load_game(again)
        assert caught.value.path == f"$.stack[{i}].land"
    boards = {id(game.load(i).looked_at.position.board) for i in range(first, len(game.stack))}
    assert len(boards) == 1


def test_an_island_is_finished_by_one_module_or_in_solo_by_all() -> None:
    data = json.loads(text_of("modular-7"))
    last = next(i for i, ply in enumerate(data["stack"]) if "land" in ply)
    two = [data["stack"][last - 1]["lastmove"], data["stack"][last]["lastmove"]]
    data["stack"][last]["lastmove"] = ";".join(two)
    data["stack"][last]["_results"] = [
        {"type": "place", "where": text[1:], "what": "module"} for text in two
    ]
    del data["stack"][last - 1]
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.path == f"$.stack[{last - 1}].lastmove"
    assert caught.value.code == "dendria.state.one-module"
    solo = json.loads(text_of("modular-8-solo"))
    first, begun = solo["stack"][0], solo["stack"][1]
    begun = {key: first[key] for key in ("_version", "_timestamp", "currplayer")}
    begun["_results"] = [{"type": "place", "where": "0,0", "what": "module"}]
    solo |= {"gameover": False, "winner": []}
    solo["stack"] = [first, begun | {"lastmove": "m0,0", "modules": [[0, 0]]}]
    with pytest.raises(StateError) as caught:
        load_game(solo)
    assert caught.value.path == "$.stack[1].lastmove"
    assert caught.value.code == "dendria.state.unfinished"


def waiting(game: Game[Any, Any]) -> list[int]:
    return [i for i, ply in enumerate(game.stack) if hasattr(ply.given, "make")]


@pytest.mark.parametrize("name", ["size-5", "modular-7", "modular-8-solo"])
def test_only_the_plies_that_are_looked_at_are_worked_out(name: str) -> None:
    game = load_game(text_of(name))
    alone = waiting(game)
    assert alone == [
        i for i, ply in enumerate(json.loads(text_of(name))["stack"]) if "board" in ply
    ]
    game.load(alone[3])
    assert game.currplayer in (1, 2)
    assert game.lastmove
    assert waiting(game) == alone
    game.position()
    assert waiting(game) == [i for i in alone if i != alone[3]]
    assert game.looked_at.given is game.looked_at.position


def test_what_waits_is_what_was_saved() -> None:
    for name in ("size-5", "modular-7", "modular-8-solo"):
        data = json.loads(text_of(name))
        loaded = load_game(data)
        moves = [ply["lastmove"] for ply in data["stack"][1:]]
        game = new_game("dendria", data["variants"])
        for move in moves:
            if move in ("resign", "timeout", "draw", "abandoned"):
                break
            game.move(move)
        for mine, its in zip(loaded.stack, game.stack, strict=False):
            assert mine.position == its.position


def test_a_position_may_be_saved_with_its_pieces_in_any_order() -> None:
    data = json.loads(text_of("groups"))
    pieces(data["stack"][6]).reverse()
    assert load_game(data).serialize() == text_of("groups").strip()


def test_scores_that_are_remembered_belong_to_a_board() -> None:
    """Same numbers of bits, other boards: what is kept of one must not answer for the other."""
    for variants in (["size-5"], ["size-6"], [], ["size-9"], ["size-5"]):
        game = new_game("dendria", variants)
        layout = game.looked_at.position.board.layout
        trees = sum(1 << cell for cell in layout.order[:7])
        position = position_of(game.looked_at.position.board, trees=(trees, 0))
        sizes = sorted((g.bit_count() for g in layout.groups(trees)), reverse=True)
        assert forest_sizes(position, 1) == sizes
        assert scores(position) == (len(set(sizes)) + 0.5, 0)


def test_saving_gives_data_that_can_be_changed() -> None:
    game = load_game(text_of("modular-7"))
    data = game.state()
    text = game.serialize()
    for ply in data["stack"]:
        if "scores" in ply:
            ply["scores"].clear()
            pieces(ply).clear()
    assert game.serialize() == text


def test_results_are_of_a_form_that_turns_have() -> None:
    """What a result of the schema needs is needed by the loader, too."""
    state = json.loads(text_of("groups"))
    keys = set()
    for ply in state["stack"]:
        for result in ply["_results"]:
            for key in result.keys() - {"type"}:
                keys.add((result["type"], key))
                kept = result.pop(key)
                with pytest.raises(StateError):
                    load_game(state)
                result[key] = kept
    assert {
        ("place", "where"),
        ("move", "what"),
        ("capture", "whose"),
        ("convert", "where"),
    } <= keys
    load_game(state)
