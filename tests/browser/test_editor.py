"""The board editor in the page."""

from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import get_rules, load_game, new_game

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.pages import Window
from tests.browser.test_computers import overflow
from tests.browser.test_review import HEIGHTS, LOADED, SIZES

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]


def opened(page: Any, uid: str, query: str = "") -> Window:
    page.goto(f"/editor/{uid}{query}")
    return Window(page).ready()


def text(page: Any) -> str:
    return str(page.input_value("#position"))


def choose(page: Any, said: str) -> None:
    page.locator("#signs label", has_text=said).click()


@SIZES
def test_the_editor_looks_well(window: Windows, width: int, dark: bool) -> None:
    page = window(size={"width": width, "height": HEIGHTS[width]}, dark=dark)
    editor = opened(page, "dendria", "?variant=modular-7")
    page.click("#clear")
    editor.ready()
    for said, row, col in (("Dark tree", 4, 3), ("Light sprite", 5, 4), ("Dark seed", 6, 5)):
        choose(page, said)
        editor.click(row, col)
    assert overflow(page) <= 0
    editor.shot(f"editor-{width}-{'dark' if dark else 'light'}")


def test_a_position_is_set_up_by_clicks(window: Windows) -> None:
    page = window()
    editor = opened(page, "pods")
    start = text(page)
    assert start == new_game("pods").position()
    assert page.locator("#signs svg").count() == 2
    choose(page, "Whale of player 1")
    editor.cell("g7")
    choose(page, "Whale of player 2")
    editor.cell("a1").cell("m7")
    page.select_option("#choices select", "2")
    editor.ready()
    assert text(page) == "6w/8/9/10/11/12/6W6/12/11/10/9/8/w6 2"
    assert get_rules("pods").read_position(text(page), new_game("pods").setup)
    # A second click takes away what the first has put; so does "Nothing".
    editor.cell("m7").cell("m7")
    assert text(page).startswith("7/")
    choose(page, "Nothing")
    editor.cell("g7")
    assert text(page) == "7/8/9/10/11/12/13/12/11/10/9/8/w6 2"
    page.reload()
    editor.ready()
    assert text(page) == "7/8/9/10/11/12/13/12/11/10/9/8/w6 2"  # the address holds it
    page.click("#clear")
    editor.ready()
    assert text(page) == "7/8/9/10/11/12/13/12/11/10/9/8/7 1"


def test_texts_are_edited_and_faults_say_where(window: Windows) -> None:
    page = window()
    editor = opened(page, "pods")
    page.fill("#position", "7/8/9/10/11/12/6W6/12/11/10/9/8/7 2")
    page.click("#show")
    editor.ready()
    assert "g7: whale of player 1" in page.locator("#board svg").inner_html()
    page.fill("#position", "7/8/9/10/11/12/6X6/12/11/10/9/8/7 2")
    page.click("#show")
    page.locator("#fault", has_text="X").wait_for()
    assert page.get_attribute("#position", "aria-invalid") == "true"
    assert page.locator("#analyse").is_disabled()
    page.click("#start")
    editor.ready()
    assert page.inner_text("#fault") == ""
    # A game that is over can be looked at, but not begun.
    full = "/".join("W" * n for n in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7)) + " 1"
    page.fill("#position", full)
    page.click("#show")
    page.locator("#fault", has_text="No game can begin here").wait_for()
    assert page.get_by_role("button", name="Play against the computer").is_disabled()


def test_land_is_edited(window: Windows) -> None:
    page = window()
    editor = opened(page, "dendria", "?variant=modular-7")
    assert page.locator("#note").is_visible()  # an island is built by playing
    page.click("#clear")
    editor.ready()
    before = text(page)
    land = load_game(new_game("dendria", ("modular-7",), position=before).serialize())
    cells = land.looked_at.position.board.land.bit_count()
    choose(page, "Land")
    page.locator("#board [data-row]").first.click()
    editor.ready()
    after = new_game("dendria", ("modular-7",), position=text(page))
    assert after.looked_at.position.board.land.bit_count() == cells + 1
    choose(page, "Water")
    page.locator("#board [data-row='6'][data-col='4']").click()
    editor.ready()
    assert text(page) != before


def test_a_position_is_analysed_and_played(window: Windows) -> None:
    page = window()
    editor = opened(page, "pods", "#position=7/8/9/10/11/5w6/6W6/12/11/10/9/8/7 1")
    position = text(page)
    page.click("#analyse")
    page.locator("#found:visible").wait_for(timeout=LOADED)
    assert page.locator("#lines li").count() == 3
    assert "Player 1" in page.inner_text("#value")
    editor.shot("editor-analysed")
    page.select_option("#start-seat", "1")
    page.select_option("#start-level", "1")
    page.get_by_role("button", name="Play against the computer").click()
    page.wait_for_url("**/games/*seat=1")
    game = Window(page).ready()
    game.wait_status("your turn")
    state = page.request.get(page.get_attribute("#get-state", "href")).text()
    begun = load_game(state, verify=True)
    assert begun.position() == position
    game.cell(next(move for move in begun.moves() if "-" not in move)).play(1)
    page.locator("#moves button").nth(1).wait_for(timeout=LOADED)


def test_variants_and_reviews_lead_to_the_editor(window: Windows) -> None:
    page = window()
    editor = opened(page, "dendria")
    page.locator("#setup select[name=variant]").first.select_option("size-5")
    page.wait_for_url("**/editor/dendria?variant=size-5*")
    editor.ready()
    assert text(page) == new_game("dendria", ("size-5",)).position()
    page.goto("/")
    assert page.locator("a[href='/editor/pods']").count() == 1


def test_solo_is_offered_with_modular_boards_only(window: Windows) -> None:
    page = window()
    editor = opened(page, "dendria")
    solo, board = page.locator("#setup input[value=solo]"), page.locator("#setup select")
    assert not solo.is_visible()
    board.first.select_option("modular-7")
    page.wait_for_url("**/editor/dendria?variant=modular-7*")
    editor.ready()
    solo.evaluate("box => box.click()")  # which leaves the page
    page.wait_for_url("**variant=modular-7&variant=solo*")
    editor.ready()
    board.first.select_option("size-5")
    page.wait_for_url("**/editor/dendria?variant=size-5*")
    editor.ready()
    assert page.inner_text("#fault") == ""
    # A link that says both is refused, and what is chosen next is not.
    page.goto("/editor/dendria?variant=solo")
    page.locator("#fault", has_text="solo").wait_for()
    assert not solo.is_visible()


def test_texts_and_links_are_copied(window: Windows) -> None:
    page = window(permissions=["clipboard-read", "clipboard-write"])
    editor = opened(page, "pods")
    choose(page, "Whale of player 1")
    editor.cell("g7")
    for button, expected in (("#copy", text(page)), ("#link", page.url)):
        page.click(button)
        page.locator(button, has_text="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == expected
    page.goto("about:blank")
    page.goto(expected)
    editor.ready()
    assert "6W6" in text(page)
