"""What a terminal shows of a game: the board, its scores, what the last turn did."""

from typing import Any, TypeAlias

from attrs import define, field
from rich.console import Console
from rich.text import Text

from abstractplay_hex.cli.output import Output, one_line
from abstractplay_hex.game import Game
from abstractplay_hex.render.svg import PALETTES, places
from abstractplay_hex.render.text import to_text

AnyGame: TypeAlias = Game[Any, Any]


def _console() -> Console:
    """Return the console for this process's standard output as it is now."""
    return Output(highlight=False, markup=False, emoji=False)


@define(kw_only=True)
class Screen:
    """How games are shown, and where. *display* is the id of an alternative display, if any."""

    display: str | None = None
    names: bool = True
    ascii: bool = False
    palette: str = "default"
    console: Console = field(factory=_console)

    def tell(self, text: str, style: str = "") -> None:
        """Print *text*; whatever is in it cannot drive the terminal."""
        lines = "\n".join(map(one_line, text.split("\n")))
        self.console.print(Text(lines, style=style), soft_wrap=not self.console.is_terminal)

    def board(self, game: AnyGame) -> None:
        """Print the board with its legend, as wide as there is room."""
        render = game.render(0, self.display)
        text = to_text(
            render,
            titles=game.titles(render),
            width=self.console.width,
            names=self.names,
            ascii=self.ascii or not self._can_write("·●○¹²∘×"),
            palette=self.palette,
        )
        self.console.print()
        self.console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def _can_write(self, signs: str) -> bool:
        try:
            signs.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def last_turn(self, game: AnyGame) -> None:
        """Say what the turn did that led to the ply looked at."""
        if game.ply:
            said = " ".join(game.chat_log()[game.ply - 1][1:])
            self.tell(f"{game.ply}. {game.lastmove}   {said}", "italic")

    def scores(self, game: AnyGame) -> None:
        """Print scores and further facts, the players' on their colours, on as few lines as will do."""
        facts = []
        for score in game.sidebar_scores():
            fact = Text(f"{score['name']} ", style="bold")
            for value, colour in zip(score["scores"], PALETTES[self.palette], strict=False):
                fact.append(f" {value} ", f"#ffffff on {colour}")
            facts.append(fact)
        facts += [
            Text(f"{status['key']}  {' – '.join(map(str, status['value']))}", "bold")
            for status in game.sidebar_statuses()
        ]
        line = Text()
        for fact in facts:
            if line and line.cell_len + 3 + fact.cell_len > self.console.width:
                self.console.print(line)
                line = Text()
            line.append("   " if line else "").append_text(fact)
        if line:
            self.console.print(line)


def cells(game: AnyGame) -> dict[str, tuple[int, int]]:
    """Return the places (row, column) of the board by name."""
    return {name: place for place, name in places(game.render()).items()}
