"""A board as text, from render JSON alone: for terminals, logs and people who have it read to them.

Each cell is four columns wide (two where there is less room), rows are staggered as the hexes are.
Every thing has a sign of its own, so that nothing depends on colour: pieces of player 1 are filled or
capital, those of player 2 hollow or small; cells of the last move, of the turn under way and places to
go to are in brackets or have a sign. A legend below says which is which.
"""

import colorsys
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, overload

from attrs import define, field, frozen

from abstractplay_hex.board import Place
from abstractplay_hex.i18n.messages import Phrase, say
from abstractplay_hex.render.svg.boards import DrawnBoard
from abstractplay_hex.render.svg.document import board_of, checked
from abstractplay_hex.render.svg.palette import (
    HEX,
    LIGHT,
    Colours,
    channels,
    luminance,
    mixed,
    players,
)
from abstractplay_hex.render.svg.pieces import layers_of, read_pieces
from abstractplay_hex.render.svg.reading import Item, fail, shown

if TYPE_CHECKING:
    from rich.text import Text

Span: TypeAlias = tuple[str, str]
"""A piece of a line and its style, as ``rich`` writes styles (``bold #ffffff on #e31a1c``)."""

GROUND: Final = "#eeeeee"
SEAM: Final = "#dedede"
"""Between the cells of a row. Greys stay grey on terminals of 256 colours."""
LIT: Final = "#ffe27a"
"""Ground of cells that are in brackets."""
_FAINT: Final = "#8a8a8a"
_INK: Final = "#000000"

_EMPTY: Final = ("·", ".")
_WATER: Final = "~"
_SIGNS: Final[dict[str, tuple[str, str]]] = {  # by player: in Unicode, in ASCII
    "disc": ("●○", "Xo"),
    "small": ("•◦", "Ss"),
    "moth": ("◆◇", "Pp"),
    "triangle": ("▲△", "Tt"),
    "square": ("■□", "Qq"),
    "ring": ("¹²", "12"),
}
_DOTS: Final = ("∘+×*%", "0+x*%")
_FLOODS: Final = (":=#^&", ":=#^&")
_MOVE, _FROM, _EXIT = "[]", "()", "<>"
_COLOURED: Final = ("{}", "||", "!!", "//")
"""Brackets of annotations that have a colour of their own."""
_FIGURES: Final = re.compile("[0-9]+", re.ASCII)


@define
class Tile:
    """What is written on a cell: a sign or number, what stands before and after it, and colours."""

    name: str
    body: str = ""
    ink: str = _FAINT
    back: str = GROUND
    before: str = " "
    after: str = " "
    mark_ink: str = _INK
    filled: bool = False
    """Whether the ground has the colour of a piece."""


@define
class Entry:
    """A line of the legend: a sign, how it looks, what to say, or the cells whose titles say it."""

    sign: str
    style: str
    said: str
    cells: list[Place] = field(factory=list)
    player: int | None = None


@frozen
class _Looks:
    """A piece: its sign, the colours of sign and cell, and whether the cell is full of it."""

    sign: str
    ink: str
    back: str
    filled: bool


@frozen
class Signs:
    """Which sign stands for what; each is given once."""

    ascii: bool
    taken: set[str] = field(factory=set)
    given: dict[object, str] = field(factory=dict)

    def of(self, what: object, offers: Iterable[str]) -> str:
        """Return the sign of *what*: the first of *offers* that is free when it is first asked for."""
        if what not in self.given:
            spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
            free = (s for s in (*offers, *spare) if s and s not in self.taken)
            self.given[what] = sign = next(free, "?")
            self.taken.add(sign)
        return self.given[what]


@overload
def to_text(
    render: Mapping[str, Any],
    *,
    colour: Literal[True] = True,
    titles: Mapping[Place, str] | None = None,
    width: int = 80,
    names: bool = False,
    ascii: bool = False,
    palette: str | Sequence[str] = "default",
) -> "Text": ...
@overload
def to_text(
    render: Mapping[str, Any],
    *,
    colour: Literal[False],
    titles: Mapping[Place, str] | None = None,
    width: int = 80,
    names: bool = False,
    ascii: bool = False,
    palette: str | Sequence[str] = "default",
) -> str: ...
def to_text(
    render: Mapping[str, Any],
    *,
    colour: bool = True,
    titles: Mapping[Place, str] | None = None,
    width: int = 80,
    names: bool = False,
    ascii: bool = False,
    palette: str | Sequence[str] = "default",
) -> "Text | str":
    """Write render JSON as a board of signs with a legend below.

    :param render: what :meth:`abstractplay_hex.Game.render` returns, or any render JSON with a hex
        board and the default renderer.
    :param colour: return a ``rich.text.Text`` (needs the extra ``cli``); else a plain string.
    :param titles: what is on the cell at ``(row, col)`` in words
        (:meth:`abstractplay_hex.Game.titles`): the legend then says it in the game's words.
    :param width: columns there are. Boards that are wider have narrow cells.
    :param names: number the empty cells (the letter stands at the ends of the row). Narrow cells
        have no numbers.
    :param ascii: use signs that every terminal and encoding has.
    :param palette: ``"default"``, ``"colour-blind"``, or the players' colours as ``#rrggbb``.
    :raises RenderError: for JSON that cannot be read; its path and reason are in ``params``.
    """
    written = _Writing(render, titles or {}, names, ascii, palette)
    lines = written.lines(width)
    if not colour:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
    from rich.text import Text

    out = Text(no_wrap=True)
    for i, line in enumerate(lines):
        out.append("\n" if i else "")
        for text, style in line:
            out.append(text, style or None)
    return out


class _Writing:
    """One board: reads everything into tiles, then lays them out."""

    def __init__(
        self,
        render: Mapping[str, Any],
        titles: Mapping[Place, str],
        names: bool,
        ascii: bool,
        palette: str | Sequence[str],
    ) -> None:
        item = checked(render)
        settings = Item(item.get("board"), item.at("board"))
        flags = item.entries("options")
        self.board: DrawnBoard = board_of(item, 0)
        self.colours = Colours(players(palette), LIGHT, "t")
        self.titles, self.names = titles, names
        self.looks: dict[str, _Looks] = {}
        self.signs = Signs(ascii, {*_EMPTY, _WATER, " "})
        self.entries: dict[tuple[str, ...], Entry] = {}
        self.labelled = "hide-labels" not in flags
        legend = item.item("legend")
        self.legend = legend.data if legend is not None else {}
        pieces = read_pieces(item, self.board)
        self.occupied = {place for place, _ in pieces}
        self.tiles = {
            place: Tile(cell.name)
            for place, cell in self.board.cells.items()
            if place in self.board.drawn or place in self.occupied
        }
        self._pieces(pieces)
        markers = settings.items("markers")
        for marker in markers:
            self._marker(marker)
        for annotation in item.items("annotations"):
            self._annotation(annotation)
        self._sides(markers)
        self._empty()

    # ---- reading -------------------------------------------------------------------------------

    def _points(self, item: Item, key: str) -> list[tuple[Place, Tile]]:
        places = item.places(key)
        for place in places:
            self.board.cell(place, item.at(key))
        return [(place, self.tiles[place]) for place in places if place in self.tiles]

    def _pick(self, pair: tuple[str, str]) -> str:
        return pair[self.signs.ascii]

    def _entry(self, what: tuple[str, ...], sign: str, style: str, said: str) -> Entry:
        return self.entries.setdefault(what, Entry(sign, style, said))

    def _colour(self, item: Item, default: str) -> str:
        return self.colours.solid(item.get("colour"), default, item.at("colour"))

    def _pieces(self, pieces: list[tuple[Place, list[str]]]) -> None:
        present = {key for _, keys in pieces for key in keys[-1:]}
        for key in self.legend:  # in the legend's order, whatever stands first on the board
            if key in present:
                self._piece(key)
        for place, keys in pieces:
            looks = self._piece(keys[-1])
            tile = self.tiles[place]
            tile.body, tile.filled = looks.sign, looks.filled
            tile.ink, tile.back = looks.ink, looks.back
            tile.mark_ink = looks.ink if looks.filled else _INK
            self.entries["piece", keys[-1]].cells.append(place)

    def _piece(self, key: str) -> _Looks:
        """Return what a piece looks like; enters it in the legend of signs."""
        known = self.looks.get(key)
        if known is None:
            known = self.looks[key] = self._read_piece(key)
        return known

    def _read_piece(self, key: str) -> _Looks:
        glyphs = layers_of(self.legend, key, "$.pieces")
        first = glyphs[0]
        owner = first.get("colour")
        colour = self._colour(first, "#ffffff")
        texts = [g.text("text") for g in glyphs if g.get("text") is not None]
        names = [g.text("name", "") for g in glyphs if g.get("text") is None]
        shape = _shape(names, max(g.number("scale", 1, 0, 20) for g in glyphs))
        player = owner if type(owner) is int else None
        offers = [t.strip()[:1] for t in texts if t.strip()[:1].isascii()]
        if player in (1, 2):
            offers.append(self._pick(_SIGNS[shape])[player - 1])
        elif player is None:
            offers += self._pick(_SIGNS[shape])
        sign = self.signs.of(("piece", key), [*offers, key[:1] if key.isascii() else ""])
        what = ", ".join(filter(None, (*texts, *names)))[:60]
        said = what if player is None else say("text.piece", player=player, glyphs=what)
        filled = shape not in ("small", "ring")
        if filled:
            looks = _Looks(sign, _on(colour), colour, True)
        else:
            looks = _Looks(sign, _dark(colour), mixed(colour, GROUND, 0.2), False)
        entry = self._entry(("piece", key), sign, f"bold {looks.ink} on {looks.back}", said)
        entry.player = player
        return looks

    def _marker(self, item: Item) -> None:
        kind = item.get("type")
        if kind == "flood":
            self._flood(item)
        elif kind == "dots":
            self._dots(item, "points", LIGHT.strokes)
        elif kind in ("outline", "shading"):
            self._bracket(item, "points", None)
        elif kind == "glyph":
            key = item.get("glyph")
            if not isinstance(key, str) or key not in self.legend:
                fail("legend", item.at("glyph"), found=shown(key))
            looks = self._piece(key)
            for place, tile in self._points(item, "points"):
                if place not in self.occupied:
                    tile.body, tile.ink, tile.back = looks.sign, looks.ink, looks.back
                    self.entries["piece", key].cells.append(place)

    def _flood(self, item: Item) -> None:
        colour = self._colour(item, "#909090")
        share = item.number("opacity", 0.25, 0, 1)
        back = mixed(colour, GROUND, share)
        water = share >= 0.5 and _hue(colour) == "blue" and type(item.get("colour")) is str
        ink = "#1c6ea4" if water else _INK
        if water:
            sign, said = _WATER, say("text.water")
        else:
            sign = self.signs.of(("flood", colour), self._pick(_FLOODS))
            said = self._marked(item, colour)
        entry = self._entry(("flood", colour), sign, f"{ink} on {back}", said)
        for place, tile in self._points(item, "points"):
            if not tile.filled:
                tile.back = back
            if place in self.occupied:
                tile.after = sign
            elif water or not self.names:
                tile.body, tile.ink = sign, ink
                entry.cells.append(place)
            else:
                tile.before = sign
                entry.cells.append(place)

    def _dots(self, item: Item, key: str, default: str) -> None:
        points = self._points(item, key)
        if not points:
            return
        colour = self._colour(item, default)
        shape = item.get("dotShape")
        what = ("dots", colour, shape if isinstance(shape, str) else "")
        sign = self.signs.of(what, self._pick(_DOTS))
        plain = item.get("colour") is None or colour == "#ffffff"
        ink = _INK if plain else _dark(colour)
        said = (
            say("text.can-go")
            if plain
            else say("text.can-go-colour", colour=Phrase(_HUES[_hue(colour)]))
        )
        entry = self._entry(what, sign, f"bold {ink} on {GROUND}", said)
        for place, tile in points:
            entry.cells.append(place)
            if place in self.occupied or self.names:
                tile.before = sign
                tile.mark_ink = _on(tile.back) if tile.filled else ink
                if place not in self.occupied:
                    tile.ink, tile.body = ink, ""  # a number may come here, even on water
            else:
                tile.body, tile.ink = sign, ink

    def _annotation(self, item: Item) -> None:
        kind = item.get("type")
        if kind == "dots":
            self._dots(item, "targets", _INK)
        elif kind in ("move", "eject", "line"):
            self._bracket(item, "targets", _FROM, slice(0, 1))
            self._bracket(item, "targets", _MOVE, slice(1, None))
        elif kind == "enter":
            plain = item.get("colour") is None
            self._bracket(item, "targets", _MOVE if plain else None)
        elif kind == "exit":
            self._bracket(item, "targets", _EXIT)
        elif kind in ("outline", "glyph"):
            self._bracket(item, "targets", None)

    def _bracket(
        self, item: Item, key: str, brackets: str | None, which: slice = slice(None)
    ) -> None:
        """Put cells in *brackets*; ``None`` are those of the item's colour."""
        points = self._points(item, key)[which]
        if not points:
            return
        if brackets is None:
            colour = self._colour(item, _INK)
            brackets = self.signs.of(("bracket", colour), _COLOURED)
            ink, said = _dark(colour), self._marked(item, colour)
        else:
            ink = _INK
            codes = {_MOVE: "text.move", _FROM: "text.from", _EXIT: "text.exit"}
            said = say(codes[brackets])
        sign = f"{brackets[0]} {brackets[-1]}"
        self._entry(("bracket", brackets), sign, f"bold {ink} on {LIT}", said)
        for _, tile in points:
            tile.before, tile.after = brackets[0], brackets[-1]
            if tile.filled:
                tile.mark_ink = _on(tile.back)
            else:
                tile.back, tile.mark_ink = LIT, ink

    def _marked(self, item: Item, colour: str) -> str:
        owner = item.get("colour")
        if type(owner) is int:
            return say("text.player", player=owner)
        return say("text.marked", colour=Phrase(_HUES[_hue(colour)]))

    def _sides(self, markers: list[Item]) -> None:
        for item in markers:
            if item.get("type") == "edge":
                side, colour = item.text("edge"), self._colour(item, LIGHT.strokes)
                entry = self._entry(
                    ("side", colour),
                    "",
                    f"bold {_on(colour)} on {colour}",
                    self._marked(item, colour),
                )
                entry.sign = f"{entry.sign} {side}".strip()

    def _empty(self) -> None:
        for tile in self.tiles.values():
            if not tile.body:
                found = _FIGURES.search(tile.name)
                numbered = self.names and found is not None
                tile.body = found[0][:2] if found and numbered else self._pick(_EMPTY)

    # ---- layout --------------------------------------------------------------------------------

    def lines(self, width: int) -> list[list[Span]]:
        """Return the lines of the board, an empty one, and those of the legend."""
        if not self.tiles:
            return []
        margin = 1 + max(len(t.name) for t in self.tiles.values()) if self.labelled else 0
        pitch = 4 if self._extent(4) + 2 * margin <= width else 2
        canvas = _Canvas()
        flat = not self.board.pointed
        spots = {place: self._spot(place, pitch) for place in self.tiles}
        left = min(x for _, x in spots.values()) - margin
        top = min(y for y, _ in spots.values())
        spots = {place: (y - top, x - left) for place, (y, x) in spots.items()}
        for place, tile in self.tiles.items():
            self._write(canvas, spots, place, pitch, tile, flat)
        if self.labelled:
            self._labels(canvas, spots, pitch, flat)
        return [*canvas.lines(), *self._legend(width)]

    def _extent(self, pitch: int) -> int:
        columns = [self._spot(place, pitch)[1] for place in self.tiles]
        return max(columns) - min(columns) + pitch

    def _spot(self, place: Place, pitch: int) -> tuple[int, int]:
        """Return line and column of a cell's first character."""
        grid = self.board.shape.grid
        along, across = grid.spot(place)
        return across, along * pitch // (grid.step if grid.pointed else 1)

    def _write(
        self,
        canvas: "_Canvas",
        spots: Mapping[Place, tuple[int, int]],
        place: Place,
        pitch: int,
        tile: Tile,
        flat: bool,
    ) -> None:
        y, x = spots[place]
        mark = f"bold {tile.mark_ink} on {tile.back}"
        weight = "" if tile.ink == _FAINT else "bold "
        style = f"{weight}{tile.ink} on {tile.back}"
        if pitch == 2:
            body = tile.body if len(tile.body) == 1 and not tile.body.isdigit() else None
            if body is None and (place in self.occupied or tile.body in "¹²"):
                body = tile.body
            canvas.put(y, x, tile.before, mark)
            canvas.put(y, x + 1, body or self._pick(_EMPTY), style)
        else:
            if (place[0], place[1] + 1) in self.tiles and not flat:
                canvas.put(y, x + 3, " ", f"on {self._seam(place)}")
            canvas.put(y, x + 1, tile.body.ljust(2), style)
            canvas.put(y, x, tile.before, mark)
            if tile.after != " ":
                canvas.put(y, x + 1 + len(tile.body), tile.after, mark)
        if flat:
            canvas.put(y + 1, x, " " * (pitch - 1), f"on {tile.back}")

    def _seam(self, place: Place) -> str:
        """Return the colour between a cell and the next one: that of water within water."""
        left, right = self.tiles[place], self.tiles[place[0], place[1] + 1]
        same = left.back == right.back and not left.filled and left.back != GROUND
        return mixed("#000000", left.back, 0.06) if same else SEAM

    def _labels(
        self,
        canvas: "_Canvas",
        spots: Mapping[Place, tuple[int, int]],
        pitch: int,
        flat: bool,
    ) -> None:
        """Name the cells at both ends of each row, and number the columns where they are straight."""
        if flat:
            lowest = max(y for y, _ in spots.values()) + 2
            for (_, col), (_, x) in spots.items():
                canvas.put(lowest, x + 1, self.board.shape.column_label(col)[: pitch - 1], "")
        ends: dict[int, list[Place]] = {}
        for place in sorted(spots):
            ends.setdefault(place[0], []).append(place)
        for places in ends.values():
            first, last = places[0], places[-1]
            y, x = spots[first]
            name = self.tiles[first].name
            canvas.put(y, x - 1 - len(name), name, "")
            y, x = spots[last]
            canvas.put(y, x + max(pitch, 3), self.tiles[last].name, "")

    # ---- the legend ----------------------------------------------------------------------------

    def _legend(self, width: int) -> list[list[Span]]:
        marked = {place for entry in self.entries.values() for place in entry.cells}
        nothing = {self._said(place) for place in self.tiles if place not in marked}
        lines: list[list[Span]] = [[]]
        used = 0
        borne = {tile.before for tile in self.tiles.values()}
        for (kind, *_), entry in self.entries.items():
            if kind == "bracket" and entry.sign[0] not in borne:
                continue  # others are around those cells
            said = self._agreed(entry.cells, nothing, kind == "piece") or entry.said
            if entry.player is not None and str(entry.player) not in said:
                said += f" ({entry.player})"
            sign = entry.sign if len(entry.sign) > 1 else f" {entry.sign} "
            length = len(sign) + 1 + len(said)
            if not lines[-1] or used + 3 + length > width:
                lines.append([])
                used = length
            else:
                lines[-1].append(("   ", ""))
                used += 3 + length
            lines[-1] += [(sign, entry.style), (" " + said, "")]
        return lines if len(lines) > 1 else []

    def _said(self, place: Place) -> str:
        """Return what a cell's title says beyond its name."""
        title, name = str(self.titles.get(place, "")), self.tiles[place].name
        return title.removeprefix(name).lstrip(": ").strip()

    def _agreed(self, cells: list[Place], nothing: set[str], briefly: bool) -> str | None:
        """Return what the titles of all *cells* say alike, if that is more than of an empty cell.

        *briefly*: only up to the first comma, as what follows is of one cell ("forest of 4").
        """
        said = {self._said(place) for place in cells}
        if len(said) > 1 or briefly:
            said = {text.partition(",")[0] for text in said}
        if len(said) != 1 or said & (nothing | {""}):
            return None
        return said.pop()


class _Canvas:
    """Characters at lines and columns, each with a style."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Span]] = {}

    def put(self, y: int, x: int, text: str, style: str) -> None:
        """Write *text* over what is there."""
        row = self._rows.setdefault(y, {})
        for i, character in enumerate(text):
            row[x + i] = (character, style)

    def lines(self) -> list[list[Span]]:
        """Return all lines, neighbours of one style together."""
        out = []
        for y in range(max(self._rows) + 1):
            row = self._rows.get(y, {})
            line: list[Span] = []
            for x in range(max(row, default=-1) + 1):
                character, style = row.get(x, (" ", ""))
                if line and line[-1][1] == style:
                    line[-1] = (line[-1][0] + character, style)
                else:
                    line.append((character, style))
            out.append(line)
        return out


def _shape(names: list[str], scale: float) -> str:
    """Return which of :data:`_SIGNS` a piece looks like most."""
    told = " ".join(names).lower()
    for word, shape in _LIKE:
        if word in told:
            return shape
    return "small" if scale < 0.6 else "disc"


_LIKE: Final = (
    ("ring-01", "ring"),  # a small disc, which gets the same sign as a circle
    ("circle", "ring"),
    ("ring-02", "small"),
    ("triangle", "triangle"),
    ("square", "square"),
    ("moth", "moth"),
)
"""By a part of a glyph's name: what it looks like."""


_HUES: Final = {
    "red": "text.red",
    "orange": "text.orange",
    "yellow": "text.yellow",
    "green": "text.green",
    "blue": "text.blue",
    "violet": "text.violet",
    "grey": "text.grey",
}
_UPPER: Final = ((18, "red"), (44, "orange"), (70, "yellow"), (165, "green"), (255, "blue"),
                 (330, "violet"))  # fmt: skip
"""Up to how many degrees a hue has that name."""


def _hue(colour: str) -> str:
    if not HEX.fullmatch(colour):
        return "grey"
    hue, _, saturation = colorsys.rgb_to_hls(*channels(colour))
    if saturation < 0.15:
        return "grey"
    return next((name for upper, name in _UPPER if hue * 360 <= upper), "red")


def _on(back: str) -> str:
    """Return white or black, whichever is read better on a colour."""
    return "#ffffff" if luminance(back) < 0.4 else "#000000"


def _dark(colour: str) -> str:
    """Return a colour that is read on the light ground: itself, or a darker one."""
    return colour if luminance(colour) < 0.3 else mixed(colour, "#000000", 0.5)


__all__ = ["to_text"]
