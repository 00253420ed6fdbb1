"""The pytest plugin's entry point: the option ``--abstractplay-game``, and nothing more until it is used.

In the wheel this file is the top-level module ``pytest_abstractplay_hex``: pytest imports the plugins
of all installed packages in every run, and so does not import the library in those that have nothing
to do with it.
"""

from typing import Any

import pytest


def pytest_addoption(parser: Any) -> None:
    """Add the option."""
    parser.getgroup("abstractplay-hex").addoption(
        "--abstractplay-game",
        action="append",
        default=[],
        metavar="UID|MODULE:RULES",
        help="check this game against the host contract of abstractplay-hex, one test per check (repeatable)",
    )


@pytest.hookimpl(
    tryfirst=True
)  # before those that select tests (-k …), so that they see the added ones
def pytest_collection_modifyitems(session: Any, config: Any, items: list[Any]) -> None:
    """Add a test for each check of each game asked for."""
    games = config.getoption("--abstractplay-game")
    if games:
        from abstractplay_hex.testing.plugin import tests_of

        for game in dict.fromkeys(games):
            items.extend(tests_of(session, game))
