"""Dendria (``seeds/dendria.md``). Which file answers which question:

==================================================  ============================================
What may a game ask of these rules?                 ``rules`` (``DendriaRules``)
What is the game called, which variants has it?     ``info``; ``variants`` reads the variants
Which cells, names, coasts, lagoons are there?      ``boards``
Where may a module go?                              ``construction``
What is a position, and how is it written?          ``position``
How is a turn written?                              ``notation``
Is this text a turn, and may it go on?              ``interpret``
Is this sow, step or conversion legal? Why not?     ``checks``
Where does a turn stand that is not finished yet?   ``partial_turn``, made of ``legs``
What may still come of it?                          ``continuations``
What does a turn that is known to be legal do?      ``playing``
Which turns are there? One by lot?                  ``movegen``; where a conversion is open, fast:
                                                    ``movegen.conversions``
What did a turn do, in results and in chat?         ``effects``
Who leads, who wins?                                ``scoring``
What is a position worth, and every turn of one?    ``valuing``; ``ranking``
What does a click do?                               ``clicks``
How is a ply saved, read, brought up?               ``state``
What does the board look like?                      ``drawing``
What is on a cell, in words?                        ``describing``
Where is a board drawn while it is built?           ``plane``
What is said?                                       ``messages``
==================================================  ============================================
"""

from abstractplay_hex.games.dendria.messages import ENGLISH
from abstractplay_hex.i18n.messages import add_sentences

add_sentences(ENGLISH)
