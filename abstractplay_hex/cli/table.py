"""A game at the terminal: reads lines, shows the board, makes turns, through the public interface only."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field, frozen
from rich.console import Console
from rich.text import Text
from typer import BadParameter

from abstractplay_hex import players
from abstractplay_hex.cli.output import is_terminal, one_line
from abstractplay_hex.cli.reading import open_game
from abstractplay_hex.errors import HexError
from abstractplay_hex.game import Game
from abstractplay_hex.plies.history import player_name
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.render.svg import PALETTES, places
from abstractplay_hex.render.text import to_text
from abstractplay_hex.rules.draft import FINISHED, UNFINISHED, Validation

AnyGame = Game[Any, Any]

NOW: Final = "!"
"""At the end of a turn's text: make it as it stands."""
_JOINTS: Final = (",", "-", "x", "")
"""What may stand between the turn so far and what is added."""
_YES: Final = ("y", "yes")
_NO: Final = ("n", "no")
_SHOWN: Final = 60
"""How many ways to go on are listed."""


@frozen(kw_only=True)
class Look:
    """How boards are shown."""

    display: str | None = None
    names: bool = True
    ascii: bool = False
    palette: str = "default"


def make_console() -> Console:
    """Return the console for this process's standard output as it is now."""
    return Console(highlight=False, markup=False, emoji=False)


def show_board(console: Console, game: AnyGame, look: Look, perspective: int = 0) -> None:
    """Print the board with its legend, as wide as there is room."""
    render = game.render(perspective, look.display)
    console.print()
    text = to_text(
        render,
        titles=game.titles(render),
        width=console.width,
        names=look.names,
        ascii=look.ascii or not _can_write(console, "·●○¹²∘×"),
        palette=look.palette,
    )
    console.print(text, no_wrap=True, overflow="ignore", crop=False)


def _can_write(console: Console, signs: str) -> bool:
    try:
        signs.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def show_scores(console: Console, game: AnyGame, palette: str = "default") -> None:
    """Print scores and further facts, the players' on their colours, on as few lines as will do."""
    facts = []
    for score in game.sidebar_scores():
        fact = Text(f"{score['name']} ", style="bold")
        for value, colour in zip(score["scores"], PALETTES[palette], strict=False):
            fact.append(f" {value} ", f"#ffffff on {colour}")
        facts.append(fact)
    facts += [
        Text(f"{status['key']}  {' – '.join(map(str, status['value']))}", "bold")
        for status in game.sidebar_statuses()
    ]
    line = Text()
    for fact in facts:
        if line and line.cell_len + 3 + fact.cell_len > console.width:
            console.print(line)
            line = Text()
        line.append("   " if line else "").append_text(fact)
    if line:
        console.print(line)


def last_turn(game: AnyGame) -> str:
    """Say what the turn did that led to the ply looked at, with its text."""
    if game.ply == 0:
        return ""
    said = " ".join(game.chat_log()[game.ply - 1][1:])
    return f"{game.ply}. {game.lastmove}   {said}"


class Leave(Exception):
    """The player goes."""


@define
class Table:
    """The session. ``text`` is the turn under way; ``file`` is where the game was saved or is from."""

    game: AnyGame
    console: Console
    look: Look
    computers: Mapping[int, players.Chooser] = field(factory=dict)
    opponent: str = ""
    file: str | None = None
    keep: bool = False
    """Save after each turn."""
    text: str = ""
    _saved: Ply[Any] | None = None
    """The last ply when the game was saved or read."""
    _commands: dict[str, tuple[Callable[[str], None], str]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Note what is saved already, and the commands."""
        self._saved = self.game.stack[-1]
        self._commands = {
            "?": (self._help, "what you can type"),
            "go": (self._go, "make the turn as it stands (Enter does, too)"),
            "back": (self._back, "drop the turn you have begun"),
            "hint": (self._hint, "suggest a turn; within a turn, list how it can go on"),
            "moves": (self._moves, "moves [N]: list N legal turns (30)"),
            "undo": (self._undo, "take back your last turn"),
            "board": (self._board, "show the board again"),
            "names": (self._names, "number the empty cells, or no longer"),
            "display": (self._display, "display [ID]: other ways to show the board"),
            "scores": (self._scores, "show the scores"),
            "history": (self._history, "list the turns so far"),
            "save": (self._save, "save [FILE]"),
            "load": (self._load, "load FILE: go on with a saved game or record"),
            "resign": (self._resign, "give the game up"),
            "draw": (self._draw, "agree a draw"),
            "quit": (self._quit, "leave; you are asked about saving"),
        }
        for word, alias in (("?", "help"), ("?", "h"), ("quit", "q"), ("quit", "exit")):
            self._commands[alias] = self._commands[word]

    # ---- talking -------------------------------------------------------------------------------

    def tell(self, text: str, style: str = "") -> None:
        """Print a line; whatever is in it cannot drive the terminal."""
        lines = "\n".join(map(one_line, text.split("\n")))
        self.console.print(Text(lines, style=style), soft_wrap=not self.console.is_terminal)

    def ask(self, prompt: str) -> str:
        """Read a line.

        :raises EOFError: if there are no more.
        """
        prompt = one_line(prompt)
        if is_terminal(sys.stdin) and is_terminal(sys.stdout):
            return input(prompt).strip()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        typed = line.strip()
        self.tell(f"{prompt}{typed}")  # so that what was written reads as a game
        if not line:
            raise EOFError
        return typed

    def _yes(self, question: str) -> bool:
        return self.ask(f"{question} [y/N] ").lower() in _YES

    def name(self, player: int) -> str:
        """Name a player for prompts."""
        name = player_name((), player)
        return f"{name} ({self.opponent})" if player in self.computers else name

    # ---- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until somebody leaves or nothing more can be read."""
        if is_terminal(sys.stdin):
            with suppress(ImportError):
                import readline  # noqa: F401  (editing and recalling lines)
        self.tell("Type a turn or a cell; ? tells what else, Enter what you can do now.", "dim")
        self._board("")
        with suppress(Leave):
            while True:
                if not self._computer_moves():
                    self._human(self._next())

    def _next(self) -> str:
        try:
            return self.ask(self._prompt())
        except EOFError:
            if not is_terminal(sys.stdin):
                raise
            self.console.print()
            return "/quit"  # Ctrl-D at a keyboard: asks about saving; another one there leaves

    def _prompt(self) -> str:
        if self.game.gameover:
            return "Game over (undo, history, save, quit)> "
        so_far = f" {self.text}" if self.text else ""
        return f"{self.game.ply + 1}. {self.name(self.game.currplayer)}{so_far}> "

    def _computer_moves(self) -> bool:
        game = self.game
        if game.gameover or game.currplayer not in self.computers:
            return False
        mover = game.currplayer
        move = self.computers[mover](game)
        if move is not None:
            game.move(move)
        elif self._yes(f"{self.name(mover)} has no legal turn and offers a draw. Agreed?"):
            game.draw()
        else:
            game.resign(mover)
        self._after_turn()
        return True

    def _after_turn(self) -> None:
        self.text = ""
        if self.keep and self.file:
            self._write(self.file)
        if not self.game.gameover and self.game.currplayer in self.computers:
            self.tell(last_turn(self.game), "italic")  # the board follows soon
        else:
            self._board("")

    def _human(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower().removeprefix("/"))
        if command is not None and not self._is_turn(line):
            try:
                command[0](rest.strip())
            except (HexError, BadParameter) as error:
                self.tell(error.message, "red")
        elif not line:
            self._enter()
        elif self.game.gameover:
            self.tell(self.game.validate_move(line).message, "red")
        else:
            now = line.endswith(NOW)
            self._add(line.removesuffix(NOW).strip(), now)

    def _is_turn(self, line: str) -> bool:
        return not line.startswith("/") and self.game.validate_move(line).valid

    def _enter(self) -> None:
        """Answer an empty line: make the turn, or say what can be done."""
        answer = self.game.validate_move(self.text)
        if self.game.gameover:
            self._quit("")
        elif self.text and answer.complete != UNFINISHED:
            self._make()
        else:
            self.tell(answer.message)
            if self.text:
                self._list_ways()

    # ---- turns ---------------------------------------------------------------------------------

    def _places(self) -> dict[str, tuple[int, int]]:
        return {name: place for place, name in places(self.game.render()).items()}

    def _add(self, typed: str, now: bool) -> None:
        text, answer = self._read(typed)
        if not answer.valid:
            self.tell(answer.message, "red")
            return
        self.text = text
        if not text:
            self._show_turn(answer)
        elif answer.complete == FINISHED or (now and answer.complete != UNFINISHED):
            self._make()
        else:
            self._show_turn(answer)
            self._list_ways()

    def _read(self, typed: str) -> tuple[str, Validation]:
        """Return the whole new text that *typed* makes of the turn so far, and what to say of it.

        A cell is clicked; anything else is added to the turn, or begins it anew.
        """
        game, so_far = self.game, self.text
        place = self._places().get(typed.lower())
        refusal: Validation | None = None
        if place is not None and (so_far or not game.validate_move(typed).valid):
            click = game.handle_click(so_far, *place)
            if click.valid and (click.move or so_far):
                return click.move, game.validate_move(click.move)
            refusal = Validation(False, click.message, UNFINISHED, False, click.code)
        answer = game.validate_move(typed)
        if so_far and not (answer.valid and typed.startswith(so_far)):
            for joint in _JOINTS:
                if joint or not typed[:1].isdigit():  # or c1 and 2 would make c12
                    longer = game.validate_move(f"{so_far}{joint}{typed}")
                    if longer.valid:
                        return f"{so_far}{joint}{typed}", longer
                    if joint == ("" if typed[:1] in ",-x" else ","):
                        refusal = refusal or longer
        return typed, answer if answer.valid else refusal or answer

    def _make(self) -> None:
        self.game.move(self.text)
        self._after_turn()

    def _show_turn(self, answer: Validation) -> None:
        """Show the turn under way as far as it goes."""
        if self.text and answer.can_render:
            self.game.move(self.text, partial=True)
        else:
            self.game.move("")
        show_board(self.console, self.game, self.look)
        self.tell(answer.message)
        if self.text and answer.complete != UNFINISHED:
            self.tell("Enter makes the turn as it stands; undo drops it.", "dim")

    def _ways(self) -> list[str]:
        """Return what can be added to the turn under way: what clicks on cells and buttons lead to."""
        game, text = self.game, self.text
        clicks = [(*place, "") for place in self._places().values()]
        clicks += [(-1, -1, button["move"]) for button in game.buttons()]
        found: dict[str, None] = {}
        for row, col, piece in clicks:
            seen = {text}
            before = text
            for _ in range(4):  # a cell that is clicked again may offer something else
                click = game.handle_click(before, row, col, piece)
                if not click.valid or click.move in seen or not click.move.startswith(text):
                    break
                seen.add(click.move)
                before = click.move
                found.setdefault(click.move[len(text) :].lstrip(",-"))
        return list(found)

    def _list_ways(self) -> None:
        ways = self._ways()
        if ways:
            more = f" … ({len(ways)} in all)" if len(ways) > _SHOWN else ""
            self.tell(f"It can go on with: {'  '.join(ways[:_SHOWN])}{more}")

    # ---- commands ------------------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        self.tell(
            "A turn, such as those that moves lists; or bit by bit, typing the names of cells as you\n"
            "would click them. A turn that may go on is made by Enter, or at once by a ! after it."
        )
        aliases = {"help", "h", "q", "exit"}
        for word, (_, said) in self._commands.items():
            if word not in aliases:
                self.tell(f"  {word:<8} {said}")

    def _go(self, rest: str) -> None:
        if self.text:
            self._enter()
        else:
            self.tell("No turn is begun.", "red")

    def _back(self, rest: str) -> None:
        self.text = ""
        self.game.move("")
        self._board("")

    def _hint(self, rest: str) -> None:
        if self.text:
            self.tell(self.game.validate_move(self.text).message)
            self._list_ways()
            return
        move = players.player("greedy", seed=self.game.ply)(self.game)
        self.tell("There is no legal turn." if move is None else f"You could play {move}")

    def _moves(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 7):
            self.tell("moves takes a number.", "red")
            return
        number = int(rest) if rest else 30
        found = list(islice(self.game.iter_moves(), number + 1))
        more = "  …" if len(found) > number else ""
        self.tell("  ".join(found[:number]) + more if found else "There is no legal turn.")

    def _undo(self, rest: str) -> None:
        if self.text:
            self._back("")
            return
        # An ending by word has the player before it to move still.
        game, plies = self.game, 1
        while plies < game.ply and self._mover(game.ply - plies) in self.computers:
            plies += 1
        if game.ply and self._mover(game.ply - plies) in self.computers:
            self.tell("There is no turn of yours to take back.", "red")
            return
        game.undo(plies)
        self._after_turn()

    def _mover(self, ply: int) -> int:
        return self.game.stack[ply].currplayer

    def _board(self, rest: str) -> None:
        if self.text:
            self._show_turn(self.game.validate_move(self.text))
            return
        show_board(self.console, self.game, self.look)
        if self.game.ply:
            self.tell(last_turn(self.game), "italic")
        self._scores("")

    def _names(self, rest: str) -> None:
        self.look = evolve(self.look, names=not self.look.names)
        self._board("")

    def _display(self, rest: str) -> None:
        known = {d.uid: d.name for d in self.game.info.displays}
        if rest in known or rest == "default":
            self.look = evolve(self.look, display=None if rest == "default" else rest)
            self._board("")
            return
        self.tell("  default  the usual board")
        for uid, name in known.items():
            self.tell(f"  {uid}  {name}")

    def _scores(self, rest: str) -> None:
        show_scores(self.console, self.game, self.look.palette)

    def _history(self, rest: str) -> None:
        rounds = self.game.move_history()
        width = max((len(turns[0]) for turns in rounds), default=0)
        for number, turns in enumerate(rounds, 1):
            first, *others = turns
            self.tell(f"{number:>4}. {first:<{width}}  {'  '.join(others)}".rstrip())
        if not rounds:
            self.tell("Nothing has been played yet.")

    def _resign(self, rest: str) -> None:
        if self._yes(f"{self.name(self.game.currplayer)} resigns?"):
            self.game.resign(self.game.currplayer)
            self._after_turn()

    def _draw(self, rest: str) -> None:
        game = self.game
        if not self.computers:
            agreed = self._yes("Do all agree to a draw?")
        else:
            agreed = all(self._takes_a_draw(player) for player in self.computers)
            if not agreed:
                self.tell("The computer declines: it is ahead.")
        if agreed:
            game.draw()
            self._after_turn()

    def _takes_a_draw(self, player: int) -> bool:
        scores = [self.game.player_score(n) or 0 for n in range(1, self.game.numplayers + 1)]
        own = scores.pop(player - 1)
        return own <= max(scores, default=0)

    # ---- files ---------------------------------------------------------------------------------

    def _unsaved(self) -> bool:
        return self.game.ply > 0 and self._saved is not self.game.stack[-1]

    def _write(self, file: str) -> bool:
        """Save the game: the file is whole at any time."""
        path = Path(file).expanduser()
        beside = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            beside.write_text(self.game.serialize(), encoding="utf-8")
            beside.replace(path)
        except (OSError, ValueError) as error:
            with suppress(OSError, ValueError):
                beside.unlink(missing_ok=True)
            reason = getattr(error, "strerror", None) or error
            self.tell(f"It cannot be saved in {file}: {reason}", "red")
            return False
        self.file, self._saved = file, self.game.stack[-1]
        return True

    def _save(self, rest: str) -> None:
        file = rest or self.file
        if file is None:
            self.tell("save FILE: which file?", "red")
            return
        other = file != self.file and Path(file).expanduser().exists()
        if other and not self._yes(f"{file} is there already. Write over it?"):
            return
        if self._write(file):
            self.tell(f"Saved. Go on later with: abstractplay-hex play --resume {file}")

    def _load(self, rest: str) -> None:
        if not rest:
            self.tell("load FILE: which file?", "red")
            return
        if self._unsaved() and not self._yes("This game is not saved. Drop it?"):
            return
        self.game = open_game(str(Path(rest).expanduser()), None, 1)
        self.text, self.file = "", rest
        self._saved = self.game.stack[-1]
        if self.look.display not in {d.uid for d in self.game.info.displays}:
            self.look = evolve(self.look, display=None)
        self._board("")

    def _quit(self, rest: str) -> None:
        while self._unsaved():
            default = f"Enter for {self.file}, n for no" if self.file else "Enter or n for no"
            answer = self.ask(f"Save the game? A file name, or {default}: ")
            word = answer.lower()
            if word in _NO or not (answer or self.file):
                break
            if word in _YES or not answer:
                answer = self.file or ""
            elif word.removeprefix("/") in self._commands:
                answer = ""
            if not answer:
                self.tell("Type the name of a file, such as game.json, or n.", "red")
                continue
            self._save(answer)
            if self._unsaved():
                return  # it could not be saved, so stay
        raise Leave
