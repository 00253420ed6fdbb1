"""What engines do besides finding turns: parts of reviews, positions, and games that somebody uploads.

All of it may take long, or come from people who mean no good, so it is done in a process that can be killed.
"""

from functools import lru_cache, partial
from typing import Any, Final

from attrs import evolve, frozen

from abstractplay_hex import Game, HexError, analysis, load_game, new_game, read_game, replay
from abstractplay_hex.codec import loads
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.players import Budget, think
from abstractplay_hex.players.budget import Flag
from abstractplay_hex.playground import names
from abstractplay_hex.playground.looking import AnyGame

POSITION: Final = Budget(seconds=1.0)
"""What is spent on a single position."""
LONGEST_NAME: Final = 40
COSTLY: Final = frozenset({"legal", "moves", "render"})
"""Facts of a ply that a reader need not check, and a file could set much work with."""


@frozen
class ReadUpload:
    """A game that has been read: as it is saved, and who has played. Or what is wrong with it."""

    state: str = ""
    names: tuple[str, ...] = ()
    code: str = ""
    message: str = ""


def warm_up() -> None:
    """Search once: what that imports takes long where there is much else to do, and nobody should wait."""
    analysis.evaluate(new_game("pods").move("g7"), Budget(simulations=1))


@lru_cache(maxsize=4)
def _loaded(state: str) -> AnyGame:
    return load_game(state)


def review_part(state: str, first: int, count: int, stop: Flag | None = None) -> analysis.Review:
    """Review some plies of a saved game, *count* of them after ply *first*, by their numbers in the game."""
    game = _loaded(state)
    plies = game.stack[first : first + count + 1]
    part: AnyGame = Game.of_plies(game.rules, game.setup, plies)
    found = analysis.review(part, thinker=partial(think, stop=stop))
    return evolve(found, plies=tuple(evolve(ply, ply=first + ply.ply) for ply in found.plies))


def evaluated(
    uid: str,
    variants: tuple[str, ...],
    seats: int | None,
    position: str,
    stop: Flag | None = None,
) -> analysis.Analysis:
    """Say how a position stands, and what the best lines are. The position can be begun from."""
    game = new_game(uid, variants, seats, position=position)
    return analysis.evaluate(game, POSITION, thinker=partial(think, stop=stop))


def read_upload(
    text: bytes, uid: str | None, most_plies: int, code: str, stop: Flag | None = None
) -> ReadUpload:
    """Read a game that somebody has uploaded: a saved game, a game record, or a list of moves.

    Every ply is checked. What is wrong is said in a language, and where.

    :param uid: of the game, if the text does not say it.
    :param code: of the language.
    """
    with language(code):
        try:
            data = loads(text)
            recorded = read_game(data, uid)
            told = recorded.saved.get("stack") if recorded.saved else recorded.plies
            if isinstance(told, list | tuple) and len(told) > most_plies + 1:
                said = say("host.upload-long", limit=most_plies)
                return ReadUpload(code="host.upload-long", message=said)
            plies = tuple(
                evolve(ply, facts={key: ply.facts[key] for key in ply.facts.keys() - COSTLY})
                for ply in recorded.plies
            )
            game = replay(evolve(recorded, plies=plies))
        except HexError as error:
            return ReadUpload(code=error.code, message=error.message)
    return ReadUpload(game.serialize(), _names_in(data, game.numplayers))


def _names_in(data: Any, seats: int) -> tuple[str, ...]:
    """Return the names in the header of a record, ``""`` for those that cannot be shown."""
    header = data.get("header") if isinstance(data, dict) else None
    players = header.get("players") if isinstance(header, dict) else None
    found = [_name(player) for player in players] if isinstance(players, list) else []
    return tuple([*found, *[""] * seats][:seats])


def _name(player: Any) -> str:
    name = player.get("name") if isinstance(player, dict) else None
    try:
        return names.checked(name.strip()[:LONGEST_NAME]) if isinstance(name, str) else ""
    except ValueError:
        return ""


__all__ = ["ReadUpload", "evaluated", "read_upload", "review_part", "warm_up"]
