"""Pieces: the legend's layered glyphs as definitions, and which of them stands where."""

from collections.abc import Sequence
from typing import Any, Final

from abstractplay_hex.board import Place
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.render.svg.boards import DrawnBoard
from abstractplay_hex.render.svg.glyphs import drawn, written
from abstractplay_hex.render.svg.palette import HEX, SEEN, Colours, contrast, opacity
from abstractplay_hex.render.svg.reading import LONGEST, Item, escape, fail, fmt, shown

FILLING: Final = 0.85
"""How much of a cell a glyph of scale 1 fills."""
NUDGE: Final = 5
"""The renderer's glyph units in one of ours (its boxes are 500 wide, ours 100)."""

MOST_LAYERS: Final = 64


RENDERERS: Final = ("default", "stacking-offset")
"""The site's renderers whose pictures are drawn."""
RISE: Final = 0.13
"""How much higher each piece of a stack lies than the one below, in sizes of a cell."""


def layers_of(legend: dict[Any, Any], key: Any, path: str) -> list[Item]:
    """Return the glyphs of a piece, the lowest first.

    :param path: where the piece stands, for what the legend has not.
    :raises RenderError: ``svg.legend`` for a key that the legend has not, ``svg.expected`` for an
        entry that is no piece.
    """
    if not isinstance(key, str) or key not in legend:
        fail("legend", path, found=shown(key))
    entry, at = legend[key], f"$.legend[{shown(key)}]"
    layers = entry if isinstance(entry, list) else [entry]
    if not 1 <= len(layers) <= MOST_LAYERS:
        fail("expected", at, expected=Phrase("svg.glyphs", most=MOST_LAYERS), found=shown(entry))
    return [
        Item({"name": glyph} if isinstance(glyph, str) else glyph, f"{at}[{i}]")
        for i, glyph in enumerate(layers)
    ]


class Legend:
    """The legend of one picture; keys get a definition when they are first used.

    :param cells: the colours of the cells that pieces stand on.
    :ivar defs: the definitions so far, as markup.
    """

    def __init__(
        self, render: Item, colours: Colours, prefix: str, board: DrawnBoard, cells: Sequence[str]
    ) -> None:
        legend = render.item("legend")
        self._entries = legend.data if legend is not None else {}
        self._colours, self._prefix, self._cells = colours, prefix, cells
        self._scale, self._turn = board.size * FILLING / 100, board.shape.turn
        self._ids: dict[str, str] = {}
        self.defs: list[str] = []

    def reference(self, key: Any, path: str) -> str:
        """Return ``#id`` of the definition of a piece about its centre, sized for the board.

        :raises RenderError: ``svg.legend`` for a key that the legend has not.
        """
        if not isinstance(key, str) or key not in self._ids:
            layers = layers_of(self._entries, key, path)
            name = f"{self._prefix}-p{len(self._ids)}"
            self._ids[key] = name
            body = "".join(self._layer(glyph, lowest=i == 0) for i, glyph in enumerate(layers))
            self.defs.append(
                f'<g id="{name}" transform="scale({fmt(self._scale, ".4f")})">{body}</g>'
            )
        return "#" + self._ids[key]

    def _overlooked(self, fill: str) -> bool:
        """Say whether a shape of that colour needs an outline to be seen on a cell."""
        return HEX.fullmatch(fill) is not None and any(
            contrast(fill, cell) < SEEN for cell in self._cells
        )

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
        if glyph.get("rotate") is not None and glyph.get("orientation") != "vertical":
            turn = (turn + self._turn) % 360  # what points somewhere on the board turns with it
        if turn:
            moves.append(f"rotate({fmt(turn)})")
        scale = glyph.number("scale", 1, 0, 20)
        across = scale * (-1 if glyph.flag("flipx", False) else 1)
        down = scale * (-1 if glyph.flag("flipy", False) else 1)
        if across != down:
            moves.append(f"scale({fmt(across, '.4f')},{fmt(down, '.4f')})")
        elif scale != 1:
            moves.append(f"scale({fmt(scale, '.4f')})")
        moved = f' transform="{" ".join(moves)}"' if moves else ""
        shade = opacity(glyph)
        return f"<g{moved}{shade}>{body}</g>" if moved or shade else body


def read_pieces(render: Item, board: DrawnBoard) -> list[tuple[Place, list[str]]]:
    """Return the legend keys at each place that has any, bottom first, in board order.

    As on the site, rows and places that are not there are empty, and what is beyond the board is not
    drawn.
    """
    value, path = render.get("pieces"), render.at("pieces")
    if value is None:
        return []
    if isinstance(value, str):
        rows = _written_rows(value, path, render.get("renderer") == "stacking-offset")
    elif isinstance(value, list):
        rows = [_listed_row(row, f"{path}[{i}]") for i, row in enumerate(value)]
    else:
        fail("expected", path, expected=Phrase("svg.rows-of-pieces"), found=shown(value))
    cells = board.cells
    return [
        (place, here)
        for row, keys in enumerate(rows)
        for col, here in enumerate(keys)
        if here and (place := (row, col)) in cells
    ]


def _written_rows(text: str, path: str, stacks: bool) -> list[list[list[str]]]:
    """Read rows of keys, one a character; or, with commas between cells, of one longer key each.

    :param stacks: a cell's text is a stack of keys of one character each.
    """
    if len(text) > 16 * LONGEST:
        fail("expected", path, expected=Phrase("phrase.text"), found=shown(text))
    if "," not in text:
        return [[[] if key in "-_" else [key] for key in line] for line in text.split("\n")]
    rows: list[list[list[str]]] = []
    for line in text.split("\n"):
        cells = [] if line == "_" else line.split(",")
        if stacks:
            rows.append([[key for key in cell if key != "-"] for cell in cells])
        else:
            rows.append([[] if cell in ("", "-") else [cell] for cell in cells])
    return rows


def _listed_row(row: Any, path: str) -> list[list[str]]:
    if row is None:
        return []
    if not isinstance(row, list):
        fail("expected", path, expected=Phrase("phrase.list"), found=shown(row))
    return [_listed_cell(cell, path) for cell in row]


def _listed_cell(cell: Any, path: str) -> list[str]:
    if cell is None or cell == "-":
        return []
    if not isinstance(cell, list) or not all(key is None or isinstance(key, str) for key in cell):
        fail("expected", path, expected=Phrase("phrase.texts"), found=shown(cell))
    return [key for key in cell if key is not None and key != "-"]


def stack_rise(render: Item, settings: Item) -> float:
    """Return how much higher each piece of a stack is drawn than the one below, in sizes of a cell."""
    if render.get("renderer") != "stacking-offset":
        return 0.0
    return settings.number("stackOffset", RISE, 0, 1)


def draw_pieces(
    pieces: list[tuple[Place, list[str]]], board: DrawnBoard, legend: Legend, rise: float = 0
) -> str:
    """Return the pieces as markup, upright however the board is turned."""
    cells = board.cells
    used = dict.fromkeys(key for _, keys in pieces for key in keys)
    refer = {key: legend.reference(key, "$.pieces") for key in used}
    if not rise:
        return "".join(
            f'<use href="{refer[key]}" {cells[place].at}/>'
            for place, keys in pieces
            for key in keys
        )
    by = rise * board.size
    # What is nearer to the viewer comes last, so that a tall stack hides what is behind it.
    order = sorted(pieces, key=lambda piece: cells[piece[0]].y)
    return "".join(
        f'<use href="{refer[key]}" x="{fmt(cells[place].x)}" y="{fmt(cells[place].y - i * by)}"/>'
        for place, keys in order
        for i, key in enumerate(keys)
    )
