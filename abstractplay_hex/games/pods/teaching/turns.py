"""Turns: rulings P1 to P5 and P11."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

_START: Final = "7/8/9/10/11/12/13/12/11/10/9/8/7 1"
_STUCK: Final = "b2 a1 b3 a1-b1 c3 b1-a1 c2"

TURNS: Final = Section(
    id="turn",
    title="Your turn",
    text="On your turn you place a new whale or let one of your whales migrate. There is nothing else to do, and "
    "no way to do nothing.",
    rulings=(
        Ruling(
            id="P1",
            title="Your first whale",
            text="While you have no whale on the board, you may place one on any empty cell. What makes the "
            "first two placements fair is for the players to agree on; nothing enforces it.",
            figures=(
                Figure(
                    caption="The board is empty: the first whale may go to the centre, to a corner, or anywhere else.",
                    position=_START,
                    legal=("g7", "m7", "c3"),
                ),
                Figure(
                    caption="The second player is as free, except for the cell that is taken.",
                    position=_START,
                    played="g7",
                    legal=("h7", "d9"),
                ),
            ),
        ),
        Ruling(
            id="P2",
            title="Placing a whale",
            text="Later whales need company. Place one on an empty cell that has more of your whales next to it than "
            "of your opponent's. A tie is not enough.",
            figures=(
                Figure(
                    caption="g8 touches one whale of each player: a tie. Around g7 you have the majority "
                    "everywhere else, and far away you have none.",
                    position="7/8/9/10/11/12/6W1w4/12/11/10/9/8/7 1",
                    legal=("h6", "f7"),
                    refused={"g8": "pods.minority", "c3": "pods.minority"},
                ),
                Figure(
                    caption="Two against one: with a second whale on h8, g8 is yours to take.",
                    position="7/8/9/10/11/7W4/6W1w4/12/11/10/9/8/7 1",
                    legal=("g8",),
                ),
            ),
        ),
        Ruling(
            id="P3",
            title="Migrating",
            text="Lift one of your whales and let it swim over empty cells, one step after another, to a cell other "
            "than the one it left. It must hug the pods: at each step some whale, of either colour, touches both "
            "the cell it leaves and the cell it enters. And it must never be outnumbered: on every cell it enters, your whales "
            "next to it and the swimmer itself are at least as many as your opponent's next to it. The cell it starts from "
            "does not matter.",
            figures=(
                Figure(
                    caption="The whale on g5 swims along its own pod, and from there along the opponent's. "
                    "Nothing leads out to e5.",
                    position="7/8/9/10/5ww4/12/4WWWW5/12/11/10/9/8/7 1",
                    legal=("g5-g9", "g5-j7"),
                    refused={"g5-e5": "pods.unreachable"},
                ),
                Figure(
                    caption="On h7 and f7 the lone swimmer meets one opponent, which is still a fair match. On h8 it would "
                    "meet two. So the way round is barred on both sides.",
                    position="7/8/9/10/11/12/6Www4/12/11/10/9/8/7 1",
                    legal=("g7-h7", "g7-f7"),
                    refused={"g7-h8": "pods.end-outnumbered", "g7-g10": "pods.unreachable"},
                ),
                Figure(
                    caption="A whale that is chosen, and all the cells it can reach.",
                    position="7/8/9/10/5ww4/12/4WWWW5/12/11/10/9/8/7 1",
                    partial="g5",
                    refused={"g5-g5": "pods.stays", "i6-i8": "pods.opponent-whale"},
                ),
            ),
        ),
        Ruling(
            id="P4",
            title="No passing",
            text="You cannot pass. A player who has no legal turn is stuck, and so is the game: it ends only by agreeing to a "
            "draw, by resigning, or on the clock.",
            figures=(
                Figure(
                    caption="Player 2 has one whale, on a1, and is walled in: there is no turn left to make.",
                    position=_START,
                    played=_STUCK,
                    whole=True,
                ),
            ),
        ),
        Ruling(
            id="P5",
            title="The list of turns",
            text="Where all turns are listed, placements come first and then each whale's destinations, both in reading "
            "order: from the top row down, and from left to right. No turn is listed twice.",
            figures=(
                Figure(
                    caption="The whole list for a whale in the corner: b1, b2, a2. Without a whale beside it, it cannot migrate.",
                    position="7/8/9/10/11/12/6w6/12/11/10/9/8/W6 1",
                    legal=("b1", "b2", "a2"),
                    whole=True,
                ),
            ),
        ),
        Ruling(
            id="P11",
            title="Positions may repeat",
            text="Nothing forbids going round in circles. If neither of you wants to leave the circle, agree to a draw.",
            figures=(
                Figure(
                    caption="After six turns, g7 h7 g7-i6 h7-h6 i6-g7 h6-h7, the position is the one after the first two.",
                    position=_START,
                    played="g7 h7 g7-i6 h7-h6 i6-g7 h6-h7",
                    legal=("g7-i6",),
                ),
            ),
        ),
    ),
)
