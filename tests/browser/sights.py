"""The pages as people see them, for the tests that go through all of them.

A page that is new gets a line in :data:`SIGHTS`: axe, in both themes, and the test of the widths look at it, too.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import httpx2
from attrs import frozen

from tests.browser.pages import Window, fixture_game
from tests.playground.hosts import Started


@frozen
class Recorded:
    """The beginning of a recorded game."""

    file: str
    ident: object
    plies: int
    variants: tuple[str, ...] = ()


GAMES = {
    "pods": Recorded("pods-20240802.jsonl", 24, 60),
    "dendria": Recorded("dendria-20261129.jsonl", "size-7", 60),
    "small": Recorded("dendria-20261129.jsonl", "size-5", 40, ("size-5",)),
    "modular": Recorded("dendria-20261129.jsonl", "modular-10", 70, ("modular-10",)),
    "building": Recorded("dendria-20261129.jsonl", "modular-10", 5, ("modular-10",)),
}


@cache
def started(server: str, name: str) -> Started:
    """Start a recorded game on a server, once for all tests."""
    recorded = GAMES[name]
    data = fixture_game(recorded.file, recorded.ident)
    with httpx2.Client(base_url=server, timeout=60) as client:
        game = Started(client, data["game"], list(recorded.variants), ["Ann", "Bob"])
        for ply, done in enumerate(data["plies"][: recorded.plies]):
            answer = game.both.send("/moves", seat=done["by"], move=done["move"], revision=ply)
            assert answer.status_code == 200, answer.text
    return game


def link(server: str, name: str) -> str:
    """Return the link to the seat that is to move in a recorded game."""
    recorded = GAMES[name]
    data = fixture_game(recorded.file, recorded.ident)
    game = started(server, name)
    return f"/games/{game.ident}#join={game.keys[str(data['plies'][recorded.plies]['by'])]}"


@frozen
class Sight:
    """A page in one state.

    :ivar show: brings a window on a server there.
    :ivar board: whether there is a board that nothing may lie on.
    """

    name: str
    show: Callable[[Window, str], Any]
    board: bool = True


def _game(name: str, *clicks: str, cells: tuple[str, ...] = ()) -> Callable[[Window, str], None]:
    def show(window: Window, server: str) -> None:
        window.join(link(server, name))
        for cell in cells:
            window.cell(cell)
        for button in clicks:
            window.page.click(button)
        window.ready()

    return show


def _page(address: str, wait: str = "main") -> Callable[[Window, str], None]:
    def show(window: Window, server: str) -> None:
        window.page.goto(address)
        window.page.locator(wait).first.wait_for()
        window.page.wait_for_load_state("networkidle")

    return show


def _tried(window: Window, server: str) -> None:
    window.join(link(server, "pods"))
    window.page.click("#first")
    window.ready().write("a1").page.click("#try")
    window.ready().page.click("#tab-lines")


def _asked(window: Window, server: str) -> None:
    window.join(link(server, "pods"))
    window.page.click("#resign")
    window.page.locator("#ask[open]").wait_for()


def _opponents(window: Window, server: str) -> None:
    window.choose("pods")
    window.page.locator("input[name=where][value=computer]").check()
    window.page.locator("#computers select").first.wait_for()


def _review(window: Window, server: str) -> None:
    game = started(server, "pods")
    window.join(link(server, "pods"))
    window.page.goto(f"/review/{game.ident}")
    window.ready()


READY = "#table.ready[aria-busy=false]"
SIGHTS = [
    Sight("home", _page("/", "#start"), board=False),
    Sight("home-computer", _opponents, board=False),
    Sight("pods", _game("pods")),
    Sight("pods-chosen", _game("pods", cells=("h7",))),
    Sight("pods-back", _game("pods", "#back")),
    Sight("pods-log", _game("pods", "#tab-log")),
    Sight("pods-options", _game("pods", "#tab-more")),
    Sight("pods-tried", _tried),
    Sight("pods-asked", _asked, board=False),
    Sight("dendria", _game("dendria")),
    Sight("dendria-small", _game("small")),
    Sight("dendria-modular", _game("modular")),
    Sight("dendria-building", _game("building")),
    Sight("no-game", _page("/games/none", "#status"), board=False),
    Sight("no-page", _page("/nowhere"), board=False),
    Sight("rules-pods", _page("/rules/pods"), board=False),
    Sight("rules-dendria", _page("/rules/dendria"), board=False),
    Sight("tour-pods", _page("/rules/pods/tour", READY)),
    Sight("tour-dendria", _page("/rules/dendria/tour", READY)),
    Sight("review", _review),
    Sight("upload", _page("/review"), board=False),
    Sight("editor-pods", _page("/editor/pods", READY)),
    Sight("editor-dendria", _page("/editor/dendria", READY)),
]
"""All that is looked at."""
