"""One game checked: played again from its start, and all compared that its text says of it."""

import pickle
import re
from collections.abc import Iterable
from typing import Any, Final

from attrs import evolve, field, frozen

from abstractplay_hex.codec.jsontext import loads
from abstractplay_hex.errors import HexError, ReplayError, StateError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.archive.reading import Item, Location, Mark
from abstractplay_hex.records.archive.statistics import Statistics
from abstractplay_hex.records.reader import RecordedGame, read_game
from abstractplay_hex.records.replay import replay

_PLY: Final = re.compile(r"\$\.stack\[(\d+)\]", re.ASCII)
_LONGEST: Final = 80


@frozen
class Fault:
    """The first thing that is wrong with a game.

    :ivar code: stable, for machines; *reason*: the same for people.
    :ivar ply: the number of the turn that is wrong, and *text* what was recorded of it; ``None``
        where it is not about a turn.
    """

    code: str
    reason: str
    ply: int | None = None
    text: str | None = None


@frozen
class Outcome:
    """What came of checking one game.

    :ivar game: uid, *variants* and *ident* of the game as far as they could be read.
    :ivar winner: who won, empty for nobody; ``None`` if the game is not over, or bad.
    """

    where: Location
    game: str | None = None
    variants: tuple[str, ...] = ()
    ident: str | None = None
    plies: int = 0
    winner: tuple[int, ...] | None = None
    fault: Fault | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.fault is None

    @property
    def message(self) -> str:
        """One line: where it is, which game, what is wrong."""
        if self.fault is None:
            return str(self.where)
        named = [" ".join(filter(None, (self.game, self.ident)))]
        if self.fault.ply is not None:
            named += [f"ply {self.fault.ply}", repr(self.fault.text)]
        parts = [str(self.where), ", ".join(filter(None, named)), self._reason]
        return ": ".join(filter(None, parts))

    @property
    def _reason(self) -> str:
        """The reason without the place, with which some begin."""
        return str(self.fault.reason).removeprefix(f"{self.where}: ") if self.fault else ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data; what is not known is left out."""
        at = self.where
        out: dict[str, Any] = {"ok": self.ok, "path": at.path}
        known = {
            "line": at.line,
            "index": at.index,
            "offset": at.offset,
            "game": self.game,
            "variants": list(self.variants) or None,
            "id": self.ident,
            "plies": self.plies if self.ok else None,
            "winner": None if self.winner is None else list(self.winner),
        }
        out.update((key, value) for key, value in known.items() if value is not None)
        if self.fault is not None:
            fault = self.fault
            out["code"], out["reason"] = fault.code, self._reason
            if fault.ply is not None:
                out["ply"], out["text"] = fault.ply, fault.text
        return out


@frozen
class Checked:
    """The outcomes of some games, in their order, and the statistics of the good ones."""

    outcomes: tuple[Outcome, ...]
    statistics: Statistics = field(factory=Statistics)


def check(items: Iterable[Item], uid: str | None = None) -> Checked:
    """Check games; never raises for anything that is in them.

    :param uid: the game, for lists of moves that do not name it.
    """
    outcomes: list[Outcome] = []
    statistics = Statistics()
    for item in items:
        for where, data, error in _read(item):
            outcome = _checked(where, data, error, uid, statistics)
            statistics.count(outcome.fault.code if outcome.fault else None)
            outcomes.append(outcome)
    return Checked(tuple(outcomes), statistics)


def packed(items: Iterable[Item]) -> bytes:
    """Return games as bytes to be sent to a worker: what it needs of them, for :func:`check_packed`.

    An executor sends bytes as they are. Objects it may look into, one by one (Dask does).
    """
    places = [(i.where.path, i.where.line, i.where.index, i.where.offset, i.error) for i in items]
    return pickle.dumps((places, [item.text for item in items]), pickle.HIGHEST_PROTOCOL)


def check_packed(data: bytes, uid: str | None = None) -> Checked:
    """Check games that :func:`packed` has made bytes of."""
    places, texts = pickle.loads(data)
    return check(
        [
            Item(Location(path, line, index, offset), text, error, Mark())
            for (path, line, index, offset, error), text in zip(places, texts, strict=True)
        ],
        uid,
    )


def _read(item: Item) -> Iterable[tuple[Location, Any, Exception | None]]:
    if item.error is not None:
        return [(item.where, None, item.error)]
    try:
        data = loads(item.text.rstrip())
    except (HexError, RecursionError, MemoryError) as error:
        return [(item.where, None, error)]
    if item.where.index is None and type(data) is list and data and type(data[0]) is not str:
        return [(evolve(item.where, index=i), game, None) for i, game in enumerate(data)]
    return [(item.where, data, None)]


def _checked(
    where: Location, data: Any, error: Exception | None, uid: str | None, statistics: Statistics
) -> Outcome:
    if error is not None:
        return Outcome(where, fault=fault_of(error))
    recorded: RecordedGame | None = None
    outcome = Outcome(where)
    try:
        recorded = read_game(data, uid, str(where))
        ident = None if recorded.ident == str(where) else recorded.ident
        variants = recorded.variants if recorded.saved is None else recorded.saved.get("variants")
        named = tuple(map(str, variants)) if isinstance(variants, list | tuple) else ()
        outcome = Outcome(where, recorded.uid, named, ident)
        game: Game[Any, Any] = replay(recorded)
        statistics.add(game, recorded)
    except Exception as raised:  # also a fault in one game's engine: it must not stop a bulk job
        return evolve(outcome, fault=fault_of(raised, recorded))
    winner = tuple(game.winner) if game.gameover else None
    return evolve(outcome, variants=tuple(game.variants), plies=len(game.stack) - 1, winner=winner)


def fault_of(error: BaseException, recorded: RecordedGame | None = None) -> Fault:
    """Return what an error says of the game that was being checked."""
    if isinstance(error, ReplayError):
        ply = error.params.get("ply")
        text = None
        if recorded is not None and type(ply) is int and 0 < ply <= len(recorded.plies):
            text = recorded.plies[ply - 1].move[:_LONGEST]
        reason = error.params["reason"]
        if error.code == "replay.differs":
            says, is_so = error.params["recorded"], error.params["replayed"]
            reason = Phrase("archive.differs", recorded=says, replayed=is_so)
        return Fault(error.code, reason, ply or None, text)  # 0: about the whole game
    if isinstance(error, StateError):
        return Fault(error.code, error.phrase, *_place(error, recorded))
    if isinstance(error, HexError):
        inner = error.params.get("reason") if error.code == "record.unreadable" else None
        code = getattr(inner, "code", error.code)
        return Fault(code, error.phrase if inner is None else inner)
    if isinstance(error, RecursionError):
        return Fault("state.too-deep", Phrase("state.too-deep"))
    return Fault("replay.broke", Phrase("replay.broke", reason=repr(error)[:200]))


def _place(error: StateError, recorded: RecordedGame | None) -> tuple[int | None, str | None]:
    """Return number and text of the ply that the path of *error* goes through."""
    found = _PLY.match(error.path)
    if found is None or len(found[1]) > 9 or recorded is None or recorded.saved is None:
        return None, None
    ply = int(found[1])
    try:
        text = recorded.saved["stack"][ply]["lastmove"]
    except (LookupError, TypeError):
        text = None
    return ply, text[:_LONGEST] if isinstance(text, str) else None


__all__ = ["Checked", "Fault", "Outcome", "check", "check_packed", "fault_of", "packed"]
