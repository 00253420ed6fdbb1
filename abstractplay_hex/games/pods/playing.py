"""What a turn of Pods does, as a host tells it."""

from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.movegen import Placement, Turn, after, outcome, turn_text
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.plies.results import Move, Place, Result, ending
from abstractplay_hex.rules.interface import Played


def play(position: PodsPosition, turn: Turn) -> Played[PodsPosition]:
    """Play a legal turn."""
    name = LAYOUT.name
    results: tuple[Result, ...]
    if isinstance(turn, Placement):
        results = (Place(where=name[turn.cell]),)
    else:
        results = (Move(start=name[turn.start], to=name[turn.end]),)
    then = after(position, turn)
    winners = outcome(then)
    if winners is not None:
        results += ending(*winners)
    return Played(then, results, turn_text(turn))
