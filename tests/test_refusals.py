"""Every code of the games' messages about turns and positions: which text in which position gives it.

A table a game. That a code has no row fails, as does a refusal that names another reason, another cell
or another number.
"""

import re
from typing import Any

import pytest

from abstractplay_hex import MoveError, PositionError, get_rules, new_game
from abstractplay_hex.games.dendria.messages import ENGLISH as DENDRIA
from abstractplay_hex.games.pods.messages import ENGLISH as PODS_SENTENCES
from abstractplay_hex.rules.interface import AnyRules

Row = tuple[tuple[str, ...], str, str, str, dict[str, Any]]
"""Variants, the position's text (or moves to reach it, after ``>``), a turn's text, code, parameters."""


def position_of(rules: AnyRules, variants: tuple[str, ...], text: str) -> Any:
    """Return the position that a row is about."""
    setup = rules.setup(variants)
    start, _, moves = text.partition(">")
    position = rules.read_position(start, setup) if start else rules.initial(setup)
    for move in moves.split():
        position = rules.play(position, rules.read_turn(position, move)).position
    return position


PODS = "7/8/9/10/11/12/13/12/11/10/9/8/7"
FACING = "7/8/9/10/11/6w5/6W6/12/11/10/9/8/7 1"
"""A whale each: g7 and h7, which are neighbours."""
CORNERED = "7/8/9/10/11/12/13/12/11/10/9/ww6/Ww5 1"
BOTH_CORNERED = "Ww5/ww6/9/10/11/12/13/12/11/10/9/ww6/Ww5 1"
PACK = "7/8/9/10/11/5www4/6W6/12/11/10/9/8/7 1"

PODS_TURNS: list[Row] = [
    ((), f"{PODS} 1", "", "pods.instructions-first", {}),
    ((), f"{PODS} 1", "g7", "pods.placed", {"cell": "g7"}),
    ((), FACING, "", "pods.instructions", {}),
    ((), FACING, "g7-h8", "pods.migrated", {"start": "g7", "end": "h8"}),
    ((), FACING, "g7", "pods.choose-destination", {"cell": "g7"}),
    ((), FACING, "h7", "pods.opponent-whale", {"cell": "h7"}),
    ((), FACING, "h7-h8", "pods.opponent-whale", {"cell": "h7"}),
    ((), FACING, "a1-a2", "pods.not-yours", {"cell": "a1"}),
    ((), FACING, "a1-a1", "pods.not-yours", {"cell": "a1"}),
    ((), FACING, "g7-g7", "pods.stays", {}),
    ((), FACING, "g7-h7", "pods.occupied", {"cell": "h7"}),
    ((), FACING, "g7-a1", "pods.unreachable", {"start": "g7", "end": "a1"}),
    ((), FACING, "a1", "pods.minority", {"cell": "a1", "own": 0, "opp": 0}),
    ((), FACING, "h8", "pods.minority", {"cell": "h8", "own": 0, "opp": 1}),
    ((), FACING, "g6", "pods.placed", {"cell": "g6"}),
    ((), FACING, "h6", "pods.minority", {"cell": "h6", "own": 1, "opp": 1}),
    ((), PACK, "g7-i7", "pods.end-outnumbered", {"cell": "i7", "own": 0, "opp": 2}),
    ((), PACK, "g7-g6", "pods.migrated", {"start": "g7", "end": "g6"}),
    ((), CORNERED, "", "pods.instructions-stuck", {}),
    ((), CORNERED, "a1", "pods.no-destination-alone", {"cell": "a1"}),
    ((), BOTH_CORNERED, "m1", "pods.no-destination", {"cell": "m1"}),
    ((), f"{PODS} 1", "n1", "pods.unknown-cell", {}),
    ((), f"{PODS} 1", "a8", "pods.unknown-cell", {}),
    ((), f"{PODS} 1", "g7-", "pods.unknown-cell", {}),
    ((), f"{PODS} 1", "g7-h7-i7", "pods.end-named", {}),
    ((), f"{PODS} 1", "g7-h7-", "pods.form", {}),
]


def pods_rows(cells: str) -> str:
    """Return rows with these cells, 127 in board order: ``W``, ``w``, or ``1`` for an empty one."""
    rows = []
    for length in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7):
        rows.append(re.sub("1+", lambda run: str(len(run[0])), cells[:length]))
        cells = cells[length:]
    return "/".join(rows)


PODS_POSITIONS: list[Row] = [
    ((), "7" * 142, "", "pods.position.length", {"length": 142, "limit": 141}),
    ((), "7" * 141, "", "pods.position.side", {"column": 142, "what": ""}),
    ((), f"{PODS} 3", "", "pods.position.side", {"column": 34, "what": "3"}),
    ((), f"{PODS}/7 1", "", "pods.position.rows", {"rows": 14, "expected": 13}),
    (
        (),
        f"6x{PODS[1:]} 1",
        "",
        "pods.position.character",
        {"row": "m", "column": 2, "what": "x"},
    ),
    (
        (),
        f"07{PODS[1:]} 1",
        "",
        "pods.position.number",
        {"row": "m", "column": 1, "what": "07"},
    ),
    (
        (),
        f"8{PODS[1:]} 1",
        "",
        "pods.position.row_length",
        {"row": "m", "column": 1, "what": 8, "expected": 7},
    ),
    ((), f"{pods_rows('W' * 64 + 'w' * 63)} 1", "", "pods.position.over", {}),
    ((), f"{pods_rows('W' * 63 + 'w' * 64)} 1", "", "pods.position.over", {}),
    ((), f"{pods_rows('W' * 64 + '1' * 63)} 2", "", "pods.position.over", {}),
]

FIVE, RING = ("size-5",), ("modular-7",)
EIGHT, ALONE = ("modular-8",), ("modular-7", "solo")
EMPTY = "5/6/7/8/9/8/7/6/5 D 0 -"
SIX = "5/6/7/3Ss3/3SSs3/3SS3"
"""A seed on e5 that sees four of Dark's pieces and two of Light's."""
BUILT = "0,0;-2,3;1,2;-1,5;3,-1;3,3"

DENDRIA_TURNS: list[Row] = [
    # What can be done, and how it goes on
    (FIVE, EMPTY, "", "dendria.instructions-sow", {}),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 D 0 -", "", "dendria.instructions", {}),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 L 0 -", "", "dendria.instructions-sow", {}),
    (FIVE, EMPTY, "a1", "move.complete", {}),
    (FIVE, EMPTY, "pass", "move.complete", {}),
    (FIVE, "5/6/7/8/9/8/7/1P4/S4 D 0 -", "i1", "move.may-go-on", {}),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 D 0 -", "e5", "dendria.prompt.landing", {"cell": "e5"}),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 D 0 -", "e5-", "dendria.prompt.landing", {"cell": "e5"}),
    (FIVE, "5/6/7/8/9/8/7/1P4/S4 D 0 -", "i1,", "dendria.prompt.go-on", {}),
    (
        FIVE,
        "5/6/7/8/9/8/7/6/SP3 D 0 -",
        "a2-b2",
        "dendria.prompt.fertilize",
        {"start": "a2", "cell": "b2"},
    ),
    (
        FIVE,
        "5/6/7/8/1P7/8/7/6/5 D 0 -",
        "e2-e5",
        "dendria.prompt.fertilize-or-go-on",
        {"start": "e2", "cell": "e5"},
    ),
    # Reading
    (FIVE, EMPTY, "a1;b1", "dendria.notation.item", {"number": 1}),
    (FIVE, EMPTY, "a1,b1=t,?", "dendria.notation.item", {"number": 3}),
    (FIVE, EMPTY, "a1-,b2", "dendria.notation.item", {"number": 1}),
    (FIVE, EMPTY, "a1,b2,c3=t", "dendria.notation.item", {"number": 2}),
    (FIVE, EMPTY, "pass,a1=t", "dendria.notation.pass", {}),
    (FIVE, EMPTY, "pass,", "dendria.notation.pass", {}),
    (FIVE, EMPTY, "a0", "dendria.cell.unknown", {"number": 1}),
    (FIVE, EMPTY, "a1,abc=t", "dendria.cell.unknown", {"number": 2}),
    (FIVE, EMPTY, "j1", "dendria.cell.not-here", {}),
    (FIVE, EMPTY, "a6", "dendria.cell.not-here", {}),
    (FIVE, "5/6/7/8/9/8/7/1P4/S4 D 0 -", "i1,z9", "dendria.cell.not-here", {}),
    (FIVE, EMPTY, "a1" + ",b1=t" * 800, "dendria.notation.too-long", {"limit": 4000}),
    (FIVE, ">pass pass", "a1", "dendria.over", {}),
    (FIVE, ">pass pass", "", "dendria.over", {}),
    # Sowing
    (FIVE, "5/6/7/8/9/8/7/6/Ss3 D 0 -", "a1", "dendria.sow.occupied", {"cell": "a1"}),
    (FIVE, "5/6/7/8/9/8/7/6/Ss3 D 0 -", "a2", "dendria.sow.occupied", {"cell": "a2"}),
    (FIVE, "5/6/7/8/9/8/7/6/p4 D 0 -", "a1", "dendria.sow.occupied", {"cell": "a1"}),
    (FIVE, "S3S/6/7/8/S7S/8/7/6/S3S D 0 -", "e5", "dendria.sow.nourished", {"cell": "e5"}),
    (
        FIVE,
        "5/6/7/8/9/8/7/6/SS3 D 0 -",
        "b2",
        "dendria.sow.triangle",
        {"cell": "b2", "first": "a1", "second": "a2"},
    ),
    # Moving
    (FIVE, "5/6/7/8/3P2p2/8/7/6/Ss2t D 0 -", "e1-e2", "dendria.move.empty", {"cell": "e1"}),
    (FIVE, EMPTY, "a1-", "dendria.move.empty", {"cell": "a1"}),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/Ss2t D 0 -",
        "a1-b1",
        "dendria.move.not-a-sprite",
        {"cell": "a1"},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/Ss2t D 0 -",
        "a5-b5",
        "dendria.move.not-a-sprite",
        {"cell": "a5"},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/Ss2t D 0 -",
        "e7-e9",
        "dendria.move.not-yours",
        {"cell": "e7"},
    ),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 D 0 -", "e5-e5", "dendria.move.same-cell", {}),
    (
        FIVE,
        "5/6/7/8/1P7/8/7/6/5 D 0 -",
        "e2-g5",
        "dendria.move.not-straight",
        {"cell": "g5", "start": "e2"},
    ),
    (
        FIVE,
        "5/6/7/8/4P4/8/7/6/5 D 0 -",
        "e5-d4,-d3",
        "dendria.move.turned",
        {"cell": "d3", "start": "e5", "stop": "d4"},
    ),
    (
        FIVE,
        "5/6/7/8/P1t1p4/8/7/6/5 D 0 -",
        "e1-e9",
        "dendria.move.tree-between",
        {"blocker": "e3", "cell": "e9"},
    ),
    (
        FIVE,
        "5/6/7/8/4t1p1P/8/7/6/5 D 0 -",
        "e9-e1",
        "dendria.move.sprite-between",
        {"blocker": "e7", "cell": "e1"},
    ),
    (
        FIVE,
        "5/6/7/8/1PS6/8/7/6/5 D 0 -",
        "e2-e3",
        "dendria.move.taken",
        {"cell": "e3"},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/5 D 0 -",
        "e4-e7",
        "dendria.move.captures",
        {"cell": "e7", "start": "e4"},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/5 D 0 -",
        "e4xe3",
        "dendria.move.no-capture",
        {"cell": "e3", "start": "e4"},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/5 D 0 -",
        "e4-e5,xe6",
        "dendria.move.no-capture",
        {"cell": "e6", "start": ""},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/5 D 0 -",
        "e4xe7,-e8",
        "dendria.move.after-capture",
        {"cell": "e7"},
    ),
    (
        FIVE,
        "5/6/7/8/3P2p2/8/7/6/5 D 0 -",
        "e4xe7,-",
        "dendria.move.after-capture",
        {"cell": "e7"},
    ),
    (
        FIVE,
        "5/6/7/8/1p7/8/7/1P4/S4 D 0 -",
        "b2-c2,a1=t,xe2,-f1",
        "dendria.move.after-capture",
        {"cell": "e2"},
    ),
    (FIVE, "5/6/7/8/1p7/8/7/1P4/S4 D 0 -", "b2-c2,a1=t,xe2", "move.complete", {}),
    (
        FIVE,
        "5/6/7/8/9/8/2P4/6/5 D 0 -",
        "c3-c4,",
        "dendria.prompt.fertilize-or-go-on",
        {"start": "c3", "cell": "c4"},
    ),
    (
        FIVE,
        "5/6/7/8/P8/8/7/6/5 D 0 -",
        "e1-e2",
        "dendria.move.needs-fertilization",
        {"start": "e1", "cell": "e2"},
    ),
    (FIVE, "P4/6/7/8/9/8/7/6/5 D 0 -", "i1", "dendria.move.stuck", {"cell": "i1"}),
    (
        FIVE,
        "5/6/7/8/4P4/8/7/6/5 D 0 -",
        "e5,a1",
        "dendria.move.unfinished",
        {"cell": "e5"},
    ),
    (
        FIVE,
        "5/6/7/8/4P4/8/7/6/5 D 0 -",
        "e5,a1=t",
        "dendria.move.unfinished",
        {"cell": "e5"},
    ),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 D 0 -", "e5-i1,-", "dendria.move.no-landing", {"cell": "i1"}),
    (FIVE, "5/6/7/8/4P4/8/7/6/5 D 0 -", "e5x", "dendria.move.no-landing", {"cell": "e5"}),
    (
        RING,
        "P~1/3 D 0 -",
        "b1-b3",
        "dendria.move.ocean-between",
        {"start": "b1", "cell": "b3"},
    ),
    # Converting
    (FIVE, f"{SIX}/7/6/5 D 0 -", "a1,e7=s", "dendria.convert.nothing", {"cell": "e7"}),
    (FIVE, EMPTY, "a1,", "dendria.convert.none-open", {}),
    (
        FIVE,
        "5/6/7/8/4T4/8/7/6/5 D 0 -",
        "a1,e5=s",
        "dendria.summon.not-a-seed",
        {"cell": "e5"},
    ),
    (FIVE, f"{SIX}/7/6/5 D 0 -", "a1,e4=s", "dendria.summon.hungry", {"cell": "e4"}),
    (
        FIVE,
        "5/6/7/3Ss3/3SSs3/3Ss3/7/6/5 D 0 -",
        "a1,e5=s",
        "dendria.summon.outnumbered",
        {"cell": "e5", "own": 3, "other": 3},
    ),
    (
        FIVE,
        "2P2/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -",
        "a1,e5=s",
        "dendria.summon.limit",
        {"sprites": 1, "forest": 0, "limit": 1},
    ),
    (
        FIVE,
        "5/6/7/8/9/8/7/1P4/T3p D 0 -",
        "i1,a1=t",
        "dendria.trees.own-tree",
        {"cell": "a1"},
    ),
    (
        FIVE,
        "5/6/7/8/9/8/7/1P4/s4 D 0 -",
        "i1,a1=t",
        "dendria.trees.enemy-seed",
        {"cell": "a1"},
    ),
    (
        FIVE,
        "5/6/7/8/9/8/7/1P4/T3p D 0 -",
        "i1,a5=t",
        "dendria.trees.sprite",
        {"cell": "a5"},
    ),
    (
        FIVE,
        "5/6/7/8/9/8/7/6/SS3 D 0 -",
        "i1,a2=t",
        "dendria.fertilize.no-sprite",
        {"cell": "a1"},
    ),
    (
        FIVE,
        "5/6/7/8/9/8/7/1P4/SS3 D 0 -",
        "i1,a2=t",
        "dendria.fertilize.unwatched",
        {"cell": "a1", "liberty": "a3"},
    ),
    (
        FIVE,
        "5/6/7/8/p3P4/8/7/6/tt2p D 0 -",
        "i1,a2=t",
        "dendria.forest.unwatched",
        {"cell": "a1", "liberty": "b1"},
    ),
    (
        FIVE,
        "5/6/7/8/p8/8/7/1P4/t3p D 0 -",
        "i1,a1=t",
        "dendria.forest.protected",
        {"cell": "a1"},
    ),
    (
        FIVE,
        "5/6/7/8/4P4/8/7/s4p/ts3 D 0 -",
        "b2,a1=t",
        "dendria.forest.no-liberties",
        {"cell": "a1"},
    ),
    # Modules
    (FIVE, EMPTY, "m0,0", "dendria.construct.in-play", {}),
    (RING, "", "", "dendria.instructions-build-first", {}),
    (RING, "0,0 D", "", "dendria.instructions-build", {}),
    (ALONE, "", "", "dendria.instructions-build-all", {"wanted": 7}),
    (RING, "", "m", "dendria.prompt.module", {}),
    (RING, "", "m0,0", "move.complete", {}),
    (ALONE, "", "m0,0", "dendria.prompt.modules", {"left": 6}),
    (ALONE, "", "m0,0;m-2,3;", "dendria.prompt.modules", {"left": 5}),
    (RING, "", "pass", "dendria.construct.no-pass", {}),
    (RING, "", "d4", "dendria.construct.first-build", {}),
    (RING, "", "m1,0", "dendria.construct.first", {}),
    (RING, "0,0 D", "m1,0", "dendria.construct.overlap", {"q": 1, "r": 0}),
    (RING, "0,0 D", "m4,-1", "dendria.construct.touch", {"q": 4, "r": -1, "touched": 0}),
    (RING, "0,0 D", "m-3,0", "dendria.construct.touch", {"q": -3, "r": 0, "touched": 1}),
    (RING, "", "m0,0;m-2,3", "dendria.construct.count-one", {"found": 2}),
    (RING, "", "m0,0;", "dendria.construct.count-one", {"found": 2}),
    (
        ALONE,
        "",
        "m0,0;m-2,3;m1,2;m-1,5;m3,-1;m3,3;m5,0;m9,9",
        "dendria.construct.count-all",
        {"wanted": 7, "found": 8},
    ),
    (RING, "", "m01,2", "dendria.notation.module", {"number": 1}),
    (RING, "", "m0,0;x", "dendria.notation.module", {"number": 2}),
]

DENDRIA_POSITIONS: list[Row] = [
    (FIVE, "5" * 18_191, "", "dendria.position.too-long", {"limit": 18_190}),
    (FIVE, "5" * 18_190, "", "dendria.position.fields", {"found": 1}),
    (FIVE, "5/6/7/8/9/8/7/6/5 D 0", "", "dendria.position.fields", {"found": 3}),
    (FIVE, "5/6/7/8/9/8/7/6/5 X 0 -", "", "dendria.position.side", {}),
    (FIVE, "5/6/7/8/9/8/7/6/5 D 3 -", "", "dendria.position.passes", {}),
    (FIVE, "5/6/7/8/9/8/7/6/5 D 0 d", "", "dendria.position.actor", {}),
    (FIVE, "5/6/7/8/9/8/7/6 D 0 -", "", "dendria.position.rows", {"found": 8, "wanted": 9}),
    (
        FIVE,
        "5/6/7/7/9/8/7/6/5 D 0 -",
        "",
        "dendria.position.row-length",
        {"row": 4, "found": 7, "wanted": 8},
    ),
    (
        RING,
        "134 D 0 -",
        "",
        "dendria.position.row-too-long",
        {"row": 1, "found": 134, "limit": 133},
    ),
    (FIVE, "5/6/7/08/9/8/7/6/5 D 0 -", "", "dendria.position.number", {"row": 4, "column": 1}),
    (FIVE, "5/6/7/3x4/9/8/7/6/5 D 0 -", "", "dendria.position.letter", {"row": 4, "column": 4}),
    (FIVE, "5/6/7/~7/9/8/7/6/5 D 0 -", "", "dendria.position.water", {"row": 4, "column": 1}),
    (RING, "~~~/~~~ D 0 -", "", "dendria.position.no-land", {}),
    (RING, "67/67 D 0 -", "", "dendria.position.too-much-land", {"found": 134, "limit": 133}),
    (RING, "1~1/~~~ D 0 -", "", "dendria.position.disconnected", {"row": 1, "column": 3}),
    (RING, "1/~ D 0 -", "", "dendria.position.loose", {"rows": 1, "columns": 1}),
    (FIVE, "5/6/7/8/9/8/7/6/5 D 2 -", "", "dendria.position.over", {}),
    (RING, "2/2 L 2 L", "", "dendria.position.over", {}),
    (RING, "0,0 X", "", "dendria.construction.side", {}),
    (RING, f"{BUILT};5,0 L", "", "dendria.construction.too-many", {"limit": 6}),
    (RING, f"{'0' * 80} L", "", "dendria.construction.too-many", {"limit": 6}),
    (RING, "0,0;01,2 L", "", "dendria.construction.module", {"number": 2}),
    (RING, "1,0 D", "", "dendria.construction.misplaced", {"number": 1}),
    (RING, "0,0;1,1 L", "", "dendria.construction.misplaced", {"number": 2}),
    (RING, "0,0 L", "", "dendria.construction.wrong-side", {}),
]


TRUSTED: list[Row] = [
    (FIVE, EMPTY, "a1,", "dendria.notation.unfinished", {}),
    (FIVE, EMPTY, "a1-", "dendria.notation.unfinished", {}),
    (FIVE, EMPTY, "z9", "dendria.cell.not-here", {}),
    (FIVE, EMPTY, "m0,0", "dendria.construct.in-play", {}),
    (RING, "", "d4", "dendria.construct.first-build", {}),
    (RING, "", "pass", "dendria.construct.no-pass", {}),
    (RING, "", "m0,0;m-2,3", "dendria.construct.count-one", {"found": 2}),
    (ALONE, "", "m0,0", "dendria.construct.count-all", {"wanted": 7, "found": 1}),
    (RING, BUILT + " L", "m5,0;m9,9", "dendria.construct.finished", {"total": 7}),
]
"""Turns that are given as known to be legal, and are none of this board."""


def row_id(row: Row) -> str:
    return f"{row[3]}-{row[2] or row[1]}"[:60]


def turns(uid: str, rows: list[Row]) -> list[Any]:
    return [pytest.param(uid, row, id=row_id(row)) for row in rows]


@pytest.mark.parametrize(
    ("uid", "row"), turns("pods", PODS_TURNS) + turns("dendria", DENDRIA_TURNS)
)
def test_what_is_said_of_a_turn(uid: str, row: Row) -> None:
    variants, where, text, code, params = row
    rules = get_rules(uid)
    position = position_of(rules, variants, where)
    draft = rules.interpret(position, text)
    assert (draft.code, draft.params) == (code, params)
    assert draft.message
    if draft.turn is not None:
        assert rules.write(draft.turn) == text
    elif draft.valid:
        assert draft.complete == -1
    else:
        assert not draft.can_render
        with pytest.raises(MoveError) as caught:
            draft.fail()
        assert (caught.value.code, caught.value.params) == (code, params)


@pytest.mark.parametrize(
    ("uid", "row"), turns("pods", PODS_POSITIONS) + turns("dendria", DENDRIA_POSITIONS)
)
def test_why_a_text_is_no_position(uid: str, row: Row) -> None:
    variants, text, _, code, params = row
    with pytest.raises(PositionError) as caught:
        new_game(uid, variants, position=text)
    assert caught.value.code == code
    assert params.items() <= caught.value.params.items()
    assert caught.value.message


@pytest.mark.parametrize("row", TRUSTED, ids=row_id)
def test_trusted_texts_are_turns_of_the_board(row: Row) -> None:
    variants, where, text, code, params = row
    game = new_game("dendria", variants, position=where or None)
    with pytest.raises(MoveError) as caught:
        game.move(text, trusted=True)
    assert (caught.value.code, caught.value.params) == (code, params)
    assert len(game.stack) == 1


def test_each_code_has_a_row() -> None:
    rows = [*PODS_TURNS, *PODS_POSITIONS, *DENDRIA_TURNS, *DENDRIA_POSITIONS, *TRUSTED]
    said = {code for _, _, _, code, _ in rows}
    # What cells, saved plies, variants, the chat, the sidebar, legends and editors say is told elsewhere.
    elsewhere = re.compile(
        r"\w+\.(variant|state|chat|sidebar|button|phrase|solo|legend|held|choice)\..*"
        r"|\w+\.cell\.(?!unknown|not-here).*"
    )
    known = {code for code in (*PODS_SENTENCES, *DENDRIA) if not elsewhere.fullmatch(code)}
    assert known - said == set()


def test_where_a_game_of_pods_is_just_not_over() -> None:
    # The empty cell in the middle has three neighbours of each player.
    game = new_game("pods", position=f"{pods_rows('W' * 63 + '1' + 'w' * 63)} 1")
    assert [game.player_score(n) for n in (1, 2)] == [63, 63]
    with pytest.raises(PositionError) as caught:
        new_game("pods", position=f"{pods_rows('W' * 64 + '1' + 'w' * 62)} 1")
    assert caught.value.code == "pods.position.over"


def test_why_a_module_is_misplaced_and_who_would_place_it() -> None:
    for text, code, reason in (
        ("1,0 D", "misplaced", "dendria.construct.first"),
        ("0,0;1,1 L", "misplaced", "dendria.construct.overlap"),
        ("0,0;4,-1 L", "misplaced", "dendria.construct.touch"),
        ("0,0 L", "wrong-side", "dendria.phrase.dark"),
        ("0,0;-2,3 D", "wrong-side", "dendria.phrase.light"),
    ):
        with pytest.raises(PositionError) as caught:
            new_game("dendria", RING, position=text)
        assert caught.value.code == f"dendria.construction.{code}"
        given = caught.value.params["side" if code == "wrong-side" else "reason"]
        assert given.code == reason
