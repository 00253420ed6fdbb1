"""Stretch: a small hex game as a plugin for abstractplay-hex."""

from hexsample.game import Stretch

__all__ = ["Stretch"]
