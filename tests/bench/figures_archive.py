"""Archives: games a second on one core, how that grows with processes, memory, a Dask cluster."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Event, Thread
from time import perf_counter

from attrs import frozen

from abstractplay_hex.codec import dumps
from abstractplay_hex.records.archive import run, workers
from tests.bench.figures_pods import CALIBRATING, calibrate
from tests.bench.measure import Figure, best, games_of, plain_record


def archive(folder: Path, game: str, number: int, longest: int = 200) -> Path:
    """Write an archive of so many games, the recorded ones again and again."""
    games = [g for g in games_of(game) if len(g["plies"]) <= longest]
    texts = [dumps(plain_record(g)) for g in games]
    path = folder / f"{game}-{number}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i in range(number):
            file.write(texts[i % len(texts)] + "\n")
    return path


def figures(short: bool = False) -> list[Figure]:
    """Measure one core."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for game, name in (("pods", "Pods"), ("dendria", "Dendria")):
            number = len(games_of(game)) if not short else 8
            path = archive(Path(folder), game, number)
            found = run([path])
            assert found.good == number
            plain, time = best(
                4,
                calibrate,
                lambda path=path: run([path]),  # type: ignore[misc]
            )
            ratio = plain / CALIBRATING * found.plies / time
            out.append(Figure(f"{name}: archive, one core", "a ply", time / found.plies, ratio))
    return out


@frozen
class Run:
    """One run over an archive: how long it took by the clock, and the memory of the processes."""

    name: str
    games: int
    plies: int
    seconds: float
    parent: float = 0.0
    workers: float = 0.0

    def __str__(self) -> str:
        memory = f"| {self.parent:.0f} + {self.workers:.0f} MB " if self.parent else "| "
        rate = (
            f"{self.games / self.seconds:,.0f} games/s | {self.plies / self.seconds:,.0f} plies/s"
        )
        return f"| {self.name} | {self.games:,} | {self.seconds:.2f} s | {rate} {memory}|"


def timed(path: Path, name: str, jobs: int | None = 1, dask: str | None = None) -> Run:
    """Run over an archive; the time does not count what it takes to start the workers."""
    with workers(jobs, dask) as executor:
        list(executor.map(abs, range(8)))  # they are there now
        begin = perf_counter()
        found = run([path], executor=executor)
        taken = perf_counter() - begin
    assert not found.bad
    return Run(name, found.games, found.plies, taken)


def scaling(path: Path, rounds: int = 3) -> list[Run]:
    """Run on one and on two processes by turns; the best of each."""
    runs: dict[str, list[Run]] = {}
    for _ in range(rounds):
        for name, jobs in (("in this process", 1), ("two processes", 2)):
            runs.setdefault(name, []).append(timed(path, name, jobs))
    return [min(found, key=lambda r: r.seconds) for found in runs.values()]


def on_dask(path: Path, rounds: int = 3) -> list[Run]:
    """Run on a pool of two processes and on a Dask cluster of two, by turns; the best of each."""
    from tests.test_archive import dask_cluster

    pool, cluster = [], []
    with tempfile.TemporaryDirectory() as folder, dask_cluster(Path(folder)) as (address, _):
        from distributed import Client

        with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call,unused-ignore]
            client.wait_for_workers(2)
        for _ in range(rounds):
            pool.append(timed(path, "pool of two", 2))
            cluster.append(timed(path, "Dask, two workers", dask=address))
    return [min(pool, key=lambda r: r.seconds), min(cluster, key=lambda r: r.seconds)]


def resident(pid: int) -> float:
    """Return the memory of a process that is in use, in MB."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    lines = [line for line in text.splitlines() if line.startswith("VmRSS")]
    return int(lines[0].split()[1]) / 1000 if lines else 0.0


def memory(path: Path, number: int, jobs: int = 2) -> Run:
    """Run the command over an archive and watch the memory of all its processes; the most of it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "abstractplay_hex", "verify", str(path), "-j", str(jobs)]
        keeping = ["--resume", f"{folder}/state", "--report", f"{folder}/report.jsonl"]
        begin = perf_counter()
        process = subprocess.Popen([*command, *keeping, "--stats", f"{folder}/x.parquet"])
        most = [0.0, 0.0]
        over = Event()
        watch = Thread(target=_watch, args=(process.pid, most, over))
        watch.start()
        status = process.wait()
        over.set()
        watch.join()
        assert status == 0
        return Run("memory", number, 0, perf_counter() - begin, *most)


def _watch(pid: int, most: list[float], over: Event) -> None:
    tree = Path(f"/proc/{pid}/task/{pid}/children")
    while not over.wait(0.2):
        try:
            children = [int(child) for child in tree.read_text().split()]
        except OSError:
            continue
        most[0] = max(most[0], resident(pid))
        most[1] = max(most[1], sum(map(resident, children)))


def report(large: bool = False) -> list[str]:
    """Return lines about scaling, Dask and memory."""
    out = [f"Load of the machine before: {os.getloadavg()[0]:.1f}", ""]
    out += ["| what | games | time | | | memory |", "|---|---:|---:|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        path = archive(Path(folder), "pods", 2000)
        one, two = scaling(path)
        pool, cluster = on_dask(path)
        out += map(str, (one, two, pool, cluster))
        if large:
            path = archive(Path(folder), "pods", 100_000, longest=12)
            out.append(str(memory(path, 100_000)))
    out += [
        "",
        f"Two processes are {one.seconds / two.seconds:.2f} times as fast as one; "
        f"Dask takes {cluster.seconds / pool.seconds:.2f} times as long as the pool.",
        f"Load of the machine after: {os.getloadavg()[0]:.1f}",
    ]
    return out
