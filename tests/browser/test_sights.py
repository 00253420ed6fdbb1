"""What pages look like at the widths people have: nothing sticks out, lies on the board, or is too small to hit.

The pictures are kept in ``artefacts/sights`` for people to look at.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from abstractplay_hex.render.svg import SCENERIES
from tests.browser.conftest import ARTEFACTS
from tests.browser.pages import Window
from tests.browser.sights import SIGHTS, link

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]
SIZES = {
    "360": {"width": 360, "height": 740},
    "768": {"width": 768, "height": 1024},
    "1280": {"width": 1280, "height": 860},
    "1920": {"width": 1920, "height": 1080},
    "lying": {"width": 740, "height": 360},
}
SEEN = [sight for sight in SIGHTS if sight.name not in ("pods-log", "pods-back", "home-computer")]
"""The others have the same things in the same places."""

PLACED = Path(__file__).with_name("placed.js").read_text(encoding="utf-8")


def found(page: Any, what: str) -> Any:
    """Return what ``placed.js`` finds on a page."""
    return page.evaluate(f"() => {{ {PLACED.strip()}\nreturn placed.{what}(); }}")


@pytest.mark.parametrize("number", range(len(SEEN)), ids=[sight.name for sight in SEEN])
def test_everything_has_its_place(window: Windows, server: Any, number: int) -> None:
    sight, dark = SEEN[number], number % 2 == 1
    folder = ARTEFACTS / "sights"
    folder.mkdir(parents=True, exist_ok=True)
    one = Window(window(size=SIZES["1280"], dark=dark))
    sight.show(one, server.url)
    wrong: dict[tuple[str, str], list[str]] = {}
    if sight.board:  # it lies where its game is played
        assert one.page.locator("#board svg[data-scenery]").count() >= 1
    for name, size in SIZES.items():
        one.page.set_viewport_size(size)
        one.page.evaluate("scrollTo(0, 0)")
        one.page.screenshot(path=folder / f"{sight.name}-{name}-{'dark' if dark else 'light'}.png")
        asked = ("wide", "small", "covered") if sight.board else ("wide", "small")
        wrong |= {(name, what): found(one.page, what) for what in asked}
    assert {where: what for where, what in wrong.items() if what} == {}


def test_what_is_out_of_place_is_found(window: Windows, server: Any) -> None:
    one = Window(window(size=SIZES["360"]))
    one.join(link(server.url, "pods"))
    one.page.evaluate(
        """() => {
          const add = (css) => {
            const button = document.createElement("button");
            Object.assign(button.style, { position: "fixed", minHeight: 0, padding: 0, ...css });
            document.querySelector("main").append(button);
          };
          add({ left: "300px", width: "100px", top: "600px", height: "30px" });
          add({ left: "10px", width: "20px", top: "600px", height: "20px" });
          const board = document.querySelector("#board [data-cell=g7]").getBoundingClientRect();
          add({ left: `${board.x}px`, top: `${board.y}px`, width: "30px", height: "30px" });
        }"""
    )
    assert len(found(one.page, "wide")) == 1
    assert len(found(one.page, "small")) == 1
    assert any("g7 is under" in line for line in found(one.page, "covered"))


@pytest.mark.parametrize("name", ["pods", "dendria", "modular"])
def test_boards_are_as_large_as_the_window_lets_them_be(
    window: Windows, server: Any, name: str
) -> None:
    """On large screens: the board from the players' names to the buttons below; the panel in two columns."""
    one = Window(window(size=SIZES["1920"]))
    one.join(link(server.url, name))
    board = one.page.locator("#board").bounding_box()
    assert board["height"] > 0.74 * 1080
    assert one.page.locator(".steps").bounding_box()["y"] + 40 <= 1080  # seen without scrolling
    cells = found(one.page, "cells")
    assert (
        max((cells[2] - cells[0]) / board["width"], (cells[3] - cells[1]) / board["height"]) > 0.8
    )
    turn, moves = (one.page.locator(f".panel > {s}").bounding_box() for s in (".turn", ".sheets"))
    assert turn["x"] + turn["width"] <= moves["x"]
    assert moves["x"] + moves["width"] > 1880  # nothing is left empty at the side


def test_pages_have_the_colours_of_the_pictures(window: Windows) -> None:
    """Around a board, and of the cards: those of the sceneries, in both themes."""
    for dark in (False, True):
        page = window(dark=dark)
        page.goto("/")
        page.wait_for_load_state("networkidle")
        for scenery in ("sea", "island"):
            given = page.evaluate(
                "name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)",
                scenery,
            )
            assert given.strip() == SCENERIES[scenery][dark].background
        backs = {
            card.evaluate("e => getComputedStyle(e).backgroundColor")
            for card in page.locator(".scene").all()
        }
        assert len(backs) == page.locator(".scene").count()  # no two alike


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["pods", "modular"])
def test_on_paper_there_is_the_game_and_nothing_else(
    window: Windows, server: Any, name: str, dark: bool
) -> None:
    one = Window(window(size=SIZES["1280"], dark=dark))
    one.join(link(server.url, name))
    page = one.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.screenshot(path=ARTEFACTS / f"paper-{name}.png", full_page=True)
    head = page.inner_text(".printed")
    assert head.startswith("Ann – Bob")
    assert re.search(r"\b20\d\d\b", head)
    assert page.locator("#board svg").is_visible()
    assert page.locator("#moves button").last.is_visible()
    for gone in (".steps", ".turn", ".tabs", ".words", "#theme", ".brand", "#invite", "#sheet-log"):
        assert not page.locator(gone).is_visible(), gone
    ink = "e => [getComputedStyle(e).color, getComputedStyle(e).fill]"
    assert page.locator("#heading").evaluate(ink)[0] == "rgb(0, 0, 0)"
    assert page.locator("#board .labels").evaluate(ink)[1] == "rgb(0, 0, 0)"
    assert page.locator("#board svg > rect").first.evaluate(ink)[1] == "rgb(255, 255, 255)"
    back = "e => getComputedStyle(e).backgroundColor"
    assert page.locator("body").evaluate(back) in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_has_the_focus_is_seen(window: Windows, server: Any, dark: bool) -> None:
    """Everything that Tab reaches has a ring that stands out from what is around it, or is a cell with its own."""
    one = Window(window(size=SIZES["1280"], dark=dark))
    for sight in SIGHTS:
        if sight.name not in ("home", "pods", "rules-pods", "tour-pods"):
            continue
        sight.show(one, server.url)
        one.page.evaluate("document.activeElement?.blur()")
        rings = 0
        for _ in range(25):
            one.page.keyboard.press("Tab")
            seen = found(one.page, "unseen")
            if seen is None:
                break
            assert seen is True, (sight.name, seen)
            rings += 1
        assert rings > 3
