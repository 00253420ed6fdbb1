"""The game Pods (Natal Seas), as engine version 20240802 plays it.

=====================================================  =================
Which turns are legal? What does a turn change?        ``movegen.py``
What does it do, as a host tells it?                   ``playing.py``
Who influences which cell?                             ``influence.py``
Where does a game stand, what is the score?            ``position.py``
What does a text say, and why is it no turn?           ``notation.py``
What does a click do?                                  ``clicks.py``
How is a ply saved, what is checked when it is read?   ``state.py``
What does the board look like?                         ``drawing.py``
Pods in words: cells, turns, scores                    ``describing.py``
What is the game called, how can it be shown?          ``info.py``
What do people read?                                   ``messages.py``
How does all of this meet a host?                      ``rules.py``
=====================================================  =================
"""

from abstractplay_hex.games.pods.messages import ENGLISH
from abstractplay_hex.i18n.messages import add_sentences

add_sentences(ENGLISH)
