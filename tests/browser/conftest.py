"""A server, a browser, and windows to it; all is skipped where one is missing."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",  # root needs it
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = Path(__file__).parent
ARTEFACTS = HERE.parents[1] / "artefacts"
MISSING = 'needs the playground and its test tools: pip install -e ".[browser]"'
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 568}
"""The narrowest that pages are asked to be read on: a wide one at 400 %."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The real server in a process of its own."""
    for needed in ("fastapi", "httpx2", "playwright"):
        pytest.importorskip(needed, reason=MISSING)
    from tests.playground.hosts import serving

    with serving(str(tmp_path_factory.mktemp("browser") / "games.sqlite3")) as made:
        yield made


THROUGH = ("budgets", "javascript")
"""Files of tests that `.ci/run` has time for: the first case of each test. Of other files it runs one test."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as long what is more of the same."""
    begun = set()
    for item in items:
        if item.path.parent == HERE:
            through = item.path.stem.removeprefix("test_") in THROUGH
            kind = item.path, getattr(item, "originalname", "") if through else ""
            if kind in begun:
                item.add_marker(pytest.mark.long)
            begun.add(kind)


def launched() -> Iterator[Any]:
    """Launch a browser."""
    api = pytest.importorskip("playwright.sync_api", reason=MISSING)
    if not Path(CHROMIUM).exists():
        pytest.skip(f"needs Chromium: apt-get install chromium ({CHROMIUM} is missing)")
    ARTEFACTS.mkdir(exist_ok=True)
    with api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def window(browser: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """Make windows that share nothing; errors in any of them fail the test."""
    contexts, wrong = [], []

    def make(*, size: dict[str, int] = DESKTOP, dark: bool = False, **options: Any) -> Any:
        options.setdefault("base_url", server.url)
        context = browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on(
            "console",
            lambda said: (
                wrong.append(said.text)
                # Refused requests are part of some tests, and the browser reports them itself.
                if said.type == "error" and "Failed to load resource" not in said.text
                else None
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong
