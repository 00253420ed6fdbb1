"""A directive that shows the help of every command: ``{commands}``."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.testing import CliRunner

from abstractplay_hex.cli import app as command_line

PROGRAM = "abstractplay-hex"
"""What the program is called where it is installed."""


class Commands(SphinxDirective):
    """Show ``--help`` of each command as the command line prints it."""

    def run(self) -> list[nodes.Node]:
        """Return a section a command."""
        out: list[nodes.Node] = []
        listed = list(map(_named, command_line.registered_commands))
        for group in command_line.registered_groups:
            inner = group.typer_instance
            assert inner is not None
            listed += [f"{inner.info.name} {_named(one)}" for one in inner.registered_commands]
        for name in listed:
            shown = CliRunner(env={"COLUMNS": "90"}).invoke(
                command_line, [*name.split(), "--help"], prog_name=PROGRAM
            )
            section = nodes.section(ids=[f"command-{name.replace(' ', '-')}"])
            section += nodes.title(text=name)
            section += nodes.literal_block(text=shown.stdout.rstrip(), language="text")
            out.append(section)
        return out


def _named(command: Any) -> str:
    """Return the name that a command is called by."""
    return str(command.name or command.callback.__name__.replace("_", "-"))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
