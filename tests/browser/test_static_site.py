"""The playground without a server: a folder of files, on which everything is done in the browser."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from abstractplay_hex import load_game
from abstractplay_hex.cli import app
from abstractplay_hex.static_site import export_site
from tests.browser import axe
from tests.browser.conftest import ARTEFACTS
from tests.browser.files import served
from tests.browser.test_javascript import JS, ready
from tests.browser.test_sights import SIZES, found
from tests.games import played

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported site."""
    ready()
    folder = tmp_path_factory.mktemp("site") / "made" / "here"
    done = CliRunner().invoke(app, ["export-site", str(folder), "--package", str(JS)])
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def page(browser: Any, site: Path) -> Iterator[Any]:
    """The site's page in a fresh browser; errors fail the test."""
    wrong: list[str] = []
    with served(site.parent) as address:  # not at the root of its host
        context = browser.new_context(accept_downloads=True)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{address}here/")
        page.wait_for_selector("#start[open]")
        yield page
        context.close()
    assert wrong == []


@pytest.fixture
def german(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """The page of a site in German."""
    ready()
    folder = tmp_path / "site"
    command = ["export-site", str(folder), "--package", str(JS), "--language", "de"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    with served(folder) as address:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(address)
        page.wait_for_selector("#start[open]")
        yield page
        context.close()


def test_a_site_in_german(german: Any) -> None:
    assert german.get_attribute("html", "lang") == "de"
    assert german.inner_text("#new") == "Neue Partie"
    german.select_option("#game", "dendria")
    assert german.inner_text("#variants label:has(select)").startswith("Brett")
    solo = german.locator("#variants [data-single=solo]")
    assert not solo.is_visible()  # it needs a modular board
    german.select_option("#variants select", "modular-7")
    assert solo.is_visible()
    german.select_option("#variants select", "size-5")
    start(german, "dendria", "person", "person")
    assert german.inner_text("#status") == "Spieler 1 ist am Zug."
    assert german.inner_text("#prompt").startswith("Säe einen Samen")  # the engine's words


def start(page: Any, game: str, *players: str) -> None:
    page.select_option("#game", game)
    for select, player in zip(page.query_selector_all("#seats select"), players, strict=True):
        select.select_option(player)
    page.click("#start .main")
    settled(page)


def settled(page: Any) -> None:
    page.wait_for_selector("#table.ready[aria-busy=false]")


def click(page: Any, row: int, col: int) -> None:
    page.click(f"#board [data-row='{row}'][data-col='{col}']")
    settled(page)


def downloaded(page: Any, link: str) -> str:
    page.click("#tab-more")
    with page.expect_download() as download:
        page.click(link)
    page.click("#tab-moves")
    return Path(download.value.path()).read_text("utf-8")


def test_both_seats_are_played_and_all_is_kept_and_exported(page: Any) -> None:
    start(page, "pods", "person", "person")
    for row, col in ((3, 3), (5, 5), (3, 4)):
        click(page, row, col)
        page.click("#play")
        settled(page)
    state = downloaded(page, "#get-state")
    game = load_game(state, verify=True)
    assert game.ply == 3
    assert page.locator("#moves li").count() == 3
    page.click("#first")
    settled(page)
    assert page.text_content("#status") == "Looking back at move 0 of 3."
    page.reload()
    settled(page)
    assert downloaded(page, "#get-state") == state
    page.click("#undo")
    settled(page)
    assert page.locator("#moves li").count() == 2
    page.click("#resign")
    page.click("#yes")
    settled(page)
    assert "won" in (page.text_content("#status") or "")
    record = json.loads(downloaded(page, "#get-record"))
    assert [player["result"] for player in record["header"]["players"]] == [0, 1]
    assert downloaded(page, "#get-svg").startswith("<svg")


def test_the_board_helps_as_in_the_playground(page: Any) -> None:
    start(page, "pods", "person", "person")
    assert page.locator("#board .begin").count() == 127
    page.locator("#legend li", has_text="A turn can begin here").wait_for()
    for cell in ("g7", "h7"):
        page.keyboard.type(cell)
        page.keyboard.press("Enter")
        page.locator("#moves button", has_text=cell).wait_for()
        settled(page)
    assert "Whale of player 2" in page.inner_text("#legend")
    page.locator("#board [data-cell=a1]").hover()
    page.locator("#told", has_text="a1: empty").wait_for()
    page.locator("#told", has_text="you need more").wait_for()
    page.keyboard.press("Escape")
    assert page.inner_text("#told") == ""
    page.fill("#move", "g7-h")
    page.locator("#prompt:not(.bad)", has_text="Choose a destination").wait_for()
    page.fill("#move", "g7-z")
    page.locator("#prompt.bad").wait_for()
    page.fill("#move", "")
    page.locator("#board .begin").first.wait_for()  # drawn anew
    settled(page)
    width = page.locator("#board [data-cell=g7]").bounding_box()["width"]
    page.click("#board .zoom button:nth-child(1)")
    page.locator("#board.zoomed").wait_for()
    page.wait_for_function(
        "w => document.querySelector('[data-cell=g7]').getBoundingClientRect().width > 1.4 * w",
        arg=width,
    )
    page.keyboard.press("?")
    page.locator("dialog.keys[open]").wait_for()


def test_the_computer_plays_the_other_seat(page: Any) -> None:
    start(page, "dendria", "person", "level:1")
    page.locator("#status", has_text="Player 1").wait_for()
    settled(page)
    before = page.locator("#moves li:not(.none)").count()
    game = load_game(downloaded(page, "#get-state"), verify=True)
    page.fill("#move", next(text for text in game.moves() if text != "pass"))
    page.press("#move", "Enter")
    page.locator("#moves button").nth(before + 1).wait_for()
    page.locator("#status", has_text="Player 1").wait_for()
    settled(page)


def test_saved_games_and_records_are_opened_by_the_rules(page: Any, tmp_path: Path) -> None:
    start(page, "pods", "person", "person")
    game = played(("dendria", ("size-5",)), 2, 9)
    given = tmp_path / "game.json"
    page.click("#tab-more")
    for text in (game.serialize(), json.dumps(game.draw().record(["Ann", "Bob"]))):
        given.write_text(text, "utf-8")
        page.set_input_files("#open", str(given))
        page.locator("#heading", has_text="Dendria").wait_for()
        settled(page)
    assert page.locator("#moves button").count() == 10
    given.write_text(game.serialize().replace('"gameover":true', '"gameover":false'), "utf-8")
    page.set_input_files("#open", str(given))
    page.wait_for_selector("#toast:not([hidden])")
    assert "$.gameover" in (page.text_content("#toast") or "")
    assert page.locator("#moves button").count() == 10


def opened(page: Any, tmp_path: Path, plies: int, kind: tuple[str, tuple[str, ...]]) -> Any:
    """Open a game that was played elsewhere."""
    start(page, "pods", "person", "person")
    game = played(kind, 4, plies)
    given = tmp_path / "game.json"
    given.write_text(game.serialize(), "utf-8")
    page.click("#tab-more")
    page.set_input_files("#open", str(given))
    page.locator("#moves button").nth(game.ply - 1).wait_for(state="attached")
    settled(page)
    page.click("#tab-review")
    return game


def test_a_game_is_reviewed_in_the_browser(page: Any, tmp_path: Path) -> None:
    game = opened(page, tmp_path, 8, ("dendria", ("size-5",)))
    page.select_option("#review-depth", "quick")
    page.click("#review")
    page.locator("#curve [data-ply]").first.wait_for(state="attached")
    page.locator("#played table").wait_for()  # it is done
    assert page.locator("#review-going").is_hidden()
    assert page.locator("#curve [data-ply]").count() == 8
    cells = page.locator("#played tbody td").all_inner_texts()
    marked = sum(int(cell) for at, cell in enumerate(cells) if at % 5 < 4)
    assert page.locator("#moves .sign").count() == page.locator("#curve .mark").count() == marked
    page.locator("#curve [data-ply='3']").click()
    page.locator("#where", has_text="3 / 8").wait_for()
    settled(page)
    lines = page.locator("#verdict .lines li").all_inner_texts()
    possible = game.undo(6).moves()
    assert lines
    assert all(line.split()[1] in possible for line in lines)
    page.screenshot(path=ARTEFACTS / "site-review.png", full_page=True)
    page.click("#undo")  # what is still there stays judged
    settled(page)
    assert page.locator("#curve [data-ply]").count() == page.locator("#moves button").count() < 8


def test_a_review_is_stopped_and_the_board_answers_meanwhile(page: Any, tmp_path: Path) -> None:
    opened(page, tmp_path, 30, ("pods", ()))
    page.select_option("#review-depth", "deep")
    page.click("#review")
    page.locator("#curve [data-ply]").first.wait_for(state="attached")
    page.click("#first")
    page.locator("#where", has_text="0 / 30").wait_for()
    settled(page)
    page.click("#review-stop")
    page.locator("#review").wait_for(state="visible")
    assert 0 < page.locator("#curve [data-ply]").count() < 30
    assert page.locator("#played table").count() == 0
    page.select_option("#review-depth", "quick")
    page.click("#review")
    page.locator("#curve [data-ply]").first.wait_for(state="attached")
    page.click("#last")
    page.locator("#where", has_text="30 / 30").wait_for()
    page.click("#new")  # another game ends it, too
    page.click("#start .main")
    page.locator("#moves .none").wait_for(state="attached")
    settled(page)
    page.locator("#review").wait_for(state="visible")
    assert page.locator("#curve svg").count() == 0


DEADLY = """
import { load as real } from "./real.js";
import * as pyodide from "../pyodide/pyodide.mjs";
let python;
const watched = async (options) => (python = await pyodide.loadPyodide(options));
export async function load() {
  const indexURL = new URL("../pyodide/", import.meta.url).href;
  const hex = await real({ pyodide: { version: pyodide.version, loadPyodide: watched }, indexURL });
  python.runPython(`
import os
from abstractplay_hex.engine.names import METHODS
import attrs
METHODS["resign"] = attrs.evolve(METHODS["resign"], call=lambda *_, **__: os.abort())`);
  return hex;
}
"""


def test_an_engine_that_dies_is_told_and_the_game_goes_on(
    browser: Any, site: Path, tmp_path: Path
) -> None:
    """Python is made to abort when somebody resigns."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / "engine" / "index.js").rename(copy / "engine" / "real.js")
    (copy / "engine" / "index.js").write_text(DEADLY, "utf-8")
    with served(copy) as address:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(address)
        page.wait_for_selector("#start[open]")
        start(page, "pods", "person", "person")
        click(page, 3, 3)
        page.click("#play")
        settled(page)
        page.click("#resign")
        page.click("#yes")
        page.locator("#dead").wait_for()
        assert page.text_content("#status") == "The engine has stopped."
        page.screenshot(path=ARTEFACTS / "site-dead.png", full_page=True)
        page.click("#reload")
        page.locator("#dead").wait_for(state="hidden")
        page.locator("#moves button").wait_for(state="attached")
        settled(page)
        click(page, 5, 5)
        page.click("#play")
        settled(page)
        assert page.locator("#moves button").count() == 2
        context.close()


def test_an_engine_that_cannot_be_loaded_is_told(browser: Any, site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (wheel,) = copy.glob("engine/wheels/attrs-*.whl")
    wheel.write_bytes(wheel.read_bytes()[:-1])
    with served(copy) as address:
        page = browser.new_page(service_workers="block")
        page.set_default_timeout(60_000)
        page.goto(address)
        page.locator("#dead").wait_for()
        assert "is not what was pinned" in (page.text_content("#dead-said") or "")
        page.close()


def test_it_works_without_a_network(page: Any) -> None:
    start(page, "pods", "person", "person")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")  # all is kept by then
    page.reload()
    settled(page)
    page.context.set_offline(True)
    page.reload()
    settled(page)
    click(page, 2, 2)
    page.click("#play")
    settled(page)
    assert page.locator("#moves button").count() == 1


def test_another_site_of_the_same_host_keeps_its_files(
    browser: Any, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "one")
    export_site(tmp_path / "two", JS, "de")  # so its files are others
    with served(tmp_path) as address:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(60_000)
        for name in ("one", "two"):
            page.goto(f"{address}{name}/")
            page.wait_for_selector("#table.ready")
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        context.set_offline(True)
        for name, language in (("one", "en"), ("two", "de")):
            page.goto(f"{address}{name}/")
            page.wait_for_selector("#table.ready")
            assert page.get_attribute("html", "lang") == language
        context.close()


def test_a_new_export_takes_the_place_of_the_old_one_as_a_whole(
    browser: Any, tmp_path: Path
) -> None:
    """Also behind a host that lets browsers keep its files for an hour."""
    ready()
    folder = tmp_path / "site"
    export_site(folder, JS)
    with served(folder, headers={"Cache-Control": "max-age=3600"}) as address:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(address)
        page.wait_for_selector("#table.ready")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.reload()  # from here on, the site's own worker gives the files
        page.wait_for_selector("#table.ready")
        shutil.rmtree(folder)
        export_site(folder, JS, "de")
        page.evaluate(
            """() => new Promise((resolve) => {
              navigator.serviceWorker.addEventListener("controllerchange", resolve);
              navigator.serviceWorker.getRegistration().then((found) => found.update());
            }).then(() => null)"""
        )
        page.reload()
        page.wait_for_selector("#table.ready")
        assert page.get_attribute("html", "lang") == "de"
        context.close()


def test_it_can_be_installed(page: Any) -> None:
    manifest = page.evaluate("fetch('site.webmanifest').then((answer) => answer.json())")
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    worker = page.evaluate("fetch('offline.js').then((answer) => answer.text())")
    assert "VERSION" not in worker
    assert "pyodide.asm.wasm" in worker


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_sticks_out(page: Any, theme: str) -> None:
    axe.source()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    assert axe.violations(page) == []  # the dialog of a new game is open
    start(page, "dendria", "person", "person")
    for move in ("d4", "e5"):
        page.click(f"#board [data-cell={move}]")
        settled(page)
        page.click("#play")
        settled(page)
    for tab in ("#tab-moves", "#tab-log", "#tab-more"):
        page.click(tab)
        assert axe.violations(page) == [], tab
    assert page.locator("#board > svg[data-scenery=island]").count() == 1
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert {what: found(page, what) for what in ("wide", "covered")} == {
            "wide": [],
            "covered": [],
        }


def test_what_a_move_changes_is_seen_to_move(page: Any) -> None:
    page.emulate_media(reduced_motion="no-preference")
    start(page, "pods", "person", "person")
    page.evaluate(
        """() => {
          const { animate } = Element.prototype;
          Element.prototype.animate = function (frames, how) {
            window.lasted = Math.max(window.lasted ?? 0, how.duration);
            return animate.call(this, frames, how);
          };
        }"""
    )
    page.click("#board [data-cell=g7]")
    settled(page)
    page.click("#play")
    settled(page)
    assert 0 < page.evaluate("window.lasted") <= 250
