"""How plies of Dendria are saved.

==============  ================================================================================
``form``        the keys of a saved ply, and how their values are read
``saving``      writing them
``loading``     the position of a saved ply, checked but not worked out
``lastmove``    what a saved ply says of its turn must agree
``migrations``  bringing up plies of older engine versions
==============  ================================================================================
"""

from typing import Final

from abstractplay_hex.games.dendria.state.form import HOOKS, DendriaPlyState
from abstractplay_hex.games.dendria.state.loading import LoadedPosition, load
from abstractplay_hex.games.dendria.state.migrations import MIGRATIONS
from abstractplay_hex.games.dendria.state.saving import save
from abstractplay_hex.rules.saved import StateForm

FORM: Final = StateForm(ply=DendriaPlyState, hooks=HOOKS, migrations=MIGRATIONS, exact=True)

__all__ = ["FORM", "DendriaPlyState", "LoadedPosition", "load", "save"]
