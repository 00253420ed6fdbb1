"""Small hex games as plugins for abstractplay-hex."""

from hexsample.stretch.rules import StretchRules

__all__ = ["StretchRules"]
