"""Clocks, rematches, declined offers, and hearing that it is one's turn, as people see them."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser.conftest import NARROW, PHONE
from tests.browser.pages import Window
from tests.browser.timed import TimedServer, timed
from tests.playground.hosts import Started
from tests.playground.times import fischer, per_move

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]


@pytest.fixture(scope="module")
def timed_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TimedServer]:
    with timed(str(tmp_path_factory.mktemp("manners") / "games.sqlite3")) as made:
        yield made


@pytest.fixture
def at(window: Windows, timed_server: TimedServer) -> Callable[..., Window]:
    """Open a seat of a game in a window of its own; time stands still there, too."""

    def open_seat(game: Started, seat: int, script: str = "", **options: Any) -> Window:
        page = window(base_url=timed_server.url, **options)
        page.clock.install(time=timed_server.time.now)
        page.clock.pause_at(timed_server.time.now + timedelta(hours=1))
        if script:
            page.add_init_script(script)
        return Window(page).join(f"/games/{game.ident}#join={game.keys[str(seat)]}")

    return open_seat


def begin(server: TimedServer, moves: int = 2, **more: Any) -> Started:
    """Start a game of Pods between Ann and Bob, and make its first moves."""
    game = Started(server.client, "pods", names=["Ann", "Bob"], **more)
    for ply, move in enumerate(("g7", "h7", "g6", "h8")[:moves]):
        assert game.both.move(ply % 2 + 1, ply, move).status_code == 200
    return game


def clock(window: Window, seat: int) -> str:
    return str(window.page.locator(".player .clock").nth(seat - 1).inner_text())


def wait_clock(window: Window, seat: int, text: str) -> None:
    face = window.page.locator(".player .clock").nth(seat - 1)
    face.filter(has_text=re.compile(f"^{re.escape(text)}$")).wait_for()


# ---- clocks --------------------------------------------------------------------------------------


def test_the_page_counts_and_is_put_right(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server, clock=fischer(300, 5))
    ann, bob = at(game, 1), at(game, 2)
    for each in (ann, bob):
        assert (clock(each, 1), clock(each, 2)) == ("5:00", "5:00")
        assert "running" in each.page.locator(".clock").nth(0).get_attribute("class")
    ann.page.clock.run_for(61_000)
    assert (clock(ann, 1), clock(ann, 2)) == ("3:59", "5:00")
    assert clock(bob, 1) == "5:00"  # whose time stands still
    # The server knows better, whatever a page has counted.
    timed_server.time.goes_on(20)
    ann.cell("g6").play(3)
    bob.wait_moves(3)
    for each in (ann, bob):
        wait_clock(each, 1, "4:45")
        assert clock(each, 2) == "5:00"
        assert "running" in each.page.locator(".clock").nth(1).get_attribute("class")
    # Looking back does not change what clocks show.
    bob.page.click("#first")
    bob.ready()
    bob.page.clock.run_for(1000)
    assert (clock(bob, 1), clock(bob, 2)) == ("4:45", "4:59")


def test_little_time_shows_and_is_told_twice(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server, clock=fischer(300, 5))
    ann = at(game, 1)
    face, said = ann.page.locator(".clock").nth(0), ann.page.locator("#clock-said")
    ann.page.evaluate(
        """() => {
          window.told = [];
          new MutationObserver(() => told.push(document.getElementById("clock-said").textContent))
            .observe(document.getElementById("clock-said"), { childList: true });
        }"""
    )
    assert "low" not in face.get_attribute("class")
    assert (face.get_attribute("role"), face.get_attribute("aria-label")) == (
        "timer",
        "Ann: time left",
    )
    ann.page.clock.run_for(241_000)
    assert "low" in face.get_attribute("class")
    assert said.inner_text() == "You have one minute left."
    ann.page.clock.run_for(49_500)
    assert clock(ann, 1) == "9.5"
    ann.page.clock.run_for(9_000)
    ann.shot("clock-low")
    told = ann.page.evaluate("told")
    assert told == ["You have one minute left.", "You have ten seconds left."]
    digits = face.evaluate("e => getComputedStyle(e).fontVariantNumeric")
    assert digits == "tabular-nums"


def test_time_runs_out(at: Callable[..., Window], timed_server: TimedServer) -> None:
    game = begin(timed_server, clock=per_move(60))
    ann, bob = at(game, 1), at(game, 2)
    ann.cell("g6")  # a turn under way is too late
    timed_server.passes(60)
    for each in (ann, bob):
        each.wait_status("The game is over. Ann ran out of time. Bob won.")
        wait_clock(each, 1, "0:00")
        assert "flagged" in each.page.locator(".clock").nth(0).get_attribute("class")
        assert each.page.locator("#play").is_hidden()
    ann.shot("clock-over")


def test_a_page_that_counts_to_nothing_asks(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    """The server ends the game once somebody has seen it, without waiting for its next look."""
    game = begin(timed_server, clock=per_move(60))
    bob = at(game, 2)
    timed_server.time.goes_on(60)
    bob.page.clock.run_for(60_200)
    bob.wait_status("Bob won")


def test_a_move_that_comes_too_late_is_told(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server, clock=per_move(60))
    ann = at(game, 1)
    ann.cell("g6")
    timed_server.time.goes_on(61)
    ann.page.click("#play")
    ann.wait_status("Ann ran out of time")
    assert "Time is up" in ann.page.inner_text("#toast")
    assert ann.moves()[:2] == ["g7", "h7"]
    assert "g6" not in ann.moves()


def test_times_are_chosen_on_the_start_page(window: Windows, timed_server: TimedServer) -> None:
    one = Window(window(base_url=timed_server.url))
    page = one.page

    def started(choose: Callable[[], object]) -> Any:
        one.choose("pods")
        choose()
        with page.expect_request("**/api/games") as asked:
            page.click("button[type=submit]")
        one.ready()
        return asked.value.post_data_json["clock"]

    def own(choice: str, **values: str) -> Callable[[], object]:
        def choose() -> None:
            page.select_option("[name=time]", choice)
            for name, value in values.items():
                field = page.locator(f"[name=time-{name}]")
                (field.select_option if name == "unit" else field.fill)(value)

        return choose

    assert started(lambda: None) is None
    assert page.locator(".clock").count() == 0
    assert started(own("0")) == fischer(300, 5)
    assert clock(one, 1) == "5:00"
    # What was chosen last is chosen again.
    assert started(lambda: None) == fischer(300, 5)
    assert started(own("move", number="36", unit="3600")) == per_move(36 * 3600)
    assert clock(one, 1) == "1 d 12 h"
    assert started(own("fischer", main="90", increment="0")) == fischer(5400, 0)
    assert clock(one, 2) == "1:30:00"
    # Numbers that there are not do not get as far as the server.
    one.choose("pods")
    own("move", number="31", unit="86400")()
    page.click("button[type=submit]")
    assert page.locator("[name=time-number]:invalid").count() == 1
    assert "/games/" not in page.url
    own("move", number="", unit="60")()
    page.click("button[type=submit]")
    assert "/games/" not in page.url
    one.shot("start-time")
    page.locator("input[name=where][value=computers]").check()
    assert page.locator("#time").is_hidden()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["phone", "narrow"])
def test_clocks_fit(
    at: Callable[..., Window], timed_server: TimedServer, size: dict[str, int], dark: bool
) -> None:
    game = begin(timed_server, clock=fischer(7 * 24 * 3600, 5))
    ann = at(game, 1, size=size, dark=dark)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for card in ann.page.locator(".player").all():
        outer, inner = card.bounding_box(), card.locator(".clock").bounding_box()
        assert inner["x"] >= outer["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    ann.shot(f"clocks-{size['width']}-{'dark' if dark else 'light'}")


# ---- rematch -------------------------------------------------------------------------------------


def over(server: TimedServer, **more: Any) -> Started:
    game = begin(server, **more)
    assert game.second.post("/resign", seat=2).status_code == 200
    return game


def wait_elsewhere(window: Window, game: Started) -> None:
    window.page.wait_for_function("id => !location.pathname.includes(id)", arg=game.ident)
    window.ready()


def test_a_rematch_with_seats_changed(at: Callable[..., Window], timed_server: TimedServer) -> None:
    game = over(timed_server, clock=fischer(300, 5))
    ann, bob, watcher = at(game, 1), at(game, 2), at(game, 0)
    assert watcher.page.locator("#rematch").is_hidden()
    bob.page.click("#rematch")
    bob.page.locator(".offer", has_text="You have offered a rematch.").wait_for()
    ann.page.locator(".offer", has_text="Bob offers a rematch.").wait_for()
    ann.shot("rematch-offer")
    ann.page.locator(".offer button", has_text="Accept").click()
    for each in (ann, bob):
        wait_elsewhere(each, game)
    assert ann.page.url == bob.page.url.replace("seat=1", "seat=2")
    assert "It is your turn." in bob.status
    assert "Bob is to move." in ann.status
    assert clock(ann, 1) == "5:00"
    bob.cell("g7").play(1)
    ann.wait_moves(1)
    ann.cell("h7").play(2)
    bob.wait_moves(2)
    # Who watches is not taken along, but may follow.
    watcher.page.click("#follow")
    wait_elsewhere(watcher, game)
    watcher.wait_moves(2)
    assert watcher.page.locator("#play").is_hidden()
    assert "seat=watch" in watcher.page.url


def test_a_rematch_is_declined_or_withdrawn(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = over(timed_server)
    ann, bob = at(game, 1), at(game, 2)
    bob.page.click("#rematch")
    ann.page.locator(".offer button", has_text="Decline").click()
    bob.page.locator("#lapsed", has_text="Ann has declined the rematch.").wait_for()
    ann.ready()
    assert ann.page.locator("#lapsed .lapsed").count() == 0
    ann.page.click("#rematch")
    bob.page.locator(".offer", has_text="Ann offers a rematch.").wait_for()
    ann.page.locator(".offer button", has_text="Withdraw").click()
    bob.page.locator("#lapsed", has_text="Ann no longer offers a rematch.").wait_for()
    assert bob.page.locator("#rematch").is_visible()


def test_both_offer_at_the_same_moment(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = over(timed_server)
    ann, bob = at(game, 1), at(game, 2)
    bob.page.route("**/events*", lambda route: None)
    bob.page.reload()  # it hears of nothing
    bob.ready()
    ann.page.click("#rematch")
    ann.page.locator(".offer", has_text="You have offered").wait_for()
    bob.page.click("#rematch")
    for each in (ann, bob):
        wait_elsewhere(each, game)


def test_a_rematch_at_one_screen_begins_at_once(window: Windows, timed_server: TimedServer) -> None:
    one = Window(window(base_url=timed_server.url)).start("pods", names=("Ann", "Bob"))
    before = one.page.url
    one.page.click("#resign")
    one.page.click("#yes")
    one.wait_status("Bob won")
    one.page.click("#rematch")
    one.page.wait_for_function("url => location.href !== url", arg=before)
    one.ready()
    names = one.page.locator(".player .name").all_inner_texts()
    assert [name.split()[0] for name in names] == ["Bob", "Ann"]
    one.cell("g7").play(1).cell("h7").play(2)


# ---- declined offers -----------------------------------------------------------------------------


def test_a_declined_draw_is_told_after_a_reload(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server)
    ann, bob = at(game, 1), at(game, 2)
    ann.page.click("#draw")
    ann.page.click("#yes")
    bob.page.locator(".offer", has_text="Ann offers a draw").wait_for()
    ann.page.goto("about:blank")
    bob.page.locator(".offer button", has_text="Decline").click()
    bob.page.locator(".offer").wait_for(state="detached")
    ann.page.goto(f"/games/{game.ident}?seat=1")
    ann.ready()
    assert "Bob has declined the draw." in ann.page.inner_text("#lapsed")
    ann.shot("declined")
    assert bob.page.locator("#lapsed .lapsed").count() == 0
    # Once read it is not told again.
    ann.page.locator("#lapsed button").click()
    assert ann.page.locator("#lapsed .lapsed").count() == 0
    ann.page.reload()
    ann.ready()
    assert ann.page.locator("#lapsed .lapsed").count() == 0


def test_a_move_that_declines_is_told(at: Callable[..., Window], timed_server: TimedServer) -> None:
    game = begin(timed_server)
    ann, bob = at(game, 1), at(game, 2)
    bob.page.click("#undo")
    ann.page.locator(".offer", has_text="Bob asks to take a move back.").wait_for()
    ann.cell("g6").play(3)
    bob.page.locator("#lapsed", has_text="Ann has declined to take a move back.").wait_for()


# ---- one's turn ----------------------------------------------------------------------------------


def test_looking_back_one_is_told_of_ones_turn(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server)
    bob = at(game, 2)
    bob.page.click("#first")
    bob.ready()
    assert "It is your turn" not in bob.page.inner_text(".turn")
    game.first.move(1, 2, "g6")
    bob.page.locator("#status", has_text="In the game it is your turn.").wait_for()
    bob.ready()
    assert "Looking back at move 0 of 3" in bob.status
    assert "your turn" in bob.page.inner_text("#toast")
    assert bob.page.title().startswith("● Your turn")
    bob.shot("looking-back-your-turn")
    bob.page.locator("#return.main", has_text="Back to your turn").click()
    bob.ready()
    assert bob.status == "It is your turn."
    assert bob.page.locator("#return").is_hidden()
    # Trying something out, too.
    game.second.move(2, 3, "h8")
    bob.wait_moves(4)
    bob.cell("f6").page.click("#try")
    bob.ready()
    game.first.move(1, 4, "f7")
    bob.page.locator("#status", has_text="In the game it is your turn.").wait_for()
    assert "Trying out" in bob.status


HIDDEN = """
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  window.hide = (is) => { hidden = is; document.dispatchEvent(new Event("visibilitychange")); };
  window.calls = [];
"""
SOUND = """
  class Note {
    constructor() { this.frequency = this.gain = this; }
    connect(to) { return to; }
    setValueAtTime() {} exponentialRampToValueAtTime() {} stop() {}
    start() { calls.push("sound"); }
  }
  window.AudioContext = class {
    state = "running"; currentTime = 0;
    createOscillator() { return new Note(); } createGain() { return new Note(); }
  };
"""


def notices(permission: str, answer: str) -> str:
    return f"""
      window.Notification = class extends EventTarget {{
        static permission = {json.dumps(permission)};
        static async requestPermission() {{ calls.push("asked"); return {json.dumps(answer)}; }}
        constructor(title, more) {{ super(); calls.push(["notice", title, more.body]); }}
        close() {{}}
      }};
    """


def calls(window: Window) -> list[Any]:
    found: list[Any] = window.page.evaluate("calls")
    return found


def test_calls_only_when_asked_for(at: Callable[..., Window], timed_server: TimedServer) -> None:
    game = begin(timed_server)
    bob = at(game, 2, HIDDEN + SOUND + notices("default", "granted"))
    bob.page.click("#tab-more")
    assert not bob.page.locator("#call-sound").is_checked()
    assert not bob.page.locator("#call-notice").is_checked()
    # Nobody has asked, so a hidden page hears of nothing until it is seen again.
    bob.page.evaluate("hide(true)")
    game.first.move(1, 2, "g6")
    bob.page.evaluate("hide(false)")
    bob.wait_status("your turn")
    assert calls(bob) == []
    bob.page.click("#call-sound")
    assert calls(bob) == ["sound", "sound"]  # so that one knows it
    bob.page.click("#call-notice")
    bob.page.wait_for_function("() => calls.includes('asked')")
    bob.page.evaluate("calls.length = 0")
    game.second.move(2, 3, "h8")
    bob.wait_moves(4)
    # Seen, it calls nobody.
    game.first.move(1, 4, "f6")
    bob.wait_moves(5)
    assert calls(bob) == []
    game.second.move(2, 5, "i7")
    bob.wait_moves(6)
    bob.page.evaluate("hide(true)")
    game.first.move(1, 6, "f7")
    bob.page.wait_for_function("() => calls.length === 3")
    said = calls(bob)
    assert said[:2] == ["sound", "sound"]
    assert said[2] == ["notice", "Natal Seas - Pods: Ann – Bob", "It is your turn."]
    bob.page.evaluate("hide(false)")
    # It is remembered, and can be ended.
    bob.page.reload()
    bob.ready()
    bob.page.click("#tab-more")
    assert bob.page.locator("#call-sound").is_checked()
    bob.page.locator("#call-sound").uncheck()
    assert json.loads(bob.page.evaluate("localStorage.getItem('calls')"))["sound"] is False


def test_notifications_that_are_not_allowed(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server)
    bob = at(game, 2, HIDDEN + SOUND + notices("denied", "denied"))
    bob.page.click("#tab-more")
    bob.page.locator("#call-notice").click()
    bob.page.locator("#call-said", has_text="does not allow notifications").wait_for()
    assert not bob.page.locator("#call-notice").is_checked()
    bob.shot("notifications-denied")
    bare = at(game, 1, HIDDEN + "delete window.Notification; delete window.AudioContext;")
    bare.page.click("#tab-more")
    bare.page.locator("#call-notice").click()
    bare.page.locator("#call-said", has_text="has no notifications").wait_for()
    bare.page.locator("#call-sound").click()
    bare.page.locator("#call-said", has_text="plays no sound").wait_for()
    assert not bare.page.locator("#call-sound").is_checked()


def test_what_was_allowed_may_be_forbidden_later(
    at: Callable[..., Window], timed_server: TimedServer
) -> None:
    game = begin(timed_server)
    wanted = "localStorage.setItem('calls', JSON.stringify({ notice: true }));"
    bob = at(game, 2, HIDDEN + wanted + notices("denied", "denied"))
    bob.page.click("#tab-more")
    assert not bob.page.locator("#call-notice").is_checked()
    assert "does not allow" in bob.page.inner_text("#call-said")


def test_many_hidden_pages_do_not_take_all_connections(
    window: Windows, timed_server: TimedServer
) -> None:
    """Six at most are allowed to a site; pages beyond the third look now and then."""
    games = [begin(timed_server) for _ in range(5)]
    context = window(base_url=timed_server.url).context
    context.add_init_script(
        HIDDEN + SOUND + "localStorage.setItem('calls', JSON.stringify({ sound: true }));"
    )
    pages = []
    for game in games:
        page = context.new_page()
        Window(page).join(f"/games/{game.ident}#join={game.keys['2']}")
        page.evaluate("hide(true)")
        pages.append(page)
    live = timed_server.app.state.live
    for page in pages:
        page.wait_for_timeout(100)
    watched = [live.watched(game.ident) for game in games]
    assert watched == [True, True, True, False, False]
    for game in games:
        game.first.move(1, 2, "g6")
    for page in pages[:3]:
        page.wait_for_function("() => calls.length === 2")
    pages[4].evaluate("hide(false)")
    Window(pages[4]).wait_status("your turn")


def test_shots_of_manners(window: Windows, tmp_path: Path) -> None:
    """German pages have these words, too."""
    with timed(str(tmp_path / "games.sqlite3")) as server:
        game = begin(server, clock=fischer(900, 10))
        page = window(base_url=server.url, locale="de", size=PHONE)
        one = Window(page).join(f"/games/{game.ident}#join={game.keys['1']}")
        one.page.click("#tab-more")
        assert one.page.inner_text(".calls legend") == (
            "Wenn ich am Zug bin und diese Seite nicht sehe"
        )
        one.shot("manners-german")
