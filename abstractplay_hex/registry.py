"""The games there are: built in, and brought by other packages. Loaded when first asked for."""

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache, reduce
from importlib import import_module
from typing import TYPE_CHECKING, Final

from abstractplay_hex.errors import UnknownGameError, told
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import AnyRules, Rules

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "abstractplay_hex.games"
"""Entry-point group of other packages' games: ``uid = "package.module:MyRules"``."""

BUILT_IN: Final = {
    "dendria": "abstractplay_hex.games.dendria.rules:DendriaRules",
    "pods": "abstractplay_hex.games.pods.rules:PodsRules",
}


@cache
def _installed() -> "Mapping[str, tuple[EntryPoint, ...]]":
    from importlib.metadata import (
        entry_points,  # slow to import, and built-in games need none of it
    )

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return {uid: tuple(points) for uid, points in found.items()}


@cache
def uids() -> tuple[str, ...]:
    """Return the uids of all games, sorted."""
    return tuple(sorted({*BUILT_IN, *_installed()}))


def refresh() -> None:
    """Look for installed games anew: a package was installed or removed while the program runs."""
    for known in (_installed, uids, _loaded, _by_name):
        known.cache_clear()


def is_known(uid: str) -> bool:
    """Say whether there is a game of this uid, which perhaps cannot be loaded."""
    return uid in BUILT_IN or uid in uids()


def get_rules(uid: str) -> AnyRules:
    """Return the rules of a game: always the same object.

    A built-in game is never hidden by a plugin of the same uid; :func:`problems` reports such a plugin.

    :raises UnknownGameError: for an unknown uid (lists the known ones), a plugin that cannot be
        imported or whose rules cannot be made (says why), or a uid that two packages bring (names
        both).
    """
    if isinstance(uid, str) and uid in BUILT_IN:
        return _made(uid, BUILT_IN[uid])
    if not isinstance(uid, str) or uid not in uids():
        raise UnknownGameError("game.unknown", uid=repr(uid)[:60], known=", ".join(uids()))
    points = _installed()[uid]
    if len(points) > 1:
        raise _duplicate(uid, points)
    return _made(uid, points[0].value)


def _duplicate(uid: str, points: "tuple[EntryPoint, ...]") -> UnknownGameError:
    packages = ", ".join([*_own(uid), *map(_owner, points)])
    return UnknownGameError("game.duplicate", uid=uid, packages=packages)


def _own(uid: str) -> list[str]:
    return ["abstractplay_hex"] if uid in BUILT_IN else []


def _owner(point: "EntryPoint") -> str:
    return point.dist.name if point.dist else point.value


def _made(uid: str, target: str) -> AnyRules:
    cls = _loaded(uid, target)
    try:
        with redirect_stdout(sys.stderr):
            return rules_of(cls)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise UnknownGameError("game.broken", uid=uid, reason=told(error)) from error


@cache
def rules_of(cls: type[AnyRules]) -> AnyRules:
    """Return the one object of a class of rules."""
    return cls()


@cache
def _loaded(uid: str, target: str) -> type[AnyRules]:
    # "module : Class [extras]", blanks and extras as one likes.
    module, _, name = map(str.strip, target.partition("[")[0].partition(":"))
    target = f"{module}:{name}" if name else module
    try:
        with redirect_stdout(sys.stderr):  # stdout is for what a command was asked for
            found = reduce(getattr, filter(None, name.split(".")), import_module(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may do anything when it is imported
        raise UnknownGameError("game.broken", uid=uid, reason=told(error)) from error
    if not (isinstance(found, type) and issubclass(found, Rules)):
        reason = Phrase("phrase.not-rules-class", target=target)
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
            out.append(get_rules(uid).info)
        except UnknownGameError:
            continue  # one broken plugin must not take the others down; problems() tells
    return tuple(out)


def problems() -> tuple[UnknownGameError, ...]:
    """Return what is wrong with installed plugins, an error each: those that cannot be loaded, have the uid of
    a built-in game, or share the name of another game.
    """
    hidden = (uid for uid in _installed() if uid in BUILT_IN)
    out = [_duplicate(uid, _installed()[uid]) for uid in hidden]
    for uid in uids():
        try:
            get_rules(uid)
        except UnknownGameError as error:
            out.append(error)
    out += (_ambiguous(name) for name, infos in _by_name().items() if len(infos) > 1)
    return tuple(out)


@cache
def _by_name() -> Mapping[str, tuple[GameInfo, ...]]:
    found: dict[str, tuple[GameInfo, ...]] = {}
    for info in games():
        found[info.name] = (*found.get(info.name, ()), info)
    return found


def game_named(name: str, uid: str | None = None) -> GameInfo | None:
    """Return the metadata of the game that has this name, by which records call it; ``None`` if none has.

    A name is no key. If several games have it, it is *uid*, else the built-in one: no plugin can take
    over its records. :func:`problems` tells such names.

    :raises UnknownGameError: if plugins share the name and *uid* is none of them (names them).
    """
    own = [info for info in map(game_info, BUILT_IN) if info.name == name]
    if own and uid in (None, own[0].uid):
        return own[0]
    infos = _by_name().get(name, ())
    chosen = [info for info in infos if info.uid == uid] or own or infos
    if len(chosen) > 1:
        raise _ambiguous(name)
    return chosen[0] if chosen else None


def _ambiguous(name: str) -> UnknownGameError:
    games = ", ".join(map(_with_packages, _by_name()[name]))
    return UnknownGameError("game.same-name", name=repr(name[:40]), games=games)


def _with_packages(info: GameInfo) -> str:
    packages = _own(info.uid) or map(_owner, _installed().get(info.uid, ()))
    return f"{info.uid} ({', '.join(packages)})"


def game_info(uid: str) -> GameInfo:
    """Return the metadata of one game (``to_dict()`` gives the site's JSON form).

    :raises UnknownGameError: if there is no such game.
    """
    return get_rules(uid).info


__all__ = [
    "game_info",
    "game_named",
    "games",
    "get_rules",
    "problems",
    "refresh",
    "rules_of",
    "uids",
]
