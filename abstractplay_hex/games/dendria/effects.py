"""What a turn did: as the site's move results say it, and as the chat tells it."""

from typing import Final

from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.results import Capture, Convert, Move, Pass, Place, Result

SEED: Final = "seed"
ENEMY_SEED: Final = "enemy seed"
SPRITE: Final = "sprite"
FOREST: Final = "forest"
MODULE: Final = "module"
SEEDS: Final = "seeds"
TREES: Final = "trees"
BY_WATCHING: Final = "watched"
BY_LAST_LIBERTY: Final = "last liberty"


def captured(cell: str, whose: int) -> Result:
    """The enemy sprite on *cell* left the board."""
    return Capture(where=cell, what=SPRITE, whose=whose)


def summoned(cell: str, enemy: bool) -> Result:
    """The seed on *cell*, the opponent's if *enemy*, became the mover's sprite."""
    return Convert(what=ENEMY_SEED if enemy else SEED, into=SPRITE, where=cell)


def fertilized(cells: list[str]) -> Result:
    """The mover's seeds on *cells* (in board order) became trees."""
    return Convert(what=SEEDS, into=TREES, where=",".join(cells))


def forest_captured(cells: list[str], whose: int, last_liberty: bool) -> Result:
    """The enemy forest on *cells* (in board order) became the mover's.

    :param last_liberty: whether by taking its last liberty (D11), not by watching them all.
    """
    return Capture(
        where=",".join(cells),
        what=FOREST,
        count=len(cells),
        whose=whose,
        how=BY_LAST_LIBERTY if last_liberty else BY_WATCHING,
    )


def chat(result: Result, player: str) -> str | None:
    """Return the chat sentence of a result that is Dendria's own."""
    match result:
        case Place(where=where, what="module"):
            return say("dendria.chat.module", player=player, where=where)
        case Place(where=where):
            return say("dendria.chat.sow", player=player, where=where)
        case Move(start=start, to=to):
            return say("dendria.chat.move", player=player, start=start, to=to)
        case Capture(where=where, what="forest", count=count, how=how):
            code = "dendria.chat.forest-last" if how == BY_LAST_LIBERTY else "dendria.chat.forest"
            return say(code, player=player, where=_cells(where), count=count)
        case Capture(where=where):
            return say("dendria.chat.capture", player=player, where=where)
        case Convert(what="seed", where=where):
            return say("dendria.chat.summon", player=player, where=where)
        case Convert(what="enemy seed", where=where):
            return say("dendria.chat.summon-enemy", player=player, where=where)
        case Convert(where=where):
            return say("dendria.chat.fertilize", player=player, where=_cells(where))
        case Pass():
            return say("dendria.chat.pass", player=player)
    return None


def _cells(where: str | None) -> str:
    return (where or "").replace(",", ", ")
