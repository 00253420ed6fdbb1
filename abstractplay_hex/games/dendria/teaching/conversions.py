"""Conversions: rulings D9 to D11, D15, D17 and D18."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

_FIVE: Final = ("size-5",)

CONVERSIONS: Final = Section(
    id="conversions",
    title="Conversions",
    text="There are three: seeds become sprites, seeds become trees, and trees change sides. In writing, `f5=s` makes a sprite of the seed on f5, and "
    "`h3=t` makes the group on h3 trees of yours.",
    rulings=(
        Ruling(
            id="D15",
            title="When you may convert",
            text="Convert after sowing, and at each stop and the end of a sprite's move: as often as you can and want, or not at all. Each conversion is "
            "judged on what the one before it has left.",
            figures=(
                Figure(
                    caption="First the seed on a1 becomes a tree. That tree allows a second sprite, on e5.",
                    variants=_FIVE,
                    position="5/6/7/3Ss3/3SSs3/3SS3/7/1P4/S4 D 0 -",
                    legal=("i1,a1=t,e5=s",),
                    refused={"i1,e8=s": "dendria.convert.nothing"},
                ),
            ),
        ),
        Ruling(
            id="summoning",
            title="Summoning a sprite",
            text="A nourished seed becomes your sprite if more of the six pieces it sees are yours than your opponent's. It may be anybody's "
            "seed.",
            figures=(
                Figure(
                    caption="The seed on e5 sees four Dark pieces and two Light ones: after sowing on a1, Dark summons it. e4 sees water.",
                    variants=_FIVE,
                    position="5/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -",
                    legal=("a1,e5=s",),
                    refused={"a1,e4=s": "dendria.summon.hungry"},
                ),
                Figure(
                    caption="The same with an enemy seed on e5.",
                    variants=_FIVE,
                    position="5/6/7/3Ss3/3Sss3/3SS3/7/6/5 D 0 -",
                    legal=("a1,e5=s",),
                ),
                Figure(
                    caption="Three against three is not enough.",
                    variants=_FIVE,
                    position="5/6/7/3Ss3/3SSs3/3Ss3/7/6/5 D 0 -",
                    refused={"a1,e5=s": "dendria.summon.outnumbered"},
                ),
            ),
        ),
        Ruling(
            id="D17",
            title="How many sprites",
            text="You may summon as long as you have no more sprites than your largest forest has trees. So the first sprite needs no "
            "tree. The limit forbids summoning only: whoever loses trees keeps all sprites.",
            figures=(
                Figure(
                    caption="One sprite and no tree: e5 cannot be summoned.",
                    variants=_FIVE,
                    position="2P2/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -",
                    refused={"a1,e5=s": "dendria.summon.limit"},
                ),
                Figure(
                    caption="One sprite and a tree: now it can.",
                    variants=_FIVE,
                    position="2P2/6/7/3Ss3/3SSs3/3SS3/7/6/4T D 0 -",
                    legal=("a1,e5=s",),
                ),
                Figure(
                    caption="Dark has lost its forest but keeps both sprites, and may move them. A third is out of the question.",
                    variants=_FIVE,
                    position="1P1P1/6/7/3Ss3/3SSs3/3SS3/7/6/3tt D 0 -",
                    legal=("i2-i1",),
                    refused={"c1,e5=s": "dendria.summon.limit"},
                ),
            ),
        ),
        Ruling(
            id="fertilizing",
            title="Fertilizing seeds",
            text="A group of your seeds becomes trees once your sprites watch all its liberties.",
            figures=(
                Figure(
                    caption="The liberties of the group are b1, b3 and a3. The sprite on b2 sees the first two, but not a3.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/1P4/SS3 D 0 -",
                    refused={
                        "i1,a1=t": "dendria.fertilize.unwatched",
                        "i1,b2=t": "dendria.trees.sprite",
                    },
                ),
                Figure(
                    caption="A second sprite, on b3, watches a3.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/1PP3/SS3 D 0 -",
                    legal=("i1,a1=t",),
                ),
            ),
        ),
        Ruling(
            id="D18",
            title="The whole group",
            text="All seeds of a group become trees at once, never some of them.",
            figures=(
                Figure(
                    caption="i1,a1=t was played: both seeds of the group are trees, a forest of two.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/1PP3/SS3 D 0 -",
                    played="i1,a1=t",
                    cells={"a1": "Dark tree, forest of 2", "a2": "Dark tree, forest of 2"},
                ),
            ),
        ),
        Ruling(
            id="D9",
            title="Your own seeds only",
            text="You can summon anybody's seeds, but fertilize only your own.",
            figures=(
                Figure(
                    caption="Dark watches the only liberties of the seed on a1, but the seed is Light's.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/1P4/s4 D 0 -",
                    refused={"i1,a1=t": "dendria.trees.enemy-seed"},
                ),
            ),
        ),
        Ruling(
            id="D10",
            title="No tree without a sprite",
            text="Without any sprite you cannot fertilize, even where no liberty is left to be watched. With one, anywhere, a group "
            "without liberties needs nothing more.",
            figures=(
                Figure(
                    caption="The seed on a1 has no liberties, but Dark has no sprite.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/ss4/Ss3 D 0 -",
                    refused={"i1,a1=t": "dendria.fertilize.no-sprite"},
                ),
                Figure(
                    caption="With a sprite at the other end of the island it becomes a tree.",
                    variants=_FIVE,
                    position="2P2/6/7/8/9/8/7/ss4/Ss3 D 0 -",
                    legal=("e1,a1=t",),
                ),
            ),
        ),
        Ruling(
            id="forests",
            title="Capturing a forest by watching",
            text="An enemy forest that has liberties becomes yours, all of it, if your sprites watch every one of them. But if your "
            "opponent's sprites watch them all, too, the forest is *protected*.",
            figures=(
                Figure(
                    caption="Dark watches both liberties of the tree on a1, b1 and a2. Light sees only one of them.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/1P4/t3p D 0 -",
                    legal=("i1,a1=t",),
                ),
                Figure(
                    caption="Light's second sprite, on e1, sees b1: the forest is protected.",
                    variants=_FIVE,
                    position="5/6/7/8/p8/8/7/1P4/t3p D 0 -",
                    refused={"i1,a1=t": "dendria.forest.protected"},
                ),
                Figure(
                    caption="Dark's sprite on e5 does not see b1.",
                    variants=_FIVE,
                    position="5/6/7/8/p3P4/8/7/6/t3p D 0 -",
                    refused={"i1,a1=t": "dendria.forest.unwatched"},
                ),
            ),
        ),
        Ruling(
            id="D11",
            title="Taking the last liberty",
            text="The other way to capture a forest is to land a sprite on its last liberty. Protection does not help against it. "
            "Only a sprite that has just moved to an empty cell takes a liberty: not one that has captured on that cell, and not a seed that is sown there.",
            figures=(
                Figure(
                    caption="b2 is the last liberty of the tree on a1. The sprite takes it, and with it the forest, although Light "
                    "watches b2.",
                    variants=_FIVE,
                    position="5/6/7/8/4P4/8/7/s4p/ts3 D 0 -",
                    legal=("e5-b2,a1=t",),
                ),
                Figure(
                    caption="A seed sown on b2 leaves the tree no liberty either, but does not capture it.",
                    variants=_FIVE,
                    position="5/6/7/8/4P4/8/7/s4p/ts3 D 0 -",
                    refused={"b2,a1=t": "dendria.forest.no-liberties"},
                ),
                Figure(
                    caption="On b2 the sprite captures an enemy: that was no liberty.",
                    variants=_FIVE,
                    position="5/6/7/8/4P4/8/7/sp4/ts3 D 0 -",
                    refused={"e5xb2,a1=t": "dendria.forest.no-liberties"},
                ),
            ),
        ),
    ),
)
