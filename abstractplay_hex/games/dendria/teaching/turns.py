"""Turns: sowing, moving a sprite, passing; rulings D6 to D8."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

_FIVE: Final = ("size-5",)
_RING: Final = ("modular-7",)

TURNS: Final = Section(
    id="turns",
    title="Your turn",
    text="On your turn you sow a seed, move a sprite, or pass. Conversions may follow a sowing and happen along a sprite's move.",
    rulings=(
        Ruling(
            id="sowing",
            title="Sowing",
            text="Put a new seed on an empty cell where it is hungry. It may not complete a triangle: three seeds of yours that all touch "
            "one another.",
            figures=(
                Figure(
                    caption="On e5 a seed would see six pieces: it would be nourished at once. On e4 it sees water.",
                    variants=_FIVE,
                    position="S3S/6/7/8/S7S/8/7/6/S3S D 0 -",
                    legal=("e4",),
                    refused={"e5": "dendria.sow.nourished", "e1": "dendria.sow.occupied"},
                ),
                Figure(
                    caption="a1, a2 and b2 would be a triangle. On b1 the seed touches only one of the others.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/6/SS3 D 0 -",
                    legal=("a3", "b1"),
                    refused={"b2": "dendria.sow.triangle"},
                ),
            ),
        ),
        Ruling(
            id="moving",
            title="Moving a sprite",
            text="A sprite flies along a straight line, one cell or more. It passes over empty cells, seeds of either colour, sprites of its own "
            "side, and lagoons. Trees, enemy sprites and ocean stop it. It ends on an empty cell, or on an enemy sprite, which it captures; "
            "never on water. On empty cells of its line it may stop to convert, and then go on in the same direction.",
            figures=(
                Figure(
                    caption="The sprite passes over seeds of both colours and its friend, but cannot land on them.",
                    variants=_FIVE,
                    position="5/6/7/8/1PS1sP3/8/7/6/5 D 0 -",
                    legal=("e2-e9",),
                    refused={"e2-e3": "dendria.move.taken", "e2-g5": "dendria.move.not-straight"},
                ),
                Figure(
                    caption="Trees and enemy sprites are in the way. But the sprite can be captured.",
                    variants=_FIVE,
                    position="5/6/7/8/2t1P1p2/8/7/6/5 D 0 -",
                    legal=("e5xe7",),
                    refused={
                        "e5-e1": "dendria.move.tree-between",
                        "e5-e9": "dendria.move.sprite-between",
                    },
                ),
                Figure(
                    caption="Sprites cross a lagoon, but cannot land on it.",
                    variants=_RING,
                    position="~3~/~4/1P~2/~4/~3~ D 0 -",
                    legal=("c2-c5",),
                ),
            ),
        ),
        Ruling(
            id="D6",
            title="A capture ends the movement",
            text="A sprite that captures another goes no further. It may still convert from there.",
            figures=(
                Figure(
                    caption="The sprite on e2 can be captured, but not on the way to e1.",
                    variants=_FIVE,
                    position="5/6/7/8/1p4P2/8/7/6/5 D 0 -",
                    legal=("e7xe2",),
                    refused={"e7xe2,-e1": "dendria.move.after-capture"},
                ),
                Figure(
                    caption="After the capture on b2 the seed on a1 is fertilized.",
                    variants=_FIVE,
                    position="5/6/7/8/4P4/8/7/1p4/S4 D 0 -",
                    legal=("e5xb2,a1=t",),
                ),
            ),
        ),
        Ruling(
            id="D7",
            title="Energy",
            text="Compare where the whole move begins and ends. If the sprite is nearer to the coast, or as near as before but nearer to a corner, it has "
            "spent energy. Any other move recovers energy, and then at least one fertilization has to be made along it. "
            "Captures of sprites are under the same rule, and capturing a forest is no fertilization.",
            figures=(
                Figure(
                    caption="Towards the coast is free. Inland, or sideways, needs a fertilization.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/2P4/6/5 D 0 -",
                    legal=("c3-b2", "c3-c6"),
                    refused={
                        "c3-d3": "dendria.prompt.fertilize-or-go-on",
                        "c3-c4": "dendria.prompt.fertilize-or-go-on",
                    },
                ),
                Figure(
                    caption="Along the coast, towards a corner is free and away from it is not.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/6/1P3 D 0 -",
                    legal=("a2-a1", "a2-a5"),
                    refused={"a2-a3": "dendria.prompt.fertilize-or-go-on"},
                ),
                Figure(
                    caption="A move inland that turns the seed on a1 into a tree is fine.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/6/SP3 D 0 -",
                    legal=("a2-b2,a1=t",),
                ),
                Figure(
                    caption="The same move without it is not.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/6/SP3 D 0 -",
                    refused={"a2-b2": "dendria.prompt.fertilize"},
                ),
            ),
        ),
        Ruling(
            id="D8",
            title="Passing",
            text="In play you may always pass, and nothing is converted then. While the island is being built nobody can pass.",
            figures=(
                Figure(
                    caption="The seed on a1 could become a tree, but not by a pass.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/1P4/S4 D 0 -",
                    legal=("pass",),
                    refused={"pass,a1=t": "dendria.notation.pass"},
                ),
                Figure(
                    caption="The island is not finished.",
                    variants=_RING,
                    position="0,0 D",
                    refused={"pass": "dendria.construct.no-pass"},
                ),
            ),
        ),
    ),
)
