"""Environments to learn in: PettingZoo and OpenSpiel, for every game that says how its turns become actions.

>>> from abstractplay_hex import env
>>> board = env.make("dendria", ["size-5"])
>>> board.reset(seed=1)
>>> seen, reward, ended, cut, info = board.last()
>>> board.agent_selection, seen["observation"].shape, int(seen["action_mask"].sum())
('player_1', (18, 9, 9), 62)

``episode`` plays actions over a game's rules · ``arrays`` makes arrays of what is seen · ``aec`` is the
environment of PettingZoo (extra ``pettingzoo``) · ``openspiel`` are games of OpenSpiel (extra ``openspiel``).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from abstractplay_hex.env.episode import MOST_PLIES, Task, task
from abstractplay_hex.errors import ArgumentError

if TYPE_CHECKING:
    from abstractplay_hex.env.aec import HexEnv


def make(
    uid: str,
    variants: Sequence[str] = (),
    seats: int | None = None,
    *,
    max_plies: int = MOST_PLIES,
    render_mode: str | None = None,
) -> "HexEnv":
    """Return a PettingZoo environment (AEC) of a game.

    :param max_plies: after that many turns an episode is cut off, with no reward for anybody.
    :param render_mode: ``"ansi"``: ``render()`` returns the board as text; ``"human"``: it is printed
        after each action.
    :raises UnknownGameError: for a game that is not there.
    :raises VariantError: for variants that it has not.
    :raises ArgumentError: for a wrong number of seats or turns, a game that does not say how its turns
        become actions (``env.no-actions``), or without the extra ``pettingzoo`` (``archive.missing``).
    """
    wanted = task(uid, variants, seats, max_plies)
    try:
        from abstractplay_hex.env.aec import HexEnv
    except ModuleNotFoundError as error:
        raise _missing(error, "pettingzoo") from None
    return HexEnv(wanted, render_mode)


def register_openspiel() -> list[str]:
    """Make the games known to OpenSpiel; return their names there: ``abstractplay_hex_pods`` and so on.

    Those of installed packages that say how their turns become actions are among them. It does no harm
    to call this again. ``pyspiel.load_game`` takes ``variants`` (joined by ``+``), ``seats`` (0: the
    game's usual number) and ``max_plies`` as parameters.

    :raises ArgumentError: without the extra ``openspiel`` (``archive.missing``).
    """
    try:
        from abstractplay_hex.env.openspiel import register
    except ModuleNotFoundError as error:
        raise _missing(error, "openspiel") from None
    return register()


def _missing(error: ModuleNotFoundError, extra: str) -> ArgumentError:
    package = (error.name or "").partition(".")[0]
    if package == "abstractplay_hex":
        raise error
    return ArgumentError("archive.missing", package=package, extra=extra)


__all__ = ["MOST_PLIES", "Task", "make", "register_openspiel", "task"]
