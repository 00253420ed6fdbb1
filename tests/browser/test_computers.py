"""Games against the computer, and of the computer against itself."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import new_game

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.conftest import DESKTOP
from tests.browser.pages import Window

pytestmark = pytest.mark.heavy

SMALL = {"width": 360, "height": 740}
SIZES = pytest.mark.parametrize(
    ("size", "dark"),
    [(SMALL, False), (SMALL, True), (DESKTOP, False), (DESKTOP, True)],
    ids=["360-light", "360-dark", "1280-light", "1280-dark"],
)
LOADED = 60_000
"""Milliseconds to wait for engines, however much else the machine does."""

Windows = Callable[..., Any]


def against(page: Any, game: str, level: int, seat: str, variants: tuple[str, ...] = ()) -> Window:
    """Start a game against the computer."""
    window = Window(page)
    window.choose(game, variants)
    page.locator("input[name=where][value=computer]").check()
    page.locator("select[name=level]").select_option(str(level))
    page.locator("select[name=seat]").select_option(seat)
    page.fill("[name=name1]", "Ann")
    page.click("button[type=submit]")
    return window.ready()


def wait_moves(window: Window, count: int) -> None:
    window.page.wait_for_function(
        "n => document.querySelectorAll('#moves button').length >= n", arg=count, timeout=LOADED
    )
    window.ready()


def overflow(page: Any) -> int:
    found: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found


def engines(server: Any) -> list[int]:
    """Return the processes in which the server's computers think."""
    asked = ["pgrep", "-P", str(server.pid), "-f", "multiprocessing.spawn"]
    return [int(pid) for pid in subprocess.run(asked, capture_output=True).stdout.split()]


@SIZES
def test_start_page_offers_opponents(window: Windows, size: dict[str, int], dark: bool) -> None:
    page = window(size=size, dark=dark)
    page.goto("/")
    assert page.locator("#computers").is_hidden()
    page.locator("input[name=where][value=computer]").check()
    options = page.locator("select[name=level] option").all_inner_texts()
    assert len(options) == 8
    assert all(len(text) > 12 for text in options)
    assert page.locator("#names label:visible").all_inner_texts() == ["Your name "]
    assert overflow(page) <= 0
    Window(page).shot(f"opponents-start-{size['width']}-{'dark' if dark else 'light'}")
    page.locator("input[name=where][value=computers]").check()
    assert page.locator("#computers select").count() == 2
    assert page.locator("#names").is_hidden()
    page.locator("input[name=where][value=all]").check()
    assert page.locator("#names label:visible").count() == 2


@SIZES
def test_a_game_against_the_computer(window: Windows, size: dict[str, int], dark: bool) -> None:
    ann = against(window(size=size, dark=dark), "pods", 3, "1")
    page = ann.page
    assert "your turn" in ann.status
    assert page.locator("#invite input[data-seat='2']").count() == 0
    ann.cell("g7").play()
    wait_moves(ann, 2)
    assert "your turn" in ann.status
    # Hints are turns under way: one can still do something else.
    page.click("#hint")
    page.locator("#prompt", has_text="You could play").wait_for(timeout=LOADED)
    game = new_game("pods")
    for move in ann.moves():
        game.move(move)
    assert ann.text in game.moves()
    ann.shot(f"opponents-game-{size['width']}-{'dark' if dark else 'light'}")
    assert overflow(page) <= 0
    ann.play()
    wait_moves(ann, 4)
    assert page.inner_text("#undo") == "Take back"
    page.click("#undo")
    ann.wait_moves(2)
    assert "your turn" in ann.status
    page.reload()
    ann.ready()
    assert "(you)" in page.inner_text("#players")
    assert "Computer, level 3" in page.inner_text("#players")


def test_the_computer_begins_when_one_plays_second(window: Windows) -> None:
    ann = against(window(), "dendria", 1, "2", ("size-5",))
    wait_moves(ann, 1)
    ann.wait_status("your turn")
    names = ann.page.locator("#players .name").all_inner_texts()
    assert "Computer" in names[0]
    assert "Ann" in names[1]


def test_seats_by_lot_fall_either_way(window: Windows) -> None:
    page, found = window(), set()
    for _ in range(24):
        ann = against(page, "pods", 1, "0")
        found.add(page.url.rpartition("seat=")[2])
        assert ann.page.locator("#players").is_visible()
        if found == {"1", "2"}:
            return
    raise AssertionError(found)


def play_held_back(window: Window, server: Any) -> list[int]:
    """Play the turn that a hint gives, and hold the engines back meanwhile; return these."""
    window.page.click("#hint")
    window.page.locator("#prompt", has_text="You could play").wait_for(timeout=LOADED)
    window.ready()
    held = engines(server)
    for pid in held:
        os.kill(pid, signal.SIGSTOP)
    window.page.click("#play")
    window.page.locator("#now").wait_for(timeout=LOADED)
    return held


def test_move_now(window: Windows, server: Any) -> None:
    ann = against(window(), "dendria", 8, "1", ("size-9",))
    held = play_held_back(ann, server)
    ann.wait_status("is thinking")
    ann.shot("opponents-thinking")
    ann.page.click("#now")
    began = time.monotonic()
    for pid in held:
        os.kill(pid, signal.SIGCONT)
    wait_moves(ann, 2)
    assert time.monotonic() - began < 3
    assert ann.page.locator("#now").count() == 0


def test_the_computer_plays_against_itself(window: Windows) -> None:
    page = window()
    page.goto("/")
    page.locator("input[name=where][value=computers]").check()
    page.locator("select[name=level1]").select_option("4")
    page.locator("select[name=level2]").select_option("1")
    page.click("button[type=submit]")
    watcher = Window(page).ready()
    wait_moves(watcher, 3)
    assert "thinking" in watcher.status
    assert page.locator("#play").is_hidden()
    assert page.locator("#words").is_hidden()
    # One may look back in peace.
    page.click("#first")
    watcher.ready()
    before = page.locator("#moves button").count()
    wait_moves(watcher, before + 1)
    assert "Looking back at move 0" in watcher.status
    # Nobody watches any more: it stops.
    address = page.url
    page.goto("/")
    page.wait_for_timeout(2500)
    page.goto(address)
    watcher.ready()
    seen = page.locator("#moves button").count()
    assert seen <= before + 4
    wait_moves(watcher, seen + 1)


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["360", "1280"])
def test_a_computer_that_is_killed(window: Windows, server: Any, size: dict[str, int]) -> None:
    ann = against(window(size=size), "dendria", 8, "1", ("size-9",))
    page = ann.page
    watcher = Window(window()).join(ann.link(0))

    def play_and_kill() -> None:
        """Kill the engine while it thinks: it is held back so that it does not answer before."""
        for pid in play_held_back(ann, server):
            os.kill(pid, signal.SIGKILL)
        page.locator("#computer .offer").wait_for(timeout=LOADED)

    play_and_kill()
    assert "has stopped" in page.inner_text("#computer")
    assert "does not move" in ann.status
    ann.shot(f"opponents-killed-{size['width']}")
    assert overflow(page) <= 0
    watcher.page.locator("#computer", has_text="has stopped").wait_for()
    assert watcher.page.locator("#computer button").count() == 0  # it is not up to them
    page.reload()
    ann.ready()
    page.locator("#computer button", has_text="Try again").click()
    wait_moves(ann, 2)
    assert page.locator("#computer .offer").count() == 0
    play_and_kill()
    page.locator("#computer button", has_text="Play its moves myself").click()
    page.wait_for_url("**seat=all*")
    ann.ready()
    ann.write("pass").play(4)
    assert page.locator("#moves button").count() == 4
    assert "Ann is to move" in ann.status
    assert "Computer" not in page.inner_text("#players")


@SIZES
def test_where_a_turn_can_begin_is_marked(
    window: Windows, size: dict[str, int], dark: bool
) -> None:
    ann = Window(window(size=size, dark=dark)).start("pods")
    page, marks = ann.page, ann.page.locator("#board .begin")
    assert marks.count() == 127
    for ply, cell in enumerate(("g7", "f7", "g6", "e7", "h7"), 1):
        ann.cell(cell).play(ply)
    game = new_game("pods")
    for move in ann.moves():
        game.move(move)
    assert marks.count() == len({move.partition("-")[0] for move in game.moves()}) < 127
    ann.shot(f"begin-{size['width']}-{'dark' if dark else 'light'}")
    ann.cell("f7")
    assert marks.count() == 0
    page.keyboard.press("Escape")
    ann.ready()
    assert marks.count() > 0
    page.click("#tab-more")
    page.locator("#marks").uncheck()
    ann.ready()
    assert marks.count() == 0
    page.reload()
    ann.ready()
    assert marks.count() == 0
