"""``games``: which games there are."""

import sys

from rich.table import Table
from rich.text import Text

from abstractplay_hex import registry
from abstractplay_hex.cli.output import AsJson, Indent, Output, complain, is_terminal, write_json

WIDEST = 10_000


def games(
    as_json: AsJson = False,
    indent: Indent = None,
) -> None:
    """List the games that can be played, plugins included.

    Plugins that cannot be loaded are reported on standard error.

    Example: abstractplay-hex games
    """
    for problem in registry.problems():
        complain(problem.message)
    infos = registry.games()
    if as_json:
        write_json([info.to_dict() for info in infos], indent)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("uid", "name", "version", "variants"):
        table.add_column(title, overflow="fold")
    for info in infos:
        cells = (info.uid, info.name, info.version, ", ".join(info.requestable) or "none")
        table.add_row(*map(Text, cells))  # Text: a bracket in a name is no markup
    # Piped, each game is one line for grep and cut.
    Output(width=None if is_terminal(sys.stdout) else WIDEST).print(table)
