"""What Dendria tells about itself before a game is played."""

from typing import Final

from abstractplay_hex.games.dendria.boards import FIXED_SIDES, MODULES
from abstractplay_hex.games.dendria.variants import OFFICIAL_SIDE
from abstractplay_hex.rules.info import Display, GameInfo, Person, Variant

SHOW_WATCH: Final = "show-watch"
"""The alternative display that marks what is watched."""

OFFICIAL_MODULES: Final = 13


def _variants() -> tuple[Variant, ...]:
    fixed = tuple(
        Variant(
            uid=f"size-{side}",
            name=f"Fixed board, side {side}",
            description=f"A regular hexagon with {side} cells a side.",
            group="board",
        )
        for side in FIXED_SIDES
        if side != OFFICIAL_SIDE
    )
    modular = tuple(
        Variant(
            uid=f"modular-{n}",
            name=f"Modular board, {n} modules" + (" (official)" if n == OFFICIAL_MODULES else ""),
            description=f"The players first build an island of {n} modules of seven cells.",
            group="board",
        )
        for n in MODULES
    )
    official = Variant(
        uid="#board",
        name=f"Fixed board, side {OFFICIAL_SIDE}",
        description=f"A regular hexagon with {OFFICIAL_SIDE} cells a side (official).",
        group="board",
        default=True,
    )
    solo = Variant(
        uid="solo",
        name="Solo construction",
        description="With a modular board: the player who begins places all modules in one turn.",
    )
    return (official, *fixed, *modular, solo)


INFO: Final = GameInfo(
    uid="dendria",
    name="Dendria",
    version="20261129",
    date_added="2026-11-29",
    description=(
        "Two forces spread life over a green island. Sow seeds, let sprites awaken them to "
        "sprites and trees, take over what the opponent leaves unwatched. Each different size "
        "of forest is worth a point, the largest forest of all half a point more."
    ),
    notes=(
        "On a modular board the players build the island first. Conversions are optional and "
        "follow the action in any order; write them as `f5=s` (summon) and `h3=t` (trees), or "
        "click the pieces. A click on the piece just converted changes or takes back the "
        "conversion."
    ),
    bggid="406461",
    people=(Person(type="designer", name="Saïd Galdseid"),),
    variants=_variants(),
    displays=(
        Display(
            uid=SHOW_WATCH,
            name="Show what is watched",
            description=(
                "Mark the liberties that sprites watch, in their player's colour, and in gold "
                "the forests that their owner protects."
            ),
        ),
    ),
    categories=(
        "goal>area",
        "mechanic>place",
        "mechanic>move",
        "mechanic>convert",
        "mechanic>capture",
        "board>shape>hex",
        "board>connect>hex",
    ),
    flags=("custom-buttons", "custom-randomization", "experimental", "no-moves", "scores"),
)
