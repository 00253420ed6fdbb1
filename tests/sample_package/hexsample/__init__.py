"""A plugin for abstractplay-hex."""

from hexsample.hexgame import HexGameRules
from hexsample.laststand import LastStandRules
from hexsample.stretch.rules import StretchRules

__all__ = [
    "HexGameRules",
    "LastStandRules",
    "StretchRules",
]
