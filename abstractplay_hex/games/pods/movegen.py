"""Turns of Pods: which are legal, all of them, and playing one (rulings P1 to P5).

Functions say whether they check what they are given or trust it.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

import attrs

from abstractplay_hex.board import cells_in
from abstractplay_hex.games.pods.influence import CLAIMS, LAYOUT
from abstractplay_hex.games.pods.position import MAJORITY, PodsPosition

_LAND: Final = LAYOUT.land
_ADJACENT: Final = LAYOUT.adjacent
_NAME: Final = LAYOUT.name
_BYTE: Final = {cell: bytes((cell,)) for cell in LAYOUT.order}


@attrs.frozen
class Placement:
    """A new whale on an empty *cell* (rulings P1, P2)."""

    cell: int


@attrs.frozen
class Migration:
    """A whale's walk; only *start* and *end* matter (ruling P3)."""

    start: int
    end: int


Turn: TypeAlias = Placement | Migration


def turn_text(turn: Turn) -> str:
    """Return the notation of a turn with cells of the board: ``g7``, ``g7-h8`` (rulings P2, P3)."""
    if isinstance(turn, Placement):
        return _NAME[turn.cell]
    return f"{_NAME[turn.start]}-{_NAME[turn.end]}"


def placements(position: PodsPosition) -> int:
    """Return the mask of the cells where the side to move may place (rulings P1, P2)."""
    if not position.whales[position.side - 1]:
        return position.empty
    return position.balance[0]


# Whales walk side by side, each on a board of its own in one wide int: board after board this many
# bits apart (whole bytes), so that one step from a board's cells (bits 6 to 174, a step is at most
# 14) never meets a cell of another board.
_LANE: Final = 184
_LANE_BYTES: Final = _LANE // 8
_LANE_MASK: Final = (1 << _LANE) - 1
_SEED: Final = {cell: (1 << cell).to_bytes(_LANE_BYTES, "little") for cell in LAYOUT.order}
_S: Final = LAYOUT.stride
_T: Final = LAYOUT.stride - 1


@cache
def _repeat(lanes: int) -> int:
    """Return the factor that copies a board into each of *lanes* lanes."""
    return sum(1 << _LANE * i for i in range(lanes))


def _walk(position: PodsPosition, walkers: int, lanes: int, goal: int) -> int:
    """Return the cells that the *walkers* reach (ruling P3), their starts among them.

    :param walkers: one whale of the side to move in each of *lanes* lanes.
    :param goal: stop as soon as one of these cells is reached (0: never).
    """
    s, t = _S, _T
    repeat = _repeat(lanes)
    _, calm, risky = position.balance
    # Off the board, the walker no longer counts where it was a neighbour: there, -1 becomes -2.
    row = walkers << 1 | walkers >> 1
    near = row | walkers << s | walkers << t | walkers >> s | walkers >> t
    allowed = risky * repeat ^ (near & (risky ^ calm) * repeat)
    whales = (_LAND ^ position.empty) * repeat ^ walkers
    # By direction, clockwise from the north-east: cells whose neighbour there holds a whale …
    w0, w1, w2 = whales << t, whales >> 1, whales >> s
    w3, w4, w5 = whales >> t, whales << 1, whales << s
    # … and cells from which that step may be taken: the two cells next to both ends are the
    # neighbours one turn to the left and one to the right, and one of them must hold a whale.
    e0, e1, e2 = (w5 | w1) & allowed << t, (w0 | w2) & allowed >> 1, (w1 | w3) & allowed >> s
    e3, e4, e5 = (w2 | w4) & allowed >> t, (w3 | w5) & allowed << 1, (w4 | w0) & allowed << s
    found, before = walkers, 0
    while found != before and not found & goal:
        before = found
        # Each direction goes on from what the ones before it found: far fewer rounds than steps.
        # (Any order will do; this one needed the fewest rounds in recorded games.)
        found |= (found & e0) >> t
        found |= (found & e1) << 1
        found |= (found & e2) << s
        found |= (found & e5) >> s
        found |= (found & e4) >> 1
        found |= (found & e3) << t
    return found


def destinations(position: PodsPosition, start: int) -> int:
    """Return the mask of the cells to which the whale on *start* may migrate (ruling P3).

    Empty if *start* holds no whale of the side to move.
    """
    if start not in _ADJACENT or not position.whales[position.side - 1] >> start & 1:
        return 0
    walker = 1 << start
    return _walk(position, walker, 1, 0) ^ walker


def migrations(position: PodsPosition) -> list[tuple[int, int]]:
    """Return ``(start, destinations)`` of every whale of the side to move in board order."""
    starts = list(cells_in(position.whales[position.side - 1]))
    if not starts:
        return []
    walkers = int.from_bytes(b"".join(map(_SEED.__getitem__, starts)), "little")
    found = _walk(position, walkers, len(starts), 0) ^ walkers
    if not found:
        return []
    data, size = found.to_bytes(_LANE_BYTES * len(starts), "little"), _LANE_BYTES
    return [
        (start, int.from_bytes(data[i * size : i * size + size], "little"))
        for i, start in enumerate(starts)
    ]


def iter_turns(position: PodsPosition) -> Iterator[Turn]:
    """Yield every legal turn once, in the order of ruling P5; none if there is none (ruling P4)."""
    for cell in cells_in(placements(position)):
        yield Placement(cell)
    for start, mask in migrations(position):
        for end in cells_in(mask):
            yield Migration(start, end)


def count_turns(position: PodsPosition) -> int:
    """Count what :func:`iter_turns` yields."""
    starts = list(cells_in(position.whales[position.side - 1]))
    count = placements(position).bit_count()
    if starts:
        walkers = int.from_bytes(b"".join(map(_SEED.__getitem__, starts)), "little")
        count += (_walk(position, walkers, len(starts), 0) ^ walkers).bit_count()
    return count


# By bit length of a mask, that is by its last cell + 1: that cell's bit and its name.
_LAST_BIT: Final = [0] * (_LANE + 1)
_LAST_NAME: Final = [""] * (_LANE + 1)
for _c in LAYOUT.order:
    _LAST_BIT[_c + 1] = 1 << _c
    _LAST_NAME[_c + 1] = _NAME[_c]


@cache
def _last_texts(start: int) -> list[str]:
    """Return the texts of the migrations from *start*, each where ``_LAST_NAME`` has its end."""
    return [name and f"{_NAME[start]}-{name}" for name in _LAST_NAME]


def move_texts(position: PodsPosition) -> list[str]:
    """Return the texts of all legal turns, each once, in the order of ruling P5."""
    out: list[str] = []
    add, bit = out.append, _LAST_BIT
    # From the last to the first: a bit length finds the last cell of a mask at once.
    for start, mask in reversed(migrations(position)):
        if mask:
            texts = _last_texts(start)
            while mask:
                last = mask.bit_length()
                add(texts[last])
                mask ^= bit[last]
    mask = placements(position)
    while mask:
        last = mask.bit_length()
        add(_LAST_NAME[last])
        mask ^= bit[last]
    out.reverse()
    return out


def is_legal(position: PodsPosition, turn: Turn) -> bool:
    """Return whether *turn* is legal now (rulings P1 to P3), without listing all turns.

    Cells may be any ints. Whether the game is over is not looked at (:func:`outcome`).
    """
    own, opp = position.own_and_other
    end = turn.cell if isinstance(turn, Placement) else turn.end
    near = _ADJACENT.get(end)
    if near is None or (own | opp) >> end & 1:
        return False
    balance = (near & own).bit_count() - (near & opp).bit_count()
    if isinstance(turn, Placement):
        return balance > 0 or not own
    start = turn.start
    if start not in _ADJACENT or not own >> start & 1:
        return False
    if balance - (near >> start & 1) < -1:  # the last step would be refused
        return False
    goal = 1 << end
    return _walk(position, 1 << start, 1, goal) & goal != 0


def after(position: PodsPosition, turn: Turn) -> PodsPosition:
    """Return the position after *turn*, which is trusted to be legal."""
    side = position.side
    claims = CLAIMS[side - 1]
    first, second = position.whales
    if isinstance(turn, Placement):
        moved = 1 << turn.cell
        fields = position.fields + claims[turn.cell]
        order = position.order + _BYTE[turn.cell]
    else:
        moved = 1 << turn.start | 1 << turn.end
        fields = position.fields - claims[turn.start] + claims[turn.end]
        order = position.order.replace(_BYTE[turn.start], b"") + _BYTE[turn.end]
    if side == 1:
        return PodsPosition((first ^ moved, second), 2, order, fields)
    return PodsPosition((first, second ^ moved), 1, order, fields)


def outcome(position: PodsPosition) -> tuple[int, ...] | None:
    """Return whose score is 64 or more (ruling P9); ``None`` if nobody's is.

    Exact, but prunes marks only if the score before pruning, which can only fall, is high enough.
    """
    if position.known_marks is None:
        first, second = position.whales
        most1, most2 = position.growth.counts()
        if first.bit_count() + most1 < MAJORITY and second.bit_count() + most2 < MAJORITY:
            return None
    score1, score2 = position.scores  # not both: they share 127 cells
    if score1 >= MAJORITY:
        return (1,)
    return (2,) if score2 >= MAJORITY else None
