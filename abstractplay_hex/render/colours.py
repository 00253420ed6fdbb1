"""Colours that mean the same in every picture."""

from typing import Final

WATER: Final = "#5cb8c9"
"""Water among the cells of a board: greener and darker than the tint of the second player. A scenery paints it
in its own colour."""
