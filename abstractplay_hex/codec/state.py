"""The envelope of a saved game and its stack of plies."""

import re
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from abstractplay_hex.codec.structure import Structurer
from abstractplay_hex.codec.versions import upgraded
from abstractplay_hex.errors import StateError, VariantError
from abstractplay_hex.ply import Ply
from abstractplay_hex.results import EndOfGame, Resigned, Result, TimedOut, Winners

if TYPE_CHECKING:
    from abstractplay_hex.game import Game

ENVELOPE: Final = ("game", "numplayers", "variants", "gameover", "winner", "stack")
MOST_PLIES: Final = 20_000
"""A saved game with more plies is refused: no game is that long, and memory is bounded."""

_TIMESTAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


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

    Everything is checked that can be without replaying: keys, types, ranges, cells, the order of
    plies, and that the envelope says what the last ply says.

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
        raise StateError("state.expected", path="$.stack", expected="a list")
    if not raw:
        raise StateError("state.empty-stack", path="$.stack")
    if len(raw) > MOST_PLIES:
        raise StateError("state.too-many-plies", path="$.stack", limit=MOST_PLIES)
    plies = _plies(game, variants, raw)
    last = plies[-1]
    if data["gameover"] is not last.gameover:
        expected = "that the game is over" if last.gameover else "that the game goes on"
        raise StateError("state.gameover", path="$.gameover", expected=expected)
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
        raise StateError("state.expected", path="$.variants", expected="a list of texts")
    try:
        return game.checked_variants(raw)
    except VariantError as error:
        raise StateError("state.variants", path="$.variants", reason=error.message) from None


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
    for i, item in enumerate(raw):
        path = f"$.stack[{i}]"
        if type(item) is dict and item.get("_version") != version:
            item = upgraded(item, version, game.migrations, path)
        saved = structure(item, path)
        _check_timestamp(saved.timestamp, path)
        if not 1 <= saved.currplayer <= seats:
            raise StateError("state.player-range", path=f"{path}.currplayer", last=seats)
        if len(saved.results) > 1:
            _check_results(saved.results, seats, path)
        if before is None:
            if saved.lastmove is not None or saved.results:
                raise StateError("state.first-ply", path=path)
        else:
            if before.gameover:
                raise StateError("state.after-end", path=path, ended=i - 1)
            if saved.lastmove is None:
                raise StateError("state.no-lastmove", path=path)
            if not saved.results:
                raise StateError("state.no-results", path=f"{path}._results")
        try:
            position = game._load_position(saved, before, variants)
        except StateError as error:
            raise StateError(error.code, **{**error.params, "path": path + error.path}) from None
        before = Ply(position, saved.results, saved.lastmove, saved.timestamp, saved.version)
        plies.append(before)
    return plies


def _check_timestamp(text: str, path: str) -> None:
    try:
        if _TIMESTAMP.fullmatch(text):
            datetime.fromisoformat(text)
            return
    except ValueError:
        pass
    raise StateError("state.timestamp", path=f"{path}._timestamp")


def _check_results(results: tuple[Result, ...], seats: int, path: str) -> None:
    """Check that an ending is whole and last, and that players are in range."""
    for i, result in enumerate(results):
        cls = type(result)
        if cls is EndOfGame or cls is Winners:
            ends = [type(r) for r in results[-2:]] == [EndOfGame, Winners]
            if not ends or i < len(results) - 2:
                raise StateError("state.results-end", path=f"{path}._results[{i}]")
        if isinstance(result, Winners):
            players = result.players
            if list(players) != sorted(set(players)) or not all(1 <= n <= seats for n in players):
                where = f"{path}._results[{i}].players"
                raise StateError("state.player-range", path=where, last=seats)
        elif isinstance(result, Resigned | TimedOut) and not 1 <= result.player <= seats:
            where = f"{path}._results[{i}].player"
            raise StateError("state.player-range", path=where, last=seats)
