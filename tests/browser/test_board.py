"""What helps with the board: its legend, what cells say, half typed turns, keys, zooming and touch."""

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.conftest import DESKTOP
from tests.browser.pages import Window

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]
SMALL_PHONE = {"width": 360, "height": 740}
SIZES = [SMALL_PHONE, {"width": 768, "height": 1024}, DESKTOP, {"width": 1920, "height": 1080}]
FINGER = 32


def begun(one: Window, *moves: str, game: str = "pods", variants: tuple[str, ...] = ()) -> Window:
    """Start a game of both seats at this screen, and type moves."""
    one.start(game, variants=variants)
    for number, move in enumerate(moves, 1):
        one.write(move).play(number)
    return one


def phone(window: Windows) -> Window:
    return Window(window(size=SMALL_PHONE, has_touch=True, is_mobile=True))


def width_of(one: Window, cell: str) -> float:
    return float(one.page.locator(f"#board [data-cell={cell}]").bounding_box()["width"])


def told(one: Window, pattern: str) -> str:
    """Wait until the line about cells says so."""
    line = one.page.locator("#told", has_text=re.compile(pattern))
    line.wait_for()
    return str(line.inner_text())


def focused(one: Window) -> str | None:
    cell: str | None = one.page.evaluate("document.activeElement.dataset.cell ?? null")
    return cell


# ---- legend ------------------------------------------------------------------------------------


def test_the_legend_says_what_is_on_the_board_now(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7")
    legend = one.page.locator("#legend li")
    assert legend.all_inner_texts() == [
        "Whale of player 1: a point",
        "Whale of player 2: a point",
        "Placed in the last turn",
        "A turn can begin here",
    ]
    assert legend.locator("svg").count() == 4
    one.cell("g7")
    legend.filter(has_text="Where the chosen whale can go").wait_for()
    assert legend.filter(has_text="last turn").count() == 0
    assert legend.filter(has_text="can begin").count() == 0


def test_the_legend_is_closed_and_opened_and_stays_so(window: Windows) -> None:
    one = begun(Window(window()), "g7")
    asked: list[bool] = []
    one.page.on(
        "request",
        lambda request: (
            asked.append(request.post_data_json["legend"])
            if request.url.endswith("/look")
            else None
        ),
    )
    one.page.click("#legend summary")
    one.write("h7")
    assert asked[-1] is False  # what is not seen is not asked for
    one.page.reload()
    one.ready()
    assert one.page.locator("#legend li").count() == 0
    one.page.click("#legend summary")
    one.page.locator("#legend li").first.wait_for()
    one.page.reload()
    one.ready()
    assert one.page.locator("#legend li").count() > 0


def test_the_legend_is_in_the_language_of_the_page(window: Windows) -> None:
    one = begun(Window(window(locale="de-DE")), game="dendria", variants=("modular-7",))
    said = one.page.inner_text("#legend")
    assert "Wasser" in said
    assert "Legende" in said


# ---- what a cell says --------------------------------------------------------------------------


def test_a_cell_says_what_is_there_and_why_it_cannot_be_used(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7")
    asked: list[str] = []
    one.page.on("request", lambda r: asked.append(r.url) if r.url.endswith("/cells") else None)
    one.page.hover("#board [data-cell=a1]")
    said = told(one, "you need more")
    assert said.startswith("a1: empty")
    link = one.page.locator("#told a.ruling")
    assert link.get_attribute("href").endswith("/rules/pods#P2")
    link.hover()  # it stays while one goes there
    one.page.wait_for_timeout(1200)
    assert link.is_visible()
    one.page.hover("#board [data-cell=g7]")
    told(one, "^g7: whale of player 1")
    assert one.text == ""
    count = len(asked)
    one.page.hover("#board [data-cell=a1]")
    told(one, "you need more")
    assert len(asked) == count  # known already
    one.cell("g7")
    one.page.hover("#board [data-cell=a1]")
    told(one, "cannot reach a1")  # of the turn under way now
    assert one.text == "g7"


def test_going_over_the_board_asks_nothing(window: Windows) -> None:
    one = begun(Window(window()), "g7")
    asked: list[str] = []
    one.page.on("request", lambda r: asked.append(r.url) if r.url.endswith("/cells") else None)
    box = one.page.locator("#board svg").bounding_box()
    x, y = box["x"], box["y"] + box["height"] / 2
    one.page.mouse.move(x, y)
    one.page.mouse.move(x + box["width"], y, steps=60)
    told_of = one.page.locator("#board [data-cell=g7]")
    told_of.hover()
    told(one, "^g7")
    assert len(asked) <= 2


def test_what_is_said_is_put_away_by_escape_before_the_turn_is(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7")
    one.cell("g6")
    one.page.hover("#board [data-cell=a1]")
    told(one, "you need more")
    one.page.keyboard.press("Escape")
    assert one.page.inner_text("#told") == ""
    assert one.ready().text == "g6"
    one.page.keyboard.press("Escape")
    one.page.wait_for_function("() => document.getElementById('move').value === ''")


def test_the_focus_says_so_too_and_it_can_be_read_aloud(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7")
    one.page.locator("#board [data-cell=h7]").focus()
    one.page.keyboard.press("ArrowDown")
    one.page.keyboard.press("ArrowUp")
    at = focused(one)
    told(one, f"^{at}: whale of player")
    for _ in range(8):
        one.page.keyboard.press("ArrowLeft")
    told(one, "you need more")
    cell = one.page.locator(f"#board [data-cell={focused(one)}]")
    assert cell.get_attribute("aria-label").endswith("empty")
    assert cell.get_attribute("aria-describedby") == "told"
    assert one.page.locator("#told .why").get_attribute("role") == "status"
    one.page.keyboard.press("Tab")  # the link is next
    assert one.page.evaluate("document.activeElement.className") in ("ruling", "")


def test_a_finger_held_asks_and_does_not_choose(window: Windows) -> None:
    one = begun(phone(window), "g7", "h7")
    box = one.page.locator("#board [data-cell=a1]").bounding_box()
    touch = one.page.context.new_cdp_session(one.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    told(one, "^a1: empty")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    told(one, "you need more")
    assert one.ready().text == ""
    assert one.page.locator("#board.zoomed").count() == 0


# ---- half typed turns --------------------------------------------------------------------------


def test_a_beginning_of_a_turn_is_no_error_while_it_is_typed(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7")
    prompt, entry = one.page.locator("#prompt"), one.page.locator("#move")
    for text in ("g", "g7", "g7-", "g7-h"):
        one.write(text)
        assert "bad" not in prompt.get_attribute("class")
        assert entry.get_attribute("aria-invalid") == "false"
        assert one.page.locator("#play").is_disabled()
    assert one.prompt == "Choose a destination for the whale at g7."
    for text in ("g7-z", "z", "g7-h8-h9"):
        one.write(text)
        assert "bad" in prompt.get_attribute("class")
        assert entry.get_attribute("aria-invalid") == "true"


# ---- where a turn can begin --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "variants", "count"),
    [
        ("pods", (), 127),
        ("dendria", ("size-5",), 61),
        ("dendria", ("modular-7",), 1),
        ("dendria", ("modular-7", "solo"), 1),
    ],
)
def test_beginnings_are_marked_unless_hidden(
    window: Windows, game: str, variants: tuple[str, ...], count: int
) -> None:
    one = begun(Window(window()), game=game, variants=variants)
    assert one.page.locator("#board .begin").count() == count
    one.page.click("#tab-more")
    one.page.uncheck("#marks")
    one.page.locator("#board .begin").first.wait_for(state="detached")
    assert one.page.locator("#legend li", has_text="can begin").count() == 0


# ---- keys --------------------------------------------------------------------------------------


def test_whole_turns_without_tab(window: Windows) -> None:
    one = begun(Window(window()))
    keys = one.page.keyboard
    assert focused(one) is None
    keys.press("ArrowRight")  # to the board
    assert focused(one) == "g7"
    ring = one.page.locator("#board .ring")
    assert ring.is_visible()
    keys.press("Enter")
    assert one.ready().text == "g7"
    keys.press("Enter")  # again: play
    one.wait_moves(1)
    assert focused(one) == "g7"
    assert ring.is_visible()
    keys.press("ArrowRight")
    keys.press("Space")
    assert one.ready().text == "g8"
    keys.press("ArrowRight")
    keys.press("Enter")  # another cell: chosen, not played
    assert one.ready().text == "g9"
    assert len(one.moves()) == 1
    keys.press("Enter")
    one.wait_moves(2)
    assert one.moves() == ["g7", "g9"]


def test_one_step_back_and_all_of_a_turn_away(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7", "g6", "h8")
    one.cell("g7")
    one.page.locator("#board [data-cell=f6]").click()
    assert one.ready().text == "g7-f6"
    one.page.keyboard.press("Backspace")
    one.page.wait_for_function("() => document.getElementById('move').value === 'g7'")
    one.ready().page.keyboard.press("Backspace")
    one.page.wait_for_function("() => document.getElementById('move').value === ''")


def test_letters_go_to_the_text_field_and_enter_plays_there(window: Windows) -> None:
    one = begun(Window(window()))
    one.page.locator("#board [data-cell=a1]").focus()
    one.page.keyboard.type("g7")
    one.page.keyboard.press("Enter")
    one.wait_moves(1)
    assert one.moves() == ["g7"]


def test_history_has_keys_of_its_own_and_all_keys_are_listed(window: Windows) -> None:
    one = begun(Window(window()), "g7", "h7")
    one.page.locator("#board [data-cell=a1]").focus()
    one.page.keyboard.press("Shift+ArrowLeft")
    one.page.wait_for_function("() => document.getElementById('where').textContent === '1 / 2'")
    one.page.keyboard.press("End")
    one.page.wait_for_function("() => document.getElementById('where').textContent === '2 / 2'")
    one.ready().page.keyboard.press("?")
    dialog = one.page.locator("dialog.keys[open]")
    assert "Go from cell to cell" in dialog.inner_text()
    one.page.keyboard.press("ArrowRight")
    one.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    one.page.click("#keys-open")
    dialog.wait_for()


# ---- zoom and touch ----------------------------------------------------------------------------


def test_small_cells_are_made_large_enough_by_a_first_touch(window: Windows) -> None:
    one = begun(phone(window))
    assert width_of(one, "g7") < FINGER
    one.page.locator("#board [data-cell=g7]").tap()
    one.page.locator("#board.zoomed").wait_for()
    assert width_of(one, "g7") >= FINGER
    assert one.ready().text == ""
    one.page.locator("#board [data-cell=g7]").tap()
    assert one.ready().text == "g7"
    one.shot("touch-360-zoomed")
    one.play(1)
    one.page.locator("#board.zoomed").wait_for(state="detached")  # the whole board for what follows
    one.page.click("#tab-more")
    one.page.uncheck("#enlarge")
    one.ready().page.locator("#board [data-cell=h7]").tap()
    assert one.ready().text == "h7"


@pytest.mark.parametrize("variants", [("size-5",), (), ("modular-13",)])
def test_cells_of_every_board_are_large_enough_once_touched(
    window: Windows, variants: tuple[str, ...]
) -> None:
    one = begun(phone(window), game="dendria", variants=variants)
    cell = one.page.locator("#board .cell").nth(one.page.locator("#board .cell").count() // 2)
    if cell.bounding_box()["width"] < FINGER:
        cell.tap()
        one.page.locator("#board.zoomed").wait_for()
    assert cell.bounding_box()["width"] >= FINGER


def test_a_double_tap_shows_the_whole_board_and_chooses_nothing(window: Windows) -> None:
    one = begun(phone(window))
    cell = one.page.locator("#board [data-cell=g7]")
    cell.tap()
    one.page.locator("#board.zoomed").wait_for()
    one.page.wait_for_timeout(500)
    box = cell.bounding_box()
    touch = one.page.context.new_cdp_session(one.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for kind in ("touchStart", "touchEnd") * 2:
        points = [point] if kind == "touchStart" else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    one.page.locator("#board.zoomed").wait_for(state="detached")
    one.page.wait_for_function("() => document.getElementById('move').value === ''")
    assert one.ready().text == ""


AT_REST = """() => new Promise((done) => {
  let still = 0;
  const look = () => {
    still = scrollY ? 0 : still + 1;
    if (scrollY) scrollTo(0, 0);
    if (still > 40) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""Leads back to the top of the page, and waits until what was flung has come to rest."""


def test_two_fingers_zoom_one_moves_the_board_and_at_rest_scrolls_the_page(window: Windows) -> None:
    one = begun(phone(window))
    page = one.page
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        listed = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})

    box = page.locator("#board svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers("touchStart", (x, y))
    for step in range(1, 9):
        fingers("touchMove", (x, y - 20 * step))
    fingers("touchEnd")
    page.wait_for_function("() => scrollY > 50")
    assert page.locator("#board.zoomed").count() == 0
    page.evaluate(AT_REST)

    fingers("touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 7):
        fingers("touchMove", (x - 30 - 10 * step, y), (x + 30 + 10 * step, y))
    fingers("touchEnd")
    page.locator("#board.zoomed").wait_for()
    assert width_of(one, "g7") > 1.5 * box["width"] / 14
    before = page.locator("#board [data-cell=g7]").bounding_box()
    fingers("touchStart", (x, y))
    for step in range(1, 6):
        fingers("touchMove", (x + 10 * step, y))
    fingers("touchEnd")
    moved = page.locator("#board [data-cell=g7]").bounding_box()
    assert 20 < moved["x"] - before["x"] < 60
    assert page.evaluate("scrollY") == 0
    assert one.ready().text == ""


def test_wheel_buttons_and_mouse(window: Windows) -> None:
    one = begun(Window(window()))
    page = one.page
    whole = width_of(one, "g7")
    cell = page.locator("#board [data-cell=d4]")
    cell.hover()
    before = cell.bounding_box()
    page.keyboard.down("Control")
    for _ in range(3):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.locator("#board.zoomed").wait_for()
    now = cell.bounding_box()
    assert now["width"] > 1.5 * before["width"]
    middle = [box["x"] + box["width"] / 2 for box in (before, now)]
    assert abs(middle[0] - middle[1]) < 3  # what was under the pointer still is
    box = page.locator("#board svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=6)
    page.mouse.up()
    assert abs(cell.bounding_box()["x"] - now["x"] - 60) < 3
    assert one.ready().text == ""  # to drag is not to choose
    page.click("#board .zoom button:nth-child(3)")
    page.locator("#board.zoomed").wait_for(state="detached")
    assert abs(width_of(one, "g7") - whole) < 0.5
    page.click("#board .zoom button:nth-child(1)")
    page.locator("#board.zoomed").wait_for()
    one.cell("g7")
    assert one.text == "g7"
    assert width_of(one, "g7") > 1.3 * whole  # it stays while the board is drawn anew


def test_a_cell_out_of_sight_comes_into_it_with_the_focus(window: Windows) -> None:
    one = begun(Window(window()))
    for _ in range(3):
        one.page.click("#board .zoom button:nth-child(1)")
    one.page.keyboard.press("ArrowRight")
    for _ in range(6):
        one.page.keyboard.press("ArrowRight")
    assert focused(one) == "g13"
    cell = one.page.locator("#board [data-cell=g13]").bounding_box()
    board = one.page.locator("#board").bounding_box()
    assert cell["x"] >= board["x"]
    assert cell["x"] + cell["width"] <= board["x"] + board["width"]


# ---- how it looks ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", ["pods", "dendria"])
def test_nothing_is_wider_than_the_page(window: Windows, size: dict[str, int], game: str) -> None:
    one = begun(Window(window(size=size)), game=game)
    one.page.locator("#legend").evaluate("e => { e.open = true; }")
    one.page.locator("#legend li").first.wait_for()
    one.ready().shot(f"board-{game}-{size['width']}")
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    told_line = one.page.locator("#told").bounding_box()
    one.page.hover("#board .cell >> nth=0")
    told(one, ":")
    assert one.page.locator("#told").bounding_box() == told_line  # nothing jumps
