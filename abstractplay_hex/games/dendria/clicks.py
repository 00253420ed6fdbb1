"""Clicks to text: every legal turn of Dendria can be made by clicking alone.

A click is read against the turn as far as its text goes, which is what the front end shows.
"""

from attrs import evolve

from abstractplay_hex.games.dendria.construction import Construction, module_cells
from abstractplay_hex.games.dendria.notation import SUMMON, TREES, Conversion, Step
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.games.dendria.rules import Position, UnderWay, begin, judge
from abstractplay_hex.games.dendria.underway import Leg
from abstractplay_hex.games.dendria.water import plane_of

PASS = "pass"
PASS_BUTTONS = (PASS, "_btn_pass")
"""What a host may call the pressed button: its move, or as the renderer's button bar does."""


def click(position: Position, text: str, place: tuple[int, int] | None, piece: str) -> str | None:
    """Return the whole new text, or ``None`` for a click that hits nothing."""
    if place is None:
        pressed = piece.lower() in PASS_BUTTONS and isinstance(position, DendriaPosition)
        return ("" if text == PASS else PASS) if pressed else None
    if isinstance(position, Construction):
        return _on_water(position, text, place)
    cell = position.board.layout.cell_at.get(place)
    if cell is None:
        return None
    now = judge(position, text).under_way if text and text != PASS else None
    if now is None:
        return position.board.layout.name[cell]
    return now_text(_clicked(now, cell)) if _means_something(now, cell) else _elsewhere(now, cell)


def _on_water(position: Construction, text: str, place: tuple[int, int]) -> str | None:
    """Put a module's centre; a click on the module placed last takes it back."""
    building = (judge(position, text).building if text else None) or position
    cell = plane_of(building).cells.get(place)
    if cell is None:
        return None
    placed = list(building.centres[len(position.centres) :])
    if placed and cell in module_cells(placed[-1]):
        placed.pop()
    elif position.solo:
        placed.append(cell)
    else:
        placed = [cell]
    return ";".join(f"m{q},{r}" for q, r in placed)


def now_text(now: UnderWay | None) -> str:
    """Return the text of a turn under way: at least the cell it begins at."""
    if now is None:
        return ""
    return now.board.layout.name[now.start] if now.moving else now.turn.text


def _rebuilt(now: UnderWay, legs: tuple[Leg, ...]) -> UnderWay:
    """Return the turn with only these of its legs."""
    turn = begin(now.before, now.board.layout.name[now.start])
    for leg in legs:
        if not now.sowing:
            turn = turn.step(Step(now.board.layout.name[leg.cell], leg.capture))
        for conversion in leg.conversions:
            turn = turn.convert(conversion)
    return turn


def _without_last_conversion(now: UnderWay) -> UnderWay:
    last = now.legs[-1]
    shorter = evolve(last, conversions=last.conversions[:-1])
    return _rebuilt(now, (*now.legs[:-1], shorter))


def _without_last_step(now: UnderWay) -> UnderWay:
    return _rebuilt(now, now.legs[:-1])


def _last_conversion(now: UnderWay) -> Conversion | None:
    """Return the conversion made last, if nothing was done after it."""
    if now.legs and now.legs[-1].conversions:
        return now.legs[-1].conversions[-1]
    return None


def _converting(now: UnderWay) -> bool:
    """Whether any conversion was made in this turn."""
    return any(leg.conversions for leg in now.legs)


def _group_of(now: UnderWay, conversion: Conversion) -> int:
    """Return the cells that a conversion, made last, has changed."""
    layout = now.board.layout
    bit = 1 << layout.cell[conversion.cell]
    if conversion.kind == SUMMON:
        return bit
    # Trees it touched before belong to the same forest now; a click on them is not on the group.
    before = _without_last_conversion(now)
    seeds = before.seeds if before.seeds & bit else before.enemy_trees
    return layout.flood(bit, seeds)


def _means_something(now: UnderWay, cell: int) -> bool:
    last = _last_conversion(now)
    if last is not None and _group_of(now, last) >> cell & 1:
        return True
    if cell in now.open_conversions():
        return True
    if cell == now.at and not _last_conversion(now):
        return True
    return any(cell == end for end, _, _ in _landings(now))


def _landings(now: UnderWay) -> list[tuple[int, int, bool]]:
    """Return where the sprite can be sent: on from a stop with conversions, else anew from it."""
    if now.sowing:
        return []
    if now.moving or _last_conversion(now):
        return now.reachable()
    return _without_last_step(now).reachable()


def _clicked(now: UnderWay, cell: int) -> UnderWay | None:
    """Return the turn after a click that means something; ``None`` if it lets go of everything."""
    last = _last_conversion(now)
    if last is not None and _group_of(now, last) >> cell & 1:
        return _changed(now, last, cell)
    kinds = now.open_conversions().get(cell)
    if kinds:
        return now.convert(Conversion(now.board.layout.name[cell], kinds[0]))
    if cell == now.at:
        # A second click lets go: of the seed or sprite chosen, or of the landing.
        return None if now.sowing or now.moving else _without_last_step(now)
    base = now if now.moving or last else _without_last_step(now)
    leg = next(leg for leg in _landings(now) if leg[0] == cell)
    return base.gone(*leg)


def _changed(now: UnderWay, last: Conversion, cell: int) -> UnderWay:
    """Change the conversion just made to the other kind, where both are legal; else take it back."""
    before = _without_last_conversion(now)
    kinds = before.open_conversions().get(cell, ())
    if len(kinds) == 2 and last.kind == kinds[0]:
        return before.convert(Conversion(now.board.layout.name[cell], kinds[1]))
    return before


def _elsewhere(now: UnderWay, cell: int) -> str:
    """Return the text after a click that does not go on with the turn.

    Before any conversion it begins another turn, or gives a text whose refusal says why not; after
    one, nothing is thrown away: the text is one that is refused. So is that of a conversion which
    is not open.
    """
    layout = now.board.layout
    name = layout.name[cell]
    bit = 1 << cell
    own_sprites = now.before.sprites[now.before.side - 1]
    sprites = now.sprites | now.enemy_sprites
    if now.legs and now.occupied & ~sprites & bit:
        return f"{now_text(now)},{name}={now.meant(cell)}"
    if not _converting(now):
        if own_sprites & bit or now.sowing:
            return name
        mark = "x" if now.before.sprites[2 - now.before.side] & bit else "-"
        return f"{layout.name[now.start]}{mark}{name}"
    if now.occupied & bit:
        return f"{now_text(now)},{name}={TREES}"
    return f"{now_text(now)},-{name}"
