"""The games there are: call this for the metadata of every game that can be loaded, sorted by uid.

It is also the package of the games that come with the library, one package each, such as
``abstractplay_hex.games.pods``.
"""

import sys
from types import ModuleType

from abstractplay_hex import registry
from abstractplay_hex.rules.info import GameInfo

# A package becomes an attribute of the one around it when it is imported. A plain function of the
# same name would be replaced by it, or, put back, keep ``import abstractplay_hex.games.pods as pods``
# from working. So the package itself can be called.


class _CallablePackage(ModuleType):
    """A package that can be called."""

    def __call__(self) -> tuple[GameInfo, ...]:
        """Return the metadata of every game that can be loaded, sorted by uid."""
        return registry.games()


sys.modules[__name__].__class__ = _CallablePackage
