"""Turns on a picture: arrows and rings as annotations of render JSON, so that any renderer shows them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from abstractplay_hex.analysis.marks import Mark
from abstractplay_hex.board import Place
from abstractplay_hex.plies.results import Move, Result
from abstractplay_hex.render import Annotation
from abstractplay_hex.rules.interface import AnyRules

BEST: Final = "#1a9850"
"""Colour of what would have been best."""
COLOURS: Final[Mapping[Mark, str]] = {
    Mark.ONLY_MOVE: "#2b83ba",
    Mark.INACCURACY: "#c79a00",
    Mark.MISTAKE: "#e66101",
    Mark.BLUNDER: "#d7191c",
}
"""Colours of the marks."""
_STROKE: Final = 0.07


def turn_annotations(
    rules: AnyRules, position: Any, turn: str, colour: str = BEST
) -> tuple[Annotation, ...]:
    """Return what shows a turn on the picture of the position that it is played in.

    What moves is an arrow, whatever else happens on a cell a ring around it: by the results of the turn,
    so that it serves every game.

    :param turn: text of a legal turn at *position*.
    :param colour: ``#rrggbb``, or a player's number.
    """
    results = rules.play(position, rules.read_turn(position, turn)).results
    places = {name: place for place, name in rules.cell_names(position).items()}
    options = {"colour": colour, "strokeWidth": _STROKE}
    way = list(_ways(results, places))
    passed = set(chain.from_iterable(way))
    rings = [place for place in _cells(results, places) if place not in passed]
    arrows = [Annotation("move", line, {**options, "style": "solid"}) for line in way]
    return *arrows, Annotation("enter", rings, {**options, "dashed": [1, 0]})


def mark_annotation(
    rules: AnyRules, before: Any, results: Iterable[Result], mark: Mark
) -> Annotation:
    """Return what shows a mark on the picture of the position after the turn: a ring where the turn led.

    :param before: the position before it.
    :param results: what the turn did.
    """
    places = {name: place for place, name in rules.cell_names(before).items()}
    results = tuple(results)
    ways = list(_ways(results, places))
    ends = [ways[-1][-1]] if ways else list(_cells(results, places))[:1]
    options = {"dotShape": "ring-large", "size": 0.26, "colour": COLOURS[mark]}
    return Annotation("dots", ends, options)


def annotated(render: Mapping[str, Any], *annotations: Annotation) -> dict[str, Any]:
    """Return render JSON with further annotations; those without cells are left out."""
    added = [
        {
            "type": one.type,
            "targets": [{"row": row, "col": col} for row, col in one.places],
            **one.options,
        }
        for one in annotations
        if one.places
    ]
    return (
        {**render, "annotations": [*render.get("annotations", ()), *added]} if added else {**render}
    )


def _ways(results: Iterable[Result], places: Mapping[str, Place]) -> Iterator[list[Place]]:
    """Yield the ways of what moved, legs that follow each other as one."""
    way: list[Place] = []
    for result in results:
        if not isinstance(result, Move):
            continue
        start, end = places.get(result.start), places.get(result.to)
        if start is None or end is None:
            continue
        if way and way[-1] != start:
            yield way
            way = []
        way = [*(way or [start]), end]
    if way:
        yield way


def _cells(results: Iterable[Result], places: Mapping[str, Place]) -> Iterator[Place]:
    """Yield the cells that results name, each once; some name several."""
    seen = set()
    for result in results:
        where = getattr(result, "where", None)
        if not isinstance(where, str):
            continue
        for name in (where,) if where in places else where.split(","):
            place = places.get(name)
            if place is not None and place not in seen:
                seen.add(place)
                yield place


__all__ = ["BEST", "COLOURS", "annotated", "mark_annotation", "turn_annotations"]
