"""A progress bar on standard error where somebody watches, and complaints that do not break it."""

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn
from rich.text import Text

from abstractplay_hex.cli.output import complain, one_line


class Bar:
    """The bar, for a ``with`` block. It shows nothing where nobody watches.

    :param total: how much there is to do, in the unit of :meth:`show`; ``None`` if unknown.
    :param columns: what is shown after the bar and the percentage.
    :param fields: initial values of what the columns show (``task.fields[…]``).
    """

    def __init__(
        self, total: int | None, *columns: ProgressColumn, watched: bool, **fields: Any
    ) -> None:
        self._progress: Progress | None = None
        if watched:
            self._progress = Progress(
                BarColumn(),
                TaskProgressColumn(),
                *columns,
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._progress.add_task("", total=total, **fields)

    def __enter__(self) -> "Bar":
        if self._progress:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.stop()

    def complain(self, text: str) -> None:
        """Write one line to standard error, with or without the bar."""
        if self._progress:  # the same console prints it above the bar
            self._progress.console.print(Text(one_line(text)), soft_wrap=True)
        else:
            complain(text)

    def show(self, done: int, **fields: Any) -> None:
        """Show how much is done."""
        if self._progress:
            self._progress.update(self._task, completed=done, **fields)
