"""``replay``: verifying recorded games in bulk."""

import sys
from time import perf_counter

from rich.progress import TextColumn, TimeElapsedColumn

from abstractplay_hex.cli.input import Files, Lenient, Quiet, Uid, conclude
from abstractplay_hex.cli.output import is_terminal
from abstractplay_hex.cli.progress import Bar
from abstractplay_hex.records import read_files
from abstractplay_hex.records.archive import Statistics
from abstractplay_hex.records.archive.verifying import check_game
from abstractplay_hex.records.opening import size_of


def replay(
    files: Files,
    game: Uid = None,
    lenient: Lenient = False,
    quiet: Quiet = False,
) -> None:
    """Replay recorded games ply by ply and compare all that the file says of them.

    Each bad game is one line on standard error, and the next one is checked. The exit status is 1 if
    any game is bad, if a file cannot be read, or if there is no game. With --lenient, a saved game
    that was ended twice or has a pass that the rules do not know is good; what was wrong is said.

    Example: abstractplay-hex replay games.jsonl.gz --game pods
    """
    found = Statistics()
    plies = 0
    began = perf_counter()
    watched = not quiet and is_terminal(sys.stderr)
    columns = TextColumn("{task.fields[good]} good, {task.fields[bad]} bad "), TimeElapsedColumn()
    with Bar(size_of(files), *columns, watched=watched, good=0, bad=0) as bar:
        for text in read_files(files):
            checked, replayed, _ = check_game(text, game, lenient=lenient)
            checked.count_in(found)
            plies += checked.plies
            if not checked.ok:
                bar.complain(checked.message)
            for error in () if replayed is None else replayed.forgiven:
                bar.complain(f"{checked.where}: {error.message}")
            bar.show(text.after.taken, good=found.good, bad=found.bad)
    seconds = perf_counter() - began
    rate = plies / seconds if seconds else 0.0
    conclude(found, quiet, f"{plies} plies in {seconds:.2f} s ({rate:.0f} plies/s)")
