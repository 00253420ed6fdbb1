"""Dendria positions at their worst: almost full boards on which conversions abound.

Nothing like them comes up in play. They are made at random from a seed, so a figure can be looked
into again; ``stress_positions(seed, number)`` gives a mixture of all kinds.
"""

import random
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from abstractplay_hex.board import cells_in, hexagon
from abstractplay_hex.games.dendria.boards import Board, fixed
from abstractplay_hex.games.dendria.checks import convert, partial_turn_of
from abstractplay_hex.games.dendria.construction import begin_construction, random_construction
from abstractplay_hex.games.dendria.continuations import open_conversions
from abstractplay_hex.games.dendria.movegen import random_turn
from abstractplay_hex.games.dendria.notation import Conversion, Sow, SpriteMove, Turn
from abstractplay_hex.games.dendria.partial_turn import PartialTurn, started
from abstractplay_hex.games.dendria.playing import after
from abstractplay_hex.games.dendria.position import DendriaPosition, position_of
from abstractplay_hex.games.dendria.variants import board_choice

Maker: TypeAlias = Callable[[random.Random], DendriaPosition]


def some_board(rng: random.Random) -> Board:
    """Return a fixed board of any size, or a modular one of 7 to 19 modules."""
    if rng.random() < 0.6:
        return fixed(rng.randint(5, 9))
    modules = rng.choice((7, 10, 13, 16, 19, 19))
    building = begin_construction(board_choice([f"modular-{modules}", "solo"]))
    for centre in random_construction(building, rng):
        building = building.place(centre)
    return building.board()


def _of(board: Board, at: dict[int, tuple[int, int]], rng: random.Random) -> DendriaPosition:
    """Return the position with kind (0 seed, 1 sprite, 2 tree) and index of the player by cell."""
    masks = [[0, 0], [0, 0], [0, 0]]
    for cell, (kind, player) in at.items():
        masks[kind][player] |= 1 << cell
    seeds, sprites, trees = ((a, b) for a, b in masks)
    return position_of(board, seeds, sprites, trees, rng.choice((1, 2)))


def filled(rng: random.Random) -> DendriaPosition:
    """Fill 50 to 97 % of a board with all kinds of pieces in varying shares."""
    board = some_board(rng)
    density = rng.choice((0.5, 0.6, 0.7, 0.8, 0.9, 0.94, 0.97))
    shares = [rng.choice((0.3, 1, 2)), rng.choice((0.05, 0.2, 0.6)), rng.choice((0.05, 0.3, 1))]
    dark = rng.choice((0.3, 0.5, 0.5, 0.7))
    cells = rng.sample(board.layout.order, round(density * len(board.layout.order)))
    return _of(
        board,
        {c: (rng.choices((0, 1, 2), shares)[0], int(rng.random() > dark)) for c in cells},
        rng,
    )


def giant_forest(rng: random.Random) -> DendriaPosition:
    """One player owns a forest so large that no limit keeps anybody from summoning."""
    board = some_board(rng)
    order = board.layout.order
    size = round(rng.uniform(0.15, 0.5) * len(order))
    forest = 1 << rng.choice(order)
    while forest.bit_count() < size:
        forest |= 1 << rng.choice(list(cells_in(board.layout.neighbours(forest) & ~forest)))
    owner = rng.choice((0, 1))
    at = dict.fromkeys(cells_in(forest), (2, owner))
    sprites, share = rng.choice((0.03, 0.1, 0.2)), rng.uniform(0.3, 0.7)
    for cell in order:
        if cell not in at and rng.random() < rng.choice((0.8, 0.9, 0.97)):
            at[cell] = (int(rng.random() < sprites), int(rng.random() < share))
    position = _of(board, at, rng)
    return _for(position, owner + 1)


def _for(position: DendriaPosition, side: int) -> DendriaPosition:
    return position_of(position.board, position.seeds, position.sprites, position.trees, side)


def independent(rng: random.Random) -> DendriaPosition:
    """Many single seeds and small groups to be fertilized apart, in a sea of the other's seeds."""
    board = some_board(rng)
    layout = board.layout
    own = 0
    for cell in rng.sample(layout.order, len(layout.order)):
        if rng.random() < 0.8 and not layout.adjacent[cell] & own:
            own |= 1 << cell
    rim = board.coast & ~own
    holes = sum(1 << c for c in cells_in(rim) if rng.random() < rng.choice((0.2, 0.7)))
    at = dict.fromkeys(cells_in(own), (0, 0))
    for cell in cells_in(board.land & ~own & ~holes):
        at[cell] = (int(rng.random() < 0.1), int(rng.random() < 0.8))
    return _for(_of(board, at, rng), 1)


def striped(rng: random.Random) -> DendriaPosition:
    """Forests of both players in stripes, to be captured one after the other, and seeds between."""
    board = some_board(rng)
    at = {}
    width = rng.choice((2, 3))
    for cell in board.layout.order:
        _, r = board.layout.axial[cell]
        if rng.random() < 0.93:
            tree = r % width == 0
            sprite = rng.random() < 0.12
            at[cell] = (1 if sprite else 2 if tree else 0, int(rng.random() < 0.5))
    return _of(board, at, rng)


def inward(rng: random.Random) -> DendriaPosition:
    """Sprites on the rim of a full board with a few empty cells before them, inland.

    Nothing can be sown and every move recovers energy: without a fertilization only the pass is
    left, however much there is to summon.
    """
    board = some_board(rng)
    player = rng.choice((0, 1))
    at: dict[int, tuple[int, int]] = {}
    holes = 0
    for cell in rng.sample(list(cells_in(board.coast)), rng.randint(1, 4)):
        tracks = [
            t for t in board.tracks[cell] if t.bit_count() > 3 and not t & board.coast & holes
        ]
        if not tracks or holes >> cell & 1:
            continue
        inland = sorted(cells_in(rng.choice(tracks)), key=lambda c: abs(c - cell))
        inland = [c for c in inland if not (board.coast >> c & 1 or c in at)]
        for hole in inland[: rng.randint(1, 4)]:
            holes |= 1 << hole
        at[cell] = (1, player)
    shares = [1.0, rng.choice((0.0, 0.02, 0.1)), rng.choice((0.02, 0.1, 0.3))]
    own = rng.choice((0.3, 0.5, 0.7))
    for cell in cells_in(board.land & ~holes):
        if cell not in at:
            kind = rng.choices((0, 1, 2), shares)[0]
            at[cell] = (kind, player if rng.random() < own else 1 - player)
    return _for(_of(board, at, rng), player + 1)


def played(rng: random.Random) -> DendriaPosition:
    """Play at random, of some turns the one with most conversions, into a crowded board."""
    board = some_board(rng)
    position = position_of(board)
    for _ in range(round(rng.uniform(0.5, 1.6) * len(board.layout.order))):
        turns = [random_turn(position, rng) for _ in range(3)]
        turn = max(
            turns, key=lambda t: t.text.count("=") * (rng.random() < 0.6) - (t.text == "pass")
        )
        there = after(position, turn)
        assert isinstance(there, DendriaPosition)
        if there.over:
            break
        position = there
    return position


MAKERS: Final[tuple[Maker, ...]] = (filled, filled, giant_forest, inward, independent, striped)


def stress_positions(seed: int, number: int) -> Iterator[DendriaPosition]:
    """Yield positions of all kinds, the same ones for the same *seed*."""
    for n in range(number):
        rng = random.Random(f"{seed}-{n}")
        maker = played if n % 12 == 11 else MAKERS[n % len(MAKERS)]
        yield maker(rng)


def twelve_open_conversions() -> DendriaPosition:
    """Return a position where every sow leaves twelve groups to fertilize in any combination."""
    board = fixed(7)
    layout = board.layout
    dark = [layout.index((q, r)) for q, r in hexagon(6) if not (q % 2 or r % 2)][:12]
    seeds = sum(1 << c for c in dark)
    rim = board.coast & ~layout.neighbours(seeds)
    last = layout.order[-1]
    light = board.land & ~seeds & ~rim
    return position_of(board, (seeds, light), (1 << last, 0))


def longest_turn(position: DendriaPosition, rng: random.Random) -> Turn | None:
    """Return a turn that converts as long as anything is open, from one of many actions."""
    name = position.board.layout.name
    best: PartialTurn | None = None
    for _ in range(4):
        action = random_turn(position, rng)
        if action.text == "pass":
            continue
        assert isinstance(action, Sow | SpriteMove)
        now = partial_turn_of(position, action)
        while kinds := open_conversions(now):
            cell = rng.choice(list(kinds))
            now = convert(now, Conversion(name[cell], rng.choice(kinds[cell])))
        if now.legal and (best is None or len(now.turn.text) > len(best.turn.text)):
            best = now
    return best.turn if best else None


def texts(position: DendriaPosition, rng: random.Random) -> list[str]:
    """Return whole turns with many conversions, and where such a turn was typed in part."""
    name = position.board.layout.name
    found = [random_turn(position, rng).text for _ in range(3)]
    longest = longest_turn(position, rng)
    if longest is not None:
        found.append(longest.text)
    for text in found[:]:
        items = text.split(",")
        if len(items) > 1:
            found.append(",".join(items[: rng.randrange(1, len(items))]))
    found += [f"{text}," for text in found if text != "pass"]
    found += [f"{text}-" for text in found if text.endswith(",")]
    for cell in list(cells_in(position.sprites[position.side - 1]))[:6]:
        found.append(f"{name[cell]}-")
        for end, _, capture in started(position, cell).reachable()[:6]:
            step = f"{name[cell]}{'x' if capture else '-'}{name[end]}"
            found += [step, f"{step},", f"{step},-"]
    return found


__all__ = ["longest_turn", "stress_positions", "texts", "twelve_open_conversions"]
