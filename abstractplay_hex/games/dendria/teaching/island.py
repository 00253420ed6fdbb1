"""The island and how it is built: rulings D1 to D4."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

_SEVEN: Final = ("modular-7",)

ISLAND: Final = Section(
    id="island",
    title="The island",
    text="The board is made of hexes, land and water. A fixed board is a hexagon of land in the ocean. A modular board is "
    "an island of your own making: before play it is built of flowers, modules of seven cells each. Water "
    "that the outside sea cannot reach is a *lagoon*.",
    rulings=(
        Ruling(
            id="building",
            title="Building",
            text="You place one module each, in turns. If their number is odd, Light begins, else Dark; so Light always places "
            "the last one, and Dark makes the first move of play. What is a lagoon is decided when the last module "
            "lies.",
            figures=(
                Figure(
                    caption="Three of seven modules lie, and it is Dark's turn. The figures are centres where a module may go.",
                    variants=_SEVEN,
                    position="0,0;3,-1;1,2 D",
                    legal=("m4,1",),
                    refused={"m4,1;m-2,3": "dendria.construct.count-one"},
                ),
            ),
        ),
        Ruling(
            id="D1",
            title="The first module",
            text="The first module gives the island its origin: its centre is 0,0. All other modules are "
            "named by the coordinates of their centres from there.",
            figures=(
                Figure(
                    caption="An empty sea: the first module can only be m0,0.",
                    variants=_SEVEN,
                    legal=("m0,0",),
                    refused={"m1,0": "dendria.construct.first"},
                    whole=True,
                ),
            ),
        ),
        Ruling(
            id="D2",
            title="Where modules go",
            text="A module may not overlap land, and it must be next to at least two different cells of land. "
            "More is fine.",
            figures=(
                Figure(
                    caption="m3,-1 nestles into the flower. m3,0 would touch it at one cell only, and m1,1 would lie on top of it.",
                    variants=_SEVEN,
                    position="0,0 D",
                    legal=("m3,-1",),
                    refused={
                        "m3,0": "dendria.construct.touch",
                        "m1,1": "dendria.construct.overlap",
                    },
                ),
            ),
        ),
        Ruling(
            id="D3",
            title="Building alone",
            text="With the variant *solo construction*, whoever begins places all the modules in a single turn. Dark "
            "then makes the first move of play, whoever has built.",
            figures=(
                Figure(
                    caption="One turn, seven modules: six lie, and m5,0 completes the island.",
                    variants=(*_SEVEN, "solo"),
                    partial="m0,0;m-2,3;m1,2;m-1,5;m3,-1;m3,3",
                    legal=("m0,0;m-2,3;m1,2;m-1,5;m3,-1;m3,3;m5,0",),
                ),
                Figure(
                    caption="A turn with fewer is not finished.",
                    variants=(*_SEVEN, "solo"),
                    refused={"m0,0": "dendria.prompt.modules"},
                ),
            ),
        ),
        Ruling(
            id="D4",
            title="Coast and corners",
            text="Land next to the ocean is *coast*. A coast cell with at most three land neighbours is a *corner*. "
            "The shore of a lagoon is neither on its own account. How far a cell is from coast and corners decides where sprites may go; "
            "these distances are counted over land and water alike.",
            figures=(
                Figure(
                    caption="An island around a lagoon. Its six corners are outlined; the rest of its rim is coast.",
                    variants=_SEVEN,
                    position="~3~/~4/2~2/~4/~3~ D 0 -",
                    marks=("e2", "e4", "c1", "c5", "a2", "a4"),
                ),
                Figure(
                    caption="On a fixed board the coast is the rim, and the corners are just its six corners.",
                    variants=("size-5",),
                    position="5/6/7/8/9/8/7/6/5 D 0 -",
                    marks=("i1", "i5", "e1", "e9", "a1", "a5"),
                ),
            ),
        ),
    ),
)
