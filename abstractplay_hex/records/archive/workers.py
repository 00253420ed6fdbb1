"""Where the work is done: in this process, in a pool of processes, on a Dask cluster."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager
from itertools import islice
from time import monotonic
from typing import Any, Final, Generic, ParamSpec, TypeVar

from attrs import define

from abstractplay_hex.arguments import whole_number
from abstractplay_hex.records.unpacking import missing

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

MOST_JOBS: Final = 61 if sys.platform == "win32" else 512
"""A pool has no more processes than this: they all start at once, and Windows waits for no more."""

COUNTED_EVERY: Final = 5.0
"""Seconds between two counts of the workers of a cluster."""

_DEATHS: Final = frozenset(
    {
        "distributed.scheduler.KilledWorker",
        "ray.exceptions.WorkerCrashedError",
        "ray.exceptions.NodeDiedError",
        "ray.exceptions.OutOfMemoryError",
    }
)
"""By name, since none of these libraries need be there: their ways to say that a task's worker died."""


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


def under_way(executor: Executor) -> int:
    """Return how many chunks of work an executor is given at once: about three a worker."""
    if isinstance(executor, InProcess):
        return 1
    number = cluster_size(executor)
    if number is None:  # what most executors call it
        number = getattr(executor, "_max_workers", None) or cores()
    return 3 * (number or 1) + 2


def has_result(future: "Future[Any]") -> bool:
    """Say whether what was submitted has been done, and not in vain."""
    return future.done() and not future.cancelled() and future.exception() is None


def worker_died(error: BaseException) -> bool:
    """Say whether an executor means by *error* that the worker died, not that the task went wrong."""
    kind = type(error)
    named = f"{kind.__module__}.{kind.__qualname__}"
    return isinstance(error, BrokenExecutor) or named in _DEATHS


@define
class _Task(Generic[T, R]):
    given: T
    future: "Future[R] | None" = None
    tries: int = 0


class Window:
    """How many tasks may be in progress; a cluster may gain workers while it works."""

    def __init__(self, executor: Executor, fixed: int | None) -> None:
        self._executor = executor
        self._size = 0 if fixed is None else whole_number("window", fixed)
        self._next = 0.0 if fixed is None else float("inf")

    def now(self) -> int:
        """Return it as it is now."""
        if monotonic() >= self._next:
            self._size = under_way(self._executor)
            self._next = monotonic() + COUNTED_EVERY
        return self._size


def in_order(
    given: Iterable[T],
    submit: Callable[[T], "Future[R]"],
    executor: Executor,
    window: int | None = None,
    tries: int = 3,
    alone: Callable[[T], R] | None = None,
) -> Iterator[tuple[T, R]]:
    """Yield what is given with the result of its task, in order, whatever workers die on the way.

    :param submit: submits a task to *executor*.
    :param window: most tasks in progress at once (default: enough for the executor).
    :param tries: so often a task is tried; then
    :param alone: does it if its workers died, else the last error is raised.
    """
    most = Window(executor, window)
    pending: deque[_Task[T, R]] = deque()
    source = iter(given)

    def begin(task: _Task[T, R]) -> None:
        try:
            task.future = submit(task.given)
        except BrokenExecutor:
            task.future = None  # its turn comes when the executor has been renewed

    def result(first: _Task[T, R]) -> R:
        while True:
            try:
                if first.future is not None:
                    return first.future.result()
                lost: BaseException = BrokenExecutor()
            except (
                CancelledError
            ) as error:  # not by us: Dask's way to say that its scheduler is gone
                lost = BrokenExecutor(str(error) or "what was under way has been cancelled")
            except Exception as error:
                # Dask's executor may fail with whatever when a worker is lost while its result is fetched.
                lost = error
            first.tries += 1
            last = first.tries >= tries
            if last and (alone is None or not worker_died(lost)):
                raise lost
            again = [first]
            if isinstance(lost, BrokenExecutor):
                if not isinstance(executor, ProcessPool):
                    raise lost
                executor.renew()
                again = [t for t in pending if t.future is None or not has_result(t.future)]
            found = [alone(first.given)] if last and alone is not None else []
            for task in again:
                if not found or task is not first:
                    begin(task)
            if found:
                return found[0]

    try:
        while True:
            while len(pending) < most.now():
                more = list(islice(source, 1))
                if not more:
                    break
                pending.append(_Task(more[0]))
                begin(pending[-1])
            if not pending:
                return
            found = result(pending[0])
            yield pending.popleft().given, found
    finally:
        for task in pending:
            if task.future is not None:
                task.future.cancel()


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
