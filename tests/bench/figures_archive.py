"""Archives: games a second on one core, how that grows with processes, memory, a Dask cluster."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from statistics import median
from threading import Event, Thread
from time import perf_counter, process_time, sleep

from attrs import frozen

from abstractplay_hex.codec import dumps
from abstractplay_hex.records import read_game, replay
from abstractplay_hex.records.archive import check, read_files, run, workers
from tests.bench.figures_pods import CALIBRATING, calibrate
from tests.bench.measure import Figure, best, games_of, plain_record, seconds


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


def splitting(number: int = 400, rounds: int = 5) -> float:
    """Return how many bytes a second of an array of saved games are found to be this game or that one."""
    games = [g for g in games_of("pods") if 20 < len(g["plies"]) <= 200]
    texts = [replay(read_game(plain_record(game))).serialize() for game in games]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "states.json"
        path.write_text("[" + ",".join(texts[i % len(texts)] for i in range(number)) + "]")
        found = min(seconds(lambda: list(read_files(path))) for _ in range(rounds))
        return path.stat().st_size / found


GAMES = 2000
MANY = 100_000
"""Games whose memory is measured: short ones, for memory is not to depend on what they are."""


@frozen
class Run:
    """One run over an archive.

    :ivar seconds: by the clock, without what it takes to start the workers.
    :ivar own: processor time of the process that reads and reports, in seconds; *others*: that of
        its workers, and of a cluster's scheduler.
    """

    name: str
    games: int
    plies: int
    seconds: float
    own: float
    others: float

    def __str__(self) -> str:
        games, plies = self.games / self.seconds, self.plies / self.seconds
        return (
            f"| {self.name} | {self.games:,} | {self.seconds:.2f} s | {games:,.0f} games/s "
            f"| {plies:,.0f} plies/s | {self.own:.2f} s | {self.others:.2f} s |"
        )


@frozen
class Bar:
    """What must be reached, and what was measured.

    :ivar most: the bar is an upper bound.
    """

    name: str
    measured: float
    bar: float
    most: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is."""
        return self.measured <= self.bar if self.most else self.measured >= self.bar

    def __str__(self) -> str:
        wanted = f"{'at most' if self.most else 'at least'} {self.bar:g}"
        return (
            f"| {self.name} | {self.measured:.2f} | {wanted} | {'yes' if self.reached else 'NO'} |"
        )


def children() -> list[int]:
    """Return the processes that this one has started and that are there."""
    found: list[int] = []
    for task in Path("/proc/self/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def busy(pids: Iterable[int]) -> float:
    """Return the processor time that processes have taken so far, in seconds."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def warmed(executor: Executor) -> None:
    """Have each of two workers play games, so that nothing is begun any more when it is timed."""
    with tempfile.TemporaryDirectory() as folder:
        items = tuple(read_files([archive(Path(folder), "pods", 2)]))
    for _ in range(3):  # of so much, each takes some
        list(executor.map(sleep, [0.2] * 4))
        list(executor.map(check, [items] * 8))


def timed(path: Path, name: str, executor: Executor) -> Run:
    """Run over an archive on workers that are there and have played a game."""
    processes = children()
    begin, own, others = perf_counter(), process_time(), busy(processes)
    found = run([path], executor=executor)
    seconds, own, others = (
        perf_counter() - begin,
        process_time() - own,
        busy(processes) - others,
    )
    assert not found.bad
    return Run(name, found.games, found.plies, seconds, own, others)


def one_and_two(path: Path, rounds: int) -> dict[str, list[Run]]:
    """Run in this process and on a pool of two, by turns."""
    runs: dict[str, list[Run]] = {"in this process": [], "pool of two": []}
    game = path.name.partition("-")[0].capitalize()
    for _ in range(rounds):
        for name, jobs in zip(runs, (1, 2), strict=True):
            with workers(jobs) as executor:
                warmed(executor)
                runs[name].append(timed(path, f"{game}, {name}", executor))
    return runs


def pool_and_dask(path: Path, rounds: int) -> dict[str, list[Run]]:
    """Run on a pool of two and on a Dask cluster of two, by turns; both are there all the time.

    While the pool works the cluster is held, for its processes are never quite idle.
    """
    from tests.clusters import dask_cluster

    runs: dict[str, list[Run]] = {"pool of two": [], "Dask": []}
    with (
        tempfile.TemporaryDirectory() as folder,
        dask_cluster(Path(folder)) as (address, _),
        workers(dask=address) as cluster,
    ):
        cluster._client.wait_for_workers(2)  # type: ignore[attr-defined]
        warmed(cluster)
        held = children()
        with workers(2) as pool:
            warmed(pool)
            for _ in range(rounds):
                for pid in held:
                    os.kill(pid, SIGSTOP)
                runs["pool of two"].append(timed(path, "Pods, pool of two", pool))
                for pid in held:
                    os.kill(pid, SIGCONT)
                runs["Dask"].append(timed(path, "Pods, Dask", cluster))
    return runs


def times_as_long(some: list[Run], others: list[Run]) -> float:
    """Return how many times as long *some* took: the median over the rounds.

    Runs of one round follow each other, so they meet the same machine, which the best of all rounds
    may not.
    """
    return median(a.seconds / b.seconds for a, b in zip(some, others, strict=True))


def resident(pid: int) -> float:
    """Return the memory of a process that is in use, in MB."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    lines = [line for line in text.splitlines() if line.startswith("VmRSS")]
    return int(lines[0].split()[1]) / 1000 if lines else 0.0


def memory(path: Path, jobs: int = 2) -> tuple[float, float]:
    """Run the command over an archive; return the most memory of its process and of its workers, in MB.

    What processes share is counted for each of them.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "abstractplay_hex", "verify", str(path), "-j", str(jobs)]
        keeping = ["--resume", f"{folder}/state", "--report", f"{folder}/report.jsonl", "--quiet"]
        process = subprocess.Popen([*command, *keeping, "--stats", f"{folder}/x.parquet"])
        most = [0.0, 0.0]
        over = Event()
        watch = Thread(target=_watch, args=(process.pid, most, over))
        watch.start()
        status = process.wait()
        over.set()
        watch.join()
        assert status == 0
        return most[0], most[1]


def _watch(pid: int, most: list[float], over: Event) -> None:
    tree = Path(f"/proc/{pid}/task/{pid}/children")
    while not over.wait(0.2):
        try:
            workers = [int(child) for child in tree.read_text().split()]
        except OSError:
            continue
        most[0] = max(most[0], resident(pid))
        most[1] = max(most[1], sum(map(resident, workers)))


@frozen
class Report:
    """What was measured of whole archives: lines to be shown, the runs, and what must be reached."""

    lines: list[str]
    runs: list[Run]
    bars: list[Bar]

    @property
    def missed(self) -> list[str]:
        """A line for each bar that is not reached."""
        return [f"{b.name}: {b.measured:.2f}, bar {b.bar:g}" for b in self.bars if not b.reached]


def report(large: bool = False, rounds: int = 5, games: int = GAMES) -> Report:
    """Measure scaling with both games, Dask, finding games in arrays and, if *large*, memory."""
    out = [
        f"Load of the machine before: {os.getloadavg()[0]:.1f}",
        "",
        "| what | games | by the clock | games | plies | reader's processor time | workers' |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        alone, pool = one_and_two(archive(Path(folder), "pods", games), rounds).values()
        # Shorter, so that the two of a round meet the same machine.
        shorter = archive(Path(folder), "pods", games // 4)
        by_pool, dask = pool_and_dask(shorter, 3 * rounds).values()
        # As long as that of Pods: a game of Dendria takes less.
        by_one, by_two = one_and_two(archive(Path(folder), "dendria", games), rounds).values()
        every = (alone, pool, by_pool, dask, by_one, by_two)
        least = [min(runs, key=lambda r: r.seconds) for runs in every]
        out += map(str, least)
        bars = [
            Bar("Pods: two processes, times as fast as one", times_as_long(alone, pool), 1.8),
            Bar("Dendria: two processes, times as fast as one", times_as_long(by_one, by_two), 1.8),
            Bar("Dask's time to the pool's", times_as_long(dask, by_pool), 1.25, most=True),
        ]
        if large:
            reader, others = memory(archive(Path(folder), "pods", MANY, longest=12))
            out += [
                "",
                f"Memory with {MANY:,} games: {reader:.0f} MB reader, {others:.0f} MB workers.",
            ]
            bars.append(
                Bar(f"MB for {MANY:,} games, all processes", reader + others, 200, most=True)
            )
    out += [
        "",
        f"Games found in an array of saved games: {splitting() / 1e6:.0f} MB/s.",
        f"Load of the machine after: {os.getloadavg()[0]:.1f}",
        "",
        "| what | measured | bar | reached |",
        "|---|---:|---:|---|",
        *map(str, bars),
    ]
    return Report(out, least, bars)
