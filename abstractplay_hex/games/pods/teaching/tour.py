"""A first game of Pods in guided positions."""

from typing import Final

from abstractplay_hex.games.pods.teaching.end import LAST
from abstractplay_hex.rules.teaching import Step

_START: Final = "7/8/9/10/11/12/13/12/11/10/9/8/7 1"

TOUR: Final = (
    Step(
        id="first",
        title="An empty sea",
        task="You have no whale yet, so your first may go anywhere. Choose a cell, then play it.",
        position=_START,
        done="Your pod has begun. From now on new whales need company.",
    ),
    Step(
        id="grow",
        title="Grow your pod",
        task="A new whale needs more of your whales beside it than of your opponent's. Place one "
        "next to your pod.",
        position="7/8/9/10/11/12/6WW2w2/12/11/10/9/8/7 1",
        solutions=("h6", "h7", "h8", "g6", "g9", "f6", "f7", "f8"),
        done="Right: there you have the majority.",
        hint="That is a legal turn, too, but a migration adds no whale. Choose an empty cell next to your pod.",
    ),
    Step(
        id="tie",
        title="Break the tie",
        task="You want g8, which touches one of your whales and one of your opponent's. A tie is not enough. Place a whale so that "
        "you could take g8 next.",
        position="7/8/9/10/11/12/6W1w4/12/11/10/9/8/7 1",
        solutions=("h7", "f7"),
        done="Now two of your whales touch g8, and only one of your opponent's.",
        hint="Legal, but g8 would still be a tie. The new whale has to touch g8 itself.",
    ),
    Step(
        id="migrate",
        title="Swim",
        task="Choose the whale on g5. The marked cells are where it can go, step by step along other whales. "
        "Let it swim to the far end of the pod, to g9.",
        position="7/8/9/10/5ww4/12/4WWWW5/12/11/10/9/8/7 1",
        solutions=("g5-g9",),
        done="One turn, and the whale is at the other end. The way it took is not part of the turn.",
        hint="A legal turn, but not the one asked for: choose the whale on g5, then g9.",
    ),
    Step(
        id="outnumbered",
        title="Do not be outnumbered",
        task="Your lone whale on g7 faces two opponents. Where two of them touch a cell, it cannot enter. Find a cell "
        "that it can still swim to.",
        position="7/8/9/10/11/12/6Www4/12/11/10/9/8/7 1",
        solutions=("g7-h7", "g7-f7"),
        done="Beside one opponent your whale is no minority: it counts itself.",
        hint="That places another whale. Choose the whale on g7 instead, then one of the marked cells.",
    ),
    Step(
        id="influence",
        title="Control water",
        task="Two whales on the rim are not far from making the corner m1 yours. Place a whale on l1 and see "
        "influence appear.",
        position="1W5/8/W8/10/11/5w6/13/12/11/10/9/8/7 1",
        solutions=("l1",),
        cells={"m1": "influence of player 1"},
        done="A disc of your colour lies on m1: a point without a whale.",
        hint="Legal, but the corner is still nobody's. Place a whale on l1.",
    ),
    Step(
        id="win",
        title="Win the game",
        task="You are player 2 now and have 62 points; 64 win. Choose the whale on f11 and find it a better place, "
        "at d2.",
        position=LAST,
        solutions=("f11-d2",),
        done="64 points: more than half of the 127 cells. You have won.",
        hint="That does not win yet. Let the whale on f11 swim to d2.",
    ),
)
