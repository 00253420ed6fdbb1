"""The engine in a process of JavaScript's: what ``js/`` in the project's folder calls.

Only texts and numbers cross: arguments and answers are JSON, and a game is a number. So nothing of Python's
is held by JavaScript, and nothing has to be let go of there. Games that have not been used for a while are
*parked*: turned into a text that JavaScript keeps with its own object, to be collected with it.
"""

import base64
import json
import pickle
import zlib
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from abstractplay_hex import game_class
from abstractplay_hex.codec import loads
from abstractplay_hex.engine import thinking
from abstractplay_hex.engine.binding import method
from abstractplay_hex.engine.methods import AnyGame, error_data, plain_result
from abstractplay_hex.engine.names import METHODS
from abstractplay_hex.errors import ArgumentError, HexError, told
from abstractplay_hex.game import utc_now
from abstractplay_hex.i18n import languages
from abstractplay_hex.i18n.messages import Phrase

if TYPE_CHECKING:
    from abstractplay_hex.analysis import Review, ReviewedPly

WITH_OPTIONS: Final = ("move", "render", "svg", "legend", "serialize")
"""Methods whose last argument is an object with options."""


class _Foreign:
    """A value that JSON has no words for, such as NaN or a function: refused like any other wrong type."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


_held: dict[int, AnyGame] = {}
_reviews: dict[int, "Generator[ReviewedPly, None, Review]"] = {}
_numbers = count(1)
_now: float | None = None


def clock() -> datetime:
    """Return the time of the call that is answered: by JavaScript's clock, if the host has one of its own."""
    return utc_now() if _now is None else datetime.fromtimestamp(_now / 1000, UTC)


def answer(number: int, name: str, arguments: str, now: float | None = None) -> str:
    """Answer one call: ``{"value": …}``, or ``{"error": …}`` as other requests get it.

    :param number: of the game; 0 for what is asked of the engine itself (:data:`OF_ENGINE`).
    :param arguments: a JSON list.
    :param now: milliseconds since 1970, for :func:`clock`.
    """
    global _now
    _now = now
    try:
        given = json.loads(arguments, object_hook=_read)
        value = _of_game(_held[number], name, given) if number else OF_ENGINE[name](*given)
        return json.dumps({"value": value}, separators=(",", ":"))
    except HexError as error:
        return json.dumps({"error": error_data(error)})
    except Exception as error:  # a bug
        failed = HexError("engine.failed", reason=told(error)[:200])
        return json.dumps({"error": error_data(failed)})


def _read(data: dict[str, Any]) -> Any:
    return _Foreign(str(data["$js"])) if data.keys() == {"$js"} else data


def _of_game(game: AnyGame, name: str, given: list[Any]) -> Any:
    asked = METHODS[name]
    while len(given) > len(asked.needed) and given[-1] is None:  # left out
        del given[-1]
    given += [None] * (len(asked.needed) - len(given))
    bound = asked.bound(
        given if name in WITH_OPTIONS else dict(zip(asked.places, given, strict=False))
    )
    value = asked.call(game, **bound)
    return None if value is game else plain_result(value)


def _hold(game: AnyGame) -> int:
    number = next(_numbers)
    _held[number] = game
    return number


def _players() -> list[str]:
    from abstractplay_hex import players

    return list(players.NAMES)


def _begin(uid: Any, state: Any = None, variants: Any = None, options: Any = None) -> int:
    kind = game_class(uid)
    if options is not None and not isinstance(options, dict):
        raise ArgumentError("engine.expected", path="options", expected=Phrase("phrase.object"))
    given = _RESUME.bound(options or {}) if state is not None else _BEGIN.bound(options or {})
    if state is not None:
        return _hold(kind.load_saved(state, clock=clock, **given))
    return _hold(kind(() if variants is None else variants, clock=clock, **given))


def _resume_options(*, verify: bool = False, lenient: bool = False) -> None: ...
def _begin_options(*, seats: Any = None, position: Any = None) -> None: ...


_RESUME: Final = method("GameFactory", _resume_options, about_game=False)
_BEGIN: Final = method("GameFactory", _begin_options, about_game=False)


def _clone(number: int) -> int:
    return _hold(_held[number].clone())


def _replay(data: Any, uid: Any = None) -> int:
    from abstractplay_hex import records

    read = loads(data) if isinstance(data, str) else data
    return _hold(records.replay(records.read_game(read, uid), clock=clock))


def _reviewing(number: int, budget: Any = None, seed: Any = 0) -> int:
    steps = thinking.reviewing(_held[number].clone(), budget, 0 if seed is None else seed)
    begun = next(_numbers)
    _reviews[begun] = steps
    return begun


def _reviewed(number: int) -> dict[str, Any]:
    try:
        return {"ply": next(_reviews[number]).to_dict()}
    except StopIteration as end:
        return {"review": end.value.to_dict()}


def _forget(number: int) -> None:
    del _reviews[number]


def _free(number: int) -> None:
    del _held[number]


def _park(number: int) -> str:
    game = _held.pop(number)
    return base64.b85encode(zlib.compress(pickle.dumps((game, game.partial)), 1)).decode()


def _unpark(text: str) -> int:
    game, partial = pickle.loads(zlib.decompress(base64.b85decode(text)))
    return _hold(game.move(partial, partial=True))


OF_ENGINE: Final[dict[str, Callable[..., Any]]] = {
    **{name: METHODS[name].call for name in ("about", "games", "game_info")},
    "setLanguage": languages.set_language,
    "players": _players,
    "begin": _begin,
    "clone": _clone,
    "replay": _replay,
    "reviewing": _reviewing,
    "reviewed": _reviewed,
    "forget": _forget,
    "free": _free,
    "park": _park,
    "unpark": _unpark,
}
"""What the engine itself is asked."""

__all__ = ["OF_ENGINE", "answer", "clock"]
