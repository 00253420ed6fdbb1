"""How every command ends: no traceback for anything that a user or the system can cause."""

import atexit
import io
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

import typer
from typer.core import TyperGroup

from abstractplay_hex.cli.output import BAD, NOT_DONE, complain
from abstractplay_hex.errors import ArgumentError, HexError

BROKEN_PIPE: Final = 141
"""The status of a program that kept writing to a closed pipe (128 + SIGPIPE)."""
INTERRUPTED: Final = 130
"""The status of a program that Ctrl-C has ended (128 + SIGINT)."""
_ENDED_BY: Final = [n for n in ("SIGTERM", "SIGHUP") if hasattr(signal, n)]


class _EndedError(KeyboardInterrupt):
    """Another signal than Ctrl-C ends the program: then, too, no half-written file is left behind."""


class Commands(TyperGroup):
    """Ends every command alike."""

    def make_context(self, *args: Any, **more: Any) -> Any:
        """Read the command line; this is where ``--help`` and ``--version`` are written."""
        with _ends():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        with _ends():
            try:
                result = super().invoke(ctx)
            except typer.Exit:
                sys.stdout.flush()
                raise
            sys.stdout.flush()  # here, where a failure is still reported properly
        return result


@contextmanager
def _ends() -> Iterator[None]:
    try:
        yield
    except HexError as error:
        complain(error.message)
        raise typer.Exit(NOT_DONE if isinstance(error, ArgumentError) else BAD) from None
    except BrokenExecutor as error:
        complain(f"the worker processes died: {error}")
        raise typer.Exit(NOT_DONE) from None
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(BROKEN_PIPE) from None
    except OSError as error:  # reading raises errors of ours, so this is about writing
        _drop_output()
        name = f" {error.filename}" if isinstance(error.filename, str) else ""
        complain(f"cannot write{name}: {error.strerror or error}")
        raise typer.Exit(NOT_DONE) from None
    except KeyboardInterrupt as error:
        _drop_output()
        complain("interrupted")
        if isinstance(error, _EndedError):
            _died_of.append(error.args[0])
        raise typer.Exit(INTERRUPTED) from None


_died_of: list[int] = []


@atexit.register
def _die() -> None:
    """Die of the signal that has ended the program, as whoever sent it expects.

    This comes last: what is registered later, and undone before, are the semaphores of worker processes.
    """
    for number in _died_of:
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


class _Complaints(io.TextIOWrapper):
    """Standard error. If nobody can read it, that is no reason not to go on, or for another status."""

    def write(self, text: str, /) -> int:
        """Write *text*, or nothing from now on."""
        try:
            return super().write(text)
        except OSError:
            _drop(self)
            return len(text)


def _drop_output() -> None:
    _drop(sys.stdout)


def _drop(stream: Any) -> None:
    """Discard what is still buffered, or Python would fail again on exit."""
    with suppress(OSError, ValueError):  # a stream that is none of the system's
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run(app: typer.Typer) -> None:
    """Run the command line with the arguments of this process; ends by :class:`SystemExit`."""
    for name in _ENDED_BY:
        number = getattr(signal, name)
        if signal.getsignal(number) is signal.SIG_DFL:  # not if whoever started us has it ignored
            signal.signal(number, _ended)
    with _standard_streams():
        app(prog_name="abstractplay-hex")


def _ended(number: int, _: Any) -> NoReturn:
    raise _EndedError(number)


@contextmanager
def _standard_streams() -> Iterator[None]:
    """Make standard output the command's alone, and let no stream be missing or fail for a letter.

    Whatever else is written to descriptor 1, by plugins, their libraries and child processes, goes to
    standard error. A terminal stays as it is: only there is input edited.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed: no file that is opened later may take its place
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name the terminal cannot show must not fail
            stream.reconfigure(errors="backslashreplace")
    if hasattr(sys.stderr, "buffer"):
        sys.stderr = _Complaints(
            sys.stderr.buffer, sys.stderr.encoding, "backslashreplace", line_buffering=True
        )
    with suppress(OSError, ValueError):
        if not sys.stdout.isatty():
            descriptor = sys.stdout.fileno()
            sys.stdout = open(  # noqa: SIM115
                os.dup(descriptor), "w", encoding=sys.stdout.encoding, errors="backslashreplace"
            )
            os.dup2(sys.stderr.fileno(), descriptor)
    try:
        yield
    finally:
        sys.stdout = sys.stderr  # what is still said by a thread, or on exit
