"""Every page, in both themes: nothing that axe objects to."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.pages import Window
from tests.browser.sights import SIGHTS

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]


def test_axe_finds_nothing_on_a_phone(window: Windows, server: Any) -> None:
    axe.source()
    for sight in SIGHTS:
        if sight.name in ("home", "pods", "tour-pods"):
            one = Window(window(size=PHONE, has_touch=True))
            sight.show(one, server.url)
            assert axe.violations(one.page) == [], sight.name


@pytest.mark.parametrize("number", range(len(SIGHTS)), ids=[sight.name for sight in SIGHTS])
def test_axe_finds_nothing(window: Windows, server: Any, number: int) -> None:
    """In the theme that a page began with, and in the one that it is changed to."""
    axe.source()
    dark = number % 2 == 1
    one = Window(window(size=DESKTOP, dark=dark))
    SIGHTS[number].show(one, server.url)
    assert axe.violations(one.page) == []
    other: Any = "light" if dark else "dark"
    one.page.emulate_media(color_scheme=other, reduced_motion="reduce")  # at once, not by and by
    assert axe.violations(one.page) == []


def test_axe_is_asked(window: Windows) -> None:
    """What is wrong is found: a picture without a text, a text that cannot be read."""
    page = window()
    page.goto("/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<img src=/static/icon.svg><p id=faint>faint</p>')"
    )
    page.evaluate("document.getElementById('faint').style.color = '#e8e8e8'")
    found = {line.split()[0] for line in axe.violations(page)}
    assert {"image-alt", "color-contrast"} <= found
