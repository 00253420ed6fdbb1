"""The stack told again: rounds of moves, results, chat sentences."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from abstractplay_hex.i18n.messages import say, text
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import (
    Capture,
    Convert,
    DrawAgreed,
    Eliminated,
    EndOfGame,
    GameAbandoned,
    Move,
    Pass,
    Pie,
    Place,
    Resigned,
    Result,
    TimedOut,
    Winners,
)


def rounds(stack: Sequence[Ply[Any]], seats: int) -> list[list[str]]:
    """Return the moves in rounds of *seats* in the order played; the last round may be short."""
    moves = [ply.lastmove or "" for ply in stack[1:]]
    return [moves[i : i + seats] for i in range(0, len(moves), seats)]


def rounds_with_players(stack: Sequence[Ply[Any]], seats: int) -> list[list[list[Any]]]:
    """Return the same rounds with ``[player, move]`` for each move, for games where turns do not alternate."""
    moves = [[before.currplayer, ply.lastmove or ""] for before, ply in pairwise(stack)]
    return [moves[i : i + seats] for i in range(0, len(moves), seats)]


def seated_rounds(stack: Sequence[Ply[Any]], seats: int) -> list[list[Ply[Any] | None]]:
    """Return rounds with one place a seat, ``None`` where that player made no turn in the round.

    Who resigns or runs out of time does so in their own place, whoever is to move. A new round
    begins when a seat is not to the right of the last one, so the order of the places is always the
    order played, also where turns do not alternate.
    """
    out: list[list[Ply[Any] | None]] = []
    last = seats
    for before, ply in pairwise(stack):
        result = ply.results[0]
        seat = before.currplayer
        if isinstance(result, Resigned | TimedOut):
            seat = result.player
        if seat <= last:
            out.append([None] * seats)
        last = seat
        out[-1][seat - 1] = ply
    return out


def chat(
    stack: Sequence[Ply[Any]],
    names: Sequence[str],
    own: Callable[[Result, str, Callable[[int], str]], str | None],
) -> list[list[str]]:
    """Return ``[[time, sentence, …], …]``, one entry a ply after the start.

    :param own: the game's own sentence for a result, or ``None`` for the common one.
    """

    def name(player: int) -> str:
        return player_name(names, player)

    out = []
    for before, ply in pairwise(stack):
        mover = name(before.currplayer)
        # Who resigns or runs out of time leaves the win to the others: no draw between these.
        left = any(isinstance(r, Resigned | TimedOut) for r in ply.results)
        lines = [own(r, mover, name) or sentence(r, mover, name, left) for r in ply.results]
        out.append([ply.timestamp, *lines])
    return out


def player_name(names: Sequence[str], player: int) -> str:
    """Return the name at that seat, or "Player *n*" where *names* has none."""
    if 1 <= player <= len(names) and names[player - 1]:
        return names[player - 1]
    return say("chat.player", number=player)


def sentence(
    result: Result, player: str, name: Callable[[int], str], together: bool = False
) -> str:
    """Return the chat sentence for one of the core results.

    :param player: name of the player who made the ply.
    :param name: name of any player by number.
    :param together: whether several winners have won against another player, instead of a draw.
    """
    match result:
        case Place(where=where, what=None):
            return say("chat.place", player=player, where=where)
        case Place(where=where, what=what):
            return say("chat.place-what", player=player, what=_piece(what), where=where)
        case Move(start=start, to=to, what=None):
            return say("chat.move", player=player, start=start, to=to)
        case Move(start=start, to=to, what=what):
            return say("chat.move-what", player=player, what=_piece(what), start=start, to=to)
        case Capture(where=where, what=what):
            return say("chat.capture", player=player, what=_piece(what), where=where)
        case Convert(what=what, into=into, where=where):
            what, into = _piece(what), _piece(into)
            return say("chat.convert", player=player, what=what, into=into, where=where)
        case Pass():
            return say("chat.pass", player=player)
        case Pie():
            return say("chat.pie", player=player)
        case Eliminated(who=seat):
            return say("chat.eliminated", player=name(int(seat)))
        case Resigned(player=who):
            return say("chat.resigned", player=name(who))
        case TimedOut(player=who):
            return say("chat.timeout", player=name(who))
        case DrawAgreed():
            return say("chat.drawagreed")
        case GameAbandoned():
            return say("chat.gameabandoned")
        case EndOfGame():
            return say("chat.eog")
        case Winners(players=()):
            return say("chat.winners-none")
        case Winners(players=(who,)):
            return say("chat.winner", player=name(who))
        case Winners(players=players) if together:
            return say("chat.winners-together", players=", ".join(map(name, players)))
        case Winners(players=players):
            return say("chat.winners", players=", ".join(map(name, players)))
    return say("chat.other", player=player, type=text(f"result.{result.type}", result.type))


def _piece(name: str | None) -> str:
    """Return the name that results give a piece in the language in force (code ``piece.NAME``)."""
    return say("chat.piece") if name is None else text(f"piece.{name}", name)
