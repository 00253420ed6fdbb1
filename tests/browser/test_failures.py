"""Pages when answers fail, the server is away, or nobody looks: they go on by themselves."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.pages import Window
from tests.playground.hosts import Server

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]
HIDDEN = """
let hidden = true;
Object.defineProperty(document, "hidden", { get: () => hidden });
Object.defineProperty(document, "visibilityState", { get: () => hidden ? "hidden" : "visible" });
window.hide = (is) => { hidden = is; document.dispatchEvent(new Event("visibilitychange")); };
"""


class Failing:
    """Makes requests of a page fail as long as it is told to."""

    def __init__(self, page: Any, pattern: str, status: int = 0) -> None:
        self.failing = True
        self.count = self.passed = 0
        self._status = status
        page.route(pattern, self._answer)

    def _answer(self, route: Any) -> None:
        self.count += 1
        if not self.failing:
            self.passed += 1
            route.continue_()
        elif self._status:
            route.fulfill(status=self._status, json={"code": "host.busy", "message": "Busy."})
        else:
            route.abort()


def until(true: Callable[[], bool], page: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        page.wait_for_timeout(50)


@pytest.mark.parametrize("status", [0, 503, 429])
def test_a_stream_that_fails_is_opened_again(window: Windows, status: int) -> None:
    ann = Window(window()).start("pods", "1", names=("Ann", "Bob"))
    page = window()
    events = Failing(page, "**/events?*", status)
    bob = Window(page).join(ann.link(2))
    until(lambda: events.count >= 3, page)
    ann.cell("g7").play(1)
    events.failing = False
    bob.wait_status("your turn")
    # And it is a stream again, not only a look from time to time.
    until(lambda: events.passed == 1, page)
    ann.page.click("#resign")
    ann.page.click("#yes")
    bob.wait_status("over")
    assert events.passed == 1


def test_a_hidden_page_opens_no_stream(window: Windows) -> None:
    ann = Window(window()).start("pods", "1", names=("Ann", "Bob"))
    page = window()
    page.add_init_script(HIDDEN)
    events = Failing(page, "**/events?*")
    events.failing = False
    bob = Window(page).join(ann.link(2))
    page.wait_for_timeout(1500)
    assert events.count == 0
    ann.cell("g7").play(1)
    assert "Ann is to move" in bob.status
    page.evaluate("hide(false)")
    bob.wait_status("your turn")
    until(lambda: events.count == 1, page)
    page.evaluate("hide(true)")
    bob.cell("h7").play(2)
    page.wait_for_timeout(1500)
    assert events.count == 1


def test_many_hidden_pages_leave_room_for_another(window: Windows) -> None:
    """A browser has six connections to a site of HTTP/1.1."""
    one = Window(window()).start("pods")
    for _ in range(7):
        page = one.page.context.new_page()
        page.add_init_script(HIDDEN)
        Window(page).join(one.page.url)
    page = one.page.context.new_page()
    page.set_default_timeout(15_000)
    assert Window(page).join(one.page.url).status == one.status


@pytest.mark.parametrize("status", [0, 500, 503])
def test_play_works_again(window: Windows, status: int) -> None:
    one = Window(window()).start("pods")
    one.cell("g7")
    moves = Failing(one.page, "**/moves", status)
    one.play()
    until(lambda: moves.count == 1, one.page)
    one.ready()
    assert one.page.locator("#toast").is_visible()
    one.page.locator("#play:not([disabled])").wait_for()
    assert one.text == "g7"
    moves.failing = False
    one.play(1)
    assert one.moves() == ["g7"]


def test_text_typed_meanwhile_is_judged(window: Windows) -> None:
    one = Window(window()).start("pods")
    look = Failing(one.page, "**/look")
    one.write("h7")
    until(lambda: look.count >= 1, one.page)
    one.ready()
    assert one.page.locator("#play").is_disabled()
    look.failing = False
    one.page.locator("#play:not([disabled])", has_text="Play h7").wait_for()
    one.play(1)
    assert one.moves() == ["h7"]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    made = Server(str(tmp_path / "games.sqlite3"), keep_port=True).start()
    try:
        yield made
    finally:
        made.stop()


def test_the_server_was_away(own_server: Server, window: Windows) -> None:
    ann = Window(window(base_url=own_server.url)).start("pods", "1", names=("Ann", "Bob"))
    bob = Window(window(base_url=own_server.url)).join(ann.link(2))
    own_server.kill()
    ann.wait_status("does not answer")
    ann.write("g7")
    assert ann.page.locator("#play").is_disabled()
    ann.page.wait_for_timeout(2000)
    own_server.start()
    back = time.monotonic()
    ann.wait_status("your turn")
    assert time.monotonic() - back < 5
    ann.page.locator("#play:not([disabled])", has_text="Play g7").wait_for()
    ann.play(1)
    bob.wait_status("your turn")


def test_a_page_opened_while_the_database_is_away(window: Windows) -> None:
    ann = Window(window()).start("pods", "1")
    page = window()
    looks = Failing(page, "**/look", 503)
    page.goto(ann.link(2))
    until(lambda: looks.count >= 2, page)
    looks.failing = False
    Window(page).ready().wait_status("to move")


def test_a_link_is_renewed(window: Windows) -> None:
    """Who has closed the tab before sending the link does not lose the game."""
    ann = Window(window()).start("pods", "1", names=("Ann", "Bob"))
    old = ann.link(2)
    ann.page.evaluate("sessionStorage.clear()")
    ann.page.reload()
    ann.ready()
    assert ann.page.locator("#invite input").count() == 0
    ann.page.locator("#invite .link", has_text="To play as Bob").locator(".renew").click()
    ann.page.locator("#invite input[data-seat='2']").wait_for()
    assert ann.link(2) != old
    bob = Window(window()).join(ann.link(2))
    ann.cell("g7").play(1)
    bob.wait_status("your turn")
    # Bob has sat down: his seat is not given away any more.
    ann.page.evaluate("sessionStorage.clear()")
    ann.page.reload()
    ann.ready()
    ann.page.locator("#invite .link", has_text="To play as Bob").locator(".renew").click()
    ann.page.locator("#toast", has_text="taken that seat").wait_for()
