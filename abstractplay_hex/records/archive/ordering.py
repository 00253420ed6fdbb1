"""Tasks for an executor: done in order, whatever workers die on the way."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from itertools import islice
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from attrs import define

from abstractplay_hex.arguments import whole_number
from abstractplay_hex.records.archive.workers import InProcess, ProcessPool, cluster_size, cores

T = TypeVar("T")
R = TypeVar("R")

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


def each_alone(
    given: Iterable[T],
    submit: Callable[[T], "Future[R]"],
    executor: Executor,
    died: Callable[[T], R],
) -> Iterator[R]:
    """Yield the results of tasks that are done one at a time, to find the one that workers die of.

    :param died: returns what comes of that one.
    :raises concurrent.futures.BrokenExecutor: if it is none of them: no worker can begin at all.
    """
    executor.submit(abs, 0).result()
    for one in given:
        try:
            found = submit(one).result()
        except Exception as error:
            if not worker_died(error):
                raise
            if isinstance(executor, ProcessPool):
                executor.renew()
            found = died(one)
        yield found
