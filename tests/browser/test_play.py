"""Games played by people: clicks, keys, two windows, phones."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import new_game

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

import httpx2

from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, NARROW, PHONE
from tests.browser.measure import slowness
from tests.browser.pages import Window, clicks_for, fixture_game
from tests.playground.hosts import HOST_KEY, Player, Started

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]


def two_windows(
    window: Windows, game: str, variants: tuple[str, ...] = (), **options: Any
) -> tuple[Window, Window]:
    """Start a game as Ann in one window, join it as Bob in another."""
    ann = Window(window(**options)).start(game, "1", variants, ("Ann", "Bob"))
    bob = Window(window(**options)).join(ann.link(2))
    return ann, bob


def play_recorded(
    windows: tuple[Window, Window], name: str, ident: object, shots: dict[int, str]
) -> None:
    """Play a recorded game in two windows by clicks alone, and look at each move in both."""
    data = fixture_game(name, ident)
    game = new_game(data["game"], data["variants"])
    for number, ply in enumerate(data["plies"], 1):
        own, other = windows[game.currplayer - 1], windows[2 - game.currplayer]
        own.wait_moves(number - 1)
        for row, col, piece in clicks_for(game, ply["move"]):
            if piece:
                own.page.locator("#custom button").click()
                own.ready()
            else:
                own.click(row, col)
        assert own.text == ply["move"]
        if number in shots:
            own.shot(f"{shots[number]}-under-way")
        own.play()
        game.move(ply["move"])
        other.wait_moves(number)
        if number in shots:
            other.shot(shots[number])
    assert game.gameover
    for each in windows:
        each.wait_status("over")
        assert each.moves() == [ply.lastmove for ply in game.stack[1:]]
        assert each.page.locator("#move-form").is_hidden()
        names = ["Ann", "Bob"]
        assert f"{names[game.winner[0] - 1]} won" in each.status


def test_whole_game_of_pods(window: Windows) -> None:
    both = two_windows(window, "pods")
    play_recorded(both, "pods-20240802.jsonl", 37, {30: "pods-desktop"})
    ann, _ = both
    ann.page.click("#tab-log")
    assert "Ann won." in ann.page.inner_text("#log")
    ann.shot("pods-desktop-over")


def test_whole_game_of_dendria(window: Windows) -> None:
    """With the construction of the island, and conversions."""
    both = two_windows(window, "dendria", ("modular-7",), dark=True)
    shots = {4: "dendria-dark-construction", 45: "dendria-dark"}
    play_recorded(both, "dendria-20261129.jsonl", "modular-7", shots)


def test_live_update_and_reload(window: Windows) -> None:
    ann, bob = two_windows(window, "pods")
    watcher = Window(window()).join(ann.link(0))
    for each in (bob, watcher):
        assert "join" not in each.page.url
    assert "your turn" in ann.status
    assert "Ann is to move" in bob.status
    began = time.monotonic()
    ann.cell("g7").play()
    bob.wait_status("your turn")
    assert time.monotonic() - began < 3
    watcher.wait_moves(1)
    assert bob.page.title().startswith("●")
    assert watcher.page.locator("#play").is_hidden()
    assert watcher.page.locator("#words").is_hidden()
    # A turn under way is lost by reloading, the seat is not.
    bob.cell("h7")
    bob.page.reload()
    bob.ready()
    assert "your turn" in bob.status
    assert bob.text == ""
    bob.cell("h7").play(2)
    ann.wait_status("your turn")
    # Offers go across, too.
    ann.page.click("#draw")
    ann.page.click("#yes")
    bob.page.locator(".offer").wait_for()
    assert "Ann offers a draw" in bob.page.inner_text(".offer")
    bob.shot("offer")
    bob.page.locator(".offer button", has_text="Decline").click()
    ann.page.locator(".offer").wait_for(state="detached")
    bob.page.click("#undo")
    ann.page.locator(".offer button", has_text="Accept").click()
    bob.wait_moves(1)
    ann.wait_moves(1)
    bob.page.click("#resign")
    bob.page.click("#yes")
    for each in (ann, bob, watcher):
        each.wait_status("Ann won")
    assert "Bob resigned." in ann.page.locator("#log").text_content()
    with ann.page.expect_download() as download:
        ann.page.click("#tab-more")
        ann.page.click("#get-record")
    assert re.fullmatch(r"pods-\w+-record\.json", download.value.suggested_filename)


def test_the_hosts_clock_ends_a_game(window: Windows, server: Any) -> None:
    ann, bob = two_windows(window, "pods")
    ann.cell("g7").play(1)
    bob.wait_status("your turn")
    ident = ann.page.url.split("/games/")[1].split("?")[0]
    with httpx2.Client(base_url=server.url) as client:
        host = Player(client, ident, HOST_KEY)
        ended = host.post("/endings", kind="timeout", player=2)
        assert ended.status_code == 200
    for each in (ann, bob):
        each.wait_status("The game is over. Ann won.")
        assert each.page.locator("#play").is_hidden()
        assert each.page.locator("#words").is_hidden()
        assert "Bob ran out of time." in each.page.locator("#log").text_content()


def test_illegal_moves_say_why(window: Windows) -> None:
    one = Window(window()).start("pods")
    one.cell("g7").play(1).cell("h7").play(2)
    one.write("a1")
    assert "a1 is next to 0 of your whales" in one.prompt
    assert one.page.locator("#play").is_disabled()
    assert one.page.get_attribute("#move", "aria-invalid") == "true"
    one.shot("pods-illegal")
    one.write("<img src=x onerror=alert(1)>")
    assert one.page.locator("#play").is_disabled()
    one.page.keyboard.press("Escape")
    one.ready()
    # A click that cannot be meant says why, and keeps what was there.
    one.cell("g7").cell("a1")
    assert one.text == "g7"
    assert one.page.locator("#prompt.bad").count() == 1
    assert one.page.locator("#board .annotations > *").count() > 0
    # Nonsense by Enter changes nothing.
    one.write("z9")
    one.page.press("#move", "Enter")
    one.ready()
    assert one.moves() == ["g7", "h7"]


def test_double_submission(window: Windows) -> None:
    """The same player in two windows: one move counts, the other window is told and goes on."""
    ann, bob = two_windows(window, "pods")
    link = ann.link(2)
    ann.cell("g7").play(1)
    bob.wait_status("your turn")
    again = window()
    again.route("**/events*", lambda route: None)  # no news comes through to it
    late = Window(again).join(link)
    late.cell("g6")
    bob.cell("h7").play(2)
    late.page.click("#play")
    late.page.locator("#toast", has_text="moved on").wait_for()
    late.wait_moves(2)
    assert late.moves() == ["g7", "h7"]
    late.shot("double-submission")
    # Two clicks on the button are one submission.
    ann.wait_status("your turn")
    ann.cell("g7")
    ann.page.locator("#board [data-cell='h8']").click()
    ann.ready()
    ann.page.locator("#play").dblclick()
    bob.wait_moves(3)
    assert ann.ready().moves() == ["g7", "h7", "g7-h8"]


def test_history_and_trying_out(window: Windows) -> None:
    one = Window(window()).start("pods")
    for ply, cell in enumerate(("g7", "h7", "g6"), 1):
        one.cell(cell).play(ply)
    one.page.click("#back")
    one.ready()
    assert "Looking back at move 2 of 3" in one.status
    one.page.click("#first")
    one.ready()
    assert one.page.locator("#board .pieces > *").count() == 0
    # From there on, off the game.
    one.cell("a1")
    one.page.click("#try")
    one.ready()
    one.cell("a2")
    one.page.click("#try")
    one.ready()
    assert "Trying out 2 moves" in one.status
    one.shot("trying-out")
    one.page.click("#back")
    one.ready()
    assert "Trying out 1 move" in one.status
    one.page.click("#return")
    one.ready()
    assert "is to move" in one.status
    one.page.locator("#moves button").nth(0).click()
    one.ready()
    assert "Looking back at move 1 of 3" in one.status
    one.page.click("body", position={"x": 5, "y": 5})
    one.page.keyboard.press("End")
    one.ready()
    one.page.keyboard.press("Shift+ArrowLeft")
    one.ready()
    assert "move 2 of 3" in one.status
    assert one.moves() == ["g7", "h7", "g6"]


def test_keyboard_only(window: Windows) -> None:
    one = Window(window())
    page = one.page
    page.goto("/")
    page.locator("input[name=game]:checked").focus()
    while page.locator("input[name=game][value=pods]:checked").count() == 0:
        page.keyboard.press("ArrowDown")
    page.locator("button[type=submit]").focus()
    page.keyboard.press("Enter")
    one.ready()

    def focused() -> str | None:
        cell: str | None = page.evaluate("document.activeElement.dataset.cell ?? null")
        return cell

    for _ in range(20):  # Tab leads to the board, to one cell of it
        page.keyboard.press("Tab")
        if focused():
            break
    assert focused() == "g7"
    page.keyboard.press("ArrowRight")
    assert focused() == "g8"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert focused() == "g8"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    one.ready()
    assert (one.text, focused()) == ("g7", "g7")  # the focus stays while the board is drawn anew
    one.shot("keyboard")
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    one.wait_moves(1)
    page.locator("#move").focus()
    page.keyboard.type("h7")
    page.keyboard.press("Enter")
    one.wait_moves(2)
    assert one.moves() == ["g7", "h7"]
    # What a screen reader says of a cell.
    cell = page.locator("#board [data-cell=g7]")
    assert cell.get_attribute("role") == "button"
    assert "g7" in cell.get_attribute("aria-label")
    assert page.get_attribute("#status", "aria-live") == "polite"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_widths_and_themes(
    window: Windows,
    server: Any,
    size: dict[str, int],
    dark: bool,
    request: pytest.FixtureRequest,
) -> None:
    name = request.node.callspec.id
    one = Window(window(size=size, dark=dark, has_touch=size is PHONE))
    one.page.goto("/")
    one.page.wait_for_load_state("networkidle")
    one.shot(f"home-{name}")
    for file, ident, plies in (("pods-20240802", 37, 40), ("dendria-20261129", "size-7", 50)):
        data = fixture_game(f"{file}.jsonl", ident)
        variants = [v for v in data["variants"] if v != "size-7"]
        with httpx2.Client(base_url=server.url) as client:
            game = Started(client, data["game"], variants, ["Ann", "Bob"])
            for number, ply in enumerate(data["plies"][:plies]):
                assert game.both.move(ply["by"], number, ply["move"]).status_code == 200
        one.join(f"/games/{game.ident}#join={game.keys['1']}")
        one.wait_moves(plies)
        one.shot(f"{data['game']}-{name}")
        # Nothing sticks out, and cells can be hit with a finger.
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = one.page.locator("#board [data-row]").first.bounding_box()
        assert box["width"] > 18
        assert one.page.locator("#play").bounding_box()["height"] >= 36


def seconds_until_ready(browser: Any, address: str, late: float = 0) -> float:
    """Open a game in a browser just started, which has seen nothing yet; *late* slows one answer."""
    fresh = browser.browser_type.launch(executable_path=CHROMIUM, args=FLAGS)
    try:
        page = fresh.new_context(viewport=DESKTOP).new_page()
        if late:

            def slowly(route: Any) -> None:
                page.wait_for_timeout(1000 * late)
                route.continue_()

            page.route("**/look", slowly)
        began = time.monotonic()
        Window(page).join(address)
        taken = time.monotonic() - began
        assert page.locator("#board .pieces > *").count() > 30
        return taken
    finally:
        fresh.close()


def test_page_is_ready_in_a_second(browser: Any, server: Any) -> None:
    """The best of several tries counts, and a second is longer on a machine that is slow just now."""
    data = fixture_game("dendria-20261129.jsonl", "size-7")
    variants = [v for v in data["variants"] if v != "size-7"]
    with httpx2.Client(base_url=server.url) as client:
        game = Started(client, "dendria", variants)
        for number, ply in enumerate(data["plies"][:50]):
            assert game.both.move(ply["by"], number, ply["move"]).status_code == 200
    address = f"{server.url}/games/{game.ident}#join={game.keys['1']}"
    times: list[float] = []
    most = max(1.0, slowness())
    while len(times) < 20 and min(times, default=most) >= most:
        times.append(seconds_until_ready(browser, address))
    assert min(times) < most, (times, most)
    assert (
        seconds_until_ready(browser, address, late=most) >= most
    )  # it is the board that is waited for


COLOUR = "(e, [of, name]) => getComputedStyle(e, of)[name]"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", ["pods", "dendria"])
def test_forced_colours_and_narrow_pages_keep_players_apart(
    window: Windows, game: str, dark: bool
) -> None:
    """Their cards, moves and pieces: where the system sets the colours, 320 pixels wide."""
    page = Window(window(size=NARROW, dark=dark, forced_colors="active")).start(game)
    for name in ("d4", "f7", "d5", "f8"):
        page.cell(name).play()
    page.shot(f"{game}-forced-{'dark' if dark else 'light'}")
    assert page.page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]

    def colours(selector: str, of: str | None, name: str) -> list[str]:
        found = page.page.locator(selector).all()
        return [each.evaluate(COLOUR, [of, name]) for each in found]

    cards = colours(".player .dot", None, "backgroundColor")
    assert len({*cards}) == 2
    moves = colours("#moves button", "::before", "backgroundColor")
    assert moves[:4] == cards * 2
    pieces = "#board svg [fill]"
    assert len({*colours(pieces, None, "fill")}) > 3
    assert len({*colours(".player", None, "borderTopWidth")}) == 2  # whose turn it is
    boxes = [card.bounding_box() for card in page.page.locator(".player").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= NARROW["width"] for box in boxes)
    first, second = boxes
    assert first["x"] + first["width"] <= second["x"] or first["y"] + first["height"] <= second["y"]
    for name in page.page.locator(".player .name").all():
        assert name.bounding_box()["width"] > 40
