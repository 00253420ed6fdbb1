"""A first game of Dendria in guided positions."""

from typing import Final

from abstractplay_hex.rules.teaching import Step

_FIVE: Final = ("size-5",)
_CELLS: Final = tuple(
    f"{row}{number}"
    for row, length in zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True)
    for number in range(1, length + 1)
)

TOUR: Final = (
    Step(
        id="sow",
        title="Sow a seed",
        task="You are Dark. Sow a seed: click any empty cell where it will be hungry, that is, where it sees water. On an empty island "
        "that is everywhere.",
        variants=_FIVE,
        position="5/6/7/8/9/8/7/6/5 D 0 -",
        solutions=_CELLS,
        done="Your first seed. It is hungry, like any seed that sees water; nothing else happens yet.",
        hint="That was a pass. Click an empty cell, then play it.",
    ),
    Step(
        id="summon",
        title="Summon a sprite",
        task="The seed on e5 sees six pieces, and four of them are yours. Sow a seed on a1, then click e5 to summon your sprite.",
        variants=_FIVE,
        position="5/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -",
        solutions=("a1,e5=s",),
        cells={"e5": "Dark sprite"},
        done="A moth: your first sprite. It did not need a tree.",
        hint="The turn is legal, but no sprite was summoned. Sow on a1, then click the seed on e5 before you play.",
    ),
    Step(
        id="move",
        title="Spend energy",
        task="Choose the sprite on c3. Grey dots are cells where its move may end. On a ringed cell it may not stay: it would recover "
        "energy. Take it to the coast, to c7.",
        variants=_FIVE,
        position="5/6/7/8/9/8/2P4/6/5 D 0 -",
        solutions=("c3-c7",),
        done="Nearer to the coast: the sprite has spent energy, and nothing more was asked.",
        hint="Legal, but not what was asked for: choose the sprite on c3, then c7.",
    ),
    Step(
        id="fertilize",
        title="Grow a tree",
        task="Your sprite wants to go inland, which recovers energy and so needs a fertilization. Move it from a2 to b2. From there it watches all liberties "
        "of the seed on a1: click the seed to make it a tree.",
        variants=_FIVE,
        position="5/6/7/8/9/8/7/6/SP3 D 0 -",
        solutions=("a2-b2,a1=t",),
        cells={"a1": "Dark tree, forest of 1"},
        done="A tree, and with it your first forest: a point.",
        hint="Legal, but no tree has grown that way. Move the sprite to b2, then click the seed on a1.",
    ),
    Step(
        id="capture",
        title="Capture a sprite",
        task="Light's sprite on e2 stands in line with yours on e7. Capture it: choose your sprite, then the enemy.",
        variants=_FIVE,
        position="5/6/7/8/1p4P2/8/7/6/5 D 0 -",
        solutions=("e7xe2",),
        cells={"e2": "Dark sprite"},
        done="Captured. It was nearer to the coast there, so no fertilization was needed.",
        hint="Light's sprite is still there. Choose your sprite on e7, then click e2.",
    ),
    Step(
        id="forest",
        title="Take over a forest",
        task="Your sprite on b2 watches every liberty of Light's tree on a1, and Light does not. Sow a seed on i1, then click the tree.",
        variants=_FIVE,
        position="5/6/7/8/9/8/7/1P4/t3p D 0 -",
        solutions=("i1,a1=t",),
        cells={"a1": "Dark tree, forest of 1"},
        done="The forest has changed sides.",
        hint="Legal, but the tree is still Light's. Sow on i1, then click the tree on a1.",
    ),
    Step(
        id="last",
        title="The last liberty",
        task="This time the forest on a1 is protected: Light watches b2, its last liberty. Protection does not help if a sprite takes it. Fly from e5 to b2, "
        "then click the tree.",
        variants=_FIVE,
        position="5/6/7/8/4P4/8/7/s4p/ts3 D 0 -",
        solutions=("e5-b2,a1=t",),
        cells={"a1": "Dark tree, forest of 1"},
        done="Taken from under Light's eyes.",
        hint="Legal, but the tree is still Light's. Move the sprite from e5 to b2, then click the tree on a1.",
    ),
    Step(
        id="end",
        title="End the game",
        task="Light has just passed, and you are ahead: forests of two sizes against one. Two passes in a row end the game. Pass.",
        variants=_FIVE,
        position="TT1T1/6/7/8/9/8/7/6/t1t2 D 1 D",
        solutions=("pass",),
        done="Two sizes and the largest forest: 2½ points to 1. You have won.",
        hint="Legal, but it gives Light another chance. Pass, and the game is over.",
    ),
)
