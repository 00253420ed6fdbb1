"""Every legal turn of random positions, made by clicks alone: ``python -m tests.clicks``.

For each kind of board so many positions are made at random (``--positions``, 2,000 by default); each
legal turn is then put together by clicks on the cells that it names, in that order. A piece that became
the other kind is clicked again. A turn is unreachable if that does not lead to the position after it.
Where there are too many turns, some of them are drawn at random: no position is left out.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

from attrs import define, field

from abstractplay_hex.board import Place
from abstractplay_hex.games.dendria.boards import fixed, modular
from abstractplay_hex.games.dendria.construction import (
    Construction,
    begin_construction,
    random_construction,
)
from abstractplay_hex.games.dendria.notation import Construct
from abstractplay_hex.games.dendria.plane import plane_of
from abstractplay_hex.games.dendria.position import position_of
from abstractplay_hex.games.dendria.rules import DendriaRules
from abstractplay_hex.games.dendria.variants import board_choice
from abstractplay_hex.games.pods.influence import LAYOUT
from abstractplay_hex.games.pods.rules import PodsRules
from abstractplay_hex.rules.interface import AnyRules, Click
from tests.test_dendria_oracle import crowded, ragged_land, scattered
from tests.test_stones import GAMES, begin

MOST_TURNS = 600
"""Where there are more legal turns, so many random ones are made instead of all."""
MOST_ISLANDS = 1
"""Whole islands that are tried at each of the empty seas: a ``solo`` turn can build far too many."""
PARTS = re.compile(
    r"m(?P<centre>-?\d+,-?\d+)|(?P<cell>(?!x[a-z])[a-z]+\d+)(?P<kind>=[st])?|^(?P<call>[a-z]+)$"
)

PODS, DENDRIA = PodsRules(), DendriaRules()


@define
class Clicker:
    """Makes turns at one position; what a click made of a text is remembered."""

    rules: AnyRules
    position: Any
    _known: dict[tuple[str, Click], str] = field(factory=dict, init=False)

    def make(self, text: str) -> str:
        """Return what clicks on the parts of a turn lead to."""
        so_far = ""
        for part in PARTS.finditer(text):
            if part["call"]:
                so_far = self._clicked(so_far, Click(None, part["call"]))
                continue
            click = Click(self._place(so_far, part["centre"], part["cell"]))
            so_far = self._clicked(so_far, click)
            if part["kind"] and not so_far.endswith(part[0]):
                so_far = self._clicked(so_far, click)
        return so_far

    def _clicked(self, text: str, click: Click) -> str:
        key = text, click
        if key not in self._known:
            draft = self.rules.interpret(self.position, text)
            self._known[key] = (
                self.rules.click(self.position, draft, click) or "" if draft.valid else text
            )
        return self._known[key]

    def _place(self, text: str, centre: str | None, cell: str | None) -> Place:
        if centre is not None:
            shown = self.rules.shown(self.position, self.rules.interpret(self.position, text))
            q, r = map(int, centre.split(","))
            return plane_of(shown).places[q, r]
        layout = layout_of(self.rules, self.position)
        place: Place = layout.place[layout.cell[cell]]
        return place

    def reaches(self, turn: Any) -> bool:
        """Say whether clicks lead to where *turn* does."""
        made = self.rules.interpret(self.position, self.make(self.rules.write(turn))).turn
        if made is None:
            return False
        after = self.rules.after
        return bool(after(self.position, made) == after(self.position, turn))


def layout_of(rules: AnyRules, position: Any) -> Any:
    """Return what knows the names of a position's cells."""
    if isinstance(rules, PodsRules):
        return LAYOUT
    return position.board.layout if isinstance(rules, DendriaRules) else position.layout


# ---- positions ---------------------------------------------------------------------------------


def in_play(rules: AnyRules, start: Any, rng: random.Random, most: int) -> Any:
    """Return a position that came up in random play."""
    position = start
    for _ in range(rng.randint(0, most)):
        turn = rules.random_turn(position, rng)
        if turn is None:
            break
        there = rules.after(position, turn)
        if rules.outcome(there) is not None:
            break
        position = there
    return position


def on_land(board: Callable[[random.Random], Any]) -> Callable[[random.Random], Any]:
    """Return a maker of Dendria's positions: played, sparse or nearly full."""

    def make(rng: random.Random) -> Any:
        here = board(rng)
        if rng.random() < 0.4:
            return in_play(DENDRIA, position_of(here), rng, 60)
        return rng.choice((crowded, scattered))(here, rng)

    return make


def on_hexagon(side: int, rng: random.Random) -> tuple[AnyRules, Any]:
    """Return a position on a fixed board."""
    return DENDRIA, on_land(lambda _: fixed(side))(rng)


def sea(rng: random.Random, *solo: str) -> Construction:
    """Return an empty sea, for any number of modules."""
    return begin_construction(board_choice([f"modular-{rng.randint(7, 19)}", *solo]))


def building(rng: random.Random) -> Construction:
    """Return an island that two players are building."""
    island = sea(rng)
    for _ in range(rng.randrange(island.total)):
        island = island.place(rng.choice(island.legal_centres()))
    return island


def stones(rng: random.Random) -> tuple[AnyRules, Any]:
    """Return a position of one of the games with stones: hexagons, triangles, rhombi."""
    game = begin(rng.choice(GAMES))
    return game.rules, in_play(game.rules, game.looked_at.position, rng, 40)


KINDS: dict[str, Callable[[random.Random], tuple[AnyRules, Any]]] = {
    "pods": lambda rng: (PODS, in_play(PODS, PODS.initial(PODS.setup()), rng, 90)),
    **{f"dendria-size-{side}": partial(on_hexagon, side) for side in range(5, 10)},
    "dendria-modular": lambda rng: (DENDRIA, on_land(lambda r: modular(ragged_land(r)))(rng)),
    "dendria-building": lambda rng: (DENDRIA, building(rng)),
    "dendria-solo": lambda rng: (DENDRIA, sea(rng, "solo")),
    "stones": stones,
}


def turns_of(rules: AnyRules, position: Any, rng: random.Random) -> list[Any]:
    """Return the legal turns, or random ones if they are too many; of whole islands some."""
    if isinstance(position, Construction) and position.solo:
        return [Construct(random_construction(position, rng)) for _ in range(MOST_ISLANDS)]
    turns = list(islice(rules.legal_turns(position), MOST_TURNS + 1))
    if len(turns) > MOST_TURNS:
        return [rules.random_turn(position, rng) for _ in range(MOST_TURNS)]
    return turns


def positions(kind: str, number: int, seed: int = 0) -> Iterator[tuple[AnyRules, Any, list[Any]]]:
    """Yield random positions of a kind, with the legal turns of each."""
    rng = random.Random(f"{kind} {seed}")
    while number:
        rules, position = KINDS[kind](rng)
        turns = turns_of(rules, position, rng)
        if turns:
            number -= 1
            yield rules, position, turns


def unreachable(rules: AnyRules, position: Any, turns: list[Any]) -> list[str]:
    """Return those of the legal turns that no clicks on what they name lead to."""
    clicker = Clicker(rules, position)
    return [rules.write(turn) for turn in turns if not clicker.reaches(turn)]


def main() -> int:
    """Try all kinds of boards and write a line of each; the status is 1 if a turn is unreachable."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=2000, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), metavar="KIND")
    given = parser.parse_args()
    missed = 0
    for kind in given.kinds:
        begun, made, lost = perf_counter(), 0, 0
        for rules, position, turns in positions(kind, given.positions, given.seed):
            made += len(turns)
            for text in unreachable(rules, position, turns):
                lost += 1
                print(f"unreachable: {rules.position_text(position)}: {text}")
        missed += lost
        seconds = perf_counter() - begun
        print(
            f"{kind}: {given.positions} positions, {made} turns, {lost} unreachable, {seconds:.0f} s"
        )
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
