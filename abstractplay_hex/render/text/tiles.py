"""Reading render JSON into tiles: what is written on each cell of a board of text, and in its legend."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from abstractplay_hex.board import Place
from abstractplay_hex.i18n.messages import Phrase, say
from abstractplay_hex.render.svg.boards import DrawnBoard
from abstractplay_hex.render.svg.document import board_of, checked
from abstractplay_hex.render.svg.palette import Colours, mixed, players
from abstractplay_hex.render.svg.pieces import layers_of, read_pieces
from abstractplay_hex.render.svg.reading import Item, fail, shown
from abstractplay_hex.render.svg.themes import LIGHT
from abstractplay_hex.render.text.signs import (
    COLOURED,
    DOTS,
    EMPTY,
    EXIT,
    FLOODS,
    FROM,
    GROUND,
    HUES,
    INK,
    LIT,
    MOVE,
    SIGNS,
    WATER,
    Entry,
    Looks,
    Signs,
    Tile,
    dark,
    hue,
    on,
    shape,
)

_FIGURES: Final = re.compile("[0-9]+", re.ASCII)


class Tiles:
    """One board, everything on it read into tiles and entries of the legend."""

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
        self.looks: dict[str, Looks] = {}
        self.signs = Signs(ascii, {*EMPTY, WATER, " "})
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
            tile.mark_ink = looks.ink if looks.filled else INK
            self.entries["piece", keys[-1]].cells.append(place)

    def _piece(self, key: str) -> Looks:
        """Return what a piece looks like; enters it in the legend of signs."""
        known = self.looks.get(key)
        if known is None:
            known = self.looks[key] = self._read_piece(key)
        return known

    def _read_piece(self, key: str) -> Looks:
        glyphs = layers_of(self.legend, key, "$.pieces")
        first = glyphs[0]
        owner = first.get("colour")
        colour = self._colour(first, "#ffffff")
        texts = [g.text("text") for g in glyphs if g.get("text") is not None]
        names = [g.text("name", "") for g in glyphs if g.get("text") is None]
        looked = shape(names, max(g.number("scale", 1, 0, 20) for g in glyphs))
        player = owner if type(owner) is int else None
        offers = [t.strip()[:1] for t in texts if t.strip()[:1].isascii()]
        if player in (1, 2):
            offers.append(self.signs.pick(SIGNS[looked])[player - 1])
        elif player is None:
            offers += self.signs.pick(SIGNS[looked])
        sign = self.signs.of(("piece", key), [*offers, key[:1] if key.isascii() else ""])
        what = ", ".join(filter(None, (*texts, *names)))[:60]
        said = what if player is None else say("text.piece", player=player, glyphs=what)
        filled = looked not in ("small", "ring")
        if filled:
            looks = Looks(sign, on(colour), colour, True)
        else:
            looks = Looks(sign, dark(colour), mixed(colour, GROUND, 0.2), False)
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
        water = share >= 0.5 and hue(colour) == "blue" and type(item.get("colour")) is str
        ink = "#1c6ea4" if water else INK
        if water:
            sign, said = WATER, say("text.water")
        else:
            sign = self.signs.of(("flood", colour), self.signs.pick(FLOODS))
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
        sign = self.signs.of(what, self.signs.pick(DOTS))
        plain = item.get("colour") is None or colour == "#ffffff"
        ink = INK if plain else dark(colour)
        said = (
            say("text.can-go")
            if plain
            else say("text.can-go-colour", colour=Phrase(HUES[hue(colour)]))
        )
        entry = self._entry(what, sign, f"bold {ink} on {GROUND}", said)
        for place, tile in points:
            entry.cells.append(place)
            if place in self.occupied or self.names:
                tile.before = sign
                tile.mark_ink = on(tile.back) if tile.filled else ink
                if place not in self.occupied:
                    tile.ink, tile.body = ink, ""  # a number may come here, even on water
            else:
                tile.body, tile.ink = sign, ink

    def _annotation(self, item: Item) -> None:
        kind = item.get("type")
        if kind == "dots":
            self._dots(item, "targets", INK)
        elif kind in ("move", "eject", "line"):
            self._bracket(item, "targets", FROM, slice(0, 1))
            self._bracket(item, "targets", MOVE, slice(1, None))
        elif kind == "enter":
            plain = item.get("colour") is None
            self._bracket(item, "targets", MOVE if plain else None)
        elif kind == "exit":
            self._bracket(item, "targets", EXIT)
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
            colour = self._colour(item, INK)
            brackets = self.signs.of(("bracket", colour), COLOURED)
            ink, said = dark(colour), self._marked(item, colour)
        else:
            ink = INK
            codes = {MOVE: "text.move", FROM: "text.from", EXIT: "text.exit"}
            said = say(codes[brackets])
        sign = f"{brackets[0]} {brackets[-1]}"
        self._entry(("bracket", brackets), sign, f"bold {ink} on {LIT}", said)
        for _, tile in points:
            tile.before, tile.after = brackets[0], brackets[-1]
            if tile.filled:
                tile.mark_ink = on(tile.back)
            else:
                tile.back, tile.mark_ink = LIT, ink

    def _marked(self, item: Item, colour: str) -> str:
        owner = item.get("colour")
        if type(owner) is int:
            return say("text.player", player=owner)
        return say("text.marked", colour=Phrase(HUES[hue(colour)]))

    def _sides(self, markers: list[Item]) -> None:
        for item in markers:
            if item.get("type") == "edge":
                side, colour = item.text("edge"), self._colour(item, LIGHT.strokes)
                entry = self._entry(
                    ("side", colour),
                    "",
                    f"bold {on(colour)} on {colour}",
                    self._marked(item, colour),
                )
                entry.sign = f"{entry.sign} {side}".strip()

    def _empty(self) -> None:
        for tile in self.tiles.values():
            if not tile.body:
                found = _FIGURES.search(tile.name)
                numbered = self.names and found is not None
                tile.body = found[0][:2] if found and numbered else self.signs.pick(EMPTY)
