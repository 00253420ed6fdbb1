"""Reading what others wrote of a game: game records, saved games, lists of moves."""

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from abstractplay_hex import registry
from abstractplay_hex.errors import HexError, RecordError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS

MOST_MOVES: Final = 20_000
MOST_COUNTED: Final = 100_000
"""A record that claims more legal turns at a ply is not believed."""

_ENDING: Final = re.compile(rf"({'|'.join(ENDINGS)})(?:\((\d?)\))?", re.ASCII)
"""Endings as lists of moves write them: ``resign(1)``, ``draw()``."""


@frozen
class RecordedPly:
    """A turn as recorded, and what is said about it (facts to be checked by a replay)."""

    move: str
    facts: Mapping[str, Any] = field(factory=dict)


@frozen
class RecordedGame:
    """A game as recorded. ``ident`` names it in messages; ``facts`` are about its end.

    ``saved`` is the whole state where the record is a saved game.
    """

    uid: str
    ident: str
    variants: tuple[str, ...]
    position: str | None
    plies: tuple[RecordedPly, ...]
    facts: Mapping[str, Any] = field(factory=dict)
    saved: Mapping[str, Any] | None = None
    seats: int | None = None


def read_game(data: Any, uid: str | None = None, where: str = "$") -> RecordedGame:
    """Read one game.

    *data* is a game record (``header`` and ``moves``), a saved game (``stack``), an object with
    ``moves`` (texts) or ``plies`` (objects with ``move`` and facts), or a plain list of move texts.

    :param uid: the game, where *data* does not name it.
    :param where: where *data* comes from, for messages.
    :raises RecordError: for anything else.
    """
    try:
        if isinstance(data, list):
            return _move_list({"moves": data}, uid, where)
        if isinstance(data, dict):
            if "stack" in data:
                return _saved(data, where)
            if "header" in data:
                return _record(data, where)
            if "moves" in data or "plies" in data:
                return _move_list(data, uid, where)
    except RecordError:
        raise
    except HexError as error:
        raise RecordError("record.unreadable", where=where, reason=error.phrase) from None
    if isinstance(data, str | bytes):
        raise RecordError("record.text", where=where)
    raise RecordError("record.format", where=where)


def _unreadable(where: str, code: str, **params: Any) -> RecordError:
    reason = Phrase(f"record.{code}", **params)
    return RecordError("record.unreadable", where=where, reason=reason)


def _ident(*candidates: Any, where: str) -> str:
    for value in candidates:
        if type(value) in (str, int) and value != "":
            return str(value)[:80]
    return where


def _saved(data: dict[str, Any], where: str) -> RecordedGame:
    if type(data.get("game")) is not str:
        raise _unreadable(where, "key-missing", key="game")
    ident = _ident(data.get("id"), where=where)
    return RecordedGame(data["game"], ident, (), None, (), saved=data)


def _record(data: dict[str, Any], where: str) -> RecordedGame:
    header, rounds = data["header"], data.get("moves")
    if type(header) is not dict or type(rounds) is not list:
        raise RecordError("record.format", where=where)
    game = header.get("game")
    if type(game) is not dict or type(game.get("name")) is not str:
        raise _unreadable(where, "key-missing", key="header.game.name")
    info = next((i for i in registry.games() if i.name == game["name"]), None)
    if info is None:
        raise _unreadable(where, "unknown-game", name=repr(game["name"][:40]))
    by_name = {v.name: v.uid for v in info.variants} | {v.uid: v.uid for v in info.variants}
    named = game.get("variants", [])
    if type(named) is not list or not all(type(v) is str and v in by_name for v in named):
        raise _unreadable(where, "unknown-variant", key="header.game.variants")
    variants = tuple(by_name[v] for v in named if not by_name[v].startswith("#"))
    position = header.get("startingPosition")
    if position is not None and type(position) is not str:
        raise _unreadable(where, "not-text", key="header.startingPosition")
    entries = []
    for i, row in enumerate(rounds):
        if type(row) is not list:
            raise _unreadable(where, "not-list", key=f"moves[{i}]")
        entries += [(e, f"moves[{i}][{j}]") for j, e in enumerate(row) if e is not None]
    if any(isinstance(e, dict) and "sequence" in e for e, _ in entries):
        entries = _in_sequence(rounds)
    _check_length(entries, where)
    plies = tuple(_record_ply(e, at, where) for e, at in entries)
    site = header.get("site")
    ident = _ident(site.get("gameid") if type(site) is dict else None, where=where)
    facts = _end_facts(header, where)
    seats = len(header["players"])
    return RecordedGame(info.uid, ident, variants, position, plies, facts, None, seats)


def _in_sequence(rounds: list[Any]) -> list[tuple[Any, str]]:
    out = []
    for i, row in enumerate(rounds):
        placed = [(e, f"moves[{i}][{j}]") for j, e in enumerate(row) if e is not None]
        out += sorted(placed, key=lambda p: p[0].get("sequence", 0) if type(p[0]) is dict else 0)
    return out


def _record_ply(entry: Any, at: str, where: str) -> RecordedPly:
    if type(entry) is str:
        return RecordedPly(entry)
    if type(entry) is dict and type(entry.get("move")) is str:
        results = entry.get("result")
        return RecordedPly(entry["move"], {"telling": results} if type(results) is list else {})
    raise _unreadable(where, "not-move", key=at)


def _end_facts(header: dict[str, Any], where: str) -> dict[str, Any]:
    players = header.get("players")
    if type(players) is not list or not all(type(p) is dict for p in players):
        raise _unreadable(where, "key-missing", key="header.players")
    facts: dict[str, Any] = {"over": True}
    results = [p.get("result") for p in players]
    if not all(type(r) is int for r in results):
        raise _unreadable(where, "player-results", key="header.players")
    facts["placing"] = results
    scores = [p.get("score") for p in players]
    if any(score is not None for score in scores):
        facts["scores"] = scores
    return facts


def _move_list(data: dict[str, Any], uid: str | None, where: str) -> RecordedGame:
    game = data.get("game", uid)
    if type(game) is not str:
        raise _unreadable(where, "which-game")
    variants = data.get("variants", [])
    if type(variants) is not list or not all(type(v) is str for v in variants):
        raise _unreadable(where, "not-texts", key="variants")
    position = data.get("position")
    if position is not None and type(position) is not str:
        raise _unreadable(where, "not-text", key="position")
    plies = data.get("plies")
    if plies is not None:
        if type(plies) is not list or not all(
            type(p) is dict and type(p.get("move")) is str for p in plies
        ):
            raise _unreadable(where, "not-plies", key="plies")
        _check_length(plies, where)
        for i, ply in enumerate(plies):
            _check_facts(ply, f"plies[{i}]", where)
        read = tuple(RecordedPly(p["move"], p) for p in plies)
    else:
        moves = data["moves"]
        if type(moves) is not list or not all(type(m) is str for m in moves):
            raise _unreadable(where, "not-texts", key="moves")
        _check_length(moves, where)
        read = tuple(RecordedPly(m) for m in moves)
    facts: dict[str, Any] = {k: data[k] for k in ("over", "winner", "scores", "state") if k in data}
    ident = _ident(data.get("id"), where=where)
    return RecordedGame(game, ident, tuple(variants), position, read, facts)


def _check_length(plies: list[Any], where: str) -> None:
    if len(plies) > MOST_MOVES:
        raise _unreadable(where, "too-many-moves", limit=MOST_MOVES)


def _check_facts(ply: dict[str, Any], at: str, where: str) -> None:
    """Refuse facts that are looked into before they are compared, or would set a replay much work."""
    legal, moves = ply.get("legal"), ply.get("moves")
    if legal is not None and not (type(legal) is int and 0 <= legal <= MOST_COUNTED):
        raise _unreadable(where, "not-count", key=f"{at}.legal", limit=MOST_COUNTED)
    if moves is not None and not (type(moves) is list and all(type(m) is str for m in moves)):
        raise _unreadable(where, "not-texts", key=f"{at}.moves")
    for key in ("results", "telling"):
        if type(ply.get(key)) not in (list, type(None)):
            raise _unreadable(where, "not-list", key=f"{at}.{key}")
    if moves is not None and len(moves) > MOST_COUNTED:
        raise _unreadable(where, "too-many-moves", limit=MOST_COUNTED)


def ending_word(text: str) -> tuple[str, int | None] | None:
    """Return an ending and its player if *text* is one: ``resign(1)``, ``draw()``, or the bare word."""
    match = _ENDING.fullmatch(text)
    return (match[1], int(match[2]) if match[2] else None) if match else None
