"""Slow, plain oracles of the games, sharing no code with the package."""
