"""Writing the game record of a finished game, as the site archives it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.history import seated_rounds
from abstractplay_hex.plies.ply import Ply

if TYPE_CHECKING:
    from abstractplay_hex.game import Game


def game_record(
    game: "Game[Any, Any]",
    players: Sequence[str | Mapping[str, Any]],
    *,
    gameid: str | int | None,
    site: str,
    unrated: bool | None,
    event: str | None,
    round: str | None,
    generated: str,
) -> dict[str, Any]:
    """Return the record (see :meth:`abstractplay_hex.game.Game.record`, which checks that the game is over)."""
    text = Phrase("phrase.text")
    for name, value, kinds, expected in (
        ("gameid", gameid, (str, int, type(None)), text),
        ("site", site, (str,), text),
        ("unrated", unrated, (bool, type(None)), Phrase("phrase.true-or-false")),
        ("event", event, (str, type(None)), text),
        ("round", round, (str, type(None)), text),
    ):
        if type(value) not in kinds:
            raise ArgumentError("argument.record", name=name, expected=expected)
    if (event is None) != (round is None):
        raise ArgumentError("argument.event-round")
    if not isinstance(players, list | tuple) or len(players) != game.numplayers:
        raise ArgumentError("argument.players", seats=game.numplayers)
    stack = game.stack
    header: dict[str, Any] = {
        "game": {"name": game.info.name, "variants": [v.name for v in game._variants_played()]},
        "site": {"name": site} if gameid is None else {"name": site, "gameid": gameid},
        "date-start": stack[0].timestamp,
        "date-end": stack[-1].timestamp,
        "date-generated": generated,
    }
    if unrated is not None:
        header["unrated"] = unrated
    if event is not None:
        header["event"] = event
        header["round"] = round
    header["players"] = [_player(game, n, entry) for n, entry in enumerate(players, 1)]
    if game.starting_position is not None:
        header["startingPosition"] = game.starting_position
    rounds = seated_rounds(stack, game.numplayers)
    return {"header": header, "moves": [[_entry(ply) for ply in row] for row in rounds]}


def _player(game: "Game[Any, Any]", n: int, entry: str | Mapping[str, Any]) -> dict[str, Any]:
    known: Mapping[str, Any] = {"name": entry} if isinstance(entry, str) else entry
    if (
        not isinstance(known, Mapping)
        or type(known.get("name")) is not str
        or not known.keys() <= {"name", "userid", "is_ai"}
        or type(known.get("userid", "")) is not str
        or type(known.get("is_ai", False)) is not bool
    ):
        raise ArgumentError("argument.player-entry", number=n)
    last = game.stack[-1]
    out: dict[str, Any] = dict(known)
    score = game._score(last.position, n)
    if score is not None:
        out["score"] = score
    out["result"] = 1 if n in last.winner else 0
    return out


def _entry(ply: Ply[Any] | None) -> str | dict[str, Any] | None:
    """Write a ply: its text alone where that says all, else with its further results."""
    if ply is None:
        return None
    telling = [result.to_dict() for result in ply.results if not result.plain]
    if not telling:
        return ply.lastmove
    return {"move": ply.lastmove, "result": telling}
