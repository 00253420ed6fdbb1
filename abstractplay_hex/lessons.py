"""Drawing and judging what teaches a game: pictures of its rulings, and the steps of its tour.

The data are of :mod:`abstractplay_hex.rules.teaching`. Pictures are drawn from position texts when they
are asked for, and what is said of a turn is what the game answers, so that no lesson can tell of rules
that are not played.
"""

import re
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.errors import HexError
from abstractplay_hex.game import Game, new_game
from abstractplay_hex.render import svg
from abstractplay_hex.rules.teaching import Figure, Scenery, Step

LEGAL: Final = "#2aa866"
REFUSED: Final = "#d81b43"
POINTED: Final = "#e08214"
_CROSS: Final = "_refused"
_CROSSED: Final = [{"name": "x", "colour": REFUSED, "scale": 0.7}]
_RING: Final = {"type": "dots", "dotShape": "ring-large", "size": 0.2}
_STEP: Final = re.compile(r"[-x]\Z")
"""Between the texts of two cells: one goes on from the first to the second."""

AnyGame = Game[Any, Any]


@frozen
class Tried:
    """A turn tried in a position: ``code`` and ``message`` say why it is refused; empty if it is legal."""

    move: str
    code: str
    message: str

    @property
    def legal(self) -> bool:
        """Whether it can be played."""
        return not self.code


def scene(uid: str, scenery: Scenery) -> AnyGame:
    """Return a game in the position of *scenery*."""
    game = new_game(uid, scenery.variants, position=scenery.position or None)
    for move in scenery.played.split():
        game.move(move)
    return game


def tried(game: AnyGame, move: str) -> Tried:
    """Play *move* on a copy of *game* and say what comes of it."""
    try:
        game.clone().move(move)
    except HexError as error:
        return Tried(move, error.code, error.message)
    return Tried(move, "", "")


def outcomes(uid: str, figure: Figure) -> list[Tried]:
    """Return what comes of the turns of a figure, the legal ones first."""
    game = scene(uid, figure)
    return [tried(game, move) for move in (*figure.legal, *figure.refused)]


def said_of_cells(uid: str, figure: Figure) -> list[str]:
    """Return what is on the cells that a figure tells of, in the language in force."""
    game = scene(uid, figure)
    titles = game.titles()
    return [titles[game.cell_place(name)] for name in figure.cells]


def picture(uid: str, figure: Figure, **options: Any) -> str:
    """Draw a figure as SVG: legal turns green with a ring, refused ones red with a cross.

    :param options: those of :func:`abstractplay_hex.render.svg.to_svg`.
    """
    game = scene(uid, figure)
    if figure.partial:
        game.move(figure.partial, partial=True)
    render = game.render(alt_display=figure.display)
    notes = list(render.get("annotations", ()))
    for move in figure.legal:
        ways, changed = cells_of(game, move)
        notes += _arrows(game, ways, LEGAL)
        ends = [way[-1] for way in ways] + changed
        notes.append({**_RING, "colour": LEGAL, "targets": _places(game, ends)})
    for move in figure.refused:
        ways, changed = cells_of(game, move)
        notes += _arrows(game, ways, REFUSED)
        ends = changed[-1:] or [way[-1] for way in ways[-1:]]
        at = _places(game, ends)
        notes.append({**_RING, "colour": REFUSED, "targets": at})
        notes.append({"type": "glyph", "glyph": _CROSS, "targets": at})
    pointed = {"type": "enter", "colour": POINTED, "strokeWidth": 0.08}
    for name in (*figure.marks, *figure.cells):  # one by one: outlines side by side run into one
        notes.append({**pointed, "targets": _places(game, [name])})
    marked = {
        **render,
        "annotations": [note for note in notes if note.get("targets")],
        "legend": {**render.get("legend", {}), _CROSS: _CROSSED},
    }
    return svg.to_svg(
        marked, titles=game.titles(render), **{"scenery": game.rules.scenery, **options}
    )


def _arrows(game: AnyGame, ways: list[list[str]], colour: str) -> list[dict[str, Any]]:
    arrow = {
        "type": "move",
        "colour": colour,
        "style": "solid",
        "anchors": False,
    }
    return [{**arrow, "targets": _places(game, way)} for way in ways if len(way) > 1]


def cells_of(game: AnyGame, move: str) -> tuple[list[list[str]], list[str]]:
    """Return the cells that a turn's text goes over, and those that it changes besides.

    Cells with ``-`` or ``x`` between them are on one way; those with ``=`` behind them are changed.
    """
    names = game.rules.cell_names(game.looked_at.position).values()
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    ways: list[list[str]] = []
    changed: list[str] = []
    end = 0
    for found in re.finditer(longest_first, move):
        if move.startswith("=", found.end()):
            changed.append(found[0])
            continue
        if ways and _STEP.search(move, end, found.start()):
            ways[-1].append(found[0])
        else:
            ways.append([found[0]])
        end = found.end()
    return ways, changed


def _places(game: AnyGame, names: list[str]) -> list[dict[str, int]]:
    places = (game.cell_place(name) for name in names)
    return [{"row": row, "col": col} for row, col in places]


def solved(game: AnyGame, step: Step, move: str) -> bool:
    """Say whether a legal turn does what a step of the tour asks for; *game* is at its position."""
    return not step.solutions or any(
        game.clone().move(move).same_move(move, s) for s in step.solutions
    )


__all__ = ["Tried", "cells_of", "outcomes", "picture", "said_of_cells", "scene", "solved", "tried"]
