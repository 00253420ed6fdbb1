"""Abstract hex-board games as plugins for a turn-based game site.

>>> import abstractplay_hex as hexes
>>> game = hexes.new_game("pods")
>>> game.move("g7").currplayer
2
"""

# Loaded before the names below are bound: a package is set as its parent's attribute when it is first
# imported, and would otherwise take the place of the function games() as soon as a game is loaded.
import abstractplay_hex.games  # noqa: F401
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
from abstractplay_hex.info import GameInfo
from abstractplay_hex.registry import game_class, game_info, games, load_game, new_game, problems
from abstractplay_hex.validation import ClickResult, Validation

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
]
