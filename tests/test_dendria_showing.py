"""What hosts show of Dendria: pictures, results, chat, the sidebar and records."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from abstractplay_hex import Game, new_game
from abstractplay_hex.games.dendria.boards import MODULES
from abstractplay_hex.games.dendria.plane import plane_of
from tests.conftest import fixture_games
from tests.games import fresh, some_moves

WATER = "#5cb8c9"
GLYPHS = {"piece", "moth", "piece-triangle"}
"""Of the renderer's core and experimental sheets."""


def begun(position: str, *variants: str) -> Game[Any, Any]:
    return new_game("dendria", variants or ("size-5",), position=position)


def cells(game: Game[Any, Any], targets: list[dict[str, int]]) -> set[str]:
    """Return the names of the land cells at places of a picture."""
    layout = game.looked_at.position.board.layout
    return {layout.name[layout.cell_at[t["row"], t["col"]]] for t in targets}


def annotations(game: Game[Any, Any]) -> list[tuple[str, str, set[str]]]:
    """Return type, colour or shape, and cells of each annotation."""
    return [
        (a["type"], a.get("colour") or a.get("shape", ""), cells(game, a["targets"]))
        for a in game.render().get("annotations", [])
    ]


def markers(picture: dict[str, Any]) -> Iterator[tuple[str, Any, list[tuple[int, int]]]]:
    for marker in picture["board"].get("markers", []):
        yield (
            marker["type"],
            marker.get("colour"),
            sorted((p["row"], p["col"]) for p in marker.get("points", [])),
        )


# Boards and pieces ---------------------------------------------------------------------------


@pytest.mark.parametrize("side", [5, 6, 7, 8, 9])
def test_fixed_boards(side: int) -> None:
    game = fresh(("dendria", () if side == 7 else (f"size-{side}",)))
    picture = game.render()
    assert picture["board"] == {
        "style": "hex-of-hex",
        "minWidth": side,
        "maxWidth": 2 * side - 1,
    }
    rows = picture["pieces"].split("\n")
    assert [len(row) for row in rows] == [
        *range(side, 2 * side),
        *range(2 * side - 2, side - 1, -1),
    ]


RING = "~3~/~4/1P~2/~4/~3~ D 0 -"


def test_modular_boards_show_lagoons_but_no_ocean() -> None:
    picture = begun(RING, "modular-7").render()
    board = picture["board"]
    assert (board["style"], board["width"], board["height"]) == ("hex-even-p", 5, 5)
    blocked = {(p["row"], p["col"]) for p in board["blocked"]}
    assert blocked == {(0, 0), (0, 4), (1, 0), (3, 0), (4, 0), (4, 4)}
    assert list(markers(picture)) == [("flood", WATER, [(2, 2)])]
    # A bay is ocean: not drawn.
    bay = begun("1~P/3 D 0 -", "modular-7").render()
    assert bay["board"]["blocked"] == [{"row": 0, "col": 1}]
    assert list(markers(bay)) == []


def test_a_board_being_built_has_a_rim_of_water_and_marks_the_legal_centres() -> None:
    for text, variants in (("", ("modular-7",)), ("0,0;3,-1", ("modular-7",))):
        game = begun(f"{text} L", *variants)
        picture = game.render()
        plane = plane_of(game.looked_at.position)
        assert picture["board"]["style"] == "hex-even-p"
        (water, blue, sea), (dots, _, free), *written = markers(picture)
        assert (water, blue, dots) == ("flood", WATER, "dots")
        centres = [tuple(map(int, move[1:].split(","))) for move in game.moves()]
        assert free == sorted(plane.places[q, r] for q, r in centres)
        # Each is called what moves call it; the cells have no names yet.
        assert picture["options"] == ["hide-labels"]
        assert [spot for _, _, (spot,) in written] == [plane.places[q, r] for q, r in centres]
        texts = [glyph["text"] for (glyph,) in picture["legend"].values()]
        assert texts == [move[1:] for move in game.moves()]
        # Water and land are all that is drawn, and land is not under water.
        land = {plane.places[c] for c in game.looked_at.position.land}
        hidden = {(p["row"], p["col"]) for p in picture["board"].get("blocked", [])}
        size = picture["board"]["height"] * picture["board"]["width"]
        assert land | set(sea) == set(plane.cells)
        assert not land & set(sea)
        assert len(land) + len(sea) + len(hidden) == size
        assert set(free) <= set(sea)


def test_pieces_differ_by_shape_and_colour() -> None:
    picture = begun("SPT2/spt3/7/8/9/8/7/6/5 D 0 -").render()
    rows = picture["pieces"].split("\n")
    legend = picture["legend"]
    dark, light = ([legend[key] for key in row[:3]] for row in rows[:2])
    for layers, player in ((dark, 1), (light, 2)):
        assert [glyph[0]["colour"] for glyph in layers] == [player] * 3
        shapes = {tuple((g["name"], g.get("scale")) for g in glyph) for glyph in layers}
        assert len(shapes) == 3
    names = {glyph["name"] for layers in legend.values() for glyph in layers}
    assert names == GLYPHS


def test_only_those_glyphs_are_used_in_whole_games() -> None:
    for record in fixture_games("dendria-20261129.jsonl")[:4]:
        game = new_game("dendria", record["variants"])
        for number, ply in enumerate(record["plies"]):
            game.move(ply["move"], trusted=True)
            if number % 9 == 0:
                for display in (None, "show-watch"):
                    picture = game.render(alt_display=display)
                    legend = picture["legend"].values()
                    glyphs = [glyph for layers in legend for glyph in layers]
                    assert {glyph["name"] for glyph in glyphs if "name" in glyph} <= GLYPHS
                    used = set(picture["pieces"]) - set("-\n")
                    assert used <= set(picture["legend"])


# The last turn -------------------------------------------------------------------------------

GREY, ORANGE, GREEN, VIOLET = "#808080", "#e08214", "#2e8b57", "#a24bff"


def test_the_seed_sown_is_pointed_at() -> None:
    game = begun("5/6/7/8/9/8/7/6/5 D 0 -")
    assert annotations(game) == []
    assert annotations(game.move("c4")) == [("enter", "hexp", {"c4"})]
    assert annotations(game.move("pass")) == []


def test_the_line_moved_its_stops_and_conversions_are_pointed_at() -> None:
    game = begun("5/6/7/8/9/8/7/1PP3/SS3 D 0 -").move("b2-c2,a1=t,-d2")
    line = next(a for a in game.render()["annotations"] if a["type"] == "move")
    layout = game.looked_at.position.board.layout
    names = [layout.name[layout.cell_at[t["row"], t["col"]]] for t in line["targets"]]
    assert names == ["b2", "c2", "d2"]
    assert annotations(game)[1:] == [("enter", ORANGE, {"a1", "a2"})]


def test_a_capture_is_pointed_at() -> None:
    game = begun("5/6/7/8/4P4/8/7/1p4/S4 D 0 -").move("e5xb2,a1=t")
    assert annotations(game) == [
        ("move", "", {"e5", "b2"}),
        ("exit", "hexp", {"b2"}),
        ("enter", ORANGE, {"a1"}),
    ]


def test_the_modules_placed_last_are_pointed_at() -> None:
    game = begun("0,0 D", "modular-7").move("m3,-1")
    (shown,) = game.render()["annotations"]
    row, col = plane_of(game.looked_at.position).places[3, -1]
    assert (shown["type"], shown["targets"]) == ("enter", [{"row": row, "col": col}])


def test_an_island_taken_up_has_no_last_turn_to_point_at() -> None:
    assert "annotations" not in begun("0,0;3,-1 L", "modular-7").render()


@pytest.mark.parametrize("solo", [(), ("solo",)])
def test_the_centres_offered_beside_a_chosen_module_put_one_there(solo: tuple[str, ...]) -> None:
    text = "0,0 L" if solo else "0,0 D"
    game = begun(text, "modular-7", *solo)
    chosen = game.handle_click("", *plane_of(game.looked_at.position).places[3, -1]).move
    picture = game.move(chosen, partial=True).render()
    (shown,) = picture["annotations"]
    assert len(shown["targets"]) == 1
    offered = next(spots for kind, _, spots in markers(picture) if kind == "dots")
    assert len(offered) > 5
    for spot in offered:
        answer = game.handle_click(chosen, *spot)
        assert answer.valid
        assert answer.move.startswith(f"{chosen};m" if solo else "m")
        assert answer.move != chosen


# A turn under way ----------------------------------------------------------------------------


def test_landings_that_need_a_fertilization_are_marked_differently() -> None:
    game = begun("5/6/7/8/9/8/7/6/SP3 D 0 -").move("a2", partial=True)
    assert annotations(game) == [
        ("enter", "hexp", {"a2"}),
        ("dots", GREY, {"a5"}),
        ("dots", GREEN, {"c2", "b2", "b3"}),
    ]
    # From these the sprite must go on, having taken the forest.
    game = begun("5/6/7/8/9/8/7/1s2P1/sts2 D 0 -").move("b5", partial=True)
    assert ("dots", ORANGE, {"d5", "b3", "b4"}) in annotations(game)


def test_a_turn_under_way_is_drawn_as_it_stands() -> None:
    game = begun("5/6/7/8/9/8/7/1P4/S4 D 0 -")
    before = game.render()
    game.move("b2-c2", partial=True)
    assert game.render()["pieces"].split("\n")[6:] == ["-B-----", "------", "A----"]
    assert annotations(game) == [("move", "", {"b2", "c2"}), ("enter", VIOLET, {"a1"})]
    game.move("b2-c2,a1=t", partial=True)
    assert game.render()["pieces"].split("\n")[6:] == ["-B-----", "------", "C----"]
    kinds = annotations(game)
    assert ("enter", ORANGE, {"a1"}) in kinds
    # Energy has been recovered: the sprite may go on to any cell of its line.
    assert ("dots", GREY, {"d2", "e2", "f1"}) in kinds
    assert len(game.stack) == 1
    assert begun("5/6/7/8/9/8/7/1P4/S4 D 0 -").render() == before


def test_a_move_that_may_not_end_yet_says_what_it_needs() -> None:
    for position, text, more in (
        ("5/6/7/8/9/8/7/6/SP3 D 0 -", "a2-a3", "or continue to where it spends energy"),
        ("5/6/7/8/9/8/7/1P4/S4 D 0 -", "b2-e2", "or continue to where it spends energy"),
        ("5/6/7/8/9/8/7/6/SP3 D 0 -", "a2-b2", None),
    ):
        verdict = begun(position).validate_move(text)
        assert (verdict.valid, verdict.complete) == (True, -1), text
        assert "recovers energy: convert seeds to trees" in verdict.message
        assert (more is None) == verdict.message.endswith("before it ends."), text
        assert more is None or more in verdict.message


def test_instructions_while_building() -> None:
    said = [
        begun(text, *variants).validate_move("").message
        for text, variants in (
            (" L", ("modular-7",)),
            ("0,0 D", ("modular-7",)),
            (" D", ("modular-8", "solo")),
        )
    ]
    assert said == [
        "Place the first module: click the marked cell, or type m0,0.",
        "Place a module: click a marked cell, or type it, such as m3,-1. It must touch at least two "
        "cells of land.",
        "Place all 8 modules, one after another: click marked cells, or type them, such as "
        "m0,0;m3,-1.",
    ]


def test_landings_are_smaller_than_seeds_and_none_is_black() -> None:
    game = begun("5/6/7/8/9/8/7/1s2P1/sts2 D 0 -").move("b5", partial=True)
    picture = game.render()
    (seed,) = picture["legend"]["A"]
    dots = [a for a in picture["annotations"] if a["type"] == "dots"]
    assert {a["colour"] for a in dots} == {GREY, ORANGE}
    assert all(0 < a["size"] < 0.7 * seed["scale"] for a in dots)


def test_each_conversion_to_choose_from_has_a_mark_of_its_own() -> None:
    # The seed on d2 can be summoned, which leads nowhere, or become a tree with its neighbours.
    game = begun("5/6/7/1p5t/1pp6/Ts5t/T6/6/1ttt1 L 1 L").move("f2-f4", partial=True)
    assert [cells for _, colour, cells in annotations(game) if colour == VIOLET] == [
        {"d1", "c1"},
        {"d2"},
    ]
    # Two seeds side by side of which each can be summoned by itself.
    pair = begun("5/6/7/3SSS2/3SSSS2/3SSS2/7/6/4T D 0 -").move("a1", partial=True)
    assert [cells for _, colour, cells in annotations(pair) if colour == VIOLET] == [{"e5"}, {"e6"}]


def test_sprites_and_trees_stay_upright_when_the_board_is_turned() -> None:
    legend = begun("SPT2/spt3/7/8/9/8/7/6/5 D 0 -").render()["legend"]
    for layers in legend.values():
        for glyph in layers:
            round_one = glyph["name"] == "piece"
            assert glyph.get("orientation") == (None if round_one else "vertical")
    building = begun("0,0 D", "modular-7").render()["legend"].values()
    assert {glyph["orientation"] for (glyph,) in building} == {"vertical"}


# Who has won ---------------------------------------------------------------------------------

NORTH, SOUTH = ("N", "NE", "NW"), ("S", "SE", "SW")


def edges(game: Game[Any, Any]) -> dict[int, tuple[str, ...]]:
    """Return the sides of a fixed board by the player in whose colour they are drawn."""
    found: dict[int, tuple[str, ...]] = {}
    for marker in game.render()["board"].get("markers", []):
        if marker["type"] == "edge":
            sides = (*found.get(marker["colour"], ()), marker["edge"])
            found[marker["colour"]] = tuple(sorted(sides))
    return found


def test_the_rim_of_a_fixed_board_shows_who_has_won() -> None:
    for text, who in (("T4", 1), ("t4", 2)):
        game = begun(f"{text}/6/7/8/9/8/7/6/5 L 1 D")
        assert edges(game) == {}
        # As soon as the winning turn is shown, before it is made.
        assert edges(game.move("pass", partial=True)) == {who: tuple(sorted(NORTH + SOUTH))}
        assert edges(game.move("a1", partial=True)) == {}
        assert edges(game.move("pass")) == {who: tuple(sorted(NORTH + SOUTH))}
        assert edges(game.load(0)) == {}
    assert edges(begun("5/6/7/8/9/8/7/6/5 D 0 -").resign(2)) == {1: tuple(sorted(NORTH + SOUTH))}
    assert edges(begun("5/6/7/8/9/8/7/6/5 D 0 -").draw()) == {1: NORTH, 2: SOUTH}
    assert edges(begun("5/6/7/8/9/8/7/6/5 D 0 -").abandoned()) == {}


def test_the_coast_of_an_island_shows_who_has_won() -> None:
    game = begun(RING.replace("P~", "t~").replace("D 0", "L 1"), "modular-7")
    assert [colour for _, colour, _ in markers(game.render())] == [WATER]
    layout = game.looked_at.position.board.layout
    coast = {layout.place[c] for c in layout.order} - {
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 3),
        (3, 2),
        (3, 3),
    }
    for shown in (game.move("pass", partial=True), game.move("pass")):
        _, (kind, colour, places) = markers(shown.render())
        assert (kind, colour, set(places)) == ("flood", 2, coast)
    drawn = list(markers(begun(RING, "modular-7").draw().render()))[1:]
    assert [colour for _, colour, _ in drawn] == [1, 2]
    assert {place for _, _, places in drawn for place in places} == coast
    assert len(list(markers(begun(RING, "modular-7").abandoned().render()))) == 1


def test_an_island_given_up_while_it_is_built_shows_who_has_won() -> None:
    game = begun("0,0 D", "modular-7").resign(1)
    (_, _, sea), (kind, colour, land) = markers(game.render())
    assert (kind, colour, len(land)) == ("flood", 2, 7)
    assert not set(land) & set(sea)


# What is watched -----------------------------------------------------------------------------


def test_show_watch() -> None:
    # a1 is watched by Dark only, i5 by Light only, and i1 by its owner on all liberties.
    text = "t2p1/1p4/7/8/9/8/7/1P4/Ss3 D 0 -"
    game = begun(text)
    plain, watched = game.render(), game.render(alt_display="show-watch")
    assert list(markers(plain)) == []
    layout = game.looked_at.position.board.layout
    found = {
        (colour, layout.name[layout.cell_at[point]])
        for _, colour, points in markers(watched)
        for point in points
    }
    gold = {name for colour, name in found if colour == "#ffd700"}
    assert gold == {"i1"}
    assert {name for colour, name in found if colour == 2} >= {"i2", "h1"}
    assert {name for colour, name in found if colour == 1} >= {"b1"}
    assert {k: v for k, v in watched.items() if k != "board"} == {
        k: v for k, v in plain.items() if k != "board"
    }


def test_show_watch_does_not_call_an_open_forest_protected() -> None:
    picture = begun("t4/1p4/7/8/9/8/7/6/5 D 0 -").render(alt_display="show-watch")
    assert [c for _, c, _ in markers(picture)] == [2, "#ffd700"]
    picture = begun("t4/6/7/8/p8/8/7/6/5 D 0 -").render(alt_display="show-watch")
    assert "#ffd700" not in [c for _, c, _ in markers(picture)]
    # Both players watch h1 and i2.
    both = begun("t1P2/1p4/7/8/9/8/7/6/5 D 0 -").render(alt_display="show-watch")
    assert "#9467bd" in [c for _, c, _ in markers(both)]


# Results and chat ----------------------------------------------------------------------------

TURNS: list[tuple[str, str, list[dict[str, Any]], list[str]]] = [
    (
        "5/6/7/8/9/8/7/6/5 D 0 -",
        "c4",
        [{"type": "place", "where": "c4", "what": "seed"}],
        ["Ann sowed a seed at c4."],
    ),
    (
        "5/6/7/8/9/8/7/6/5 D 0 -",
        "pass",
        [{"type": "pass"}],
        ["Ann passed."],
    ),
    (
        "5/6/7/8/4P4/8/7/1p4/S4 D 0 -",
        "e5xb2,a1=t",
        [
            {"type": "move", "from": "e5", "to": "b2", "what": "sprite"},
            {"type": "capture", "where": "b2", "what": "sprite", "whose": 2},
            {"type": "convert", "what": "seeds", "into": "trees", "where": "a1"},
        ],
        [
            "Ann moved a sprite from e5 to b2.",
            "Ann captured a sprite at b2.",
            "Ann fertilized seeds into trees at a1.",
        ],
    ),
    (
        "5/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -",
        "a1,e5=s",
        [
            {"type": "place", "where": "a1", "what": "seed"},
            {"type": "convert", "what": "seed", "into": "sprite", "where": "e5"},
        ],
        ["Ann sowed a seed at a1.", "Ann summoned a sprite from the seed at e5."],
    ),
    (
        "5/6/7/3sS3/3sSS3/3ss3/7/6/5 L 0 -",
        "a1,e5=s",
        [
            {"type": "place", "where": "a1", "what": "seed"},
            {"type": "convert", "what": "enemy seed", "into": "sprite", "where": "e5"},
        ],
        ["Bob sowed a seed at a1.", "Bob summoned a sprite from the opponent's seed at e5."],
    ),
    (
        "5/6/7/8/9/8/7/1PP3/tt2p D 0 -",
        "i1,a2=t",
        [
            {"type": "place", "where": "i1", "what": "seed"},
            {
                "type": "capture",
                "where": "a1,a2",
                "what": "forest",
                "count": 2,
                "whose": 2,
                "how": "watched",
            },
        ],
        ["Ann sowed a seed at i1.", "Ann captured a forest of 2 at a1, a2."],
    ),
    (
        "5/6/7/8/4P4/8/7/s4p/ts3 D 0 -",
        "e5-b2,a1=t",
        [
            {"type": "move", "from": "e5", "to": "b2", "what": "sprite"},
            {
                "type": "capture",
                "where": "a1",
                "what": "forest",
                "count": 1,
                "whose": 2,
                "how": "last liberty",
            },
        ],
        [
            "Ann moved a sprite from e5 to b2.",
            "Ann took the last liberty of a forest of 1 at a1 and captured it.",
        ],
    ),
    (
        "T4/6/7/8/9/8/7/6/5 L 1 D",
        "pass",
        [{"type": "pass"}, {"type": "eog"}, {"type": "winners", "players": [1]}],
        ["Bob passed.", "The game is over.", "Ann won."],
    ),
]


@pytest.mark.parametrize(("position", "turn", "results", "sentences"), TURNS)
def test_results_and_chat(
    position: str, turn: str, results: list[dict[str, Any]], sentences: list[str]
) -> None:
    game = begun(position).move(turn)
    assert [result.to_dict() for result in game.results] == results
    assert [entry[1:] for entry in game.chat_log(["Ann", "Bob"])] == [sentences]


def test_results_and_chat_of_building() -> None:
    game = begun("0,0 D", "modular-7").move("m3,-1")
    assert [result.to_dict() for result in game.results] == [
        {"type": "place", "where": "3,-1", "what": "module"}
    ]
    assert game.chat_log(["Ann", "Bob"])[0][1:] == ["Ann placed a module at 3,-1."]


# Sidebar, scores, records --------------------------------------------------------------------


def test_scores_with_the_half_point_and_the_largest_forest() -> None:
    game = begun("T1T2/TT4/7/8/9/8/7/t5/1t1t1 D 0 D")
    assert game.sidebar_scores() == [
        {"name": "Scores", "scores": [2.5, 1]},
        {"name": "Largest forest", "scores": [3, 1]},
    ]
    assert [game.player_score(n) for n in (1, 2)] == [2.5, 1]
    # Whole numbers are written as such.
    assert type(game.player_score(2)) is int


def test_sprites_in_use_and_their_limit() -> None:
    game = begun("PP3/6/7/8/9/8/7/6/pTT1T D 0 -")
    assert game.sidebar_statuses() == [
        {"key": "Dark: sprites in use / allowed", "value": ["2 / 3"]},
        {"key": "Light: sprites in use / allowed", "value": ["1 / 1"]},
    ]
    building = begun("0,0;3,-1 L", "modular-7")
    assert building.sidebar_statuses() == [{"key": "Modules placed", "value": ["2 / 7"]}]
    assert [s["scores"] for s in building.sidebar_scores()] == [[0, 0], [0, 0]]


def test_records() -> None:
    text = "T4/6/7/8/9/8/7/6/5 L 1 D"
    record = begun(text).move("pass").record(["Ann", "Bob"])
    header = record["header"]
    assert header["startingPosition"] == text
    assert header["game"] == {"name": "Dendria", "variants": ["Fixed board, side 5"]}
    assert [(p["score"], p["result"]) for p in header["players"]] == [(1.5, 1), (0, 0)]
    assert record["moves"] == [[None, "pass"]]
    whole = new_game("dendria").move("a1").move("pass").move("pass").record(["Ann", "Bob"])
    assert "startingPosition" not in whole["header"]
    assert [(p["score"], p["result"]) for p in whole["header"]["players"]] == [(0, 1), (0, 0)]


def test_players_may_agree_a_draw() -> None:
    # ruling D14
    game = begun("T4/6/7/8/9/8/7/6/5 L 1 D").draw()
    assert game.winner == [1, 2]
    assert [p["result"] for p in game.record(["Ann", "Bob"])["header"]["players"]] == [1, 1]


def test_a_position_brings_side_passes_and_actor() -> None:
    # Section 7: play starts there
    for actor, winner in (("D", [1]), ("L", [2]), ("-", [1, 2])):
        game = begun(f"5/6/7/8/9/8/7/6/5 L 1 {actor}")
        assert game.currplayer == 2
        assert game.move("pass").winner == winner
    island = begun("2P/3 D 0 -", "modular-19")
    assert island.position() == "2P/3 D 0 -"
    assert "a1" in some_moves(island)


@pytest.mark.parametrize("modules", MODULES)
def test_labels_can_be_read_on_islands_of_any_size(modules: int) -> None:
    """In a picture of 720 pixels no label is smaller than 7.2."""
    rng = random.Random(modules)
    for _ in range(4):
        game = new_game("dendria", [f"modular-{modules}", "solo"])
        svg = game.move(str(game.random_move(rng))).svg()
        box = re.search('viewBox="([^"]+)"', svg)
        assert box
        larger = max(map(float, box[1].split()[2:]))
        before, labels, after = svg.partition('<g class="labels"')
        assert labels
        sizes = [float(re.findall('<g font-size="([0-9.]+)" text-anchor', before)[-1])]
        sizes += map(float, re.findall('<text[^>]* font-size="([0-9.]+)"', after))
        assert min(sizes) * 720 / larger >= 7.2
