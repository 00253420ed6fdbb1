"""Sceneries: what a board lies in changes colours, and nothing that has to be read gets lost in them."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from abstractplay_hex import ArgumentError, Game, get_rules, new_game
from abstractplay_hex.film import contact_sheet
from abstractplay_hex.render.colours import WATER
from abstractplay_hex.render.svg import PALETTES, SCENERIES, to_svg
from abstractplay_hex.render.svg.palette import contrast
from abstractplay_hex.render.svg.themes import theme_of
from tests.conftest import fixture_games

NS = "{http://www.w3.org/2000/svg}"
GAMES = [("pods", "pods-20240802", 24), ("dendria", "dendria-20261129", "modular-7")]


def played(uid: str, file: str, ident: object, plies: int = 40) -> Game[Any, Any]:
    data = next(g for g in fixture_games(f"{file}.jsonl") if g["id"] == ident)
    game = new_game(uid, data["variants"])
    for ply in data["plies"][:plies]:
        game.move(ply["move"])
    return game


def fills(svg: str) -> dict[str, str]:
    """Return the colour of each cell by its name."""
    root = ElementTree.fromstring(svg)
    cells = root.find(f".//{NS}g[@class='cells']")
    assert cells is not None
    return {c.attrib["data-cell"]: c.get("fill", cells.attrib["fill"]) for c in cells}


@pytest.mark.parametrize("scenery", SCENERIES)
@pytest.mark.parametrize("dark", [False, True])
def test_what_is_written_and_drawn_can_be_seen(scenery: str, dark: bool) -> None:
    theme = theme_of(scenery, dark)
    for ground in (theme.background, theme.shallows):
        assert contrast(theme.labels, ground) >= 3
    for cell in (theme.board, theme.shore):
        assert contrast(theme.annotations, cell) >= 4.5
        assert contrast(theme.borders, cell) >= 3  # the line around every piece
        assert contrast(theme.fill, cell) >= 4.5
    assert contrast(theme.annotations, theme.halo) >= 7


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_labels_are_read_where_they_stand(game: Any, dark: bool, palette: str) -> None:
    root = ElementTree.fromstring(played(*game).svg(dark=dark, palette=palette))
    labels = root.find(f".//{NS}g[@class='labels']")
    back = root.find(f"{NS}rect")
    assert labels is not None
    assert back is not None
    around = {
        text.text: group.attrib["fill"]
        for group in root.iterfind(f".//{NS}g[@class='label-halos']/{NS}g")
        for text in group
    }
    assert len(labels) > 20
    for text in labels:
        ink = text.get("fill", labels.attrib["fill"])
        assert contrast(ink, around.get(text.text, back.attrib["fill"])) >= 3, text.text


def test_the_games_lie_where_they_are_played() -> None:
    assert (get_rules("pods").scenery, get_rules("dendria").scenery) == ("sea", "island")
    for uid, scenery in (("pods", "sea"), ("dendria", "island")):
        svg = new_game(uid).svg()
        assert f'data-scenery="{scenery}"' in svg
        assert SCENERIES[scenery][0].background in svg
        assert SCENERIES[scenery][0].background in contact_sheet(new_game(uid))
        plain = new_game(uid).svg(scenery="plain")
        assert "data-scenery" not in plain
        assert plain == to_svg(new_game(uid).render(), titles=new_game(uid).titles())


def shape(game: Game[Any, Any], **options: Any) -> str:
    """Return a picture without what a scenery may change."""
    svg = game.svg(prefix="b", **options)
    svg = re.sub(r'<g class="shallows".*?</g>| data-scenery="\w+"', "", svg)
    svg = re.sub(r'<g class="label-halos">.*?</g></g>', "", svg)  # one for each colour of ground
    # A line around a piece may be needed on other ground.
    return re.sub(r' (fill|stroke|stroke-width)="[^"]*"', "", svg)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_a_scenery_changes_nothing_but_colours(game: Any) -> None:
    at = played(*game)
    assert shape(at) == shape(at, scenery="plain")


def test_the_coast_is_the_shore() -> None:
    """Land beside the ocean is sandy; that beside a lagoon is not."""
    ring = new_game("dendria", ["modular-7"], position="~3~/~4/1P~2/~4/~3~ D 0 -")
    island = SCENERIES["island"][0]
    cells = fills(ring.svg())
    board = ring.looked_at.position.board
    coast = {name for cell, name in board.layout.name.items() if board.coast >> cell & 1}
    assert {name for name, fill in cells.items() if fill == island.shore} == coast
    assert coast != set(board.layout.name.values())
    for rotate in (60, 180):
        assert fills(ring.svg(rotate=rotate)) == cells
    fixed = fills(new_game("dendria", ["size-5"]).svg())
    assert sum(fill == island.shore for fill in fixed.values()) == 24


def test_water_is_painted_as_the_ocean_is() -> None:
    building = played("dendria", "dendria-20261129", "modular-7", 4)
    for dark in (False, True):
        island = SCENERIES["island"][dark]
        svg = building.svg(dark=dark)
        assert WATER not in svg
        assert f'class="water" fill="{island.water}"' in svg
        # Built so far, too, an island has a shore.
        assert island.shore in fills(svg).values()
    assert WATER in building.svg(scenery="plain")


@pytest.mark.parametrize("scenery", ["moon", "", None, 7, ["sea"]])
def test_there_is_no_other_scenery(scenery: Any) -> None:
    with pytest.raises(ArgumentError, match="plain, sea, island") as caught:
        new_game("pods").svg(scenery=scenery)
    assert caught.value.code == "svg.scenery"


def test_pictures_of_one_board_in_two_sceneries_have_no_ids_in_common() -> None:
    game = new_game("pods").move("g7")
    ids = [set(re.findall(r' id="([^"]*)"', game.svg(scenery=name))) for name in SCENERIES]
    assert not ids[0] & ids[1]
    assert not ids[1] & ids[2]
