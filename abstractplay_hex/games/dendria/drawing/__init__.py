"""What Dendria looks like.

==============  ================================================================================
``picture``     a scene as render JSON: ``hex-of-hex`` for fixed boards, else ``hex-even-p``
``building``    the board while it is built
``marks``       what the last turn did; what a turn under way can go on to
``canvas``      a modular board to be edited, with water around it
``watching``    the display that shows what sprites watch
``explaining``  the legend: what all of it means
==============  ================================================================================
"""

from abstractplay_hex.games.dendria.drawing.picture import draw

__all__ = ["draw"]
