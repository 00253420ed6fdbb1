"""Checks of boards as the interface shows them: cell names by clicks, symmetry, what pictures point at."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from string import ascii_lowercase
from typing import Any, Final

from abstractplay_hex.board import Place, hexagon, hexagon_grid, reflect, rotate, row_number
from abstractplay_hex.testing.harness import LISTED, Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, refusal, shown
from abstractplay_hex.testing.pictures import (
    HEXAGON,
    is_empty,
    land,
    named_places,
    places,
    pointed_at,
)
from abstractplay_hex.testing.telling import Station

CELL: Final = re.compile(r"([a-z]+)([0-9]+)")


def clicked_names(game: AnyGame) -> dict[Place, str]:
    """Return the cell names that clicks on a new board give, where they give cells."""
    clicked = {place: game.handle_click("", *place).move for place in places(game.render())}
    return {place: text for place, text in clicked.items() if CELL.fullmatch(text)}


def _boards(h: Harness) -> Iterator[tuple[AnyGame, dict[Place, str]]]:
    """Yield new games, and the names of their cells, where clicks name most; they are then ``here``."""
    for _ in h.begun():
        game = h.fresh()
        names = clicked_names(game)
        if 2 * len(names) > len(land(game.render())):
            h.looked = True
            yield game, names


@check(
    "Playing: handleClick — row 0 is the top, col 0 the leftmost of that row",
    "Name cells with abstractplay_hex.board: rows a, b … z, aa from the bottom, numbers from the left.",
    faults=(5,),
    unless="clicks on a new board do not name cells",
)
def cells_in_order(h: Harness) -> None:
    """Cells along each lettered row or column are in order, and so are the letters."""
    for _, names in _boards(h):
        twice = [name for name, times in Counter(names.values()).items() if times > 1]
        h.need(not twice, f"clicks on two places give the same cell: {shown(twice[:5])}")
        parts = {
            at: (n.rstrip("0123456789"), int(n.lstrip(ascii_lowercase))) for at, n in names.items()
        }
        # Rhombuses have letters for their columns and numbers for their rows.
        by_column = len({parts[at][0] for at in parts if at[0] == 0}) > 1
        by_column &= len({parts[at][0] for at in parts if at[1] == 0}) == 1
        line = "column" if by_column else "row"
        labels: dict[int, set[str]] = {}
        shifts: dict[int, set[int]] = {}
        for (row, col), (letters, number) in parts.items():
            at = col if by_column else row
            labels.setdefault(at, set()).add(letters)
            shifts.setdefault(at, set()).add(number + row if by_column else number - col)
        for at, found in labels.items():
            several = shown(sorted(found)[:5])
            h.need(len(found) == 1, f"{line} {at} has cells with the labels {several}")
            h.need(len(shifts[at]) == 1, f"cells in {line} {at} are not numbered one by one")
        first = {at: min(labels[at]) for at in sorted(labels)}
        sums = {at + row_number(label) for at, label in first.items()}
        differences = {row_number(label) - at for at, label in first.items()}
        ordered = len(sums) == 1 or len(differences) == 1
        labelled = shown(list(first.values()), 200)
        h.need(ordered, f"labels of the {line}s are not in order: {labelled}")


@check(
    "Playing: handleClick; an empty board",
    "Look up places in every row, rim included; list those that are not "
    "cells in the board's blocked.",
    faults=(5,),
    unless="clicks on a new board do not name cells",
)
def whole_board_clickable(h: Harness) -> None:
    """If most places of an empty board can be clicked, all can, the rim included."""
    reasons = []
    for game, names in _boards(h):
        picture = game.render()
        if not is_empty(picture):
            reasons.append("no board begins empty")
        elif not named_places(picture):
            style = (picture.get("board") or {}).get("style")
            reasons.append(f"boards of the style {shown(style, 30)} are not known here")
        else:
            reasons.append("")
            missing = sorted(set(land(picture)) - set(names))
            h.need(not missing, f"clicks on {missing[:5]} of the empty board give no cell")
    if reasons and all(reasons):
        h.not_applicable("; ".join(dict.fromkeys(reasons)))


@check(
    "Showing: render — row and col of the cells that a turn names",
    "Take a cell's row and col from the layout, for drawing and clicks alike.",
    faults=(5,),
    waivable=True,
    unless="pictures do not point at cells that turns name",
)
def hints_on_the_turn(h: Harness) -> None:
    """After a turn the picture points only at cells that the turn or its results name."""
    spots = {game.setup: {n: at for at, n in names.items()} for game, names in _boards(h)}
    h.looked = False
    for played in h.played_games():
        game, at = h.fresh(), spots.get(played.setup, {})
        for i, text in enumerate(played.moves if at else ()):
            h.here = played.at(i + 1)
            game.move(text)
            told = " ".join([text, *(str(v) for r in game.results for v in r.to_dict().values())])
            named = {at[m[0]] for m in CELL.finditer(told) if m[0] in at}
            shown_at = set(pointed_at(game.render(), ("enter", "exit", "move"), ()))
            if named and shown_at:
                h.looked = True
                strange = f"{sorted(shown_at - named)[:3]}, which it does not name"
                h.need(shown_at <= named, f"after {text!r} the picture points at {strange}")


@check(
    "Steps and lines on the board",
    "Step in axial coordinates or with Layout.shifts: in the lower half a row's numbers shift. If the "
    'rules are not symmetrical, waive it: conformance_waivers = {"mirror-image": "why"}.',
    faults=(5,),
    waivable=True,
    unless="no board is an empty hexagon at first",
)
def mirror_image(h: Harness) -> None:
    """A game on an empty hexagon plays alike when turned or mirrored."""
    sides = [(h.here, _empty_hexagon(game, names), names) for game, names in _boards(h)]
    h.looked = False
    for station, side, names in sides:
        for symmetry in (1, 3, -1) if side is not None else ():
            h.looked, h.here = True, station
            _mirrored_game(h, _image(side or 0, names, symmetry), symmetry)


def _empty_hexagon(game: AnyGame, names: dict[Place, str]) -> int | None:
    """Return the length of the sides, if the board is a regular hexagon, empty, and all can be clicked."""
    picture = game.render()
    board = picture.get("board") or {}
    side = board.get("minWidth")
    if board.get("style") != HEXAGON or type(side) is not int or not is_empty(picture):
        return None
    regular = set(hexagon_grid(side, 2 * side - 1).places())
    return side if set(places(picture)) == regular == set(names) else None


def _image(side: int, names: dict[Place, str], symmetry: int) -> dict[str, str]:
    """Return for each cell the one it is turned (by sixths) or mirrored (−1) to."""
    cells = hexagon(side)
    name = dict(zip(cells, (names[spot] for spot in sorted(names)), strict=True))
    return {name[c]: name[reflect(c) if symmetry < 0 else rotate(c, symmetry)] for c in cells}


def _mirrored_game(h: Harness, image: dict[str, str], symmetry: int) -> None:
    how = "mirrored" if symmetry < 0 else f"turned by {60 * symmetry} degrees"
    rng = random.Random(h.seed)
    one, other = h.fresh(), h.fresh()

    def turned(text: str) -> str:
        return CELL.sub(lambda m: image.get(m[0], m[0]), text)

    for _ in range(min(h.plies, 10)):
        here, there = (sum(1 for _ in islice(g.iter_moves(), LISTED + 1)) for g in (one, other))
        if not h.need(here == there, f"{how}, there are {there} turns instead of {here}"):
            return
        for text in h.legal(one, 20):
            answer: Any = other.validate_move(turned(text))
            refused = f"{how}, {text!r} is {turned(text)!r}, which is refused: {answer.code}"
            if not h.need(answer.complete >= 0, refused):
                return
        text = one.random_move(rng) or ""
        if not text or refusal(other.move, turned(text)) is not None:
            return
        one.move(text)
        h.here = Station(h.here.setup, h.seed, (*h.here.moves, text))
        for what in ("currplayer", "gameover", "winner"):
            h.same(getattr(other, what), getattr(one, what), f"{what} of the game {how}")
        h.same(other.sidebar_scores(), one.sidebar_scores(), f"scores of the game {how}")
        if one.gameover:
            return
