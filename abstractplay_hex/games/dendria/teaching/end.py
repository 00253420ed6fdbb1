"""The end and the score: rulings D12 to D14."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

_FIVE: Final = ("size-5",)

END: Final = Section(
    id="winning",
    title="Winning",
    rulings=(
        Ruling(
            id="end",
            title="The end",
            text="Two passes in a row end the game. Each different size among your forests is a point.",
            figures=(
                Figure(
                    caption="Light has a forest of two trees and one of one: two sizes, two points. Dark has a forest of two only. Both have "
                    "passed, and nothing more can be played.",
                    variants=_FIVE,
                    position="TT3/6/7/8/9/8/7/6/tt1t1 D 0 D",
                    played="pass pass",
                    refused={"a3": "move.over"},
                    scores=(1, 2),
                    winners=(2,),
                ),
            ),
        ),
        Ruling(
            id="D12",
            title="The largest forest",
            text="Whoever owns the largest forest scores half a point more; nobody does if both players' largest are equally large. The higher score "
            "wins. If scores are equal, compare all forests from the largest down: the first difference decides, and "
            "a forest beats none.",
            figures=(
                Figure(
                    caption="One size each, but Dark's forest is the larger one: 1½ to 1.",
                    variants=_FIVE,
                    position="TT3/6/7/8/9/8/7/6/t1t2 D 0 D",
                    scores=(1.5, 1),
                ),
            ),
        ),
        Ruling(
            id="D13",
            title="If all is equal",
            text="If all forests are equal, whoever made the last action (a sowing or a sprite's move, not a pass) wins. If nobody "
            "ever acted, the game is a draw.",
            figures=(
                Figure(
                    caption="Dark sowed, and then both passed: with no forests at all, the last action decides for Dark.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/6/5 D 0 -",
                    played="a1 pass pass",
                    scores=(0, 0),
                    winners=(1,),
                ),
                Figure(
                    caption="Two passes and nothing else: a draw.",
                    variants=_FIVE,
                    position="5/6/7/8/9/8/7/6/5 D 0 -",
                    played="pass pass",
                    winners=(1, 2),
                ),
            ),
        ),
        Ruling(
            id="D14",
            title="Positions may repeat",
            text="Nothing forbids it, though it takes the help of both players. You may agree to a draw.",
            figures=(
                Figure(
                    caption="Eight turns lead back to the same position.",
                    position="p6/3S4/3T1SP2/1st1ST4/3s7/2stt7/2p10/12/11/10/9/8/7 D 0 L",
                    played="k5 i3 k7-m5,k5=s g3-i1,i3=s m5xm1 i1xm1 k5-k7 i3-g3",
                    legal=("k5",),
                ),
            ),
        ),
    ),
)
