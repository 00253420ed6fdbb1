"""How large and how quick the pages are: ``python -m tests.browser.measure``, best on a quiet machine.

The budgets: HTML, CSS and JavaScript of the page of a game, uncompressed and without its pictures, under 150 kB;
the page ready in a browser just started in under a second (the median of five, scaled to the machine on which a
plain influence takes 2 ms, as in ``tests.bench``); and with ten games against level 4 under way, another page's
answers in under 200 ms. Ends with status 1 if one is exceeded. ``--short`` leaves the load out.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from tests.bench import figures_pods, load_computers
from tests.bench.measure import PLAIN_INFLUENCE
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS
from tests.browser.pages import Window
from tests.browser.sights import link
from tests.playground.hosts import serving

BYTES: Final = 150_000
SECONDS: Final = 1.0
TRIES: Final = 5
ROUNDS: Final = 3
KINDS: Final = {"document": "HTML", "stylesheet": "CSS", "script": "JavaScript"}


@frozen
class Opened:
    """A page opened in a browser that has seen nothing yet.

    :ivar seconds: until it is ready to be played on.
    :ivar sizes: bytes of the kinds of files, uncompressed.
    """

    seconds: float
    sizes: dict[str, int]


def opened(chromium: Any, address: str) -> Opened:
    """Open a game in a browser just started.

    :param chromium: Playwright's kind of browser.
    """
    fresh = chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    try:
        page = fresh.new_context(viewport=DESKTOP).new_page()
        answers: list[Any] = []
        page.on("response", lambda answer: answers.append(answer))
        began = page.evaluate("performance.timeOrigin + performance.now()")
        Window(page).join(address)
        ended = page.evaluate("performance.timeOrigin + performance.now()")
        sizes = dict.fromkeys(KINDS.values(), 0)
        for answer in answers:
            kind = KINDS.get(answer.request.resource_type)
            if kind is not None:
                sizes[kind] += len(answer.body())
        return Opened((ended - began) / 1000, sizes)
    finally:
        fresh.close()


def slowness() -> float:
    """Return how many times as long things take here and now as on the machine that figures are scaled to.

    By the clock on the wall: what else this machine does slows a browser down, too.
    """
    figures_pods.calibrate()  # the first time it reads its positions
    began = time.perf_counter()
    for _ in range(ROUNDS):
        figures_pods.calibrate()
    return (time.perf_counter() - began) / ROUNDS / figures_pods.CALIBRATING / PLAIN_INFLUENCE


@contextmanager
def _game() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, serving(f"{folder}/games.sqlite3") as server:
        yield server.url + link(server.url, "dendria")


def _told(what: str, found: str, good: bool) -> int:
    print(f"{'ok' if good else 'TOO MUCH':8} {what}: {found}")
    return int(not good)


def main(arguments: list[str] | None = None) -> int:
    """Measure and tell; the status."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="python -m tests.browser.measure", description=__doc__)
    parser.add_argument("--short", action="store_true", help="without computers that think")
    given = parser.parse_args(arguments)
    assert Path(CHROMIUM).exists(), f"{CHROMIUM} is missing"
    with _game() as address, sync_playwright() as playwright:
        slower = slowness()
        tries = [opened(playwright.chromium, address) for _ in range(TRIES)]
        slower = max(1.0, statistics.mean((slower, slowness())))
    sizes, size = tries[0].sizes, sum(tries[0].sizes.values())
    each = ", ".join(f"{kind} {count / 1000:.0f}" for kind, count in sizes.items())
    bad = _told("page of a game", f"{size / 1000:.0f} kB uncompressed ({each})", size < BYTES)
    median = statistics.median(one.seconds for one in tries)
    said = f"{median:.2f} s, scaled {median / slower:.2f} s (this machine takes {slower:.1f} times as long)"
    bad |= _told("ready in a fresh browser", said, median / slower < SECONDS)
    if not given.short:
        bad |= asyncio.run(load_computers.main())
    return bad


if __name__ == "__main__":
    sys.exit(main())
