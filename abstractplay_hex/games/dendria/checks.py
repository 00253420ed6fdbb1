"""Every rule of sections 3 and 4 with its reason for saying no.

Each function raises a :class:`~abstractplay_hex.errors.MoveError` that tells a player why not.
"""

from typing import NoReturn

from abstractplay_hex.board import cells_in, direction_between, lowest
from abstractplay_hex.errors import MoveError
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.notation import SUMMON, Conversion, Sow, SpriteMove, Step
from abstractplay_hex.games.dendria.partial_turn import PartialTurn, started
from abstractplay_hex.games.dendria.position import DendriaPosition


def no(code: str, **params: object) -> NoReturn:
    """Refuse something for the reason that one of Dendria's sentences gives."""
    raise MoveError(f"dendria.{code}", **params)


def partial_turn_of(position: DendriaPosition, turn: Sow | SpriteMove) -> PartialTurn:
    """Return *turn* as far as it goes, whether or not it may end there.

    :raises MoveError: if one of its parts is not legal.
    """
    if isinstance(turn, Sow):
        now = begin(position, turn.cell)
        for conversion in turn.conversions:
            now = convert(now, conversion)
        return now
    now = begin_move(position, turn.start)
    for part in turn.steps:
        now = step(now, part)
        for conversion in part.conversions:
            now = convert(now, conversion)
    return now


def begin(position: DendriaPosition, cell: str) -> PartialTurn:
    """Begin a turn at *cell*: a sow where it is empty, the move of a sprite of one's own there.

    :raises MoveError: if no turn begins at that cell; says why.
    """
    board = position.board
    at = _cell(board, cell)
    turn = started(position, at)
    if not turn.sowing:
        return turn
    name = board.layout.name
    occupied, bit = position.occupied, 1 << at
    if occupied & bit:
        no("sow.occupied", cell=name[at])
    if not board.look(at, occupied)[2]:
        no("sow.nourished", cell=name[at])
    adjacent = board.layout.adjacent
    near = adjacent[at] & turn.seeds
    for second in cells_in(near):
        touching = near & adjacent[second]
        if touching:
            first, last = sorted((lowest(touching), second))
            no("sow.triangle", cell=name[at], first=name[first], second=name[last])
    return turn


def begin_move(position: DendriaPosition, cell: str) -> PartialTurn:
    """Begin the move of the sprite on *cell*.

    :raises MoveError: if there is no sprite of the mover's; says what there is.
    """
    at = _cell(position.board, cell)
    piece = position.piece_at(at)
    if piece is None:
        no("move.empty", cell=cell)
    if piece[1] != "p":
        no("move.not-a-sprite", cell=cell)
    if piece[0] != position.side:
        no("move.not-yours", cell=cell)
    return started(position, at)


def step(now: PartialTurn, wanted: Step) -> PartialTurn:
    """Return the turn after the sprite went on to ``wanted.cell``; its conversions are left out.

    :raises MoveError: says what forbids the step.
    """
    board, layout = now.board, now.board.layout
    name = layout.name
    end = _cell(board, wanted.cell)
    if now.sowing:
        no("move.not-a-sprite", cell=name[now.start])
    if now.captured:
        no("move.after-capture", cell=name[now.at])
    if end == now.start == now.at:
        no("move.same-cell")
    direction = direction_between(layout.axial[now.at], layout.axial[end])
    if direction is None or (now.legs and direction != now.direction):
        if now.legs:
            no("move.turned", cell=name[end], start=name[now.start], stop=name[now.at])
        no("move.not-straight", cell=name[end], start=name[now.start])
    track = board.tracks[now.at][direction]
    bit = 1 << end
    between = track & ~board.tracks[end][direction] & ~bit
    blockers = between & (now.trees | now.enemy_trees | now.enemy_sprites)
    if blockers:
        # The first one on the way is the one to name.
        forward = layout.shifts[direction] > 0
        blocker = lowest(blockers) if forward else blockers.bit_length() - 1
        kind = "sprite" if now.enemy_sprites >> blocker & 1 else "tree"
        no(f"move.{kind}-between", blocker=name[blocker], cell=name[end])
    if not track & bit:
        no("move.ocean-between", start=name[now.at], cell=name[end])
    capture = bool(now.enemy_sprites & bit)
    if not capture and now.occupied & bit:
        no("move.taken", cell=name[end])
    if capture != wanted.capture:
        no(
            "move.captures" if capture else "move.no-capture",
            cell=name[end],
            start=name[now.at] if not now.legs else "",
        )
    return now.gone(end, direction, capture)


def convert(now: PartialTurn, conversion: Conversion) -> PartialTurn:
    """Return the turn after one more conversion where it stands now.

    :raises MoveError: says what forbids the conversion.
    """
    cell = _cell(now.board, conversion.cell)
    if now.moving:
        no("move.unfinished", cell=now.board.layout.name[now.start])
    if not now.occupied >> cell & 1:
        no("convert.nothing", cell=now.board.layout.name[cell])
    if conversion.kind == SUMMON:
        return _summon(now, cell)
    return _make_trees(now, cell)


def _summon(now: PartialTurn, cell: int) -> PartialTurn:
    name = now.board.layout.name[cell]
    if not (now.seeds | now.enemy_seeds) >> cell & 1:
        no("summon.not-a-seed", cell=name)
    _, seen, water = now.board.look(cell, now.occupied)
    if water:
        no("summon.hungry", cell=name)
    own = (seen & now.mine).bit_count()
    other = seen.bit_count() - own
    if own <= other:
        no("summon.outnumbered", cell=name, own=own, other=other)
    forest = now.forest
    sprites = now.sprites.bit_count()
    if sprites >= forest + 1:
        no("summon.limit", sprites=sprites, forest=forest, limit=forest + 1)
    return now.summoned(cell)


def _make_trees(now: PartialTurn, cell: int) -> PartialTurn:
    layout, name = now.board.layout, now.board.layout.name
    bit = 1 << cell
    if now.trees & bit:
        no("trees.own-tree", cell=name[cell])
    if now.enemy_seeds & bit:
        no("trees.enemy-seed", cell=name[cell])
    if (now.sprites | now.enemy_sprites) & bit:
        no("trees.sprite", cell=name[cell])
    occupied = now.occupied
    group = now.group_at(cell)
    first = name[lowest(group)]
    around = layout.neighbours(group)
    liberties = around & now.board.land & ~occupied
    if now.seeds & bit:
        if not now.sprites:
            no("fertilize.no-sprite", cell=first)
        unwatched = _unwatched(now.board, liberties, now.sprites, occupied)
        if unwatched:
            no("fertilize.unwatched", cell=first, liberty=name[lowest(unwatched)])
    elif liberties:
        unwatched = _unwatched(now.board, liberties, now.sprites, occupied)
        if unwatched:
            no("forest.unwatched", cell=first, liberty=name[lowest(unwatched)])
        if not _unwatched(now.board, liberties, now.enemy_sprites, occupied):
            no("forest.protected", cell=first)
    elif now.sowing or now.captured or not around >> now.at & 1:
        no("forest.no-liberties", cell=first)
    return now.made_trees(group)


def _unwatched(board: Board, cells: int, sprites: int, occupied: int) -> int:
    """Return those of some empty *cells* from which none of *sprites* is seen."""
    found = 0
    while cells:
        bit = cells & -cells
        cells ^= bit
        if not board.look(bit.bit_length() - 1, occupied)[1] & sprites:
            found |= bit
    return found


def check_end(now: PartialTurn) -> None:
    """Check that the turn may end where it stands.

    :raises MoveError: if it may not.
    """
    if now.legal:
        return
    name = now.board.layout.name
    if now.moving:
        no("move.unfinished", cell=name[now.start])
    no("move.needs-fertilization", start=name[now.start], cell=name[now.at])


def _cell(board: Board, name: str) -> int:
    cell = board.layout.cell.get(name)
    if cell is None:
        # The name has the shape of a cell's, but it is what the user typed: not repeated.
        no("cell.not-here")
    return cell
