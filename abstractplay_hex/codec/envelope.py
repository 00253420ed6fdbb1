"""The envelope of a saved game and its stack of plies."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from attrs import evolve, field, fields, frozen

from abstractplay_hex.codec.jsontext import dumps
from abstractplay_hex.codec.kept import KeptStack, canonical
from abstractplay_hex.codec.source import Saved
from abstractplay_hex.codec.versions import upgraded
from abstractplay_hex.errors import ArgumentError, StateError, VariantError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import MOST_PLIES, Deferred, Ply
from abstractplay_hex.plies.results import (
    Capture,
    Eliminated,
    EndOfGame,
    Move,
    Pass,
    Place,
    Resigned,
    Result,
    TimedOut,
    Winners,
    key_of,
)
from abstractplay_hex.rules.interface import AnyRules, Setup
from abstractplay_hex.rules.saved import MigrationContext, PlyState

ENVELOPE: Final = ("game", "numplayers", "variants", "gameover", "winner", "stack")
_HOURS: Final = r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z"
_TIMESTAMP: Final = re.compile(r"\d{4}-\d\d-\d\d" + _HOURS, re.ASCII)
_ANY_MONTH: Final = re.compile(
    r"[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])" + _HOURS, re.ASCII
)
"""Times on a day that each month has: nearly all, and the calendar need not be asked."""
_BY_WORD: Final = frozenset(one.result for one in ENDINGS.values())
"""Results that only plies have whose ``lastmove`` is the word for them."""
_PLAYER_OF: Final[dict[type[Result], str]] = {
    Resigned: "player",
    TimedOut: "player",
    Capture: "whose",
    Pass: "who",
}
"""The attribute of a result that names a player."""


# ---- writing -----------------------------------------------------------------------------------


def dump_ply(rules: AnyRules, ply: Ply[Any]) -> dict[str, Any]:
    """Return one ply as JSON-ready data, keys in the site's order."""
    out: dict[str, Any] = {
        "_version": ply.version,
        "_results": [result.to_dict() for result in ply.results],
        "_timestamp": ply.timestamp,
        "currplayer": ply.currplayer,
    }
    if ply.lastmove is not None:
        out["lastmove"] = ply.lastmove
    out.update(rules.save_position(ply.position))
    return out


def dump_unstamped(rules: AnyRules, ply: Ply[Any]) -> dict[str, Any]:
    """Return one ply without engine version and time: what a replay must give again."""
    out = dump_ply(rules, ply)
    del out["_version"], out["_timestamp"]
    return out


def dump_state(rules: AnyRules, setup: Setup, stack: Sequence[Ply[Any]]) -> dict[str, Any]:
    """Return a whole game as JSON-ready data."""
    return {**_head(rules, setup, stack[-1]), "stack": [dump_ply(rules, ply) for ply in stack]}


def dumps_state(
    rules: AnyRules, setup: Setup, stack: Sequence[Ply[Any]], kept: KeptStack | None
) -> str:
    """Return a whole game as JSON text; see :func:`keep` for what is *kept*."""
    text = keep(rules, stack, kept).text
    return f'{dumps(_head(rules, setup, stack[-1]))[:-1]},"stack":[{text}]}}'


def keep(rules: AnyRules, stack: Sequence[Ply[Any]], kept: KeptStack | None) -> KeptStack:
    """Return the text of a whole stack. Plies whose canonical text was *kept* are not written anew."""
    if kept is None or not kept.begins(stack):
        kept = KeptStack("", 0)
    if kept.count == len(stack):
        return kept
    texts = [kept.text] if kept.count else []
    texts += [dumps(dump_ply(rules, ply)) for ply in stack[kept.count :]]
    return KeptStack(",".join(texts), len(stack), tuple(stack))


def _head(rules: AnyRules, setup: Setup, last: Ply[Any]) -> dict[str, Any]:
    return {
        "game": rules.info.uid,
        "numplayers": rules.seats(setup),
        "variants": list(setup.variants),
        "gameover": last.gameover,
        "winner": list(last.winner),
    }


# ---- reading -----------------------------------------------------------------------------------


@frozen
class Loaded:
    """A saved game, checked: how it begins, its plies, and their text where that is canonical.

    :ivar forgiven: what is wrong with it, if it was loaded leniently.
    """

    setup: Setup
    plies: list[Ply[Any]]
    kept: KeptStack | None = None
    forgiven: list[StateError] = field(factory=list)


def load(rules: AnyRules, saved: Saved, *, lenient: bool = False) -> Loaded:
    """Return setup and plies of a saved game.

    Everything is checked that can be without replaying: keys, types, ranges, the order of plies,
    endings by word, that a position's player to move is the one saved, and that the envelope says
    what the last ply says; and what the game's own ``load_position`` checks. Whether a ply
    follows from the one before by the rules is for :func:`abstractplay_hex.codec.verify`.

    :param lenient: let endings by word follow the end of the game, as older engines did, and list
        them in ``forgiven``.
    :raises StateError: with the path of the first fault; nothing is left half-loaded.
    """
    loaded = None if saved.text is None else _load_canonical(rules, saved.text)
    if loaded is not None:
        return loaded
    try:
        return _load(rules, saved.data, lenient)
    except RecursionError:
        raise StateError("state.too-deep", path="$") from None


def _load_canonical(rules: AnyRules, text: str) -> Loaded | None:
    """Load a game from text that is as we write it; ``None`` for any other, and for one with a fault."""
    found = canonical(rules.state, text)
    if found is None:
        return None
    data, kept = found
    try:
        loaded = _load(rules, data)
    except Exception:  # whatever it was: the strict reader says it, and where
        return None
    if any(
        ply["_version"] != here.version
        for ply, here in zip(data["stack"], loaded.plies, strict=True)
    ):
        return loaded  # plies were brought up: their text is not what we would write
    return evolve(loaded, kept=evolve(kept, plies=tuple(loaded.plies)))


def _load(rules: AnyRules, data: dict[str, Any], lenient: bool = False) -> Loaded:
    if data["game"] != rules.info.uid:
        found = repr(data["game"])[:40]
        raise StateError("state.game", path="$.game", found=found, expected=rules.info.uid)
    for key in ENVELOPE:
        if key not in data:
            raise StateError("state.key-missing", path="$", key=key)
    for key in data:
        if key not in ENVELOPE:
            raise StateError("state.key-unknown", path="$", key=repr(str(key)[:40]))
    setup = _setup(rules, data)
    raw = data["stack"]
    if type(raw) is not list:
        raise StateError("state.expected", path="$.stack", expected=Phrase("phrase.list"))
    if not raw:
        raise StateError("state.empty-stack", path="$.stack")
    if len(raw) > MOST_PLIES:
        raise StateError("state.too-many-plies", path="$.stack", limit=MOST_PLIES)
    forgiven: list[StateError] | None = [] if lenient else None
    plies = _plies(rules, setup, raw, forgiven)
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
    return Loaded(setup, plies, forgiven=forgiven or [])


def _setup(rules: AnyRules, data: dict[str, Any]) -> Setup:
    seats, variants, counts = data["numplayers"], data["variants"], rules.info.playercounts
    if type(seats) is float and seats.is_integer():  # JSON does not tell 2.0 from 2
        seats = int(seats)
    if type(seats) is not int or seats not in counts:
        expected = counts[0] if len(counts) == 1 else ", ".join(map(str, counts))
        raise StateError(
            "state.numplayers", path="$.numplayers", game=rules.info.name, expected=expected
        )
    if type(variants) is not list or not all(type(v) is str for v in variants):
        raise StateError("state.expected", path="$.variants", expected=Phrase("phrase.texts"))
    try:
        return rules.setup(variants, seats)
    except VariantError as error:
        raise StateError("state.variants", path="$.variants", reason=error.phrase) from None
    except ArgumentError as error:  # these variants are not for so many
        raise StateError("state.wrong", path="$.numplayers", reason=error.phrase) from None


def _plies(
    rules: AnyRules, setup: Setup, raw: list[Any], forgiven: list[StateError] | None
) -> list[Ply[Any]]:
    """Return the plies; endings by word after the end go into *forgiven*, if that is a list."""
    from abstractplay_hex.codec.converter import structurer  # cattrs is slow to import

    structure = structurer(rules.state)
    version = rules.info.version
    seats = rules.seats(setup)
    plies: list[Ply[Any]] = []
    before: Ply[Any] | None = None
    earlier: dict[str, Any] | None = None
    ended, late = 0, False  # the number of the ply that ended the game; whether it is past
    last: PlyState | None = None
    i = 0

    def context() -> MigrationContext:
        at = None if before is None else before.position
        return MigrationContext(earlier, setup.variants, at)

    try:
        for i, item in enumerate(raw):
            if type(item) is dict and item.get("_version") != version:
                item = upgraded(item, version, rules.state, context)
            earlier = item
            saved = structure(item)
            _check_timestamp(saved.timestamp)
            if not 1 <= saved.currplayer <= seats:
                raise StateError("state.player-range", path=".currplayer", last=seats)
            if before is not None:
                if ended:
                    if forgiven is None or saved.lastmove not in ENDINGS:
                        raise StateError("state.after-end", path="", ended=ended)
                    path = f"$.stack[{i}]"
                    forgiven.append(StateError("state.after-end", path=path, ended=ended))
                late = ended > 0
                if _check_turn(saved, before.currplayer, seats):
                    ended = ended or i
            elif saved.lastmove is not None or saved.results:
                raise StateError("state.first-ply", path="")
            if late and before is not None:
                _check_same(saved, last)
                position = before.given
            else:
                position = rules.load_position(saved, before, setup)
            last = saved
            made = not isinstance(position, Deferred)
            side = rules.to_move(position) if made else position.side
            if side != saved.currplayer:  # a game may find it out by itself
                raise StateError("state.currplayer", path=".currplayer", expected=side)
            before = Ply(
                position,
                saved.currplayer,
                saved.results,
                saved.lastmove,
                saved.timestamp,
                saved.version,
            )
            plies.append(before)
    except StateError as error:
        params = {**error.params, "path": f"$.stack[{i}]{error.path}"}
        raise StateError(error.code, **params) from None
    return plies


def _check_same(saved: PlyState, before: PlyState | None) -> None:
    """Check that an ending by word has the position of the ply before it."""
    common = {attribute.name for attribute in fields(PlyState)}
    for attribute in fields(type(saved)):
        name = attribute.name
        if name not in common and getattr(saved, name) != getattr(before, name):
            raise StateError("state.contradiction", path=f".{key_of(attribute)}")


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
    results, word = saved.results, ENDINGS.get(saved.lastmove or "")
    if saved.lastmove is None:
        raise StateError("state.no-lastmove", path="")
    if not results:
        raise StateError("state.no-results", path="._results")
    first = type(results[0])
    if word is None and len(results) == 1 and (first is Place or first is Move):
        return False  # nearly all plies
    for i, result in enumerate(results):
        _check_players(result, seats, i)
    by_word = [i for i, result in enumerate(results) if type(result) in _BY_WORD]
    if by_word != ([0] if word else []) or (word and first is not word.result):
        raise StateError("state.word", path="")
    closing = [type(result) for result in results if type(result) in (EndOfGame, Winners)]
    if closing and (closing != [EndOfGame, Winners] or [type(r) for r in results[-2:]] != closing):
        raise StateError("state.results-end", path="._results")
    if word:
        loser = getattr(results[0], "player", None)
        if results != word.results(seats, loser):
            winners = list(word.winners(seats, loser))
            raise StateError("state.word-end", path="._results", expected=winners)
        if saved.currplayer != mover:
            raise StateError("state.currplayer", path=".currplayer", expected=mover)
    return bool(closing)


def _check_players(result: Result, seats: int, i: int) -> None:
    if type(result) is Winners:
        players = result.players
        if list(players) != sorted(set(players)) or not all(1 <= n <= seats for n in players):
            path = f"._results[{i}].players"
            raise StateError("state.player-range", path=path, last=seats)
    if type(result) is Eliminated:  # the site writes this number as a text
        if result.who not in map(str, range(1, seats + 1)):
            raise StateError("state.player-range", path=f"._results[{i}].who", last=seats)
        return
    key = _PLAYER_OF.get(type(result))
    player = None if key is None else getattr(result, key)
    if player is not None and not 1 <= player <= seats:
        raise StateError("state.player-range", path=f"._results[{i}].{key}", last=seats)
