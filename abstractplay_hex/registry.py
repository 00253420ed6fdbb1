"""The games there are: built in, and brought by other packages. Loaded when first asked for."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, reduce
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Final

from abstractplay_hex.errors import (
    ArgumentError,
    ForeignGameError,
    HexError,
    StateError,
    UnknownGameError,
)
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.rules.info import GameInfo

if TYPE_CHECKING:
    from abstractplay_hex.game import Game

GROUP: Final = "abstractplay_hex.games"
"""Entry-point group of other packages' games: ``uid = "package.module:GameClass"``."""

BUILT_IN: Final = {
    "dendria": "abstractplay_hex.games.dendria.plugin:Dendria",
    "pods": "abstractplay_hex.games.pods.plugin:Pods",
}


@cache
def _installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return {uid: tuple(points) for uid, points in found.items()}


def uids() -> tuple[str, ...]:
    """Return the uids of all games, sorted."""
    return tuple(sorted({*BUILT_IN, *_installed()}))


def game_class(uid: str) -> "type[Game[Any, Any]]":
    """Return the class of a game.

    :raises UnknownGameError: for an unknown uid (lists the known ones), a plugin that cannot be
        imported (says why), or a uid that two packages bring (names both).
    """
    if not isinstance(uid, str) or uid not in uids():
        raise UnknownGameError("game.unknown", uid=repr(uid)[:60], known=", ".join(uids()))
    points = _installed().get(uid, ())
    owners = ["abstractplay_hex"] if uid in BUILT_IN else []
    owners += [point.dist.name if point.dist else point.value for point in points]
    if len(owners) > 1:
        raise UnknownGameError("game.duplicate", uid=uid, packages=", ".join(owners))
    return _loaded(uid, BUILT_IN[uid] if uid in BUILT_IN else points[0].value)


@cache
def _loaded(uid: str, target: str) -> "type[Game[Any, Any]]":
    from abstractplay_hex.game import Game

    module, _, name = target.partition(":")
    try:
        found = reduce(getattr, name.split("."), import_module(module))
    except (Exception, SystemExit) as error:  # a plugin may do anything when it is imported
        raise UnknownGameError("game.broken", uid=uid, reason=repr(error)) from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        reason = Phrase("phrase.not-game-class", target=target)
        raise UnknownGameError("game.broken", uid=uid, reason=reason)
    info = getattr(found, "info", None)
    if not isinstance(info, GameInfo):
        reason = Phrase("phrase.no-info", target=target)
        raise UnknownGameError("game.broken", uid=uid, reason=reason)
    if info.uid != uid:
        reason = Phrase("phrase.other-uid", target=target, uid=repr(info.uid)[:60])
        raise UnknownGameError("game.broken", uid=uid, reason=reason)
    missing = sorted(found.__abstractmethods__)
    if missing:
        reason = Phrase("phrase.abstract", target=target, methods=", ".join(missing))
        raise UnknownGameError("game.broken", uid=uid, reason=reason)
    return found


def games() -> tuple[GameInfo, ...]:
    """Return the metadata of every game that can be loaded, sorted by uid."""
    out = []
    for uid in uids():
        try:
            out.append(game_class(uid).info)
        except UnknownGameError:
            continue  # one broken plugin must not take the others down; problems() tells
    return tuple(out)


def problems() -> tuple[UnknownGameError, ...]:
    """Return what keeps installed plugins from loading, an error each."""
    out = []
    for uid in uids():
        try:
            game_class(uid)
        except UnknownGameError as error:
            out.append(error)
    return tuple(out)


def game_info(uid: str) -> GameInfo:
    """Return the metadata of one game (``to_dict()`` gives the site's JSON form).

    :raises UnknownGameError: if there is no such game.
    """
    return game_class(uid).info


def new_game(
    uid: str,
    variants: Sequence[str] = (),
    *,
    seats: int | None = None,
    position: str | None = None,
    clock: Callable[[], datetime] | None = None,
) -> "Game[Any, Any]":
    """Begin a game.

    :param variants: uids, as ``game_info(uid).variants`` lists them.
    :param seats: how many play; the game's usual number by default.
    :param position: position text to begin from.
    :param clock: returns aware datetimes for the plies' timestamps; the system's by default.
    :raises UnknownGameError: if there is no such game.
    :raises VariantError: for unknown or contradictory variants; the message lists the known ones.
    :raises PositionError: for a text that is no position of this game.
    """
    cls = game_class(uid)
    counts = cls.info.playercounts
    if seats is not None and (type(seats) is not int or seats not in counts):
        raise ArgumentError(
            "argument.seats", game=cls.info.said().name, counts=", ".join(map(str, counts))
        )
    if clock is None:
        return cls(variants, position=position)
    return cls(variants, position=position, clock=clock)


def load_game(
    saved: str | bytes | Mapping[str, Any],
    *,
    verify: bool = False,
    clock: Callable[[], datetime] | None = None,
) -> "Game[Any, Any]":
    """Take up a saved game; which one it is stands in the state.

    :param saved: JSON text, ``gz:`` and base64 gzip of it, or the data itself (not kept or changed).
    :param verify: replay the game, too, to see that each ply follows from the one before.
    :raises StateError: if it cannot be loaded: ``path`` says where, ``message`` what is wrong.
    :raises ForeignGameError: if it is of a game that is not known here (both a ``StateError`` and an
        ``UnknownGameError``).
    """
    data = _data(saved)
    if data["game"] not in uids():
        found = repr(data["game"])[:60]
        raise ForeignGameError("state.foreign", path="$.game", uid=found, known=", ".join(uids()))
    return resume(game_class(data["game"]), data, verify=verify, clock=clock)


def resume(
    cls: "type[Game[Any, Any]]",
    saved: str | bytes | Mapping[str, Any],
    *,
    verify: bool = False,
    clock: Callable[[], datetime] | None = None,
) -> "Game[Any, Any]":
    """Take up a saved game of a class, which need not be registered; as :func:`load_game` else.

    :raises StateError: if it cannot be loaded, or is of another game.
    """
    from abstractplay_hex import codec
    from abstractplay_hex.records.verify import verify as replay_and_compare

    data = _data(saved)
    if data["game"] != cls.info.uid:
        found = repr(data["game"])[:40]
        raise StateError("state.game", path="$.game", found=found, expected=cls.info.uid)
    try:
        variants, plies = codec.load_plies(cls, data)
    except HexError:
        raise
    except RecursionError:
        raise StateError("state.too-deep", path="$") from None
    game = cls._from_plies(variants, plies)
    if clock is not None:
        game._clock = clock
    if verify:
        replay_and_compare(game)
    return game


def _data(saved: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    from abstractplay_hex import codec

    data = codec.loads(saved) if isinstance(saved, str | bytes) else saved
    if isinstance(data, list) and data and isinstance(data[0], str):  # moves
        raise StateError("state.record", path="$")
    if not isinstance(data, dict):
        raise StateError("state.not-object", path="$")
    if "stack" not in data and not {"header", "moves", "plies"}.isdisjoint(data):
        raise StateError("state.record", path="$")
    if "game" not in data:
        raise StateError("state.key-missing", path="$", key="game")
    if type(data["game"]) is not str:
        raise StateError("state.expected", path="$.game", expected=Phrase("phrase.text"))
    return data


__all__ = ["game_class", "game_info", "games", "load_game", "new_game", "problems", "uids"]
