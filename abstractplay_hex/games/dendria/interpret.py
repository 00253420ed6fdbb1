"""A turn's text, read and judged once: a draft with its verdict, its turn, and where it stands."""

from abstractplay_hex.errors import GameOverError, MoveError
from abstractplay_hex.games.dendria.checks import (
    check_end,
    convert,
    no,
    partial_turn_of,
)
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.continuations import (
    can_become_legal,
    can_go_on,
    can_step_on,
    meant,
    only_way_on,
    open_conversions,
)
from abstractplay_hex.games.dendria.notation import (
    Construct,
    Conversion,
    PassTurn,
    Reading,
    Turn,
    parse_turn,
    read_text,
)
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.games.dendria.playing import Position, constructed, ended, passed
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.interface import Played


def interpret(position: Position, text: str) -> Draft[Turn]:
    """Return the draft of a text; its ``partial`` is a :class:`PartialTurn`, or a construction."""
    try:
        if position.over:
            raise GameOverError("dendria.over")
        if not text:
            return _instructions(position)
        if isinstance(position, Construction):
            return _building(position, _read(text, building=True))
        return _playing(position, _read(text, building=False))
    except MoveError as error:
        return Draft.of_error(error)


def read_turn(position: Position, text: str) -> Turn:
    """Read a turn that is known to be legal. Looked at is only whether it is one of this board.

    :raises MoveError: for a text that is no turn at all, or names what the board has not.
    """
    turn = parse_turn(text)
    if isinstance(position, Construction):
        _built(position, turn)
    elif isinstance(turn, Construct):
        no("construct.in-play")
    elif not isinstance(turn, PassTurn) and not position.board.bits.keys() >= turn.cells:
        no("cell.not-here")
    return turn


def play_checked(position: Position, turn: Turn) -> Played[Position]:
    """Play a whole turn if it is legal.

    :raises GameOverError: if the game is over.
    :raises MoveError: if the turn is not legal; says which rule forbids it.
    """
    if position.over:
        raise GameOverError("dendria.over")
    if isinstance(position, Construction):
        return constructed(position, _built(position, turn))
    if isinstance(turn, Construct):
        no("construct.in-play")
    if isinstance(turn, PassTurn):
        return passed(position)
    now = partial_turn_of(position, turn)
    check_end(now)
    return ended(now)


def _read(text: str, building: bool) -> Reading:
    """Read a turn; one of the other part of the game, play or construction, is refused as that.

    :raises MoveError: if the text can be read as neither.
    """
    try:
        return read_text(text, building)
    except MoveError as error:
        try:
            other = read_text(text, not building)
        except MoveError:
            raise error from None
        if other.turn is not None:
            no("construct.first-build" if building else "construct.in-play")
        raise


def _instructions(position: Position) -> Draft[Turn]:
    if isinstance(position, Construction):
        if position.solo:
            wanted = position.total - len(position.centres)
            return Draft.unfinished(
                "dendria.instructions-build-all", can_render=False, wanted=wanted
            )
        first = not position.centres
        code = "dendria.instructions-build-first" if first else "dendria.instructions-build"
        return Draft.unfinished(code, can_render=False)
    sprites = position.sprites[position.side - 1]
    code = "dendria.instructions" if sprites else "dendria.instructions-sow"
    return Draft.unfinished(code, can_render=False)


# Building the board ------------------------------------------------------------------------------


def _building(position: Construction, reading: Reading) -> Draft[Turn]:
    turn, tail = reading.turn, reading.tail
    if isinstance(turn, PassTurn):
        no("construct.no-pass")
    if not isinstance(turn, Construct):
        return Draft.unfinished("dendria.prompt.module", can_render=False, partial=position)
    _count(position, len(turn.centres))
    building = _placed(position, turn)
    if building.finished or not position.solo:
        if not tail:
            return Draft.playable(
                turn,
                "move.complete",
                partial=building,
                played=lambda: constructed(position, turn),
            )
        _count(position, len(turn.centres) + 1)
    if position.solo:
        left = position.total - len(building.centres)
        return Draft.unfinished("dendria.prompt.modules", partial=building, left=left)
    raise AssertionError("a turn of one module was not refused a second one")


def _count(position: Construction, found: int, whole: bool = False) -> None:
    """Refuse more modules than a turn places, or fewer if it is to be *whole*."""
    wanted = position.total - len(position.centres) if position.solo else 1
    if found > wanted or (whole and found < wanted):
        if position.solo:
            no("construct.count-all", wanted=wanted, found=found)
        no("construct.count-one", found=found)


def _built(position: Construction, turn: Turn) -> Construct:
    """Return a turn that places modules, if it is legal as it stands."""
    if not isinstance(turn, Construct):
        no("construct.no-pass" if isinstance(turn, PassTurn) else "construct.first-build")
    _placed(position, turn)
    _count(position, len(turn.centres), whole=True)
    return turn


def _placed(position: Construction, turn: Construct) -> Construction:
    for centre in turn.centres:
        position = position.place(centre)
    return position


# Play --------------------------------------------------------------------------------------------


def _playing(position: DendriaPosition, reading: Reading) -> Draft[Turn]:
    turn = reading.turn
    if turn is None:
        return Draft.unfinished("dendria.prompt.go-on", can_render=False)
    if isinstance(turn, PassTurn):
        return Draft.playable(turn, "move.complete", played=lambda: passed(position))
    if isinstance(turn, Construct):
        no("construct.in-play")
    now = partial_turn_of(position, turn)
    if reading.tail:
        _check_tail(now, reading)
        return _prompt(now)
    if now.legal:
        return Draft.playable_or_more(
            now.turn, lambda: can_go_on(now), partial=now, played=lambda: ended(now)
        )
    if not can_become_legal(now):
        if now.moving:
            no("move.stuck", cell=now.text)
        check_end(now)
    return _prompt(now)


def _prompt(now: PartialTurn) -> Draft[Turn]:
    """Say how an unfinished turn goes on."""
    name = now.board.layout.name
    if now.moving:
        return Draft.unfinished(
            "dendria.prompt.landing",
            partial=now,
            only=lambda: only_way_on(now),
            cell=name[now.start],
        )
    if not now.legal:
        onward = any(now.spends(end) for end, _, _ in now.reachable())
        code = "dendria.prompt.fertilize-or-go-on" if onward else "dendria.prompt.fertilize"
        return Draft.unfinished(
            code,
            partial=now,
            only=lambda: only_way_on(now),
            start=name[now.start],
            cell=name[now.at],
        )
    return Draft.unfinished("dendria.prompt.go-on", partial=now)


def _check_tail(now: PartialTurn, reading: Reading) -> None:
    """Refuse the beginning of a further item if no legal turn goes on like that."""
    name = now.board.layout.name
    if reading.tail in ("step", "capture"):
        if now.sowing:
            no("move.empty", cell=name[now.start])
        if now.captured:
            no("move.after-capture", cell=name[now.at])
        if not can_step_on(now, reading.tail == "capture"):
            no("move.no-landing", cell=name[now.at])
        return
    if now.moving:
        no("move.unfinished", cell=name[now.start])
    kinds = open_conversions(now)
    if reading.tail == "conversion":
        at = now.board.layout.cell.get(reading.cell)
        if at is None:
            no("cell.not-here")
        # Where none is open, say why not for what it most likely was meant to become.
        ways = [
            convert(now, Conversion(reading.cell, kind))
            for kind in kinds.get(at) or (meant(now, at),)
        ]
        if not any(map(can_become_legal, ways)):
            check_end(ways[0])
        return
    if not (kinds and can_become_legal(now)) and not can_step_on(now):
        no("convert.none-open")
