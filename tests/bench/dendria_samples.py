"""What Dendria is measured on: the positions that came up in recorded games, the turns played in them.

All benchmarks take these. Nothing is chosen but every n-th of them, where all would take too long.
"""

import random
from functools import cache
from typing import Any

from attrs import frozen

from abstractplay_hex.games.dendria.movegen import legal_turns
from abstractplay_hex.games.dendria.notation import Turn, parse_turn
from abstractplay_hex.games.dendria.playing import after
from abstractplay_hex.games.dendria.position import DendriaPosition, position_from_text
from tests.bench.measure import best_of_each, games_of
from tests.oracles import dendria_plain as plain

REPEATS = 20
"""So often a turn is applied in one timing of ours, which is too short for the clock otherwise."""


@frozen
class Sample:
    """A position in play, ours and the oracle's, and what was played in it.

    :ivar number: how many turns were legal.
    """

    position: DendriaPosition
    plain: Any
    variants: list[str]
    turn: Turn
    text: str
    number: int


@cache
def samples(every: int = 1) -> list[Sample]:
    """Return one position in *every* of the recorded games, in order of games and plies.

    ``every=1`` is all of them: some 1,900 of the games beside the project, fewer of the fixtures.
    """
    found = []
    at = 0
    for game in games_of("dendria"):
        variants = game["variants"]
        for before, ply in zip(game["plies"], game["plies"][1:], strict=False):
            text, move = before["position"], ply["move"]
            if "/" not in text:
                continue  # the island is being built
            at += 1
            if at % every:
                continue
            position = position_from_text(text, variants)
            assert position.board.spending  # worked out once a board
            other = plain.parse_position(text, variants)
            number = ply["legal"] or len(plain.legal_turns(other))
            found.append(Sample(position, other, variants, parse_turn(move), move, number))
    return found


def positions(least: int, most: int, number: int = 40) -> list[DendriaPosition]:
    """Return some positions with *least* to *most* legal turns."""
    found = [s.position for s in samples() if least <= s.number <= most]
    random.Random(1).shuffle(found)
    return found[:number]


def list_ours(sample: Sample) -> None:
    """List all turns."""
    for _ in legal_turns(sample.position):
        pass


def list_plain(sample: Sample) -> None:
    """List all turns, the oracle's way."""
    plain.legal_turns(sample.plain)


def apply_ours(sample: Sample) -> None:
    """Apply the turn that was played, :data:`REPEATS` times."""
    position, turn = sample.position, sample.turn
    for _ in range(REPEATS):
        after(position, turn)


def apply_plain(sample: Sample) -> None:
    """Apply the turn that was played, the oracle's way."""
    plain.apply(sample.plain, sample.text)


def listing(found: list[Sample], rounds: int) -> tuple[list[float], list[float]]:
    """Return the seconds to list all turns of each position, ours and plain.

    What boards remember is forgotten before each pass over all positions.
    """
    ours, theirs = best_of_each(
        rounds, found, list_ours, list_plain, before=lambda: forget([s.position for s in found])
    )
    return ours, theirs


def applying(found: list[Sample], rounds: int) -> tuple[list[float], list[float]]:
    """Return the seconds to apply the turn that was played in each position, ours and plain."""
    ours, theirs = best_of_each(rounds, found, apply_ours, apply_plain)
    return [t / REPEATS for t in ours], theirs


def forget(positions: list[DendriaPosition]) -> None:
    """Forget the views that boards remember."""
    for position in positions:
        for views in position.board.views.values():
            views.clear()
