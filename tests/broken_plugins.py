"""Classes that are no whole games, as plugins may have them."""

from typing import Any

from attrs import evolve

from abstractplay_hex import Game
from tests.nim import Nim


class NoInfo(Game[Any, Any]):
    """Without metadata."""


class WrongInfo(Nim):
    """With metadata of some other kind."""

    info = {"uid": "broken"}  # type: ignore[assignment]  # noqa: RUF012 - that is the point


class Unwritten(Game[Any, Any]):
    """Without its methods."""

    info = evolve(Nim.info, uid="broken")


class Holder:
    """Holds a good one."""

    Nim = Nim
