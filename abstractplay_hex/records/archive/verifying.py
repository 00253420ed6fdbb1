"""One game checked: replayed from its start, and compared with all that its text says of it."""

import pickle
import re
from collections.abc import Iterable
from typing import Any, Final

from attrs import evolve, field, frozen

from abstractplay_hex.errors import HexError, ReplayError, StateError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records.archive.duplicates import Course, course_of
from abstractplay_hex.records.archive.statistics import Statistics
from abstractplay_hex.records.files import GameText, Location
from abstractplay_hex.records.reader import RecordedGame, read_game
from abstractplay_hex.records.replay import replay

_PLY: Final = re.compile(r"\$\.stack\[(\d+)\]", re.ASCII)
_LONGEST: Final = 80


@frozen
class Defect:
    """The first thing that is wrong with a game, or with a file.

    :ivar code: stable, for machines; *reason*: the same for people.
    :ivar ply: the number of the turn that is wrong, and *text* what was recorded of it; ``None``
        where it is not about a turn.
    """

    code: str
    reason: str
    ply: int | None = None
    text: str | None = None


@frozen
class CheckedGame:
    """The result of checking one game.

    :ivar game: uid, *variants* and *ident* of the game as far as they could be read.
    :ivar winner: who won, empty for nobody; ``None`` if the game is not over, or bad.
    :ivar unread: the defect is the file's: (the rest of) it cannot be read. Such an entry is no game.
    :ivar course: of a good game, what was played, if that was asked for.
    """

    where: Location
    game: str | None = None
    variants: tuple[str, ...] = ()
    ident: str | None = None
    plies: int = 0
    winner: tuple[int, ...] | None = None
    defect: Defect | None = None
    unread: bool = False
    course: Course | None = field(default=None, repr=False)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.defect is None

    def count_in(self, found: Statistics) -> None:
        """Count it: as a good or a bad game, or as a file that is unread, however many parts of it are."""
        if not self.unread or self.where.frame is None:
            found.count(self.defect.code if self.defect else None, self.unread)

    @property
    def message(self) -> str:
        """One line: where it is, which game, what is wrong."""
        return ": ".join(filter(None, (str(self.where), self.complaint)))

    @property
    def complaint(self) -> str:
        """Which game it is and what is wrong."""
        if self.defect is None:
            return ""
        named = [" ".join(filter(None, (self.game, self.ident)))]
        if self.defect.ply is not None:
            named += [f"ply {self.defect.ply}", repr(self.defect.text)]
        return ": ".join(filter(None, (", ".join(filter(None, named)), self._reason)))

    @property
    def _reason(self) -> str:
        """The reason without the place, with which some begin."""
        return str(self.defect.reason).removeprefix(f"{self.where}: ") if self.defect else ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data; what is not known is left out."""
        out: dict[str, Any] = {"ok": self.ok, **self.where.to_dict()}
        known = {
            "game": self.game,
            "variants": list(self.variants) or None,
            "id": self.ident,
            "plies": self.plies if self.ok else None,
            "winner": None if self.winner is None else list(self.winner),
            "unread": self.unread or None,
        }
        out.update((key, value) for key, value in known.items() if value is not None)
        if self.defect is not None:
            defect = self.defect
            out["code"], out["reason"] = defect.code, self._reason
            if defect.ply is not None:
                out["ply"], out["text"] = defect.ply, defect.text
        return out


@frozen
class CheckedChunk:
    """Some checked games, in their order, and the statistics of the good ones."""

    games: tuple[CheckedGame, ...]
    statistics: Statistics = field(factory=Statistics)


def check(texts: Iterable[GameText], uid: str | None = None, courses: bool = False) -> CheckedChunk:
    """Check games; never raises for anything that is in them.

    :param uid: the game, for lists of moves that do not name it.
    :param courses: also return what was played in each.
    """
    games: list[CheckedGame] = []
    statistics = Statistics()
    for text in texts:
        checked, game, recorded = check_game(text, uid)
        if game is not None and recorded is not None:
            try:
                statistics.add(game, recorded)
                if courses:
                    checked = evolve(checked, course=course_of(game))
            except Exception as error:  # a fault in one game's engine must not stop a bulk job
                checked = evolve(checked, plies=0, winner=None, defect=defect_of(error, recorded))
        checked.count_in(statistics)
        games.append(checked)
    return CheckedChunk(tuple(games), statistics)


def packed(texts: Iterable[GameText]) -> bytes:
    """Return games as bytes to be sent to a worker, for :func:`check_packed`.

    An executor sends bytes as they are. Objects it may look into, one by one (Dask does).
    """
    return pickle.dumps(tuple(texts), pickle.HIGHEST_PROTOCOL)


def check_packed(data: bytes, uid: str | None = None, courses: bool = False) -> CheckedChunk:
    """Check games that :func:`packed` has made bytes of."""
    return check(pickle.loads(data), uid, courses)


def check_game(
    text: GameText,
    uid: str | None = None,
    plies: int | None = None,
    lenient: bool = False,
) -> tuple[CheckedGame, Game[Any, Any] | None, RecordedGame | None]:
    """Check one game, and return it replayed, if it is good, and as it was read.

    :param plies: replay so many turns only, and compare nothing that comes later.
    :param lenient: of a saved game, as for :func:`.load_game`; ``forgiven`` of the game says what is wrong.
    """
    where, checked = str(text.where), CheckedGame(text.where, unread=text.unread)
    recorded: RecordedGame | None = None
    try:
        recorded = read_game(text.data(), uid, where)
        ident = None if recorded.ident == where else recorded.ident
        variants = recorded.variants if recorded.saved is None else recorded.saved.get("variants")
        named = tuple(map(str, variants)) if isinstance(variants, list | tuple) else ()
        checked = CheckedGame(text.where, recorded.uid, named, ident)
        if plies is not None and plies < len(recorded.plies):
            recorded = evolve(recorded, plies=recorded.plies[:plies], facts={})
        game = replay(recorded, lenient=lenient)
    except Exception as error:  # also a fault in one game's engine: it must not stop a bulk job
        return evolve(checked, defect=defect_of(error, recorded)), None, recorded
    winner = tuple(game.winner) if game.gameover else None
    checked = evolve(
        checked, variants=tuple(game.variants), plies=len(game.stack) - 1, winner=winner
    )
    return checked, game, recorded


DEADLY: Final = Defect("archive.worker", Phrase("archive.worker"))
"""What is wrong with a game that workers die of."""


def deadly(text: GameText) -> CheckedGame:
    """Return what comes of a game that workers die of."""
    return CheckedGame(text.where, defect=DEADLY)


def defect_of(error: BaseException, recorded: RecordedGame | None = None) -> Defect:
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
        return Defect(error.code, reason, ply or None, text)  # 0: about the whole game
    if isinstance(error, StateError):
        return Defect(error.code, error.phrase, *_place(error, recorded))
    if isinstance(error, HexError):
        code = getattr(error.params.get("reason"), "code", error.code)
        return Defect(code, error.phrase)
    if isinstance(error, RecursionError):
        return Defect("state.too-deep", Phrase("state.too-deep"))
    return Defect("replay.broke", Phrase("replay.broke", reason=repr(error)[:200]))


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
