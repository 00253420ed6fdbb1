"""A slow, plain Dendria written from the rules page: an oracle for tests.

It shares no code with the package. Cells are axial ``(q, r)`` tuples, pieces a dict, groups
sets; the loops say what the rules say. Rulings are cited by number (D1 to D15).

``python3 tests/oracles/dendria_plain.py [games.jsonl]`` replays recorded games.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Piece = tuple[int, str]  # (player 1 or 2, kind "s" seed, "p" sprite, "t" tree)
Pieces = dict[Cell, Piece]
Conversion = tuple[Cell, str, set[Cell]]  # (cell that names it, "s" or "t", all cells converted)

DARK, LIGHT = 1, 2
SIDE_LETTER = {DARK: "D", LIGHT: "L"}
ACTOR_LETTER = {0: "-", DARK: "D", LIGHT: "L"}
DIRECTIONS: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
MAX_LAND = 133
RECORDED = str(Path(__file__).parents[3] / "shared" / "recorded" / "dendria.jsonl")


# ---------------------------------------------------------------------------------------------
# Section 1: the board


def neighbours(cell: Cell) -> list[Cell]:
    """The six neighbours of a cell, land or water."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def distance(a: Cell, b: Cell) -> int:
    """Hex distance; water does not matter."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def find_lagoons(land: set[Cell]) -> set[Cell]:
    """Water cells from which the outside cannot be reached over water."""
    q_low, q_high = min(q for q, _ in land) - 1, max(q for q, _ in land) + 1
    r_low, r_high = min(r for _, r in land) - 1, max(r for _, r in land) + 1
    water = {
        (q, r)
        for q in range(q_low, q_high + 1)
        for r in range(r_low, r_high + 1)
        if (q, r) not in land
    }
    outside = {(q_low, r_low)}
    todo = [(q_low, r_low)]
    while todo:
        for cell in neighbours(todo.pop()):
            if cell in water and cell not in outside:
                outside.add(cell)
                todo.append(cell)
    return water - outside


def row_letters(index: int) -> str:
    """0 is a, 25 is z, 26 is aa, 27 is ab."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


class PlainBoard:
    """Land, lagoons, names and distances. ``rows`` is the layout of the position text."""

    def __init__(self, rows: list[list[Cell | None]], modular: bool) -> None:
        """Take the layout: rows from the top, cells from the left, None for drawn water."""
        self.rows = rows
        self.modular = modular
        self.order: list[Cell] = [cell for row in rows for cell in row if cell is not None]
        self.land: set[Cell] = set(self.order)
        self.lagoons: set[Cell] = find_lagoons(self.land)
        self.height = len(rows)
        self.width = max(len(row) for row in rows)

        # Both kinds of board count from 1 at the left of the row as it is laid out, and letter
        # the rows from the bottom. None (water on a modular board) takes up a number.
        self.name: dict[Cell, str] = {}
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if cell is not None:
                    self.name[cell] = row_letters(self.height - 1 - y) + str(x + 1)
        self.cell: dict[str, Cell] = {name: cell for cell, name in self.name.items()}

        self.near: dict[Cell, list[Cell]] = {
            cell: [n for n in neighbours(cell) if n in self.land] for cell in self.order
        }
        self.coast: set[Cell] = {
            cell
            for cell in self.land
            if any(n not in self.land and n not in self.lagoons for n in neighbours(cell))
        }
        # D4: a corner is a coast cell with at most three land neighbours
        self.corners: set[Cell] = {cell for cell in self.coast if len(self.near[cell]) <= 3}
        self.edge_distance: dict[Cell, int] = {
            cell: min(distance(cell, other) for other in self.coast) for cell in self.order
        }
        self.corner_distance: dict[Cell, int] = {
            cell: min(distance(cell, other) for other in self.corners) for cell in self.order
        }

        # The lines a piece looks along end at any water (D5), those a sprite flies along at
        # the ocean only.
        self.look_lines: dict[Cell, list[list[Cell]]] = {}
        self.flight_lines: dict[Cell, list[list[Cell]]] = {}
        for cell in self.order:
            self.look_lines[cell] = [self._line(cell, step, self.land) for step in DIRECTIONS]
            over = self.land | self.lagoons
            self.flight_lines[cell] = [self._line(cell, step, over) for step in DIRECTIONS]

    @staticmethod
    def _line(start: Cell, step: Cell, allowed: set[Cell]) -> list[Cell]:
        line = []
        cell = (start[0] + step[0], start[1] + step[1])
        while cell in allowed:
            line.append(cell)
            cell = (cell[0] + step[0], cell[1] + step[1])
        return line

    @classmethod
    def fixed_board(cls, side: int) -> PlainBoard:
        """A regular hexagon with ``side`` cells a side."""
        span = range(1 - side, side)
        rows: list[list[Cell | None]] = [[(q, r) for q in span if abs(q + r) < side] for r in span]
        return cls(rows, modular=False)

    @classmethod
    def modular_board(cls, land_cells: Iterable[Cell]) -> PlainBoard:
        """A board of any land, laid out in its bounding rectangle of even-r offset cells."""
        land = set(land_cells)
        offset = {(q, r): (q + (r + (r & 1)) // 2, r) for q, r in land}
        left = min(col for col, _ in offset.values())
        top = min(row for _, row in offset.values())
        top -= top & 1  # row parity is kept: an odd smallest row leaves one empty row on top
        place = {(col - left, row - top): cell for cell, (col, row) in offset.items()}
        width = max(col for col, _ in place) + 1
        height = max(row for _, row in place) + 1
        rows = [[place.get((col, row)) for col in range(width)] for row in range(height)]
        return cls(rows, modular=True)


fixed_board = cache(PlainBoard.fixed_board)
_modular_board = cache(PlainBoard.modular_board)


def modular_board(land: Iterable[Cell]) -> PlainBoard:
    """A board of this land; the same land gives the same board."""
    return _modular_board(frozenset(land))


# ---------------------------------------------------------------------------------------------
# Variants


def fixed_side(variants: list[str]) -> int:
    """Cells a side of the fixed board that the variants ask for (7 if they say nothing)."""
    for variant in variants:
        if variant.startswith("size-"):
            return int(variant[5:])
    return 7


def module_count(variants: list[str]) -> int:
    """Number of modules, 0 on a fixed board."""
    for variant in variants:
        if variant.startswith("modular-"):
            return int(variant[8:])
    return 0


# ---------------------------------------------------------------------------------------------
# Section 1, construction


def flower(centre: Cell) -> set[Cell]:
    """The seven cells of a module."""
    return {centre, *neighbours(centre)}


def land_of(centres: Iterable[Cell]) -> set[Cell]:
    """All land of the modules placed."""
    return {cell for centre in centres for cell in flower(centre)}


def legal_centres(centres: list[Cell]) -> set[Cell]:
    """Every centre on which the next module may be placed."""
    if not centres:
        return {(0, 0)}  # D1: the first module is the origin
    land = land_of(centres)
    found = set()
    for q, r in land:
        # a module touching this cell has its centre at distance 2 of it; look a little wider
        for candidate in ((q + dq, r + dr) for dq in range(-3, 4) for dr in range(-3, 4)):
            module = flower(candidate)
            if module & land:
                continue
            touched = {n for cell in module for n in neighbours(cell)} & land
            if len(touched) >= 2:  # D2: two or more distinct placed cells
                found.add(candidate)
    return found


def builder(variants: list[str], placed: int) -> int:
    """Who places the next module. D3: with ``solo`` the player who begins places them all."""
    first = LIGHT if module_count(variants) % 2 else DARK
    if "solo" in variants or placed % 2 == 0:
        return first
    return 3 - first


def construction_text(centres: list[Cell], side: int) -> str:
    """The construction position of section 7."""
    return ";".join(f"{q},{r}" for q, r in centres) + " " + SIDE_LETTER[side]


def parse_construction(text: str) -> tuple[list[Cell], int]:
    """Centres so far and the player to place."""
    match = re.fullmatch(r"(\S*) ([DL])", text)
    if not match:
        raise ValueError("not a construction text")
    centres: list[Cell] = []
    for part in match[1].split(";") if match[1] else []:
        centre = parse_pair(part)
        if centre not in legal_centres(centres):
            raise ValueError(f"no module can be at {part}")
        centres.append(centre)
    return centres, DARK if match[2] == "D" else LIGHT


def parse_pair(text: str) -> Cell:
    """``q,r`` in axial coordinates."""
    match = re.fullmatch(r"(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)", text)
    if not match:
        raise ValueError(f"not axial coordinates: {text}")
    return int(match[1]), int(match[2])


def apply_construction(centres: list[Cell], variants: list[str], turn_text: str) -> list[Cell]:
    """The centres after a construction turn, ``m3,-1`` or with ``solo`` all modules at once."""
    missing = module_count(variants) - len(centres)
    wanted = missing if "solo" in variants else 1
    parts = squeeze(turn_text).split(";")
    if missing <= 0:
        raise ValueError("all modules are placed")
    if len(parts) != wanted:
        raise ValueError(f"{wanted} modules to place, not {len(parts)}")
    after = list(centres)
    for part in parts:
        if not part.startswith("m"):
            raise ValueError(f"not a module: {part}")
        centre = parse_pair(part[1:])
        if centre not in legal_centres(after):
            raise ValueError(f"a module cannot be placed at {part}")
        after.append(centre)
    return after


# ---------------------------------------------------------------------------------------------
# Section 7: positions


@dataclass
class PlainPosition:
    """A position in play. ``actor`` is who made the last action, 0 if nobody has."""

    board: PlainBoard
    pieces: Pieces
    side: int
    passes: int
    actor: int


def start_position(board: PlainBoard) -> PlainPosition:
    """The empty board with Dark to move."""
    return PlainPosition(board, {}, DARK, 0, 0)


def position_text(pos: PlainPosition) -> str:
    """The play position of section 7."""
    rows = []
    for row in pos.board.rows:
        text, run = "", 0
        for cell in row:
            if cell is not None and cell not in pos.pieces:
                run += 1
                continue
            text += str(run) if run else ""
            run = 0
            if cell is None:
                text += "~"
            else:
                player, kind = pos.pieces[cell]
                text += kind.upper() if player == DARK else kind
        rows.append(text + (str(run) if run else ""))
    tail = f"{SIDE_LETTER[pos.side]} {pos.passes} {ACTOR_LETTER[pos.actor]}"
    return "/".join(rows) + " " + tail


def parse_position(text: str, variants: list[str]) -> PlainPosition:
    """Read a play position; ``passes`` 2 (a game already over) is read too."""
    match = re.fullmatch(r"(\S+) ([DL]) ([012]) ([DL-])", text)
    if not match:
        raise ValueError("a position is rows, side, passes and actor")
    rows: list[str] = []  # one character a cell: "." empty land, "~" water, or a piece
    for number, row in enumerate(match[1].split("/"), start=1):
        if not re.fullmatch(r"([1-9][0-9]{0,2}(?![0-9])|[~sptSPT])+", row):
            raise ValueError(f"row {number} cannot be read: {row}")
        rows.append(re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row))

    if module_count(variants):
        board = parse_land(rows)
    else:
        board = fixed_board(fixed_side(variants))
        if [len(row) for row in rows] != [len(row) for row in board.rows] or "~" in match[1]:
            raise ValueError("the rows do not fit the fixed board")

    pieces: Pieces = {}
    for row, cells in zip(rows, board.rows, strict=True):
        for letter, cell in zip(row, cells, strict=True):
            if cell is not None and letter != ".":
                pieces[cell] = (DARK if letter.isupper() else LIGHT, letter.lower())
    side = DARK if match[2] == "D" else LIGHT
    return PlainPosition(board, pieces, side, int(match[3]), "-DL".index(match[4]))


def parse_land(rows: list[str]) -> PlainBoard:
    """The modular board that the rows of a position text draw."""
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("the rows of a modular board are all of the same width")
    land = {
        (col - (row + (row & 1)) // 2, row)
        for row, letters in enumerate(rows)
        for col, letter in enumerate(letters)
        if letter != "~"
    }
    if not 0 < len(land) <= MAX_LAND:
        raise ValueError(f"a modular board has 1 to {MAX_LAND} cells of land")
    reached = {min(land)}
    todo = list(reached)
    while todo:
        for cell in neighbours(todo.pop()):
            if cell in land and cell not in reached:
                reached.add(cell)
                todo.append(cell)
    if reached != land:
        raise ValueError("the land is not connected")
    board = modular_board(land)
    drawn = [[letter != "~" for letter in letters] for letters in rows]
    if [[cell is not None for cell in row] for row in board.rows] != drawn:
        raise ValueError("the rows are not the bounding rectangle of the land")
    return board


# ---------------------------------------------------------------------------------------------
# Section 2: looking, groups, liberties


def first_piece(line: list[Cell], pieces: Pieces) -> Piece | None:
    """What is seen along a line: the first piece, or None for water (D5)."""
    for cell in line:
        if cell in pieces:
            return pieces[cell]
    return None


def seen_from(board: PlainBoard, pieces: Pieces, cell: Cell) -> list[Piece | None]:
    """What is seen in each of the six directions."""
    return [first_piece(line, pieces) for line in board.look_lines[cell]]


def is_hungry(board: PlainBoard, pieces: Pieces, cell: Cell) -> bool:
    """Whether a seed on this cell sees water."""
    return None in seen_from(board, pieces, cell)


def watched_cells(board: PlainBoard, pieces: Pieces, player: int) -> set[Cell]:
    """All empty cells that the player watches.

    Looking is the same both ways, so each sprite looks along its own lines.
    """
    watched = set()
    for sprite, piece in pieces.items():
        if piece != (player, "p"):
            continue
        for line in board.look_lines[sprite]:
            for cell in line:
                if cell in pieces:
                    break
                watched.add(cell)
    return watched


def groups(board: PlainBoard, pieces: Pieces, piece: Piece) -> list[set[Cell]]:
    """The maximal sets of adjacent pieces of this player and kind."""
    left = {cell for cell, there in pieces.items() if there == piece}
    found = []
    while left:
        todo = [left.pop()]
        group = set(todo)
        while todo:
            for cell in board.near[todo.pop()]:
                if cell in left:
                    left.remove(cell)
                    group.add(cell)
                    todo.append(cell)
        found.append(group)
    return found


def liberties(board: PlainBoard, pieces: Pieces, group: set[Cell]) -> set[Cell]:
    """The empty land cells adjacent to a group."""
    return {n for cell in group for n in board.near[cell] if n not in pieces}


def first_cell(group: set[Cell]) -> Cell:
    """The first cell in board order: rows from the top, left to right."""
    return min(group, key=lambda cell: (cell[1], cell[0]))


# ---------------------------------------------------------------------------------------------
# Section 4: conversions


def conversions(
    board: PlainBoard, pieces: Pieces, player: int, stepped: Cell | None
) -> list[Conversion]:
    """Every single conversion possible now.

    ``stepped`` is the cell of the sprite being moved if that cell was empty before it stepped
    there; None after a sow or a sprite's capture (D11).
    """
    enemy = 3 - player
    found: list[Conversion] = []

    # Summon
    sprites = sum(piece == (player, "p") for piece in pieces.values())
    largest = max((len(group) for group in groups(board, pieces, (player, "t"))), default=0)
    if sprites < largest + 1:
        for cell, (_, kind) in pieces.items():
            if kind != "s":
                continue
            seen = seen_from(board, pieces, cell)
            owners = [piece[0] for piece in seen if piece is not None]
            if None not in seen and owners.count(player) > owners.count(enemy):
                found.append((cell, "s", {cell}))

    # Fertilize: one's own groups only (D9), with a sprite on the board (D10)
    watched = watched_cells(board, pieces, player)
    if sprites > 0:
        found += [
            (first_cell(group), "t", group)
            for group in groups(board, pieces, (player, "s"))
            if liberties(board, pieces, group) <= watched
        ]

    # Capture a forest
    watched_by_enemy = watched_cells(board, pieces, enemy)
    for group in groups(board, pieces, (enemy, "t")):
        free = liberties(board, pieces, group)
        if free:
            possible = free <= watched and not free <= watched_by_enemy
        else:  # D11: nothing about protection
            possible = stepped is not None and any(n in group for n in board.near[stepped])
        if possible:
            found.append((first_cell(group), "t", group))
    return found


def convert(pieces: Pieces, player: int, conversion: Conversion) -> Pieces:
    """The pieces after one conversion."""
    _, letter, cells = conversion
    after = dict(pieces)
    for cell in cells:
        after[cell] = (player, "p" if letter == "s" else "t")
    return after


def is_fertilization(pieces: Pieces, conversion: Conversion) -> bool:
    """Seed to tree, as energy needs it (D7); judged on the pieces before it."""
    cell, letter, _ = conversion
    return letter == "t" and pieces[cell][1] == "s"


# ---------------------------------------------------------------------------------------------
# Section 3: a turn


def sow_fault(board: PlainBoard, pieces: Pieces, player: int, cell: Cell) -> str | None:
    """Why no seed may be sown here, or None if it may."""
    if cell in pieces:
        return "the cell is not empty"
    if not is_hungry(board, pieces, cell):
        return "a seed must be hungry when sown"
    friends = [n for n in board.near[cell] if pieces.get(n) == (player, "s")]
    if any(a in board.near[b] for a in friends for b in friends):
        return "three seeds would form a triangle"
    return None


def steps(
    board: PlainBoard, pieces: Pieces, player: int, at: Cell, direction: int
) -> list[tuple[Cell, bool]]:
    """Cells where a sprite can land along one direction, and whether it captures there."""
    found = []
    for cell in board.flight_lines[at][direction]:
        if cell in board.lagoons:
            continue  # passed over, never landed on
        if cell not in pieces:
            found.append((cell, False))
            continue
        owner, kind = pieces[cell]
        if kind == "s" or (owner == player and kind == "p"):
            continue  # seeds of both colours and friendly sprites are passed over
        if kind == "p":
            found.append((cell, True))
        break  # trees and enemy sprites are not passed
    return found


def step_to(pieces: Pieces, at: Cell, cell: Cell) -> Pieces:
    """The pieces after a sprite's step; a sprite on the cell is captured."""
    after = dict(pieces)
    after[cell] = after.pop(at)
    return after


def spends_energy(board: PlainBoard, first: Cell, last: Cell) -> bool:
    """D7, over the first and the last cell of the whole move."""
    if board.edge_distance[last] != board.edge_distance[first]:
        return board.edge_distance[last] < board.edge_distance[first]
    return board.corner_distance[last] < board.corner_distance[first]


def after_action(pos: PlainPosition, pieces: Pieces) -> PlainPosition:
    """The position after a sow or a sprite's move that left these pieces."""
    return PlainPosition(pos.board, pieces, 3 - pos.side, 0, pos.side)


def after_pass(pos: PlainPosition) -> PlainPosition:
    """D8: a pass and nothing else; the last actor stays."""
    return PlainPosition(pos.board, pos.pieces, 3 - pos.side, pos.passes + 1, pos.actor)


def join_turn(start: str, parts: Iterable[str]) -> str:
    """Canonical text: stops at which nothing was converted are dropped."""
    listed = list(parts)
    kept = [
        part
        for part, following in zip(listed, [*listed, ""][1:], strict=True)
        if not (is_step(part) and is_step(following))
    ]
    if kept and is_step(kept[0]):
        start += kept.pop(0)
    return ",".join([start, *kept])


def is_step(part: str) -> bool:
    """Whether a part of a turn is a step, not a conversion."""
    return part != "" and "=" not in part


def conversion_text(board: PlainBoard, conversion: Conversion) -> str:
    """Canonical text of one conversion."""
    return f"{board.name[conversion[0]]}={conversion[1]}"


def legal_turns(pos: PlainPosition) -> dict[str, str]:
    """Every position a legal turn can lead to, each with the text of one such turn."""
    if pos.passes >= 2:
        return {}
    found = {position_text(after_pass(pos)): "pass"}
    for cell in pos.board.order:
        if sow_fault(pos.board, pos.pieces, pos.side, cell) is None:
            search_sow(pos, cell, found)
    for cell in pos.board.order:
        if pos.pieces.get(cell) == (pos.side, "p"):
            for direction in range(6):
                search_flight(pos, cell, direction, found)
    return found


def search_sow(pos: PlainPosition, cell: Cell, found: dict[str, str]) -> None:
    """Sow here, then any conversions in any order (D15)."""
    board, player = pos.board, pos.side
    start = pos.pieces | {cell: (player, "s")}
    reached = {frozenset(start.items())}
    todo: deque[tuple[Pieces, tuple[str, ...]]] = deque([(start, ())])
    while todo:
        pieces, parts = todo.popleft()
        result = position_text(after_action(pos, pieces))
        found.setdefault(result, join_turn(board.name[cell], parts))
        for conversion in conversions(board, pieces, player, None):
            after = convert(pieces, player, conversion)
            key = frozenset(after.items())
            if key not in reached:
                reached.add(key)
                todo.append((after, (*parts, conversion_text(board, conversion))))


@dataclass
class Flight:
    """A sprite's move under way: it stands at a stop that may be its last."""

    pieces: Pieces
    at: Cell
    captured: bool  # it landed on an enemy sprite, so it moves no further (D6)
    fertilized: bool  # at this or an earlier stop
    parts: tuple[str, ...]


def search_flight(pos: PlainPosition, origin: Cell, direction: int, found: dict[str, str]) -> None:
    """Every move of one sprite in one direction, with every stop and order of conversions."""
    board, player = pos.board, pos.side
    reached = set()
    todo: deque[Flight] = deque()

    def reach(flight: Flight) -> None:
        pieces = frozenset(flight.pieces.items())
        key = (pieces, flight.at, flight.captured, flight.fertilized)
        if key not in reached:
            reached.add(key)
            todo.append(flight)

    def fly_on(pieces: Pieces, at: Cell, fertilized: bool, parts: tuple[str, ...]) -> None:
        for cell, captured in steps(board, pieces, player, at, direction):
            part = ("x" if captured else "-") + board.name[cell]
            after = step_to(pieces, at, cell)
            reach(Flight(after, cell, captured, fertilized, (*parts, part)))

    fly_on(pos.pieces, origin, False, ())
    while todo:
        flight = todo.popleft()
        if flight.fertilized or spends_energy(board, origin, flight.at):  # D7
            result = position_text(after_action(pos, flight.pieces))
            found.setdefault(result, join_turn(board.name[origin], flight.parts))
        stepped = None if flight.captured else flight.at
        for conversion in conversions(board, flight.pieces, player, stepped):
            reach(
                Flight(
                    convert(flight.pieces, player, conversion),
                    flight.at,
                    flight.captured,
                    flight.fertilized or is_fertilization(flight.pieces, conversion),
                    (*flight.parts, conversion_text(board, conversion)),
                )
            )
        if not flight.captured:  # D6
            fly_on(flight.pieces, flight.at, flight.fertilized, flight.parts)


# ---------------------------------------------------------------------------------------------
# Section 6: notation


def squeeze(text: str) -> str:
    """Case and spaces do not matter."""
    if not text.isascii():
        raise ValueError("a turn is written in ASCII")
    return "".join(text.split()).lower()


def read_cell(board: PlainBoard, name: str) -> Cell:
    """The cell of that name."""
    if name not in board.cell:
        raise ValueError(f"there is no cell {name}")
    return board.cell[name]


def read_conversion(
    board: PlainBoard, pieces: Pieces, player: int, stepped: Cell | None, part: str
) -> Conversion:
    """The possible conversion that a part of a turn names; any cell of its group will do."""
    match = re.fullmatch(r"([a-z]+[0-9]+)=([st])", part)
    if not match:
        raise ValueError(f"not a conversion: {part}")
    cell = read_cell(board, match[1])
    for conversion in conversions(board, pieces, player, stepped):
        if conversion[1] == match[2] and cell in conversion[2]:
            return conversion
    raise ValueError(f"{part} is not possible there and then")


def play(pos: PlainPosition, turn_text: str) -> tuple[PlainPosition, str]:
    """The position after a turn, and the turn's canonical text."""
    board, player = pos.board, pos.side
    if pos.passes >= 2:
        raise ValueError("the game is over")
    text = squeeze(turn_text)
    if text == "pass":
        return after_pass(pos), "pass"
    head, *rest = text.split(",")
    match = re.fullmatch(r"([a-z]+[0-9]+)([-x][a-z]+[0-9]+)?", head)
    if not match:
        raise ValueError(f"not the start of a turn: {head}")
    start = read_cell(board, match[1])
    pieces = dict(pos.pieces)
    done: list[str] = []

    if match[2] is None:
        fault = sow_fault(board, pieces, player, start)
        if fault:
            raise ValueError(f"{match[1]}: {fault}")
        pieces[start] = (player, "s")
        for part in rest:
            conversion = read_conversion(board, pieces, player, None, part)
            pieces = convert(pieces, player, conversion)
            done.append(conversion_text(board, conversion))
        return after_action(pos, pieces), join_turn(match[1], done)

    if pieces.get(start) != (player, "p"):
        raise ValueError(f"there is no sprite of the player to move at {match[1]}")
    at, direction = start, -1
    captured = fertilized = False
    for part in [match[2], *rest]:
        if is_step(part):
            if not re.fullmatch(r"[-x][a-z]+[0-9]+", part):
                raise ValueError(f"neither a step nor a conversion: {part}")
            if captured:
                raise ValueError("a capture ends the movement")  # D6
            target = read_cell(board, part[1:])
            lines = [d for d in range(6) if target in board.flight_lines[at][d]]
            if not lines:
                raise ValueError(f"{part} is not in a straight line over land and lagoons")
            if direction not in (-1, lines[0]):
                raise ValueError("a sprite keeps its direction")
            direction = lines[0]
            captured = part[0] == "x"
            if (target, captured) not in steps(board, pieces, player, at, direction):
                raise ValueError(f"the sprite cannot make the step {part}")
            pieces = step_to(pieces, at, target)
            at = target
            done.append(part)
        else:
            stepped = None if captured else at
            conversion = read_conversion(board, pieces, player, stepped, part)
            fertilized = fertilized or is_fertilization(pieces, conversion)
            pieces = convert(pieces, player, conversion)
            done.append(conversion_text(board, conversion))
    if not fertilized and not spends_energy(board, start, at):
        raise ValueError("a sprite that recovers energy must fertilize")  # D7
    return after_action(pos, pieces), join_turn(match[1], done)


def apply(pos: PlainPosition, turn_text: str) -> PlainPosition:
    """The position after a turn; ValueError with a short reason if it is illegal."""
    return play(pos, turn_text)[0]


def canonical(pos: PlainPosition, turn_text: str) -> str:
    """The canonical text of a legal turn."""
    return play(pos, turn_text)[1]


# ---------------------------------------------------------------------------------------------
# Section 5: end and result


def forest_sizes(pos: PlainPosition, player: int) -> list[int]:
    """Sizes of the player's forests, largest first."""
    return sorted(map(len, groups(pos.board, pos.pieces, (player, "t"))), reverse=True)


def scores(pos: PlainPosition) -> tuple[float, float]:
    """Distinct forest sizes, and the half point for the largest forest (D12: none if equal)."""
    dark, light = forest_sizes(pos, DARK), forest_sizes(pos, LIGHT)
    top_dark, top_light = max(dark, default=0), max(light, default=0)
    return (
        len(set(dark)) + (0.5 if top_dark > top_light else 0.0),
        len(set(light)) + (0.5 if top_light > top_dark else 0.0),
    )


def winner(pos: PlainPosition) -> list[int]:
    """Who has won after two passes; both for a draw (D13), nobody before the end."""
    if pos.passes < 2:
        return []
    dark_score, light_score = scores(pos)
    if dark_score != light_score:
        return [DARK if dark_score > light_score else LIGHT]
    dark, light = forest_sizes(pos, DARK), forest_sizes(pos, LIGHT)
    longest = max(len(dark), len(light))
    dark += [0] * (longest - len(dark))  # who has run out counts 0
    light += [0] * (longest - len(light))
    if dark != light:
        return [DARK if dark > light else LIGHT]
    return [pos.actor] if pos.actor else [DARK, LIGHT]


# ---------------------------------------------------------------------------------------------
# Recorded games


def agree(what: str, ply: int, ours: object, theirs: object) -> None:
    """Raise AssertionError if the oracle and the record differ."""
    if ours != theirs:
        raise AssertionError(f"ply {ply}: {what} is {ours!r} here, {theirs!r} in the record")


def replay(game: dict[str, Any], every_turn: bool = False) -> int:
    """Replay one recorded game, check every ply, and return how many plies there were.

    With ``every_turn`` each enumerated turn is also applied from its text.
    """
    variants: list[str] = game["variants"]
    modules = module_count(variants)
    centres: list[Cell] = []
    pos = None if modules else start_position(fixed_board(fixed_side(variants)))

    for number, ply in enumerate(game["plies"]):
        if pos is None:
            agree("by", number, builder(variants, len(centres)), ply["by"])
            count = None if "solo" in variants else len(legal_centres(centres))
            agree("legal", number, count, ply["legal"])
            centres = apply_construction(centres, variants, ply["move"])
            if len(centres) == modules:
                pos = start_position(modular_board(land_of(centres)))
                text = position_text(pos)
            else:
                text = construction_text(centres, builder(variants, len(centres)))
                agree("construction read back", number, parse_construction(text)[0], centres)
        else:
            agree("by", number, pos.side, ply["by"])
            turns = legal_turns(pos)
            agree("legal", number, len(turns), ply["legal"])
            if every_turn:
                for result, turn in turns.items():
                    after, written = play(pos, turn)
                    agree(f"result of {turn}", number, position_text(after), result)
                    agree("canonical text", number, written, turn)
            pos, written = play(pos, ply["move"])
            agree("canonical text", number, written, ply["move"])
            text = position_text(pos)
            agree("move enumerated", number, text in turns, True)
        agree("position", number, text, ply["position"])
        agree("scores", number, list(scores(pos)) if pos else [0, 0], ply["scores"])
        if pos:
            again = parse_position(text, variants)
            agree("position read back", number, position_text(again), text)

    over = pos is not None and pos.passes == 2
    agree("over", len(game["plies"]), over, game["over"])
    agree("winner", len(game["plies"]), winner(pos) if pos else [], game["winner"])
    return len(game["plies"])


def main(arguments: list[str]) -> int:
    """Replay every game of a file; ``--every-turn`` also applies each enumerated turn."""
    every_turn = "--every-turn" in arguments
    paths = [argument for argument in arguments if not argument.startswith("--")]
    with open(paths[0] if paths else RECORDED, encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    faults = total = 0
    began = time.perf_counter()
    for index, game in enumerate(games):
        start = time.perf_counter()
        try:
            plies = replay(game, every_turn)
        except (AssertionError, ValueError) as fault:
            faults += 1
            print(f"game {index} {game['variants']}: {fault}", flush=True)
            continue
        total += plies
        seconds = time.perf_counter() - start
        print(f"game {index} {game['variants']}: {plies} plies, {seconds:.1f} s", flush=True)
    seconds = time.perf_counter() - began
    print(f"{len(games) - faults} of {len(games)} games agree, {total} plies, {seconds:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
