"""A base for the commonest kind of game: stones are placed on a board of hexes.

An author says on which board, who has won, and what differs from "one stone on any empty cell, then
the next player's turn". Positions, texts, clicks, pictures, titles, saving and chat come with
:class:`StoneRules`:

>>> from abstractplay_hex import Setup
>>> class FirstToFill(StoneRules[Stones]):
...     def board(self, setup):
...         return hexagon_board(3)
...     def outcome(self, position):
...         return None if position.empty else (position.side,)
>>> rules = FirstToFill()
>>> position = rules.after(rules.initial(Setup(seats=2)), "c3")
>>> rules.position_text(position), rules.count_turns(position)
('3/4/2A2/4/3 2', 18)

Whole games: ``hexgame`` (Hex) and ``laststand`` (two to four players) in ``tests/sample_package``.

=====================================  ===============
What is there to be played on?         ``boards.py``
Where does a game stand?               ``position.py``
How is a ply saved and read?           ``state.py``
What do a host and a search ask?       ``rules.py``
=====================================  ===============
"""

from abstractplay_hex.rules.stones.boards import (
    StoneBoard,
    hexagon_board,
    rectangle_board,
    rhombus_board,
    triangle_board,
)
from abstractplay_hex.rules.stones.position import LETTERS, Stones
from abstractplay_hex.rules.stones.rules import StoneRules
from abstractplay_hex.rules.stones.state import stone_form
from abstractplay_hex.rules.stones.symmetry import board_symmetries

__all__ = [
    "LETTERS",
    "StoneBoard",
    "StoneRules",
    "Stones",
    "board_symmetries",
    "hexagon_board",
    "rectangle_board",
    "rhombus_board",
    "stone_form",
    "triangle_board",
]
