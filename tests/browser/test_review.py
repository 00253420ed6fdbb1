"""Reviews in the page: after a game and of uploads, on the way to new games; variations and their links."""

import json
import random
import re
import signal
from collections.abc import Callable
from os import kill
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex import Game, load_game, new_game

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.conftest import ARTEFACTS, DESKTOP
from tests.browser.pages import IDLE, Window
from tests.browser.test_computers import engines, overflow

pytestmark = pytest.mark.heavy

SIZES = pytest.mark.parametrize(
    ("width", "dark"),
    [
        pytest.param(width, dark, marks=pytest.mark.long if (number + dark) % 2 else ())
        for number, width in enumerate((360, 768, 1280, 1920))
        for dark in (False, True)
    ],
    ids=lambda value: str(value),
)
HEIGHTS = {360: 740, 768: 1024, 1280: 860, 1920: 1080}
LOADED = 120_000
"""Milliseconds to wait for engines, however much else the machine does."""

Windows = Callable[..., Any]


def played(uid: str, plies: int, variants: tuple[str, ...] = (), seed: int = 3) -> Game[Any, Any]:
    """Return a game in which turns were picked at random, and the second player resigned."""
    game, rng = new_game(uid, variants), random.Random(seed)
    for _ in range(plies):
        game.move(str(game.random_move(rng)))
    return game.resign(2)


def upload(page: Any, text: str) -> Window:
    """Upload a game by its text."""
    page.goto("/review")
    page.fill("#text", text)
    page.click("#upload button[type=submit]")
    page.wait_for_url("**/review/*", timeout=LOADED)
    return Window(page).ready()


def reviewed(window: Window) -> Window:
    """Wait until all is judged."""
    window.page.wait_for_selector("#summary table", state="attached", timeout=LOADED)
    return window.ready()


def where(page: Any) -> str:
    return str(page.inner_text("#where"))


@pytest.fixture(scope="module")
def pods() -> Game[Any, Any]:
    return played("pods", 14)


@SIZES
def test_reviews_look_well(window: Windows, width: int, dark: bool, pods: Game[Any, Any]) -> None:
    page = window(size={"width": width, "height": HEIGHTS[width]}, dark=dark)
    review = reviewed(upload(page, pods.serialize()))
    assert overflow(page) <= 0
    review.shot(f"review-{width}-{'dark' if dark else 'light'}")
    for tab in ("lines", "start", "more"):
        page.click(f"#tab-{tab}")
        assert overflow(page) <= 0
        review.shot(f"review-{tab}-{width}-{'dark' if dark else 'light'}")


def test_a_game_is_reviewed_after_it(window: Windows) -> None:
    ann = Window(window()).start("pods", names=("Ann", "Bob"))
    page = ann.page
    for number, cell in enumerate(("g7", "a1", "g8", "a2"), 1):
        ann.cell(cell).play(number)
    assert page.locator("#to-review").is_hidden()
    page.click("#resign")
    page.click("#yes")
    ann.wait_status("over")
    page.click("#to-review")
    page.wait_for_url("**/review/*")
    review = reviewed(Window(page).ready())
    assert page.locator("#plies li").count() == 6
    assert "Bob" in page.inner_text("#players")
    # Marks are told in signs and in words, on the curve and in the list.
    marked = page.locator("#plies .sign")
    assert marked.count() > 0
    assert re.fullmatch(
        r"(\?\?|\?!?|□)\s*(blunder|mistake|inaccuracy|only move)",
        marked.first.inner_text().replace("\n", " "),
    )
    assert page.locator("#curve .mark").count() == marked.count()
    assert "lose" in page.inner_text("#verdict") or "only" in page.inner_text("#verdict").lower()
    review.shot("review-after-a-game")


def test_stepping_by_keys_and_on_the_curve(window: Windows, pods: Game[Any, Any]) -> None:
    page = window()
    review = reviewed(upload(page, pods.serialize()))
    page.locator("#heading").click()
    for key, shown in (
        ("Home", "0 / 15"),
        ("ArrowRight", "1 / 15"),
        ("ArrowRight", "2 / 15"),
        ("ArrowLeft", "1 / 15"),
        ("End", "15 / 15"),
    ):
        page.keyboard.press(key)
        review.ready()
        assert where(page) == shown
    page.keyboard.press("ArrowUp")
    review.ready()
    assert page.locator("#status .sign").count() == 1
    marked = where(page)
    # The curve is a slider.
    page.locator("#curve").focus()
    page.keyboard.press("Home")
    review.ready()
    assert where(page) == "0 / 15"
    page.keyboard.press("ArrowRight")
    review.ready()
    assert where(page) == "1 / 15"
    assert page.get_attribute("#curve", "aria-valuenow") == "1"
    assert "1" in str(page.get_attribute("#curve", "aria-valuetext"))
    box = page.locator("#curve").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.97, box["y"] + box["height"] / 2)
    review.ready()
    assert where(page) == "15 / 15"
    page.reload()
    review.ready()
    assert where(page) == "15 / 15"  # the address holds it
    assert marked != "15 / 15"
    # The list leads there, too.
    page.locator("#plies button").nth(3).click()
    review.ready()
    assert where(page) == "3 / 15"
    assert page.locator("#plies [aria-current=true] .number").inner_text() == "3"


def test_arrows_show_what_was_better(window: Windows, pods: Game[Any, Any]) -> None:
    page = window()
    review = reviewed(upload(page, pods.serialize()))
    bad = page.locator("#plies li:has(.blunder)").first
    bad.locator("button").click()
    review.ready()
    assert page.locator("#board svg").inner_html().count("#1a9850") > 0
    assert page.locator("#board svg").inner_html().count("#d7191c") > 0
    page.click("#tab-more")
    page.locator("#arrows").uncheck()
    review.ready()
    assert page.locator("#board svg").inner_html().count("#1a9850") == 0


def test_lines_are_followed_listed_and_shared(window: Windows, pods: Game[Any, Any]) -> None:
    page = window(permissions=["clipboard-read", "clipboard-write"])
    review = reviewed(upload(page, pods.serialize()))
    page.locator("#plies button").nth(5).click()
    review.ready()
    best = page.locator("#lines-before li").first.locator("button").first.inner_text()
    page.locator("#lines-before li").first.locator("button").first.click()
    review.ready()
    assert where(page) == "4 + 1"
    page.click("#tab-lines")
    assert page.locator("#variations .step").all_inner_texts() == [best]
    # A click on the board goes on with it at once.
    game = load_game(pods.serialize())
    game.undo(len(game.stack) - 5)
    game.move(best)
    free = next(move for move in game.moves() if "-" not in move)
    review.cell(free)
    assert where(page) == "4 + 2"
    assert page.locator("#variations .step").all_inner_texts() == [best, free]
    # A typed one from elsewhere is another.
    page.click("#return")
    review.ready()
    page.click("#first")
    review.ready()
    page.fill("#move", "a1")
    page.locator("#prompt.bad").wait_for(state="detached")
    page.keyboard.press("Enter")
    review.ready()
    assert where(page) == "0 + 1"
    assert page.locator("#variations > li").count() == 2
    # A link holds the moves, and nothing else.
    page.locator("#variations li", has_text=best).get_by_role("button", name="Copy link").click()
    page.locator("#toast:visible").wait_for()
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert link.endswith(f"#after=4&moves={best}+{free}")
    assert "?" not in link
    page.locator("#variations li", has_text=best).get_by_role("button", name="Delete").click()
    assert page.locator("#variations > li:not(.shared)").count() == 1
    page.goto("about:blank")
    page.goto(link)
    review.ready()
    assert where(page) == "4 + 2"
    assert page.locator("#variations .step", has_text=free).count() == 1
    # What is not right is told, and not half shown.
    for bad, said in (
        (f"#after=4&moves={best}+{best}", "Move 2"),
        ("#after=99&moves=a1", "15 moves"),
        ("#after=4", "not complete"),
        ("#after=04&moves=a1", "not complete"),
        ("#after=4&moves=" + "a1+" * 2000 + "a1", "not complete"),
    ):
        page.goto("about:blank")
        page.goto(link.partition("#")[0] + bad)
        review.ready()
        page.locator("#toast", has_text=said).wait_for()
        assert where(page) == "15 / 15"


def test_variations_of_a_game_are_shared_with_those_who_watch(window: Windows) -> None:
    ann, bob = Window(window(permissions=["clipboard-read", "clipboard-write"])), Window(window())
    ann.start("pods", where="1")
    watch = ann.link(0)
    ann.cell("g7").play(1)
    bob.join(watch)
    bob.page.fill("#move", "h7")
    bob.page.locator("#try:enabled").click()
    bob.ready()
    assert where(bob.page) == "1 + 1"
    bob.page.click("#tab-lines")
    assert bob.page.locator("#variations .step").all_inner_texts() == ["h7"]
    bob.shot("variations-of-a-watcher")
    bob.page.get_by_role("button", name="Copy link").click()
    link = bob.page.locator("#variations .shared input").input_value()
    assert link.endswith("#after=1&moves=h7")
    assert "join" not in link
    ann.page.goto("about:blank")
    ann.page.goto(link)
    ann.ready()
    assert where(ann.page) == "1 + 1"
    # Who has no key to the game learns nothing.
    stranger = window()
    stranger.goto(link)
    stranger.locator("#status", has_text="private").wait_for()


def test_playing_on_from_a_ply(window: Windows, pods: Game[Any, Any]) -> None:
    page = window()
    review = reviewed(upload(page, pods.serialize()))
    page.locator("#plies button").nth(6).click()
    review.ready()
    position = load_game(pods.serialize()).load(6).position()
    page.click("#tab-start")
    page.select_option("#start-level", "1")
    page.select_option("#start-seat", "2")
    page.get_by_role("button", name="Play against the computer").click()
    page.wait_for_url("**/games/*seat=2")
    game = Window(page).ready()
    page.locator("#moves button").first.wait_for(timeout=LOADED)
    game.wait_status("your turn")
    page.click("#first")
    game.ready()
    state = page.request.get(page.get_attribute("#get-state", "href")).text()
    assert load_game(state, verify=True).load(0).position() == position


def test_a_killed_engine_is_told_and_can_be_asked_again(window: Windows, server: Any) -> None:
    page = window()
    game = played("pods", 40, seed=8)
    upload(page, game.serialize())
    page.wait_for_selector("#plies .loss", timeout=LOADED)
    for _ in range(200):
        for pid in engines(server):
            kill(pid, signal.SIGKILL)
        if page.locator("#again:visible").count():
            break
        page.wait_for_timeout(20)
    page.locator("#progress-said", has_text="kept").wait_for()
    Window(page).shot("review-killed")
    done = page.locator("#summary table")
    for _ in range(5):  # where much else is done, an engine may be too slow as well
        if page.locator("#again:visible").count():
            page.click("#again")
        done.or_(page.locator("#again:visible")).first.wait_for(
            state="attached", timeout=2 * LOADED
        )
        if done.count():
            break
    reviewed(Window(page))
    assert page.locator("#progress").is_hidden()
    assert page.locator("#plies li").count() == 42


def test_files_are_uploaded_and_bad_ones_refused(
    window: Windows, tmp_path: Path, pods: Game[Any, Any]
) -> None:
    page = window()
    page.goto("/review")
    page.click("#upload button[type=submit]")
    assert "Choose a file" in page.inner_text("#fault")
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"game": "pods", "moves": ["g7", "zz"]}))
    page.set_input_files("#file", bad)
    page.click("#upload button[type=submit]")
    page.locator("#fault", has_text="ply 2, 'zz'").wait_for(timeout=LOADED)
    Window(page).shot("review-upload-refused")
    good = tmp_path / "good.json"
    good.write_text(json.dumps(pods.record(["Ann", "Bob"])))
    page.set_input_files("#file", good)
    page.click("#upload button[type=submit]")
    page.wait_for_url("**/review/*", timeout=LOADED)
    Window(page).ready()
    assert "Ann" in page.inner_text("#players")
    # A link to it lets others look.
    page.click("#tab-more")
    link = page.input_value("#share-link")
    other = window(size=DESKTOP)
    other.goto(link)
    reviewed(Window(other).ready())
    assert "join" not in other.url


def test_a_review_in_german(window: Windows) -> None:
    page = window(locale="de")
    reviewed(upload(page, played("dendria", 8, ("size-5",)).serialize()))
    assert "Zug" in page.inner_text("#status")
    assert page.inner_text("#tab-lines") == "Varianten"
    assert page.locator(IDLE).count() == 1


def test_on_paper_there_are_the_board_and_all_plies(window: Windows, pods: Game[Any, Any]) -> None:
    page = window()
    reviewed(upload(page, pods.serialize()))
    page.click("#tab-more")  # whatever sheet is seen
    page.emulate_media(media="print")
    page.screenshot(path=ARTEFACTS / "paper-review.png", full_page=True)
    assert page.locator("#board svg").is_visible()
    assert page.locator("#plies button").last.is_visible()
    for gone in (".tabs", ".steps", "#curve", "#sheet-more", "#told", ".zoom"):
        assert not page.locator(gone).is_visible(), gone
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
