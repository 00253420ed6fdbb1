"""Reviews as pictures and pages: turns on the board, the curve, the report that needs no server."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from abstractplay_hex import ArgumentError, analysis, new_game
from abstractplay_hex.analysis import Mark
from abstractplay_hex.analysis.showing import BEST
from abstractplay_hex.analysis.themes import Themes
from abstractplay_hex.codec import validate
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.render.svg import to_svg
from tests.analysis.games import QUICK, some_game, some_review
from tests.games import KINDS, kind_id, played

VOID = {"meta", "path", "rect", "circle", "use"}


# ---- turns on the board -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_any_turn_is_shown_on_the_picture(kind: tuple[str, tuple[str, ...]]) -> None:
    for plies in (1, 6, 14):
        game = played(kind, plies, plies)
        before = game.stack[-2].position
        shown = analysis.turn_annotations(game.rules, before, game.lastmove or "")
        mark = analysis.mark_annotation(game.rules, before, game.results, Mark.BLUNDER)
        was = game.load(plies - 1).render()
        render = analysis.annotated(was, *shown, mark)
        validate(render, "render-1")
        assert BEST in to_svg(render) or game.load().lastmove == "pass"
        assert was == game.load(plies - 1).render()  # nothing was changed


def test_what_moves_is_an_arrow_and_what_comes_a_ring() -> None:
    game = new_game("pods").move("g7").move("c3")
    place = game.cell_place
    (move, *rings) = analysis.turn_annotations(game.rules, game.looked_at.position, "g7-f8")
    assert (move.type, list(move.places)) == ("move", [place("g7"), place("f8")])
    assert not any(ring.places for ring in rings)
    ring = analysis.turn_annotations(game.rules, game.looked_at.position, "h8", "#123456")[-1]
    assert (ring.type, list(ring.places), ring.options["colour"]) == (
        "enter",
        [place("h8")],
        "#123456",
    )


def test_legs_that_follow_each_other_are_one_way_and_lists_of_cells_are_all_ringed() -> None:
    from abstractplay_hex.analysis.showing import _cells, _ways
    from abstractplay_hex.plies.results import Capture, Convert, Move

    places = {name: (0, n) for n, name in enumerate(("a1", "a2", "a3", "b1", "0,-3"))}
    moves = [Move(start="a1", to="a2"), Move(start="a2", to="a3"), Move(start="b1", to="a1")]
    assert list(_ways(moves, places)) == [[(0, 0), (0, 1), (0, 2)], [(0, 3), (0, 0)]]
    others = [Convert(what="seeds", into="trees", where="a1,b1"), Capture(where="0,-3"), Capture()]
    assert list(_cells(others, places)) == [(0, 0), (0, 3), (0, 4)]


# ---- the curve ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
def test_the_curve(dark: bool) -> None:
    review = some_review()
    svg = analysis.curve_svg(review, dark=dark, links=True, palette="colour-blind")
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}"
    assert [a.get("href") for a in root.iter(f"{name}a")] == [
        f"#ply-{n}" for n in range(len(review.curve))
    ]
    bad = review.marked(Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
    assert len(list(root.iter(f"{name}circle"))) == len(bad)
    assert not re.search(r"nan|inf", svg)


def test_the_line_crosses_the_middle_where_it_does() -> None:
    from abstractplay_hex.analysis.curve import _clipped

    assert _clipped([0.5, -0.5, -1.0], 1) == [(0, 0.5), (0.5, 0), (1, 0), (2, 0)]
    assert _clipped([0.5, -0.5, -1.0], -1) == [(0, 0), (0.5, 0), (1, -0.5), (2, -1)]


# ---- the page -----------------------------------------------------------------------------------


class Page(HTMLParser):
    """Reads a page: elements that are closed as they were opened, ids, links, what it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        target = given.get("href") or given.get("src")
        if target is not None:
            (self.links if target.startswith("#") else self.loads).append(target)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.said += f"{data} "


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_the_page_is_whole_and_loads_nothing(kind: tuple[str, tuple[str, ...]]) -> None:
    game = played(kind, 9, 9).resign(1)
    html = analysis.report_html(analysis.review(game, QUICK), game)
    page = Page(html)
    assert page.open == []
    assert page.loads == []
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", html)
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= {*page.ids}
    assert {f"ply-{n}" for n in range(11)} <= {*page.ids}
    for ply in game.stack[1:]:
        assert str(ply.lastmove) in page.said
    assert "default-src 'none'" in html


@pytest.mark.parametrize(("end", "badges"), [("resign", ["✓ won"]), ("draw", ["draw", "draw"])])
def test_the_page_says_who_has_won(end: str, badges: list[str]) -> None:
    game = played(("pods", ()), 9, 4)
    game = game.resign(1) if end == "resign" else game.draw()
    html = analysis.report_html(analysis.review(game, QUICK), game)
    assert re.findall('<span class="won">(.*?)</span>', html) == badges


def test_names_and_texts_cannot_bring_markup_in() -> None:
    game = some_game()
    names = ["<script>alert(1)</script>", "\"&'"]
    page = Page(analysis.report_html(some_review(), game, names=names))
    assert page.open == []
    assert names[0] in page.said
    with pytest.raises(ArgumentError, match=r".") as caught:
        analysis.report_html(some_review(), game, names="Ann")
    assert caught.value.code == "argument.names"


def test_the_page_speaks_the_language_in_force() -> None:
    with language("de"):
        html = analysis.report_html(some_review(), some_game())
    said = Page(html).said
    assert '<html lang="de">' in html
    for word in ("Bewertung der Partie", "Spieler 1", "Beginn", "Die besten Züge"):
        assert word in said
    assert not re.search(r"\b(the|best|turn|ply|Player|Mistake)\b", said)


def test_a_review_of_another_game_is_refused() -> None:
    for game in (new_game("pods"), new_game("dendria")):
        with pytest.raises(ArgumentError) as caught:
            analysis.report_html(some_review(), game)
        assert caught.value.code == "analysis.other-game"


def test_a_long_game_is_a_page_of_moderate_size() -> None:
    game = some_game("pods", (), 24, "random")
    html = analysis.report_html(analysis.review(game, QUICK), game)
    assert len(html) < 20_000 * 25


def test_two_themes_are_one_drawing_with_variables() -> None:
    themes = Themes()

    def draw(dark: bool, end: str) -> str:
        back, edge = ("#111", "#aaaaaa") if dark else ("#fff", "#123456")
        return f'<g fill="{back}" stroke="{edge}" style="color:#abc"><use href="#p1-c"/>{back}</g>'

    both = themes.both(draw)
    assert both == (
        '<g fill="var(--c0)" stroke="var(--c1)" style="color:#abc"><use href="#p1-c"/>var(--c0)</g>'
    )
    style = themes.style("color-scheme:dark;")
    light, dark = style.split("@media")
    assert "--c0:#fff;--c1:#123456;" in light
    assert "--c0:#111;--c1:#aaaaaa;" in dark
    assert themes.both(lambda dark, end: f"<b{end}/>" if dark else "<a/>") == (
        '<div class="if-light"><a/></div><div class="if-dark"><bd/></div>'
    )


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_both_themes_have_every_colour_of_their_own_drawing(kind: Any) -> None:
    """Put back, the variables give the very drawings that they were made of."""
    from abstractplay_hex.render.svg.document import Options, draw

    render = played(kind, 3, 9).render()

    def drawn(dark: bool, end: str) -> str:
        return draw(render, Options(prefix=f"p1{end}", dark=dark), plain=True).body

    themes = Themes()
    both = themes.both(drawn)
    light, dark = drawn(False, ""), drawn(True, "")
    if both.startswith("<div"):  # labels that only one of them must recolour
        assert light in both
        assert drawn(True, "d") in both
        return
    for index, wanted in enumerate((light, dark)):
        back = both
        for pair, name in themes.names.items():
            back = back.replace(f"var({name})", pair[index])
        assert back == wanted


# ---- in a browser -------------------------------------------------------------------------------


@pytest.mark.heavy
def test_the_page_is_used_from_the_disk(browser: Any, tmp_path: Path) -> None:
    game = some_game("dendria", ("size-5",), 30, "mixed")
    review = analysis.review(game, QUICK)
    path = tmp_path / "report.html"
    path.write_text(analysis.report_html(review, game), encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(path.as_uri())

    def at() -> str:
        (now,) = page.locator(".ply:visible").all()
        assert page.locator("[aria-current]").get_attribute("href") == f"#{now.get_attribute('id')}"
        return str(now.get_attribute("id"))

    page.keyboard.press("Home")
    assert at() == "ply-0"
    page.keyboard.press("ArrowLeft")
    assert at() == "ply-0"
    page.keyboard.press("ArrowRight")
    assert at() == "ply-1"
    assert page.url.endswith("#ply-1")
    page.keyboard.press("End")
    assert at() == "ply-30"
    bad = [p.ply for p in review.marked(Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)]
    page.keyboard.press("Home")
    for ply in bad[:3]:
        page.keyboard.press("ArrowDown")
        assert at() == f"ply-{ply}"
    page.locator(".list a").nth(7).click()
    assert at() == "ply-7"
    page.locator(".strips a").nth(20).click()
    assert at() == "ply-20"
    page.locator('.steps [data-step="back"]').click()
    assert at() == "ply-19"
    back = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(back)
    page.locator("#theme").click()
    assert page.evaluate(back) != light
    fill = "getComputedStyle(document.querySelector('.ply.now svg rect')).fill"
    assert page.evaluate(fill) == "rgb(12, 40, 54)"  # the sea at night
    page.goto(f"{path.as_uri()}#ply-12")
    page.reload()
    assert at() == "ply-12"
    assert wrong == []
    context.close()
    plain = browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.goto(path.as_uri())
    assert page.locator(".ply:visible").count() == 31
    assert not page.locator(".steps").is_visible()
    plain.close()
