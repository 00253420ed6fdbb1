"""What the directives of the documentation's own Sphinx extensions put on a page."""

import html
import re

import pytest

from abstractplay_hex.cli import app
from abstractplay_hex.render.svg.glyphs import SHEET
from tests.conftest import ROOT
from tests.pages.site import site_of

CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "docs")!r})
extensions = ["myst_parser", "_cli", "_pictures"]
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of nothing but what the directives make of the library."""
    folder = tmp_path_factory.mktemp("page")
    site_of("# A page\n\n```{glyphs}\n```\n\n```{commands}\n```\n", CONF, folder, "html")
    return (folder / "out" / "index.html").read_text(encoding="utf-8")


def test_commands_are_called_as_they_are_installed(page: str) -> None:
    text = html.unescape(re.sub(r"<[^>]+>", "", page))
    usages = re.findall(r"Usage: (\S+(?: [a-z][a-z-]*)+)", text)
    groups = [group.typer_instance for group in app.registered_groups]
    listed = [("", app), *((f"{group.info.name} ", group) for group in groups if group)]
    names = [
        before + str(c.name or getattr(c.callback, "__name__", ""))
        for before, group in listed
        for c in group.registered_commands
    ]
    assert usages == [f"abstractplay-hex {name.replace('_', '-')}" for name in names]


def test_all_glyphs_are_shown_by_name(page: str) -> None:
    (shown,) = re.findall(r'<ul class="glyphs".*?</ul>', page, re.DOTALL)
    assert re.findall(r"<code>(.*?)</code>", shown) == list(SHEET)
    assert shown.count("<svg") == len(SHEET)
