"""Laying tiles out: staggered rows of characters, labels at their ends, the legend below."""

from collections.abc import Mapping

from abstractplay_hex.board import Place
from abstractplay_hex.render.svg.palette import mixed
from abstractplay_hex.render.text.signs import EMPTY, FAINT, GROUND, SEAM, Span, Tile
from abstractplay_hex.render.text.tiles import Tiles


class Layout(Tiles):
    """One board laid out."""

    def lines(self, width: int) -> list[list[Span]]:
        """Return the lines of the board, an empty one, and those of the legend."""
        if not self.tiles:
            return []
        self.canvas, self.flat = Canvas(), not self.board.pointed
        margin = 1 + max(len(t.name) for t in self.tiles.values()) if self.labelled else 0
        pitch = 4 if self._extent(4) + 2 * margin <= width else 2
        spots = {place: self._spot(place, pitch) for place in self.tiles}
        left = min(x for _, x in spots.values()) - margin
        top = min(y for y, _ in spots.values())
        spots = {place: (y - top, x - left) for place, (y, x) in spots.items()}
        for place, tile in self.tiles.items():
            self._write(spots[place], place, pitch, tile)
        if self.labelled:
            self._labels(spots, pitch)
        return [*self.canvas.lines(), *self._legend(width)]

    def _extent(self, pitch: int) -> int:
        columns = [self._spot(place, pitch)[1] for place in self.tiles]
        return max(columns) - min(columns) + pitch

    def _spot(self, place: Place, pitch: int) -> tuple[int, int]:
        """Return line and column of a cell's first character."""
        grid = self.board.shape.grid
        along, across = grid.spot(place)
        return across, along * pitch // (grid.step if grid.pointed else 1)

    def _write(self, spot: tuple[int, int], place: Place, pitch: int, tile: Tile) -> None:
        canvas, flat = self.canvas, self.flat
        y, x = spot
        mark = f"bold {tile.mark_ink} on {tile.back}"
        weight = "" if tile.ink == FAINT else "bold "
        style = f"{weight}{tile.ink} on {tile.back}"
        if pitch == 2:
            body = tile.body if len(tile.body) == 1 and not tile.body.isdigit() else None
            if body is None and (place in self.occupied or tile.body in "¹²"):
                body = tile.body
            canvas.put(y, x, tile.before, mark)
            canvas.put(y, x + 1, body or self.signs.pick(EMPTY), style)
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

    def _labels(self, spots: Mapping[Place, tuple[int, int]], pitch: int) -> None:
        """Name the cells at both ends of each row, and number the columns where they are straight."""
        canvas = self.canvas
        if self.flat:
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


class Canvas:
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
