"""What can be asked of a game, by the library's own names, with plain JSON in and out.

Nearly all of it is :class:`.Game`'s own methods and attributes. Those here besides are bounded, or take
as JSON what Python takes as an object.
"""

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeAlias

import attrs

from abstractplay_hex import guiding, registry
from abstractplay_hex.arguments import check_seed, whole_number
from abstractplay_hex.engine import thinking
from abstractplay_hex.engine.binding import Method, method
from abstractplay_hex.errors import ArgumentError, HexError, JsonError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.rules.draft import ClickResult, Validation

AnyGame: TypeAlias = Game[Any, Any]

MOST_MOVES: Final = 20_000
"""Legal turns that are listed or counted at most."""

# ---- what is not just a method of Game ----------------------------------------------------------


def summary(game: AnyGame) -> dict[str, Any]:
    """Return how a game stands at the ply looked at."""
    return {
        "game": game.uid,
        "variants": game.variants,
        "numplayers": game.numplayers,
        "ply": game.ply,
        "plies": len(game.stack) - 1,
        "partial": game.partial,
        "currplayer": game.currplayer,
        "gameover": game.gameover,
        "winner": game.winner,
        "lastmove": game.lastmove,
        "results": results(game),
    }


def results(game: AnyGame) -> list[dict[str, Any]]:
    """Return what the turn that led to the ply looked at did."""
    return [result.to_dict() for result in game.results]


def moves(game: AnyGame) -> list[str]:
    """Return all legal turns.

    :raises ArgumentError: if there are more than :data:`MOST_MOVES`.
    """
    if "no-moves" not in game.info.flags:
        return game.moves()
    found = list(islice(game.iter_moves(), MOST_MOVES + 1))
    if len(found) > MOST_MOVES:
        raise ArgumentError("engine.too-many-moves", limit=MOST_MOVES)
    return found


def iter_moves(game: AnyGame, most: int = 1000) -> list[str]:
    """Return the first *most* legal turns."""
    return list(islice(game.iter_moves(), whole_number("most", most, 1, MOST_MOVES)))


def count_moves(game: AnyGame) -> int:
    """Return the number of legal turns.

    :raises ArgumentError: if there are more than :data:`MOST_MOVES`, and they would have to be listed.
    """
    return len(moves(game)) if "no-moves" in game.info.flags else game.count_moves()


def random_move(game: AnyGame, seed: Any = None) -> str | None:
    """Return a legal turn at random, the same again for the same *seed*."""
    if seed is None:
        return game.random_move()
    check_seed(seed)
    return game.random_move(random.Random(seed))


def svg(
    game: AnyGame,
    *,
    perspective: Any = 0,
    alt_display: Any = None,
    palette: Any = "default",
    dark: bool = False,
    rotate: Any = 0,
    width: Any = None,
    prefix: Any = None,
    interactive: bool = False,
    strict: bool = False,
) -> str:
    """Draw the board; see :meth:`.Game.svg`."""
    options = {"palette": palette, "dark": dark, "rotate": rotate, "interactive": interactive}
    options |= {k: v for k, v in (("width", width), ("prefix", prefix)) if v is not None}
    return game.svg(perspective=perspective, alt_display=alt_display, strict=strict, **options)


def titles(game: AnyGame) -> list[dict[str, Any]]:
    """Return what is on each cell, in words."""
    return [{"row": row, "col": col, "title": said} for (row, col), said in game.titles().items()]


def legend(
    game: AnyGame,
    *,
    perspective: Any = 0,
    alt_display: Any = None,
    palette: Any = "default",
    dark: bool = False,
) -> list[dict[str, Any]]:
    """Return what there is in the picture and what it means, each with a sample and that drawn as SVG."""
    from abstractplay_hex.render.svg import to_svg  # pictures are loaded when one is drawn

    how = {"palette": palette, "dark": dark, "scenery": game.rules.scenery}
    return [
        {**entry, "svg": to_svg(entry["sample"], **how)}
        for entry in game.legend(perspective, alt_display)
    ]


def record(game: AnyGame, players: Any, **headers: Any) -> dict[str, Any]:
    """Return the game record; dates are texts such as ``2024-09-05T12:00:00Z``."""
    for name in ("date_start", "date_end", "date_generated"):
        if isinstance(headers.get(name), str):
            headers[name] = _moment(name, headers[name])
    return game.record(players, **headers)


def _moment(name: str, text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ArgumentError("argument.record", name=name, expected=Phrase("phrase.moment"))
    return moment


def error_data(error: HexError) -> dict[str, Any]:
    """Return an error as plain data: its code, its message, what kind it is, what the message is made of."""
    params = {name: _plain(value) for name, value in error.params.items()}
    if isinstance(error, JsonError):
        params.setdefault("path", error.path)
    kind = type(error).__name__
    return {"code": error.code, "message": error.message, "kind": kind, "params": params}


def _plain(value: Any) -> Any:
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)


def games() -> list[dict[str, Any]]:
    """Return the metadata of all games."""
    return [info.to_dict() for info in registry.games()]


def game_info(uid: Any) -> dict[str, Any]:
    """Return the metadata of a game."""
    if not isinstance(uid, str):
        raise ArgumentError("engine.expected", path="uid", expected=Phrase("phrase.text"))
    return registry.game_info(uid).to_dict()


def plain_result(value: Any) -> Any:
    """Return what a method gives as JSON-ready data; of a game, how it stands."""
    if isinstance(value, Game):
        return summary(value)
    if isinstance(value, Validation | ClickResult):
        return attrs.asdict(value, recurse=False)
    return value


# ---- the table ----------------------------------------------------------------------------------

ATTRIBUTES: Final = (
    *("uid", "numplayers", "variants", "ply", "currplayer", "gameover", "winner", "lastmove"),
    *("partial", "begun_under", "starting_position"),
)
AS_THEY_ARE: Final = (
    *("validate_move", "handle_click", "same_move", "move", "undo"),
    *("resign", "timeout", "draw", "abandoned"),
    *("render", "sidebar_scores", "sidebar_statuses", "buttons", "custom_rotation"),
    *("cell_name", "cell_place", "position", "state_count", "player_score", "player_result"),
    *("get_variants", "all_variants", "alternative_displays", "description", "notes"),
    *("chat_log", "move_history", "move_history_with_sequence", "results_history"),
    *("state", "serialize"),
)
"""Methods of :class:`.Game` that take and return plain data already, or the game."""
NOT_ASKED: Final = frozenset(
    {"rules", "setup", "bound_to", "of_plies", "load_saved", "looked_at", "look_at", "clone"}
)
"""What :class:`.Game` has besides: objects of Python, and copies, which clients make themselves."""


def _getter(name: str) -> Callable[[AnyGame], Any]:
    def get(game: AnyGame) -> Any:
        return getattr(game, name)

    return get


def _own() -> dict[str, Method]:
    out = [method(name, _getter(name)) for name in ATTRIBUTES]
    out += [method(name, getattr(Game, name)) for name in AS_THEY_ARE]
    out += [
        method("load", Game.look_at),
        method("summary", summary),
        method("results", results),
        method("stack", lambda game: game.state()["stack"]),
        method("info", lambda game: game.info.to_dict()),
        method("forgiven", lambda game: [error_data(error) for error in game.forgiven]),
        method("moves", moves),
        method("iter_moves", iter_moves),
        method("count_moves", count_moves),
        method("random_move", random_move),
        method("suggest", thinking.suggest),
        method("evaluate", thinking.evaluate),
        method("review", thinking.review),
        method("svg", svg),
        method("titles", titles),
        method("beginnings", guiding.beginnings),
        method("missing", guiding.missing),
        method("legend", legend),
        method("record", record, like=Game.record),
        method("games", games, about_game=False),
        method("game_info", game_info, about_game=False),
    ]
    return {one.name: one for one in out}


OWN: Final[Mapping[str, Method]] = _own()
"""All that can be asked, by the library's names."""
