"""Dendria's rules, sentence by sentence and ruling by ruling, and the recorded games."""

import random
from graphlib import TopologicalSorter
from itertools import islice, pairwise
from typing import Any

import pytest

from abstractplay_hex.board import (
    DIRECTIONS,
    Direction,
    direction_between,
    hexagon,
    reflect,
    rotate,
)
from abstractplay_hex.errors import (
    ArgumentError,
    GameOverError,
    HexError,
    MoveError,
    PositionError,
    VariantError,
)
from abstractplay_hex.games.dendria import effects
from abstractplay_hex.games.dendria.boards import fixed, modular
from abstractplay_hex.games.dendria.checks import begin, begin_move, convert, partial_turn_of, step
from abstractplay_hex.games.dendria.construction import (
    begin_construction,
    construction_from_text,
    module_cells,
)
from abstractplay_hex.games.dendria.continuations import (
    Landings,
    can_go_on,
    landings,
    open_conversions,
)
from abstractplay_hex.games.dendria.interpret import play_checked
from abstractplay_hex.games.dendria.notation import (
    MAX_TURN,
    Construct,
    Conversion,
    PassTurn,
    Sow,
    SpriteMove,
    Step,
    Turn,
    parse_turn,
    read_text,
)
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import (
    DendriaPosition,
    first_position,
    position_from_text,
    position_of,
)
from abstractplay_hex.games.dendria.rules import DendriaRules
from abstractplay_hex.games.dendria.scoring import forest_sizes, scores, winners
from abstractplay_hex.games.dendria.variants import BoardChoice, board_choice
from abstractplay_hex.rules.draft import Draft, normal_text
from abstractplay_hex.rules.interface import Setup
from tests.conftest import recorded

RULES = DendriaRules()
SIDE5 = ("size-5",)
RING = ("modular-7",)


def at(text: str, variants: tuple[str, ...] = SIDE5) -> DendriaPosition:
    return position_from_text(text, variants)


def some_turn(position: Position, rng: random.Random) -> Turn:
    turn = RULES.random_turn(position, rng)
    assert turn is not None
    return turn


def judge(position: Position, text: str) -> Draft[Turn]:
    """Return the draft of a text that is typed, in any case and spacing; raise if it is refused."""
    draft = RULES.interpret(position, normal_text(text, RULES.longest_text))
    if not draft.valid:
        draft.fail()
    return draft


def after(position: Position, turn: str) -> str:
    """Play a turn in every way, and return the position's text after it."""
    draft = judge(position, turn)
    assert draft.turn is not None, draft.code
    checked = play_checked(position, parse_turn(turn))
    assert RULES.play(position, draft.turn) == checked
    assert RULES.after(position, draft.turn) == checked.position
    return checked.position.text


def why_not(position: Position, turn: str) -> tuple[str, dict[str, Any]]:
    """Return code and parameters of the refusal of a turn."""
    with pytest.raises(MoveError) as caught:
        play_checked(position, parse_turn(turn))
    assert caught.value.message
    return caught.value.code.removeprefix("dendria."), caught.value.params


def texts(position: Position) -> set[str]:
    return {turn.text for turn in RULES.legal_turns(position)}


# Recorded games ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(30))
def test_recorded_game(number: int) -> None:
    game = recorded("dendria.jsonl")[number]
    setup = board_choice(game["variants"])
    position: Position = begin_construction(setup) if setup.modules else first_position(setup)
    for ply in game["plies"]:
        assert position.side == ply["by"]
        if ply["legal"] is not None:
            assert RULES.count_turns(position) == ply["legal"], position.text
        outcome = play_checked(position, parse_turn(ply["move"]))
        assert outcome.text == ply["move"]
        assert RULES.after(position, parse_turn(outcome.text)) == outcome.position
        position = outcome.position
        assert position.text == ply["position"]
        if isinstance(position, DendriaPosition):
            assert list(scores(position)) == ply["scores"]
            if not position.over:
                assert position_from_text(position.text, game["variants"]) == position
        else:
            again = construction_from_text(position.text, setup.modules, setup.solo)
            assert again == position
    assert isinstance(position, DendriaPosition)
    assert position.over == game["over"]
    assert list(winners(position)) == game["winner"]


# Section 1: boards ---------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "cells"), [(5, 61), (6, 91), (7, 127), (8, 169), (9, 217)])
def test_fixed_boards(side: int, cells: int) -> None:
    board = fixed(side)
    rim = 6 * (side - 1)
    assert board.land.bit_count() == cells
    assert board.coast.bit_count() == rim
    assert board.corners.bit_count() == 6
    assert board.lagoon == 0
    centre = board.layout.cell[f"{'abcdefghi'[side - 1]}{side}"]
    assert board.energy[centre] == (side - 1, side - 1)


def test_names_of_the_official_board() -> None:
    rows = [[fixed(7).layout.name[c] for c in row] for row in fixed(7).layout.rows]
    assert rows[0] == [f"m{n}" for n in range(1, 8)]
    assert rows[6] == [f"g{n}" for n in range(1, 14)]
    assert rows[12] == [f"a{n}" for n in range(1, 8)]


@pytest.mark.parametrize("side", [3, 4, 10])
def test_no_other_fixed_board(side: int) -> None:
    with pytest.raises(ValueError, match="no fixed board"):
        fixed(side)


@pytest.mark.parametrize("side", [5, 6, 7, 8, 9])
def test_no_straight_move_nears_a_corner_going_inland(side: int) -> None:
    # ruling D7: what the rules page says of fixed boards
    board = fixed(side)
    for start, (edge, corner) in board.energy.items():
        for track in board.tracks[start]:
            for end, (edge_after, corner_after) in board.energy.items():
                if track >> end & 1 and edge_after > edge:
                    assert corner_after >= corner


def ring() -> DendriaPosition:
    """A hexagon of side 3 around a lagoon of one cell."""
    return at("~3~/~4/2~2/~4/~3~ D 0 -", RING)


def test_lagoon_coast_and_corners() -> None:
    # ruling D4: a lagoon's shore is neither coast nor corner by itself
    board = ring().board
    assert len(board.lagoons) == 1
    assert board.coast.bit_count() == 12
    assert board.layout.names_in(board.corners) == ["e2", "e4", "c1", "c5", "a2", "a4"]
    assert not board.coast >> board.layout.cell["c2"] & 1


def test_thin_ring_is_all_coast() -> None:
    # ruling D4: a cell touching both ocean and lagoon is coast; at most three land neighbours
    board = modular(frozenset(DIRECTIONS))
    assert board.coast == board.land
    assert board.corners == board.land
    assert len(board.lagoons) == 1


def test_distances_go_over_water() -> None:
    board = ring().board
    cell = board.layout.cell
    assert board.energy[cell["c2"]] == (1, 1)
    assert board.energy[cell["c1"]] == (0, 0)
    assert board.energy[cell["d2"]] == (0, 1)


def test_bay_is_ocean() -> None:
    board = modular(frozenset(hexagon(3)) - {(0, 0), (1, 0), (2, 0)})
    assert board.lagoons == ()


def test_row_parity_is_kept() -> None:
    # Section 1, names: an odd smallest row leaves one empty row on top.
    even = at("1/1 D 0 -", RING)
    assert (even.board.width, even.board.height) == (1, 2)
    odd = at("~/1/1 D 0 -", RING)
    assert odd.board is modular(frozenset({(0, 1), (0, 2)}))
    assert (odd.board.width, odd.board.height) == (1, 3)
    assert sorted(odd.board.layout.name.values()) == ["a1", "b1"]
    # The neighbour below lies on the other side then.
    assert direction_between(*even.board.layout.axial.values()) == Direction.SW
    assert direction_between(*odd.board.layout.axial.values()) == Direction.SE


def test_rows_beyond_z() -> None:
    # Section 1, names: a, b, … z, aa, ab, …
    strip = at("/".join(["1"] * 30) + " D 0 -", RING)
    names = [strip.board.layout.name[cell] for cell in strip.board.layout.order]
    assert names[:4] == ["ad1", "ac1", "ab1", "aa1"]
    assert names[4:] == [f"{letter}1" for letter in "zyxwvutsrqponmlkjihgfedcba"]
    assert after(strip, "AD1").startswith("S/1/")
    assert why_not(strip, "ae1")[0] == "cell.not-here"
    assert why_not(strip, "aa2")[0] == "cell.not-here"


def test_cells_are_counted_over_water() -> None:
    # Section 1, names: a cell's number is its column in the rectangle, not its place among the land.
    names = ring().board.layout.name.values()
    assert {"e2", "e4", "d2", "d5", "c1", "c2", "c4", "c5"} <= set(names)
    assert not {"e1", "c3", "d1"} & set(names)


# Section 1: construction ---------------------------------------------------------------------


def test_who_begins() -> None:
    assert begin_construction(board_choice(["modular-7"])).side == 2
    assert begin_construction(board_choice(["modular-8"])).side == 1


def test_first_module() -> None:
    # ruling D1
    build = begin_construction(board_choice(["modular-7"]))
    assert build.legal_centres() == ((0, 0),)
    assert why_not(build, "m1,0")[0] == "construct.first"
    assert after(build, "m0,0") == "0,0 D"


def test_module_touches_two_cells() -> None:
    # ruling D2: two or more distinct cells; overlap is forbidden
    build = construction_from_text("0,0 D", 7)
    assert len(build.legal_centres()) == 12
    assert why_not(build, "m1,1") == ("construct.overlap", {"q": 1, "r": 1})
    code, params = why_not(build, "m4,0")
    assert (code, params["touched"]) == ("construct.touch", 0)
    code, params = why_not(build, "m3,0")
    assert (code, params["touched"]) == ("construct.touch", 1)
    assert after(build, "m3,-1") == "0,0;3,-1 L"
    assert why_not(build, "m3,-1;m-3,1") == ("construct.count-one", {"found": 2})


def test_legal_centres_are_exactly_the_legal_ones() -> None:
    # ruling D2, against the rule said plainly
    rng = random.Random(3)
    build = begin_construction(board_choice(["modular-12"]))
    while not build.finished:
        legal = set(build.legal_centres())
        if build.centres:
            land = build.land
            plain = set()
            region = {
                (q + dq, r + dr) for q, r in land for dq in range(-3, 4) for dr in range(-3, 4)
            }
            for centre in region:
                cells = set(module_cells(centre))
                around = {c for cell in cells for c in module_cells(cell)} - cells
                if not cells & land and len(around & land) >= 2:
                    plain.add(centre)
            assert legal == plain
        build = build.place(rng.choice(sorted(legal)))
    assert build.board().land.bit_count() == 84


def test_solo_places_all_modules_at_once() -> None:
    # ruling D3
    build = begin_construction(board_choice(["modular-8", "solo"]))
    turn = some_turn(build, random.Random(1))
    assert isinstance(turn, Construct)
    assert len(turn.centres) == 8
    position = play_checked(build, turn).position
    assert isinstance(position, DendriaPosition)
    assert position.side == 1
    assert why_not(build, "m0,0") == ("construct.count-all", {"wanted": 8, "found": 1})
    assert judge(build, "m0,0").complete == -1
    assert judge(build, turn.text).complete == 1


def test_solo_by_light_is_followed_by_dark() -> None:
    # ruling D3: then Dark makes the first move of play, whoever built
    build = begin_construction(board_choice(["modular-7", "solo"]))
    assert build.side == 2
    assert play_checked(build, some_turn(build, random.Random(1))).position.side == 1


def test_last_module_brings_the_board() -> None:
    build = construction_from_text("0,0;-2,3;1,2;-1,5;3,-1;3,3 L", 7)
    assert after(build, "m5,0") == "~~~2~~~/~7/8/~4~2/7~/8/4~2~/~~3~~~/~~2~~~~ D 0 -"


def test_light_places_last_and_dark_moves_first() -> None:
    # Section 1: when turns alternate
    for modules in (7, 8):
        build: Position = begin_construction(board_choice([f"modular-{modules}"]))
        rng = random.Random(modules)
        sides = []
        while not isinstance(build, DendriaPosition):
            sides.append(build.side)
            build = play_checked(build, some_turn(build, rng)).position
        assert len(sides) == modules
        assert all(a != b for a, b in pairwise(sides))
        assert sides[-1] == 2
        assert build.side == 1


RING_OF_SIX = "0,0;3,-1;5,-4;4,-6;1,-5;-1,-2"
"""Six modules around a hole that has just room for a seventh."""


def test_lagoons_are_decided_when_the_last_module_is_down() -> None:
    build = construction_from_text(f"{RING_OF_SIX} L", 7)
    filled, left = play_checked(build, parse_turn("m2,-3")), play_checked(build, parse_turn("m1,2"))
    for outcome, lagoon in ((filled, 0), (left, 7)):
        assert isinstance(outcome.position, DendriaPosition)
        assert len(outcome.position.board.lagoons) == lagoon
        assert outcome.position.board.land.bit_count() == 49


def test_no_pass_and_no_sow_while_building() -> None:
    build = begin_construction(board_choice(["modular-7"]))
    assert why_not(build, "pass")[0] == "construct.no-pass"
    assert why_not(build, "d4")[0] == "construct.first-build"
    assert why_not(first_position(BoardChoice()), "m0,0")[0] == "construct.in-play"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "side"),
        ("L", "side"),
        ("0,0 X", "side"),
        ("0,0 L", "wrong-side"),
        ("1,0 D", "misplaced"),
        ("0,0;1,1 L", "misplaced"),
        ("00,0 D", "module"),
        ("-0,0 D", "module"),
        ("+0,0 D", "module"),
        ("0,0; L", "module"),
        ("0,0;" * 7 + "0,0 L", "too-many"),
        ("0,0;-2,3;1,2;-1,5;3,-1;3,3;5,0 L", "too-many"),  # finished
        ("0" * 100000, "too-many"),
    ],
)
def test_construction_texts_refused(text: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        construction_from_text(text, 7)
    assert caught.value.code == f"dendria.construction.{code}"


@pytest.mark.parametrize(
    ("variants", "code"),
    [
        (["size-7"], "variants.unknown"),
        (["modular-6"], "variants.unknown"),
        (["size-5", "size-5"], "variants.twice"),
        (["size-5", "modular-7"], "variants.contradict"),
        (["solo"], "dendria.variant.solo"),  # ruling D3
        (["size-5", "solo"], "dendria.variant.solo"),
    ],
)
def test_variants_refused(variants: list[str], code: str) -> None:
    with pytest.raises(VariantError) as caught:
        RULES.setup(variants)
    assert caught.value.code == code


# Section 2: seeing ---------------------------------------------------------------------------


def test_nobody_sees_across_a_lagoon() -> None:
    # ruling D5: five pieces are next to c2, and across the lagoon there is a sixth
    position = at("~3~/~SS2/S1~S1/~SS2/~3~ L 0 -", RING)
    assert after(position, "c2") == "~3~/~SS2/Ss~S1/~SS2/~3~ D 0 L"
    assert why_not(at(SEEN_BY_SIX), "e5")[0] == "sow.nourished"
    # The sprite on c2 does not watch c4 and c5.
    position = at("~3~/~4/1P~2/~4/~3~ D 0 -", RING)
    board = position.board
    watched = board.layout.names_in(board.watched(position.sprites[0], position.occupied))
    assert "c4" not in watched
    assert "c1" in watched


def test_first_piece_hides_what_is_behind() -> None:
    position = at("5/6/7/8/P1s1p4/8/7/6/5 D 0 -")
    board = position.board
    names = board.layout.names_in(board.watched(position.sprites[0], position.occupied))
    assert "e2" in names
    assert "e4" not in names


def test_nobody_sees_across_a_bay() -> None:
    # ruling D5: ocean between two capes ends the look just as a lagoon does
    position = at("1~P/3 L 0 -", RING)
    board = position.board
    assert board.lagoons == ()
    watched = board.layout.names_in(board.watched(position.sprites[0], position.occupied))
    assert watched == ["a3"]
    position = at("2P/3 L 0 -", RING)
    board = position.board
    watched = board.layout.names_in(board.watched(position.sprites[0], position.occupied))
    assert watched == ["b1", "b2", "a3"]


def test_groups_are_of_one_kind_and_colour() -> None:
    # Section 2: adjacent trees of two colours are two forests; seeds and trees make no group.
    mixed = at("5/6/7/8/9/8/7/6/TtTT1 D 0 -")
    assert forest_sizes(mixed, 1) == [2, 1]
    assert forest_sizes(mixed, 2) == [1]
    # Around the seeds on b1 and a1: an enemy seed, a tree, and nearby another seed of one's own.
    position = at("5/6/7/8/9/8/s3P2/ST4/SPS2 D 0 -")
    outcome = play_checked(position, parse_turn("i1,b1=t"))
    assert effects.fertilized(["b1", "a1"]) in outcome.results
    assert outcome.position.text == "S4/6/7/8/9/8/s3P2/TT4/TPS2 L 0 D"


def test_water_is_no_liberty() -> None:
    # Section 2: liberties are land; the seed on c2 lies on the shore of the lagoon
    position = at("~3~/~PP2/PS~2/~PP2/~3~ D 0 -", RING)
    outcome = play_checked(position, parse_turn("e4,c2=t"))
    assert effects.fertilized(["c2"]) in outcome.results


# Section 3: sowing ---------------------------------------------------------------------------

SEEN_BY_SIX = "S3S/6/7/8/S7S/8/7/6/S3S D 0 -"


def test_sow_must_be_hungry() -> None:
    position = at(SEEN_BY_SIX)
    assert why_not(position, "e5") == ("sow.nourished", {"cell": "e5"})
    with pytest.raises(
        MoveError, match="A seed on e5 would be nourished at once: it would see six pieces"
    ):
        play_checked(position, Sow("e5"))
    assert after(position, "e4") == "S3S/6/7/8/S2S4S/8/7/6/S3S L 0 D"


def test_sow_may_not_complete_a_triangle() -> None:
    position = at("5/6/7/8/9/8/7/6/SS3 D 0 -")
    assert why_not(position, "b2") == (
        "sow.triangle",
        {"cell": "b2", "first": "a1", "second": "a2"},
    )
    assert {"b1", "b3", "a3"} <= texts(position)
    assert "b2" not in texts(position)
    # Friendly seeds only.
    assert after(at("5/6/7/8/9/8/7/6/Ss3 D 0 -"), "b2") == "5/6/7/8/9/8/7/1S4/Ss3 L 0 D"


def test_sow_on_an_empty_cell() -> None:
    position = at("5/6/7/8/4P4/8/7/6/Ss3 D 0 -")
    for cell in ("a1", "a2"):
        assert why_not(position, cell) == ("sow.occupied", {"cell": cell})
    assert why_not(position, "e5")[0] == "move.unfinished"


def test_only_seeds_make_a_triangle() -> None:
    # Section 3: three seeds; friendly sprites and trees do not count, nor do bent lines
    for rows in ("SP3", "ST3", "PT3"):
        assert after(at(f"5/6/7/8/9/8/7/6/{rows} D 0 -"), "b2")
    bent = at("5/6/7/8/9/8/7/6/S1S2 D 0 -")
    assert {"b1", "b2", "b3", "b4"} <= texts(bent)
    assert after(bent, "a2") == "5/6/7/8/9/8/7/6/SSS2 L 0 D"


# Section 3: moving ---------------------------------------------------------------------------


def test_sprite_passes_seeds_and_friends() -> None:
    position = at("5/6/7/8/1PS1sP3/8/7/6/5 D 0 -")
    assert after(position, "e2-e9") == "5/6/7/8/2S1sP2P/8/7/6/5 L 0 D"
    for taken in ("e3", "e5", "e6"):
        assert why_not(position, f"e2-{taken}") == ("move.taken", {"cell": taken})
    assert why_not(position, "e2-g5") == ("move.not-straight", {"cell": "g5", "start": "e2"})
    assert why_not(position, "e2-e2")[0] == "move.same-cell"


def test_trees_block() -> None:
    position = at("5/6/7/8/1P1T5/2t5/7/6/5 D 0 -")
    assert why_not(position, "e2-e5") == ("move.tree-between", {"blocker": "e4", "cell": "e5"})
    assert why_not(position, "e2-e4")[0] == "move.taken"
    light = at("5/6/7/8/1P1t5/8/7/6/5 D 0 -")
    assert why_not(light, "e2-e5")[0] == "move.tree-between"


@pytest.mark.parametrize(
    ("position", "move", "blocker"),
    [
        ("5/6/7/8/P1t1T4/8/7/6/5 D 0 -", "e1-e9", "tree e3"),
        ("5/6/7/8/4T1t1P/8/7/6/5 D 0 -", "e9-e1", "tree e7"),
        ("5/6/7/8/P1p1T4/8/7/6/5 D 0 -", "e1-e9", "sprite e3"),
        ("5/6/7/8/4T1p1P/8/7/6/5 D 0 -", "e9-e1", "sprite e7"),
        ("5/6/7/8/P1T1p4/8/7/6/5 D 0 -", "e1-e9", "tree e3"),
    ],
)
def test_of_two_pieces_in_the_way_the_nearer_one_is_named(
    position: str, move: str, blocker: str
) -> None:
    kind, cell = blocker.split()
    assert why_not(at(position), move) == (
        f"move.{kind}-between",
        {"blocker": cell, "cell": move[3:]},
    )


def test_enemy_sprite_blocks_and_is_captured() -> None:
    position = at("5/6/7/8/3P2p2/8/7/6/5 D 0 -")
    assert why_not(position, "e4-e8") == ("move.sprite-between", {"blocker": "e7", "cell": "e8"})
    assert why_not(position, "e4-e7") == ("move.captures", {"cell": "e7", "start": "e4"})
    assert why_not(position, "e4xe3") == ("move.no-capture", {"cell": "e3", "start": "e4"})
    outcome = play_checked(position, parse_turn("e4xe7"))
    assert outcome.position.text == "5/6/7/8/6P2/8/7/6/5 L 0 D"
    assert effects.captured("e7", 2) in outcome.results


def test_only_ones_own_sprites_move() -> None:
    position = at("5/6/7/8/3P2p2/8/7/6/Ss2t D 0 -")
    assert why_not(position, "e7-e9")[0] == "move.not-yours"
    assert why_not(position, "a1-b1")[0] == "move.not-a-sprite"
    assert why_not(position, "a5-b5")[0] == "move.not-a-sprite"
    assert why_not(position, "e5-e1")[0] == "move.empty"


def test_lagoons_are_jumped_and_not_landed_on() -> None:
    position = at("~3~/~4/1P~2/~4/~3~ D 0 -", RING)
    assert after(position, "c2-c5") == "~3~/~4/2~1P/~4/~3~ L 0 D"
    assert why_not(position, "c2-c3") == ("cell.not-here", {})


def test_ocean_is_not_crossed() -> None:
    land = frozenset(
        {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 0), (3, 0)}
    )
    board = modular(land - {(2, 0)})
    start, end = board.layout.cell_at[0, 0], board.layout.cell_at[0, 3]
    position = position_of(board, sprites=(1 << start, 0))
    names = board.layout.name
    assert why_not(position, f"{names[start]}-{names[end]}")[0] == "move.ocean-between"
    assert board.tracks[start][1] == 1 << board.layout.cell_at[0, 1]


def test_a_capture_ends_the_movement() -> None:
    # ruling D6
    position = at("5/6/7/8/3P2p2/8/7/6/5 D 0 -")
    assert why_not(position, "e4xe7,-e8") == ("move.after-capture", {"cell": "e7"})
    # Conversions may still follow.
    position = at("5/6/7/8/4P4/8/7/1p4/S4 D 0 -")
    assert after(position, "e5xb2,a1=t") == "5/6/7/8/9/8/7/1P4/T4 L 0 D"


def test_stops_go_on_in_the_same_direction() -> None:
    position = at("5/6/7/8/4P4/8/7/6/5 D 0 -")
    assert after(position, "e5-d4,-b2") == after(position, "e5-b2")
    for turned in ("e5-d4,-d3", "e5-d4,-e5", "e5-d4,-f6"):
        code, params = why_not(position, turned)
        assert code == "move.turned", params


STOP = "5/6/7/8/9/8/7/1s2P1/sts2 D 0 -"


def test_stops_are_made_at_empty_cells() -> None:
    position = at("5/6/7/8/1PS1sP3/8/7/6/5 D 0 -")
    assert after(position, "e2-e4,-e9") == after(position, "e2-e9")
    for taken in ("e3", "e5", "e6"):
        assert why_not(position, f"e2-{taken},-e9") == ("move.taken", {"cell": taken})


def test_after_a_conversion_the_line_is_judged_anew() -> None:
    # The seed on b3 can be passed until it is a tree.
    text = "5/6/7/8/9/8/2P4/2S1P1/P1P2 D 0 -"
    position = at(text)
    assert judge(position, "b5-b4,b3=t").complete >= 0
    assert after(position, "b5-b1") == "5/6/7/8/9/8/2P4/P1S3/P1P2 L 0 D"
    assert why_not(position, "b5-b4,b3=t,-b1") == (
        "move.tree-between",
        {"blocker": "b3", "cell": "b1"},
    )


def test_energy_is_spent_outwards() -> None:
    # ruling D7
    position = at("5/6/7/8/9/8/2P4/6/5 D 0 -")
    for spends in ("c3-c2", "c3-c6", "c3-b2", "c3-a1"):
        assert after(position, spends)
    for recovers in ("c3-c4", "c3-d3", "c3-c5"):
        assert why_not(position, recovers)[0] == "move.needs-fertilization"


def test_energy_is_spent_towards_a_corner() -> None:
    # ruling D7: at the same distance from the edge; sideways moves recover
    position = at("5/6/7/8/9/8/7/6/1P3 D 0 -")
    assert after(position, "a2-a1")
    assert after(position, "a2-a5")
    for recovers in ("a2-a3", "a2-a4"):
        code, params = why_not(position, recovers)
        assert code == "move.needs-fertilization"
        assert params == {"start": "a2", "cell": recovers[3:]}
    with pytest.raises(MoveError, match="recovers energy, so it must fertilize"):
        play_checked(position, parse_turn("a2-a3"))


def test_energy_is_that_of_the_whole_move() -> None:
    # ruling D7: first and last cell count, whatever stops lie between
    position = at("5/6/7/8/1P7/8/7/6/5 D 0 -")
    assert after(position, "e2-e5,-e9") == "5/6/7/8/8P/8/7/6/5 L 0 D"
    assert why_not(position, "e2-e5")[0] == "move.needs-fertilization"
    assert why_not(position, "e2-e5,-e8")[0] == "move.needs-fertilization"


def test_nearing_a_corner_inland_recovers() -> None:
    # ruling D7: on a modular board a move may shorten the corner distance going inland
    cape = at("~~~~~/~3~/4~/2P1~/~~~1~/~~~2/~~~1~ D 0 -", RING)
    board, cell = cape.board, cape.board.layout.cell
    assert (board.energy[cell["d3"]], board.energy[cell["e3"]]) == ((0, 2), (1, 1))
    assert why_not(cape, "d3-e3")[0] == "move.needs-fertilization"
    for start, (edge, corner) in board.energy.items():
        position = position_of(board, sprites=(1 << start, 0))
        ends = {
            board.layout.cell[turn.steps[-1].cell]
            for turn in RULES.legal_turns(position)
            if isinstance(turn, SpriteMove)
        }
        for track in board.tracks[start]:
            for end, (edge_after, corner_after) in board.energy.items():
                if track >> end & 1:
                    spends = edge_after < edge or (edge_after == edge and corner_after < corner)
                    assert (end in ends) == spends


@pytest.mark.parametrize(
    "position", [first_position(BoardChoice(5)), ring()], ids=["fixed", "modular"]
)
def test_a_sprite_cannot_shuttle(position: DendriaPosition) -> None:
    # ruling D7: without fertilization energy only runs down, so no way leads in a circle
    name = position.board.layout.name
    ways = {}
    for start in position.board.layout.order:
        turns = RULES.legal_turns(position_of(position.board, sprites=(1 << start, 0)))
        ways[name[start]] = [t.steps[-1].cell for t in turns if isinstance(t, SpriteMove)]
    assert any(ways.values())
    assert len(list(TopologicalSorter(ways).static_order())) == len(ways)


def test_recovering_needs_a_fertilization() -> None:
    # ruling D7
    position = at("5/6/7/8/9/8/7/6/SP3 D 0 -")
    assert why_not(position, "a2-b2")[0] == "move.needs-fertilization"
    assert after(position, "a2-b2,a1=t") == "5/6/7/8/9/8/7/1P4/T4 L 0 D"
    # Whether or not it was possible before.
    position = at("5/6/7/8/9/8/7/1P4/S4 D 0 -")
    assert "i1,a1=t" in texts(position)
    assert after(position, "b2-c2,a1=t") == "5/6/7/8/9/8/1P5/6/T4 L 0 D"
    # At any of its stops.
    assert after(position, "b2-c2,a1=t,-d2") == "5/6/7/8/9/1P6/7/6/T4 L 0 D"


def test_a_captured_forest_is_no_fertilization() -> None:
    # ruling D7: the forest is captured all right, but the move recovers energy
    position = at("5/6/7/8/9/8/7/1P4/t3p D 0 -")
    assert why_not(position, "b2-c2,a1=t")[0] == "move.needs-fertilization"
    assert "i1,a1=t" in texts(position)


def test_captures_are_under_the_same_rule() -> None:
    # ruling D7
    position = at("5/6/7/8/1P2p4/8/7/6/5 D 0 -")
    assert why_not(position, "e2xe5")[0] == "move.needs-fertilization"
    assert "e5xe2" in texts(at("5/6/7/8/1p2P4/8/7/6/5 D 0 -"))


def test_pass() -> None:
    # ruling D8
    position = at("5/6/7/8/9/8/7/1P4/S4 D 0 L")
    assert after(position, "pass") == "5/6/7/8/9/8/7/1P4/S4 L 1 L"
    for text in ("pass,a1=t", "PASS, a1=t", "pass,"):
        with pytest.raises(MoveError, match="it converts nothing"):
            judge(position, text)


def test_passing_is_always_legal_in_play() -> None:
    # Section 3; ruling D8
    for position in (*rich_positions(), at(SEEN_BY_SIX), first_position(BoardChoice())):
        assert "pass" in texts(position)
    full = at("/".join("s" * n for n in (5, 6, 7, 8, 9, 8, 7, 6, 5)) + " D 0 -")
    assert texts(full) == {"pass"}


# Section 4: conversions ----------------------------------------------------------------------

FOUR_OF_SIX = "5/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -"
THREE_WAYS = "5/6/7/3SS3/3SSS3/3SS3/7/1P4/S4 D 0 -"
"""A seed that can be summoned once another is a tree, which lets the sprite go inland, too."""


def test_summon() -> None:
    position = at(FOUR_OF_SIX)
    outcome = play_checked(position, parse_turn("a1,e5=s"))
    assert outcome.position.text == "5/6/7/3Ss3/3SPs3/3SS3/7/6/S4 L 0 D"
    assert outcome.results[1] == effects.summoned("e5", enemy=False)
    # A seed of either colour.
    enemy = at("5/6/7/3Ss3/3Sss3/3SS3/7/6/5 D 0 -")
    assert play_checked(enemy, parse_turn("a1,e5=s")).results[1] == effects.summoned(
        "e5", enemy=True
    )


def test_summon_needs_more_of_ones_own() -> None:
    position = at("5/6/7/3Ss3/3SSs3/3Ss3/7/6/5 D 0 -")
    assert why_not(position, "a1,e5=s") == (
        "summon.outnumbered",
        {"cell": "e5", "own": 3, "other": 3},
    )


def test_summon_needs_a_nourished_seed() -> None:
    position = at(FOUR_OF_SIX)
    assert why_not(position, "a1,e4=s") == ("summon.hungry", {"cell": "e4"})
    assert why_not(position, "a1,e7=s") == ("convert.nothing", {"cell": "e7"})
    assert why_not(at("5/6/7/8/4T4/8/7/6/5 D 0 -"), "a1,e5=s")[0] == "summon.not-a-seed"


def test_limit_of_sprites() -> None:
    position = at("2P2/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -")
    assert why_not(position, "a1,e5=s") == (
        "summon.limit",
        {"sprites": 1, "forest": 0, "limit": 1},
    )
    assert "a1,e5=s" in texts(at("2P2/6/7/3Ss3/3SSs3/3SS3/7/6/4T D 0 -"))


def test_limit_is_of_the_largest_forest_and_ones_own_sprites() -> None:
    # Section 4: not of all trees, nor of the opponent's forests or sprites
    seeds = "3Ss3/3SSs3/3SS3"
    two_forests = at(f"P3P/6/7/{seeds}/7/6/T3T D 0 -")
    assert why_not(two_forests, "c1,e5=s")[1] == {"sprites": 2, "forest": 1, "limit": 2}
    assert "c1,e5=s" in texts(at(f"P3P/6/7/{seeds}/7/6/3TT D 0 -"))
    theirs = at(f"P3P/6/7/{seeds}/7/6/3tt D 0 -")
    assert why_not(theirs, "c1,e5=s")[1] == {"sprites": 2, "forest": 0, "limit": 1}
    assert "c1,e5=s" in texts(at(f"p3p/6/7/{seeds}/7/6/5 D 0 -"))


def test_fertilize() -> None:
    position = at("5/6/7/8/4P4/8/7/6/S4 D 0 -")
    outcome = play_checked(position, parse_turn("e5-b2,a1=t"))
    assert outcome.position.text == "5/6/7/8/9/8/7/1P4/T4 L 0 D"
    assert outcome.results[1] == effects.fertilized(["a1"])
    assert why_not(position, "e5-c3,a1=t") == (
        "fertilize.unwatched",
        {"cell": "a1", "liberty": "b1"},
    )


def test_a_whole_group_is_fertilized() -> None:
    position = at("5/6/7/8/9/8/7/1P4/SS3 D 0 -")
    assert why_not(position, "i1,a1=t")[1] == {"cell": "a1", "liberty": "a3"}
    outcome = play_checked(at("5/6/7/8/9/8/7/1PP3/SS3 D 0 -"), parse_turn("i1,a2=t"))
    assert outcome.results[1] == effects.fertilized(["a1", "a2"])
    assert outcome.text == "i1,a1=t"


def test_only_ones_own_seeds_are_fertilized() -> None:
    # ruling D9
    position = at("5/6/7/8/9/8/7/1P4/s4 D 0 -")
    assert why_not(position, "i1,a1=t") == ("trees.enemy-seed", {"cell": "a1"})
    assert "i1,a1=t" in texts(at("5/6/7/8/9/8/7/1P4/S4 D 0 -"))


def test_fertilizing_takes_a_sprite() -> None:
    # ruling D10
    position = at("5/6/7/8/9/8/7/ss4/Ss3 D 0 -")
    assert why_not(position, "i1,a1=t") == ("fertilize.no-sprite", {"cell": "a1"})
    # A group without liberties then qualifies.
    assert "e1,a1=t" in texts(at("2P2/6/7/8/9/8/7/ss4/Ss3 D 0 -"))


def test_the_opponents_sprites_do_not_fertilize() -> None:
    position = at("P4/6/7/8/9/8/7/1p4/S4 D 0 -")
    assert why_not(position, "e9,a1=t") == ("fertilize.unwatched", {"cell": "a1", "liberty": "b1"})
    assert "e9,a1=t" in texts(at("p4/6/7/8/9/8/7/1P4/S4 D 0 -"))


def test_other_pieces_do_not_become_trees() -> None:
    position = at("5/6/7/8/9/8/7/1P4/T3p D 0 -")
    assert why_not(position, "i1,a1=t")[0] == "trees.own-tree"
    assert why_not(position, "i1,b2=t")[0] == "trees.sprite"
    assert why_not(position, "i1,a5=t")[0] == "trees.sprite"


def test_capture_an_unprotected_forest() -> None:
    position = at("5/6/7/8/9/8/7/1P4/t3p D 0 -")
    outcome = play_checked(position, parse_turn("i1,a1=t"))
    assert outcome.results[1] == effects.forest_captured(["a1"], 2, False)
    assert outcome.position.text == "S4/6/7/8/9/8/7/1P4/T3p L 0 D"


def test_a_whole_forest_is_captured() -> None:
    position = at("5/6/7/8/9/8/7/1PP3/tt2p D 0 -")
    for named in ("a1", "a2"):
        outcome = play_checked(position, parse_turn(f"i1,{named}=t"))
        assert outcome.text == "i1,a1=t"
        assert outcome.results[1] == effects.forest_captured(["a1", "a2"], 2, False)
        assert outcome.position.text == "S4/6/7/8/9/8/7/1PP3/TT2p L 0 D"


def test_protected_forest() -> None:
    position = at("5/6/7/8/p8/8/7/1P4/t3p D 0 -")
    assert why_not(position, "i1,a1=t") == ("forest.protected", {"cell": "a1"})


def test_unwatched_forest() -> None:
    position = at("5/6/7/8/p3P4/8/7/6/t3p D 0 -")
    assert why_not(position, "i1,a1=t") == ("forest.unwatched", {"cell": "a1", "liberty": "b1"})


def test_taking_the_last_liberty() -> None:
    # ruling D11: nothing is asked about protection
    position = at("5/6/7/8/4P4/8/7/s4p/ts3 D 0 -")
    outcome = play_checked(position, parse_turn("e5-b2,a1=t"))
    assert outcome.results[1] == effects.forest_captured(["a1"], 2, True)
    assert why_not(position, "e5-c3,a1=t")[0] == "forest.protected"


def test_last_liberty_only_next_to_where_the_sprite_stands() -> None:
    # ruling D11: a forest hemmed in already has no last liberty to take
    position = at("5/6/7/8/4P4/8/s6/sss3/tss2 D 0 -")
    for turn in ("e5-c3,a1=t", "e5-e1,a1=t"):
        assert why_not(position, turn) == ("forest.no-liberties", {"cell": "a1"})
    # Another sprite of the mover's took it a turn ago.
    position = at("5/6/7/8/4P4/8/7/sP4/ts3 D 0 -")
    assert why_not(position, "e5-e1,a1=t")[0] == "forest.no-liberties"
    assert "e5-b2,a1=t" in texts(at("5/6/7/8/4P4/8/7/s5/ts3 D 0 -"))


def test_last_liberty_not_by_sowing() -> None:
    # ruling D11
    position = at("5/6/7/8/4P4/8/7/s4p/ts3 D 0 -")
    assert why_not(position, "b2,a1=t") == ("forest.no-liberties", {"cell": "a1"})


def test_last_liberty_not_by_capturing() -> None:
    # ruling D11
    position = at("5/6/7/8/4P4/8/7/sp4/ts3 D 0 -")
    assert why_not(position, "e5xb2,a1=t")[0] == "forest.no-liberties"
    assert "e5xb2" in texts(position)


def test_last_liberty_at_a_stop_and_on() -> None:
    # ruling D11: the sprite may move on afterwards
    position = at(STOP)
    assert after(position, "b5-b3,a2=t,-b1") == "5/6/7/8/9/8/7/Ps4/sTs2 L 0 D"
    assert why_not(position, "b5-b3,-b1,a2=t")[0] == "forest.unwatched"


def test_each_conversion_is_judged_on_what_the_last_one_left() -> None:
    # ruling D15: the summoning needs the tree, so only one order is legal
    position = at("5/6/7/3Ss3/3SSs3/3SS3/7/1P4/S4 D 0 -")
    assert why_not(position, "i1,e5=s")[0] == "summon.limit"
    assert why_not(position, "i1,e5=s,a1=t")[0] == "summon.limit"
    assert after(position, "i1,a1=t,e5=s") == "S4/6/7/3Ss3/3SPs3/3SS3/7/1P4/T4 L 0 D"
    # Optional, any number of them.
    assert {"i1", "i1,a1=t", "i1,a1=t,e5=s"} <= texts(position)
    assert why_not(position, "i1,a1=t,a1=t")[0] == "trees.own-tree"


def test_the_order_of_conversions_is_kept() -> None:
    # Section 6: as played; the list holds one text for the position both lead to
    position = at("S4/1P4/7/8/9/8/7/1P4/S4 D 0 -")
    one, other = "e5,i1=t,a1=t", "e5,a1=t,i1=t"
    assert play_checked(position, parse_turn(one)).text == one
    assert play_checked(position, parse_turn(other)).text == other
    assert after(position, one) == after(position, other)
    assert len({one, other} & texts(position)) == 1


# Section 5 -----------------------------------------------------------------------------------


def test_two_passes_end_the_game() -> None:
    position = play_checked(first_position(BoardChoice()), PassTurn()).position
    assert not position.over
    position = play_checked(position, PassTurn()).position
    assert position.over
    assert list(RULES.legal_turns(position)) == []
    assert RULES.count_turns(position) == 0
    for turn in (PassTurn(), Sow("a1")):
        with pytest.raises(GameOverError):
            play_checked(position, turn)
    assert RULES.random_turn(position, random.Random(1)) is None
    with pytest.raises(GameOverError):
        judge(position, "a1")


def test_an_action_between_passes_counts_anew() -> None:
    position: Position = first_position(BoardChoice())
    for turn in ("pass", "a1", "pass"):
        position = play_checked(position, parse_turn(turn)).position
    assert not position.over
    assert position.text.endswith(" L 1 L") == (position.side == 2)
    assert position.text.split(" ")[2:] == ["1", "L"]


def test_distinct_sizes_score() -> None:
    position = at("T1T2/TT4/7/8/9/8/7/t5/1t1t1 D 0 D")
    assert forest_sizes(position, 1) == [3, 1]
    assert forest_sizes(position, 2) == [1, 1, 1]
    assert scores(position) == (2.5, 1)


def test_half_point() -> None:
    # ruling D12: nobody gets it if the two largest are equal
    assert scores(at("TT3/6/7/8/9/8/7/6/tt1t1 D 0 D")) == (1, 2)
    assert scores(at("TT3/6/7/8/9/8/7/6/t1t2 D 0 D")) == (1.5, 1)
    assert scores(at("5/6/7/8/9/8/7/6/5 D 0 -")) == (0, 0)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("TT3/6/7/8/9/8/7/6/tt1t1 D 1 D", (2,)),
        ("TT1T1/6/7/8/9/8/7/6/tt1t1 D 1 L", (2,)),  # all equal: who acted last
        ("TT1T1/6/7/8/9/8/7/6/tt1t1 D 1 D", (1,)),
        ("TT1TT/6/7/8/9/8/7/6/tt3 D 1 L", (1,)),  # the first difference; run out counts 0
        ("5/6/7/8/9/8/7/6/5 D 1 -", (1, 2)),  # ruling D13
        ("T4/6/7/8/9/8/7/6/t4 D 1 -", (1, 2)),  # ruling D13
        ("5/6/7/8/9/8/7/6/5 D 1 L", (2,)),
    ],
)
def test_winners(text: str, who: tuple[int, ...]) -> None:
    assert winners(at(text)) == who


def test_no_repetition_rule() -> None:
    # ruling D14: what is legal depends on the position alone, however often it was there
    position = at("5/6/7/8/9/8/7/6/5 D 1 -")
    again = at(position.text)
    assert texts(position) == texts(again)
    assert position_of(position.board) == first_position(BoardChoice(5))


# Section 6: notation -------------------------------------------------------------------------


def test_reading_and_writing() -> None:
    text = "d4-e4,f5=s,-g4,h3=t"
    turn = parse_turn(text)
    assert turn == SpriteMove(
        "d4",
        (
            Step("e4", False, (Conversion("f5", "s"),)),
            Step("g4", False, (Conversion("h3", "t"),)),
        ),
    )
    assert turn.text == text
    assert parse_turn("D4 - E4, F5=S ,-g4,h3 = T") == turn
    assert parse_turn(" PASS ") == PassTurn()
    assert parse_turn("m3,-1;m0,0") == Construct(((3, -1), (0, 0)))
    assert parse_turn("m3-m5") == SpriteMove("m3", (Step("m5"),))
    assert parse_turn("m3,f5=s") == Sow("m3", (Conversion("f5", "s"),))
    assert parse_turn("x3xx5") == SpriteMove("x3", (Step("x5", True),))


@pytest.mark.parametrize("cell", ["a0", "a01", "a４", "ａ4", "é1", "abc1", "a1000", "a1b"])
def test_cells_that_are_none(cell: str) -> None:
    for text in (cell, f"{cell}-a1", f"a1,{cell}=s", f"a1-{cell}", f"a1-a2,-{cell}"):
        with pytest.raises(MoveError) as caught:
            parse_turn(text)
        assert caught.value.code == "dendria.cell.unknown", text
        assert cell not in caught.value.message


@pytest.mark.parametrize(
    "text",
    ["", "a1,", "a1-", "a1x", "a1,b2", "a1,b2=", "a1-a2,-", "m3,", "m3,-1;", "a1,b2=q", "a1-a2-a3",
     "a1,-a2", ",", "-", "=", "a1;a2", "pass,", "☃", "m1,2,3", "m01,2", "a1,,b2=s", "a1=s", "1", "a"],
)  # fmt: skip
def test_texts_that_are_no_turn(text: str) -> None:
    with pytest.raises(MoveError) as caught:
        parse_turn(text)
    assert caught.value.message


def test_unfinished_texts_are_read() -> None:
    assert read_text("").turn is None
    assert read_text("d4-").tail == "step"
    assert read_text("d4x").tail == "capture"
    assert read_text("d4-e4,x").tail == "capture"
    assert read_text("d4,").tail == "more"
    assert (read_text("d4,f5=").tail, read_text("d4,f5").cell) == ("conversion", "f5")
    for text in ("m", "m-", "m3", "m3,", "m3,-"):
        assert read_text(text, building=True).tail == "module"
    assert read_text("m3,1;", building=True).tail == "more"


@pytest.mark.parametrize(
    "piece", ["a1,", "a1-", "-", "x", "m1,1;", " ", "a", "1", "=", ",,,,", "🌲"]
)
def test_any_length_is_refused_quickly(piece: str) -> None:
    for text in (piece * 200_000, "a1," + piece * 1000, "a1," + "b1=t," * 700 + "b1=t"):
        if text.strip():
            with pytest.raises(HexError):
                judge(first_position(BoardChoice()), text)
    assert len("b1=t," * 799) < MAX_TURN


def test_canonical_form() -> None:
    position = at("5/6/7/8/9/8/7/1PP3/SS3 D 0 -")
    assert play_checked(position, parse_turn("I1, A2=T")).text == "i1,a1=t"
    position = at(STOP)
    assert play_checked(position, parse_turn("b5-b4,-b3,a2=t,-b1")).text == "b5-b3,a2=t,-b1"


def test_judging_texts() -> None:
    position = at("5/6/7/8/9/8/7/6/SP3 D 0 -")
    assert judge(position, "").complete == -1
    assert judge(position, "a2").complete == -1
    assert judge(position, "a2-").complete == -1
    assert judge(position, "a2-b2").complete == -1
    assert judge(position, "a2-b2,").complete == -1
    assert judge(position, "a2-b2,a1").complete == -1
    assert judge(position, "a2-b2,a1=").complete == -1
    assert judge(position, "a2-b2,a1=t").complete == 0
    assert judge(position, "a2-b2,a1=t,-").complete == -1
    assert judge(position, "i1").complete == 1
    assert judge(position, "pass").complete == 1
    for wrong in ("a2x", "a2-b2,x", "i1,", "i1,a1", "i1-", "a2,", "a1-", "i1-h1", "z9", "a2-z9"):
        with pytest.raises(MoveError):
            judge(position, wrong)


def test_what_belongs_to_the_other_part_of_the_game_is_refused_as_that() -> None:
    # Sections 1 and 3: the board is built first, then played on
    building, playing = (
        begin_construction(board_choice(["modular-7"])),
        first_position(BoardChoice()),
    )
    for position, texts, code in (
        (building, ("d4", "d4-", "d4-g4", "d4-e4,f5=s,-g4"), "construct.first-build"),
        (playing, ("m0,0", "M 3, -1", "m3,-1;m0,0", "m3,-1;"), "construct.in-play"),
        (building, ("x", "m", "m1,", "m01,2", "m0,0,"), None),
        (playing, ("m", "x", "m3,", "m0,0,", "d4;e4"), None),
    ):
        for text in texts:
            try:
                found = f"complete {judge(position, text).complete}"
            except MoveError as error:
                found = error.code.removeprefix("dendria.")
            assert found == code if code else not found.startswith("construct."), text


def test_a_sprite_that_cannot_move_is_said_to_be_stuck() -> None:
    position = at("P4/6/7/8/9/8/7/6/5 D 0 -")
    with pytest.raises(MoveError) as caught:
        judge(position, "i1")
    assert caught.value.code == "dendria.move.stuck"


def test_nothing_typed_is_repeated() -> None:
    position = at("5/6/7/8/9/8/7/6/SP3 D 0 -")
    for text in ("<b>", "a2-<i>", "zz99", "a1,<script>=s", "a2-zz99", "i1,zz99=t", "i1,zz99"):
        with pytest.raises(MoveError) as caught:
            judge(position, text)
        assert not any(mark in caught.value.message for mark in ("<", "zz99"))


def further(now: PartialTurn) -> list[PartialTurn]:
    """Return what one more item makes of a turn: every conversion and step is tried on every cell."""
    found = []
    for name in now.board.layout.name.values():
        for kind in "st-x":
            try:
                if kind in "st":
                    found.append(convert(now, Conversion(name, kind)))
                else:
                    found.append(step(now, Step(name, kind == "x")))
            except MoveError:
                continue
    return found


def can_end(now: PartialTurn, known: dict[Any, bool]) -> bool:
    """Whether the turn is legal or becomes so in any way at all."""
    key = (now.start, now.at, now.direction, now.captured, now.fertilized, now.position)
    if key not in known:
        known[key] = now.legal or any(can_end(there, known) for there in further(now))
    return known[key]


def texts_of(now: PartialTurn, before: str, before_at: int) -> str:
    """Return a turn's text with the item that was added to it last."""
    name = now.board.layout.name
    if now.sowing or now.at == before_at:
        return f"{before},{now.legs[-1].conversions[-1].text}"
    comma = "," if "-" in before or "x" in before else ""
    return f"{before}{comma}{'x' if now.captured else '-'}{name[now.at]}"


@pytest.mark.parametrize("number", range(7))
def test_completeness_is_said_truthfully(number: int) -> None:
    """-1: it must go on, and can; 0: it could stand, and may go on; 1: nothing can follow.

    Against a search that tries everything.
    """
    position = [*rich_positions(), at(STOP), at(FOUR_OF_SIX), at(THREE_WAYS)][number]
    known: dict[Any, bool] = {}
    said = set()
    for cell in position.board.layout.name.values():
        try:
            begun = begin(position, cell)
        except MoveError:
            continue
        todo = [(cell, begun)]
        for _ in range(3):
            following = []
            for text, now in todo:
                more = further(now)
                goes_on = any(can_end(there, known) for there in more)
                wanted = int(not goes_on) if now.legal else -1
                if now.legal or goes_on:
                    assert judge(position, text).complete == wanted, text
                    said.add(wanted)
                else:
                    with pytest.raises(MoveError):
                        judge(position, text)
                following += [(texts_of(there, text, now.at), there) for there in more[:8]]
            todo = following
    assert 1 in said
    if number in (0, 1, 6):
        assert said == {-1, 0, 1}


# Clicks --------------------------------------------------------------------------------------


def landings_of(position: DendriaPosition, cell: str) -> Landings:
    return landings(begin_move(position, cell))


def test_landings() -> None:
    position = at("5/6/7/8/9/8/7/6/SP3 D 0 -")
    found = landings_of(position, "a2")
    names = position.board.layout.names_in
    assert names(found.free) == ["a5"]
    assert names(found.fertilizing) == ["c2", "b2", "b3"]
    assert names(found.stopovers) == []
    # From these the forest can be captured on the way to the edge.
    found = landings_of(at(STOP), "b5")
    assert names(found.stopovers) == ["d5", "b3", "b4"]
    assert "b1" in names(found.free)
    assert "c5" not in names(found.all)


def test_open_conversions_name_every_cell_of_a_group() -> None:
    now = begin(at("5/6/7/8/9/8/7/1PP3/SS3 D 0 -"), "i1")
    names = now.board.layout.name
    assert {names[c]: k for c, k in open_conversions(now).items()} == {"a1": ("t",), "a2": ("t",)}


def may_go_on(position: DendriaPosition, turn: Turn) -> bool:
    return isinstance(turn, Sow | SpriteMove) and can_go_on(partial_turn_of(position, turn))


def rich_positions() -> list[DendriaPosition]:
    texts = [
        ("TTT2/T1p1Ps/s2sT2/P5SP/1S2s3s/6ss/S6/1SsS1s/5 L 0 D", SIDE5),
        ("TTTt1/T3pt/s2sT1t/P5T1/SSP5s/6ss/S1P1P2/SSsTss/3P1 L 0 D", SIDE5),
        ("~~~SS~~~/~2S2tT/1s2sSPT/~s1s1~2/T4s1~/pP5t/tS2~tt~/~~S1T~~~/~~1T~~~~ L 0 D", RING),
        ("~~~St~~~/~~~S1T~~/~S1Ss~~~/~1s1~~t1/~1SSsS1S/~~~1S1s1/~~~s1pP~/~1S~~t1t/2StttT~/"
         "~s1p1t~~/~~~tt~~~ D 0 L", RING),
    ]  # fmt: skip
    return [at(text, variants) for text, variants in texts]


@pytest.mark.parametrize("position", rich_positions(), ids=range(4))
def test_every_listed_turn_is_legal_canonical_and_leads_elsewhere(
    position: DendriaPosition,
) -> None:
    met = set()
    for turn in RULES.legal_turns(position):
        outcome = play_checked(position, turn)
        assert outcome == RULES.play(position, turn)
        assert outcome.text == turn.text
        assert parse_turn(turn.text) == turn
        assert RULES.after(position, turn) == outcome.position
        assert outcome.position not in met
        met.add(outcome.position)
        judged = judge(position, turn.text)
        assert (judged.complete == 0) == may_go_on(position, turn)
    assert len(met) == RULES.count_turns(position)
    rng = random.Random(4)
    for _ in range(200):
        assert RULES.after(position, some_turn(position, rng)) in met


def test_every_legal_turn_has_a_chance_at_random() -> None:
    for position in (*rich_positions(), at(FOUR_OF_SIX), at(STOP), at(THREE_WAYS)):
        rng = random.Random(1)
        left = {RULES.after(position, turn) for turn in RULES.legal_turns(position)}
        for _ in range(20_000):
            left.discard(RULES.after(position, some_turn(position, rng)))
            if not left:
                break
        assert not left


@pytest.mark.parametrize("position", rich_positions(), ids=range(4))
def test_what_begins_a_legal_turn_is_unfinished_and_nothing_else_is(
    position: DendriaPosition,
) -> None:
    """Cut every turn after each item; and try every landing and conversion that no turn makes."""
    begun = set()
    whole = set()
    for turn in islice(RULES.legal_turns(position), 400):
        if isinstance(turn, PassTurn):
            continue
        parts = turn.text.split(",")
        for n in range(1, len(parts)):
            begun.add(",".join(parts[:n]))
        if isinstance(turn, SpriteMove):
            begun.add(turn.start)
        whole.add(turn.text)
    for text in begun:
        judged = judge(position, text)
        assert judged.complete in (-1, 0), text
        assert judged.complete == -1 or judged.turn is not None
    for text in whole:
        assert judge(position, text).complete >= 0


# The interface -------------------------------------------------------------------------------


def test_a_text_is_played_as_it_was_read() -> None:
    position = at(STOP)
    draft = RULES.interpret(position, "b5-b4,-b3,a2=t,-b1")
    assert draft.turn == parse_turn("b5-b3,a2=t,-b1")
    assert RULES.play_draft(position, draft) == RULES.play(position, draft.turn)
    assert RULES.shown(position, draft) == draft.partial.position
    assert [now.text for now in back(draft.partial)] == [
        "b5-b3,a2=t,-b1",
        "b5-b3,a2=t",
        "b5-b3",
        "b5-b4",
        "b5",
    ]


def back(now: PartialTurn | None) -> list[PartialTurn]:
    found = []
    while now is not None:
        found.append(now)
        now = now.previous
    return found


def test_whether_more_can_follow_is_asked_only_when_somebody_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def nothing(now: PartialTurn) -> bool:
        asked.append(now)
        return False

    position = at("5/6/7/8/9/8/7/1P4/S4 D 0 -")
    monkeypatch.setattr("abstractplay_hex.games.dendria.interpret.can_go_on", nothing)
    draft = RULES.interpret(position, "i1")
    assert draft.valid
    assert draft.can_render
    RULES.play_draft(position, draft)
    assert not asked
    assert draft.complete == draft.complete == 1
    assert len(asked) == 1


def test_trusted_turns_are_of_this_board() -> None:
    playing, building = at(STOP), construction_from_text("0,0 D", 7)
    assert RULES.read_turn(playing, "b5-b3,a2=t,-b1").text == "b5-b3,a2=t,-b1"
    for position, text, code in (
        (playing, "z9", "cell.not-here"),
        (playing, "b5-z9", "cell.not-here"),
        (playing, "b5-b3,z9=t", "cell.not-here"),
        (playing, "a1,z9=t", "cell.not-here"),
        (playing, "m3,-1", "construct.in-play"),
        (playing, "b5-", "notation.unfinished"),
        (building, "pass", "construct.no-pass"),
        (building, "a1", "construct.first-build"),
        (building, "m9,9", "construct.touch"),
        (building, "m3,-1;m-3,1", "construct.count-one"),
    ):
        with pytest.raises(MoveError) as caught:
            RULES.read_turn(position, text)
        assert caught.value.code == f"dendria.{code}", text


def test_whole_islands_come_lazily_and_are_not_listed() -> None:
    # ruling D3
    building = RULES.initial(Setup(("modular-8", "solo")))
    turns = list(islice(RULES.legal_turns(building), 50))
    assert len(set(turns)) == 50
    for turn in turns:
        assert isinstance(turn, Construct)
        assert len(turn.centres) == 8
        assert RULES.interpret(building, turn.text).turn == turn
    for listing in (RULES.turn_texts, RULES.count_turns):
        with pytest.raises(ArgumentError) as caught:
            listing(building)
        assert caught.value.code == "dendria.solo.no-list"
    alternating = RULES.initial(Setup(("modular-8",)))
    assert RULES.turn_texts(alternating) == ["m0,0"]
    assert RULES.count_turns(alternating) == 1


def test_values() -> None:
    # Higher for whoever has more, the same for both seen from the other side, 1 or -1 at the end.
    for better, worse in (("TT3", "T4"), ("P4", "S4"), ("S4", "5")):
        dark, light = (
            RULES.evaluate(at(f"{row}/6/7/8/9/8/7/6/5 D 0 -"))[0] for row in (better, worse)
        )
        assert 1 > dark > light >= 0
    for position in rich_positions():
        dark, light = RULES.evaluate(position)
        assert -1 < dark == -light < 1
    over = play_checked(at("t4/6/7/8/9/8/7/6/5 L 1 D"), PassTurn()).position
    assert RULES.outcome(over) == (2,)
    assert RULES.evaluate(over) == (-1, 1)
    drawn = play_checked(at("5/6/7/8/9/8/7/6/5 L 1 -"), PassTurn()).position
    assert RULES.evaluate(drawn) == (0, 0)
    assert RULES.evaluate(RULES.initial(Setup(("modular-7",)))) == (0, 0)
    best, value = next(iter(RULES.rank(at("5/6/7/8/9/8/7/1P4/S4 D 0 -"))))
    assert "a1=t" in best.text
    assert value > 0.3


HOPELESS = "P1S1T/Ss1ssS/SSSS1s1/SSSSSSsS/SSsS1sSpp/SSS1SSS1/SssSSSS/SSSS1s/SSSSS D 0 -"
"""From i1 no way inland fertilizes, but the one sprite more that is allowed could be any of many."""


@pytest.mark.parametrize(
    ("position", "text"),
    [
        # Only from the nearest landing of a line, or from a stop further on, is there a legal end.
        ("1tPTs/StstPt/TtS2ST/s1SSS1sT/TTsS1sTSs/PstTsSST/sS1ppSS/tsSSSt/sT1pS D 0 -", "h5"),
        ("1tPTs/StstPt/TtS2ST/s1SSS1sT/TTsS1sTSs/PstTsSST/sS1ppSS/tsSSSt/sT1pS D 0 -", "h5-"),
        ("PTS2/SS1S1s/sSP4/T1P2S2/S2s3S1/1ssSs1s1/t1s2st/2T2s/sS3 D 1 -", "i1-"),
        ("T2TT/s2S1T/stSS1S1/2t1SSS1/s8/4TS1S/PS2SSS/Ss3P/3SS D 1 -", "c1-d2"),
        ("T2TT/s2S1T/stSS1S1/2t1SSS1/s8/4TS1S/PS2SSS/Ss3P/3SS D 1 -", "b6-b5"),
    ],
)
def test_one_way_on_is_enough(position: str, text: str) -> None:
    draft = RULES.interpret(at(position), text)
    assert (draft.valid, draft.complete) == (True, -1)


def test_a_search_that_gives_up_says_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather an unfinished turn that turns out to be none than a legal one that is refused."""
    for text in ("i1-i4", "i1-e5", "i1-b5"):
        assert RULES.interpret(at(HOPELESS), text).code == "dendria.move.needs-fertilization"
        with monkeypatch.context() as patched:
            patched.setattr("abstractplay_hex.games.dendria.continuations.SEARCH_LIMIT", 0)
            draft = RULES.interpret(at(HOPELESS), text)
            assert (draft.valid, draft.complete) == (True, -1)


def test_the_longest_turn_that_is_read() -> None:
    text = "a1" + ",b1=t" * 799
    assert len(text) == MAX_TURN - 3
    assert isinstance(parse_turn(f"{text}   \n"), Sow)
    for longer in (f"{text},b1", f"{text},b1="):
        code = (
            "dendria.notation.unfinished"
            if len(longer) <= MAX_TURN
            else "dendria.notation.too-long"
        )
        with pytest.raises(MoveError) as caught:
            parse_turn(longer)
        assert caught.value.code == code


# Section 7: position text --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "fields", {}),
        ("5/6/7/8/9/8/7/6/5 D 0", "fields", {"found": 3}),
        ("5/6/7/8/9/8/7/6/5  D 0 -", "fields", {}),
        ("5/6/7/8/9/8/7/6/5 X 0 -", "side", {}),
        ("5/6/7/8/9/8/7/6/5 D 3 -", "passes", {}),
        ("5/6/7/8/9/8/7/6/5 D 00 -", "passes", {}),
        ("5/6/7/8/9/8/7/6/5 D 0 d", "actor", {}),
        ("5/6/7/8/9/8/7/6/5 D 2 -", "over", {}),
        ("5/6/7/8/9/8/7/6 D 0 -", "rows", {"found": 8, "wanted": 9}),
        ("5/6/7/8/9/8/7/6/5/1 D 0 -", "rows", {"found": 10}),
        ("5/6/7/7/9/8/7/6/5 D 0 -", "row-length", {"row": 4, "found": 7, "wanted": 8}),
        ("5/6/7/99/9/8/7/6/5 D 0 -", "row-length", {"row": 4}),
        ("5/6/7/08/9/8/7/6/5 D 0 -", "number", {"row": 4, "column": 1}),
        ("5/6/7/8/9/8/7/6/5S0 D 0 -", "number", {"row": 9}),
        ("5/6/7/8/9/8/7/6/S9999 D 0 -", "number", {"row": 9, "column": 2}),
        ("5/6/7/3x4/9/8/7/6/5 D 0 -", "letter", {"row": 4, "column": 4}),
        ("5/6/7/3４/9/8/7/6/5 D 0 -", "letter", {"row": 4}),
        ("5/6/7/~7/9/8/7/6/5 D 0 -", "water", {"row": 4, "column": 1}),
        ("5" * 10**6, "too-long", {}),
    ],
)
def test_fixed_positions_refused(text: str, code: str, params: dict[str, int]) -> None:
    with pytest.raises(PositionError) as caught:
        at(text)
    assert caught.value.code == f"dendria.position.{code}"
    assert params.items() <= caught.value.params.items()
    assert caught.value.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("~~~/~~~ D 0 -", "no-land"),
        ("1~1/~~~ D 0 -", "disconnected"),
        ("~1/~1 D 0 -", "loose"),
        ("1~/1~ D 0 -", "loose"),
        ("1/~ D 0 -", "loose"),
        ("~/~/1 D 0 -", "loose"),
        ("2/1 D 0 -", "row-length"),
        ("12/12/12/12/12/12/12/12/12/12/12/12 D 0 -", "too-much-land"),
        ("134 D 0 -", "row-too-long"),
        ("67/67 D 0 -", "too-much-land"),
        ("2/2 D 2 -", "over"),
        ("/ D 0 -", "no-land"),
    ],
)
def test_modular_positions_refused(text: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        at(text, RING)
    assert caught.value.code == f"dendria.position.{code}"


@pytest.mark.parametrize(
    "text", ["133 D 0 -", "66/66 D 0 -", "~/1 D 0 -", "1 D 0 -", "S1p~/~2t L 1 L"]
)
def test_odd_modular_positions(text: str) -> None:
    assert at(text, RING).text == text
    assert RULES.count_turns(at(text, RING)) >= 1


def test_side_changes_with_every_turn() -> None:
    position = at("5/6/7/8/9/8/7/6/5 D 0 -")
    assert after(position, "pass") == "5/6/7/8/9/8/7/6/5 L 1 -"
    assert after(at("5/6/7/8/9/8/7/6/5 L 1 -"), "pass") == "5/6/7/8/9/8/7/6/5 D 2 -"
    assert first_position(BoardChoice(5)).text == "5/6/7/8/9/8/7/6/5 D 0 -"


# Symmetry, perft -----------------------------------------------------------------------------


def images(position: DendriaPosition) -> list[DendriaPosition]:
    """The twelve rotations and reflections of a fixed-board position, and their colours exchanged."""
    layout = position.board.layout
    found = []
    for mirrored in (False, True):
        for sixths in range(6):

            def moved(mask: int, m: bool = mirrored, n: int = sixths) -> int:
                out = 0
                for cell, axial in layout.axial.items():
                    if mask >> cell & 1:
                        image = rotate(reflect(axial) if m else axial, n)
                        out |= 1 << layout.index(image)
                return out

            seeds, sprites, trees = (
                (moved(dark), moved(light))
                for dark, light in (position.seeds, position.sprites, position.trees)
            )
            board, side = position.board, position.side
            found.append(position_of(board, seeds, sprites, trees, side))
            exchanged = (seeds[::-1], sprites[::-1], trees[::-1])
            found.append(position_of(board, *exchanged, 3 - side))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "TTT2/T1p1Ps/s2sT2/P5SP/1S2s3s/6ss/S6/1SsS1s/5 L 0 D",
        "1sSSS/1sp2s/2S1S1s/s6S/1sS4S1/3sss2/5s1/s1S3/3S1 D 0 L",
    ],
)
def test_symmetry(text: str) -> None:
    position = at(text)
    assert len({RULES.count_turns(image) for image in images(position)}) == 1


def perft(position: DendriaPosition, depth: int) -> int:
    if depth == 1:
        return RULES.count_turns(position)
    total = 0
    for turn in RULES.legal_turns(position):
        child = RULES.after(position, turn)
        assert isinstance(child, DendriaPosition)
        total += perft(child, depth - 1)
    return total


# Counted by the plain oracle too, to depth 2.
PERFT = [
    ("5/6/7/8/9/8/7/6/5 D 0 -", [62, 3783, 227042]),
    ("TTT2/T1p1Ps/s2sT2/P5SP/1S2s3s/6ss/S6/1SsS1s/5 L 0 D", [33, 1775]),
    ("1sSSS/1sp2s/2S1S1s/s6S/1sS4S1/3sss2/5s1/s1S3/3S1 D 0 L", [38, 1097, 45939]),
]


@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_perft(text: str, counts: list[int]) -> None:
    position = at(text)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_same_land_made_again_is_the_same_board() -> None:
    position = position_from_text("~2/3/~2 D 0 -", ["modular-7"])
    modular.cache_clear()
    again = position_from_text("~2/3/~2 D 0 -", ["modular-7"])
    assert again.board is not position.board
    assert again == position
    assert hash(again) == hash(position)
