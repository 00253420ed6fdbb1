"""Abstract hex-board games as plugins for a turn-based game site.

>>> import abstractplay_hex as hexes
>>> game = hexes.new_game("pods")
>>> game.move("g7").currplayer
2
"""

from typing import TYPE_CHECKING

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
from abstractplay_hex.game import Game
from abstractplay_hex.records import read_game, replay
from abstractplay_hex.registry import game_class, game_info, load_game, new_game, problems
from abstractplay_hex.rules.draft import ClickResult, Validation
from abstractplay_hex.rules.info import GameInfo

if TYPE_CHECKING:  # what is called, for those who read types
    from abstractplay_hex.registry import games
else:  # the package of the built-in games, which can be called
    from abstractplay_hex import games

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ClickResult",
    "Game",
    "GameInfo",
    "GameOverError",
    "HexError",
    "MoveError",
    "PositionError",
    "RecordError",
    "ReplayError",
    "StateError",
    "UnknownGameError",
    "Validation",
    "VariantError",
    "__version__",
    "game_class",
    "game_info",
    "games",
    "load_game",
    "new_game",
    "problems",
    "read_game",
    "replay",
]
