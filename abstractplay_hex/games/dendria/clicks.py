"""Clicks to text: every legal turn of Dendria can be made by clicking alone.

A click is read against the turn as far as it goes, which is what the front end shows.
"""

from abstractplay_hex.games.dendria.construction import Construction, module_cells
from abstractplay_hex.games.dendria.continuations import (
    can_become_legal,
    meant,
    open_conversions,
)
from abstractplay_hex.games.dendria.notation import TREES, Construct, PassTurn, Turn
from abstractplay_hex.games.dendria.partial_turn import PartialTurn
from abstractplay_hex.games.dendria.plane import plane_of
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import DendriaPosition
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.interface import Click

PASS = "pass"
PASS_BUTTONS = (PASS, "_btn_pass")
"""What a host may call the pressed button: its move, or as the renderer's button bar does."""


def click(position: Position, draft: Draft[Turn], click: Click) -> str | None:
    """Return the whole new text, or ``None`` for a click that hits nothing."""
    place = click.place
    if place is None:
        pressed = click.piece.lower() in PASS_BUTTONS and isinstance(position, DendriaPosition)
        return ("" if isinstance(draft.turn, PassTurn) else PASS) if pressed else None
    if isinstance(position, Construction):
        return _on_water(position, draft.partial or position, place)
    cell = position.board.layout.cell_at.get(place)
    if cell is None:
        return None
    now: PartialTurn | None = draft.partial
    if now is None:
        return position.board.layout.name[cell]
    after = _next(now, cell)
    return _elsewhere(now, cell) if after is None else after


def _on_water(position: Construction, building: Construction, place: tuple[int, int]) -> str | None:
    """Put a module's centre; a click on the module placed last takes it back."""
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
    return Construct(tuple(placed)).text


def _next(now: PartialTurn, cell: int) -> str | None:
    """Return the text after a click that goes on with the turn or takes something of it back."""
    last = now.last_made
    if last is not None and last.group >> cell & 1:
        return _changed(now, cell)
    kinds = open_conversions(now).get(cell)
    if kinds:
        # If none leads to a legal turn, the refusal of the first one says why not.
        return _kinds_on(now, cell, kinds)[0].text
    before_step = None if now.sowing or now.moving else _before_step(now)
    if cell == now.at and last is None:
        # A second click lets go: of the seed or sprite chosen, or of the landing.
        return "" if before_step is None else before_step.text
    # From a stop with conversions the sprite is sent on, from one without sent elsewhere.
    base = now if before_step is None or last is not None else before_step
    for end, direction, capture in base.reachable():
        if end == cell:
            return base.gone(end, direction, capture).text
    return None


def _before_step(now: PartialTurn) -> PartialTurn:
    """Return the turn before the last leg of the sprite's move, stops without conversions left out."""
    before = now
    while before.at == now.at or not (before.moving or before.legs[-1].made):
        assert before.previous is not None
        before = before.previous
    return before


def _kinds_on(now: PartialTurn, cell: int, kinds: tuple[str, ...]) -> list[PartialTurn]:
    """Return what converting a piece makes of the turn, only kinds from which a legal one can come.

    All kinds, if there is no such one.
    """
    ways = [now.converted_on(cell, kind) for kind in kinds]
    return [way for way in ways if can_become_legal(way)] or ways


def _changed(now: PartialTurn, cell: int) -> str:
    """Change the conversion just made to a further kind that leads on, or else take it back."""
    before, last = now.previous, now.last_made
    assert before is not None
    assert last is not None
    for kind in open_conversions(before).get(cell, ()):
        # In their order: what was tried before is not offered again.
        if kind > last.conversion.kind and can_become_legal(way := before.converted_on(cell, kind)):
            return way.text
    return before.text


def _elsewhere(now: PartialTurn, cell: int) -> str:
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
        return f"{now.text},{name}={meant(now, cell)}"
    if not now.converted:
        if own_sprites & bit or now.sowing:
            return name
        mark = "x" if now.before.sprites[2 - now.before.side] & bit else "-"
        return f"{layout.name[now.start]}{mark}{name}"
    if now.occupied & bit:
        return f"{now.text},{name}={TREES}"
    return f"{now.text},-{name}"
