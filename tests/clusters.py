"""A Dask cluster of processes on this machine, for tests and benchmarks."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def until(true: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


@contextmanager
def dask_cluster(
    folder: Path, number: int = 2
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Run a scheduler and workers, all processes of their own; give address and workers."""
    pytest.importorskip("distributed", reason="needs the extra dask: distributed is not installed")
    file = folder / "scheduler.json"
    begin = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    local = ["--no-dashboard", "--scheduler-file", str(file)]
    started: list[subprocess.Popen[bytes]] = []
    try:
        scheduler = [*begin, "scheduler", "--host", "127.0.0.1", "--port", "0", *local]
        started.append(subprocess.Popen(scheduler, **quiet))  # type: ignore[call-overload]
        until(lambda: file.exists() and file.read_text().strip().endswith("}"))
        worker = [*begin, "worker", "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", *local]
        started += [subprocess.Popen(worker, **quiet) for _ in range(number)]  # type: ignore[call-overload]
        yield json.loads(file.read_text())["address"], started[1:]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
