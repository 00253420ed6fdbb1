"""Classes that are no whole games, as plugins may have them."""

from typing import Any

from attrs import evolve

from abstractplay_hex import Rules
from tests.nim import NimRules


class NoInfo(Rules[Any, Any]):
    """Without metadata."""


class WrongInfo(NimRules):
    """With metadata of some other kind."""

    info = {"uid": "broken"}  # type: ignore[assignment]  # noqa: RUF012 - that is the point


class Unwritten(Rules[Any, Any]):
    """Without its methods."""

    info = evolve(NimRules.info, uid="broken")


class Raises(NimRules):
    """Cannot be made."""

    info = evolve(NimRules.info, uid="broken")

    def __init__(self) -> None:
        raise RuntimeError("no opening book")


class Exits(NimRules):
    """Ends the program when it is made."""

    info = evolve(NimRules.info, uid="broken")

    def __init__(self) -> None:
        raise SystemExit(3)


class NeedsMore(NimRules):
    """Cannot be made without arguments."""

    info = evolve(NimRules.info, uid="broken")

    def __init__(self, path: str) -> None:
        self.path = path


class Holder:
    """Holds a good one."""

    NimRules = NimRules
