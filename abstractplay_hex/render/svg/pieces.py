"""Pieces: the legend's layered glyphs as definitions, and which of them stands where."""

from typing import Any, Final

from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.render.svg.boards import Board
from abstractplay_hex.render.svg.glyphs import drawn, written
from abstractplay_hex.render.svg.palette import HEX, SEEN, Colours, contrast, opacity
from abstractplay_hex.render.svg.reading import LONGEST, Item, Place, escape, fail, fmt, shown

FILLING: Final = 0.85
"""How much of a cell a glyph of scale 1 fills."""
NUDGE: Final = 5
"""The renderer's glyph units in one of ours (its boxes are 500 wide, ours 100)."""

MOST_LAYERS: Final = 64


class Legend:
    """The legend of one picture; keys get a definition when they are first used.

    :param cell: the colour of the cells that pieces stand on.
    :ivar defs: the definitions so far, as markup.
    """

    def __init__(self, render: Item, colours: Colours, prefix: str, size: float, cell: str) -> None:
        legend = render.item("legend")
        self._entries = legend.data if legend is not None else {}
        self._path = render.at("legend")
        self._colours, self._prefix, self._cell = colours, prefix, cell
        self._scale = size * FILLING / 100
        self._ids: dict[str, str] = {}
        self.defs: list[str] = []

    def reference(self, key: Any, path: str) -> str:
        """Return ``#id`` of the definition of a piece about its centre, sized for the board.

        :raises RenderError: ``svg.legend`` for a key that the legend has not.
        """
        if not isinstance(key, str) or key not in self._entries:
            fail("legend", path, found=shown(key))
        if key not in self._ids:
            name = f"{self._prefix}-p{len(self._ids)}"
            self._ids[key] = name
            body = "".join(self._layers(key))
            self.defs.append(f'<g id="{name}" transform="scale({fmt4(self._scale)})">{body}</g>')
        return "#" + self._ids[key]

    def _layers(self, key: str) -> list[str]:
        entry, path = self._entries[key], f"{self._path}[{shown(key)}]"
        if isinstance(entry, str):
            entry = {"name": entry}
        layers = entry if isinstance(entry, list) else [entry]
        if not 1 <= len(layers) <= MOST_LAYERS:
            expected = Phrase("svg.glyphs", most=MOST_LAYERS)
            fail("expected", path, expected=expected, found=shown(entry))
        return [
            self._layer(Item(glyph, f"{path}[{i}]"), lowest=i == 0)
            for i, glyph in enumerate(layers)
        ]

    def _overlooked(self, fill: str) -> bool:
        """Say whether a shape of that colour needs an outline to be seen on a cell."""
        return HEX.fullmatch(fill) is not None and contrast(fill, self._cell) < SEEN

    def _layer(self, glyph: Item, lowest: bool) -> str:
        theme = self._colours.theme
        if glyph.get("text") is not None:
            fill = self._colours.paint(glyph.get("colour"), theme.fill, glyph.at("colour"))
            around = theme.borders if lowest and self._overlooked(fill) else None
            body = written(escape(glyph.text("text")[:64]), fill, around=around)
        else:
            fill = self._colours.paint(glyph.get("colour"), "#ffffff", glyph.at("colour"))
            outlined = lowest and self._overlooked(fill)
            body = drawn(glyph.text("name"), fill, theme.borders, outlined)
        moves = []
        nudge = glyph.item("nudge")
        if nudge is not None:
            dx, dy = nudge.number("dx", 0) / NUDGE, nudge.number("dy", 0) / NUDGE
            moves.append(f"translate({fmt(dx)},{fmt(dy)})")
        turn = glyph.number("rotate", 0, -360, 360)
        if turn:
            moves.append(f"rotate({fmt(turn)})")
        scale = glyph.number("scale", 1, 0, 20)
        across = scale * (-1 if glyph.flag("flipx", False) else 1)
        down = scale * (-1 if glyph.flag("flipy", False) else 1)
        if across != down:
            moves.append(f"scale({fmt4(across)},{fmt4(down)})")
        elif scale != 1:
            moves.append(f"scale({fmt4(scale)})")
        moved = f' transform="{" ".join(moves)}"' if moves else ""
        shade = opacity(glyph)
        return f"<g{moved}{shade}>{body}</g>" if moved or shade else body


def fmt4(value: float) -> str:
    """Write a factor with at most four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def read_pieces(render: Item, board: Board) -> list[tuple[Place, list[str]]]:
    """Return the legend keys at each place that has any, bottom first, in board order.

    Rows are those of the board; each is as long as its row there, or empty.

    :raises RenderError: ``svg.rows`` or ``svg.row-length`` if they do not fit the board.
    """
    value, path = render.get("pieces"), render.at("pieces")
    if value is None:
        return []
    if isinstance(value, str):
        rows = _written_rows(value, path)
    elif isinstance(value, list):
        rows = [_listed_row(row, f"{path}[{i}]") for i, row in enumerate(value)]
    else:
        fail("expected", path, expected=Phrase("svg.rows-of-pieces"), found=shown(value))
    widths = board.shape.widths
    if len(rows) != len(widths):
        fail("rows", path, found=len(rows), expected=len(widths))
    out = []
    for row, (keys, width) in enumerate(zip(rows, widths, strict=True)):
        if keys and len(keys) != width:
            fail("row-length", path, row=row, found=len(keys), expected=width)
        out += [((row, col), here) for col, here in enumerate(keys) if here]
    return out


def _written_rows(text: str, path: str) -> list[list[list[str]]]:
    if len(text) > 16 * LONGEST:
        fail("expected", path, expected=Phrase("phrase.text"), found=shown(text))
    rows: list[list[list[str]]] = []
    separated = "," in text
    for line in text.split("\n"):
        if line == "_":
            rows.append([])
        elif separated:
            rows.append([[key] if key else [] for key in line.split(",")])
        else:
            rows.append([[] if key in "-_" else [key] for key in line])
    return rows


def _listed_row(row: Any, path: str) -> list[list[str]]:
    cells: list[list[str]] = []
    if not isinstance(row, list):
        fail("expected", path, expected=Phrase("phrase.list"), found=shown(row))
    for cell in row:
        if not isinstance(cell, list) or not all(isinstance(key, str) for key in cell):
            fail("expected", path, expected=Phrase("phrase.texts"), found=shown(cell))
        cells.append(cell)
    return cells


def draw_pieces(pieces: list[tuple[Place, list[str]]], board: Board, legend: Legend) -> str:
    """Return the pieces as markup, upright however the board is turned."""
    cells, refer = board.cells, legend.reference
    return "".join(
        f'<use href="{refer(key, "$.pieces")}" {cells[place].at}/>'
        for place, keys in pieces
        for key in keys
    )
