"""Abstract hex-board games as plugins for a turn-based game site.

>>> import abstractplay_hex as hexes
>>> game = hexes.new_game("pods")
>>> game.move("g7").currplayer
2
"""

from typing import TYPE_CHECKING, Any

from abstractplay_hex.errors import (
    ArgumentError,
    GameOverError,
    HexError,
    MoveError,
    PositionError,
    RecordError,
    ReplayError,
    StateError,
    UnknownGameError,
    VariantError,
)
from abstractplay_hex.game import Game, game_class, load_game, new_game
from abstractplay_hex.registry import game_info, get_rules, problems
from abstractplay_hex.rules.draft import ClickResult, Draft, Validation
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Played, Rules, Setup

if TYPE_CHECKING:  # what is called, for those who read types
    from abstractplay_hex.game import BoundGame
    from abstractplay_hex.records.reader import read_game
    from abstractplay_hex.records.replay import replay
    from abstractplay_hex.registry import games

    Pods: type[BoundGame[Any, Any]]
    Dendria: type[BoundGame[Any, Any]]
else:  # the package of the built-in games, which can be called
    from abstractplay_hex import games

__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Load what most programs do not need when somebody asks for it."""
    if name in ("Pods", "Dendria"):
        return game_class(name.lower())
    if name in ("read_game", "replay"):
        from abstractplay_hex import records

        return getattr(records, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ArgumentError",
    "ClickResult",
    "Dendria",
    "Draft",
    "Game",
    "GameInfo",
    "GameOverError",
    "HexError",
    "MoveError",
    "Played",
    "Pods",
    "PositionError",
    "RecordError",
    "ReplayError",
    "Rules",
    "Setup",
    "StateError",
    "UnknownGameError",
    "Validation",
    "VariantError",
    "__version__",
    "game_class",
    "game_info",
    "games",
    "get_rules",
    "load_game",
    "new_game",
    "problems",
    "read_game",
    "replay",
]
