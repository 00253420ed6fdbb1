"""What Dendria looks like, and what is said of its cells.

==============  ================================================================================
``picture``     a scene as render JSON: ``hex-of-hex`` for fixed boards, else ``hex-even-p``
``building``    the board while it is built
``marks``       what the last turn did; what a turn under way can go on to
``watching``    the display that shows what sprites watch
``describing``  what is on a cell, in words
==============  ================================================================================
"""

from abstractplay_hex.games.dendria.drawing.describing import describe
from abstractplay_hex.games.dendria.drawing.picture import draw

__all__ = ["describe", "draw"]
