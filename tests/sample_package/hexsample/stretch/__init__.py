"""Stretch.

==========================================  ================
Which turns are legal? Who has won?         ``position.py``
What does a text say, what does a click do? ``rules.py``
How is a ply saved?                         ``state.py``
What does the board look like?              ``drawing.py``
What do people read?                        ``messages.py``
==========================================  ================
"""
