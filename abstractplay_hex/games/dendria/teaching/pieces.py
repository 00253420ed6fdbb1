"""Pieces and what they see: rulings D5 and D16."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

_RING: Final = ("modular-7",)
_FIVE: Final = ("size-5",)

PIECES: Final = Section(
    id="pieces",
    title="Pieces and what they see",
    text="A cell holds at most one piece: a seed (a small disc), a sprite (a moth) or a tree (a triangle). From a cell you look along its six "
    "directions, over empty land, to the first piece, or to water if that comes first. Pieces of one kind and colour that touch form a "
    "*group*; a group of trees, or a single tree, is a *forest*. The empty cells next to a group are its *liberties*.",
    rulings=(
        Ruling(
            id="seeing",
            title="Hungry and nourished",
            text="A seed that sees water somewhere is *hungry*. One that sees six pieces is *nourished*. An empty cell is *watched* by a "
            "player if one of the pieces seen from it is that player's sprite.",
            figures=(
                Figure(
                    caption="The seed on e4 has six pieces in sight, near or far; the seed on e7 does not.",
                    variants=_FIVE,
                    position="S3S/6/7/2S5/S2S2S1S/3S4/7/6/S3S D 0 -",
                    cells={"e7": "Dark seed, hungry"},
                ),
                Figure(
                    caption="Tinted cells are liberties that Dark's sprite watches (the display *Show what is watched*).",
                    variants=_FIVE,
                    position="5/6/7/8/9/2P5/7/6/SS3 D 0 -",
                    display="show-watch",
                    cells={"a1": "Dark seed, hungry"},
                ),
            ),
        ),
        Ruling(
            id="D5",
            title="Water ends a look",
            text="All water ends a look, also that of a lagoon. Nobody sees across it.",
            figures=(
                Figure(
                    caption="Five pieces stand around c2, and a sixth is on c4, but the lagoon hides it. A seed on c2 is hungry "
                    "and may be sown.",
                    variants=_RING,
                    position="~3~/~SS2/S1~S1/~SS2/~3~ L 0 -",
                    legal=("c2",),
                ),
            ),
        ),
        Ruling(
            id="D16",
            title="Water right beside",
            text="Water next to a cell is seen, too. So a seed on the coast is hungry for ever, however closely it is "
            "hemmed in.",
            figures=(
                Figure(
                    caption="All land around a1 is taken, yet a seed there sees the ocean: it is hungry and may be sown.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/sS4/1s3 D 0 -",
                    legal=("a1",),
                ),
            ),
        ),
    ),
)
