"""The command line as the click command that typer makes of it."""

import typer

from abstractplay_hex.cli import app

command = typer.main.get_command(app)
