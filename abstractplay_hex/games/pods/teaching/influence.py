"""Influence: rulings P6 to P8."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

INFLUENCE: Final = Section(
    id="influence",
    title="Influence",
    text="The small discs on empty cells are marks of influence: water that a player's whales control. They are worked out "
    "afresh after every turn, first growing, then pruning. Nobody has to do this by hand.",
    rulings=(
        Ruling(
            id="P6",
            title="Growing",
            text="Look at every empty cell without a mark, in reading order, and count the neighbours that carry a whale or a mark of "
            "each player. Whoever has more of them, and at least half of the cell's neighbours, marks the "
            "cell. A new mark counts at once for the cells that follow. Go over the board again until nothing "
            "is added.",
            figures=(
                Figure(
                    caption="m1, in the corner, has three neighbours, and two of them are whales of player 1: a mark.",
                    position="1W5/W7/9/10/11/12/13/12/11/10/9/8/7 1",
                    cells={"m1": "influence of player 1"},
                ),
                Figure(
                    caption="Three neighbours each: nobody marks g7.",
                    position="7/8/9/10/11/5Ww5/5W1w5/5Ww5/11/10/9/8/7 1",
                    cells={"g7": "empty"},
                ),
                Figure(
                    caption="l7 is marked because of three whales. Next time round, that mark and the whale on l8 mark the corner, m7.",
                    position="7/5W1W/6W2/10/11/12/13/12/11/10/9/8/7 1",
                    cells={"l7": "influence of player 1", "m7": "influence of player 1"},
                ),
            ),
        ),
        Ruling(
            id="P7",
            title="Pruning",
            text="Then look at every mark. Each neighbour with a whale of the mark's owner counts +1, each with a "
            "mark of the owner 0, and every other neighbour −1. If the sum is below zero, the mark goes; if it is zero, the mark "
            "goes if the cell has a hinge. Removals, too, count at once. Go over the board again until "
            "nothing is removed.",
            figures=(
                Figure(
                    caption="Four whales and two empty cells around g7: the sum is +2, and the mark stays.",
                    position="7/8/9/10/11/6W5/5W1W5/5W6/11/10/9/8/7 1",
                    cells={"g7": "influence of player 1"},
                ),
                Figure(
                    caption="Three whales in a triangle grow marks, but each mark that goes weakens the next. None is left.",
                    position="7/8/9/10/11/6W5/5W7/6W5/11/10/9/8/7 1",
                    cells={"g7": "empty"},
                    scores=(3, 0),
                ),
            ),
        ),
        Ruling(
            id="P8",
            title="Hinges",
            text="Call a neighbour of a mark open if neither a whale nor a mark of the owner is on it. The cell has a hinge "
            "if two of its neighbours that touch each other are both open, or if one is open and a whale of the owner is "
            "on the other.",
            figures=(
                Figure(
                    caption="m3 has two whales and two open cells as neighbours: zero. The open cells m4 and l4 touch, which "
                    "is a hinge, so m3 has lost its mark.",
                    position="1W5/2W5/WW7/10/11/12/13/12/11/10/9/8/7 1",
                    marks=("m4", "l4"),
                    cells={"m3": "empty"},
                ),
                Figure(
                    caption="m7 has a whale, a mark and an open cell as neighbours: zero again. But the open cell, m6, touches only "
                    "the mark on l7. There is no hinge, and the mark stays.",
                    position="7/5W1W/6W2/10/11/12/13/12/11/10/9/8/7 1",
                    marks=("m6",),
                    cells={"m7": "influence of player 1"},
                ),
            ),
        ),
    ),
)
