"""What a turn did, as the site's move results say it."""

from abstractplay_hex.games.dendria.events import (
    Captured,
    Event,
    Fertilized,
    ForestCaptured,
    ModulePlaced,
    Moved,
    Passed,
    Sowed,
    Summoned,
)
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.plies.results import Capture, Convert, Move, Pass, Place, Result

SEED, ENEMY_SEED, SPRITE, FOREST, MODULE = "seed", "enemy seed", "sprite", "forest", "module"
SEEDS, TREES = "seeds", "trees"
BY_WATCHING, BY_LAST_LIBERTY = "watched", "last liberty"


def result_of(event: Event, mover: int) -> Result:
    """Return an event as a result. Cells of a group are joined by commas in ``where``, board order."""
    match event:
        case Sowed(cell):
            return Place(where=cell, what=SEED)
        case Moved(start, end):
            return Move(start=start, to=end, what=SPRITE)
        case Captured(cell):
            return Capture(where=cell, what=SPRITE, whose=3 - mover)
        case Summoned(cell, owner):
            return Convert(what=SEED if owner == mover else ENEMY_SEED, into=SPRITE, where=cell)
        case Fertilized(cells):
            return Convert(what=SEEDS, into=TREES, where=",".join(cells))
        case ForestCaptured(cells, last_liberty):
            return Capture(
                where=",".join(cells),
                what=FOREST,
                count=len(cells),
                whose=3 - mover,
                how=BY_LAST_LIBERTY if last_liberty else BY_WATCHING,
            )
        case ModulePlaced((q, r)):
            return Place(where=f"{q},{r}", what=MODULE)
        case Passed():
            return Pass()
    raise AssertionError(f"an event without a result: {event}")


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
