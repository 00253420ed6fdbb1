"""A game record: the plies of a finished game told again, as the site archives it."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.history import seated_rounds
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import Pie

Player = str | Mapping[str, Any]
"""A name, or a mapping with ``name``, ``uid`` (or ``userid``) and ``is_ai``."""


@frozen(kw_only=True)
class Told:
    """What a record says of the game itself.

    :ivar name: English name of the game; ``variants`` likewise.
    :ivar scores: one a seat; ``None`` in a game without scores.
    :ivar position: text of the position that the game began from, if not from its usual start.
    """

    name: str
    variants: Sequence[str]
    stack: Sequence[Ply[Any]]
    scores: Sequence[float | int | None]
    position: str | None


@frozen
class Header:
    """What a host adds. Dates are texts; an event must have a round.

    :ivar pied: whether the pie rule was invoked; ``None`` for what the plies say.
    """

    players: Sequence[Player]
    start: str
    end: str
    generated: str
    gameid: str | int | None = None
    site: str = ""
    unrated: bool | None = None
    pied: bool | None = None
    event: str | None = None
    round: str | None = None


def game_record(game: Told, said: Header) -> dict[str, Any]:
    """Return the record.

    :raises ArgumentError: if the game is not over, or something in the header is wrong or missing.
    """
    seats = len(game.scores)
    if not game.stack[-1].gameover:
        raise ArgumentError("record.not-over")
    _check(said, seats)
    header: dict[str, Any] = {
        "game": {"name": game.name, "variants": list(game.variants)},
        "site": {"name": said.site}
        if said.gameid is None
        else {"name": said.site, "gameid": said.gameid},
        "date-start": said.start,
        "date-end": said.end,
        "date-generated": said.generated,
    }
    if said.unrated is not None:
        header["unrated"] = said.unrated
    if _pied(game.stack) if said.pied is None else said.pied:
        header["pied"] = True
    if said.event is not None:
        header["event"] = said.event
    if said.round is not None:
        header["round"] = said.round
    header["players"] = [_player(game, n, entry) for n, entry in enumerate(said.players, 1)]
    if game.position is not None:
        header["startingPosition"] = game.position
    rounds = seated_rounds(game.stack, seats)
    return {"header": header, "moves": [[_entry(ply) for ply in row] for row in rounds]}


def _check(said: Header, seats: int) -> None:
    text = Phrase("phrase.text")
    for name, value, kinds, expected in (
        ("gameid", said.gameid, (str, int, type(None)), text),
        ("site", said.site, (str,), text),
        ("unrated", said.unrated, (bool, type(None)), Phrase("phrase.true-or-false")),
        ("pied", said.pied, (bool, type(None)), Phrase("phrase.true-or-false")),
        ("event", said.event, (str, type(None)), text),
        ("round", said.round, (str, type(None)), text),
    ):
        if type(value) not in kinds:
            raise ArgumentError("argument.record", name=name, expected=expected)
    if said.event is not None and said.round is None:
        raise ArgumentError("argument.event-round")
    if said.start > said.end:
        raise ArgumentError("argument.dates")
    if not isinstance(said.players, list | tuple) or len(said.players) != seats:
        raise ArgumentError("argument.players", seats=seats)


def _pied(stack: Sequence[Ply[Any]]) -> bool:
    return any(isinstance(result, Pie) for ply in stack for result in ply.results)


def _player(game: Told, n: int, entry: Player) -> dict[str, Any]:
    known: Mapping[str, Any] = {"name": entry} if isinstance(entry, str) else entry
    if (
        not isinstance(known, Mapping)
        or type(known.get("name")) is not str
        or not known.keys() <= {"name", "uid", "userid", "is_ai"}
        or {"uid", "userid"} <= known.keys()
        or type(known.get("uid", known.get("userid", ""))) is not str
        or type(known.get("is_ai", False)) is not bool
    ):
        raise ArgumentError("argument.player-entry", number=n)
    out: dict[str, Any] = {"userid" if key == "uid" else key: known[key] for key in known}
    score = game.scores[n - 1]
    if score is not None:
        out["score"] = score
    out["result"] = 1 if n in game.stack[-1].winner else 0
    return out


def _entry(ply: Ply[Any] | None) -> str | dict[str, Any] | None:
    """Write a ply: its text alone where that says all, else with its further results."""
    if ply is None:
        return None
    telling = [result.to_dict() for result in ply.results if not result.plain]
    if not telling:
        return ply.lastmove
    return {"move": ply.lastmove, "result": telling}
