"""Where the work is done: in this process, in a pool of processes, on a Dask cluster."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeVar

from abstractplay_hex.arguments import whole_number
from abstractplay_hex.records.unpacking import missing

P = ParamSpec("P")
T = TypeVar("T")

MOST_JOBS: Final = 61 if sys.platform == "win32" else 512
"""A pool has no more processes than this: they all start at once, and Windows waits for no more."""


class InProcess(Executor):
    """Does what is submitted at once, here."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Call *fn* and return a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class ProcessPool(Executor):
    """A pool of processes that can be renewed when one of them has died.

    :param jobs: how many processes, :data:`MOST_JOBS` at most; default: one for each core.
    """

    def __init__(self, jobs: int | None = None) -> None:
        number = cores() if jobs is None else whole_number("jobs", jobs)
        self._max_workers = min(number, MOST_JOBS)
        self._pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        # Not forked: a fork copies threads' locks, such as those of a progress bar, as they are.
        context = multiprocessing.get_context("spawn")
        self._over = context.Event()
        return ProcessPoolExecutor(
            self._max_workers, mp_context=context, initializer=_prepare, initargs=(self._over,)
        )

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Have *fn* called by one of the processes."""
        with _interrupts_held_back():  # it may begin a process
            return self._pool.submit(fn, *args, **kwargs)

    def renew(self) -> None:
        """Begin again with fresh processes; whatever was submitted is lost."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._made()

    def kill(self) -> None:
        """End the processes at once, whatever they are doing; :meth:`shutdown` must follow."""
        self._over.set()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, as soon as what they are doing is done."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def cluster_size(executor: Executor) -> int | None:
    """Return how many workers a Dask cluster has now; ``None`` for any other executor."""
    threads = getattr(getattr(executor, "_client", None), "nthreads", None)
    return len(threads()) if callable(threads) else None


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back; processes started meanwhile never get it, not even before they are prepared."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let Ctrl-C do nothing in this process, in whichever thread it arrives."""
    before = signal.getsignal(signal.SIGINT)
    # It is the main thread that is interrupted, and it alone can say how.
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _prepare(over: Any) -> None:
    """Make a worker leave Ctrl-C to its parent, and end when that has ended, however it did.

    :param over: an event that ends it, too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    for wait in (parent.join if parent is not None else over.wait, over.wait):
        threading.Thread(target=_end_after, args=(wait,), daemon=True).start()


def _end_after(wait: Callable[[], Any]) -> None:
    wait()
    os._exit(1)


@contextmanager
def workers(jobs: int | None = None, dask: str | None = None) -> Iterator[Executor]:
    """Give an executor for the ``with`` block.

    :param jobs: processes; 1 is this one alone; default: one for each core.
    :param dask: address of a Dask scheduler (``tcp://…``), whose workers are used instead.
    :raises ArgumentError: if Dask is not installed, or for an invalid number of *jobs*.
    :raises OSError: if there is no scheduler at that address.
    """
    if dask is not None:
        try:
            from distributed import Client
            from distributed.comm.addressing import get_address_host_port
        except ModuleNotFoundError:
            raise missing("distributed", "dask") from None
        try:
            get_address_host_port(dask)
        except ValueError as error:  # before a client is half made of it
            raise OSError(str(error)) from None
        client: Any = Client(dask, set_as_default=False, timeout=10)  # type: ignore[no-untyped-call,unused-ignore]
        with client:
            # Not pure: then Dask need not read all arguments to see whether it knows the answer, and
            # what is tried again is done again.
            yield client.get_executor(pure=False)
        return
    executor: Executor = InProcess() if jobs == 1 else ProcessPool(jobs)
    try:
        yield executor
    except BaseException:
        if isinstance(executor, ProcessPool):  # nobody waits for what they are doing
            executor.kill()
        raise
    finally:
        # A second Ctrl-C while the processes are told to end would leave them, and this one, waiting.
        with _interrupts_ignored():
            executor.shutdown(wait=True, cancel_futures=True)
