"""``puzzles``: positions of an archive, or of games that the computer plays, with one good turn."""

import sys
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer
from attrs import evolve, frozen
from rich.progress import TextColumn, TimeElapsedColumn

from abstractplay_hex.analysis.puzzles import LEAD, POSITION, check_lead, puzzles
from abstractplay_hex.cli.analysing import Seed, Simulations, Time, budget_of
from abstractplay_hex.cli.input import Quiet, Uid, conclude
from abstractplay_hex.cli.output import is_terminal
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.cli.workers import Dask, Jobs, check_workers, executor_of, lacking
from abstractplay_hex.codec import dumps
from abstractplay_hex.errors import HexError
from abstractplay_hex.game import Game
from abstractplay_hex.players import Budget
from abstractplay_hex.records.archive import CheckedGame, Statistics
from abstractplay_hex.records.archive.ordering import each_alone, in_order
from abstractplay_hex.records.archive.verifying import DEADLY, check_game, deadly, defect_of
from abstractplay_hex.records.files import GameText, Location, read_files
from abstractplay_hex.records.generating import Plan
from abstractplay_hex.records.reader import RecordedGame
from abstractplay_hex.records.writing import check_outputs, replacing

Found: TypeAlias = tuple[list[str], CheckedGame]
"""The puzzles of a game as JSON, and what came of looking at it."""
GAMES: Final = 10
"""Games of self-play unless told otherwise."""
POLICY: Final = "mixed"
"""Who plays against themselves: games vary, and there is something to punish."""


@frozen
class Hunt:
    """How puzzles are looked for; sent to other processes, as what is below."""

    budget: Budget
    lead: float
    seed: int

    def through(
        self, game: Game[Any, Any], checked: CheckedGame, recorded: RecordedGame | None = None
    ) -> Found:
        """Return the puzzles of a game; whatever goes wrong is a defect of it."""
        source = checked.ident or str(checked.where)
        try:
            found = puzzles(game, self.budget, lead=self.lead, seed=self.seed, source=source)
            return [dumps(puzzle.to_dict()) for puzzle in found], checked
        except Exception as error:  # a fault in one game's engine must not stop a bulk job
            return [], evolve(checked, defect=defect_of(error, recorded))


@frozen
class Recorded:
    """A game in a file."""

    hunt: Hunt
    text: GameText
    uid: str | None

    def look(self) -> Found:
        """Return what there is in the game."""
        checked, game, recorded = check_game(self.text, self.uid)
        return ([], checked) if game is None else self.hunt.through(game, checked, recorded)

    def died(self) -> Found:
        """Return what comes of it if workers die of it."""
        return [], deadly(self.text)


@frozen
class Own:
    """A game that the computer plays."""

    hunt: Hunt
    plan: Plan
    number: int

    @property
    def _checked(self) -> CheckedGame:
        ident = f"{self.plan.seed}-{self.number}"
        return CheckedGame(Location("self-play"), self.plan.uid, self.plan.variants, ident)

    def look(self) -> Found:
        """Play the game and return what there is in it."""
        try:
            game = self.plan.game(self.number)
        except Exception as error:
            return [], evolve(self._checked, defect=defect_of(error))
        return self.hunt.through(game, self._checked)

    def died(self) -> Found:
        """Return what comes of it if workers die of it."""
        return [], evolve(self._checked, defect=DEADLY)


Work: TypeAlias = Recorded | Own


def look(work: Work) -> Found:
    """Look at a game (module level, so that another process can be told to do it)."""
    return work.look()


def died(work: Work) -> Found:
    """Return what comes of a game that workers die of."""
    return work.died()


def find_puzzles(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Write puzzles to FILE, one a line."),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Files of games, or folders of them; - is stdin."),
    ] = None,
    self_play: Annotated[
        str | None,
        typer.Option(metavar="UID", help="Let the computer play this game instead of reading."),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="V", help="A variant for self-play (repeatable)."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=10_000_000, show_default="10", help="Games of self-play."
        ),
    ] = None,
    lead: Annotated[
        float,
        typer.Option(metavar="X", help="By how much the solution is better than any other turn."),
    ] = LEAD,
    time: Time = None,
    simulations: Simulations = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    dask: Dask = None,
    game: Uid = None,
    quiet: Quiet = False,
) -> None:
    """Find puzzles in recorded games: positions in which one turn is far above all others.

    After the solution the player is not behind. Each puzzle is verified by a search ten times as long.
    The exit status is 1 if any game is bad, if a file cannot be read, or if there is no game. A line is
    JSON of the schema puzzle-1.

    Example: abstractplay-hex puzzles games.jsonl.gz -o puzzles.jsonl --time 0.5

    Example: abstractplay-hex puzzles --self-play pods --games 20 --seed 1 -o puzzles.jsonl
    """
    if bool(files) == (self_play is not None):
        raise typer.BadParameter("give files, or --self-play", param_hint="FILE")
    for option, given in (("--variant", variant), ("--games", games)):
        if given and self_play is None:
            raise typer.BadParameter("this is for --self-play", param_hint=option)
    number = games or GAMES
    check_workers(jobs, dask)
    hunt = Hunt(budget_of(time, simulations, POSITION), lead, seed)
    work: Iterable[Work]
    try:
        check_lead(lead)
        if self_play is None:
            work = (Recorded(hunt, text, game) for text in read_files(files or []))
        else:
            plan = Plan(self_play, seed, tuple(variant or ()), POLICY).checked()
            work = (Own(hunt, plan, n) for n in range(number))
    except HexError as error:
        raise typer.BadParameter(error.message) from None
    check_outputs(files or (), [output])
    found, looked_at = 0, Statistics()
    watched = not quiet and is_terminal(sys.stderr)
    columns = (
        TextColumn("{task.fields[found]} puzzles in {task.fields[games]} games"),
        TimeElapsedColumn(),
    )
    total = number if self_play is not None else None
    with ExitStack() as stack:
        executor = executor_of(stack, jobs, dask, quiet)
        bar = stack.enter_context(Bar(total, *columns, watched=watched, found=0, games=0))
        file = stack.enter_context(replacing(output))

        def submit(one: Work) -> "Future[Found]":
            return executor.submit(look, one)

        def alone(one: Work) -> Found:
            return next(each_alone([one], submit, executor, died))

        try:
            for _, (lines, checked) in in_order(work, submit, executor, tries=2, alone=alone):
                checked.count_in(looked_at)
                if not checked.ok:
                    bar.complain(checked.message)
                found += len(lines)
                text = "".join(f"{line}\n" for line in lines)
                file.write(text.encode("utf-8", "backslashreplace"))
                bar.show(looked_at.games, found=found, games=looked_at.games)
        except ModuleNotFoundError as error:
            raise lacking(error, dask) from None
    conclude(looked_at, quiet, f"{found} puzzles")


__all__ = ["find_puzzles"]
