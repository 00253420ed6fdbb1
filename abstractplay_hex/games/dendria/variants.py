"""Variants of Dendria: which board, and how it is built."""

import re
from collections.abc import Iterable
from typing import Final

import attrs

from abstractplay_hex.errors import VariantError
from abstractplay_hex.games.dendria.boards import FIXED_SIDES, MODULES

OFFICIAL_SIDE: Final = 7

VARIANTS: Final[tuple[str, ...]] = (
    *(f"size-{n}" for n in FIXED_SIDES if n != OFFICIAL_SIDE),
    *(f"modular-{n}" for n in MODULES),
    "solo",
)
"""All variant names, in the order to show them; none of them means the fixed board of side 7."""

_BOARD: Final = re.compile(r"(size|modular)-([0-9]+)")


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
    """Return the board that *variants* ask for.

    :raises VariantError: for a variant that is unknown or given twice, for two boards, and for
        ``solo`` without a modular board (D3); its ``params`` list the known variants.
    """
    known = ", ".join(VARIANTS)
    chosen = list(variants)
    for number, variant in enumerate(chosen):
        if variant not in VARIANTS:
            raise VariantError("dendria.variant.unknown", number=number + 1, known=known)
    if len(set(chosen)) < len(chosen):
        raise VariantError("dendria.variant.twice", known=known)
    boards = [m for v in chosen if (m := _BOARD.fullmatch(v))]
    if len(boards) > 1:
        raise VariantError("dendria.variant.two-boards", known=known)
    solo = "solo" in chosen
    if not boards or boards[0][1] == "size":
        if solo:
            raise VariantError("dendria.variant.solo", known=known)
        return BoardChoice(int(boards[0][2]) if boards else OFFICIAL_SIDE)
    return BoardChoice(0, int(boards[0][2]), solo)
