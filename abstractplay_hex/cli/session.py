"""A game at the terminal: lines are turns or commands, all made through the public interface."""

import io
import sys
from cmd import Cmd
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from typer import BadParameter

from abstractplay_hex import players
from abstractplay_hex.cli.input import is_one_saved_game, open_game
from abstractplay_hex.cli.output import is_terminal, one_line
from abstractplay_hex.cli.screen import AnyGame, Screen, cells
from abstractplay_hex.errors import HexError
from abstractplay_hex.plies.history import player_name
from abstractplay_hex.records.writing import replacing
from abstractplay_hex.rules.draft import FINISHED, UNFINISHED, Validation

NOW: Final = "!"
"""At the end of a turn's text: make it as it stands."""
_JOINTS: Final = (",", "-", "x", "")
"""What may stand between the turn so far and what is added."""
_YES: Final = ("y", "yes")
_NO: Final = ("n", "no")
HINTS: Final = "level:6"
"""Who gives hints."""
_SHOWN: Final = 60
"""How many continuations are listed."""
_ALIASES: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


class Session(Cmd):
    """A game under way. The methods ``do_…`` are the commands; their docstrings are its help.

    :param computers: who plays for the computer, by seat; everybody else sits at the keyboard.
    :param opponent: the name of the computer's player, for prompts.
    :param file: where the game was saved or is from.
    :param keep: save the game there after each turn.
    """

    def __init__(
        self,
        game: AnyGame,
        screen: Screen,
        computers: Mapping[int, players.Chooser],
        opponent: str = "",
        file: str | None = None,
        keep: bool = False,
    ) -> None:
        super().__init__(stdin=sys.stdin or io.StringIO(), stdout=sys.stdout or io.StringIO())
        self.use_rawinput = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self.game, self.screen, self.tell = game, screen, screen.tell
        self.computers, self.opponent = computers, opponent
        self.file, self.keep = file, keep
        self.text = ""
        """The turn so far."""
        self._saved = game.stack[-1]
        """The last ply when the game was saved or read."""

    # ---- lines ---------------------------------------------------------------------------------

    def ask(self, question: str) -> str:
        """Read the answer to a question.

        :raises EOFError: if there are no more lines.
        """
        if self.use_rawinput:
            return input(one_line(question)).strip()
        self.stdout.write(one_line(question))
        line = self.stdin.readline()
        self.tell(line.strip())  # so that a transcript reads as a game
        if not line:
            raise EOFError
        return line.strip()

    def _yes(self, question: str) -> bool:
        return self.ask(f"{question} [y/N] ").lower() in _YES

    def preloop(self) -> None:
        """Show the board before the first line."""
        self.tell(
            "Type a turn or a cell. Enter says what you can do now; ? lists the commands.", "dim"
        )
        self.do_board("")
        self._let_computers_move()

    def precmd(self, line: str) -> str:
        """Echo a line that nobody typed here. The end of input is ``EOF`` to ``cmd``."""
        if line != "EOF":
            if not self.use_rawinput:
                self.tell(line.strip())
            return line
        if not self.use_rawinput:
            raise EOFError
        self.screen.console.print()
        return "/quit"  # Ctrl-D at a keyboard: asks about saving; another one there leaves

    def parseline(self, line: str) -> tuple[str | None, str | None, str]:
        """Tell commands from turns: a legal turn is one, unless there is a slash before it."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        command = self._command(word)
        if command and (line.startswith("/") or not self.game.validate_move(line).valid):
            return command, rest.strip(), line
        return None, None, line

    def _command(self, word: str) -> str | None:
        word = word.lower().removeprefix("/")
        word = _ALIASES.get(word, word)
        return word if hasattr(self, f"do_{word}") else None

    def onecmd(self, line: str) -> bool:
        """Do what a line says; return whether to leave."""
        try:
            return bool(super().onecmd(line))
        except (HexError, BadParameter) as error:
            self.tell(error.message, "red")
            return False

    def postcmd(self, stop: bool, line: str) -> bool:
        """Let the computer answer."""
        if not stop:
            self._let_computers_move()
        return stop

    def emptyline(self) -> bool:
        """Make the turn, or say what can be done."""
        answer = self.game.validate_move(self.text)
        if self.game.gameover:
            return self.do_quit("")
        if self.text and answer.complete != UNFINISHED:
            self._make()
        else:
            self.tell(answer.message)
            if self.text:
                self._list_continuations()
        return False

    def default(self, line: str) -> None:
        """Take what is no command as a turn, or as more of the turn so far."""
        if self.game.gameover:
            self.tell(self.game.validate_move(line).message, "red")
        else:
            self._add(line.removesuffix(NOW).strip(), line.endswith(NOW))

    # ---- seats ---------------------------------------------------------------------------------

    def _name(self, player: int) -> str:
        name = player_name((), player)
        return f"{name} ({self.opponent})" if player in self.computers else name

    def _let_computers_move(self) -> None:
        game = self.game
        while not game.gameover and game.currplayer in self.computers:
            mover = game.currplayer
            move = self.computers[mover](game)
            if move is not None:
                game.move(move)
            elif self._all_agree(
                f"{self._name(mover)} has no legal turn and offers a draw. Agreed?", mover
            ):
                game.draw()
            else:
                game.resign(mover)
            self._after_turn()
        so_far = f" {self.text}" if self.text else ""
        self.prompt = (
            "Game over (undo, history, save, quit)> "
            if game.gameover
            else f"{game.ply + 1}. {self._name(game.currplayer)}{so_far}> "
        )

    def _all_agree(self, question: str, offering: int) -> bool:
        """Say whether all but the one who offers it agree to a draw."""
        for player in self.computers:
            if player != offering and not self._takes_a_draw(player):
                self.tell(f"{self._name(player)} declines: it is ahead.")
                return False
        humans = set(range(1, self.game.numplayers + 1)) - self.computers.keys()
        asked = len(humans) > 1 or offering not in humans or not self.computers
        return self._yes(question) if asked else True

    def _takes_a_draw(self, player: int) -> bool:
        scores = [self.game.player_score(n) or 0 for n in range(1, self.game.numplayers + 1)]
        own = scores.pop(player - 1)
        return own <= max(scores, default=0)

    def _mover(self, ply: int) -> int:
        return self.game.stack[ply].currplayer

    # ---- turns ---------------------------------------------------------------------------------

    def _add(self, typed: str, now: bool) -> None:
        text, answer = self._read(typed)
        if not answer.valid:
            self.tell(answer.message, "red")
            return
        self.text = text
        if text and (answer.complete == FINISHED or (now and answer.complete != UNFINISHED)):
            self._make()
            return
        self._show_turn(answer)
        if text:
            self._list_continuations()

    def _read(self, typed: str) -> tuple[str, Validation]:
        """Return the whole new text that *typed* makes of the turn so far, and what to say of it.

        A cell is clicked; anything else is added to the turn, or begins it anew.
        """
        game, so_far = self.game, self.text
        place = cells(game).get(typed.lower())
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

    def _after_turn(self) -> None:
        self.text = ""
        if self.keep and self.file:
            self._write(self.file)
        if not self.game.gameover and self.game.currplayer in self.computers:
            self.screen.last_turn(self.game)  # the board follows soon
        else:
            self.do_board("")

    def _show_turn(self, answer: Validation) -> None:
        """Show the turn so far on the board."""
        self.game.move(self.text if answer.can_render else "", partial=True)
        self.screen.board(self.game)
        self.tell(answer.message)
        if self.text and answer.complete != UNFINISHED:
            self.tell("Enter makes the turn as it stands; undo drops it.", "dim")

    def _continuations(self) -> list[str]:
        """Return what can be added to the turn so far: what clicks on cells and buttons lead to."""
        game, text = self.game, self.text
        clicks = [(*place, "") for place in cells(game).values()]
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

    def _list_continuations(self) -> None:
        found = self._continuations()
        if found:
            more = f" … ({len(found)} in all)" if len(found) > _SHOWN else ""
            self.tell(f"You can add: {'  '.join(found[:_SHOWN])}{more}")

    # ---- commands ------------------------------------------------------------------------------

    def do_help(self, rest: str) -> None:
        """List what you can type."""
        self.tell(
            "Type a turn, such as one that moves lists, or the names of the cells you would click. If\n"
            "a turn could be continued, Enter makes it as it stands; so does a ! at its end."
        )
        for name, method in vars(type(self)).items():
            if name.startswith("do_"):
                word, said = name.removeprefix("do_"), method.__doc__ or ""
                self.tell(f"  {said if said.startswith(word) else f'{word}: {said}'}")

    def do_go(self, rest: str) -> None:
        """Make the turn as it stands, like Enter."""
        if self.text:
            self.emptyline()
        else:
            self.tell("You have not begun a turn.", "red")

    def do_back(self, rest: str) -> None:
        """Drop the turn you have begun."""
        self.text = ""
        self.game.move("", partial=True)
        self.do_board("")

    def do_hint(self, rest: str) -> None:
        """Suggest a turn, or how to continue the one you have begun."""
        if self.text:
            self.tell(self.game.validate_move(self.text).message)
            self._list_continuations()
            return
        move = players.player(HINTS, seed=self.game.ply)(self.game)
        self.tell("There is no legal turn." if move is None else f"You could play {move}")

    def do_moves(self, rest: str) -> None:
        """moves [N]: List N legal turns; 30 by default."""
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 7):
            self.tell("moves takes a number.", "red")
            return
        number = int(rest) if rest else 30
        found = list(islice(self.game.iter_moves(), number + 1))
        more = "  …" if len(found) > number else ""
        self.tell("  ".join(found[:number]) + more if found else "There is no legal turn.")

    def do_undo(self, rest: str) -> None:
        """Drop the turn you have begun, or take back your last one."""
        if self.text:
            self.do_back("")
            return
        # After an ending by word it is still the turn of the player before it.
        game, plies = self.game, 1
        while plies < game.ply and self._mover(game.ply - plies) in self.computers:
            plies += 1
        if game.ply and self._mover(game.ply - plies) in self.computers:
            self.tell("You have no turn to take back.", "red")
            return
        game.undo(plies)
        self._after_turn()

    def do_board(self, rest: str) -> None:
        """Show the board again."""
        if self.text:
            self._show_turn(self.game.validate_move(self.text))
            return
        self.screen.board(self.game)
        self.screen.last_turn(self.game)
        self.screen.scores(self.game)

    def do_names(self, rest: str) -> None:
        """Number the empty cells, or stop numbering them."""
        self.screen.names = not self.screen.names
        self.do_board("")

    def do_display(self, rest: str) -> None:
        """display [ID]: List the ways to show the board, or choose one."""
        known = {"default": "the usual board", **{d.uid: d.name for d in self.game.info.displays}}
        if rest in known:
            self.screen.display = None if rest == "default" else rest
            self.do_board("")
            return
        for uid, name in known.items():
            self.tell(f"  {uid}  {name}")

    def do_scores(self, rest: str) -> None:
        """Show the scores."""
        self.screen.scores(self.game)

    def do_history(self, rest: str) -> None:
        """List the turns so far."""
        rounds = self.game.move_history()
        widths = [0] * self.game.numplayers
        for turns in rounds:
            widths[: len(turns)] = map(max, widths, map(len, turns))
        for number, turns in enumerate(rounds, 1):
            row = "  ".join(f"{turn:<{width}}" for turn, width in zip(turns, widths, strict=False))
            self.tell(f"{number:>4}. {row}".rstrip())
        if not rounds:
            self.tell("Nothing has been played yet.")

    def do_resign(self, rest: str) -> None:
        """Give up the game."""
        if self._yes(f"{self._name(self.game.currplayer)} resigns?"):
            self.game.resign(self.game.currplayer)
            self._after_turn()

    def do_draw(self, rest: str) -> None:
        """Agree on a draw."""
        if self._all_agree("Do all agree to a draw?", self.game.currplayer):
            self.game.draw()
            self._after_turn()

    # ---- files ---------------------------------------------------------------------------------

    def _unsaved(self) -> bool:
        return self.game.ply > 0 and self._saved is not self.game.stack[-1]

    def _write(self, file: str) -> bool:
        """Save the game: the file is whole at any time. Return whether it went well."""
        try:
            with replacing(Path(file).expanduser()) as out:
                out.write(self.game.serialize().encode())
        except (OSError, ValueError) as error:
            self.tell(f"Cannot save to {file}: {getattr(error, 'strerror', None) or error}", "red")
            return False
        self.file, self._saved = file, self.game.stack[-1]
        return True

    def do_save(self, rest: str) -> None:
        """save [FILE]: Save the game, to the same file by default."""
        file = rest or self.file
        if file is None:
            self.tell("Name a file: save FILE", "red")
            return
        other = file != self.file and Path(file).expanduser().exists()
        if other and not self._yes(f"{file} exists. Overwrite it?"):
            return
        if self._write(file):
            self.tell(f"Saved. Resume it with: abstractplay-hex play --resume {file}")

    def do_load(self, rest: str) -> None:
        """load FILE: Resume a saved game or record."""
        if not rest:
            self.tell("Name a file: load FILE", "red")
            return
        if self._unsaved() and not self._yes("This game is not saved. Discard it?"):
            return
        path = str(Path(rest).expanduser())
        self.game = open_game(path, None, 1)
        self.text, self.file = "", rest if is_one_saved_game(path) else None
        self._saved = self.game.stack[-1]
        if self.screen.display not in {d.uid for d in self.game.info.displays}:
            self.screen.display = None
        self.do_board("")

    def do_quit(self, rest: str) -> bool:
        """Leave; you are asked about saving."""
        while self._unsaved():
            default = f"Enter for {self.file}, n for no" if self.file else "Enter or n for no"
            answer = self.ask(f"Save the game? A file name, or {default}: ")
            word = answer.lower()
            if word in _NO or not (answer or self.file):
                break
            if word in _YES or not answer:
                answer = self.file or ""
            elif self._command(word):
                answer = ""
            if not answer:
                self.tell("Type the name of a file, such as game.json, or n.", "red")
                continue
            self.do_save(answer)
            if self._unsaved():
                return False  # it could not be saved, so stay
        return True
