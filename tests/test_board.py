"""Cells as bits: what is worked out for a whole board at once, against loops over single cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abstractplay_hex.board import Layout, cells_in, hexagon, hexagon_names, lowest, picked, step
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
    for cell in layout.order:
        empties = pieces = waters = 0
        for d in range(6):
            place = layout.axial[cell]
            while True:
                place = step(place, d)
                at = layout.index(place) if place in layout.axial.values() else None
                if at is None:
                    waters += 1
                    break
                if occupied >> at & 1:
                    pieces |= 1 << at
                    break
                empties |= 1 << at
        assert board.look(cell, occupied) == (empties, pieces, waters > 0)
        assert (once >> cell & 1, twice >> cell & 1) == (waters > 0, waters > 1)
