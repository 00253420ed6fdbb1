"""Playing turns that are known to be legal, unchecked: of an illegal one, anything may come."""

from typing import Any, TypeAlias

from abstractplay_hex.board import direction_between
from abstractplay_hex.games.dendria import effects
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    Construct,
    Conversion,
    PassTurn,
    Sow,
    SpriteMove,
    Turn,
)
from abstractplay_hex.games.dendria.partial_turn import PartialTurn, started
from abstractplay_hex.games.dendria.position import DendriaPosition, position_of
from abstractplay_hex.games.dendria.scoring import winners
from abstractplay_hex.plies.results import Pass, Place, ending
from abstractplay_hex.rules.interface import Played

Position: TypeAlias = Construction | DendriaPosition
"""Where a game stands: its board being built, or in play."""


def play(position: Position, turn: Turn) -> Played[Position]:
    """Play a turn, and say what it did."""
    if isinstance(turn, Construct):
        assert isinstance(position, Construction)
        return constructed(position, turn)
    assert isinstance(position, DendriaPosition)
    if isinstance(turn, PassTurn):
        return passed(position)
    return ended(followed(position, turn))


def followed(position: DendriaPosition, turn: Sow | SpriteMove) -> PartialTurn:
    """Return a turn as it comes about step by step."""
    layout = position.board.layout
    cell = layout.cell
    if isinstance(turn, Sow):
        return _converting(started(position, cell[turn.cell]), turn.conversions)
    now = started(position, cell[turn.start])
    for step in turn.steps:
        end = cell[step.cell]
        direction = direction_between(layout.axial[now.at], layout.axial[end])
        assert direction is not None
        now = _converting(now.gone(end, direction, step.capture), step.conversions)
    return now


def _converting(now: PartialTurn, conversions: tuple[Conversion, ...]) -> PartialTurn:
    for conversion in conversions:
        now = now.converted_on(now.board.layout.cell[conversion.cell], conversion.kind)
    return now


def ended(now: PartialTurn) -> Played[Position]:
    """Return what a turn under way has led to, if it ends where it stands."""
    return Played(now.after, now.results, now.turn.text)


def passed(position: DendriaPosition) -> Played[Position]:
    """Pass; the second pass in a row ends the game."""
    after = _after_pass(position)
    over = ending(*winners(after)) if after.over else ()
    return Played(after, (Pass(), *over), "pass")


def constructed(position: Construction, turn: Construct) -> Played[Position]:
    """Place modules; with the last one play begins."""
    built = Construction(position.total, position.solo, (*position.centres, *turn.centres))
    did = tuple([Place(where=f"{q},{r}", what=effects.MODULE) for q, r in turn.centres])
    return Played(begun(built), did, turn.text)


def begun(building: Construction) -> Position:
    """Return the first position of play if the last module is down: Dark moves first."""
    return position_of(building.board()) if building.finished else building


def _after_pass(position: DendriaPosition) -> DendriaPosition:
    board, seeds, sprites, trees, side, passes, actor = position
    return DendriaPosition((board, seeds, sprites, trees, 3 - side, passes + 1, actor))


def after(position: Position, turn: Turn) -> Position:
    """Return only the position after a turn."""
    now: Any = position  # trusted: a sow or a move is played in a position of play
    if type(turn) is Sow:
        board, (dark, light), sprites, trees, side, _, _ = now
        bit = board.bits[turn.cell]
        seeds = (dark | bit, light) if side == 1 else (dark, light | bit)
        if turn.conversions:
            return _converted(board, seeds, sprites, trees, side, turn.conversions)
        return DendriaPosition((board, seeds, sprites, trees, 3 - side, 0, side))
    if type(turn) is SpriteMove:
        board, seeds, (dark, light), trees, side, _, _ = now
        bits, steps = board.bits, turn.steps
        last = steps[-1]
        end = bits[last.cell]
        if side == 1:
            sprites = dark ^ bits[turn.start] | end, light & ~end
        else:
            sprites = dark & ~end, light ^ bits[turn.start] | end
        if len(steps) > 1:
            made = tuple([c for step in steps for c in step.conversions])
            return _converted(board, seeds, sprites, trees, side, made)
        if last.conversions:
            return _converted(board, seeds, sprites, trees, side, last.conversions)
        return DendriaPosition((board, seeds, sprites, trees, 3 - side, 0, side))
    if type(turn) is Construct:
        return begun(Construction(now.total, now.solo, (*now.centres, *turn.centres)))
    return _after_pass(now)


def _converted(
    board: Board,
    seeds: tuple[int, int],
    sprites: tuple[int, int],
    trees: tuple[int, int],
    side: int,
    conversions: tuple[Conversion, ...],
) -> DendriaPosition:
    """Return the position after legal *conversions* by the player to move.

    Conversions change no sprite's place and no occupied cell, and groups are what they are wherever
    the sprite stands: the stops do not matter any more.
    """
    dark = side == 1
    if dark:
        (mine, theirs), (my_trees, their_trees) = seeds, trees
    else:
        (theirs, mine), (their_trees, my_trees) = seeds, trees
    spots, flood, summoned = board.spots, board.layout.flood, 0
    for conversion in conversions:
        group, around = spots[conversion.cell]
        if conversion.kind == SUMMON:
            mine &= ~group
            theirs &= ~group
            summoned |= group
        elif mine & group:
            near = around & mine
            if near:
                group = flood(group | near, mine)
            mine ^= group
            my_trees |= group
        else:
            near = around & their_trees
            if near:
                group = flood(group | near, their_trees)
            their_trees ^= group
            my_trees |= group
    first, second = sprites
    if dark:
        return DendriaPosition((
            board, (mine, theirs), (first | summoned, second), (my_trees, their_trees), 2, 0, 1,
        ))  # fmt: skip
    return DendriaPosition((
        board, (theirs, mine), (first, second | summoned), (their_trees, my_trees), 1, 0, 2,
    ))  # fmt: skip
