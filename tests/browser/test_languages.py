"""Pages in the language of the browser, or the one chosen; read aloud; from right to left."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.i18n import extracting
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.playground import words
from tests.browser.conftest import PHONE
from tests.browser.pages import Window

pytestmark = pytest.mark.heavy

GERMAN = {"locale": "de-DE"}
LONG = "Wolfeschlegelsteinhausenbergerdorff-Wxyz"
"""As long as a name may be, without a place to break."""


def english_in(text: str) -> list[str]:
    """Return the sentences of the pages that stand in *text* in English and differ in German."""
    found = []
    for code, english in words.sentences().items() - {("page.language", "English")}:
        with language("de"):
            german = say(code, **dict.fromkeys(re.findall(r"\{(\w+)\}", english), 2))
        plain = re.sub(r"\{\w+\}", "", english)
        if len(plain) > 5 and plain == english and english != german:
            found += [english] if re.search(rf"(?<!\w){re.escape(english)}(?!\w)", text) else []
    return found


def spoken(page: Any) -> str:
    """Return all that a page says: what is to be seen and what is read aloud."""
    text: str = page.evaluate(
        """() => [document.title, document.body.innerText,
          ...[...document.querySelectorAll("[title],[aria-label],[placeholder],[alt]")].flatMap(
            (one) => ["title", "aria-label", "placeholder", "alt"].map((name) => one.getAttribute(name)))]
          .filter(Boolean).join("\\n")"""
    )
    return text


def test_all_pages_are_in_the_language_of_the_browser(window: Callable[..., Any]) -> None:
    mine = Window(window(**GERMAN))
    mine.page.goto("/")
    mine.page.wait_for_selector("#names input")
    for where in ("computer", "computers", "1"):
        mine.page.check(f"input[name=where][value='{where}']")
    mine.page.locator("details.about:visible summary").first.click()
    assert english_in(spoken(mine.page)) == []
    assert mine.page.inner_text("h1") == "Eine Partie spielen"
    mine.shot("german-start")
    mine.start("pods", "1")
    assert mine.status == "Du bist am Zug."
    for tab in ("log", "more", "moves"):
        mine.page.click(f"#tab-{tab}")
        assert english_in(spoken(mine.page)) == []
    mine.cell("g7")
    assert mine.prompt == "Wal auf g7. Dieser Zug ist vollständig."
    mine.shot("german-game")
    mine.play(1)
    mine.wait_status("Spieler 2 ist am Zug")
    mine.page.click("#draw")
    assert mine.page.inner_text("#question") == "Remis anbieten?"
    mine.page.click("#yes")
    mine.ready()
    assert (
        mine.page.inner_text("#offers span") == "Du hast Remis angeboten. Es fehlt noch: Spieler 2."
    )
    assert english_in(spoken(mine.page)) == []
    for path in ("/rules/pods", "/rules/dendria/tour", "/review", "/editor/dendria"):
        mine.page.goto(path)
        assert mine.page.get_attribute("html", "lang") == "de"
        if "tour" in path or "editor" in path:
            mine.ready()
        assert english_in(spoken(mine.page)) == []
    mine.choose("pods")
    mine.page.check("input[name=where][value=computer]")
    mine.page.select_option("select[name=level]", "4")
    mine.page.click("button[type=submit]")
    mine.ready()
    assert "Computer, Stufe 4" in mine.page.inner_text("#players")
    assert english_in(spoken(mine.page)) == []


def test_a_language_is_chosen_and_kept(window: Callable[..., Any]) -> None:
    mine = Window(window())  # an English browser
    mine.start("pods", "1")
    assert mine.status == "It is your turn."
    mine.page.click(".languages [hreflang=de]")
    mine.ready()
    assert mine.status == "Du bist am Zug."
    assert "seat=1" in mine.page.url
    assert mine.page.inner_text(".languages [aria-current]") == "DE"
    mine.page.click(".brand")
    assert mine.page.inner_text("h1") == "Eine Partie spielen"
    for path in ("/rules/pods#P3", "/rules/pods/tour"):
        mine.page.goto(path)
        assert mine.page.get_attribute("html", "lang") == "de"
    mine.page.goto("/rules/pods#P3")
    mine.page.click(".languages [hreflang=en]")
    mine.page.wait_for_selector("html[lang=en]")
    assert mine.page.url.endswith("#P3")
    mine.page.goto("/")
    assert mine.page.inner_text("h1") == "Play a game"


def test_two_windows_in_two_languages_do_not_mix(window: Callable[..., Any]) -> None:
    mine = Window(window(**GERMAN)).start("pods", "1")
    yours = Window(window()).join(mine.link(2))
    mine.cell("g7").play(1)
    yours.wait_status("It is your turn")
    mine.wait_status("Spieler 2 ist am Zug")
    yours.write("g7")
    assert yours.prompt.startswith("The whale at g7 ")
    mine.write("g7")
    assert mine.prompt.startswith("Der Wal auf g7 ")
    for one, name in ((mine, "Spieler 1"), (yours, "Player 1")):
        one.page.click("#tab-log")
        assert name in one.page.inner_text("#log")
    # A page goes on in its language when another of the same browser changes it.
    other = mine.page.context.new_page()
    other.goto("/?lang=en")
    assert other.inner_text("h1") == "Play a game"
    yours.write("h7").play(2)
    mine.wait_status("Du bist am Zug")
    other.close()


def test_moves_are_read_aloud_with_what_they_lead_to(window: Callable[..., Any]) -> None:
    mine = Window(window()).start("pods", "1")
    yours = Window(window()).join(mine.link(2))
    heard = yours.page.locator("#heard[aria-live=polite]")
    assert heard.inner_text() == ""  # what was there before is no news
    mine.cell("g7").play(1)
    yours.wait_moves(1)
    assert heard.inner_text().startswith("Player 1 ")
    assert "g7" in heard.inner_text()
    log = yours.page.evaluate("document.querySelector('#log span').textContent")
    assert heard.inner_text() == log
    yours.write("h7").play(2)
    mine.wait_moves(2)
    assert "h7" in mine.page.inner_text("#heard p:last-child")
    yours.page.click("#undo")
    mine.page.locator("#offers button.main").click()
    mine.wait_moves(1)
    assert mine.page.inner_text("#heard p:last-child") == "1 move has been taken back."


@pytest.mark.parametrize("code", ["en-US", "de-DE"])
def test_long_names_and_words_fit_on_a_telephone(window: Callable[..., Any], code: str) -> None:
    mine = Window(window(size=PHONE, locale=code))
    mine.start("pods", "1", names=(LONG, LONG[::-1]))
    mine.cell("g7").play(1)
    mine.page.click("#draw")
    mine.page.click("#yes")
    mine.ready()
    mine.shot(f"long-names-{code}")
    for path in (None, "/"):
        if path:
            mine.page.goto(path)
            mine.page.wait_for_selector("#mine li")
        assert mine.page.evaluate(
            """() => [document.documentElement.scrollWidth <= innerWidth,
              ...[...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
                && !one.closest("svg, .said-only, .sheet") && one.getBoundingClientRect().right > innerWidth + 1)
                .map((one) => one.className || one.tagName)]"""
        ) == [True]


def test_solo_is_offered_with_the_boards_that_it_goes_with(window: Callable[..., Any]) -> None:
    mine = Window(window())
    mine.choose("dendria")
    solo = mine.page.locator("[data-variants=dendria] input[value=solo]")
    assert not solo.is_visible()
    mine.choose("dendria", ("modular-7", "solo"))
    mine.page.locator("select[name=dendria-board]").select_option("#board")
    assert not solo.is_visible()
    mine.page.locator("select[name=dendria-board]").select_option("modular-8")
    assert not solo.is_checked()  # nor was it kept in secret
    mine.start("dendria", "all", ("modular-7", "solo"))
    assert "0 / 7" in mine.page.inner_text("#common")
    for count, text in ((1, "m0,0"), (2, "m0,0;m1,2"), (3, "m0,0;m1,2;m-1,-2")):
        mine.write(text)
        assert f"{count} / 7" in mine.page.inner_text("#common")


# ---- From right to left ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server that speaks Hebrew of a kind, too: each sentence in brackets, in letters of Hebrew."""
    hosts = pytest.importorskip("tests.playground.hosts")
    folder = tmp_path_factory.mktemp("hebrew")
    letters = str.maketrans({chr(97 + i): chr(0x5D0 + i) for i in range(26)})

    def foreign(text: str) -> str:
        parts = re.split(r"(\{\w*\})", text.lower() if "{" not in text else text)
        return "".join(part if part.startswith("{") else part.translate(letters) for part in parts)

    catalog = extracting.template(words.sentences(), "mirrored", "he")
    for entry in catalog:
        if isinstance(entry.id, str):
            entry.string = foreign(entry.id) if entry.id else entry.string
        else:
            entry.string = tuple(map(foreign, entry.id))
    made = folder / "he" / "LC_MESSAGES" / "mirrored.mo"
    made.parent.mkdir(parents=True)
    made.write_bytes(extracting.compiled(catalog))
    with hosts.serving(str(folder / "games.sqlite3"), catalogues={"mirrored": folder}) as server:
        yield server


def test_pages_from_right_to_left(mirrored: Any, window: Callable[..., Any]) -> None:
    mine = Window(window(locale="he-IL", base_url=mirrored.url))
    mine.start("pods", "1", names=("Ann", "Bea"))
    assert mine.page.get_attribute("html", "dir") == "rtl"
    board = mine.page.locator(".board-side").bounding_box()
    panel = mine.page.locator(".panel").bounding_box()
    assert panel["x"] + panel["width"] <= board["x"] + 1  # the panel is on the other side
    # The board is the same: a1 left of a7, and clicks are answered where they are made.
    a1, a7 = (
        mine.page.locator(f"#board [data-cell={name}]").bounding_box() for name in ("a1", "a7")
    )
    assert a1["x"] < a7["x"]
    mine.cell("g7")
    assert mine.text == "g7"
    assert (
        mine.page.evaluate("getComputedStyle(document.getElementById('move')).direction") == "ltr"
    )
    mine.play(1)
    mine.shot("right-to-left-game")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mine.page.goto("/")
    mine.page.wait_for_selector("#names input")
    mine.shot("right-to-left-start")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_styles_know_no_left_and_right() -> None:
    """What belongs to a text turns with its direction; the board keeps its own."""
    physical = re.compile(
        r"\b(?:margin|padding|border)-(?:left|right)\b|text-align: (?:left|right)|[{;]\s*(?:left|right):|float:"
    )
    for path in sorted(Path(words.STATIC).glob("*.css")):
        assert physical.findall(path.read_text("utf-8")) == [], path.name
