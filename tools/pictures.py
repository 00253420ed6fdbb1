"""Makes the pictures of README and docs anew: ``python -m tools.pictures``; ``--photographs``: of pages, too.

Boards are drawn by the library. Photographs are of the real pages in Chromium (extras ``serve``, ``browser``;
``CHROMIUM`` says where it is, as for the tests). The pages of rules in the docs are drawn whenever the
docs are built and need no command.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from abstractplay_hex import Game, analysis, new_game
from abstractplay_hex.players.budget import Budget

ROOT: Final = Path(__file__).parents[1]
STATIC: Final = ROOT / "docs" / "_static"
BOARDS: Final = {
    "pods": ("pods-20240802", 24, 60),
    "dendria": ("dendria-20261129", "modular-10", 70),
}
"""The games in README: the file of fixtures, the game's id, and how many plies of it are played."""


def recorded(file: str, ident: object) -> dict[str, Any]:
    """Return a recorded game of the fixtures."""
    with (ROOT / "fixtures" / f"{file}.jsonl").open(encoding="utf-8") as lines:
        return next(game for game in map(json.loads, lines) if game["id"] == ident)


def played(file: str, ident: object, plies: int) -> Game[Any, Any]:
    """Return the beginning of a recorded game."""
    data = recorded(file, ident)
    game = new_game(data["game"], data["variants"])
    for ply in data["plies"][:plies]:
        game.move(ply["move"])
    return game


def board(name: str) -> str:
    """Return the picture of a board in README."""
    return played(*BOARDS[name]).svg(width=420) + "\n"


# ---- Photographs -------------------------------------------------------------------------------


@contextmanager
def server() -> Iterator[str]:
    """Run a playground of its own, and give its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "abstractplay_hex", "serve", "--port", "0"]
        command += ["--db", str(Path(folder) / "games.sqlite3"), "--rate", "0"]
        log = Path(folder) / "log"
        with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
            try:
                yield _address(log, process)
            finally:
                process.terminate()


def _address(log: Path, process: "subprocess.Popen[bytes]") -> str:
    until = time.monotonic() + 100
    while time.monotonic() < until and process.poll() is None:
        if found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8")):
            return found[0]
        time.sleep(0.1)
    raise SystemExit(f"serve did not start:\n{log.read_text(encoding='utf-8')}")


def _post(address: str, body: dict[str, Any], keys: Sequence[str] = ()) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {','.join(keys)}"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _started(address: str, plies: int) -> str:
    """Start README's game of Pods and return the first player's link to it."""
    file, ident, _ = BOARDS["pods"]
    begun = _post(f"{address}/api/games", {"game": "pods", "names": ["Ann", "Bob"]})
    keys, api = begun["keys"], f"{address}/api/games/{begun['id']}"
    seen = {"revision": 0}
    with urllib.request.urlopen(
        urllib.request.Request(api, headers={"Authorization": f"Bearer {keys['0']}"}), timeout=30
    ) as answer:
        seen = json.load(answer)
    for ply in recorded(file, ident)["plies"][:plies]:
        body = {"seat": ply["by"], "move": ply["move"], "revision": seen["revision"]}
        seen = _post(f"{api}/moves", body, [keys["1"], keys["2"]])
    return f"{address}/games/{begun['id']}#join={keys['1']}"


def photograph(folder: Path) -> None:
    """Put photographs of the pages into *folder*."""
    from playwright.sync_api import sync_playwright

    where = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    ready = "#table.ready[aria-busy=false]"
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": 1280, "height": 870}, locale="en-GB", reduced_motion="reduce"
        )
        page.goto(_started(address, 30))
        page.wait_for_selector(ready)
        page.screenshot(path=folder / "playground.png")
        page.goto(f"{address}/rules/pods/tour#migrate")
        page.wait_for_selector(ready)
        page.locator("#board [data-cell=g5]").click()
        page.wait_for_selector(f"{ready} .enter")
        page.screenshot(path=folder / "tour.png")
        with tempfile.TemporaryDirectory() as made:
            report = Path(made) / "review.html"
            report.write_text(_report(), encoding="utf-8")
            page = browser.new_page(
                viewport={"width": 1280, "height": 870}, reduced_motion="reduce"
            )
            page.goto(report.as_uri())
            page.keyboard.press("ArrowDown")  # to the first mistake
            page.screenshot(path=folder / "review.png")
        browser.close()


def _report() -> str:
    file, ident, _ = BOARDS["pods"]
    game = played(file, ident, 30)
    review = analysis.review(game, Budget(simulations=200))
    return analysis.report_html(review, game, names=("Ann", "Bob"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("--photographs", action="store_true", help="of pages, too")
    parser.add_argument("--folder", type=Path, default=STATIC, help="where the pictures go")
    given = parser.parse_args(arguments)
    for name in BOARDS:
        (given.folder / f"{name}.svg").write_text(board(name), encoding="utf-8")
    if given.photographs:
        photograph(given.folder)


if __name__ == "__main__":
    main()
