"""Wherever there is a board, a finger hits its cells and a pointer is told what is on them."""

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.pages import Window
from tests.browser.sights import SIGHTS, Sight
from tests.browser.test_board import FINGER, SMALL_PHONE

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]
NAMES = ("pods", "dendria", "tour-pods", "tour-dendria", "review", "editor-pods", "editor-dendria")
BOARDS = pytest.mark.parametrize(
    "sight", [one for one in SIGHTS if one.name in NAMES], ids=lambda sight: sight.name
)


TWICE = """cell => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true };
  for (let tap = 0; tap < 2; tap += 1)
    cell.dispatchEvent(new PointerEvent("click", { ...at, pointerType: "touch" }));
}"""
"""Two taps, one at once after the other, however slow the machine is."""


def middle(page: Any) -> Any:
    """Return the cell in the middle of the board."""
    cells = page.locator("#board [data-row]")
    return cells.nth(cells.count() // 2)


def under_way(page: Any) -> str:
    """Return the turn under way, the position set up, and what is looked at."""
    found: str = page.evaluate(
        """() => ["move", "position", "where"].map((id) => document.getElementById(id))
          .map((one) => one?.value ?? one?.textContent ?? "").join(" | ")"""
    )
    return found


@BOARDS
def test_cells_are_large_enough_once_touched(window: Windows, server: Any, sight: Sight) -> None:
    one = Window(window(size=SMALL_PHONE, has_touch=True, is_mobile=True))
    sight.show(one, server.url)
    one.ready()
    cell, before = middle(one.page), under_way(one.page)
    small = cell.bounding_box()["width"] < FINGER
    if small:
        cell.tap()
        one.page.locator("#board.zoomed").wait_for()
    assert cell.bounding_box()["width"] >= FINGER
    assert under_way(one.page) == before
    if not small:
        return
    cell.evaluate(TWICE)
    one.page.locator("#board.zoomed").wait_for(state="detached")
    one.page.wait_for_timeout(200)
    one.ready()
    assert under_way(one.page) == before


@BOARDS
def test_a_cell_says_what_is_on_it(window: Windows, server: Any, sight: Sight) -> None:
    one = Window(window())
    sight.show(one, server.url)
    one.ready()
    cell = middle(one.page)
    name = cell.get_attribute("data-cell")
    cell.hover()
    one.page.locator("#told", has_text=re.compile(f"^{re.escape(name)}: ")).wait_for()
    one.page.mouse.move(1, 1)
    one.page.wait_for_function("() => !document.getElementById('told').textContent")
    cell.focus()
    one.page.keyboard.press("ArrowLeft")
    one.page.locator("#told", has_text=": ").wait_for()
