"""Dendria: boards, construction, positions, turns, rules and scoring (``seeds/dendria.md``)."""
