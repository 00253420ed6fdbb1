"""What a person does in a window, in words."""

import json
import re
from pathlib import Path
from typing import Any

from abstractplay_hex import Game
from abstractplay_hex.render.svg import places
from tests.browser.conftest import ARTEFACTS

IDLE = "#table.ready[aria-busy=false]"


class Window:
    """A window with the playground."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def start(
        self, game: str, where: str = "all", variants: tuple[str, ...] = (), names: Any = ()
    ) -> "Window":
        """Start a game on the start page."""
        self.choose(game, variants)
        self.page.locator(f"input[name=where][value='{where}']").check()
        for number, name in enumerate(names, 1):
            self.page.fill(f"[name=name{number}]", name)
        self.page.click("button[type=submit]")
        return self.ready()

    def choose(self, game: str, variants: tuple[str, ...] = ()) -> None:
        """Choose a game on the start page."""
        self.page.goto("/")
        self.page.locator(f"input[name=game][value={game}]").check(force=True)
        for variant in variants:
            block = self.page.locator(f"[data-variants={game}]")
            one_of_many = block.locator(f"select:has(option[value='{variant}'])")
            if one_of_many.count():
                one_of_many.select_option(variant)
            else:
                block.locator(f"input[value='{variant}']").check()

    def ready(self) -> "Window":
        """Wait until nothing is under way."""
        self.page.wait_for_selector(IDLE)
        return self

    def link(self, seat: int) -> str:
        """Return the invitation to a seat; 0 is for looking on."""
        link: str = self.page.locator(f"#invite input[data-seat='{seat}']").input_value()
        return link

    def join(self, link: str) -> "Window":
        """Open an invitation."""
        self.page.goto(link)
        return self.ready()

    def click(self, row: int, col: int) -> "Window":
        """Click a cell."""
        self.page.locator(f"#board [data-row='{row}'][data-col='{col}']").click()
        return self.ready()

    def cell(self, name: str) -> "Window":
        """Click a cell by name."""
        self.page.locator(f"#board [data-cell='{name}']").click()
        return self.ready()

    def write(self, text: str) -> "Window":
        """Type a move."""
        self.page.fill("#move", text)
        self.page.wait_for_timeout(200)
        return self.ready()

    def play(self, ply: int | None = None) -> "Window":
        """Submit the move under way."""
        self.page.click("#play")
        if ply is not None:
            self.page.wait_for_function(
                "ply => document.querySelectorAll('#moves button').length >= ply", arg=ply
            )
        return self.ready()

    @property
    def text(self) -> str:
        """The turn under way."""
        value: str = self.page.input_value("#move")
        return value

    @property
    def prompt(self) -> str:
        """What is said of it."""
        return str(self.page.inner_text("#prompt"))

    @property
    def status(self) -> str:
        """Who is to move, or how it ended."""
        return str(self.page.inner_text("#status"))

    def wait_status(self, pattern: str) -> None:
        """Wait until the status says so."""
        self.page.locator("#status", has_text=re.compile(pattern)).wait_for()

    def wait_moves(self, count: int) -> None:
        """Wait until so many moves are listed."""
        self.page.wait_for_function(
            "n => document.querySelectorAll('#moves button').length === n", arg=count
        )
        self.ready()

    def moves(self) -> list[str]:
        """The moves listed."""
        texts: list[str] = self.page.locator("#moves button > span:last-child").all_inner_texts()
        return texts

    def shot(self, name: str) -> Path:
        """Keep a picture of the whole page."""
        path = ARTEFACTS / f"{name}.png"
        self.page.screenshot(path=path, full_page=True)
        return path


def clicks_for(game: Game[Any, Any], move: str) -> list[tuple[int, int, str]]:
    """Return clicks that make *move*, found by trying what each place leads to."""
    plain = "".join(move.split()).lower()
    text, done, seen = "", list[tuple[int, int, str]](), {""}
    while text != plain:
        shown = game.clone()
        if text and shown.validate_move(text).can_render:
            shown.move(text, partial=True)
        spots = [(row, col, "") for row, col in places(shown.render())]
        spots += [(-1, -1, button["move"]) for button in game.buttons()]
        led = []
        for spot in spots:
            answer = game.handle_click(text, *spot)
            if not answer.valid or answer.move in seen:
                continue
            if plain.startswith(answer.move):
                led.append((len(answer.move), answer.move, spot))
            elif answer.move[-2:-1] == "=" and plain.startswith(answer.move[:-1]):
                # The other kind of conversion; one more click there changes it.
                led.append((len(answer.move) - 1, answer.move, spot))
        if not led:
            raise AssertionError(f"no click goes on from {text!r} to {plain!r}")
        _, text, spot = max(led)
        seen.add(text)
        done.append(spot)
    return done


def fixture_game(name: str, ident: object) -> dict[str, Any]:
    """Return a recorded game by its id."""
    path = Path(__file__).parents[2] / "fixtures" / name
    for line in path.read_text(encoding="utf-8").splitlines():
        data: dict[str, Any] = json.loads(line)
        if data["id"] == ident:
            return data
    raise KeyError(ident)
