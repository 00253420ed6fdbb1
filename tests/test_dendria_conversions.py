"""What actions open, found thing by thing for all ends at once, against a look at each end by itself."""

from collections.abc import Iterator
from itertools import islice

import pytest

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.dendria.interpret import play_checked
from abstractplay_hex.games.dendria.movegen.conversion_candidates import (
    Candidates,
    hiding,
    of_moves,
    of_sows,
)
from abstractplay_hex.games.dendria.movegen.conversions import Stop, Survey
from abstractplay_hex.games.dendria.movegen.lines import context_of, reaches, sowable
from abstractplay_hex.games.dendria.movegen.move_context import MoveContext
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.rules import DendriaRules
from tests.bench.dendria_samples import samples
from tests.bench.dendria_stress import stress_positions, twelve_open_conversions

RULES = DendriaRules()


def positions(number: int) -> Iterator[DendriaPosition]:
    """Yield positions as they come up, and as many made up to be hard."""
    found = samples()
    yield from (s.position for s in found[:: max(1, len(found) // number)])
    yield from stress_positions(4, number)


def by_itself(lifted: MoveContext, bit: int, captures: int, summoning: bool) -> Survey:
    """Return what can be converted when the piece that acts stands on *bit*."""
    sowing = lifted.start < 0
    stop = Stop(lifted, bit.bit_length() - 1, 0 if sowing else bit & ~captures, sowing)
    seeds, sprites = lifted.seeds, lifted.sprites
    if sowing:
        seeds |= bit
    else:
        sprites |= bit
    return stop.survey(
        seeds, sprites, lifted.trees, lifted.enemy_seeds, lifted.enemy_trees, summoning
    )


def compare(
    candidates: Candidates, lifted: MoveContext, ends: int, captures: int, summoning: bool
) -> tuple[int, int, int]:
    """Compare each end; return how often something was to be fertilized, captured and summoned."""
    fertilized = captured = called = 0
    for cell in cells_in(ends | captures):
        bit = 1 << cell
        wanted = by_itself(lifted, bit, captures, summoning)
        if any(wanted[:3]):
            assert candidates.ends & bit
            assert candidates.survey(bit)[:3] == wanted[:3]
            fertilized += bool(wanted[0])
            captured += bool(wanted[1])
            called += bool(wanted[2])
        else:
            assert not candidates.ends & bit
    return fertilized, captured, called


@pytest.mark.parametrize("summoning", [True, False])
def test_all_ends_together_are_each_end_by_itself(summoning: bool) -> None:
    sown, moved = [0, 0, 0], [0, 0, 0]
    for position in positions(60):
        context = context_of(position)
        cells = sowable(context)
        candidates = of_sows(context, cells, summoning)
        sown = [
            a + b
            for a, b in zip(sown, compare(candidates, context, cells, 0, summoning), strict=True)
        ]
        for start in cells_in(context.sprites):
            lifted = context.without(start)
            ends = captures = 0
            for track, captured in reaches(context, start):
                ends |= track
                captures |= captured
            ends &= ~context.occupied
            candidates = of_moves(lifted, ends, captures, summoning)
            counts = compare(candidates, lifted, ends, captures, summoning)
            moved = [a + b for a, b in zip(moved, counts, strict=True)]
    # All three kinds came up, of sows and of moves.
    assert min(sown) > 20
    assert min(moved) > 20


def test_every_choice_among_many_groups() -> None:
    position = twelve_open_conversions()
    turns = [turn for turn in islice(RULES.legal_turns(position), 6000) if "=" in turn.text][
        : 1 << 12
    ]
    first = [turn for turn in turns if turn.text.startswith(turns[0].text.split(",")[0] + ",")]
    assert len(first) == (1 << 12) - 1
    results = {RULES.after(position, turn) for turn in first}
    assert len(results) == len(first)
    assert all(play_checked(position, turn).text == turn.text for turn in first[::97])
    assert {turn.text.count("=") for turn in first} == set(range(1, 13))


def test_hiding() -> None:
    met = 0
    for position in positions(60):
        context, board = context_of(position), position.board
        empty = board.land & ~context.occupied
        for group, around in context.forests:
            liberties = around & empty
            found = hiding(board, context.guarding, liberties)
            for cell in cells_in(empty):
                now = board.watched(context.enemy_sprites, context.occupied | 1 << cell)
                before = board.watched(context.enemy_sprites, context.occupied)
                lost = liberties & before & ~now & ~(1 << cell)
                assert bool(found >> cell & 1) == bool(lost), group
                met += bool(lost)
    assert met
