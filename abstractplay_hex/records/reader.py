"""Reading what others wrote of a game: game records, saved games, lists of moves."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import inf
from typing import Any, Final

from attrs import field, frozen

from abstractplay_hex import registry
from abstractplay_hex.codec import whole_numbers
from abstractplay_hex.errors import HexError, RecordError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import MOST_PLIES
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import MOST_SEATS

MOST_COUNTED: Final = 100_000
"""A record that claims more legal turns at a ply is not believed."""

_ENDING: Final = re.compile(rf"({'|'.join(ENDINGS)})(?:\((\d?)\))?", re.ASCII)
"""Endings as lists of moves write them: ``resign(1)``, ``draw()``."""


@frozen
class RecordedPly:
    """A turn as recorded, and what is said about it (facts to be checked by a replay).

    :ivar absent: seats for which a record has no turn between the one before and this one.
    """

    move: str
    facts: Mapping[str, Any] = field(factory=dict)
    absent: tuple[int, ...] = ()


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

    :param uid: the game, where *data* does not name it, or by a name that several games have.
    :param where: where *data* comes from, for messages.
    :raises RecordError: for anything else.
    """
    try:
        return _read(data, uid, where)
    except RecordError:
        whole = whole_numbers(data)
        if whole is data:
            raise
    return _read(whole, uid, where)


def _read(data: Any, uid: str | None, where: str) -> RecordedGame:
    try:
        if isinstance(data, list):
            return _move_list({"moves": data}, uid, where)
        if isinstance(data, dict):
            if "stack" in data:
                return _saved(data, where)
            if "header" in data:
                return _record(data, uid, where)
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
    for value in map(whole_numbers, candidates):
        if type(value) in (str, int) and value != "":
            return str(value)[:80]
    return where


def _saved(data: dict[str, Any], where: str) -> RecordedGame:
    if type(data.get("game")) is not str:
        raise _unreadable(where, "key-missing", key="game")
    ident = _ident(data.get("id"), where=where)
    return RecordedGame(data["game"], ident, (), None, (), saved=data)


def _record(data: dict[str, Any], uid: str | None, where: str) -> RecordedGame:
    header, rounds = data["header"], data.get("moves")
    if type(header) is not dict or type(rounds) is not list:
        raise RecordError("record.format", where=where)
    game = header.get("game")
    if type(game) is not dict or type(game.get("name")) is not str:
        raise _unreadable(where, "key-missing", key="header.game.name")
    info = registry.game_named(game["name"], uid)
    if info is None:
        raise _unreadable(where, "unknown-game", name=repr(game["name"][:40]))
    variants = _variants(game.get("variants", []), info, where)
    position = header.get("startingPosition")
    if position is not None and type(position) is not str:
        raise _unreadable(where, "not-text", key="header.startingPosition")
    _check_dates(header, where)
    facts = _end_facts(header, where)
    plies = _record_plies(rounds, facts["placing"], where)
    site = header.get("site")
    ident = _ident(site.get("gameid") if type(site) is dict else None, where=where)
    seats = len(header["players"])
    return RecordedGame(info.uid, ident, variants, position, plies, facts, None, seats)


def _variants(named: Any, info: GameInfo, where: str) -> tuple[str, ...]:
    """Return the uids of variants that are named by name or uid."""
    key = "header.game.variants"
    if type(named) is not list or not all(type(v) is str for v in named):
        raise _unreadable(where, "not-texts", key=key)
    by_name = {v.name: v.uid for v in info.variants} | {v.uid: v.uid for v in info.variants}
    for name in named:
        if name not in by_name:
            raise _unreadable(where, "unknown-variant", key=key, variant=repr(name[:40]))
    return tuple(by_name[v] for v in named if not by_name[v].startswith("#"))


def _check_dates(header: dict[str, Any], where: str) -> None:
    dates = {}
    for key in ("date-start", "date-end"):
        try:
            date = datetime.fromisoformat(header.get(key, ""))
        except (TypeError, ValueError):
            if key in header:
                raise _unreadable(where, "not-date", key=f"header.{key}") from None
        else:
            dates[key] = date if date.tzinfo else date.replace(tzinfo=UTC)
    if len(dates) == 2 and dates["date-start"] > dates["date-end"]:
        raise _unreadable(where, "dates")


def _record_plies(rounds: list[Any], placing: Sequence[int], where: str) -> tuple[RecordedPly, ...]:
    plies: list[RecordedPly] = []
    absent: list[int] = []
    for i, row in enumerate(rounds):
        if type(row) is not list:
            raise _unreadable(where, "not-list", key=f"moves[{i}]")
        if len(row) > len(placing):
            raise _unreadable(where, "round", key=f"moves[{i}]", seats=len(placing))
        entries = [*row, *[None] * (len(placing) - len(row))]  # a short round lacks the last turns
        for seat, entry in _in_sequence(entries, f"moves[{i}]", where):
            if entry is None:
                absent.append(seat)
            else:
                at = f"moves[{i}][{seat - 1}]"
                plies.append(_record_ply(entry, at, seat, placing, tuple(absent), where))
                absent = []
    _check_length(plies, where)
    return tuple(plies)


def _in_sequence(row: list[Any], at: str, where: str) -> list[tuple[int, Any]]:
    """Return the entries of a round with their seats, in the order in which they were played."""
    seated = list(enumerate(row, 1))
    told = [
        entry.get("sequence") if type(entry) is dict else None for entry in row if entry is not None
    ]
    if all(number is None for number in told):
        return seated
    if not all(type(number) is int for number in told) or len({*told}) < len(told):
        raise _unreadable(where, "sequence", key=at)
    return sorted(seated, key=lambda item: inf if item[1] is None else item[1]["sequence"])


def _record_ply(
    entry: Any,
    at: str,
    seat: int,
    placing: Sequence[int],
    absent: tuple[int, ...],
    where: str,
) -> RecordedPly:
    facts: dict[str, Any] = {}
    move = entry
    if type(entry) is dict:
        move = entry.get("move")
        if type(entry.get("result")) is list:
            facts["telling"] = entry["result"]
    if type(move) is not str:
        raise _unreadable(where, "not-move", key=at)
    if not facts.get("telling") and move in ENDINGS and ENDINGS[move].of_player:
        # The site writes the bare word, in whatever place is next: who lost, the header knows.
        losers = [n for n, result in enumerate(placing, 1) if result < max(placing)]
        move = f"{move}({losers[0] if len(losers) == 1 else seat})"
    return RecordedPly(move, facts, absent)


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
    seats = data.get("seats")
    if seats is not None and type(seats) is not int:
        raise _unreadable(where, "not-count", key="seats", limit=MOST_SEATS)
    ident = _ident(data.get("id"), where=where)
    return RecordedGame(game, ident, tuple(variants), position, read, facts, None, seats)


def _check_length(plies: Sequence[Any], where: str) -> None:
    if len(plies) > MOST_PLIES:
        raise _unreadable(where, "too-many-moves", limit=MOST_PLIES)


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
