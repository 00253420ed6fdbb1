"""Boards in the documentation: played in the browser, from files alone, and pictures where that cannot be."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import ARTEFACTS
from tests.browser.files import served
from tests.browser.test_javascript import ready
from tests.conftest import ROOT

pytestmark = pytest.mark.heavy

GAMES = ("pods", "dendria")


def built(folder: Path, *options: str) -> tuple[Path, str]:
    """Build the pages of the games, and return where they are, and what was said."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (folder / "seeds").symlink_to(ROOT / "seeds")
    for name in GAMES:
        text = (
            (ROOT / "docs" / f"{name}.md")
            .read_text("utf-8")
            .replace("](players.md)", "](index.md)")
        )
        (docs / f"{name}.md").write_text(text, "utf-8")
    pages = "\n".join(GAMES)
    (docs / "index.md").write_text(f"# Games\n\n```{{toctree}}\n{pages}\n```\n", "utf-8")
    site = folder / "made" / "here"  # not at the root of its host
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-n", "--keep-going", "-b", "html"]
    command += ["-c", str(ROOT / "docs"), *options, str(docs), str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site, done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as they are built."""
    pytest.importorskip("sphinx", reason='needs Sphinx: pip install -e ".[docs]"')
    ready()
    folder, said = built(tmp_path_factory.mktemp("docs"))
    assert "note" not in said
    return folder


@pytest.fixture
def page(browser: Any, site: Path) -> Iterator[Any]:
    """A window that reaches nothing but these files; errors fail the test."""
    wrong: list[str] = []
    with served(site.parent) as address:
        context = browser.new_context()
        context.route(lambda url: not url.startswith(address), lambda route: route.abort())
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.address = f"{address}here/"
        yield page
        context.close()
    assert wrong == []


def begin(page: Any, game: str) -> Any:
    """Open a game's page and have it played there."""
    page.goto(f"{page.address}{game}.html")
    figure = page.locator("figure.live")
    assert figure.locator("svg").count() == 1
    figure.locator(".begin button").click()
    figure.locator(".board [data-row]").first.wait_for()
    settled(figure)
    return figure


def settled(figure: Any) -> None:
    figure.and_(figure.page.locator("[aria-busy=false]")).wait_for()


def play(figure: Any) -> None:
    """Play a turn of one click, wherever there is one."""
    for cell in figure.locator(".board [data-row]").all():
        cell.click()
        settled(figure)
        if figure.locator(".play").is_enabled():
            break
    figure.locator(".play").click()


def turn(figure: Any) -> None:
    """Make a turn, and wait until it is the other player's."""
    before = figure.locator(".status").inner_text()
    play(figure)
    figure.page.wait_for_function(
        "before => document.querySelector('figure.live .status').textContent !== before", arg=before
    )
    settled(figure)


@pytest.mark.parametrize("game", GAMES)
def test_both_seats_are_played_on_the_page(page: Any, game: str) -> None:
    figure = begin(page, game)
    said = figure.locator(".status")
    for player in (1, 2, 1):
        assert said.inner_text() == f"Player {player} is to move."
        turn(figure)
    assert said.inner_text() == "Player 2 is to move."
    figure.screenshot(path=ARTEFACTS / f"live-{game}.png")
    figure.get_by_text("Take back").click()
    said.filter(has_text="Player 1 is to move.").wait_for()
    figure.get_by_text("New game").click()
    settled(figure)
    assert figure.get_by_text("Take back").is_disabled()


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_the_other_seat(page: Any, game: str) -> None:
    figure = begin(page, game)
    drawn = figure.locator(".board svg")
    figure.locator("select").nth(1).select_option("level:1")
    settled(figure)
    for _ in range(2):
        before = drawn.inner_html()
        figure.locator(".board [data-row]").nth(3).wait_for()
        play_and_wait(figure)
        assert drawn.inner_html() != before
        assert figure.locator(".status").inner_text() == "Player 1 is to move."


def play_and_wait(figure: Any) -> None:
    """Make a turn and wait for the computer's."""
    play(figure)
    figure.locator(".play:disabled").wait_for()
    figure.locator(".status", has_text="Player 1 is to move.").wait_for()
    settled(figure)


def test_nothing_is_loaded_before_one_plays(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{page.address}pods.html", wait_until="networkidle")
    assert [url for url in asked if "/live/" in url and url.endswith((".js", ".mjs"))] == [
        f"{page.address}live/live.js"
    ]
    assert not [url for url in asked if "pyodide" in url or ".whl" in url]


@pytest.mark.parametrize("game", GAMES)
def test_without_javascript_there_is_the_picture(browser: Any, site: Path, game: str) -> None:
    with served(site.parent) as address:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{address}here/{game}.html")
        assert page.locator("figure.live svg").is_visible()
        assert page.locator("figure.live button").is_hidden()
        context.close()


def test_a_missing_file_is_told(browser: Any, site: Path) -> None:
    with served(site.parent) as address:
        context = browser.new_context()
        context.route("**/live/engine/index.js", lambda route: route.abort())
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{address}here/pods.html")
        page.locator("figure.live .begin button").click()
        page.locator("figure.live .status", has_text="has stopped").wait_for()
        context.close()


def test_without_the_package_there_are_pictures_and_a_note(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason='needs Sphinx: pip install -e ".[docs]"')
    site, said = built(tmp_path, "-D", f"live_package={tmp_path / 'nothing'}")
    assert "note: boards are pictures only" in said
    assert not (site / "live").exists()
    text = (site / "pods.html").read_text("utf-8")
    assert "Play here</button>" not in text
    assert 'aria-label="The empty board of Pods."' in text
