"""Building render JSON that the site's renderer accepts.

What goes wrong there is made impossible here: no ``None`` values, no empty ``targets`` or
``points`` (a marker or annotation without cells is left out), legend keys that begin with a letter,
pieces that are one character a cell.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from abstractplay_hex.board import Place


@frozen(kw_only=True)
class Glyph:
    """One layer of a piece: a glyph of the renderer's sheets by *name*, or a short *text*.

    ``colour`` is a player number or ``#rrggbb``; ``scale`` and ``opacity`` are fractions;
    ``nudge`` is ``(dx, dy)`` in the renderer's glyph units.
    """

    name: str | None = None
    text: str | None = None
    colour: int | str | None = None
    scale: float | None = None
    opacity: float | None = None
    rotate: float | None = None
    nudge: tuple[int, int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        out = {
            "name": self.name,
            "text": self.text,
            "colour": self.colour,
            "scale": self.scale,
            "opacity": self.opacity,
            "rotate": self.rotate,
        }
        plain: dict[str, Any] = {k: v for k, v in out.items() if v is not None}
        if self.nudge is not None:
            plain["nudge"] = {"dx": self.nudge[0], "dy": self.nudge[1]}
        return plain


@frozen
class Annotation:
    """A hint about the last turn: ``move``, ``enter``, ``exit``, ``dots`` …, on *places*."""

    type: str
    places: Sequence[Place]
    options: Mapping[str, Any] = field(factory=dict)


@frozen
class Marker:
    """Something drawn on the board itself: ``flood``, ``dots``, ``outline`` …, at *places*."""

    type: str
    places: Sequence[Place]
    options: Mapping[str, Any] = field(factory=dict)


@frozen(kw_only=True)
class Picture:
    """All that a picture of a position is made of.

    :param board: style and measures, as the renderer's ``board`` has them (without markers).
    :param legend: what is drawn for each key; keys are single letters.
    :param rows: the key at each place, ``""`` for none, row by row from the top.
    :param edges: colour by compass direction of a coloured board edge.
    """

    board: Mapping[str, Any]
    legend: Mapping[str, Sequence[Glyph]]
    rows: Sequence[Sequence[str]]
    edges: Mapping[str, int] = field(factory=dict)
    markers: Sequence[Marker] = ()
    annotations: Sequence[Annotation] = ()
    areas: Sequence[Mapping[str, Any]] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse keys that the renderer would misread."""
        for key in self.legend:
            if not (len(key) == 1 and key.isascii() and key.isalpha()):
                raise AssertionError(f"legend key {key!r} is not a letter")

    def to_dict(self) -> dict[str, Any]:
        """Return the render JSON."""
        board = dict(self.board)
        markers: list[dict[str, Any]] = [
            {"type": "edge", "edge": edge, "colour": colour} for edge, colour in self.edges.items()
        ]
        markers += [
            {"type": m.type, "points": _points(m.places), **m.options}
            for m in self.markers
            if m.places
        ]
        if markers:
            board["markers"] = markers
        out: dict[str, Any] = {
            "board": board,
            "legend": {key: [g.to_dict() for g in layers] for key, layers in self.legend.items()},
            "pieces": "\n".join("".join(key or "-" for key in row) for row in self.rows),
        }
        annotations = [
            {"type": a.type, "targets": _points(a.places), **a.options}
            for a in self.annotations
            if a.places
        ]
        if annotations:
            out["annotations"] = annotations
        if self.areas:
            out["areas"] = [dict(area) for area in self.areas]
        return out


def _points(places: Iterable[Place]) -> list[dict[str, int]]:
    return [{"row": row, "col": col} for row, col in places]


__all__ = ["Annotation", "Glyph", "Marker", "Picture", "Place"]
