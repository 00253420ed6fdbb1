"""The legend beside a picture: what its pieces, rings, dots, tints and edges mean, each with a sample.

A sample is render JSON, too, of a cell or two, so that whatever draws boards draws it. It is made of the
picture itself: what is not on the board is not in the legend, and no sample looks other than the board.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.board import Place
from abstractplay_hex.errors import RenderError
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.render.svg.document import board_of, checked
from abstractplay_hex.render.svg.pieces import read_pieces

_ON_TWO_CELLS: Final = ("move", "eject", "line")
_KEPT: Final = ("backFill", "strokeColour", "strokeWeight", "strokeOpacity")
"""Settings of a board that change how its cells look."""
_LINES: Final = {"move": "legend.move", "enter": "legend.enter", "exit": "legend.exit"}
"""What annotations mean in most games, once a turn is made."""


@frozen
class LegendEntry:
    """What something in a picture means.

    :ivar text: a phrase, in the language in force.
    :ivar sample: render JSON that shows it on a cell or two.
    """

    text: str
    sample: Mapping[str, Any]


class Meaning:
    """What markers or annotations of a picture mean.

    :param text: a phrase, in the language in force.
    :param marks: what the items have that it is about: ``{"type": "dots", "colour": "#808080"}``; ``None``
        for what they must not have. With several, a sample shows an item of each on one cell.
    """

    def __init__(self, text: str, *marks: Mapping[str, Any]) -> None:
        self.text = text
        self.marks = marks

    def shown(self, items: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return the items that a sample shows: one of each kind, or none if one is missing."""
        found = [next((item for item in items if _has(item, mark)), None) for mark in self.marks]
        return [item for item in found if item is not None] if all(found) else []


def legend(
    drawn: Mapping[str, Any],
    pieces: Mapping[str, str],
    meanings: Sequence[Meaning] = (),
    ground: str = "",
) -> list[LegendEntry]:
    """Return the legend of a picture: only what there is in it.

    :param drawn: render JSON.
    :param pieces: what each key of its legend means; keys that are missing are left out.
    :param meanings: of its markers and annotations, in the order they are listed in; of two that mean the
        same items, the first is taken.
    :param ground: what a cell with nothing on it means, where that must be said.
    """
    out = [LegendEntry(ground, _sample(drawn))] if ground else []
    present = {keys[-1] for _, keys in _pieces(drawn)}
    out += [
        LegendEntry(pieces[key], _sample(drawn, key=key))
        for key in drawn.get("legend", {})
        if key in present and pieces.get(key)
    ]
    items = [*_markers(drawn), *drawn.get("annotations", ())]
    out = list({entry.text: entry for entry in reversed(out)}.values())[::-1]
    told: list[Sequence[Mapping[str, Any]]] = []
    for meaning in meanings:
        shown = meaning.shown(items)
        if shown and shown not in told:
            told.append(shown)
            out.append(LegendEntry(meaning.text, _sample(drawn, shown)))
    return out


def usual(drawn: Mapping[str, Any], describe: Callable[[Place], str | None]) -> list[LegendEntry]:
    """Return a legend for games that have none of their own: what is said of cells, and what is common.

    It is empty for boards that the library does not draw. Two kinds of piece of which the same is said are
    one entry.

    :param describe: says what is on a cell, its name first and a colon behind that.
    """
    said: dict[str, str] = {}
    try:
        standing = list(_pieces(drawn))
    except RenderError:
        return []
    for place, keys in standing:
        key = keys[-1]
        if key not in said:
            _, _, what = (describe(place) or "").partition(": ")
            said[key] = what[:1].upper() + what[1:] or _owned(drawn, key)
    return legend(drawn, said, usual_meanings(drawn))


def usual_meanings(drawn: Mapping[str, Any]) -> list[Meaning]:
    """Return what markers and annotations mean in most games: edges are players', lines the last turn's."""
    edges = dict.fromkeys(
        item.get("colour") for item in _markers(drawn) if item.get("type") == "edge"
    )
    sides = [
        Meaning(say("legend.edge", player=owner), {"type": "edge", "colour": owner})
        for owner in edges
        if type(owner) is int
    ]
    return sides + [
        Meaning(say(code), {"type": kind, "colour": None}) for kind, code in _LINES.items()
    ]


def _owned(drawn: Mapping[str, Any], key: str) -> str:
    """Say whose piece it is by the colour of its lowest layer; empty if that is nobody's."""
    entry = drawn["legend"][key]
    lowest = entry[0] if isinstance(entry, list) else entry
    owner = lowest.get("colour") if isinstance(lowest, dict) else None
    return say("legend.piece", player=owner) if type(owner) is int else ""


def _has(item: Mapping[str, Any], mark: Mapping[str, Any]) -> bool:
    return all(item.get(key) == value for key, value in mark.items())


def _markers(drawn: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    markers: Sequence[Mapping[str, Any]] = drawn.get("board", {}).get("markers", ())
    return markers


def _pieces(drawn: Mapping[str, Any]) -> Iterator[tuple[Place, list[str]]]:
    item = checked(drawn)
    return iter(read_pieces(item, board_of(item, 0)))


def _sample(
    drawn: Mapping[str, Any], items: Sequence[Mapping[str, Any]] = (), key: str | None = None
) -> dict[str, Any]:
    """Return a picture of a cell or two with these markers and annotations, or with a piece."""
    given = drawn["board"]
    markers = [item for item in items if any(item is one for one in _markers(drawn))]
    wide = 2 if any(item.get("type") in _ON_TWO_CELLS for item in items) else 1
    places = [{"row": 0, "col": col} for col in range(wide)]
    if any(item.get("type") == "edge" for item in markers):
        # Sides have names on hexagons only; a sample has them all.
        board: dict[str, Any] = {"style": "hex-of-hex", "minWidth": 1, "maxWidth": 1}
        markers = [{**markers[0], "edge": edge} for edge in ("N", "NE", "SE", "S", "SW", "NW")]
    else:
        flat = str(given.get("style", "")).endswith("f")
        board = {"style": f"hex-odd-{'f' if flat else 'p'}", "width": wide, "height": 1}
        markers = [{**item, "points": places} for item in markers]
    board |= {name: given[name] for name in _KEPT if name in given}
    if markers:
        board["markers"] = markers
    keys = {key, *(item.get("glyph") for item in items)} - {None}
    sample: dict[str, Any] = {
        "board": board,
        "legend": {one: drawn["legend"][one] for one in keys},
        "pieces": [[[key]]] if key else "-" * wide,
        "options": ["hide-labels"],
    }
    notes = [
        {**item, "targets": places}
        for item in items
        if any(item is one for one in drawn.get("annotations", ()))
    ]
    if notes:
        sample["annotations"] = notes
    return sample


__all__ = ["LegendEntry", "Meaning", "legend", "usual", "usual_meanings"]
