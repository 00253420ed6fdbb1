"""Checks of what search asks: values of positions and of turns."""

from itertools import islice
from math import isfinite
from typing import Any

from abstractplay_hex.testing.harness import LISTED, Harness, Playthrough
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import shown


def _in_range(h: Harness, what: str, values: Any) -> None:
    good = [type(v) in (int, float) and isfinite(v) and -1 <= v <= 1 for v in values]
    h.need(all(good), f"{what} {shown(values)}")


@check(
    "Rules: evaluate — a value for each seat, from −1 (lost) to 1 (won)",
    "Return a finite number from −1 to 1 for each seat from evaluate; squash larger ones.",
)
def evaluate_in_range(h: Harness, position: Any) -> None:
    """evaluate gives each seat a finite value from −1 to 1, the same each time."""
    values = h.rules.evaluate(position)
    h.same(len(values), h.here.setup.seats, "number of values")
    _in_range(h, "evaluate gives", values)
    h.same(h.rules.evaluate(position), values, "evaluate, asked again")


@check(
    "Rules: evaluate, outcome — who has won is worth more",
    "Ask outcome first in evaluate, and give its winners the higher values.",
    unless="no random game came to its end",
)
def evaluate_knows_the_end(h: Harness, long: Playthrough) -> None:
    """Once the game is over, winners have higher values than the others."""
    position = h.game().looked_at.position
    winners = h.rules.outcome(position)
    if winners is not None:
        h.looked = True
        values = h.rules.evaluate(position)
        _in_range(h, "evaluate gives", values)
        won = [v for seat, v in enumerate(values, 1) if seat in winners]
        lost = [v for seat, v in enumerate(values, 1) if seat not in winners]
        sane = not won or not lost or min(won) > max(lost)
        h.need(sane, f"{shown(winners)} have won, but evaluate gives {shown(values)}")


@check(
    "Rules: rank — legal turns with their values, best first",
    "Yield (turn, value) from rank for legal turns, each once, the highest value first.",
)
def rank_legal_sorted(h: Harness) -> None:
    """rank gives legal turns, each once, with values from −1 to 1 that never rise."""
    rules = h.rules
    # Of a game with very many turns, one position amid play is enough to wait for.
    some = slice(None) if h.listable else slice(1, 2)
    for position in islice(h.positions(few=True), some.start, some.stop):
        ranked = list(islice(rules.rank(position), LISTED))
        legal = {rules.write(t) for t in islice(rules.legal_turns(position), LISTED + 1)}
        texts = [rules.write(turn) for turn, _ in ranked]
        values = [value for _, value in ranked]
        h.need(ranked or not legal, "rank gives nothing where there are turns")
        h.need(len(set(texts)) == len(texts), "rank gives a turn twice")
        strange = sorted(set(texts) - legal)[:3] if len(legal) <= LISTED else []
        h.need(not strange, f"rank gives {shown(strange)}, which legal_turns does not yield")
        _in_range(h, "rank gives the values", values)
        h.need(values == sorted(values, reverse=True), "values of rank rise")
