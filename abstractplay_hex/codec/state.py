"""The envelope of a saved game and its stack of plies."""

import re
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from abstractplay_hex.codec.structure import PlyState, Structurer
from abstractplay_hex.codec.versions import Context, upgraded
from abstractplay_hex.errors import StateError, VariantError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import (
    Capture,
    DrawAgreed,
    EndOfGame,
    GameAbandoned,
    Move,
    Pass,
    Place,
    Resigned,
    Result,
    TimedOut,
    Winners,
    ending,
)

if TYPE_CHECKING:
    from abstractplay_hex.game import Game

ENVELOPE: Final = ("game", "numplayers", "variants", "gameover", "winner", "stack")
MOST_PLIES: Final = 20_000
"""A saved game with more plies is refused: no game is that long, and memory is bounded."""

_HOURS: Final = r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z"
_TIMESTAMP: Final = re.compile(r"\d{4}-\d\d-\d\d" + _HOURS, re.ASCII)
_ANY_MONTH: Final = re.compile(
    r"[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])" + _HOURS, re.ASCII
)
"""Times on a day that each month has: nearly all, and the calendar need not be asked."""
_BY_WORD: Final[dict[str | None, type[Result]]] = {
    "resign": Resigned,
    "timeout": TimedOut,
    "draw": DrawAgreed,
    "abandoned": GameAbandoned,
}
"""What the result of a ply is whose ``lastmove`` is one of these words."""
_PLAYER_OF: Final[dict[type[Result], str]] = {
    Resigned: "player",
    TimedOut: "player",
    Capture: "whose",
    Pass: "who",
}
"""The attribute of a result that names a player."""


def dump_ply(game: "type[Game[Any, Any]]", ply: Ply[Any]) -> dict[str, Any]:
    """Return one ply as JSON-ready data, keys in the site's order."""
    out: dict[str, Any] = {
        "_version": ply.version,
        "_results": [result.to_dict() for result in ply.results],
        "_timestamp": ply.timestamp,
        "currplayer": ply.currplayer,
    }
    if ply.lastmove is not None:
        out["lastmove"] = ply.lastmove
    out.update(game._save_position(ply.position))
    return out


def dump_unstamped(game: "type[Game[Any, Any]]", ply: Ply[Any]) -> dict[str, Any]:
    """Return one ply without engine version and time: what a replay must give again."""
    out = dump_ply(game, ply)
    del out["_version"], out["_timestamp"]
    return out


def dump_state(game: "Game[Any, Any]") -> dict[str, Any]:
    """Return a whole game as JSON-ready data."""
    last = game.stack[-1]
    return {
        "game": game.uid,
        "numplayers": game.numplayers,
        "variants": game.variants,
        "gameover": last.gameover,
        "winner": list(last.winner),
        "stack": [dump_ply(type(game), ply) for ply in game.stack],
    }


def load_plies(
    game: "type[Game[Any, Any]]", data: dict[str, Any]
) -> tuple[tuple[str, ...], list[Ply[Any]]]:
    """Return variants and plies of a saved game whose ``game`` is known to be this one.

    Everything is checked that can be without replaying: keys, types, ranges, the order of plies,
    endings by word, that a position's player to move is the one saved, and that the envelope says
    what the last ply says; and what the game's own ``_load_position`` checks. Whether a ply
    follows from the one before by the rules is for ``verify``.

    :raises StateError: with the path of the first fault; nothing is left half-loaded.
    """
    _check_keys(data)
    if type(data["numplayers"]) is not int or data["numplayers"] != game.numplayers:
        raise StateError(
            "state.numplayers",
            path="$.numplayers",
            game=game.info.name,
            expected=game.numplayers,
        )
    variants = _variants(game, data["variants"])
    raw = data["stack"]
    if type(raw) is not list:
        raise StateError("state.expected", path="$.stack", expected=Phrase("phrase.list"))
    if not raw:
        raise StateError("state.empty-stack", path="$.stack")
    if len(raw) > MOST_PLIES:
        raise StateError("state.too-many-plies", path="$.stack", limit=MOST_PLIES)
    plies = _plies(game, variants, raw)
    last = plies[-1]
    if data["gameover"] is not last.gameover:
        says = Phrase("phrase.game-over" if last.gameover else "phrase.game-on")
        raise StateError("state.gameover", path="$.gameover", expected=says)
    winner = data["winner"]
    if (
        type(winner) is not list
        or winner != list(last.winner)
        or any(type(n) is not int for n in winner)
    ):
        expected = str(list(last.winner))
        raise StateError("state.winner", path="$.winner", expected=expected)
    return variants, plies


def _check_keys(data: dict[str, Any]) -> None:
    for key in ENVELOPE:
        if key not in data:
            raise StateError("state.key-missing", path="$", key=key)
    for key in data:
        if key not in ENVELOPE:
            raise StateError("state.key-unknown", path="$", key=repr(str(key)[:40]))


def _variants(game: "type[Game[Any, Any]]", raw: Any) -> tuple[str, ...]:
    if type(raw) is not list or not all(type(v) is str for v in raw):
        raise StateError("state.expected", path="$.variants", expected=Phrase("phrase.texts"))
    try:
        return game.checked_variants(raw)
    except VariantError as error:
        raise StateError("state.variants", path="$.variants", reason=error.phrase) from None


@cache
def _structurer(game: "type[Game[Any, Any]]") -> Structurer:
    return Structurer(game.state_type, game.result_types, game.state_hooks)


def _plies(
    game: "type[Game[Any, Any]]", variants: tuple[str, ...], raw: list[Any]
) -> list[Ply[Any]]:
    structure = _structurer(game)
    version = game.info.version
    seats = game.numplayers
    plies: list[Ply[Any]] = []
    before: Ply[Any] | None = None
    earlier: dict[str, Any] | None = None
    ended = False
    i = 0
    try:
        for i, item in enumerate(raw):
            if type(item) is dict and item.get("_version") != version:
                context = Context(earlier, variants)
                item = upgraded(item, version, game.migrations, game.readable_versions, context)
            earlier = item
            saved = structure(item)
            _check_timestamp(saved.timestamp)
            if not 1 <= saved.currplayer <= seats:
                raise StateError("state.player-range", path=".currplayer", last=seats)
            if before is not None:
                if ended:
                    raise StateError("state.after-end", path="", ended=i - 1)
                ended = _check_turn(saved, before.currplayer, seats)
            elif saved.lastmove is not None or saved.results:
                raise StateError("state.first-ply", path="")
            position = game._load_position(saved, before, variants)
            if position.side != saved.currplayer:  # a game may find it out by itself
                side = position.side
                raise StateError("state.currplayer", path=".currplayer", expected=side)
            before = Ply(position, saved.results, saved.lastmove, saved.timestamp, saved.version)
            plies.append(before)
    except StateError as error:
        params = {**error.params, "path": f"$.stack[{i}]{error.path}"}
        raise StateError(error.code, **params) from None
    return plies


def _check_timestamp(text: str) -> None:
    if _ANY_MONTH.fullmatch(text):
        return
    try:
        if _TIMESTAMP.fullmatch(text):
            datetime.fromisoformat(text)
            return
    except ValueError:
        pass
    raise StateError("state.timestamp", path="._timestamp")


def _check_turn(saved: PlyState, mover: int, seats: int) -> bool:
    """Check what holds for the results of any ply but the first; say whether it ends the game.

    Players are in range; an ending is whole and last; and if the move is a word (``resign`` …),
    results, winners and the player to move are those that the word means.
    """
    results, word = saved.results, _BY_WORD.get(saved.lastmove)
    if saved.lastmove is None:
        raise StateError("state.no-lastmove", path="")
    if not results:
        raise StateError("state.no-results", path="._results")
    first = type(results[0])
    if word is None and len(results) == 1 and (first is Place or first is Move):
        return False  # nearly all plies
    for i, result in enumerate(results):
        _check_players(result, seats, i)
    by_word = [i for i, result in enumerate(results) if type(result) in _BY_WORD.values()]
    if by_word != ([0] if word else []) or (word and first is not word):
        raise StateError("state.word", path="")
    closing = [type(result) for result in results if type(result) in (EndOfGame, Winners)]
    if closing and (closing != [EndOfGame, Winners] or [type(r) for r in results[-2:]] != closing):
        raise StateError("state.results-end", path="._results")
    if word:
        loser = getattr(results[0], "player", None)
        others = [n for n in range(1, seats + 1) if n != loser]
        winners = () if word is GameAbandoned else others
        if results[1:] != ending(*winners):
            raise StateError("state.word-end", path="._results", expected=list(winners))
        if saved.currplayer != mover:
            raise StateError("state.currplayer", path=".currplayer", expected=mover)
    return bool(closing)


def _check_players(result: Result, seats: int, i: int) -> None:
    if type(result) is Winners:
        players = result.players
        if list(players) != sorted(set(players)) or not all(1 <= n <= seats for n in players):
            path = f"._results[{i}].players"
            raise StateError("state.player-range", path=path, last=seats)
    key = _PLAYER_OF.get(type(result))
    player = None if key is None else getattr(result, key)
    if player is not None and not 1 <= player <= seats:
        raise StateError("state.player-range", path=f"._results[{i}].{key}", last=seats)
