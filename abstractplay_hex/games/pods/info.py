"""What Pods tells about itself before a game is played."""

from typing import Final

from abstractplay_hex.rules.info import Display, GameInfo, Person

HIDE_INFLUENCE: Final = "hide-influence"
"""The alternative display that leaves influence out."""

INFO: Final = GameInfo(
    uid="pods",
    name="Natal Seas - Pods",
    version="20240802",
    date_added="2024-09-05",
    description=(
        "Two pods of whales compete for space to protect their young. Place a whale where "
        "more friends than enemies are near, or let one migrate around other whales. Whoever "
        "covers more than half of the board with whales and influence wins."
    ),
    notes=(
        "The fairness conditions for the first two whales are left to the players. Influence "
        "is worked out anew after every move; coloured dots show it."
    ),
    urls=(
        "https://cjffield.com/rules/pods.pdf",
        "https://boardgamegeek.com/boardgame/402621/natal-seas",
        "https://boardgamegeek.com/thread/3248920/pods-a-simpler-way-to-play-using-single-moves",
    ),
    bggid="402621",
    people=(
        Person(
            type="designer",
            name="Dale Walton",
            urls=("https://boardgamegeek.com/boardgamedesigner/1988/dale-walton",),
        ),
    ),
    displays=(
        Display(
            uid=HIDE_INFLUENCE,
            name="Hide influence",
            description="Draw the whales only, without the influence of each player.",
        ),
    ),
    categories=(
        "goal>area",
        "mechanic>place",
        "mechanic>move",
        "mechanic>enclose",
        "board>shape>hex",
        "board>connect>hex",
        "components>simple>1per",
    ),
    flags=("automove", "scores"),
)
