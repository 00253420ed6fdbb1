"""SVG from render JSON: well-formed, complete, accessible, and closed against whatever the JSON says."""

import copy
import itertools
import json
import math
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from abstractplay_hex import Game, new_game
from abstractplay_hex.cli import app
from abstractplay_hex.errors import ArgumentError, HexError, RenderError
from abstractplay_hex.film import animation, contact_sheet
from abstractplay_hex.games.pods.position import PodsPosition
from abstractplay_hex.games.pods.rules import PodsRules
from abstractplay_hex.records import read_game, replay
from abstractplay_hex.render import glyphs as glyph_names
from abstractplay_hex.render.png import to_png
from abstractplay_hex.render.svg import PALETTES, places, to_svg
from abstractplay_hex.render.svg import annotations as drawn_annotations
from abstractplay_hex.render.svg import markers as drawn_markers
from abstractplay_hex.render.svg.boards import STYLES as STYLES_DRAWN
from abstractplay_hex.render.svg.glyphs import SHEET
from abstractplay_hex.render.svg.glyphs import drawn as drawn_glyph
from abstractplay_hex.render.svg.palette import COLOUR_BLIND, DEFAULT, contrast, luminance
from abstractplay_hex.render.svg.themes import DARK
from tests.conftest import FIXTURES, fixture_games, shared_file
from tests.games import KINDS, fresh, kind_id, played
from tools import pictures

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "\"'><script>alert(1)</script><a onload='x' href=\"javascript:x\">&\x00\x0b\ud800]]>"
ELEMENTS = {
    "svg", "g", "defs", "use", "path", "polygon", "rect", "circle", "text", "title",
    "linearGradient", "stop", "animate",
}  # fmt: skip
"""Everything that a picture is made of: no script, style, link, image or foreign object."""
ATTRIBUTE = re.compile(
    r"aria-(label|hidden)|attributeName|calcMode|class|c[xy]|d|data-(row|col|cell|piece|button|scenery)|dur|dy|fill"
    r"(-opacity|-rule)?|font-(family|size|style|weight)|height|href|id|keyTimes|offset|opacity|pointer-events|points|r|"
    r"repeatCount|role|rx|stop-(color|opacity)|stroke(-dasharray|-linecap|-linejoin|-opacity|-width)?|"
    r"tabindex|text-(anchor|decoration)|transform|values|viewBox|visibility|width|x|y|[xy][12]"
)
SAID = {"aria-label", "data-cell", "data-piece", "data-button"}
"""Attributes that may hold what somebody wrote."""
VALUE = re.compile(r"[\w\s.,#%;()+-]*|" + re.escape("'DejaVu Sans',Verdana,Arial,sans-serif"))


def parsed(svg: str) -> ElementTree.Element:
    """Parse an SVG document and check that nothing in it can do harm and that all ids are unique."""
    root = ElementTree.fromstring(svg)
    ids = set()
    references = set()
    for element in root.iter():
        tag = element.tag.removeprefix(NS)
        assert tag in ELEMENTS, tag
        for name, value in element.attrib.items():
            assert ATTRIBUTE.fullmatch(name), name
            if name not in SAID:
                assert VALUE.fullmatch(value), (name, value)
            if name == "href":
                assert value.startswith("#")
                references.add(value[1:])
            if name == "fill":
                references |= set(re.findall(r"url\(#(.*)\)", value))
            assert "nan" not in value or name in SAID
            assert not value.startswith("url(") or name == "fill" or name in SAID
        if "id" in element.attrib:
            assert element.attrib["id"] not in ids
            ids.add(element.attrib["id"])
    assert references <= ids
    return root


def cells(root: ElementTree.Element) -> dict[tuple[int, int], ElementTree.Element]:
    return {
        (int(g.attrib["data-row"]), int(g.attrib["data-col"])): g
        for g in root.iter(f"{NS}g")
        if "data-row" in g.attrib
    }


def title(cell: ElementTree.Element) -> str | None:
    return cell.findtext(f"{NS}title")


@cache
def recorded_game(name: str, index: int) -> Game[Any, Any]:
    return replay(read_game(fixture_games(name)[index]))


FIXTURE_GAMES = [
    pytest.param(path.name, i, id=f"{path.stem}-{i}")
    for path in sorted(FIXTURES.glob("*.jsonl"))
    for i in range(len(path.read_text().splitlines()))
]


def board(style: str = "hex-of-hex", **more: Any) -> dict[str, Any]:
    """Return render JSON of a small empty board."""
    if style.startswith("hex-of"):
        shape: dict[str, Any] = {"style": style, "minWidth": 3, "maxWidth": 5}
    elif style == "conhex-cells":
        shape = {"style": style, "height": 9}
    else:
        shape = {"style": style, "width": 4, "height": 3}
    extra = {k: more.pop(k) for k in list(more) if k in ("markers", "blocked", "rotate")}
    legend = {"A": {"name": "piece", "colour": 1}}
    return {"board": shape | extra, "legend": legend, "pieces": None} | more


STYLES = ("hex-of-hex", "hex-even-p", "hex-odd-p", "hex-even-f", "hex-odd-f")
ALL_STYLES = (
    *STYLES, "hex-slanted", "hex-of-tri", "hex-of-cir", "hex-of-tri-f", "conhex-cells",
)  # fmt: skip


# ---- positions of games --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "index"), FIXTURE_GAMES)
def test_every_recorded_game(name: str, index: int) -> None:
    game = recorded_game(name, index).clone()
    last = len(game.stack) - 1
    for ply in sorted({*range(0, last, 13), last}):
        render = game.load(ply).render()
        svg = game.svg(prefix="x")
        root = parsed(svg)
        drawn = cells(root)
        assert {p: c.attrib["data-cell"] for p, c in drawn.items()} == places(render)
        building = "hide-labels" in render.get("options", [])  # cells then go by their coordinates
        for cell in drawn.values():
            name = r"-?\d+,-?\d+" if building else cell.attrib["data-cell"]
            assert re.match(f"{name}:", title(cell) or "")
        pieces = next(g for g in root.iter(f"{NS}g") if g.attrib.get("class") == "pieces")
        assert len(pieces) == sum(c.isalpha() for c in render["pieces"])
        assert len(svg.encode()) < 60_000


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
@pytest.mark.parametrize("rotate", [0, 60, 180, 300])
def test_displays_themes_and_turns(kind: tuple[str, tuple[str, ...]], rotate: int) -> None:
    game = played(kind, 3, 40)
    for display in (None, *(d["uid"] for d in game.alternative_displays())):
        svg = game.svg(alt_display=display, rotate=rotate, dark=True, palette="colour-blind")
        drawn = cells(parsed(svg))
        assert drawn.keys() == places(game.render(0, display)).keys()


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_turns_under_way(kind: tuple[str, tuple[str, ...]]) -> None:
    for plies in (0, 1, 6, 30):
        game = played(kind, 5, plies)
        before = game.titles()
        move = game.random_move(random.Random(plies))
        assert move is not None
        game.move(move, partial=True)
        parsed(game.svg())
        if move != "pass":
            assert game.titles() != before  # titles tell what the picture shows


def test_titles_of_pods() -> None:
    game = new_game("pods")
    assert game.titles()[6, 6] == "g7: empty"
    for move in ("g7", "a1", "h7", "a2", "g6"):
        game.move(move)
    assert "g7: whale of player 1" in game.svg()
    assert {"g7: whale of player 1", "a1: whale of player 2"} <= set(game.titles().values())
    said = set(recorded_game("pods-20240802.jsonl", 0).titles().values())
    assert any(re.fullmatch(r"\w+: influence of player [12]", text) for text in said)


def test_titles_of_dendria() -> None:
    said: set[str] = set()
    for i in (0, 1, 3):
        game = recorded_game("dendria-20261129.jsonl", i).clone()
        for ply in (2, 4, len(game.stack) // 2, len(game.stack) - 1):
            said |= {re.sub(r"^[\w,-]+|\d+$", "…", t) for t in game.load(ply).titles().values()}
    pieces = {
        f"…: {side} {what}"
        for side in ("Dark", "Light")
        for what in ("seed, hungry", "sprite", "tree, forest of …")
    }
    ground = {"…: empty", "…: lagoon", "…: land", "…: water"}
    assert pieces | ground <= said
    assert "…: water, a module can be placed here" in said


def test_nourished_seed_in_titles() -> None:
    text = "5/6/7/3TT3/3TsT3/3TT3/7/6/5 D 0 -"
    titles = new_game("dendria", ["size-5"], position=text).titles()
    assert titles[4, 4] == "e5: Light seed, nourished"
    assert titles[4, 3] == "e4: Dark tree, forest of 6"
    assert titles[0, 0] == "i1: empty"


def test_forest_sizes_in_titles() -> None:
    game = recorded_game("dendria-20261129.jsonl", 1).clone()
    sizes = sorted(int(t.rsplit(" ", 1)[1]) for t in game.titles().values() if "Dark tree" in t)
    assert sizes
    assert all(sizes.count(n) % n == 0 for n in sizes)


def test_a_notebook_shows_boards_with_ids_of_their_own() -> None:
    one, two = fresh(KINDS[0])._repr_svg_(), fresh(KINDS[0])._repr_svg_()
    ids = [set(re.findall(r'id="(.*?)"', svg)) for svg in (one, two)]
    assert ids[0]
    assert ids[1]
    assert not ids[0] & ids[1]


def ids(svg: str) -> set[str]:
    return set(re.findall(r' id="(.*?)"', svg))


def test_ids_of_pictures_on_one_page_differ() -> None:
    game = new_game("pods").move("g7")
    seen = [
        ids(svg)
        for svg in (
            game.svg(),
            game.svg(dark=True),
            game.svg(rotate=60),
            game.svg(palette="colour-blind"),
            game.svg(palette=["#123456"]),
            game.clone().move("h7").svg(),
            new_game("dendria").svg(),
            new_game("dendria", ["size-5"]).svg(),
        )
    ]
    assert all(seen)
    for one, other in itertools.combinations(seen, 2):
        assert not one & other
    assert game.svg() == game.clone().svg()
    assert {name.partition("-")[0] for name in ids(game.svg(prefix="mine"))} == {"mine"}


def test_ids_of_films_on_one_page_differ() -> None:
    games = [new_game("pods").move("g7"), new_game("dendria"), new_game("dendria", ["size-5"])]
    shown = [draw(game) for game in games for draw in (contact_sheet, animation, Game.svg)]
    for one, other in itertools.combinations(map(ids, shown), 2):
        assert one
        assert not one & other


def test_a_game_without_words_is_still_drawn() -> None:
    class SilentRules(PodsRules):
        def describe(self, position: PodsPosition, place: tuple[int, int]) -> None:
            return None

    assert Game(SilentRules()).titles()[12, 0] == "a1"


# ---- boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ALL_STYLES)
def test_every_board(style: str) -> None:
    render = board(style)
    svg = to_svg(render)
    drawn = cells(parsed(svg))
    special = {"hex-slanted": "a3", "hex-of-tri-f": "d1", "conhex-cells": "d1"}
    first = special.get(style, "e1" if style.startswith("hex-of") else "c1")
    counts = {"hex-of-tri-f": 24, "conhex-cells": 25}
    assert len(drawn) == counts.get(style, 19 if style.startswith("hex-of") else 12)
    assert drawn[0, 0].attrib["data-cell"] == first
    assert set(STYLES_DRAWN) == set(ALL_STYLES)
    shown = re.findall(r'class="labels"[^>]*>(.*?)</g>', svg)[0]
    assert bool(shown) == (style != "conhex-cells")  # the site's has none either
    names = [c.attrib["data-cell"] for c in drawn.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("style", "pitch", "deep"), [("hex-of-hex", 43.301, 37.5), ("hex-even-p", 69.282, 60)]
)
def test_measures_are_the_sites(style: str, pitch: float, deep: float) -> None:
    drawn = cells(parsed(to_svg(board(style))))
    at = {p: c.find(f"{NS}use").attrib for p, c in drawn.items()}  # type: ignore[union-attr]
    assert float(at[0, 1]["x"]) - float(at[0, 0]["x"]) == pytest.approx(pitch, abs=0.011)
    assert float(at[1, 0]["y"]) - float(at[0, 0]["y"]) == pytest.approx(deep, abs=0.011)
    shift = -1 if style == "hex-of-hex" else {"hex-even-p": -1, "hex-odd-p": 1}[style]
    moved = float(at[1, 0]["x"]) - float(at[0, 0]["x"])
    assert moved == pytest.approx(shift * pitch / 2, abs=0.011)


def test_blocked_cells_are_not_drawn() -> None:
    render = board("hex-even-p", blocked=[{"row": 0, "col": 0}, {"row": 2, "col": 3}])
    drawn = cells(parsed(to_svg(render)))
    assert len(drawn) == 10
    assert (0, 0) not in drawn


def test_labels_at_the_ends_of_rows_or_in_cells() -> None:
    def labels(svg: str) -> list[str]:
        group = next(g for g in parsed(svg).iter(f"{NS}g") if g.attrib.get("class") == "labels")
        return [t.text or "" for t in group]

    assert labels(to_svg(board()))[:4] == ["e1", "e3", "d1", "d4"]
    assert labels(to_svg(board()))[-2:] == ["a1", "a3"]
    assert len(labels(to_svg(board("hex-odd-p")))) == 12
    assert labels(to_svg(board(options=["hide-labels"]))) == []
    assert labels(to_svg(board(options=["reverse-letters"])))[0] == "a1"
    assert labels(to_svg(board(options=["reverse-numbers", "swap-labels"])))[0] == "e3"
    swapped = board("hex-even-f", options=["swap-labels"])
    assert labels(to_svg(swapped))[:5] == ["a3", "b3", "c3", "d3", "a2"]


def edges(cell: ElementTree.Element, root: ElementTree.Element) -> list[tuple[float, ...]]:
    """Return the lines around a cell, clockwise."""
    use, shape = cell.find(f"{NS}use"), root.find(f".//{NS}polygon")
    assert use is not None
    assert shape is not None
    x, y = float(use.attrib["x"]), float(use.attrib["y"])
    at = [tuple(map(float, p.split(","))) for p in shape.attrib["points"].split()]
    corners = [(x + dx, y + dy) for dx, dy in at]
    return [(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


@pytest.mark.parametrize("rotate", range(0, 360, 60))
@pytest.mark.parametrize("style", STYLES)
def test_labels_stand_within_the_lines_around_their_cells(style: str, rotate: int) -> None:
    render = board(style)
    names = ["a1", "<m>10", "gg", "long-name", "&quite a long name&"]
    rows = places(render)
    grid = [[names[(r + c) % 5] for c in range(5)] for r in range(5)]
    for turn, labels in itertools.product((0, 15, 30, 90), (None, grid)):
        if labels is None and style == "hex-of-hex":
            continue  # they stand around it
        render["board"] |= {"labelGrid": labels, "rotate": turn}
        root = parsed(to_svg(render, rotate=rotate))
        group = root.find(f".//{NS}g[@class='labels']")
        above = root.find(f".//{NS}g[@class='labels']/..")
        assert group is not None
        assert above is not None
        assert len(group) == len(rows)
        for text, cell in zip(group, cells(root).values(), strict=True):
            size = float(text.attrib.get("font-size", above.attrib["font-size"]))
            half = 0.31 * size * len(text.text or "")  # letters of this font are that wide
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            for left, top, right, bottom in edges(cell, root):
                for at, base in itertools.product((x - half, x + half), (y, y - 0.73 * size)):
                    inner = (right - left) * (base - top) - (bottom - top) * (at - left)
                    assert inner > 0, (text.text, turn)


@pytest.mark.parametrize("dark", [False, True])
def test_labels_in_cells_are_read_on_what_is_drawn_there(dark: bool) -> None:
    spots = [{"row": 0, "col": 0}]
    flood = {"type": "flood", "points": spots, "colour": "#008000", "opacity": 0.5}
    svg = to_svg(
        board(
            "hex-odd-p",
            annotations=ANNOTATIONS,
            pieces="A---\n_\n_",
            markers=[flood, {**flood, "opacity": 0.2}],
        ),
        dark=dark,
    )
    assert svg.index('class="labels"') > svg.index('class="annotations"') > svg.index("pieces")
    root = parsed(svg)
    halos = {
        text.text: group.attrib["stroke"]
        for group in root.iter(f"{NS}g")
        if "stroke-linejoin" in group.attrib
        for text in group.findall(f"{NS}text")
    }
    labels = root.find(f".//{NS}g[@class='labels']")
    assert labels is not None
    assert len(labels) == len(halos) == 12
    back = DARK.board if dark else "#ffffff"
    for text in labels:
        ink = text.attrib.get("fill", labels.attrib["fill"])
        assert contrast(ink, halos[text.text]) >= 3, text.text
    wet = halos.pop("c1")
    assert set(halos.values()) == {back}
    green, blue = (int(wet[i : i + 2], 16) for i in (3, 5))
    before = int(back[3:5], 16), int(back[5:7], 16)
    assert green == pytest.approx(before[0] * 0.4 + 128 * 0.6, abs=1)
    assert blue == pytest.approx(before[1] * 0.4, abs=1)


@pytest.mark.parametrize(
    ("style", "count"),
    [("hex-odd-p", 7), ("hex-even-f", 7), ("hex-slanted", 14), ("hex-of-hex", 10)],
)
def test_half_of_the_labels(style: str, count: int) -> None:
    """Only rectangles have labels on all sides that are left out at the top and on the right."""
    render = board(style, options=["hide-labels-half"])
    render["board"]["labelStyle"] = "external"
    root = parsed(to_svg(render))
    group = root.find(f".//{NS}g[@class='labels']")
    assert group is not None
    assert len(group) == count
    if count == 7:
        at = [float(c.find(f"{NS}use").attrib["y"]) for c in cells(root).values()]  # type: ignore[union-attr]
        assert all(float(text.attrib["y"]) > min(at) - 10 for text in group)


def test_an_alternating_hexagon() -> None:
    render = board()
    render["board"] |= {"minWidth": 2, "maxWidth": 4, "alternatingSymmetry": True}
    named = places(render)
    assert len(named) == 2 + 3 + 4 + 3
    assert (named[0, 1], named[3, 2]) == ("d2", "a3")


def test_labels_of_ones_own() -> None:
    for style in ("hex-odd-p", "hex-of-hex"):
        render = board(style)
        render["board"]["labelGrid"] = [["one", "<2>"], ["", "four"]]
        labels = parsed(to_svg(render)).find(f".//{NS}g[@class='labels']")
        assert labels is not None
        assert [text.text or "" for text in labels] == ["one", "<2>", "", "four"]
        render["options"] = ["hide-labels"]
        assert "four" not in to_svg(render)
        render["board"]["labelGrid"] = [["a"], [7]]
        del render["options"]
        with pytest.raises(RenderError, match=r"labelGrid\[1\]"):
            to_svg(render)


@pytest.mark.parametrize("style", ["hex-even-p", "hex-odd-p", "hex-even-f", "hex-odd-f"])
def test_labels_around_the_board(style: str) -> None:
    render = board(style)
    render["board"] |= {"labelStyle": "external", "rowLabels": ["P", "<Q>"], "columnLabels": ["x"]}
    for turned in (0, 60):
        svg = parsed(to_svg(render, rotate=turned))
        group = svg.find(f".//{NS}g[@class='labels']")
        assert group is not None
        texts = [text.text or "" for text in group]
        # Overridden from the bottom and from the left; both ends of each row and column.
        # As on the site, it is rows that have the letters, which are called labels of columns there.
        rows, columns = ["c", "b", "x"], ["P", "<Q>", "3", "4"]
        assert texts == [t for t in (*rows, *columns) for _ in range(2)]
        # All of it is in the picture, and cells keep their names.
        left, top, width, height = map(float, svg.attrib["viewBox"].split())
        cells = [c for c in svg.iter() if "data-cell" in c.attrib]
        assert {c.attrib["data-cell"] for c in cells} >= {"a1", "b2", "c3"}
        for text in group:
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            assert left < x < left + width
            assert top < y < top + height
    for key, wrong in (("labelStyle", "sideways"), ("rowLabels", ["a", 7]), ("columnLabels", "ab")):
        render = board(style)
        render["board"][key] = wrong
        with pytest.raises(RenderError, match=key):
            to_svg(render)


def apart(one: list[tuple[float, float]], two: list[tuple[float, float]]) -> bool:
    """Return whether some line along a side of one of two convex shapes is between them."""
    for shape in (one, two):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            first, second = (
                [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in points]
                for points in (one, two)
            )
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


LABELS_AROUND: tuple[tuple[list[str], list[str]], ...] = (
    ([], []),
    (["aa", "m", "<q>"], ["12", "7", "100"]),
    (["South", "Middle", "Northern"], ["spring", "summer", "autumn", "winter"]),
    (["four", "five5", "&" * 20], ["x", "1000", "n" * 20, "<five", "again " * 3]),
)


@pytest.mark.parametrize("turn", [0, 15, 30, 90])
@pytest.mark.parametrize("labels", LABELS_AROUND, ids=("usual", "short", "long", "mixed"))
@pytest.mark.parametrize("style", STYLES)
def test_labels_around_the_board_meet_nothing(
    style: str, labels: tuple[list[str], list[str]], turn: int
) -> None:
    render = board(style)
    render["board"] |= {"labelStyle": "external", "rotate": turn}
    render["board"] |= {"columnLabels": labels[0], "rowLabels": labels[1]}
    for rotate in range(0, 360, 60):
        root = parsed(to_svg(render, rotate=rotate))
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        group = root.find(f".//{NS}g[@class='labels']")
        above = root.find(f".//{NS}g[@class='labels']/..")
        assert group is not None
        assert above is not None
        taken = {
            name: [edge[:2] for edge in edges(cell, root)] for name, cell in cells(root).items()
        }
        shapes: list[tuple[Any, Any]] = list(taken.items())
        assert len(group) == (10 if style == "hex-of-hex" else 14)
        for text in group:
            size = float(text.attrib.get("font-size", above.attrib["font-size"]))
            half = 0.31 * size * len(text.text or "")  # letters of this font are that wide
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            upper, lower = y - 0.76 * size, y + 0.24 * size
            assert left <= x - half < x + half <= left + width, text.text
            assert top <= upper < lower <= top + height, text.text
            box = [(x - half, upper), (x + half, upper), (x + half, lower), (x - half, lower)]
            for name, shape in shapes:
                assert apart(box, shape), (text.text, name, rotate)
            shapes.append((text.text, box))


@pytest.mark.parametrize("style", STYLES)
def test_usual_labels_around_the_board_are_alike(style: str) -> None:
    render = board(style)
    render["board"] |= {"labelStyle": "external", "columnLabels": ["m7"], "rowLabels": ["1", "2"]}
    usual = to_svg(render)
    render["board"] |= {"columnLabels": ["Northern"]}
    one, other = (
        parsed(svg).findall(f".//{NS}g[@class='labels']/{NS}text")
        for svg in (usual, to_svg(render))
    )
    same = [a.attrib == b.attrib for a, b in zip(one, other, strict=True) if a.text == b.text]
    moved = [a.attrib != b.attrib for a, b in zip(one, other, strict=True) if a.text != b.text]
    assert all(same)
    assert all(moved)
    assert len(moved) == 2


def test_rows_and_columns_of_ones_own_in_cells() -> None:
    render = board("hex-even-p")
    render["board"] |= {"rowLabels": ["P", "Q", "R"], "columnLabels": ["w", "x"]}
    group = parsed(to_svg(render)).find(f".//{NS}g[@class='labels']")
    assert group is not None
    assert [t.text for t in group][:4] == ["cP", "cQ", "cR", "c4"]


def test_buttons_can_be_read_and_styled() -> None:
    style = [
        {"name": "font-style", "value": "italic"},
        {"name": "text-decoration", "value": "line-through"},
        {"name": "onclick", "value": "alert"},
        {"name": "font-weight", "value": '700"><script>'},
    ]
    bar = {
        "type": "buttonBar",
        "buttons": [
            {"label": "Go", "fill": "#b2df8a", "attributes": style},
            {"label": "Stay"},
            {"label": "Night", "fill": "#000000"},
        ],
    }
    for dark in (False, True):
        root = parsed(to_svg(board(areas=[bar]), dark=dark))
        buttons = root.findall(f".//{NS}g[@class='buttonBar']/{NS}g/{NS}g")
        whole = root.find(f".//{NS}g[@class='buttonBar']/{NS}g")
        assert whole is not None
        assert len(buttons) == 3
        for button in buttons:
            back, text = button.find(f"{NS}rect"), button.find(f"{NS}text")
            assert back is not None
            assert text is not None
            ink = text.attrib.get("fill", whole.attrib["fill"])
            assert contrast(ink, back.attrib["fill"]) > 3
        text = buttons[0].find(f"{NS}text")
        assert text is not None
        styled = {k: v for k, v in text.attrib.items() if k not in ("x", "y", "fill")}
        assert styled == {"font-style": "italic", "text-decoration": "line-through"}


@pytest.mark.parametrize("half", ["top", "bottom"])
def test_half_a_hexagon(half: str) -> None:
    render = board()
    render["board"]["half"] = half
    assert len(cells(parsed(to_svg(render)))) == 12


def test_turning_keeps_the_board_and_its_pieces_upright() -> None:
    render = board(pieces="A--\n----\n-----\n----\n---")
    flat = to_svg(render)
    at = {}
    for rotate in range(0, 360, 60):
        svg = to_svg(render, rotate=rotate)
        use = next(g for g in parsed(svg).iter(f"{NS}g") if g.attrib.get("class") == "pieces")[0]
        at[rotate] = (float(use.attrib["x"]), float(use.attrib["y"]))
        assert "rotate(" not in svg
    assert len(set(at.values())) == 6
    assert to_svg(render, rotate=360) == flat == to_svg(render, rotate=-360)
    unturned = copy.deepcopy(render)
    render["board"]["rotate"] = 60
    assert to_svg(render, rotate=-60, prefix="b") == to_svg(unturned, prefix="b")
    assert to_svg(render) != flat
    with pytest.raises(ArgumentError, match="60"):
        to_svg(render, rotate=45)


# ---- pieces --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHEET, "no-such-glyph", HOSTILE])
def test_every_glyph(name: str) -> None:
    render = board(pieces="A--\n----\n-----\n----\n---", legend={"A": {"name": name, "colour": 2}})
    parsed(to_svg(render))


def drawn_piece(layer: dict[str, Any], **options: Any) -> ElementTree.Element:
    """Return the definition of a piece of one glyph."""
    render = board(pieces="A--\n----\n-----\n----\n---", legend={"A": layer})
    piece = parsed(to_svg(render, prefix="b", **options)).find(f".//{NS}g[@id='b-p0']")
    assert piece is not None
    return piece


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", ["stone", "no-such-glyph", "7", HOSTILE])
def test_glyphs_that_are_not_drawn_tell_players_apart(name: str, palette: str) -> None:
    seen = set()
    for player, colour in enumerate(PALETTES[palette], 1):
        piece = drawn_piece({"name": name, "colour": player}, palette=palette)
        disc, letter = piece.find(f"{NS}path"), piece.find(f"{NS}text")
        assert disc is not None
        assert letter is not None
        assert disc.attrib["fill"] == colour
        assert contrast(letter.attrib["fill"], colour) > 4
        assert letter.text
        assert name.upper().startswith(letter.text[0]) or name == HOSTILE
        seen.add(disc.attrib["fill"])
    assert len(seen) == 12
    stops = [{"offset": 0, "colour": 1}, {"offset": 1, "colour": "#202020"}]
    first, second = drawn_piece({"name": name, "colour": {"stops": stops}}).findall(f"{NS}text")
    assert contrast(first.attrib["stroke"], second.attrib["fill"]) > 4


def test_glyphs_that_are_not_drawn_are_told_apart() -> None:
    names = [f"d{sides}-{face}" for sides in (4, 8, 10, 12, 20) for face in range(21)]
    names += [f"chess-{man}-{kind}" for man in ("king", "knight") for kind in ("solid", "outline")]
    names += [f"suit{letter}" for letter in "abcdefgh"] + [f"s{letter}" for letter in "abcdefgh"]
    names += ["é", "-", "💧", "🌳", "NaN", "nan", "Tree", "tree"]
    looks = {name: drawn_glyph(name, "#e31a1c", "#000000") for name in names}
    assert len(set(looks.values())) == len(names)
    assert looks["d4-3"] == drawn_glyph("d4-3", "#e31a1c", "#000000")


def test_glyphs_are_the_sites() -> None:
    assert list(glyph_names.NAMES) == list(SHEET)
    looks = {name: drawn_glyph(name, "#e31a1c", "#000000") for name in glyph_names.NAMES}
    assert len(set(looks.values())) == len(glyph_names.NAMES)
    for name in ("tree", "seed", "sprite", "dot", "pawn", "ring-03", "piece-hexagon"):
        assert name not in glyph_names.NAMES  # at these the site's renderer gives up the picture


@pytest.mark.parametrize(("name", "radius"), [("ring-01", 13), ("ring-02", 30), ("circle", 42)])
def test_discs_and_rings(name: str, radius: int) -> None:
    (shape,) = drawn_piece({"name": name, "colour": 1})
    filled = shape.attrib["fill"] == DEFAULT[0]
    assert filled == (name != "circle")
    assert str(radius) in (shape.attrib.get("r") or shape.attrib["d"])


SHADES = [*DEFAULT[:2], *COLOUR_BLIND[:2], "#000000", "#ffffff", DARK.board]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("glyph", [*SHEET, "stone", None])
def test_every_piece_is_seen_on_its_cell(glyph: str | None, dark: bool) -> None:
    """Players 1 and 2 of every palette, and the hardest colours: the shape or the line around it."""
    cell = DARK.board if dark else "#ffffff"
    what = {"text": "X"} if glyph is None else {"name": glyph}
    assert set(SHADES) >= {c for palette in PALETTES.values() for c in palette[:2]}
    for colour in SHADES:
        piece = drawn_piece({**what, "colour": colour}, dark=dark)
        shape = next(e for e in piece.iter() if e.tag != f"{NS}g")
        body, line = shape.attrib["fill"], shape.attrib.get("stroke", "none")
        found = [contrast(ink, cell) for ink in (body, line) if ink != "none"]
        assert max(found) >= 3, colour
        if line != "none":
            assert contrast(line, cell) >= 3, colour


def test_only_the_lowest_glyph_of_a_piece_gets_a_line_for_that() -> None:
    layers = [{"name": "piece", "colour": 1}, {"name": "orca", "colour": DARK.board}]
    render = board(pieces="A--\n_\n_\n_\n_", legend={"A": layers})
    piece = parsed(to_svg(render, dark=True, prefix="b")).find(f".//{NS}g[@id='b-p0']")
    assert piece is not None
    assert ["stroke" in shape.attrib for shape in piece] == [True, False]


def test_layers_text_scale_and_all_that() -> None:
    layers = [
        {"name": "piece", "colour": "_context_board", "opacity": 0.5},
        {
            "name": "tree",
            "colour": {"func": "lighten", "colour": 1, "ds": 0, "dl": 1},
            "scale": 0.5,
        },
        {"text": "42", "colour": 3, "rotate": 30, "nudge": {"dx": 50, "dy": -50}, "flipx": True},
        {"name": "meeple", "colour": "chevrons"},
        {
            "name": "pawn",
            "colour": {"stops": [{"offset": 0, "colour": 1}, {"offset": 1, "colour": 2}]},
        },
    ]
    svg = to_svg(board(legend={"A": layers}))
    assert ">42</text>" not in svg  # what is not used is not defined
    rows: list[Any] = [[["A", "B"], [], []], [], [], [], []]
    svg = to_svg(board(pieces=rows, legend={"A": layers, "B": "ring-01"}))
    root = parsed(svg)
    assert len(list(root.iter(f"{NS}linearGradient"))) == 1
    assert "translate(10,-10)" in svg
    assert "rotate(30)" in svg
    assert ">42</text>" in svg


@pytest.mark.parametrize(
    "pieces",
    [
        "A--\n_\n-----\n----\n--A",
        "A,,\n_\n,,,,\n,,,\n,,A",
        [[["A"], [], []], [], [], [], [[], [], ["A"]]],
    ],
)
def test_three_ways_to_write_pieces(pieces: Any) -> None:
    root = parsed(to_svg(board(pieces=pieces)))
    group = next(g for g in root.iter(f"{NS}g") if g.attrib.get("class") == "pieces")
    assert len(group) == 2


def standing(render: dict[str, Any]) -> dict[tuple[int, int], int]:
    """Return how many pieces are drawn at each place."""
    root = parsed(to_svg(render))
    at = {
        (use.attrib["x"], use.attrib["y"]): place
        for place, cell in cells(root).items()
        if (use := cell.find(f"{NS}use")) is not None
    }
    group = root.find(f".//{NS}g[@class='pieces']")
    assert group is not None
    return dict(Counter(at[use.attrib["x"], use.attrib["y"]] for use in group))


@pytest.mark.parametrize(
    ("pieces", "places"),
    [
        ("-A-\n_\n---A", {(0, 1), (2, 3)}),
        ("A", {(0, 0)}),
        ("\n\n\n\nA", {(4, 0)}),
        ("A--A\nA----A\n_\n_\n_\nA", {(0, 0), (1, 0)}),  # what is beyond the board is not drawn
        ("--Z\n_\n_\n_\n---Z", None),
        ("---Z", set()),
        ("-,,A\n_\n-,-,-,-,A,A", {(0, 2), (2, 4)}),
        ("AB,-,A", {(0, 0), (0, 2)}),
        ([[["A"], ["-"], [None]], None, [None, "-", ["A", "-"]]], {(0, 0), (2, 2)}),
        ([[], [[], ["A"]]], {(1, 1)}),
    ],
)
def test_empty_missing_and_extra_cells(pieces: Any, places: set[Any] | None) -> None:
    legend = {"A": "piece", "AB": {"name": "piece"}}
    render = board(pieces=pieces, legend=legend)
    if places is None:
        with pytest.raises(RenderError, match=r"\$\.pieces"):
            to_svg(render)
    else:
        assert standing(render).keys() == places


@pytest.mark.parametrize("offset", [None, 0.2])
def test_stacks_are_drawn_upwards(offset: float | None) -> None:
    render = board("hex-of-tri", pieces="ABA,-,A\n_\nB-A", legend={"A": "piece", "B": "ring-01"})
    render |= {"renderer": "stacking-offset"}
    if offset is not None:
        render["board"]["stackOffset"] = offset
    for turn in (0, 60):
        root = parsed(to_svg(render, rotate=turn))
        group = root.find(f".//{NS}g[@class='pieces']")
        assert group is not None
        assert len(group) == 6
        use = cells(root)[0, 0].find(f"{NS}use")
        assert use is not None
        y = float(use.attrib["y"])
        tower = [u for u in group if u.attrib["x"] == use.attrib["x"]][:3]
        heights = [float(u.attrib["y"]) for u in tower]
        step = (offset or 0.13) * 43.3
        assert heights == pytest.approx([y, y - step, y - 2 * step], abs=0.02)
        assert float(root.attrib["viewBox"].split()[1]) < heights[-1] - 20


@pytest.mark.parametrize("style", ["hex-of-hex", "hex-even-p"])
def test_what_stands_on_blocked_cells_is_in_the_picture(style: str) -> None:
    spot = {"row": 0, "col": 0}
    blocked = [{"row": r, "col": c} for r in range(2) for c in range(4)]
    mark = {"type": "dots", "points": [spot]}
    point = {"type": "enter", "targets": [spot]}
    empty = size(to_svg(board(style, blocked=blocked, options=["hide-labels"])))
    for more in ({"pieces": "A"}, {"markers": [mark]}, {"annotations": [point]}):
        render = board(style, blocked=blocked, options=["hide-labels"], **more)
        svg = to_svg(render)
        left, top, width, height = map(float, parsed(svg).attrib["viewBox"].split())
        whole = cells(parsed(to_svg(board(style))))[0, 0].find(f"{NS}use")
        assert whole is not None
        x, y = float(whole.attrib["x"]), float(whole.attrib["y"])
        assert left < x - 20 < x + 20 < left + width
        assert top < y - 20 < y + 20 < top + height
        assert size(svg)[1] > empty[1]


def test_what_points_somewhere_turns_with_the_board() -> None:
    layer = {"name": "wedge", "colour": 1, "rotate": 30}
    render = board(pieces="A", legend={"A": layer, "B": {"name": "wedge", "colour": 1}})
    assert "rotate(30)" in to_svg(render)
    assert "rotate(90)" in to_svg(render, rotate=60)
    render["board"]["rotate"] = 60
    assert "rotate(90)" in to_svg(render)
    render["legend"]["A"]["orientation"] = "vertical"
    assert "rotate(30)" in to_svg(render)
    assert "rotate(" not in to_svg(render | {"pieces": "B"})


# ---- markers, annotations, areas -----------------------------------------------------------------

SPOTS = [{"row": 0, "col": 0}, {"row": 1, "col": 2}, {"row": 2, "col": 1}]
MARKERS: list[dict[str, Any]] = [
    *(
        {"type": "edge", "edge": e, "colour": 1}
        for e in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    ),
    {"type": "flood", "points": SPOTS, "colour": 2, "opacity": 0.3},
    {"type": "flood", "points": SPOTS, "pattern": "dots", "pulse": 500},
    {"type": "flood", "points": SPOTS, "colour": {"stops": [{"offset": 0}, {"offset": 1}]}},
    {"type": "shading", "points": SPOTS, "colour": "#abc"},
    {"type": "outline", "points": SPOTS, "colour": 3, "dasharray": [2, 2], "opacity": 1},
    {"type": "dots", "points": SPOTS, "size": 0.4, "colour": "#ffffff"},
    {"type": "line", "points": SPOTS[:2], "width": 3, "style": "dashed", "shorten": 0.2},
    {"type": "glyph", "glyph": "A", "points": SPOTS},
    {"type": "label", "label": "North", "points": SPOTS[:2], "nudge": {"dx": 0, "dy": -1}},
    {"type": "fence", "cell": SPOTS[1], "side": "SE", "colour": 2, "dashed": [4, 4]},
    {"type": "fences", "sides": [{"cell": SPOTS[1], "side": s} for s in ("NE", "SW")]},
    {"type": "halo", "segments": [{"colour": 1}], "width": 3, "fill": "#eee"},
    {
        "type": "halo",
        "segments": [{"colour": 1, "opacity": 0.5}, {"colour": 2, "style": "dashed"}],
        "offset": -30,
        "nudge": {"dx": 1, "dy": 7},
    },
]
ANNOTATIONS: list[dict[str, Any]] = [
    {"type": "move", "targets": SPOTS},
    {"type": "move", "targets": SPOTS, "arrow": False, "anchors": False, "style": "solid"},
    {"type": "enter", "targets": SPOTS},
    *({"type": "exit", "targets": SPOTS, "shape": s} for s in ("square", "circle", "hexf", "hexp")),
    {
        "type": "enter",
        "targets": SPOTS,
        "occlude": False,
        "colour": 2,
        "opacity": 0.5,
        "dashed": [1],
    },
    {"type": "dots", "targets": SPOTS},
    *(
        {"type": "dots", "targets": SPOTS, "dotShape": s, "rotation": 90, "size": 0.3}
        for s in ("circle", "ring", "ring-large", "chevron", "explosion")
    ),
    {"type": "outline", "targets": SPOTS},
    {"type": "line", "targets": SPOTS, "strokeWidth": 0.1},
    {"type": "eject", "targets": SPOTS, "static": False},
    {"type": "glyph", "targets": SPOTS, "glyph": "A"},
]
AREAS: list[dict[str, Any]] = [
    {"type": "key", "list": [{"piece": "A", "name": "Ann"}], "position": "left", "height": 0.7},
    {
        "type": "pieces",
        "label": "Stash",
        "pieces": ["A"] * 9,
        "ownerMark": 1,
        "spacing": 0.2,
        "width": 4,
    },
    {
        "type": "buttonBar",
        "buttons": [{"label": "Pass", "value": "pass", "fill": "#eee"}, {"label": "No"}],
        "buffer": 0.1,
    },
]


def unlike(one: str, other: str) -> bool:
    """Return whether two pictures differ but in what their ids begin with."""
    plain = [re.sub(r"\bb[0-9a-f]*-(?=[cpg])", "", svg) for svg in (one, other)]
    return plain[0] != plain[1]


def size(svg: str) -> tuple[float, float]:
    wide, high = re.findall(r'viewBox="\S+ \S+ (\S+) (\S+?)"', svg)[0]
    return float(wide), float(high)


@pytest.mark.parametrize("style", ALL_STYLES)
@pytest.mark.parametrize("marker", MARKERS, ids=lambda m: f"{m['type']}-{m.get('edge', '')}")
def test_every_marker(style: str, marker: dict[str, Any]) -> None:
    empty, svg = to_svg(board(style)), to_svg(board(style, markers=[marker]))
    parsed(svg)
    six = ("N", "NE", "SE", "S", "SW", "NW")
    sides = six if style.startswith("hex-of") else ("N", "E", "S", "W")
    hexes = style not in ("hex-of-tri-f", "conhex-cells")  # others have no such fences
    missing = "edge" in marker and marker["edge"] not in sides
    assert unlike(svg, empty) != (missing or (marker["type"].startswith("fence") and not hexes))


@pytest.mark.parametrize("style", ALL_STYLES)
@pytest.mark.parametrize("annotation", ANNOTATIONS, ids=lambda a: f"{a['type']}")
def test_every_annotation(style: str, annotation: dict[str, Any]) -> None:
    svg = to_svg(board(style, annotations=[annotation]), dark=True)
    parsed(svg)
    assert unlike(svg, to_svg(board(style), dark=True))


def test_all_known_types_are_tested() -> None:
    assert {m["type"] for m in MARKERS} == set(drawn_markers.KNOWN)
    assert {a["type"] for a in ANNOTATIONS} == set(drawn_annotations.KNOWN)


@pytest.mark.parametrize("area", AREAS, ids=lambda a: str(a["type"]))
def test_every_area(area: dict[str, Any]) -> None:
    svg = to_svg(board(areas=[area]), interactive=True)
    root = parsed(svg)
    empty, full = size(to_svg(board())), size(svg)
    assert full[0] > empty[0] or full[1] > empty[1]
    clickable = [g for g in root.iter(f"{NS}g") if g.attrib.get("tabindex") == "0"]
    assert len(clickable) == 1 + len(area.get("list") or area.get("pieces") or area["buttons"])
    if area["type"] == "buttonBar":
        values = [g.attrib["data-button"] for g in clickable if "data-button" in g.attrib]
        assert values == ["_btn_pass", "_btn_No"]


def test_areas_together() -> None:
    parsed(to_svg(board(areas=AREAS + AREAS)))


def test_edges_of_a_won_game_go_all_the_way_round() -> None:
    game = recorded_game("pods-20240802.jsonl", 0)
    root = parsed(game.svg())
    sides = next(g for g in root.iter(f"{NS}g") if g.attrib.get("class") == "sides")
    assert len(sides) == 6
    assert {p.attrib["stroke"] for p in sides} == {DEFAULT[game.winner[0] - 1]}
    ends = [re.findall(r"[-\d.]+,[-\d.]+", p.attrib["d"]) for p in sides]
    assert {points[0] for points in ends} == {points[-1] for points in ends}


# ---- options -------------------------------------------------------------------------------------


def test_palettes() -> None:
    render = board(pieces="A--\n----\n-----\n----\n---")
    for name, colours in PALETTES.items():
        assert colours[0] in to_svg(render, palette=name)
        assert len(set(colours)) == 12
    assert "#123456" in to_svg(render, palette=["#123456"])
    render["legend"]["A"]["colour"] = 2
    assert DEFAULT[1] in to_svg(render, palette=["#123456"])
    assert (DEFAULT[0], COLOUR_BLIND[0]) == ("#e31a1c", "#9f0162")  # the site's


# What is left of linear red, green and blue where one kind of cone is missing (Machado et al. 2009).
VISION = {
    "whole": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def lab(colour: str, vision: str) -> tuple[float, float, float]:
    """Return CIE L*a*b* of a colour as it is seen."""

    def times(rows: Any, values: list[float]) -> list[float]:
        return [sum(a * b for a, b in zip(row, values, strict=True)) for row in rows]

    sent = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in sent]
    seen = [min(1.0, max(0.0, c)) for c in times(VISION[vision], linear)]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    shares = [v / w for v, w in zip(times(to_xyz, seen), (0.9505, 1, 1.089), strict=True)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_two_players_are_told_apart(palette: str, vision: str) -> None:
    one, two = (lab(colour, vision) for colour in PALETTES[palette][:2])
    assert math.dist(one, two) > 40  # 10 is seen at a glance


def test_lightening_a_colour() -> None:
    def lightened(by: float, colour: Any = 1) -> str:
        how = {"func": "lighten", "colour": colour, "ds": 0, "dl": by}
        svg = to_svg(board(pieces="A--\n----\n-----\n----\n---", legend={"A": [_disc(how)]}))
        found: str = re.findall(r'<g id="\w+-p0".*?fill="(#\w+)"', svg)[0]
        return found

    assert lightened(0) == DEFAULT[0]
    lights = [luminance(lightened(by)) for by in (-9000, -1, 0, 1, 2, 9000)]
    assert lights == sorted(set(lights))
    assert (lights[0], lights[-1]) == (0, 1)
    assert lightened(5, "#000000") == "#000000"
    # Half way up to white, one step of the logistic curve goes to 73 %.
    assert lightened(1, "#808080") == "#bbbbbb"


def _disc(colour: Any) -> dict[str, Any]:
    return {"name": "piece-borderless", "colour": colour}


@pytest.mark.parametrize("dark", [False, True])
def test_labels_are_read_on_water(dark: bool) -> None:
    data = next(g for g in fixture_games("dendria-20261129.jsonl") if g["id"] == "modular-7")
    game = new_game("dendria", data["variants"])
    for ply in data["plies"][:4]:
        game.move(ply["move"])
    render = game.render()
    del render["options"]  # the labels are hidden while the board is built
    (water,) = (m for m in render["board"]["markers"] if m["type"] == "flood")
    names = places(render)
    wet = {names[p["row"], p["col"]] for p in water["points"]}
    labels = parsed(to_svg(render, dark=dark)).find(f".//{NS}g[@class='labels']")
    assert labels is not None
    assert {t.text for t in labels} == set(names.values())
    back = DARK.board if dark else "#ffffff"
    for text in labels:
        on = water["colour"] if text.text in wet else back
        assert contrast(text.attrib.get("fill", labels.attrib["fill"]), on) > 3, text.text


def test_arrows_leave_the_piece_to_be_seen() -> None:
    ends = [{"row": 2, "col": 0}, {"row": 2, "col": 3}]
    svg = to_svg(board(annotations=[{"type": "move", "targets": ends}]))
    cell = cells(parsed(svg))[2, 3].find(f"{NS}use")
    assert cell is not None
    heads = re.findall(r'<path d="M([-\d.]+),([-\d.]+)L[^"]*z" fill="#', svg)
    (tip,) = ((float(x), float(y)) for x, y in heads)
    middle = float(cell.attrib["x"]), float(cell.attrib["y"])
    assert 10 < math.dist(tip, middle) < 15  # of a cell 43 wide


def test_dark_is_dark() -> None:
    light, dark = to_svg(board()), to_svg(board(), dark=True)
    back = [re.findall(r'<rect [^>]*fill="(.*?)"', svg)[0] for svg in (light, dark)]
    assert luminance(back[0]) > 0.9
    assert luminance(back[1]) < 0.05


def test_width_and_interaction() -> None:
    svg = to_svg(board(), width=1000)
    assert ' width="1000"' in svg
    root = parsed(to_svg(board(), interactive=True))
    stops = [c.attrib["tabindex"] for c in cells(root).values()]
    assert stops == ["0"] + ["-1"] * 18


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ({"prefix": "1"}, "svg.prefix"),
        ({"prefix": 'a"b'}, "svg.prefix"),
        ({"prefix": 7}, "svg.prefix"),
        ({"palette": "neon"}, "svg.palette"),
        ({"palette": ["red"]}, "svg.palette"),
        ({"palette": 7}, "svg.palette"),
        ({"rotate": True}, "svg.rotate"),
        ({"width": 0}, "svg.width"),
        ({"titles": ["a"]}, "svg.titles"),
    ],
)
def test_options_out_of_range(option: dict[str, Any], code: str) -> None:
    with pytest.raises(ArgumentError) as found:
        to_svg(board(), **option)
    assert found.value.code == code
    assert str(found.value)


# ---- hostile and malformed JSON ------------------------------------------------------------------

EVERYTHING = board(
    "hex-odd-p",
    markers=MARKERS,
    annotations=ANNOTATIONS,
    areas=AREAS,
    pieces=[[["A", "B"], [], [], []], [], []],
    legend={"A": [{"name": "piece", "colour": 1}, {"text": "x", "rotate": 5}], "B": "ring-01"},
    options=["reverse-letters"],
)
EVERYTHING["board"] |= {
    "strokeColour": "#123", "strokeWeight": 2, "strokeOpacity": 0.5, "labelColour": "#456",
    "labelOpacity": 0.5, "backFill": {"type": "board", "colour": "#fed"},
    "blocked": [{"row": 2, "col": 3}], "rotate": 60,
}  # fmt: skip


def test_text_is_escaped() -> None:
    render = copy.deepcopy(EVERYTHING)
    render["legend"]["A"][1]["text"] = HOSTILE
    render["areas"][0]["list"][0]["name"] = HOSTILE
    render["areas"][1]["label"] = HOSTILE
    render["areas"][2]["buttons"][1]["label"] = HOSTILE
    next(m for m in render["board"]["markers"] if m["type"] == "label")["label"] = HOSTILE
    svg = to_svg(render, titles={(0, 0): HOSTILE})
    root = parsed(svg)
    assert "<script" not in svg
    assert "<a" not in svg.replace("<animate", "")
    assert "<script>alert(1)</script>" in (title(cells(root)[0, 0]) or "")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for i in range(len(value)):
            yield from leaves(value[i], (*path, i))


PATHS = [p for p in leaves(EVERYTHING) if p]
WRONG = [
    None, True, 0, -1, 1e308, float("nan"), float("inf"), 10**400, "", HOSTILE, "#12345", "red",
    "url(javascript:x)", "_context_x", [], [HOSTILE], {}, {"func": HOSTILE}, {HOSTILE: HOSTILE}, [[[]]],
    {"func": "flatten", "fg": 1, "bg": 2, "opacity": HOSTILE}, {"stops": HOSTILE}, {"row": 1e9, "col": 1},
    b"bytes", object(),
]  # fmt: skip


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    render = copy.deepcopy(EVERYTHING)
    at: Any = render
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return render


def drawn_or_refused(render: Any) -> None:
    try:
        svg = to_svg(render)
    except HexError as error:
        refusal = error
    else:
        parsed(svg)
        return
    assert refusal.code.startswith("svg.")
    assert 0 < len(str(refusal)) < 500


def test_everything_is_drawn() -> None:
    parsed(to_svg(EVERYTHING))


@pytest.mark.parametrize("which", range(len(WRONG)), ids=lambda i: ascii(WRONG[i])[:20])
def test_any_value_wrong(which: int) -> None:
    for path in PATHS[which % 3 :: 3]:
        drawn_or_refused(changed(path, WRONG[which]))
    drawn_or_refused(WRONG[which])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(PATHS), JSON)
def test_any_value_anything(path: tuple[Any, ...], value: Any) -> None:
    drawn_or_refused(changed(path, value))


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ((("board",), None), "svg.expected", "$.board"),
        ((("board", "style"), "squares"), "svg.style", "$.board.style"),
        ((("renderer",), "isometric"), "svg.renderer", "$.renderer"),
        ((("board", "width"), 2.5), "svg.expected", "$.board.width"),
        ((("board", "width"), 4096), "svg.size", "$.board"),
        ((("pieces",), [["A"]]), "svg.expected", "$.pieces[0]"),
        ((("pieces",), [[["A"]], [[7]]]), "svg.expected", "$.pieces[1]"),
        ((("pieces",), "Z---\n_\n_"), "svg.legend", "$.pieces"),
        ((("legend", "A"), []), "svg.expected", "$.legend['A']"),
        (
            (("legend", "A"), {"name": "piece", "colour": 13}),
            "svg.colour",
            "$.legend['A'][0].colour",
        ),
        (
            (("legend", "A"), {"name": "piece", "colour": "red"}),
            "svg.colour",
            "$.legend['A'][0].colour",
        ),
        (
            (("board", "markers", 8, "points", 0, "row"), 9),
            "svg.place",
            "$.board.markers[8].points",
        ),
        ((("board", "markers", 0, "type"), "fenced"), "svg.type", "$.board.markers[0].type"),
        ((("annotations", 0, "type"), "x"), "svg.type", "$.annotations[0].type"),
        ((("areas", 0, "type"), "scrollBar"), "svg.type", "$.areas[0].type"),
    ],
)
def test_what_is_wrong_is_named(change: tuple[Any, Any], code: str, path: str) -> None:
    with pytest.raises(RenderError) as found:
        to_svg(changed(*change))
    assert (found.value.code, found.value.path) == (code, path)
    assert str(found.value).startswith(path)


# ---- the pictures that the site's renderer is documented with ------------------------------------

SAMPLES = {
    "drawn": """
        annotation-dot-shapes blocking board-hexAlternating board-hexcir board-hexfield
        board-hexhalfbot board-hexhalftop board-hexhex board-hexslanted board-hextri board-hextrif
        boards-conhex-cells markers-dots markers-flood markers-shading niche-functions
        niche-reference-col
    """,
    "drawn of doc": """
        board-hex-even-f board-hex-even-p board-hex-odd-f board-hex-odd-p board-hexhex-alternating
        board-hexhex-half-bottom board-hexhex-half-top
    """,
    "refused": "boards-conhex-dots",
    "refused of doc": "board-conical-hex-narrow",
    "refused of pg": "board-conicalHex board-pyramidHex",
}
DRAWN = {
    f"{of}-{name}": told.startswith("drawn")
    for told, names in SAMPLES.items()
    for name in names.split()
    for of in ([told[-3:].strip()] if " of " in told else ["doc", "pg"])
}
"""Which samples are drawn, and which are refused by name."""


def test_every_sample_is_listed() -> None:
    folder = shared_file("reference", "render-samples")
    assert {path.stem for path in folder.glob("*.json")} == DRAWN.keys()
    assert len(DRAWN) == 46
    assert sum(DRAWN.values()) == 41


@pytest.mark.parametrize("name", DRAWN)
def test_samples(name: str) -> None:
    render = json.loads(shared_file("reference", "render-samples", f"{name}.json").read_text())
    if not DRAWN[name]:
        style = render["board"]["style"]
        with pytest.raises(RenderError, match=style.partition("-")[0]) as found:
            to_svg(render)
        assert found.value.code in ("svg.style", "svg.renderer")
        return
    root = parsed(to_svg(render))
    assert cells(root).keys() == places(render).keys()
    stacked = render.get("renderer") == "stacking-offset"
    listed = render["pieces"] or []
    if isinstance(listed, str):
        rows = [line.split(",") if "," in listed else list(line) for line in listed.split("\n")]
        listed = [[[*cell] if stacked else [cell] for cell in row if row != ["_"]] for row in rows]
    keys = [key for row in listed for cell in row for key in cell if key not in ("-", "")]
    group = root.find(f".//{NS}g[@class='pieces']")
    assert group is not None
    assert len(group) == len(keys)
    shown = {use.attrib["href"] for use in group}
    definitions = root.findall(f".//{NS}defs/{NS}g")
    looks = {ElementTree.tostring(d).partition(b">")[2] for d in definitions}
    assert len(shown) == len(set(keys)) == len(looks)


# ---- whole games, PNG, the command line ----------------------------------------------------------


def nested(svg: str) -> int:
    return len(parsed(svg).findall(f".//{NS}svg"))


def test_contact_sheet() -> None:
    game = recorded_game("dendria-20261129.jsonl", 0).clone().load(3)
    last = len(game.stack) - 1
    svg = contact_sheet(game, every=10, columns=3)
    assert nested(svg) == last // 10 + 1 + (last % 10 > 0)
    assert f"{last}. {game.stack[-1].lastmove}" in svg
    assert game.ply == 3
    assert nested(contact_sheet(new_game("pods"), dark=True)) == 1


def test_animation() -> None:
    game = recorded_game("pods-20240802.jsonl", 2)
    svg = animation(game, every=5, seconds=0.5)
    root = parsed(svg)
    moving = list(root.iter(f"{NS}animate"))
    assert len(moving) == nested(svg) == 12
    for animate in moving:
        times = [float(t) for t in animate.attrib["keyTimes"].split(";")]
        assert times[0] == 0
        assert times == sorted(times)
        assert len(times) == len(animate.attrib["values"].split(";"))
    assert not list(parsed(animation(new_game("pods"))).iter(f"{NS}animate"))


@pytest.mark.parametrize("wrong", [{"every": 0}, {"columns": 0}, {"every": True}, {"rotate": 1}])
def test_film_options(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        contact_sheet(new_game("pods"), **wrong)
    with pytest.raises(ArgumentError):
        animation(new_game("pods"), seconds=0)


def test_png() -> None:
    pytest.importorskip("resvg_py")
    svg = new_game("pods").svg()
    data = to_png(svg, width=300)
    assert data.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(data[16:20]) == 300
    with pytest.raises(RenderError, match="PNG"):
        to_png("no svg")
    with pytest.raises(ArgumentError):
        to_png(svg, width=0)


def test_png_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RenderError, match="install"):
        to_png(new_game("pods").svg())


GAME = str(FIXTURES / "states" / "dendria-20261129-modular-7.json")


def cli(*args: str) -> Result:
    return CliRunner().invoke(app, ["render", GAME, *args])


def test_command_line(tmp_path: Path) -> None:
    assert json.loads(cli().stdout)["board"]
    parsed(cli("--svg", "--ply", "9", "--dark", "--rotate", "60").stdout)
    for args, name in (
        (["--film", "--every", "20"], "sheet.svg"),
        (["--animate", "--every", "20"], "moving.svg"),
        (["--palette", "colour-blind", "--width", "200"], "board.svg"),
    ):
        file = tmp_path / name
        done = cli(*args, "-o", str(file))
        assert (done.exit_code, done.output) == (0, "")
        parsed(file.read_text(encoding="utf-8"))


def test_command_line_draws_render_json(tmp_path: Path) -> None:
    """What one command wrote, or anybody, another draws."""

    def run(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(app, ["render", *args], input=stdin)

    written = cli().stdout
    assert run("-", "--svg", stdin=written).stdout.rstrip() == to_svg(json.loads(written))
    file = tmp_path / "everything.json"
    file.write_text(json.dumps(EVERYTHING))
    assert json.loads(run(str(file), "--indent", "1").stdout) == EVERYTHING
    picture = tmp_path / "everything.svg"
    done = run(str(file), "--dark", "--palette", "colour-blind", "-o", str(picture))
    assert (done.exit_code, done.output) == (0, "")
    parsed(picture.read_text(encoding="utf-8"))
    for args in (["--film"], ["--animate"], ["--ply", "3"], ["--display", "x"], ["--game", "pods"]):
        assert run(str(file), *args).exit_code == 2
    assert run(str(file), "--svg", "--rotate", "7").exit_code == 2
    for bad, where in (({"board": {"style": "go"}}, "$.board.style"), ({"board": None}, "$.board")):
        file.write_text(json.dumps(bad))
        for args in ([], ["--svg"]):
            done = run(str(file), *args)
            assert done.exit_code == 1
            assert where in done.output + str(done.exception)


def test_command_line_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert cli("--png", "--width", "120").stdout_bytes.startswith(b"\x89PNG\r\n")
    file = tmp_path / "sheet.png"
    assert cli("--film", "--every", "30", "-o", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize(
    "args",
    [
        ["--svg", "--png"],
        ["--film", "--animate"],
        ["--animate", "--png"],
        ["--animate", "-o", "x.png"],
        ["-o", "board.txt"],
        ["--svg", "--rotate", "7"],
        ["--svg", "--palette", "neon"],
        ["--svg", "--width", "0"],
    ],
)
def test_command_line_used_wrongly(args: list[str]) -> None:
    done = cli(*args)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


@pytest.mark.parametrize("name", pictures.BOARDS)
def test_pictures_of_the_readme_are_as_drawn_now(name: str) -> None:
    """``python -m tools.pictures`` draws them anew."""
    assert (pictures.STATIC / f"{name}.svg").read_text(encoding="utf-8") == pictures.board(name)
