"""Playing Dendria: the strict way for what somebody typed, the fast way for turns known to be legal.

====================  ==========================================================================
:func:`play`          checks a turn and says why not; gives the canonical turn and what it did
:func:`judge`         the same for a text, unfinished ones included
:func:`apply`         trusts that the turn is legal
:func:`iter_turns`    all turns, lazily; :func:`count_turns`, :func:`random_turn`
:func:`landings`      for clicks, with :func:`begin` and what a turn under way offers
====================  ==========================================================================

Rules: ``seeds/dendria.md`` sections 3, 4 and 6.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NoReturn, TypeAlias

import attrs

from abstractplay_hex.board import Axial
from abstractplay_hex.errors import GameOverError, MoveError
from abstractplay_hex.games.dendria import messages as _sentences
from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.enumeration import count_play, iter_play
from abstractplay_hex.games.dendria.events import Event, ModulePlaced, Passed
from abstractplay_hex.games.dendria.notation import (
    SUMMON,
    Construct,
    Conversion,
    Pass,
    Reading,
    Sow,
    SpriteMove,
    Turn,
    read_turn,
)
from abstractplay_hex.games.dendria.position import DendriaPosition, position_of
from abstractplay_hex.games.dendria.strolling import random_play
from abstractplay_hex.games.dendria.underway import Landings, UnderWay, begin, begin_move

_sentences.register()

Position: TypeAlias = Construction | DendriaPosition
"""Where a game stands: its board being built, or in play."""


@attrs.frozen(slots=True)
class Outcome:
    """What a legal turn leads to.

    :ivar position: the position after it; play begins in it when the last module was placed.
    :ivar turn: the turn in canonical form.
    :ivar events: what happened, in order.
    """

    position: Position
    turn: Turn
    events: tuple[Event, ...]


@attrs.frozen(slots=True)
class Judgement:
    """What is to be said of a text that is no mistake.

    :ivar complete: -1 if it must go on, 0 if it could stand but may go on, 1 if nothing can follow.
    :ivar outcome: what it leads to if it stands.
    :ivar under_way: the sow or sprite's move as far as it goes.
    :ivar building: the construction as far as it goes.
    """

    complete: int
    outcome: Outcome | None = None
    under_way: UnderWay | None = None
    building: Construction | None = None


def _no(code: str, **params: object) -> NoReturn:
    raise MoveError(f"dendria.{code}", **params)


def under_way(position: DendriaPosition, turn: Sow | SpriteMove) -> UnderWay:
    """Return *turn* as far as it goes, whether or not it may end there.

    :raises MoveError: if one of its parts is not legal.
    """
    if isinstance(turn, Sow):
        now = begin(position, turn.cell)
        for conversion in turn.conversions:
            now = now.convert(conversion)
        return now
    now = begin_move(position, turn.start)
    for step in turn.steps:
        now = now.step(step)
        for conversion in step.conversions:
            now = now.convert(conversion)
    return now


def play(position: Position, turn: Turn) -> Outcome:
    """Play one turn, checked.

    :raises GameOverError: if the game is over.
    :raises MoveError: if the turn is not legal; code and message say which rule forbids it.
    """
    if position.over:
        raise GameOverError("dendria.over")
    if isinstance(position, Construction):
        return _build(position, turn)
    if isinstance(turn, Construct):
        _no("construct.in-play")
    if isinstance(turn, Pass):
        return Outcome(_passed(position), turn, (Passed(),))
    now = under_way(position, turn)
    return Outcome(now.finish(), now.turn, now.events)


def _passed(position: DendriaPosition) -> DendriaPosition:
    board, seeds, sprites, trees, side, passes, actor = position
    return DendriaPosition((board, seeds, sprites, trees, 3 - side, passes + 1, actor))


def _build(position: Construction, turn: Turn) -> Outcome:
    if isinstance(turn, Pass):
        _no("construct.no-pass")
    if not isinstance(turn, Construct):
        _no("construct.first-build")
    now = _placed(position, turn.centres)
    _count(position, turn, whole=True)
    events = tuple(ModulePlaced(c) for c in turn.centres)
    return Outcome(_begun(now), turn, events)


def _count(position: Construction, turn: Construct, whole: bool) -> None:
    """Refuse more modules than a turn places, or fewer if it is to be *whole*."""
    found = len(turn.centres)
    wanted = position.total - len(position.centres) if position.solo else 1
    if found > wanted or (whole and found < wanted):
        if position.solo:
            _no("construct.count-all", wanted=wanted, found=found)
        _no("construct.count-one", found=found)


def _placed(position: Construction, centres: tuple[Axial, ...]) -> Construction:
    for centre in centres:
        position = position.place(centre)
    return position


def _begun(building: Construction) -> Position:
    """Return the first position of play if the last module is down: Dark moves first."""
    return position_of(building.board()) if building.finished else building


def judge(position: Position, text: str) -> Judgement:
    """Judge a turn's text, which may be unfinished.

    :raises GameOverError: if the game is over.
    :raises MoveError: if the text is no legal turn and none begins with it.
    """
    if position.over:
        raise GameOverError("dendria.over")
    reading = _read(text, building=isinstance(position, Construction))
    turn, tail = reading.turn, reading.tail
    if isinstance(position, Construction):
        if isinstance(turn, Pass):
            _no("construct.no-pass")
        centres = turn.centres if isinstance(turn, Construct) else ()
        building = position
        if centres:
            assert isinstance(turn, Construct)
            _count(position, turn, whole=False)
            building = _placed(position, centres)
        done = bool(centres) and (not position.solo or building.finished)
        if done and not tail:
            assert turn is not None
            return Judgement(1, play(position, turn), building=building)
        if done:
            _count(position, Construct((*centres, (0, 0))), whole=False)
        return Judgement(-1, building=building)
    if turn is None:
        return Judgement(-1)
    if isinstance(turn, Pass):
        return Judgement(1, play(position, turn))
    if isinstance(turn, Construct):
        _no("construct.in-play")
    now = under_way(position, turn)
    if tail:
        _check_tail(now, tail, reading.cell)
        return Judgement(-1, under_way=now)
    if now.legal:
        outcome = Outcome(now.finish(), now.turn, now.events)
        return Judgement(0 if now.can_go_on() else 1, outcome, now)
    if now.can_become_legal():
        return Judgement(-1, under_way=now)
    if now.moving:
        _no("move.stuck", cell=turn.text)
    now.finish()
    raise AssertionError("a turn that is not legal was finished")


def _read(text: str, building: bool) -> Reading:
    """Read a turn; one of the other part of the game, play or construction, is refused as that.

    :raises MoveError: if the text can be read as neither.
    """
    try:
        return read_turn(text, building)
    except MoveError as error:
        try:
            other = read_turn(text, not building)
        except MoveError:
            raise error from None
        if other.turn is not None:
            _no("construct.first-build" if building else "construct.in-play")
        raise


def _check_tail(now: UnderWay, tail: str, cell: str) -> None:
    """Refuse the beginning of a further item if no legal turn goes on like that."""
    name = now.board.layout.name
    if tail in ("step", "capture"):
        if now.sowing:
            _no("move.empty", cell=name[now.start])
        if now.captured:
            _no("move.after-capture", cell=name[now.at])
        ways = [leg for leg in now.reachable() if leg[2] == (tail == "capture")]
        # What can come of a farther step can come of the nearest one in that direction.
        nearest = {leg[1]: leg for leg in reversed(ways)}
        if not any(now.gone(*leg).can_become_legal() for leg in nearest.values()):
            _no("move.no-landing", cell=name[now.at])
        return
    if now.moving:
        _no("move.unfinished", cell=name[now.start])
    kinds = now.open_conversions()
    if tail == "conversion":
        at = now.board.layout.cell.get(cell)
        if at is None:
            _no("cell.not-here")
        if at not in kinds:
            # Say why not, for what it most likely was meant to become.
            now.convert(Conversion(cell, now.meant(at)))
            raise AssertionError("a conversion that is not open was made")
        ways_on = [now.convert(Conversion(cell, kind)) for kind in kinds[at]]
        if not any(w.can_become_legal() for w in ways_on):
            ways_on[0].finish()
        return
    if kinds and now.can_become_legal():
        return
    nearest = {leg[1]: leg for leg in reversed(now.reachable())}
    if not any(now.gone(*leg).can_become_legal() for leg in nearest.values()):
        _no("convert.none-open")


def may_go_on(position: DendriaPosition, turn: Turn) -> bool:
    """Whether more conversions or steps may follow *turn*, or must for it to become legal.

    :raises MoveError: if a part of the turn is not legal.
    """
    if not isinstance(turn, Sow | SpriteMove):
        return False
    now = under_way(position, turn)
    return now.can_go_on() if now.legal else now.can_become_legal()


def landings(position: DendriaPosition, cell: str) -> Landings:
    """Return where the mover's sprite on *cell* can go.

    :raises MoveError: if there is no such sprite.
    """
    return begin_move(position, cell).landings()


def apply(position: Position, turn: Turn) -> Position:
    """Play a turn that is known to be legal, unchecked: of an illegal one, anything may come."""
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
        return _begun(Construction(now.total, now.solo, (*now.centres, *turn.centres)))
    return _passed(now)


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


def iter_turns(position: Position) -> Iterator[Turn]:
    """Yield lazily one canonical turn for each position a legal turn leads to; none after the end.

    Of a ``solo`` construction, whose one turn is made of many sites, the legal centres for its next
    module are what there is to choose from: each is yielded as a (partial) turn of its own.
    """
    if isinstance(position, Construction):
        return (Construct((centre,)) for centre in position.legal_centres())
    return iter_play(position)


def count_turns(position: Position) -> int:
    """Count what :func:`iter_turns` yields."""
    if isinstance(position, Construction):
        return len(position.legal_centres())
    return count_play(position)


def random_turn(position: Position, rng: Random | None = None) -> Turn:
    """Return a random legal turn without listing them all; every legal turn has a chance.

    :raises GameOverError: if the game is over.
    """
    rng = rng or Random()
    if position.over:
        raise GameOverError("dendria.over")
    if isinstance(position, DendriaPosition):
        return random_play(position, rng)
    chosen: list[Axial] = []
    wanted = position.total - len(position.centres) if position.solo else 1
    while len(chosen) < wanted:
        centre = rng.choice(position.legal_centres())
        chosen.append(centre)
        position = position.place(centre)
    return Construct(tuple(chosen))


__all__ = [
    "Judgement",
    "Landings",
    "Outcome",
    "Position",
    "UnderWay",
    "apply",
    "begin",
    "begin_move",
    "count_turns",
    "iter_turns",
    "judge",
    "landings",
    "may_go_on",
    "play",
    "random_turn",
    "under_way",
]
