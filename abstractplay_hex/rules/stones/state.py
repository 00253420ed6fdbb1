"""How plies of games with stones are saved."""

from collections.abc import Container
from typing import Any

from attrs import evolve, field, frozen, make_class

from abstractplay_hex.board import Layout, cells_in
from abstractplay_hex.errors import StateError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.rules.saved import MapText, PlyState, StateForm, map_form, map_pairs
from abstractplay_hex.rules.stones.position import LETTERS, P, Stones, more_of


@frozen
class Owners:
    """A saved map of cells to seats; cells are looked up when the board is known."""

    pairs: tuple[tuple[str, int], ...]
    in_order: bool = False  # whether they must come in board order, as they are written


def _read_owners(data: Any) -> Owners:
    if type(data) is MapText:
        return Owners(tuple(map(_pair, data.pairs)), in_order=True)
    pairs = []
    for i, (cell, seat) in enumerate(map_pairs(data)):
        if type(cell) is not str:
            raise StateError("state.cell", path=f".value[{i}][0]")
        if type(seat) is not int:
            raise StateError("state.player-range", path=f".value[{i}][1]", last=len(LETTERS))
        pairs.append((cell, seat))
    return Owners(tuple(pairs))


def _pair(text: str) -> tuple[str, int]:
    """Read ``"g7",1``, and nothing that is written otherwise."""
    name, seat = text[1:-3], int(text[-1])
    if text != f'"{name}",{seat}':
        raise ValueError("this is no cell and seat")
    return name, seat


def stone_form(position_type: type[Stones] = Stones, **more: Any) -> StateForm:
    """Return how plies with such positions are saved.

    :param more: ``migrations``, ``readable`` and ``results`` of the
        :class:`~abstractplay_hex.rules.saved.StateForm`.
    """
    keys = {name: field(type=int) for name in more_of(position_type)}
    ply = make_class(
        f"{position_type.__name__}PlyState",
        {"board": field(type=Owners), **keys},
        bases=(PlyState,),
        kw_only=True,
    )
    return StateForm(ply, hooks={Owners: _read_owners}, **{"exact": True, **more})


def save(position: Stones) -> dict[str, Any]:
    """Return the map of cells to seats, in board order, and what else there is to remember."""
    owners = {cell: n for n, mask in enumerate(position.stones, 1) for cell in cells_in(mask)}
    name = position.layout.name
    board = map_form((name[cell], owners[cell]) for cell in sorted(owners))
    return {"board": board, **{key: getattr(position, key) for key in more_of(type(position))}}


def load(saved: Any, start: P) -> P:
    """Return the position of a saved ply of a game that begins with *start*.

    :raises StateError: with a path relative to the ply.
    """
    cells, seats = start.layout.cell, start.seats
    stones = [0] * seats
    taken = 0
    for i, (name, seat) in enumerate(saved.board.pairs):
        cell = cells.get(name)
        path = f".board.value[{i}]"
        if cell is None:
            raise StateError("state.cell", path=f"{path}[0]")
        if taken >> cell & 1:
            raise StateError("state.cell-twice", path=f"{path}[0]", cell=name)
        if not 1 <= seat <= seats:
            raise StateError("state.player-range", path=f"{path}[1]", last=seats)
        if saved.board.in_order and taken >> cell:
            raise StateError("state.map", path=".board")
        taken |= 1 << cell
        stones[seat - 1] |= 1 << cell
    more = {key: getattr(saved, key) for key in more_of(type(start))}
    for key, value in more.items():
        if value < 0:
            raise StateError("stones.state.negative", path=f".{key}")
    return evolve(start, stones=tuple(stones), side=saved.currplayer, **more)


def check_turn(saved: PlyState, layout: Layout, calls: Container[str | None]) -> bool:
    """Check what a ply says of its turn; return whether it is one of the game's, not an ending by word.

    :raises StateError: with a path relative to the ply.
    """
    for i, result in enumerate(saved.results):
        where = getattr(result, "where", None)
        if where is not None and where not in layout.cell:
            raise StateError("state.cell", path=f"._results[{i}].where")
    if saved.lastmove in ENDINGS:
        return False
    if saved.lastmove not in layout.cell and saved.lastmove not in calls:
        raise StateError("stones.state.turn", path=".lastmove")
    return True
