"""Rules and tours in a browser: from a refusal to its ruling, and through each tour on the board."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import get_rules, lessons

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.conftest import DESKTOP
from tests.browser.pages import Window, clicks_for

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]
SMALL_PHONE = {"width": 360, "height": 780}
SIGHTS = [
    pytest.param(size, dark, id=f"{size['width']}-{'dark' if dark else 'light'}")
    for size in (SMALL_PHONE, DESKTOP)
    for dark in (False, True)
]


def test_a_refusal_leads_to_its_ruling(window: Windows) -> None:
    one = Window(window()).start("pods")
    one.cell("g7").play(1).cell("h7").play(2)
    one.cell("a1")
    link = one.page.locator("#prompt a.ruling")
    assert link.inner_text() == "P2"
    with one.page.expect_popup() as opened:
        link.click()
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.url.endswith("/rules/pods#P2")
    assert rules.locator("#P2").evaluate("e => e.matches(':target')")
    assert one.cell("g6").text == "g6"  # the turn goes on where it was
    assert one.page.locator("#prompt a").count() == 0


def test_an_unfinished_turn_leads_to_what_it_lacks(window: Windows) -> None:
    one = Window(window()).start("dendria", variants=("size-5",))
    one.write("a1-a2")
    assert one.page.locator("#prompt a.ruling").get_attribute("href") == "/rules/dendria#moving"
    one.write("pass,a1=t")
    assert one.page.locator("#prompt a.ruling").inner_text() == "D8"


def test_rules_are_reached_from_the_board_and_the_start_page(window: Windows) -> None:
    one = Window(window()).start("dendria")
    with one.page.expect_popup() as opened:
        one.page.click("#rules")
    opened.value.wait_for_load_state()
    assert opened.value.url.endswith("/rules/dendria")
    one.page.goto("/")
    block = one.page.locator("[data-variants]:visible")
    block.locator("summary").click()
    block.locator("a[href*='/rules/']").click()
    one.page.wait_for_url("**/rules/*")
    one.page.click(".take-tour")
    one.ready()


@pytest.mark.parametrize("uid", ["pods", "dendria"])
def test_a_tour_is_played_on_the_board(window: Windows, uid: str) -> None:
    teaching = get_rules(uid).teaching()
    assert teaching is not None
    tour = Window(window())
    tour.page.goto(f"/rules/{uid}/tour?lang=en")
    tour.ready()
    for number, step in enumerate(teaching.tour, 1):
        tour.page.locator(f"[data-step={step.id}]:visible").wait_for()
        tour.ready()
        assert f"Step {number} of {len(teaching.tour)}" in tour.page.inner_text(".panel")
        game = lessons.scene(uid, step)
        solution = (step.solutions or game.moves())[0]
        other = next((m for m in game.moves() if not lessons.solved(game, step, m)), None)
        if other is not None:
            tour.write(other).page.click("#play")
            tour.page.locator("#said", has_text=step.hint).wait_for()
            assert tour.page.locator("#next").is_hidden()
            tour.page.click("#again")
            tour.ready()
        for row, col, piece in clicks_for(game, solution):
            if (row, col) == (-1, -1):
                tour.page.click("#custom button", timeout=5000)
                assert piece
            else:
                tour.click(row, col)
        tour.ready()
        assert tour.text == solution
        tour.page.click("#play")
        tour.page.locator("#said.good", has_text=step.done).wait_for()
        if number < len(teaching.tour):
            tour.page.click("#next")
    tour.page.click("#finish")
    tour.page.wait_for_url(re.compile(r"/$"))


def test_a_tour_by_keyboard_and_in_another_language(window: Windows) -> None:
    tour = Window(window(locale="de-DE"))
    tour.page.goto("/rules/pods/tour#migrate")
    tour.ready()
    assert "Schritt 4 von 7" in tour.page.inner_text(".panel")
    tour.page.fill("#move", "g5-g9")
    tour.page.keyboard.press("Enter")
    tour.page.locator("#said.good").wait_for()
    tour.page.keyboard.press("Enter")  # the button to go on has the focus
    tour.page.locator("[data-step=outnumbered]:visible").wait_for()
    tour.page.click(".languages [hreflang=en]")
    tour.page.locator("[data-step=outnumbered]:visible").wait_for()
    assert "Step 5 of 7" in tour.page.inner_text(".panel")


def test_signs_on_the_board_of_a_tour_are_explained(window: Windows) -> None:
    tour = Window(window())
    tour.page.goto("/rules/pods/tour#migrate")
    legend = tour.ready().page.locator("#legend li")
    assert "Whale of player 1: a point" in legend.all_inner_texts()
    tour.cell("g5")
    legend.filter(has_text="Where the chosen whale can go").wait_for()
    tour.page.click("#legend summary")
    asked = []
    tour.page.on("request", lambda one: asked.append(one.post_data_json["legend"]))
    tour.cell("g9")
    assert asked == [False]


@pytest.mark.parametrize(("size", "dark"), SIGHTS)
@pytest.mark.parametrize("uid", ["pods", "dendria"])
def test_pages_fit_and_pictures_are_of_the_theme(
    window: Windows, uid: str, size: dict[str, int], dark: bool
) -> None:
    one = Window(window(size=size, dark=dark, has_touch=size is SMALL_PHONE))
    one.page.goto(f"/rules/{uid}")
    for image in one.page.locator("figure img:visible").all():
        image.scroll_into_view_if_needed()
        one.page.wait_for_function(
            "e => e.complete && e.naturalWidth > 0", arg=image.element_handle()
        )
        assert ("dark=true" in image.get_attribute("src")) == dark
        assert image.get_attribute("alt")
    kind = f"{size['width']}-{'dark' if dark else 'light'}"
    one.shot(f"rules-{uid}-{kind}")
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    one.page.goto(f"/rules/{uid}/tour")
    one.ready().shot(f"tour-{uid}-{kind}")
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert one.page.locator("#board [data-row]").first.bounding_box()["width"] > 18


def test_rules_are_read_without_scripts(window: Windows) -> None:
    page = window(java_script_enabled=False)
    page.goto("/rules/pods#P4")
    assert page.locator("#P4 img.light-only").is_visible()
    assert not page.locator("#P4 img.dark-only").is_visible()
    assert not page.get_by_text("needs JavaScript").is_visible()
