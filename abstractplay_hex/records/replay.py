"""Playing a recorded game again, checking every ply."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice, zip_longest
from typing import Any

from attrs import fields

from abstractplay_hex.codec import dump_ply, dump_unstamped
from abstractplay_hex.errors import HexError, MoveError, RecordError, ReplayError
from abstractplay_hex.game import Clock, Game, load_game, new_game, utc_now
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import Resigned, Result, TimedOut, key_of
from abstractplay_hex.records.reader import RecordedGame, ending_word
from abstractplay_hex.rules.saved import PlyState, StateForm


def replay(
    recorded: RecordedGame, *, lenient: bool = False, clock: Clock = utc_now
) -> Game[Any, Any]:
    """Play *recorded* from its start and return the game.

    Facts recorded of a ply or of the end (:data:`BEFORE`, :data:`AFTER`, whatever a saved ply of the
    game holds, the whole saved game) are compared as well; what else is said is not looked at.

    :param lenient: of a saved game, as for :func:`.load_game`.
    :param clock: where timestamps of plies come from.
    :raises ReplayError: for the first ply that is not legal or turns out otherwise than recorded,
        with ``game``, ``ply``, ``text`` and ``reason`` in its params.
    :raises HexError: if *recorded* is not what :func:`.read_game` returns, or the game cannot even begin
        (unknown game, variants, position, damaged state).
    """
    if not isinstance(recorded, RecordedGame):
        raise RecordError("record.not-read")
    if recorded.saved is not None:
        return load_game(recorded.saved, verify=True, lenient=lenient, clock=clock)
    game = new_game(
        recorded.uid, recorded.variants, recorded.seats, position=recorded.position, clock=clock
    )
    for number, ply in enumerate(recorded.plies, 1):
        try:
            facts = ply.facts
            if not game.gameover:
                if game.currplayer in ply.absent and ending_word(ply.move) is None:
                    raise MoveError("replay.absent", player=game.currplayer)
                _check(game, facts, BEFORE, recorded.ident, number, ply.move)
            play_ply(game, ply.move, facts.get("telling") or facts.get("results") or ())
        except ReplayError:
            raise
        except HexError as error:
            raise ReplayError(
                "replay.illegal",
                game=recorded.ident,
                ply=number,
                text=repr(ply.move[:80]),
                reason=error.phrase,
            ) from error
        if facts:
            _check(game, facts, AFTER, recorded.ident, number, ply.move)
            _check_saved_form(game, facts, recorded.ident, number, ply.move)
    last = recorded.plies[-1].move if recorded.plies else ""
    _check(game, recorded.facts, AFTER, recorded.ident, len(recorded.plies), last)
    if recorded.facts.get("state") is not None:
        _check_state(game, recorded.facts["state"], recorded.ident)
    return game


def play_ply(
    game: Game[Any, Any], text: str, results: Sequence[Result | dict[str, Any]] = ()
) -> None:
    """Make the turn *text*, or the ending it names (``resign``, ``timeout(2)``, ``draw()`` …).

    Who resigned or ran out of time is taken from the text, else from *results*, else it is the
    player to move.
    """
    ending = ending_word(text)
    if ending is None:
        game.move(text)
        return
    word, player = ending
    if not ENDINGS[word].of_player:
        getattr(game, word)()
        return
    who = player if player is not None else _named_player(results)
    getattr(game, word)(game.currplayer if who is None else who)


def _named_player(results: Sequence[Result | dict[str, Any]]) -> int | None:
    for result in results:
        if isinstance(result, Resigned | TimedOut):
            return result.player
        if isinstance(result, dict) and result.get("type") in ("resigned", "timeout"):
            player = result.get("player")
            return player if type(player) is int else None
    return None


def _scores(game: Game[Any, Any], recorded: Any) -> list[Any]:
    """List the scores of all players; ``None`` for those of whom none is recorded."""
    scores = [game.player_score(n) for n in range(1, game.numplayers + 1)]
    if type(recorded) is list and len(recorded) == len(scores):
        return [None if says is None else so for says, so in zip(recorded, scores, strict=True)]
    return scores


def _legal(game: Game[Any, Any], recorded: Any) -> int:
    """Count the legal turns, or one more than recorded if there are more: a file sets no work."""
    if "no-moves" not in game.info.flags:
        return game.count_moves()
    return sum(1 for _ in islice(game.iter_moves(), recorded + 1))


def _moves(game: Game[Any, Any], recorded: Any) -> list[str]:
    """List the legal turns, or one more than recorded if there are more: a file sets no work."""
    return sorted(islice(game.iter_moves(), len(recorded) + 1))


BEFORE: dict[str, Callable[[Game[Any, Any], Any], Any]] = {
    "by": lambda game, _: game.currplayer,
    "legal": _legal,
    "moves": _moves,
}
"""Facts of a ply that are about the position before it; found knowing what was recorded."""

AFTER: dict[str, Callable[[Game[Any, Any], Any], Any]] = {
    "position": lambda game, _: game.position(),
    "scores": _scores,
    "results": lambda game, _: [r.to_dict() for r in game.results],
    "telling": lambda game, _: [r.to_dict() for r in game.results if not r.plain],
    "over": lambda game, _: game.gameover,
    "winner": lambda game, _: game.winner,
    "placing": lambda game, _: [int(n in game.winner) for n in range(1, game.numplayers + 1)],
    "turn": lambda game, _: game.currplayer,
    "render": lambda game, _: game.render(),
}
"""Facts of a ply, or of the end of a game, that are about the position after it."""


def _check(
    game: Game[Any, Any],
    facts: Any,
    known: dict[str, Callable[[Game[Any, Any], Any], Any]],
    ident: str,
    number: int,
    text: str,
) -> None:
    for key, find in known.items():
        recorded = facts.get(key)
        if recorded is None:
            continue
        found = find(game, recorded)
        if not _alike(found, recorded):
            raise _differs(ident, number, text, key, recorded, found)


def _alike(found: Any, recorded: Any) -> bool:
    """Say whether both are the same JSON data; ``true`` is not 1, as it is in Python."""
    if isinstance(found, bool) or isinstance(recorded, bool):
        return found is recorded
    if isinstance(found, dict) and isinstance(recorded, dict):
        both = found.keys() == recorded.keys()
        return both and all(_alike(found[key], recorded[key]) for key in found)
    if isinstance(found, list) and isinstance(recorded, list):
        return len(found) == len(recorded) and all(map(_alike, found, recorded))
    return bool(found == recorded)


def _check_saved_form(
    game: Game[Any, Any], facts: Mapping[str, Any], ident: str, number: int, text: str
) -> None:
    """Compare what is recorded of the keys that a saved ply of this game has besides those of all games."""
    keys = _own_keys(game.rules.state)
    recorded = {name: facts[name] for name in keys if facts.get(name) is not None}
    if not recorded:
        return
    saved = dump_ply(game.rules, game.stack[-1])
    for name, says in recorded.items():
        found = saved.get(keys[name])
        if type(found) is dict and type(says) is list:  # a map, of which the pairs are recorded
            found = found.get("value")
        if not _alike(found, says):
            raise _differs(ident, number, text, name, says, found)


@cache
def _own_keys(form: StateForm) -> dict[str, str]:
    """Return the JSON keys of a saved ply by the name of what they hold."""
    known = {*BEFORE, *AFTER, *(a.name for a in fields(PlyState))}
    return {a.name: key_of(a) for a in fields(form.ply) if a.name not in known}


def _check_state(game: Game[Any, Any], state: Any, ident: str) -> None:
    """Compare a saved game with the one that has been played again, but for times and versions.

    :raises HexError: if it cannot be loaded, or is no game that could have been played.
    """
    saved = load_game(state, verify=True)
    both = [(g.uid, sorted(g.variants)) for g in (saved, game)]
    if both[0] != both[1]:
        raise _differs(ident, 0, "", "state", *both)
    for number, plies in enumerate(zip_longest(saved.stack, game.stack)):
        says, found = (None if ply is None else dump_unstamped(game.rules, ply) for ply in plies)
        if says != found:
            text = game.stack[min(number, len(game.stack) - 1)].lastmove or ""
            raise _differs(ident, number, text, "state", says, found)


def _differs(
    ident: str, number: int, text: str, key: str, recorded: Any, found: Any
) -> ReplayError:
    return ReplayError(
        "replay.differs",
        game=ident,
        ply=number,
        text=repr(text[:80]),
        recorded=f"{key} {_brief(recorded)}",
        replayed=_brief(found),
        reason=key,
    )


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
