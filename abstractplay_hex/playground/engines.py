"""A process that searches: a search must not take the time of those who look at pages.

An engine is asked one thing at a time and may die of it; whoever holds it then starts another.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, Final

from abstractplay_hex import load_game, players
from abstractplay_hex.players.budget import Flag
from abstractplay_hex.playground import judging
from abstractplay_hex.playground.sentences import REFUSALS

PATIENCE: Final = 30.0
"""Seconds after which an engine that has not answered is killed. Levels think for three at most."""
STARTING: Final = 60.0
"""Seconds in which its process must have started: a machine may have much else to do."""
WORTH: Final = players.Budget(seconds=2.0, simulations=30)
"""What is spent on the question whether to agree to a draw."""
NICENESS: Final = 10
"""Pages come first."""

_SPAWNING: Final = multiprocessing.get_context(
    "spawn"
)  # the server has threads, which no fork survives


class EngineError(Exception):
    """An engine found no turn; ``code`` says why, as in :data:`.sentences.REFUSALS`."""

    def __init__(self, code: str, cause: str = "") -> None:
        self.code = code
        super().__init__(cause or REFUSALS[code])


class _Stop:
    """A flag in shared memory. It has no lock, which a process that is killed might keep for ever."""

    def __init__(self) -> None:
        self._value: Any = _SPAWNING.RawValue("b", 0)

    def set(self, on: bool) -> None:
        self._value.value = on

    def is_set(self) -> bool:
        return bool(self._value.value)


class Engine:
    """A process that searches. It starts when it is first asked something. For one thread at a time.

    :param patience: seconds after which it is given up.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._process: Any = None
        self._pipe: Connection | None = None
        self._stop = _Stop()

    @property
    def pid(self) -> int | None:
        """Of the process, if it runs."""
        pid: int | None = None if self._process is None else self._process.pid
        return pid

    def find(self, state: str, level: int) -> str:
        """Return the turn that a level plays in a saved game.

        :raises EngineError: if it fails, dies, takes too long, or there is no turn.
        """
        found = self.ask(turn_of, state, level)
        if found is None:
            raise EngineError("host.computer-stuck")
        move: str = found
        return move

    def worth(self, state: str, seat: int) -> float:
        """Return what a saved game is worth to a seat, from −1 to 1.

        :raises EngineError: if it fails, dies, or takes too long.
        """
        value: float = self.ask(worth, state, seat)
        return value

    def ask(self, what: Callable[..., Any], *given: Any) -> Any:
        """Return what a function returns there, called with these arguments and ``stop``, a flag.

        :param what: of a module, so that the process finds it; it ends soon once the flag is set.
        :raises EngineError: if it fails, dies, or takes too long.
        """
        try:
            pipe = self._started()
            pipe.send((what, given))
            if not pipe.poll(self._patience):
                raise EngineError("host.computer-slow")
            found, failed = pipe.recv()
        except (OSError, EOFError):
            self.close()
            raise EngineError("host.computer-killed") from None
        except EngineError:
            self.close()
            raise
        if failed is not None:
            raise EngineError("host.computer-failed", failed)
        return found

    def hurry(self, now: bool = True) -> None:
        """Have it play the best it has found so far; may be called from any thread."""
        self._stop.set(now)

    def close(self) -> None:
        """End the process, whatever it does; may be called from any thread."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join(5)
        if pipe is not None:
            with suppress(OSError):
                pipe.close()

    def _started(self) -> Connection:
        if self._pipe is not None and self._process.is_alive():
            return self._pipe
        self.close()
        self._pipe, its = _SPAWNING.Pipe()
        self._process = _SPAWNING.Process(
            target=_serve, args=(its, self._stop), name="computer player", daemon=True
        )
        with _interrupts_held_back():
            self._process.start()
        its.close()  # or its end would never be noticed
        if not self._pipe.poll(STARTING):
            raise EngineError("host.computer-slow")
        self._pipe.recv()
        return self._pipe


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A process that starts meanwhile never gets Ctrl-C: that is for the server, which ends it."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, stop: Flag) -> None:
    """Answer until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    judging.warm_up()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(OSError, EOFError):
        pipe.send(None)  # it has started
        while True:
            what, given = pipe.recv()
            try:
                answer: tuple[Any, str | None] = what(*given, stop=stop), None
            except Exception as error:  # of a game's own rules, for example
                answer = None, f"{type(error).__name__}: {error}"
            pipe.send(answer)


def turn_of(state: str, level: int, stop: Flag | None = None) -> str | None:
    """Return the turn that a level plays in a saved game, or ``None`` if there is none.

    Nobody thinks about a turn that is the only one.
    """
    game: Any = load_game(state)
    if game.gameover:
        return None
    turns = list(islice(game.iter_moves(), 2))
    if len(turns) < 2:
        return turns[0] if turns else None
    return players.player(f"level:{level}", stop=stop)(game)


def worth(state: str, seat: int, stop: Flag | None = None) -> float:
    """Return what a saved game is worth to a seat."""
    game: Any = load_game(state)
    position = game.looked_at.position
    found = players.think(game.rules, position, WORTH, stop=stop, seats=game.numplayers)
    return found.values[seat - 1]


__all__ = ["Engine", "EngineError", "turn_of", "worth"]
