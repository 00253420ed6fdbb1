"""The legal turns of a position in play, fast: listed lazily, counted, or one by lot.

=========================  =====================================================================
``listing``                all turns, each once; how many there are
``random_turn``            one turn by lot, without listing any
``lines``                  the stops of one sprite in one direction, or the one of a sow
``phrases``                turns and conversions that come up again and again, made once a board
``search``                 the turns with conversions along one line
``conversion_candidates``  which ends of an action let what be converted, for all ends at once
``conversions``            what can be converted at one stop in any state of the pieces
``fertilization``          whether a fertilization, which the move needs, can still be had (D7)
``move_context``           the pieces that stand still while one acts, and what is seen among them
=========================  =====================================================================
"""

from abstractplay_hex.games.dendria.movegen.listing import count_turns, legal_turns
from abstractplay_hex.games.dendria.movegen.random_turn import random_turn

__all__ = ["count_turns", "legal_turns", "random_turn"]
