"""Variants of Dendria: which board, and how it is built."""

from collections.abc import Iterable
from typing import Final

import attrs

from abstractplay_hex.errors import VariantError
from abstractplay_hex.games.dendria.boards import MODULES

OFFICIAL_SIDE: Final = 7


@attrs.frozen
class BoardChoice:
    """The board that the variants of a game ask for.

    :ivar side: cells a side of a fixed board, 0 for a modular one.
    :ivar modules: number of modules, 0 for a fixed board.
    :ivar solo: whether one player places all modules in a single turn (D3).
    """

    side: int = OFFICIAL_SIDE
    modules: int = 0
    solo: bool = False


def board_choice(variants: Iterable[str] = ()) -> BoardChoice:
    """Return the board that *variants* ask for, at most one of the group ``board``.

    :raises VariantError: for ``solo`` without a modular board (D3).
    """
    chosen = list(variants)
    solo = "solo" in chosen
    kind, _, number = next((v for v in chosen if v != "solo"), f"size-{OFFICIAL_SIDE}").partition(
        "-"
    )
    if kind == "modular":
        return BoardChoice(0, int(number), solo)
    if solo:
        known = ", ".join(f"modular-{n}" for n in MODULES)
        raise VariantError("dendria.variant.solo", known=known)
    return BoardChoice(int(number))
