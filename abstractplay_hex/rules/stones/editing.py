"""Positions of games with stones, set up by hand."""

from functools import partial
from typing import Any

from abstractplay_hex.rules.editing import Editing, choice, held, side_choice
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.rules.stones.position import LETTERS, more_of, read_position, write_position


def stone_editing(rules: Any, setup: Setup) -> Editing[Any]:
    """Return how positions of a game are set up: a stone of any seat on any cell.

    What a position remembers beyond its stones can be any number.
    """
    start = rules.initial(setup)
    more = more_of(type(start))
    stones = (
        held(LETTERS[seat - 1], "stones.held", seat, player=seat)
        for seat in range(1, start.seats + 1)
    )
    return Editing(
        rules=rules,
        read=partial(read_position, start=start),
        empty=write_position(start.with_stones(start.layout.land, 0)),
        held=(held("", "editing.empty"), *stones),
        choices=(
            side_choice(start.seats),
            *(choice(name, "stones.number", field=name) for name in more),
        ),
    )
