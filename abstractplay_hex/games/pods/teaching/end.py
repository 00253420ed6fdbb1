"""Score and end: rulings P9 and P10."""

from typing import Final

from abstractplay_hex.rules.teaching import Figure, Ruling, Section

LAST: Final = (
    "4W2/4WWWW/2WW1W3/3WWWW1Ww/4WW1WW1w/4WWWW1w2/5W1W2w2/2w1w1w1w1w1/2w1w1w2w1/2w7/1w5w1/5w2/7 2"
)
"""A position one turn before its end (a recorded game)."""

END: Final = Section(
    id="end",
    title="Winning",
    rulings=(
        Ruling(
            id="P9",
            title="Score and end",
            text="Each of your whales and each of your marks is a point. The board has 127 cells. As soon as a player has more than half "
            "of them, that is 64 points, after a turn of either player, that player wins.",
            figures=(
                Figure(
                    caption="Player 2 has 62 points and wins with one migration.",
                    position=LAST,
                    legal=("f11-d2",),
                    scores=(32, 62),
                ),
                Figure(
                    caption="64 points: the game is over, and nothing can be played after that.",
                    position=LAST,
                    played="f11-d2",
                    refused={"g7": "move.over"},
                    scores=(32, 64),
                    winners=(2,),
                ),
            ),
        ),
        Ruling(
            id="P10",
            title="The last turn",
            text="The report of the winning turn says first what was done, then that the game has ended, then who has "
            "won.",
            figures=(
                Figure(
                    caption="The same game after its last turn: the rim has taken the winner's colour.",
                    position=LAST,
                    played="f11-d2",
                    winners=(2,),
                ),
            ),
        ),
    ),
)
