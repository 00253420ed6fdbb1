"""The board: coordinates and names there and back, texts by rows, sets of cells, cells as bits against loops."""

import itertools
from itertools import pairwise
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abstractplay_hex.board import (
    DIRECTIONS,
    Axial,
    Direction,
    Grid,
    Layout,
    Offset,
    RowFault,
    cells_in,
    conhex_cells,
    conhex_grid,
    connected,
    direction_between,
    distance,
    flood,
    groups,
    hexagon,
    hexagon_grid,
    hexagon_names,
    letters,
    lowest,
    named_place,
    offset_names,
    picked,
    place_name,
    read_rows,
    rectangle_grid,
    row_number,
    settled,
    slanted_grid,
    step,
    surroundings,
    triangle_grid,
    write_rows,
)
from abstractplay_hex.games.dendria.boards import Board, fixed, modular

HEXAGON = Layout(hexagon(4), hexagon_names(hexagon(4)))
#: A ring with a lagoon and an arm, so that rows begin and end anywhere.
RING = modular(frozenset([*(step((0, 0), d) for d in range(6)), (2, 0), (3, 0), (4, -1), (4, -2)]))

masks = st.integers(0, (1 << 200) - 1)


@given(masks)
def test_cells_of_a_mask(mask: int) -> None:
    cells = [c for c in range(200) if mask >> c & 1]
    assert list(cells_in(mask)) == cells
    assert list(picked(mask, range(200))) == cells
    if mask:
        assert lowest(mask) == cells[0]


@given(st.sampled_from([HEXAGON, RING.layout, fixed(5).layout]), masks, masks)
def test_neighbours_and_groups(layout: Layout, some: int, others: int) -> None:
    some, others = some & layout.land, others & layout.land
    at = {place: cell for cell, place in layout.axial.items()}
    near = {
        c: {at[n] for d in range(6) if (n := step(layout.axial[c], d)) in at} for c in at.values()
    }
    assert set(cells_in(layout.neighbours(some))) == set().union(*(near[c] for c in cells_in(some)))

    reached, todo = set(), list(cells_in(some))
    seen = set(todo)
    while todo:
        cell = todo.pop()
        if others >> cell & 1:
            reached.add(cell)
        for beside in near[cell] - seen:
            if others >> beside & 1:
                seen.add(beside)
                todo.append(beside)
    assert set(cells_in(layout.flood(some, others))) == reached

    groups = layout.groups(some)
    assert sum(groups) == some
    for group in groups:
        assert layout.flood(group & -group, some) == group


@pytest.mark.parametrize("board", [fixed(5), fixed(9), RING], ids=repr)
@given(occupied=masks)
def test_looking(board: Board, occupied: int) -> None:
    layout = board.layout
    occupied &= board.land
    once, twice = board.water_seen(occupied)
    cells = {*layout.axial.values()}
    for cell in layout.order:
        empties = pieces = waters = 0
        for d in range(6):
            place = layout.axial[cell]
            while True:
                place = step(place, d)
                at = layout.index(place) if place in cells else None
                if at is None:
                    waters += 1
                    break
                if occupied >> at & 1:
                    pieces |= 1 << at
                    break
                empties |= 1 << at
        assert board.look(cell, occupied) == (empties, pieces, waters > 0)
        assert (once >> cell & 1, twice >> cell & 1) == (waters > 0, waters > 1)


# ---- coordinates and names -----------------------------------------------------------------------

places = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@given(st.sampled_from(Offset), places, st.sampled_from(Direction))
def test_offset_and_axial_coordinates(offset: Offset, place: Axial, direction: Direction) -> None:
    cell = offset.axial_of(place)
    assert offset.place_of(cell) == place
    # Neighbours on the plane are neighbours in the rectangle: the same line or the next one.
    (row, col), (there, across) = place, offset.place_of(step(cell, direction))
    along, beside = (there - row, across - col) if offset.pointed else (across - col, there - row)
    assert (abs(along), abs(beside)) in {(0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(
    ("offset", "places"),
    [  # around (2, 2), clockwise from the direction that axial coordinates call north-east
        (Offset.EVEN_R, [(1, 3), (2, 3), (3, 3), (3, 2), (2, 1), (1, 2)]),
        (Offset.ODD_R, [(1, 2), (2, 3), (3, 2), (3, 1), (2, 1), (1, 1)]),
        (Offset.EVEN_Q, [(2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (1, 2)]),
        (Offset.ODD_Q, [(1, 3), (2, 3), (3, 2), (2, 1), (1, 1), (1, 2)]),
    ],
)
def test_neighbours_in_rectangles(offset: Offset, places: list[Axial]) -> None:
    middle = offset.axial_of((2, 2))
    assert [offset.place_of(step(middle, d)) for d in range(6)] == places
    grid = rectangle_grid(5, 5, offset)
    x, y = grid.spot((2, 2))
    for there, across in map(grid.spot, places):  # half cells along, whole lines across
        away = (abs(there - x), abs(across - y))
        assert away in ({(2, 0), (1, 1)} if offset.pointed else {(0, 2), (1, 1)})


@given(st.integers(0, 20000))
def test_row_letters(n: int) -> None:
    assert row_number(letters(n)) == n
    assert [letters(i) for i in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]


@given(st.integers(1, 900), st.data())
def test_names_of_places(height: int, data: st.DataObject) -> None:
    place = data.draw(st.tuples(st.integers(0, height - 1), st.integers(0, 900)))
    assert named_place(place_name(place, height), height) == place


def test_texts_that_name_no_place() -> None:
    assert place_name((0, 2), 8) == "h3"
    assert named_place("h3", 8) == (0, 2)
    for text in ("", "h", "3", "h0", "h03", "i3", "H3", "h3 ", "h-3", "h\u0663", "h99999", "aaaa1"):
        assert named_place(text, 8) is None, text


shapes = st.sets(places, min_size=1, max_size=40)


@given(shapes)
def test_settled_cells_have_the_names_they_had(cells: set[Axial]) -> None:
    moved = settled(cells)
    assert settled(moved) == moved
    there = [Offset.EVEN_R.place_of(cell) for cell in moved]
    assert min(col for _, col in there) == 0
    assert min(row for row, _ in there) in (0, 1)
    before, after = offset_names(cells), offset_names(moved)
    assert (sorted(before[0].values()), before[2:]) == (sorted(after[0].values()), after[2:])
    assert after[1] == dict(zip(moved, there, strict=True))


@given(places, places)
def test_straight_lines(a: Axial, b: Axial) -> None:
    found = direction_between(a, b)
    on_a_line = [d for d in Direction if a != b and step(a, d, distance(a, b)) == b]
    assert ([] if found is None else [found]) == on_a_line


# ---- rows as front ends count them ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "widths", "corners"),
    [
        (hexagon_grid(2, 3), (2, 3, 2), ("c1", "c2", "a1", "a2")),
        (hexagon_grid(2, 4, "top"), (2, 3, 4), ("c1", "c2", "a1", "a4")),
        (hexagon_grid(2, 4, "bottom"), (4, 3, 2), ("c1", "c4", "a1", "a2")),
        (hexagon_grid(2, 4, alternating=True), (2, 3, 4, 3), ("d1", "d2", "a1", "a3")),
        (slanted_grid(4, 2), (4, 4), ("a2", "d2", "a1", "d1")),
        (triangle_grid(2, 3), (3, 3), ("b1", "b3", "a1", "a3")),
        (triangle_grid(2, 4), (3, 5, 5, 3), ("d1", "d3", "a1", "a3")),
        (rectangle_grid(3, 8, Offset.EVEN_Q), (3,) * 8, ("h1", "h3", "a1", "a3")),
    ],
)
def test_grids(grid: Grid, widths: tuple[int, ...], corners: tuple[str, ...]) -> None:
    assert grid.widths == widths
    last = grid.height - 1
    at = [(0, 0), (0, widths[0] - 1), (last, 0), (last, widths[-1] - 1)]
    assert tuple(map(grid.name, at)) == corners
    everywhere = list(grid.places())
    assert len({grid.spot(place) for place in everywhere}) == len(everywhere) == sum(widths)
    assert len({grid.name(place) for place in everywhere}) == len(everywhere)


@pytest.mark.parametrize("side", range(2, 8))
def test_a_hexagons_places_are_those_of_its_cells(side: int) -> None:
    layout = Layout(hexagon(side), hexagon_names(hexagon(side)))
    grid = hexagon_grid(side, 2 * side - 1)
    assert list(grid.places()) == list(layout.cell_at)
    assert [grid.name(place) for place in grid.places()] == list(layout.cell)
    middle = grid.spot(layout.place[layout.order[len(layout.order) // 2]])
    for cell, (q, r) in layout.axial.items():
        x, y = grid.spot(layout.place[cell])
        assert (x - middle[0], y - middle[1]) == (2 * q + r, r)


@pytest.mark.parametrize("grid", [hexagon_grid(3, 5), hexagon_grid(3, 6, alternating=True)])
def test_sides_of_a_hexagon_meet_at_its_corners(grid: Grid) -> None:
    sides = [grid.side(name) for name in ("N", "NE", "SE", "S", "SW", "NW")]
    for one, other in zip(sides, sides[1:] + sides[:1], strict=True):
        assert one is not None
        assert other is not None
        assert one.places[-1] == other.places[0]
    assert grid.side("E") is None


def test_sides_of_rectangles() -> None:
    grid = rectangle_grid(3, 2, Offset.ODD_R)
    found = {name: grid.side(name) for name in ("N", "E", "S", "W")}
    assert {name: side and side.places for name, side in found.items()} == {
        "N": ((0, 0), (0, 1), (0, 2)),
        "E": ((0, 2), (1, 2)),
        "S": ((1, 2), (1, 1), (1, 0)),
        "W": ((1, 0), (0, 0)),
    }
    assert grid.side("NE") is None


@pytest.mark.parametrize("size", [5, 7, 11, 45])
def test_conhex_cells_fill_the_board(size: int) -> None:
    rings, grid = conhex_cells(size), conhex_grid(size)
    assert tuple(map(len, rings)) == grid.widths == (*range(2 * size - 6, 0, -4), 1)
    area, middles = 0.0, []
    for cell in itertools.chain.from_iterable(rings):
        area += sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*cell, cell[0]))) / 2
        middles.append(tuple(sum(way) / len(cell) for way in zip(*cell, strict=True)))
    assert area == (size - 1) ** 2  # clockwise, y downwards
    assert len(set(middles)) == len(middles)
    for ring, first in zip(rings, itertools.accumulate(grid.widths, initial=0), strict=False):
        (x, y), last = middles[first], middles[first + len(ring) - 1]
        assert (x, y) == min(middles[first : first + len(ring)], key=sum)  # the upper left corner
        if len(ring) > 1:
            assert last[0] < 0
            assert last[1] > y
    for wrong in (3, 8):
        with pytest.raises(ValueError, match=str(wrong)):
            conhex_cells(wrong)


# ---- position texts by rows ----------------------------------------------------------------------


class Wrong(Exception):
    pass


def refuse(fault: RowFault) -> NoReturn:
    raise Wrong(fault)


signs = st.sampled_from(["", "", "", "a", "B"])


@given(st.lists(st.lists(signs, max_size=30), min_size=1, max_size=6))
def test_rows_are_read_as_written(rows: list[list[str]]) -> None:
    text = write_rows(rows)
    if all(rows):  # a row without cells is written as nothing at all
        assert read_rows(text, "aB", [len(row) for row in rows], refuse=refuse) == rows
    if len({len(row) for row in rows}) == 1:
        assert read_rows(text, "aB", refuse=refuse) == rows


@given(st.text("0129aB/~ \n\u0663", max_size=12))
def test_only_what_is_written_is_read(text: str) -> None:
    try:
        rows = read_rows(text, "aB", refuse=refuse, limit=40)
    except Wrong:
        return
    assert write_rows(rows) == text


@pytest.mark.parametrize(
    ("text", "lengths", "fault"),
    [
        ("3", [3, 4], RowFault("rows", 0, 1, 0, 1, "", 1, 2)),
        ("3/4/5", [3, 4], RowFault("rows", 0, 3, 0, 1, "", 3, 2)),
        ("3/1x2", [3, 4], RowFault("letter", 1, 2, 1, 4, "x", 0, 0)),
        ("3/a~2", [3, 4], RowFault("letter", 1, 2, 1, 4, "~", 0, 0)),
        ("3/2a\n", [3, 4], RowFault("letter", 1, 2, 3, 5, "\n", 0, 0)),
        ("3/\u0664", [3, 4], RowFault("letter", 1, 2, 0, 3, "\u0664", 0, 0)),
        ("3/a03", [3, 4], RowFault("number", 1, 2, 1, 4, "03", 0, 0)),
        ("3/a0", [3, 4], RowFault("number", 1, 2, 1, 4, "0", 0, 0)),
        ("3/1000", [3, 4], RowFault("number", 1, 2, 0, 3, "1000", 0, 0)),
        ("3/999", [3, 4], RowFault("length", 1, 2, 999, 3, "999", 999, 4)),
        ("3/3", [3, 4], RowFault("length", 1, 2, 3, 3, "3", 3, 4)),
        ("aaaa/x", [3, 4], RowFault("length", 0, 2, 4, 1, "4", 4, 3)),
        ("/4", [3, 4], RowFault("length", 0, 2, 0, 1, "0", 0, 3)),
        ("3/4", None, RowFault("length", 1, 2, 4, 3, "4", 4, 3)),
        ("41/3", None, RowFault("long", 0, 2, 41, 1, "41", 41, 40)),
    ],
)
def test_rows_refused(text: str, lengths: list[int] | None, fault: RowFault) -> None:
    with pytest.raises(Wrong) as caught:
        read_rows(text, "aB", lengths, refuse=refuse, limit=40)
    assert caught.value.args[0] == fault
    assert fault.letter == letters(fault.rows - 1 - fault.row)


def test_numbers_of_any_length_are_only_counted() -> None:
    with pytest.raises(Wrong) as caught:
        read_rows("9" * 100, "aB", [3], refuse=refuse, digits=None)
    assert caught.value.args[0].found == int("9" * 100)


# ---- sets of cells -------------------------------------------------------------------------------

small = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=30)


@given(small)
def test_groups_of_cells(cells: set[Axial]) -> None:
    found = groups(sorted(cells))
    assert sorted(cell for group in found for cell in group) == sorted(cells)
    assert connected(cells) == (len(found) < 2)
    for group in found:
        assert flood([min(group)], cells) == group
        beside = {step(cell, d) for cell in group for d in range(6)} - group
        assert not beside & cells
    assert [min(group) for group in found] == sorted(min(group) for group in found)


@given(small.filter(bool))
def test_waters(land: set[Axial]) -> None:
    ocean, lagoons = surroundings(land)
    assert not ocean & lagoons
    assert not (ocean | lagoons) & land
    around = {step(cell, d) for cell in land for d in range(6)} - land
    assert around <= ocean | lagoons
    far = {(q, r) for q in range(-3, 10) for r in range(-3, 10)} - land
    outside = flood([(-3, -3)], far)
    assert ocean <= outside
    assert lagoons == far - outside


@given(st.sampled_from([HEXAGON, RING.layout, fixed(5).layout]), masks)
def test_distances(layout: Layout, goals: int) -> None:
    goals &= layout.land
    if not goals:
        with pytest.raises(ValueError, match="goals"):
            layout.distances(goals)
        return
    at = layout.axial
    nearest = {c: min(distance(at[c], at[g]) for g in cells_in(goals)) for c in layout.order}
    assert layout.distances(goals) == nearest


def test_directions_are_numbered_clockwise() -> None:
    assert [direction_between((0, 0), d) for d in DIRECTIONS] == list(Direction)
